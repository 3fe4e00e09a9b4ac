"""The queue of bots' turns in Redis: SAQ's, made fair, and robust against killed workers and Redis outages.

SAQ keeps the jobs; which is taken next is decided by `fair_scripts.py`, and only when a pool process is free for it.

A bot-worker that is killed leaves jobs behind. The others notice within seconds that its heartbeat is missing, and
requeue them. A turn that is taken twice does no harm: only the first answer becomes a move. Job updates that are lost
while Redis is down are repaired by the same sweep.
"""

import asyncio
from collections.abc import Awaitable, Generator
from contextlib import contextmanager, suppress
from typing import Any, Final, final

from redis.exceptions import RedisError
from saq.job import Job, Status
from saq.queue.redis import RedisQueue
from saq.types import CountKind, TimersDict, WorkerInfo

from zashiki.table.fair_queue import MOST, MOST_OF_OWNER, PASSED_OVER, Lane
from zashiki.table.fair_scripts import ADD, TAKE
from zashiki.table.news import RECONNECT, redis_at
from zashiki.table.slots import Slot, Slots

CONCURRENCY: Final = 100
"""Jobs that a bot-worker runs at the same time; most of them are waiting to be due."""
CONNECTIONS: Final = 40
"""To Redis."""
LISTEN: Final = 1
"""Seconds for which a bot-worker waits for the bell before it looks into the queue again."""
HEARTBEAT_EVERY: Final = 1
"""Seconds between a bot-worker's heartbeats, and between sweeps for abandoned jobs."""
EXPIRES: Final = 6
"""Seconds without a heartbeat after which a bot-worker counts as dead."""
TIMERS: Final[TimersDict] = {"abort": 1, "schedule": 1, "sweep": HEARTBEAT_EVERY, "worker_info": HEARTBEAT_EVERY}
"""The intervals of SAQ's housekeeping, in seconds."""

ERRORS: Final = (RedisError, OSError)


class QueueFull(Exception):
    """There is no room in the queue; what was asked for has to be asked again."""


@final
class BotQueue(RedisQueue):
    """Bots' turns and hints that wait for a bot-worker."""

    def __init__(self, url: str, *, processes: int = 1) -> None:
        """`processes`: how many can think here at the same time, in a bot-worker."""
        super().__init__(redis_at(url, blocking=True, connections=CONNECTIONS), name="turns")
        self.slots = Slots(processes, self._freed)
        self._slot_by_job: dict[str, Slot] = {}
        self._free = asyncio.Event()
        """Set when a slot may have become free."""
        self._dequeuing = asyncio.Lock()
        """One after another, so that each knows what the others have taken."""
        self._fair = self.namespace("fair")
        self._add = self.redis.register_script(ADD)
        self._take = self.redis.register_script(TAKE)
        self._suspects: set[str] = set()
        """Jobs that were dequeued but not marked as active, as of the last sweep."""

    # In fair order

    async def _enqueue(self, job: Job) -> Job | None:
        async with self._op_sem:
            done = await self._queue(job)
        if done < 0:
            raise QueueFull("the queue is full")
        return job if done else None

    async def _queue(self, job: Job, *, again: bool = False) -> int:
        claim = {"owner": "", "lane": Lane.CONNECTED, "cost": 100, **job.meta}
        return int(
            await self._add(
                keys=[self._fair, self._incomplete, self._active, job.id, job.abort_id],
                args=[
                    self.serialize(job),
                    claim["owner"],
                    int(claim["lane"]),
                    claim["cost"],
                    int(again),
                    MOST,
                    MOST_OF_OWNER,
                ],
            )
        )

    async def dequeue(self, timeout: float = 0.0, poll_interval: float = 0.0) -> Job | None:
        """Take the next job, once a pool process is free for it; None if there was none for a while."""
        async with self._dequeuing:
            while not self.slots.free:
                self._free.clear()
                await self._free.wait()
            try:
                return await self._dequeue()
            except ERRORS:
                await asyncio.sleep(RECONNECT)
                return None

    async def _dequeue(self) -> Job | None:
        last = Lane.UNWATCHED if self.slots.unwatched else Lane.SEATED
        taken = await self._take(keys=[self._fair, self._active], args=[int(last), PASSED_OVER])
        if taken is None:
            await self.redis.blpop([f"{self._fair}:bell"], LISTEN)
            return None
        job_id, lane = taken
        job = self.deserialize(await self.redis.get(job_id))
        if job is None:
            await self.redis.lrem(self._active, 0, job_id)
            return None
        self._slot_by_job[job.id] = self.slots.take(Lane(lane))
        return job

    @contextmanager
    def slot_of(self, job: Job) -> Generator[Slot]:
        """The slot that was taken for a job of this worker; done at the end."""
        slot = self._slot_by_job.get(job.id) or self.slots.take(Lane.CONNECTED)
        try:
            yield slot
        finally:
            self._release(job)
            slot.done()

    def _release(self, job: Job) -> None:
        slot = self._slot_by_job.pop(job.id, None)
        if slot is not None:
            slot.done()

    def _freed(self) -> None:
        self._free.set()

    async def count(self, kind: CountKind) -> int:
        if kind == "queued":
            return int(await self.redis.hlen(f"{self._fair}:claims"))
        return await super().count(kind)

    async def write_worker_info(self, worker_id: str, info: WorkerInfo, ttl: int) -> None:
        await super().write_worker_info(worker_id, info, EXPIRES)

    async def sweep(self, lock: int = HEARTBEAT_EVERY, abort: float = 0.0) -> list[str]:
        """Requeue jobs abandoned by dead workers."""
        if not await self.redis.set(self._sweep, 1, nx=True, ex=lock):
            return []  # another worker is sweeping
        active: list[Any] = await self.redis.lrange(self._active, 0, -1)
        jobs = {one.decode(): self.deserialize(await self.redis.get(one)) for one in active}
        # Last, since a worker gives its first sign of life before it takes a job.
        alive = (await self.info())["workers"]
        lost: list[str] = []
        suspects: set[str] = set()
        for job_id, job in jobs.items():
            if job is not None and job.status is Status.ACTIVE and job.worker_id in alive and not job.stuck:
                continue
            if job is not None and job.status is not Status.ACTIVE and job_id not in self._suspects:
                suspects.add(job_id)  # perhaps dequeued only a moment ago
                continue
            lost.append(job_id)
            await self._requeue(job_id, job)
        self._suspects = suspects
        return lost

    async def _requeue(self, job_id: str, job: Job | None) -> None:
        if job is None:
            await self.redis.lrem(self._active, 0, job_id)
            await self.redis.zrem(self._incomplete, job_id)
        elif job.retryable:
            await self.retry(job, "abandoned")
        else:
            await self.finish(job, Status.ABORTED, error="abandoned")

    # Updates that fail because Redis is down are repaired by the next sweep.

    async def _update(self, job: Job, status: Status | None = None, **kwargs: Any) -> None:
        await _ignore_outage(super()._update(job, status, **kwargs))

    async def _retry(self, job: Job, error: str | None) -> None:
        self._release(job)
        await _ignore_outage(self._queue(job, again=True))

    async def _finish(self, job: Job, status: Status, *, result: Any = None, error: str | None = None) -> None:
        self._release(job)
        await _ignore_outage(super()._finish(job, status, result=result, error=error))

    async def disconnect(self) -> None:
        await self.redis.aclose()


async def _ignore_outage(work: Awaitable[object]) -> None:
    with suppress(*ERRORS):
        await work
