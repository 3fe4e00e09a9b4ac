"""Hijun: how to play it well.

`greedy` aims at exactly two tricks, judging by its hand (`card_choice`). Playouts go on in the same way, the
last tricks are solved exactly in the world they are played in (`endgame`), and they stop at the end of the round, where
the chances of winning the game follow from the points and the tokens still to come (`forecast`).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, lowest, zeros
from zashiki.core.game import State
from zashiki.core.heuristics import Heuristics
from zashiki.core.rng import Rng
from zashiki.games.hijun.cards import COLOUR_COUNT, DISCARD_BASE, card_of, colour_of, value_of
from zashiki.games.hijun.rules import DISCARD, END, LEADER, HijunState
from zashiki.games.hijun.rules import PLAY as PLAYING
from zashiki.games.hijun.score import ROUNDS, ROW
from zashiki.games.hijun.strategy.card_choice import TrickPlan, best_discard, best_discards, sensible_discards, unseen
from zashiki.games.hijun.strategy.endgame import EndgameSolver
from zashiki.games.hijun.strategy.forecast import Forecast

SOLVED: Final = 2
"""Playouts solve this many last tricks of a round exactly."""
SOLVED_AT_ONCE: Final = 3
"""The same for playouts that begin there."""


@final
class HijunHeuristics(Heuristics):
    """What a good player of Hijun knows."""

    def __init__(self) -> None:
        # The last forecast used; a fresh one gives the same answers.
        self._forecast = Forecast(4, zeros(ROUNDS * ROW), at_random=False)

    def greedy(self, state: State, seat: i64) -> i64:
        assert isinstance(state, HijunState)
        if state.phase == DISCARD:
            return DISCARD_BASE + best_discard(state, seat)
        return best_card(TrickPlan(state), seat)

    def playout_move(self, state: State, rng: Rng) -> None:
        assert isinstance(state, HijunState)
        if state.phase == PLAYING:
            seat = state.mover
            state.apply(seat, best_card(TrickPlan(state), seat))
        elif state.phase == DISCARD:
            seat = state.mover
            state.apply(seat, DISCARD_BASE + best_discard(state, seat))
        else:
            state.step(rng)

    def playout(self, state: State, rng: Rng) -> None:
        assert isinstance(state, HijunState)
        solved: i64 = SOLVED
        if state.phase == PLAYING and state.tricks_left <= SOLVED_AT_ONCE:
            solved = SOLVED_AT_ONCE
        while not self.can_evaluate(state):
            if state.phase == PLAYING:
                plan = TrickPlan(state)
                while state.tricks_left > solved:
                    seat = state.mover
                    card = best_card(plan, seat)
                    state.apply(seat, card)
                    plan.note_played(card)
                for card in EndgameSolver(state, self.forecast(state)).solve():
                    state.apply(state.mover, card)
                return
            if state.phase == DISCARD:
                seat = state.mover
                for card in best_discards(state, seat):
                    state.apply(seat, DISCARD_BASE + card)
            else:
                state.step(rng)

    def shortlist(self, state: State, seat: i64) -> list[int]:
        assert isinstance(state, HijunState)
        if state.phase == DISCARD:
            return [DISCARD_BASE + card for card in sensible_discards(state, seat)]
        return different_cards(state, seat)

    def can_evaluate(self, state: State) -> bool:
        assert isinstance(state, HijunState)
        phase = state.phase
        return phase != PLAYING and phase != DISCARD and phase != LEADER

    def evaluate(self, state: State) -> vec[float]:
        assert isinstance(state, HijunState)
        finished = state.round
        if state.phase != END:
            finished -= 1
        return self.forecast(state).chances(finished, state.total)

    def forecast(self, state: HijunState) -> Forecast:
        """The chances between rounds, for the tokens of this game."""
        forecast = self._forecast
        if not forecast.fits(state.seats, state.tokens, state.at_random):
            forecast = Forecast(state.seats, state.tokens, state.at_random)
            self._forecast = forecast
        return forecast


def best_card(plan: TrickPlan, seat: i64) -> i64:
    """The best card of the seat that is to play."""
    state = plan.state
    if state.trick_size > 0:
        held = state.cards[COLOUR_COUNT * seat + state.trick_colour]
        if held != 0 and held & (held - 1) == 0:
            return card_of(state.trick_colour, lowest(held))
    plan.set_seat(seat)
    return plan.best_card()


def different_cards(state: HijunState, seat: i64) -> list[int]:
    """The cards that may be played, one of each kind, the most promising first.

    Two cards of a hand are of a kind if no card of their colour between them is unseen or wins the trick so far.
    """
    best = best_card(TrickPlan(state), seat)
    found = [int(best)]
    colours = state.open_colours(seat)
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        if colours & BIT[colour] != 0:
            others = unseen(state, seat, colour)
            if state.trick_size > 0 and colour == state.trick_colour:
                others |= BIT[state.best_value]
            held = state.cards[COLOUR_COUNT * seat + colour]
            while held != 0:
                value = lowest(held)
                # All that this hand holds up to the next card that matters is of a kind.
                kind = held
                higher = others & ~(BIT[value] - 1)
                if higher != 0:
                    kind = held & ((higher & -higher) - 1)
                held ^= kind
                if colour_of(best) != colour or kind & BIT[value_of(best)] == 0:
                    found.append(card_of(colour, value))
        colour += 1
    return found


HEURISTICS: Final = HijunHeuristics()
