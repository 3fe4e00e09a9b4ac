"""What the processes of a cluster exchange: presence, chat, turns, changed lists."""

import asyncio
from collections import Counter
from pathlib import Path

from sqlalchemy import update

from table.harness import (
    BEGIN,
    PEOPLE,
    FakeCluster,
    RecordingListener,
    changed,
    fake_cluster,
    play,
    settings,
    sit,
    started,
    table_of,
)
from zashiki.store.rows import ChatRow
from zashiki.store.schema import seats, tables
from zashiki.table.cluster import COMPARE_EVERY, EXPIRES
from zashiki.table.presence import RemotePresence
from zashiki.table.room import Room

ANNA, BERT, CLEO = PEOPLE[:3]


async def everywhere(cluster: FakeCluster, room: Room) -> list[Room]:
    """The room in every process."""
    return [await rooms.get(room.id) for rooms in cluster.all_rooms]


def here(listener: RecordingListener) -> tuple[list[int], int]:
    """Who is connected, as this listener was last told."""
    table = listener.of("table")[-1]["table"]
    return [seat["seat"] for seat in table["seats"] if seat["here"]], table["spectators"]


# Who is where


async def test_presence_covers_all_processes(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=3) as cluster:
        rooms = await everywhere(cluster, await table_of(cluster.rooms, settings(), people=2))
        listeners = [RecordingListener(ANNA, 0), RecordingListener(BERT, 1), RecordingListener(None)]
        for room, listener in zip(rooms, listeners, strict=True):
            room.enter(listener)
            await cluster.settle()
        assert [here(listener) for listener in listeners] == [([0, 1], 1)] * 3
        assert [room.presence() for room in rooms] == [(frozenset({0, 1}), 1)] * 3
        # Somebody who was here already sits down.
        watching = RecordingListener(CLEO)
        rooms[2].enter(watching)
        await cluster.settle()
        assert [here(listener) for listener in listeners] == [([0, 1], 2)] * 3
        await sit(rooms[0], CLEO, 2)
        await cluster.settle()
        assert [here(listener) for listener in listeners] == [([0, 1, 2], 1)] * 3
        # A second connection of the same person makes no difference, until both are gone.
        again = RecordingListener(BERT, 1)
        rooms[0].enter(again)
        rooms[1].exit(listeners[1])
        await cluster.settle()
        assert here(listeners[0]) == ([0, 1, 2], 1)
        rooms[0].exit(again)
        await cluster.settle()
        assert here(listeners[2]) == ([0, 2], 1)


async def test_presence_is_known_for_tables_that_are_loaded_later(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        room = await table_of(cluster.rooms, settings(), people=1)
        room.enter(RecordingListener(ANNA, 0))
        await cluster.settle()
        other = await cluster.all_rooms[1].get(room.id)
        assert other.presence() == (frozenset({0}), 0)


async def test_a_new_process_asks_for_presence(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        late = cluster.channels[1]
        receive, late.receive = late.receive, None
        room = await table_of(cluster.rooms, settings(), people=1)
        room.enter(RecordingListener(ANNA, 0))
        await cluster.settle()
        late.receive = receive
        await late.publish({"kind": "who"})
        await cluster.settle()
        assert (await cluster.all_rooms[1].get(room.id)).presence() == (frozenset({0}), 0)


async def test_presence_ends_when_a_process_stops(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        rooms = await everywhere(cluster, await table_of(cluster.rooms, settings(), people=2))
        listener = RecordingListener(ANNA, 0)
        rooms[0].enter(listener)
        rooms[1].enter(RecordingListener(BERT, 1))
        await cluster.settle()
        assert here(listener) == ([0, 1], 0)
        await cluster.services[1].close()
        await cluster.settle()
        assert here(listener) == ([0], 0)


async def test_presence_of_a_killed_process_expires(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        rooms = await everywhere(cluster, await table_of(cluster.rooms, settings(), people=2))
        listener = RecordingListener(ANNA, 0)
        rooms[0].enter(listener)
        rooms[1].enter(RecordingListener(BERT, 1))
        await cluster.settle()
        for _ in range(3):
            cluster.clock.advance(COMPARE_EVERY)
            await cluster.services[1].cluster.compare_revisions()
            await cluster.settle()
        assert here(listener) == ([0, 1], 0)
        cluster.clock.advance(EXPIRES + 0.1)
        await cluster.services[0].cluster.compare_revisions()
        assert here(listener) == ([0], 0)
        # It was only asleep.
        await cluster.services[1].cluster.compare_revisions()
        await cluster.settle()
        assert here(listener) == ([0, 1], 0)


def test_remote_presence_is_kept_per_process() -> None:
    remote = RemotePresence()
    assert [remote.heartbeat("a", 1.0), remote.heartbeat("b", 2.0), remote.heartbeat("a", 3.0)] == [True, True, False]
    remote.report("a", "table", Counter({"anna": 2}))
    remote.report("b", "table", Counter({"anna": 1, "": 3}))
    assert remote.at("table") == {"anna": 3, "": 3}
    assert remote.at("another") == {}
    assert remote.expired(2.5) == ["b"]
    assert remote.remove("b") == ["table"]
    assert remote.at("table") == {"anna": 2}
    remote.report("a", "table", Counter())
    assert remote.at("table") == {}
    assert remote.remove("a") == []


# What was said


class Muting(RecordingListener):
    """A listener who has muted one of the others."""

    def mutes(self, player: str | None) -> bool:
        return player == BERT


async def test_chat_is_sent_once_in_every_process(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        rooms = await everywhere(cluster, await table_of(cluster.rooms, settings(), people=2))
        listeners = [RecordingListener(ANNA, 0), RecordingListener(BERT, 1), Muting(CLEO)]
        for number, listener in enumerate(listeners):
            rooms[number % 2].enter(listener)

        async def say(number: int) -> None:
            name = (ANNA, BERT)[number % 2]
            row = ChatRow(0, name, name, number % 2, None, f"line {number}", BEGIN)
            await rooms[number % 2].say(row)

        await asyncio.gather(*(say(number) for number in range(10)))
        await cluster.settle()
        for listener in listeners[:2]:
            assert sorted(message["chat"]["text"] for message in listener.of("said")) == [
                f"line {n}" for n in range(10)
            ]
            assert sorted(message["chat"]["n"] for message in listener.of("said")) == list(range(10))
        assert {message["chat"]["player"] for message in listeners[2].of("said")} == {ANNA}


# Whose turn it is, and what lists show


async def test_turn_notices_reach_every_process_and_are_local_in_one(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        notices = [notifier.turns for notifier in cluster.notifiers]
        room = await started(cluster.rooms, settings("hijun"))
        await cluster.settle()
        for noted, local in zip(notices, (True, False), strict=True):
            assert {(notice.player, notice.seat) for notice in noted} == {(PEOPLE[n], n) for n in range(4)}
            assert {notice.local for notice in noted} == {local}
            assert {notice.connected for notice in noted} == {False}
            noted.clear()
        room.enter(RecordingListener(ANNA, 0))
        await play(room, 0)  # the first of two discards: asked again
        await cluster.settle()
        assert [(notice.seat, notice.connected) for notice in notices[1]] == [(0, True)]
        notices[0].clear()
        await changed(room, lambda state: state.leave(BERT, cluster.clock()))
        await cluster.take_turn(room.state.bots_due()[0])
        assert notices[0] == []  # nobody is told of a bot's turn


async def test_list_changes_go_to_those_whose_lists_show_the_table(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        changes = [notifier.lists for notifier in cluster.notifiers]
        listed = await table_of(cluster.rooms, settings(access="open"))
        private = await table_of(cluster.rooms, settings())
        await cluster.settle()
        for noted in changes:
            assert (listed.id, None) in noted
            assert (listed.id, [ANNA]) not in noted
            assert noted[-1] == (private.id, [ANNA, BERT, CLEO])
        # Whoever has left is told, too; a move changes no list.
        await changed(private, lambda state: state.leave(BERT, cluster.clock()))
        await cluster.settle()
        assert [noted[-1] for noted in changes] == [(private.id, [ANNA, BERT, CLEO])] * 2
        await changed(listed, lambda state: state.start(ANNA, cluster.clock()))
        await cluster.settle()
        for noted in changes:
            noted.clear()
        for _ in range(4):
            await play(listed, listed.state.waiting()[0])
        await cluster.settle()
        assert changes == [[], []]


async def test_a_rematch_is_announced_at_the_old_table(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        old = await everywhere(cluster, await table_of(cluster.rooms, settings()))
        listeners = [RecordingListener(ANNA, 0), RecordingListener(BERT, 1)]
        for room, listener in zip(old, listeners, strict=True):
            room.enter(listener)
        fresh = await cluster.rooms.create(settings(), ANNA, rematch_of=old[0].id)
        await cluster.settle()
        assert [listener.of("table")[-1]["table"]["rematch"] for listener in listeners] == [fresh.id] * 2
        assert fresh.state.rematch_of == old[0].id


async def test_a_direct_change_of_the_database_is_read(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        rooms = await everywhere(cluster, await table_of(cluster.rooms, settings()))
        async with cluster.databases[0].writing() as connection:
            await connection.execute(update(seats).where(seats.c.player == BERT).values(player=None))
            await connection.execute(update(tables).values(revision=tables.c.revision + 1))
        await cluster.service.tables_rewritten([rooms[0].id])
        await cluster.settle()
        for room in rooms:
            assert room.state.seats_of(BERT) == ()
            assert room.state.seats[1].name == BERT
