"""Lessons over HTTP."""

import pytest

from server.client import RunningServer
from zashiki import registry
from zashiki.lessons import course
from zashiki.lessons.checks import ways

COURSES = [key for key, package in registry.packages().items() if package.built_in]


@pytest.mark.parametrize("key", COURSES)
async def test_a_stranger_takes_every_lesson(server: RunningServer, key: str) -> None:
    stranger = server.anonymous()
    listed = await stranger.get(f"games/{key}/course")
    assert listed["game"] == key
    for lesson in listed["lessons"]:
        choices: list[int] = []
        there = await stranger.post(f"games/{key}/lessons/{lesson['id']}")
        assert (there["done"], there["goals"]) == (0, lesson["goals"])
        while there["goal"] is not None:
            attempt = there["goal"]["moves"][0]
            there = await stranger.post(f"games/{key}/lessons/{lesson['id']}", choices=choices, attempt=attempt)
            assert there["verdict"]["result"] == "reached"
            choices.append(attempt)
        assert there["done"] == lesson["goals"]


@pytest.mark.parametrize("key", COURSES)
async def test_no_answer_shows_more_than_the_seat_sees(server: RunningServer, key: str) -> None:
    found = course(key)
    assert found is not None
    stranger = server.anonymous()
    for lesson in found.lessons.values():
        run = next(ways(found, lesson))
        there = await stranger.post(f"games/{key}/lessons/{lesson.id}")
        assert there["frames"][-1]["view"] == run.match.view(lesson.seat)


async def test_what_is_not_there_is_not_found(server: RunningServer) -> None:
    stranger = server.anonymous()
    await stranger.get("games/chess/course", expect=404)
    await stranger.post("games/hagakure/lessons/none", expect=404)
    no = await stranger.post("games/hagakure/lessons/tricks", choices=[1], expect=422)
    assert no["error"]["code"] == "bad-request"
    no = await stranger.post("games/hagakure/lessons/tricks", attempt=999, expect=409)
    assert no["error"]["code"] == "unknown-move"
    await stranger.post("games/hagakure/lessons/tricks", attempt=-1, expect=422)
    await stranger.post("games/hagakure/lessons/tricks", choices=[0] * 101, expect=422)
