"""Everything a server process consists of, put together from its settings."""

import asyncio
import os
import socket
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, final

import structlog
from pydantic import JsonValue

from zashiki.server.config import BadConfig, Config
from zashiki.server.connections import Door
from zashiki.server.documentation import Documentation
from zashiki.server.files import NONE
from zashiki.server.gc_schedule import GcSchedule
from zashiki.server.hosts import KnownHosts
from zashiki.server.metrics import Metrics
from zashiki.server.moderation import Moderation
from zashiki.server.notifications import Notifications
from zashiki.server.rate_limits import RateLimits
from zashiki.server.retention import DAY, RetentionJob
from zashiki.server.static_client import StaticClient
from zashiki.server.table_events import TableEvents
from zashiki.server.word_list import WordList
from zashiki.server.workshop import Workshop
from zashiki.store import examine
from zashiki.store.database import Database
from zashiki.store.devices import Devices
from zashiki.store.passkeys import Passkeys
from zashiki.store.people import People
from zashiki.store.rating_review import RatingReview
from zashiki.store.recovery_codes import RecoveryCodes
from zashiki.store.shipping import Shipper
from zashiki.store.totp import TotpSecrets
from zashiki.table.bot_pool import BotPool
from zashiki.table.bot_turns import BotTurns, LocalBotTurns, QueuedBotTurns
from zashiki.table.ids import new_id
from zashiki.table.new_table import Limits
from zashiki.table.news import LocalNews, NewsChannel, RedisNews
from zashiki.table.service import TableService
from zashiki.table.timekeeping import CLOSED_FOR, HEARTBEAT_EVERY

HASHING: Final = max(1, min(2, (os.cpu_count() or 2) // 2))
"""Passwords that are hashed at the same time: each takes 64 MiB and a core for a while."""
JUST_NOW: Final = 1.5 * HEARTBEAT_EVERY
"""Seconds after a heartbeat in which the database counts as well."""
REPLAYING: Final = 1
"""Records that are replayed at the same time, in a thread: more would slow the tables down."""
REPLAYS_OF_OWNER: Final = 12
"""What one network may have waiting: some people behind one address look at replays together."""

log = structlog.get_logger("zashiki")


@final
class Services:
    """Database, tables, people and everything else that requests need."""

    def __init__(self, config: Config, *, thinks: bool = False) -> None:
        """`thinks`: whether this process only thinks for bots; by default it serves people."""
        self.config = config
        self.serves = not thinks
        """Whether people can connect."""
        self.metrics = Metrics()
        self.database = Database(
            config.database,
            durable=config.durable,
            patience=config.database_wait,
            checkpoints=config.backup_to is None,
        )
        self.shipper = self._backup()
        """Writes the continuous backup, if there is one."""
        alone = config.redis is None
        if not alone and self.database.sqlite:
            raise BadConfig(config.database, "a PostgreSQL address: several processes cannot share SQLite", "database")
        self.bot_pool = BotPool(config.bot_processes) if alone or thinks else None
        news, self.bot_turns = self._links()
        self.notifications = Notifications(config)
        self.table_events = TableEvents(self.notifications, self.metrics)
        self.table_service = TableService(
            self.database,
            news,
            self.bot_turns,
            self.bot_pool,
            alone=alone,
            pace=config.bot_pace,
            notifier=self.table_events,
        )
        self.rooms = self.table_service.rooms
        self.rooms.abandoned = config.open_tables_days * DAY
        self.limits = Limits(config.max_tables, config.max_bot_tables)
        """What one host may have."""
        self.tables = self.table_service.context.tables
        self.scheduler = self.table_service.context.scheduler
        self.now = self.table_service.context.now
        """The clock."""
        self.people = People(self.database)
        self.rating_review = RatingReview(self.database)
        self.words = WordList(config.word_list if self.serves else None)
        """The words that are not wanted here."""
        self.moderation = Moderation(self.database, self.table_service, self.table_events, config.contact, self.words)
        self.devices = Devices(self.database)
        self.passkeys = Passkeys(self.database)
        self.recovery_codes = RecoveryCodes(self.database)
        self.totp = TotpSecrets(self.database)
        self.retention = RetentionJob(self.database, config, self.table_service)
        self.client = StaticClient(config.client if self.serves else NONE)
        self.documentation = Documentation(config.docs if self.serves else NONE)
        self.hosts = KnownHosts(config)
        self.door = Door(config)
        self.rate_limits = RateLimits(config.redis)
        self.connections = self.table_events.connections
        """The websockets of each person, or of each network of somebody who is not signed in."""
        self.networks = Counter[str]()
        """The number of websockets of each network."""
        self.gc_schedule = GcSchedule(lambda: sum(map(len, self.connections.values())))
        self.hashing = Workshop(HASHING, gently=True)
        """Held while a password is hashed."""
        self.replaying = Workshop(REPLAYING, most_of_owner=REPLAYS_OF_OWNER)
        """Held while a record is replayed."""
        self.closing = asyncio.Event()
        """Set when the server begins to shut down: connections end."""
        self.empty = asyncio.Event()
        """Set while nobody is connected."""
        self.empty.set()
        self._tasks: list[asyncio.Task[Any]] = []

    def _links(self) -> tuple[NewsChannel, BotTurns]:
        """How this process exchanges news and bots' turns with others."""
        if self.config.redis is None:
            assert self.bot_pool is not None
            return LocalNews(), LocalBotTurns(self.bot_pool)
        _require_cluster_packages()
        worker = f"{socket.gethostname()}:{os.getpid()}:{new_id(4)}"
        bot_turns = QueuedBotTurns(self.config.redis, self.bot_pool, lambda: self.now())
        return RedisNews(self.config.redis, worker), bot_turns

    def _backup(self) -> Shipper | None:
        """The continuous backup that is set."""
        if self.config.backup_to is None:
            return None
        if self.database.file is None:
            raise BadConfig(self.config.backup_to, "nothing: PostgreSQL archives its own log", "backup_to")
        target = Path(self.config.backup_to).expanduser()
        keep = 86_400 * self.config.backup_days
        return Shipper(self.database.file, target, every=self.config.backup_every, keep=keep)

    def backup_state(self) -> dict[str, JsonValue] | None:
        """How far the continuous backup is; None if there is none."""
        if self.shipper is None:
            return None
        state = self.shipper.state
        lag = None if state.shipped_at is None else round(max(0.0, time.time() - state.shipped_at), 1)
        return {"lag": lag, "waiting": state.waiting, "passes": state.passes, "problem": state.problem}

    async def open(self) -> None:
        """Migrate the database and start all background work."""
        self.database.claim()
        checked = await examine.check(self.database, examine.AT_START)
        await self.database.migrate()
        self.database.remember_file()
        if not checked:
            log.info("the check of the database goes on beside the games")
            self._start(examine.check(self.database))
        self._start(examine.watch(self.database))
        if self.shipper is not None:
            self.shipper.start()
        await self.table_service.open(serves=self.serves)
        if self.serves:
            await self.moderation.open()
            self.retention.open()
        self._start(self.notifications.call_webhook())

    def ready(self) -> None:
        """Everything is loaded and people can connect: from now on nothing may block the event loop."""
        self._start(self.gc_schedule.run())
        self._start(self.metrics.watch())
        if self.bot_pool is not None:
            self._start(self.bot_pool.warm())

    def _start(self, work: Any) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def close(self) -> None:
        """Shut down: every change in progress is committed, nothing acknowledged is lost."""
        self.closing.set()
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
        await self.table_service.close()
        await self.rate_limits.close()
        if self.shipper is not None:
            await asyncio.to_thread(self.shipper.stop)
        await self.database.close()

    def clock_off(self) -> float:
        """Seconds by which a clock here is wrong, of this process or of its machine: positive if it is ahead."""
        timekeeping = self.table_service.timekeeping
        own, machines = timekeeping.off, timekeeping.machine_off
        return round(own if abs(own) >= abs(machines) else machines, 1)

    async def healthy(self) -> dict[str, bool]:
        """Whether each part works: a database that can only be read does not."""
        self.database.look_at_file()
        parts = {"database": False, "bus": False, "books": not self.database.damage}
        with suppress(Exception):
            last: float | None = self.table_service.timekeeping.stored_at
            if not 0 <= self.now() - (last or 0) < JUST_NOW:  # else it was written just now: nobody has to ask it
                last = await self.tables.last_alive()
            parts["database"] = last is not None and self.now() - last < CLOSED_FOR
        with suppress(Exception):
            await self.table_service.cluster.channel.check()
            parts["bus"] = True
        return parts


def _require_cluster_packages() -> None:
    try:
        import redis  # noqa: F401
        import saq  # noqa: F401
    except ImportError:
        raise BadConfig("redis", "the packages it needs: pip install 'zashiki[cluster]'", "redis") from None
