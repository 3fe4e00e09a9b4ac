"""Changes that have to wait: one deadline, then they are refused with nothing changed, now or later."""

import asyncio
import math
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, text

from backing_services import new_postgres_database
from store.test_ledger import change, kept, outcomes
from table.harness import BEGIN, PEOPLE, prepare_database, settings
from zashiki.store import ledger as ledgers
from zashiki.store.database import Busy, Database, Deadline
from zashiki.store.ledger import Ledger
from zashiki.store.rows import ChatRow
from zashiki.store.schema import server_state
from zashiki.store.tables import Tables
from zashiki.store.waiting import QUEUE, WaitingLine
from zashiki.table.persistence import row_of, seats_of
from zashiki.table.state import new_table_state

KINDS = ["sqlite", "postgresql"]
PATIENCE = 0.4
SLACK = 4.0
"""Seconds that a busy machine may take beyond the deadline: far below two patiences of before."""
LOCK = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
held.execute("ROLLBACK")
print("released", flush=True)
sys.stdin.readline()
"""


class Foreign:
    """Somebody else who locks what is written here."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.release: Any = None

    @contextmanager
    def in_sqlite(self) -> Generator[None]:
        line = [sys.executable, "-c", LOCK, self.url.partition(":///")[2]]
        process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"

        async def release() -> None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n")
            process.stdin.flush()
            assert await asyncio.to_thread(process.stdout.readline) == "released\n"

        self.release = release
        try:
            yield
        finally:
            process.kill()
            process.communicate()

    @asynccontextmanager
    async def holding(self) -> AsyncGenerator["Foreign"]:
        if self.url.startswith("sqlite"):
            with self.in_sqlite():
                yield self
            return
        other = Database(self.url)
        async with other.engine.connect() as connection:
            transaction = await connection.begin()
            for name in ("tables", "chat", "players", "server_state"):
                await connection.execute(text(f"LOCK TABLE {name} IN EXCLUSIVE MODE"))  # readers go on
            self.release = transaction.rollback
            yield self
            if transaction.is_active:
                await transaction.rollback()
        await other.close()


@asynccontextmanager
async def opened(kind: str, tmp_path: Path) -> AsyncGenerator[Database]:
    url = new_postgres_database() if kind == "postgresql" else f"sqlite:///{tmp_path}/zashiki.db"
    await prepare_database(url)
    database = Database(url, durable=False, patience=PATIENCE)
    for number in range(10):
        state = new_table_state(f"table{number}", settings(), PEOPLE[0], bytes(32), BEGIN)
        assert await Tables(database).create(row_of(state, BEGIN), seats_of(state))
    try:
        yield database
    finally:
        await database.close()


def url_of(database: Database) -> str:
    return database.url.set(drivername="sqlite" if database.sqlite else "postgresql").render_as_string(
        hide_password=False
    )


async def reads_until(one: asyncio.Future[Any], tables: Tables) -> int:
    """How often somebody else reads while this one waits."""
    done = 0
    while not one.done():
        assert await tables.find("table1") is not None
        done += 1
    return done


@pytest.mark.parametrize("kind", KINDS)
async def test_whoever_waits_for_a_foreign_lock_is_refused_at_one_deadline(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as database, Foreign(url_of(database)).holding() as foreign:
        ledger, tables = Ledger(database), Tables(database)
        began = monotonic()
        chats = [tables.say("table1", ChatRow(0, None, "Aki", 0, None, "hi", BEGIN)) for _ in range(5)]
        heartbeat = tables.alive(BEGIN, 5.0)
        moves = outcomes(ledger, [change(number) for number in range(10)])
        waiting = asyncio.gather(moves, heartbeat, *chats, return_exceptions=True)
        reads = await reads_until(waiting, tables)
        refused, *others = await waiting
        took = monotonic() - began
        assert refused == ["Busy"] * 10
        assert [type(one) for one in others] == [Busy] * 6
        # Before, each waited behind the others, and then for as long again.
        assert PATIENCE <= took < PATIENCE + SLACK
        assert reads >= 5  # meanwhile: neither the event loop nor the readers wait
        # What was refused does not happen later either.
        await foreign.release()
        assert await outcomes(ledger, [change(0)]) == ["ok"]
        await ledger.close()
        assert await kept(database) == {"table0": (1, 1)}
        assert await tables.said("table1") == []


@pytest.mark.parametrize("kind", KINDS)
async def test_whoever_has_come_late_goes_on_waiting_when_the_first_are_refused(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as database, Foreign(url_of(database)).holding() as foreign:
        ledger = Ledger(database)
        first = asyncio.create_task(ledger.write(change(0), Deadline(PATIENCE)))
        second = asyncio.create_task(ledger.write(change(1), Deadline(30)))
        with pytest.raises(Busy):
            await first
        assert not second.done()
        await foreign.release()
        await second
        await ledger.close()
        assert await kept(database) == {"table1": (1, 1)}


async def test_what_was_spent_in_the_queue_is_not_spent_again_at_the_lock(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as database:
        timeouts: list[int] = []

        def ask(connection: Connection, _: None) -> None:
            timeouts.append(connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one())

        await database.transact(ask, None)
        await database.transact(ask, None, Deadline(0.1))
        await database.transact(ask, None)
        assert timeouts[0] > 300 >= 100 >= timeouts[1]
        assert timeouts[2] > 300


async def test_a_transaction_whose_caller_is_gone_ends_before_the_next_begins(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as database:
        begun, go_on = threading.Event(), threading.Event()
        order: list[str] = []

        def slow(connection: Connection, key: str) -> None:
            begun.set()
            go_on.wait()
            connection.execute(insert(server_state).values(key=key, value=1.0))
            order.append(key)

        def fast(connection: Connection, key: str) -> int:
            order.append(key)
            return int(connection.execute(select(func.count()).select_from(server_state)).scalar_one())

        gone = asyncio.create_task(database.transact(slow, "slow"))
        await asyncio.to_thread(begun.wait)
        gone.cancel()
        late = asyncio.create_task(database.transact(fast, "fast", Deadline(30)))
        await asyncio.sleep(0)
        assert not gone.done()  # it waits for what it has begun
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert await late == 1
        assert order == ["slow", "fast"]


async def test_queues_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = WaitingLine()
    async with turns.turn(Deadline(1)):
        waiting = [asyncio.create_task(turns._wait(Deadline(math.inf), bounded=True)) for _ in range(QUEUE)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="too many"):
            async with turns.turn(Deadline(math.inf)):
                pass
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    async with turns.turn(Deadline(0)):
        pass
    monkeypatch.setattr(ledgers, "QUEUE", 3)
    async with opened("sqlite", tmp_path) as database:
        ledger = Ledger(database)
        assert sorted(await outcomes(ledger, [change(number) for number in range(5)])) == [
            "Busy",
            "Busy",
            "ok",
            "ok",
            "ok",
        ]
        await ledger.close()


async def test_a_lock_in_postgresql_is_not_waited_for_beyond_the_deadline_in_steps(tmp_path: Path) -> None:
    """Two locks, each of which would be free in time, are together too late."""
    async with opened("postgresql", tmp_path) as database:

        async def write_slowly() -> None:
            async with database.writing() as connection:
                await connection.execute(insert(server_state).values(key="late", value=1.0))
                for _ in range(4):
                    await connection.execute(text(f"SELECT pg_sleep({0.4 * PATIENCE})"))

        with pytest.raises(Busy):
            await write_slowly()
        async with database.reading() as connection:
            found = await connection.execute(select(server_state.c.key).where(server_state.c.key == "late"))
            assert found.all() == []


def test_a_process_that_only_reads_is_not_kept_waiting_by_a_writer(tmp_path: Path) -> None:
    file = tmp_path / "zashiki.db"
    with sqlite3.connect(file) as raw:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("CREATE TABLE a (b)")
    raw.close()
    with Foreign(f"sqlite:///{file}").in_sqlite():
        reader = sqlite3.connect(file, timeout=0)
        assert reader.execute("SELECT count(*) FROM a").fetchone() == (0,)
        reader.close()
