"""Hiroba: the score, as pure functions over plain numbers (HB-4.2 to HB-4.5). A score pad can use them without a game.

Sums come in one row, `seats` numbers for each garden or pond: `sums[seats * garden + seat]`. A pebble shows at least
1, so a sum of 0 means that the seat has no pebble there.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, lowest, zeros

LARGEST_GARDEN: Final = 6
LOOSE_KOI: Final = 1
"""Points for a koi that is not placed (HB-4.4)."""


@final
class Counts:
    """What lies in the gardens and around the ponds."""

    def __init__(self, seats: i64, gardens: i64, ponds: i64) -> None:
        self.seats = seats
        self.sizes = zeros(gardens)
        """How many squares each garden has."""
        self.empty = zeros(gardens)
        """How many of them hold neither a pebble nor a stone."""
        self.gardens = zeros(seats * gardens)
        """The sums of pebbles in each garden."""
        self.ponds = zeros(seats * ponds)
        """The sums of pebbles orthogonally next to each pond."""


@final
class Standing:
    """Who wins what. Immutable."""

    def __init__(self, seats: i64, gardens: i64, ponds: i64) -> None:
        self.takers = zeros(ponds)
        """For each pond, the seats that get a koi, as bits."""
        self.winners = zeros(gardens)
        """For each garden, the seats that win it, as bits; several if they are tied."""
        self.doubled = zeros(gardens)
        """For each garden, 1 if a koi of its winner lies in it."""
        self.koi = zeros(seats)
        """How many koi each seat gets."""
        self.loose = self.koi
        """How many of them it cannot place; all of them, until some are placed."""
        self.won = zeros(seats)
        """How many gardens each seat wins, tied ones too (HB-R7)."""
        self.points = zeros(seats)
        """Points of each seat."""


def highest(sums: vec[i64], row: i64, seats: i64) -> i64:
    """The seats with the highest sum in a garden, as bits; none if nobody has a pebble there (HB-4.3)."""
    best: i64 = 1  # nobody with less has a pebble there
    bits: i64 = 0
    seat: i64 = 0
    while seat < seats:
        own = sums[seats * row + seat]
        if own > best:
            best = own
            bits = 0
        if own == best:
            bits |= BIT[seat]
        seat += 1
    return bits


def lowest_sum(sums: vec[i64], row: i64, seats: i64) -> i64:
    """The seats with the lowest sum at a pond, as bits, among those with a pebble there (HB-4.2, HB-R4)."""
    best: i64 = 1000
    bits: i64 = 0
    seat: i64 = 0
    while seat < seats:
        own = sums[seats * row + seat]
        if own > 0:
            if own < best:
                best = own
                bits = 0
            if own == best:
                bits |= BIT[seat]
        seat += 1
    return bits


def standing(counts: Counts) -> Standing:
    """The whole score."""
    seats = counts.seats
    gardens: i64 = len(counts.sizes)
    ponds: i64 = len(counts.ponds) // seats
    found = Standing(seats, gardens, ponds)
    sums = counts.ponds
    koi = found.koi
    pond: i64 = 0
    while pond < ponds:
        takers = lowest_sum(sums, pond, seats)
        if takers != 0:
            found.takers[pond] = takers
            _each(koi, takers, 1)  # HB-4.2: tied seats get one each
        pond += 1
    sums = counts.gardens
    sizes = counts.sizes
    # By size, the gardens as bits where a koi may be placed: won by one seat alone, and with room (HB-4.4).
    open_to_koi = zeros(LARGEST_GARDEN + 1)
    garden: i64 = 0
    while garden < gardens:
        size = sizes[garden]
        if size != 0:  # on water there is none
            winners = highest(sums, garden, seats)
            if winners != 0:
                found.winners[garden] = winners
                _each(found.won, winners, 1)
                _each(found.points, winners, size)  # HB-4.3
                if winners & (winners - 1) == 0 and counts.empty[garden] > 0:
                    open_to_koi[size] |= BIT[garden]
        garden += 1
    _place_koi(found, open_to_koi)
    seat: i64 = 0
    while seat < seats:
        found.points[seat] += LOOSE_KOI * found.loose[seat]
        seat += 1
    return found


def _each(row: vec[i64], seats: i64, points: i64) -> None:
    while seats != 0:
        row[lowest(seats)] += points
        seats &= seats - 1


def _place_koi(found: Standing, open_to_koi: vec[i64]) -> None:
    """Every koi where it doubles most, one in a garden (HB-4.4): the largest gardens first (HB-R5)."""
    found.loose = found.koi[:]
    size: i64 = LARGEST_GARDEN
    while size > 0:
        gardens = open_to_koi[size]
        while gardens != 0:
            garden = lowest(gardens)
            gardens &= gardens - 1
            seat = lowest(found.winners[garden])
            if found.loose[seat] > 0:
                found.loose[seat] -= 1
                found.doubled[garden] = 1
                found.points[seat] += size
        size -= 1


def victors(found: Standing) -> i64:
    """The seats that win, as bits: most points, then most gardens; otherwise they share (HB-4.5, HB-R7)."""
    bits: i64 = 0
    best: i64 = -1
    seat: i64 = 0
    while seat < len(found.points):
        rank = 100 * found.points[seat] + found.won[seat]  # there are never 100 gardens
        if rank > best:
            best = rank
            bits = 0
        if rank == best:
            bits |= BIT[seat]
        seat += 1
    return bits


def score_pad(seats: int, gardens: list[tuple[int, int, list[int]]], ponds: list[list[int]]) -> Standing:
    """The score of a real table: each garden as (squares, empty squares, sum of each seat), each pond as such sums."""
    counts = Counts(seats, 0, 0)
    counts.sizes = vec[i64]([size for size, _, _ in gardens])
    counts.empty = vec[i64]([empty for _, empty, _ in gardens])
    counts.gardens = vec[i64]([own for _, _, sums in gardens for own in sums])
    counts.ponds = vec[i64]([own for sums in ponds for own in sums])
    return standing(counts)
