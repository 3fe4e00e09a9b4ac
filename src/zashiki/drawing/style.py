"""Styles for terminals, used by all drawings and commands."""

from collections.abc import Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

QUIET: Final = "dim"
STRONG: Final = "bold"


def sheet(*columns: str, right: Sequence[str] = ()) -> Table:
    """Return an empty table with a thin rule under its headings; the columns in `right` are right-aligned."""
    table = Table(
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        show_edge=False,
        header_style=STRONG,
        border_style=QUIET,
    )
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    return table


def pairs(*rows: tuple[str, RenderableType]) -> Table:
    """Return a grid of names and values."""
    grid = Table.grid(padding=(0, 2))
    for name, value in rows:
        grid.add_row(Text(name, QUIET), value)
    return grid


def listed(seats: Sequence[int]) -> str:
    """Seats in words: "Seat 0, Seat 2 and Seat 3"."""
    words = [f"Seat {seat}" for seat in seats]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: "1 game", "1,000 games"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
