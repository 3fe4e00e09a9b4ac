"""The processes of a house, and the ways to kill them."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from cluster.harness import Redis
from postgres_process import Postgres, children
from server_process import BotWorker, Server

Strike = Callable[["Installation", Random], Awaitable[list[str]]]
"""Kills something and starts it again; returns what was killed."""


@dataclass
class Installation:
    """One server with SQLite; or two, with a bot-worker, PostgreSQL and Redis."""

    database: str
    servers: list[Server]
    workers: list[BotWorker] = field(default_factory=list)
    redis: Redis | None = None
    postgres: Postgres | None = None

    async def open(self) -> None:
        if self.redis is not None:
            self.redis.start()
        await asyncio.gather(*(process.start() for process in (*self.servers, *self.workers)))

    async def close(self) -> None:
        await asyncio.gather(*(process.kill() for process in (*self.servers, *self.workers)))
        if self.redis is not None:
            self.redis.kill()
        if self.postgres is not None:
            await self.postgres.kill()


@asynccontextmanager
async def sqlite_installation(
    folder: Path, environment: Mapping[str, str] | None = None, **settings: Any
) -> AsyncGenerator[Installation]:
    """A house as it is for friends."""
    url = f"sqlite:///{folder}/zashiki.db"
    installation = Installation(url, [Server(database=url, max_connections_per_player=1000, **settings)])
    installation.servers[0].environment |= environment or {}
    try:
        await installation.open()
        yield installation
    finally:
        await installation.close()


@asynccontextmanager
async def postgres_installation(folder: Path | None = None, **settings: Any) -> AsyncGenerator[Installation]:
    """A house of several processes; everything in it can be killed. The files of PostgreSQL are in `folder`."""
    postgres, redis = Postgres(folder), Redis()
    await asyncio.to_thread(postgres.create)
    try:
        await postgres.start()
        url = postgres.new_database("zashiki")
        shared = {"database": url, "redis": redis.url, **settings}
        servers = [Server(max_connections_per_player=1000, **shared) for _ in range(2)]
        installation = Installation(url, servers, [BotWorker(**shared)], redis, postgres)
        try:
            await installation.open()
            yield installation
        finally:
            await installation.close()
    finally:
        await postgres.kill()


async def server(installation: Installation, chance: Random) -> list[str]:
    """A server, at any moment."""
    one = chance.choice(installation.servers)
    await one.kill()
    await one.start()
    return ["server"]


async def starting_server(installation: Installation, chance: Random) -> list[str]:
    """A server, and again while it starts."""
    one = chance.choice(installation.servers)
    await one.kill()
    opening = asyncio.ensure_future(one.start())
    await asyncio.sleep(chance.uniform(0.0, 2.0))
    await one.kill()
    with suppress(AssertionError):  # it did not start
        await opening
    await one.start()
    return ["server", "server"]


async def bot_process(installation: Installation, chance: Random) -> list[str]:
    """A process in which a bot thinks; the server starts another one."""
    # The pool's own helpers are among them: those must not take the server down either.
    found = sorted(children(chance.choice([*installation.servers, *installation.workers]).pid))
    if not found:
        return []
    with suppress(ProcessLookupError):
        os.kill(chance.choice(found), signal.SIGKILL)
    return ["bot process"]


async def bot_worker(installation: Installation, chance: Random) -> list[str]:
    """A bot-worker, with the turns it has taken from the queue."""
    one = chance.choice(installation.workers)
    await one.kill()
    await one.start()
    return ["bot-worker"]


async def redis(installation: Installation, chance: Random) -> list[str]:
    """Redis, which comes back empty."""
    assert installation.redis is not None
    installation.redis.kill()
    await asyncio.sleep(chance.uniform(0.0, 0.3))
    installation.redis.start()
    return ["Redis"]


async def postgres_process(installation: Installation, chance: Random) -> list[str]:
    """One process of PostgreSQL, which then ends all connections and recovers."""
    assert installation.postgres is not None
    installation.postgres.kill_one(chance)
    await installation.postgres.accepts()
    return ["PostgreSQL process"]


async def postgres(installation: Installation, chance: Random) -> list[str]:
    """All of PostgreSQL at once."""
    assert installation.postgres is not None
    await installation.postgres.kill()
    await asyncio.sleep(chance.uniform(0.0, 0.3))
    await installation.postgres.start()
    return ["PostgreSQL"]


async def everything(installation: Installation, chance: Random) -> list[str]:
    """All of it at the same moment."""
    assert installation.redis is not None
    assert installation.postgres is not None
    installation.redis.kill()
    processes = [*installation.servers, *installation.workers]
    await asyncio.gather(installation.postgres.kill(), *(process.kill() for process in processes))
    await installation.postgres.start()
    installation.redis.start()
    await asyncio.gather(*(process.start() for process in processes))
    return ["PostgreSQL", "Redis", "bot-worker", "server", "server"]


ALONE: list[Strike] = [server, starting_server, server, bot_process]
"""What can be killed where there is one server."""
TOGETHER: list[Strike] = [
    server,
    bot_worker,
    redis,
    postgres,
    starting_server,
    postgres_process,
    bot_process,
    everything,
]
"""What can be killed where there are several processes."""
