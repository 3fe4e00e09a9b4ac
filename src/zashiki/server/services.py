"""Everything that a running house consists of, put together from its settings."""

import asyncio
import os
import socket
import time
from contextlib import suppress
from typing import Any, Final, Protocol, final

import structlog

from zashiki.server.config import BadConfig, Config
from zashiki.server.documentation import Documentation
from zashiki.server.files import NONE
from zashiki.server.gc_schedule import GcSchedule
from zashiki.server.metrics import Metrics
from zashiki.server.notifications import Notifications
from zashiki.server.rate_limits import RateLimits
from zashiki.server.static_client import StaticClient
from zashiki.store.database import Database
from zashiki.store.people import People
from zashiki.table.bot_pool import BotPool
from zashiki.table.bot_turns import BotTurns, LocalBotTurns, QueuedBotTurns
from zashiki.table.news import LocalNews, NewsChannel, RedisNews
from zashiki.table.rooms import CLOSED_FOR, Rooms, new_id
from zashiki.table.state import TableState

HASHING: Final = 2
"""Passwords that are hashed at once: each takes 64 MiB, and a core for a while."""
REPLAYING: Final = 2
"""Records that are gone through at once, each in a thread: more would only keep the tables waiting."""

log = structlog.get_logger("zashiki")


class Connected(Protocol):
    """A websocket of somebody."""

    async def refresh(self) -> None:
        """Something has changed about the person."""


@final
class Services:
    """A house: its database, its tables, its people."""

    def __init__(self, config: Config, *, thinks: bool = False) -> None:
        """`thinks`: whether this process does nothing but think for bots; by default it serves people."""
        self.config = config
        self.serves = not thinks
        """Whether people can come in."""
        self.metrics = Metrics()
        self.database = Database(config.database, durable=config.durable)
        alone = config.redis is None
        if not alone and self.database.sqlite:
            raise BadConfig(config.database, "a PostgreSQL address: several processes cannot share SQLite", "database")
        worker = f"{socket.gethostname()}:{os.getpid()}:{new_id(4)}"
        self.bot_pool = BotPool(config.bot_processes) if alone or thinks else None
        bus: NewsChannel
        desk: BotTurns
        if config.redis is None:
            assert self.bot_pool is not None
            bus, desk = LocalNews(), LocalBotTurns(self.bot_pool, config.bot_pace, time.time)
        else:
            _has_cluster()
            bus = RedisNews(config.redis, worker)
            desk = QueuedBotTurns(config.redis, self.bot_pool, config.bot_pace, time.time)
        self.bot_turns = desk
        self.rooms = Rooms(self.database, bus, desk, worker=worker, alone=alone)
        self.client = StaticClient(config.client if self.serves else NONE)
        self.documentation = Documentation(config.docs if self.serves else NONE)
        self.people = People(self.database)
        self.rate_limits = RateLimits(config.redis)
        self.notifications = Notifications(config)
        self.connections: dict[str, set[Connected]] = {}
        """The websockets of each person, or of each address from which somebody unknown looks on."""
        self.sweeper = GcSchedule(lambda: sum(map(len, self.connections.values())))
        self.hashing = asyncio.Semaphore(HASHING)
        """Held while a password is hashed."""
        self.replaying = asyncio.Semaphore(REPLAYING)
        """Held while a record is gone through."""
        self.closing = asyncio.Event()
        """Set when the house is about to close: connections end."""
        self.empty = asyncio.Event()
        """Set while nobody is connected."""
        self.empty.set()
        self._tasks: list[asyncio.Task[Any]] = []

    async def open(self) -> None:
        """Open the house."""
        await self.database.migrate()
        self.rooms.on_turn = self.notifications.turn
        self.rooms.on_lobby = self.notifications.lobby
        self.rooms.on_moves = self._count
        self.rooms.on_person = self._person
        await self.rooms.open(serves=self.serves)
        self._begin(self.notifications.call_out())

    def ready(self) -> None:
        """Everything is made and people can come in: from now on nothing may hold up the others."""
        self._begin(self.sweeper.run())
        self._begin(self.metrics.watch())
        if self.bot_pool is not None:
            self._begin(self.bot_pool.warm())

    def _begin(self, work: Any) -> None:
        self._tasks.append(asyncio.create_task(work))

    def _person(self, player: str) -> None:
        self.rooms.soon(self._refresh(player))

    async def _refresh(self, player: str) -> None:
        for connection in list(self.connections.get(player, ())):
            await connection.refresh()

    def _count(self, before: TableState, after: TableState) -> None:
        if after.match is None:
            return
        for seat, _ in after.match.history(before.ply):
            by = "chance" if seat < 0 else "bot" if after.bot_level(seat) is not None else "person"
            self.metrics.moves.labels(by).inc()
        if after.status == "over" and before.status != "over":
            self.metrics.games.labels(after.settings.game).inc()

    async def close(self) -> None:
        """Close it: everything begun is finished, nothing acknowledged is lost."""
        self.closing.set()
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
        await self.rooms.close()
        await self.rate_limits.close()
        await self.database.close()

    async def healthy(self) -> dict[str, bool]:
        """Whether each part does its work: a database that can only be read does not."""
        parts = {"database": False, "bus": False}
        with suppress(Exception):
            last = await self.rooms.tables.last_alive()
            parts["database"] = last is not None and self.rooms.now() - last < CLOSED_FOR
        with suppress(Exception):
            await self.rooms.news.check()
            parts["bus"] = True
        return parts


def _has_cluster() -> None:
    try:
        import redis  # noqa: F401
        import saq  # noqa: F401
    except ImportError:
        raise BadConfig("redis", "the extra parts for it: pip install 'zashiki[cluster]'", "redis") from None
