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
"""Sets of at least this size may be written as large ones."""
_MOST_SEATS: Final = 16
AROUND: Final[list[list[list[int]]]] = [
    [[(seat + n) % seats for n in range(seats)] for seat in range(seats)] for seats in range(_MOST_SEATS + 1)
]
"""AROUND[seats][seat]: all seats clockwise, starting from `seat`."""


def relative_seat(other: i64, seat: i64, seats: i64) -> i64:
    """How many seats clockwise from `seat` the other one is; below 0 for nobody."""
    if other < 0:
        return -1
    place = other - seat
    if place < 0:
        place += seats
    return place


@final
class Field:
    """A part of an observation."""

    def __init__(self, name: str, size: int, about: str, most: int = 1) -> None:
        self.name = name
        """What it is called in tables and code."""
        self.size = size
        """Its length."""
        self.about = about
        """What its numbers mean."""
        self.most = most
        """What to divide its numbers by: their usual maximum."""


@final
class ObservationWriter:
    """Writes numbers into a row, one after the other, over whatever was there.

    A writer writes observations of one kind, and remembers the large sets that it wrote: next time it changes only what
    is different. If anybody else has written into the row, make a new writer.
    """

    row: vec[i16]
    at: i64
    _large: vec[i64]
    """By position // LARGE: the set that was written there last; -1 if none was."""

    def __init__(self, row: vec[i16]) -> None:
        self.row = row
        self.at = 0
        self._large = vec[i64]([i64(-1)] * (len(row) // LARGE + 1))

    def number(self, value: i64) -> None:
        """One number."""
        self.row[self.at] = i16(value)
        self.at += 1

    def one_hot(self, size: i64, which: i64) -> None:
        """One-hot of length `size`; all zeros if `which` is below 0."""
        place = self.at
        self.blank(size)
        if 0 <= which < size:
            self.row[place + which] = 1

    def multi_hot(self, bits: i64, first: i64, size: i64) -> None:
        """Multi-hot of length `size`: 1 for each number in the set, from the number `first` on."""
        row = self.row
        place = self.at
        end = place + size
        bits >>= first
        while place < end:
            row[place] = i16(bits & 1)
            bits >>= 1
            place += 1
        self.at = end

    def large_multi_hot(self, bits: i64, size: i64) -> None:
        """Multi-hot of a set of numbers below `size`, which is at least LARGE: fast if little has changed."""
        place = self.at
        was = self._large[place >> LARGE_BITS]
        if was == bits:
            self.at = place + size
            return
        changed = self._written(bits, size) ^ bits
        row = self.row
        while changed != 0:
            bit = lowest(changed)
            changed &= changed - 1
            row[place + bit] = i16((bits >> bit) & 1)

    def leave(self, bits: i64, size: i64) -> i64:
        """Clear what is not in the set and leave the rest to the caller; returns where the first number belongs."""
        place = self.at
        gone = self._written(bits, size) & ~bits
        row = self.row
        while gone != 0:
            row[place + lowest(gone)] = 0
            gone &= gone - 1
        return place

    def _written(self, bits: i64, size: i64) -> i64:
        """Move on past a set; returns the set that was written there last."""
        place = self.at
        large = self._large
        was = large[place >> LARGE_BITS]
        large[place >> LARGE_BITS] = bits
        if was < 0:
            self.blank(size)
            return 0
        self.at = place + size
        return was

    def blank(self, size: i64) -> None:
        """Zeros."""
        row = self.row
        place = self.at
        end = place + size
        while place < end:
            row[place] = 0
            place += 1
        self.at = end


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(metaclass=ABCMeta):
    """Makes the observations of one game."""

    @abstractmethod
    def fields(self, seats: int, options: Options) -> list[Field]:
        """The parts of an observation, in order."""

    @abstractmethod
    def observe(self, state: State, seat: i64, writer: ObservationWriter) -> None:
        """Write the seat's observation: as many numbers as the fields have."""

    def move_visible_to(self, state: State, mover: i64, action: i64, seat: i64) -> bool:
        """Whether `seat` sees which move `mover` (or chance) makes in this state; if not, it sees only that it moves.

        By default everybody sees every move.
        """
        return True
