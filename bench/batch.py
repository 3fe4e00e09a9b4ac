"""Speed of the batch: decisions per second of random play, for every game and several batch sizes.

A decision is everything that a learner's loop needs: draw a random legal move (`sample`), check and make it, resolve
chance, restart games that end, and write the observation, mask, current player and reward of the next decision
(`step`). `floats` also scales the observations to float32 (`scaled`), the input of a network; `all seats` writes the
observations of every seat. `sample in NumPy` is the same draw by cumulative masks, compared with the compiled one, in
nanoseconds per move.

Each is measured several times in turns, and the best is taken.
"""

import argparse
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

import zashiki
from zashiki import registry
from zashiki.research import batch
from zashiki.research.numpy_batch import Batch

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.showing import Sheet, tell

SIZES = (1, 64, 4096)
MANY = 4096

Once = Callable[[], int]
"""Does some work and returns how much."""


def rate(seconds: float, once: Once) -> float:
    """Return how much `once` gets done per second."""
    once()
    done = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        done += once()
    return done / spent


def stepping(games: Batch, *, floats: bool = False) -> Once:
    """Make one decision in every game."""
    out = games.scaled()

    def once() -> int:
        games.step(games.sample())
        if floats:
            games.scaled(out)
        return games.n

    return once


def sampling(games: Batch) -> Once:
    """Draw a move for every game with the batch."""

    def once() -> int:
        games.sample()
        return games.n

    return once


def sampling_in_numpy(games: Batch) -> Once:
    """Draw a move for every game from the masks, in NumPy."""
    rng = np.random.default_rng(1)

    def once() -> int:
        counted = games.masks.cumsum(1, dtype=np.int16)
        point = (rng.random(games.n) * counted[:, -1]).astype(np.int16)
        (counted > point[:, None]).argmax(1)
        return games.n

    return once


def measures() -> dict[tuple[str, str], Once]:
    """Return the measurements."""
    found: dict[tuple[str, str], Once] = {}
    for key in registry.packages():
        for n in SIZES:
            found[key, f"n={n}"] = stepping(batch(key, n=n, seed=1))
        many = batch(key, n=MANY, seed=1)
        found[key, "floats"] = stepping(many, floats=True)
        found[key, "all seats"] = stepping(batch(key, n=MANY, seed=1, views="all"))
        found[key, "sample"] = sampling(many)
        found[key, "sample in NumPy"] = sampling_in_numpy(many)
    return found


HEADS = ["game", "seats", "observation", "moves", *(f"n={n}" for n in SIZES), "floats", "all seats"]
HEADS += ["sample", "sample in NumPy"]


def rows_of(best: dict[tuple[str, str], float]) -> list[list[str]]:
    """Format the table: thousands of decisions per second, nanoseconds per drawn move."""
    rows = []
    for key in registry.packages():
        games = batch(key, n=1, seed=1)
        row = [key, str(games.seats), str(games.width), str(games.actions)]
        row += [f"{best[key, head] / 1000:,.0f} k" for head in HEADS[4:-2]]
        row += [f"{1e9 / best[key, head]:.0f} ns" for head in HEADS[-2:]]
        rows.append(row)
    return rows


def main() -> None:
    """Measure, print a table, and write it as Markdown if asked."""
    parser = argparse.ArgumentParser(description="Speed of the vectorised batch.")
    parser.add_argument("--seconds", type=float, default=0.3, help="for each measurement of each round")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured; the best counts")
    parser.add_argument("--write", type=Path, help="a Markdown file for the table")
    args = parser.parse_args()
    asked = measures()
    best = dict.fromkeys(asked, 0.0)
    console = Console(stderr=True)
    for _ in track(range(args.rounds), "measuring", console=console, disable=not console.is_terminal):
        for name, once in asked.items():
            best[name] = max(best[name], rate(args.seconds, once))
    title = (
        f"zashiki {zashiki.__version__} ({zashiki.lane()}), NumPy {version('numpy')}, Python "
        f"{platform.python_version()}; decisions per second on one core, best of {args.rounds}; from `floats` on with "
        f"n={MANY}"
    )
    tell("Speed of the batch", Sheet(HEADS, rows_of(best), f"{title}."), args.write)


if __name__ == "__main__":
    main()
