"""How long each test takes: recorded by every run of pytest, read by `make quick` to choose tests that fit its budget.

A run writes one small file of its own into `.quick/durations`, so that runs side by side never overwrite each other;
whoever reads merges them. A fresh clone has no recordings yet: `tests/durations.json` ships what the slow tests take.
`.venv/bin/python scripts/checks/durations.py` writes that file anew from the recordings of this machine.
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
WORTH_SHIPPING = 0.5
"""Seconds: what is quicker is all taken for `TYPICAL`."""
TYPICAL = 0.05
"""Seconds of a test that nobody has recorded."""
MOST_FILES = 20
"""So many recordings are merged into one."""
SLOWER = 0.3
"""How much a slower run than before counts: mostly the machine was busy, seldom has the test become slower."""
Seconds = dict[str, float]


class Recorder:
    """A pytest plugin that writes down how long each test took; it never fails a run."""

    def __init__(self, root: Path, lane: str) -> None:
        self.root = root
        self.lane = lane
        self.taken: Seconds = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # With set-up and clean-up. Under xdist the controller hears of every test, and it alone has a recorder.
        if report.outcome != "skipped" and report.nodeid.startswith("tests/"):
            self.taken[report.nodeid] = self.taken.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            write(self.root, self.lane, self.taken)


def write(root: Path, lane: str, taken: Seconds) -> None:
    """Keep one recording."""
    if taken:
        folder = root / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        rounded = {test: round(seconds, 3) for test, seconds in taken.items()}
        _replace(folder / f"{time.time_ns():020}-{uuid.uuid4().hex[:8]}.json", {lane: rounded})


def recorded(root: Path) -> dict[str, Seconds]:
    """All recordings of this machine, oldest first, merged: lane, test, seconds."""
    files = sorted((root / FOLDER).glob("*.json"))
    merged: dict[str, Seconds] = {}
    for file in files:
        for lane, taken in _read(file).items():
            merge(merged.setdefault(lane, {}), taken)
    if len(files) > MOST_FILES:
        with contextlib.suppress(OSError):
            # It takes the place of the newest one that it holds. Whoever does the same meanwhile writes the same.
            _replace(files[-1], merged)
            for file in files[:-1]:
                file.unlink(missing_ok=True)
    return merged


def merge(before: Seconds, taken: Mapping[str, float]) -> None:
    """Put newer durations to older ones."""
    for test, seconds in taken.items():
        old = before.get(test, seconds)
        before[test] = seconds if seconds <= old else old + SLOWER * (seconds - old)


def known(root: Path, lane: str = "interpreted") -> Seconds:
    """What is known of every test: as recorded in this lane, else in the other one, else as shipped."""
    here = recorded(root)
    found = dict(shipped(root))
    for other, taken in here.items():
        if other != lane:
            # Either lane tells which tests are slow; the interpreted one takes longer by a factor that varies.
            found |= {test: max(seconds, found.get(test, 0.0)) for test, seconds in taken.items()}
    return found | here.get(lane, {})


def shipped(root: Path) -> Seconds:
    """What the slow tests take, as the repository says: the same for everybody."""
    return _read(root / SHIPPED).get("seconds", {})


def ship(root: Path) -> int:
    """Write the shipped file anew from the recordings of this machine; how many tests it names."""
    slow = {test: round(took, 1) for test, took in known(root).items() if took > WORTH_SHIPPING and _exists(root, test)}
    about = "Seconds that slow tests take; scripts/checks/durations.py writes this file."
    text = json.dumps({"about": about, "seconds": dict(sorted(slow.items()))}, indent=1, ensure_ascii=False)
    (root / SHIPPED).write_text(text + "\n", "utf-8")
    return len(slow)


def _exists(root: Path, test: str) -> bool:
    """Whether there is still such a test."""
    path, *_, name = test.partition("[")[0].split("::")
    try:
        return f"def {name}(" in (root / path).read_text("utf-8")
    except OSError:
        return False


def _read(file: Path) -> dict[str, Seconds]:
    """A recording; nothing if it is not one."""
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
    """Write a file so that nobody reads half of it."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    draft.replace(file)


if __name__ == "__main__":
    sys.stdout.write(f"{SHIPPED} names {ship(ROOT)} tests.\n")
