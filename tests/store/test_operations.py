"""What operators do: each action does what it says and is in the audit log, or neither; on both databases."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, insert, select

from old_databases import BEGIN, DAY, KINDS, SampleDatabase, new_address, opened
from zashiki.store.audit import Audit, Operator
from zashiki.store.database import Database
from zashiki.store.devices import Devices
from zashiki.store.names import NameTaken
from zashiki.store.operations import COMMAND_LINE, Operations
from zashiki.store.people import OPERATOR, People, key_of
from zashiki.store.reports import MOST_ENTRIES, Reports
from zashiki.store.sanctions import Sanctions, network_hash
from zashiki.store.schema import chat, devices, passkeys, recovery_codes, seats, tables
from zashiki.store.tables import Tables

BOSS = Operator("p4", "Dora")


@pytest.fixture(params=KINDS)
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Database]:
    async with opened(new_address(request.param, tmp_path)) as database:
        sample = SampleDatabase(database)
        await sample.create()
        await sample.table("running", moves=5)
        await sample.say("running", "something rude")
        yield database


async def log(database: Database) -> list[tuple[str, str | None, str, str]]:
    return [(row.action, row.player, row.by_name, row.why) for row in await Audit(database).since(0)]


async def test_sanctions_hold_until_they_end_or_are_lifted(database: Database) -> None:
    operations, sanctions = Operations(database), Sanctions(database)

    async def holding(now: float) -> list[tuple[str, str | None, str | None, str]]:
        return [(one.kind, one.player, one.network, one.reason) for one in await sanctions.in_force(now)]

    await operations.mute(BOSS, BEGIN, "p1", BEGIN + 60, "be kind")
    await operations.ban(BOSS, BEGIN + 1, "p2", None, "cheated")
    await operations.ban_network(COMMAND_LINE, BEGIN + 2, "n" * 32, BEGIN + DAY, "floods")
    mute, ban = ("mute", "p1", None, "be kind"), ("ban", "p2", None, "cheated")
    network = ("ban", None, "n" * 32, "floods")
    assert await holding(BEGIN + 59) == [mute, ban, network]
    assert await holding(BEGIN + 60) == [ban, network], "what was for a while ends by itself"
    await operations.ban(BOSS, BEGIN + 70, "p2", BEGIN + 100, "a shorter one")
    assert await holding(BEGIN + 71) == [network, ("ban", "p2", None, "a shorter one")], "a new one replaces the old"
    assert await operations.lift(BOSS, BEGIN + 80, "ban", "a mistake", player="p2")
    assert not await operations.lift(BOSS, BEGIN + 81, "ban", "again", player="p2")
    assert await operations.lift(BOSS, BEGIN + 82, "ban", "moved", network="n" * 32)
    assert await holding(BEGIN + 90) == []
    assert await log(database) == [
        ("mute", "p1", "Dora", "be kind"),
        ("ban", "p2", "Dora", "cheated"),
        ("ban", None, "command line", "floods"),
        ("ban", "p2", "Dora", "a shorter one"),
        ("unban", "p2", "Dora", "a mistake"),
        ("unban", None, "Dora", "moved"),
    ]


async def test_a_warning_holds_until_its_person_has_read_it(database: Database) -> None:
    sanctions = Sanctions(database)
    warning = await Operations(database).warn(BOSS, BEGIN, "p1", "be kind")
    assert not await sanctions.acknowledge("p2", warning, BEGIN + 1), "nobody reads it for another"
    assert [one.id for one in await sanctions.in_force(BEGIN + 1e9)] == [warning]
    assert await sanctions.acknowledge("p1", warning, BEGIN + 2)
    assert not await sanctions.acknowledge("p1", warning, BEGIN + 3)
    assert await sanctions.in_force(BEGIN + 3) == []
    assert [(one.reason, one.ended_at) for one in await sanctions.of("p1")] == [("be kind", BEGIN + 2)]


async def test_an_action_that_cannot_be_logged_does_not_happen(database: Database) -> None:
    def broken(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "INTO audit" in statement:
            raise RuntimeError("the log is broken")

    event.listen(database.engine.sync_engine, "before_cursor_execute", broken)
    with pytest.raises(RuntimeError):
        await Operations(database).ban(BOSS, BEGIN, "p1", None, "cheated")
    event.remove(database.engine.sync_engine, "before_cursor_execute", broken)
    assert await Sanctions(database).in_force(BEGIN) == []


async def test_removed_chat_stays_only_in_the_log(database: Database) -> None:
    operations = Operations(database)
    assert await operations.remove_chat(BOSS, BEGIN, "running", 0, "rude")
    assert not await operations.remove_chat(BOSS, BEGIN, "running", 0, "rude"), "once is enough"
    assert not await operations.remove_chat(BOSS, BEGIN, "running", 7, "nothing there")
    async with database.reading() as connection:
        (line,) = await connection.execute(select(chat))
    assert (line.text, line.phrase, line.removed_at) == (None, None, BEGIN)
    (row,) = await Audit(database).page(player="p1")
    assert (row.table, row.details) == ("running", {"n": 0, "text": "something rude"})


async def test_a_new_name_replaces_the_old_one_everywhere(database: Database) -> None:
    people, operations = People(database), Operations(database)
    for player, name in (("p1", "Aki"), ("p2", "Misaki")):
        assert await people.name_account(player, name, BEGIN, password="x")
    with pytest.raises(NameTaken):
        await operations.rename(BOSS, BEGIN, "p1", "MISAKI", "an offence")
    assert await log(database) == []
    async with database.reading() as connection:
        before = await connection.scalar(select(tables.c.revision)) or 0
    assert await operations.rename(BOSS, BEGIN, "p1", "Koi", "an offence") == ["running"]
    found = await people.find("p1")
    assert found is not None
    assert (found.name, found.login) == ("Koi", "koi")
    async with database.reading() as connection:
        assert await connection.scalar(select(seats.c.name).where(seats.c.player == "p1")) == "Koi"
        assert await connection.scalar(select(chat.c.name)) == "Koi"
        assert await connection.scalar(select(tables.c.revision)) == before + 1, "every process reads it again"


async def test_a_password_that_is_reset_ends_every_session(database: Database) -> None:
    people = People(database)
    secrets = {kind: await people.new_session("p1", kind, "x", BEGIN, 60) for kind in ("cookie", "token", OPERATOR)}
    other = await people.new_session("p2", "cookie", "x", BEGIN, 60)
    for player in ("p1", "p2"):
        await Devices(database).remember("a shared browser", player, BEGIN)
        async with database.writing() as connection:
            passkey = {"id": player, "player": player, "label": "a key", "public_key": b"\0", "sign_count": 0}
            await connection.execute(insert(passkeys).values(**passkey, created_at=BEGIN))
            await connection.execute(insert(recovery_codes).values(key=f"code of {player}", player=player))
    await Operations(database).reset_password(BOSS, BEGIN, "p1", "hashed", "forgotten")
    for kind, secret in secrets.items():
        assert await people.by_secret(secret, kind, BEGIN) is None
    assert await people.by_secret(other, "cookie", BEGIN) is not None
    async with database.reading() as connection:
        for keys in (passkeys, recovery_codes, devices):
            kept = [row.player for row in await connection.execute(select(keys.c.player))]
            assert kept == ["p2"], f"{keys.name}: whoever had got in is out, and nobody else"
    found = await people.find("p1")
    assert found is not None
    assert found.password == "hashed"
    assert key_of("hashed") not in str(await Audit(database).since(0))


async def test_whoever_is_merged_stays_muted(database: Database) -> None:
    operations = Operations(database)
    await operations.mute(BOSS, BEGIN, "p1", None, "be kind")
    assert await operations.merge(BOSS, BEGIN, "p1", "p3", "the same person") == ["running"]
    (mute,) = await Sanctions(database).in_force(BEGIN)
    assert mute.player == "p3"
    assert await People(database).find("p1") is None
    found = await Tables(database).find("running")
    assert found is not None
    assert "p3" in [seat.player for seat in found[1]]


async def test_a_revoked_role_ends_its_sessions(database: Database) -> None:
    people, operations = People(database), Operations(database)
    await operations.set_role(COMMAND_LINE, BEGIN, "p4", OPERATOR, "trusted")
    assert await operations.operators() == [("p4", "Dora")]
    inside = await people.new_session("p4", OPERATOR, "x", BEGIN, 60)
    cookie = await people.new_session("p4", "cookie", "x", BEGIN, 60)
    assert len(await people.sessions("p4")) == 1, "it is not among those that the person manages"
    await operations.set_role(COMMAND_LINE, BEGIN, "p4", None, "no longer")
    assert await operations.operators() == []
    assert await people.by_secret(inside, OPERATOR, BEGIN) is None
    assert await people.by_secret(cookie, "cookie", BEGIN) is not None


async def test_a_repeated_report_is_added_to_the_open_one(database: Database) -> None:
    reports = Reports(database)
    about: dict[str, Any] = {"player": "p2", "name": "x", "table": "running"}
    first = await reports.add(BEGIN, "p1", "abuse", {"words": "0"}, **about)
    for number in range(1, MOST_ENTRIES + 5):
        assert await reports.add(BEGIN + number, "p1", "abuse", {"words": str(number)}, **about) == first
    other = await reports.add(BEGIN, "p3", "spam", {"words": "me too"}, **about)
    assert [(one.id, len(one.entries)) for one in await reports.list()] == sorted(
        [(first, MOST_ENTRIES), (other, 1)], key=lambda one: one[0]
    )
    assert await reports.close(first, BOSS, BEGIN, "warned")
    assert not await reports.close(first, BOSS, BEGIN, "warned")
    assert await reports.add(BEGIN, "p1", "abuse", {"words": "again"}, **about) != first
    assert await reports.count_open() == 2
    assert [one.id for one in await reports.list(closed=True, player="p2")] == [first]


async def test_networks_are_stored_as_hashes_that_differ_between_servers(database: Database, tmp_path: Path) -> None:
    key = await Sanctions(database).network_key()
    assert key == await Sanctions(database).network_key()
    assert network_hash(key, "192.0.2.1") != network_hash(key, "192.0.2.2")
    async with opened(f"sqlite:///{tmp_path}/other.db") as other:
        await other.migrate()
        assert network_hash(await Sanctions(other).network_key(), "192.0.2.1") != network_hash(key, "192.0.2.1")
