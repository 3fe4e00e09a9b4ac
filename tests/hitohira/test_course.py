"""Hitohira: the course points at what the client's table has."""

import re
from pathlib import Path

from zashiki.lessons import course

CLIENT = Path(__file__).parents[2] / "web/src/games/hitohira"
SPOT = re.compile(r'data-(?:spot|place)="([^"{]+)(\{[^"]*\})?"')


def test_every_place_that_the_course_names_is_on_the_table() -> None:
    """A place that was renamed in the client would silently not be lit, or not be hidden."""
    found = course("hitohira")
    assert found is not None
    spots = [match for file in CLIENT.glob("*.svelte") for match in SPOT.finditer(file.read_text("utf-8"))]
    plain = {match[1] for match in spots if match[2] is None}
    numbered = {match[1] for match in spots if match[2] is not None}
    pointed = [step.point for lesson in found.lessons.values() for step in lesson.steps]
    pointed += [tuple(mark["point"]) for mark in found.coach]
    named = {spot["place"] for spots_of in pointed for spot in spots_of if spot["place"] is not None}
    named |= {place for lesson in found.lessons.values() for place in lesson.hide}
    named |= {one["place"] for one in found.plain}
    assert {"screens", "abilities", "turn"} <= named
    missing = {place for place in named if place not in plain and place.rstrip("0123456789") not in numbered}
    assert not missing
