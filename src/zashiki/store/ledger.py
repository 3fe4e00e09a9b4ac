"""The only way to change a table: changes of many tables share a transaction, each is written completely or not at all.

A writer must have seen the table's last change: its revision is compared and incremented under a lock. So any number of
processes may serve one table, and its moves form one sequence without gaps or duplicates. Changes that arrive during a
transaction are batched into the next one, so that one flush of the disk serves many of them.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, Final, final

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from zashiki.store.database import Busy, Database, Deadline, Unavailable, one_line
from zashiki.store.rated_games import Rule, SeatOutcome, rate_game, rating_values
from zashiki.store.rows import MoveRow, ResultRow, SeatRow, UndoneRow
from zashiki.store.schema import moves, results, seats, tables, undone

BATCH: Final = 200
"""Most changes in one transaction."""
QUEUE: Final = 2000
"""Most changes that wait to be written."""


class Conflict(Exception):
    """Another process has changed the table in the meantime; nothing was written."""


@dataclass(frozen=True)
class FinishedGame:
    """How a game ended."""

    game: str
    seats: int
    ended_at: float
    results: list[ResultRow]
    rule: Rule | None
    """For rated tables."""
    networks: Sequence[str | None] = ()
    """Where each seat's person came from."""


@dataclass(frozen=True)
class Write:
    """One change of one table."""

    table: str
    revision: int
    """The revision it was decided on; the change increments it."""
    values: dict[str, Any]
    """Columns of the table's row."""
    seats: list[SeatRow] | None = None
    """All seats, if any has changed."""
    moves: Sequence[MoveRow] = ()
    finished: FinishedGame | None = None
    undone: UndoneRow | None = None
    """Moves from some ply on that are deleted first. Only a repair does that."""


@dataclass
class _Waiting:
    write: Write
    deadline: Deadline
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


# Compiled once: every move of every game uses these. Rows that were read stay locked until the commit.
_REVISIONS: Final = (
    select(tables.c.id, tables.c.revision)
    .where(tables.c.id.in_(bindparam("wanted", expanding=True)))
    .order_by(tables.c.id)
    .with_for_update()
)
_UPDATE: Final = update(tables).where(tables.c.id == bindparam("_id")).values(revision=bindparam("_revision") + 1)
_INSERT_MOVES: Final = insert(moves)


@final
class Ledger:
    """Writes changes in the order in which they arrive."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def write(self, change: Write, deadline: Deadline | None = None) -> None:
        """Write a change; it is committed when this returns. `Conflict` or `Unavailable`: it did not happen.

        It is `Busy` if it could not be begun before the deadline, or if too many are waiting.
        """
        if self._queue.qsize() >= QUEUE:
            raise Busy("too many changes are waiting to be written")
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="ledger")
        waiting = _Waiting(change, deadline or Deadline(self.database.patience))
        self._queue.put_nowait(waiting)
        # The caller may be cancelled; the change is committed or not all the same.
        await asyncio.shield(waiting.done)

    async def close(self) -> None:
        """Finish pending writes."""
        if self._task is not None:
            await self._queue.join()
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            # In the same order in all processes, which prevents deadlocks.
            batch.sort(key=lambda one: one.write.table)
            try:
                await self._commit(batch)
            except asyncio.CancelledError:
                for one in batch:
                    one.fail(Unavailable("the server is shutting down"))
                raise
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _commit(self, batch: list[_Waiting]) -> None:
        """Write all in one transaction; if that fails, one at a time, so that only the one at fault fails."""
        error = await self._write_batch(batch)
        while isinstance(error, Busy) and batch:
            # It is nobody's fault: whoever has waited long enough is refused, the others go on waiting together.
            for one in batch:
                if not one.deadline.left:
                    one.fail(error)
            batch = [one for one in batch if one.deadline.left]
            error = await self._write_batch(batch) if batch else None
        if error is None:
            return
        failures = 0
        for one in batch:
            if failures > 1:  # the database is down: the rest need not wait for it
                one.fail(Unavailable("the database is down"))
                continue
            # One retry after a constraint violation: another process may have inserted the same row just now.
            error = await self._write_batch([one])
            if isinstance(error, IntegrityError):
                error = await self._write_batch([one])
            failures = failures + 1 if isinstance(error, Unavailable) else 0
            if error is not None:
                one.fail(error if isinstance(error, Unavailable) else Unavailable(one_line(error)))

    async def _write_batch(self, batch: list[_Waiting]) -> Exception | None:
        """Write a batch and resolve its waiters; or return the error, with nothing written or resolved."""
        try:
            first = min((one.deadline for one in batch), key=lambda deadline: deadline.at)
            written = await self.database.transact(_write_all, [one.write for one in batch], first)
        except Exception as error:
            return error
        for number, one in enumerate(batch):
            if number in written:
                one.done.set_result(None)
            else:
                one.fail(Conflict())
        return None


def _write_all(connection: Connection, writes: list[Write]) -> dict[int, Write]:
    """Write everything that does not conflict; returns those writes by index."""
    written = _update_tables(connection, writes)
    _insert_rows(connection, list(written.values()))
    return written


def _update_tables(connection: Connection, writes: list[Write]) -> dict[int, Write]:
    """Update the rows of tables that nobody else has changed since; returns those writes by index.

    A few statements for all of them: round trips take longer than the work itself.
    """
    found = connection.execute(_REVISIONS, {"wanted": [write.table for write in writes]})
    revisions = {row.id: row.revision for row in found}
    written: dict[int, Write] = {}
    by_columns: defaultdict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for number, write in enumerate(writes):
        if revisions.get(write.table) == write.revision:
            del revisions[write.table]  # only one write per table can be the next
            written[number] = write
            row = {"_id": write.table, "_revision": write.revision, **write.values}
            by_columns[tuple(write.values)].append(row)
    for rows in by_columns.values():
        connection.execute(_UPDATE, rows)
    return written


def _insert_rows(connection: Connection, writes: list[Write]) -> None:
    for write in writes:
        if write.undone is not None:
            connection.execute(insert(undone).values(table=write.table, **asdict(write.undone)))
            connection.execute(delete(moves).where(moves.c.table == write.table, moves.c.ply >= write.undone.ply))
    rows = [{"table": write.table, **vars(move)} for write in writes for move in write.moves]
    if rows:
        connection.execute(_INSERT_MOVES, rows)
    for write in writes:
        if write.seats is not None:
            connection.execute(delete(seats).where(seats.c.table == write.table))
            connection.execute(insert(seats), [{"table": write.table, **asdict(seat)} for seat in write.seats])
        if write.finished is not None:
            write_results(connection, write.table, write.finished)


def write_results(connection: Connection, table: str, finished: FinishedGame) -> None:
    """Write results and ratings, in the transaction of the last move."""
    after: Sequence[SeatOutcome | None] = [None] * len(finished.results)
    if finished.rule is not None:
        networks = finished.networks or [None] * len(finished.results)
        after = rate_game(
            connection, table, finished.game, finished.ended_at, finished.results, networks, finished.rule
        ).seats
    connection.execute(
        insert(results),
        [
            {
                "table": table,
                "game": finished.game,
                "seats": finished.seats,
                "rated": finished.rule is not None,
                "ended_at": finished.ended_at,
                **rating_values(outcome),
                **asdict(result),
            }
            for result, outcome in zip(finished.results, after, strict=True)
        ],
    )
