"""What the commands of `zashiki admin` share. Whatever needs the database is imported lazily."""

from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console

from zashiki.cli.console import CommandError
from zashiki.cli.progress import Bar
from zashiki.extras import needs

if TYPE_CHECKING:
    from zashiki.store.database import Database

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds that a command waits for a busy database: longer than a player would."""

app = typer.Typer(
    name="admin",
    help="Administer a server: people and their conduct, backups, records, repairs.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)


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
    """Administer a server: people and their conduct, backups, records, repairs."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        return
    with needs("server", "zashiki admin"):
        import zashiki.server.config  # noqa: F401


def usual(url: str | None) -> str:
    """The given URL, else that of the server's settings."""
    from zashiki.server.config import load

    return load().database if url is None else url


@asynccontextmanager
async def opened(url: str | None) -> "AsyncIterator[Database]":
    """Open a database, whatever it contains."""
    from zashiki.store.database import Database, Unavailable

    database = Database(usual(url), pool=1, patience=PATIENCE)
    try:
        yield database
    except Unavailable as error:
        raise CommandError(f"{database}: {error}") from None
    finally:
        await database.close()


@asynccontextmanager
async def claimed(url: str | None) -> "AsyncIterator[Database]":
    """Open a database that no server uses; none can start while this command runs."""
    async with opened(url) as database:
        database.claim()
        yield database


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
