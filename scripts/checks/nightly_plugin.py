"""A pytest plugin for `make night`: reports counts and failures, line by line, to a file.

`ZASHIKI_NIGHT_RESULTS` names the file. Counts are written now and then and at the end: the newest line holds.
"""

import json
import os
import threading
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

RESULTS = "ZASHIKI_NIGHT_RESULTS"
EVERY = 2.0
"""Seconds between two counts."""


class Nightly:
    """The plugin."""

    def __init__(self, path: Path) -> None:
        self.out = path.open("a", encoding="utf-8", buffering=1)
        self.counts: Counter[str] = Counter()
        self.over = threading.Event()

    def note(self, what: str, **more: object) -> None:
        self.out.write(json.dumps({"what": what, **more}) + "\n")

    def write_counts(self) -> None:
        from nightly import counts, largest

        # Copies in one step: another thread may be counting.
        self.note("counts", counts=dict(self.counts.copy() + counts.copy()), largest=largest.copy())

    def watch(self) -> None:
        """Report the counts now and then, as a single test may take very long."""
        while not self.over.wait(EVERY):
            self.write_counts()

    def pytest_runtestloop(self) -> None:
        threading.Thread(target=self.watch, daemon=True).start()

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self) -> Generator[None, None, None]:
        from hypothesis.statistics import collector

        # Replaces the callback of Hypothesis' own plugin, which would miss a `given` within a test.
        with collector.with_value(self.collect):  # type: ignore[arg-type]
            yield

    def collect(self, statistics: dict[str, Any]) -> None:
        self.counts["examples"] += sum(
            len(phase.get("test-cases", [])) for name, phase in statistics.items() if name.endswith("-phase")
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            said = [f"--- {name} ---\n{text}" for name, text in report.sections if text.strip()]
            self.note("failed", test=report.nodeid, text="\n".join([report.longreprtext, *said]))
        if report.when == "teardown":
            self.counts["tests"] += 1
            self.write_counts()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.note("failed", test=report.nodeid, text=report.longreprtext)

    def pytest_sessionfinish(self) -> None:
        self.over.set()
        self.write_counts()


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin if there is a file to write to."""
    if path := os.environ.get(RESULTS):
        config.pluginmanager.register(Nightly(Path(path)), "night-results")
