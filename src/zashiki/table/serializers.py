"""What leaves a sitting: the one place where a table becomes JSON for somebody."""

from zashiki.core.shapes import EventView, ScoreLine, View
from zashiki.store.rows import ChatRow, SeatRow, TableRow
from zashiki.table.messages import ChatData, ClockData, SeatData, Synced, TableData, Update
from zashiki.table.phrases import PHRASES
from zashiki.table.seats import Seat, SeatClock
from zashiki.table.settings import Clock
from zashiki.table.state import Status, TableState


def table_data(
    state: TableState, player: str | None, here: frozenset[int] = frozenset(), spectators: int = 0
) -> TableData:
    """What everybody may know about a table; `player` is who asks."""
    over = state.status == "over"
    match = state.match
    return {
        "id": state.id,
        "game": state.settings.game,
        "rules": state.rules,
        "settings": state.settings.model_dump(mode="json"),
        "status": state.status,
        "host": state.host,
        "commitment": state.commitment,
        "server_seed": state.server_seed.hex() if over else None,
        "seats": [_seat(seat, place, player, here=seat in here) for seat, place in enumerate(state.seats)],
        "clocks": clocks(state),
        "waiting": list(state.waiting()),
        "scores": [] if match is None else match.scores,
        "winners": [] if match is None else list(match.winners),
        "spectators": spectators,
        "ply": state.ply,
        "revision": state.revision,
        "rematch": state.rematch,
        "rematch_of": state.rematch_of,
        "created_at": state.created_at,
        "started_at": state.started_at,
        "ended_at": state.ended_at,
    }


def listed(row: TableRow, places: list[SeatRow], player: str | None) -> TableData:
    """The same for a list, without taking the game up."""
    clock = Clock.model_validate(row.settings["clock"])  # the rest may be of other rules, which is no matter here
    status: Status = row.status  # type: ignore[assignment]
    clocks = [SeatClock(None if ply is None else int(ply), at, reserve or 0.0) for ply, at, reserve in row.clocks]
    seats = [Seat(one.player, one.name, one.level, one.stand_in, one.seed) for one in places]
    return {
        "id": row.id,
        "game": row.game,
        "rules": row.rules,
        "settings": row.settings,
        "status": status,
        "host": row.host,
        "commitment": row.commitment,
        "server_seed": row.seed.hex() if status == "over" else None,
        "seats": [_seat(seat, place, player, here=False) for seat, place in enumerate(seats)],
        "clocks": [_clock(ticking, clock, place) for ticking, place in zip(clocks, seats, strict=True)],
        "waiting": row.summary["waiting"],
        "scores": row.summary["scores"],
        "winners": row.summary["winners"],
        "spectators": 0,
        "ply": row.ply,
        "revision": row.revision,
        "rematch": row.rematch,
        "rematch_of": row.rematch_of,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
    }


def _seat(seat: int, place: Seat, player: str | None, *, here: bool) -> SeatData:
    return {
        "seat": seat,
        "kind": place.kind,
        "player": place.player,
        "name": place.name,
        "level": place.level,
        "stand_in": place.stand_in,
        "here": here,
        "yours": player is not None and place.player == player,
        "seeded": bool(place.seed),
    }


def clocks(state: TableState) -> list[ClockData]:
    """The time of every seat."""
    return [_clock(clock, state.settings.clock, place) for clock, place in zip(state.clocks, state.seats, strict=True)]


def _clock(ticking: SeatClock, clock: Clock, place: Seat) -> ClockData:
    bot = place.level is not None or place.stand_in
    return {
        "asked_at": ticking.asked_at,
        "deadline": None if bot else ticking.deadline(clock),
        "reserve": ticking.reserve,
    }


def view(state: TableState, seat: int | None) -> View | None:
    """What a seat (None: a spectator) sees of the game; None before it starts."""
    return None if state.match is None else state.match.view(seat)


def events(state: TableState, seat: int | None, since: int) -> list[EventView]:
    """What happened, as a seat may see it."""
    return [] if state.match is None else state.match.events(seat, since)


def scores(state: TableState) -> list[ScoreLine]:
    """Every point so far with the rule that gave it; what is not open on the table yet is not among them."""
    return [] if state.match is None else state.match.breakdown()


def update(state: TableState, seat: int | None, since: int, now: float) -> Update:
    """What happened since event `since`, and how the table stands now."""
    assert state.match is not None
    return {
        "type": "update",
        "version": state.ply,
        "events": state.match.events(seat, since),
        "view": state.match.view(seat),
        "clocks": clocks(state),
        "now": now,
    }


def synced(state: TableState, seat: int | None, since: int | None, now: float) -> Synced:
    """All that was missed: a fresh view, and the events from number `since` on (None: no events)."""
    return {
        "type": "synced",
        "version": state.ply,
        "seat": seat,
        "view": view(state, seat),
        "events": [] if since is None else events(state, seat, since),
        "clocks": clocks(state),
        "now": now,
    }


def chat_data(row: ChatRow) -> ChatData:
    """One thing said."""
    return {
        "n": row.n,
        "player": row.player,
        "name": row.name,
        "seat": row.seat,
        "phrase": row.phrase,
        "text": PHRASES.get(row.phrase or "", row.text or ""),
        "said_at": row.said_at,
    }
