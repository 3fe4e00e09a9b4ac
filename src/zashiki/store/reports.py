"""Reports: what people told the operators about others."""

import secrets
from typing import Any, Final, final

from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from zashiki.store.audit import Operator, note
from zashiki.store.database import Database
from zashiki.store.rows import ReportRow
from zashiki.store.schema import reports

MOST_ENTRIES: Final = 10
"""How often one report is added to; further ones only count as received."""


@final
class Reports:
    """Reads and writes reports."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(
        self,
        now: float,
        reporter: str,
        reason: str,
        entry: dict[str, Any],
        *,
        player: str | None,
        name: str | None,
        table: str | None,
    ) -> str:
        """Open a report, or add to the one that the same person has opened about the same; returns its id."""
        subject = f"{reporter}:{player or ''}:{table or ''}"
        for _ in range(2):
            try:
                async with self.database.writing() as connection:
                    query = select(reports.c.id, reports.c.entries).where(reports.c.open == subject).with_for_update()
                    known = (await connection.execute(query)).one_or_none()
                    if known is not None:
                        entries = [*known.entries, entry][:MOST_ENTRIES]
                        await connection.execute(
                            update(reports).where(reports.c.id == known.id).values(entries=entries, changed_at=now)
                        )
                        return str(known.id)
                    report = secrets.token_hex(8)
                    about = {"player": player, "name": name, "table": table, "reason": reason}
                    times = {"made_at": now, "changed_at": now}
                    await connection.execute(
                        insert(reports).values(
                            id=report, reporter=reporter, entries=[entry], open=subject, **about, **times
                        )
                    )
                    return report
            except IntegrityError:
                continue  # the same person's other request was first
        raise RuntimeError("unreachable: a report that was open a moment ago is found")

    async def list(self, *, closed: bool = False, player: str | None = None, limit: int = 100) -> list[ReportRow]:
        """Open reports, the oldest first; or closed ones, the newest first; of all people or about one."""
        which = reports.c.closed_at.is_not(None) if closed else reports.c.closed_at.is_(None)
        order = reports.c.closed_at.desc() if closed else reports.c.made_at
        query = select(reports).where(which).order_by(order, reports.c.id).limit(limit)
        if player is not None:
            query = query.where(reports.c.player == player)
        async with self.database.reading() as connection:
            return [_row(row) for row in await connection.execute(query)]

    async def find(self, report: str) -> ReportRow | None:
        """A report."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(reports).where(reports.c.id == report))).one_or_none()
            return None if row is None else _row(row)

    async def count_open(self) -> int:
        """How many reports are open."""
        async with self.database.reading() as connection:
            query = select(func.count()).select_from(reports).where(reports.c.closed_at.is_(None))
            return int((await connection.execute(query)).scalar_one())

    async def close(self, report: str, by: Operator, now: float, why: str) -> bool:
        """Close a report; False if it is not open."""
        async with self.database.writing() as connection:
            which = update(reports).where(reports.c.id == report, reports.c.closed_at.is_(None))
            done = await connection.execute(which.values(closed_at=now, changed_at=now, open=None))
            if done.rowcount != 1:
                return False
            await note(connection, by, now, "close-report", why, report=report)
            return True


def _row(row: Row[Any]) -> ReportRow:
    return ReportRow(**{name: value for name, value in row._mapping.items() if name != "open"})
