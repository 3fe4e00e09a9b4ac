"""Hiroba: how to play it well.

At first sight a move is worth what it does for gardens and koi (`garden_values`), less what the pebble could have done
later. Playouts follow that in a loose way: each seat looks at a few random moves and makes the best of them. The last
pebbles are searched to the end (`endgame`).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import count, nth, zeros
from zashiki.core.game import CHANCE, State
from zashiki.core.heuristics import Heuristics
from zashiki.core.rng import Rng
from zashiki.games.hiroba.layout import Layout
from zashiki.games.hiroba.rules import END, NO_STONE, PEBBLE, STONE, STONE_MOVE, HirobaState
from zashiki.games.hiroba.squares import LOW_SQUARES, SQUARES, random_square
from zashiki.games.hiroba.strategy.endgame import EndgameSolver, placements_left, victory_shares
from zashiki.games.hiroba.strategy.garden_values import COST, EVERY, PATIENCE, GardenValues, ranked, share_left

PEBBLE_LIST: Final = 16
STONE_LIST: Final = 10
"""How many moves are searched, until the last few pebbles."""
FULL_FROM: Final = 3
"""With this many pebbles left, every move is."""
PEBBLE_SAMPLES: Final = 10
STONE_SAMPLES: Final = 3
"""How many random moves a seat looks at in a playout."""
SOLVED_FROM: Final = vec[i64]([0, 0, 5, 4, 4])
"""By seats: with this many pebbles left, a search to the end is tried."""
SOLVER_SPEED: Final = 3
"""How many positions the solver visits in the time of one playout."""
MOST_EFFORT: Final = 10_000
"""A cap, however much time there is: about a tenth of a second."""


@final
class MoveSampler:
    """All pebble moves of one seat, to draw from evenly without listing them."""

    def __init__(self) -> None:
        self._low: vec[i64] = zeros(10)
        self._high: vec[i64] = zeros(10)
        """By number: where it may go."""
        self._end: vec[i64] = zeros(10)
        """By number: how many moves there are with it and with lower ones."""

    def load(self, state: HirobaState, seat: i64) -> None:
        """Take the moves of this seat."""
        total: i64 = 0
        number: i64 = 1
        while number < 10:
            low, high = state.spots(seat, number)
            self._low[number] = low
            self._high[number] = high
            total += count(low) + count(high)
            self._end[number] = total
            number += 1

    def sample(self, rng: Rng) -> i64:
        """One of them, with replacement."""
        lot = rng.below(self._end[9])
        number: i64 = 1
        while self._end[number] <= lot:
            number += 1
        skip = lot - self._end[number - 1]
        low = self._low[number]
        lows = count(low)
        first: i64 = SQUARES * (number - 1)
        if skip < lows:
            return first + nth(low, skip)
        return first + LOW_SQUARES + nth(self._high[number], skip - lows)


@final
class HirobaHeuristics(Heuristics):
    """What a good player of Hiroba knows."""

    def __init__(self) -> None:
        self._layout: Layout | None = None
        """The last layout used: a search asks for the same one again and again."""

    def layout(self, state: HirobaState) -> Layout:
        """The layout of a state."""
        known = self._layout
        if known is not None and known.matches(state):
            return known
        fresh = Layout(state)
        self._layout = fresh
        return fresh

    def greedy(self, state: State, seat: i64) -> i64:
        assert isinstance(state, HirobaState)
        return ranked(state, seat, self.layout(state), 1)[0]

    def shortlist(self, state: State, seat: i64) -> list[int]:
        assert isinstance(state, HirobaState)
        most: i64 = PEBBLE_LIST
        if placements_left(state) <= FULL_FROM:
            most = EVERY
        elif state.phase == STONE:
            most = STONE_LIST
        return ranked(state, seat, self.layout(state), most)

    def evaluate(self, state: State) -> vec[float]:
        assert isinstance(state, HirobaState)
        return victory_shares(state)

    def perfect_information(self) -> bool:
        return True  # all chance happens before the first move

    def solve(self, state: State, seat: i64, effort: i64) -> i64:
        assert isinstance(state, HirobaState)
        if placements_left(state) <= SOLVED_FROM[state.seats]:
            endgame = EndgameSolver(self.layout(state), SOLVER_SPEED * min(effort, MOST_EFFORT))
            endgame.search(state, 1.0)
            if endgame.budget >= 0:
                return endgame.choice
        return -1

    def playout_move(self, state: State, rng: Rng) -> None:
        assert isinstance(state, HirobaState)
        if state.turn() == CHANCE:
            state.step(rng)
        else:
            _move(state, GardenValues(state, self.layout(state)), MoveSampler(), rng)

    def playout(self, state: State, rng: Rng) -> None:
        assert isinstance(state, HirobaState)
        state.resolve_chance(rng)
        gardens = GardenValues(state, self.layout(state))
        sampler = MoveSampler()
        while state.phase != END:
            _move(state, gardens, sampler, rng)


def _move(state: HirobaState, gardens: GardenValues, sampler: MoveSampler, rng: Rng) -> None:
    if state.phase == PEBBLE:
        sampler.load(state, state.mover)
        _place(state, state.mover, gardens, sampler, rng)
    else:
        _block(state, state.mover, gardens, rng)


def _place(state: HirobaState, seat: i64, gardens: GardenValues, sampler: MoveSampler, rng: Rng) -> None:
    """Make the best of a few random moves."""
    share = share_left(state, seat)
    best = -1000.0
    choice: i64 = 0
    samples: i64 = 0
    while samples < PEBBLE_SAMPLES:
        action = sampler.sample(rng)
        number = action // SQUARES + 1
        value = gardens.move_value(seat, number, action % SQUARES) - share * COST[number]
        if value > best:
            best = value
            choice = action
        samples += 1
    state.apply(seat, choice)
    gardens.note_pebble(seat, choice // SQUARES + 1, choice % SQUARES)


def _block(state: HirobaState, seat: i64, gardens: GardenValues, rng: Rng) -> None:
    """Place a stone on the best of a few random squares; keep it if none is good enough."""
    best = PATIENCE * share_left(state, seat)
    choice: i64 = NO_STONE
    samples: i64 = 0
    while samples < STONE_SAMPLES:
        square = random_square(state.free_low, state.free_high, rng)
        value = gardens.move_value(seat, 0, square)
        if value > best:
            best = value
            choice = STONE_MOVE + square
        samples += 1
    state.apply(seat, choice)
    if choice != NO_STONE:
        gardens.note_stone(choice - STONE_MOVE)


HEURISTICS: Final = HirobaHeuristics()
