"""What leaves a sitting: the one place where a table becomes JSON for somebody."""

from zashiki.core.shapes import EventView, ScoreLine, View
from zashiki.store.rows import ChatRow, SeatRow, TableRow
from zashiki.table.messages import ChatData, ClockData, SeatData, Synced, TableData, Update
from zashiki.table.phrases import PHRASES
from zashiki.table.places import Place, Ticking
from zashiki.table.settings import Clock
from zashiki.table.sitting import Sitting, Status


def table_data(
    sitting: Sitting, player: str | None, here: frozenset[int] = frozenset(), spectators: int = 0
) -> TableData:
    """What everybody may know about a table; `player` is who asks."""
    over = sitting.status == "over"
    table = sitting.table
    return {
        "id": sitting.id,
        "game": sitting.settings.game,
        "rules": sitting.rules,
        "settings": sitting.settings.model_dump(mode="json"),
        "status": sitting.status,
        "host": sitting.host,
        "commitment": sitting.commitment,
        "server_seed": sitting.server_seed.hex() if over else None,
        "seats": [_seat(seat, place, player, here=seat in here) for seat, place in enumerate(sitting.places)],
        "clocks": clocks(sitting),
        "waiting": list(sitting.waiting()),
        "scores": [] if table is None else table.scores(),
        "winners": [] if table is None else list(table.winners()),
        "spectators": spectators,
        "ply": sitting.ply,
        "revision": sitting.revision,
        "rematch": sitting.rematch,
        "rematch_of": sitting.rematch_of,
        "created_at": sitting.created_at,
        "started_at": sitting.started_at,
        "ended_at": sitting.ended_at,
    }


def listed(row: TableRow, places: list[SeatRow], player: str | None) -> TableData:
    """The same for a list, without taking the game up."""
    clock = Clock.model_validate(row.settings["clock"])  # the rest may be of other rules, which is no matter here
    status: Status = row.status  # type: ignore[assignment]
    tickings = [Ticking(None if ply is None else int(ply), at, reserve or 0.0) for ply, at, reserve in row.clocks]
    seats = [Place(one.player, one.name, one.level, one.stand_in, one.seed) for one in places]
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
        "clocks": [_clock(ticking, clock, place) for ticking, place in zip(tickings, seats, strict=True)],
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


def _seat(seat: int, place: Place, player: str | None, *, here: bool) -> SeatData:
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


def clocks(sitting: Sitting) -> list[ClockData]:
    """The time of every seat."""
    return [
        _clock(ticking, sitting.settings.clock, place)
        for ticking, place in zip(sitting.tickings, sitting.places, strict=True)
    ]


def _clock(ticking: Ticking, clock: Clock, place: Place) -> ClockData:
    bot = place.level is not None or place.stand_in
    return {
        "asked_at": ticking.asked_at,
        "deadline": None if bot else ticking.deadline(clock),
        "reserve": ticking.reserve,
    }


def view(sitting: Sitting, seat: int | None) -> View | None:
    """What a seat (None: a spectator) sees of the game; None before it starts."""
    return None if sitting.table is None else sitting.table.view(seat)


def events(sitting: Sitting, seat: int | None, since: int) -> list[EventView]:
    """What happened, as a seat may see it."""
    return [] if sitting.table is None else sitting.table.events(seat, since)


def scores(sitting: Sitting) -> list[ScoreLine]:
    """Every point so far with the rule that gave it; what is not open on the table yet is not among them."""
    return [] if sitting.table is None else sitting.table.breakdown()


def update(sitting: Sitting, seat: int | None, since: int, now: float) -> Update:
    """What happened since event `since`, and how the table stands now."""
    assert sitting.table is not None
    return {
        "type": "update",
        "version": sitting.ply,
        "events": sitting.table.events(seat, since),
        "view": sitting.table.view(seat),
        "clocks": clocks(sitting),
        "now": now,
    }


def synced(sitting: Sitting, seat: int | None, since: int | None, now: float) -> Synced:
    """All that was missed: a fresh view, and the events from number `since` on (None: no events)."""
    return {
        "type": "synced",
        "version": sitting.ply,
        "seat": seat,
        "view": view(sitting, seat),
        "events": [] if since is None else events(sitting, seat, since),
        "clocks": clocks(sitting),
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
