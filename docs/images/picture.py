"""Draw the picture of the README: a real game in the terminal, as SVG. Run by `make picture`."""

import io
import re
import sys
from pathlib import Path

from rich.console import Console

import zashiki
from zashiki.bots import Budget, analysis, level
from zashiki.cli.console import Output
from zashiki.cli.play import TerminalSession

WIDTH = 92
BEFORE = ["pass"]
"""What the person at the keyboard has typed before the picture begins."""
TYPED = ["play 9", "play 18", "hint"]
"""What is typed in the picture: a card that may not be played, one that may, and a question."""


def sit(table: zashiki.Match, typed: list[str]) -> Console:
    """Let a person type at the table; what the terminal shows."""
    voice = Output()
    voice.console = Console(file=io.StringIO(), width=WIDTH, record=True, force_terminal=True, highlight=False)
    sys.stdin = io.StringIO("\n".join(typed) + "\n")
    TerminalSession(voice, table, 0, level("hagakure", 4), None, None).run()
    return voice.console


def main() -> None:
    """Play a few moves and write what the terminal shows."""
    analysis.HINT = Budget(iterations=3000)  # the same picture every time
    match = zashiki.new("hagakure", seats=4, seed=9)
    sit(match, BEFORE)
    drawn = sit(match, TYPED).export_svg(title="zashiki play hagakure")
    # Rich names a font on a server elsewhere; the reader's own will do.
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    Path(__file__).with_name("play.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
