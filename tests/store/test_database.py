"""Addresses, the schema and its migrations, and what one transaction promises, on both databases."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError

from backing_services import new_postgres_database
from zashiki.store import steps
from zashiki.store.database import BadDatabase, Database, Unavailable, address
from zashiki.store.schema import metadata, server_state
from zashiki.store.tables import ALIVE, Tables

KINDS = ["sqlite", "postgresql"]


@asynccontextmanager
async def opened(kind: str, tmp_path: Path, **settings: Any) -> AsyncGenerator[Database]:
    url = new_postgres_database() if kind == "postgresql" else f"sqlite:///{tmp_path}/zashiki.db"
    database = Database(url, durable=False, **settings)
    try:
        await database.migrate()
        yield database
    finally:
        await database.close()


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "render_as_batch": True})
    return list(compare_metadata(context, metadata))


async def count(database: Database) -> int:
    async with database.reading() as connection:
        found = await connection.execute(select(func.count()).select_from(server_state))
        return int(found.scalar_one())


@pytest.mark.parametrize("kind", KINDS)
async def test_the_migrations_produce_the_schema(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as database:
        await database.migrate()  # nothing is left to do
        async with database.reading() as connection:
            assert await connection.run_sync(differences) == []


@pytest.mark.parametrize("kind", KINDS)
async def test_the_last_heartbeat_survives_the_renaming_of_its_table(kind: str, tmp_path: Path) -> None:
    url = new_postgres_database() if kind == "postgresql" else f"sqlite:///{tmp_path}/old.db"
    database = Database(url)
    async with database.writing() as connection:
        await connection.run_sync(steps.upgrade, "0001")
        await connection.exec_driver_sql(f"INSERT INTO house VALUES ('{ALIVE}', 7.5)")
    await database.migrate()
    assert await Tables(database).last_alive() == 7.5
    await database.close()


async def test_a_newer_schema_is_not_touched(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as database:
        with sqlite3.connect(tmp_path / "zashiki.db") as raw:
            raw.execute("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(BadDatabase, match="9999"):
            await database.migrate()


@pytest.mark.parametrize("kind", KINDS)
async def test_processes_that_start_simultaneously_migrate_once(kind: str, tmp_path: Path) -> None:
    # SQLite: the switch of a new file to a write-ahead log failed in one of ten starts like these.
    urls = [new_postgres_database()] if kind == "postgresql" else [f"sqlite:///{tmp_path}/{n}.db" for n in range(20)]
    for url in urls:
        several = [Database(url) for _ in range(6)]
        await asyncio.gather(*(database.migrate() for database in several))
        for database in several:
            await database.close()


# What a transaction promises


async def note(database: Database, *keys: str, then: Exception | None = None) -> None:
    async with database.writing() as connection:
        for key in keys:
            await connection.execute(insert(server_state).values(key=key, value=1.0))
        if then is not None:
            raise then


@pytest.mark.parametrize("kind", KINDS)
async def test_transactions_are_atomic(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as database:
        with pytest.raises(RuntimeError):
            await note(database, "a", then=RuntimeError("a mistake"))
        assert await count(database) == 0
        with pytest.raises(IntegrityError):
            await note(database, "a", "b", "a")
        assert await count(database) == 0
        await note(database, "a", "b")
        assert await count(database) == 2


@pytest.mark.parametrize("kind", KINDS)
async def test_readers_see_a_snapshot(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as database:
        async with database.reading() as connection:
            counted = select(func.count()).select_from(server_state)
            assert (await connection.execute(counted)).scalar_one() == 0
            await note(database, "a")
            assert (await connection.execute(counted)).scalar_one() == 0
        assert await count(database) == 1


@pytest.mark.parametrize("kind", KINDS)
async def test_writers_wait_for_each_other(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as database:

        async def write(number: int) -> None:
            async with database.writing() as connection:
                await connection.execute(select(func.count()).select_from(server_state))
                await connection.execute(insert(server_state).values(key=str(number), value=0.0))

        await asyncio.gather(*(write(number) for number in range(30)))
        assert await count(database) == 30


@pytest.mark.parametrize("kind", KINDS)
async def test_an_exhausted_connection_pool(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path, pool=1) as database:
        pool = database.engine.pool
        pool._timeout = 0.05  # type: ignore[attr-defined]
        held = [await database.engine.connect() for _ in range(pool.size() + pool._max_overflow)]  # type: ignore[attr-defined]
        with pytest.raises(Unavailable):
            await count(database)
        for connection in held:
            await connection.close()
        assert await count(database) == 0


# Addresses


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mysql://me:sesame@host/name", "sqlite:///FILE or postgresql://"),
        ("postgresql://me:sesame@host:port/name", "sqlite:///FILE or postgresql://"),
        ("://sesame", "sqlite:///FILE or postgresql://"),
        ("", "a file"),
        (" ", "a file"),
        ("sqlite://", "a file"),
        ("sqlite:///:memory:", "a file"),
        ("sqlite:///file:x?mode=memory&uri=true", "a file"),
        ("sqlite:///a\0b", "a file"),
    ],
)
def test_invalid_urls(text: str, expected: str) -> None:
    with pytest.raises(BadDatabase) as refusal:
        Database(text)
    assert expected in str(refusal.value)
    assert "sesame" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "driver"),
    [
        ("zashiki.db", "sqlite+aiosqlite"),
        ("sqlite:///zashiki.db", "sqlite+aiosqlite"),
        ("postgres://me:sesame@host/name", "postgresql+asyncpg"),
        ("postgresql+psycopg2://me:sesame@host/name", "postgresql+asyncpg"),
    ],
)
def test_a_url_gets_our_driver(text: str, driver: str) -> None:
    assert address(text).drivername == driver
    assert "sesame" not in str(address(text))


def test_the_home_folder_is_expanded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Database("sqlite:///~/deep/zashiki.db").url.database == f"{tmp_path}/deep/zashiki.db"
    assert (tmp_path / "deep").is_dir()


async def migrated(url: str) -> None:
    database = Database(url)
    try:
        await database.migrate()
    finally:
        await database.close()


@pytest.mark.parametrize("kind", ["a file that is no database", "a folder", "below a file", "nobody there", "no such"])
async def test_an_unreachable_database(kind: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("Dear diary, " * 200)
    server, _, socket = new_postgres_database().partition("?")
    urls = {
        "a file that is no database": f"sqlite:///{tmp_path}/file",
        "a folder": f"sqlite:///{tmp_path}",
        "below a file": f"sqlite:///{tmp_path}/file/zashiki.db",
        "nobody there": "postgresql://me:sesame@127.0.0.1:1/name",
        "no such": f"{server}x?{socket}",
    }
    with pytest.raises(BadDatabase) as refusal:
        await migrated(urls[kind])
    assert "sesame" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_postgresql_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BadDatabase, match=r"zashiki\[cluster\]"):
        Database("postgresql://me:sesame@host/name")


@pytest.mark.parametrize("kind", KINDS)
async def test_errors_do_not_contain_values(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as database:

        def twice(connection: Connection, key: str) -> None:
            connection.execute(insert(server_state), [{"key": key, "value": 0.0}] * 2)

        with pytest.raises(IntegrityError) as in_one_go:
            await database.transact(twice, "a secret")
        with pytest.raises(IntegrityError) as in_steps:
            async with database.writing() as connection:
                await connection.run_sync(twice, "a secret")
        parameters = [str(error.value).partition("[SQL:")[2] for error in (in_one_go, in_steps)]
        assert all("hidden" in text and "a secret" not in text for text in parameters)
