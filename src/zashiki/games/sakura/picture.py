"""A picture of Sakura: the field by months, the card in play, the viewer's hand, what everybody captured."""

from typing import Final, cast

from zashiki.core.shapes import View
from zashiki.drawing.canvas import (
    AI,
    ASH,
    GOLD,
    MATCHA,
    RAISED,
    SHU,
    SOFT,
    SUMI,
    WOOD_EDGE,
    Canvas,
)
from zashiki.drawing.frame import MIDDLE, ROOM, TOP, frame, heading, legal, rounds, spread
from zashiki.drawing.trick_picture import HAND_TOP
from zashiki.games.sakura.shapes import Card, FieldMonth, Pending, SakuraBoard

COLOURS: Final = {
    "bright": SHU,
    "scroll": AI,
    "hawthorn": GOLD,
    "animal": WOOD_EDGE,
    "rain": MATCHA,
    "chaff": ASH,
}
"""The band of a card by its kind."""

COLUMNS: Final = 5
WIDE: Final = 63.0
TALL: Final = 84.0


def draw(canvas: Canvas, seen: View) -> None:
    """The table as the viewer sees it."""
    board = cast(SakuraBoard, seen["board"])

    def plate(seat: int, x: float, y: float, w: float, h: float) -> None:
        _plate(canvas, board, seat, x, y, w, h)

    deals = "" if board["dealer"] is None else f"  ·  seat {board['dealer']} deals, seat {board['first']} begins"
    frame(canvas, seen, f"round {board['round']} of {board['rounds']}{deals}", plate)
    may = legal(seen)
    heading(canvas, TOP + 20, "The field")
    cell = (ROOM - 24) / COLUMNS
    for index, month in enumerate(board["field"]):
        x = MIDDLE + 18 + index % COLUMNS * cell
        _month(canvas, month, x, TOP + 38 + index // COLUMNS * (TALL + 12), cell - 10, may)
    _side(canvas, board)
    viewer = seen["seat"]
    hand = [] if viewer is None else board["players"][viewer]["hand"] or []
    heading(canvas, HAND_TOP - 4, "Your hand" if hand else "Your hand is empty")
    wide, step = spread(len(hand), ROOM - 32, 86.0) if hand else (86.0, 86.0)
    for index, card in enumerate(hand):
        mark = MATCHA if card["action"] in may else None
        _card(canvas, card, MIDDLE + 18 + index * step, HAND_TOP + 20, wide, 132, mark)


def _card(canvas: Canvas, card: Card, x: float, y: float, w: float, h: float, mark: str | None = None) -> None:
    """A card: its month, its plant, what is on it, and a band by its kind with what it is worth."""
    colour = COLOURS[card["kind"]]
    if mark:
        canvas.box(x - 4, y - 4, w + 8, h + 8, mark, None, 9)
    canvas.box(x, y, w, h, RAISED, SUMI)
    canvas.box(x + 3, y + 3, w - 6, 19, colour, None, 4)
    canvas.text(x + 8, y + 12.5, str(card["month"]), 15, RAISED, "lm", bold=True)
    canvas.text(x + w - 8, y + 12.5, str(card["value"]), 14, RAISED, "rm")
    canvas.text(x + w / 2, y + h * 0.5, card["plant"], 14, SUMI, "mm", most=w - 6)
    word = card["name"] if card["kind"] in ("bright", "animal", "rain", "hawthorn") else card["kind"]
    canvas.text(x + w / 2, y + h * 0.78, word, 14, colour, "mm", bold=card["kind"] != "chaff", most=w - 6)


def _month(canvas: Canvas, month: FieldMonth, x: float, y: float, room: float, may: set[int]) -> None:
    """The cards of a month: two side by side, more of them one upon the other."""
    step = (room - WIDE) / max(1, len(month["cards"]) - 1)
    for index, card in enumerate(month["cards"]):
        mark = MATCHA if card["action"] in may else None
        _card(canvas, card, x + index * step, y, WIDE, TALL, mark)


def _side(canvas: Canvas, board: SakuraBoard) -> None:
    """The pile, the card whose capture is being chosen, and what the wildcard is paired with."""
    top = TOP + 332
    canvas.back(MIDDLE + 18, top + 4, WIDE, TALL)
    canvas.box(MIDDLE + 28, top + 32, WIDE - 20, 28, RAISED, None, 14)
    canvas.text(MIDDLE + 18 + WIDE / 2, top + 46, str(board["pile_count"]), 18, SUMI, "mm", bold=True)
    left = MIDDLE + 18 + WIDE + 28
    pending: Pending | None = board["pending"]
    if pending is not None:
        _card(canvas, pending["card"], left, top + 4, WIDE, TALL, GOLD)
        word = "flipped" if pending["flipped"] else "played"
        left += WIDE + 16
        canvas.text(left, top + 46, f"{word} by seat {pending['seat']}:", 14, SOFT)
        canvas.text(left, top + 66, "what does it take?", 14, SOFT)
        left += 150
    wildcard = board["wildcard"]
    if wildcard is not None:
        canvas.text(left, top + 12, f"Seat {wildcard['seat']} has the wildcard, paired:", 14, SOFT)
        canvas.lines(left, top + 36, ", ".join(card["name"] for card in wildcard["cards"]), 300, 3, 14)


def _plate(canvas: Canvas, board: SakuraBoard, seat: int, x: float, y: float, w: float, h: float) -> None:
    player = board["players"][seat]
    side = board["sides"][player["side"]]
    at = x
    for index in range(player["hand_count"]):
        canvas.back(x + index * 11, y + 1, 14, 20)
        at = x + index * 11 + 20
    if not player["hand_count"]:
        at += canvas.text(x, y + 12, "no cards", 12, ASH) + 6
    captured = player["captured"]
    piles = [
        ("bright", captured["bright"]),
        ("scroll", captured["scroll"]),
        ("hawthorn", captured["hawthorn"]),
        ("animal", captured["animal"]),
        ("rain", captured["rain"]),
        ("chaff", captured["chaff"]),
    ]
    at = max(at + 8, x + 140)
    for kind, cards in piles:
        if cards:
            canvas.box(at, y + 1, 24, 20, COLOURS[kind], None, 4)
            canvas.text(at + 12, y + 11, str(len(cards)), 13, RAISED, "mm", bold=True)
            at += 28
    team = f"team of {', '.join(str(one) for one in side['seats'])}: " if len(side["seats"]) > 1 else ""
    canvas.text(x + w, y + 12, f"worth {side['value']}", 13, SUMI, "rm")
    sets = [f"{one['name']} {len(one['captured'])}/3" for one in side["sets"] if len(one["captured"]) > 1]
    if h >= 40:
        canvas.text(x, y + 35, team + (", ".join(sets) or "no set begun"), 13, SOFT, most=w)
    if h >= 70:
        names = [card["name"] for kind, cards in piles if kind != "chaff" for card in cards]
        canvas.lines(x, y + 56, ", ".join(names), w, 2 if h < 130 else 4, 12, SOFT)
    if h >= 104:
        rounds(canvas, [row["points"][seat] for row in board["sheet"]], x, y + h - 12, w)
