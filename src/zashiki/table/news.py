"""How the processes of one house hear of each other's doings.

A message only says that something has changed; what has changed is read from the database. So a message that is lost,
doubled or late does no harm: it is found out by the next one, or by the regular look at the revisions.
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
Hear = Callable[[News], Awaitable[None]]

AGAIN: Final = 1.0
"""Seconds until a lost connection is tried again."""
ANSWERS: Final = 5.0
"""Seconds within which Redis takes a connection and answers."""

log = structlog.get_logger("zashiki.bus")


class BadRedis(ZashikiError):
    """The address of Redis is wrong, or nothing answers there."""


def redis_at(url: str, *, blocking: bool = False, connections: int = 20) -> "Redis":
    """A client of the Redis at this address; `BadRedis` if it is no address.

    `blocking` is for commands that wait for something to happen, however long. Who finds all connections in use waits.
    """
    from redis.asyncio import BlockingConnectionPool, Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    try:
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=connections,
            timeout=ANSWERS,
            socket_connect_timeout=ANSWERS,
            socket_timeout=None if blocking else ANSWERS,
            # Once more, at once: a connection that lay idle may be gone. Whoever has time to wait does so themselves.
            retry=Retry(NoBackoff(), 1),
        )
    except ValueError:  # the address is not shown: there may be a password in it
        raise BadRedis("an unreadable address", "redis://HOST:PORT/NUMBER", "redis") from None
    return Redis.from_pool(pool)


def _shown(url: str) -> str:
    """The address without the password."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


class NewsChannel(ABC):
    """Carries news between the processes of a house."""

    @abstractmethod
    async def open(self, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen. `missed` is called when news may have been lost."""

    @abstractmethod
    async def publish(self, news: News) -> None:
        """Tell everybody else. Never fails: news that cannot be told is found out later."""

    @abstractmethod
    async def check(self) -> None:
        """Raise if nobody could be told anything now."""

    @abstractmethod
    async def close(self) -> None:
        """Stop listening."""


@final
class LocalNews(NewsChannel):
    """A house of one process has nobody to tell."""

    async def open(self, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        pass

    async def publish(self, news: News) -> None:
        pass

    async def check(self) -> None:
        pass

    async def close(self) -> None:
        pass


@final
class RedisNews(NewsChannel):
    """Many processes, through Redis' publish and subscribe."""

    def __init__(self, url: str, worker: str) -> None:
        self.worker = worker
        """Who speaks: one's own news are not listened to."""
        self._url = url
        self._redis = redis_at(url)
        # Redis tells everybody, whatever database they use; another house may use another one of the same Redis.
        self._channel = f"zashiki:{self._redis.connection_pool.connection_kwargs.get('db') or 0}:news"
        self._outbox: list[str] = []
        self._telling = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def open(self, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        from redis.exceptions import RedisError

        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            raise BadRedis(_shown(self._url), f"a Redis that answers ({error})", "redis") from None
        subscribed = asyncio.Event()
        self._task = asyncio.create_task(self._listen(hear, missed, subscribed), name="bus")
        await subscribed.wait()

    async def publish(self, news: News) -> None:
        if self._task is None:
            return  # nobody has heard of us yet
        self._outbox.append(json.dumps({**news, "from": self.worker}))
        async with self._telling:  # in the order in which it happened; what has come up meanwhile goes along
            texts, self._outbox = self._outbox, []
            if not texts:
                return
            try:
                pipe = self._redis.pipeline(transaction=False)
                for text in texts:
                    pipe.publish(self._channel, text)
                await pipe.execute()
            except Exception as error:
                log.warning("news not told", count=len(texts), error=str(error))

    async def check(self) -> None:
        await self._redis.ping()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._redis.aclose()

    async def _listen(self, hear: Hear, missed: Callable[[], Awaitable[None]], subscribed: asyncio.Event) -> None:
        lost = False
        while True:
            try:
                async with self._redis.pubsub() as ear:
                    await ear.subscribe(self._channel)
                    async for message in ear.listen():
                        if message["type"] == "subscribe" and not subscribed.is_set():
                            subscribed.set()
                        elif message["type"] == "subscribe":  # again: the connection was lost in between
                            log.info("connected to Redis again")
                            lost = False
                            await missed()
                        elif message["type"] == "message":
                            await self._heard(message["data"], hear)
            except Exception as error:
                if not lost:  # told once
                    log.warning("connection to Redis lost", error=str(error))
                lost = True
                await asyncio.sleep(AGAIN)

    async def _heard(self, raw: bytes, hear: Hear) -> None:
        try:
            news = json.loads(raw)
            if news.get("from") != self.worker:
                await hear(news)
        except Exception:
            log.exception("news not understood")
