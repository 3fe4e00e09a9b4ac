"""Drawing a match as text or HTML.

How a table looks is the business of `zashiki.drawing`, which the engine does not know: the package hands it in here,
and it is loaded when something is drawn for the first time.
"""

from collections.abc import Callable
from typing import Protocol, final

from zashiki.core.shapes import View


class Renderer(Protocol):
    """Draws views."""

    def text(self, view: View) -> str:
        """The view as lines of plain text."""

    def html(self, view: View) -> str:
        """The view as a piece of HTML that needs nothing else."""


_loaders: list[Callable[[], Renderer]] = []


def set_renderer(load: Callable[[], Renderer]) -> None:
    """Draw with what `load` gives from now on."""
    _loaders[:] = [load]


@final
class Drawing:
    """A view, drawn: text for a terminal (`print`), a picture in a notebook."""

    def __init__(self, view: View) -> None:
        self.view = view
        """What is drawn."""

    def __str__(self) -> str:
        return _loaders[0]().text(self.view)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str | None:
        try:
            return _loaders[0]().html(self.view)
        except ModuleNotFoundError:  # nothing to draw with: a notebook then shows the `repr`, and no traceback
            return None
