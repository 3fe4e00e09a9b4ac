"""Check a course: every way through every lesson, and every question."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from zashiki.core.jsontypes import Facts, Json
from zashiki.core.package import GamePackage
from zashiki.core.shapes import EventView
from zashiki.lessons.course import Course, Lesson, LessonStep, Question, course
from zashiki.lessons.run import LessonRun
from zashiki.lessons.shapes import Spot, Text

MOST_WAYS: Final = 5_000
"""The most paths through one lesson: more would take too long to check."""
_RULE: Final = re.compile(r"\*\*([A-Z]+-[A-Z0-9.]+)\*\*")
_PLACEHOLDER: Final = re.compile(r"\{([^}]*)\}")

# How long a lesson takes: people read some 200 English words or 500 Japanese characters a minute, look for the piece
# they want, and press Continue. A move stays on the client's table for 0.7 to 1.8 seconds; in these courses 0.9 on
# average.
SECONDS_A_WORD: Final = 60 / 200
SECONDS_A_CHARACTER: Final = 60 / 500
SECONDS_A_GOAL: Final = 3.0
SECONDS_A_PRESS: Final = 1.0
SECONDS_A_MOVE: Final = 0.9


def check_course(package: GamePackage, languages: Sequence[str] = ("en",)) -> None:
    """Check the course of a game; an `AssertionError` says what is wrong and where.

    Every lesson can be played to its end, whatever accepted moves are chosen. Every legal move that does not reach a
    goal gets an answer. Every rule cited exists, every mechanism is taught by a step that cites its rules, and the
    engine gives the answer to every question. All texts are there in these languages.
    """
    found = course(package.key)
    assert found is not None, f"{package.key}: there is no lessons/course.toml"
    rules = frozenset(_RULE.findall(package.rules_page("en").read_text("utf-8")))
    for where, text in texts(found):
        for language in languages:
            assert text.get(language), f"{package.key}, {where}: no text in {language!r}: {text['en']!r}"
    for where, cited in _cited(found):
        assert cited <= rules, f"{package.key}, {where}: there is no rule {', '.join(sorted(cited - rules))}"
    _check_mechanisms(found)
    for lesson in found.lessons.values():
        _check_lesson(found, lesson)
    for question in found.questions:
        check_question(found, question)


def seconds(found: Course, language: str = "en") -> float:
    """How long a course takes somebody who reads everything in this language and makes no mistake."""
    total = 0.0
    for lesson in found.lessons.values():
        for step in lesson.steps:
            read = [step.say, step.goal.text if step.goal else None, step.goal.done if step.goal else None]
            total += sum(_reading(text[language], language) for text in read if text is not None)
            total += SECONDS_A_MOVE * len(step.moves)
            # Beside a goal, a text needs no press: it stays while the goal is asked.
            total += SECONDS_A_GOAL if step.goal else SECONDS_A_PRESS
        if lesson.steps[-1].goal is not None:
            total += SECONDS_A_PRESS  # on to the next lesson
    return total


def _reading(text: str, language: str) -> float:
    words = _PLACEHOLDER.sub("Aki", text)
    return SECONDS_A_CHARACTER * len(words) if language == "ja" else SECONDS_A_WORD * len(words.split())


def texts(found: Course) -> Iterator[tuple[str, Text]]:
    """Every text of a course, and where it is."""
    yield "card", found.card
    for part, text in found.how.items():
        yield f"how.{part}", text
    for mark in found.coach:
        yield f"coach mark {mark['id']}", mark["say"]
    for lesson in found.lessons.values():
        yield f"lesson {lesson.id}", lesson.title
        for step in lesson.steps:
            for text in _step_texts(step):
                yield f"lesson {lesson.id}#{step.id}", text
    for question in found.questions:
        yield f"question {question.ask['en']!r}", question.ask
        yield f"answer to {question.ask['en']!r}", question.answer


def _step_texts(step: LessonStep) -> list[Text]:
    found = [step.say]
    if step.goal is not None:
        found += [step.goal.text, step.goal.otherwise, step.goal.done, *step.goal.wrong.values()]
    return [text for text in found if text is not None]


def _cited(found: Course) -> Iterator[tuple[str, frozenset[str]]]:
    for key, rules in found.mechanisms.items():
        yield f"mechanism {key}", rules
    for mark in found.coach:
        yield f"coach mark {mark['id']}", frozenset(mark["rules"])
    for lesson in found.lessons.values():
        for step in lesson.steps:
            yield f"lesson {lesson.id}#{step.id}", frozenset(step.rules)
    for question in found.questions:
        yield f"question {question.ask['en']!r}", frozenset({question.rule})


def _check_mechanisms(found: Course) -> None:
    steps = [step for lesson in found.lessons.values() for step in lesson.steps]
    for step in steps:
        unknown = step.teaches - found.mechanisms.keys()
        assert not unknown, f"{found.package.key}, step {step.id} teaches unknown mechanisms: {sorted(unknown)}"
    for mechanism, rules in found.mechanisms.items():
        cited = {rule for step in steps if mechanism in step.teaches for rule in step.rules}
        assert rules <= cited, f"{found.package.key}: no step teaches {mechanism!r} with {sorted(rules - cited)}"


def _check_lesson(found: Course, lesson: Lesson) -> None:
    """Check every path through the lesson and every attempt on it."""
    where = f"{found.package.key}, lesson {lesson.id}"
    assert 0 <= lesson.seat < lesson.seats, f"{where}: there is no seat {lesson.seat}"
    assert lesson.goals > 0, f"{where}: the learner has nothing to do"
    answered: set[tuple[str, int]] = set()
    reached: set[tuple[str, int]] = set()
    for run in ways(found, lesson):
        step, goal = run.step, run.goal
        if step is None or goal is None:
            continue
        here = f"{where}#{step.id}"
        legal = frozenset(run.match.legal(lesson.seat))
        accepted = frozenset(run.accepted)
        assert accepted, f"{here}: no move that is accepted is legal"
        reached |= {(step.id, action) for action in accepted}
        answered |= {(step.id, action) for action in goal.wrong if action in legal - accepted}
        silent = legal - accepted - goal.wrong.keys()
        assert not silent or goal.otherwise is not None, f"{here}: no answer to {_names(run, silent)}"
    for step in lesson.steps:
        _check_placeholders(lesson, step, where)
        if step.goal is None:
            continue
        for action in step.goal.accept or ():
            name = found.package.game.name(lesson.seat, action)
            assert (step.id, action) in reached, f"{where}#{step.id}: {name!r} is accepted, but never legal"
        for action in step.goal.wrong:
            name = found.package.game.name(lesson.seat, action)
            assert (step.id, action) in answered, f"{where}#{step.id}: {name!r} is never a wrong try"


def ways(found: Course, lesson: Lesson) -> Iterator[LessonRun]:
    """The lesson at every goal, and at its end, after every choice that leads there."""
    waiting: list[tuple[int, ...]] = [()]
    taken = 0
    while waiting:
        choices = waiting.pop()
        run = LessonRun(found, lesson)
        run.proceed()
        for action in choices:
            run.choose(action)
            run.proceed()
        yield run
        taken += 1
        assert taken <= MOST_WAYS, f"{found.package.key}, lesson {lesson.id}: more than {MOST_WAYS} ways through it"
        waiting += [(*choices, action) for action in run.accepted]


def _names(run: LessonRun, actions: frozenset[int]) -> str:
    return ", ".join(repr(run.match.name(run.lesson.seat, action)) for action in sorted(actions))


def _check_placeholders(lesson: Lesson, step: LessonStep, where: str) -> None:
    seats = {f"seat {seat}" for seat in range(lesson.seats)}
    for text in _step_texts(step):
        for language, words in text.items():
            for wrong in set(_PLACEHOLDER.findall(words)) - seats:
                raise AssertionError(f"{where}#{step.id}, {language}: {wrong!r} is no player")
    pointed: list[Spot] = [spot for spot in step.point if spot["seat"] is not None]
    for spot in pointed:
        assert spot["seat"] in range(lesson.seats), f"{where}#{step.id}: there is no seat {spot['seat']}"


def check_question(found: Course, question: Question) -> None:
    """Check that the step teaches it, and that the engine gives the answer."""
    where = f"{found.package.key}, question {question.ask['en']!r}"
    lesson = found.lessons.get(question.lesson)
    assert lesson is not None, f"{where}: there is no lesson {question.lesson!r}"
    step = next((step for step in lesson.steps if step.id == question.step), None)
    assert step is not None, f"{where}: lesson {lesson.id} has no step {question.step!r}"
    assert question.rule in step.rules, f"{where}: step {step.id} does not cite {question.rule}"
    if question.game is not None:
        lesson = question.game
        run = LessonRun(found, lesson)
    else:
        run = at_step(found, lesson, step)
    for index, line in enumerate(question.moves):
        run.make(line, f"question {question.ask['en']!r}: moves[{index}]")
    if question.legal is not None:
        legal = {run.match.name(lesson.seat, action) for action in run.match.legal(lesson.seat)}
        assert legal == question.legal, f"{where}: the legal moves are {sorted(legal)}"
    elif question.illegal is not None:
        move, code = question.illegal
        reason = run.match.why_not(lesson.seat, move)
        assert reason is not None, f"{where}: {move!r} is legal"
        assert reason.code == code, f"{where}: the reason is {reason.code}"
    elif question.scores is not None:
        assert tuple(run.match.scores) == question.scores, f"{where}: the scores are {run.match.scores}"
    else:
        wanted = question.event or question.unseen or {}
        happened = [event["facts"] for event in run.match.open_events() if _is(wanted, event)]
        assert any(_matches(wanted, facts) for facts in happened), f"{where}: no such event, but {happened}"
        if question.unseen is not None:
            told = [event["facts"] for event in run.match.events(lesson.seat) if _is(wanted, event)]
            assert not any(_matches(wanted, facts) for facts in told), f"{where}: the learner is told"


def _is(wanted: Mapping[str, Json], event: EventView) -> bool:
    """Whether an event has the code of the one that is wanted, told openly or to one seat."""
    return event["code"].removesuffix(".seen") == wanted["code"]


def _matches(wanted: Mapping[str, Json], facts: Facts) -> bool:
    """Whether an event has these facts; a seat may be given as its number."""
    return all(
        key in facts and facts[key] in (value, {"code": "seat", "n": value})
        for key, value in wanted.items()
        if key != "code"
    )


def at_step(found: Course, lesson: Lesson, wanted: LessonStep) -> LessonRun:
    """The lesson at the end of a step, before the learner's move if it has a goal; by the first accepted choices."""
    upto = lesson.steps[: lesson.steps.index(wanted) + 1]
    last = upto[-1]
    short = Lesson(lesson.id, lesson.title, lesson.seats, lesson.seat, lesson.options, lesson.setup, upto)
    run = LessonRun(found, short)
    run.proceed()
    while run.goal is not None and run.step is not last:
        run.choose(run.accepted[0])
        run.proceed()
    return run
