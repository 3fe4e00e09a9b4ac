"""Looking for damage: SQLite's own check, and whether each game's moves and seeds fit what is stored about it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Final

import structlog
from sqlalchemy import func, select

from zashiki.core.fair import commitment_of
from zashiki.store.database import Database, Unavailable
from zashiki.store.schema import moves, tables

LIMIT: Final = 20
"""Most faults that are listed."""
STEPS: Final = 20_000
"""Instructions of SQLite between looks at the clock."""
SLICE: Final = 100
"""Tables that are compared at a time."""
AT_START: Final = 10.0
"""Seconds that a check may delay the start; then it goes on beside the games."""
EVERY: Final = 3600.0
"""Seconds between checks."""
SOONER: Final = 60.0
"""The same while there is damage."""
BREATH: Final = 0.5
"""Seconds between slices."""

log = structlog.get_logger("zashiki.damage")


def check_file(file: Path, seconds: float | None = None, *, full: bool = False) -> tuple[list[str], bool]:
    """The faults that SQLite finds in its file, and whether it got to the end in this time."""
    end = None if seconds is None else monotonic() + seconds
    pragma = f"PRAGMA {'integrity' if full else 'quick'}_check({LIMIT})"
    try:
        with closing(sqlite3.connect(file, timeout=1.0)) as connection:
            connection.set_progress_handler(lambda: int(end is not None and monotonic() > end), STEPS)
            found = [str(row[0]) for row in connection.execute(pragma)]
            if full and found == ["ok"]:
                found = [f"orphaned row in {row[0]}" for row in connection.execute("PRAGMA foreign_key_check")][:LIMIT]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return [], False
        return [str(error)], True
    except sqlite3.DatabaseError as error:
        return [str(error)], True
    return [] if found == ["ok"] else found, True


async def check(database: Database, seconds: float | None = None) -> bool:
    """Let SQLite check its file, and note what it finds; whether it got to the end. PostgreSQL checks what it reads."""
    if database.file is None or not database.file.exists():
        return True
    began = database.damage.now()
    found, complete = await asyncio.to_thread(check_file, database.file, seconds)
    for what in found:
        database.damage.note("the file", what)
    if complete and not found:
        database.damage.checked(began)
    return complete


async def size(database: Database) -> int:
    """How many tables there are."""
    async with database.reading() as connection:
        return int(await connection.scalar(select(func.count()).select_from(tables)) or 0)


async def misfits(database: Database) -> AsyncIterator[tuple[str, str | None]]:
    """Every table with what does not fit, or None: all its moves must be there, and its seed as committed."""
    after = ""
    counted = (
        select(tables.c.id, tables.c.ply, tables.c.seed, tables.c.commitment)
        .add_columns(
            func.count(moves.c.ply).label("made"),
            func.max(moves.c.ply).label("last"),
            func.sum(func.length(moves.c.move)).label("read"),  # so that the rows are read, and not an index alone
        )
        .outerjoin(moves, moves.c.table == tables.c.id)
        .group_by(tables.c.id)
        .order_by(tables.c.id)
        .limit(SLICE)
    )
    while True:
        async with database.reading() as connection:
            rows = (await connection.execute(counted.where(tables.c.id > after))).all()
        for row in rows:
            yield row.id, _misfit(row.ply, row.made, row.last, row.seed, row.commitment)
        if len(rows) < SLICE:
            return
        after = rows[-1].id


def _misfit(ply: int, made: int, last: int | None, seed: bytes, commitment: str) -> str | None:
    if (made, -1 if last is None else last) != (ply, ply - 1):
        return f"{made} of {ply} moves are there"
    if seed and commitment_of(seed.hex()) != commitment:
        return "its seed is not the one it is committed to"
    return None


async def watch(database: Database) -> None:
    """Check everything now and then, in slices, for as long as the server runs."""
    while True:
        await asyncio.sleep(SOONER if database.damage else EVERY)
        try:
            number = 0
            async for table, misfit in misfits(database):
                if misfit is not None:
                    database.damage.note(f"table {table}", misfit)
                number += 1
                if number % SLICE == 0:
                    await asyncio.sleep(BREATH)
            await check(database)
        except Unavailable as error:
            log.warning("the check of the database is repeated later", error=str(error))
