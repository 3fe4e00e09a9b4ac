"""`make night` counts what ran, keeps the command that reproduces a failure, and reports what it had no time for."""

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import night
from checks import night_figures, night_parts
from checks.jobs import Step
from checks.night_parts import Part, Round, Work, fuzz, kills, memory, models, parts, read, soak, uses_hypothesis
from checks.night_report import as_json, as_markdown
from soak import main as soak_main
from soak import simulated
from support import Setting
from zashiki.cli import simulate
from zashiki.cli.console import INTERRUPTED
from zashiki.core.rng import Rng

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.once

TELLS = """
import json, sys
results = [{"what": "counts", "counts": {"kills": 1}}, {"what": "counts", "counts": {"kills": 3}}]
results += [{"setting": "hiroba-2", "games": 40, "seconds": 1, "seed": 1}]
with open(sys.argv[1], "a") as out:
    for line in results:
        out.write(json.dumps(line) + "\\n")
    out.write('{"what": "cou')
"""
FAILS = """
import json, sys
with open(sys.argv[1], "a") as out:
    out.write(json.dumps({"what": "failed", "test": "tests/x.py::test_y", "text": "assert 1 == 2"}) + "\\n")
    out.write(json.dumps({"setting": "s", "games": 0, "command": "zashiki simulate s", "said": "lost"}) + "\\n")
sys.exit(1)
"""
HANGS = TELLS + "\nimport time\ntime.sleep(600)"
BREAKS = "import sys\nsys.exit('no such thing')"


def part(program: str, budget: float = 0.3, share: float = 1.0) -> Part:
    """Return a part whose rounds are a small program."""

    def make(root: Path, this: Round) -> Work:
        step = Step("program", [sys.executable, "-c", program, str(this.results)], root)
        return Work(step, lambda what: f"again {what} {this.seed}")

    return Part("demo", "A demonstration", share, make, budget)


@pytest.fixture
def _any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a round however little time is left."""
    monkeypatch.setattr(night_parts, "SHORTEST", 0.0)


def played(one: Part, folder: Path, left: float = 1000.0) -> Part:
    one.run(ROOT, folder, 70, left)
    return one


@pytest.mark.usefixtures("_any_length")
def test_rounds_add_up(tmp_path: Path) -> None:
    one = part(TELLS)
    one.take(Round(0, 70, 1, tmp_path / "none"), Work(Step("", [], ROOT), str), "")
    assert one.counts == Counter()
    (tmp_path / "demo0.jsonl").write_text('{"what": "counts", "counts": {"kills": 3}}\n', "utf-8")
    one.take(Round(0, 70, 1, tmp_path / "demo0.jsonl"), Work(Step("", [], ROOT), str), "")
    one.take(Round(1, 71, 1, tmp_path / "demo0.jsonl"), Work(Step("", [], ROOT), str), "")
    assert one.counts == {"kills": 6}


@pytest.mark.usefixtures("_any_length")
def test_a_round_that_times_out_still_counts(tmp_path: Path) -> None:
    one = played(part(HANGS, budget=1.0), tmp_path)
    assert one.failures == []
    assert one.seeds[0] == 70
    assert one.note in ("done", "begun, but the time was over before anything was done")
    assert set(one.counts) <= {"kills", "games", "settings"}


def test_the_newest_counts_hold_and_partial_lines_are_ignored(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", TELLS, str(tmp_path / "results")], check=True)
    assert read(tmp_path / "results") == ({"kills": 3, "games": 40, "settings": 1}, [])


def test_a_failure_keeps_the_command_that_reproduces_it(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", FAILS, str(tmp_path / "results")], check=False)
    one = part(FAILS)
    this = Round(0, 70, 1.0, tmp_path / "results")
    one.take(this, one.make(ROOT, this), "ended with 1")
    assert [(failure.what, failure.command) for failure in one.failures] == [
        ("tests/x.py::test_y", "again tests/x.py::test_y 70"),
        ("s", "zashiki simulate s"),
    ]


def test_a_round_that_breaks_as_a_whole_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = part(BREAKS, budget=60.0)
    make = one.make

    def make_only_one(root: Path, this: Round) -> Work:
        monkeypatch.setattr(night_parts, "SHORTEST", 1000.0)
        return make(root, this)

    one.make = make_only_one
    played(one, tmp_path)
    assert len(one.failures) == 1
    assert one.failures[0].what == "the round itself"
    assert "no such thing" in one.failures[0].said


def test_a_part_without_time_says_that_it_was_not_run(tmp_path: Path) -> None:
    one = played(part(TELLS, budget=60.0), tmp_path, left=1.0)
    assert (one.seeds, one.over, one.note) == ([], True, "not run: no time was left for it")
    assert "not run: no time was left for it" in one.line
    report = as_markdown({"began": "today", "minutes": 1, "seed": 70, "stopped": False}, [one])
    assert "| demo | A demonstration | 0:00 of 1:00 | 0 |  | nothing (not run: no time was left for it) | 0 |" in report


def test_the_time_of_all_cores_is_shared() -> None:
    for lanes in (1, 2):
        found = night.lanes_of(parts(), lanes, 600)
        assert [round(sum(part.budget for part in lane)) for lane in found] == [600] * lanes
        assert sorted(part.name for lane in found for part in lane) == sorted(part.name for part in parts())
    assert [part.budget for lane in night.lanes_of(parts(), 80, 600) for part in lane] == [600.0] * len(parts())


def test_the_report_is_complete(tmp_path: Path) -> None:
    one = part(FAILS, budget=90)
    this = Round(0, 70, 1.0, tmp_path / "results")
    subprocess.run([sys.executable, "-c", FAILS, str(this.results)], check=False)
    one.take(this, one.make(ROOT, this), "")
    one.seeds, one.counts, one.note, one.seconds = [70, 71, 72], Counter({"games": 12_345}), "done", 83.2
    about: dict[str, Any] = {"began": "2026-01-02 03:04:05", "minutes": 60.0, "seed": 70, "stopped": True}
    text = as_markdown(about, [one])
    assert "**2 failures.** It was interrupted." in text
    assert "| 1:23 of 1:30 | 3 | 70–72 | 12,345 games | 2 |" in text
    assert "```\nagain tests/x.py::test_y 70\n```" in text
    assert "assert 1 == 2" in text
    data = json.loads(as_json(about, [one]))
    assert data["seed"] == 70
    assert data["parts"][0]["done"] == {"games": 12_345}
    assert data["parts"][0]["failures"][0]["command"] == "again tests/x.py::test_y 70"


# The figures


def report(**more: Any) -> dict[str, Any]:
    """Return a report of one part."""
    done = {"kills on SQLite": 3, "kills on SQLite: server": 2, "kills on SQLite: bot process": 1}
    kills = {"part": "kills", "about": "Everything killed", "seconds": 90.0, "failures": [], "largest": {}}
    kills["done"] = {**done, "acknowledged moves on SQLite": 1200}
    return {"began": "2026-01-02 03:04:05", "commit": "abc1234", "parts": [{**kills, **more}]}


def test_the_figures_of_all_reports_are_added_up(tmp_path: Path) -> None:
    failed = report(failures=[{}], largest={"ms": 70}, done={"acknowledged, but lost on SQLite": 2})
    for name, one in (("a", report(largest={"ms": 90})), ("b", report()), ("c", failed)):
        (tmp_path / f"{name}.json").write_text(json.dumps(one), "utf-8")
    file = tmp_path / "SECURITY.md"
    file.write_text(f"before\n{night_figures.BEGIN}\nold\n{night_figures.END}\nafter\n", "utf-8")
    made = night_figures.publish(tmp_path, file)
    assert file.read_text("utf-8") == f"before\n{made}\nafter\n"
    assert "3 runs, 2026-01-02, at abc1234; 4 minutes" in made
    assert "| 2,400 acknowledged moves on SQLite; 6 kills on SQLite (server 4, bot process 2) |" in made
    assert "| 1 failures; 2 acknowledged lost, 0 twice; at most 90 ms |" in made


def test_figures_need_a_report_and_a_place(tmp_path: Path) -> None:
    file = tmp_path / "SECURITY.md"
    file.write_text("nothing", "utf-8")
    for _ in range(2):
        with pytest.raises(night_figures.NoFigures):
            night_figures.publish(tmp_path, file)
        (tmp_path / "a.json").write_text(json.dumps(report()), "utf-8")
    assert file.read_text("utf-8") == "nothing"


def test_the_figures_of_security_are_of_parts_that_exist() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    block = text[text.index(night_figures.BEGIN) : text.index(night_figures.END)]
    first, about, empty, *lines = block.rstrip("\n").split("\n")
    assert (first, empty, "\n".join(lines[:2])) == (night_figures.BEGIN, "", night_figures.HEAD)
    assert re.fullmatch(r"(One run|\d+ runs), .*; [\d,]+ minutes for all parts together\.", about)
    found = [night_figures.ROW.match(line) for line in lines[2:]]
    assert all(found), "write it with 'make night ARGS=--publish', never by hand"
    assert {match[1] for match in found if match is not None} <= {part.name for part in parts()}


# The real parts


def test_every_part_says_how_to_reproduce_a_failure(tmp_path: Path) -> None:
    this = Round(1, 70, 1000.0, tmp_path / "results")
    assert "--hypothesis-profile=night --hypothesis-seed=70" in models(ROOT, this).again("tests/x.py::test_y")
    assert "ZASHIKI_EXAMPLES=10" in fuzz(ROOT, this).again("tests/x.py::test_y[a b]")
    assert "'tests/x.py::test_y[a b]'" in fuzz(ROOT, this).again("tests/x.py::test_y[a b]")
    again = kills(ROOT, this).again("tests/kill/test_kill.py::test_y")
    assert "ZASHIKI_KILL_SEED=70" in again
    assert "ZASHIKI_KILL_TABLES=12" in again
    assert "ZASHIKI_KILL_TABLES=6" in kills(ROOT, Round(0, 70, 20.0, tmp_path)).again("x")
    assert "ZASHIKI_MEMORY_MOVES=12000" in memory(ROOT, this).again("x")
    assert "ZASHIKI_MEMORY_MOVES=40000" in memory(ROOT, Round(0, 70, 9000.0, tmp_path)).again("x")
    assert "tests/soak.py --games 40 --seed 70" in soak(ROOT, this).again("")


def test_the_models_of_all_games_are_among_the_examples() -> None:
    found = uses_hypothesis(ROOT)
    assert set(found) > {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/*/test_model.py")}
    assert not [file for file in found if "fuzz" in file]


PROBE = """
import os
from hypothesis import given, settings, strategies as st
from nightly import examples, tally

@settings(max_examples=examples(20))
@given(st.integers())
def test_numbers(number):
    tally("numbers")
    with open(os.environ["DRAWN"], "a") as out:
        out.write(f"{number} ")

def test_within():
    @given(st.booleans())
    def within(_):
        tally("within")
    within()

@given(st.integers())
def test_wrong(number):
    assert number < 1000
"""


def test_every_seed_has_its_own_examples_and_failures_are_reproducible(tmp_path: Path) -> None:
    (tmp_path / "test_probe.py").write_text(PROBE, "utf-8")
    drawn: list[str] = []
    for number, seed in enumerate((1, 2, 1)):
        this = Round(0, seed, 100.0, tmp_path / f"results{number}")
        # The conftest of the suite, for a test outside of it.
        options = ["-p", "conftest", "--hypothesis-profile=night", f"--hypothesis-seed={seed}"]
        numbers = tmp_path / f"drawn{number}"
        files = [str(tmp_path / "test_probe.py")]
        work = night_parts.pytest_work(ROOT, this, files, options, ZASHIKI_EXAMPLES=2, DRAWN=numbers)
        done = subprocess.run(
            work.step.command,
            cwd=ROOT,
            env={**os.environ, **work.step.env},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1, done.stdout
        drawn.append(numbers.read_text("utf-8"))
        counts, failed = read(this.results)
        assert (counts["tests"], counts["numbers"]) == (3, 40)
        assert counts["examples"] >= counts["numbers"] + counts["within"]
        ((test, _, said),) = failed
        assert test.endswith("test_probe.py::test_wrong")
        assert "@reproduce_failure(" in said
    assert drawn[0] == drawn[2]
    assert drawn[0] != drawn[1]


def test_soak_reports_every_setting(tmp_path: Path) -> None:
    line = [sys.executable, "tests/soak.py", "--games", "1", "--seed", "5", "--seconds", "1"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["tests", os.environ.get("PYTHONPATH", "")])}
    report = tmp_path / "results"
    subprocess.run([*line, "--report", str(report)], cwd=ROOT, env=environment, check=True, capture_output=True)
    counts, failed = read(report)
    assert failed == []
    assert counts["games"] >= counts["settings"] > 0


@pytest.fixture
def _ctrl_c_in_the_third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    rng_of = simulate.rng_of

    def interrupted(seed: int, number: int) -> Rng:
        if number == 2:
            signal.raise_signal(signal.SIGINT)
        return rng_of(seed, number)

    monkeypatch.setattr(simulate, "rng_of", interrupted)


@pytest.mark.usefixtures("_ctrl_c_in_the_third_game")
@pytest.mark.parametrize("games", [2, 3])
def test_a_setting_that_ended_before_ctrl_c_counts(games: int) -> None:
    result = simulated(Setting("hiroba", 2, ()), games, 1)
    assert result is not None
    assert result["games"] == games


@pytest.mark.usefixtures("_ctrl_c_in_the_third_game")
def test_a_setting_cut_short_by_ctrl_c_has_not_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert simulated(Setting("hiroba", 2, ()), 4, 1) is None
    report = tmp_path / "results"
    monkeypatch.setattr(sys, "argv", ["soak.py", "--games", "4", "--report", str(report)])
    assert soak_main() == INTERRUPTED
    assert not report.exists()


def test_ctrl_c_before_the_first_game_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zashiki.cli.simulate.run", lambda *_: signal.raise_signal(signal.SIGINT))
    assert simulated(Setting("hiroba", 2, ()), 4, 1) is None


def test_a_setting_that_fails_is_reported_with_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_seed: int, _number: int) -> Rng:
        raise ValueError("no such deck")

    monkeypatch.setattr(simulate, "rng_of", broken)
    report = tmp_path / "results"
    monkeypatch.setattr(sys, "argv", ["soak.py", "--games", "4", "--report", str(report)])
    assert soak_main() == 1
    (line,) = [json.loads(text) for text in report.read_text("utf-8").splitlines()]
    assert line["command"].startswith("zashiki simulate ")
    assert "no such deck" in line["said"]
    assert f"failed: {line['command']}" in capsys.readouterr().err


def test_a_short_night_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["night.py", "--minutes", "0.06", "--jobs", "2", "--seed", "9"]
    line += ["--part", "soak", "--part", "fuzz", "--folder", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", line)
    monkeypatch.setattr(night_parts, "SHORTEST", 2.0)  # one round of each
    code, said = night.main(), capsys.readouterr().out
    assert code == 0, said
    assert said.startswith("A night of 0.06 minutes: soak, fuzz; seed 9\n")
    (data,) = [json.loads(path.read_text("utf-8")) for path in tmp_path.glob("*.json")]
    assert [part["part"] for part in data["parts"]] == ["soak", "fuzz"]
    assert data["parts"][0]["seeds"][:1] == [9]
    assert len(list(tmp_path.glob("*.md"))) == 1


def test_a_night_that_is_too_short_says_so(tmp_path: Path) -> None:
    line = [sys.executable, "scripts/night.py", "--minutes", "0.01", "--part", "kills", "--folder", str(tmp_path)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "kills" in done.stdout
    (report,) = tmp_path.glob("*.md")
    assert "nothing (not run: no time was left for it)" in report.read_text("utf-8")
    line[line.index("0.01")] = "0"
    assert subprocess.run(line, cwd=ROOT, capture_output=True, check=False).returncode == 2
