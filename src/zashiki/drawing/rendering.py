"""A drawn table as text and as HTML, for the library: `print(match)`, and a match in a notebook."""

import io
from html import escape
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.text import Text

from zashiki.core.shapes import View
from zashiki.drawing import table
from zashiki.drawing.style import STRONG

WIDTH: Final = 100
"""Columns of a drawing."""
_HTML: Final = (
    '<pre role="img" aria-label="{label}" style="line-height:1.3;font-family:ui-monospace,Menlo,Consolas,monospace">'
    "{{code}}</pre>"
)


def text(view: View) -> str:
    """The view as lines of plain text."""
    console = _console(io.StringIO())
    with console.capture() as captured:
        console.print(_drawn(view))
    return "\n".join(line.rstrip() for line in captured.get().rstrip().split("\n"))


def html(view: View) -> str:
    """The view as a piece of HTML, with its styles inline."""
    console = _console(io.StringIO(), record=True)
    console.print(_drawn(view))
    label = escape(f"{view['game']}: {view['prompt']['text']}", quote=True).replace("{", "{{").replace("}", "}}")
    return console.export_html(inline_styles=True, code_format=_HTML.format(label=label))


def _console(file: io.StringIO, record: bool = False) -> Console:
    return Console(
        file=file, width=WIDTH, markup=False, emoji=False, highlight=False, record=record, force_jupyter=False
    )


def _drawn(view: View) -> RenderableType:
    return Group(table.view(view), "", Text(view["prompt"]["text"], STRONG))
