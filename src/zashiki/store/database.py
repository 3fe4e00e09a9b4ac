"""Opening SQLite or PostgreSQL, migrating it, and transactions.

SQLite runs in WAL mode, so that readers never wait for the writer. Every writing transaction begins with `IMMEDIATE`:
two writers wait for each other instead of failing halfway.
"""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeVar, final

import structlog
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from zashiki.core.errors import ZashikiError
from zashiki.store import files, steps

DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
BUSY: Final = 20.0
"""Seconds that a writer waits for another in SQLite."""
CACHED: Final = -32_000
"""The page cache of a connection in kibibytes (negative, as SQLite expects)."""
SWITCHES: Final = 50
"""How often a connection tries to switch a new SQLite file to WAL mode."""
MIGRATING: Final = 20513
"""The key of PostgreSQL's advisory lock for migrations."""
ERRORS: Final = (DBAPIError, PoolTimeout, OSError)
"""Raised when a database does not work."""

log = structlog.get_logger("zashiki.database")

A = TypeVar("A")
T = TypeVar("T")


class BadDatabase(ZashikiError):
    """The URL of the database is wrong, or nothing responds there."""


class DatabaseInUse(ZashikiError):
    """Another server uses this file."""


class Unavailable(Exception):
    """The database does not work right now (full, gone, locked); nothing was changed."""


def address(text: str) -> URL:
    """Parse a database URL and set our driver; `BadDatabase` if it is not supported."""
    expected = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
    except (ArgumentError, ValueError):  # the text is not shown: it may contain a password
        raise BadDatabase("an invalid URL", expected, "database") from None
    driver = DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise BadDatabase(url.render_as_string(hide_password=True), expected, "database")
    url = url.set(drivername=driver)
    if not driver.startswith("sqlite"):
        return url
    file = (url.database or "").strip()
    if file in ("", ":memory:") or file.startswith("file:") or "\0" in file:
        raise BadDatabase(text, "a file: a database in memory is lost with the process", "database")
    return url.set(database=str(Path(file).expanduser()))


def shown_address(url: URL) -> str:
    """The URL without driver and password."""
    plain = url.set(drivername=url.drivername.partition("+")[0])
    return plain.render_as_string(hide_password=True)


@final
class Database:
    """An open database."""

    def __init__(self, url: str, *, pool: int = 10, durable: bool = True) -> None:
        self.url = address(url)
        """Its URL, with driver and password."""
        self.sqlite = self.url.drivername.startswith("sqlite")
        """Whether it is SQLite rather than PostgreSQL."""
        self.file = Path(str(self.url.database)) if self.sqlite else None
        """The file of SQLite."""
        self._lock = None if self.file is None else files.ServerLock(self.file)
        if self.file is not None:
            _check_file(self.file)
            self.engine = create_async_engine(
                self.url, connect_args={"timeout": BUSY}, pool_size=pool, hide_parameters=True
            )
            _configure_sqlite(self.engine.sync_engine, durable)
            self.writer = create_engine(
                self.url.set(drivername="sqlite"), connect_args={"timeout": BUSY}, hide_parameters=True
            )
            """Synchronous, for transactions that run in a thread."""
            _configure_sqlite(self.writer, durable)
            self._writer_thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
            self._readers = self.engine  # transactions of SQLite are snapshots anyway
            # Writers take turns in order: SQLite would let each of them poll.
            self._write_lock: AbstractAsyncContextManager[object] = asyncio.Lock()
        else:
            self._write_lock = nullcontext()
            self.engine = _postgres(self.url, pool)
            self.writer = self.engine.sync_engine
            self._readers = self.engine.execution_options(isolation_level="REPEATABLE READ")

    def __str__(self) -> str:
        return shown_address(self.url)

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()
        if self.sqlite:
            self._writer_thread.shutdown()
            self.writer.dispose()
        if self._lock is not None:
            self._lock.release()

    def claim(self) -> None:
        """Let nobody else serve this file, and nobody else read it; `DatabaseInUse` if somebody does.

        PostgreSQL is made for several processes, and its files are not ours.
        """
        if self.file is None or self._lock is None:
            return
        try:
            self._lock.acquire()
        except files.InUse as error:
            expected = f"a file that no other server uses ({error}); several processes need PostgreSQL"
            raise DatabaseInUse(str(self), expected, "database") from None
        except OSError as error:
            raise BadDatabase(
                str(self._lock.path), f"a file that can be written ({error.strerror})", "database"
            ) from None
        changed, failed = files.tighten(self.file)
        for one in changed:
            log.warning("now only its owner can read it", file=str(one))
        for one in failed:
            log.error("others can read it, and it contains secrets: chmod 600", file=str(one))
        if (kind := files.on_network(self.file.parent)) is not None:
            log.error("SQLite's locks are not safe on a network file system", file=str(self.file), kind=kind)

    def in_use(self) -> str | None:
        """Which server uses the file of SQLite, in words; None if none does."""
        return None if self._lock is None else self._lock.taken()

    async def migrate(self) -> None:
        """Migrate the schema; if several processes start, the first does it and the others wait."""
        try:
            async with self.writing() as connection:
                if not self.sqlite:
                    await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
                await connection.run_sync(self._migrate)
        except Unavailable as error:
            raise BadDatabase(str(self), f"a database that responds ({error})", "database") from error

    def _migrate(self, connection: Connection) -> None:
        step, known = steps.step_of(connection), steps.known_steps()
        if step is not None and step not in known:
            expected = f"a database of this version of Zashiki or an older one; its schema ({step}) is of a newer one"
            raise BadDatabase(str(self), expected, "database")
        if step != known[-1]:
            steps.upgrade(connection)

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncConnection]:
        """A connection for reading a consistent snapshot."""
        with _unavailable_on_errors():
            async with self._readers.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncConnection]:
        """A transaction."""
        with _unavailable_on_errors():
            async with self._write_lock, self.engine.connect() as connection:
                await connection.execution_options(writing=True)
                async with connection.begin():
                    yield connection

    async def transact(self, work: Callable[[Connection, A], T], argument: A) -> T:
        """Run a synchronous transaction. With SQLite it runs in a thread as a whole, which saves thread switches."""
        if not self.sqlite:
            async with self.writing() as connection:
                return await connection.run_sync(work, argument)
        with _unavailable_on_errors():
            async with self._write_lock:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._writer_thread, self._run_transaction, work, argument)

    def _run_transaction(self, work: Callable[[Connection, A], T], argument: A) -> T:
        with self.writer.connect().execution_options(writing=True) as connection, connection.begin():
            return work(connection, argument)


@contextmanager
def _unavailable_on_errors() -> Generator[None]:
    """Turn errors of the database into `Unavailable`."""
    try:
        yield
    except IntegrityError:
        raise  # not a failure of the database: what was written violates a constraint
    except ERRORS as error:
        raise Unavailable(one_line(error)) from error


def one_line(error: BaseException) -> str:
    """The error in one line, without the statement and its values."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(f"{type(cause).__name__}: {cause}".split())[:200]


def _check_file(file: Path) -> None:
    """Create the folder of the file; `BadDatabase` if there cannot be a file."""
    if file.is_dir():
        raise BadDatabase(str(file), "a file: this is a folder", "database")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadDatabase(str(file.parent), f"a folder that can be created ({error.strerror})", "database") from None


def _postgres(url: URL, pool: int) -> AsyncEngine:
    try:
        return create_async_engine(url, pool_size=pool, max_overflow=pool, pool_pre_ping=True, hide_parameters=True)
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


def _configure_sqlite(engine: Engine, durable: bool) -> None:
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
                f"busy_timeout={int(1000 * BUSY)}",
            ):
                cursor.execute(f"PRAGMA {pragma}")
        except BaseException:  # not a database; nobody else would close it, and its thread would live on
            connection.close()
            raise
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
