"""Damage is noticed: what the file, a page or a column says wrongly is logged at once, and other tables go on."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from old_databases import SampleDatabase, fill
from server.client import running_server
from store.captured import Captured
from zashiki.store import damage as damages
from zashiki.store import examine
from zashiki.store.damage import Damage, kind_of
from zashiki.store.database import Database, Unavailable
from zashiki.store.schema import chat, players, results


@pytest.fixture
def logs(monkeypatch: pytest.MonkeyPatch) -> Captured:
    """What is logged of damage."""
    captured = Captured()
    monkeypatch.setattr(damages, "log", captured)
    return captured


async def sample(folder: Path) -> Path:
    """A database with some games, closed."""
    database = Database(f"sqlite:///{folder}/zashiki.db", durable=False)
    await fill(SampleDatabase(database))
    await database.close()
    return folder / "zashiki.db"


def root_page(file: Path, table: str) -> tuple[int, int]:
    with closing(sqlite3.connect(file)) as raw:
        (page,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
    return page, size


def damage(file: Path, table: str) -> bytes:
    """Overwrite the first page of a table; what was there."""
    page, size = root_page(file, table)
    content = bytearray(file.read_bytes())
    place = slice((page - 1) * size, page * size)
    before = bytes(content[place])
    content[place] = b"\xff" * size
    file.write_bytes(content)
    return before


def mend(file: Path, table: str, before: bytes) -> None:
    content = bytearray(file.read_bytes())
    # The table's page is where it was; it cannot be asked of the damaged file in all versions of SQLite.
    place = content.find(b"\xff" * len(before))
    content[place : place + len(before)] = before
    file.write_bytes(content)


async def rows(database: Database, table: Any) -> int:
    async with database.reading() as connection:
        return len((await connection.execute(select(table))).all())


async def test_a_damaged_page_is_logged_at_once_with_its_table_and_stops_no_other(
    tmp_path: Path, logs: Captured
) -> None:
    file = await sample(tmp_path)
    damage(file, "results")
    database = Database(f"sqlite:///{file}")
    assert await rows(database, players) > 0
    assert not database.damage
    for _ in range(3):
        with pytest.raises(Unavailable):
            await rows(database, results)
    (line,) = logs  # once, not at every request
    assert (line["log_level"], line["where"]) == ("error", "results")
    assert "restore" in line["remedy"]
    assert await rows(database, players) > 0
    assert [(one.where, one.times) for one in database.damage.incidents] == [("results", 3)]
    await database.close()


async def test_a_column_that_is_no_json_is_damage_and_is_not_quoted(tmp_path: Path, logs: Captured) -> None:
    file = await sample(tmp_path)
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("UPDATE players SET preferences = '{a secret'")
        raw.commit()
    database = Database(f"sqlite:///{file}")
    with pytest.raises(Unavailable):
        await rows(database, players)
    assert len(database.damage.incidents) == 1
    assert "secret" not in str(logs)
    await database.close()


async def test_damage_is_resolved_by_a_complete_check_that_finds_none(tmp_path: Path) -> None:
    file = await sample(tmp_path)
    before = damage(file, "chat")
    database = Database(f"sqlite:///{file}")
    assert await examine.check(database)
    assert [one.where for one in database.damage.incidents] == ["the file"]
    assert await rows(database, players) > 0
    await database.engine.dispose()
    mend(file, "chat", before)
    assert await examine.check(database)
    assert not database.damage
    assert await rows(database, chat) >= 0
    await database.close()


async def test_a_check_ends_in_time_and_is_then_not_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = await sample(tmp_path)
    monkeypatch.setattr(examine, "STEPS", 1)
    assert examine.check_file(file, 0.0) == ([], False)
    assert examine.check_file(file) == ([], True)
    assert examine.check_file(file, full=True) == ([], True)


async def test_a_missing_move_and_a_changed_seed_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine, "SLICE", 2)
    file = await sample(tmp_path)
    database = Database(f"sqlite:///{file}")
    found = {table: misfit async for table, misfit in examine.misfits(database)}
    assert set(found) >= {"one", "two", "three", "running"}
    assert set(found.values()) == {None}
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("""DELETE FROM moves WHERE "table" = 'one' AND ply = 3""")
        raw.execute("UPDATE tables SET seed = zeroblob(32) WHERE id = 'two'")
        raw.commit()
    found = {table: misfit async for table, misfit in examine.misfits(database)}
    assert "moves are there" in (found["one"] or "")
    assert "seed" in (found["two"] or "")
    assert found["three"] is None
    await database.close()


async def test_an_orphaned_row_is_found_by_the_full_check(tmp_path: Path) -> None:
    file = await sample(tmp_path)
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("""UPDATE results SET "table" = 'nowhere' WHERE "table" = 'one'""")
        raw.commit()
    assert examine.check_file(file) == ([], True)
    found, _ = examine.check_file(file, full=True)
    assert found[0] == "orphaned row in results"


@pytest.mark.parametrize(
    ("state", "kind"), [("XX001", "damage"), ("XX002", "damage"), ("55P03", "busy"), ("53100", "other")]
)
def test_errors_of_postgresql_are_told_apart(state: str, kind: str) -> None:
    class Cause(Exception):
        sqlstate = state

    assert kind_of(DBAPIError("SELECT", None, Cause())) == kind


def test_damage_that_was_met_during_a_check_is_not_resolved_by_it() -> None:
    times = iter(range(100))
    damage = Damage(lambda: float(next(times)))
    began = damage.now()
    damage.note("moves", "malformed")
    damage.checked(began)
    assert damage
    damage.checked(damage.now())
    assert not damage


async def test_the_health_check_tells_damage_and_games_go_on(tmp_path: Path) -> None:
    file = await sample(tmp_path)
    damage(file, "chat")
    async with running_server(tmp_path) as server:
        stranger = server.anonymous()
        response = await stranger.client.get("/healthz")
        assert (response.status_code, response.json()["status"]) == (503, "damaged")
        assert response.json()["parts"] == {"database": True, "bus": True, "books": False}
        assert "zashiki_damage 1.0" in (await stranger.client.get("/metrics")).text
        assert (await stranger.client.post("/api/v1/guest", json={"name": "Zoe"})).status_code == 201


async def test_a_file_that_is_replaced_under_the_server_is_told(tmp_path: Path) -> None:
    async with running_server(tmp_path) as server:
        stranger = server.anonymous()
        assert (await stranger.client.get("/healthz")).json()["status"] == "ok"
        (tmp_path / "copy").write_bytes((tmp_path / "zashiki.db").read_bytes())
        (tmp_path / "copy").replace(tmp_path / "zashiki.db")
        assert (await stranger.client.get("/healthz")).json()["status"] == "damaged"
        (tmp_path / "zashiki.db").unlink()
        assert (await stranger.client.get("/healthz")).json()["status"] == "damaged"
