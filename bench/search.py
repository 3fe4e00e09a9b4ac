"""Iterations per second of tree search, compared with OpenSpiel's C++ ISMCTS in one run and one process: `make bench`.

Ours is `zashiki.bots.tree` from the first decision of a game, with its usual seats: each iteration redraws the world,
walks the tree with the shortlists and heuristics of the game (*guided*) or with all legal moves and at random
(*plain*), and evaluates the chances of winning as soon as the game's `can_evaluate` allows it (mostly at the end of the
round). OpenSpiel's `ISMCTSBot` has one random rollout per simulation, on `hearts` and `euchre`, from the first decision
after the deal (a hand of 13 and of 5 tricks). Each is measured several times in turn, and the best of each is taken.
"""

import argparse
import platform
import sys
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.progress import track

import zashiki

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.rates import our_tree, rate, spiel_ismcts
from bench.showing import Sheet, tell

PEERS = ("hearts", "euchre")


def measure(iterations: int, times: int) -> tuple[dict[str, float], dict[tuple[str, bool], float]]:
    """Return the best rate of each peer, and of each of our games guided and plain."""
    peers = dict.fromkeys(PEERS, 0.0)
    games = {(key, guided): 0.0 for key in zashiki.games() for guided in (True, False)}
    for _ in track(range(times), "measuring", console=Console(stderr=True), transient=True):
        for name in peers:
            peers[name] = max(peers[name], rate(0.0, spiel_ismcts(name, iterations)))
        for key, guided in games:
            seats = zashiki.games()[key].usual_seats
            games[key, guided] = max(games[key, guided], rate(0.0, our_tree(key, seats, guided, iterations)))
    return peers, games


def table(peers: dict[str, float], games: dict[tuple[str, bool], float]) -> list[list[str]]:
    """Return rows of text: name, rate, and the rate as a multiple of each peer's."""
    rows = [[f"OpenSpiel {name}", f"{speed:,.0f}", *("" for _ in peers)] for name, speed in peers.items()]
    for (key, guided), speed in games.items():
        how = "guided" if guided else "plain"
        rows.append([f"{key}, {how}", f"{speed:,.0f}", *(f"{speed / peer:.1f}×" for peer in peers.values())])
    return rows


def main() -> None:
    """Measure, print, and write the table if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=20_000, help="iterations of each measurement")
    parser.add_argument("--times", type=int, default=3, help="how often each is measured")
    parser.add_argument("--write", type=Path, help="write the table into this Markdown file")
    arguments = parser.parse_args()
    rows = table(*measure(arguments.iterations, arguments.times))
    heads = ["search", "iterations/s", *(f"of {name}" for name in PEERS)]
    about = (
        f"Best of {arguments.times}, {arguments.iterations:,} iterations each; {zashiki.lane()} lane, Python "
        f"{platform.python_version()}, open_spiel {version('open_spiel')}. Made by `make bench`."
    )
    tell("Search speed", Sheet(heads, rows, about), arguments.write)


if __name__ == "__main__":
    main()
