"""Hiroba: who is likely to get which garden and which koi, from what lies there now.

In each garden a seat's share grows with its sum: the further ahead it is, and the fewer pebbles are still to come, the
surer. At each pond it is the other way round. This is rough, but quick to update after a move. The value
of a move is how much it changes in the seat's favour. Gardens and koi are counted in points.
"""

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from zashiki.core.bits import count, lowest, zeros
from zashiki.games.hiroba.layout import GARDENS, Layout
from zashiki.games.hiroba.rules import NO_STONE, STONE, STONE_MOVE, HirobaState
from zashiki.games.hiroba.squares import SQUARES
from zashiki.games.hiroba.tiles import LINE_HIGH, LINE_LOW, PLACES

# Fitted by play of such one-move bots against each other, with 2 and with 4 seats.
KOI: Final = 3.4
"""A koi in points: it mostly doubles one of the larger gardens (HB-4.4)."""
VIEW: Final = 0.1
"""A square that comes into reach (HB-3.2), in points, at the start of the game."""
PATIENCE: Final = 0.7
"""A stone kept, in points, at the start of the game."""
COST: Final = vec[float]([0.0, 1.0, 0.9, 0.8, 0.4, 0.05, 0.4, 0.8, 0.9, 1.0])
"""By number: the cost of having used the pebble, at the start of the game. 1/9 can do most, 5/5 least."""

LEVELS: Final = 25
"""How many pebbles are still to be expected in a garden or at a pond, in quarters: 0 to 6 pebbles."""
SUMS: Final = 48
"""No sum reaches this: 9 + 8 + 7 + 6 + 5 + 4 is 39."""

EVERY: Final = 1000
"""More moves than there ever are: to rank them all."""


def _garden_weight(level: int, total: int) -> float:
    return math.exp(total / (1.1 + 2.2 * (level / 4.0) ** 0.6))


def _pond_weight(level: int, total: int) -> float:
    if total == 0:  # not there yet (HB-R4), but may still come
        return 0.225 * level / 4.0
    return math.exp((1 - total) / (1.2 + 1.2 * (level / 4.0) ** 0.6))


_GARDEN: Final = vec[float]([_garden_weight(level, total) for level in range(LEVELS) for total in range(SUMS)])
_POND: Final = vec[float]([_pond_weight(level, total) for level in range(LEVELS) for total in range(SUMS)])
"""By SUMS * level + sum: how much it weighs for a share."""
_NOBODY: Final = vec[float]([math.exp(-level / 4.0) for level in range(LEVELS)])
"""By level: the chance that nobody else places there."""


@final
class GardenValues:
    """The sums that matter, kept up to date from move to move."""

    def __init__(self, state: HirobaState, layout: Layout) -> None:
        self.seats: i64 = state.seats
        self.layout = layout
        self.sums: vec[i64] = zeros(GARDENS * state.seats)
        """From seats * garden on: the seats' sums in a garden."""
        self.near: vec[i64] = zeros(PLACES * state.seats)
        """From seats * place on: the seats' sums next to a pond."""
        self.empty: vec[i64] = layout.sizes[:]
        """How many squares of each garden are free."""
        self.open: vec[i64] = zeros(PLACES)
        """How many free squares there are next to each pond."""
        self.free: i64 = 0
        """Free squares in all."""
        self.left: i64 = 0
        """Pebbles that nobody has placed yet."""
        self._count(state)

    def _count(self, state: HirobaState) -> None:
        layout = self.layout
        square: i64 = 0
        while square < SQUARES:
            garden = layout.garden[square]
            if garden >= 0:
                mark = state.board[square]
                if mark == 0:
                    self.free += 1
                    self._around(layout.ponds[square], 1)
                else:
                    self.empty[garden] -= 1
                    self._add(mark // 10 - 1, mark % 10, square)
            square += 1
        seat: i64 = 0
        while seat < self.seats:
            self.left += pebbles(state.hand[seat])
            seat += 1

    def _around(self, places: i64, change: i64) -> None:
        """More or fewer free squares around these ponds."""
        while places != 0:
            self.open[lowest(places)] += change
            places &= places - 1

    def _add(self, seat: i64, number: i64, square: i64) -> None:
        self.sums[self.seats * self.layout.garden[square] + seat] += number
        places = self.layout.ponds[square]
        while places != 0:
            self.near[self.seats * lowest(places) + seat] += number
            places &= places - 1

    def note_pebble(self, seat: i64, number: i64, square: i64) -> None:
        """A pebble was placed."""
        self.left -= 1
        self._add(seat, number, square)
        self.note_stone(square)

    def note_stone(self, square: i64) -> None:
        """A stone was placed: the square is taken."""
        self.free -= 1
        self.empty[self.layout.garden[square]] -= 1
        self._around(self.layout.ponds[square], -1)

    def move_value(self, seat: i64, number: i64, square: i64) -> float:
        """What a pebble there changes in the seat's favour, in points; the number 0 is a stone."""
        # The expected number of quarter pebbles on each free square.
        dense = 4.0 * float(self.left) / float(self.free)
        garden = self.layout.garden[square]
        free = self.empty[garden]
        change = self._garden(garden, i64(float(free - 1) * dense + 0.5), seat, number)
        change -= self._garden(garden, i64(float(free) * dense + 0.5), seat, 0)
        change *= float(self.layout.sizes[garden])
        places = self.layout.ponds[square]
        while places != 0:
            place = lowest(places)
            places &= places - 1
            free = self.open[place]
            koi = self._pond(place, i64(float(free - 1) * dense + 0.5), seat, number)
            koi -= self._pond(place, i64(float(free) * dense + 0.5), seat, 0)
            change += KOI * koi
        return change

    def _garden(self, garden: i64, level: i64, seat: i64, number: i64) -> float:
        """The seat's share of a garden less the mean share of the others, once the seat has added a number."""
        row: i64 = SUMS * level
        index = self.seats * garden
        sums = self.sums
        own_sum = sums[index + seat] + number
        own = _GARDEN[row + own_sum]
        all_there = own_sum
        others = 0.0
        end = index + self.seats
        skip = index + seat
        while index < end:
            if index != skip:
                all_there |= sums[index]
                others += _GARDEN[row + sums[index]]
            index += 1
        lead = (own - others / float(self.seats - 1)) / (own + others)
        if all_there == 0:  # HB-4.3: it may go to nobody
            return lead * (1.0 - _NOBODY[level])
        return lead

    def _pond(self, place: i64, level: i64, seat: i64, number: i64) -> float:
        """The same for a koi."""
        row: i64 = SUMS * level
        index = self.seats * place
        near = self.near
        own = _POND[row + near[index + seat] + number]
        others = 0.0
        end = index + self.seats
        skip = index + seat
        while index < end:
            if index != skip:
                others += _POND[row + near[index]]
            index += 1
        # The chance of nobody also keeps the sum above 0.
        return (own - others / float(self.seats - 1)) / (own + others + 0.1 * _NOBODY[level])


def pebbles(hand: i64) -> i64:
    """How many pebbles are in a hand: each has two sides, but those of 5/5 are one number (HB-1.2)."""
    return (count(hand) + ((hand >> 5) & 1)) // 2


def share_left(state: HirobaState, seat: i64) -> float:
    """How much of its pebbles a seat has left, from 0 to 1."""
    return float(pebbles(state.hand[seat])) / 9.0


def ranked(state: HirobaState, seat: i64, layout: Layout, most: i64) -> list[int]:
    """The most promising moves, best first; ties by move number."""
    gardens = GardenValues(state, layout)
    share = share_left(state, seat)
    legal = state.legal(seat)
    actions: list[int] = []
    values = _NO_VALUES
    for action in legal:
        if state.phase == STONE:
            value = _stone_value(gardens, seat, action, share)
        else:
            value = _pebble_value(gardens, state, seat, action, share)
        place: i64 = len(actions)
        if place < most:
            actions.append(action)
            values = append(values, value)
        elif value <= values[place - 1]:
            continue
        else:
            place -= 1
        while place > 0 and values[place - 1] < value:
            values[place] = values[place - 1]
            actions[place] = actions[place - 1]
            place -= 1
        values[place] = value
        actions[place] = action
    return actions


_NO_VALUES: Final = vec[float]([])


def _stone_value(gardens: GardenValues, seat: i64, action: i64, share: float) -> float:
    if action == NO_STONE:
        return PATIENCE * share
    return gardens.move_value(seat, 0, action - STONE_MOVE)


def _pebble_value(gardens: GardenValues, state: HirobaState, seat: i64, action: i64, share: float) -> float:
    number = action // SQUARES + 1
    square = action % SQUARES
    fresh = count(LINE_LOW[square] & state.free_low & ~state.reach[2 * seat])
    fresh += count(LINE_HIGH[square] & state.free_high & ~state.reach[2 * seat + 1])
    return gardens.move_value(seat, number, square) + share * (VIEW * float(fresh) - COST[number])
