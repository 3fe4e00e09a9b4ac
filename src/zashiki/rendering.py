"""A view drawn for people: in characters for the terminal, as HTML for a notebook, or as a picture."""

import io
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from zashiki import registry
from zashiki.core.package import imported
from zashiki.core.shapes import View
from zashiki.extras import needs

with needs("cli", "drawing a table"):
    from rich.console import Console, Group, RenderableType
    from rich.text import Text

    from zashiki.drawing import generic
    from zashiki.drawing.style import QUIET, STRONG

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTH: Final = 100
"""Columns of a drawing."""
_HTML: Final = (
    '<pre role="img" aria-label="{label}" style="line-height:1.3;font-family:ui-monospace,Menlo,Consolas,monospace">'
    "{{code}}</pre>"
)


def terminal(view: View) -> RenderableType:
    """Render the table as the viewer sees it, as text. A game without its own drawing gets a generic one."""
    draw = registry.package(view["game"]).terminal
    if draw is not None:
        drawn: RenderableType = imported(draw)(view)
        return drawn
    return Group(generic.draw(view["board"]), score_line(view["scores"], view["winners"]))


def score_line(scores: Sequence[int], winners: Sequence[int]) -> Text:
    """Each seat's points on a line; those of winners stand out."""
    parts = Text("   ").join(
        Text(f"Seat {seat}: {points}", STRONG if seat in winners else "") for seat, points in enumerate(scores)
    )
    return Text("Scores  ", QUIET).append_text(parts)


def text(view: View) -> str:
    """The view and its prompt as lines of plain text."""
    console = _console()
    with console.capture() as captured:
        console.print(_with_prompt(view))
    return "\n".join(line.rstrip() for line in captured.get().rstrip().split("\n"))


def html(view: View) -> str:
    """The view and its prompt as a piece of HTML, with its styles inline."""
    console = _console(record=True)
    console.print(_with_prompt(view))
    label = escape(f"{view['game']}: {view['prompt']['text']}", quote=True).replace("{", "{{").replace("}", "}}")
    return console.export_html(inline_styles=True, code_format=_HTML.format(label=label))


def _console(record: bool = False) -> Console:
    return Console(
        file=io.StringIO(), width=WIDTH, markup=False, emoji=False, highlight=False, record=record, force_jupyter=False
    )


def _with_prompt(view: View) -> RenderableType:
    return Group(terminal(view), "", Text(view["prompt"]["text"], STRONG))


def picture(view: View) -> "NDArray[np.uint8]":
    """Render the table as the viewer sees it: rows, columns, and red, green and blue. Needs Pillow and NumPy."""
    from zashiki.drawing.canvas import Canvas
    from zashiki.drawing.generic_picture import draw as draw_from_view

    package = registry.package(view["game"])
    canvas = Canvas(package.game.title)
    draw = draw_from_view if package.picture is None else imported(package.picture)
    draw(canvas, view)
    return canvas.pixels()
