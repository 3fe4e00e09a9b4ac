"""Backup and restore, from either database to either."""

import math
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
from zashiki.store.archive import BadArchive, Header, Reader, Writer, atomic_file
from zashiki.store.database import MIGRATING, Database, Deadline, Unavailable, one_line

BATCH: Final = 1000
"""Rows that are read or written at a time."""

Progress = Callable[[int, int], None]
"""Called with the number of rows done, and of all rows."""


class NotEmpty(Exception):
    """The database is not empty."""

    def __init__(self, tables: int) -> None:
        super().__init__(f"{tables} tables")
        self.tables = tables
        """The number of tables in the database."""


def no_progress(_done: int, _total: int) -> None:
    """For callers that do not show progress."""


async def backup(
    database: Database, path: Path, now: float, *, force: bool = False, progress: Progress = no_progress
) -> Header:
    """Write a snapshot of everything to a new file; the server may be running."""
    with atomic_file(path, force=force) as stream:
        async with database.reading() as connection:
            step = await connection.run_sync(steps.step_of)
            if step not in steps.known_steps():
                raise Unavailable("it is not a database that this version of Zashiki knows")
            metadata = steps.layout(step)
            rows = {table.name: await _count(connection, table) for table in metadata.sorted_tables}
            columns = {table.name: list(table.columns.keys()) for table in metadata.sorted_tables}
            header = Header(step, now, columns, rows)
            writer = Writer(stream, header)
            done = 0
            for table in metadata.sorted_tables:
                found = await connection.stream(select(table).order_by(*table.primary_key))
                async for part in found.partitions(BATCH):
                    for row in part:
                        writer.row(table.name, _to_json(row))
                    done += len(part)
                    progress(done, header.total)
            writer.end()
    return header


async def restore(database: Database, path: Path, *, progress: Progress = no_progress) -> Header:
    """Fill an empty database from a file, completely or not at all. An older backup is migrated on the way."""
    header = check(path, progress)
    metadata = steps.layout(header.schema)
    try:
        async with database.writing(Deadline(math.inf)) as connection:
            if not database.sqlite:
                await connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))  # nobody else migrates it now
            if tables := await connection.run_sync(lambda sync: inspect(sync).get_table_names()):
                raise NotEmpty(len(tables))
            await connection.run_sync(steps.upgrade, header.schema)
            done = header.total
            with path.open("rb") as stream:
                for table, rows in _batches(Reader(stream), metadata):
                    await connection.execute(insert(table), rows)
                    done += len(rows)
                    progress(done, 2 * header.total)
            if not database.sqlite:
                await connection.run_sync(_advance_sequences, metadata)
            await connection.run_sync(steps.upgrade)
    except (IntegrityError, StatementError) as error:
        raise BadArchive(f"does not fit the schema: {one_line(error)}") from None
    return header


def check(path: Path, progress: Progress = no_progress) -> Header:
    """Read a backup completely; `BadArchive` if it is damaged, or of an unknown version."""
    with path.open("rb") as stream:
        reader = Reader(stream)
        header = reader.header
        if header.schema not in (known := steps.known_steps()):
            newest = f"its schema is {header.schema}, this version knows {known[-1]}"
            raise BadArchive(f"was made by a newer version of Zashiki: {newest}")
        metadata = steps.layout(header.schema)
        if header.columns != {table.name: list(table.columns.keys()) for table in metadata.sorted_tables}:
            raise BadArchive("was changed after it was written: its tables are different")
        for number, (table, values) in enumerate(reader.rows(), 1):
            _from_json(metadata.tables[table], values)
            progress(number, 2 * header.total)
    return header


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


def _batches(reader: Reader, metadata: MetaData) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    for name, rows in groupby(reader.rows(), key=lambda row: row[0]):
        table = metadata.tables[name]
        while part := [_from_json(table, values) for _, values in islice(rows, BATCH)]:
            yield table, part


def _to_json(values: Iterable[Any]) -> list[Any]:
    return [value.hex() if isinstance(value, bytes) else value for value in values]


def _from_json(table: Table, values: list[Any]) -> dict[str, Any]:
    row = dict(zip(table.columns.keys(), values, strict=True))
    for column in table.columns:
        if isinstance(column.type, LargeBinary) and row[column.name] is not None:
            try:
                row[column.name] = bytes.fromhex(row[column.name])
            except (TypeError, ValueError):
                raise BadArchive(f"was changed after it was written: {table.name}.{column.name} is wrong") from None
    return row


def _advance_sequences(connection: Connection, metadata: MetaData) -> None:
    """Let PostgreSQL number new rows after the restored ones."""
    for table in metadata.sorted_tables:
        for column in table.primary_key:
            if isinstance(column.type, Integer) and len(table.primary_key) == 1:
                last = connection.execute(select(func.max(column))).scalar_one()
                if last is not None:
                    sequence = func.pg_get_serial_sequence(table.name, column.name)
                    connection.execute(select(func.setval(sequence, last)))
