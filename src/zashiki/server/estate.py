"""Everything that a running house consists of, put together from its settings."""

import asyncio
import os
import socket
import time
from contextlib import suppress
from typing import Any, Final, Protocol, final

import structlog

from zashiki.server.client import Client
from zashiki.server.config import BadConfig, Config
from zashiki.server.documentation import Documentation
from zashiki.server.files import NONE
from zashiki.server.hub import Hub
from zashiki.server.limiter import Limiter
from zashiki.server.metrics import Metrics
from zashiki.server.sweep import Sweeper
from zashiki.store.database import Database
from zashiki.store.people import People
from zashiki.table.bus import Alone, Bus, RedisBus
from zashiki.table.desk import Desk, LocalDesk, QueueDesk
from zashiki.table.rooms import CLOSED_FOR, Rooms, new_id
from zashiki.table.sitting import Sitting
from zashiki.table.thinking import Thinkers

HASHING: Final = 2
"""Passwords that are hashed at once: each takes 64 MiB, and a core for a while."""
REPLAYING: Final = 2
"""Records that are gone through at once, each in a thread: more would only keep the tables waiting."""

log = structlog.get_logger("zashiki")


class Connected(Protocol):
    """A websocket of somebody."""

    async def look_again(self) -> None:
        """Something has changed about the person."""


@final
class Estate:
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
        self.thinkers = Thinkers(config.bot_processes) if alone or thinks else None
        bus: Bus
        desk: Desk
        if config.redis is None:
            assert self.thinkers is not None
            bus, desk = Alone(), LocalDesk(self.thinkers, config.bot_pace, time.time)
        else:
            _has_cluster()
            bus = RedisBus(config.redis, worker)
            desk = QueueDesk(config.redis, self.thinkers, config.bot_pace, time.time)
        self.desk = desk
        self.rooms = Rooms(self.database, bus, desk, worker=worker, alone=alone)
        self.client = Client(config.client if self.serves else NONE)
        self.documentation = Documentation(config.docs if self.serves else NONE)
        self.people = People(self.database)
        self.limiter = Limiter(config.redis)
        self.hub = Hub(config)
        self.connections: dict[str, set[Connected]] = {}
        """The websockets of each person, or of each address from which somebody unknown looks on."""
        self.sweeper = Sweeper(lambda: sum(map(len, self.connections.values())))
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
        self.rooms.on_turn = self.hub.turn
        self.rooms.on_lobby = self.hub.lobby
        self.rooms.on_moves = self._count
        self.rooms.on_person = self._person
        await self.rooms.open(serves=self.serves)
        self._begin(self.hub.call_out())

    def ready(self) -> None:
        """Everything is made and people can come in: from now on nothing may hold up the others."""
        self._begin(self.sweeper.run())
        self._begin(self.metrics.watch())
        if self.thinkers is not None:
            self._begin(self.thinkers.warm())

    def _begin(self, work: Any) -> None:
        self._tasks.append(asyncio.create_task(work))

    def _person(self, player: str) -> None:
        self.rooms.soon(self._look_again(player))

    async def _look_again(self, player: str) -> None:
        for connection in list(self.connections.get(player, ())):
            await connection.look_again()

    def _count(self, before: Sitting, after: Sitting) -> None:
        if after.table is None:
            return
        for seat, _ in after.table.moves(before.ply):
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
        await self.limiter.close()
        await self.database.close()

    async def healthy(self) -> dict[str, bool]:
        """Whether each part does its work: a database that can only be read does not."""
        parts = {"database": False, "bus": False}
        with suppress(Exception):
            last = await self.rooms.tables.last_alive()
            parts["database"] = last is not None and self.rooms.now() - last < CLOSED_FOR
        with suppress(Exception):
            await self.rooms.bus.check()
            parts["bus"] = True
        return parts


def _has_cluster() -> None:
    try:
        import redis  # noqa: F401
        import saq  # noqa: F401
    except ImportError:
        raise BadConfig("redis", "the extra parts for it: pip install 'zashiki[cluster]'", "redis") from None
