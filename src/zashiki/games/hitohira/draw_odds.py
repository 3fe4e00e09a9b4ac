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
    """All heaps of at most `most` pieces, small ones first."""
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


# Which larger heaps of SAFE a heap can grow into by drawing `many` more: the links from _FIRST[9 * place + many] to the
# next such number. A link has the place of the larger heap in its lowest eight bits, and above it two codes of eight
# bits for its chances, one for three colours and one for the others: digits to base six, each for a count before and
# after, which is one of _GROWTHS.
_GROWTHS: Final = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


def _code(heap: int, grown: int, first_colour: int) -> int:
    code = 0
    for colour in (first_colour + 2, first_colour + 1, first_colour):
        code = 6 * code + _GROWTHS.index((number(heap, colour), number(grown, colour)))
    return code


def _links() -> tuple[list[int], list[int]]:
    first: list[int] = []
    links: list[int] = []
    for heap in SAFE:
        rows: list[list[int]] = [[] for _ in range(MOST_IN_TURN + 1)]
        for place, grown in enumerate(SAFE):
            if grown != heap and min([number(grown, colour) - number(heap, colour) for colour in range(6)]) >= 0:
                link = place + 256 * _code(heap, grown, 0) + 65536 * _code(heap, grown, 3)
                rows[total(grown) - total(heap)].append(link)
        for row in rows:
            first.append(len(links))
            links += row
    first.append(len(links))
    return first, links


_FIRST_AND_LINKS: Final = _links()
_FIRST: Final = vec[i64](_FIRST_AND_LINKS[0])
_LINKS: Final = vec[i64](_FIRST_AND_LINKS[1])


def grown_from(heap: i64) -> vec[i64]:
    """The places in SAFE of all larger heaps that this one can grow into, small ones first."""
    first = (MOST_IN_TURN + 1) * place_of(heap)
    found = _LINKS[_FIRST[first] : _FIRST[first + MOST_IN_TURN + 1]]
    index: i64 = 0
    while index < i64(len(found)):
        found[index] &= 255
        index += 1
    return found


def _binomials() -> list[float]:
    row = [1.0] + [0.0] * MOST_IN_TURN
    found: list[float] = []
    for _ in range(_MOST_PIECES):
        found += row
        row = [1.0] + [row[k] + row[k - 1] for k in range(1, MOST_IN_TURN + 1)]
    return found


_CHOOSE: Final = vec[float](_binomials())


def choose(pieces: i64, many: i64) -> float:
    """In how many ways a number of pieces (at most eight) can be taken from these; 0 if there are too few."""
    if many < 0 or pieces < 0:
        return 0.0
    return _CHOOSE[pieces * 9 + many]


_GROWING: Final = vec[float](
    [choose(pieces - before, after - before) for pieces in range(_MOST_PIECES) for before, after in _GROWTHS]
)
"""By pieces of a colour in the pool and the number of a growth: in how many ways it can come about."""


def _ways(pool: i64, first_colour: i64) -> vec[float]:
    """By code: in how many ways three colours can go from some counts to others, given the pool at the start."""
    found = _NO_WAYS[:]
    low = 6 * number(pool, first_colour)
    middle = 6 * number(pool, first_colour + 1)
    high = 6 * number(pool, first_colour + 2)
    code: i64 = 0
    third: i64 = 0
    while third < 6:
        second: i64 = 0
        while second < 6:
            ways = _GROWING[high + third] * _GROWING[middle + second]
            first: i64 = 0
            while first < 6:
                found[code] = ways * _GROWING[low + first]
                code += 1
                first += 1
            second += 1
        third += 1
    return found


def _classes() -> list[int]:
    """By place in SAFE: a number that heaps of the same colours and the same size have in common."""
    both = [(int(those), int(size)) for those, size in zip(SAFE_KINDS, SAFE_SIZE, strict=True)]
    known = sorted(set(both))
    return [known.index(pair) for pair in both]


_CLASS: Final = vec[i64](_classes())
_NO_WAYS: Final = vec[float]([0.0] * 216)
_NO_VALUES: Final = vec[float]([0.0] * len(SAFE))
_NOT_TAKEN: Final = vec[float]([-1.0e9] * ((max(_CLASS) + 1) * (MOST_IN_TURN + 1)))
"""Lower than any value: what must be taken after a failure may cost points (HT-R12)."""
_NO_DRAWS: Final = vec[float]([-1.0e9] * (MOST_IN_TURN + 1))
_WITHIN: Final = vec[float]([0.0] * 32)
_NONE_INSIDE: Final = vec[i64]([0] * 32)


def chances_to_fail(heap: i64, pool: i64, most: i64) -> list[float]:
    """How likely a draw of 1, 2, … `most` pieces fails, if `heap` was drawn in this turn before."""
    first = (MOST_IN_TURN + 1) * place_of(heap)
    lower = _ways(pool + heap, 0)
    upper = _ways(pool + heap, 3)
    pieces = total(pool)
    found: list[float] = []
    many: i64 = 1
    while many <= most:
        safe = 0.0
        for link in range(_FIRST[first + many], _FIRST[first + many + 1]):
            code = _LINKS[link]
            safe += lower[(code >> 8) & 255] * upper[code >> 16]
        found.append(1.0 - safe / choose(pieces, many))
        many += 1
    return found


def chance_to_fail(heap: i64, pool: i64, many: i64) -> float:
    """The chance that a draw of this many pieces fails, if `heap` was drawn in this turn before."""
    return chances_to_fail(heap, pool, many)[many - 1]


@final
class Draws:
    """The expected value of a turn's draws, given the value of every heap.

    `stop_values` is, by place in SAFE, the value of stopping with that heap; only those `heap` can grow into count.
    `takes` is, by set of colours, the value of a failure with these colours (HT-3.5, HT-R12). `left` is how many pieces
    of the pool are in the pouch.
    """

    def __init__(self, heap: i64, pool: i64, left: i64, stop_values: vec[float], takes: vec[float]) -> None:
        self.heap = heap
        self.pool = pool
        self.most: i64 = total(heap) + left
        if self.most > MOST_IN_TURN:
            self.most = MOST_IN_TURN
        self.stop_values = stop_values
        self.takes = takes
        self._all: i64 = pool + heap
        self._pieces: i64 = total(self._all)
        self._lower = _ways(self._all, 0)
        self._upper = _ways(self._all, 3)
        self._inside = _inside(self._all)
        self._taken = _NOT_TAKEN[:]
        self._within = _WITHIN[:]

    def values(self, draws: i64) -> vec[float]:
        """The value of drawing 0, 1, 2 … pieces now, after `draws` draws.

        Entry 0 is the value of stopping; impossible draws are very low.
        """
        places = grown_from(self.heap)
        gains = self._gains(self.stop_values, places)
        made: i64 = MOST_DRAWS - 1
        while made > draws:
            gains = self._gains(self._one_more(gains, places), places)
            made -= 1
        found = _NO_DRAWS[:]
        place = place_of(self.heap)
        found[0] = self.stop_values[place]
        many: i64 = 1
        while SAFE_SIZE[place] + many <= self.most:
            found[many] = self._drawing(place, many, gains)
            many += 1
        return found

    def _gains(self, values: vec[float], places: vec[i64]) -> vec[float]:
        """By place in SAFE: the gain over a failure with the same colours."""
        gains = _NO_VALUES[:]
        for place in places:
            gains[place] = values[place] - self.takes[SAFE_KINDS[place]]
        return gains

    def _one_more(self, gains: vec[float], places: vec[i64]) -> vec[float]:
        """By place in SAFE: what a heap is worth if it may be stopped with, or one more draw made that brings gains."""
        values = _NO_VALUES[:]
        for place in places:
            size = SAFE_SIZE[place]
            if size > self.most:
                break
            best = self.stop_values[place]
            many: i64 = 1
            while size + many <= self.most:
                value = self._drawing(place, many, gains)
                if value > best:
                    best = value
                many += 1
            values[place] = best
        return values

    def _drawing(self, place: i64, many: i64, gains: vec[float]) -> float:
        """The value of drawing `many` from the heap at `place`, where `gains` values what follows."""
        lower = self._lower
        upper = self._upper
        links = _LINKS
        first = (MOST_IN_TURN + 1) * place + many
        link = _FIRST[first]
        last = _FIRST[first + 1]
        # Failures: all outcomes, less those that do not fail.
        gain = 0.0
        while link < last:
            code = links[link]
            gain += lower[(code >> 8) & 255] * upper[code >> 16] * gains[code & 255]
            link += 1
        kind = (MOST_IN_TURN + 1) * _CLASS[place] + many
        if self._taken[kind] < -1.0e8:
            self._taken[kind] = self._taking(place, many)
        return gain / choose(self._pieces - SAFE_SIZE[place], many) + self._taken[kind]

    def _taking(self, place: i64, many: i64) -> float:
        """The expected value of `takes` after a draw of `many`, whatever comes.

        The heap itself lies within every set of colours that counts here, so its colours and its size are enough.
        """
        drawn = SAFE_KINDS[place]
        size = SAFE_SIZE[place]
        free = 31 & ~drawn
        # Sets of colours from none on: what is drawn lies within a set, but within no smaller one.
        within = self._within
        more: i64 = 0
        while True:
            within[drawn | more] = choose(self._inside[drawn | more] - size, many)
            more = (more - free) & free
            if more == 0:
                break
        colour: i64 = 0
        while colour < 5:
            bit = BIT[colour]
            if free & bit != 0:
                rest = free ^ bit
                while True:
                    within[drawn | bit | more] -= within[drawn | more]
                    more = (more - rest) & rest
                    if more == 0:
                        break
            colour += 1
        expected = 0.0
        while True:
            expected += within[drawn | more] * self.takes[drawn | more]
            more = (more - free) & free
            if more == 0:
                break
        return expected / choose(self._pieces - size, many)


def _inside(pool: i64) -> vec[i64]:
    """By set of colours: how many pieces of the pool are of these or black."""
    found = _NONE_INSIDE[:]
    found[0] = number(pool, BLACK)
    colour: i64 = 0
    while colour < 5:
        bit = BIT[colour]
        many = number(pool, colour)
        those: i64 = 0
        while those < bit:
            found[bit | those] = found[those] + many
            those += 1
        colour += 1
    return found
