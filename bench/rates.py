"""What the speed benchmarks measure: short pieces of work, ours or a peer's, that return how much they did.

Each function prepares such a piece of work (`Once`), and `rate` repeats it for a while. Decisions of seats are counted;
chance takes time but is not counted. All players move at random.
"""

import itertools
import os
import platform
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

import zashiki
from zashiki import CHANCE, Game, Rng, registry
from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.builtin import search
from zashiki.bots.levels import COUNT, level
from zashiki.bots.tree import Tree
from zashiki.core.package import SearchConfig

Once = Callable[[], int]
"""A short piece of work that returns how much was done: decisions, or iterations of a search."""

ROOTS = 8
"""A peer's rollouts and searches start from this many deals, in turn: some games have short and long hands."""

TRIALS = 5
"""Games that are played to see whether chance is uniform."""


def rate(seconds: float, once: Once) -> float:
    """How much `once` gets done in a second of CPU time of this process; it is done at least once.

    Nothing here waits or has a second thread: on an idle machine this equals wall-clock time.
    """
    done = 0
    began = time.process_time()
    while True:
        done += once()
        spent = time.process_time() - began
        if spent >= seconds:
            return done / spent


def versions(*names: str) -> str:
    """Return what was measured: our version, theirs, and Python's."""
    found = [f"zashiki {zashiki.__version__} ({zashiki.lane()})"]
    for name in names:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} (not installed)")
    return ", ".join([*found, f"Python {platform.python_version()}"])


def machine(*, busy: bool = True) -> str:
    """Return the machine and, if informative, its load."""
    model = platform.processor() or platform.machine()
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        lines = [
            line.partition(":")[2].strip() for line in cpus.read_text("utf-8").splitlines() if "model name" in line
        ]
        model = lines[0] if lines else model
    load = f", load {os.getloadavg()[0]:.1f} at the start" if busy and hasattr(os, "getloadavg") else ""
    return f"{model}, {os.cpu_count()} cores, {platform.system()}{load}"


# ours


def our_loop(game: Game, seats: int, *, explicit: bool) -> Once:
    """Play one game in a user's Python loop, chance resolved by the library or, if `explicit`, by the loop."""
    options = game.checked(seats, {})
    rng = Rng(1)
    pick = random.Random(1).random
    evenly = explicit and _evenly(game, seats)

    def once() -> int:
        state = game.start(seats, options)
        decisions = 0
        while True:
            waiting = state.waiting()
            if not waiting:
                return decisions
            seat = waiting[0]
            if seat == CHANCE:
                if not explicit:
                    state.resolve_chance(rng)
                    continue
                outcomes = state.legal(CHANCE)
                which = int(pick() * len(outcomes)) if evenly else rng.pick(state.weights())
                state.apply(CHANCE, outcomes[which])
                continue
            legal = state.legal(seat)
            state.apply(seat, legal[int(pick() * len(legal))])
            decisions += 1

    return once


def _evenly(game: Game, seats: int) -> bool:
    """Return whether all chance in some trial games is uniform: it is then drawn without asking for probabilities."""
    rng = Rng(1)
    for _ in range(TRIALS):
        state = game.start(seats, game.checked(seats, {}))
        while (seat := state.turn()) >= CHANCE:
            if seat == CHANCE and len(set(state.weights())) > 1:
                return False
            state.step(rng)
    return True


def our_playout(game: Game, seats: int, *, dealt: bool) -> Once:
    """Play random games inside the engine: from the first decision, or from the very start."""
    options = game.checked(seats, {})
    rng = Rng(1)
    root = game.start(seats, options)
    if dealt:
        root.resolve_chance(rng)

    def once() -> int:
        decisions = 0
        for _ in range(50):
            decisions += root.clone().playout(rng)
        return decisions

    return once


def our_tree(key: str, seats: int, guided: bool, iterations: int) -> Once:
    """Run a tree search from the first decision of a game."""
    game = zashiki.games()[key]
    state = game.start(seats, game.checked(seats, {}))
    state.resolve_chance(Rng(1))
    config = top_plan(key)

    def once() -> int:
        Tree(
            registry.package(key).heuristics,
            state,
            state.turn(),
            Rng(2),
            SearchConfig("tree", 1, guided, depth=config.depth, exploration=config.exploration),
        ).run(iterations, 0.0)
        return iterations

    return once


def our_search(key: str, seats: int, playouts: int) -> Once:
    """Run the search of the highest level from the first decision of a game; it spends its whole budget."""
    game = zashiki.games()[key]
    options = game.checked(seats, {})
    state = game.start(seats, options)
    state.resolve_chance(Rng(1))
    top = top_plan(key)
    config = replace(top, playouts=playouts, tolerance=0.0)

    def once() -> int:
        context = DecisionContext(game, options, state, state.turn(), Rng(2), Budget())
        return sum(int(estimate.playouts) for estimate in search(config, context))

    return once


def top_plan(key: str) -> SearchConfig:
    """Return the search configuration of a game's highest level."""
    config = level(key, COUNT).search
    assert config is not None
    return config


# OpenSpiel's, and ours through OpenSpiel


def spiel_dealt(game: Any, chance: random.Random) -> Any:
    """Return a state of an OpenSpiel game at its first real decision."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        spiel_step(state, chance)
    return state


def spiel_step(state: Any, chance: random.Random) -> None:
    """Make one random move of the player to act."""
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, odds)[0])
    else:
        state.apply_action(chance.choice(state.legal_actions()))


def _roots(name: str) -> Iterator[Any]:
    """Return dealt states, in turn."""
    game = pyspiel.load_game(name)
    chance = random.Random(1)
    return itertools.cycle([spiel_dealt(game, chance) for _ in range(ROOTS)])


def _spiel_evenly(game: Any) -> bool:
    """The same for one of OpenSpiel's games."""
    chance = random.Random(1)
    for _ in range(TRIALS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                odds = [weight for _, weight in state.chance_outcomes()]
                if max(odds) - min(odds) > 1e-9:
                    return False
            spiel_step(state, chance)
    return True


def spiel_loop(name: str, *, seen: bool) -> Once:
    """One game in a user's Python loop; if `seen`, with the tensor of who is to move, for each decision.

    The tensor is got the fastest way there is from Python: an observation that is written into one NumPy array.
    """
    game = pyspiel.load_game(name)
    chance = random.Random(1)
    evenly = _spiel_evenly(game)
    observe = spiel_observation(game).set_from if seen else None

    def once() -> int:
        state = game.new_initial_state()
        pick = chance.random
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                if evenly:
                    state.apply_action(outcomes[int(pick() * len(outcomes))][0])
                else:
                    state.apply_action(chance.choices(*zip(*outcomes, strict=True))[0])
                continue
            player = state.current_player()
            if observe is not None:
                observe(state, player)
            legal = state.legal_actions()
            state.apply_action(legal[int(pick() * len(legal))])
            decisions += 1
        return decisions

    return once


def spiel_observation(game: Any) -> Any:
    """Return a player's tensor: its observation or, in games that have none, its information state."""
    recall = not game.get_type().provides_observation_tensor
    kind = pyspiel.IIGObservationType(
        perfect_recall=recall, public_info=True, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    return make_observation(game, kind)


def spiel_rollouts(name: str, rollouts: int = 500) -> Once:
    """Run OpenSpiel's C++ random rollouts, from after the deal."""
    roots = _roots(name)
    chance = random.Random(2)
    measured = [(root, _length(root, chance)) for root in itertools.islice(roots, ROOTS)]
    turns = itertools.cycle(measured)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    # One simulation of this search is one evaluation of the root: just the rollouts.
    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, 3, False)  # noqa: FBT003 - C++ takes no keywords

    def once() -> int:
        root, length = next(turns)
        bot.step(root)
        return int(rollouts * length)

    return once


def _length(root: Any, chance: random.Random) -> float:
    """Return the average number of decisions of a random game from here on."""
    games = 100
    decisions = 0
    for _ in range(games):
        state = root.clone()
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            spiel_step(state, chance)
    return decisions / games


def spiel_ismcts(name: str, simulations: int) -> Once:
    """Run OpenSpiel's C++ search with one random rollout per simulation, from the first decision after the deal."""
    roots = _roots(name)
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, simulations)

    def once() -> int:
        bot.step(next(roots))
        return simulations

    return once


def python_ismcts(name: str, simulations: int, resampler: Callable[[Any, int], Any] | None = None) -> Once:
    """Run OpenSpiel's Python version of the search, which accepts a resampler."""
    roots = _roots(name)
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ISMCTSBot(pyspiel.load_game(name), evaluator, 1.4, simulations, random_state=np.random.RandomState(2))
    if resampler is not None:
        bot.set_resampler(resampler)

    def once() -> int:
        bot.step(next(roots))
        return simulations

    return once
