"""`zashiki admin export` and `import`."""

import os
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

import zashiki
from zashiki.cli import games, records
from zashiki.cli.admin.common import Address, ProgressPrinter, app, database_at, run
from zashiki.cli.console import CommandError, Output, complain
from zashiki.core.errors import ZashikiError, short_repr
from zashiki.drawing.style import counted


def _day(value: str | float) -> float:
    try:
        when = datetime.fromisoformat(str(value))
    except ValueError:
        raise typer.BadParameter(f"{short_repr(value)} is not possible; expected a date such as 2026-05-31") from None
    return (when if when.tzinfo is not None else when.replace(tzinfo=UTC)).timestamp()


@app.command()
def export(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where to write the records.")],
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only games of this key.")] = None,
    since: Annotated[
        float | None,
        typer.Option("--since", parser=_day, metavar="DATE", help="Only games that ended on this day (UTC) or later."),
    ] = None,
    unverified: Annotated[
        bool, typer.Option("--unverified", help="Also games whose draws cannot be verified because they have no seeds.")
    ] = False,
    database: Address = None,
) -> int:
    """Write the records of finished games, one file for each."""
    key = None if game is None else games.find(game).key
    written, found = run(_export(database, Path(folder), key, since, unverified=unverified), folder)
    Output().say(f"{counted(written, 'record')} in {folder}")
    return 0 if written == found else 1


async def _export(
    database: str | None, folder: Path, game: str | None, since: float | None, *, unverified: bool
) -> tuple[int, int]:
    """The number of records written, and of all that there are."""
    from zashiki.store.tables import Tables
    from zashiki.table.records import RecordRejected, ended_at, export_record, file_name

    written = 0
    async with database_at(database) as store:
        tables = Tables(store)
        found = await tables.finished(game, since)
        folder.mkdir(parents=True, exist_ok=True)
        with ProgressPrinter("records") as progress:
            for number, table in enumerate(found, 1):
                try:
                    row, record = await export_record(tables, table, unverified=unverified)
                except (RecordRejected, ZashikiError) as error:
                    complain(f"table {table}: {error}")
                    continue
                path = folder / file_name(row)
                zashiki.save(record, path)
                os.utime(path, (ended_at(row), ended_at(row)))  # a record contains no time, so its file does
                written += 1
                progress(number, len(found))
    return written, len(found)


@app.command("import")
def import_records(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Records, or folders of them.")],
    unverified: Annotated[
        bool,
        typer.Option("--unverified", help="Also records whose draws cannot be verified because they have no seeds."),
    ] = False,
    database: Address = None,
) -> int:
    """Import records as finished tables."""
    paths = listed(files)
    new, old = run(_import_records(database, paths, unverified=unverified))
    refused = len(paths) - new - old
    Output().say(f"{counted(new, 'record')} imported, {old:,} already known, {refused:,} refused")
    return 1 if refused else 0


async def _import_records(database: str | None, paths: Sequence[Path], *, unverified: bool) -> tuple[int, int]:
    """The number of new records, and of those already known."""
    from zashiki.store.tables import Tables
    from zashiki.table.records import RecordImporter, RecordRejected

    new = old = 0
    async with database_at(database) as store:
        importer = RecordImporter(Tables(store))
        with ProgressPrinter("records") as progress:
            for number, path in enumerate(paths, 1):
                try:
                    with records.about(str(path)):
                        record = records.read(str(path))
                        ended = min(time.time(), path.stat().st_mtime)
                        _, fresh = await importer.add(record, ended, unverified=unverified)
                except CommandError as failure:
                    complain(str(failure))
                except RecordRejected as error:
                    complain(f"{path}: {error}")
                else:
                    new, old = new + fresh, old + (not fresh)
                    progress(number, len(paths))
    return new, old


def listed(files: Sequence[str]) -> list[Path]:
    """All named files; a folder stands for the records in it."""
    found: list[Path] = []
    for name in files:
        path = Path(name)
        found += sorted(path.glob("*.json")) if path.is_dir() else [path]
    return found
