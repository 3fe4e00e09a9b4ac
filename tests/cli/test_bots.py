"""`zashiki arena`, `bots`, `hint` and `review`."""

import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import zashiki
from cli.command import GAMES, POSIX, Command, environment, outside, played, refused, usage_refused
from zashiki.bots import levels
from zashiki.bots.arena import ArenaWorker

ARENA = ("arena", "hagakure", "--bots", "greedy,random", "--option", "rounds=1", "--deals", 6, "--jobs", 1)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def without_speed(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key != "speed"}


def test_the_arena_prints_a_table_and_writes_its_files(command: Command, tmp_path: Path) -> None:
    ran = command(*ARENA, "--out", "mine")
    assert ran.code == 0
    assert "6 duplicate deals, 12 games, seed 0" in ran.out
    assert "greedy" in ran.out
    assert "Results in mine.json, plot in mine.svg, journal in mine.jsonl" in ran.out
    report = json.loads((tmp_path / "mine.json").read_text("utf-8"))
    assert [row["bot"] for row in report["bots"]] == ["greedy", "random"]
    assert report["games"] == 12
    ElementTree.fromstring((tmp_path / "mine.svg").read_text("utf-8"))
    assert len((tmp_path / "mine.jsonl").read_text("utf-8").splitlines()) == 7


def test_the_same_seed_gives_the_same_results_on_any_number_of_processes(command: Command) -> None:
    one = json.loads(command(*ARENA, "--json", "--out", "one").out)
    two = json.loads(command(*ARENA[:-1], 2, "--json", "--out", "two").out)
    assert without_speed(one) == without_speed(two)
    other = json.loads(command(*ARENA, "--json", "--seed", 1, "--out", "three").out)
    assert without_speed(other)["bots"] != one["bots"]


def test_a_finished_arena_is_not_played_again(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    first = command(*ARENA)

    def never(self: ArenaWorker, deal: int) -> None:
        raise AssertionError(f"deal {deal} was played twice")

    monkeypatch.setattr(ArenaWorker, "play", never)
    second = command(*ARENA)
    assert second.code == 0
    assert second.out == first.out
    assert second.err.startswith("zashiki: resuming arena-hagakure-4-")
    assert "6 deals of 6 already played" in second.err


@POSIX
def test_an_interrupted_arena_resumes(command: Command, tmp_path: Path) -> None:
    line = [sys.executable, "-m", "zashiki", *map(str, ARENA[:-3]), "5000", "--jobs", "2", "--out", "long"]
    journal = tmp_path / "long.jsonl"
    # A shell that runs tests in the background has its children ignore Ctrl-C; here it counts.
    run = subprocess.Popen(
        line,
        cwd=tmp_path,
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        while not journal.exists() or journal.read_bytes().count(b"\n") < 3:
            assert run.poll() is None
        os.kill(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=60)
    finally:
        run.kill()
        run.wait()
    assert run.returncode == 130
    assert "run the same command to resume" in err
    done = journal.read_bytes().count(b"\n") - 1
    assert 2 <= done < 5000
    deals = [json.loads(line)["deal"] for line in journal.read_text("utf-8").splitlines()[1:]]
    ran = command(*ARENA[:-3], max(deals) + 2, "--jobs", 1, "--json", "--out", "long")
    assert ran.code == 0
    assert json.loads(ran.out)["deals"] == max(deals) + 2
    straight = command(*ARENA[:-3], max(deals) + 2, "--jobs", 1, "--json", "--out", "straight")
    assert without_speed(json.loads(straight.out)) == without_speed(json.loads(ran.out))


def test_another_contest_does_not_overwrite_a_journal(command: Command, tmp_path: Path) -> None:
    command(*ARENA, "--out", "mine")
    before = (tmp_path / "mine.jsonl").read_bytes()
    assert "the journal of this contest" in refused(command(*ARENA, "--seed", 2, "--out", "mine"), 2)
    assert (tmp_path / "mine.jsonl").read_bytes() == before


@POSIX
def test_forfeits_are_printed(command: Command) -> None:
    ran = command(*ARENA[:3], "bots.entrants:Raises,greedy", *ARENA[4:6], "--deals", 1, "--jobs", 1)
    assert ran.code == 0
    assert "bots.entrants:Raises raised at ply" in ran.out
    assert "ValueError: no idea" in ran.out
    assert "more forfeits" in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("arena", "hagakure"), "--bots"),
        (("arena", "hagakure", "--bots", "greedy"), "2 to 12 bots"),
        (("arena", "hagakure", "--bots", "greedy,granny"), "level1 to level5"),
        (("arena", "hagakure", "--bots", "greedy,random", "--deals", "0"), "1 or more"),
        (("arena", "hagakure", "--bots", "greedy,random", "--seats", "9"), "3, 4 or 5"),
        (("arena", "hagakure", "--bots", "greedy,random", "--option", "rounds=0"), "rounds"),
        (("arena", "go", "--bots", "greedy,random"), "expected one of"),
        (("bots", "go"), "expected one of"),
        (("play", "hagakure", "--level", "9"), "a level from 1 to 5"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(command: Command, arguments: tuple[str, ...], said: str) -> None:
    assert said in usage_refused(command(*arguments))


def test_a_folder_that_cannot_be_written_is_reported(command: Command) -> None:
    assert "no/such/place.jsonl" in refused(command(*ARENA, "--out", "no/such/place"), 1)


@pytest.mark.parametrize("key", GAMES)
def test_the_levels_are_listed_with_their_descriptions(command: Command, key: str) -> None:
    ran = command("bots", key)
    assert ran.code == 0
    for level in levels(key):
        assert level.name in ran.out
        assert level.about in ran.out
    assert key in command("bots").out.lower()


# Hints and reviews


@pytest.fixture
def record() -> str:
    zashiki.save(played(rounds=1).record(), "game.json")
    return "game.json"


def test_a_hint_shows_the_table_and_every_move(command: Command, record: str) -> None:
    match = zashiki.replay(zashiki.load(record), 21)
    ran = command("hint", record, "--ply", 21, "--playouts", 50)
    assert ran.code == 0
    assert "Chance of winning" in ran.out
    assert f"seat {match.waiting[0]} at ply 21" in ran.out
    data = json.loads(command("hint", record, "--ply", 21, "--playouts", 50, "--json").out)
    assert sorted(move["action"] for move in data["moves"]) == match.legal(match.waiting[0])


def test_a_hint_where_nobody_has_to_move_is_refused(command: Command, record: str) -> None:
    assert "the game is over; choose another moment with --ply" in refused(command("hint", record), 1)
    assert "chance is to act" in refused(command("hint", record, "--ply", 3), 1)
    waiting = zashiki.replay(zashiki.load(record), 21).waiting[0]
    other = (waiting + 1) % 4
    assert "has to move now" in refused(command("hint", record, "--ply", 21, "--seat", other), 2)


def test_a_review_prints_losses_and_draws_a_plot(command: Command, record: str) -> None:
    ran = command("review", record, "--seat", 2, "--playouts", 60)
    assert ran.code == 0
    assert "how seat 2 played" in ran.out
    assert "mean loss" in ran.out
    assert "Plot in game-seat2.svg" in ran.out
    ElementTree.fromstring(Path("game-seat2.svg").read_text("utf-8"))
    data = json.loads(command("review", record, "--seat", 2, "--playouts", 60, "--json", "--plot", "x.svg").out)
    assert data["seat"] == 2
    assert data["decisions"]
    assert Path("x.svg").exists()


def test_a_review_of_a_missing_seat_or_file_is_refused(command: Command, record: str) -> None:
    assert "a seat from 0 to 3" in refused(command("review", record, "--seat", 4), 2)
    assert "nowhere.json" in refused(command("review", "nowhere.json"), 1)
    assert "no/x.svg" in refused(command("review", record, "--playouts", 10, "--plot", "no/x.svg"), 1)


def test_a_hint_while_playing(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zashiki.bots.analysis.HINT", zashiki.bots.Budget(iterations=50))
    ran = command("play", "hagakure", "--seed", 1, "--level", 1, typed="hint\nquit\n")
    assert ran.code == 0
    assert "bots of level 1, Newcomer" in ran.out
    assert "Chance of winning" in ran.out


@pytest.mark.parametrize("key", GAMES)
def test_bots_of_every_level_can_be_played_against(command: Command, key: str) -> None:
    for level in levels(key):
        ran = command("play", key, "--seed", 2, "--seat", 1, "--level", level.number, typed="1\nquit\n")
        assert ran.code == 0, ran.err
        assert ran.err == ""
        assert f"The others are bots of level {level.number}, {level.name}: {level.about}" in ran.out


def test_the_module_runs_the_arena_too(tmp_path: Path) -> None:
    ran = outside(*ARENA[:-3], 2, "--jobs", 2, cwd=tmp_path, env=environment())
    assert ran.returncode == 0, ran.stderr
    assert "duplicate deals" in ran.stdout
