"""Lessons over HTTP: the course of a game, and one learner's way through a lesson.

The server stores no lesson state. Each request brings the choices made so far, and the lesson is replayed from them: it
is short and deterministic.
"""

import asyncio
from typing import Annotated, Final

from fastapi import Path, Request
from pydantic import Field
from pydantic_core import to_json
from starlette.responses import Response

from zashiki.core.errors import UnknownMove
from zashiki.lessons import BadCourse, Course, course
from zashiki.lessons.run import take
from zashiki.lessons.shapes import CourseData, LessonData
from zashiki.server.addresses import network_at
from zashiki.server.authentication import OptionalVisitor, ServicesDep
from zashiki.server.games import GameKey, find
from zashiki.server.responses import SharedResponse, problem_responses, shared_response
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.table.input_errors import refused_error
from zashiki.table.scheduler import OWNER
from zashiki.table.settings import Model

router = new_router("", "lessons")
MOST_CHOICES: Final = 100
"""In one lesson."""
MOST_ACTION: Final = 1_000_000

LessonId = Annotated[str, Path(max_length=40, pattern="^[a-z][a-z0-9-]*$", description="The lesson's id.")]
Action = Annotated[int, Field(ge=0, le=MOST_ACTION)]


class Attempt(Model):
    """How far a learner has come in a lesson, and what they try now."""

    choices: list[Action] = Field(
        default_factory=list, max_length=MOST_CHOICES, description="The moves that reached the goals so far."
    )
    attempt: Action | None = Field(default=None, description="The move tried now; null to see where the lesson stands.")


async def _course(key: str) -> Course:
    # In a thread: the first request for a game reads its files.
    found = await asyncio.to_thread(course, find(key).key)
    if found is None:
        raise refused_error("not-found", BadCourse(key, "a game that has lessons", "game"))
    return found


@router.get(
    "/games/{game}/course", response_model=CourseData, responses=problem_responses(401, 404), openapi_extra=ANYBODY
)
async def get_course(visitor: OptionalVisitor, game: GameKey) -> Response:
    """Get what teaches a game: its goal, how to play, its lessons, and coach marks for the first game."""
    return shared_response((await _course(game)).data())


@router.post(
    "/games/{game}/lessons/{lesson}",
    response_model=LessonData,
    responses=problem_responses(401, 403, 404, 409),
    openapi_extra=ANYBODY,
)
async def take_lesson(
    request: Request, visitor: OptionalVisitor, services: ServicesDep, game: GameKey, lesson: LessonId, body: Attempt
) -> Response:
    """Continue a lesson: replay the choices, judge an attempt, and return what is asked next."""
    await services.rate_limits.spend(services.config.rate_lessons, "lessons", network_at(request))
    found = await _course(game)
    try:
        chosen = found.lesson(lesson)
    except BadCourse as error:
        raise refused_error("not-found", error) from None
    try:
        async with services.replaying.place(OWNER.get()):
            data = await asyncio.to_thread(lambda: to_json(take(found, chosen, body.choices, body.attempt)))
    except UnknownMove as error:
        raise refused_error("unknown-move", error) from None
    except BadCourse as error:
        raise refused_error("bad-request", error) from None
    return SharedResponse(data, media_type="application/json")
