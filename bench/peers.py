"""Our games compared with OpenSpiel, RLCard and PettingZoo classic, in one run, process and thread: `make bench`.

Four things are counted, each per second:

- *user loop*: decisions of seats in a Python program's own loop: who is to move, what is legal, a random choice. Chance
  takes time but is not counted. Ours once with chance resolved by the library (`resolve_chance`), and once with
  every outcome drawn by the loop, as in OpenSpiel's games.
- *with observations*: the same, and for each decision the seat's observation as an array of `float32`. OpenSpiel's is
  written into one NumPy array (`make_observation`), the fastest way from Python. RLCard and PettingZoo always produce
  observations, so they are only here.
- *engine rollouts*: decisions in random games inside the engine: `State.playout`; for OpenSpiel the C++ rollouts of
  `RandomRolloutEvaluator`, through one simulation of `MCTSBot`. Both from the first decision after the deal.
- *search*: iterations of a search from that decision. Ours: the tree of `zashiki.bots.tree` with all legal moves and
  random playouts (*plain*), and with the shortlists and heuristics of the game (*guided*), and the search of the
  highest level. OpenSpiel's: `ISMCTSBot` in C++ and in Python, with one random rollout per simulation.

The libraries take turns, round after round, so that a slow moment of the machine hits all; the median of the rounds
counts. What cannot be measured says why.
"""

import argparse
import gc
import importlib
import os
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

# One thread, also for libraries that would use more.
os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"))

import numpy as np
from librt.vecs import vec
from mypy_extensions import i16
from rich.console import Console
from rich.progress import track

import zashiki
from zashiki import registry
from zashiki.core.game import CHANCE, Game
from zashiki.core.observation import ObservationWriter
from zashiki.core.rng import Rng

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.comparing import Figure, Match, report
from bench.rates import (
    Once,
    machine,
    our_loop,
    our_playout,
    our_search,
    our_tree,
    python_ismcts,
    rate,
    spiel_ismcts,
    spiel_loop,
    spiel_rollouts,
    versions,
)

T = TypeVar("T")

LOOP, SEEN, ROLLOUTS, SEARCH = "user loop", "with observations", "engine rollouts", "search"

ENGINE = "Zashiki"
EXPLICIT = "Zashiki, explicit chance"
BATCH = "Zashiki, batch"
ADAPTER = "Zashiki in OpenSpiel"
ENVIRONMENT = "Zashiki in PettingZoo"
PLAIN, GUIDED, TOP = "Zashiki, tree, plain", "Zashiki, tree, guided", "Zashiki, level 5"
SPIEL = "OpenSpiel"
SPIEL_PYTHON = "OpenSpiel, a game in Python"
SPIEL_BOT = "OpenSpiel, search in Python"
RLCARD = "RLCard"
ZOO = "PettingZoo classic"

SPIEL_GAMES: Final = ("hearts", "spades", "euchre", "oh_hell", "bridge(use_double_dummy_result=false)")
PYTHON_GAMES: Final = ("python_liars_poker", "python_block_dominoes", "python_team_dominoes")
RLCARD_GAMES: Final = ("uno", "doudizhu", "mahjong", "gin-rummy", "bridge")
ZOO_GAMES: Final = ("hanabi_v5", "tictactoe_v3", "connect_four_v3", "texas_holdem_no_limit_v6")
PYTHON_SIMULATIONS: Final = 20
"""Iterations of a search in Python per measurement."""

MATCHES: Final = (
    Match(LOOP, ENGINE, SPIEL, "our chance is resolved by the library, theirs by the loop"),
    Match(LOOP, EXPLICIT, SPIEL),
    Match(LOOP, ADAPTER, SPIEL_PYTHON),
    Match(LOOP, ADAPTER, SPIEL, "ours is a game in Python to OpenSpiel, theirs are in C++"),
    Match(SEEN, ENGINE, SPIEL, "our chance is resolved by the library, theirs by the loop"),
    Match(SEEN, ENGINE, RLCARD),
    Match(SEEN, BATCH, SPIEL, "many games at once beside one after the other"),
    Match(SEEN, ADAPTER, SPIEL_PYTHON),
    Match(SEEN, ADAPTER, SPIEL, "ours is a game in Python to OpenSpiel, theirs are in C++"),
    Match(SEEN, ENVIRONMENT, ZOO),
    Match(ROLLOUTS, ENGINE, SPIEL, "our games have several rounds, and the later deals are in them"),
    Match(SEARCH, PLAIN, SPIEL),
    Match(SEARCH, GUIDED, SPIEL, "ours play on by the heuristics of the game, theirs at random"),
    Match(SEARCH, TOP, SPIEL, "ours play on by the heuristics of the game, theirs at random"),
    Match(
        SEARCH,
        ADAPTER,
        SPIEL_BOT,
        "the same search; Hagakure and Sakura with one round, the others whole games, theirs one hand",
    ),
)


@dataclass(frozen=True)
class Measure:
    """One measurement."""

    kind: str
    way: str
    game: str
    make: Callable[[], Once]
    """Prepares it; raises if it cannot be measured."""


class CannotBeMeasured(Exception):
    """Why it cannot be measured."""


# user loops with observations


def our_observing_loop(game: Game, seats: int) -> Once:
    """Play one game in a user's Python loop, with the scaled observation of the seat to move."""
    if game.key not in registry.packages():
        raise CannotBeMeasured("no observer")
    observer = registry.package(game.key).observer
    options = game.checked(seats, {})
    fields = observer.fields(seats, options)
    scale = np.concatenate([np.full(field.size, 1 / field.most, np.float32) for field in fields])
    writer = ObservationWriter(vec[i16]([i16(0)] * len(scale)))
    numbers = np.frombuffer(memoryview(writer.row), np.int16)
    seen = np.empty(len(scale), np.float32)
    rng = Rng(1)
    pick = random.Random(1).random

    def once() -> int:
        state = game.start(seats, options)
        decisions = 0
        while True:
            seat = state.turn()
            if seat < 0:
                if seat != CHANCE:
                    return decisions
                state.resolve_chance(rng)
                continue
            writer.at = 0
            observer.observe(state, seat, writer)
            np.multiply(numbers, scale, out=seen)
            legal = state.legal(seat)
            state.apply(seat, legal[int(pick() * len(legal))])
            decisions += 1

    return once


def zoo_loop(env: Any) -> Once:
    """Play one game of a PettingZoo environment, with the loop of its documentation."""
    pick = random.Random(1).random
    env.reset(seed=1)

    def once() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(pick() * len(legal))]))
            decisions += 1
        return decisions

    return once


def rlcard_loop(name: str) -> Once:
    """Play one game of an RLCard environment."""
    env = importlib.import_module("rlcard").make(name, config={"seed": 1})
    pick = random.Random(1).random

    def once() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(pick() * len(legal))])
            decisions += 1
        return decisions

    return once


# what is measured


def our_measures(games: int, iterations: int) -> Iterator[Measure]:
    """Return all our measurements: the engine, the batch, and our games in other frameworks."""
    for key, game in zashiki.games().items():
        seats = game.usual_seats
        yield Measure(LOOP, ENGINE, key, partial(our_loop, game, seats, explicit=False))
        yield Measure(LOOP, EXPLICIT, key, partial(our_loop, game, seats, explicit=True))
        yield Measure(LOOP, ADAPTER, key, partial(adapter_loop, key, seen=False))
        yield Measure(SEEN, ENGINE, key, partial(our_observing_loop, game, seats))
        yield Measure(SEEN, BATCH, key, partial(batch_steps, key, games))
        yield Measure(SEEN, ADAPTER, key, partial(adapter_loop, key, seen=True))
        environment = f"zashiki.research.pettingzoo.{key}_v{registry.package(key).environment_version}"
        yield Measure(SEEN, ENVIRONMENT, key, partial(environment_loop, environment))
        yield Measure(ROLLOUTS, ENGINE, key, partial(our_playout, game, seats, dealt=True))
        yield Measure(SEARCH, PLAIN, key, partial(our_tree, key, seats, guided=False, iterations=iterations))
        yield Measure(SEARCH, GUIDED, key, partial(our_tree, key, seats, guided=True, iterations=iterations))
        yield Measure(SEARCH, TOP, key, partial(our_search, key, seats, iterations))
        yield Measure(SEARCH, ADAPTER, key, partial(adapter_search, key))


def peer_measures(iterations: int) -> Iterator[Measure]:
    """Return all measurements of the peers."""
    for name in SPIEL_GAMES:
        game = name.partition("(")[0]
        yield Measure(LOOP, SPIEL, game, partial(spiel_loop, name, seen=False))
        yield Measure(SEEN, SPIEL, game, partial(spiel_loop, name, seen=True))
        yield Measure(ROLLOUTS, SPIEL, game, partial(spiel_rollouts, name))
        yield Measure(SEARCH, SPIEL, game, partial(spiel_ismcts, name, iterations))
        yield Measure(SEARCH, SPIEL_BOT, game, partial(python_ismcts, name, PYTHON_SIMULATIONS))
    for name in PYTHON_GAMES:
        # Neither rollouts nor search: OpenSpiel's C++ code aborts the process on games written in Python, and none of
        # these has a resampler.
        yield Measure(LOOP, SPIEL_PYTHON, name, partial(python_game_loop, name, seen=False))
        yield Measure(SEEN, SPIEL_PYTHON, name, partial(python_game_loop, name, seen=True))
    for name in RLCARD_GAMES:
        yield Measure(SEEN, RLCARD, name, partial(rlcard_loop, name))
    for name in ZOO_GAMES:
        yield Measure(SEEN, ZOO, name, partial(environment_loop, f"pettingzoo.classic.{name}"))


def adapter_loop(key: str, *, seen: bool) -> Once:
    """One of our games in a user's loop over OpenSpiel's interface."""
    importlib.import_module("zashiki.research.openspiel")
    return spiel_loop(f"zashiki_{key}", seen=seen)


def adapter_search(key: str) -> Once:
    """OpenSpiel's search in Python on one of our games, with our resampler."""
    if registry.package(key).heuristics.perfect_information():
        raise CannotBeMeasured("ISMCTSBot takes no game of perfect information")
    resampler = importlib.import_module("zashiki.research.openspiel").Resampler(1)
    # Its rollouts go to the end of the game. Theirs are one hand, so ours are one round where possible.
    rounds = "(rounds=1)" * any(option.key == "rounds" for option in zashiki.games()[key].options)
    return python_ismcts(f"zashiki_{key}{rounds}", PYTHON_SIMULATIONS, resampler)


def environment_loop(module: str) -> Once:
    """A PettingZoo environment as its module creates it: with the wrappers that check its use."""
    return zoo_loop(importlib.import_module(module).env())


def batch_steps(key: str, games: int) -> Once:
    """One step of a batch: random moves, and observations as `float32`."""
    batch = importlib.import_module("zashiki.research").batch(key, n=games, seed=1)
    seen = np.empty(batch.observations.shape, np.float32)

    def once() -> int:
        batch.step(batch.sample())
        batch.scaled(seen)
        return games

    return once


def python_game_loop(name: str, *, seen: bool) -> Once:
    """A game registered from Python, in a user's loop."""
    importlib.import_module("open_spiel.python.games")
    return spiel_loop(name, seen=seen)


# measuring


def prepared(measures: list[Measure], console: Console) -> tuple[list[tuple[Measure, Once]], list[Figure]]:
    """Try each measurement once; return those that work, and why the others do not."""
    ready: list[tuple[Measure, Once]] = []
    failed: list[Figure] = []
    for measure in with_progress(measures, "preparing", console):
        try:
            once = measure.make()
            once()
        except Exception as error:  # whatever a peer raises is its answer
            reason = str(error) if isinstance(error, CannotBeMeasured) else f"{type(error).__name__}: {error}"
            failed.append(Figure(measure.kind, measure.way, measure.game, trouble=" ".join(reason.split())[:90]))
        else:
            ready.append((measure, once))
    return ready, failed


def with_progress(work: Sequence[T], what: str, console: Console) -> Iterator[T]:
    """Yield the same one after the other, with a progress bar."""
    yield from track(work, what, console=console, disable=not console.is_terminal)


def measured(measures: list[Measure], seconds: float, rounds: int) -> list[Figure]:
    """Return every figure in the order of the report; the libraries take turns, round after round."""
    console = Console(stderr=True)
    ready, failed = prepared(measures, console)
    # Garbage collection in one library should not have to traverse the objects of the others.
    gc.collect()
    gc.freeze()
    rates: dict[Measure, list[float]] = {measure: [] for measure, _ in ready}
    for measure, once in with_progress(ready * rounds, "measuring", console):
        rates[measure].append(rate(seconds, once))
    gc.unfreeze()
    found = {(figure.kind, figure.way, figure.game): figure for figure in failed}
    for measure, some in rates.items():
        found[measure.kind, measure.way, measure.game] = Figure(measure.kind, measure.way, measure.game, tuple(some))
    kinds = (LOOP, SEEN, ROLLOUTS, SEARCH)
    ways = list(dict.fromkeys(measure.way for measure in measures))
    ordered = sorted(measures, key=lambda measure: (kinds.index(measure.kind), ways.index(measure.way)))
    return [found[measure.kind, measure.way, measure.game] for measure in ordered]


def main() -> None:
    """Measure, print the summary, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.4, help="for each measurement of each round")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured; the middle one counts")
    parser.add_argument("--games", type=int, default=4096, help="of a batch")
    parser.add_argument("--iterations", type=int, default=5000, help="of a search, at a time")
    parser.add_argument("--only", action="append", metavar="WORD", help="only what has this word in its way or game")
    parser.add_argument("--quick", action="store_true", help="a smoke test: one short round")
    parser.add_argument("--write", type=Path, help="write the page into this Markdown file")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.seconds, arguments.rounds, arguments.games, arguments.iterations = 0.02, 1, 256, 100
    warnings.filterwarnings("ignore")  # a peer's internal warnings
    measures = [*our_measures(arguments.games, arguments.iterations), *peer_measures(arguments.iterations)]
    if arguments.only:
        words = [word.lower() for word in arguments.only]
        measures = [one for one in measures if any(word in f"{one.way} {one.game}".lower() for word in words)]
    where, what = machine(), versions("open_spiel", "rlcard", "pettingzoo", "numpy")
    began = time.perf_counter()
    figures = measured(measures, arguments.seconds, arguments.rounds)
    about = [
        f"{what}. {where}. One process, one thread, measured in CPU time; the median of {arguments.rounds} rounds of "
        f"{arguments.seconds:g} s each, everybody in turn, {time.perf_counter() - began:,.0f} s in all; batches of "
        f"{arguments.games:,} games, searches of {arguments.iterations:,} iterations ({PYTHON_SIMULATIONS} in "
        "Python). Made by `bench/peers.py`, which says what is counted and how.",
        "× is our rate divided by the peer's. The spread is the median distance from the median.",
    ]
    text = report("Speed beside other libraries", about, MATCHES, figures)
    Console(width=160).print(text if arguments.write is None else text.partition("## Like for like")[0], markup=False)
    if arguments.write is not None:
        arguments.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
