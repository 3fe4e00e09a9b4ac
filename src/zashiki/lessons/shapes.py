"""The types of lessons as JSON."""

from typing import Literal

from typing_extensions import TypedDict

from zashiki.core.shapes import EventView, ReasonData, View

Text = dict[str, str]
"""A text by language code. English is always there. `{seat 1}` stands for the name of a player."""


class Spot(TypedDict):
    """Something at the table that a text points at: the piece of a move, a player, or a named place."""

    action: int | None
    seat: int | None
    place: str | None


class LessonTitle(TypedDict):
    """A lesson in the list of a course."""

    id: str
    title: Text
    goals: int
    """How many goals it has."""


class CoachMark(TypedDict):
    """What a newcomer is told when something happens for the first time."""

    id: str
    when: str
    """The code of the prompt or event that it explains."""
    say: Text
    point: list[Spot]
    rules: list[str]


class PlainPlace(TypedDict):
    """A place of the table that a first game does not need from the start."""

    place: str
    until: list[str]
    """The codes of the prompts and events that need it: the first of them shows it."""


class HowTo(TypedDict):
    """How to play, on one page."""

    goal: Text
    turn: Text
    score: Text


class CourseData(TypedDict):
    """What a newcomer to a game is offered."""

    game: str
    card: Text
    """The goal of the game, in a few sentences."""
    how: HowTo
    lessons: list[LessonTitle]
    coach: list[CoachMark]
    plain: list[PlainPlace]


class LessonFrame(TypedDict):
    """One moment of a lesson: the table after a move, and what is said about it."""

    ply: int
    mover: int | None
    """Who made the move: a seat, -1 for chance, null if none was made."""
    view: View
    events: list[EventView]
    say: Text | None
    """What the learner reads before going on; null: the next frame follows by itself."""
    point: list[Spot]
    rules: list[str]


class LessonGoal(TypedDict):
    """What the learner is asked to do now."""

    goal: Text
    moves: list[int]
    """The moves that reach it."""
    ahead: list[int]
    """Moves of the goals that are chosen together with this one."""
    lit: bool
    """Whether these are lit; otherwise the learner has to find out, or ask."""
    point: list[Spot]
    rules: list[str]


class Verdict(TypedDict):
    """The answer to what a learner tried."""

    result: Literal["reached", "not-this", "illegal"]
    say: Text | None
    """What to say to it; null if nothing needs saying."""
    reason: ReasonData | None
    """Why the move is illegal."""


class LessonData(TypedDict):
    """Where a learner stands in a lesson."""

    game: str
    lesson: str
    seat: int
    seats: int
    hide: list[str]
    """Places of the table that the lesson does not need yet."""
    done: int
    """The number of goals reached."""
    goals: int
    """The number of goals in the lesson."""
    verdict: Verdict | None
    """The answer to the attempt; null if there was none."""
    frames: list[LessonFrame]
    """What has happened since the last choice, or since the beginning."""
    goal: LessonGoal | None
    """What to do now; null when the lesson is over."""
