"""The table as the terminal draws it."""

import io
from typing import Final

from rich.console import Console
from rich.text import Text

from zashiki import rendering
from zashiki.core.shapes import View
from zashiki.drawing.style import STRONG

WIDTH: Final = 120
"""How many characters a line has at most."""


def text(seen: View) -> str:
    """What a seat sees, and what is asked of it: characters, with the codes that terminals take for bold and colour."""
    page = Console(
        file=io.StringIO(),
        width=WIDTH,
        force_terminal=True,
        color_system="standard",
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
        _environ={},  # the same text everywhere
    )
    with page.capture() as captured:
        page.print(Text(f"Seat {seen['seat']}", STRONG), rendering.terminal(seen), "", seen["prompt"]["text"], sep="\n")
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
