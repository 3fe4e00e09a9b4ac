"""`zashiki simulate` and `zashiki bench`."""

import io
import json
import re
import signal
from typing import Any

import pytest
from rich.console import Console

import zashiki
from cli.command import GAMES, Command, refused
from hiroba.tilings import NINE
from zashiki.cli import progress, simulate

# simulate


@pytest.mark.parametrize("key", GAMES)
def test_simulate_is_reproducible(command: Command, key: str) -> None:
    def report(*more: str) -> Any:
        data = json.loads(command("simulate", key, "--games", "20", "--json", *more).out)
        del data["seconds"], data["decisions_per_second"]
        return data

    assert report("--seed", "3") == report("--seed", "3")
    assert report("--seed", "3")["results"] != report("--seed", "4")["results"]
    assert report("--seed", "-3")["results"] != report("--seed", "3")["results"]


@pytest.mark.parametrize("key", GAMES)
def test_simulate_counts_correctly(command: Command, key: str) -> None:
    """The report against the same games played one by one, the last one first."""
    game = zashiki.games()[key]
    seats = game.seat_counts[0]
    scores: list[list[int]] = []
    lengths: list[int] = []
    wins = [0.0] * seats
    for number in reversed(range(15)):
        state = game.start(seats, game.checked(seats, {}))
        lengths.append(state.playout(simulate.rng_of(9, number)))
        scores.append(state.scores())
        for winner in state.winners():
            wins[winner] += 1 / len(state.winners())
    ran = command("simulate", key, "--seats", seats, "--games", "15", "--seed", "9", "--json")
    report = json.loads(ran.out)
    assert report["length"] == {"min": min(lengths), "mean": sum(lengths) / 15, "max": max(lengths)}
    for row, own in zip(report["results"], zip(*scores, strict=True), strict=True):
        mean = sum(own) / 15
        assert (row["min"], row["max"], row["mean"]) == (min(own), max(own), mean)
        assert row["stdev"] == pytest.approx((sum((points - mean) ** 2 for points in own) / 15) ** 0.5)
        assert row["wins"] == pytest.approx(wins[row["seat"]] / 15)


def test_simulate_table(command: Command) -> None:
    ran = command("simulate", "hagakure", "--seats", "3", "--games", "7", "--option", "rounds=2")
    assert ran.code == 0
    assert ran.err == ""
    assert "3 seats, rounds 2, random play, seed 0" in ran.out
    assert len(re.findall(r"^ +\d +[\d.]+% +-?\d+\.\d\d", ran.out, re.MULTILINE)) == 3
    assert re.search(r"^7 games, \d+ decisions in [\d.]+ s: [\d,]+ decisions a second", ran.out, re.MULTILINE)


def test_custom_tiles(command: Command) -> None:
    """HB-R8: a list on the command line, as JSON."""
    loose = json.dumps([tile.replace(" ", "") for tile in NINE])
    ran = command("simulate", "hiroba", "--games", "5", "--option", f"tiles={loose}", "--json")
    assert json.loads(ran.out)["options"] == {"tiles": NINE}


def test_a_shared_victory_is_split() -> None:
    tally = simulate.Tally(3)
    tally.add(10, [5, 5, 1], (0, 1))
    tally.add(12, [0, 4, 1], (1,))
    tally.add(14, [0, 0, 0], ())
    assert [row["wins"] * 3 for row in tally.results()] == pytest.approx([0.5, 1.5, 0])
    assert tally.lengths == [10, 36, 14]


def test_ctrl_c_ends_a_simulation_with_partial_results(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    real = simulate.rng_of

    def rng_of(seed: int, number: int) -> zashiki.Rng:
        if number == 3:
            signal.raise_signal(signal.SIGINT)
        return real(seed, number)

    monkeypatch.setattr(simulate, "rng_of", rng_of)
    before = signal.getsignal(signal.SIGINT)  # a shell that runs the tests in the background has it ignored
    ran = command("simulate", "hagakure", "--games", "1000", "--json")
    assert json.loads(ran.out)["games"] == 4
    assert refused(ran, 130) == "zashiki: stopped after 4 games of 1,000\n"
    assert signal.getsignal(signal.SIGINT) is before


def bar_after(seconds: float, games: int, total: int, terminal: bool) -> progress.Bar:
    """A bar with a clock of its own."""
    times = iter([0.0, seconds])
    bar = progress.Bar(total, Console(file=io.StringIO(), force_terminal=terminal), lambda: next(times))
    bar.at(games)
    bar.end()
    return bar


def test_the_bar_appears_only_for_long_waits() -> None:
    assert bar_after(0.6, 100, 1000, terminal=True).progress is not None
    assert bar_after(0.6, 100, 300, terminal=True).progress is None
    assert bar_after(0.3, 100, 10**6, terminal=True).progress is None
    assert bar_after(60.0, 100, 10**6, terminal=False).progress is None


# bench


def test_bench_measures_every_game(command: Command) -> None:
    ran = command("bench", "--seconds", "0.001")
    assert ran.code == 0
    assert f"Lane: {zashiki.lane()}" in ran.out
    assert "make bench" in ran.out
    for game in zashiki.games().values():
        pattern = rf"^{game.key} +{game.usual_seats} +[\d,]+ decisions/s +[\d,]+ decisions/s +[\d,]+ ns$"
        assert re.search(pattern, ran.out, re.MULTILINE)
    assert command("bench", "HAGAKURE", "--seconds", "0.001").code == 0
