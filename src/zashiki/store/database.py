"""Opening SQLite or PostgreSQL, migrating it, and transactions.

SQLite runs in WAL mode, so that readers never wait for the writer. Every writing transaction begins with `IMMEDIATE`:
two writers wait for each other instead of failing halfway.
"""

import asyncio
import math
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar, final

import structlog
from sqlalchemy import Connection, create_engine, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from zashiki.core.errors import ZashikiError
from zashiki.store import files, steps
from zashiki.store.connections import BadDatabase, configure_sqlite, postgres_engine
from zashiki.store.damage import ERRORS, Damage, kind_of, one_line, tables_in
from zashiki.store.waiting import PATIENCE, Busy, Deadline, Unavailable, WaitingLine

__all__ = ["BadDatabase", "Busy", "Database", "DatabaseInUse", "Deadline", "Unavailable", "address", "one_line"]

DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
MIGRATING: Final = 20513
"""The key of PostgreSQL's advisory lock for migrations."""

log = structlog.get_logger("zashiki.database")

A = TypeVar("A")
T = TypeVar("T")


class DatabaseInUse(ZashikiError):
    """Another server uses this file."""


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

    def __init__(
        self,
        url: str,
        *,
        pool: int = 10,
        durable: bool = True,
        patience: float = PATIENCE,
        checkpoints: bool = True,
    ) -> None:
        """`checkpoints`: whether SQLite moves its log into the database by itself."""
        self.url = address(url)
        """Its URL, with driver and password."""
        self.patience = patience
        """Seconds that a change waits, in all, until it can begin."""
        self.damage = Damage()
        """What was found to be damaged."""
        self.sqlite = self.url.drivername.startswith("sqlite")
        """Whether it is SQLite rather than PostgreSQL."""
        self.file = Path(str(self.url.database)) if self.sqlite else None
        """The file of SQLite."""
        self._lock = None if self.file is None else files.ServerLock(self.file)
        self._identity: tuple[int, int] | None = None
        if self.file is not None:
            _check_file(self.file)
            given: dict[str, Any] = {"hide_parameters": True, "connect_args": {"timeout": patience}}
            self.engine = create_async_engine(self.url, pool_size=pool, pool_timeout=patience, **given)
            self.writer = create_engine(self.url.set(drivername="sqlite"), **given)
            """Synchronous, for transactions that run in a thread."""
            for engine in (self.engine.sync_engine, self.writer):
                configure_sqlite(engine, durable=durable, patience=patience, checkpoints=checkpoints)
            self._writer_thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
            self._readers = self.engine  # transactions of SQLite are snapshots anyway
            self._turns = WaitingLine()
        else:
            self.engine = postgres_engine(self.url, pool, patience)
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

    def remember_file(self) -> None:
        """From now on the file must stay the same one."""
        if self.file is not None:
            self._identity = files.identity_of(self.file)

    def look_at_file(self) -> None:
        """Note it as damage if somebody has replaced or deleted the file: what is written now would be lost."""
        if self.file is not None and self._identity not in (None, files.identity_of(self.file)):
            self.damage.note("the file", "it was replaced or deleted while the server runs")

    def in_use(self) -> str | None:
        """Which server uses the file of SQLite, in words; None if none does."""
        return None if self._lock is None else self._lock.taken()

    async def migrate(self) -> None:
        """Migrate the schema; if several processes start, the first does it and the others wait."""
        try:
            async with self.writing(Deadline(math.inf)) as connection:
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
        with self._errors():
            async with self._readers.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self, deadline: Deadline | None = None) -> AsyncGenerator[AsyncConnection]:
        """A transaction. If it cannot begin before the deadline, it is `Busy`, and nothing has changed."""
        deadline = deadline or Deadline(self.patience)
        with self._errors():
            if not self.sqlite:
                async with self._postgres_transaction(deadline) as connection:
                    yield connection
                return
            async with self._turns.turn(deadline), self.engine.connect() as connection:
                await connection.execution_options(writing=True, patience=deadline.left)
                # From here on nobody is waited for, so that it need not be cut off.
                async with connection.begin():
                    yield connection

    @asynccontextmanager
    async def _postgres_transaction(self, deadline: Deadline) -> AsyncGenerator[AsyncConnection]:
        """Each statement may have to wait for somebody's lock: the deadline is for all of them together."""
        try:
            async with (
                asyncio.timeout(deadline.timeout) as limit,
                self.engine.connect() as connection,
                connection.begin(),
            ):
                if deadline.timeout is None:
                    await connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                yield connection
                limit.reschedule(None)  # a commit that has begun is awaited: its outcome must be known
        except TimeoutError:
            raise Busy("the database was busy for too long") from None

    async def transact(self, work: Callable[[Connection, A], T], argument: A, deadline: Deadline | None = None) -> T:
        """Run a synchronous transaction. With SQLite it runs in a thread as a whole, which saves thread switches."""
        deadline = deadline or Deadline(self.patience)
        if not self.sqlite:
            async with self.writing(deadline) as connection:
                return await connection.run_sync(work, argument)
        with self._errors():
            async with self._turns.turn(deadline, bounded=False):
                loop = asyncio.get_running_loop()
                running = loop.run_in_executor(self._writer_thread, self._run_transaction, work, argument, deadline)
                try:
                    return await asyncio.shield(running)
                except asyncio.CancelledError:
                    # The thread cannot be stopped: nobody else has a turn before it is known what has become of it.
                    await asyncio.wait([running])
                    raise

    def _run_transaction(self, work: Callable[[Connection, A], T], argument: A, deadline: Deadline) -> T:
        options = {"writing": True, "patience": deadline.left}
        with self.writer.connect().execution_options(**options) as connection, connection.begin():
            return work(connection, argument)

    @contextmanager
    def _errors(self) -> Generator[None]:
        """Turn errors of the database into `Unavailable`; notice damage."""
        try:
            yield
        except IntegrityError:
            raise  # not a failure of the database: what was written violates a constraint
        except ERRORS as error:
            kind = kind_of(error)
            if kind == "damage":
                self.damage.note(tables_in(error), one_line(error))
            raise (Busy if kind == "busy" else Unavailable)(one_line(error)) from error


def _check_file(file: Path) -> None:
    """Create the folder of the file; `BadDatabase` if there cannot be a file."""
    if file.is_dir():
        raise BadDatabase(str(file), "a file: this is a folder", "database")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadDatabase(str(file.parent), f"a folder that can be created ({error.strerror})", "database") from None
