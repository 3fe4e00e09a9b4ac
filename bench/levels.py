"""The thinking time of each level per decision, in every game at its usual and its highest seats: `make bench`.

Whole games with the same level on every seat, without a time limit: at a table with people, a level that is not done in
time answers with its best move so far.
"""

import argparse
import platform
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.progress import track

import zashiki
from zashiki import Rng
from zashiki.bots import Bot, Budget, DecisionContext, levels
from zashiki.core.game import CHANCE, Game

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.showing import Sheet, tell

HEADS = ["game", "seats", *(f"level {number}" for number in range(1, 6))]


def thinking(game: Game, seats: int, bot: Bot, seed: int) -> list[float]:
    """Return the seconds of each decision of one game."""
    options = game.checked(seats, {})
    state = game.start(seats, options)
    luck = Rng(seed)
    spent: list[float] = []
    while (seat := state.turn()) >= CHANCE:
        if seat == CHANCE:
            state.step(luck)
            continue
        legal = state.legal(seat)
        action = legal[0]
        if len(legal) > 1:
            context = DecisionContext(game, options, state, seat, luck, Budget())
            began = time.perf_counter()
            action = bot.act(context)
            spent.append(time.perf_counter() - began)
        state.apply(seat, action)
    return spent


def format_times(spent: list[float]) -> str:
    """Format mean and maximum in milliseconds, with two digits."""
    mean, longest = (float(f"{1000 * seconds:.2g}") for seconds in (sum(spent) / len(spent), max(spent)))
    return f"{mean:g} / {longest:g}"


def main() -> None:
    """Measure, print, and write the table if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3, help="games of each")
    parser.add_argument("--write", type=Path, help="write the table into this Markdown file")
    arguments = parser.parse_args()
    tables = [
        (game, seats) for game in zashiki.games().values() for seats in sorted({game.usual_seats, game.seat_counts[-1]})
    ]
    rows: list[list[str]] = []
    for game, seats in track(tables, "measuring", console=Console(stderr=True), transient=True):
        row = [game.key, str(seats)]
        for level in levels(game.key):
            games = range(arguments.games)
            row.append(format_times([one for seed in games for one in thinking(game, seats, level.bot(), seed)]))
        rows.append(row)
    about = (
        f"Milliseconds for a decision, mean / longest, over {arguments.games} games each; {zashiki.lane()} lane, "
        f"Python {platform.python_version()}. Made by `make bench`."
    )
    tell("How long the levels think", Sheet(HEADS, rows, about), arguments.write)


if __name__ == "__main__":
    main()
