"""What processes share through Redis, each part by itself: news, and how much somebody has done."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager

import pytest
from redis.exceptions import ConnectionError as NoConnection

from cluster.harness import Redis
from server_process import eventually
from zashiki.server.rate_limits import RateLimits
from zashiki.table.news import BadRedis, News, RedisNews
from zashiki.table.refusals import Refused


@pytest.fixture
def redis() -> Generator[Redis]:
    one = Redis()
    one.start()
    yield one
    one.kill()


class Receiver:
    """One process that listens."""

    def __init__(self, url: str, name: str) -> None:
        self.channel = RedisNews(url, name)
        self.received: list[News] = []
        self.missed = 0

    async def receive(self, news: News) -> None:
        self.received.append(news)

    async def miss(self) -> None:
        self.missed += 1


@asynccontextmanager
async def receiver(url: str, name: str) -> AsyncGenerator[Receiver]:
    one = Receiver(url, name)
    try:
        await one.channel.open(one.receive, one.miss)
        yield one
    finally:
        await one.channel.close()


async def test_news_arrives_in_order(redis: Redis) -> None:
    elsewhere = redis.url.removesuffix("/0") + "/1"
    async with (
        receiver(redis.url, "first") as first,
        receiver(redis.url, "second") as second,
        receiver(elsewhere, "far") as far,
    ):
        await asyncio.gather(*(first.channel.publish({"kind": "n", "n": number}) for number in range(100)))
        await eventually(lambda: len(second.received) == 100)
        assert [news["n"] for news in second.received] == list(range(100))
        assert {news["from"] for news in second.received} == {"first"}
        await second.channel.publish({"kind": "end"})
        await far.channel.publish({"kind": "end"})
        await eventually(lambda: len(first.received) == 1)
        assert first.received == [{"kind": "end", "from": "second"}]  # neither its own news nor another cluster's
        assert far.received == []


async def test_an_invalid_url_is_refused_and_not_shown() -> None:
    with pytest.raises(BadRedis, match="redis://HOST:PORT/NUMBER") as refused:
        RedisNews("reddis://:secret@somewhere", "first")
    assert "secret" not in str(refused.value)


async def test_reconnecting_triggers_a_resync(redis: Redis) -> None:
    async with receiver(redis.url, "first") as first, receiver(redis.url, "second") as second:
        assert (first.missed, second.missed) == (0, 0)
        redis.kill()
        await first.channel.publish({"kind": "lost"})
        with pytest.raises(NoConnection):
            await first.channel.check()
        redis.start()
        await eventually(lambda: first.missed == second.missed == 1)
        await first.channel.publish({"kind": "again"})
        await eventually(lambda: len(second.received) == 1)
        assert second.received == [{"kind": "again", "from": "first"}]


async def test_rate_limits_are_shared_and_local_during_a_redis_outage(redis: Redis) -> None:
    first, second = RateLimits(redis.url), RateLimits(redis.url)
    for rate_limits in (first, second, first):
        await rate_limits.spend("3/day", "chat", "Aki")
    for rate_limits in (first, second):
        with pytest.raises(Refused, match="Too many requests"):
            await rate_limits.spend("3/day", "chat", "Aki")
    redis.kill()
    for rate_limits in (first, second):
        for _ in range(3):
            await rate_limits.spend("3/day", "chat", "Aki")
        with pytest.raises(Refused, match="Too many requests"):
            await rate_limits.spend("3/day", "chat", "Aki")
        await rate_limits.close()
