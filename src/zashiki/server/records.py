"""Records over HTTP: check them, replay them move by move, list the draws of chance."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from fastapi import Body, Query, Request
from pydantic import Field
from pydantic_core import to_json
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki import registry as engine
from zashiki.core import replay
from zashiki.core.errors import NoSuchSeat, ZashikiError
from zashiki.core.match import Match, Viewer
from zashiki.core.shapes import ChanceData, FrameData, ReplayData
from zashiki.server.addresses import network_at
from zashiki.server.authentication import OptionalVisitor, ServicesDep, player_id
from zashiki.server.responses import SharedResponse, problem_responses
from zashiki.server.services import Services
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.server.tables import TableId, ViewerQuery
from zashiki.table.access import viewing_seat, visible_record
from zashiki.table.input_errors import refused_error
from zashiki.table.refusals import Refused
from zashiki.table.scheduler import OWNER
from zashiki.table.settings import Model
from zashiki.table.state import TableState

router = new_router("", "records")
MOST_FRAMES: Final = 50
"""In one response."""
MOST_PLIES: Final = 1_000_000

SEAT: Final = "As this seat saw it."
OPEN: Final = "With all secrets revealed, whatever the seat. By default only if no seat is given."
FIRST: Final = "The number of the first frame."
SINCE: Final = (
    "The number of the first frame; by default the one after the last move that I made myself, and for a spectator the"
    " first of the last ones."
)
COUNT: Final = "How many frames, at most."

SentRecord = Annotated[dict[str, Any], Body()]


class Checked(TypedDict):
    """A valid record."""

    game: str
    plies: int
    over: bool
    scores: list[int]
    winners: list[int]
    draws: int | None
    """Draws that were verified against the seeds; null if the record has no seeds."""


class SeenFrames(TypedDict):
    """Moments of a game as a seat saw them."""

    seat: int | None
    """Whose view it is; null for a spectator's."""
    ply: int
    """The number of moves so far."""
    frames: list[FrameData]
    """In their order. Moves of others and of chance of which nothing is told are left out."""


class Replay(Model):
    """What to show of a record."""

    record: dict[str, Any] = Field(description="The record.")
    seat: int | None = Field(default=None, ge=0, le=15, description=SEAT)
    open: bool | None = Field(default=None, description=OPEN)
    first: int = Field(default=0, alias="from", ge=0, le=MOST_PLIES, description=FIRST)
    count: int = Field(default=MOST_FRAMES, ge=1, le=MOST_FRAMES, description=COUNT)


@router.post("/records/check", response_model=Checked, responses=problem_responses(401, 403), openapi_extra=ANYBODY)
async def check_record(request: Request, visitor: OptionalVisitor, services: ServicesDep, body: SentRecord) -> Response:
    """Check a record: every move against the rules, every draw against the seeds."""
    await services.rate_limits.spend(services.config.rate_checks, "checks", network_at(request))
    return await _process_record(services, lambda: _check(body))


@router.post("/records/chance", response_model=ChanceData, responses=problem_responses(401, 403), openapi_extra=ANYBODY)
async def list_draws(request: Request, visitor: OptionalVisitor, services: ServicesDep, body: SentRecord) -> Response:
    """List the draws in a record with all their possible outcomes: with the seeds anybody can reproduce them."""
    await services.rate_limits.spend(services.config.rate_checks, "checks", network_at(request))
    return await _process_record(services, lambda: _chance(body))


@router.post(
    "/records/replay", response_model=ReplayData, responses=problem_responses(401, 403, 404), openapi_extra=ANYBODY
)
async def replay_record(request: Request, visitor: OptionalVisitor, services: ServicesDep, body: Replay) -> Response:
    """Replay a record, frame by frame."""
    await services.rate_limits.spend(services.config.rate_replays, "replays", network_at(request))
    viewer = _viewer(body.seat, body.open)
    return await _process_record(services, lambda: _show(body.record, viewer, body.first, body.count))


@router.get(
    "/tables/{table}/replay",
    response_model=ReplayData,
    responses=problem_responses(401, 404, 409),
    openapi_extra=ANYBODY,
)
async def replay_table(
    request: Request,
    visitor: OptionalVisitor,
    services: ServicesDep,
    table: TableId,
    seat: Annotated[int | None, Query(ge=0, le=15, description=SEAT)] = None,
    open: Annotated[bool | None, Query(description=OPEN)] = None,  # noqa: A002 - the name of the query parameter
    first: Annotated[int, Query(alias="from", ge=0, le=MOST_PLIES, description=FIRST)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_FRAMES, description=COUNT)] = MOST_FRAMES,
) -> Response:
    """Replay a finished game, frame by frame."""
    await services.rate_limits.spend(services.config.rate_replays, "replays", network_at(request))
    record = await visible_record(services.tables, table, player_id(visitor))
    if engine.find(record.game).of_version(record.data["version"]) is None:
        raise Refused("game-changed")
    return await _process_record(services, lambda: _show(record.data, _viewer(seat, open), first, count))


@router.get(
    "/tables/{table}/frames",
    response_model=SeenFrames,
    responses=problem_responses(401, 403, 404, 409),
    openapi_extra=ANYBODY,
)
async def look_back(
    request: Request,
    visitor: OptionalVisitor,
    services: ServicesDep,
    table: TableId,
    seat: ViewerQuery = None,
    first: Annotated[int | None, Query(alias="from", ge=0, le=MOST_PLIES, description=SINCE)] = None,
    count: Annotated[int, Query(ge=1, le=MOST_FRAMES, description=COUNT)] = MOST_FRAMES,
) -> Response:
    """Look back at a game, running or finished, as I saw it: what has happened since my last move."""
    await services.rate_limits.spend(services.config.rate_replays, "replays", network_at(request))
    player = player_id(visitor)
    state = (await services.rooms.get_visible(table, player)).state
    own = viewing_seat(state, player, seat)
    begin = await _first_frame(services, state, own, count) if first is None else first
    # A running game has one way out, the views of a seat: `own` is theirs or a spectator's, never an open one.
    secret = own is not None and state.status == "running"
    return await _process_record(services, lambda: _seen(state.match, own, begin, count), secret=secret)


async def _first_frame(services: Services, state: TableState, seat: int | None, count: int) -> int:
    """Where looking back begins: after the player's own last move, or for a spectator with the last frames."""
    if seat is None:
        return max(0, state.ply + 1 - count)
    # A bot may have played for them since: that is what they have missed.
    last = await services.tables.last_own_move(state.id, seat)
    return 0 if last is None else min(last + 1, state.ply)


def _seen(match: Match | None, seat: int | None, first: int, count: int) -> SeenFrames:
    if match is None:
        return {"seat": seat, "ply": 0, "frames": []}
    return {"seat": seat, "ply": match.ply, "frames": replay.frames(match, seat, first, count)}


def _viewer(seat: int | None, everything: bool | None) -> Viewer:
    return "open" if everything or (everything is None and seat is None) else seat


async def _process_record(services: Services, work: Callable[[], object], *, secret: bool = False) -> Response:
    """Replay a record and serialise the result, both in a thread: either may take a while.

    What is `secret`, the view of a seat in a running game, is not compressed: see `SharedResponse`.
    """
    kind = Response if secret else SharedResponse
    try:
        async with services.replaying.place(OWNER.get()):
            return kind(await asyncio.to_thread(lambda: to_json(work())), media_type="application/json")
    except NoSuchSeat as error:
        raise refused_error("no-such-seat", error) from None
    except ZashikiError as error:
        raise refused_error("bad-request", error) from None


def _check(data: dict[str, Any]) -> Checked:
    record = engine.as_record(data)
    match, draws = replay.check(engine.find(record.game), record)
    return {
        "game": record.game,
        "plies": match.ply,
        "over": match.over,
        "scores": match.scores,
        "winners": list(match.winners),
        "draws": draws,
    }


def _chance(data: dict[str, Any]) -> ChanceData:
    record = engine.as_record(data)
    return replay.chance(engine.find(record.game), record)


def _show(data: Mapping[str, Any], viewer: Viewer, first: int, count: int) -> ReplayData:
    record = engine.as_record(data)
    return replay.show(engine.find(record.game), record, viewer, first, count)
