"""Waste is looked for when nobody minds."""

import pytest

from zashiki.server import sweep
from zashiki.server.sweep import FEW, LONGEST, MANY, Sweeper


def test_waste_is_looked_for_when_few_are_there_or_it_is_much_or_late(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(sweep, "monotonic", lambda: now)
    there = FEW
    sweeper = Sweeper(lambda: there)
    assert sweeper.due()
    there += 1
    assert not sweeper.due()
    sweeper.ended = MANY
    assert sweeper.due()
    sweeper.ended = 0
    now += LONGEST
    assert sweeper.due()
