"""Reading a course: its lessons, coach marks and questions, every field checked."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeVar

from zashiki import registry
from zashiki.core.errors import ZashikiError
from zashiki.core.game import Game
from zashiki.core.jsontypes import Json
from zashiki.core.package import GamePackage
from zashiki.lessons.shapes import CoachMark, CourseData, PlainPlace, Spot, Text

ANY: Final = "any"
"""As `accept` of a goal: every legal move reaches it."""
OTHERWISE: Final = "*"
"""In `wrong` of a goal: the answer to every other move."""
_ID: Final = re.compile(r"[a-z][a-z0-9-]*")
_TRANSLATION: Final = re.compile(r"course\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)\.toml")
"""The file with the texts of a course in one more language: `course.pl.toml`."""
_SEAT: Final = re.compile(r"seat (\d+)")
_WORDS: Final = re.compile(r"\s+")
_UNSPACED: Final = re.compile(
    r"(?<=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])\s+(?=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])"
)
"""A line break between Japanese or Chinese characters, their punctuation included."""

T = TypeVar("T")


class BadCourse(ZashikiError):
    """A course that cannot be read or played."""


@dataclass(frozen=True)
class Goal:
    """Something the learner has to do: one move."""

    text: Text
    accept: frozenset[int] | None
    """The moves that reach it; None: every legal one."""
    lit: bool
    """Whether these moves are highlighted."""
    together: bool
    """Whether it is chosen together with the goal before: both moves are selected before the first is made."""
    wrong: Mapping[int, Text]
    """The answers to legal moves that do not reach it."""
    otherwise: Text | None
    """The answer to all other moves."""
    done: Text | None
    """The answer when it is reached."""


@dataclass(frozen=True)
class LessonStep:
    """A part of a lesson: moves of the others, then something to read or a goal."""

    id: str
    """Its name; its number from 1 if it has none."""
    moves: tuple[str, ...]
    """Lines of a record: what the others and chance do first."""
    say: Text | None
    goal: Goal | None
    point: tuple[Spot, ...]
    rules: tuple[str, ...]
    teaches: frozenset[str]
    """The mechanisms it explains."""


@dataclass(frozen=True)
class Lesson:
    """A lesson: a rigged game, and what happens in it."""

    id: str
    title: Text
    seats: int
    seat: int
    """The learner's."""
    options: Mapping[str, Json]
    setup: tuple[str, ...]
    """Lines of a record: what happened before the lesson begins."""
    steps: tuple[LessonStep, ...]
    hide: tuple[str, ...] = ()
    """Places of the client's table that the lesson does not need yet."""

    def __repr__(self) -> str:
        return f"<Lesson {self.id}: {self.title['en']!r}, {len(self.steps)} steps, {self.goals} goals>"

    @property
    def goals(self) -> int:
        """How many decisions the learner makes."""
        return sum(step.goal is not None for step in self.steps)


@dataclass(frozen=True)
class Question:
    """What somebody who took the course can answer, and how the engine answers it.

    One of the last five is given. They are about the table at the end of the step, before the learner moves if the step
    has a goal, or about a game of the question's own; and after the moves of the question, if it has any.
    """

    ask: Text
    answer: Text
    lesson: str
    step: str
    """The step that taught it."""
    rule: str
    game: Lesson | None
    """What happened in a game of its own; None: it is about the lesson that taught it."""
    moves: tuple[str, ...]
    """Lines of a record: what happens then."""
    legal: frozenset[str] | None
    """These are the learner's legal moves."""
    illegal: tuple[str, str] | None
    """This move is illegal for this reason."""
    event: Mapping[str, Json] | None
    """By then this has happened: `code`, and facts."""
    unseen: Mapping[str, Json] | None
    """By then this has happened, and the learner does not know it."""
    scores: tuple[int, ...] | None
    """These are the scores."""


@dataclass(frozen=True)
class Course:
    """A game's whole course."""

    package: GamePackage
    card: Text
    how: Mapping[str, Text]
    mechanisms: Mapping[str, frozenset[str]]
    """What has to be taught, with its rules."""
    lessons: Mapping[str, Lesson]
    coach: tuple[CoachMark, ...]
    plain: tuple[PlainPlace, ...]
    questions: tuple[Question, ...]

    def __repr__(self) -> str:
        return f"<Course of {self.package.game.title}: lessons {', '.join(self.lessons)}>"

    def lesson(self, name: str) -> Lesson:
        """The lesson of this name; `BadCourse` if there is none."""
        found = self.lessons.get(name)
        if found is None:
            raise BadCourse(name, "one of " + ", ".join(self.lessons), "lesson")
        return found

    def data(self) -> CourseData:
        """The part that clients need."""
        return {
            "game": self.package.key,
            "card": self.card,
            "how": {"goal": self.how["goal"], "turn": self.how["turn"], "score": self.how["score"]},
            "lessons": [{"id": one.id, "title": one.title, "goals": one.goals} for one in self.lessons.values()],
            "coach": list(self.coach),
            "plain": list(self.plain),
        }


@cache
def course(key: str) -> Course | None:
    """The course of a game; None if it has none."""
    package = registry.package(key)
    folder = resources.files(package.module) / "lessons"
    if not (folder / "course.toml").is_file():
        return None
    return read_course(package, folder)


def read_course(package: GamePackage, folder: Traversable) -> Course:
    """Read the course in a folder."""
    data = _toml(folder / "course.toml")
    names = _texts(data.get("lessons"), "course.toml: lessons")
    files = {name: _lesson_data(folder, name) for name in names}
    asked = _toml(folder / "questions.toml") if (folder / "questions.toml").is_file() else {}
    for file in folder.iterdir():
        if (found := _TRANSLATION.fullmatch(file.name)) is not None:
            _add_texts({**data, "lessons": files, **asked}, _toml(file), found[1], file.name)
    whole = _Fields(data, "course.toml")
    mechanisms = {
        key: frozenset(_texts(rules, f"course.toml: mechanisms.{key}"))
        for key, rules in whole.table("mechanisms").items()
    }
    reader = _Reader(package.game, "course.toml")
    how = _Fields(whole.table("how"), "course.toml: how")
    read = Course(
        package,
        reader.text(whole.table("card"), "card"),
        {part: reader.text(how.table(part), f"how.{part}") for part in ("goal", "turn", "score")},
        mechanisms,
        {name: _Reader(package.game, f"{name}.toml").lesson(name, files[name]) for name in whole.items("lessons")},
        tuple(reader.coach(data, f"coach[{n}]") for n, data in enumerate(whole.items("coach", []))),
        tuple(reader.plain(place, codes) for place, codes in whole.table("plain", {}).items()),
        _questions(package, asked) if asked else (),
    )
    how.finish()
    whole.finish()
    return read


def _lesson_data(folder: Traversable, name: str) -> dict[str, Any]:
    file = folder / f"{name}.toml"
    if not _ID.fullmatch(name) or not file.is_file():
        raise BadCourse(name, f"the name of a file {name}.toml", "course.toml: lessons")
    return _toml(file)


def _questions(package: GamePackage, asked: dict[str, Any]) -> tuple[Question, ...]:
    whole = _Fields(asked, "questions.toml")
    reader = _Reader(package.game, "questions.toml")
    found = tuple(reader.question(data, f"questions[{n}]") for n, data in enumerate(whole.items("questions")))
    whole.finish()
    return found


def _add_texts(data: object, given: dict[str, Any], language: str, where: str) -> None:
    """Add the texts of a translation to the data: it has the same tree, and items of lists by their ids or numbers."""
    for key, value in given.items():
        here = f"{where}: {key}" if where.endswith(".toml") else f"{where}.{key}"
        part = data.get(key) if isinstance(data, dict) else _item(data, key)
        if isinstance(value, dict) and isinstance(part, dict | list):
            _add_texts(part, value, language, here)
        elif isinstance(value, str) and isinstance(part, dict) and isinstance(part.get("en"), str):
            part[language] = value
        else:
            raise BadCourse(value, "the translation of a text of the course", here)


def _item(items: object, key: str) -> object:
    """The item of a list with this id or, if it has none, of this number, from 1."""
    known = enumerate(items, 1) if isinstance(items, list) else ()
    return next((one for n, one in known if isinstance(one, dict) and str(one.get("id", n)) == key), None)


def _toml(file: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadCourse(str(error), "TOML", file.name) from None


class _Fields:
    """The fields of a table, each taken once: what is left over is a mistake."""

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, dict):
            raise BadCourse(data, "a table", where)
        self._left = dict(data)
        self._where = where

    def table(self, key: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
        """A field that is a table; like the others, the default if it is missing, or an error."""
        return self._take(key, dict, default)

    def items(self, key: str, default: list[Any] | None = None) -> list[Any]:
        """A field that is a list."""
        return self._take(key, list, default)

    def word(self, key: str, default: str | None = None) -> str:
        """A field that is a text."""
        return self._take(key, str, default)

    def number(self, key: str, default: int | None = None) -> int:
        """A field that is a whole number."""
        return self._take(key, int, default)

    def flag(self, key: str, *, default: bool) -> bool:
        """A field that is true or false."""
        return self._take(key, bool, default)

    def _take(self, key: str, kind: type[T], default: T | None) -> T:
        value = self._left.pop(key, default)
        if not isinstance(value, kind):
            raise BadCourse(value, f"a field {key!r} of type {kind.__name__}", self._where)
        return value

    def maybe(self, key: str) -> Any:
        """A field, or None."""
        return self._left.pop(key, None)

    def finish(self) -> None:
        if self._left:
            raise BadCourse(sorted(self._left)[0], "no such field", self._where)


def _texts(value: object, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadCourse(value, "a list of texts", where)
    return value


class _Reader:
    """Reads one file of a course of this game."""

    def __init__(self, game: Game, file: str) -> None:
        self._game = game
        self._file = file

    def lesson(self, name: str, data: object) -> Lesson:
        fields = _Fields(data, self._file)
        seats = fields.number("seats")
        steps = tuple(
            self._step(step, f"{self._file}: steps[{n}]", str(n + 1)) for n, step in enumerate(fields.items("steps"))
        )
        found = Lesson(
            name,
            self.text(fields.table("title"), "title"),
            seats,
            fields.number("seat", 0),
            self._game.checked(seats, fields.table("options", {})),
            self._lines(fields.maybe("setup"), "setup"),
            steps,
            tuple(_texts(fields.items("hide", []), self._file)),
        )
        fields.finish()
        ids = [step.id for step in steps]
        if len(ids) != len(set(ids)):
            raise BadCourse(ids, "steps with different ids", self._file)
        return found

    def _step(self, data: object, where: str, number: str) -> LessonStep:
        fields = _Fields(data, where)
        goal, say = fields.maybe("goal"), fields.maybe("say")
        found = LessonStep(
            fields.word("id", number),
            self._lines(fields.maybe("moves"), "moves"),
            None if say is None else self.text(say, "say"),
            None if goal is None else self._goal(self.text(goal, "goal"), fields, where),
            self._spots(fields.items("point", []), where),
            tuple(_texts(fields.items("rules", []), where)),
            frozenset(_texts(fields.items("teaches", []), where)),
        )
        fields.finish()
        return found

    def _goal(self, text: Text, fields: _Fields, where: str) -> Goal:
        accept = fields.maybe("accept")
        wrong = fields.table("wrong", {})
        otherwise = wrong.pop(OTHERWISE, None)
        done = fields.maybe("done")
        return Goal(
            text,
            None if accept == ANY else frozenset(self._move(name, where) for name in _texts(accept, where)),
            fields.flag("lit", default=True),
            fields.flag("together", default=False),
            {self._move(name, where): self.text(said, where) for name, said in wrong.items()},
            None if otherwise is None else self.text(otherwise, where),
            None if done is None else self.text(done, where),
        )

    def coach(self, data: object, where: str) -> CoachMark:
        """A coach mark."""
        fields = _Fields(data, where)
        mark: CoachMark = {
            "id": fields.word("id"),
            "when": fields.word("when"),
            "say": self.text(fields.table("say"), where),
            "point": list(self._spots(fields.items("point", []), where)),
            "rules": _texts(fields.items("rules", []), where),
        }
        fields.finish()
        self._happens(mark["when"], f"{where}.when")
        return mark

    def plain(self, place: str, codes: object) -> PlainPlace:
        """A place that is hidden until one of these happens."""
        until = _texts(codes, f"{self._file}: plain.{place}")
        for code in until:
            self._happens(code, f"plain.{place}")
        return {"place": place, "until": until}

    def _happens(self, code: str, where: str) -> None:
        if code not in self._game.catalogue:
            raise BadCourse(code, "the code of a prompt or an event", f"{self._file}: {where}")

    def question(self, data: object, where: str) -> Question:
        """A question, with the one way in which the engine answers it."""
        fields = _Fields(data, where)
        lesson, _, step = fields.word("taught").partition("#")
        ask, answer = self.text(fields.table("ask"), where), self.text(fields.table("answer"), where)
        rule = fields.word("rule")
        legal, illegal = fields.maybe("legal"), fields.maybe("illegal")
        event, unseen, scores = fields.maybe("event"), fields.maybe("unseen"), fields.maybe("scores")
        game, moves = self._own_game(ask, fields), self._lines(fields.maybe("moves"), "moves")
        fields.finish()
        if sum(check is not None for check in (legal, illegal, event, unseen, scores)) != 1:
            raise BadCourse(ask["en"], "one of legal, illegal, event, unseen and scores", f"{self._file}: {where}")
        for wanted in (event, unseen):
            if wanted is not None:
                _Fields(wanted, f"{self._file}: {where}").word("code")
        if illegal is not None and (not isinstance(illegal, list) or len(illegal) != 2):
            raise BadCourse(illegal, "[move, code of the reason]", f"{self._file}: {where}.illegal")
        return Question(
            ask,
            answer,
            lesson,
            step,
            rule,
            game,
            moves,
            None if legal is None else frozenset(_texts(legal, where)),
            None if illegal is None else (illegal[0], illegal[1]),
            event,
            unseen,
            None if scores is None else tuple(scores),
        )

    def _own_game(self, title: Text, fields: _Fields) -> Lesson | None:
        """The rigged game of a question, if it has one: a lesson without steps."""
        seats = fields.number("seats", 0)
        if not seats:
            return None
        options = self._game.checked(seats, fields.table("options", {}))
        setup = self._lines(fields.maybe("setup"), "setup")
        return Lesson("question", title, seats, fields.number("seat", 0), options, setup, ())

    def text(self, value: object, where: str) -> Text:
        """A text in several languages; line breaks of the file are spaces, empty lines are paragraphs."""
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            raise BadCourse(value, "a text for each language", f"{self._file}: {where}")
        if not value.get("en"):
            raise BadCourse(value, "at least the English text", f"{self._file}: {where}")
        return {language: _flowing(text) for language, text in value.items()}

    def _lines(self, value: object, where: str) -> tuple[str, ...]:
        """Lines of a record, as one text with line breaks or as a list."""
        if value is None:
            return ()
        lines = value.splitlines() if isinstance(value, str) else _texts(value, f"{self._file}: {where}")
        return tuple(line.strip() for line in lines if line.strip())

    def _move(self, name: object, where: str) -> int:
        return self._game.parse(0, name) if isinstance(name, str) else self._refuse(name, where)

    def _refuse(self, name: object, where: str) -> int:
        raise BadCourse(name, "the name of a move", f"{self._file}: {where}")

    def _spots(self, names: list[object], where: str) -> tuple[Spot, ...]:
        return tuple(self._spot(name) for name in _texts(names, where))

    def _spot(self, name: str) -> Spot:
        """A player (`seat 1`), the piece of a move (its name), or a place of the client's table."""
        seat = _SEAT.fullmatch(name)
        if seat is not None:
            return {"action": None, "seat": int(seat[1]), "place": None}
        try:
            return {"action": self._game.parse(0, name), "seat": None, "place": None}
        except ZashikiError:
            return {"action": None, "seat": None, "place": name}


def _flowing(text: str) -> str:
    """Without the line breaks of the file. Between Japanese or Chinese characters nothing takes their place."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "\n\n".join(_WORDS.sub(" ", _UNSPACED.sub("", part)).strip() for part in paragraphs)
