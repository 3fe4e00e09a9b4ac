"""Speed of every game compared with OpenSpiel's `hearts`, in one run and one process: `make bench`.

Three things are measured, each several times in turn with the peer, and the best of each is taken:

- *user loop*: a Python program's own loop over `waiting`, `legal`, a random choice and `apply` on the raw state, with
  chance resolved by the library (`resolve_chance`); for OpenSpiel `legal_actions`, a random choice and `apply_action`,
  with chance drawn from `chance_outcomes`. Decisions of players are counted, the time of chance is included.
- *explicit chance*: the same, but our chance also goes through `legal`, `weights` (in games where not all is equally
  likely) and `apply`, one outcome at a time.
- *playouts*: random play inside the engine, one call a game: `State.playout`; for OpenSpiel the C++ rollouts of
  `RandomRolloutEvaluator` (through one simulation of `MCTSBot`). From the deal on, as OpenSpiel's rollouts are, and for
  whole games with all their deals.

`clone` is given in nanoseconds.
"""

import argparse
import platform
import sys
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.progress import track

import zashiki
from zashiki import Game, Rng

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.rates import Once, our_loop, our_playout, rate, spiel_loop, spiel_rollouts
from bench.showing import Sheet, tell


def clone_nanoseconds(game: Game, seats: int, seconds: float) -> float:
    """Measure one `clone` of a state after the deal, from Python."""
    state = game.start(seats, game.checked(seats, {}))
    state.resolve_chance(Rng(1))
    clone = state.clone

    def once() -> int:
        for _ in range(1000):
            clone()
        return 1000

    return 1e9 / rate(seconds, once)


def measured(seconds: float, rounds: int, seats_of: dict[str, list[int]]) -> dict[str, float]:
    """Return the best rate of each measurement, taken in turns so that a slow moment hits all alike."""
    measures: dict[str, Once] = {
        "hearts loop": spiel_loop("hearts", seen=False),
        "hearts rollouts": spiel_rollouts("hearts"),
    }
    for key, game in zashiki.games().items():
        for seats in seats_of[key]:
            measures[f"{key} {seats} loop"] = our_loop(game, seats, explicit=False)
            measures[f"{key} {seats} explicit"] = our_loop(game, seats, explicit=True)
            measures[f"{key} {seats} dealt"] = our_playout(game, seats, dealt=True)
            measures[f"{key} {seats} whole"] = our_playout(game, seats, dealt=False)
    best = dict.fromkeys(measures, 0.0)
    console = Console(stderr=True)
    for _ in track(range(rounds), "measuring", console=console, disable=not console.is_terminal):
        for name, once in measures.items():
            best[name] = max(best[name], rate(seconds, once))
    for key, game in zashiki.games().items():
        for seats in seats_of[key]:
            best[f"{key} {seats} clone"] = min(clone_nanoseconds(game, seats, seconds) for _ in range(rounds))
    return best


def report(best: dict[str, float], seats_of: dict[str, list[int]]) -> list[list[str]]:
    """Return the rows of the table: millions of decisions per second, and the ratio to hearts."""
    loop, rollouts = best["hearts loop"], best["hearts rollouts"]
    rows = [["OpenSpiel hearts", "4", f"{loop / 1e6:.2f} M", "", f"{rollouts / 1e6:.2f} M", "", ""]]
    for key in seats_of:
        for seats in seats_of[key]:
            name = f"{key} {seats}"
            rows.append(
                [
                    key,
                    str(seats),
                    f"{best[name + ' loop'] / 1e6:.2f} M ({best[name + ' loop'] / loop:.1f}×)",
                    f"{best[name + ' explicit'] / 1e6:.2f} M ({best[name + ' explicit'] / loop:.1f}×)",
                    f"{best[name + ' dealt'] / 1e6:.2f} M ({best[name + ' dealt'] / rollouts:.1f}×)",
                    f"{best[name + ' whole'] / 1e6:.2f} M ({best[name + ' whole'] / rollouts:.1f}×)",
                    f"{best[name + ' clone']:.0f} ns",
                ]
            )
    return rows


HEADS = ["game", "seats", "user loop", "explicit chance", "playouts, dealt", "playouts, whole", "clone"]


def main() -> None:
    """Measure, print a table, and write it as Markdown if asked."""
    parser = argparse.ArgumentParser(description="Speed beside OpenSpiel's hearts, in one run.")
    parser.add_argument("--seconds", type=float, default=0.3, help="for each measurement of each round")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured; the best counts")
    parser.add_argument("--all-seats", action="store_true", help="every number of seats, not only the usual one")
    parser.add_argument("--write", type=Path, help="a Markdown file for the table")
    args = parser.parse_args()
    games = zashiki.games().items()
    seats_of = {key: list(game.seat_counts) if args.all_seats else [game.usual_seats] for key, game in games}
    title = (
        f"zashiki {zashiki.__version__} ({zashiki.lane()}), OpenSpiel {version('open_spiel')}, "
        f"Python {platform.python_version()}; decisions per second, best of {args.rounds}; × is against hearts"
    )
    rows = report(measured(args.seconds, args.rounds, seats_of), seats_of)
    tell("Speed", Sheet(HEADS, rows, f"{title}."), args.write)


if __name__ == "__main__":
    main()
