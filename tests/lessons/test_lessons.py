"""Reading a course, and a learner's way through a lesson."""

import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from zashiki import registry
from zashiki.lessons import BadCourse, Course, LessonRun, checks
from zashiki.lessons.checks import check_question, seconds, ways
from zashiki.lessons.course import read_course
from zashiki.lessons.run import take

PAGE = Path(__file__).parents[2] / "docs" / "lessons.md"
COURSE = """
lessons = ["one"]
card = { en = "Win tricks.", ja = "トリックを取ります。" }
how.goal.en = "Win."
how.turn.en = "Play."
how.score.en = "Count."
mechanisms.tricks = ["HG-3.1"]
"""

LESSON = """
title.en = "One trick"
seats = 3
options = { rounds = 1 }
setup = [
  "* dealer 0",
  "* deal 7", "* deal 6", "* deal 8",
  "* deal 12", "* deal 9", "* deal 14",
  "* deal 15", "* deal 11", "* deal 17",
  "* deal 20", "* deal 13", "* deal 19",
  "* deal fool", "* deal 21", "* deal 22",
  "1 pass", "2 pass", "0 pass",
]

[[steps]]
say.en = '''
Look
at this.
'''

[[steps]]
id = "win"
moves = '''
1 play 7
2 play 11
'''
goal.en = "Win it, {seat 1} watches."
accept = ["play 14", "play 17"]
done.en = "Yours."
rules = ["HG-3.1"]
teaches = ["tricks"]
wrong."play 8".en = "Too low."
wrong."*".en = "Keep it."

[[steps]]
goal.en = "Lead anything."
accept = "any"

[[steps]]
moves = ["1 play 20"]
say.en = "The end."
"""


def written(folder: Path, course: str = COURSE, lesson: str = LESSON) -> Course:
    (folder / "course.toml").write_text(course, "utf-8")
    (folder / "one.toml").write_text(lesson, "utf-8")
    return read_course(registry.package("hagakure"), folder)


def test_the_lesson_and_the_questions_of_the_page_pass_the_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, lesson, question, rigged = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (tmp_path / "tricks.toml").write_text(lesson, "utf-8")
    (tmp_path / "questions.toml").write_text(question, "utf-8")
    course = written(tmp_path, COURSE.replace('["one"]', '["tricks"]').replace("HG-3.1", "HG-3.3"))
    assert [step.id for step in course.lesson("tricks").steps] == ["beat"]
    assert [(one.lesson, one.step) for one in course.questions] == [("tricks", "beat")]
    monkeypatch.setattr(checks, "course", {"hagakure": course}.get)
    checks.check_course(registry.package("hagakure"))
    shown = tomllib.loads(rigged)
    questions = resources.files(registry.package("hitohira").module) / "lessons" / "questions.toml"
    kept = tomllib.loads(questions.read_text("utf-8"))
    (same,) = [one for one in kept["questions"] if one["ask"]["en"] == shown["ask"]["en"]]
    assert {key: value for key, value in same.items() if key in shown} == {**shown, "ask": same["ask"]}


POLISH = """
card = "Bierz lewy."
how.turn = "Graj."

[lessons.one]
title = "Jedna lewa"
steps.1.say = '''
Patrz
tutaj.
'''
steps.win.goal = "Weź ją, {seat 1} patrzy."
steps.win.wrong."play 8" = "Za mało."
steps.win.wrong."*" = "Zostaw."
"""


def test_one_more_file_is_one_more_language(tmp_path: Path) -> None:
    (tmp_path / "course.pl.toml").write_text(POLISH, "utf-8")
    course = written(tmp_path)
    first, win, *_ = course.lesson("one").steps
    assert course.card == {"en": "Win tricks.", "ja": "トリックを取ります。", "pl": "Bierz lewy."}
    assert course.how["turn"]["pl"] == "Graj."
    assert course.how["goal"] == {"en": "Win."}, "what it lacks is shown in English"
    assert course.lesson("one").title["pl"] == "Jedna lewa"
    assert first.say is not None
    assert first.say["pl"] == "Patrz tutaj."
    assert win.goal is not None
    assert win.goal.text["pl"] == "Weź ją, {seat 1} patrzy."
    assert win.goal.wrong[action("play 8")]["pl"] == "Za mało."
    assert win.goal.otherwise == {"en": "Keep it.", "pl": "Zostaw."}


@pytest.mark.parametrize(
    ("written_as", "read_as"),
    [
        ("Karty są\nłatwe – „żółte”.", "Karty są łatwe – „żółte”."),
        ("Вот одна\n  карта.\n\nИ всё.", "Вот одна карта.\n\nИ всё."),
        ("모두 카드를\n한 장 받는다.", "모두 카드를 한 장 받는다."),
        ("カードは\n1枚です。\n\n「1枚」\n  だけです。", "カードは 1枚です。\n\n「1枚」だけです。"),
    ],
)
def test_line_breaks_become_spaces_where_the_script_has_them(tmp_path: Path, written_as: str, read_as: str) -> None:
    (tmp_path / "course.pl.toml").write_text(f"card = '''{written_as}'''", "utf-8")
    assert written(tmp_path).card["pl"] == read_as


def test_the_translation_of_the_page_fits_the_example(tmp_path: Path) -> None:
    """docs/lessons.md translates a part of the course of the example game."""
    shown = next(
        block for block in re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL) if "Każdy" in block
    )
    folder = PAGE.parents[1] / "examples" / "tanzaku" / "src" / "zashiki_tanzaku" / "lessons"
    lesson = tomllib.loads((folder / "round.toml").read_text("utf-8"))
    (mark,) = tomllib.loads((folder / "course.toml").read_text("utf-8"))["coach"]
    given = tomllib.loads(shown)
    assert given["coach"].keys() == {mark["id"]}
    assert given["lessons"]["round"]["steps"].keys() == {lesson["steps"][0]["id"]}
    assert given["lessons"]["round"]["steps"]["swap"]["wrong"].keys() == lesson["steps"][0]["wrong"].keys()


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ('cards = "x"', "cards"),
        ('lessons.two.title = "x"', "lessons.two"),
        ('lessons.one.steps.9.say = "x"', "lessons.one.steps.9"),
        ('lessons.one.steps.win.id = "x"', "lessons.one.steps.win.id"),
        ("how = 3", "how"),
    ],
)
def test_a_translation_of_what_is_not_there_is_named(tmp_path: Path, given: str, where: str) -> None:
    (tmp_path / "course.pl.toml").write_text(given, "utf-8")
    with pytest.raises(BadCourse, match=rf"course\.pl\.toml: {re.escape(where)}: .*the translation of a text"):
        written(tmp_path)


def action(name: str) -> int:
    return registry.find("hagakure").parse(0, name)


def test_a_lesson_from_beginning_to_end(tmp_path: Path) -> None:
    course = written(tmp_path)
    run = LessonRun(course, course.lesson("one"))
    look, lead, follow = run.proceed()
    assert look["say"] == {"en": "Look at this."}
    assert look["events"] == [], "what happened before the lesson is not told"
    assert [event["text"] for event in lead["events"] + follow["events"]] == [
        "Seat 1 plays villager 7.",
        "Seat 2 plays villager 11.",
    ]
    assert (lead["mover"], follow["mover"], lead["say"]) == (1, 2, None)
    asked = run.asks()
    assert asked is not None
    assert asked["moves"] == [action("play 14"), action("play 17")]
    run.choose(action("play 17"))
    (own,) = run.proceed()
    assert own["mover"] == 0
    assert own["events"][-1]["text"] == "Seat 0 wins the trick with villager 17."
    run.choose(action("play 8"))
    own, last = run.proceed()
    assert last["say"] == {"en": "The end."}
    assert (run.over, run.goal, run.asks(), run.done) == (True, None, None, 2)
    assert run.proceed()[-1]["view"] == last["view"]


def test_every_try_is_answered_for_what_it_is(tmp_path: Path) -> None:
    course = written(tmp_path)
    lesson = course.lesson("one")

    def verdict(name: str) -> tuple[str, str | None]:
        found = take(course, lesson, [], action(name))["verdict"]
        assert found is not None
        return found["result"], found["say"]["en"] if found["say"] else found["reason"] and found["reason"]["code"]

    assert verdict("play 14") == ("reached", "Yours.")
    assert verdict("play 8") == ("not-this", "Too low.")
    assert verdict("play 22") == ("not-this", "Keep it.")
    assert verdict("play 6") == ("illegal", "reason.card_not_held")


def test_a_wrong_try_changes_nothing(tmp_path: Path) -> None:
    course = written(tmp_path)
    lesson = course.lesson("one")
    before = take(course, lesson, [], None)
    after = take(course, lesson, [], action("play 8"))
    assert (after["goal"], after["done"], after["frames"]) == (before["goal"], 0, [])
    reached = take(course, lesson, [], action("play 14"))
    assert (reached["done"], reached["goals"]) == (1, 2)
    assert reached["frames"] == take(course, lesson, [action("play 14")], None)["frames"]


def test_choices_that_do_not_reach_the_goals_are_refused(tmp_path: Path) -> None:
    course = written(tmp_path)
    lesson = course.lesson("one")
    with pytest.raises(BadCourse, match="a move that reaches the goal"):
        take(course, lesson, [action("play 8")], None)
    with pytest.raises(BadCourse, match="the lesson is over"):
        take(course, lesson, [action("play 14"), action("play 8")], action("play 17"))


def test_of_the_accepted_moves_those_that_are_legal_reach_the_goal(tmp_path: Path) -> None:
    """So several cards can be chosen in any order: what one goal took is not there for the next."""
    lesson = LESSON.replace('accept = "any"', 'accept = ["play 14", "play 17"]\nwrong."*".en = "The other one."')
    course = written(tmp_path, lesson=lesson)
    for first, second in (("play 14", "play 17"), ("play 17", "play 14")):
        run = LessonRun(course, course.lesson("one"))
        run.proceed()
        run.choose(action(first))
        run.proceed()
        assert run.accepted == [action(second)]
        asked = run.asks()
        assert asked is not None
        assert asked["moves"] == [action(second)]


def test_the_time_of_a_course_counts_words_goals_moves_and_presses(tmp_path: Path) -> None:
    course = written(tmp_path)
    words, goals, moves, presses = 3 + 4 + 1 + 2 + 2, 2, 3, 2
    assert seconds(course) == pytest.approx(words * 0.3 + goals * 3 + moves * 0.9 + presses)


def asked(folder: Path, check: str, taught: str = "one#win") -> Course:
    (folder / "questions.toml").write_text(
        f'[[questions]]\nask.en = "?"\nanswer.en = "!"\ntaught = "{taught}"\nrule = "HG-3.1"\n{check}\n', "utf-8"
    )
    return written(folder)


DEAL = """setup = ["* dealer 2", "* deal 6", "* deal 7", "* deal 8", "* deal 9", "* deal 10", "* deal 11",
  "* deal 12", "* deal 13", "* deal 14", "* deal 15", "* deal 16", "* deal 17", "* deal 18", "* deal 19",
  "* deal 20", "0 exchange"]"""
WON = '{ code = "event.trick", seat = 0, card = { code = "card.villager", n = 14 } }'
SECOND_HAND = """{ code = "event.dealt", seat = 2, cards = [{ code = "card.villager", n = 8 },
  { code = "card.villager", n = 11 }, { code = "card.villager", n = 14 }, { code = "card.villager", n = 17 },
  { code = "card.samurai", n = 20 }] }""".replace("\n ", "")


@pytest.mark.parametrize(
    "check",
    [
        'legal = ["play 8", "play 14", "play 17", "play 19", "play 22"]',
        'illegal = ["play 6", "reason.card_not_held"]',
        "scores = [0, 0, 0]",
        f'moves = "0 play 14"\nevent = {WON}',
        f"seats = 3\n{DEAL}\nunseen = {SECOND_HAND}",
        f"seats = 3\nseat = 2\n{DEAL}\nevent = {SECOND_HAND}",
    ],
)
def test_the_engine_confirms_an_answer(tmp_path: Path, check: str) -> None:
    course = asked(tmp_path, check)
    check_question(course, course.questions[0])


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ('legal = ["play 8"]', "the legal moves are"),
        ('illegal = ["play 8", "reason.card_not_held"]', "is legal"),
        ('illegal = ["play 6", "reason.must_follow"]', "the reason is"),
        ("scores = [1, 0, 0]", "the scores are"),
        (f"event = {WON}", "no such event"),
        (f'moves = "0 play 8"\nevent = {WON}', "no such event"),
        (f"seats = 3\nseat = 2\n{DEAL}\nunseen = {SECOND_HAND}", "the learner is told"),
    ],
)
def test_the_engine_refutes_an_answer(tmp_path: Path, check: str, said: str) -> None:
    course = asked(tmp_path, check)
    with pytest.raises(AssertionError, match=said):
        check_question(course, course.questions[0])


def test_all_ways_are_found(tmp_path: Path) -> None:
    course = written(tmp_path)
    found = list(ways(course, course.lesson("one")))
    assert sorted(run.done for run in found) == [0, 1, 1, *[2] * 8]


@pytest.mark.parametrize(
    ("course", "lesson", "said"),
    [
        (COURSE.replace('"one"', '"two"'), LESSON, "the name of a file two.toml"),
        (COURSE + "\nmore = 1", LESSON, "no such field"),
        (COURSE.replace("how.turn", "how.luck"), LESSON, "a field 'turn'"),
        ("lessons = [", LESSON, "TOML"),
        (COURSE, LESSON.replace("[[steps]]\nsay.en", "[[steps]]\nsay.fr"), "at least the English text"),
        (COURSE, LESSON.replace('accept = "any"', 'accept = ["play 99"]'), "a move of Hagakure"),
        (COURSE, LESSON.replace("seats = 3", "seats = 9"), "3, 4 or 5"),
        (COURSE, LESSON.replace('id = "win"', 'id = "1"'), "different ids"),
    ],
)
def test_a_mistake_in_a_file_is_named(tmp_path: Path, course: str, lesson: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        written(tmp_path, course, lesson)


def test_a_move_that_cannot_be_made_is_named_with_its_reason(tmp_path: Path) -> None:
    course = written(tmp_path, lesson=LESSON.replace("2 play 11", "2 play 8"))
    with pytest.raises(BadCourse, match=r"hagakure, lesson one: step win: moves\[1\].*you do not hold villager 8"):
        LessonRun(course, course.lesson("one")).proceed()


def test_a_goal_must_be_asked_when_the_learner_is_to_move(tmp_path: Path) -> None:
    course = written(tmp_path, lesson=LESSON.replace("2 play 11\n", ""))
    with pytest.raises(BadCourse, match="when the learner is to move"):
        LessonRun(course, course.lesson("one")).proceed()


def test_questions_need_exactly_one_check(tmp_path: Path) -> None:
    (tmp_path / "questions.toml").write_text(
        '[[questions]]\nask.en = "?"\nanswer.en = "!"\ntaught = "one#win"\nrule = "HG-3.1"\n', "utf-8"
    )
    with pytest.raises(BadCourse, match="one of legal, illegal, event, unseen and scores"):
        written(tmp_path)
