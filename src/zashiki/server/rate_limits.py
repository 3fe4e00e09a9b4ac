"""Rate limits per address or person: counted in memory or, for several processes, in Redis."""

import math
from functools import cache
from time import monotonic, time
from typing import Any, Final, final

import structlog
from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import StorageError

from zashiki.table.news import redis_at
from zashiki.table.refusals import Refused

RETRY: Final = 5.0
"""Seconds until Redis is tried again after a failure."""
TROUBLE: Final = (StorageError, OSError)

log = structlog.get_logger("zashiki.rate_limits")


@cache
def rate(text: str) -> RateLimitItem:
    """Parse a rate such as `10/minute`."""
    return parse(text)


@final
class RateLimits:
    """Counts requests, and refuses those beyond a limit."""

    def __init__(self, redis: str | None) -> None:
        self._local = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._shared: SlidingWindowCounterRateLimiter | None = None
        self._redis: Any = None
        self._redis_down_until = 0.0
        if redis is not None:
            self._redis = redis_at(redis)
            pool = self._redis.connection_pool
            storage = RedisStorage(
                "async+redis://", implementation="redispy", wrap_exceptions=True, connection_pool=pool
            )
            self._shared = SlidingWindowCounterRateLimiter(storage)

    async def spend(self, limit: str, *owner: str) -> None:
        """Count a request; `Refused` if it exceeds the limit."""
        if self._shared is not None and monotonic() >= self._redis_down_until:
            try:
                await _spend(self._shared, limit, owner)
            except TROUBLE as error:
                # While Redis is down, every process counts for itself.
                log.warning("Redis is down; counting locally", error=str(error))
                self._redis_down_until = monotonic() + RETRY
            else:
                return
        await self.spend_locally(limit, *owner)

    async def spend_locally(self, limit: str, *owner: str) -> None:
        """The same for what only this process sees, such as messages on one connection."""
        await _spend(self._local, limit, owner)

    async def close(self) -> None:
        """Close all connections."""
        if self._redis is not None:
            await self._redis.aclose()


async def _spend(window: SlidingWindowCounterRateLimiter, limit: str, owner: tuple[str, ...]) -> None:
    if not await window.hit(rate(limit), *owner):
        free_at, _ = await window.get_window_stats(rate(limit), *owner)
        seconds = max(1, math.ceil(free_at - time()))
        raise Refused("rate", facts={"limit": limit, "of": owner[0], "seconds": seconds})
