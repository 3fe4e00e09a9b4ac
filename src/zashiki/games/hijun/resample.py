"""Hijun: all hands and discards consistent with what a seat has seen (HJ-5.1), each equally likely.

What a seat has not seen is in the other hands, the other discards and the pile. Whoever did not follow a colour has
none of it in hand, but may have discarded it, for discards came first. So only hands with a *void* (a set of colours,
as bits) are bound; every other place takes any cards.

Hands with the same void are dealt as one big hand and then split. If the voids form a chain, each holding the next one,
it is enough to deal the most bound hand first: wherever its cards come from, the later hands could have taken each of
them too, so every choice leaves equally many ways to go on. If they do not (one hand without poppy, one
without iris), how many cards of each colour the hand gets is drawn by the number of ways that each split leaves. The
numbers are whole and exact, however large.
"""

from itertools import pairwise
from math import comb
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count, nth, zeros
from zashiki.core.rng import Rng
from zashiki.games.hijun.cards import ALL_COLOURS, CARDS, COLOUR_COUNT, held

CHOICES: Final[list[list[int]]] = [[comb(n, k) for k in range(n + 1)] for n in range(CARDS + 1)]
"""`CHOICES[n][k]`: in how many ways k of n cards can be chosen."""

Counts = tuple[int, int, int, int]
"""A number of cards for each colour."""


def redealt(cards: vec[i64], seats: i64, seat: i64, void: i64, rng: Rng) -> vec[i64]:
    """The row of all places with everything redealt that `seat` does not see."""
    fresh = cards[:]
    pool = zeros(COLOUR_COUNT)
    bound: dict[int, list[int]] = {}
    free: list[int] = []
    place: i64 = 0
    while place <= 2 * seats:
        if place != seat and place != seats + seat:
            colour: i64 = 0
            while colour < COLOUR_COUNT:
                pool[colour] |= cards[COLOUR_COUNT * place + colour]
                fresh[COLOUR_COUNT * place + colour] = 0
                colour += 1
            lacks: i64 = 0
            if place < seats:
                lacks = (void >> (COLOUR_COUNT * place)) & ALL_COLOURS
            if lacks != 0:
                bound.setdefault(lacks, []).append(place)
            else:
                free.append(place)
        place += 1
    if bound:
        _deal_bound(cards, fresh, pool, bound, rng)
    for place in free:
        _draw(pool, ALL_COLOURS, held(cards, place), fresh, place, rng)
    return fresh


def _deal_bound(cards: vec[i64], fresh: vec[i64], pool: vec[i64], bound: dict[int, list[int]], rng: Rng) -> None:
    """Deal the hands with a void: the most bound first, those with the same void together."""
    voids = sorted(bound, key=count, reverse=True)
    ways = Ways(voids, [sum(held(cards, place) for place in bound[lacks]) for lacks in voids])
    together = zeros(COLOUR_COUNT)
    for index, lacks in enumerate(voids):
        if ways.chain[index]:
            _draw(pool, ALL_COLOURS & ~lacks, ways.sizes[index], together, 0, rng)
        else:
            split = ways.split(index, _counts(pool), rng)
            for colour in range(COLOUR_COUNT):
                _draw(pool, BIT[colour], split[colour], together, 0, rng)
        for place in bound[lacks]:
            _draw(together, ALL_COLOURS, held(cards, place), fresh, place, rng)


def _draw(pool: vec[i64], colours: i64, size: i64, target: vec[i64], place: i64, rng: Rng) -> None:
    """Move a number of cards of these colours from the pool to a place of the target row, each set equally likely."""
    first = COLOUR_COUNT * place
    left: i64 = 0
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        if colours & BIT[colour] != 0:
            left += count(pool[colour])
        colour += 1
    while size > 0:
        skip = rng.below(left)
        colour = 0
        while True:
            if colours & BIT[colour] != 0:
                here = count(pool[colour])
                if skip < here:
                    break
                skip -= here
            colour += 1
        bit = BIT[nth(pool[colour], skip)]
        pool[colour] ^= bit
        target[first + colour] |= bit
        left -= 1
        size -= 1


def _counts(pool: vec[i64]) -> Counts:
    return int(count(pool[0])), int(count(pool[1])), int(count(pool[2])), int(count(pool[3]))


@final
class Ways:
    """The number of ways to deal hands with voids, given the number of cards of each colour."""

    def __init__(self, voids: list[int], sizes: list[int]) -> None:
        self.voids = voids
        """The colours that each hand has none of, the longest first."""
        self.sizes = sizes
        """How many cards each hand gets."""
        self.chain = [_is_chain(voids[index:]) for index in range(len(voids))]
        """Whether the void of every hand from here on holds that of the next."""
        self._known: dict[tuple[int, Counts], int] = {}

    def count(self, index: int, left: Counts) -> int:
        """The number of ways to deal the hands from `index` on, given the cards of each colour that are left."""
        if self.chain[index]:
            return self._count_chain(index, left)
        known = self._known.get((index, left))
        if known is None:
            if index == len(self.voids) - 2:
                known = self._count_pair(index, left)
            else:
                known = sum([self._weight(index, left, split) for split in self._splits(index, left)])
            self._known[index, left] = known
        return known

    def _count_chain(self, index: int, left: Counts) -> int:
        ways = 1
        gone = 0
        for n in range(index, len(self.voids)):
            fit = _fitting(left, self.voids[n]) - gone
            if fit < self.sizes[n]:
                return 0
            ways *= CHOICES[fit][self.sizes[n]]
            gone += self.sizes[n]
        return ways

    def _count_pair(self, index: int, left: Counts) -> int:
        """Two hands: all that matters is how many cards the first takes that the second could take as well."""
        size, other_size = self.sizes[index], self.sizes[index + 1]
        both = _fitting(left, self.voids[index] | self.voids[index + 1])
        own = _fitting(left, self.voids[index]) - both
        others = _fitting(left, self.voids[index + 1])
        ways = 0
        for shared in range(max(0, size - own), min(size, both, others - other_size) + 1):
            ways += CHOICES[both][shared] * CHOICES[own][size - shared] * CHOICES[others - shared][other_size]
        return ways

    def _splits(self, index: int, left: Counts) -> list[Counts]:
        """How many cards of each colour the hand may get."""
        lacks = self.voids[index]
        size = self.sizes[index]
        most = [0 if lacks & 2**colour else left[colour] for colour in range(COLOUR_COUNT)]
        found: list[Counts] = []
        for a in range(min(size, most[0]) + 1):
            for b in range(min(size - a, most[1]) + 1):
                for c in range(min(size - a - b, most[2]) + 1):
                    d = size - a - b - c
                    if d <= most[3]:
                        found.append((a, b, c, d))
        return found

    def _weight(self, index: int, left: Counts, split: Counts) -> int:
        """In how many ways the hand can get this split and the hands after it what they need."""
        rest = (left[0] - split[0], left[1] - split[1], left[2] - split[2], left[3] - split[3])
        ways = self.count(index + 1, rest)
        for n in range(COLOUR_COUNT):
            ways *= CHOICES[left[n]][split[n]]
        return ways

    def split(self, index: int, left: Counts, rng: Rng) -> Counts:
        """One split for the hand at `index`, as likely as the number of ways it leaves."""
        splits = self._splits(index, left)
        weights = [self._weight(index, left, split) for split in splits]
        point = below(sum(weights), rng)
        for split, weight in zip(splits, weights, strict=True):
            point -= weight
            if point < 0:
                return split
        raise AssertionError("unreachable: the point lies below the number of ways")


def _is_chain(voids: list[int]) -> bool:
    return all(after & ~before == 0 for before, after in pairwise(voids))


def _fitting(left: Counts, lacks: int) -> int:
    """How many of the cards left are of no colour that is lacking."""
    fit = 0
    for colour in range(COLOUR_COUNT):
        if lacks & 2**colour == 0:
            fit += left[colour]
    return fit


def below(n: int, rng: Rng) -> int:
    """A whole number from 0 to n - 1, each equally likely, for n of any size."""
    words = (n.bit_length() + 31) // 32
    while True:
        value = 0
        for _ in range(words):
            value = value * 0x1_0000_0000 + int(rng.word())
        value >>= 32 * words - n.bit_length()
        if value < n:
            return value
