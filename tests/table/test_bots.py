"""Bots at a table: whole games with real processes that think, some of which are killed; and when an answer comes."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from support import record_of
from table.harness import BEGIN, PEOPLE, FakeClock, FakeCluster, changed, fake_cluster, play, settings, started
from zashiki import registry
from zashiki.bots.bot import Budget
from zashiki.bots.levels import SECONDS
from zashiki.table import bot_pool, bot_turns
from zashiki.table.bot_player import MARGIN, BotPlayer, due_at
from zashiki.table.bot_pool import BotPool, Job, job_of
from zashiki.table.bot_turn import BotTurn
from zashiki.table.bot_turns import LocalBotTurns, hint_job
from zashiki.table.fair_queue import Claim, Lane
from zashiki.table.refusals import Refused
from zashiki.table.room import Room
from zashiki.table.rooms import Rooms
from zashiki.table.state import TableState, new_table_state

CLAIM = Claim(PEOPLE[0], Lane.CONNECTED, 100)
# Of each game a level that plays at once; hagakure's thinks a little.
LEVELS = {"hagakure": 1, "hijun": 1, "hiroba": 1, "hitohira": 4, "sakura": 4}


@pytest.fixture(scope="module")
def pool() -> Iterator[BotPool]:
    """One process that thinks, for all tests here: it takes a while to start."""
    bot_pool = BotPool(1)
    yield bot_pool
    bot_pool.close()


@pytest.fixture
async def cluster(pool: BotPool, tmp_path: Path) -> AsyncGenerator[FakeCluster]:
    """A service whose bots really think, and move at once."""
    async with fake_cluster(tmp_path, bot_turns=LocalBotTurns(lent(pool)), chooser=pool) as cluster:
        yield cluster


def lent(pool: BotPool) -> BotPool:
    """The pool, for somebody who would close it."""
    return cast(BotPool, SimpleNamespace(choose=pool.choose, hint=pool.hint, processes=1, close=lambda: None))


async def pid_of(pool: BotPool) -> int:
    """The process that thinks."""
    return int(await pool._run(bot_pool.ready, (), 60.0))


async def over(cluster: FakeCluster, room: Room, at_move: Any = None) -> TableState:
    """Wait until the game is over; `at_move` is called with every move."""
    done = asyncio.Event()

    def moved(after: TableState) -> None:
        if at_move is not None:
            at_move(after)
        if after.status == "over":
            done.set()

    cluster.notifiers[0].on_change = moved
    async with asyncio.timeout(120):
        await done.wait()
    return room.state


@pytest.mark.parametrize("game", LEVELS)
async def test_whole_games(game: str, cluster: FakeCluster) -> None:
    room = await started(cluster.rooms, settings(game), people=0, fill=LEVELS[game])
    state = await over(cluster, room)
    rows = await cluster.stored_moves(room.id)
    assert {row.by for row in rows} == {"bot", "chance"}
    assert registry.verify(record_of(state)) > 0


async def test_a_killed_bot_process_does_not_stop_the_game(cluster: FakeCluster, pool: BotPool) -> None:
    victims = [await pid_of(pool)]
    room = await started(cluster.rooms, settings("hagakure"), people=0, fill=1)
    begun = room.state.ply

    def kill(state: TableState) -> None:
        if victims and state.ply > begun + 2:
            os.kill(victims.pop(), signal.SIGKILL)

    state = await over(cluster, room, kill)
    assert victims == []
    assert registry.verify(record_of(state)) > 0
    rows = await cluster.stored_moves(room.id)
    assert [row.ply for row in rows] == list(range(state.ply))


def hard_job(seconds: float = 1.0) -> Job:
    """One to think about for a while."""
    match = registry.new("hagakure", seed=3)
    (seat,) = match.waiting
    return Job("hagakure", match.game.version, match.seats, match.options, match.history(), seat, 7, 5, seconds)


def announce(begun: Path, work: Callable[..., Any], *arguments: Any) -> Any:
    """In a pool process: say that work begins, then do it."""
    begun.write_bytes(b"now")
    return work(*arguments)


async def test_a_decision_of_a_killed_process_is_repeated_by_another(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    victim = await pid_of(pool)
    schedule, begun = pool._pool.schedule, tmp_path / "begun"
    tasks: list[Any] = []
    os.mkfifo(begun)

    def announced(work: Any, arguments: Any, **more: Any) -> Any:
        tasks.append(schedule(work if tasks else partial(announce, begun, work), arguments, **more))
        return tasks[-1]

    monkeypatch.setattr(pool._pool, "schedule", announced)
    job = hard_job()
    deciding = asyncio.create_task(pool.hint(job))  # which uses all its time, however fast the machine is
    await asyncio.to_thread(begun.read_bytes)
    os.kill(victim, signal.SIGKILL)
    assert {move.action for move in await deciding} == set(job.context(Budget()).legal)
    assert len(tasks) == 2
    assert await pid_of(pool) != victim
    assert pool.waiting == 0


async def test_a_process_that_is_killed_while_idle(pool: BotPool) -> None:
    victim = await pid_of(pool)
    os.kill(victim, signal.SIGKILL)
    moves = await asyncio.gather(*(pool.choose(hard_job(0.05)) for _ in range(3)))
    assert set(moves) <= set(hard_job().context(Budget()).legal)
    assert await pid_of(pool) != victim


async def test_hanging_processes_are_restarted(pool: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when one is killed at the moment in which it takes something to do, and nobody else can take anything."""
    patience, stuck, new_pool = bot_pool.STUCK, pool._pool, pool._new_pool

    def patient_again() -> Any:
        monkeypatch.setattr(bot_pool, "STUCK", patience)
        return new_pool()

    monkeypatch.setattr(pool, "_new_pool", patient_again)
    monkeypatch.setattr(stuck, "schedule", lambda *_, **__: Future())
    monkeypatch.setattr(bot_pool, "STUCK", -2 * 60.0)
    assert await pool._run(bot_pool.ready, (), 60.0) > 0
    assert pool._pool is not stuck


async def test_an_error_of_the_work_itself_is_raised(pool: BotPool) -> None:
    before = pool._pool
    with pytest.raises(ZeroDivisionError):
        await pool._run(divmod, (1, 0), 5.0)
    assert pool._pool is before


async def test_a_process_that_exceeds_its_time_is_killed(pool: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "TRIES", 1)
    victim = await pid_of(pool)
    with pytest.raises(TimeoutError):
        await pool._run(time.sleep, (600,), 0.1)
    assert await pid_of(pool) != victim


async def test_hints(cluster: FakeCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_turns, "HINT_SECONDS", 0.2)
    room = await started(cluster.rooms, settings("hiroba"))
    (seat,) = room.state.waiting()
    assert room.state.match is not None
    rated_moves = await cluster.service.bot_turns.hint(room.state, seat, PEOPLE[seat])
    assert sorted(move.action for move in rated_moves) == room.state.match.legal(seat)
    with pytest.raises(Refused) as refusal:
        await cluster.service.bot_turns.hint(room.state, 1 - seat, PEOPLE[1 - seat])
    assert refusal.value.code == "no-choice"


# One decision, one move


async def test_asking_twice_gives_one_move(cluster: FakeCluster) -> None:
    room = await started(cluster.rooms, settings("hijun"))
    (turn, *_) = (await changed(room, lambda state: state.leave(PEOPLE[1], BEGIN))).bots_due()
    for _ in range(5):
        cluster.service.bot_turns.ask(turn, CLAIM)
    assert [task.get_name() for task in asyncio.all_tasks()].count(f"bot {turn.key}") == 1
    await done(cluster)
    cluster.service.bot_turns.ask(turn, CLAIM)  # long done
    await done(cluster)
    rows = [row for row in await cluster.stored_moves(room.id) if row.by == "bot" and row.ply == turn.asked_ply]
    assert len(rows) == 1


async def done(cluster: FakeCluster) -> None:
    """Wait until no bot has anything to do."""
    while turns := [task for task in asyncio.all_tasks() if task.get_name().startswith("bot ")]:
        await asyncio.wait(turns)
    assert cluster.service.bot_turns.waiting == 0


async def test_answers_of_two_processes_are_one_move(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path, workers=2) as cluster:
        room = await started(cluster.rooms, settings(), people=0, fill=1)
        (turn,) = cluster.bot_turns.asked
        await asyncio.gather(*(service.bot_player.take_turn(turn) for service in cluster.services * 3))
        rows = [row for row in await cluster.stored_moves(room.id) if row.by == "bot"]
        assert [(row.ply, row.seat) for row in rows] == [(turn.asked_ply, turn.seat)]


async def test_a_room_that_is_evicted_while_a_bot_thinks(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        old = await started(cluster.rooms, settings(), people=0, fill=1)
        (turn,) = cluster.bot_turns.asked
        cluster.chooser.allowed = asyncio.Event()
        answering = asyncio.create_task(cluster.take_turn(turn))
        await cluster.chooser.asked.wait()
        cluster.clock.advance(1000)
        await cluster.rooms.evict_idle()
        fresh = await cluster.rooms.get(old.id)
        assert fresh is not old
        cluster.chooser.allowed.set()
        await answering
        assert fresh.state.ply > turn.asked_ply


async def test_a_key_that_looks_like_a_bots_does_not_block_the_bot(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(), people=3)
        (seat,) = room.state.waiting()
        await play(room, seat, f"bot:{room.state.ply + 3}")
        for number in range(3):
            await changed(room, lambda state, n=number: state.leave(PEOPLE[n], BEGIN))  # type: ignore[misc]
        await cluster.bots_play()
        assert room.state.status == "over"


# When an answer comes, and what it comes from


@pytest.mark.parametrize("game", LEVELS)
def test_the_time_of_a_bots_move_depends_on_public_facts_only(game: str) -> None:
    turn = BotTurn("table", 1, 1, 20, BEGIN)
    for number, seconds in enumerate(SECONDS, 1):
        at = due_at(replace(turn, level=number), 0.7, game)
        assert at == BEGIN + max(0.7, seconds + MARGIN)
        for other in ("seat", "asked_ply", "table"):
            changed = replace(turn, level=number, **{other: "other" if other == "table" else 3})  # type: ignore[arg-type]
            assert due_at(changed, 0.7, game) == at
        assert due_at(replace(turn, level=number), 0.0, game) == BEGIN


@pytest.mark.parametrize("takes", [0.0, 0.05, 0.4])
async def test_a_bot_moves_when_due_however_long_it_thinks(takes: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeClock()

    async def choose(job: Job) -> int:
        clock.advance(takes)
        return 1

    async def sleep(seconds: float) -> None:
        clock.advance(seconds)

    monkeypatch.setattr("zashiki.table.bot_player.asyncio.sleep", sleep)
    rooms = cast(Rooms, SimpleNamespace(context=SimpleNamespace(now=clock)))
    player = BotPlayer(rooms, cast(BotPool, SimpleNamespace(choose=choose)), 0.7)
    state = dealt()
    (turn,) = state.bots_due()
    assert await player.think(state, turn) == 1
    assert clock() == pytest.approx(due_at(turn, 0.7, "hagakure"))


def dealt() -> TableState:
    return (
        new_table_state("table", settings(), PEOPLE[0], bytes(range(32)), BEGIN).start(PEOPLE[0], BEGIN, fill=1).after
    )


def test_a_job_does_not_contain_the_server_seed() -> None:
    state = dealt()
    (turn,) = state.bots_due()
    job = job_of(state, turn.seat, turn.level, 0.1)
    assert state.server_seed.hex() not in repr(job)
    assert str(int.from_bytes(state.server_seed[:7], "big")) not in repr(job)
    assert job_of(state, turn.seat, turn.level, 0.1) == job
    assert job_of(state, turn.seat + 1, turn.level, 0.1).seed != job.seed
    other = replace(state, server_seed=bytes(32))
    assert job_of(other, turn.seat, turn.level, 0.1).seed != job.seed
    assert hint_job(state, turn.seat).level == 5


def test_hidden_information_is_redrawn_for_bots() -> None:
    """The moves of a job are the truth; the state that the bot sees is not."""
    state = dealt()
    (turn,) = state.bots_due()
    assert state.match is not None
    truth = state.match.state()
    game = state.game
    boards = set()
    for seed in range(5):
        job = replace(job_of(state, turn.seat, turn.level, 0.1), seed=seed)
        context = job.context(Budget())
        assert game.board(context.state, turn.seat) == game.board(truth, turn.seat)
        boards.add(str(game.board(context.state, (turn.seat + 1) % 3)))
    assert len(boards) > 1
