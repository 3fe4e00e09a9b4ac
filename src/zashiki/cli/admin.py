"""`zashiki admin`: for operators. Whatever needs the database is imported lazily."""

import os
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console

import zashiki
from zashiki.cli import games, records
from zashiki.cli.console import CommandError, Output, complain
from zashiki.cli.progress import Bar
from zashiki.core.errors import ZashikiError, short_repr
from zashiki.drawing.style import counted, sheet
from zashiki.extras import needs

if TYPE_CHECKING:
    from zashiki.store.archive import Header
    from zashiki.store.database import Database
    from zashiki.table.repair import Diagnosis

T = TypeVar("T")

app = typer.Typer(
    name="admin",
    help="Administer a server: back up and restore, export and import records, repair tables.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _day(value: str | float) -> float:
    try:
        when = datetime.fromisoformat(str(value))
    except ValueError:
        raise typer.BadParameter(f"{short_repr(value)} is not possible; expected a date such as 2026-05-31") from None
    return (when if when.tzinfo is not None else when.replace(tzinfo=UTC)).timestamp()


Address = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="ZASHIKI_DATABASE",
        help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; not given: the one of 'zashiki serve'.",
    ),
]


@app.callback(invoke_without_command=True)
def admin(context: typer.Context) -> None:
    """Administer a server: back up and restore, export and import records, repair tables."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        return
    with needs("server", "zashiki admin"):
        import zashiki.server.config  # noqa: F401


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

    async with opened(database) as store:
        with ProgressPrinter("restoring") as progress:
            try:
                return await restore(store, path, progress=progress)
            except NotEmpty as error:
                have = counted(error.tables, "table")
                raise CommandError(f"{store}: is not empty: it has {have}; give a new or empty database") from None


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


@app.command()
def repair(
    apply: Annotated[bool, typer.Option("--apply", help="Repair what is found; otherwise nothing is written.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Even if the server seems to be running.")] = False,
    database: Address = None,
) -> int:
    """Find running tables that do not fit the rules of this version, and repair them."""
    diagnoses = run(_repair(database, apply=apply, force=force))
    print_diagnoses(Output(), diagnoses, apply=apply)
    return 1 if any(diagnosis.kind == "stuck" for diagnosis in diagnoses) else 0


async def _repair(database: str | None, *, apply: bool, force: bool) -> "list[Diagnosis]":
    from zashiki.store.ledger import Conflict, Ledger
    from zashiki.store.tables import Tables
    from zashiki.table.deadlines import CLOSED_FOR
    from zashiki.table.repair import diagnose

    async with database_at(database) as store:
        tables, ledger = Tables(store), Ledger(store)
        now, alive = time.time(), await tables.last_alive()
        if apply and not force and alive is not None and now - alive < CLOSED_FOR:
            raise CommandError(
                f"{store}: the server is running; stop it first, or wait {CLOSED_FOR:.0f} seconds if it is not"
            )
        found: list[Diagnosis] = []
        running = await tables.running()
        try:
            with ProgressPrinter("tables") as progress:
                for number, table in enumerate(running, 1):
                    known = await tables.find(table)
                    if known is None:
                        continue
                    diagnosis = await diagnose(*known, now, now if alive is None else alive)
                    found.append(diagnosis)
                    if apply and diagnosis.repair is not None:
                        await ledger.write(diagnosis.repair)
                    progress(number, len(running))
        except Conflict:
            raise CommandError(
                f"{store}: somebody is playing at {table}: the server is running; stop it first"
            ) from None
        finally:
            await ledger.close()
        return found


def print_diagnoses(output: Output, diagnoses: "Sequence[Diagnosis]", *, apply: bool) -> None:
    """Print the diagnosis of every running table."""
    if not diagnoses:
        output.say("no table is running")
        return
    table = sheet("Table", "Game", "Rules", "Moves", "Finding", right=("Moves",))
    for one in diagnoses:
        table.add_row(one.table.id, one.table.game, _rules(one), str(one.table.ply), _diagnosis(one))
    output.say(table, "")
    todo = sum(one.repair is not None for one in diagnoses)
    fine = sum(one.kind == "fine" for one in diagnoses)
    if not todo:
        output.say(f"{counted(fine, 'table')} fine, nothing to repair")
    elif apply:
        output.say(f"{counted(fine, 'table')} fine, {todo:,} repaired")
    else:
        output.say(f"{counted(fine, 'table')} fine, {todo:,} to repair; nothing was written, --apply does it")


def _rules(found: "Diagnosis") -> str:
    old, new = found.table.rules, None if found.repair is None else found.repair.values["rules"]
    return str(old) if new in (None, old) else f"{old} → {new}"


def _diagnosis(found: "Diagnosis") -> str:
    match found.kind:
        case "fine":
            return "fine"
        case "moved on":
            return "fits the newer rules"
        case "broken":
            return f"broken at ply {found.ply}: {found.why}"
        case "stuck":
            return f"cannot be repaired: {found.why}"


# Shared by the commands


def usual(url: str | None) -> str:
    """The given URL, else that of the server's settings."""
    from zashiki.server.config import load

    return load().database if url is None else url


@asynccontextmanager
async def opened(url: str | None) -> "AsyncIterator[Database]":
    """Open a database, whatever it contains."""
    from zashiki.store.database import Database, Unavailable

    database = Database(usual(url), pool=1)
    try:
        yield database
    except Unavailable as error:
        raise CommandError(f"{database}: {error}") from None
    finally:
        await database.close()


@asynccontextmanager
async def database_at(url: str | None, *, old_too: bool = False) -> "AsyncIterator[Database]":
    """Open an existing database, without creating or migrating it."""
    from zashiki.store import steps
    from zashiki.store.database import address, shown_address

    target = address(usual(url))
    missing = CommandError(f"{shown_address(target)}: is not a Zashiki database; 'zashiki serve' creates one")
    if target.drivername.startswith("sqlite") and not Path(str(target.database)).exists():
        raise missing
    async with opened(url) as database:
        async with database.reading() as connection:
            step = await connection.run_sync(steps.step_of)
        known = steps.known_steps()
        if step is None:
            raise missing
        if step not in known:
            raise CommandError(f"{database}: was migrated by a newer version of Zashiki (schema {step})")
        if step != known[-1] and not old_too:
            raise CommandError(f"{database}: is of an older version; 'zashiki serve' migrates it when it starts")
        yield database


def run(work: Coroutine[Any, Any, T], file: str = "") -> T:
    """Run a command; every error becomes one line. `file` is what it reads or writes."""
    import asyncio
    import logging

    import structlog

    from zashiki.store.archive import BadArchive, NotWritten

    # Commands print their own messages instead of logging.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))

    try:
        return asyncio.run(work)
    except (BadArchive, NotWritten) as error:
        raise CommandError(f"{file}: {error}") from None
    except OSError as error:
        raise CommandError(f"{file or error.filename}: {error.strerror or error}") from None


class ProgressPrinter:
    """A progress bar that learns the total with the first update."""

    def __init__(self, verb: str) -> None:
        self.verb = verb
        self.bar: Bar | None = None

    def __enter__(self) -> "ProgressPrinter":
        return self

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` are done."""
        if self.bar is None:
            self.bar = Bar(total, Console(stderr=True), verb=self.verb)
        self.bar.at(done)

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.end()


def listed(files: Sequence[str]) -> list[Path]:
    """All named files; a folder stands for the records in it."""
    found: list[Path] = []
    for name in files:
        path = Path(name)
        found += sorted(path.glob("*.json")) if path.is_dir() else [path]
    return found


def contents(header: "Header") -> str:
    """The contents of a backup in words."""
    rows = header.rows
    nouns = (("players", "person", "people"), ("tables", "table", "tables"), ("moves", "move", "moves"))
    return ", ".join(counted(rows[name], one, many) for name, one, many in nouns if name in rows)
