"""Durations of tests: recorded by every run of pytest, and used by `make quick` to choose tests that fit its budget.

Each run writes its own small file into `.quick/durations`, so that parallel runs never overwrite each other; readers
merge them. A fresh clone has no recordings yet: `tests/durations.json` ships the durations of slow tests.
`.venv/bin/python scripts/checks/durations.py` regenerates that file from the recordings of this machine.
"""

import contextlib
import json
import os
import sys
import time
import uuid
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHIPPED = Path("tests/durations.json")
FOLDER = Path(".quick/durations")
LONG_ENOUGH = 0.5
"""Seconds: anything quicker counts as `TYPICAL`."""
TYPICAL = 0.05
"""Seconds assumed for a test without a recording."""
MOST_FILES = 20
"""Merge the recordings into one file from this number on."""
SLOWER = 0.3
"""The weight of a slower run than before: usually the machine was busy, rarely has the test become slower."""
Seconds = dict[str, float]


class Recorder:
    """A pytest plugin that records how long each test took; it never fails a run."""

    def __init__(self, root: Path, lane: str) -> None:
        self.root = root
        self.lane = lane
        self.taken: Seconds = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # With setup and teardown. Under xdist only the controller, which gets all reports, has a recorder.
        if report.outcome != "skipped" and report.nodeid.startswith("tests/"):
            self.taken[report.nodeid] = self.taken.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            write(self.root, self.lane, self.taken)


def write(root: Path, lane: str, taken: Seconds) -> None:
    """Store one recording."""
    if taken:
        folder = root / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        rounded = {test: round(seconds, 3) for test, seconds in taken.items()}
        _replace(folder / f"{time.time_ns():020}-{uuid.uuid4().hex[:8]}.json", {lane: rounded})


def recorded(root: Path) -> dict[str, Seconds]:
    """Return all recordings of this machine, oldest first, merged: lane, test, seconds."""
    files = sorted((root / FOLDER).glob("*.json"))
    merged: dict[str, Seconds] = {}
    for file in files:
        for lane, taken in _read(file).items():
            merge(merged.setdefault(lane, {}), taken)
    if len(files) > MOST_FILES:
        with contextlib.suppress(OSError):
            # The merged file replaces the newest of them. Another process that does the same at this moment writes the
            # same.
            _replace(files[-1], merged)
            for file in files[:-1]:
                file.unlink(missing_ok=True)
    return merged


def merge(before: Seconds, taken: Mapping[str, float]) -> None:
    """Merge newer durations into older ones."""
    for test, seconds in taken.items():
        old = before.get(test, seconds)
        before[test] = seconds if seconds <= old else old + SLOWER * (seconds - old)


def known(root: Path, lane: str = "interpreted") -> Seconds:
    """Return the known durations: as recorded in this lane, else in the other one, else as shipped."""
    here = recorded(root)
    found = dict(shipped(root))
    for other, taken in here.items():
        if other != lane:
            # Slow tests are slow in both lanes; the interpreted one takes longer by a factor that varies.
            found |= {test: max(seconds, found.get(test, 0.0)) for test, seconds in taken.items()}
    return found | here.get(lane, {})


def shipped(root: Path) -> Seconds:
    """Return the durations of slow tests from the repository: the same for everybody."""
    return _read(root / SHIPPED).get("seconds", {})


def ship(root: Path) -> int:
    """Regenerate the shipped file from the recordings of this machine; return the number of tests in it."""
    slow = {test: round(took, 1) for test, took in known(root).items() if took > LONG_ENOUGH and exists(root, test)}
    about = "Seconds that slow tests take; scripts/checks/durations.py writes this file."
    text = json.dumps({"about": about, "seconds": dict(sorted(slow.items()))}, indent=1, ensure_ascii=False)
    (root / SHIPPED).write_text(text + "\n", "utf-8")
    return len(slow)


def exists(root: Path, test: str) -> bool:
    """Return whether the test still exists."""
    path, *_, name = test.partition("[")[0].split("::")
    try:
        return f"def {name}(" in (root / path).read_text("utf-8")
    except OSError:
        return False


def _read(file: Path) -> dict[str, Seconds]:
    """Return a recording; empty if the file is not one."""
    try:
        data = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict):
        return {}
    found: dict[str, Seconds] = {}
    for key, taken in data.items():
        if isinstance(taken, dict):
            found[key] = {test: float(took) for test, took in taken.items() if isinstance(took, int | float)}
    return found


def _replace(file: Path, data: object) -> None:
    """Replace a file atomically."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    draft.replace(file)


if __name__ == "__main__":
    sys.stdout.write(f"{SHIPPED} names {ship(ROOT)} tests.\n")
