"""Hijun: chances of winning between two rounds, from the points so far and the tokens still to come.

The game ends when somebody reaches 10 points or after round 5 (HJ-4.2), and later tokens are worth more (HJ-R1), so a
lead means very different things in different rounds. The rest of the game is played through many times in the
abstract: all that is drawn in a round is which tokens are kept at its end, as often as good players keep them, and
by whom, every seat being equally likely. The draws are the same ones every time, so that chances can be compared.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from zashiki.core.bits import zeros
from zashiki.core.rng import Rng
from zashiki.core.win_chances import no_chances
from zashiki.games.hijun.score import GOAL, ROUNDS, ROW, is_last_round

DRAWS: Final = 101
"""How many rounds are drawn. A prime: see `_STRIDE`."""

_KEPT: Final[dict[int, list[int]]] = {
    4: [29, 99, 97, 212, 33, 67, 56, 235, 0, 0, 0, 50, 0, 59, 63, 0],
    5: [23, 68, 37, 290, 7, 74, 73, 99, 0, 0, 0, 21, 0, 20, 21, 267],
    6: [16, 38, 30, 170, 7, 56, 58, 160, 0, 1, 2, 42, 1, 40, 40, 339],
}
"""How often (of 1000) just these places of the row were kept at the end of a round; bit 0 is the first place."""

_STRIDE: Final = vec[i64]([1, 18, 37, 58, 83])
"""In play number n, the round that lies r rounds ahead is draw number n * _STRIDE[r]: every r gets each draw once."""

_CODE: Final = vec[i64]([7**n for n in range(GOAL)])
"""Sums of these tell sets of totals apart, for at most six seats."""
_ROUND_CODE: Final = 282_475_249  # 7**10


def _drawn(seats: int) -> vec[i64]:
    """For each draw and seat: the place in the row of the token that it keeps, from 1, or 0 for none."""
    rng = Rng(seats)
    kept = _KEPT[seats]
    total = sum(kept)
    draws: list[list[int]] = []
    upto = 0
    for places in range(16):
        upto += kept[places]
        while len(draws) < (DRAWS * upto + total // 2) // total:
            row = [place + 1 for place in range(ROW) if places & 2**place] + [0] * seats
            row = row[:seats]
            for index in range(seats - 1, 0, -1):
                other = int(rng.below(index + 1))
                row[index], row[other] = row[other], row[index]
            draws.append(row)
    for index in range(DRAWS - 1, 0, -1):
        other = int(rng.below(index + 1))
        draws[index], draws[other] = draws[other], draws[index]
    flat = vec[i64]([])
    for row in draws:
        for place in row:
            flat = append(flat, place)
    return flat


_DRAWN: Final[list[vec[i64]]] = [_drawn(seats) for seats in (4, 5, 6)]


@final
class Forecast:
    """Chances of winning at the end of a round, for one number of seats and one table of tokens.

    It remembers what it worked out, which is no more than the few thousand sets of totals there are.
    """

    def __init__(self, seats: i64, tokens: vec[i64], at_random: bool) -> None:
        self.seats: i64 = seats
        self.tokens: vec[i64] = tokens
        self.at_random = at_random
        self._known: dict[int, vec[float]] = {}

    def fits(self, seats: i64, tokens: vec[i64], at_random: bool) -> bool:
        """Whether this is the forecast for such a game."""
        if self.seats != seats or self.at_random != at_random:
            return False
        index: i64 = 0
        while index < ROUNDS * ROW:
            if self.tokens[index] != tokens[index]:
                return False
            index += 1
        return True

    def chances(self, finished: i64, totals: vec[i64]) -> vec[float]:
        """Each seat's chance of winning with these totals after a round; its share, if the game is over."""
        chances = no_chances(self.seats)
        most: i64 = 0
        for total in totals:
            if total > most:
                most = total
        seat: i64 = 0
        if is_last_round(finished, most):
            winners = 0.0
            for total in totals:
                if total == most:
                    winners += 1.0
            while seat < self.seats:
                if totals[seat] == most:
                    chances[seat] = 1.0 / winners
                seat += 1
            return chances
        by_total = self._by_total(finished, totals)
        while seat < self.seats:
            chances[seat] = by_total[totals[seat]]
            seat += 1
        return chances

    def _by_total(self, finished: i64, totals: vec[i64]) -> vec[float]:
        """The chance of a seat with this many points, for every number below the goal."""
        code = _ROUND_CODE * finished
        for total in totals:
            code += _CODE[total]
        known = self._known.get(code)
        if known is None:
            known = self._played_through(finished, totals)
            self._known[code] = known
        return known

    def _played_through(self, finished: i64, totals: vec[i64]) -> vec[float]:
        seats = self.seats
        drawn = _DRAWN[seats - 4]
        start = _ascending(totals)
        gained = no_chances(GOAL)
        reached = start[:]
        play: i64 = 0
        # Every draw comes up for everyone: the seats take turns in each place of it.
        while play < DRAWS * seats:
            seat: i64 = 0
            while seat < seats:
                reached[seat] = start[seat]
                seat += 1
            most: i64 = 0
            ahead: i64 = 0
            while not is_last_round(finished + ahead, most):
                first = play * _STRIDE[ahead] % DRAWS * seats
                seat = 0
                while seat < seats:
                    place = drawn[first + (seat + play // DRAWS) % seats]
                    if place > 0:
                        reached[seat] += self._token(finished + ahead, place - 1, play)
                    if reached[seat] > most:
                        most = reached[seat]
                    seat += 1
                ahead += 1
            _share(gained, start, reached, most)
            play += 1
        for total in range(GOAL):
            alike = 0
            for own in start:
                if own == total:
                    alike += 1
            if alike > 0:
                gained[total] /= float(alike * DRAWS * seats)
        return gained

    def _token(self, index: i64, place: i64, play: i64) -> i64:
        """The number of the token at this place of the row, in one of its orders if chance lays it out (HJ-2.1)."""
        if self.at_random:
            # Turned by play, and mirrored in every other one: every number is equally often at every place.
            place = (place + play // 2) % ROW
            if play % 2 == 1:
                place = ROW - 1 - place
        return self.tokens[ROW * index + place]


def _ascending(totals: vec[i64]) -> vec[i64]:
    row = zeros(len(totals))
    for index, total in enumerate(sorted(totals)):
        row[index] = total
    return row


def _share(gained: vec[float], start: vec[i64], reached: vec[i64], most: i64) -> None:
    """Add one play's shares of the victory to the sums, by the points that the seats began with."""
    winners = 0.0
    for points in reached:
        if points == most:
            winners += 1.0
    seat: i64 = 0
    while seat < i64(len(start)):
        if reached[seat] == most:
            gained[start[seat]] += 1.0 / winners
        seat += 1
