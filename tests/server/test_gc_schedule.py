"""Full garbage collections run when they disturb nobody."""

import pytest

from zashiki.server import gc_schedule
from zashiki.server.gc_schedule import FEW, LONGEST, MANY, GcSchedule


def test_full_collections_run_with_few_connections_or_much_garbage_or_after_an_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr(gc_schedule, "monotonic", lambda: now)
    there = FEW
    sweeper = GcSchedule(lambda: there)
    assert sweeper.due()
    there += 1
    assert not sweeper.due()
    sweeper.ended = MANY
    assert sweeper.due()
    sweeper.ended = 0
    now += LONGEST
    assert sweeper.due()
