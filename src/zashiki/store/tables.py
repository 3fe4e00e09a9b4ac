"""Reading tables with their seats, moves and chat, and inserting new ones."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any, Final, final

from sqlalchemy import Row, Select, and_, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from zashiki.store.database import Database
from zashiki.store.ledger import FinishedGame, write_results
from zashiki.store.rows import AskedSeat, AskedTable, ChatRow, MoveRow, SeatRow, TableRow
from zashiki.store.schema import chat, moves, seats, server_state, sessions, tables, undone

LISTED: Final = 100
"""Most tables in a list."""
DUE: Final = 200
"""Most tables whose deadlines are handled at a time."""
OF_NETWORK: Final = 3
"""Tables of one network that stand before the next ones of it."""
ALIVE: Final = "alive"
"""The key of the server's heartbeat."""


_other = tables.alias()


@final
class Tables:
    """Reads tables, and inserts new ones; every later change goes through the ledger."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def create(
        self,
        row: TableRow,
        seat_rows: Sequence[SeatRow],
        made: Sequence[MoveRow] = (),
        finished: FinishedGame | None = None,
    ) -> bool:
        """Insert a new table, or an imported one with its moves and results.

        False if it would be a second rematch of the same table, unless the first was closed.
        """
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(tables).values(asdict(row)))
                await connection.execute(insert(seats), [{"table": row.id, **asdict(seat)} for seat in seat_rows])
                if made:
                    await connection.execute(insert(moves), [{"table": row.id, **asdict(move)} for move in made])
                if finished is not None:
                    await connection.run_sync(write_results, row.id, finished)
                if row.rematch_of is not None:
                    closed = tables.c.rematch.in_(select(_other.c.id).where(_other.c.status == "closed"))
                    done = await connection.execute(
                        update(tables)
                        .where(tables.c.id == row.rematch_of, or_(tables.c.rematch.is_(None), closed))
                        .values(rematch=row.id, revision=tables.c.revision + 1)
                    )
                    if done.rowcount != 1:
                        raise _TooLate
        except (IntegrityError, _TooLate):
            return False
        return True

    async def find(self, table: str, since: int = 0) -> tuple[TableRow, list[SeatRow], list[MoveRow]] | None:
        """A table with its seats and moves; None if there is none.

        Only the moves from `since` on, or all of them if any were ever undone: earlier ones may have changed.
        """
        async with self.database.reading() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == table))).one_or_none()
            if row is None:
                return None
            seat_rows = await connection.execute(select(seats).where(seats.c.table == table).order_by(seats.c.seat))
            if since:
                repaired = await connection.execute(select(undone.c.id).where(undone.c.table == table).limit(1))
                since = since if repaired.first() is None else 0
            made = await connection.execute(
                select(moves).where(moves.c.table == table, moves.c.ply >= since).order_by(moves.c.ply)
            )
            return _table(row), [_seat(seat) for seat in seat_rows], [_move(one) for one in made]

    async def last_own_move(self, table: str, seat: int) -> int | None:
        """The ply of the last move that the seat's player made, not a bot in their place; None if there is none."""
        own = (moves.c.table == table) & (moves.c.seat == seat) & (moves.c.by == "person")
        async with self.database.reading() as connection:
            found: int | None = await connection.scalar(select(func.max(moves.c.ply)).where(own))
            return found

    async def revisions(self, wanted: Sequence[str]) -> dict[str, int]:
        """The current revision of each of these tables."""
        if not wanted:
            return {}
        async with self.database.reading() as connection:
            found = await connection.execute(select(tables.c.id, tables.c.revision).where(tables.c.id.in_(wanted)))
            return {row.id: row.revision for row in found}

    async def due(self, now: float) -> list[str]:
        """Tables whose deadline has passed: somebody's time is up, or the seeds of sealed seats are missing."""
        async with self.database.reading() as connection:
            found = await connection.execute(
                select(tables.c.id)
                .where(tables.c.status.in_(("open", "running")), tables.c.deadline <= now)
                .order_by(tables.c.deadline)
                .limit(DUE)
            )
            return [row.id for row in found]

    async def postpone(self, wanted: Sequence[str], now: float, until: float) -> None:
        """Move the deadlines of tables that have passed: nothing can be done there now, or it has been."""
        passed = tables.c.id.in_(wanted) & (tables.c.deadline <= now)  # another change may have set a new one
        async with self.database.writing() as connection:
            await connection.execute(update(tables).where(passed).values(deadline=until))

    async def with_bots(self) -> list[str]:
        """Running tables with bots: first those where people play, and whose deadline is near."""
        person = exists().where(seats.c.table == tables.c.id, seats.c.name.is_not(None), ~seats.c.stand_in)
        bot = exists().where(seats.c.table == tables.c.id, or_(seats.c.level.is_not(None), seats.c.stand_in))
        query = select(tables.c.id).where(tables.c.status == "running", bot)
        async with self.database.reading() as connection:
            found = await connection.execute(query.order_by(person.desc(), tables.c.deadline, tables.c.id))
            return [row.id for row in found]

    async def asked(self, wanted: Sequence[str]) -> list[AskedTable]:
        """Whom these running tables are waiting for, without loading them; in the same order."""
        columns = (tables.c.id, tables.c.game, tables.c.host, tables.c.settings, tables.c.clocks, tables.c.summary)
        query = select(*columns).where(tables.c.id.in_(wanted), tables.c.status == "running")
        async with self.database.reading() as connection:
            rows = {row.id: row for row in await connection.execute(query)}
            seats_by_table: dict[str, list[SeatRow]] = {table: [] for table in rows}
            for seat in await connection.execute(select(seats).where(seats.c.table.in_(rows))):
                seats_by_table[seat.table].append(_seat(seat))
        return [_asked(rows[table], seats_by_table[table]) for table in wanted if table in rows]

    async def stale(self, before: float) -> list[str]:
        """Open tables that have not changed since."""
        async with self.database.reading() as connection:
            found = await connection.execute(
                select(tables.c.id).where(tables.c.status == "open", tables.c.changed_at < before).limit(100)
            )
            return [row.id for row in found]

    async def open_tables(
        self,
        game: str | None = None,
        limit: int = LISTED,
        after: str | None = None,
        *,
        hidden: Collection[str] = (),
    ) -> list[tuple[TableRow, list[SeatRow]]]:
        """Public tables to join or to watch, without those of hidden hosts; the page after table `after`.

        The newest come first, but only so many of each network: the next ones of a network stand behind the first ones
        of all others. So nobody can push the tables of others out of sight.
        """
        wanted = [tables.c.listed, tables.c.status.in_(("open", "running"))]
        if game is not None:
            wanted.append(tables.c.game == game)
        if hidden:
            wanted.append(or_(tables.c.host.is_(None), tables.c.host.not_in(hidden)))
        # Where the host came from last; a host whose sessions have all ended is a network of their own.
        network = select(func.max(sessions.c.network)).where(sessions.c.player == tables.c.host).scalar_subquery()
        newest = (tables.c.created_at.desc(), tables.c.id.desc())
        number = func.row_number().over(partition_by=func.coalesce(network, tables.c.host, ""), order_by=newest)
        order = select(tables.c.id, tables.c.created_at, number.label("number")).where(*wanted).cte("numbered")
        ranked = select(order.c.id, order.c.created_at, ((order.c.number - 1) // OF_NETWORK).label("rank")).cte()
        query = select(tables).join(ranked, ranked.c.id == tables.c.id)
        if after is not None:
            last = ranked.alias()
            follows = or_(
                ranked.c.rank > last.c.rank,
                and_(ranked.c.rank == last.c.rank, ranked.c.created_at < last.c.created_at),
                and_(ranked.c.rank == last.c.rank, ranked.c.created_at == last.c.created_at, ranked.c.id < last.c.id),
            )
            query = query.join(last, and_(last.c.id == after, follows))
        query = query.order_by(ranked.c.rank, ranked.c.created_at.desc(), ranked.c.id.desc())
        return await self._with_seats(query.limit(limit))

    async def count_open_of_network(self, network: str) -> int:
        """The number of unfinished tables whose hosts have come from a network, which is given as its hash."""
        hosts = exists().where(sessions.c.player == tables.c.host, sessions.c.network == network)
        async with self.database.reading() as connection:
            found = await connection.execute(
                select(func.count()).select_from(tables).where(tables.c.status.in_(("open", "running")), hosts)
            )
            return int(found.scalar_one())

    async def tables_of(
        self, player: str, status: Sequence[str], limit: int = LISTED, after: str | None = None
    ) -> list[tuple[TableRow, list[SeatRow]]]:
        """Tables where a person sits or that they host, the most recently changed first; the page after `after`."""
        own = select(seats.c.table).where(seats.c.player == player)
        query = select(tables).where(or_(tables.c.id.in_(own), tables.c.host == player), tables.c.status.in_(status))
        if after is not None:
            last = select(_other.c.changed_at).where(_other.c.id == after).scalar_subquery()
            query = query.where(or_(tables.c.changed_at < last, and_(tables.c.changed_at == last, tables.c.id < after)))
        return await self._with_seats(query.order_by(tables.c.changed_at.desc(), tables.c.id.desc()).limit(limit))

    async def count_open(self, player: str) -> int:
        """The number of unfinished tables that a person hosts."""
        async with self.database.reading() as connection:
            found = await connection.execute(
                select(func.count())
                .select_from(tables)
                .where(tables.c.host == player, tables.c.status.in_(("open", "running")))
            )
            return int(found.scalar_one())

    async def count_bots_alone(self, host: str) -> int:
        """The number of running tables of this host at which no person plays."""
        people = exists().where(seats.c.table == tables.c.id, seats.c.name.is_not(None), ~seats.c.stand_in)
        running = (tables.c.host == host) & (tables.c.status == "running")
        async with self.database.reading() as connection:
            found = await connection.execute(select(func.count()).select_from(tables).where(running, ~people))
            return int(found.scalar_one())

    async def _with_seats(self, query: Select[Any]) -> list[tuple[TableRow, list[SeatRow]]]:
        async with self.database.reading() as connection:
            rows = [_table(row) for row in await connection.execute(query)]
            seats_by_table: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            found = await connection.execute(
                select(seats).where(seats.c.table.in_(seats_by_table)).order_by(seats.c.table, seats.c.seat)
            )
            for seat in found:
                seats_by_table[seat.table].append(_seat(seat))
            return [(row, seats_by_table[row.id]) for row in rows]

    # Finished games

    async def finished(self, game: str | None = None, since: float | None = None) -> list[str]:
        """The tables of finished games, of one game or all, the oldest first."""
        query = select(tables.c.id).where(tables.c.status == "over")
        if game is not None:
            query = query.where(tables.c.game == game)
        if since is not None:
            query = query.where(tables.c.ended_at >= since)
        async with self.database.reading() as connection:
            return [row.id for row in await connection.execute(query.order_by(tables.c.ended_at, tables.c.id))]

    async def commitments(self) -> dict[tuple[str, str, int], list[str]]:
        """The tables of finished games by game, commitment and number of moves, for finding duplicates of records."""
        query = select(tables.c.id, tables.c.game, tables.c.commitment, tables.c.ply).where(tables.c.status == "over")
        known: dict[tuple[str, str, int], list[str]] = {}
        async with self.database.reading() as connection:
            for row in await connection.execute(query):
                known.setdefault((row.game, row.commitment, row.ply), []).append(row.id)
        return known

    # Chat

    async def say(self, table: str, row: ChatRow) -> ChatRow:
        """Store a chat message; returns it with its number."""
        for _ in range(100):
            try:
                async with self.database.writing() as connection:
                    last = await connection.execute(select(func.max(chat.c.n)).where(chat.c.table == table))
                    number = last.scalar_one_or_none()
                    said = ChatRow(**{**asdict(row), "n": 0 if number is None else number + 1})
                    await connection.execute(insert(chat).values(table=table, **asdict(said)))
                    return said
            except IntegrityError:
                continue  # another process took the number
        raise RuntimeError("unreachable: a hundred others cannot all be faster")

    async def said(self, table: str, since: int = 0, limit: int = 200, until: int | None = None) -> list[ChatRow]:
        """The last chat messages from number `since` on, up to `until`."""
        query = select(chat).where(chat.c.table == table, chat.c.n >= since).order_by(chat.c.n.desc()).limit(limit)
        if until is not None:
            query = query.where(chat.c.n <= until)
        async with self.database.reading() as connection:
            return [_line(row) for row in await connection.execute(query)][::-1]

    async def line(self, table: str, number: int) -> ChatRow | None:
        """One chat message."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(chat).where(chat.c.table == table, chat.c.n == number))
            row = found.one_or_none()
            return None if row is None else _line(row)

    # Heartbeat

    async def alive(self, now: float, closed_for: float) -> float:
        """Store a heartbeat; returns how long no server was running before it, 0 if one was.

        If a later one is stored already, that stays, and the result is negative: the books are ahead by so much.

        No server was running if the last heartbeat is at least `closed_for` seconds old; then all clocks are moved by
        that pause, in the same transaction: no pause is counted twice if several servers start.
        """
        for _ in range(2):
            try:
                async with self.database.writing() as connection:
                    found = await connection.execute(
                        select(server_state.c.value).where(server_state.c.key == ALIVE).with_for_update()
                    )
                    last = found.scalar_one_or_none()
                    if last is None:
                        await connection.execute(insert(server_state).values(key=ALIVE, value=now))
                        return 0.0
                    if now <= last:
                        return float(now - last)
                    await connection.execute(update(server_state).where(server_state.c.key == ALIVE).values(value=now))
                    if now - last < closed_for:
                        return 0.0
                    await _move_clocks(connection, now - last)
                    return float(now - last)
            except IntegrityError:
                continue  # another process stored the first one
        raise RuntimeError("unreachable: a heartbeat that another process stored is visible")

    async def time_of_day(self) -> float | None:
        """The time of day as PostgreSQL has it, which is the same for all processes; None with SQLite."""
        if self.database.sqlite:
            return None
        async with self.database.reading() as connection:
            found = await connection.scalar(select(func.extract("epoch", func.clock_timestamp())))
            return None if found is None else float(found)

    async def last_alive(self) -> float | None:
        """The last heartbeat."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(server_state.c.value).where(server_state.c.key == ALIVE))
            value = found.scalar_one_or_none()
            return None if value is None else float(value)

    async def running(self) -> list[str]:
        """Every running table."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(tables.c.id).where(tables.c.status == "running"))
            return [row.id for row in found]


class _TooLate(Exception):
    """Somebody else has created the rematch."""


async def _move_clocks(connection: AsyncConnection, pause: float) -> None:
    """Move the clocks of all running games, and of sealed tables, by a pause in which nobody could play."""
    waiting = or_(tables.c.status == "running", and_(tables.c.status == "open", tables.c.deadline.is_not(None)))
    columns = (tables.c.id, tables.c.clocks, tables.c.deadline, tables.c.sealing)
    found = await connection.execute(select(*columns).where(waiting).with_for_update())
    later = [
        {
            "_id": row.id,
            "_clocks": [[ply, _later(at, pause), reserve] for ply, at, reserve in row.clocks],
            "_deadline": _later(row.deadline, pause),
            "_sealing": {**row.sealing, "sealed_at": _later(row.sealing["sealed_at"], pause)},
        }
        for row in found
    ]
    if later:
        await connection.execute(
            update(tables)
            .where(tables.c.id == bindparam("_id"))
            .values(
                clocks=bindparam("_clocks"),
                deadline=bindparam("_deadline"),
                sealing=bindparam("_sealing"),
                revision=tables.c.revision + 1,
            ),
            later,
        )


def _asked(row: Any, seat_rows: list[SeatRow]) -> AskedTable:
    bots: list[AskedSeat] = []
    timed = False
    for seat in seat_rows:
        asked_ply, asked_at, _ = row.clocks[seat.seat]
        if seat.seat not in row.summary["waiting"] or asked_at is None:
            continue
        level = row.settings["stand_in"] if seat.stand_in else seat.level
        if level is None:
            timed = timed or row.settings["clock"]["kind"] != "none"
        else:
            bots.append(AskedSeat(seat.seat, level, int(asked_ply), asked_at))
    seated = any(seat.name is not None and not seat.stand_in for seat in seat_rows)
    return AskedTable(row.id, row.game, row.host, tuple(bots), seated, timed)


def _later(at: float | None, pause: float) -> float | None:
    return None if at is None else at + pause


def _table(row: Row[tuple[object, ...]]) -> TableRow:
    return TableRow(**row._mapping)


def _seat(row: Row[tuple[object, ...]]) -> SeatRow:
    return SeatRow(**{name: value for name, value in row._mapping.items() if name != "table"})


def _line(row: Row[tuple[object, ...]]) -> ChatRow:
    return ChatRow(row.n, row.player, row.name, row.seat, row.phrase, row.text, row.said_at, row.removed_at)


def _move(row: Row[tuple[object, ...]]) -> MoveRow:
    return MoveRow(row.ply, row.seat, row.move, row.key, row.by, row.made_at)
