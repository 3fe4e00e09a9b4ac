"""`zashiki admin`: for whoever keeps a house. What needs the database is imported only when it is used."""

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
    help="Keep a house: back it up, move it, take records out and in, repair its tables.",
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
    """Keep a house: back it up, move it, take records out and in, repair its tables."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        return
    with needs("server", "zashiki admin"):
        import zashiki.server.config  # noqa: F401


@app.command()
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there already.")] = False,
    database: Address = None,
) -> None:
    """Write a copy of everything into one file, also while the house is open."""
    header = run(_backup(database, Path(file), force=force), file)
    Output().say(f"{file}: {contents(header)} in {Path(file).stat().st_size / 1000:,.1f} kB")


async def _backup(database: str | None, path: Path, *, force: bool) -> "Header":
    from zashiki.store.backup import backup

    async with database_at(database, old_too=True) as store:
        with ProgressPrinter("saving") as tell:
            try:
                return await backup(store, path, time.time(), force=force, told=tell)
            except FileExistsError:
                raise CommandError(f"{path}: is there already; --force replaces it") from None


@app.command()
def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that 'zashiki admin backup' wrote.")],
    database: Address = None,
) -> None:
    """Fill an empty database from a backup: all of it, or nothing."""
    header = run(_restore(database, Path(file)), file)
    when = datetime.fromtimestamp(header.made_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    Output().say(f"the house as it was on {when}: {contents(header)}")


async def _restore(database: str | None, path: Path) -> "Header":
    from zashiki.store.backup import NotEmpty, restore

    async with opened(database) as store:
        with ProgressPrinter("restoring") as tell:
            try:
                return await restore(store, path, told=tell)
            except NotEmpty as error:
                have = counted(error.tables, "table")
                raise CommandError(f"{store}: is not empty, it has {have}; give a new or empty database") from None


@app.command()
def export(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where to write the records.")],
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only games of this key.")] = None,
    since: Annotated[
        float | None,
        typer.Option("--since", parser=_day, metavar="DATE", help="Only games that ended on this day (UTC) or later."),
    ] = None,
    unverified: Annotated[
        bool, typer.Option("--unverified", help="Also games whose chance cannot be checked, for they have no seeds.")
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
    """How many records were written, and how many there were to write."""
    from zashiki.store.tables import Tables
    from zashiki.table.records import NotKept, ended, exported, file_name

    written = 0
    async with database_at(database) as store:
        tables = Tables(store)
        found = await tables.finished(game, since)
        folder.mkdir(parents=True, exist_ok=True)
        with ProgressPrinter("records") as tell:
            for number, table in enumerate(found, 1):
                try:
                    row, record = await exported(tables, table, unverified=unverified)
                except (NotKept, ZashikiError) as error:
                    complain(f"table {table}: {error}")
                    continue
                path = folder / file_name(row)
                zashiki.save(record, path)
                os.utime(path, (ended(row), ended(row)))  # a record holds no time, so its file does
                written += 1
                tell(number, len(found))
    return written, len(found)


@app.command("import")
def take_in(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Records, or folders of them.")],
    unverified: Annotated[
        bool, typer.Option("--unverified", help="Also records whose chance cannot be checked, for they have no seeds.")
    ] = False,
    database: Address = None,
) -> int:
    """Take records into the house, as finished tables."""
    paths = listed(files)
    new, old = run(_take_in(database, paths, unverified=unverified))
    refused = len(paths) - new - old
    Output().say(f"{counted(new, 'record')} taken in, {old:,} here already, {refused:,} refused")
    return 1 if refused else 0


async def _take_in(database: str | None, paths: Sequence[Path], *, unverified: bool) -> tuple[int, int]:
    """How many records were new, and how many were here already."""
    from zashiki.store.tables import Tables
    from zashiki.table.records import Intake, NotKept

    new = old = 0
    async with database_at(database) as store:
        intake = Intake(Tables(store))
        with ProgressPrinter("records") as tell:
            for number, path in enumerate(paths, 1):
                try:
                    with records.about(str(path)):
                        record = records.read(str(path))
                        ended = min(time.time(), path.stat().st_mtime)
                        _, fresh = await intake.take(record, ended, unverified=unverified)
                except CommandError as failure:
                    complain(str(failure))
                except NotKept as error:
                    complain(f"{path}: {error}")
                else:
                    new, old = new + fresh, old + (not fresh)
                    tell(number, len(paths))
    return new, old


@app.command()
def repair(
    apply: Annotated[bool, typer.Option("--apply", help="Put right what is found; else nothing is written.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Even if the house seems to be open.")] = False,
    database: Address = None,
) -> int:
    """Find running tables that do not fit the rules of this version, and put them right."""
    estimates = run(_repair(database, apply=apply, force=force))
    print_diagnoses(Output(), estimates, apply=apply)
    return 1 if any(estimate.kind == "stuck" for estimate in estimates) else 0


async def _repair(database: str | None, *, apply: bool, force: bool) -> "list[Diagnosis]":
    from zashiki.store.ledger import Conflict, Ledger
    from zashiki.store.tables import Tables
    from zashiki.table.repair import diagnose
    from zashiki.table.rooms import CLOSED_FOR

    async with database_at(database) as store:
        tables, ledger = Tables(store), Ledger(store)
        now, alive = time.time(), await tables.last_alive()
        if apply and not force and alive is not None and now - alive < CLOSED_FOR:
            raise CommandError(
                f"{store}: the house is open; close it first, or wait {CLOSED_FOR:.0f} seconds if it is not"
            )
        found: list[Diagnosis] = []
        running = await tables.running()
        try:
            with ProgressPrinter("tables") as tell:
                for number, table in enumerate(running, 1):
                    known = await tables.find(table)
                    if known is None:
                        continue
                    estimate = await diagnose(*known, now, now if alive is None else alive)
                    found.append(estimate)
                    if apply and estimate.repair is not None:
                        await ledger.write(estimate.repair)
                    tell(number, len(running))
        except Conflict:
            raise CommandError(f"{store}: somebody is playing at {table}: the house is open; close it first") from None
        finally:
            await ledger.close()
        return found


def print_diagnoses(output: Output, estimates: "Sequence[Diagnosis]", *, apply: bool) -> None:
    """What a look at all running tables has found."""
    if not estimates:
        output.say("no table is running")
        return
    table = sheet("Table", "Game", "Rules", "Moves", "Finding", right=("Moves",))
    for one in estimates:
        table.add_row(one.table.id, one.table.game, _rules(one), str(one.table.ply), _diagnosis(one))
    output.say(table, "")
    todo = sum(one.repair is not None for one in estimates)
    fine = sum(one.kind == "fine" for one in estimates)
    if not todo:
        output.say(f"{counted(fine, 'table')} fine, nothing to repair")
    elif apply:
        output.say(f"{counted(fine, 'table')} fine, {todo:,} put right")
    else:
        output.say(f"{counted(fine, 'table')} fine, {todo:,} to put right; nothing was written, --apply does it")


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


# What the commands share


def usual(url: str | None) -> str:
    """The address that was given, else the one that the house's settings name."""
    from zashiki.server.config import load

    return load().database if url is None else url


@asynccontextmanager
async def opened(url: str | None) -> "AsyncIterator[Database]":
    """A database, whatever is in it."""
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
    """The database of a house that is there already; nothing is made, and nothing brought up to date."""
    from zashiki.store import steps
    from zashiki.store.database import address, shown_address

    place = address(usual(url))
    missing = CommandError(f"{shown_address(place)}: there is no house here; 'zashiki serve' begins one")
    if place.drivername.startswith("sqlite") and not Path(str(place.database)).exists():
        raise missing
    async with opened(url) as database:
        async with database.reading() as connection:
            step = await connection.run_sync(steps.step_of)
        known = steps.known_steps()
        if step is None:
            raise missing
        if step not in known:
            raise CommandError(f"{database}: was brought up to date by a newer version of Zashiki (schema {step})")
        if step != known[-1] and not old_too:
            raise CommandError(
                f"{database}: is of an older version; 'zashiki serve' brings it up to date when it starts"
            )
        yield database


def run(work: Coroutine[Any, Any, T], file: str = "") -> T:
    """Do it; whatever goes wrong is one line. `file` is what the work reads or writes."""
    import asyncio
    import logging

    import structlog

    from zashiki.store.archive import BadArchive, NotWritten

    # What a server would log, a command says itself.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))

    try:
        return asyncio.run(work)
    except (BadArchive, NotWritten) as error:
        raise CommandError(f"{file}: {error}") from None
    except OSError as error:
        raise CommandError(f"{file or error.filename}: {error.strerror or error}") from None


class ProgressPrinter:
    """A progress bar that learns how much there is to do when something is done."""

    def __init__(self, verb: str) -> None:
        self.verb = verb
        self.bar: Bar | None = None

    def __enter__(self) -> "ProgressPrinter":
        return self

    def __call__(self, done: int, total: int) -> None:
        """So many of so many are done."""
        if self.bar is None:
            self.bar = Bar(total, Console(stderr=True), verb=self.verb)
        self.bar.at(done)

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.end()


def listed(files: Sequence[str]) -> list[Path]:
    """Every file that was named; a folder stands for the records in it."""
    found: list[Path] = []
    for name in files:
        path = Path(name)
        found += sorted(path.glob("*.json")) if path.is_dir() else [path]
    return found


def contents(header: "Header") -> str:
    """What a backup holds, in words."""
    rows = header.rows
    nouns = (("players", "person", "people"), ("tables", "table", "tables"), ("moves", "move", "moves"))
    return ", ".join(counted(rows[name], one, many) for name, one, many in nouns if name in rows)
