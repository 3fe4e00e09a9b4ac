"""The courses of the built-in games: they can be played, they teach everything, and the engine agrees with them."""

import pytest

from zashiki import registry
from zashiki.lessons import Course, course
from zashiki.lessons.checks import at_step, seconds, texts, ways
from zashiki.testing import check_course

LANGUAGES = ("en", "ja")
QUESTIONS = 20
"""What a newcomer must be able to answer after a course."""
COURSES = [key for key, package in registry.packages().items() if package.built_in]


def course_of(key: str) -> Course:
    found = course(key)
    assert found is not None, f"{key} has no course"
    return found


def test_every_built_in_game_has_a_course() -> None:
    assert {"hagakure", "hijun", "hiroba", "hitohira", "sakura"} <= set(COURSES)
    assert {key: 4 <= len(course_of(key).lessons) <= 8 for key in COURSES} == dict.fromkeys(COURSES, True)


@pytest.mark.parametrize("key", COURSES)
def test_every_way_through_every_lesson(key: str) -> None:
    check_course(registry.package(key), LANGUAGES)


@pytest.mark.parametrize("key", COURSES)
def test_a_course_is_short(key: str) -> None:
    found = course_of(key)
    assert seconds(found, "en") < 300
    assert seconds(found, "ja") < 300
    assert len(found.card["en"].split()) <= 60, "the goal card is read in 20 seconds"


@pytest.mark.parametrize("key", COURSES)
def test_twenty_questions_about_different_things(key: str) -> None:
    questions = course_of(key).questions
    assert len(questions) >= QUESTIONS
    assert len({question.ask["en"] for question in questions}) == len(questions)
    assert len({question.rule for question in questions}) >= QUESTIONS // 2


@pytest.mark.parametrize("key", COURSES)
def test_every_mechanism_can_be_asked_about(key: str) -> None:
    found = course_of(key)
    asked = {
        mechanism
        for question in found.questions
        for step in found.lessons[question.lesson].steps
        if step.id == question.step
        for mechanism in step.teaches
    }
    assert set(found.mechanisms) <= asked


@pytest.mark.parametrize("key", COURSES)
def test_texts_are_japanese_where_they_say_so(key: str) -> None:
    for where, text in texts(course_of(key)):
        assert any("\u3040" <= letter <= "\u9fff" for letter in text["ja"]), f"{where}: {text['ja']!r}"
        assert not any("\u3040" <= letter <= "\u30ff" for letter in text["en"]), f"{where}: {text['en']!r}"


@pytest.mark.parametrize("key", COURSES)
def test_a_learner_sees_only_what_their_seat_may_see(key: str) -> None:
    """A lesson knows all hands, but its frames are the views of the learner's seat."""
    found = course_of(key)
    for lesson in found.lessons.values():
        for step in lesson.steps:
            run = at_step(found, lesson, step)
            assert run.match.view(lesson.seat)["seat"] == lesson.seat
        for run in ways(found, lesson):
            assert run.proceed()[-1]["view"] == run.match.view(lesson.seat)
