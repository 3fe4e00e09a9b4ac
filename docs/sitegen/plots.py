"""Inline SVG plots: rows of marks on one axis, in the page's colours, light or dark.

A plot is a handful of lines and words and needs no plotting library. Series differ by shape as well as by colour, and
the figures stand in a table beside every plot. Colours are classes of the site's style sheet: no style is written into
the page, which its Content-Security-Policy would refuse.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

WIDTH: Final = 640
LINE: Final = 30
"""Height of a row with one line of text."""
SHAPES: Final = 5
"""The most series that can be told apart."""


@dataclass(frozen=True)
class Point:
    """A number with its error or range."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Row:
    """A row of the plot: one point per series, None where there is no number."""

    label: str
    points: Sequence[Point | None]
    about: str = ""
    """A second line below the label."""
    text: str = ""
    """The text at the right end."""


@dataclass(frozen=True)
class Plot:
    """A plot and its texts."""

    title: str
    about: str
    rows: Sequence[Row]
    series: Sequence[str] = ()
    unit: str = ""
    logarithmic: bool = False
    even: float | None = None
    """A dashed line, for instance where nobody is ahead."""
    percent: bool = False
    ends: tuple[float, float] | None = field(default=None)
    """The ends of the axis; by default they follow from the numbers."""


def svg(plot: Plot) -> str:
    """The plot as HTML without empty lines."""
    drawing = _Drawing(plot)
    words = f"{escape(plot.title)}. {escape(plot.about)}"
    return (
        f'<figure class="plot" tabindex="0" role="group" aria-label="{escape(plot.title)}">\n'
        f'<svg viewBox="0 0 {WIDTH} {drawing.height}" role="img" aria-label="{words}">\n'
        + "\n".join(drawing.parts())
        + f"\n</svg>\n<figcaption><strong>{escape(plot.title)}.</strong> {escape(plot.about)}</figcaption>\n</figure>"
    )


class _Drawing:
    def __init__(self, plot: Plot) -> None:
        self.plot = plot
        self.line = LINE + (14 if any(row.about for row in plot.rows) else 0)
        longest = max(max(len(row.label) * 6.9, len(row.about) * 5.7) for row in plot.rows)
        self.left = min(330.0, 22 + longest)
        self.right = WIDTH - (76.0 if any(row.text for row in plot.rows) else 28.0)
        self.top = 44 if plot.series else 18
        self.foot = self.top + self.line * len(plot.rows)
        self.height = self.foot + (46 if plot.unit else 30)
        self.low, self.high, self.ticks = _axis(plot)

    def across(self, value: float) -> float:
        """The x position of a number."""
        if self.plot.logarithmic:
            part = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.left + (self.right - self.left) * min(1.0, max(0.0, part))

    def parts(self) -> list[str]:
        plot = self.plot
        found = [*self._grid(), *self._legend()]
        for number, row in enumerate(plot.rows):
            middle = self.top + self.line * number + self.line / 2
            base = middle + (-3 if row.about else 4)
            found.append(_text(self.left - 14, base, row.label, "ink", "end"))
            if row.about:
                found.append(_text(self.left - 14, base + 15, row.about, "soft small", "end"))
            present = len(row.points)
            for series, point in enumerate(row.points):
                if point is not None:
                    off = (series - (present - 1) / 2) * min(6.0, 20 / present)
                    found += self._point(point, middle + off, series)
            if row.text:
                found.append(_text(WIDTH - 8, middle + 4, row.text, "ink", "end"))
        return found

    def _point(self, point: Point, y: float, series: int) -> list[str]:
        x = self.across(point.value)
        found = []
        if point.low is not None and point.high is not None:
            found.append(_line(self.across(point.low), y, self.across(point.high), y, f"whisker s{series}"))
        found.append(_mark(x, y, series))
        return found

    def _grid(self) -> list[str]:
        found: list[str] = []
        for tick in self.ticks:
            x = self.across(tick)
            found += [
                _line(x, self.top - 4, x, self.foot, "grid"),
                _text(x, self.foot + 18, self._told(tick), "soft", "middle"),
            ]
        if self.plot.even is not None:
            x = self.across(self.plot.even)
            found.append(_line(x, self.top - 4, x, self.foot, "even"))
        if self.plot.unit:
            found.append(_text((self.left + self.right) / 2, self.foot + 38, self.plot.unit, "soft", "middle"))
        return found

    def _legend(self) -> list[str]:
        found: list[str] = []
        x = self.left
        for number, name in enumerate(self.plot.series):
            found += [_mark(x + 6, 16, number), _text(x + 18, 20, name, "ink")]
            x += 40 + 7.4 * len(name)
        return found

    def _told(self, value: float) -> str:
        if self.plot.percent:
            return f"{value:.0%}"
        for size, letter in ((1e6, " M"), (1e3, " k")):
            if value >= size:
                return f"{value / size:g}{letter}"
        return f"{value:g}"


def _axis(plot: Plot) -> tuple[float, float, list[float]]:
    """The ends of the axis, and its ticks."""
    figures = [
        figure
        for row in plot.rows
        for point in row.points
        if point is not None
        for figure in (point.value, point.low, point.high)
        if figure is not None
    ]
    least, most = plot.ends or (min(figures), max(figures))
    if plot.logarithmic:
        first, last = math.floor(math.log10(least)), math.ceil(math.log10(most))
        return 10.0**first, 10.0**last, [10.0**power for power in range(first, last + 1)]
    low = least if plot.ends else 0.0
    step = 10.0 ** math.floor(math.log10(most - low))
    step = next(step * part for part in (0.1, 0.2, 0.25, 0.5, 1, 2) if (most - low) / (step * part) <= 6)
    count = math.ceil(round((most - low) / step, 6))
    return low, low + step * count, [low + step * number for number in range(count + 1)]


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _mark(x: float, y: float, series: int) -> str:
    """A different shape for each series: circle, square, diamond, triangle, ring."""
    kind = f'class="mark s{series}"'
    shape = series % SHAPES
    if shape == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" {kind}/>'
    if shape == 1:
        return f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9" {kind}/>'
    if shape == 2:
        return f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6-6z" {kind}/>'
    if shape == 3:
        return f'<path d="M{x:.1f} {y - 6:.1f}l6 10h-12z" {kind}/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" class="mark hollow s{series}"/>'
