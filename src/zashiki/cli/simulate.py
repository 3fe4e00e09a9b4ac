"""`zashiki simulate`: statistics of many random games."""

import json
import math
import sys
import time
from typing import TypedDict

from rich.console import Console

from zashiki.cli.console import INTERRUPTED, Output, complain
from zashiki.cli.progress import Bar, stopped_by_ctrl_c
from zashiki.core.game import Game
from zashiki.core.options import Options
from zashiki.core.rng import Rng
from zashiki.drawing.style import counted, sheet
from zashiki.lane import lane


class SeatResult(TypedDict):
    """The results of one seat. A victory shared by three is a third of a win."""

    seat: int
    wins: float
    mean: float
    min: int
    max: int
    stdev: float


class Length(TypedDict):
    """Decisions in a game."""

    min: int
    mean: float
    max: int


class SimulationReport(TypedDict):
    """What `--json` prints. All but the timings depends only on the game, the options and the seed."""

    game: str
    version: int
    seats: int
    options: Options
    seed: int
    games: int
    decisions: int
    length: Length
    results: list[SeatResult]
    lane: str
    seconds: float
    decisions_per_second: float


class Tally:
    """Sums over games, in whole numbers where possible, so that the order of adding does not matter."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.lengths: list[int] = [0, 0, 0]
        """Decisions: the minimum, the sum, the maximum."""
        self.wins = [0.0] * seats
        self.sums = [0] * seats
        self.squares = [0] * seats
        self.lows = [0] * seats
        self.highs = [0] * seats

    def add(self, decisions: int, scores: list[int], winners: tuple[int, ...]) -> None:
        """Count one game."""
        if not self.games:
            self.lengths = [decisions, 0, decisions]
            self.lows = list(scores)
            self.highs = list(scores)
        self.games += 1
        low, total, high = self.lengths
        self.lengths = [min(low, decisions), total + decisions, max(high, decisions)]
        for seat, points in enumerate(scores):
            self.sums[seat] += points
            self.squares[seat] += points * points
            self.lows[seat] = min(self.lows[seat], points)
            self.highs[seat] = max(self.highs[seat], points)
        for seat in winners:
            self.wins[seat] += 1 / len(winners)

    def results(self) -> list[SeatResult]:
        """The results of each seat."""
        games = self.games
        return [
            {
                "seat": seat,
                "wins": self.wins[seat] / games,
                "mean": self.sums[seat] / games,
                "min": self.lows[seat],
                "max": self.highs[seat],
                "stdev": math.sqrt(games * self.squares[seat] - self.sums[seat] ** 2) / games,
            }
            for seat in range(len(self.sums))
        ]


def run(game: Game, seats: int, options: Options, seed: int, games: int) -> tuple[SimulationReport, bool]:
    """Play the games; returns the report, and whether Ctrl-C ended it early."""
    tally = Tally(seats)
    bar = Bar(games, Console(stderr=True))
    began = time.perf_counter()
    with stopped_by_ctrl_c() as stop:
        for number in range(games):
            state = game.start(seats, options)
            decisions = state.playout(rng_of(seed, number))
            tally.add(decisions, state.scores(), state.winners())
            if stop.asked:
                break
            bar.at(number + 1)
    seconds = time.perf_counter() - began
    bar.end()
    shortest, decisions, longest = tally.lengths
    report: SimulationReport = {
        "game": game.key,
        "version": game.version,
        "seats": seats,
        "options": options,
        "seed": seed,
        "games": tally.games,
        "decisions": decisions,
        "length": {"min": shortest, "mean": decisions / tally.games, "max": longest},
        "results": tally.results(),
        "lane": lane(),
        "seconds": seconds,
        "decisions_per_second": decisions / max(seconds, 1e-9),
    }
    return report, tally.games < games


def rng_of(seed: int, number: int) -> Rng:
    """The generator of one game, which depends on the seed and the game's number only."""
    return Rng((seed << 64) + number)


def simulate(
    output: Output, game: Game, seats: int | None, options: Options, seed: int, games: int, as_json: bool
) -> int:
    """Simulate and print; returns the exit code."""
    seats = game.usual_seats if seats is None else seats
    report, interrupted = run(game, seats, game.checked(seats, options), seed, games)
    if as_json:
        sys.stdout.write(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    else:
        show(output, game, report)
    if interrupted:
        complain(f"stopped after {counted(report['games'], 'game')} of {games:,}")
        return INTERRUPTED
    return 0


def show(output: Output, game: Game, report: SimulationReport) -> None:
    """Print the report as a table."""
    chosen = "".join(f", {key} {value}" for key, value in report["options"].items())
    output.say(f"{game.title} {game.kanji}: {report['seats']} seats{chosen}, random play, seed {report['seed']}", "")
    numbers = ("Seat", "Wins", "Mean score", "Min", "Max", "Std dev")
    table = sheet(*numbers, right=numbers)
    for row in report["results"]:
        table.add_row(
            str(row["seat"]),
            f"{row['wins']:.1%}",
            f"{row['mean']:.2f}",
            str(row["min"]),
            str(row["max"]),
            f"{row['stdev']:.2f}",
        )
    output.say(table, "")
    length = report["length"]
    output.say(f"Decisions in a game: {length['min']} to {length['max']}, {length['mean']:.1f} on average")
    output.say(
        f"{counted(report['games'], 'game')}, {counted(report['decisions'], 'decision')} in {report['seconds']:.2f} s: "
        f"{report['decisions_per_second']:,.0f} decisions a second ({report['lane']})"
    )
