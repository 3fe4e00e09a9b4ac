"""The one place where a table becomes JSON for somebody."""

from collections.abc import Sequence

from zashiki.core.shapes import EventView, ScoreLine, View
from zashiki.store.rows import ChatRow, SeatRow, TableRow
from zashiki.table.agreement import barred_of, terms_of
from zashiki.table.ids import guest_code
from zashiki.table.messages import ChatData, ClockData, SeatData, SyncedWithoutEvents, TableData, Update
from zashiki.table.persistence import clocks_of, row_of, seat_of
from zashiki.table.phrases import PHRASES
from zashiki.table.sealing import has_own_seed, seal_at, sealing_of, seat_commitments
from zashiki.table.seats import Seat, SeatClock
from zashiki.table.settings import Clock
from zashiki.table.state import Status, TableState


def table_data(
    state: TableState, player: str | None, connected: frozenset[int] = frozenset(), spectators: int = 0
) -> TableData:
    """What everybody may know about a table; `player` is who asks."""
    return _summary(row_of(state, state.created_at), state.seats, player, connected, spectators)


def listed_table(row: TableRow, seats: Sequence[SeatRow], player: str | None) -> TableData:
    """The same for a list, straight from the database, without loading the game."""
    return _summary(row, [seat_of(seat) for seat in seats], player, frozenset(), 0)


def _summary(
    row: TableRow, seats: Sequence[Seat], player: str | None, connected: frozenset[int], spectators: int
) -> TableData:
    clock = Clock.model_validate(row.settings["clock"])  # other settings may be of rules that no longer exist
    status: Status = row.status  # type: ignore[assignment]
    sealing = sealing_of(row.sealing)
    commitments = seat_commitments(seats, row.seed, sealing)
    terms = terms_of(row.settings)
    own = [has_own_seed(seat, index, row.seed, sealing) for index, seat in enumerate(seats)]
    return {
        "id": row.id,
        "game": row.game,
        "rules": row.rules,
        "settings": row.settings,
        "terms": terms,
        "status": status,
        "host": row.host,
        "commitment": row.commitment,
        "server_seed": row.seed.hex() if status == "over" else None,
        "sealing": {
            "algorithm": sealing.algorithm,
            "attempt": sealing.attempt,
            "sealed_at": sealing.sealed_at,
            "reveal_by": row.deadline if status == "open" else None,
            "seal": seal_at(status, row.game, row.rules, row.settings["options"], row.commitment, commitments, sealing),
            "failures": [{"attempt": one.attempt, "seat": one.seat, "name": one.name} for one in sealing.failures],
        },
        "barred": [
            {"player": one.player, "name": one.name, "guest_code": guest_code(one.player, one.name)}
            for one in (barred_of(row.barred) if player is not None and player == row.host else ())
        ],
        "seats": [
            _seat(
                index,
                seat,
                player,
                connected=index in connected,
                terms=terms,
                commitment=commitments[index],
                own_seed=own[index],
            )
            for index, seat in enumerate(seats)
        ],
        "clocks": [_clock(own, clock, seat) for own, seat in zip(clocks_of(row), seats, strict=True)],
        "waiting": row.summary["waiting"],
        "scores": row.summary["scores"],
        "winners": row.summary["winners"],
        "spectators": spectators,
        "ply": row.ply,
        "revision": row.revision,
        "rematch": row.rematch,
        "rematch_of": row.rematch_of,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
    }


def _seat(
    index: int,
    seat: Seat,
    player: str | None,
    *,
    connected: bool,
    terms: str | None,
    commitment: str | None,
    own_seed: bool,
) -> SeatData:
    return {
        "seat": index,
        "kind": seat.kind,
        "player": seat.player,
        "name": seat.name,
        "guest_code": guest_code(seat.player, seat.name),
        "level": seat.level,
        "stand_in": seat.stand_in,
        "left": seat.left,
        "program": seat.program,
        "agreed": terms is not None and seat.agreed == terms,
        "here": connected,
        "yours": player is not None and seat.player == player,
        "commitment": commitment,
        "own_seed": own_seed,
        "revealed": seat.seed is not None,
    }


def clocks(state: TableState) -> list[ClockData]:
    """The clock of every seat."""
    return [_clock(own, state.settings.clock, seat) for own, seat in zip(state.clocks, state.seats, strict=True)]


def _clock(own: SeatClock, clock: Clock, seat: Seat) -> ClockData:
    bot = seat.level is not None or seat.stand_in
    return {
        "asked_at": own.asked_at,
        "deadline": None if bot else own.deadline(clock),
        "reserve": own.reserve,
    }


def view(state: TableState, seat: int | None) -> View | None:
    """What a seat (None: a spectator) sees of the game; None before it starts."""
    return None if state.match is None else state.match.view(seat)


def events(state: TableState, seat: int | None, since: int) -> list[EventView]:
    """Everything that happened since event `since`, as a seat may see it."""
    return [] if state.match is None else state.match.events(seat, since)


def scores(state: TableState) -> list[ScoreLine]:
    """Every point so far, with the rule that gave it; points that are still secret are not included."""
    return [] if state.match is None else state.match.breakdown()


def update(state: TableState, seat: int | None, since: int, now: float) -> Update:
    """What happened since event `since`, and the view after it."""
    assert state.match is not None
    return {
        "type": "update",
        "version": state.ply,
        "events": state.match.events(seat, since),
        "view": state.match.view(seat),
        "clocks": clocks(state),
        "now": now,
    }


def synced(state: TableState, seat: int | None, now: float) -> SyncedWithoutEvents:
    """A fresh view; its events are worked out in slices."""
    return {
        "type": "synced",
        "version": state.ply,
        "seat": seat,
        "view": view(state, seat),
        "clocks": clocks(state),
        "now": now,
    }


def chat_data(row: ChatRow) -> ChatData:
    """A chat message."""
    return {
        "n": row.n,
        "player": row.player,
        "name": row.name,
        "guest_code": guest_code(row.player, row.name),
        "seat": row.seat,
        "phrase": row.phrase,
        "text": PHRASES.get(row.phrase or "", row.text or ""),
        "said_at": row.said_at,
        "removed": row.removed_at is not None,
    }
