"""Hiroba: the squares of the board, and sets of them.

A square is its number from 0 (a9, top left) to 80 (i1), row by row as one reads. A set of squares is two words of bits:
*low* holds rows 9 to 4 (squares 0 to 53) and *high* rows 3 to 1 (squares 54 to 80), so that no tile spans both words.
"""

from typing import Final

from mypy_extensions import i64

from zashiki.core.bits import BIT, count, count_both, mask, members, nth
from zashiki.core.rng import Rng

SQUARES: Final = 81
LOW_SQUARES: Final = 54
"""Squares from this one on are in the high word, as bit `square - 54`."""

ROW_NAMES: Final = "987654321"
COLUMN_NAMES: Final = "abcdefghi"
SQUARE_NAMES: Final = [column + row for row in ROW_NAMES for column in COLUMN_NAMES]


def neighbours(square: int) -> list[int]:
    """The squares orthogonally next to a square, ascending."""
    row, column = square // 9, square % 9
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [9 * y + x for y, x in around if 0 <= y < 9 and 0 <= x < 9]


def in_word(squares: list[int], high: bool) -> int:
    """The bits of those squares that are in the low word or in the high one."""
    if high:
        return mask([square - LOW_SQUARES for square in squares if square >= LOW_SQUARES])
    return mask([square for square in squares if square < LOW_SQUARES])


def listed(low: i64, high: i64) -> list[int]:
    """The squares of a set, ascending."""
    return members(low) + [LOW_SQUARES + bit for bit in members(high)]


def holds(low: i64, high: i64, square: i64) -> bool:
    """Whether the square is in the set."""
    if square < LOW_SQUARES:
        return low & BIT[square] != 0
    return high & BIT[square - LOW_SQUARES] != 0


def random_square(low: i64, high: i64, rng: Rng) -> i64:
    """One square of a set that is not empty, each equally likely."""
    skip = rng.below(count_both(low, high))
    lows = count(low)
    if skip < lows:
        return nth(low, skip)
    return LOW_SQUARES + nth(high, skip - lows)
