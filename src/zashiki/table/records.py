"""Exporting the records of finished games, and importing records as finished tables."""

from datetime import UTC, datetime
from typing import Final, final

from zashiki import registry
from zashiki.core.fair import ALGORITHM, SealedFair
from zashiki.core.game import CHANCE
from zashiki.core.match import Match
from zashiki.core.record import Record
from zashiki.core.replay import check
from zashiki.store.rows import MoveRow, TableRow
from zashiki.store.tables import Tables
from zashiki.table.ids import new_id
from zashiki.table.persistence import record_of_rows, result_of, row_of, seats_of
from zashiki.table.sealing import Sealing
from zashiki.table.seats import Seat, SeatClock
from zashiki.table.settings import Settings
from zashiki.table.state import TableState

NAME: Final = 40
"""Most characters of a name."""


class RecordRejected(Exception):
    """A record that cannot be exported or imported, and why."""


async def export_record(tables: Tables, table: str, *, unverified: bool = False) -> tuple[TableRow, Record]:
    """A finished table and its verified record; an error says why it cannot be exported."""
    found = await tables.find(table)
    if found is None:
        raise RecordRejected("it no longer exists")
    row, record = found[0], record_of_rows(*found)
    game = registry.find(row.game)
    if game.of_version(row.rules) is None:
        raise RecordRejected(
            f"was played under version {row.rules} of the rules, which is not supported; this is version {game.version}"
        )
    _check(record, unverified=unverified)
    return row, record


def file_name(row: TableRow) -> str:
    """A file name for a record: date, game and table."""
    day = datetime.fromtimestamp(ended_at(row), UTC).date()
    return f"{day.isoformat()}-{row.game}-{row.id}.json"


def ended_at(row: TableRow) -> float:
    """When a game ended."""
    return row.changed_at if row.ended_at is None else row.ended_at


@final
class RecordImporter:
    """Imports records, each of them once."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._known: dict[tuple[str, str, int], list[str]] | None = None

    async def add(self, record: Record, ended: float, *, unverified: bool = False) -> tuple[str, bool]:
        """The table of a record, and whether it is new. An error says what is wrong with the record."""
        if self._known is None:
            self._known = await self.tables.commitments()
        state = _table_state(record, ended, unverified=unverified)
        moves = _moves(state, ended)
        candidates = self._known.setdefault((record.game, state.commitment, state.ply), [])
        for table in candidates:
            if await self._has(table, moves):
                return table, False
        if not await self.tables.create(row_of(state, ended), seats_of(state), moves, result_of(state)):
            raise RecordRejected("the database does not accept it")
        candidates.append(state.id)
        return state.id, True

    async def _has(self, table: str, moves: list[MoveRow]) -> bool:
        found = await self.tables.find(table)
        return found is not None and [(one.seat, one.move) for one in found[2]] == [
            (one.seat, one.move) for one in moves
        ]


def _table_state(record: Record, ended: float, *, unverified: bool) -> TableState:
    match = _check(record, unverified=unverified)
    fair = match.fair
    seeds = () if fair is None else fair.player_seeds
    if len(seeds) > match.seats or any("\0" in seed for seed in seeds):
        raise RecordRejected(f"its player seeds cannot be stored: {len(seeds)} of them for {match.seats} seats")
    sealed = fair if isinstance(fair, SealedFair) else None
    seats = tuple(
        Seat(
            name=_name(player["name"]) if player["kind"] == "person" else None,
            level=player["level"],
            commitment=None if sealed is None else sealed.seat_commitments[seat],
            seed=seeds[seat] if seat < len(seeds) else None,
        )
        for seat, player in enumerate(record.players)
    )
    return TableState(
        id=new_id(),
        settings=Settings(game=match.game.key, seats=match.seats, options=dict(match.options)),
        status="over",
        host=None,
        server_seed=b"" if fair is None else fair.server_seed,
        commitment="" if fair is None else fair.commitment,
        seats=seats,
        clocks=tuple(SeatClock() for _ in seats),
        created_at=ended,
        match=match,
        rules=match.game.version,
        sealing=Sealing(ALGORITHM) if sealed is None else Sealing(attempt=sealed.attempt),
        started_at=ended,
        ended_at=ended,
    )


def _check(record: Record, *, unverified: bool) -> Match:
    """The final state of a record. An error says what is wrong with it, or that it cannot be verified."""
    match, draws = check(registry.find(record.game), record)
    if not match.over:
        raise RecordRejected("the game is not over")
    if draws is None and not unverified:
        raise RecordRejected("its draws cannot be verified: it has no seeds")
    return match


def _name(name: str | None) -> str:
    """A name as it can be stored; empty if there is none."""
    return "".join(character for character in name or "" if character.isprintable()).strip()[:NAME]


def _moves(state: TableState, at: float) -> list[MoveRow]:
    assert state.match is not None
    game = state.game
    return [
        MoveRow(ply, seat, game.name(seat, action), None, "chance" if seat == CHANCE else "person", at)
        for ply, (seat, action) in enumerate(state.match.history())
    ]
