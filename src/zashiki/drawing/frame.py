"""The frame of every image: the title, a plate for each seat, and the prompt around the middle."""

from collections.abc import Callable
from typing import Final

from zashiki.core.shapes import View
from zashiki.drawing.canvas import (
    ASH,
    GOLD,
    HEIGHT,
    LINE,
    MATCHA,
    ON_SHU,
    RAISED,
    SHU,
    SOFT,
    SUMI,
    TATAMI,
    TATAMI_EDGE,
    WIDTH,
    Canvas,
)

TOP: Final = 56
"""The lower edge of the title."""
FOOT: Final = HEIGHT - 52
"""The upper edge of the prompt."""
LEFT: Final = 16
PLATES: Final = 364
"""Width of the seats' plates."""
MIDDLE: Final = LEFT + PLATES + 16
"""Left edge of the middle."""
ROOM: Final = WIDTH - MIDDLE - 16
"""Width of the middle."""

Plate = Callable[[int, float, float, float, float], None]
"""Draws a game's details of a seat: the seat, and the area for them (left, top, width, height)."""


def frame(canvas: Canvas, seen: View, subtitle: str, plate: Plate) -> None:
    """Draw everything but the middle."""
    after = LEFT + canvas.text(LEFT, 30, canvas.title, 26, SUMI, bold=True) + 18
    canvas.text(after, 33, subtitle, 16, SOFT, most=WIDTH - after - 240)
    canvas.text(WIDTH - 16, 33, f"as seat {seen['seat']} sees it", 15, ASH, "rm")
    canvas.box(MIDDLE, TOP, ROOM, FOOT - TOP, TATAMI, TATAMI_EDGE)
    gap = 8
    height = (FOOT - TOP + gap) / max(seen["seats"], 3) - gap
    for seat in range(seen["seats"]):
        top = TOP + seat * (height + gap)
        _plate(canvas, seen, seat, top, height)
        plate(seat, LEFT + 12, top + 32, PLATES - 24, height - 36)
    asked = not seen["over"] and seen["seat"] in seen["waiting"]
    canvas.box(LEFT, FOOT + 8, WIDTH - 2 * LEFT, 36, RAISED, MATCHA if asked else LINE, line=2 if asked else 1)
    canvas.text(LEFT + 14, FOOT + 26, seen["prompt"]["text"], 16, SUMI, most=WIDTH - 2 * LEFT - 28)


def _plate(canvas: Canvas, seen: View, seat: int, top: float, height: float) -> None:
    turn = seat in seen["waiting"]
    won = seat in seen["winners"]
    canvas.box(
        LEFT, top, PLATES, height, RAISED, SHU if turn else GOLD if won else LINE, line=2.5 if turn or won else 1
    )
    left = LEFT + 12.0
    if turn:
        canvas.shape([(left, top + 9), (left, top + 25), (left + 11, top + 17)], SHU)
        left += 18
    left += canvas.text(left, top + 17, f"Seat {seat}", 17, SUMI, bold=True) + 10
    if seat == seen["seat"]:
        canvas.box(left, top + 8, 38, 18, MATCHA, None, 9)
        canvas.text(left + 19, top + 17, "you", 13, ON_SHU, "mm")
        left += 46
    if won:
        canvas.box(left, top + 8, 48, 18, GOLD, None, 9)
        canvas.text(left + 24, top + 17, "wins", 13, SUMI, "mm")
    points = seen["scores"][seat]
    right = LEFT + PLATES - 12.0
    right -= canvas.text(right, top + 18, "point" if points == 1 else "points", 12, ASH, "rm") + 6
    canvas.text(right, top + 17, str(points), 21, SUMI, "rm", bold=True)


def legal(seen: View) -> set[int]:
    """Return the legal moves of the viewer."""
    return {move["action"] for move in seen["moves"]}


def heading(canvas: Canvas, top: float, words: str) -> None:
    """Draw a small heading over a part of the middle."""
    canvas.text(MIDDLE + 16, top, words, 14, SOFT)


def rounds(canvas: Canvas, points: list[int], x: float, y: float, w: float) -> None:
    """Draw a seat's points in each finished round."""
    if points:
        canvas.text(x, y, "by round: " + "  ".join(map(signed, points)), 12, ASH, most=w)


def signed(number: int) -> str:
    """Return points with their sign; zero has none."""
    return f"{number:+d}" if number else "0"


def spread(count: int, room: float, wide: float, gap: float = 10) -> tuple[float, float]:
    """Return the width of each of `count` cards and the distance between them, so that they fit into the room."""
    if count * (wide + gap) <= room:
        return wide, wide + gap
    step = room / count
    return step - gap * step / (wide + gap), step
