"""`zashiki bench`: how fast the games run on this machine."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from rich.console import Console
from rich.text import Text

from zashiki.cli.console import Output
from zashiki.core.game import Game, State
from zashiki.core.rng import Rng
from zashiki.drawing.style import QUIET, sheet
from zashiki.lane import lane

CLONES: Final = 1000
"""Copies between two readings of the clock."""


def bench(output: Output, games: list[Game], seconds: float) -> None:
    """Measure each game with its usual number of seats, and print the results."""
    table = sheet("Game", "Seats", "Playouts", "User loop", "Clone", right=("Seats", "Playouts", "User loop", "Clone"))
    rng = Rng(0)
    for game in games:
        # Shows on a terminal only.
        with Console(stderr=True).status(f"measuring {game.title}", spinner="line"):
            inside = rate(partial(playout, game, rng), seconds)
            outside = rate(partial(user_loop, game, rng), seconds)
            copies = rate(partial(clones, halfway(game)), seconds)
        row = (f"{inside:,.0f} decisions/s", f"{outside:,.0f} decisions/s", f"{1e9 / copies:,.0f} ns")
        table.add_row(game.key, str(game.usual_seats), *row)
    output.say(f"Lane: {lane()}", "", table, "")
    output.say(
        Text("Playouts   random games inside the engine", QUIET),
        Text("User loop  waiting, legal, a random choice and apply, called from Python", QUIET),
        Text("Clone      one copy of a state in mid-game", QUIET),
        Text("In a checkout of the sources, make bench compares with other libraries.", QUIET),
    )


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work per second; `work` returns how many it did."""
    work()  # warm up
    done = 0
    began = now = time.perf_counter()
    while not done or now - began < seconds:
        done += work()
        now = time.perf_counter()
    return done / max(now - began, 1e-9)


def new_state(game: Game) -> State:
    """A new game with default settings."""
    return game.start(game.usual_seats, game.checked(game.usual_seats, {}))


def playout(game: Game, rng: Rng) -> int:
    """Play a random game inside the engine; returns the number of decisions."""
    return new_state(game).playout(rng)


def user_loop(game: Game, rng: Rng) -> int:
    """The same with every decision made in Python."""
    state = new_state(game)
    decisions = 0
    while True:
        state.resolve_chance(rng)
        waiting = state.waiting()
        if not waiting:
            return decisions
        actions = state.legal(waiting[0])
        state.apply(waiting[0], actions[rng.below(len(actions))])
        decisions += 1


def halfway(game: Game) -> State:
    """A state in the middle of a game."""
    length = new_state(game).playout(Rng(0))
    state, rng = new_state(game), Rng(0)
    for _ in range(length // 2):
        state.resolve_chance(rng)
        state.step(rng)
    return state


def clones(state: State) -> int:
    """Copy a state many times; returns how many."""
    for _ in range(CLONES):
        state.clone()
    return CLONES
