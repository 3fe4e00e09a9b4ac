"""Durations of tests are recorded, and recording never breaks a run."""

import json
from pathlib import Path

import pytest

from checks import durations
from checks.durations import FOLDER, MOST_FILES, ROOT, SHIPPED, Recorder, exists, known, merge, recorded, ship, write

pytestmark = pytest.mark.once


def report(test: str, seconds: float, when: str = "call", outcome: str = "passed") -> pytest.TestReport:
    return pytest.TestReport(test, ("", 0, ""), {}, outcome, None, when, duration=seconds)  # type: ignore[arg-type]


def test_a_run_records_set_up_call_and_clean_up(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "interpreted")
    for when, seconds in (("setup", 1.0), ("call", 2.0), ("teardown", 0.5)):
        recorder.pytest_runtest_logreport(report("tests/a", seconds, when))
    recorder.pytest_runtest_logreport(report("tests/b", 1.0, "setup", "skipped"))
    recorder.pytest_runtest_logreport(report("../elsewhere/c", 1.0))
    recorder.pytest_sessionfinish()
    assert recorded(tmp_path) == {"interpreted": {"tests/a": 3.5}}


def test_parallel_runs_keep_each_others_recordings(tmp_path: Path) -> None:
    write(tmp_path, "interpreted", {"a": 1.0})
    write(tmp_path, "compiled", {"a": 0.2, "b": 0.3})
    write(tmp_path, "interpreted", {"c": 2.0})
    assert recorded(tmp_path) == {"interpreted": {"a": 1.0, "c": 2.0}, "compiled": {"a": 0.2, "b": 0.3}}
    assert known(tmp_path) == {"a": 1.0, "b": 0.3, "c": 2.0}


def test_a_recorder_never_fails_a_run(tmp_path: Path) -> None:
    (tmp_path / ".quick").write_text("in the way", "utf-8")
    recorder = Recorder(tmp_path, "interpreted")
    recorder.pytest_runtest_logreport(report("tests/a", 1.0))
    recorder.pytest_sessionfinish()
    assert recorded(tmp_path) == {}


def test_broken_recordings_are_ignored(tmp_path: Path) -> None:
    write(tmp_path, "interpreted", {"a": 1.0})
    for number, text in enumerate(("", "{", "[]", '{"interpreted": 3}', '{"interpreted": {"a": "long"}}')):
        (tmp_path / FOLDER / f"z{number}.json").write_text(text, "utf-8")
    assert recorded(tmp_path)["interpreted"] == {"a": 1.0}


def test_many_recordings_are_merged(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 1):
        write(tmp_path, "interpreted", {f"t{number}": 1.0})
    before = recorded(tmp_path)
    assert len(list((tmp_path / FOLDER).iterdir())) == 1
    assert recorded(tmp_path) == before
    assert len(before["interpreted"]) == MOST_FILES + 1


def test_a_slow_run_counts_less_than_a_quick_one() -> None:
    known = {"a": 1.0, "b": 1.0}
    merge(known, {"a": 11.0, "b": 0.5, "c": 3.0})
    assert known == {"a": pytest.approx(4.0), "b": 0.5, "c": 3.0}


def test_the_shipped_file_lists_existing_slow_tests(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_x.py").write_text("def test_slow(n):\n    ...\ndef test_quick():\n    ...\n", "utf-8")
    taken = {"test_slow[1::a]": 2.04, "test_quick": 0.1, "test_gone": 5.0}
    write(tmp_path, "interpreted", {f"tests/test_x.py::{name}": seconds for name, seconds in taken.items()})
    assert ship(tmp_path) == 1
    assert json.loads((tmp_path / SHIPPED).read_text("utf-8"))["seconds"] == {"tests/test_x.py::test_slow[1::a]": 2.0}
    # Shipped durations apply where nothing was recorded.
    for file in (tmp_path / FOLDER).iterdir():
        file.unlink()
    assert known(tmp_path) == {"tests/test_x.py::test_slow[1::a]": 2.0}


def test_the_shipped_file_names_tests_of_this_repository() -> None:
    shipped = durations._read(ROOT / SHIPPED)["seconds"]
    assert len(shipped) > 100
    assert [test for test in shipped if not exists(ROOT, test)] == []
