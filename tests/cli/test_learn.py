"""`zashiki learn`."""

import pytest

from cli.command import Command, refused
from zashiki import registry
from zashiki.lessons import LessonRun, course

COURSES = [key for key, package in registry.packages().items() if package.built_in]


def answers(key: str) -> str:
    """What a learner types who reaches every goal at the first try."""
    found = course(key)
    assert found is not None
    typed: list[str] = []
    for lesson in found.lessons.values():
        run = LessonRun(found, lesson)
        while True:
            frames = run.proceed()
            goal = run.asks()
            # A text beside a goal waits for the move, not for Enter.
            read = frames if goal is None else frames[:-1]
            typed += ["" for frame in read if frame["say"] is not None]
            if goal is None:
                break
            typed.append(run.match.name(lesson.seat, goal["moves"][0]))
            run.choose(goal["moves"][0])
    return "\n".join(typed) + "\n"


@pytest.mark.parametrize("key", COURSES)
def test_a_whole_course(command: Command, key: str) -> None:
    ran = command("learn", key, typed=answers(key))
    assert ran.code == 0, ran.err
    assert f"That is all. Play it: zashiki play {key}" in ran.out
    assert "{seat" not in ran.out


def test_the_lessons_are_listed(command: Command) -> None:
    found = course("hagakure")
    assert found is not None
    ran = command("learn", "hagakure", "--list")
    for lesson in found.lessons.values():
        assert lesson.title["en"] in ran.out
        assert lesson.id in ran.out


def test_tries_are_answered(command: Command) -> None:
    ran = command("learn", "hagakure", "1", typed="\n\nplay 6\nnonsense\n99\nquit\n")
    assert "No: you do not hold villager 6 (HG-3.1)." in ran.out
    assert "'nonsense' is not a move" in ran.out
    assert "'99' is not a move: expected a number from 1 to " in ran.out
    assert "Go on with: zashiki learn hagakure" in ran.out


def test_a_game_without_a_course_says_where_to_read_on(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zashiki.cli.learn.course", lambda key: None)
    told = refused(command("learn", "hagakure"), 1)
    assert told.strip() == "zashiki: Hagakure has no lessons; read its rules with: zashiki rules hagakure"


def test_there_is_no_such_lesson(command: Command) -> None:
    assert "there is no lesson 'dancing'" in refused(command("learn", "hagakure", "dancing"), 2)
