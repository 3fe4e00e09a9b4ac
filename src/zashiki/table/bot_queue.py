"""The queue of bots' turns in Redis: SAQ's, made robust against killed workers and Redis outages.

A bot-worker that is killed leaves jobs behind. The others notice within seconds that its heartbeat is missing, and
requeue them. A turn that is taken twice does no harm: only the first answer becomes a move. Job updates that are lost
while Redis is down are repaired by the same sweep.
"""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, Final, final

from redis.exceptions import RedisError
from saq.job import Job, Status
from saq.queue.redis import RedisQueue
from saq.types import TimersDict, WorkerInfo

from zashiki.table.news import RECONNECT, redis_at

CONCURRENCY: Final = 100
"""Jobs that a bot-worker runs at the same time; most of them are waiting to be due. Each needs a connection."""
HEARTBEAT_EVERY: Final = 1
"""Seconds between a bot-worker's heartbeats, and between sweeps for abandoned jobs."""
EXPIRES: Final = 6
"""Seconds without a heartbeat after which a bot-worker counts as dead."""
TIMERS: Final[TimersDict] = {"abort": 1, "schedule": 1, "sweep": HEARTBEAT_EVERY, "worker_info": HEARTBEAT_EVERY}
"""The intervals of SAQ's housekeeping, in seconds."""

ERRORS: Final = (RedisError, OSError)


@final
class BotQueue(RedisQueue):
    """Bots' turns and hints that wait for a bot-worker."""

    def __init__(self, url: str) -> None:
        super().__init__(redis_at(url, blocking=True, connections=CONCURRENCY + 20), name="zashiki")
        self._suspects: set[str] = set()
        """Jobs that were dequeued but not marked as active, as of the last sweep."""

    async def dequeue(self, timeout: float = 0.0, poll_interval: float = 0.0) -> Job | None:
        try:
            return await super().dequeue(timeout, poll_interval)
        except ERRORS:
            await asyncio.sleep(RECONNECT)
            return None

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
        await _ignore_outage(super()._retry(job, error))

    async def _finish(self, job: Job, status: Status, *, result: Any = None, error: str | None = None) -> None:
        await _ignore_outage(super()._finish(job, status, result=result, error=error))

    async def disconnect(self) -> None:
        await self.redis.aclose()


async def _ignore_outage(work: Awaitable[None]) -> None:
    with suppress(*ERRORS):
        await work
