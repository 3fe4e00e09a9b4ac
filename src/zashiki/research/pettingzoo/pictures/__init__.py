"""Pictures of tables for `render_mode="rgb_array"`: what the viewer may know and nothing else, drawn from its view."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zashiki.core.shapes import View
from zashiki.research.pettingzoo.pictures import hagakure, hijun, hiroba, hitohira, sakura
from zashiki.research.pettingzoo.pictures.canvas import Canvas

DRAWINGS: Final[dict[str, Callable[[Canvas, View], None]]] = {
    "hagakure": hagakure.draw,
    "hijun": hijun.draw,
    "hiroba": hiroba.draw,
    "hitohira": hitohira.draw,
    "sakura": sakura.draw,
}


def picture(seen: View) -> NDArray[np.uint8]:
    """The table: rows, columns, and red, green and blue."""
    canvas = Canvas()
    DRAWINGS[seen["game"]](canvas, seen)
    return canvas.pixels()
