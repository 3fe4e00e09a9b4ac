"""`zashiki admin backup` and `restore`."""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.admin.common import Address, ProgressPrinter, app, claimed, database_at, run, usual
from zashiki.cli.console import CommandError, Output, complain
from zashiki.core.errors import short_repr
from zashiki.drawing.style import counted

if TYPE_CHECKING:
    from zashiki.store.archive import Header


@app.command()
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    database: Address = None,
) -> None:
    """Back up everything to one file; the server may be running."""
    header = run(_backup(database, Path(file), force=force), file)
    Output().say(f"{file}: {contents(header)} in {Path(file).stat().st_size / 1000:,.1f} kB")


async def _backup(database: str | None, path: Path, *, force: bool) -> "Header":
    from zashiki.store.backup import backup

    async with database_at(database, old_too=True) as store:
        with ProgressPrinter("saving") as progress:
            try:
                return await backup(store, path, time.time(), force=force, progress=progress)
            except FileExistsError:
                raise CommandError(f"{path}: already exists; --force replaces it") from None


def _moment(value: str | float) -> float:
    try:
        when = datetime.fromisoformat(str(value))
    except ValueError:
        expected = "expected a time such as '2026-05-31 20:15:00' (UTC)"
        raise typer.BadParameter(f"{short_repr(value)} is not possible; {expected}") from None
    return (when if when.tzinfo is not None else when.replace(tzinfo=UTC)).timestamp()


@app.command()
def restore(
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="A file that 'zashiki admin backup' wrote.", show_default=False),
    ] = None,
    folder: Annotated[
        str | None, typer.Option("--from", metavar="FOLDER", help="A continuous backup: the folder 'backup_to'.")
    ] = None,
    at: Annotated[
        float | None,
        typer.Option("--at", parser=_moment, metavar="TIME", help="With --from: as of this time (UTC), not the end."),
    ] = None,
    database: Address = None,
) -> int:
    """Restore a backup into an empty database, completely or not at all."""
    if (file is None) == (folder is None):
        raise typer.BadParameter("expected either 'FILE' or --from FOLDER")
    if folder is not None:
        return _restore_continuous(database, Path(folder), at)
    if at is not None:
        raise typer.BadParameter("--at needs --from FOLDER: a FILE has one moment only")
    assert file is not None
    header = run(_restore(database, Path(file)), file)
    when = datetime.fromtimestamp(header.made_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    Output().say(f"restored the backup of {when}: {contents(header)}")
    return 0


def _restore_continuous(database: str | None, folder: Path, at: float | None) -> int:
    import asyncio

    from zashiki.store.database import Database
    from zashiki.store.generations import BadBackup
    from zashiki.store.recovery import Occupied, moment, restore

    store = Database(usual(database), pool=1)
    if store.file is None:
        raise CommandError(f"{store}: a continuous backup is of SQLite; PostgreSQL restores its own")
    store.claim()
    try:
        with ProgressPrinter("restoring") as progress:
            done = restore(folder, store.file, at, progress)
    except Occupied:
        raise CommandError(f"{store}: exists already; give a new file") from None
    except BadBackup as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"{error.filename or store.file}: {error.strerror or error}") from None
    finally:
        asyncio.run(store.close())
    for problem in done.problems:
        complain(problem)
    for old in done.set_aside:
        complain(f"{old}: was left over from the lost database and is not used")
    Output().say(f"restored everything up to {moment(done.until)} (position {done.position:,}): {in_words(done.rows)}")
    return 1 if done.problems else 0


async def _restore(database: str | None, path: Path) -> "Header":
    from zashiki.store.backup import NotEmpty, restore

    async with claimed(database) as store:
        with ProgressPrinter("restoring") as progress:
            try:
                return await restore(store, path, progress=progress)
            except NotEmpty as error:
                have = counted(error.tables, "table")
                raise CommandError(f"{store}: is not empty: it has {have}; give a new or empty database") from None


def contents(header: "Header") -> str:
    """The contents of a backup in words."""
    return in_words(header.rows)


def in_words(rows: dict[str, int]) -> str:
    """How many people, tables and moves there are."""
    nouns = (("players", "person", "people"), ("tables", "table", "tables"), ("moves", "move", "moves"))
    return ", ".join(counted(rows[name], one, many) for name, one, many in nouns if name in rows)
