"""Compare two builds of the engine in one run: `python bench/builds.py BEFORE AFTER`.

Each is a folder into which a version was installed (`pip install --no-deps --target FOLDER .`). Both are measured in
turns, each time in a new process, so that a slow moment of the machine hits both alike; the best of each counts. A
third run of BEFORE against itself (`--control`) shows the noise of the figures.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import track

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.showing import Sheet, tell

Rates = dict[str, float]

PROGRAM: Final = r"""
import importlib, json, random, sys, time
import zashiki
from zashiki import Rng

assert zashiki.lane() == "compiled", f"{zashiki.__file__} is not compiled"
seconds = float(sys.argv[1])
try:
    registry = importlib.import_module("zashiki.registry")
    heuristics = {key: package.heuristics for key, package in registry.packages().items()}
except ModuleNotFoundError:  # versions before 0.3
    found = importlib.import_module("zashiki.games")
    heuristics = getattr(found, "HEURISTICS", None) or found.PLAYS

def rate(once):
    done, began = 0, time.process_time()
    while True:
        done += once()
        spent = time.process_time() - began
        if spent >= seconds:
            return done / spent

resolve = "resolve_chance" if hasattr(zashiki.State, "resolve_chance") else "settle"
rates = {}
for key, game in zashiki.games().items():
    seats = game.usual_seats
    options = game.checked(seats, {})
    chance = random.Random(5)
    rng = Rng(5)

    def loop():
        state = game.start(seats, options)
        done = 0
        while True:
            getattr(state, resolve)(rng)
            waiting = state.waiting()
            if not waiting:
                return done
            legal = state.legal(waiting[0])
            state.apply(waiting[0], legal[int(chance.random() * len(legal))])
            done += 1

    def random_playout():
        return game.start(seats, options).playout(rng)

    guide = heuristics[key]
    def guided_playout():
        state = game.start(seats, options)
        guide.playout(state, rng)
        return 1

    rates[f"{key}, user loop"] = rate(loop)
    rates[f"{key}, random playouts"] = rate(random_playout)
    rates[f"{key}, heuristic playouts"] = rate(guided_playout)
print(json.dumps(rates))
"""


def measure(folder: Path, seconds: float) -> Rates:
    """Measure the rates of one build once."""
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
    line = [sys.executable, "-c", PROGRAM, str(seconds)]
    done = subprocess.run(line, env=env, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{folder}: {done.stderr.strip().splitlines()[-1]}")
    found: Rates = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure in turns and print the ratios."""
    parser = argparse.ArgumentParser(description="Two builds of the engine beside each other.")
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--control", action="store_true", help="measure BEFORE a second time, as if it were another")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="for each figure in each round")
    parser.add_argument("--write", type=Path, help="a Markdown file for the table")
    args = parser.parse_args()
    folders = {"before": args.before, "after": args.after} | ({"control": args.before} if args.control else {})
    best: dict[str, Rates] = {name: {} for name in folders}
    console = Console(stderr=True)
    for number in track(range(args.rounds), "measuring", console=console, disable=not console.is_terminal):
        for name in sorted(folders, reverse=bool(number % 2)):
            for what, found in measure(folders[name].resolve(), args.seconds).items():
                best[name][what] = max(found, best[name].get(what, 0.0))
    others = [name for name in folders if name != "before"]
    rows = []
    for what, was in best["before"].items():
        rows.append([what, f"{was:,.0f}", *(f"{best[name][what] / was:.3f}" for name in others)])
    ratios = [[best[name][what] / was for what, was in best["before"].items()] for name in others]
    rows.append(["geometric mean", "", *(f"{statistics.geometric_mean(of_one):.3f}" for of_one in ratios)])
    about = "User loop: decisions a second; playouts: moves, with heuristics games a second. Then ratios to BEFORE."
    tell("Builds", Sheet(("what", "before", *others), rows, about), args.write)


if __name__ == "__main__":
    main()
