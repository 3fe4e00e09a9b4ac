"""A pytest plugin that notes how far a run is in the file that `SUITE_PROGRESS` names, for whoever watches."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

FILE: Final = "SUITE_PROGRESS"
"""Not `ZASHIKI_…`: houses refuse settings that they do not know."""


class Progress:
    """Counts tests; under xdist in the controller, which hears of all of them."""

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
                told = [f"{self.done} of {self.total} tests", *dict.fromkeys(self.failed)]
                self.file.write_text("\n".join(told), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Watch, unless this is one of xdist's workers."""
    named = os.environ.get(FILE)
    if named and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Progress(Path(named)), "progress")


def progress(file: Path) -> str:
    """How far the run that writes this file is, and which test failed last."""
    try:
        done, *failed = file.read_text("utf-8").splitlines() or ["collecting"]
    except OSError:
        return "collecting"
    return f"{done}, {len(failed)} failed: {failed[-1]}" if failed else done
