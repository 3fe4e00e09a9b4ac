"""How much one address or one person may do: counted here or, if there are several processes, together in Redis."""

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

AGAIN: Final = 5.0
"""Seconds until a Redis that did not answer is asked again."""
TROUBLE: Final = (StorageError, OSError)

log = structlog.get_logger("zashiki.limiter")


@cache
def rate(text: str) -> RateLimitItem:
    """A rate such as `10/minute`."""
    return parse(text)


@final
class RateLimits:
    """Counts, and refuses what is too much."""

    def __init__(self, redis: str | None) -> None:
        self._here = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._everywhere: SlidingWindowCounterRateLimiter | None = None
        self._redis: Any = None
        self._away_until = 0.0
        if redis is not None:
            self._redis = redis_at(redis)
            pool = self._redis.connection_pool
            storage = RedisStorage(
                "async+redis://", implementation="redispy", wrap_exceptions=True, connection_pool=pool
            )
            self._everywhere = SlidingWindowCounterRateLimiter(storage)

    async def spend(self, limit: str, *whose: str) -> None:
        """Count one more; `Refused` if it is too much."""
        if self._everywhere is not None and monotonic() >= self._away_until:
            try:
                await _spend(self._everywhere, limit, whose)
            except TROUBLE as error:
                # Nobody is turned away because Redis is: every process counts for itself until it is back.
                log.warning("Redis does not count", error=str(error))
                self._away_until = monotonic() + AGAIN
            else:
                return
        await self.spend_here(limit, *whose)

    async def spend_here(self, limit: str, *whose: str) -> None:
        """The same for what only this process can see, such as one connection: nobody else need be asked."""
        await _spend(self._here, limit, whose)

    async def close(self) -> None:
        """Let go of all connections."""
        if self._redis is not None:
            await self._redis.aclose()


async def _spend(window: SlidingWindowCounterRateLimiter, limit: str, whose: tuple[str, ...]) -> None:
    if not await window.hit(rate(limit), *whose):
        free_at, _ = await window.get_window_stats(rate(limit), *whose)
        seconds = max(1, math.ceil(free_at - time()))
        raise Refused("rate", facts={"limit": limit, "of": whose[0], "seconds": seconds})
