"""Hagakure in a terminal: who holds what, the trick, the Yomi, your hand."""

from typing import Final, cast

from rich.console import Group, RenderableType
from rich.text import Text

from zashiki.core.shapes import View
from zashiki.drawing.style import QUIET, STRONG, counted, pairs, sheet
from zashiki.games.hagakure.shapes import Card, HagakureBoard, Player, Trick

STYLES: Final = {"villager": "", "samurai": "red", "fool": "yellow"}
"""A hint only: the numbers and words say the same without colour."""

NOTHING: Final = "–"


def draw(view: View) -> RenderableType:
    """The table as the viewer sees it."""
    board = cast(HagakureBoard, view["board"])
    rows: list[tuple[str, RenderableType]] = []
    if board["trick"] is not None:
        rows.append(("Trick", _trick(board["trick"], "winning")))
    elif board["last_trick"] is not None:
        rows.append(("Last trick", _trick(board["last_trick"], "won")))
    yomi = board["yomi"]
    if yomi["count"]:
        rows.append(("Yomi", _cards(yomi["cards"]) if yomi["cards"] is not None else _unseen(yomi["count"])))
    mine = None if view["seat"] is None else board["players"][view["seat"]]["hand"]
    if mine:
        rows.append(("Your hand", _hand(mine)))
    return Group(_heading(board), _players(view, board), "", pairs(*rows))


def _heading(board: HagakureBoard) -> Text:
    if board["extra_round"]:
        line = Text(f"Extra round {board['extra_round']}", STRONG)
    else:
        line = Text(f"Round {board['round']} of {board['rounds']}", STRONG)
    if board["dealer"] is not None:
        line.append(f"  Seat {board['dealer']} deals, Seat {board['first']} begins", "not bold " + QUIET)
    return line


def _players(view: View, board: HagakureBoard) -> RenderableType:
    table = sheet("  Seat", "Hand", "Token", "Tokens left", "Tricks won", "Score", right=("Score",))
    for player in board["players"]:
        seat = player["seat"]
        you = seat == view["seat"]
        turn = "→ " if seat in view["waiting"] else "  "
        table.add_row(
            Text(f"{turn}{seat}{' you' if you else ''}", STRONG if you else ""),
            _held(player),
            _capital(player["token"]) if player["token"] else Text(NOTHING, QUIET),
            " ".join(_capital(token["name"]) for token in player["tokens"] if not token["used"]) or NOTHING,
            _won(player),
            str(view["scores"][seat]),
        )
    return table


def _held(player: Player) -> Text:
    """The cards if the viewer knows them, else how many there are."""
    if player["hand"] is not None:
        return _cards(player["hand"])
    if player["holds_no_samurai"] and player["hand_count"]:
        return Text(f"{player['hand_count']}, no samurai", QUIET)
    return _unseen(player["hand_count"])


def _won(player: Player) -> str:
    """The tricks, and what in them may count: the villagers and samurai 18 (HG-2.4, HG-4.1)."""
    if not player["tricks"]:
        return "0"
    villagers = [card for card in player["won"] if card["kind"] == "villager"]
    eighteen = any(card["name"] == "18" for card in player["won"])
    return f"{player['tricks']}: {counted(len(villagers), 'villager')}{', 18' if eighteen else ''}"


def _unseen(count: int) -> Text:
    return Text(counted(count, "card") if count else NOTHING, QUIET)


def _cards(cards: list[Card]) -> Text:
    if not cards:
        return Text(NOTHING, QUIET)
    return Text(" ").join(_card(card) for card in cards)


def _card(card: Card) -> Text:
    return Text(card["name"], STYLES.get(card["kind"], ""))


def _hand(cards: list[Card]) -> Text:
    """Your hand in words, kind by kind."""
    parts: list[Text] = []
    for kind in STYLES:
        held = [card for card in cards if card["kind"] == kind]
        if held:
            names = [card["name"] for card in held]
            text = f"{kind} {' '.join(names)}" if kind != "fool" else counted(len(held), "old fool")
            parts.append(Text(text, STYLES[kind]))
    return Text(", ").join(parts)


def _trick(trick: Trick, mark: str) -> Text:
    parts: list[Text] = []
    for played in trick["cards"]:
        part = Text(f"Seat {played['seat']} ").append_text(_card(played["card"]))
        if played["seat"] == trick["winner"]:
            part.append(f" ({mark})", STRONG)
        parts.append(part)
    return Text("   ").join(parts)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
