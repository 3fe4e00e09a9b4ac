"""Render a view: as text for the terminal, or as an image."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from zashiki import registry
from zashiki.core.package import imported
from zashiki.core.shapes import View
from zashiki.drawing import generic
from zashiki.drawing.style import QUIET, STRONG

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def terminal(view: View) -> RenderableType:
    """Render the table as the viewer sees it, as text. A game without its own drawing gets a generic one."""
    draw = registry.package(view["game"]).terminal
    if draw is not None:
        drawn: RenderableType = imported(draw)(view)
        return drawn
    return Group(generic.draw(view["board"]), score_line(view["scores"], view["winners"]))


def score_line(scores: Sequence[int], winners: Sequence[int]) -> Text:
    """Return each seat's points on one line, with the winners highlighted."""
    text = Text("   ").join(
        Text(f"Seat {seat}: {points}", STRONG if seat in winners else "") for seat, points in enumerate(scores)
    )
    return Text("Scores  ", QUIET).append_text(text)


def picture(view: View) -> "NDArray[np.uint8]":
    """Render the table as the viewer sees it: rows, columns, and red, green and blue. Needs Pillow and NumPy."""
    from zashiki.drawing.canvas import Canvas
    from zashiki.drawing.generic_picture import draw as draw_from_view

    package = registry.package(view["game"])
    canvas = Canvas(package.game.title)
    draw = draw_from_view if package.picture is None else imported(package.picture)
    draw(canvas, view)
    return canvas.pixels()
