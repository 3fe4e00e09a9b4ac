"""Records of games that are over: out of the house into files, and from files into the house."""

from datetime import UTC, datetime
from typing import Final, final

from zashiki import registry
from zashiki.core.game import CHANCE
from zashiki.core.match import Match
from zashiki.core.record import Record
from zashiki.store.rows import MoveRow, TableRow
from zashiki.store.tables import Tables
from zashiki.table.ids import new_id
from zashiki.table.persistence import record_of_rows, result_of, row_of, seats_of
from zashiki.table.seats import Seat, SeatClock
from zashiki.table.settings import Settings
from zashiki.table.state import TableState

NAME: Final = 40
"""The most characters of a name here."""
NOBODY: Final = "somebody"
"""Who sits where a record names nobody."""


class NotKept(Exception):
    """A record that cannot leave or enter the house, and why."""


async def exported(tables: Tables, table: str, *, unverified: bool = False) -> tuple[TableRow, Record]:
    """A table whose game is over, and its record, checked; an error says why it cannot leave."""
    found = await tables.find(table)
    if found is None:
        raise NotKept("it is gone")
    row, record = found[0], record_of_rows(*found)
    game = registry.find(row.game)
    if game.of_version(row.rules) is None:
        raise NotKept(f"was played under version {row.rules} of the rules, and this is version {game.version}")
    _check(record, unverified=unverified)
    return row, record


def file_name(row: TableRow) -> str:
    """A name for a record that says when it was played, what, and where."""
    day = datetime.fromtimestamp(ended(row), UTC).date()
    return f"{day.isoformat()}-{row.game}-{row.id}.json"


def ended(row: TableRow) -> float:
    """When a game was over."""
    return row.changed_at if row.ended_at is None else row.ended_at


def seeded(record: Record) -> bool:
    """Whether the record has the seeds of its chance."""
    fair = record.data["fair"]
    return fair is not None and fair["server_seed"] is not None


@final
class Intake:
    """Takes records into the house, each of them once."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._known: dict[tuple[str, str, int], list[str]] | None = None

    async def take(self, record: Record, ended_at: float, *, unverified: bool = False) -> tuple[str, bool]:
        """The table of a record, and whether it is new here. An error says what is wrong with the record."""
        if self._known is None:
            self._known = await self.tables.promises()
        state = _table_state(record, ended_at, unverified=unverified)
        made = _moves(state, ended_at)
        alike = self._known.setdefault((record.game, state.commitment, state.ply), [])
        for table in alike:
            if await self._has(table, made):
                return table, False
        if not await self.tables.create(row_of(state, ended_at), seats_of(state), made, result_of(state)):
            raise NotKept("the database does not take it")
        alike.append(state.id)
        return state.id, True

    async def _has(self, table: str, made: list[MoveRow]) -> bool:
        found = await self.tables.find(table)
        return found is not None and [(one.seat, one.move) for one in found[2]] == [
            (one.seat, one.move) for one in made
        ]


def _table_state(record: Record, ended_at: float, *, unverified: bool) -> TableState:
    match = _check(record, unverified=unverified)
    fair = match.fair
    seeds = () if fair is None else fair.player_seeds
    if len(seeds) > match.seats or any("\0" in seed for seed in seeds):
        raise NotKept(f"it has player seeds that cannot be kept: {len(seeds)} of them for {match.seats} seats")
    names = record.data.get("players") or [NOBODY] * match.seats
    places = tuple(
        Seat(name=_name(name), seed=seeds[seat] if seat < len(seeds) else None) for seat, name in enumerate(names)
    )
    return TableState(
        id=new_id(),
        settings=Settings(game=match.game.key, seats=match.seats, options=dict(match.options)),
        status="over",
        host=None,
        server_seed=b"" if fair is None else fair.server_seed,
        commitment="" if fair is None else fair.commitment,
        seats=places,
        clocks=tuple(SeatClock() for _ in places),
        created_at=ended_at,
        match=match,
        rules=match.game.version,
        started_at=ended_at,
        ended_at=ended_at,
    )


def _check(record: Record, *, unverified: bool) -> Match:
    """The table of a record at its end. An error says what is wrong with the record, or that nobody can know."""
    match = registry.replay(record)
    if not match.over:
        raise NotKept("the game is not over")
    if seeded(record):
        registry.verify(record)
    elif not unverified:
        raise NotKept("its chance cannot be checked, for it has no seeds")
    return match


def _name(name: str) -> str:
    """A name as the house can keep it."""
    return "".join(character for character in name if character.isprintable()).strip()[:NAME] or NOBODY


def _moves(state: TableState, at: float) -> list[MoveRow]:
    assert state.match is not None
    game = state.game
    return [
        MoveRow(ply, seat, game.name(seat, action), None, "chance" if seat == CHANCE else "person", at)
        for ply, (seat, action) in enumerate(state.match.moves())
    ]
