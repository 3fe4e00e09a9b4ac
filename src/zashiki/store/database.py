"""One address, two databases: opening them, bringing them up to date, one way to write.

SQLite is one file in WAL mode, so that readers never wait for the writer. Every writing transaction begins as
`IMMEDIATE`: two writers wait for each other instead of failing halfway.
"""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeVar, final

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from zashiki.core.errors import ZashikiError
from zashiki.store import steps

DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
BUSY: Final = 20.0
"""Seconds that a writer of SQLite waits for another."""
CACHED: Final = -32_000
"""Kibibytes (negative, as SQLite wants it) of pages that a connection keeps in memory."""
SWITCHES: Final = 50
"""How often a connection tries to switch a new file of SQLite to a write-ahead log."""
MIGRATING: Final = 20513
"""The number of the lock of PostgreSQL under which the schema is brought up to date."""
TROUBLE: Final = (DBAPIError, PoolTimeout, OSError)
"""How it shows that a database cannot do its work now."""

A = TypeVar("A")
T = TypeVar("T")


class BadDatabase(ZashikiError):
    """The address of the database is wrong, or nothing answers there."""


class Unavailable(Exception):
    """The database could not do its work now (full, gone, locked); nothing was changed."""


def address(text: str) -> URL:
    """A database's address with the driver we use; `BadDatabase` if it is none of ours."""
    expected = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
    except (ArgumentError, ValueError):  # the text is not shown: there may be a password in it
        raise BadDatabase("an unreadable address", expected, "database") from None
    driver = DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise BadDatabase(url.render_as_string(hide_password=True), expected, "database")
    url = url.set(drivername=driver)
    if not driver.startswith("sqlite"):
        return url
    file = (url.database or "").strip()
    if file in ("", ":memory:") or file.startswith("file:") or "\0" in file:
        raise BadDatabase(text, "a file: what is in memory only is lost with the process", "database")
    return url.set(database=str(Path(file).expanduser()))


def shown_address(url: URL) -> str:
    """The address as people write it, without the password."""
    plain = url.set(drivername=url.drivername.partition("+")[0])
    return plain.render_as_string(hide_password=True)


@final
class Database:
    """An open database."""

    def __init__(self, url: str, *, pool: int = 10, durable: bool = True) -> None:
        self.url = address(url)
        """Where it is."""
        self.sqlite = self.url.drivername.startswith("sqlite")
        """Which of the two it is."""
        if self.sqlite:
            _make_room(self.url)
            self.engine = create_async_engine(
                self.url, connect_args={"timeout": BUSY}, pool_size=pool, hide_parameters=True
            )
            _tend_sqlite(self.engine.sync_engine, durable)
            self.writer = create_engine(
                self.url.set(drivername="sqlite"), connect_args={"timeout": BUSY}, hide_parameters=True
            )
            """For whole transactions in one go."""
            _tend_sqlite(self.writer, durable)
            self._desk = ThreadPoolExecutor(1, thread_name_prefix="writer")
            self._readers = self.engine  # a transaction of SQLite sees one moment anyway
            # One writer after the other, in the order in which they come: SQLite would let each try again and again.
            self._turn: AbstractAsyncContextManager[object] = asyncio.Lock()
        else:
            self._turn = nullcontext()
            self.engine = _postgres(self.url, pool)
            self.writer = self.engine.sync_engine
            self._readers = self.engine.execution_options(isolation_level="REPEATABLE READ")

    def __str__(self) -> str:
        return shown_address(self.url)

    async def close(self) -> None:
        """Let go of all connections."""
        await self.engine.dispose()
        if self.sqlite:
            self._desk.shutdown()
            self.writer.dispose()

    async def migrate(self) -> None:
        """Bring the schema up to date; the first to come does it, others wait."""
        try:
            async with self.writing() as connection:
                if not self.sqlite:
                    await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
                await connection.run_sync(self._up_to_date)
        except Unavailable as error:
            raise BadDatabase(str(self), f"a database that answers ({error})", "database") from error

    def _up_to_date(self, connection: Connection) -> None:
        step, known = steps.step_of(connection), steps.known_steps()
        if step is not None and step not in known:
            expected = f"a database of this version of Zashiki or an older one; its schema ({step}) is of a newer one"
            raise BadDatabase(str(self), expected, "database")
        if step != known[-1]:
            steps.upgrade(connection)

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncConnection]:
        """A connection to read with: all that it reads is as it was at one moment."""
        with _errors_explained():
            async with self._readers.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncConnection]:
        """A transaction: all of it is kept, or nothing."""
        with _errors_explained():
            async with self._turn, self.engine.connect() as connection:
                await connection.execution_options(writing=True)
                async with connection.begin():
                    yield connection

    async def transact(self, work: Callable[[Connection, A], T], about: A) -> T:
        """A transaction that is done in one go. With SQLite all of it is done in a thread: one way there, one back."""
        if not self.sqlite:
            async with self.writing() as connection:
                return await connection.run_sync(work, about)
        with _errors_explained():
            async with self._turn:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._desk, self._in_one_go, work, about)

    def _in_one_go(self, work: Callable[[Connection, A], T], about: A) -> T:
        with self.writer.connect().execution_options(writing=True) as connection, connection.begin():
            return work(connection, about)


@contextmanager
def _errors_explained() -> Generator[None]:
    """Whatever shows that the database cannot do its work is `Unavailable`."""
    try:
        yield
    except IntegrityError:
        raise  # not the database's trouble: what was written contradicts what is there
    except TROUBLE as error:
        raise Unavailable(in_a_line(error)) from error


def in_a_line(error: BaseException) -> str:
    """What went wrong, in a line, without the statement and its values."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(f"{type(cause).__name__}: {cause}".split())[:200]


def _make_room(url: URL) -> None:
    """See that there can be a file: in a folder, and not being one."""
    file = Path(str(url.database))
    if file.is_dir():
        raise BadDatabase(str(file), "a file: this is a folder", "database")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadDatabase(str(file.parent), f"a folder that can be made ({error.strerror})", "database") from None


def _postgres(url: URL, pool: int) -> AsyncEngine:
    try:
        return create_async_engine(url, pool_size=pool, max_overflow=pool, pool_pre_ping=True, hide_parameters=True)
    except ImportError:
        raise BadDatabase("PostgreSQL", "the extra parts for it: pip install 'zashiki[cluster]'", "database") from None


def _write_ahead(cursor: Any) -> None:
    """Use a write-ahead log, which is noted in the file.

    When two connections switch a new file to it at the same moment, SQLite lets neither wait: one is refused. It then
    waits for the other as a writer would, and tries again.
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


def _tend_sqlite(engine: Engine, durable: bool) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions are begun below, by us
        cursor = connection.cursor()
        try:
            _write_ahead(cursor)
            for pragma in (
                f"synchronous={'FULL' if durable else 'NORMAL'}",
                "foreign_keys=ON",
                f"cache_size={CACHED}",
                f"busy_timeout={int(1000 * BUSY)}",
            ):
                cursor.execute(f"PRAGMA {pragma}")
        except BaseException:  # it is no database; nobody else would close it, and its thread would live on
            connection.close()
            raise
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
