"""When things go wrong: the disk is full, a connection ends in the middle, another process was faster."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, update

from table.harness import (
    BEGIN,
    PEOPLE,
    FakeCluster,
    RecordingListener,
    changed,
    fake_cluster,
    play,
    settings,
    started,
    table_of,
)
from zashiki.store.database import Unavailable
from zashiki.store.schema import tables
from zashiki.table.refusals import Refused
from zashiki.table.room import Listener, Room
from zashiki.table.state import TableState

LIMITS = {"full": "max_page_count=1", "read-only": "query_only=ON"}
NO_LIMIT = ("max_page_count=1073741823", "query_only=OFF")


def limited(cluster: FakeCluster) -> list[str]:
    """Pragmas that hold for every connection from now on, as long as they are in the list."""
    pragmas: list[str] = []

    @event.listens_for(cluster.databases[0].writer, "checkout")
    @event.listens_for(cluster.databases[0].engine.sync_engine, "checkout")
    def taken(connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas or NO_LIMIT:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return pragmas


@pytest.mark.parametrize("trouble", LIMITS)
async def test_a_move_that_cannot_be_committed_changes_nothing(trouble: str, tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        pragmas = limited(cluster)
        room = await started(cluster.rooms, settings("sakura", options={"rounds": 12}))
        listeners = [RecordingListener(PEOPLE[seat], seat) for seat in range(2)]
        for listener in listeners:
            room.enter(listener)
        pragmas.append(LIMITS[trouble])
        refusal: Refused | None = None
        while refusal is None:
            before, counts = room.state, [len(listener.received) for listener in listeners]
            (seat,) = before.waiting()
            try:
                await play(room, seat, f"key{before.ply}")
            except Refused as refused:
                refusal = refused
        assert refusal.data() == Refused("storage").data()
        assert room.state is before
        assert [len(listener.received) for listener in listeners] == counts
        assert len(await cluster.stored_moves(room.id)) == before.ply
        pragmas.clear()
        after = await play(room, seat, f"key{before.ply}")
        assert after.keys[seat, f"key{before.ply}"] == before.ply
        assert [row.key for row in await cluster.stored_moves(room.id)].count(f"key{before.ply}") == 1


async def test_no_new_table_in_a_read_only_database(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        pragmas = limited(cluster)
        pragmas.append("query_only=ON")
        with pytest.raises(Refused) as refusal:
            await cluster.rooms.create(settings(), PEOPLE[0])
        assert refusal.value.code == "storage"
        assert cluster.rooms.loaded() == []


class Gone:
    """A transaction with a database that does not answer."""

    async def __aenter__(self) -> None:
        raise Unavailable("gone")

    async def __aexit__(self, *_: object) -> None:
        pass


async def test_a_database_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        room = await started(cluster.rooms, settings())
        (seat,) = room.state.waiting()
        with monkeypatch.context() as patch:
            patch.setattr(cluster.databases[0], "reading", Gone)
            with pytest.raises(Refused) as refusal:
                await cluster.rooms.get("another")
            assert refusal.value.code == "storage"
            # Refused by what is known here; whether others know more, nobody can say.
            with pytest.raises(Refused) as refusal:
                await room.change(lambda state: state.play(seat, 0, state.ply + 9, None, BEGIN))
            assert refusal.value.code == "storage"
        await play(room, seat)


# Connections that end


async def slow(cluster: FakeCluster, room: Room, work: Any) -> None:
    """Begin a change, and go away before it is written."""
    begun, go_on = asyncio.Event(), asyncio.Event()
    write = cluster.service.context.ledger.write

    async def slowly(change: Any, *_: object) -> None:
        begun.set()
        await go_on.wait()
        await write(change)

    cluster.service.context.ledger.write = slowly  # type: ignore[method-assign, assignment]
    task = asyncio.create_task(work)
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    cluster.service.context.ledger.write = write  # type: ignore[method-assign]
    go_on.set()


async def test_a_move_completes_after_its_sender_disconnects(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(), people=1)
        while room.state.waiting() != (0,):
            await cluster.bots_play()
        cluster.bot_turns.asked.clear()
        watcher = RecordingListener(None)
        room.enter(watcher)
        before = room.state.ply
        await slow(cluster, room, play(room, 0, "key"))
        # The next change waits for it, and so do we.
        assert await room.change(lambda state: state.play(0, 0, 0, "key", BEGIN)) == before
        assert len(watcher.of("update")) == 1
        assert cluster.bot_turns.asked == room.state.bots_due()


async def test_changes_in_progress_complete_before_shutdown(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings())
        table, before, (seat,) = room.id, room.state.ply, room.state.waiting()
        await slow(cluster, room, play(room, seat, "key"))
    async with fake_cluster(tmp_path) as cluster:
        assert (await cluster.rooms.get(table)).state.keys[seat, "key"] == before


class Broken(Listener):
    """A connection that fails, and one that goes away while it listens."""

    player = None
    seat = None

    def __init__(self, room: Room | None = None) -> None:
        self.room = room

    def send(self, text: str) -> None:
        if self.room is None:
            raise RuntimeError("deaf")
        self.room.exit(self)


async def test_a_failing_listener_does_not_stop_the_others(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings())
        listeners = [RecordingListener(name) for name in PEOPLE]
        for listener in (*listeners[:3], Broken(), Broken(room), *listeners[3:]):
            room.enter(listener)
        (seat,) = room.state.waiting()
        await play(room, seat)
        assert [len(listener.of("update")) for listener in listeners] == [1] * len(listeners)


# Other processes


async def test_a_move_in_another_process_can_be_answered_here_at_once(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        for channel in cluster.channels:
            channel.receive = None  # no news arrives
        here = await started(cluster.rooms, settings())
        there = await cluster.all_rooms[1].get(here.id)

        async def answer(room: Room, seat: int, action: int, version: int) -> TableState | int:
            return await room.change(lambda now: now.play(seat, action, version, f"key{version}", BEGIN))

        for _ in range(6):
            here, there = there, here
            (seat,) = there.state.waiting()
            await play(there, seat, f"key{there.state.ply}")
            assert here.state.ply < there.state.ply
            (seat,) = there.state.waiting()
            assert there.state.match is not None
            action, version = there.state.match.legal(seat)[0], there.state.ply
            after = await answer(here, seat, action, version)
            assert isinstance(after, TableState)
            assert after.keys[seat, f"key{version}"] == version
            # And a message that was answered here is known there.
            assert await answer(there, seat, 0, version) == version


async def test_lost_news_is_made_up_for(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        room = await started(cluster.rooms, settings())
        there = await cluster.all_rooms[1].get(room.id)
        listener = RecordingListener(None)
        there.enter(listener)
        receive, cluster.channels[1].receive = cluster.channels[1].receive, None
        (seat,) = room.state.waiting()
        await play(room, seat)
        await cluster.services[1].cluster.compare_revisions()
        assert there.state.ply == room.state.ply
        assert len(listener.of("update")) == 1
        cluster.channels[1].receive = receive


async def test_endless_conflicts_are_refused_as_busy(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings())
        read = cluster.tables.find

        async def find(table: str, since: int = 0) -> Any:
            found = await read(table, since)
            async with cluster.databases[0].writing() as connection:
                await connection.execute(update(tables).values(revision=tables.c.revision + 1))
            return found

        cluster.tables.find = find  # type: ignore[method-assign]
        await find(room.id)
        (seat,) = room.state.waiting()
        with pytest.raises(Refused) as refusal:
            await play(room, seat)
        assert refusal.value.code == "busy"
        assert len(await cluster.stored_moves(room.id)) == room.state.ply


async def test_a_deleted_table(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await table_of(cluster.rooms, settings())
        listener = RecordingListener(PEOPLE[0], 0)
        room.enter(listener)
        async with cluster.databases[0].writing() as connection:
            await connection.execute(tables.delete())
        with pytest.raises(Refused) as refusal:
            await changed(room, lambda state: state.leave(PEOPLE[1], BEGIN))
        assert refusal.value.code == "no-such-table"
        assert listener.of("bye")[0]["code"] == "no-such-table"
        with pytest.raises(Refused):
            await cluster.rooms.get(room.id)


@pytest.mark.parametrize("address", ["", "nothing", "../etc", "a" * 33, "ä", "a b", "x\0"])
async def test_invalid_table_ids(address: str, tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        with pytest.raises(Refused) as refusal:
            await cluster.rooms.get(address)
        assert refusal.value.code == "no-such-table"
