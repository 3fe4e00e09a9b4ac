"""Tables over HTTP: create, sit, start, leave, play (for programs without a websocket), hints, records."""

from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import Path, Query, Request
from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki.bots.analysis import RatedMove
from zashiki.core.shapes import EventView, RecordData, ScoreLine, View
from zashiki.server.addresses import address_of, tells_apart
from zashiki.server.authentication import (
    ManagingVisitor,
    OptionalVisitor,
    PlayingVisitor,
    ServicesDep,
    Visitor,
    player_id,
)
from zashiki.server.conduct import avoided_by, check_welcome
from zashiki.server.names import Name
from zashiki.server.responses import json_response, problem_responses, shared_response
from zashiki.server.services import Services
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.table import serializers
from zashiki.table.access import hint_seat, viewing_seat, visible_record
from zashiki.table.agreement import Caller
from zashiki.table.messages import ClockData, Key, TableData
from zashiki.table.new_table import set_up_table, start_table
from zashiki.table.refusals import Refused
from zashiki.table.rematch import check_rematch, join_rematch
from zashiki.table.room import Room
from zashiki.table.sealing import HEX
from zashiki.table.settings import LevelNumber, Model, Settings
from zashiki.table.slices import events_in_slices, with_events
from zashiki.table.state import Change, TableState

router = new_router("/tables", "tables")
LISTED_PRICE: Final = 0.000_05
"""Seconds that a table in a list takes, about."""
MOST_SEATS: Final = 16
TERMS: Final = "^[0-9a-f]{16}$"

Hex = Annotated[str, Field(pattern=HEX)]
Commitment = Annotated[
    Hex | None,
    Field(
        default=None,
        description="The SHA-256 of a seed of 32 random bytes, which only I know; without it, the server makes a seed.",
    ),
]
SeatNumber = Annotated[
    int | None, Field(default=None, ge=0, le=15, description="Which of my seats, if I have several.")
]
TableId = Annotated[str, Path(max_length=32, pattern="^[0-9a-z]+$", description="The table's id.")]
LastTable = Annotated[
    str | None, Query(max_length=32, pattern="^[0-9a-z]+$", description="The last table of the previous page.")
]
SeatPath = Annotated[int, Path(ge=0, le=15, description="The seat, from 0.")]
ViewerQuery = Annotated[
    int | None, Query(ge=0, le=15, description="One of my seats; by default my first, or a spectator's view.")
]


class NewTable(Model):
    """Create a table."""

    settings: Settings
    sit: bool = Field(default=True, description="Whether I sit down at once.")
    commitment: Commitment
    fill: LevelNumber | None = Field(
        default=None, description="Let bots of this level take the other seats, and start."
    )


class Sit(Model):
    """Take a seat."""

    seat: int | None = Field(default=None, ge=0, le=15, description="By default any empty one.")
    commitment: Commitment
    name: Name | None = Field(default=None, description="At a table on one device: who sits there.")
    terms: str | None = Field(
        default=None, pattern=TERMS, description="`terms` of the table as I saw it: I agree to them."
    )


class Agree(Model):
    """Agree to the terms of a rated game."""

    terms: Annotated[str, Field(pattern=TERMS, description="`terms` of the table as I saw it.")]


class Readmit(Model):
    """Let somebody sit down again."""

    player: str = Field(max_length=32, pattern="^[0-9a-z]+$", description="Whom I have sent away.")


class SeatCommitment(Model):
    """A commitment for one of my seats."""

    seat: int = Field(ge=0, le=15)
    commitment: Hex = Field(description="The SHA-256 of the seat's seed.")


class Commit(Model):
    """Commit myself anew."""

    commitments: list[SeatCommitment] = Field(min_length=1, max_length=MOST_SEATS)


class SeatSeed(Model):
    """The seed of one of my seats."""

    seat: int = Field(ge=0, le=15)
    seed: Hex = Field(description="32 bytes.")


class Reveal(Model):
    """Reveal the seeds of my seats."""

    seal: Hex = Field(description="The seal of the table as I saw it: the seeds are for no other.")
    seeds: list[SeatSeed] = Field(min_length=1, max_length=MOST_SEATS)


class OwnSeat(Model):
    """One of my seats."""

    seat: SeatNumber


class AddBot(Model):
    """Put a bot on a seat."""

    level: LevelNumber


class Start(Model):
    """Seal the seats and deal."""

    fill: LevelNumber | None = Field(default=None, description="Let bots of this level take the empty seats.")


class RatingData(TypedDict):
    """What a rated game has done to the rating of one seat."""

    seat: int
    rating: float
    """After it."""
    doubt: float
    weight: float
    """How much the game counted, from 0 to 1."""
    reasons: list[str]
    """Why it did not count in full, of one's own seats: `left`, `opponent_left`, `network`, `one_sided`, `unknown`,
    `met_often`, `hasty`."""


class Rematch(Model):
    """Play again."""

    settings: Settings | None = Field(default=None, description="Other settings; by default the same.")
    commitment: Commitment


class MakeMove(Model):
    """Make a move."""

    id: Key
    version: int = Field(ge=0, le=1_000_000, description="`ply` of the view the choice was made on.")
    action: int | str = Field(description="A move as the view lists it: its number, or its name.")
    seat: SeatNumber


class Played(TypedDict):
    """A move was made."""

    version: int
    """The ply it was made at."""
    view: View


class SeatViewWithoutEvents(TypedDict):
    """The same, whose events are added as they were worked out."""

    seat: int | None
    view: View | None
    clocks: list[ClockData]
    now: float


class SeatView(SeatViewWithoutEvents):
    """The game as I may see it."""

    events: list[EventView]


def caller_of(services: Services, request: Request, visitor: Visitor, terms: str | None = None) -> Caller:
    """What a table is told about whoever sits down: with an account or not, through a program or not, from where."""
    network = services.moderation.network_hash(request) if tells_apart(address_of(request)) else None
    return Caller(not visitor.player.guest, visitor.is_program, network, terms)


def table_response(room: Room, visitor: Visitor | None, status: int = 200) -> Response:
    """The table as the visitor sees it."""
    connected, spectators = room.presence()
    return json_response(serializers.table_data(room.state, player_id(visitor), connected, spectators), status)


async def _change(services: Services, visitor: Visitor, table: str, decide: Callable[[TableState], Change]) -> Response:
    room = await services.rooms.get_visible(table, visitor.id)
    await room.change(decide)
    return table_response(room, visitor)


async def _visible_state(services: Services, table: str, visitor: Visitor | None) -> TableState:
    return (await services.rooms.get_visible(table, player_id(visitor))).state


@router.get("", response_model=list[TableData], responses=problem_responses(401), openapi_extra=ANYBODY)
async def list_open_tables(
    visitor: OptionalVisitor,
    services: ServicesDep,
    game: Annotated[str | None, Query(max_length=20)] = None,
    after: LastTable = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """List the public tables, to join or to watch: the newest first, but three of one network before the others."""
    player = player_id(visitor)
    found = await services.tables.open_tables(game, limit, after, hidden=await avoided_by(services, player))
    await services.scheduler.turn(len(found) * LISTED_PRICE)
    return shared_response([serializers.listed_table(row, seats, player) for row, seats in found])


@router.post("", response_model=TableData, status_code=201, responses=problem_responses(401, 403, 409))
async def create_table(body: NewTable, request: Request, visitor: PlayingVisitor, services: ServicesDep) -> Response:
    """Create a table; with `fill`, bots take the other seats and the game starts at once."""
    await services.rate_limits.spend(services.config.rate_tables, "tables", visitor.id)
    most = services.config.max_tables_per_network
    if await services.tables.count_open_of_network(services.moderation.network_hash(request)) >= most:
        raise Refused("too-many", "tables.too_many_of_network", {"limit": most}, expected={"max": most})
    room = await set_up_table(
        services.rooms,
        body.settings,
        visitor.id,
        visitor.player.name,
        sit=body.sit,
        commitment=body.commitment,
        fill=body.fill,
        limits=services.limits,
        caller=caller_of(services, request, visitor),
    )
    return table_response(room, visitor, 201)


@router.get("/{table}", response_model=TableData, responses=problem_responses(401, 404, 409), openapi_extra=ANYBODY)
async def get_table(visitor: OptionalVisitor, services: ServicesDep, table: TableId) -> Response:
    """Get a table: settings, seats, clocks, scores."""
    return table_response(await services.rooms.get_visible(table, player_id(visitor)), visitor)


@router.put("/{table}/settings", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def change_settings(
    body: Settings, request: Request, visitor: ManagingVisitor, services: ServicesDep, table: TableId
) -> Response:
    """Change the settings before the game (host only)."""
    caller = caller_of(services, request, visitor)
    return await _change(services, visitor, table, lambda state: state.set_up(visitor.id, body, caller))


@router.post("/{table}/sit", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def sit(body: Sit, request: Request, visitor: PlayingVisitor, services: ServicesDep, table: TableId) -> Response:
    """Take a seat, and commit myself to a seed for the draws."""
    await check_welcome(services, visitor.id, await _visible_state(services, table, visitor))
    if body.name is not None:
        services.words.check_name(body.name)
    caller = caller_of(services, request, visitor, body.terms)

    def decide(state: TableState) -> Change:
        return state.sit(visitor.id, visitor.player.name, body.seat, body.commitment, guest=body.name, caller=caller)

    return await _change(services, visitor, table, decide)


@router.post("/{table}/agree", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def agree(
    body: Agree, request: Request, visitor: PlayingVisitor, services: ServicesDep, table: TableId
) -> Response:
    """Agree to the terms of a rated game, where I have a seat."""
    caller = caller_of(services, request, visitor, body.terms)
    return await _change(services, visitor, table, lambda state: state.agree(visitor.id, caller))


@router.post("/{table}/readmit", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def readmit(body: Readmit, visitor: ManagingVisitor, services: ServicesDep, table: TableId) -> Response:
    """Let somebody sit down again whom I have sent away (host only)."""
    return await _change(services, visitor, table, lambda state: state.readmit(visitor.id, body.player))


@router.post("/{table}/commit", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def commit(body: Commit, visitor: PlayingVisitor, services: ServicesDep, table: TableId) -> Response:
    """Commit myself to other seeds for my seats, before the start."""
    given = {one.seat: one.commitment for one in body.commitments}
    return await _change(services, visitor, table, lambda state: state.commit(visitor.id, given))


@router.post("/{table}/reveal", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def reveal(body: Reveal, visitor: PlayingVisitor, services: ServicesDep, table: TableId) -> Response:
    """Reveal the seeds of my seats, after the start; with the last of them the game is dealt."""
    seeds = {one.seat: one.seed for one in body.seeds}
    return await _change(
        services, visitor, table, lambda state: state.reveal(visitor.id, body.seal, seeds, services.now())
    )


@router.post("/{table}/leave", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def leave(body: OwnSeat, visitor: PlayingVisitor, services: ServicesDep, table: TableId) -> Response:
    """Leave. While the game is running a bot takes over, and the seat can be taken back."""
    return await _change(services, visitor, table, lambda state: state.leave(visitor.id, services.now(), body.seat))


@router.post("/{table}/return", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def take_seat_back(body: OwnSeat, visitor: PlayingVisitor, services: ServicesDep, table: TableId) -> Response:
    """Take the seat back from the stand-in bot."""
    return await _change(services, visitor, table, lambda state: state.take_back(visitor.id, body.seat, services.now()))


@router.put("/{table}/seats/{seat}", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def add_bot(
    body: AddBot, visitor: ManagingVisitor, services: ServicesDep, table: TableId, seat: SeatPath
) -> Response:
    """Put a bot on a seat before the game (host only)."""
    return await _change(services, visitor, table, lambda state: state.put_bot(visitor.id, seat, body.level))


@router.delete("/{table}/seats/{seat}", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def empty_seat(visitor: ManagingVisitor, services: ServicesDep, table: TableId, seat: SeatPath) -> Response:
    """Empty a seat before the game (the host any, others their own); whom the host sends away cannot sit again."""
    return await _change(services, visitor, table, lambda state: state.clear(visitor.id, seat))


@router.post(
    "/{table}/seats/{seat}/stand-in", response_model=TableData, responses=problem_responses(401, 403, 404, 409)
)
async def replace_absent(visitor: PlayingVisitor, services: ServicesDep, table: TableId, seat: SeatPath) -> Response:
    """Let a bot take over for an absent player who keeps the others waiting."""
    room = await services.rooms.get_visible(table, visitor.id)
    await room.replace_absent(visitor.id, seat)
    return table_response(room, visitor)


@router.post("/{table}/start", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def start_game(body: Start, visitor: PlayingVisitor, services: ServicesDep, table: TableId) -> Response:
    """Seal the seats (host only): the game is dealt as soon as all seeds are revealed."""
    room = await services.rooms.get_visible(table, visitor.id)
    await start_table(services.rooms, room, visitor.id, body.fill, services.limits)
    return table_response(room, visitor)


@router.post("/{table}/close", response_model=TableData, responses=problem_responses(401, 403, 404, 409))
async def close_table(visitor: ManagingVisitor, services: ServicesDep, table: TableId) -> Response:
    """Close the table before the game (host only)."""
    return await _change(services, visitor, table, lambda state: state.close(visitor.id))


@router.post(
    "/{table}/rematch", response_model=TableData, status_code=201, responses=problem_responses(401, 403, 404, 409)
)
async def rematch(
    body: Rematch, request: Request, visitor: PlayingVisitor, services: ServicesDep, table: TableId
) -> Response:
    """Play again with the same players; whoever asks later joins the table of whoever asked first."""
    old = await _visible_state(services, table, visitor)
    check_rematch(old, visitor.id)
    if old.rematch is not None:
        await check_welcome(services, visitor.id, await _visible_state(services, old.rematch, visitor))
    await services.rate_limits.spend(services.config.rate_tables, "tables", visitor.id)
    room = await join_rematch(
        services.rooms,
        old,
        visitor.id,
        visitor.player.name,
        body.settings,
        body.commitment,
        caller_of(services, request, visitor),
    )
    return table_response(room, visitor, 201)


@router.get(
    "/{table}/view", response_model=SeatView, responses=problem_responses(401, 403, 404, 409), openapi_extra=ANYBODY
)
async def get_view(
    visitor: OptionalVisitor,
    services: ServicesDep,
    table: TableId,
    seat: ViewerQuery = None,
    since: Annotated[int, Query(ge=0, le=1_000_000, description="Events from this number on.")] = 0,
) -> Response:
    """Get the game as I may see it: the view, and the events so far."""
    room = await services.rooms.get_visible(table, player_id(visitor))

    def current() -> tuple[TableState, int | None]:
        return room.state, viewing_seat(room.state, player_id(visitor), seat)

    events = await events_in_slices(services.scheduler, current, since)
    state, own = current()
    found: SeatViewWithoutEvents = {
        "seat": own,
        "view": serializers.view(state, own),
        "clocks": serializers.clocks(state),
        "now": services.now(),
    }
    return Response(with_events(found, events), media_type="application/json")


@router.get(
    "/{table}/scores", response_model=list[ScoreLine], responses=problem_responses(401, 404, 409), openapi_extra=ANYBODY
)
async def get_scores(visitor: OptionalVisitor, services: ServicesDep, table: TableId) -> Response:
    """List every point so far, with the rule that gave it."""
    return shared_response(serializers.scores(await _visible_state(services, table, visitor)))


@router.get(
    "/{table}/ratings",
    response_model=list[RatingData],
    responses=problem_responses(401, 404, 409),
    openapi_extra=ANYBODY,
)
async def get_ratings(visitor: OptionalVisitor, services: ServicesDep, table: TableId) -> Response:
    """List what a rated game has done to ratings, once it is over; only my own seats say why it counted less."""
    state = await _visible_state(services, table, visitor)
    own = state.seats_of(player_id(visitor))
    found = await services.rating_review.of_table(state.id)
    return json_response(
        [
            {
                "seat": one.seat,
                "rating": one.rating,
                "doubt": one.doubt,
                "weight": one.weight,
                "reasons": [*one.reasons] if one.seat in own else [],
            }
            for one in found
        ]
    )


@router.post("/{table}/moves", response_model=Played, responses=problem_responses(401, 403, 404, 409))
async def make_move(body: MakeMove, visitor: PlayingVisitor, services: ServicesDep, table: TableId) -> Response:
    """Make a move, for programs without a websocket."""
    room = await services.rooms.get_visible(table, visitor.id)
    ply, seat = await room.play(visitor.id, body.seat, body.action, body.version, body.id, program=visitor.is_program)
    return json_response({"version": ply, "view": serializers.view(room.state, seat)})


@router.post("/{table}/hint", response_model=list[RatedMove], responses=problem_responses(401, 403, 404, 409))
async def get_hint(body: OwnSeat, visitor: PlayingVisitor, services: ServicesDep, table: TableId) -> Response:
    """Estimate each of my moves by its chance of winning, where the table allows hints."""
    await services.rate_limits.spend(services.config.rate_hints, "hints", visitor.id)
    state = await _visible_state(services, table, visitor)
    seat = hint_seat(state, visitor.id, body.seat)
    found: list[Any] = [vars(estimate) for estimate in await services.bot_turns.hint(state, seat, visitor.id)]
    return json_response(found)


@router.get(
    "/{table}/record", response_model=RecordData, responses=problem_responses(401, 404, 409), openapi_extra=ANYBODY
)
async def get_record(visitor: OptionalVisitor, services: ServicesDep, table: TableId) -> Response:
    """Get the record of a finished game, with all seeds: `zashiki verify` checks it."""
    return shared_response((await visible_record(services.tables, table, player_id(visitor))).data)
