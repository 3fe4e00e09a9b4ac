"""Deletes what is old enough in the background: a slice at a time, so that nobody notices."""

import asyncio
from typing import TYPE_CHECKING, Final, final

import structlog

from zashiki.server.config import Config
from zashiki.store.retention import Policy, Retention

if TYPE_CHECKING:
    from zashiki.store.database import Database
    from zashiki.table.service import TableService

DAY: Final = 86_400.0
PRUNE_EVERY: Final = 600.0
"""Seconds between two rounds."""
PAUSE: Final = 0.5
"""Seconds between two slices: a slice takes some milliseconds, the rest belongs to those who play."""

log = structlog.get_logger("zashiki.retention")


def policy_of(config: Config) -> Policy:
    """What the settings say."""

    def seconds(days: int) -> float | None:
        return days * DAY if days else None

    return Policy(
        unused_guests=seconds(config.unused_guests_days),
        inactive_guests=seconds(config.inactive_guests_days),
        closed_tables=seconds(config.closed_tables_days),
        chat=seconds(config.chat_days),
        removed_chat=seconds(config.removed_chat_days),
        reports=seconds(config.reports_days),
        audit=seconds(config.audit_days),
    )


@final
class RetentionJob:
    """Prunes the database of a running server."""

    def __init__(self, database: "Database", config: Config, table_service: "TableService") -> None:
        self.table_service = table_service
        self.retention = Retention(database, policy_of(config), table_service.context.now)

    def open(self) -> None:
        """Start."""
        self.table_service.context.tasks.repeat(PRUNE_EVERY, self.prune)

    async def prune(self, pause: float = PAUSE) -> None:
        """Delete everything that is old enough."""
        done = dict.fromkeys(self.retention.kinds, 0)
        for kind in self.retention.kinds:
            while True:
                await self.table_service.context.scheduler.turn()
                slice_ = await self.retention.prune(kind)
                await self.table_service.tables_rewritten([*slice_.tables])
                done[kind] += slice_.count
                if slice_.count == 0:
                    break
                await asyncio.sleep(pause)
        if any(done.values()):
            log.info("deleted what was old enough", **{kind.replace(" ", "_"): n for kind, n in done.items() if n})
