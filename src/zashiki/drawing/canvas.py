"""A canvas for images of tables: shapes, text and cards in Zashiki's colours, drawn with Pillow."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

WASHI: Final = "#f6f1e4"
RAISED: Final = "#fbf8ef"
TATAMI: Final = "#e4dcc0"
TATAMI_EDGE: Final = "#cdc29d"
SUMI: Final = "#2b2926"
SOFT: Final = "#5d584f"
AI: Final = "#2f4a73"
SHU: Final = "#c8402b"
ON_SHU: Final = "#fffaf2"
MATCHA: Final = "#6c7f3a"
ASH: Final = "#8b857a"
LINE: Final = "#d8cfb8"
WOOD: Final = "#b08d5b"
WOOD_EDGE: Final = "#8d6d40"
GOLD: Final = "#c49a3f"

WIDTH: Final = 1120
HEIGHT: Final = 720

FINE: Final = 2
"""Scale at which everything is drawn: shrinking the result smooths slanted edges."""

PLAIN: Final = str.maketrans({"–": "-", "—": "-", "−": "-", "×": "x", "→": ">"})
"""Replacements for characters that Pillow's default font lacks."""

_SMALLEST: Final = 7.5


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size * FINE)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return font


class Canvas:
    """An image of `WIDTH` by `HEIGHT`; coordinates and sizes are in pixels, from the upper left corner."""

    def __init__(self, title: str) -> None:
        self.title = title
        """The name of the game."""
        self._image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), WASHI)
        self._draw = ImageDraw.Draw(self._image)

    def pixels(self) -> NDArray[np.uint8]:
        """Return the image: rows, columns, and red, green and blue."""
        return np.array(self._image.reduce(FINE), np.uint8)

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str | None = RAISED,
        edge: str | None = LINE,
        round_by: float = 6,
        line: float = 1,
    ) -> None:
        """Draw a rectangle with rounded corners."""
        place = (x * FINE, y * FINE, (x + w) * FINE - 1, (y + h) * FINE - 1)
        width = round(line * FINE) if edge else 0
        self._draw.rounded_rectangle(place, round_by * FINE, fill, edge, width)

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str | None = SUMI, line: float = 1) -> None:
        """Draw a circle around a point."""
        self._draw.circle((x * FINE, y * FINE), radius * FINE, fill, edge, round(line * FINE) if edge else 0)

    def shape(self, points: list[tuple[float, float]], fill: str, edge: str | None = None, line: float = 1) -> None:
        """Draw a polygon."""
        corners = [(x * FINE, y * FINE) for x, y in points]
        self._draw.polygon(corners, fill, edge, round(line * FINE) if edge else 0)

    def stroke(self, x: float, y: float, to_x: float, to_y: float, colour: str, line: float = 1) -> None:
        """Draw a straight line."""
        self._draw.line((x * FINE, y * FINE, to_x * FINE, to_y * FINE), colour, round(line * FINE))

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 14,
        colour: str = SUMI,
        anchor: str = "lm",
        bold: bool = False,
        most: float | None = None,
    ) -> float:
        """Draw text no wider than `most`, shrinking and then truncating it; return its width."""
        words = words.translate(PLAIN)
        if most is not None:
            while size > _SMALLEST and _font(size).getlength(words) > most * FINE:
                size -= 0.5
            if _font(size).getlength(words) > most * FINE:
                while words and _font(size).getlength(words + "...") > most * FINE:
                    words = words[:-1]
                words += "..."
        font = _font(size)
        weight = size * FINE / 60 if bold else 0
        self._draw.text((x * FINE, y * FINE), words, colour, font, anchor, stroke_width=weight)
        return float(font.getlength(words)) / FINE

    def lines(
        self, x: float, y: float, words: str, most: float, rows: int, size: float = 14, colour: str = SUMI
    ) -> None:
        """Draw a sentence over at most `rows` lines; the last one is truncated to fit."""
        line = ""
        row = 0
        for word in words.translate(PLAIN).split():
            longer = f"{line} {word}".strip()
            if line and row < rows - 1 and _font(size).getlength(longer) > most * FINE:
                self.text(x, y + row * size * 1.35, line, size, colour)
                line = word
                row += 1
            else:
                line = longer
        self.text(x, y + row * size * 1.35, line, size, colour, most=most)

    def back(self, x: float, y: float, w: float, h: float) -> None:
        """Draw a card face down."""
        self.box(x, y, w, h, AI, SUMI, w / 10)
        self.box(x + w / 7, y + w / 7, w - 2 * w / 7, h - 2 * w / 7, None, TATAMI, w / 14)

    def card(
        self, x: float, y: float, w: float, h: float, big: str, small: str, colour: str, mark: str | None = None
    ) -> None:
        """Draw a card face up: its name large, a word below, a band in its colour.

        `mark` is the colour of a frame around it.
        """
        if mark:
            self.box(x - 4, y - 4, w + 8, h + 8, mark, None, w / 8 + 3)
        self.box(x, y, w, h, RAISED, SUMI, w / 10)
        self.box(x + 3, y + 3, w - 6, h * 0.16, colour, None, w / 14)
        self.text(x + w / 2, y + h * 0.47, big, min(w * 0.46, h * 0.36), colour, "mm", bold=True, most=w - 8)
        self.text(x + w / 2, y + h * 0.8, small, min(15, w * 0.24), SOFT, "mm", most=w - 6)
