"""Databases as a server leaves them behind: people, and games with random moves."""

import asyncio
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Row, insert, select, update

from backing_services import new_postgres_database
from zashiki import Rng
from zashiki.store import steps
from zashiki.store.database import Database
from zashiki.store.ledger import Ledger
from zashiki.store.operations import COMMAND_LINE, Operations
from zashiki.store.people import People
from zashiki.store.reports import Reports
from zashiki.store.rows import ChatRow
from zashiki.store.sanctions import Sanctions
from zashiki.store.schema import metadata, mutes, players, server_state, sessions, tables
from zashiki.store.tables import ALIVE, Tables
from zashiki.table.agreement import Caller, terms_at
from zashiki.table.persistence import result_of, row_of, seats_of, write_of
from zashiki.table.settings import Settings
from zashiki.table.state import Change, TableState, new_table_state

T = TypeVar("T")
BEGIN = 1_770_000_000.0
"""When the first game begins: in February 2026."""
DAY = 86_400
KINDS = ("sqlite", "postgresql")
SHORT: dict[str, dict[str, Any]] = {"hagakure": {"rounds": 1}, "sakura": {"rounds": 1}}
"""Options that make games short."""
NAMES = ("Aki", "美咲 \U0001f338", "Cleo", "Dora")
"""The players."""
Rows = dict[str, list[Row[Any]]]


def new_address(kind: str, folder: Path, name: str = "sample") -> str:
    """The URL of a database that does not exist yet."""
    return new_postgres_database() if kind == "postgresql" else f"sqlite:///{folder}/{name}.db"


@asynccontextmanager
async def opened(url: str) -> AsyncGenerator[Database]:
    database = Database(url, durable=False)
    try:
        yield database
    finally:
        await database.close()


@dataclass
class SampleDatabase:
    """A database without a running server."""

    database: Database

    async def create(self, *, accounts: bool = False) -> None:
        """Create the schema and some people: guests, or all with accounts."""
        await self.database.migrate()
        async with self.database.writing() as connection:
            await connection.execute(
                insert(players),
                [
                    {
                        "id": f"p{n}",
                        "name": name,
                        "login": name.lower() if accounts else None,
                        "preferences": {"sound": n > 1},
                        "created_at": n / 10,
                        "seen_at": BEGIN,
                    }
                    for n, name in enumerate(NAMES, 1)
                ],
            )
            await connection.execute(insert(mutes).values(player="p1", muted="p2"))
            await connection.execute(
                insert(sessions).values(
                    key="k" * 64, id="s1", player="p1", kind="cookie", label="a browser", created_at=0, expires_at=1e12
                )
            )

    async def table(
        self,
        table: str,
        *,
        moves: int = 10**9,
        at: float = BEGIN,
        seed: int = 1,
        rules: int | None = None,
        **given: Any,
    ) -> TableState:
        """A table after so many moves, ten seconds each, or after the whole game.

        It is played under that version of the rules, or the newest.
        """
        settings = Settings(**{"game": "hiroba", "options": SHORT.get(given.get("game", ""), {}), **given})
        state = new_table_state(table, settings, "p1", bytes([seed]) * 32, at)
        for seat in range(settings.seats):
            caller = Caller(account=True, terms=terms_at(settings))
            state = state.sit(f"p{seat + 1}", NAMES[seat], seat, None, caller=caller).after
        change = state.deal(at, None if rules is None else state.game.of_version(rules))
        made, rng = list(change.moves), Rng(seed)
        for number in range(moves):
            if change.after.status == "over":
                break
            at += 10
            change = random_move(change.after, rng, f"k{number}", at)
            made += change.moves
        state = change.after
        finished = result_of(state) if state.status == "over" else None
        await Tables(self.database).create(row_of(state, at), seats_of(state), made, finished)
        return state

    async def write(self, before: TableState, change: Change, at: float) -> TableState:
        ledger = Ledger(self.database)
        await ledger.write(write_of(before, change, at))
        await ledger.close()
        return change.after

    async def say(self, table: str, *texts: str) -> None:
        for text in texts:
            await Tables(self.database).say(table, ChatRow(0, "p1", "Aki", 0, None, text, BEGIN))

    async def moderate(self, at: float) -> None:
        """A block, a report, and what an operator made of it."""
        await People(self.database).block("p1", "p3", on=True)
        about = {"player": "p3", "name": "Cleo", "table": "over"}
        await Reports(self.database).add(at, "p1", "abuse", {"at": at, "words": "rude"}, **about)
        await Operations(self.database).mute(COMMAND_LINE, at, "p3", at + DAY, "be kind")
        await Sanctions(self.database).network_key()

    async def close(self, at: float) -> None:
        """Set the last heartbeat."""
        async with self.database.writing() as connection:
            if (await connection.execute(update(server_state).values(value=at))).rowcount == 0:
                await connection.execute(insert(server_state).values(key=ALIVE, value=at))

    async def change(self, table: str, **values: Any) -> None:
        """Change the row of a table directly."""
        async with self.database.writing() as connection:
            await connection.execute(update(tables).where(tables.c.id == table).values(**values))

    async def everything(self) -> Rows:
        """Every row of every table."""
        async with self.database.reading() as connection:
            return {
                match.name: list(await connection.execute(select(match).order_by(*match.primary_key)))
                for match in metadata.sorted_tables
            }


def random_move(state: TableState, rng: Rng, key: str, at: float) -> Change:
    assert state.match is not None
    seat = state.waiting()[int(rng.below(len(state.waiting())))]
    legal = state.match.legal(seat)
    change = state.play(seat, legal[int(rng.below(len(legal)))], state.ply, key, at)
    assert isinstance(change, Change)
    return change


def newer_steps(folder: Path) -> Path:
    """The migrations with one more, in which every player gets a motto."""
    scripts = folder / "100% newer"
    shutil.copytree(steps.SCRIPTS, scripts)
    last = steps.known_steps()[-1]
    (scripts / "versions" / "9999_mottos.py").write_text(
        "import sqlalchemy as sa\n"
        "from alembic import op\n"
        f"revision, down_revision = '9999', {last!r}\n"
        "branch_labels = depends_on = None\n"
        "def upgrade():\n"
        "    op.add_column('players', sa.Column('motto', sa.Text(), nullable=False, server_default='none'))\n",
        "utf-8",
    )
    return scripts


def at(url: str, work: Callable[[SampleDatabase], Awaitable[T]]) -> T:
    """Run something on the database at this URL."""

    async def do() -> T:
        async with opened(url) as database:
            return await work(SampleDatabase(database))

    return asyncio.run(do())


async def fill(sample: SampleDatabase) -> None:
    """Three finished games on three days, and a running one."""
    await sample.create()
    await sample.table("one", at=BEGIN)
    await sample.table("two", at=BEGIN + DAY, seed=2)
    await sample.table("three", at=BEGIN + 2 * DAY, seed=3, game="hagakure")
    await sample.table("running", moves=8, seed=4)
    await sample.close(BEGIN)
