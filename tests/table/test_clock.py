"""Time: seconds for a move with a reserve, days, several who think at once, and what happens when time is over."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    timed,
)
from zashiki.table import serializers
from zashiki.table.refusals import Refused
from zashiki.table.seats import SeatClock
from zashiki.table.settings import Clock
from zashiki.table.stand_ins import BOT_PATIENCE, overdue
from zashiki.table.state import Change, TableState, new_table_state
from zashiki.table.timekeeping import CLOSED_FOR

DAY = 86_400.0


def dealt(clock: Clock, game: str = "hagakure") -> TableState:
    chosen = settings(game, clock=clock)
    state = new_table_state("table", chosen, PEOPLE[0], bytes(32), BEGIN)
    for seat in range(chosen.seats):
        state = state.sit(PEOPLE[seat], PEOPLE[seat], seat, None).after
    return state.start(PEOPLE[0], BEGIN).after


def moved(state: TableState, seat: int, now: float, *, bot: bool = False) -> TableState:
    assert state.match is not None
    done = state.play(seat, state.match.legal(seat)[0], state.ply, None, now, bot=bot)
    assert isinstance(done, Change)
    return done.after


# Arithmetic


@given(st.lists(st.integers(0, 50), min_size=1, max_size=30))
def test_time_beyond_the_limit_is_taken_from_the_reserve(thinking: list[int]) -> None:
    state = dealt(timed(30, 60))
    left = dict.fromkeys(range(3), 60.0)
    now = BEGIN
    for seconds in thinking:
        if not state.waiting():
            break
        (seat,) = state.waiting()
        assert state.clocks[seat].deadline(state.settings.clock) == now + 30 + left[seat]
        assert state.deadline(now) == now + 30 + left[seat]
        assert overdue(state, now + 29.9 + left[seat]) == ()
        assert overdue(state, now + 30 + left[seat]) == (seat,)
        if seconds >= 30 + left[seat]:
            break
        now += seconds
        left[seat] = max(0.0, left[seat] - max(0.0, seconds - 30))
        state = moved(state, seat, now)
        for other in range(3):
            assert state.clocks[other].reserve == left[other]


def test_without_a_clock_nobody_is_late() -> None:
    state = dealt(Clock())
    assert state.deadline(BEGIN) is None
    assert state.time_out(BEGIN + 1000 * DAY) is None
    assert [clock["deadline"] for clock in serializers.clocks(state)] == [None, None, None]


def test_days() -> None:
    state = dealt(Clock(kind="days", days=3))
    (seat,) = state.waiting()
    assert state.deadline(BEGIN) == BEGIN + 3 * DAY
    assert state.clocks[seat].reserve == 0.0
    assert state.time_out(BEGIN + 3 * DAY - 1) is None
    later = moved(state, seat, BEGIN + 3 * DAY - 1)
    assert later.deadline(0) == BEGIN + 6 * DAY - 1
    assert later.clocks[seat] == SeatClock()


def test_simultaneous_decisions_have_separate_clocks() -> None:
    state = dealt(timed(30, 60), "hijun")
    seats = state.waiting()
    assert len(seats) == 4
    first, second, *others = seats
    state = moved(state, first, BEGIN + 10)
    assert state.clocks[first] == SeatClock(state.ply, BEGIN + 10, 60.0)  # its second discard
    for seat in (second, *others):
        assert state.clocks[seat] == SeatClock(state.ply - 1, BEGIN, 60.0)
    state = moved(state, second, BEGIN + 50)
    assert state.clocks[second].reserve == 40.0
    assert overdue(state, BEGIN + 90) == tuple(others)
    change = state.time_out(BEGIN + 90)
    assert change is not None
    assert [turn.seat for turn in change.after.bots_due()] == others
    assert [seat.stand_in for seat in change.after.seats] == [seat in others for seat in range(4)]


def test_a_view_from_before_other_seats_moves_is_not_stale() -> None:
    state = dealt(timed(), "hijun")
    version = state.ply
    for seat in state.waiting():
        assert state.match is not None
        done = state.play(seat, state.match.legal(seat)[0], version, None, BEGIN)
        assert isinstance(done, Change)
        state = done.after


# When time is over


def test_a_stand_in_moves_before_the_seat_is_taken_back() -> None:
    state = dealt(timed(30, 60))
    (seat,) = state.waiting()
    late = BEGIN + 90
    assert state.time_out(late - 0.1) is None
    change = state.time_out(late)
    assert change is not None
    state = change.after
    assert state.seats[seat].stand_in
    assert state.clocks[seat] == SeatClock(state.ply, late, 0.0)
    assert state.deadline(late) == late + BOT_PATIENCE
    assert serializers.clocks(state)[seat]["deadline"] is None
    assert state.time_out(late + 1000) is None
    with pytest.raises(Refused, match="about to make this move"):
        state.take_back(PEOPLE[seat], None, late + 1)
    state = moved(state, seat, late + 1, bot=True)
    state = state.take_back(PEOPLE[seat], None, late + 1).after
    assert not state.seats[seat].stand_in
    while state.waiting() != (seat,):
        state = moved(state, state.waiting()[0], late + 2)
    assert state.deadline(late) == late + 2 + 30


def test_leaving_and_returning_gains_no_time() -> None:
    state = dealt(timed(30, 60))
    (seat,) = state.waiting()
    left = state.leave(PEOPLE[seat], BEGIN + 50).after
    assert left.clocks[seat].reserve == 40.0
    with pytest.raises(Refused):
        left.take_back(PEOPLE[seat], None, BEGIN + 51)
    assert state.take_back(PEOPLE[seat], None, BEGIN + 51).after is state
    after = moved(left, seat, BEGIN + 500, bot=True)
    assert after.clocks[seat].reserve == 40.0  # the bot was slow, that is not the person's fault
    # A bot that never answers does not keep the seat.
    back = left.take_back(PEOPLE[seat], None, BEGIN + 50 + BOT_PATIENCE).after
    assert back.deadline(0) == BEGIN + 50 + BOT_PATIENCE + 30 + 40


async def test_checking_deadlines(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(clock=timed(30, 0)))
        other = await started(cluster.rooms, settings(clock=timed(60, 0)))
        (seat,) = room.state.waiting()
        listener = RecordingListener(PEOPLE[seat], seat)
        room.enter(listener)
        listener.received.clear()
        cluster.clock.advance(29.9)
        await cluster.service.deadlines.check()
        assert not room.state.seats[seat].stand_in
        cluster.clock.advance(0.1)
        await cluster.service.deadlines.check()
        assert room.state.seats[seat].stand_in
        assert not any(seat.stand_in for seat in other.state.seats)
        (news,) = listener.of("table")
        assert news["table"]["seats"][seat]["stand_in"]
        assert {turn.key for turn in cluster.bot_turns.asked} == {f"{room.id}:{room.state.ply}:{seat}"}
        ply = room.state.ply
        await cluster.bots_play()
        assert room.state.ply > ply
        rows = await cluster.stored_moves(room.id)
        assert [row.by for row in rows if row.seat >= 0] == ["bot"]


async def test_the_deadline_of_a_table_that_is_not_loaded(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(clock=timed(30, 0)))
        table, (seat,) = room.id, room.state.waiting()
    async with fake_cluster(tmp_path) as cluster:
        cluster.clock.advance(30)
        assert cluster.rooms.loaded() == []
        await cluster.service.deadlines.check()
        room = await cluster.rooms.get(table)
        assert room.state.seats[seat].stand_in


async def test_a_bot_that_does_not_answer_is_asked_again(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(), people=1, fill=1)
        while room.state.waiting() == (0,):
            await play(room, 0)
        (first,) = [turn for turn in cluster.bot_turns.asked if turn.seat == room.state.waiting()[0]]
        cluster.bot_turns.asked.clear()
        await cluster.service.deadlines.check()
        assert cluster.bot_turns.asked == []
        cluster.clock.advance(BOT_PATIENCE)
        await cluster.service.deadlines.check()
        assert cluster.bot_turns.asked == [first]
        cluster.bot_turns.asked.clear()
        await cluster.service.deadlines.check()  # not at every look
        assert cluster.bot_turns.asked == []


async def test_an_answer_after_the_seat_was_taken_back_is_dropped(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings())
        (seat,) = room.state.waiting()
        person = PEOPLE[seat]
        await changed(room, lambda state: state.leave(person, cluster.clock()))
        (turn,) = cluster.bot_turns.asked
        cluster.chooser.allowed = asyncio.Event()
        thinking = asyncio.create_task(cluster.take_turn(turn))
        await cluster.chooser.asked.wait()
        await changed(room, lambda state: state.take_back(person, None, cluster.clock()))
        before = room.state
        cluster.chooser.allowed.set()
        await thinking
        assert room.state is before
        assert (await play(room, seat)).ply > before.ply


# The server is down


async def closed_for(cluster: FakeCluster, seconds: float) -> None:
    """Nobody is there for a while, as when the process was ended, or its machine asleep."""
    await cluster.tables.alive(cluster.clock(), CLOSED_FOR)
    cluster.clock.advance(seconds)


async def test_clocks_stop_while_no_server_is_running(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(clock=timed(30, 0)))
        bots = await started(cluster.rooms, settings(), people=0, fill=1)
        table, (seat,) = room.id, room.state.waiting()
        cluster.clock.advance(20)
        await closed_for(cluster, 3600)
        opened_at = cluster.clock()
    async with fake_cluster(tmp_path) as cluster:
        cluster.clock.at = opened_at
        await cluster.service.open()
        room = await cluster.rooms.get(table)
        assert room.state.deadline(0) == opened_at + 10
        assert room.state.clocks[seat].asked_at == opened_at - 20
        assert (await cluster.rooms.get(bots.id)).state.clocks != bots.state.clocks
        await cluster.service.deadlines.check()
        assert not room.state.seats[seat].stand_in
        # Opened again at once, it is not set back again.
        assert await cluster.tables.alive(cluster.clock(), CLOSED_FOR) == 0.0
        await cluster.service.cluster.compare_revisions()
        assert (await cluster.tables.find(table))[0].revision == room.state.revision  # type: ignore[index]


async def test_clocks_stop_while_the_process_is_suspended(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(clock=timed(30, 0)))
        (seat,) = room.state.waiting()
        listener = RecordingListener(PEOPLE[seat], seat)
        await closed_for(cluster, 3600)
        room.enter(listener)
        await cluster.service.deadlines.check()
        assert not room.state.seats[seat].stand_in
        assert room.state.deadline(0) == cluster.clock() + 30
        assert (await play(room, seat)).clocks[seat].reserve == 0.0


async def test_a_short_pause_does_not_count(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(clock=timed(30, 0)))
        await closed_for(cluster, CLOSED_FOR - 0.1)
        await cluster.service.timekeeping.heartbeat()
        assert room.state.deadline(0) == BEGIN + 30


async def test_a_pause_is_counted_once_by_several_processes(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        room = await started(cluster.rooms, settings(clock=timed(30, 0)))
        await closed_for(cluster, 100)
        pauses = await asyncio.gather(
            *(rooms.context.tables.alive(cluster.clock(), CLOSED_FOR) for rooms in cluster.all_rooms for _ in range(3))
        )
        assert sorted(pauses) == [0.0] * 5 + [100.0]
        await room.catch_up()
        assert room.state.deadline(0) == BEGIN + 130
