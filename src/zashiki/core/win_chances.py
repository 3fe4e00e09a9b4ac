"""From points to chances of winning, when some of the game is still to come.

With it a playout can be judged at the end of a round, not only at the end of the game.
Here every side is assumed to gain as much as any other from now on, plus a normal error; a side's chance is that of
ending with the highest sum. It uses only the score gap and what is left to play.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NODES: Final = 15
"""Places at which the integral over one side's luck is taken."""
_REACH: Final = 3.0
"""They are evenly spaced between this many standard deviations below and above."""

_STEPS: Final = 1024
_TABLE_REACH: Final = 8.0
_BELOW: Final = vec[float](
    [0.5 * (1.0 + math.erf((n / _STEPS * 2.0 - 1.0) * _TABLE_REACH / math.sqrt(2.0))) for n in range(_STEPS + 2)]
)
"""The normal distribution function, from -8 to 8."""

_AT: Final = vec[float]([(2.0 * n / (NODES - 1) - 1.0) * _REACH for n in range(NODES)])
_WEIGHT: Final = vec[float]([math.exp(-0.5 * ((2.0 * n / (NODES - 1) - 1.0) * _REACH) ** 2) for n in range(NODES)])

_NO_CHANCES: Final = vec[float]([0.0] * 16)


def no_chances(sides: i64) -> vec[float]:
    """A row of zeros (at most 16)."""
    return _NO_CHANCES[:sides]


def below(x: float) -> float:
    """The chance that a standard normal number is below x, to three digits."""
    place = (x + 8.0) * 64.0  # _STEPS / (2 * _TABLE_REACH)
    if place <= 0.0:
        return 0.0
    if place >= 1024.0:
        return 1.0
    index = i64(place)
    low = _BELOW[index]
    return low + (_BELOW[index + 1] - low) * (place - float(index))


def win_chances(points: vec[float], spread: float) -> vec[float]:
    """Each side's chance of ending with the most points; together 1.

    `points` is what each side has, or may expect, and `spread` the standard deviation of what each still gains.
    Without any spread the sides with the most points share the victory.
    """
    sides: i64 = len(points)
    chances = no_chances(sides)
    if spread < 0.01:
        return _shared(points, chances)
    scale = 1.0 / spread
    total = 0.0
    side: i64 = 0
    while side < sides:
        chance = 0.0
        node: i64 = 0
        while node < NODES:
            reached = points[side] * scale + _AT[node]
            product = _WEIGHT[node]
            other: i64 = 0
            while other < sides:
                if other != side:
                    product *= below(reached - points[other] * scale)
                other += 1
            chance += product
            node += 1
        chances[side] = chance
        total += chance
        side += 1
    side = 0
    while side < sides:
        chances[side] /= total
        side += 1
    return chances


def _shared(points: vec[float], chances: vec[float]) -> vec[float]:
    most = points[0]
    winners = 0.0
    for point in points:
        if point > most:
            most = point
            winners = 0.0
        if point == most:
            winners += 1.0
    side: i64 = 0
    while side < i64(len(points)):
        if points[side] == most:
            chances[side] = 1.0 / winners
        side += 1
    return chances
