"""The channel over which the processes of a cluster notify each other.

Most messages only say that something has changed; what has changed is read from the database. The others are about the
moment: who is connected, whose turn it is. So a message that is lost, duplicated or late does no harm: the next one, or
the regular comparison of revisions, makes up for it.
"""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, final
from urllib.parse import urlsplit

import structlog

from zashiki.core.errors import ZashikiError

if TYPE_CHECKING:
    from redis.asyncio import Redis

News = dict[str, Any]
"""A message: JSON with a field `kind`."""
Receive = Callable[[News], Awaitable[None]]

RECONNECT: Final = 1.0
"""Seconds between attempts to reconnect."""
TIMEOUT: Final = 5.0
"""Seconds that Redis may take to connect or respond."""

log = structlog.get_logger("zashiki.news")


class BadRedis(ZashikiError):
    """The URL of Redis is wrong, or nothing responds there."""


def redis_at(url: str, *, blocking: bool = False, connections: int = 20) -> "Redis":
    """A client for the Redis at this URL; `BadRedis` if the URL is invalid.

    `blocking` is for commands that may wait for any length of time. If all connections are in use, callers wait.
    """
    from redis.asyncio import BlockingConnectionPool, Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    try:
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=connections,
            timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            socket_timeout=None if blocking else TIMEOUT,
            # One immediate retry, because an idle connection may be dead. Callers that can wait do so themselves.
            retry=Retry(NoBackoff(), 1),
        )
    except ValueError:  # the URL is not shown: it may contain a password
        raise BadRedis("an invalid URL", "redis://HOST:PORT/NUMBER", "redis") from None
    return Redis.from_pool(pool)


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


class NewsChannel(ABC):
    """Carries news between processes."""

    @abstractmethod
    async def open(self, receive: Receive, resync: Callable[[], Awaitable[None]]) -> None:
        """Subscribe. `resync` is called when news may have been lost."""

    @abstractmethod
    async def publish(self, news: News) -> None:
        """Send news to all other processes. Never fails: lost news is made up for later."""

    @abstractmethod
    async def check(self) -> None:
        """Raise if news cannot be sent now."""

    @abstractmethod
    async def close(self) -> None:
        """Unsubscribe."""


@final
class LocalNews(NewsChannel):
    """For a single process, which has nobody to notify."""

    async def open(self, receive: Receive, resync: Callable[[], Awaitable[None]]) -> None:
        pass

    async def publish(self, news: News) -> None:
        pass

    async def check(self) -> None:
        pass

    async def close(self) -> None:
        pass


@final
class RedisNews(NewsChannel):
    """For several processes, through Redis pub/sub."""

    def __init__(self, url: str, worker: str) -> None:
        self.worker = worker
        """The name of this process; its own news is ignored."""
        self._url = url
        self._redis = redis_at(url)
        # Pub/sub ignores Redis' database numbers; another server may use another database of the same Redis.
        self._channel = f"zashiki:{self._redis.connection_pool.connection_kwargs.get('db') or 0}:news"
        self._outbox: list[str] = []
        self._publishing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def open(self, receive: Receive, resync: Callable[[], Awaitable[None]]) -> None:
        from redis.exceptions import RedisError

        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            raise BadRedis(_without_password(self._url), f"a Redis that responds ({error})", "redis") from None
        subscribed = asyncio.Event()
        self._task = asyncio.create_task(self._listen(receive, resync, subscribed), name="news")
        await subscribed.wait()

    async def publish(self, news: News) -> None:
        if self._task is None:
            return  # not open yet
        self._outbox.append(json.dumps({**news, "from": self.worker}))
        async with self._publishing:  # in order; everything queued meanwhile goes along
            texts, self._outbox = self._outbox, []
            if not texts:
                return
            try:
                pipe = self._redis.pipeline(transaction=False)
                for text in texts:
                    pipe.publish(self._channel, text)
                await pipe.execute()
            except Exception as error:
                log.warning("news not published", count=len(texts), error=str(error))

    async def check(self) -> None:
        await self._redis.ping()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._redis.aclose()

    async def _listen(self, receive: Receive, resync: Callable[[], Awaitable[None]], subscribed: asyncio.Event) -> None:
        lost = False
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(self._channel)
                    async for message in subscription.listen():
                        if message["type"] == "subscribe" and not subscribed.is_set():
                            subscribed.set()
                        elif message["type"] == "subscribe":  # again: the connection was lost in between
                            log.info("reconnected to Redis")
                            lost = False
                            await resync()
                        elif message["type"] == "message":
                            await self._receive(message["data"], receive)
            except Exception as error:
                if not lost:  # log it once
                    log.warning("connection to Redis lost", error=str(error))
                lost = True
                await asyncio.sleep(RECONNECT)

    async def _receive(self, raw: bytes, receive: Receive) -> None:
        try:
            news = json.loads(raw)
            if news.get("from") != self.worker:
                await receive(news)
        except Exception:
            log.exception("news not handled")
