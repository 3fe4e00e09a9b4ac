"""The audit log: what operators did, when and why. Rows are only added; retention removes those that are old enough.

Every action of an operator and its row in the log share a transaction. So the log is also how running servers notice
what was done elsewhere, such as by `zashiki admin`: they follow it.
"""

from dataclasses import dataclass
from typing import Any, Final, final

from sqlalchemy import Row, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from zashiki.store.database import Database
from zashiki.store.rows import AuditRow
from zashiki.store.schema import audit

SHOWN: Final = 100
"""Rows of a page of the log."""


@dataclass(frozen=True)
class Operator:
    """Whoever does something to others: an account with the role, or somebody at the command line."""

    id: str | None
    name: str


async def note(
    connection: AsyncConnection,
    by: Operator,
    at: float,
    action: str,
    why: str,
    *,
    player: str | None = None,
    table: str | None = None,
    **details: Any,
) -> None:
    """Add to the log, in the transaction of what was done."""
    row = {"player": player, "table": table, "why": why, "details": details}
    await connection.execute(insert(audit).values(at=at, by=by.id, by_name=by.name, action=action, **row))


@final
class Audit:
    """Reads the audit log."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def note(self, by: Operator, at: float, action: str, why: str, **about: Any) -> None:
        """Add what changed nothing, such as reading something private."""
        async with self.database.writing() as connection:
            await note(connection, by, at, action, why, **about)

    async def last(self) -> int:
        """The number of the newest row; 0 if there is none."""
        async with self.database.reading() as connection:
            found: int | None = await connection.scalar(select(func.max(audit.c.id)))
            return found or 0

    async def since(self, number: int) -> list[AuditRow]:
        """The rows after this one, the oldest first."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(audit).where(audit.c.id > number).order_by(audit.c.id))
            return [_row(row) for row in found]

    async def page(self, *, player: str | None = None, before: int | None = None, limit: int = SHOWN) -> list[AuditRow]:
        """The newest rows (about a person; before a number), the newest first."""
        query = select(audit).order_by(audit.c.id.desc()).limit(limit)
        if player is not None:
            query = query.where(audit.c.player == player)
        if before is not None:
            query = query.where(audit.c.id < before)
        async with self.database.reading() as connection:
            return [_row(row) for row in await connection.execute(query)]


def _row(row: Row[Any]) -> AuditRow:
    return AuditRow(**row._mapping)
