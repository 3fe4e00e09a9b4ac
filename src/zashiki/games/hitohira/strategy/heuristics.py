"""Hitohira: how to play it well."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.game import CHANCE, State
from zashiki.core.heuristics import Heuristics
from zashiki.core.rng import Rng
from zashiki.core.win_chances import no_chances
from zashiki.games.hitohira.pieces import WHITE, in_game
from zashiki.games.hitohira.position import DRAW_OR_STOP, DRAWING, END, Secret
from zashiki.games.hitohira.rules import HitohiraState
from zashiki.games.hitohira.strategy.field_values import chances
from zashiki.games.hitohira.strategy.move_values import move_values
from zashiki.games.hitohira.strategy.playout_moves import playout_move

TURNS: Final = 3
"""A playout stops after this many turns."""
LONGEST_LIST: Final = 7
"""At most this many moves are searched."""
SHORTLIST_MARGIN: Final = 0.1
"""A move that looks worse by more than this is not searched."""


@final
class HitohiraHeuristics(Heuristics):
    """What a good player of Hitohira knows."""

    def greedy(self, state: State, seat: i64) -> i64:
        assert isinstance(state, HitohiraState)
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        values = move_values(known_state(state, seat), seat, legal)
        best: i64 = 0
        index: i64 = 1
        while index < i64(len(values)):
            if values[index] > values[best]:
                best = index
            index += 1
        return legal[best]

    def shortlist(self, state: State, seat: i64) -> list[int]:
        assert isinstance(state, HitohiraState)
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal
        values = move_values(known_state(state, seat), seat, legal)
        listed: list[int] = []
        floor = -1.0e8
        while len(listed) < LONGEST_LIST:
            best: i64 = -1
            most = floor
            index: i64 = 0
            while index < i64(len(values)):
                if values[index] > most:
                    most = values[index]
                    best = index
                index += 1
            if best < 0:
                break
            if floor < -1.0e7:
                floor = most - SHORTLIST_MARGIN
            listed.append(legal[best])
            values[best] = -1.0e9
        return listed

    def playout_move(self, state: State, rng: Rng) -> None:
        assert isinstance(state, HitohiraState)
        seat = state.turn()
        if seat == CHANCE:
            state.step(rng)
        else:
            state.apply(seat, playout_move(state, seat, rng))

    def playout(self, state: State, rng: Rng) -> None:
        """Play on for some turns, or to the end."""
        assert isinstance(state, HitohiraState)
        turns: i64 = 0
        while state.phase != END:
            if state.phase == DRAWING:
                state.step(rng)
            else:
                if state.phase == DRAW_OR_STOP and state.draws == 0:
                    if turns >= TURNS:
                        break
                    turns += 1
                self.playout_move(state, rng)

    def random_playout(self, state: State, rng: Rng) -> None:
        assert isinstance(state, HitohiraState)
        while state.phase != END:
            state.step(rng)

    def evaluate(self, state: State) -> vec[float]:
        assert isinstance(state, HitohiraState)
        if state.phase == END:
            shares = no_chances(state.seats)
            winners = state.winners()
            for seat in winners:
                shares[seat] = 1.0 / float(len(winners))
            return shares
        return chances(state)

    def key(self, state: State) -> i64:
        assert isinstance(state, HitohiraState)
        return state.turn_pieces + 3 * state.shown


def known_state(state: HitohiraState, seat: i64) -> HitohiraState:
    """The state as the seat knows it: nobody else's secrets, and in the pouch all that it has not seen.

    Pieces that others drew unseen are counted as white, which may count for either group too.
    """
    at = state.clone()
    at.pouch = in_game(at.seats) - at.in_the_open() - at.secret_pieces(seat)
    at.removed = 0
    secrets: list[Secret] = []
    for secret in at.secrets:
        colour = secret.colour
        if secret.owner != seat:
            colour = WHITE
        secrets.append(Secret(secret.owner, colour, 0))
    at.secrets = tuple(secrets)
    at.divided = 0
    return at


HEURISTICS: Final = HitohiraHeuristics()
