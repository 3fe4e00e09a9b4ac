"""Tables over HTTP: set up, sit down, start, leave, play (for programs without a websocket), hints, records."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

from fastapi import Path, Query
from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki.bots.analysis import RatedMove
from zashiki.core.record import Record
from zashiki.core.shapes import EventView, RecordData, ScoreLine, View
from zashiki.server.authentication import House, Me, Somebody, Visitor
from zashiki.server.people import Name
from zashiki.server.responses import answer, problems, shared
from zashiki.server.services import Services
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.table import serializers
from zashiki.table.messages import ClockData, Key, TableData
from zashiki.table.persistence import record_of_rows
from zashiki.table.refusals import Refused
from zashiki.table.room import Room
from zashiki.table.settings import NO_NUL, Level, Model, Settings
from zashiki.table.state import Change, TableState

router = new_router("/tables", "tables")
LONGEST_SEED: Final = 256

Seed = Annotated[
    str | None,
    Field(
        default=None,
        max_length=LONGEST_SEED,
        pattern=NO_NUL,
        description="Added to chance: nobody else can know it beforehand.",
    ),
]
SeatNumber = Annotated[int | None, Field(default=None, ge=0, le=15, description="Which of mine, if I have several.")]
TableId = Annotated[str, Path(max_length=32, pattern="^[0-9a-z]+$", description="The table's id.")]
SeatPath = Annotated[int, Path(ge=0, le=15, description="The seat, from 0.")]
ViewerQuery = Annotated[
    int | None, Query(ge=0, le=15, description="One of my seats; not given: mine, or a spectator's.")
]


class NewTable(Model):
    """Set up a table."""

    settings: Settings
    sit: bool = Field(default=True, description="Whether I sit down at once.")
    seed: Seed
    fill: Level | None = Field(default=None, description="Let bots of this level take all other seats, and start.")


class Sit(Model):
    """Take a seat."""

    seat: int | None = Field(default=None, ge=0, le=15, description="Any empty one if not given.")
    seed: Seed
    name: Name | None = Field(default=None, description="At a table on one device: who sits there.")


class Which(Model):
    """One of my seats."""

    seat: SeatNumber


class Bot(Model):
    """A bot."""

    level: Level


class Start(Model):
    """Deal."""

    fill: Level | None = Field(default=None, description="Let bots of this level take the empty seats.")


class Rematch(Model):
    """Play again."""

    settings: Settings | None = Field(default=None, description="Other settings; the same if not given.")
    seed: Seed


class Play(Model):
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


class SeatView(TypedDict):
    """The game as I may see it."""

    seat: int | None
    view: View | None
    events: list[EventView]
    clocks: list[ClockData]
    now: float


def may_see(state: TableState, player: str | None) -> bool:
    """Whether somebody may look at this table at all."""
    inside = (state.host, *(place.player for place in state.seats))
    return _visible(player, state.status, inside, spectators=state.settings.spectators)


def _visible(player: str | None, status: str, inside: Sequence[str | None], *, spectators: bool) -> bool:
    return spectators or status == "open" or (player is not None and player in inside)


async def room_for(house: Services, who: Visitor | None, table: str) -> Room:
    """The table, for somebody who may see it."""
    room = await house.rooms.room(table)
    if not house.rooms.alone:
        await room.catch_up()  # they may have done something in another process a moment ago
    if not may_see(room.state, _id(who)):
        raise Refused("no-such-table")
    return room


def table_response(room: Room, who: Visitor | None) -> Response:
    """The table as the visitor sees it."""
    here, spectators = room.presence()
    return answer(serializers.table_data(room.state, None if who is None else who.id, here, spectators))


async def _change(house: Services, who: Visitor, table: str, decide: Callable[[TableState], Change]) -> Response:
    room = await room_for(house, who, table)
    await room.change(decide)
    return table_response(room, who)


def viewer_of(state: TableState, who: Visitor | None, seat: int | None) -> int | None:
    """With whose eyes a visitor looks: one of their own seats, or a spectator's."""
    own = state.seats_of(_id(who))
    if seat is None:
        return own[0] if own else None
    if seat not in own:
        raise Refused("not-your-seat" if own else "not-seated")
    return seat


@router.get("", response_model=list[TableData], responses=problems(401), openapi_extra=ANYBODY)
async def open_tables(
    who: Somebody,
    house: House,
    game: Annotated[str | None, Query(max_length=20)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """List the tables that are open to everybody: where one can sit down, and where one can watch."""
    found = await house.rooms.tables.open_tables(game, limit)
    player = _id(who)
    return shared([serializers.listed(row, places, player) for row, places in found])


@router.post("", response_model=TableData, status_code=201, responses=problems(401, 403, 409))
async def new_table(body: NewTable, who: Me, house: House) -> Response:
    """Set up a table; with `fill`, bots take the other seats and the game starts at once."""
    await house.rate_limits.spend(house.config.rate_tables, "tables", who.id)
    if await house.rooms.tables.count_open(who.id) >= house.config.max_tables:
        raise Refused("too-many", f"{house.config.max_tables} tables are the most: finish or close one first")
    if body.fill is not None and body.settings.rated:
        raise Refused("bad-settings", "a rated table is for people only: leave fill out")
    room = await house.rooms.create(body.settings, who.id)
    if body.sit:
        await room.change(lambda state: state.sit(who.id, who.player.name, None, body.seed))
    if body.fill is not None:
        await room.change(lambda state: state.start(who.id, house.rooms.now(), body.fill))
    response = table_response(room, who)
    response.status_code = 201
    return response


@router.get("/{table}", response_model=TableData, responses=problems(401, 404, 409), openapi_extra=ANYBODY)
async def one_table(who: Somebody, house: House, table: TableId) -> Response:
    """Tell how a table stands: settings, seats, clocks, scores."""
    return table_response(await room_for(house, who, table), who)


@router.put("/{table}/settings", response_model=TableData, responses=problems(401, 403, 404, 409))
async def set_up(body: Settings, who: Me, house: House, table: TableId) -> Response:
    """Set the table up otherwise, before the game (the host)."""
    return await _change(house, who, table, lambda state: state.set_up(who.id, body))


@router.post("/{table}/sit", response_model=TableData, responses=problems(401, 403, 404, 409))
async def sit(body: Sit, who: Me, house: House, table: TableId) -> Response:
    """Take a seat, and add a seed to chance."""

    def decide(state: TableState) -> Change:
        name = body.name if body.name is not None and state.settings.one_device else who.player.name
        return state.sit(who.id, name, body.seat, body.seed)

    return await _change(house, who, table, decide)


@router.post("/{table}/leave", response_model=TableData, responses=problems(401, 403, 404, 409))
async def leave(body: Which, who: Me, house: House, table: TableId) -> Response:
    """Get up. While the game is running a bot plays on, and the seat can be taken back."""
    return await _change(house, who, table, lambda state: state.leave(who.id, house.rooms.now(), body.seat))


@router.post("/{table}/return", response_model=TableData, responses=problems(401, 403, 404, 409))
async def take_back(body: Which, who: Me, house: House, table: TableId) -> Response:
    """Take the seat back from the bot that stood in."""
    return await _change(house, who, table, lambda state: state.take_back(who.id, body.seat, house.rooms.now()))


@router.put("/{table}/seats/{seat}", response_model=TableData, responses=problems(401, 403, 404, 409))
async def put_bot(body: Bot, who: Me, house: House, table: TableId, seat: SeatPath) -> Response:
    """Let a bot take a seat, before the game (the host)."""
    return await _change(house, who, table, lambda state: state.put_bot(who.id, seat, body.level))


@router.delete("/{table}/seats/{seat}", response_model=TableData, responses=problems(401, 403, 404, 409))
async def clear_seat(who: Me, house: House, table: TableId, seat: SeatPath) -> Response:
    """Empty a seat, before the game (the host any, others their own)."""
    return await _change(house, who, table, lambda state: state.clear(who.id, seat))


@router.post("/{table}/seats/{seat}/stand-in", response_model=TableData, responses=problems(401, 403, 404, 409))
async def replace_absent(who: Me, house: House, table: TableId, seat: SeatPath) -> Response:
    """Let a bot play on for somebody who is gone and keeps the others waiting."""
    room = await room_for(house, who, table)
    here, _ = room.presence()
    if seat in here:
        raise Refused("too-soon", "They are still here.")
    return await _change(house, who, table, lambda state: state.replace_absent(who.id, seat, house.rooms.now()))


@router.post("/{table}/start", response_model=TableData, responses=problems(401, 403, 404, 409))
async def start(body: Start, who: Me, house: House, table: TableId) -> Response:
    """Deal (the host)."""
    return await _change(house, who, table, lambda state: state.start(who.id, house.rooms.now(), body.fill))


@router.post("/{table}/close", response_model=TableData, responses=problems(401, 403, 404, 409))
async def close(who: Me, house: House, table: TableId) -> Response:
    """Give the table up, before the game (the host)."""
    return await _change(house, who, table, lambda state: state.close(who.id))


@router.post("/{table}/rematch", response_model=TableData, status_code=201, responses=problems(401, 403, 404, 409))
async def rematch(body: Rematch, who: Me, house: House, table: TableId) -> Response:
    """Set up the next game of the same players; whoever asks second sits down at the table of the first."""
    old = (await room_for(house, who, table)).state
    if old.status != "over":
        raise Refused("not-over")
    if not old.seats_of(who.id):
        raise Refused("not-seated")
    await house.rate_limits.spend(house.config.rate_tables, "tables", who.id)
    room = await _next_table(house, who, old, body.settings or old.settings)
    seat = old.seats_of(who.id)[0] if len(old.seats) == len(room.state.seats) else None

    def sit_down(state: TableState) -> Change | None:
        if state.status != "open" or state.seats_of(who.id):
            return None
        free = seat is not None and state.seats[seat].kind == "empty"
        return state.sit(who.id, who.player.name, seat if free else None, body.seed)

    await room.change(sit_down)
    response = table_response(room, who)
    response.status_code = 201
    return response


async def _next_table(house: Services, who: Visitor, old: TableState, settings: Settings) -> Room:
    """The rematch that exists and was not given up, or a new one with the same bots."""
    if old.rematch is not None:
        room = await room_for(house, who, old.rematch)
        if room.state.status != "closed":
            return room
    try:
        room = await house.rooms.create(settings, who.id, rematch_of=old.id)
    except Refused:
        fresh = await house.rooms.tables.find(old.id)  # somebody else was faster
        if fresh is None or fresh[0].rematch is None:
            raise
        return await room_for(house, who, fresh[0].rematch)
    for seat, place in enumerate(old.seats[: settings.seats]):
        level = place.level
        if level is not None and not settings.rated:
            await room.change(lambda state, seat=seat, level=level: state.put_bot(who.id, seat, level))  # type: ignore[misc]
    return room


@router.get("/{table}/view", response_model=SeatView, responses=problems(401, 403, 404, 409), openapi_extra=ANYBODY)
async def view(
    who: Somebody,
    house: House,
    table: TableId,
    seat: ViewerQuery = None,
    since: Annotated[int, Query(ge=0, le=1_000_000, description="Events from this number on.")] = 0,
) -> Response:
    """Show the game as I may see it: the view, and what has happened."""
    state = (await room_for(house, who, table)).state
    return answer(_seat_view(house, state, viewer_of(state, who, seat), since))


def _seat_view(house: Services, state: TableState, seat: int | None, since: int) -> SeatView:
    return {
        "seat": seat,
        "view": serializers.view(state, seat),
        "events": serializers.events(state, seat, since),
        "clocks": serializers.clocks(state),
        "now": house.rooms.now(),
    }


@router.get("/{table}/scores", response_model=list[ScoreLine], responses=problems(401, 404, 409), openapi_extra=ANYBODY)
async def scores(who: Somebody, house: House, table: TableId) -> Response:
    """List every point so far, with the rule that gave it."""
    return shared(serializers.scores((await room_for(house, who, table)).state))


@router.post("/{table}/moves", response_model=Played, responses=problems(401, 403, 404, 409))
async def play(body: Play, who: Me, house: House, table: TableId) -> Response:
    """Make a move: for programs that do without a websocket."""
    room = await room_for(house, who, table)
    ply, seat = await make_move(house, room, who.id, body.seat, body.action, body.version, body.id)
    return answer({"version": ply, "view": serializers.view(room.state, seat)})


async def make_move(
    house: Services, room: Room, player: str, seat: int | None, action: int | str, version: int, key: str
) -> tuple[int, int]:
    """Make a move; the ply it was made at (now, or the first time it was sent), and the seat."""
    mine = 0

    def decide(state: TableState) -> Change | int:
        nonlocal mine
        mine = state.own_seat(player, seat)
        if seat is None:
            # Sent again, the message may not be due any more; it is then the seat's that sent it first.
            mine = next((own for own in state.seats_of(player) if (own, key) in state.keys), mine)
        return state.play(mine, action, version, key, house.rooms.now())

    done = await room.change(decide)
    return (done if isinstance(done, int) else room.state.keys[mine, key]), mine


@router.post("/{table}/hint", response_model=list[RatedMove], responses=problems(401, 403, 404, 409))
async def hint(body: Which, who: Me, house: House, table: TableId) -> Response:
    """Tell what each of my moves is worth, in chances of winning, where the table allows hints."""
    await house.rate_limits.spend(house.config.rate_hints, "hints", who.id)
    state = (await room_for(house, who, table)).state
    seat = state.own_seat(who.id, body.seat)
    if not state.settings.hints:
        raise Refused("no-hints")
    found: list[Any] = [vars(move) for move in await house.bot_turns.hint(state, seat)]
    return answer(found)


@router.get("/{table}/record", response_model=RecordData, responses=problems(401, 404, 409), openapi_extra=ANYBODY)
async def record(who: Somebody, house: House, table: TableId) -> Response:
    """Give the record of a game that is over, with all seeds: `zashiki verify` checks it."""
    return shared((await record_for(house, who, table)).data)


async def record_for(house: Services, who: Visitor | None, table: str) -> Record:
    """The record of a game that is over, for somebody who may see the table."""
    found = await house.rooms.tables.find(table)
    if found is None:
        raise Refused("no-such-table")
    row, places, made = found
    inside = (row.host, *(place.player for place in places))
    if not _visible(_id(who), row.status, inside, spectators=row.settings["spectators"]):
        raise Refused("no-such-table")
    return record_of_rows(row, places, made)


def _id(who: Visitor | None) -> str | None:
    return None if who is None else who.id
