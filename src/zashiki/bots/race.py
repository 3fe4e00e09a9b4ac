"""Flat Monte Carlo as a race: every move is tried in the same worlds with the same luck; whatever falls behind is out.

For each world that the seat could be in, each move still in the race is made and played out with the same generator,
so that the difference between two moves owes as little as possible to luck. At checkpoints a move leaves the race if it
is behind the leader by more than chance explains. The prior of a move counts like a few more playouts, so that a short
race does not overrule it by luck. The race ends when one move is left, when those left can hardly differ, or when the
budget is spent.
"""

import math
from time import perf_counter
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from zashiki.bots.estimate import MoveEstimate
from zashiki.core.game import State
from zashiki.core.heuristics import Heuristics
from zashiki.core.package import SearchConfig
from zashiki.core.rng import Rng

FIRST_CHECK: Final = 8
"""The worlds before the first checkpoint; each later one comes after half as many again."""
FIRST_CHECK_OF_ESTIMATES: Final = 40
"""The same where estimates are wanted: no move is judged by less."""
BEHIND: Final = 2.6
"""A move drops out if it is behind by this many standard errors."""

_NOTHING: Final = vec[float]([])


def race(
    heuristics: Heuristics,
    state: State,
    seat: i64,
    rng: Rng,
    config: SearchConfig,
    all_moves: bool = False,
    deadline: float = 0.0,
) -> list[MoveEstimate]:
    """Try the moves of `seat`, those of the shortlist or all of them; an estimate of each, in the order of the list.

    It stops at `deadline`, a time of `perf_counter`; 0 for none.
    """
    # Read once: attributes of an interpreted class are slow.
    playouts: i64 = config.playouts
    guided: bool = config.guided
    tolerance: float = config.tolerance
    actions = heuristics.all_moves(state, seat) if all_moves else heuristics.shortlist(state, seat)
    runners: i64 = len(actions)
    outcomes: list[vec[float]] = [_NOTHING for _ in actions]
    # Only a search that plays on with knowledge of the game also starts from what the game believes.
    priors = heuristics.priors(state, seat, actions) if guided and not all_moves else [0.0 for _ in actions]
    running = [True for _ in actions]
    left: i64 = runners
    worlds: i64 = 0
    check: i64 = FIRST_CHECK
    if tolerance == 0.0:
        check = FIRST_CHECK_OF_ESTIMATES
    spent: i64 = 0
    while spent + left <= playouts or worlds == 0:
        world = state.resample(seat, rng)
        luck = rng.branch()
        index: i64 = 0
        while index < runners:
            if running[index]:
                chance = _playout(heuristics, world, seat, actions[index], luck.clone(), guided)
                outcomes[index] = append(outcomes[index], chance)
                spent += 1
            index += 1
        worlds += 1
        if worlds >= check and tolerance >= 0.0:
            left = _drop_out(outcomes, priors, running, worlds, tolerance)
            if left == 1 and tolerance > 0.0:
                break
            check += (check + 1) // 2
        if deadline > 0.0 and perf_counter() > deadline:
            break
    return [_estimate(actions[index], outcomes[index], priors[index]) for index in range(runners)]


def _playout(heuristics: Heuristics, world: State, seat: i64, action: i64, luck: Rng, guided: bool) -> float:
    twin = world.clone()
    twin.apply(seat, action)
    if guided:
        heuristics.playout(twin, luck)
    else:
        heuristics.random_playout(twin, luck)
    return heuristics.evaluate(twin)[seat]


def _drop_out(
    outcomes: list[vec[float]], priors: list[float], running: list[bool], worlds: i64, tolerance: float
) -> i64:
    """Take the hopeless moves out of the race; returns how many are left (1 if those left hardly differ)."""
    leader = _leader(outcomes, priors, running)
    count = float(worlds)
    left: i64 = 1
    close = True
    ahead = outcomes[leader]
    index: i64 = 0
    while index < i64(len(outcomes)):
        if running[index] and index != leader:
            total = 0.0
            squares = 0.0
            row = outcomes[index]
            world: i64 = 0
            while world < worlds:
                gap = ahead[world] - row[world]
                total += gap
                squares += gap * gap
                world += 1
            mean = total / count
            error = math.sqrt(max(squares / count - mean * mean, 0.0) / count + 0.02 / (count * count))
            if mean > BEHIND * error:
                running[index] = False
            else:
                left += 1
                if BEHIND * error - mean > tolerance:
                    close = False
        index += 1
    return 1 if close and tolerance > 0.0 else left


def _leader(outcomes: list[vec[float]], priors: list[float], running: list[bool]) -> i64:
    leader: i64 = -1
    most = 0.0
    index: i64 = 0
    while index < i64(len(outcomes)):
        if running[index]:
            total = priors[index]
            for chance in outcomes[index]:
                total += chance
            if leader < 0 or total > most:
                most = total
                leader = index
        index += 1
    return leader


def _estimate(action: i64, row: vec[float], prior: float) -> MoveEstimate:
    total = 0.0
    squares = 0.0
    for chance in row:
        total += chance
        squares += chance * chance
    return MoveEstimate(action, i64(len(row)), total, squares, prior)
