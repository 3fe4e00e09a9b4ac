"""A pytest plugin that writes the progress of a run to the file that `SUITE_PROGRESS` names."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

FILE: Final = "SUITE_PROGRESS"
"""Not `ZASHIKI_…`: the server refuses unknown settings."""


class Progress:
    """Counts tests; under xdist in the controller, which gets all reports."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.total = 0
        self.done = 0
        self.failed: list[str] = []

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: Sequence[str]) -> None:
        self.total = len(ids)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.total = len(session.items) or self.total

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
        if report.when == "teardown":
            self.done += 1
            with contextlib.suppress(OSError):
                lines = [f"{self.done} of {self.total} tests", *dict.fromkeys(self.failed)]
                self.file.write_text("\n".join(lines), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin, except in xdist's workers."""
    named = os.environ.get(FILE)
    if named and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Progress(Path(named)), "progress")


def progress(file: Path) -> str:
    """Return the progress of the run that writes this file, and its latest failure."""
    try:
        done, *failed = file.read_text("utf-8").splitlines() or ["collecting"]
    except OSError:
        return "collecting"
    return f"{done}, {len(failed)} failed: {failed[-1]}" if failed else done
