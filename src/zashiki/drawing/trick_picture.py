"""What trick-taking games share: the trick in the middle, the hand below."""

from collections.abc import Callable, Sequence
from typing import Any

from zashiki.core.shapes import View
from zashiki.drawing.canvas import GOLD, MATCHA, SOFT, Canvas
from zashiki.drawing.frame import FOOT, MIDDLE, ROOM, heading, legal, spread

Face = Callable[[Any], tuple[str, str, str]]
"""The text on a card: large, small, and its colour."""

HAND_TOP = FOOT - 168


def draw_trick(canvas: Canvas, board: Any, top: float, face: Face) -> None:
    """Draw the cards in the order they were played; the best one has a golden frame."""
    lies = board["trick"] or board["last_trick"]
    if lies is None:
        heading(canvas, top, "No card has been played yet")
        return
    heading(canvas, top, "The trick" if board["trick"] else "The last trick")
    wide, step = spread(len(lies["cards"]), ROOM - 32, 92, 22)
    for index, played in enumerate(lies["cards"]):
        x = MIDDLE + 18 + index * step
        best = played["seat"] == lies["winner"]
        canvas.card(x, top + 20, wide, wide * 1.4, *face(played["card"]), mark=GOLD if best else None)
        word = f"Seat {played['seat']}"
        canvas.text(x + wide / 2, top + 36 + wide * 1.4, word, 14, SOFT, "mm", bold=best)


def draw_hand(canvas: Canvas, seen: View, cards: Sequence[Any], face: Face) -> None:
    """Draw the viewer's cards; playable ones have a green frame."""
    heading(canvas, HAND_TOP, "Your hand")
    may = legal(seen)
    wide, step = spread(len(cards), ROOM - 32, 92) if cards else (92.0, 92.0)
    for index, card in enumerate(cards):
        mark = MATCHA if card["action"] in may else None
        canvas.card(MIDDLE + 18 + index * step, HAND_TOP + 22, wide, min(130, wide * 1.75), *face(card), mark=mark)
