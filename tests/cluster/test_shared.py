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
        self.bus = RedisNews(url, name)
        self.heard: list[News] = []
        self.missed = 0

    async def receive(self, news: News) -> None:
        self.heard.append(news)

    async def miss(self) -> None:
        self.missed += 1


@asynccontextmanager
async def receiver(url: str, name: str) -> AsyncGenerator[Ear]:
    one = Receiver(url, name)
    try:
        await one.bus.open(one.receive, one.miss)
        yield one
    finally:
        await one.bus.close()


async def test_news_arrives_in_order(redis: Redis) -> None:
    elsewhere = redis.url.removesuffix("/0") + "/1"
    async with (
        receiver(redis.url, "east") as east,
        receiver(redis.url, "west") as west,
        receiver(elsewhere, "far") as far,
    ):
        await asyncio.gather(*(east.bus.publish({"kind": "n", "n": number}) for number in range(100)))
        await eventually(lambda: len(west.heard) == 100)
        assert [news["n"] for news in west.heard] == list(range(100))
        assert {news["from"] for news in west.heard} == {"east"}
        await west.bus.publish({"kind": "end"})
        await far.bus.publish({"kind": "end"})
        await eventually(lambda: len(east.heard) == 1)
        assert east.heard == [{"kind": "end", "from": "west"}]  # not what it said itself, not what is another house's
        assert far.heard == []


async def test_an_invalid_url_is_refused_and_not_shown() -> None:
    with pytest.raises(BadRedis, match="redis://HOST:PORT/NUMBER") as refused:
        RedisNews("reddis://:secret@somewhere", "east")
    assert "secret" not in str(refused.value)


async def test_reconnecting_triggers_a_resync(redis: Redis) -> None:
    async with receiver(redis.url, "east") as east, receiver(redis.url, "west") as west:
        assert (east.missed, west.missed) == (0, 0)
        redis.kill()
        await east.bus.publish({"kind": "lost"})
        with pytest.raises(NoConnection):
            await east.bus.check()
        redis.start()
        await eventually(lambda: east.missed == west.missed == 1)
        await east.bus.publish({"kind": "again"})
        await eventually(lambda: len(west.heard) == 1)
        assert west.heard == [{"kind": "again", "from": "east"}]


async def test_rate_limits_are_shared_and_local_during_a_redis_outage(redis: Redis) -> None:
    east, west = RateLimits(redis.url), RateLimits(redis.url)
    for rate_limits in (east, west, east):
        await rate_limits.spend("3/minute", "chat", "Aki")
    for rate_limits in (east, west):
        with pytest.raises(Refused, match="Too much"):
            await rate_limits.spend("3/minute", "chat", "Aki")
    redis.kill()
    for rate_limits in (east, west):
        for _ in range(3):
            await rate_limits.spend("3/minute", "chat", "Aki")
        with pytest.raises(Refused, match="Too much"):
            await rate_limits.spend("3/minute", "chat", "Aki")
        await rate_limits.close()
