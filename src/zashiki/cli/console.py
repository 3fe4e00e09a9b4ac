"""Output of the command: styled on a terminal, plain in a pipe, one line for an error."""

import sys
from contextlib import suppress
from typing import Final

from rich.console import Console, RenderableType

USAGE: Final = 2
"""The exit code when the command line is wrong."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

PIPE_WIDTH: Final = 10_000
"""Lines are never wrapped in a pipe, for `grep` and friends."""


class CommandError(Exception):
    """An error that the user can fix: one line, and the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code
        """The exit code."""


class Output:
    """Standard output. Strings are printed as they are: no markup, no emoji codes, no highlighting."""

    def __init__(self) -> None:
        terminal = Console().is_terminal
        self.console = Console(width=None if terminal else PIPE_WIDTH, markup=False, emoji=False, highlight=False)
        """Rich's console."""

    @property
    def terminal(self) -> bool:
        """Whether standard output is a terminal."""
        return self.console.is_terminal

    def say(self, *things: RenderableType) -> None:
        """Print each thing on its own lines."""
        for thing in things:
            if self.terminal:
                self.console.print(thing)
                continue
            with self.console.capture() as captured:
                self.console.print(thing)
            # Tables pad their cells; a pipe gets no trailing spaces.
            lines = [line.rstrip() for line in captured.get().split("\n")]
            sys.stdout.write("\n".join(lines))

    def gap(self) -> None:
        """An empty line."""
        self.say("")


def complain(text: str) -> None:
    """Print an error or a warning on standard error, in one line."""
    line = " ".join(text.split())
    with suppress(OSError):
        sys.stdout.flush()  # so that the line comes after what was printed before
    sys.stderr.write("zashiki: " + "".join(char if char.isprintable() else "?" for char in line) + "\n")
    sys.stderr.flush()
