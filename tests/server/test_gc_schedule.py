"""Waste is looked for when nobody minds."""

import pytest

from zashiki.server import gc_schedule
from zashiki.server.gc_schedule import FEW, LONGEST, MANY, GcSchedule


def test_waste_is_looked_for_when_few_are_there_or_it_is_much_or_late(monkeypatch: pytest.MonkeyPatch) -> None:
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
