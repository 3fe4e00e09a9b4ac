"""From the state of a table to database rows, and back."""

import asyncio
from dataclasses import asdict
from types import MappingProxyType
from typing import Final

import structlog
from pydantic import ValidationError

from zashiki import registry
from zashiki.core.errors import ZashikiError
from zashiki.core.game import CHANCE, Game
from zashiki.core.match import Match
from zashiki.core.record import FORMAT, Record, bot, checksum, move_line, person
from zashiki.core.shapes import RecordData, RecordPlayer
from zashiki.store.ledger import FinishedGame, Write
from zashiki.store.rows import MoveRow, ResultRow, SeatRow, TableRow
from zashiki.table.agreement import barred_data, barred_of
from zashiki.table.messages import described
from zashiki.table.rating_rule import rate_game
from zashiki.table.refusals import Refused
from zashiki.table.sealing import fair_of, sealing_of
from zashiki.table.seats import Seat, SeatClock
from zashiki.table.settings import Settings
from zashiki.table.state import Change, TableState, message_keys

SLICE: Final = 40
"""Moves that are replayed at a time when a table is loaded; then the event loop continues."""

log = structlog.get_logger("zashiki.persistence")

# To rows


def row_of(state: TableState, now: float) -> TableRow:
    """The row of a table."""
    return TableRow(
        id=state.id,
        game=state.settings.game,
        rules=state.rules,
        settings=state.settings.model_dump(mode="json"),
        listed=is_listed(state),
        status=state.status,
        host=state.host,
        seed=state.server_seed,
        commitment=state.commitment,
        revision=state.revision,
        ply=state.ply,
        clocks=[[clock.asked_ply, clock.asked_at, clock.reserve] for clock in state.clocks],
        deadline=state.deadline(now),
        summary=summary_of(state),
        sealing=state.sealing.data(),
        barred=barred_data(state.barred),
        rematch_of=state.rematch_of,
        rematch=state.rematch,
        created_at=state.created_at,
        started_at=state.started_at,
        ended_at=state.ended_at,
        changed_at=now,
    )


def is_listed(state: TableState) -> bool:
    """Whether strangers find the table: to sit down while it is open, later to watch if that is allowed."""
    return state.settings.access == "open" and (state.status == "open" or state.settings.spectators)


def summary_of(state: TableState) -> dict[str, list[int]]:
    """What lists show of the game, so that they need not replay it."""
    if state.match is None:
        return {"waiting": [], "scores": [], "winners": []}
    return {
        "waiting": list(state.waiting()),
        "scores": state.match.scores,
        "winners": list(state.match.winners),
    }


def seats_of(state: TableState) -> list[SeatRow]:
    """The rows of a table's seats. Where people came from is forgotten when the game is over."""
    ended = {"network": None} if state.status in ("over", "closed") else {}
    return [SeatRow(index, **{**vars(seat), **ended}) for index, seat in enumerate(state.seats)]


def write_of(before: TableState, change: Change, now: float) -> Write:
    """What has to be written for a change."""
    after = change.after
    values: dict[str, object] = {
        "status": after.status,
        "ply": after.ply,
        "clocks": [[clock.asked_ply, clock.asked_at, clock.reserve] for clock in after.clocks],
        "deadline": after.deadline(now),
        "summary": summary_of(after),
        "changed_at": now,
    }
    if not change.moves or before.status != after.status:
        row = asdict(row_of(after, now))
        names = ("settings", "listed", "game", "rules", "host", "sealing", "barred", "started_at", "ended_at")
        values |= {name: row[name] for name in names}
    ended = after.status == "over" and before.status != "over"
    forgets = after.status in ("over", "closed") and before.status != after.status
    return Write(
        table=after.id,
        revision=before.revision,
        values=values,
        seats=seats_of(after) if after.seats != before.seats or forgets else None,
        moves=change.moves,
        finished=result_of(after) if ended else None,
    )


def result_of(state: TableState) -> FinishedGame:
    """The results of a finished game."""
    match = state.match
    assert match is not None
    assert state.ended_at is not None
    scores, winners = match.scores, match.winners
    absent = [index for index, seat in enumerate(state.seats) if seat.stand_in or seat.left]
    rows = [
        ResultRow(
            seat=index,
            player=seat.player,
            score=scores[index],
            share=1 / len(winners) if index in winners else 0.0,
            left=index in absent,
        )
        for index, seat in enumerate(state.seats)
    ]

    rule = rate_game if state.settings.rated else None
    networks = [seat.network for seat in state.seats]
    return FinishedGame(state.settings.game, state.settings.seats, state.ended_at, rows, rule, networks)


# From rows


def seat_of(row: SeatRow) -> Seat:
    """Who sits on a seat."""
    return Seat(**{name: value for name, value in vars(row).items() if name != "seat"})


def clocks_of(row: TableRow) -> list[SeatClock]:
    """The clocks of all seats."""
    return [SeatClock(None if ply is None else int(ply), at, reserve or 0.0) for ply, at, reserve in row.clocks]


async def table_state_of(
    row: TableRow, seat_rows: list[SeatRow], moves: list[MoveRow], known: TableState | None = None
) -> TableState:
    """The state that was stored; `Refused` if the moves do not fit the rules any more.

    `known` is an earlier state; if the moves continue from there, only they need to be replayed.
    """
    settings = settings_of(row)
    seats = tuple(seat_of(one) for one in seat_rows)
    match, keys = None, message_keys(moves)
    if row.status in ("running", "over"):
        start = _continued(known, row, moves)
        match = await replay_moves(settings, row, seats, moves, start)
        if known is not None and start is not None:
            keys = {**known.keys, **keys}
    return TableState(
        id=row.id,
        settings=settings,
        status=row.status,  # type: ignore[arg-type]
        host=row.host,
        server_seed=row.seed,
        commitment=row.commitment,
        seats=seats,
        clocks=tuple(clocks_of(row)),
        created_at=row.created_at,
        revision=row.revision,
        match=match,
        keys=MappingProxyType(keys),
        rules=row.rules,
        sealing=sealing_of(row.sealing),
        barred=barred_of(row.barred),
        rematch=row.rematch,
        rematch_of=row.rematch_of,
        started_at=row.started_at,
        ended_at=row.ended_at,
    )


def _continued(known: TableState | None, row: TableRow, moves: list[MoveRow]) -> Match | None:
    """A copy of the known game, if the stored moves continue it."""
    if known is None or known.match is None or known.rules != row.rules:
        return None
    return known.match.copy() if (moves[0].ply if moves else row.ply) == known.ply else None


async def replay_moves(
    settings: Settings, row: TableRow, seats: tuple[Seat, ...], moves: list[MoveRow], start: Match | None = None
) -> Match:
    """The game after its stored moves, replayed in slices so that a long game does not block the event loop."""
    game = find_game(row)
    match = start or Match(game, settings.seats, dict(settings.options), None)
    try:
        parsed = [(move.seat, game.parse(move.seat, move.move)) for move in moves]
        for first in range(0, len(parsed), SLICE):
            match.repeat(parsed[first : first + SLICE])
            await asyncio.sleep(0)
    except ZashikiError as error:
        # Where it happened, and not what: a move may be a secret of the game.
        log.error("moves do not fit the rules", table=row.id, where=error.where)
        raise Refused("game-changed") from None
    if match.ply != row.ply or match.waiting == (CHANCE,):
        log.error("moves are missing", table=row.id, ply=match.ply, expected=row.ply)
        raise Refused("game-changed")
    # An imported game whose chance was entered by hand has no seed.
    match.fair = fair_of(row.seed, seats, sealing_of(row.sealing)) if row.seed else None
    return match


def settings_of(row: TableRow) -> Settings:
    """The settings of a table; `Refused` if its game or an option no longer exists."""
    try:
        return Settings.model_validate(row.settings)
    except ValidationError as error:
        where = ["settings", *error.errors()[0]["loc"]]
        raise Refused("game-changed", "settings.outdated", {"problem": described(error)}, where=where) from None


def find_game(row: TableRow) -> Game:
    """The game, in the version that is played at this table; `Refused` if that is no longer supported."""
    newest = registry.find(row.game)
    game = newest.of_version(row.rules)
    if game is None:
        raise Refused("game-changed", facts={"rules": row.rules, "now": newest.version})
    return game


def player_of(seat: Seat) -> RecordPlayer:
    """Whoever sits there, for a record."""
    return person(seat.name) if seat.level is None else bot(seat.level)


def record_of_rows(row: TableRow, seat_rows: list[SeatRow], moves: list[MoveRow]) -> Record:
    """The record of a finished game as it was stored, whatever the rules are now; not yet verified."""
    if row.status != "over":
        raise Refused("no-record")
    seats = [seat_of(one) for one in seat_rows]
    # Without a seed, its chance was entered by hand.
    fair = fair_of(row.seed, seats, sealing_of(row.sealing)).data() if row.seed else None
    if fair is not None:
        fair["commitment"] = row.commitment
    data: RecordData = {
        "format": FORMAT,
        "game": row.game,
        "version": row.rules,
        "seats": len(seats),
        "options": row.settings["options"],
        "players": [player_of(seat) for seat in seats],
        "fair": fair,
        "moves": [move_line(move.seat, move.move) for move in moves],
        "result": {
            "plies": row.ply,
            "over": True,
            "scores": row.summary["scores"],
            "winners": row.summary["winners"],
        },
        "checksum": "",
    }
    data["checksum"] = checksum(data)
    return Record(data)
