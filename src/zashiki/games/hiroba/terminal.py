"""Hiroba in a terminal: the board as a map, then what each garden and pond would bring."""

from typing import Final, cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zashiki.core.shapes import View
from zashiki.drawing.style import QUIET, STRONG, sheet
from zashiki.games.hiroba.shapes import HirobaBoard, Player, Square

STYLES: Final = ("", "yellow", "blue", "red")
"""A hint only: every pebble has the number of its seat beside it."""

LETTERS: Final = "ABCDEFGHIJKLMNOPQR"
"""What the gardens are called here, in the order of the board: there are two on each of nine tiles at most."""

LEGEND: Final = (
    "A 5:0  garden A, pebble 5 of seat 0   # 0  stone of seat 0   ><>  koi   ( )  pond   ~~~  water   *  start"
)
SIDE: Final = 9


def draw(view: View) -> RenderableType:
    """The table; nothing of it is hidden."""
    board = cast(HirobaBoard, view["board"])
    return Group(_map(board["squares"]), Text(LEGEND, QUIET), "", _gardens(board), "", _players(view, board))


def _map(squares: list[Square]) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    for _ in range(SIDE + 1):
        grid.add_column(justify="left")
    for first in range(0, len(squares), SIDE):
        row = squares[first : first + SIDE]
        grid.add_row(Text(str(row[0]["row"]), QUIET), *(_cell(square) for square in row))
    grid.add_row("", *(Text(f"  {square['name'][0]}", QUIET) for square in squares[:SIDE]))
    return grid


def _cell(square: Square) -> Text:
    """The garden's letter and what lies on the square, or what else it is: five characters."""
    if square["garden"] is None:
        word = "><>" if square["koi"] else {"pond": "( )", "water": "~~~"}.get(square["terrain"], "???")
        return Text(f" {word} ", QUIET)
    cell = Text(LETTERS[square["garden"]] + " ", QUIET)
    if square["pebble"] is not None:
        seat = square["pebble"]["seat"]
        return cell.append(f"{square['pebble']['number']}:{seat}", f"{STRONG} not dim {STYLES[seat]}".strip())
    if square["stone"] is not None:
        return cell.append(f"# {square['stone']}", "not dim")
    return cell.append(" * " if square["start"] else " . ")


def _gardens(board: HirobaBoard) -> RenderableType:
    """The gardens and ponds in which somebody has something."""
    table = sheet("Place", "Sum of each seat", "Leads", "Koi")
    for number, garden in enumerate(board["gardens"]):
        if any(garden["sums"]):
            koi = "" if garden["koi"] is None else f"doubles for {garden['koi']}"
            table.add_row(f"garden {LETTERS[number]}", _numbers(garden["sums"]), _numbers(garden["leaders"]), koi)
    for pond in board["ponds"]:
        if any(pond["sums"]):
            table.add_row(f"pond {pond['square']}", _numbers(pond["sums"]), "", _numbers(pond["takers"]))
    return table


def _players(view: View, board: HirobaBoard) -> RenderableType:
    table = sheet(
        "  Seat", "Pebbles, front/back", "Stones", "Gardens", "Koi", "Score", right=("Stones", "Koi", "Score")
    )
    for player in board["players"]:
        seat = player["seat"]
        turn = "→ " if seat in view["waiting"] else "  "
        you = seat == view["seat"]
        table.add_row(
            Text(f"{turn}{seat}{' you' if you else ''}", STRONG if you else ""),
            _pebbles(player),
            str(player["stones"]),
            str(player["gardens"]),
            str(player["koi"]),
            str(view["scores"][seat]),
        )
    return table


def _pebbles(player: Player) -> str:
    left = [side for side in player["sides"] if side["left"] and side["number"] <= side["back"]]
    return "  ".join(f"{side['number']}/{side['back']} ×{side['left']}" for side in left) or "–"


def _numbers(values: list[int]) -> str:
    return " ".join(str(value) for value in values)
