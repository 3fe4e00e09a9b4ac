"""Hagakure: how to play it well.

Cards are chosen in `card_choice`, tokens in `token_choice`. Playouts stop at the end of the round: points, tokens left
and the order of play in the rounds to come say enough about who will win.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import lowest, members
from zashiki.core.game import State
from zashiki.core.heuristics import Heuristics
from zashiki.core.rng import Rng
from zashiki.core.win_chances import no_chances, win_chances
from zashiki.games.hagakure.rules import DEAL, END, FIGHT, NOBORI, HagakureState
from zashiki.games.hagakure.strategy.card_choice import best_card, different_cards
from zashiki.games.hagakure.strategy.token_choice import (
    best_token,
    place_of,
    place_value,
    promising_tokens,
    tokens_value,
)

SPREAD: Final = (1.9, 2.1, 2.25)
"""For 3, 4 and 5 seats, the standard deviation of what a seat scores in a round, tokens included."""
_MOST_ROUNDS: Final = 32
_SPREADS: Final = vec[float]([spread * math.sqrt(left) for spread in SPREAD for left in range(_MOST_ROUNDS)])


@final
class HagakureHeuristics(Heuristics):
    """What a good player of Hagakure knows."""

    def greedy(self, state: State, seat: i64) -> i64:
        assert isinstance(state, HagakureState)
        if state.phase == FIGHT:
            return best_card(state, seat, state.moves(seat))
        return best_token(state, seat)

    def playout_move(self, state: State, rng: Rng) -> None:
        assert isinstance(state, HagakureState)
        seat = state.mover
        if state.phase == FIGHT:
            moves = state.moves(seat)
            if moves & (moves - 1) == 0:
                state.apply(seat, lowest(moves))
            else:
                state.apply(seat, best_card(state, seat, moves))
        elif state.phase == NOBORI:
            state.apply(seat, best_token(state, seat))
        else:
            state.step(rng)

    def playout(self, state: State, rng: Rng) -> None:
        assert isinstance(state, HagakureState)
        while state.phase != DEAL and state.phase != END:
            self.playout_move(state, rng)

    def shortlist(self, state: State, seat: i64) -> list[int]:
        assert isinstance(state, HagakureState)
        if state.phase == NOBORI:
            return promising_tokens(state, seat)
        return members(different_cards(state, seat, state.moves(seat)))

    def can_evaluate(self, state: State) -> bool:
        assert isinstance(state, HagakureState)
        return state.phase == DEAL or state.phase == END

    def evaluate(self, state: State) -> vec[float]:
        assert isinstance(state, HagakureState)
        seats = state.seats
        left: i64 = 0
        if state.phase != END:
            left = state.rounds - state.round + 1
            if left < 1:
                left = 1  # HG-5.1: a tie, and everybody plays one more
        points = no_chances(seats)
        seat: i64 = 0
        while seat < seats:
            points[seat] = (
                float(state.total[seat])
                + tokens_value(seats, left, state.tokens_left[seat])
                + place_value(seats, left, place_of(state, seat))
            )
            seat += 1
        return win_chances(points, _SPREADS[(seats - 3) * _MOST_ROUNDS + left])


HEURISTICS: Final = HagakureHeuristics()
