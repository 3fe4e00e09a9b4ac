"""A pytest plugin for `make quick`: runs its share of the planned tests, and starts none after the deadline.

The plan is a JSON file named by `ZASHIKI_QUICK_PLAN`; events are appended to a file next to it, line by line, so that
`scripts/quick.py` can show progress and loses nothing if it has to terminate a run.
"""

import json
import os
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pytest

from checks.choice import Candidate, choose, tier_of

PLAN = "ZASHIKI_QUICK_PLAN"


@dataclass(frozen=True)
class LanePlan:
    """The plan of one lane; everything but the lane's number is the same for all."""

    tiers: dict[str, int]
    """Test files, and how close each is to the change."""
    seconds: dict[str, float]
    games: list[str]
    """The changed games, if nothing else has changed."""
    all_games: list[str]
    room: float
    """Seconds for each lane."""
    deadline: float
    """The clock time after which no test is started."""
    lanes: int
    lane: int
    results: str

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)), "utf-8")


@dataclass
class Outcome:
    """The results of the tests, from the lines of all lanes."""

    collected: list[str] | None = None
    """All tests of the collected files, in all lanes; None if no lane has collected yet."""
    mine: int = 0
    """The number of tests chosen for these lanes."""
    outcomes: dict[str, str] = field(default_factory=dict)
    """Completed tests: passed, failed or skipped."""
    failed: dict[str, str] = field(default_factory=dict)
    """The output of failed tests, and of files that could not be collected."""
    running: dict[str, str] = field(default_factory=dict)
    """By lane: the test that has started and not ended."""

    def count(self, outcome: str) -> int:
        return list(self.outcomes.values()).count(outcome)

    @property
    def left(self) -> list[str]:
        """Return tests that were collected but not completed."""
        return [test for test in self.collected or [] if test not in self.outcomes]


def read(files: list[Path]) -> Outcome:
    """Read what all lanes have reported so far."""
    found = Outcome()
    for file in files:
        for line in file.read_text("utf-8").splitlines() if file.exists() else []:
            try:
                _take(found, file.name, json.loads(line))
            except ValueError:
                continue  # the last line of a terminated run
    return found


def _take(found: Outcome, lane: str, line: dict[str, Any]) -> None:
    test = line.get("test", "")
    match line["what"]:
        case "chosen":
            found.collected = line["collected"]  # the same in all lanes
            found.mine += line["mine"]
        case "begin":
            found.running[lane] = test
        case "failed":
            # Both a test and its teardown may fail.
            found.failed[test] = found.failed.get(test, "") + line["text"]
        case "end":
            found.running.pop(lane, None)
            found.outcomes[test] = line["outcome"]


class Chosen:
    """The plugin."""

    def __init__(self, plan: LanePlan) -> None:
        self.plan = plan
        self.out = Path(plan.results).open("a", encoding="utf-8", buffering=1)  # noqa: SIM115 (until the run ends)
        self.outcome = "passed"

    def note(self, what: str, **more: object) -> None:
        self.out.write(json.dumps({"what": what, **more}) + "\n")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        plan = self.plan
        games, all_games = frozenset(plan.games), frozenset(plan.all_games)
        tests = []
        for item in items:
            tier = plan.tiers.get(item.nodeid.split("::", 1)[0], 0)
            tests.append(Candidate(item.nodeid, tier_of(item.nodeid, tier, games, all_games)))
        shares = choose(tests, plan.seconds, plan.room, plan.lanes)
        mine = {test.id: place for place, test in enumerate(shares[plan.lane])}
        self.note("chosen", mine=len(mine), collected=[test.id for test in tests])
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in mine])
        items[:] = [item for item in items if item.nodeid in mine]
        items.sort(key=lambda item: mine[item.nodeid])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        if time.time() > self.plan.deadline:
            return True
        self.note("begin", test=item.nodeid)
        self.outcome = "passed"
        return None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.outcome = "failed"
            self._fail(report)
        elif report.skipped:
            self.outcome = "skipped"
        if report.when == "teardown":
            self.note("end", test=report.nodeid, outcome=self.outcome)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._fail(report)

    def _fail(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        said = [f"--- {name} ---\n{text}" for name, text in report.sections if text.strip()]
        self.note("failed", test=report.nodeid, text="\n".join([report.longreprtext, *said, ""]))


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin if there is a plan."""
    if path := os.environ.get(PLAN):
        data = json.loads(Path(path).read_text("utf-8"))
        config.pluginmanager.register(Chosen(LanePlan(**data)), "chosen")
