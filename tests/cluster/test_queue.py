"""The queue of bots' turns, with a real Redis and SAQ's real worker."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from saq import Worker
from saq.job import Status
from saq.types import QueueInfo

from backing_services import redis_url
from server_process import eventually
from table.test_fair_queue import STEPS, Step
from zashiki.table import bot_queue
from zashiki.table.bot_queue import TIMERS, BotQueue, QueueFull
from zashiki.table.fair_queue import PASSED_OVER, Claim, FairQueue, Lane

KEY = "table:17:2"


@asynccontextmanager
async def working(queue: BotQueue, turn: Any) -> AsyncGenerator[Worker[Any]]:
    """A bot-worker's part of SAQ in this process."""

    async def started(context: dict[str, Any]) -> None:
        await context["worker"].worker_info()

    worker: Worker[Any] = Worker(
        queue, [("turn", turn)], concurrency=4, startup=started, timers=TIMERS, shutdown_grace_period_s=0
    )
    worker.SIGNALS = []  # they are pytest's
    task = asyncio.create_task(worker.start())
    try:
        yield worker
    finally:
        await worker.stop()
        await task


@pytest.fixture
async def queue() -> AsyncGenerator[BotQueue]:
    one = BotQueue(redis_url(5), processes=4)
    yield one
    await one.disconnect()


async def ask(queue: BotQueue) -> bool:
    """Ask for one and the same turn; whether it was new."""
    return await queue.enqueue("turn", key=KEY, timeout=60, retries=3, ttl=-1) is not None


async def counts(queue: BotQueue) -> tuple[int, int]:
    return await queue.count("queued"), await queue.count("active")


async def test_a_turn_is_queued_once_and_again_after_it_is_finished(queue: BotQueue) -> None:
    taken: list[int] = []
    go_on = asyncio.Event()

    async def turn(context: dict[str, Any]) -> None:
        taken.append(len(taken))
        await go_on.wait()

    assert await ask(queue)
    assert not await ask(queue)
    async with working(queue, turn):
        await eventually(lambda: len(taken) == 1)
        assert not await ask(queue)  # somebody is at it
        go_on.set()
        await eventually(lambda: _is(queue, 0, 0))
        assert await ask(queue)
        await eventually(lambda: _is(queue, 0, 0))
    assert taken == [0, 1]
    assert await queue.job(KEY) is None  # nothing is left of it in Redis


async def test_turns_of_a_dead_worker_are_requeued(queue: BotQueue) -> None:
    """A worker that was killed cannot say so: its turn is marked as being taken, by somebody who gives no sign."""
    assert await ask(queue)
    job = await queue.dequeue()
    assert job is not None
    await job.update(status=Status.ACTIVE, worker_id="killed")
    assert not await ask(queue)
    taken = asyncio.Event()

    async def turn(context: dict[str, Any]) -> None:
        taken.set()

    async with working(queue, turn):
        await asyncio.wait_for(taken.wait(), 30)
        await eventually(lambda: _is(queue, 0, 0))
    assert await ask(queue)


async def test_a_turn_that_was_dequeued_but_never_started_is_requeued(queue: BotQueue) -> None:
    assert await ask(queue)
    assert await queue.dequeue() is not None
    assert await queue.sweep() == []  # perhaps they are about to begin
    assert await counts(queue) == (0, 1)
    await eventually(lambda: _swept(queue))
    assert await counts(queue) == (1, 0)


async def test_an_active_turn_is_not_requeued(queue: BotQueue) -> None:
    taken: list[int] = []
    go_on = asyncio.Event()

    async def turn(context: dict[str, Any]) -> None:
        taken.append(0)
        await go_on.wait()

    async with working(queue, turn) as worker:
        assert await ask(queue)
        await eventually(lambda: len(taken) == 1)
        await eventually(lambda: _gives_signs(queue, worker))
        looks = 0
        while looks < 3:
            looks += await queue.redis.delete("saq:turns:sweep")
            assert await queue.sweep() == []
        assert taken == [0]
        go_on.set()


async def test_a_worker_that_starts_during_a_sweep_keeps_its_turn(
    queue: BotQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = asyncio.Event()
    go_on = asyncio.Event()

    async def turn(context: dict[str, Any]) -> None:
        taken.set()
        await go_on.wait()

    other = BotQueue(redis_url(5), processes=4)
    info = other.info

    async def slow_info(jobs: bool = False, offset: int = 0, limit: int = 10) -> QueueInfo:
        found = await info(jobs, offset, limit)
        await asyncio.wait_for(taken.wait(), 30)
        return found

    monkeypatch.setattr(other, "info", slow_info)
    assert await ask(queue)
    sweeping = asyncio.create_task(other.sweep())
    await eventually(lambda: _sweeping(queue))
    async with working(queue, turn):
        assert await sweeping == []
        assert await counts(queue) == (0, 1)
        go_on.set()
    await other.disconnect()


async def test_a_stopping_worker_requeues_its_turns(queue: BotQueue) -> None:
    begun = asyncio.Event()

    async def turn(context: dict[str, Any]) -> None:
        begun.set()
        await asyncio.Event().wait()

    assert await ask(queue)
    async with working(queue, turn):
        await asyncio.wait_for(begun.wait(), 30)
    assert await counts(queue) == (1, 0)


async def _is(queue: BotQueue, queued: int, active: int) -> bool:
    return await counts(queue) == (queued, active)


async def _swept(queue: BotQueue) -> bool:
    return bool(await queue.sweep())


async def _sweeping(queue: BotQueue) -> bool:
    return bool(await queue.redis.exists("saq:turns:sweep"))


async def _gives_signs(queue: BotQueue, worker: Worker[Any]) -> bool:
    return worker.id in (await queue.info())["workers"]


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_the_order_in_redis_is_that_of_one_process(steps: list[Step]) -> None:
    """Step by step the same as `FairQueue`, whatever is queued and taken."""
    asyncio.run(_compare(steps))


async def _compare(steps: list[Step]) -> None:
    queue, model = BotQueue(redis_url(6)), FairQueue()
    try:
        for what, number, owner, lane, cost in steps:
            key = f"{owner}{number}"
            if what == "add":
                claim = Claim(owner, lane, cost)
                model.add(key, claim)
                await queue.enqueue("turn", key=key, ttl=-1, meta=asdict(claim))
            elif what.startswith("take"):
                expected = model.take(unwatched=what == "take")
                last = Lane.UNWATCHED if what == "take" else Lane.SEATED
                found = await queue._take(keys=[queue._fair, queue._active], args=[int(last), PASSED_OVER])
                if expected is None:
                    assert found is None
                    continue
                assert (found[0].decode(), found[1]) == (queue.job_id(expected[0]), expected[1].lane)
                job = queue.deserialize(await queue.redis.get(found[0]))
                assert job is not None
                await job.finish(Status.COMPLETE)
            assert await queue.count("queued") == len(model)
        while (expected := model.take()) is not None:
            found = await queue._take(keys=[queue._fair, queue._active], args=[int(Lane.UNWATCHED), PASSED_OVER])
            assert found[0].decode() == queue.job_id(expected[0])
        # Nothing is left behind of whoever has waited.
        left = {name.decode() async for name in queue.redis.scan_iter(f"{queue._fair}*")}
        assert left <= {f"{queue._fair}:bell"}
    finally:
        await queue.disconnect()


async def test_the_queue_is_bounded_and_a_requeued_turn_always_has_room(
    queue: BotQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_queue, "MOST_OF_OWNER", 2)
    for number in range(2):
        assert await queue.enqueue("turn", key=f"t{number}", ttl=-1, retries=3, meta={"owner": "anna"})
    with pytest.raises(QueueFull):
        await queue.enqueue("turn", key="t2", ttl=-1, meta={"owner": "anna"})
    assert await queue.enqueue("turn", key="z0", ttl=-1, meta={"owner": "bert"})
    job = await queue.dequeue()
    assert job is not None
    assert await queue.enqueue("turn", key="t2", ttl=-1, meta={"owner": "anna"})
    await job.retry("as if its worker had been killed")
    assert await counts(queue) == (4, 0)


async def test_a_worker_takes_no_more_than_it_can_think_about(queue: BotQueue) -> None:
    queue.slots.processes = 2
    for number in range(3):
        await queue.enqueue("turn", key=f"t{number}", ttl=-1, meta={"owner": "anna", "lane": Lane.UNWATCHED})
    await queue.enqueue("turn", key="person", ttl=-1, meta={"owner": "bert", "lane": Lane.CONNECTED})
    first, second = await queue.dequeue(), await queue.dequeue()
    assert first is not None
    assert second is not None
    assert (first.key, second.key) == ("person", "t0")
    third = asyncio.create_task(queue.dequeue())
    with queue.slot_of(second) as slot:
        slot.thought()  # it waits until its move is due
        job = await third
        assert job is not None
        assert job.key == "t1"


async def test_a_turn_for_which_somebody_waits_by_now_moves_ahead(queue: BotQueue) -> None:
    for number in range(3):
        await queue.enqueue("turn", key=f"t{number}", ttl=-1, meta={"owner": "anna", "lane": Lane.UNWATCHED})
    await queue.enqueue("turn", key="t2", ttl=-1, meta={"owner": "anna", "lane": Lane.CONNECTED})
    job = await queue.dequeue()
    assert job is not None
    assert job.key == "t2"
    assert await counts(queue) == (2, 1)
