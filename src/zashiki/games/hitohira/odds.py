"""Hitohira: what a draw from the pouch may bring, exactly.

Of all that can be drawn in a turn few heaps do not fail: `fails` (HT-3.3, HT-3.4) leaves just those in SAFE. A draw
leads from one of them to a larger one or to a failure, and how likely that is follows from what the pouch may hold. So
the best way to draw up to three times (HT-3.1) can be worked out from the last draw back to the first.

A pool is a heap of pieces of which the pouch holds some, each with the same chance: all that a seat has not seen.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT
from zashiki.games.hitohira.pieces import BLACK, MOST_DRAWS, MOST_IN_TURN, fails, heap_of, kinds, number, total

_MOST_PIECES: Final = 97


def _heaps(most: int) -> list[int]:
    """All heaps of at most so many pieces, small ones first."""
    rows: list[list[int]] = [[]]
    for _ in range(6):
        rows = [[*row, many] for row in rows for many in range(most + 1) if sum(row) + many <= most]
    return [heap_of(row) for row in sorted(rows, key=lambda row: (sum(row), row))]


SAFE: Final = vec[i64]([heap for heap in _heaps(MOST_IN_TURN) if not fails(heap)])
"""Every heap that can be drawn in a turn without failing, small ones first; the first is empty."""
SAFE_KINDS: Final = vec[i64]([kinds(heap) & 31 for heap in SAFE])
"""By place in SAFE: the five colours there are, as bits."""
SAFE_SIZE: Final = vec[i64]([total(heap) for heap in SAFE])
"""By place in SAFE: how many pieces there are."""


def _digits(heap: i64) -> i64:
    """A heap with at most two of each colour as a number below 729: its counts are the digits to base three."""
    digits: i64 = 0
    colour: i64 = 5
    while colour >= 0:
        digits = digits * 3 + number(heap, colour)
        colour -= 1
    return digits


def _places() -> list[int]:
    found = [-1] * 729
    for place, heap in enumerate(SAFE):
        found[_digits(heap)] = place
    return found


_PLACE: Final = vec[i64](_places())


def place_of(heap: i64) -> i64:
    """The place of a heap in SAFE; it must not be a failure."""
    return _PLACE[_digits(heap)]


# Which larger heaps of SAFE a heap can grow into: those from _FIRST[place] to _FIRST[place + 1] in _TO. Each has
# two codes for its chances, one for three colours and one for the others: counts before and after, digits to base nine.


def _links() -> tuple[list[int], list[int], list[int], list[int]]:
    first: list[int] = []
    to: list[int] = []
    lower: list[int] = []
    upper: list[int] = []
    for heap in SAFE:
        first.append(len(to))
        for place, grown in enumerate(SAFE):
            if grown != heap and min([number(grown, colour) - number(heap, colour) for colour in range(6)]) >= 0:
                codes = [3 * number(heap, colour) + number(grown, colour) for colour in range(6)]
                to.append(place)
                lower.append(codes[0] + 9 * codes[1] + 81 * codes[2])
                upper.append(codes[3] + 9 * codes[4] + 81 * codes[5])
    first.append(len(to))
    return first, to, lower, upper


_LINKS: Final = _links()
_FIRST: Final = vec[i64](_LINKS[0])
_TO: Final = vec[i64](_LINKS[1])
_LOWER: Final = vec[i64](_LINKS[2])
_UPPER: Final = vec[i64](_LINKS[3])


def _binomials() -> list[float]:
    row = [1.0] + [0.0] * MOST_IN_TURN
    found: list[float] = []
    for _ in range(_MOST_PIECES):
        found += row
        row = [1.0] + [row[k] + row[k - 1] for k in range(1, MOST_IN_TURN + 1)]
    return found


_CHOOSE: Final = vec[float](_binomials())


def choose(pieces: i64, many: i64) -> float:
    """In how many ways so many (at most eight) can be taken from these pieces; 0 if there are not enough."""
    if many < 0 or pieces < 0:
        return 0.0
    return _CHOOSE[pieces * 9 + many]


def _ways(pool: i64, first_colour: i64) -> vec[float]:
    """By code: in how many ways three colours can go from some counts to others, if the pool was so at the start."""
    found = _NO_WAYS[:]
    code: i64 = 0
    while code < 729:
        rest = code
        product = 1.0
        colour = first_colour
        while colour < first_colour + 3:
            digit = rest % 9
            before = digit // 3
            product *= choose(number(pool, colour) - before, digit % 3 - before)
            rest //= 9
            colour += 1
        found[code] = product
        code += 1
    return found


_NO_WAYS: Final = vec[float]([0.0] * 729)
_NO_VALUES: Final = vec[float]([0.0] * len(SAFE))
_NOT_TAKEN: Final = vec[float]([-1.0] * (len(SAFE) * (MOST_IN_TURN + 1)))
_NO_DRAWS: Final = vec[float]([-1.0e9] * (MOST_IN_TURN + 1))


def chances_to_fail(heap: i64, pool: i64, most: i64) -> list[float]:
    """How likely a draw of 1, 2, … `most` pieces fails, if `heap` was drawn in this turn before."""
    place = place_of(heap)
    lower = _ways(pool + heap, 0)
    upper = _ways(pool + heap, 3)
    safe = [0.0] * (most + 1)
    link = _FIRST[place]
    while link < _FIRST[place + 1]:
        many = SAFE_SIZE[_TO[link]] - SAFE_SIZE[place]
        if many <= most:
            safe[many] += lower[_LOWER[link]] * upper[_UPPER[link]]
        link += 1
    pieces = total(pool)
    return [1.0 - safe[many] / choose(pieces, many) for many in range(1, most + 1)]


def chance_to_fail(heap: i64, pool: i64, many: i64) -> float:
    """How likely a draw of so many pieces fails, if `heap` was drawn in this turn before."""
    return chances_to_fail(heap, pool, many)[many - 1]


@final
class Draws:
    """What the draws of a turn may be expected to bring, when it is known what every heap is worth.

    `worth` is, by place in SAFE, what it is worth to stop with that heap. `takes` is, by set of colours, what a failure
    with these colours is worth (HT-3.5). `left` is how many pieces of the pool are in the pouch.
    """

    def __init__(self, heap: i64, pool: i64, left: i64, worth: vec[float], takes: vec[float]) -> None:
        self.heap = heap
        self.pool = pool
        self.most: i64 = total(heap) + left
        self.worth = worth
        self.takes = takes
        self._all: i64 = pool + heap
        self._lower = _ways(self._all, 0)
        self._upper = _ways(self._all, 3)
        self._taken = _NOT_TAKEN[:]

    def values(self, draws: i64) -> vec[float]:
        """What drawing so many pieces now is worth, by their number, when so many draws have been made.

        At 0 that is what stopping is worth; what cannot be is worth very little.
        """
        later = self.worth
        made: i64 = MOST_DRAWS - 1
        place = place_of(self.heap)
        while made > draws:
            later = self._one_more(later, place)
            made -= 1
        found = self._growing(place, later)
        found[0] = self.worth[place]
        return found

    def _one_more(self, later: vec[float], root: i64) -> vec[float]:
        """By place in SAFE: what a heap is worth if one more draw than in `later` may follow."""
        values = _NO_VALUES[:]
        values[root] = self.worth[root]
        link = _FIRST[root]
        while link < _FIRST[root + 1]:
            if self._lower[_LOWER[link]] * self._upper[_UPPER[link]] > 0.0:
                place = _TO[link]
                best = self.worth[place]
                for value in self._growing(place, later):
                    if value > best:
                        best = value
                values[place] = best
            link += 1
        return values

    def _growing(self, place: i64, later: vec[float]) -> vec[float]:
        """What a draw from the heap at `place` is worth, by the number of pieces, if `later` says what follows."""
        found = _NO_DRAWS[:]
        size = SAFE_SIZE[place]
        most: i64 = MOST_IN_TURN
        if self.most < most:
            most = self.most
        pieces = total(self._all) - size
        many: i64 = 1
        while size + many <= most:
            found[many] = 0.0
            many += 1
        link = _FIRST[place]
        while link < _FIRST[place + 1]:
            grown = _TO[link]
            many = SAFE_SIZE[grown] - size
            if size + many <= most:
                # The failures come as all that may come, less what does not fail.
                gain = later[grown] - self.takes[SAFE_KINDS[grown]]
                found[many] += self._lower[_LOWER[link]] * self._upper[_UPPER[link]] * gain
            link += 1
        many = 1
        while size + many <= most:
            at = place * (MOST_IN_TURN + 1) + many
            if self._taken[at] < 0.0:
                self._taken[at] = self._taking(place, many)
            found[many] = found[many] / choose(pieces, many) + self._taken[at]
            many += 1
        return found

    def _taking(self, place: i64, many: i64) -> float:
        """What `takes` may be expected to say after a draw of so many, whatever comes."""
        rest = self._all - SAFE[place]
        drawn = SAFE_KINDS[place]
        pieces = total(rest)
        expected = 0.0
        # Sets of colours from none on: what is drawn lies within a set, but within no smaller one.
        within = _WITHIN[:]
        those: i64 = 0
        while those < 32:
            if drawn & ~those == 0:
                inside = number(rest, BLACK)
                colour: i64 = 0
                while colour < 5:
                    if those & BIT[colour] != 0:
                        inside += number(rest, colour)
                    colour += 1
                within[those] = choose(inside, many)
            those += 1
        colour = 0
        while colour < 5:
            those = 0
            while those < 32:
                if those & BIT[colour] != 0:
                    within[those] -= within[those ^ BIT[colour]]
                those += 1
            colour += 1
        those = 0
        while those < 32:
            expected += within[those] * self.takes[those]
            those += 1
        return expected / choose(pieces, many)


_WITHIN: Final = vec[float]([0.0] * 32)
