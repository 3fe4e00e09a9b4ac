"""What is printed beside the drawn table: moves, events, scores."""

from typing import Final

from rich.columns import Columns
from rich.console import RenderableType
from rich.constrain import Constrain
from rich.table import Table as Grid
from rich.text import Text

from zashiki.core.event_runs import joined_runs
from zashiki.core.match import Match
from zashiki.core.phrases import Catalogue
from zashiki.core.shapes import EventView, ScoreLine, View
from zashiki.drawing.style import QUIET, STRONG, counted, listed, sheet

MANY_MOVES: Final = 16
"""More moves than this are printed in columns."""

READABLE: Final = 100
"""The maximum width of a list."""


def moves(view: View) -> RenderableType:
    """The legal moves, numbered from 1, each with its name; in columns when there are many."""
    lines = [(str(number), move["label"]["text"], move["name"]) for number, move in enumerate(view["moves"], 1)]
    if len(lines) > MANY_MOVES:
        words = [Text(f"{number:>3} ", STRONG).append(f"{label} ({name})", "not bold") for number, label, name in lines]
        return Constrain(Columns(words, padding=(0, 2), equal=True, column_first=True), READABLE)
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(justify="right")
    for number, label, name in lines:
        grid.add_row(Text(number, STRONG), label, Text(name, QUIET))
    return grid


def sentences(events: list[EventView], catalogue: Catalogue) -> RenderableType:
    """Events as plain sentences."""
    grid = Grid.grid(padding=(0, 1))
    for event in joined_runs(catalogue, events):
        grid.add_row(Text("·", QUIET), event["text"])
    return grid


def log(events: list[EventView], catalogue: Catalogue) -> RenderableType:
    """Events with their numbers and rules."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(justify="right")
    for event in joined_runs(catalogue, events):
        grid.add_row(Text(str(event["n"]), QUIET), event["text"], Text(event["rule"], QUIET))
    return grid


def breakdown(lines: list[ScoreLine], seats: int) -> RenderableType:
    """Where every point came from: a row for each seat of each round."""
    table = sheet("Round", "Seat", "Points", "From", right=("Round", "Seat", "Points"))
    for number in sorted({line["round"] for line in lines}):
        for seat in range(seats):
            own = [line for line in lines if line["round"] == number and line["seat"] == seat]
            points = sum(line["points"] for line in own)
            table.add_row("" if seat else str(number), str(seat), f"{points:+d}" if points else "0", _sources(own))
        table.add_section()
    return table


def _sources(lines: list[ScoreLine]) -> Text:
    parts: list[Text] = []
    for line in lines:
        part = Text(f"{line['text']} {line['points']:+d}")
        parts.append(part.append(f" {line['rule']}", QUIET))
    return Text("; ").join(parts)


def rounds(lines: list[ScoreLine], seats: int) -> RenderableType:
    """The points of each round and their sum, a column for each seat."""
    names = [f"Seat {seat}" for seat in range(seats)]
    table = sheet("Round", *names, right=("Round", *names))
    sums: dict[int, list[int]] = {}
    for line in lines:
        sums.setdefault(line["round"], [0] * seats)[line["seat"]] += line["points"]
    for number in sorted(sums):
        table.add_row(str(number), *(str(points) for points in sums[number]))
    table.add_section()
    totals = [sum(row[seat] for row in sums.values()) for seat in range(seats)]
    table.add_row("Total", *(str(total) for total in totals), style=STRONG)
    return table


def result(match: Match) -> Text:
    """Who won, or that the game is not over yet."""
    plies = counted(match.ply, "ply", "plies")
    winners = match.winners
    if not match.over:
        line = f"Not over yet, after {plies}."
    elif not winners:
        line = f"The game is over after {plies}: nobody wins."
    else:
        line = f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the victory'} after {plies}."
    return Text(line, STRONG)
