"""A picture of Hagakure: the trick, the Yomi, the hands that the viewer knows, everybody's tokens."""

from typing import Final, cast

from zashiki.core.shapes import View
from zashiki.drawing.canvas import (
    ASH,
    LINE,
    MATCHA,
    ON_SHU,
    RAISED,
    SOFT,
    SUMI,
    TATAMI,
    WOOD_EDGE,
    Canvas,
)
from zashiki.drawing.frame import MIDDLE, TOP, frame, heading, legal, rounds
from zashiki.drawing.style import counted
from zashiki.drawing.trick_picture import HAND_TOP, draw_hand, draw_trick
from zashiki.games.hagakure.shapes import Card, HagakureBoard

COLOURS: Final = {"villager": "#38536a", "samurai": "#b0321d", "fool": WOOD_EDGE}


def face(card: Card) -> tuple[str, str, str]:
    """The number, word and colour on a card."""
    fool = card["kind"] == "fool"
    return ("fool" if fool else card["name"], "old fool" if fool else card["kind"], COLOURS[card["kind"]])


def draw(canvas: Canvas, seen: View) -> None:
    """The table as the viewer sees it."""
    board = cast(HagakureBoard, seen["board"])

    def plate(seat: int, x: float, y: float, w: float, h: float) -> None:
        _plate(canvas, seen, board, seat, x, y, w, h)

    extra = board["extra_round"]
    title = f"extra round {extra}" if extra else f"round {board['round']} of {board['rounds']}"
    if board["dealer"] is not None:
        title += f"  ·  seat {board['dealer']} deals, seat {board['first']} begins"
    frame(canvas, seen, title, plate)
    draw_trick(canvas, board, TOP + 24, face)
    yomi = board["yomi"]
    top = TOP + 236
    heading(canvas, top, "The Yomi" if yomi["count"] else "No Yomi yet")
    for index in range(yomi["count"]):
        x = MIDDLE + 18 + index * 76
        if yomi["cards"] is None:
            canvas.back(x, top + 20, 66, 92)
        else:
            canvas.card(x, top + 20, 66, 92, *face(yomi["cards"][index]))
    viewer = seen["seat"]
    own = None if viewer is None else board["players"][viewer]["hand"]
    if own:
        draw_hand(canvas, seen, own, face)
    else:
        heading(canvas, HAND_TOP, "Your hand is empty")


def _plate(canvas: Canvas, seen: View, board: HagakureBoard, seat: int, x: float, y: float, w: float, h: float) -> None:
    player = board["players"][seat]
    left = x
    for index in range(player["hand_count"]):
        if player["hand"] is None:
            canvas.back(left, y + 2, 20, 28)
            left += 25
        else:
            card = player["hand"][index]
            canvas.box(left, y + 2, 30, 28, RAISED, COLOURS[card["kind"]], 4, 1.5)
            canvas.text(left + 15, y + 16, card["name"], 14, COLOURS[card["kind"]], "mm", bold=True, most=26)
            left += 34
    if player["holds_no_samurai"] and player["hand_count"] and player["hand"] is None:
        canvas.text(left + 4, y + 16, "no samurai", 13, SOFT)
    canvas.text(x + w, y + 16, counted(player["tricks"], "trick") + " won", 14, SOFT, "rm")
    wide = (w + 6) / len(player["tokens"])
    for index, token in enumerate(player["tokens"]):
        now = token["name"] == player["token"]
        fill, ink = (SUMI, ON_SHU) if now else (LINE, ASH) if token["used"] else (TATAMI, SUMI)
        playable = seat == seen["seat"] and not legal(seen).isdisjoint(token["actions"])
        canvas.box(x + index * wide, y + 38, wide - 6, 22, fill, MATCHA if playable else None, 11, 2)
        canvas.text(x + index * wide + wide / 2 - 3, y + 49, token["name"], 13, ink, "mm", bold=now, most=wide - 14)
    if h < 78:
        return
    valued = [card for card in player["won"] if card["kind"] == "villager" or card["name"] == "18"]
    words = ", ".join(card["name"] for card in valued)
    canvas.text(x, y + 76, f"won, of those that may count: {words}" if words else "", 12, SOFT, most=w)
    if h >= 104:
        rounds(canvas, [row[seat] for row in board["sheet"]], x, y + 96, w)
