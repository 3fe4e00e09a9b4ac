"""How the command speaks: calm on a terminal, plain in a pipe, one line when something is wrong."""

import sys
from contextlib import suppress
from typing import Final

from rich.console import Console, RenderableType

USAGE: Final = 2
"""The exit code when the command line is wrong."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

PIPE_WIDTH: Final = 10_000
"""Nothing is folded in a pipe: a line there is for `grep` and friends."""


class CommandError(Exception):
    """Something that the person at the keyboard can put right: one line, and the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code
        """What the command exits with."""


class Output:
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
