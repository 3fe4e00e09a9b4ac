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
"""Copies between two looks at the clock."""


def bench(output: Output, games: list[Game], seconds: float) -> None:
    """Measure each game at its usual table and print what came out."""
    table = sheet("Game", "Seats", "Playouts", "User loop", "Clone", right=("Seats", "Playouts", "User loop", "Clone"))
    rng = Rng(0)
    for game in games:
        # A person should see that something is going on; a pipe need not.
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
    """How much is done in a second; `work` says how much it did."""
    work()  # the first time is never typical
    done = 0
    began = now = time.perf_counter()
    while not done or now - began < seconds:
        done += work()
        now = time.perf_counter()
    return done / max(now - began, 1e-9)


def table_of(game: Game) -> State:
    """A new game as it is usually played."""
    return game.start(game.usual_seats, game.checked(game.usual_seats, {}))


def playout(game: Game, rng: Rng) -> int:
    """A random game inside the engine; its decisions."""
    return table_of(game).playout(rng)


def user_loop(game: Game, rng: Rng) -> int:
    """The same game, every decision made out here; its decisions."""
    state = table_of(game)
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
    length = table_of(game).playout(Rng(0))
    state, rng = table_of(game), Rng(0)
    for _ in range(length // 2):
        state.resolve_chance(rng)
        state.step(rng)
    return state


def clones(state: State) -> int:
    """Some copies; how many."""
    for _ in range(CLONES):
        state.clone()
    return CLONES
