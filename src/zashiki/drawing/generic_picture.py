"""A generic image, drawn from the view of any game: for games without their own picture.

A board with a list of `places` (`core/shapes.py`) is drawn place by place, each with its pieces; for any other board
the short values are listed.
"""

from typing import Final, cast

from zashiki.core.shapes import Piece, Place, View
from zashiki.drawing.canvas import AI, MATCHA, SOFT, SUMI, Canvas
from zashiki.drawing.frame import FOOT, MIDDLE, ROOM, TOP, frame, legal, spread
from zashiki.drawing.generic import inline

CARD: Final = (58.0, 80.0)
"""The width and height of a piece, if there is room."""


def draw(canvas: Canvas, view: View) -> None:
    """Draw the table as the viewer sees it."""
    frame(canvas, view, "", lambda seat, x, y, w, h: None)
    places = cast("list[Place] | None", view["board"].get("places"))
    if places is None:
        _facts(canvas, view)
        return
    shown = [place for place in places if place["pieces"]]
    height = (FOOT - TOP - 16) / max(len(shown), 1)
    for number, place in enumerate(shown):
        top = TOP + 12 + number * height
        canvas.text(MIDDLE + 16, top + 10, place["title"]["text"], 14, SOFT)
        _pieces(canvas, place["pieces"], top + 24, min(CARD[1], height - 30), legal(view))


def _pieces(canvas: Canvas, pieces: list[Piece], top: float, high: float, actions: set[int]) -> None:
    wide, step = spread(len(pieces), ROOM - 32, min(CARD[0], high * 0.75))
    for number, piece in enumerate(pieces):
        x = MIDDLE + 16 + number * step
        mark = MATCHA if piece["action"] in actions else None
        if piece["face"] is not None:
            canvas.card(x, top, wide, high, piece["face"], "", AI, mark)
            continue
        if mark:
            canvas.box(x - 4, top - 4, wide + 8, high + 8, mark, None)
        canvas.back(x, top, wide, high)


def _facts(canvas: Canvas, view: View) -> None:
    rows = [
        f"{key.replace('_', ' ')}: {inline(value)}" for key, value in view["board"].items() if value not in ([], {})
    ]
    for number, row in enumerate(rows[:24]):
        canvas.text(MIDDLE + 16, TOP + 24 + number * 22, row, 14, SUMI, most=ROOM - 32)
