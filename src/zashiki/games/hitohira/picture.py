"""A picture of Hitohira: fields and screens, this turn's pieces, how likely a draw fails, the abilities."""

from collections.abc import Sequence
from typing import Final, cast

from zashiki.core.shapes import View
from zashiki.drawing.canvas import AI, ASH, GOLD, LINE, MATCHA, RAISED, SHU, SOFT, SUMI, Canvas
from zashiki.drawing.frame import MIDDLE, ROOM, TOP, frame, heading, signed
from zashiki.games.hitohira.shapes import Ability, HitohiraBoard, Pieces, Pile, Turn

FILLS: Final = {
    "red": "#c9362c",
    "yellow": "#ecb92f",
    "light blue": "#8fcbe0",
    "blue": "#30519f",
    "white": "#fdf8ee",
    "black": "#34332f",
}
INKS: Final = {
    "red": "#fff6ea",
    "yellow": SUMI,
    "light blue": "#1d3b49",
    "blue": "#f3f1ff",
    "white": SUMI,
    "black": "#f6f1e4",
}


def draw(canvas: Canvas, seen: View) -> None:
    """The table as the viewer sees it."""
    board = cast(HitohiraBoard, seen["board"])

    def plate(seat: int, x: float, y: float, w: float, h: float) -> None:
        _plate(canvas, board, seat, x, y, w)

    title = f"{board['pouch']} pieces in the pouch" + (f", {board['removed']} removed" if board["removed"] else "")
    frame(canvas, seen, title, plate)
    if board["groups"] is not None:
        _groups(canvas, board)
    elif board["turn"] is not None:
        _turn(canvas, board["turn"])
    if board["unseen"]:
        heading(canvas, TOP + 350, "Not seen by you")
        _petals(canvas, board["unseen"], MIDDLE + 160, TOP + 350, 14)
    heading(canvas, TOP + 392, "Abilities")
    wide = (ROOM - 32 + 12) / max(3, len(board["abilities"]))
    for index, ability in enumerate(board["abilities"]):
        _ability(canvas, ability, MIDDLE + 16 + index * wide, TOP + 410, wide - 12)


def _petals(canvas: Canvas, pieces: Sequence[Pieces | Pile], x: float, y: float, r: float) -> float:
    """A disc with a count for each colour; returns where the next thing may go."""
    for some in pieces:
        if not some["count"]:
            continue
        colour = some["colour"]
        canvas.disc(x + r, y, r, FILLS[colour], SUMI, 1.2)
        canvas.text(x + r, y, str(some["count"]), r * 1.1, INKS[colour], "mm", bold=True)
        x += 2 * r + 6
    return x


def _turn(canvas: Canvas, turn: Turn) -> None:
    done = f"{turn['draws_made']} of {turn['draws_made'] + turn['draws_left']} draws made"
    heading(canvas, TOP + 22, f"Seat {turn['seat']}'s turn: {done}" + ("; the draw failed" if turn["failed"] else ""))
    x = MIDDLE + 20.0
    for pile in turn["pieces"]:
        for _ in range(pile["count"]):
            canvas.disc(x + 22, TOP + 68, 22, FILLS[pile["colour"]], SUMI, 1.5)
            canvas.text(x + 22, TOP + 100, pile["colour"], 12, SOFT, "mm", most=48)
            x += 52 if len(turn["pieces"]) < 4 else 46
    if not turn["pieces"]:
        canvas.text(x, TOP + 66, "no pieces in this turn yet", 15, ASH)
    left = MIDDLE + 20.0
    for word, pieces in (("last draw", turn["last_draw"]), ("shown", turn["shown"])):
        if pieces:
            left += canvas.text(left, TOP + 136, word, 14, SOFT) + 10
            left = _petals(canvas, pieces, left, TOP + 136, 13) + 20
    if turn["giving"]:
        canvas.text(left, TOP + 136, f"giving: {turn['giving']}", 14, SOFT)
    if turn["failing"]:
        _odds(canvas, turn["failing"])


def _odds(canvas: Canvas, failing: list[float]) -> None:
    """A bar for each number of pieces that may be drawn: how likely the draw fails."""
    heading(canvas, TOP + 176, "Chance of failing, by pieces drawn")
    tall = 96.0
    for index, chance in enumerate(failing):
        x = MIDDLE + 24 + index * 84
        canvas.box(x, TOP + 196, 56, tall, RAISED, LINE, 4)
        high = tall * chance
        if high >= 1:
            canvas.box(x, TOP + 196 + tall - high, 56, high, SHU, None, 0 if high < 8 else 4)
        ink = SUMI if chance < 0.8 else RAISED
        canvas.text(x + 28, TOP + 210, f"{100 * chance:.0f} %", 14, ink, "mm")
        canvas.text(x + 28, TOP + 196 + tall + 15, str(index + 1), 16, SUMI, "mm", bold=True)


def _groups(canvas: Canvas, board: HitohiraBoard) -> None:
    heading(canvas, TOP + 22, "Behind the screens: pieces and points of each seat")
    for row, group in enumerate(board["groups"] or []):
        y = TOP + 62 + row * 40
        canvas.text(MIDDLE + 20, y, group["name"], 16, SUMI, bold=True, most=180)
        for seat, (number, points) in enumerate(zip(group["numbers"], group["points"], strict=True)):
            canvas.text(MIDDLE + 220 + seat * 120, y, f"seat {seat}: {number}", 15, SOFT)
            canvas.text(MIDDLE + 310 + seat * 120, y, signed(points), 15, SUMI, "mm", bold=True)


def _ability(canvas: Canvas, ability: Ability, x: float, y: float, w: float) -> None:
    lit = GOLD if ability["in_use"] else MATCHA if ability["offered"] else AI if ability["met"] else LINE
    canvas.box(x, y, w, 188, RAISED, lit, line=1 if lit == LINE else 3)
    canvas.text(x + 12, y + 20, ability["name"].title(), 16, SUMI, bold=True, most=w - 24)
    canvas.text(x + 12, y + 42, ability["trigger"], 14, SHU, most=w - 24)
    canvas.lines(x + 12, y + 66, ability["about"]["text"], w - 24, 5, 13.5, SOFT)
    word = {GOLD: "in use", MATCHA: "may be used now", AI: "trigger met"}.get(lit)
    if word:
        canvas.text(x + 12, y + 172, word, 13, lit, bold=True)


def _plate(canvas: Canvas, board: HitohiraBoard, seat: int, x: float, y: float, w: float) -> None:
    player = board["players"][seat]
    canvas.text(x, y + 16, "field", 13, SOFT)
    end = x + 48.0
    for line in player["field"]:
        if line["count"]:
            end = _petals(canvas, [line], end, y + 14, 13)
            if line["colour"] != "black":
                canvas.text(end - 19, y + 35, signed(line["points"]), 12, SOFT, "mm")
    if end == x + 48:
        canvas.text(end, y + 16, "empty", 13, ASH)
    canvas.text(x + w, y + 16, signed(player["field_points"]), 15, SUMI, "rm")
    screen = player["screen"]
    top = y + 62
    canvas.text(x, top, "open" if screen["open"] else "screen", 13, SOFT)
    at = x + 48.0
    if screen["seen"] or screen["secret"]:
        at = _petals(canvas, [*(screen["seen"] or []), *(screen["secret"] or [])], at, top - 1, 12)
    if screen["count"] is None:
        canvas.text(at, top, "to be remembered", 13, ASH)
    elif screen["count"] == 0:
        canvas.text(at, top, "nothing behind it", 13, ASH)
    elif screen["unknown"] and screen["secret"] is None:
        canvas.text(at + 4, top, f"and {screen['unknown']} unknown", 13, SOFT)
    division = player["division"]
    if division is not None:
        words = f"red and yellow {division['red_yellow']}, blues {division['light_blue_blue']}"
        canvas.text(x, top + 28, f"wild pieces join: {words}, none {division['uncounted']}", 12, SOFT, most=w)
    elif player["divides"] and not player["has_divided"]:
        canvas.text(x, top + 28, "is dividing white and black pieces", 12, SOFT)
