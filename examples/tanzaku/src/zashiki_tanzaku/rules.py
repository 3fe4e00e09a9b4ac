"""Tanzaku: the state of a game, and what may happen in it."""

from typing import Final, final

from zashiki.core.game import CHANCE, OVER, State
from zashiki.core.rng import Rng

CARDS: Final = 12
"""The cards are numbered 1 to 12, one of each (TA-1.1)."""
KEEP: Final = 0
SWAP: Final = 1


@final
class TanzakuState(State):
    """One game in progress, with all its secrets."""

    def __init__(self, seats: int, rounds: int) -> None:
        self.seats = seats
        self.rounds = rounds
        self.round = 1
        self.first = 0
        """Who decides first in this round."""
        self.mover = 0
        self.cards = [0] * seats
        """The card that each seat holds; 0 before it is dealt, or while a swapped one is being replaced."""
        self.aside: list[int] = []
        """The cards that were swapped away, face down, with the seat that knows each: `discarded_by`."""
        self.discarded_by: list[int] = []
        self.swapped = [False] * seats
        self.decided = 0
        self.points = [0] * seats
        self.revealed: list[int] = []
        """The cards of the last round, when they were shown; empty before the first round ends."""
        self.gains: list[list[int]] = []
        """The points of each round that is over."""

    def turn(self) -> int:
        if self.round > self.rounds:
            return OVER
        return CHANCE if 0 in self.cards else self.mover

    def legal(self, seat: int) -> list[int]:
        if seat != self.turn():
            return []
        return [card - 1 for card in self.left()] if seat == CHANCE else [KEEP, SWAP]

    def left(self) -> list[int]:
        """The cards in the pile. Its order is nobody's: chance decides when one is dealt."""
        return [card for card in range(1, CARDS + 1) if card not in self.cards and card not in self.aside]

    def apply(self, seat: int, action: int) -> None:
        if seat == CHANCE:
            self._deal(action + 1)
        elif action == SWAP:
            self.aside.append(self.cards[seat])
            self.discarded_by.append(seat)
            self.cards[seat] = 0
            self.swapped[seat] = True
        else:
            self._next()

    def _deal(self, card: int) -> None:
        self.cards[self.cards.index(0)] = card
        if 0 not in self.cards and self.swapped[self.mover]:
            self._next()

    def _next(self) -> None:
        self.mover = (self.mover + 1) % self.seats
        self.decided += 1
        if self.decided == self.seats:
            self._end_round()

    def _end_round(self) -> None:
        best = max(self.cards)
        gains = [0] * self.seats
        winner = self.cards.index(best)
        gains[winner] = 1 if self.swapped[winner] else 2  # TA-3.1
        self.points = [points + gain for points, gain in zip(self.points, gains, strict=True)]
        self.gains.append(gains)
        self.revealed = self.cards
        self.round += 1
        self.first = self.mover = (self.first + 1) % self.seats
        self.cards = [0] * self.seats
        self.aside, self.discarded_by = [], []
        self.swapped = [False] * self.seats
        self.decided = 0

    def clone(self) -> "TanzakuState":
        twin = TanzakuState(int(self.seats), self.rounds)
        twin.round, twin.first, twin.mover, twin.decided = self.round, self.first, self.mover, self.decided
        twin.cards, twin.aside, twin.discarded_by = self.cards[:], self.aside[:], self.discarded_by[:]
        twin.swapped, twin.points = self.swapped[:], self.points[:]
        twin.revealed, twin.gains = self.revealed[:], self.gains[:]
        return twin

    def resample(self, seat: int, rng: Rng) -> "TanzakuState":
        """Deal again whatever the seat cannot know: other hands, and what others swapped away."""
        twin = self.clone()
        hidden = [other for other in range(int(self.seats)) if other != seat and self.cards[other] != 0]
        away = [index for index, who in enumerate(self.discarded_by) if who != seat]
        pool = self.left() + [self.cards[other] for other in hidden] + [self.aside[index] for index in away]
        for other in hidden:
            twin.cards[other] = pool.pop(rng.below(len(pool)))
        for index in away:
            twin.aside[index] = pool.pop(rng.below(len(pool)))
        return twin

    def scores(self) -> list[int]:
        return self.points[:]

    def winners(self) -> tuple[int, ...]:
        if self.turn() != OVER:
            return ()
        best = max(self.points)
        return tuple(seat for seat, points in enumerate(self.points) if points == best)
