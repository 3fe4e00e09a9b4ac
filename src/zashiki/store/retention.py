"""What is deleted after a while, in small slices. A game that was played is kept for good, with all that it had."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, final

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from zashiki.store.database import Database
from zashiki.store.people import delete_person, raise_revisions
from zashiki.store.schema import audit, chat, moves, players, reports, results, sanctions, seats, sessions, tables

SLICE: Final = 100
"""Rows that are deleted in one transaction."""
SLOW_SLICE: Final = 10
"""The same for people whose games stay."""
PRUNING: Final = 0x7A61736B
"""The advisory lock under which one process at a time deletes from PostgreSQL."""
PROTECTED: Final = ("open", "running")
"""Tables at which nothing is ever deleted."""


@dataclass(frozen=True)
class Policy:
    """After how many seconds what is deleted; None: never."""

    unused_guests: float | None
    """Guests who have never played, since their last visit."""
    inactive_guests: float | None
    """Other guests, since their last visit: their games stay without their name."""
    closed_tables: float | None
    """Tables that were closed before their game began."""
    chat: float | None
    """Chat, since the end of the game."""
    removed_chat: float | None
    """The text of removed chat, in the audit log."""
    reports: float | None
    """Reports, since they were closed."""
    audit: float | None
    """The audit log, and sanctions that have ended."""


@dataclass(frozen=True)
class Pruned:
    """What a slice has deleted."""

    count: int
    tables: tuple[str, ...] = ()
    """Tables that are still there, but changed."""


@final
class Retention:
    """Counts and deletes what is old enough. One slice is one transaction."""

    def __init__(self, database: Database, policy: Policy, now: Callable[[], float]) -> None:
        self.database = database
        self.policy = policy
        self.now = now
        self.kinds: dict[str, Callable[[AsyncConnection], Awaitable[Pruned]]] = {
            "expired sessions": self._sessions,
            "unused guests": self._unused_guests,
            "inactive guests": self._inactive_guests,
            "closed tables": self._closed_tables,
            "tables with old chat": self._chat,
            "texts of removed chat": self._removed_chat,
            "old reports": self._reports,
            "old audit rows": self._audit,
            "ended sanctions": self._sanctions,
        }
        """What can be deleted, by its name."""

    async def prune(self, kind: str) -> Pruned:
        """Delete a slice of one kind; nothing if another process is deleting just now."""
        async with self.database.writing() as connection:
            if not self.database.sqlite:
                mine = await connection.scalar(select(func.pg_try_advisory_xact_lock(PRUNING)))
                if not mine:
                    return Pruned(0)
            return await self.kinds[kind](connection)

    async def count(self) -> dict[str, int]:
        """How much of each kind is old enough now, without deleting it."""
        found: dict[str, int] = {}
        async with self.database.reading() as connection:
            for kind, query in self._queries().items():
                found[kind] = 0
                if query is not None:
                    counted = await connection.execute(select(func.count()).select_from(query.subquery()))
                    found[kind] = counted.scalar_one()
            found["texts of removed chat"] = len(await self._texts(connection))
        return {kind: found[kind] for kind in self.kinds}

    # What is old enough

    def _queries(self) -> dict[str, Select[Any] | None]:
        return {
            "expired sessions": select(sessions.c.key).where(sessions.c.expires_at < self.now()),
            "unused guests": self._unused(),
            "inactive guests": self._inactive(),
            "closed tables": self._closed(),
            "tables with old chat": self._old_chat(),
            "old reports": self._old(reports.c.id, reports.c.closed_at, self.policy.reports),
            "old audit rows": self._old_audit(),
            "ended sanctions": self._ended(),
        }

    def _old(self, column: Any, since: ColumnElement[Any], seconds: float | None) -> Select[Any] | None:
        return None if seconds is None else select(column).where(since < self.now() - seconds)

    def _guests(self, seconds: float) -> Select[Any]:
        """Guests who were not here lately. Those who are banned or muted stay, so that they do not come back as new."""
        before = self.now() - seconds
        in_force = and_(
            sanctions.c.player == players.c.id,
            sanctions.c.ended_at.is_(None),
            or_(sanctions.c.until.is_(None), sanctions.c.until > self.now()),
        )
        guest = players.c.login.is_(None) & players.c.role.is_(None)
        return select(players.c.id).where(guest, players.c.seen_at < before, ~exists().where(in_force))

    def _unused(self) -> Select[Any] | None:
        if self.policy.unused_guests is None:
            return None
        return self._guests(self.policy.unused_guests).where(~_has_played())

    def _inactive(self) -> Select[Any] | None:
        if self.policy.inactive_guests is None:
            return None
        # Programs with a token are not seen as visitors, but at their tables.
        lately = or_(tables.c.status.in_(PROTECTED), tables.c.changed_at > self.now() - self.policy.inactive_guests)
        at_table = exists().where(seats.c.player == players.c.id, seats.c.table == tables.c.id, lately)
        hosting = exists().where(tables.c.host == players.c.id, lately)
        return self._guests(self.policy.inactive_guests).where(_has_played(), ~at_table, ~hosting)

    def _closed(self) -> Select[Any] | None:
        if self.policy.closed_tables is None:
            return None
        never_begun = and_(tables.c.status == "closed", tables.c.started_at.is_(None), tables.c.ply == 0)
        made = exists().where(moves.c.table == tables.c.id)
        old = tables.c.changed_at < self.now() - self.policy.closed_tables
        return select(tables.c.id).where(never_begun, old, ~made)

    def _old_chat(self) -> Select[Any] | None:
        if self.policy.chat is None:
            return None
        over = and_(tables.c.status == "over", tables.c.ended_at < self.now() - self.policy.chat)
        return select(tables.c.id).where(over, exists().where(chat.c.table == tables.c.id))

    def _old_audit(self) -> Select[Any] | None:
        old = self._old(audit.c.id, audit.c.at, self.policy.audit)
        # The newest row stays: servers follow the log by its number, which must not begin again.
        return None if old is None else old.where(audit.c.id < select(func.max(audit.c.id)).scalar_subquery())

    def _ended(self) -> Select[Any] | None:
        if self.policy.audit is None:
            return None
        before = self.now() - self.policy.audit
        return select(sanctions.c.id).where(or_(sanctions.c.ended_at < before, sanctions.c.until < before))

    # Deleting it

    async def _sessions(self, connection: AsyncConnection) -> Pruned:
        return await _delete(connection, sessions.c.key, self._queries()["expired sessions"])

    async def _unused_guests(self, connection: AsyncConnection) -> Pruned:
        return await _delete(connection, players.c.id, self._unused())

    async def _inactive_guests(self, connection: AsyncConnection) -> Pruned:
        found = await _some(connection, self._inactive(), SLOW_SLICE)
        changed: list[str] = []
        for player in found:
            changed += await delete_person(connection, player)
        return Pruned(len(found), tuple(changed))

    async def _closed_tables(self, connection: AsyncConnection) -> Pruned:
        found = await _some(connection, self._closed())
        before = [row.id for row in await connection.execute(select(tables.c.id).where(tables.c.rematch.in_(found)))]
        if before:  # the next rematch of these is a new one
            await connection.execute(update(tables).where(tables.c.id.in_(before)).values(rematch=None))
            await raise_revisions(connection, before)
        if found:
            await connection.execute(delete(tables).where(tables.c.id.in_(found)))
        return Pruned(len(found), tuple(before))

    async def _chat(self, connection: AsyncConnection) -> Pruned:
        found = await _some(connection, self._old_chat())
        if found:
            await connection.execute(delete(chat).where(chat.c.table.in_(found)))
        return Pruned(len(found))

    async def _texts(self, connection: AsyncConnection) -> list[tuple[int, dict[str, Any]]]:
        if self.policy.removed_chat is None:
            return []
        old = and_(audit.c.action == "remove-chat", audit.c.at < self.now() - self.policy.removed_chat)
        found = await connection.execute(select(audit.c.id, audit.c.details).where(old))
        return [(row.id, {"n": row.details["n"]}) for row in found if "text" in row.details]

    async def _removed_chat(self, connection: AsyncConnection) -> Pruned:
        found = (await self._texts(connection))[:SLICE]
        for number, details in found:
            await connection.execute(update(audit).where(audit.c.id == number).values(details=details))
        return Pruned(len(found))

    async def _reports(self, connection: AsyncConnection) -> Pruned:
        return await _delete(connection, reports.c.id, self._queries()["old reports"])

    async def _audit(self, connection: AsyncConnection) -> Pruned:
        return await _delete(connection, audit.c.id, self._old_audit())

    async def _sanctions(self, connection: AsyncConnection) -> Pruned:
        return await _delete(connection, sanctions.c.id, self._ended())


def _has_played() -> ColumnElement[bool]:
    """Whether anything but the person would miss them: a seat, a result, a table, a chat message."""
    return or_(
        exists().where(seats.c.player == players.c.id),
        exists().where(results.c.player == players.c.id),
        exists().where(tables.c.host == players.c.id),
        exists().where(chat.c.player == players.c.id),
    )


async def _some(connection: AsyncConnection, query: Select[Any] | None, most: int = SLICE) -> list[Any]:
    return [] if query is None else [row[0] for row in await connection.execute(query.limit(most))]


async def _delete(connection: AsyncConnection, column: Any, query: Select[Any] | None) -> Pruned:
    found = await _some(connection, query)
    if found:
        await connection.execute(delete(column.table).where(column.in_(found)))
    return Pruned(len(found))
