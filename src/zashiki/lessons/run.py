"""One learner in one lesson: what happens, what is asked, and how an attempt is judged."""

from collections.abc import Sequence
from typing import final

from zashiki.core.errors import ZashikiError
from zashiki.core.match import Match
from zashiki.core.record import split_line
from zashiki.core.replay import make_move
from zashiki.lessons.course import BadCourse, Course, Goal, Lesson, LessonStep
from zashiki.lessons.shapes import LessonData, LessonFrame, LessonGoal, Verdict


@final
class LessonRun:
    """A lesson being taken. What has happened depends on the learner's choices alone.

    Examples:
        >>> from zashiki.lessons import course
        >>> found = course("hagakure")
        >>> run = LessonRun(found, found.lesson("tricks"))
        >>> frames = run.proceed()
        >>> run
        <LessonRun: hagakure, lesson tricks, 0 of 2 goals reached>
    """

    def __init__(self, course: Course, lesson: Lesson) -> None:
        self.course = course
        self.lesson = lesson
        self.match = Match(course.package.game, lesson.seats, dict(lesson.options), None)
        """The game as it is now."""
        self.done = 0
        """The number of goals reached."""
        self._next = 0  # the number of the step that comes next, or whose goal is to be reached
        self._begun = -1  # the number of the last step that was begun
        for index, line in enumerate(lesson.setup):
            self.make(line, f"setup[{index}]")
        self._told = self.match.event_count
        self._own: list[LessonFrame] = []  # the learner's last move, until it is shown

    def __repr__(self) -> str:
        where = f"{self.course.package.key}, lesson {self.lesson.id}"
        return f"<LessonRun: {where}, {self.done} of {self.lesson.goals} goals reached>"

    @property
    def over(self) -> bool:
        """Whether the lesson has been taken to its end."""
        return self._next == len(self.lesson.steps)

    @property
    def step(self) -> LessonStep | None:
        """The step whose goal is to be reached now; None when the lesson is over."""
        return None if self.over else self.lesson.steps[self._next]

    @property
    def goal(self) -> Goal | None:
        """What is to be done now; None when the lesson is over."""
        return None if self.step is None else self.step.goal

    @property
    def accepted(self) -> list[int]:
        """The legal moves that reach the goal; none when the lesson is over."""
        goal = self.goal
        legal = self.match.legal(self.lesson.seat) if goal is not None else []
        return sorted(action for action in legal if goal is None or goal.accept is None or action in goal.accept)

    def proceed(self) -> list[LessonFrame]:
        """Go on to the next goal or the end; returns what happens on the way."""
        frames = self._own
        self._own = []
        while not self.over:
            step = self.lesson.steps[self._next]
            if self._begun == self._next:  # the goal has been shown, and is still to be reached
                break
            self._begun = self._next
            for index, line in enumerate(step.moves):
                seat = self.make(line, f"step {step.id}: moves[{index}]")
                frames.append(self._frame(seat))
            if step.say is not None:
                if not frames or frames[-1]["say"] is not None:
                    frames.append(self._frame(None))
                frames[-1] |= {"say": step.say, "point": list(step.point), "rules": list(step.rules)}
            if step.goal is not None:
                if self.lesson.seat not in self.match.waiting:
                    raise self._bad(step.id, "a goal when the learner is to move")
                break
            self._next += 1
        if not frames:
            frames.append(self._frame(None))
        return frames

    def judge(self, action: int) -> Verdict:
        """Judge an attempt without making the move."""
        goal = self.goal
        if goal is None:
            raise BadCourse(action, "no move: the lesson is over", "attempt")
        reason = self.match.why_not(self.lesson.seat, action)
        if reason is not None:
            return {"result": "illegal", "say": None, "reason": reason.data()}
        if goal.accept is None or action in goal.accept:
            return {"result": "reached", "say": goal.done, "reason": None}
        return {"result": "not-this", "say": goal.wrong.get(action, goal.otherwise), "reason": None}

    def choose(self, action: int) -> None:
        """Make the move that reaches the goal; `BadCourse` if it does not."""
        if self.judge(action)["result"] != "reached":
            raise BadCourse(action, "a move that reaches the goal", "choices")
        self.match.play(self.lesson.seat, action)
        self._own = [self._frame(self.lesson.seat)]
        self._next += 1
        self.done += 1

    def asks(self) -> LessonGoal | None:
        """The goal as clients show it."""
        step, goal = self.step, self.goal
        if step is None or goal is None:
            return None
        return {
            "goal": goal.text,
            "moves": self.accepted,
            "ahead": self._ahead(frozenset(self.match.legal(self.lesson.seat))),
            "lit": goal.lit,
            "point": list(step.point) if step.say is None else [],
            "rules": list(step.rules),
        }

    def _ahead(self, legal: frozenset[int]) -> list[int]:
        """The moves accepted by the goals that are chosen together with this one."""
        found: set[int] = set()
        for step in self.lesson.steps[self._next + 1 :]:
            if step.goal is None or step.goal.accept is None or not step.goal.together:
                break
            found |= step.goal.accept & legal
        return sorted(found)

    def make(self, line: str, where: str) -> int:
        """Make a move, given as a line of a record; returns who made it."""
        try:
            seat, name = split_line(line, self.match.ply)
            make_move(self.match, seat, name)
        except ZashikiError as error:
            raise self._bad(line, str(error), where) from None
        return seat

    def _frame(self, mover: int | None) -> LessonFrame:
        events = self.match.events(self.lesson.seat, self._told)
        self._told = self.match.event_count
        return {
            "ply": self.match.ply,
            "mover": mover,
            "view": self.match.view(self.lesson.seat),
            "events": events,
            "say": None,
            "point": [],
            "rules": [],
        }

    def _bad(self, value: object, expected: str, where: str = "steps") -> BadCourse:
        return BadCourse(value, expected, f"{self.course.package.key}, lesson {self.lesson.id}: {where}")


def take(course: Course, lesson: Lesson, choices: Sequence[int], attempt: int | None) -> LessonData:
    """Where a learner stands after these choices, and the answer to an attempt.

    An attempt that reaches the goal is made: the frames are then those that follow it.
    """
    run = LessonRun(course, lesson)
    frames = run.proceed()
    for action in choices:
        run.choose(action)
        frames = run.proceed()
    verdict: Verdict | None = None
    if attempt is not None:
        verdict = run.judge(attempt)
        if verdict["result"] == "reached":
            run.choose(attempt)
            frames = run.proceed()
        else:
            frames = []
    return {
        "game": course.package.key,
        "lesson": lesson.id,
        "seat": lesson.seat,
        "seats": lesson.seats,
        "hide": list(lesson.hide),
        "done": run.done,
        "goals": lesson.goals,
        "verdict": verdict,
        "frames": frames,
        "goal": run.asks(),
    }
