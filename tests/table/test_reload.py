"""A reloaded table is unchanged, and one that cannot be loaded does not affect others."""

import random
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from support import record_of, seen_by
from table.harness import (
    PEOPLE,
    FakeCluster,
    RecordingListener,
    changed,
    fake_cluster,
    play,
    play_on,
    settings,
    started,
    table_of,
    timed,
)
from zashiki import registry
from zashiki.store.schema import moves, tables
from zashiki.table import serializers
from zashiki.table.deadlines import POSTPONED
from zashiki.table.refusals import Refused
from zashiki.table.rooms import IDLE
from zashiki.table.state import Change, TableState

GAMES = sorted(registry.games())


def same(one: TableState, other: TableState) -> None:
    """Check that two states are indistinguishable, now and later."""
    for field in fields(TableState):
        if field.name != "match":
            assert getattr(one, field.name) == getattr(other, field.name), field.name
    assert (one.match is None) == (other.match is None)
    if one.match is not None and other.match is not None:
        for seat in (None, *range(one.match.seats)):
            assert seen_by(one.match, seat) == seen_by(other.match, seat)
        assert one.match.record() == other.match.record()
        assert one.match.event_count == other.match.event_count
    assert serializers.table_data(one, PEOPLE[0]) == serializers.table_data(other, PEOPLE[0])


async def again(folder: Path, table: str, at: float) -> TableState:
    """The table as another process finds it."""
    async with fake_cluster(folder) as cluster:
        cluster.clock.at = at
        return (await cluster.rooms.get(table)).state


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_can_be_reloaded_at_any_ply(game: str, tmp_path: Path) -> None:
    choices = random.Random(game)
    async with fake_cluster(tmp_path) as cluster:
        room = await table_of(cluster.rooms, settings(game, clock=timed(30, 600)))
        same(room.state, await again(tmp_path, room.id, cluster.clock()))
        await changed(room, lambda state: state.sit(PEOPLE[0], "Anna Ä", 0, None))
        await changed(room, lambda state: state.start(PEOPLE[0], cluster.clock()))
        same(room.state, await again(tmp_path, room.id, cluster.clock()))
        while room.state.status == "running":
            cluster.clock.advance(choices.choice((0.5, 10, 40)))
            await play_on(room, choices.randint(1, 40), choices)
            same(room.state, await again(tmp_path, room.id, cluster.clock()))
        assert registry.verify(record_of(await again(tmp_path, room.id, cluster.clock()))) > 0


async def test_a_reloaded_game_continues_identically(tmp_path: Path) -> None:
    """Chance, too, does what it would have done."""
    choices = random.Random(3)
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings("sakura"))
        await play_on(room, 7, choices)
        fresh = await again(tmp_path, room.id, cluster.clock())
        assert fresh.match is not None
        while room.state.waiting():
            (seat,) = room.state.waiting()
            action = choices.choice(fresh.match.legal(seat))
            done = fresh.play(seat, action, fresh.ply, None, cluster.clock())
            assert isinstance(done, Change)
            fresh = done.after
            assert fresh.match is not None
            await play(room, seat, None, room.state.match.legal(seat).index(action))  # type: ignore[union-attr]
            assert fresh.match.history() == room.state.match.history()  # type: ignore[union-attr]
        assert fresh.status == room.state.status == "over"


async def test_stand_ins_and_bots_are_reloaded(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(stand_in=5), people=2, fill=2)
        await changed(room, lambda state: state.leave(PEOPLE[1], cluster.clock()))
        fresh = await again(tmp_path, room.id, cluster.clock())
        same(room.state, fresh)
        assert [fresh.bot_level(seat) for seat in range(3)] == [None, 5, 2]


async def test_bots_are_asked_again_after_a_restart(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(), people=0, fill=1)
        due = room.state.bots_due()
    async with fake_cluster(tmp_path) as cluster:
        await cluster.service.deadlines.ask_waiting_bots()
        assert cluster.bot_turns.asked == due
        await cluster.bots_play()
        assert (await cluster.rooms.get(room.id)).state.status == "over"


# Rules that are others now


async def spoil(cluster: FakeCluster, table: str, how: str) -> None:
    """Make the table one that does not fit the rules any more."""
    values: dict[str, Any] = {}
    if how == "version":
        values = {"rules": 0}
    elif how == "game":
        values = {"settings": {**settings().model_dump(mode="json"), "game": "go"}, "game": "go"}
    elif how == "option":
        values = {"settings": {**settings().model_dump(mode="json"), "options": {"dice": 2}}}
    async with cluster.databases[0].writing() as connection:
        if values:
            await connection.execute(update(tables).where(tables.c.id == table).values(values))
        elif how == "unknown move":
            await connection.execute(update(moves).where(moves.c.table == table, moves.c.ply == 3).values(move="jump"))
        else:
            await connection.execute(delete(moves).where(moves.c.table == table, moves.c.ply == 3))


HOW = ["version", "game", "option", "unknown move", "move missing"]


@pytest.mark.parametrize("how", HOW)
async def test_a_broken_table_does_not_affect_others(how: str, tmp_path: Path) -> None:
    clock = timed(30, 0)
    async with fake_cluster(tmp_path) as cluster:
        bad = await started(cluster.rooms, settings(clock=clock))
        good = await started(cluster.rooms, settings(clock=clock))
        hidden = [row.move for row in await cluster.stored_moves(bad.id)]
        await spoil(cluster, bad.id, how)
        rooms = [bad.id, good.id]
    async with fake_cluster(tmp_path) as cluster:
        cluster.clock.advance(30)
        await cluster.service.open()
        with pytest.raises(Refused) as refusal:
            await cluster.rooms.get(bad.id)
        assert refusal.value.code == "game-changed"
        text = str(refusal.value.data())
        assert bad.state.server_seed.hex() not in text
        assert not any(move in text for move in hidden)
        await cluster.service.deadlines.check()
        (seat,) = good.state.waiting()
        assert (await cluster.rooms.get(good.id)).state.seats[seat].stand_in
        # It is not tried at every look.
        assert bad.id not in await cluster.tables.due(cluster.clock() + POSTPONED - 1)
        assert bad.id in await cluster.tables.due(cluster.clock() + POSTPONED)
        listed = [serializers.listed_table(row, seats, None) for row, seats in await mine(cluster)]
        assert {data["id"] for data in listed} == set(rooms)


async def mine(cluster: FakeCluster) -> Any:
    return await cluster.tables.tables_of(PEOPLE[0], ["running"])


async def test_a_bug_at_one_table_does_not_affect_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with fake_cluster(tmp_path) as cluster:
        bad, good = [await started(cluster.rooms, settings(clock=timed(30, 0))) for _ in range(2)]
        monkeypatch.setattr(bad, "change", None)
        cluster.clock.advance(30)
        await cluster.service.deadlines.check()
        assert any(seat.stand_in for seat in good.state.seats)
        assert await cluster.tables.due(cluster.clock()) == []


async def test_lists_show_what_a_table_shows(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(access="open", clock=timed()), people=2, fill=1)
        await changed(room, lambda state: state.leave(PEOPLE[1], cluster.clock()))
        ((row, seats),) = await cluster.tables.open_tables()
        for player in (None, *PEOPLE):
            assert serializers.listed_table(row, seats, player) == serializers.table_data(room.state, player)
        closed = await table_of(cluster.rooms, settings(access="open"))
        await changed(closed, lambda state: state.close(PEOPLE[0]))
        secret = await table_of(cluster.rooms, settings())
        assert [row.id for row, _ in await cluster.tables.open_tables()] == [room.id]
        assert await cluster.tables.open_tables("hijun") == []
        assert await cluster.tables.count_open(PEOPLE[0]) == 2
        own = await cluster.tables.tables_of(PEOPLE[1], ["open", "running"])
        assert {row.id for row, _ in own} == {room.id, secret.id}


async def test_idle_tables_are_evicted(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        empty, visited = [await table_of(cluster.rooms, settings()) for _ in range(2)]
        visited.enter(RecordingListener(None))
        cluster.clock.advance(IDLE + 1)
        await cluster.rooms.evict_idle()
        assert cluster.rooms.loaded() == [visited]
        fresh = await cluster.rooms.get(empty.id)
        assert fresh is not empty
        same(fresh.state, empty.state)
        cluster.clock.advance(cluster.rooms.abandoned + 1)
        await cluster.rooms.evict_idle()
        assert (await cluster.rooms.get(empty.id)).state.status == "closed"
