"""`zashiki learn`: the lessons of a game in a terminal."""

import re
from typing import Final

from rich.text import Text as Styled

from zashiki import rendering
from zashiki.cli import printing
from zashiki.cli.console import INTERRUPTED, USAGE, CommandError, Output
from zashiki.cli.play import ask, list_number
from zashiki.core.errors import UnknownMove, short_repr
from zashiki.core.game import Game
from zashiki.core.shapes import View
from zashiki.drawing.style import QUIET, STRONG, sheet
from zashiki.lessons import BadCourse, Course, Lesson, LessonRun, course
from zashiki.lessons.shapes import LessonFrame, Text

LEAVE: Final = ("quit", "q", "exit")
_SEAT: Final = re.compile(r"\{seat (\d+)\}")


def learn(output: Output, game: Game, name: str | None, listing: bool) -> int:
    """Take the lessons of a game from this one on; returns the exit code."""
    found = course(game.key)
    if found is None:
        raise CommandError(f"{game.title} has no lessons; read its rules with: zashiki rules {game.key}")
    if listing:
        _list(output, found)
        return 0
    lessons = list(found.lessons.values())
    first = lessons.index(_lesson(found, name)) if name is not None else 0
    if name is None:
        output.say(_english(found.card))
    try:
        for lesson in lessons[first:]:
            if not _Learner(output, found, lesson).run():
                output.say(f"Go on with: zashiki learn {game.key} {lesson.id}")
                return 0
    except KeyboardInterrupt:
        output.gap()
        return INTERRUPTED
    output.say(Styled(f"That is all. Play it: zashiki play {game.key}", STRONG))
    return 0


def _lesson(found: Course, name: str) -> Lesson:
    names = list(found.lessons)
    number = list_number(name, len(names))
    try:
        return found.lesson(names[number - 1] if number else name)
    except BadCourse as error:
        raise CommandError(f"there is no lesson {short_repr(name)}; expected {error.expected}", USAGE) from None


def _list(output: Output, found: Course) -> None:
    table = sheet("", "Lesson", "About", "Goals", right=("", "Goals"))
    for number, lesson in enumerate(found.lessons.values(), 1):
        table.add_row(str(number), lesson.id, lesson.title["en"], str(lesson.goals))
    output.say(_english(found.card), "", table)


def _english(text: Text) -> str:
    return _SEAT.sub(r"Seat \1", text["en"])


class _Learner:
    """One lesson in a terminal."""

    def __init__(self, output: Output, found: Course, lesson: Lesson) -> None:
        self._output = output
        self._run = LessonRun(found, lesson)
        self._number = list(found.lessons).index(lesson.id) + 1
        self._of = len(found.lessons)
        self._drawn: View | None = None

    def run(self) -> bool:
        """Take it; False if the learner leaves before its end."""
        lesson = self._run.lesson
        self._output.gap()
        self._output.say(Styled(f"{self._number} of {self._of}: {lesson.title['en']}", STRONG))
        self._output.say(Styled(f"You are Seat {lesson.seat}. Type the number of a move, or quit.", QUIET))
        while True:
            if not self._show(self._run.proceed()):
                return False
            if self._run.goal is None:
                return True
            if not self._reach():
                return False

    def _show(self, frames: list[LessonFrame]) -> bool:
        """Tell what happens; False if the learner leaves."""
        for frame in frames:
            if frame["events"]:
                self._output.say(printing.sentences(frame["events"], self._run.match.game.catalogue))
            if frame["say"] is None:
                continue
            self._draw(frame["view"])
            self._tell(frame["say"], frame["rules"])
            if frame is frames[-1] and self._run.goal is not None:
                break  # the goal follows at once
            line = ask(self._output, "Enter to go on ")
            if line is None or line.strip().lower() in LEAVE:
                return False
        return True

    def _reach(self) -> bool:
        """Ask until the goal is reached; False if the learner leaves."""
        run, goal = self._run, self._run.asks()
        assert goal is not None
        view = run.match.view(run.lesson.seat)
        self._draw(view)
        self._output.say(Styled(_english(goal["goal"]), STRONG), printing.moves(view))
        while True:
            line = ask(self._output, "> ")
            if line is None or line.strip().lower() in LEAVE:
                return False
            action = self._action(line.strip()) if line.strip() else None
            if action is None:
                continue
            verdict = run.judge(action)
            if verdict["reason"] is not None:
                self._output.say(f"No: {verdict['reason']['text']} ({verdict['reason']['rule']}).")
            elif verdict["say"] is not None:
                self._tell(verdict["say"], [])
            if verdict["result"] == "reached":
                run.choose(action)
                return True

    def _draw(self, view: View) -> None:
        """Draw the table, unless it is what was drawn last."""
        self._output.gap()
        if view != self._drawn:
            self._output.say(rendering.terminal(view), "")
        self._drawn = view

    def _action(self, text: str) -> int | None:
        """The move that a line means; None, after saying so, if it is none."""
        match, seat = self._run.match, self._run.lesson.seat
        legal = match.legal(seat)
        number = list_number(text, len(legal))
        try:
            return legal[number - 1] if number else match.parse(seat, text)
        except UnknownMove as error:
            expected = f"a number from 1 to {len(legal)}" if text.isdecimal() else error.expected
            self._output.say(f"{short_repr(text)} is not a move: expected {expected}.")
            return None

    def _tell(self, text: Text, rules: list[str]) -> None:
        words = Styled(_english(text))
        if rules:
            words.append(f" ({', '.join(rules)})", QUIET)
        self._output.say(words)
