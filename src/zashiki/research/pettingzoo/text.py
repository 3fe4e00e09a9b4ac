"""A view as text, as in the terminal."""

import io
from typing import Final

from rich.console import Console
from rich.text import Text

from zashiki import rendering
from zashiki.core.shapes import View
from zashiki.drawing.style import STRONG

WIDTH: Final = 120
"""The maximum length of a line."""


def text(seen: View) -> str:
    """Render a view and its prompt as text, with terminal codes for bold and colour."""
    page = Console(
        file=io.StringIO(),
        width=WIDTH,
        force_terminal=True,
        color_system="standard",
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
        _environ={},  # the same text in every environment
    )
    with page.capture() as captured:
        page.print(Text(f"Seat {seen['seat']}", STRONG), rendering.terminal(seen), "", seen["prompt"]["text"], sep="\n")
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
