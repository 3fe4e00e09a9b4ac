"""Observations: what a seat sees, as numbers, for learning programs.

Each game has one stateless `Observer`, in `games/<game>/observer.py`. An observation is a row of small integers whose
length depends only on the number of seats and the options. It is relative to the observing seat: where a row has a part
for each seat, the observer's own comes first, then the others clockwise. `fields` describes each part of the row and
the number by which to divide it so that it lies roughly between -1 and 1.

An observation contains nothing that the seat's view does not: `observer.py` removes secrets just as `view.py` does, and
the same tests check both.
"""

from abc import ABCMeta, abstractmethod
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from zashiki.core.bits import lowest
from zashiki.core.game import State
from zashiki.core.options import Options

LARGE_BITS: Final = 4
LARGE: Final = 16
"""Sets with at least so many places may be written as large ones."""
_MOST_SEATS: Final = 16
AROUND: Final[list[list[list[int]]]] = [
    [[(seat + n) % seats for n in range(seats)] for seat in range(seats)] for seats in range(_MOST_SEATS + 1)
]
"""AROUND[seats][seat]: the seats of a table from one seat's own place, clockwise."""


def relative_seat(other: i64, seat: i64, seats: i64) -> i64:
    """How many places clockwise from `seat` the other one sits; below 0 for nobody."""
    if other < 0:
        return -1
    place = other - seat
    if place < 0:
        place += seats
    return place


@final
class Field:
    """A part of a look."""

    def __init__(self, name: str, size: int, about: str, most: int = 1) -> None:
        self.name = name
        """What it is called in tables and code."""
        self.size = size
        """How many numbers it has."""
        self.about = about
        """What they say."""
        self.most = most
        """What they are divided by for a learner: the largest they usually get."""


@final
class ObservationWriter:
    """Writes numbers into a row, one after the other; whatever was there before is written over.

    A pen writes looks of one kind, and it remembers the large sets that it wrote: next time it changes only what is
    different. Whoever else writes into the row takes a new pen for it.
    """

    row: vec[i16]
    at: i64
    _large: vec[i64]
    """By place // LARGE: the set that was written from there on; -1 if none was."""

    def __init__(self, row: vec[i16]) -> None:
        self.row = row
        self.at = 0
        self._large = vec[i64]([i64(-1)] * (len(row) // LARGE + 1))

    def number(self, value: i64) -> None:
        """One number."""
        self.row[self.at] = i16(value)
        self.at += 1

    def one_hot(self, many: i64, which: i64) -> None:
        """So many places, a 1 at one of them; at none of them if it is below 0."""
        place = self.at
        self.blank(many)
        if 0 <= which < many:
            self.row[place + which] = 1

    def multi_hot(self, bits: i64, first: i64, many: i64) -> None:
        """A set as so many places, from the number `first` on: 1 for those in it."""
        row = self.row
        place = self.at
        end = place + many
        bits >>= first
        while place < end:
            row[place] = i16(bits & 1)
            bits >>= 1
            place += 1
        self.at = end

    def large_multi_hot(self, bits: i64, many: i64) -> None:
        """A set of numbers below `many`, of which there are at least LARGE: as `bits`, but quick if little changed."""
        place = self.at
        was = self._large[place >> LARGE_BITS]
        if was == bits:
            self.at = place + many
            return
        changed = self._written(bits, many) ^ bits
        row = self.row
        while changed != 0:
            bit = lowest(changed)
            changed &= changed - 1
            row[place + bit] = i16((bits >> bit) & 1)

    def leave(self, bits: i64, many: i64) -> i64:
        """The same, but what stands for the numbers in the set is to be written into the row by the caller.

        Where the first of the places is.
        """
        place = self.at
        gone = self._written(bits, many) & ~bits
        row = self.row
        while gone != 0:
            row[place + lowest(gone)] = 0
            gone &= gone - 1
        return place

    def _written(self, bits: i64, many: i64) -> i64:
        """Go on by so many places, where a set is to be written; the set that was written there last."""
        place = self.at
        large = self._large
        was = large[place >> LARGE_BITS]
        large[place >> LARGE_BITS] = bits
        if was < 0:
            self.blank(many)
            return 0
        self.at = place + many
        return was

    def blank(self, many: i64) -> None:
        """So many places that say nothing."""
        row = self.row
        place = self.at
        end = place + many
        while place < end:
            row[place] = 0
            place += 1
        self.at = end


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(metaclass=ABCMeta):
    """How the seats of one game see it as numbers."""

    @abstractmethod
    def fields(self, seats: int, options: Options) -> list[Field]:
        """What a look is made of, in its order."""

    @abstractmethod
    def observe(self, state: State, seat: i64, writer: ObservationWriter) -> None:
        """Write down what the seat sees: as many numbers as the fields have."""

    def move_visible_to(self, state: State, actor: i64, action: i64, seat: i64) -> bool:
        """Whether `seat` sees which move `actor` (or chance) makes in this state; if not, only that one is made.

        Everybody sees every move, if the game knows no better.
        """
        return True
