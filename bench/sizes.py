"""How large the games are for those who do research with them: `python bench/sizes.py --write docs/research.md`.

Moves, the length of what a seat sees, how long random games are and how many moves there are to choose from; for every
number of seats, with the usual options. The table stands in the page between two marks.
"""

import argparse
import sys
from pathlib import Path
from statistics import mean
from typing import Final

from rich.console import Console
from rich.progress import track

import zashiki
from zashiki import CHANCE, Game, Rng, registry

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.showing import Sheet, markdown

HEADS: Final = (
    "game",
    "seats",
    "moves",
    "outcomes of chance",
    "observation size",
    "decisions per game (max)",
    "legal moves (max)",
    "max plies",
)
BEGIN: Final = "<!-- sizes -->"
END: Final = "<!-- /sizes -->"


def fixed(game: Game, seats: int) -> tuple[int, int, int, int]:
    """Return what does not depend on play: moves, outcomes of chance, size of an observation, longest game."""
    options = game.checked(seats, {})
    width = sum(field.size for field in registry.package(game.key).observer.fields(seats, options))
    return game.action_count, game.chance_count, width, game.max_plies(seats, options)


def played(game: Game, seats: int, games: int) -> tuple[list[int], list[int]]:
    """Play random games; return the decisions of each, and the number of legal moves at every decision."""
    options = game.checked(seats, {})
    lengths: list[int] = []
    choices: list[int] = []
    for seed in range(games):
        rng = Rng(seed)
        state = game.start(seats, options)
        decisions = 0
        while (seat := state.turn()) >= CHANCE:
            if seat >= 0:
                decisions += 1
                choices.append(len(state.legal(seat)))
            state.step(rng)
        lengths.append(decisions)
    return lengths, choices


def row(game: Game, seats: int, games: int) -> list[str]:
    """One line of the table."""
    moves, outcomes, width, plies = fixed(game, seats)
    lengths, choices = played(game, seats, games)
    return [
        game.key,
        str(seats),
        str(moves),
        str(outcomes),
        str(width),
        f"{mean(lengths):.0f} ({max(lengths)})",
        f"{mean(choices):.1f} ({max(choices)})",
        str(plies),
    ]


def put(page: str, rows: list[list[str]]) -> str:
    """Return the page with the table between its marks."""
    table = markdown(HEADS, rows)
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    return before + "\n".join([BEGIN, "", *table, "", END]) + after


def main() -> None:
    """Play, print the table, and write it to a page if asked."""
    parser = argparse.ArgumentParser(description="Sizes of the games.")
    parser.add_argument("--games", type=int, default=200, help="random games for each number of seats")
    parser.add_argument("--write", type=Path, help="the page whose table to replace")
    args = parser.parse_args()
    console = Console(stderr=True)
    tables = [(game, seats) for game in zashiki.games().values() for seats in game.seat_counts]
    rows = [row(game, seats, args.games) for game, seats in track(tables, "playing", console=console)]
    Sheet(HEADS, rows).show()
    if args.write:
        args.write.write_text(put(args.write.read_text("utf-8"), rows), "utf-8")


if __name__ == "__main__":
    main()
