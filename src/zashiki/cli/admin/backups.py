"""`zashiki admin backup` and `restore`."""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.admin.common import Address, ProgressPrinter, app, claimed, database_at, run
from zashiki.cli.console import CommandError, Output
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


@app.command()
def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that 'zashiki admin backup' wrote.")],
    database: Address = None,
) -> None:
    """Restore a backup into an empty database, completely or not at all."""
    header = run(_restore(database, Path(file)), file)
    when = datetime.fromtimestamp(header.made_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    Output().say(f"restored the backup of {when}: {contents(header)}")


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
    rows = header.rows
    nouns = (("players", "person", "people"), ("tables", "table", "tables"), ("moves", "move", "moves"))
    return ", ".join(counted(rows[name], one, many) for name, one, many in nouns if name in rows)
