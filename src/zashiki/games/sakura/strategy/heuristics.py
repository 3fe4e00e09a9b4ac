"""Sakura: how to play it well."""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import lowest
from zashiki.core.game import State
from zashiki.core.heuristics import Heuristics
from zashiki.core.rng import Rng
from zashiki.core.win_chances import no_chances, win_chances
from zashiki.games.sakura.cards import FOUR, LEAVE, TAKE
from zashiki.games.sakura.rules import CAPTURE, DEAL_FIELD, END, SakuraState
from zashiki.games.sakura.rules import PLAY as PLAY_PHASE
from zashiki.games.sakura.strategy.card_values import CardValues

MOST: Final = 4
"""At most this many moves are searched."""

# By seats and sides: the standard deviation of what one side gains on the average of all in a round, and by how many
# points each later place in the turn order does better in a round. Both were counted in thousands of rounds.
_ROUNDS: Final = {
    (2, 2): (49.0, 0.0),
    (3, 3): (46.0, 5.5),
    (4, 4): (34.0, 2.4),
    (4, 2): (73.0, 13.0),
    (5, 5): (27.0, 1.9),
    (6, 6): (22.0, 0.5),
    (6, 2): (73.0, 7.5),
    (6, 3): (44.0, 2.3),
    (7, 7): (20.0, 1.4),
}
_SPREADS: Final = vec[float]([_ROUNDS.get((index >> 3, index & 7), (0.0, 0.0))[0] for index in range(64)])
_EDGES: Final = vec[float]([_ROUNDS.get((index >> 3, index & 7), (0.0, 0.0))[1] for index in range(64)])

_HUNCH: Final = 8.5
"""What a point of liking adds to a move's sum of chances, if the spread of what is to come is one point."""

# Cards that differ in nothing but the drawing, as first and second: the two chaff of a month (the oak has only one),
# and the rain man and the swallow.
FIRST_TWINS: Final = 0x4144_4444_4444
SECOND_TWINS: Final = 0x8288_8888_8888


@final
class SakuraHeuristics(Heuristics):
    """What a good player of Sakura knows."""

    def greedy(self, state: State, seat: i64) -> i64:
        assert isinstance(state, SakuraState)
        return _liked(state, seat, thorough=True)

    def playout_move(self, state: State, rng: Rng) -> None:
        assert isinstance(state, SakuraState)
        _quick(state, rng)

    def playout(self, state: State, rng: Rng) -> None:
        assert isinstance(state, SakuraState)
        while not _settled(state):
            _quick(state, rng)

    def random_playout(self, state: State, rng: Rng) -> None:
        assert isinstance(state, SakuraState)
        while not _settled(state):
            state.step(rng)

    def can_evaluate(self, state: State) -> bool:
        assert isinstance(state, SakuraState)
        return _settled(state)

    def evaluate(self, state: State) -> vec[float]:
        """The totals, the rounds to come, and who begins the next one."""
        assert isinstance(state, SakuraState)
        sides = state.sides
        setting: i64 = 8 * state.seats + sides
        points = no_chances(sides)
        first = (state.dealer + 1) % sides
        spread = 0.0
        edge = 0.0
        if state.phase != END:
            spread = _spread(state)
            edge = _EDGES[setting]
        side: i64 = 0
        while side < sides:
            points[side] = float(state.total[side]) + edge * float((side + sides - first) % sides)
            side += 1
        chances = win_chances(points, spread)
        if sides == state.seats:
            return chances
        # A team wins together, and its members share (SK-7.2).
        shared = no_chances(state.seats)
        share = float(sides) / float(state.seats)
        seat: i64 = 0
        while seat < state.seats:
            shared[seat] = chances[seat % sides] * share
            seat += 1
        return shared

    def shortlist(self, state: State, seat: i64) -> list[int]:
        """The few that are liked best; of two cards that differ in nothing, one; leaving the wildcard if it may pay."""
        assert isinstance(state, SakuraState)
        values = CardValues(state, seat, thorough=True)
        moves = state.moves(seat)
        base: i64 = 0
        if state.phase == CAPTURE:
            base = TAKE
        moves &= ~(((moves & FIRST_TWINS) << 1) & SECOND_TWINS)
        ranked: list[tuple[float, int]] = []
        while moves != 0:
            move = lowest(moves)
            ranked.append((-_liking(values, move), base + move))
            moves &= moves - 1
        ranked.sort()
        best = ranked[0][1]
        return [move for cost, move in ranked[:MOST] if move != TAKE + LEAVE or cost < 0.0 or move == best]

    def priors(self, state: State, seat: i64, actions: list[int]) -> list[float]:
        """What is liked better wins more often: by how much follows from what is still to come."""
        assert isinstance(state, SakuraState)
        values = CardValues(state, seat, thorough=True)
        base: i64 = 0
        if state.phase == CAPTURE:
            base = TAKE
        return [_liking(values, action - base) * _HUNCH / _spread(state) for action in actions]


def _spread(state: SakuraState) -> float:
    """The standard deviation of what a side gains in this and all later rounds."""
    return _SPREADS[8 * state.seats + state.sides] * math.sqrt(float(state.rounds - state.round + 1))


def _settled(state: SakuraState) -> bool:
    """Between two rounds, or at the end."""
    return state.phase <= DEAL_FIELD or state.phase == END


def _quick(state: SakuraState, rng: Rng) -> None:
    if state.phase == PLAY_PHASE or state.phase == CAPTURE:
        state.apply(state.mover, _liked(state, state.mover, thorough=False))
    else:
        state.step(rng)


def _liked(state: SakuraState, seat: i64, thorough: bool) -> i64:
    """The move that the seat likes best."""
    moves = state.moves(seat)
    if state.phase == PLAY_PHASE and moves & (moves - 1) == 0:
        return lowest(moves)
    values = CardValues(state, seat, thorough)
    if state.phase == CAPTURE:
        return TAKE + values.best_choice(state.card)
    best = lowest(moves)
    most = _liking(values, best)
    moves &= moves - 1
    while moves != 0:
        move = lowest(moves)
        liking = _liking(values, move)
        if liking > most:
            best = move
            most = liking
        moves &= moves - 1
    return best


def _liking(values: CardValues, move: i64) -> float:
    """How much a seat likes one of its `moves`."""
    if values.state.phase == CAPTURE:
        return values.choosing(values.state.card, move)
    if move >= FOUR:
        return values.declaring(move - FOUR)
    return values.playing(move)


HEURISTICS: Final = SakuraHeuristics()
