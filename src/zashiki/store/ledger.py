"""The one way in which a table changes: many tables' changes in one transaction, each kept whole or not at all.

Whoever writes must have seen the last change of the table: its revision is compared and raised while nobody else can
change it. So any number of processes may serve one table, and the moves of each are one line without gaps or doubles.
Changes that arrive while a transaction is under way go together into the next: a disk that needs a while for each
promise then makes many of them at once.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, Final, final

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from zashiki.store.database import Database, Unavailable, in_a_line
from zashiki.store.rows import MoveRow, ResultRow, SeatRow, UndoneRow
from zashiki.store.schema import moves, ratings, results, seats, tables, undone

BATCH: Final = 200
"""Changes in one transaction."""

Rate = Callable[[list[tuple[float, float] | None]], list[tuple[float, float]]]
"""From the ratings before (None: never rated) to those after, in the order of the seats."""


class Conflict(Exception):
    """Somebody else has changed the table in the meantime; nothing was written."""


@dataclass(frozen=True)
class FinishedGame:
    """How a game ended."""

    game: str
    seats: int
    ended_at: float
    results: list[ResultRow]
    rate: Rate | None
    """For rated tables."""


@dataclass(frozen=True)
class Write:
    """One change of one table."""

    table: str
    revision: int
    """The one it was decided on; the change makes it one more."""
    values: dict[str, Any]
    """Columns of the table."""
    seats: list[SeatRow] | None = None
    """All seats anew, if any has changed."""
    moves: Sequence[MoveRow] = ()
    finished: FinishedGame | None = None
    undone: UndoneRow | None = None
    """The moves from a ply on that are taken back before new ones are made. Only a repair does that."""


@dataclass
class _Waiting:
    write: Write
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


# Compiled once: every move of every game goes through these. What is read stays locked until the end.
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
    """Writes changes down, in the order in which they come."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def write(self, change: Write) -> None:
        """Write a change down; it is safe when this returns. `Conflict` or `Unavailable`: it did not happen."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="ledger")
        waiting = _Waiting(change)
        self._queue.put_nowait(waiting)
        # Whoever waits may give up; the change itself is made or not made all the same.
        await asyncio.shield(waiting.done)

    async def close(self) -> None:
        """Finish what has begun."""
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
            # In one order for all processes, so that no two wait for each other.
            batch.sort(key=lambda one: one.write.table)
            try:
                await self._keep(batch)
            except asyncio.CancelledError:
                for one in batch:
                    one.fail(Unavailable("the house is closing"))
                raise
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _keep(self, batch: list[_Waiting]) -> None:
        """All in one transaction; if that fails, each alone, so that only the one at fault fails."""
        if await self._together(batch) is None:
            return
        failures = 0
        for one in batch:
            if failures > 1:  # not the fault of one: the database does not answer, and the others need not wait for it
                one.fail(Unavailable("as the others"))
                continue
            # Once more if it contradicts what is there: another process may have put that there at this moment.
            error = await self._together([one])
            if isinstance(error, IntegrityError):
                error = await self._together([one])
            failures = failures + 1 if isinstance(error, Unavailable) else 0
            if error is not None:
                one.fail(error if isinstance(error, Unavailable) else Unavailable(in_a_line(error)))

    async def _together(self, batch: list[_Waiting]) -> Exception | None:
        """Write a batch and say so to those who wait; or give what went wrong, and nothing is written or said."""
        try:
            seized = await self.database.transact(_write_all, [one.write for one in batch])
        except Exception as error:
            return error
        for number, one in enumerate(batch):
            if number in seized:
                one.done.set_result(None)
            else:
                one.fail(Conflict())
        return None


def _write_all(connection: Connection, writes: list[Write]) -> dict[int, Write]:
    """Write down all that is not too late; those writes, by their numbers."""
    seized = _seize(connection, writes)
    _add(connection, list(seized.values()))
    return seized


def _seize(connection: Connection, writes: list[Write]) -> dict[int, Write]:
    """Change the rows of the tables that nobody else has changed since; those writes, by their numbers.

    A few statements for all of them: the way to the database and back takes longer than what is done there.
    """
    found = connection.execute(_REVISIONS, {"wanted": [write.table for write in writes]})
    revisions = {row.id: row.revision for row in found}
    seized: dict[int, Write] = {}
    alike: defaultdict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for number, write in enumerate(writes):
        if revisions.get(write.table) == write.revision:
            del revisions[write.table]  # of one table, only one can be the next
            seized[number] = write
            row = {"_id": write.table, "_revision": write.revision, **write.values}
            alike[tuple(write.values)].append(row)
    for rows in alike.values():
        connection.execute(_UPDATE, rows)
    return seized


def _add(connection: Connection, writes: list[Write]) -> None:
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
            end(connection, write.table, write.finished)


def end(connection: Connection, table: str, ending: FinishedGame) -> None:
    """Results and ratings belong to the last move: all are there, or none."""
    after: list[tuple[float, float] | None] = [None] * len(ending.results)
    if ending.rate is not None:
        players = [result.player for result in ending.results]
        found = connection.execute(
            select(ratings)
            .where(ratings.c.game == ending.game, ratings.c.player.in_([one for one in players if one is not None]))
            .order_by(ratings.c.player)
            .with_for_update()
        )
        known = {row.player: (row.mu, row.sigma, row.games) for row in found}
        rated = ending.rate([known[one][:2] if one in known else None for one in players])
        # In one order for all games that end now, so that no two wait for each other.
        new = {player: rating for player, rating in zip(players, rated, strict=True) if player is not None}
        for player, (mu, sigma) in sorted(new.items()):
            if player in known:
                connection.execute(
                    update(ratings)
                    .where(ratings.c.player == player, ratings.c.game == ending.game)
                    .values(mu=mu, sigma=sigma, games=known[player][2] + 1)
                )
            else:
                connection.execute(insert(ratings).values(player=player, game=ending.game, mu=mu, sigma=sigma, games=1))
        after = list(rated)
    connection.execute(
        insert(results),
        [
            {
                "table": table,
                "game": ending.game,
                "seats": ending.seats,
                "rated": ending.rate is not None,
                "ended_at": ending.ended_at,
                "mu": None if rating is None else rating[0],
                "sigma": None if rating is None else rating[1],
                **asdict(result),
            }
            for result, rating in zip(ending.results, after, strict=True)
        ],
    )
