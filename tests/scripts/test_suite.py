"""`make test` runs its jobs in parallel, skips what cannot work, and reports how everything ended."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import suite
from checks.jobs import Board, Job, Step, run
from checks.order_plugin import dealt
from checks.progress_plugin import FILE, progress

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]


def job(name: str, program: str, *after: Job) -> Job:
    return Job(name, [Step(name, [sys.executable, "-c", program], ROOT)], after=after)


def test_a_job_starts_after_those_it_needs(tmp_path: Path) -> None:
    note = tmp_path / "note"
    first = job("first", f"open({str(note)!r}, 'w').write('here')")
    second = job("second", f"print(open({str(note)!r}).read())", first)
    out = io.StringIO()
    run([second, first], Board([second, first], out))
    assert (first.code, second.code, second.said) == (0, 0, "here\n")
    assert "✓ second" in out.getvalue()


def test_what_needs_a_failed_job_is_skipped_and_the_rest_goes_on() -> None:
    broken = job("broken", "raise SystemExit('no compiler')")
    needs = job("needs", "print('never')", broken)
    needs_that = job("needs-that", "print('never')", needs)
    other = job("other", "print('done')")
    jobs = [broken, needs, needs_that, other]
    run(jobs, Board(jobs, io.StringIO()))
    assert [one.skipped for one in jobs] == [False, True, True, False]
    assert (needs.said, other.said) == ("", "done\n")
    assert "no compiler" in broken.output


def test_named_jobs_include_their_dependencies() -> None:
    jobs = suite.all_jobs(2)
    assert [one.name for one in suite.chosen(jobs, ["client"])] == ["node", "client"]
    assert {one.name for one in suite.chosen(jobs, ["interpreted"])} == {"node", "package", "traces", "interpreted"}
    done = subprocess.run([sys.executable, "scripts/suite.py", "tea"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert "there is no job 'tea': choose from lint, types, node" in done.stderr


def test_the_report_names_what_failed_and_shows_how_tests_ended(capsys: pytest.CaptureFixture[str]) -> None:
    compiled = Job("compiled", [], said="....\n===== slowest 3 durations =====\n1.0s x\n3 passed in 1.2s\n")
    assert suite.report([compiled], 0.0) == 0
    assert "slowest 3 durations =====\n1.0s x\n3 passed in 1.2s\n" in capsys.readouterr().out
    failed = Job("types", [], code=1, output="$ mypy\nerror: no\n")
    assert suite.report([failed, compiled], 0.0) == 1
    assert "=== types ===\n$ mypy\nerror: no" in (said := capsys.readouterr().out)
    assert "suite: failed: types." in said


PROBE = """
import pytest

@pytest.mark.parametrize("number", range(6))
def test_numbers(number):
    assert number != 4
"""


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_progress_counts_every_test_once(workers: list[str], tmp_path: Path) -> None:
    (tmp_path / "test_probe.py").write_text(PROBE, "utf-8")
    results = tmp_path / "results"
    assert progress(results) == "collecting"
    # Without the other plugins, whose import takes longer than the test.
    env = {**os.environ, FILE: str(results), "PYTHONPATH": str(ROOT / "scripts"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    line = [sys.executable, "-m", "pytest", "-p", "checks.progress_plugin", "-p", "xdist", "-p", "no:cacheprovider"]
    subprocess.run([*line, *workers, str(tmp_path)], cwd=tmp_path, env=env, capture_output=True, check=False)
    assert progress(results) == "6 of 6 tests, 1 failed: test_probe.py::test_numbers[4]"


def test_every_worker_starts_with_slow_files_and_files_stay_together() -> None:
    files = {"quick.py": ["quick.py::a", "quick.py::b"], "slow.py": ["slow.py::a"], "slower.py": ["slower.py::a"]}
    seconds = {"slow.py::a": 10.0, "slower.py::a": 20.0}
    assert dealt(files, seconds, 1) == ["slower.py", "slow.py", "quick.py"]
    assert dealt(files, seconds, 2) == ["slower.py", "slow.py", "quick.py"]
    assert sorted(dealt(files, {}, 3)) == sorted(files)
