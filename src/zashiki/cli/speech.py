"""How the command speaks: calm on a terminal, plain in a pipe, one line when something is wrong."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

USAGE: Final = 2
"""The exit code when the command line is wrong."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

PIPE_WIDTH: Final = 10_000
"""Nothing is folded in a pipe: a line there is for `grep` and friends."""

QUIET: Final = "dim"
STRONG: Final = "bold"


class Trouble(Exception):
    """Something that the person at the keyboard can put right: one line, and the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code
        """What the command exits with."""


class Voice:
    """Standard output. Strings are taken as they are: no markup, no emoji codes, no highlighting."""

    def __init__(self) -> None:
        terminal = Console().is_terminal
        self.console = Console(width=None if terminal else PIPE_WIDTH, markup=False, emoji=False, highlight=False)
        """Rich's side of it."""

    @property
    def terminal(self) -> bool:
        """Whether a person is looking."""
        return self.console.is_terminal

    def say(self, *things: RenderableType) -> None:
        """Print each thing on lines of its own."""
        for thing in things:
            if self.terminal:
                self.console.print(thing)
                continue
            with self.console.capture() as captured:
                self.console.print(thing)
            # Tables pad their cells; in a pipe nobody wants the spaces at the ends of lines.
            lines = [line.rstrip() for line in captured.get().split("\n")]
            sys.stdout.write("\n".join(lines))

    def gap(self) -> None:
        """An empty line."""
        self.say("")


def complain(text: str) -> None:
    """Say on standard error, in one line, what went wrong."""
    line = " ".join(text.split())
    with suppress(OSError):
        sys.stdout.flush()  # so that the line stands below what was printed before it
    sys.stderr.write("zashiki: " + "".join(char if char.isprintable() else "?" for char in line) + "\n")
    sys.stderr.flush()


def sheet(*columns: str, right: Sequence[str] = ()) -> Table:
    """An empty table with a thin rule under its headings; the columns in `right` hold numbers."""
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
    """Names and values side by side."""
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
