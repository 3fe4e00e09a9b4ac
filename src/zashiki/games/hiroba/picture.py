"""A picture of Hiroba: the board with its gardens and ponds, who leads where, the pebbles that are left."""

from math import cos, pi, sin
from typing import Final, cast

from zashiki.core.shapes import View
from zashiki.drawing.canvas import ASH, MATCHA, SHU, SOFT, SUMI, TATAMI_EDGE, Canvas
from zashiki.drawing.frame import FOOT, MIDDLE, ROOM, TOP, frame, legal
from zashiki.drawing.style import counted
from zashiki.games.hiroba.shapes import HirobaBoard, Square

SAND: Final = "#ece0c3"
POND: Final = "#8dbacb"
WATER: Final = "#5f93a8"
BARE: Final = "#d6ccaa"
STONE: Final = "#6f6d66"
KOI: Final = "#e07a2c"

FILLS: Final = ("#35332f", "#fbf6e8", "#3c66a3", "#a8352f")
EDGES: Final = ("#171613", "#4a443a", "#1c3459", "#5c1714")
INKS: Final = ("#f7f1e2", "#262420", "#ffffff", "#fffaf0")
TINTS: Final = ("#b5aa93", "#faf4e2", "#aebdcb", "#dda893")
"""A garden in the colour of who leads it."""

SIDE: Final = 9
CELL: Final = 64
BOARD_LEFT: Final = MIDDLE + (ROOM - SIDE * CELL) / 2 + 10
BOARD_TOP: Final = TOP + (FOOT - TOP - SIDE * CELL) / 2 - 8


def draw(canvas: Canvas, seen: View) -> None:
    """The table; nothing of it is hidden."""
    board = cast(HirobaBoard, seen["board"])

    def plate(seat: int, x: float, y: float, w: float, h: float) -> None:
        _plate(canvas, board, seat, x, y, w)

    first = "" if board["first"] is None else f"seat {board['first']} began"
    frame(canvas, seen, first + ("  ·  the last turns" if board["final"] and not seen["over"] else ""), plate)
    tints = [TINTS[garden["leaders"][0]] if len(garden["leaders"]) == 1 else SAND for garden in board["gardens"]]
    may = legal(seen)
    for square in board["squares"]:
        _ground(canvas, square, tints)
    _borders(canvas, board["squares"])
    for square in board["squares"]:
        _things(canvas, square, not may.isdisjoint([*square["pebble_actions"], square["stone_action"]]))
    for n in range(SIDE):
        canvas.text(BOARD_LEFT - 14, BOARD_TOP + (n + 0.5) * CELL, str(SIDE - n), 13, SOFT, "mm")
        canvas.text(BOARD_LEFT + (n + 0.5) * CELL, BOARD_TOP + SIDE * CELL + 13, "abcdefghi"[n], 13, SOFT, "mm")


def _corner(square: Square) -> tuple[float, float]:
    return BOARD_LEFT + (square["column"] - 1) * CELL, BOARD_TOP + (SIDE - square["row"]) * CELL


def _ground(canvas: Canvas, square: Square, tints: list[str]) -> None:
    x, y = _corner(square)
    terrain = square["terrain"]
    fill = {"garden": SAND, "pond": POND, "water": WATER}.get(terrain, BARE)
    if square["garden"] is not None:
        fill = tints[square["garden"]]
    canvas.box(x, y, CELL, CELL, fill, TATAMI_EDGE, 0, 0.5)
    if terrain == "pond":
        canvas.disc(x + CELL / 2, y + CELL / 2, CELL * 0.42, WATER, None)


def _borders(canvas: Canvas, squares: list[Square]) -> None:
    """A line wherever a garden ends, and a stronger one around each tile."""
    land = {(square["column"], square["row"]): (square["terrain"], square["garden"]) for square in squares}
    for square in squares:
        x, y = _corner(square)
        column, row = square["column"], square["row"]
        here = land[column, row]
        if column < SIDE and land[column + 1, row] != here:
            canvas.stroke(x + CELL, y, x + CELL, y + CELL, ASH, 2)
        if row > 1 and land[column, row - 1] != here:
            canvas.stroke(x, y + CELL, x + CELL, y + CELL, ASH, 2)
    for n in range(0, SIDE + 1, 3):
        to = SIDE * CELL
        canvas.stroke(BOARD_LEFT + n * CELL, BOARD_TOP, BOARD_LEFT + n * CELL, BOARD_TOP + to, SUMI, 2.5)
        canvas.stroke(BOARD_LEFT, BOARD_TOP + n * CELL, BOARD_LEFT + to, BOARD_TOP + n * CELL, SUMI, 2.5)


def _things(canvas: Canvas, square: Square, open_to_viewer: bool) -> None:
    x, y = _corner(square)
    middle = (x + CELL / 2, y + CELL / 2)
    if square["koi"]:
        _koi(canvas, *middle)
    if square["stone"] is not None:
        bumps = [(-22, 14), (-18, -8), (-4, -20), (12, -16), (22, 2), (18, 16)]
        canvas.shape([(middle[0] + dx, middle[1] + dy) for dx, dy in bumps], STONE, SUMI, 1.5)
        canvas.disc(*middle, 6, FILLS[square["stone"]], EDGES[square["stone"]], 1.5)
    if square["pebble"] is not None:
        seat = square["pebble"]["seat"]
        pebble(canvas, seat, *middle, 23)
        canvas.text(*middle, str(square["pebble"]["number"]), 24, INKS[seat], "mm", bold=True)
    elif square["start"] and square["stone"] is None:
        canvas.text(*middle, "start", 12, ASH, "mm")
    if open_to_viewer:
        canvas.disc(x + CELL - 11, y + 11, 5, MATCHA, "#ffffff")


def _koi(canvas: Canvas, x: float, y: float) -> None:
    canvas.shape([(x + 8, y), (x + 22, y - 10), (x + 22, y + 10)], KOI, SUMI)
    canvas.shape(
        [(x - 22, y), (x - 8, y - 11), (x + 8, y - 6), (x + 12, y), (x + 8, y + 6), (x - 8, y + 11)], KOI, SUMI
    )
    canvas.disc(x - 12, y - 2, 1.8, SUMI, None)
    canvas.disc(x, y, 4, SHU, None)


def pebble(canvas: Canvas, seat: int, x: float, y: float, r: float) -> None:
    """A pebble of a seat: each has a colour and a shape of its own."""
    fill, edge = FILLS[seat], EDGES[seat]
    if seat == 0:
        canvas.disc(x, y, r, fill, edge, 1.5)
    elif seat == 1:
        canvas.box(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, fill, edge, r * 0.3, 1.5)
    elif seat == 2:
        far = r * 1.2
        canvas.shape([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], fill, edge, 1.5)
    else:
        petals = [(x + r * 0.55 * sin(n * 2 * pi / 5), y - r * 0.55 * cos(n * 2 * pi / 5)) for n in range(5)]
        for petal in petals:
            canvas.disc(*petal, r * 0.56, edge, None)
        for petal in petals:
            canvas.disc(*petal, r * 0.56 - 1.5, fill, None)
        canvas.disc(x, y, r * 0.6, fill, None)


def _plate(canvas: Canvas, board: HirobaBoard, seat: int, x: float, y: float, w: float) -> None:
    player = board["players"][seat]
    canvas.text(x, y + 8, "Pebbles, front and back", 12, SOFT)
    wide = w / 5
    for index, side in enumerate(side for side in player["sides"] if side["number"] <= side["back"]):
        left = x + index * wide
        if side["left"]:
            pebble(canvas, seat, left + 15, y + 36, 13)
            canvas.text(left + 15, y + 36, str(side["number"]), 15, INKS[seat], "mm", bold=True)
            canvas.text(left + 32, y + 36, f"/{side['back']}  x{side['left']}", 13, SOFT)
        else:
            canvas.text(left + 15, y + 36, f"{side['number']}/{side['back']}", 13, TATAMI_EDGE, "mm")
    words = [counted(player["gardens"], "garden"), f"{player['koi']} koi", counted(player["stones"], "stone") + " left"]
    if player["out"]:
        words.append("out")
    canvas.text(x, y + 66, "  ·  ".join(words), 14, SUMI, most=w)
