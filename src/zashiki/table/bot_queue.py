"""The queue of bots' turns in Redis: SAQ's, with what a house needs on top.

A bot-worker that is killed leaves turns behind that nobody works on. The others notice within seconds that it gives no
sign of life, and put its turns back into the queue. A turn that is taken twice does no harm: only the first answer is
a move. And Redis may go away for a while: what cannot be noted then is put right by the same look at what lies around.
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

AT_ONCE: Final = 100
"""Turns that a bot-worker has under way at once; most of them only wait for their time. Each needs a connection."""
SIGN_EVERY: Final = 1
"""Seconds between the signs of life of a bot-worker, and between the looks at what others left behind."""
SILENT: Final = 6
"""Seconds without a sign of life after which a bot-worker is taken to be dead."""
TIMERS: Final[TimersDict] = {"abort": 1, "schedule": 1, "sweep": SIGN_EVERY, "worker_info": SIGN_EVERY}
"""How often SAQ looks after things."""

TROUBLE: Final = (RedisError, OSError)


@final
class BotQueue(RedisQueue):
    """Turns of bots, and hints, that wait for a bot-worker."""

    def __init__(self, url: str) -> None:
        super().__init__(redis_at(url, blocking=True, connections=AT_ONCE + 20), name="zashiki")
        self._doubtful: set[str] = set()
        """Turns that were taken out of the queue, but nobody has said that they work on them."""

    async def dequeue(self, timeout: float = 0.0, poll_interval: float = 0.0) -> Job | None:
        try:
            return await super().dequeue(timeout, poll_interval)
        except TROUBLE:
            await asyncio.sleep(RECONNECT)
            return None

    async def write_worker_info(self, worker_id: str, info: WorkerInfo, ttl: int) -> None:
        await super().write_worker_info(worker_id, info, SILENT)

    async def sweep(self, lock: int = SIGN_EVERY, abort: float = 0.0) -> list[str]:
        """Put back into the queue what somebody has taken out who is gone."""
        if not await self.redis.set(self._sweep, 1, nx=True, ex=lock):
            return []  # another looks already
        alive = (await self.info())["workers"]
        taken: list[Any] = await self.redis.lrange(self._active, 0, -1)
        lost: list[str] = []
        doubtful: set[str] = set()
        for job_id in (one.decode() for one in taken):
            job = self.deserialize(await self.redis.get(job_id))
            if job is not None and job.status is Status.ACTIVE and job.worker_id in alive and not job.stuck:
                continue
            if job is not None and job.status is not Status.ACTIVE and job_id not in self._doubtful:
                doubtful.add(job_id)  # perhaps taken only a moment ago
                continue
            lost.append(job_id)
            await self._requeue(job_id, job)
        self._doubtful = doubtful
        return lost

    async def _requeue(self, job_id: str, job: Job | None) -> None:
        if job is None:
            await self.redis.lrem(self._active, 0, job_id)
            await self.redis.zrem(self._incomplete, job_id)
        elif job.retryable:
            await self.retry(job, "left behind")
        else:
            await self.finish(job, Status.ABORTED, error="left behind")

    # What cannot be noted now, because Redis is away, is found again by the sweep.

    async def _update(self, job: Job, status: Status | None = None, **kwargs: Any) -> None:
        await _if_possible(super()._update(job, status, **kwargs))

    async def _retry(self, job: Job, error: str | None) -> None:
        await _if_possible(super()._retry(job, error))

    async def _finish(self, job: Job, status: Status, *, result: Any = None, error: str | None = None) -> None:
        await _if_possible(super()._finish(job, status, result=result, error=error))

    async def disconnect(self) -> None:
        await self.redis.aclose()


async def _if_possible(work: Awaitable[None]) -> None:
    with suppress(*TROUBLE):
        await work
