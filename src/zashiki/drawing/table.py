"""What a person sees of a table."""

from collections.abc import Callable, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from zashiki.core.shapes import View
from zashiki.drawing import anyboard, hagakure, hiroba
from zashiki.drawing.style import QUIET, STRONG

Drawing = Callable[[View], RenderableType]
"""Draws a game's part of a view."""

DRAWINGS: Final[dict[str, Drawing]] = {"hagakure": hagakure.draw, "hiroba": hiroba.draw}
"""Games that have a drawing of their own, by key. All others are drawn from their board's JSON."""


def view(seen: View) -> RenderableType:
    """The table as the viewer sees it."""
    own = DRAWINGS.get(seen["game"])
    if own is not None:
        return own(seen)
    return Group(anyboard.draw(seen["board"]), score_line(seen["scores"], seen["winners"]))


def score_line(scores: list[int], winners: Sequence[int]) -> Text:
    """Each seat's points on a line; those of winners stand out."""
    text = Text("   ").join(
        Text(f"Seat {seat}: {points}", STRONG if seat in winners else "") for seat, points in enumerate(scores)
    )
    return Text("Scores  ", QUIET).append_text(text)
