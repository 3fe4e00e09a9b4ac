"""The connections to SQLite and PostgreSQL, and how they are configured."""

import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from zashiki.core.errors import ZashikiError
from zashiki.store import files

CACHED: Final = -32_000
"""The page cache of a connection in kibibytes (negative, as SQLite expects)."""
SWITCHES: Final = 50
"""How often a connection tries to switch a new SQLite file to WAL mode."""
CHECKPOINT: Final = 1000
"""Pages of the write-ahead log after which a commit moves them into the database."""
LONGEST: Final = 60.0
"""Seconds that a connection to SQLite waits for another, where there is no deadline."""
TOLERANCE: Final = 100
"""Milliseconds by which the timeout of a connection may be wrong before it is set again."""
FROZEN: Final = 60.0
"""Seconds after which PostgreSQL ends a transaction in which nothing happens."""


class BadDatabase(ZashikiError):
    """The URL of the database is wrong, or nothing responds there."""


def postgres_engine(url: URL, pool: int, patience: float) -> AsyncEngine:
    """Connections to PostgreSQL."""
    settings = {
        "lock_timeout": str(round(1000 * patience)),
        # A process that is frozen in the middle of a transaction must not keep its locks for ever.
        "idle_in_transaction_session_timeout": str(round(1000 * FROZEN)),
    }
    try:
        return create_async_engine(
            url,
            pool_size=pool,
            max_overflow=pool,
            pool_timeout=patience,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={"server_settings": settings},
        )
    except ImportError:
        raise BadDatabase("PostgreSQL", "the packages it needs: pip install 'zashiki[cluster]'", "database") from None


def _enable_wal(cursor: Any) -> None:
    """Switch to WAL mode, which is stored in the file.

    When two connections switch a new file at the same moment, SQLite refuses one of them at once. It then waits for the
    other as a writer would, and retries.
    """
    for left in reversed(range(SWITCHES)):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if left == 0 or "locked" not in str(error):
                raise
            cursor.execute("BEGIN IMMEDIATE")
            cursor.execute("ROLLBACK")
        else:
            return


def configure_sqlite(engine: Engine, *, durable: bool, patience: float, checkpoints: bool) -> None:
    """Let every connection of an engine begin its transactions itself, in WAL mode."""

    @event.listens_for(engine, "do_connect")
    def connecting(*_: object) -> None:
        files.create_private(Path(str(engine.url.database)))  # SQLite would create it for everybody

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin below
        cursor = connection.cursor()
        try:
            _enable_wal(cursor)
            for pragma in (
                f"synchronous={'FULL' if durable else 'NORMAL'}",
                "foreign_keys=ON",
                f"cache_size={CACHED}",
                f"busy_timeout={round(1000 * patience)}",
                "cell_size_check=ON",
                f"wal_autocheckpoint={CHECKPOINT if checkpoints else 0}",
            ):
                cursor.execute(f"PRAGMA {pragma}")
        except BaseException:  # not a database; nobody else would close it, and its thread would live on
            connection.close()
            raise
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if not options.get("writing", False):
            connection.exec_driver_sql("BEGIN")
            return
        # What was spent in our own queue is not spent a second time here.
        wait = round(1000 * min(LONGEST, options.get("patience", patience)))
        if abs(wait - connection.info.get("wait", 1000 * patience)) > TOLERANCE:
            connection.info["wait"] = wait
            connection.exec_driver_sql(f"PRAGMA busy_timeout={wait}")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
