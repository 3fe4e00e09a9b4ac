"""A game from another package, installed and played everywhere; nothing in this repository was changed for it."""

import json
import subprocess
from pathlib import Path

import pytest

from examples.conftest import EXAMPLE, ROOT, Run, environment, install
from server_process import Guest, Player, Server

ELSEWHERE = {"README.md", "CHANGELOG.md", "docs", "tests", "examples/tanzaku"}
"""Where people read of the example, where it is tested, and where it is."""


def test_nothing_else_names_it() -> None:
    listed = subprocess.run(["git", "grep", "-lI", "tanzaku"], cwd=ROOT, capture_output=True, text=True, check=False)
    named = [path for path in listed.stdout.splitlines() if not any(path.startswith(part) for part in ELSEWHERE)]
    assert named == ["pyproject.toml"], "mypy's search path, and nothing else, may name the example"


def test_its_own_tests_pass(python: Run) -> None:
    passed = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(EXAMPLE / "tests"))
    assert " passed" in passed


def test_the_library_plays_records_and_verifies_it(python: Run) -> None:
    program = """
import zashiki
match = zashiki.new("tanzaku", seats=4, seed=3, rounds=2)
while not match.over:
    seat = match.waiting[0]
    match.play(seat, match.legal(seat)[-1])
record = match.record()
assert zashiki.replay(record).record() == record
print(zashiki.verify(record), match.ply)
"""
    checked, ply = map(int, python("-c", program).split())
    assert (checked, ply) == (16, 24)  # four cards, four swaps and four new cards, in two rounds


def test_the_terminal_plays_it(python: Run) -> None:
    assert "Tanzaku" in python("-m", "zashiki", "games")
    assert "**TA-2.2**" in python("-m", "zashiki", "rules", "tanzaku", "--rule", "TA-2.2")
    told = python("-m", "zashiki", "play", "tanzaku", "--seed", "4", "--save", "game.json", stdin="keep\n" * 3)
    assert "You hold card" in told
    assert "after 20 plies" in told
    python("-m", "zashiki", "verify", "game.json")
    assert "20 games" in python("-m", "zashiki", "simulate", "tanzaku", "--games", "20")


def test_its_lessons_are_taken_in_the_terminal(python: Run) -> None:
    told = python("-m", "zashiki", "learn", "tanzaku", stdin="\nkeep\nswap\n\nswap\nkeep\n")
    assert "Your 3 would win only against 1 and 2." in told
    assert "Two points, and the game." in told
    assert "That is all. Play it: zashiki play tanzaku" in told


def test_bots_search_without_heuristics(python: Run) -> None:
    """A level that knows nothing but the rules beats random play."""
    line = ["-m", "zashiki", "arena", "tanzaku", "--bots", "level3,random", "--seats", "2", "--deals", "60", "--json"]
    level, _ = json.loads(python(*line))["bots"]
    assert level["bot"] == "level3"
    assert level["low"] > level["even"]


def test_openspiel_loads_it(python: Run) -> None:
    program = """
import random, pyspiel
import zashiki.research.openspiel
game = pyspiel.load_game("zashiki_tanzaku(seats=2,rounds=1)")
pyspiel.random_sim_test(game, num_sims=20, serialize=False, verbose=False)
print(game.num_players(), game.get_type().information.name)
"""
    assert python("-c", program).split()[-2:] == ["2", "IMPERFECT_INFORMATION"]


def test_pettingzoo_has_an_environment_for_it(python: Run) -> None:
    program = """
from pettingzoo.test import api_test
from zashiki.research.pettingzoo import tanzaku_v1
import zashiki.research.pettingzoo.tanzaku_v1 as same
assert same is tanzaku_v1
api_test(tanzaku_v1.env(), num_cycles=200)
env = tanzaku_v1.env(render_mode="rgb_array")
env.reset(seed=2)
picture = env.render()
print(picture.shape, len(set(map(tuple, picture.reshape(-1, 3)))) > 20)
"""
    assert python("-c", program).splitlines()[-1].endswith("True")


def test_the_batch_plays_thousands_of_it(python: Run) -> None:
    program = """
from zashiki import research
games = research.batch("tanzaku", n=64, seed=1)
ended = 0
for _ in range(40):
    games.step(games.sample())
    ended += int(games.ended.sum())
print(ended)
"""
    assert int(python("-c", program)) > 64


async def test_the_server_seats_people_and_bots_at_it(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", environment(installed)["PYTHONPATH"])
    async with Server(database=f"sqlite:///{tmp_path / 'zashiki.db'}") as server:
        aki = await Guest(server, "Aki").arrive()
        games = {game["key"]: game for game in await aki.get("/api/v1/games")}
        assert games["tanzaku"]["title"] == "Tanzaku"
        for wanted, written in (("ja", "ja"), ("ja-JP", "ja"), ("pl", "en")):
            rules = await aki.get("/api/v1/games/tanzaku/rules", language=wanted)
            assert rules["language"] == written
            assert "TA-3.1" in rules["markdown"]
        course = await aki.get("/api/v1/games/tanzaku/course")
        assert [lesson["id"] for lesson in course["lessons"]] == ["round"]
        table = await aki.open_table("tanzaku", fill=2)
        player = Player(aki, table)
        await player.play()
        record = await aki.record(table)
        await aki.leave()
    assert record["game"] == "tanzaku"
    assert record["result"]["over"]


def test_a_new_game_passes_its_tests_from_the_start(python: Run, tmp_path: Path) -> None:
    told = python("-m", "zashiki", "new-game", "Koikoi")
    assert "zashiki play koikoi" in told
    project = tmp_path / "zashiki-koikoi"
    assert not [path for path in project.rglob("*") if path.is_file() and "anzaku" in path.read_text("utf-8")]
    target = tmp_path / "installed"
    install(project, target)
    own = ["-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(project / "tests")]
    program = f"import sys, pytest; sys.path.insert(0, {str(target)!r}); sys.exit(pytest.main({own!r}))"
    assert " passed" in python("-c", program)
