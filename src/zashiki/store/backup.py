"""A copy of everything, and everything from a copy: from either database into either."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection

from zashiki.store import steps
from zashiki.store.archive import BadArchive, Header, Reader, Writer, draft
from zashiki.store.database import MIGRATING, Database, Unavailable, in_a_line

BATCH: Final = 1000
"""Rows that are read or written at a stretch."""

Told = Callable[[int, int], None]
"""Hears how many rows are done, and how many there are."""


class NotEmpty(Exception):
    """There is something in the database already."""

    def __init__(self, tables: int) -> None:
        super().__init__(f"{tables} tables")
        self.tables = tables
        """How many tables the database has."""


def quiet(_done: int, _total: int) -> None:
    """Nobody wants to hear."""


async def backup(database: Database, path: Path, now: float, *, force: bool = False, told: Told = quiet) -> Header:
    """Write everything as it is at this moment into a new file, while others go on playing."""
    with draft(path, force=force) as stream:
        async with database.reading() as connection:
            step = await connection.run_sync(steps.step_of)
            if step not in steps.known_steps():
                raise Unavailable("there is no house in it that this version of Zashiki knows")
            whole = steps.layout(step)
            rows = {table.name: await _count(connection, table) for table in whole.sorted_tables}
            columns = {table.name: list(table.columns.keys()) for table in whole.sorted_tables}
            header = Header(step, now, columns, rows)
            writer = Writer(stream, header)
            done = 0
            for table in whole.sorted_tables:
                found = await connection.stream(select(table).order_by(*table.primary_key))
                async for part in found.partitions(BATCH):
                    for row in part:
                        writer.row(table.name, _packed(row))
                    done += len(part)
                    told(done, header.total)
            writer.end()
    return header


async def restore(database: Database, path: Path, *, told: Told = quiet) -> Header:
    """Fill an empty database from a file: all of it or nothing. An older backup is brought up to date on the way."""
    header = check(path, told)
    whole = steps.layout(header.schema)
    try:
        async with database.writing() as connection:
            if not database.sqlite:
                await connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))  # nobody else begins
            if tables := await connection.run_sync(lambda sync: inspect(sync).get_table_names()):
                raise NotEmpty(len(tables))
            await connection.run_sync(steps.upgrade, header.schema)
            done = header.total
            with path.open("rb") as stream:
                for table, rows in _batches(Reader(stream), whole):
                    await connection.execute(insert(table), rows)
                    done += len(rows)
                    told(done, 2 * header.total)
            if not database.sqlite:
                await connection.run_sync(_count_on, whole)
            await connection.run_sync(steps.upgrade)
    except (IntegrityError, StatementError) as error:
        raise BadArchive(f"does not fit into a database: {in_a_line(error)}") from None
    return header


def check(path: Path, told: Told = quiet) -> Header:
    """Read a backup from beginning to end; `BadArchive` if it is not whole, or not for us."""
    with path.open("rb") as stream:
        reader = Reader(stream)
        header = reader.header
        if header.schema not in (known := steps.known_steps()):
            newest = f"its schema is {header.schema}, this version knows {known[-1]}"
            raise BadArchive(f"was made by a newer version of Zashiki: {newest}")
        whole = steps.layout(header.schema)
        if header.columns != {table.name: list(table.columns.keys()) for table in whole.sorted_tables}:
            raise BadArchive("was changed after it was written: its tables are others")
        for number, (table, values) in enumerate(reader.rows(), 1):
            _unpacked(whole.tables[table], values)
            told(number, 2 * header.total)
    return header


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


def _batches(reader: Reader, whole: MetaData) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    for name, rows in groupby(reader.rows(), key=lambda row: row[0]):
        table = whole.tables[name]
        while part := [_unpacked(table, values) for _, values in islice(rows, BATCH)]:
            yield table, part


def _packed(values: Iterable[Any]) -> list[Any]:
    return [value.hex() if isinstance(value, bytes) else value for value in values]


def _unpacked(table: Table, values: list[Any]) -> dict[str, Any]:
    row = dict(zip(table.columns.keys(), values, strict=True))
    for column in table.columns:
        if isinstance(column.type, LargeBinary) and row[column.name] is not None:
            try:
                row[column.name] = bytes.fromhex(row[column.name])
            except (TypeError, ValueError):
                raise BadArchive(f"was changed after it was written: {table.name}.{column.name} is wrong") from None
    return row


def _count_on(connection: Connection, whole: MetaData) -> None:
    """PostgreSQL counts new rows by itself: from behind those that are there now."""
    for table in whole.sorted_tables:
        for column in table.primary_key:
            if isinstance(column.type, Integer) and len(table.primary_key) == 1:
                last = connection.execute(select(func.max(column))).scalar_one()
                if last is not None:
                    sequence = func.pg_get_serial_sequence(table.name, column.name)
                    connection.execute(select(func.setval(sequence, last)))
