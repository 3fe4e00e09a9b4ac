"""The ledger: one sequence of changes per table, whoever writes; changes are atomic and fail alone."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, func, select

from backing_services import new_postgres_database
from table.harness import BEGIN, PEOPLE, prepare_database, settings
from zashiki.store.database import Database, Unavailable
from zashiki.store.ledger import BATCH, Ledger, Write
from zashiki.store.rows import ChatRow, MoveRow, SeatRow
from zashiki.store.schema import moves, tables
from zashiki.store.tables import Tables
from zashiki.table.persistence import row_of, seats_of
from zashiki.table.state import new_table_state

KINDS = ["sqlite", "postgresql"]


@asynccontextmanager
async def opened(kind: str, tmp_path: Path, times: int = 1) -> AsyncGenerator[list[Database]]:
    """One database with ten tables, opened several times."""
    url = new_postgres_database() if kind == "postgresql" else f"sqlite:///{tmp_path}/zashiki.db"
    await prepare_database(url)
    databases = [Database(url, durable=False) for _ in range(times)]
    for number in range(10):
        state = new_table_state(f"table{number}", settings(), PEOPLE[0], bytes(32), BEGIN)
        assert await Tables(databases[0]).create(row_of(state, BEGIN), seats_of(state))
    try:
        yield databases
    finally:
        for database in databases:
            await database.close()


def change(table: int, revision: int = 0, ply: int = 0, key: str | None = None) -> Write:
    made = MoveRow(ply, 0, "pass", key, "person", BEGIN)
    return Write(f"table{table}", revision, {"ply": ply + 1}, moves=[made])


async def kept(database: Database) -> dict[str, tuple[int, int]]:
    """The revision and the number of moves of each table where there are any."""
    async with database.reading() as connection:
        counted = select(func.count()).select_from(moves).where(moves.c.table == tables.c.id).scalar_subquery()
        found = await connection.execute(select(tables.c.id, tables.c.revision, counted.label("made")))
        return {row.id: (row.revision, row.made) for row in found if row.revision or row.made}


def counted(database: Database, what: str) -> list[None]:
    """Grows with each commit (or rollback) of a writing transaction."""
    seen: list[None] = []

    @event.listens_for(database.writer, what)
    def done(connection: Any) -> None:
        if connection.get_execution_options().get("writing"):
            seen.append(None)

    return seen


async def outcomes(ledger: Ledger, writes: list[Write]) -> list[str]:
    done = await asyncio.gather(*(ledger.write(write) for write in writes), return_exceptions=True)
    return ["ok" if one is None else type(one).__name__ for one in done]


@pytest.mark.parametrize("kind", KINDS)
async def test_one_of_two_writers_conflicts(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path, times=2) as databases:
        ledgers = [Ledger(database) for database in databases]
        done = await asyncio.gather(*(outcomes(ledger, [change(n) for n in range(10)]) for ledger in ledgers))
        for first, second in zip(*done, strict=True):
            assert sorted((first, second)) == ["Conflict", "ok"]
        assert set((await kept(databases[0])).values()) == {(1, 1)}
        # Whoever has seen the first change makes the second.
        assert await outcomes(ledgers[1], [change(3, revision=1, ply=1)]) == ["ok"]
        assert (await kept(databases[0]))["table3"] == (2, 2)
        for ledger in ledgers:
            await ledger.close()


async def test_simultaneous_changes_share_a_transaction(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as (database,):
        ledger, commits = Ledger(database), counted(database, "commit")
        assert await outcomes(ledger, [change(n) for n in range(10)]) == ["ok"] * 10
        assert len(commits) == 1
        # Of one table, only one can be the next.
        assert sorted(await outcomes(ledger, [change(1, revision=1, ply=1)] * 3)) == ["Conflict", "Conflict", "ok"]
        await ledger.close()


NOTHING: dict[str, None] = {"agreed": None, "network": None, "commitment": None, "seed": None}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_failing_change_fails_alone(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as (database,):
        ledger = Ledger(database)
        assert await outcomes(ledger, [change(3, key="again")]) == ["ok"]
        doubled = replace(change(4), moves=[change(4).moves[0]] * 2)
        nobody = replace(
            change(5),
            seats=[SeatRow(0, "nobody", "nobody", None, stand_in=False, left=False, program=False, **NOTHING)],
        )
        no_json = replace(change(6), values={"clocks": {1, 2}})
        late, lost = change(7, revision=5), change(8)
        same_key = replace(change(3, revision=1, ply=1, key="again"))
        writes = [change(1), doubled, nobody, no_json, late, lost, same_key, change(2)]
        assert await outcomes(ledger, writes) == [
            "ok",
            "Unavailable",
            "Unavailable",
            "Unavailable",
            "Conflict",
            "ok",
            "Unavailable",
            "ok",
        ]
        assert await kept(database) == {f"table{n}": (1, 1) for n in (1, 2, 3, 8)}
        # The ledger is alive, and so are the tables.
        assert await outcomes(ledger, [change(n) for n in (4, 5, 6, 7)]) == ["ok"] * 4
        await ledger.close()


async def test_failures_are_reported_without_values(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as (database,):
        ledger = Ledger(database)
        secret = replace(change(4).moves[0], move="deal 22")
        with pytest.raises(Unavailable) as trouble:
            await ledger.write(replace(change(4), moves=[secret, secret]))
        assert "deal 22" not in str(trouble.value)
        await ledger.close()


async def test_a_dead_database_is_not_retried_for_every_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened("sqlite", tmp_path) as (database,):
        ledger, asked = Ledger(database), count()

        async def gone(*_: object) -> None:
            next(asked)
            raise Unavailable("the disk is on fire")

        with monkeypatch.context() as patch:
            patch.setattr(database, "transact", gone)
            assert await outcomes(ledger, [change(n) for n in range(10)]) == ["Unavailable"] * 10
        assert next(asked) == 3
        assert await outcomes(ledger, [change(n) for n in range(10)]) == ["ok"] * 10
        await ledger.close()


async def test_more_changes_than_fit_into_one_transaction(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as (database,):
        ledger, commits = Ledger(database), counted(database, "commit")
        late = [change(1, revision=9)] * (2 * BATCH)
        assert (await outcomes(ledger, [change(0), *late, change(2)])).count("ok") == 2
        assert len(commits) == 3
        await ledger.close()


async def test_a_cancelled_writer_does_not_cancel_the_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened("sqlite", tmp_path) as (database,):
        ledger, transact, begun = Ledger(database), database.transact, asyncio.Event()

        async def announced(*arguments: Any) -> Any:
            begun.set()
            return await transact(*arguments)

        monkeypatch.setattr(database, "transact", announced)
        waiting = asyncio.create_task(ledger.write(change(1)))
        await begun.wait()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await ledger.close()
        assert await kept(database) == {"table1": (1, 1)}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_second_rematch_does_not_replace_the_first(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as (database,):
        known = Tables(database)
        again = [new_table_state(f"again{n}", settings(), PEOPLE[n], bytes(32), BEGIN, "table1") for n in range(3)]
        made = await asyncio.gather(*(known.create(row_of(one, BEGIN), seats_of(one)) for one in again))
        assert sorted(made) == [False, False, True]
        found = await known.find("table1")
        assert found is not None
        assert found[0].rematch == f"again{made.index(True)}"
        assert found[0].revision == 1
        assert [await known.find(one.id) is not None for one in again] == made


@pytest.mark.parametrize("kind", KINDS)
async def test_chat_messages_have_unique_numbers(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path, times=2) as databases:
        lines = [ChatRow(0, PEOPLE[0], PEOPLE[0], 0, None, f"line {n}", BEGIN) for n in range(20)]
        said = await asyncio.gather(*(Tables(databases[n % 2]).say("table1", line) for n, line in enumerate(lines)))
        assert sorted(row.n for row in said) == list(range(20))
        assert {row.text for row in said} == {row.text for row in lines}
        known = Tables(databases[0])
        assert [row.n for row in await known.said("table1", since=5, limit=3)] == [17, 18, 19]
        for row in said:
            assert await known.line("table1", row.n) == row
        assert await known.line("table1", 20) is None


async def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as (database,):
        state = new_table_state("other", settings(), PEOPLE[1], bytes(range(32)), BEGIN)
        row = row_of(state, BEGIN + 1)
        await Tables(database).create(row, seats_of(state))
        found = await Tables(database).find("other")
        assert found is not None
        assert asdict(found[0]) == asdict(row)
        assert found[1:] == (seats_of(state), [])
        assert await Tables(database).find("nothing") is None
