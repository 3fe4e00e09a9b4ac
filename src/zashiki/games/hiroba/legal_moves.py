"""Hiroba: the moves with the pebbles of a hand, all of them or one at random.

`low` and `high` are the free squares in a seat's reach (HB-3.1, HB-3.2), `lacks` those that still lack each number
(HB-3.3), as a state has them. A number of the hand may go where both meet.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count_both, lowest
from zashiki.core.rng import Rng
from zashiki.games.hiroba.squares import LOW_SQUARES, SQUARES, random_square

_MOST: Final = 10 * SQUARES + 1
_MOVES: Final[list[object]] = list(range(_MOST))
"""Every move as a ready Python object, for long lists."""
_ROOM: Final = vec[i64]([0] * _MOST)


def fitting(low: i64, high: i64, lacks: vec[i64], number: i64) -> tuple[i64, i64]:
    """Those of some squares where the number is not there yet, for the first pebble too (HB-R6): the rule HB-3.3."""
    return low & lacks[2 * number], high & lacks[2 * number + 1]


def pebble_moves(hand: i64, low: i64, high: i64, lacks: vec[i64]) -> list[int]:
    """All of them, ascending: 81 * (number - 1) + square."""
    total: i64 = 0
    number: i64 = 1
    while number < 10:
        if hand & BIT[number] != 0:
            some, others = fitting(low, high, lacks, number)
            total += count_both(some, others)
        number += 1
    # Allocated at its final length: counting first is cheaper than growing a row.
    found = _ROOM[:total]
    filled: i64 = 0
    number = 1
    while number < 10:
        if hand & BIT[number] != 0:
            some, others = fitting(low, high, lacks, number)
            filled = _fill(found, filled, SQUARES * number - SQUARES, some, others)
        number += 1
    return cast(list[int], [_MOVES[move] for move in found])


def stone_moves(first: i64, low: i64, high: i64, none: i64) -> list[int]:
    """A stone on each of these squares, `first` being the move for square 0; then the move to place none."""
    total = count_both(low, high)
    found = _ROOM[: total + 1]
    _fill(found, 0, first, low, high)
    found[total] = none
    return cast(list[int], [_MOVES[move] for move in found])


def _fill(moves: vec[i64], filled: i64, first: i64, low: i64, high: i64) -> i64:
    """Write the moves of some squares into the row, `first` being that of square 0; how much of it is filled then."""
    while low != 0:
        moves[filled] = first + lowest(low)
        low &= low - 1
        filled += 1
    first += LOW_SQUARES
    while high != 0:
        moves[filled] = first + lowest(high)
        high &= high - 1
        filled += 1
    return filled


def random_pebble(hand: i64, low: i64, high: i64, lacks: vec[i64], rng: Rng) -> tuple[i64, i64]:
    """A number and a square, evenly over all that go together: each number takes over by its share of the spots."""
    total: i64 = 0
    chosen: i64 = 0
    number: i64 = 1
    while number < 10:
        if hand & BIT[number] != 0:
            some, others = fitting(low, high, lacks, number)
            spots = count_both(some, others)
            total += spots
            if spots != 0 and (spots == total or rng.below(total) < spots):
                chosen = number
        number += 1
    some, others = fitting(low, high, lacks, chosen)
    return chosen, random_square(some, others, rng)
