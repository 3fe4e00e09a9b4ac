"""Plots as SVG: the ranking of an arena, and the chance of winning during a game.

Written by hand, in light and dark colours: a plot is a handful of lines and words, and needs no plotting library.
"""

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from zashiki.bots.analysis import Review
from zashiki.bots.statistics import BotResult
from zashiki.core.hints import SURE

WIDTH: Final = 760
LEFT: Final = 150
RIGHT: Final = 690
"""Where the axis ends; numbers are to the right of it."""
LINE: Final = 34
"""Height of a row."""

_STYLE: Final = """
  .paper { fill: #f6f1e4 } .ink { fill: #2b2926 } .soft { fill: #6b665d } .rule { stroke: #cfc7b2 }
  .even { stroke: #8b857a; stroke-dasharray: 4 4 } .whisker { stroke: #2f4a73; stroke-width: 2 }
  .dot { fill: #2f4a73 } .lost { fill: #c8402b } .line { stroke: #2f4a73; stroke-width: 2; fill: none }
  .band { fill: #2f4a73; opacity: .14 }
  text { font: 14px "Zen Kaku Gothic New", "Noto Sans", sans-serif } .title { font-size: 17px; font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #1d1b19 } .ink { fill: #ece6d8 } .soft { fill: #a39c8f } .rule { stroke: #46423b }
    .whisker, .line { stroke: #8fb0e0 } .dot, .band { fill: #8fb0e0 } .lost { fill: #ef7a63 }
  }
"""


def _drawing(height: int, title: str, subtitle: str, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}">\n<style>{_STYLE}</style>\n'
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>\n'
    )
    words = [_text(24, 32, title, "ink title"), _text(24, 54, subtitle, "soft")]
    return head + "\n".join([*words, *parts]) + "\n</svg>\n"


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def ranking(title: str, subtitle: str, rows: Sequence[BotResult]) -> str:
    """Each bot's share of the victories with its 95% interval; a dashed mark shows an even share."""
    top = 84
    most = min(1.0, math.ceil(10 * max(max(row["high"] for row in rows), max(row["even"] for row in rows))) / 10)
    height = top + LINE * len(rows) + 46
    foot = top + LINE * len(rows)
    parts: list[str] = []
    ticks = 5 if most > 0.5 else max(1, round(10 * most))
    for tick in range(ticks + 1):
        x = LEFT + (RIGHT - LEFT) * tick / ticks
        parts += [
            _line(x, top - 12, x, foot, "rule"),
            _text(x, foot + 22, f"{most * tick / ticks:.0%}", "soft", "middle"),
        ]
    for index, row in enumerate(rows):
        y = top + LINE * index + LINE / 2 - 6
        low, middle, high, even = (
            LEFT + (RIGHT - LEFT) * min(1.0, value / most)
            for value in (row["low"], row["share"], row["high"], row["even"])
        )
        parts += [
            _text(24, y + 5, row["bot"][:18], "ink"),
            _line(even, y - 12, even, y + 12, "even"),
            _line(low, y, high, y, "whisker"),
            f'<circle cx="{middle:.1f}" cy="{y:.1f}" r="5" class="dot"/>',
            _text(WIDTH - 16, y + 5, f"{row['share']:.1%}", "ink", "end"),
        ]
    return _drawing(height, title, subtitle, parts)


def chances(title: str, subtitle: str, review: Review) -> str:
    """The chance of winning at each decision of one seat; the turning points are marked and named."""
    top, foot = 84, 324
    decisions = review.decisions
    parts: list[str] = []
    for tick in range(5):
        y = foot - (foot - top) * tick / 4
        parts += [_line(60, y, RIGHT, y, "rule"), _text(52, y + 5, f"{tick / 4:.0%}", "soft", "end")]

    def at(index: int, chance: float) -> tuple[float, float]:
        across = index / max(1, len(decisions) - 1)
        return 60 + (RIGHT - 60) * across, foot - (foot - top) * min(1.0, max(0.0, chance))

    middle = [at(index, decision.best.chance) for index, decision in enumerate(decisions)]
    upper = [at(index, decision.best.chance + SURE * decision.best.error) for index, decision in enumerate(decisions)]
    lower = [at(index, decision.best.chance - SURE * decision.best.error) for index, decision in enumerate(decisions)]
    if decisions:
        band = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*upper, *reversed(lower)])
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in middle)
        parts += [f'<polygon points="{band}" class="band"/>', f'<polyline points="{line}" class="line"/>']
    marked = {id(decision): number for number, decision in enumerate(review.turning_points, 1)}
    for index, decision in enumerate(decisions):
        if (number := marked.get(id(decision))) is not None:
            x, y = at(index, decision.best.chance)
            parts += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" class="lost"/>',
                _text(x, y - 12, str(number), "ink", "middle"),
            ]
    below = foot + 30
    for number, decision in enumerate(review.turning_points, 1):
        words = (
            f"{number}. ply {decision.ply}: {decision.made.name} (better: {decision.best.name}), −{decision.loss:.1%}"
        )
        parts.append(_text(60, below, words, "ink"))
        below += 22
    parts.append(_text(RIGHT, foot + 20, f"{len(decisions)} decisions", "soft", "end"))
    return _drawing(below + 12, title, subtitle, parts)
