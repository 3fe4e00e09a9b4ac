"""Retention: what goes when, and what never goes; on both databases, with a clock of its own."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from old_databases import BEGIN, DAY, KINDS, SampleDatabase, new_address, opened
from zashiki.store.audit import Audit
from zashiki.store.database import Database
from zashiki.store.operations import COMMAND_LINE, Operations
from zashiki.store.people import GONE, People
from zashiki.store.reports import Reports
from zashiki.store.retention import PRUNING, SLICE, Policy, Retention
from zashiki.store.schema import audit, chat, moves, players, results, sanctions, seats, sessions, tables
from zashiki.store.tables import Tables
from zashiki.table.persistence import record_of_rows

POLICY = Policy(
    unused_guests=7 * DAY,
    inactive_guests=180 * DAY,
    closed_tables=7 * DAY,
    chat=365 * DAY,
    removed_chat=30 * DAY,
    reports=180 * DAY,
    audit=730 * DAY,
)
NEVER = Policy(**dict.fromkeys(vars(POLICY)))


class Clock:
    """Turned by the test."""

    def __init__(self) -> None:
        self.at = float(BEGIN)

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=KINDS)
async def sample(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[SampleDatabase]:
    """A finished game, a running one, one that never began; an account and three guests who play."""
    async with opened(new_address(request.param, tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        await People(database).change("p1", login="aki", password="x")
        await sample.table("over", seats=2)
        await sample.table("running", seats=3, moves=5)
        await sample.say("over", "well played")
        await sample.say("running", "hello")
        yield sample


async def prune(database: Database, clock: Clock, policy: Policy = POLICY) -> dict[str, int]:
    """Everything that is old enough; it is what was counted before."""
    retention = Retention(database, policy, clock)
    expected = await retention.count()
    done = dict.fromkeys(retention.kinds, 0)
    for kind in retention.kinds:
        while slice_ := (await retention.prune(kind)).count:
            done[kind] += slice_
    assert done == expected
    assert not any((await retention.count()).values())
    return {kind: number for kind, number in done.items() if number}


async def ids(database: Database, column: Any) -> list[Any]:
    async with database.reading() as connection:
        return sorted(row[0] for row in await connection.execute(select(column)))


async def guest(database: Database, player: str, seen_at: float) -> None:
    async with database.writing() as connection:
        row = {"id": player, "name": player, "preferences": {}, "created_at": seen_at, "seen_at": seen_at}
        await connection.execute(insert(players).values(row))


async def test_nothing_goes_before_its_time(sample: SampleDatabase, clock: Clock) -> None:
    before = await sample.everything()
    await guest(sample.database, "fresh", BEGIN + DAY)
    clock.at = BEGIN + 7 * DAY + 1
    assert await prune(sample.database, clock) == {"unused guests": 1}, "p4 sits nowhere"
    assert "fresh" in await ids(sample.database, players.c.id)
    clock.at = BEGIN + 10_000 * DAY
    assert await prune(sample.database, clock, NEVER) == {}
    assert (await sample.everything())["moves"] == before["moves"]


async def test_guests_who_have_never_played_go_after_a_week(sample: SampleDatabase, clock: Clock) -> None:
    database = sample.database
    await People(database).change("p4", login="dora", password="x")
    for number in range(SLICE + 20):
        await guest(database, f"g{number}", BEGIN)
    await People(database).new_session("g1", "cookie", "x", BEGIN, 90 * DAY)
    await guest(database, "later", BEGIN + 3 * DAY)
    clock.at = BEGIN + 8 * DAY
    retention = Retention(database, POLICY, clock)
    assert (await retention.prune("unused guests")).count == SLICE, "a transaction is short"
    assert await prune(database, clock) == {"unused guests": 20}
    assert await ids(database, players.c.id) == ["later", "p1", "p2", "p3", "p4"]
    assert await ids(database, sessions.c.player) == ["p1"]


async def test_guests_who_are_banned_or_muted_stay(sample: SampleDatabase, clock: Clock) -> None:
    database = sample.database
    for player in ("bad", "worse"):
        await guest(database, player, BEGIN)
    await Operations(database).ban(COMMAND_LINE, BEGIN, "worse", None, "Spam.")
    await Operations(database).mute(COMMAND_LINE, BEGIN, "bad", BEGIN + 20 * DAY, "Spam.")
    clock.at = BEGIN + 10 * DAY
    await prune(database, clock)
    assert {"bad", "worse"} <= set(await ids(database, players.c.id))
    clock.at = BEGIN + 21 * DAY
    await prune(database, clock)
    assert {"bad", "worse"} & set(await ids(database, players.c.id)) == {"worse"}


async def test_a_played_game_outlives_its_guests(sample: SampleDatabase, clock: Clock) -> None:
    database = sample.database
    found = await Tables(database).find("over")
    assert found is not None
    record = record_of_rows(*found)
    before = await sample.everything()
    async with database.writing() as connection:
        await connection.execute(update(tables).where(tables.c.id == "over").values(host="p2"))
        await connection.execute(update(tables).where(tables.c.id == "running").values(status="over", ended_at=BEGIN))
    clock.at = BEGIN + 400 * DAY
    assert (await prune(database, clock))["inactive guests"] == 2
    after = await sample.everything()
    assert after["moves"] == before["moves"]
    assert len(after["results"]) == len(before["results"])
    again = await Tables(database).find("over")
    assert again is not None
    assert record_of_rows(*again).data["moves"] == record.data["moves"]
    assert record_of_rows(*again).data["fair"] == record.data["fair"]


async def test_nothing_is_deleted_at_a_running_table(sample: SampleDatabase, clock: Clock) -> None:
    database = sample.database
    clock.at = BEGIN + 5_000 * DAY
    await prune(database, clock)
    found = await Tables(database).find("running")
    assert found is not None
    row, seat_rows, move_rows = found
    assert (row.status, row.ply, len(move_rows)) == ("running", row.ply, row.ply)
    assert [seat.player for seat in seat_rows] == ["p1", "p2", "p3"]
    async with database.reading() as connection:
        assert await connection.scalar(select(func.count()).select_from(chat).where(chat.c.table == "running")) == 1


async def test_a_guest_who_is_inactive_is_anonymised(sample: SampleDatabase, clock: Clock) -> None:
    database = sample.database
    async with database.writing() as connection:
        await connection.execute(update(tables).where(tables.c.id == "running").values(status="over", ended_at=BEGIN))
    clock.at = BEGIN + 179 * DAY
    assert "inactive guests" not in await prune(database, clock)
    clock.at = BEGIN + 181 * DAY
    assert (await prune(database, clock))["inactive guests"] == 2
    assert await ids(database, players.c.id) == ["p1"], "accounts stay"
    async with database.reading() as connection:
        names = (await connection.execute(select(seats.c.name).where(seats.c.table == "running"))).scalars().all()
    assert sorted(name or "" for name in names) == sorted(["Aki", GONE, GONE])
    assert len(await ids(database, results.c.seat)) == 2


async def test_tables_that_never_began_go_and_free_their_rematch(sample: SampleDatabase, clock: Clock) -> None:
    database = sample.database
    running = await Tables(database).find("running")
    assert running is not None
    row = running[0]
    for table, status in (("closed", "closed"), ("open", "open")):
        about: dict[str, Any] = {"ply": 0, "started_at": None, "rematch": None, "rematch_of": None, "changed_at": BEGIN}
        await Tables(database).create(replace(row, id=table, status=status, **about), running[1][:1])
    async with database.writing() as connection:
        await connection.execute(update(tables).where(tables.c.id == "over").values(rematch="closed"))
        await connection.execute(update(tables).where(tables.c.id == "running").values(changed_at=BEGIN))
        before = await connection.scalar(select(tables.c.revision).where(tables.c.id == "over")) or 0
    clock.at = BEGIN + 8 * DAY
    retention = Retention(database, POLICY, clock)
    pruned = await retention.prune("closed tables")
    assert (pruned.count, pruned.tables) == (1, ("over",))
    assert await ids(database, tables.c.id) == ["open", "over", "running"]
    found = await Tables(database).find("over")
    assert found is not None
    assert (found[0].rematch, found[0].revision) == (None, before + 1)


async def test_chat_goes_a_year_after_the_game(sample: SampleDatabase, clock: Clock) -> None:
    clock.at = BEGIN + 364 * DAY
    assert "tables with old chat" not in await prune(sample.database, clock)
    clock.at = BEGIN + 367 * DAY
    assert (await prune(sample.database, clock))["tables with old chat"] == 1
    assert set(await ids(sample.database, chat.c.table)) == {"running"}


async def test_what_operators_keep_goes_too(sample: SampleDatabase, clock: Clock) -> None:
    database = sample.database
    operations, reports = Operations(database), Reports(database)
    about: dict[str, Any] = {"player": "p2", "name": "x"}
    closed = await reports.add(BEGIN, "p1", "spam", {}, **about, table="over")
    await reports.add(BEGIN, "p1", "spam", {}, **about, table="running")
    await reports.close(closed, COMMAND_LINE, BEGIN, "done")
    await operations.remove_chat(COMMAND_LINE, BEGIN, "over", 0, "rude")
    await operations.mute(COMMAND_LINE, BEGIN, "p1", BEGIN + DAY, "x")
    await operations.ban(COMMAND_LINE, BEGIN, "p2", None, "x")
    clock.at = BEGIN + 31 * DAY
    assert (await prune(database, clock))["texts of removed chat"] == 1
    (removed,) = [row for row in await Audit(database).since(0) if row.action == "remove-chat"]
    assert removed.details == {"n": 0}
    clock.at = BEGIN + 181 * DAY
    assert (await prune(database, clock))["old reports"] == 1
    assert await reports.count_open() == 1, "an open one stays"
    last = await Audit(database).last()
    clock.at = BEGIN + 732 * DAY
    done = await prune(database, clock)
    assert (done["old audit rows"], done["ended sanctions"]) == (3, 1)
    assert await ids(database, audit.c.id) == [last], "the numbers go on"
    assert await ids(database, sanctions.c.kind) == ["ban"]


async def test_expired_sessions_go(sample: SampleDatabase, clock: Clock) -> None:
    people = People(sample.database)
    for kind in ("cookie", "token"):
        await people.new_session("p2", kind, "x", BEGIN, DAY)
    clock.at = BEGIN + 2 * DAY
    assert await prune(sample.database, clock) == {"expired sessions": 2}
    assert await ids(sample.database, sessions.c.player) == ["p1"]


async def test_one_process_prunes_at_a_time(tmp_path: Path, clock: Clock) -> None:
    async with opened(new_address("postgresql", tmp_path)) as database:
        await SampleDatabase(database).create()
        clock.at = BEGIN + 8 * DAY
        retention = Retention(database, POLICY, clock)
        async with database.writing() as connection:
            await connection.execute(select(func.pg_advisory_xact_lock(PRUNING)))
            assert (await retention.prune("unused guests")).count == 0
        both = await asyncio.gather(*(Retention(database, POLICY, clock).prune("unused guests") for _ in range(2)))
        assert sum(one.count for one in both) == 4
        assert await ids(database, moves.c.ply) == []
