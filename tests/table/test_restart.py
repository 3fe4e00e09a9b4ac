"""A restart with many running tables: which are taken up first, and that all are. Counted in turns, not in seconds."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from table.harness import (
    PEOPLE,
    STRANGER,
    FakeCluster,
    RecordingListener,
    changed,
    fake_cluster,
    play,
    settings,
    started,
    timed,
)
from table.test_fair_queue import GatedPool
from zashiki.table import rooms as rooms_module
from zashiki.table.bot_pool import BotPool
from zashiki.table.bot_turn import BotTurn
from zashiki.table.bot_turns import LocalBotTurns
from zashiki.table.room import Room
from zashiki.table.rooms import IDLE, JUST_USED
from zashiki.table.stand_ins import BOT_PATIENCE, UNWATCHED_PATIENCE
from zashiki.table.state import TableState

TABLES = 12


async def waiting_for_a_bot(cluster: FakeCluster, host: str) -> str:
    """A running table of a person, where it is a bot's turn."""
    room = await cluster.rooms.create(settings(), host)
    await changed(room, lambda state: state.sit(host, host, 0, None))
    await changed(room, lambda state: state.start(host, cluster.clock(), 1))
    while room.state.waiting() == (0,):
        await play(room, 0)
    return room.id


async def bots_alone(cluster: FakeCluster, host: str) -> str:
    room = await cluster.rooms.create(settings(), host)
    await changed(room, lambda state: state.start(host, cluster.clock(), 1))
    return room.id


async def test_all_are_taken_up_first_those_where_people_wait(tmp_path: Path) -> None:
    """Tables of bots alone were created first; one of the people comes back while it all begins."""
    async with fake_cluster(tmp_path) as cluster:
        alone = [await bots_alone(cluster, PEOPLE[number % 3]) for number in range(TABLES)]
        seated = [await waiting_for_a_bot(cluster, PEOPLE[number % 3]) for number in range(TABLES)]
        back = await waiting_for_a_bot(cluster, STRANGER)
    pool = GatedPool()
    thinks = cast(BotPool, pool)
    async with fake_cluster(tmp_path, bot_turns=LocalBotTurns(thinks), chooser=thinks) as cluster:
        taken: list[str] = []

        async def take_turn(turn: BotTurn, thought: Callable[[], None]) -> None:
            taken.append(turn.table)
            await cluster.service.bot_player.take_turn(turn, thought)

        cluster.service.bot_turns.open(take_turn)
        await cluster.service.deadlines.ask_waiting_bots()
        assert cluster.service.bot_turns.waiting == 2 * TABLES + 1
        assert cluster.rooms.loaded() == [], "waiting for a turn loads no table"
        room = await cluster.rooms.get(back)
        room.enter(RecordingListener(STRANGER, 0))
        while len({*taken}) < 2 * TABLES + 1:
            await pool.next()
        first = list(dict.fromkeys(taken))
        assert {*first} == {back, *seated, *alone}
        assert back in first[:2]  # one had begun before
        assert {*first[: TABLES + 1]} == {back, *seated}


async def test_a_bot_is_asked_again_without_loading_its_table(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        mine, others = await waiting_for_a_bot(cluster, PEOPLE[0]), await bots_alone(cluster, PEOPLE[1])
        due = {turn.key for turn in cluster.bot_turns.asked if turn.table in (mine, others)}
    async with fake_cluster(tmp_path) as cluster:
        cluster.clock.advance(BOT_PATIENCE)
        await cluster.service.deadlines.check()
        assert [turn.table for turn in cluster.bot_turns.asked] == [mine]
        await cluster.service.deadlines.check()  # not at every look
        assert len(cluster.bot_turns.asked) == 1
        for _ in range(20):  # the server is running meanwhile
            cluster.clock.advance((UNWATCHED_PATIENCE - BOT_PATIENCE) / 20)
            await cluster.service.timekeeping.heartbeat()
        await cluster.service.deadlines.check()
        assert {turn.key for turn in cluster.bot_turns.asked} <= due
        assert {turn.table for turn in cluster.bot_turns.asked} == {mine, others}
        assert cluster.rooms.loaded() == []
        await cluster.bots_play()
        assert (await cluster.rooms.get(others)).state.status == "over"


async def test_a_person_whose_time_is_up_beside_a_bot_is_replaced(tmp_path: Path) -> None:
    """A seat of each decides at the same time: the bot is asked again, and the person is not forgotten."""
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings("hijun", clock=timed(30, 0)), people=2, fill=1)
        assert {room.state.bot_level(seat) is None for seat in room.state.waiting()} == {True, False}
        cluster.bot_turns.asked.clear()
        cluster.clock.advance(30)
        await cluster.service.deadlines.check()
        assert all(room.state.bot_level(seat) is not None for seat in room.state.waiting())
        assert {turn.seat for turn in cluster.bot_turns.asked} == set(room.state.waiting())


async def test_idle_tables_are_evicted_when_many_are_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "MOST_IDLE", 4)
    async with fake_cluster(tmp_path) as cluster:
        tables = [await bots_alone(cluster, PEOPLE[0]) for _ in range(20)]
    async with fake_cluster(tmp_path) as cluster:
        watched = await cluster.rooms.get(tables[0])
        watched.enter(RecordingListener(None))
        loaded: list[Room] = []
        for table in tables[1:]:
            cluster.clock.advance(JUST_USED / 2)
            loaded.append(await cluster.rooms.get(table))
            assert len(cluster.rooms.loaded()) <= 8
        assert cluster.rooms.find_loaded(watched.id) is watched
        assert cluster.rooms.find_loaded(tables[-1]) is loaded[-1]
        assert JUST_USED < IDLE
        # Whoever comes later finds it as it was.
        state: TableState = (await cluster.rooms.get(tables[1])).state
        assert state.bots_due() == loaded[0].state.bots_due()
