"""`zashiki admin doctor`: checks everything, and says what to do."""

import json
import time
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.admin.common import Address, ProgressPrinter, app, opened, run, usual
from zashiki.cli.console import Output, complain
from zashiki.cli.progress import SHORT_WAIT
from zashiki.core.errors import ZashikiError
from zashiki.drawing.style import counted

if TYPE_CHECKING:
    from zashiki.server.checkup import Check
    from zashiki.server.config import Config
    from zashiki.store.database import Database
    from zashiki.store.tables import Tables

SAMPLE = 30
"""Games that are replayed without --full, the newest ones."""
SECONDS = 10.0
"""How long SQLite checks its file without --full."""
MANY = 10_000
"""Rows that are old enough to be deleted, and should have been long ago."""
AHEAD = 2.0
"""Seconds by which a clock may disagree."""


@app.command()
def doctor(
    full: Annotated[bool, typer.Option("--full", help="Check every page and replay every game.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
    database: Address = None,
) -> int:
    """Check everything and say what to do; the server may be running. Ends with 1 if something is wrong."""
    found = run(_examine(database, full=full))
    output = Output()
    if as_json:
        output.say(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=1))
    else:
        for one in found:
            output.say(f"{one.state:4}  {one.check}: {one.found}" + (f" → {one.remedy}" if one.remedy else ""))
        wrong = sum(one.state == "fail" for one in found)
        unwise = sum(one.state == "warn" for one in found)
        output.say(f"{counted(wrong, 'failure')}, {counted(unwise, 'warning')}")
    return 1 if any(one.state == "fail" for one in found) else 0


async def _examine(url: str | None, *, full: bool) -> "list[Check]":
    from zashiki.server import checkup
    from zashiki.server.checkup import Check
    from zashiki.server.config import load
    from zashiki.store.connections import BadDatabase
    from zashiki.store.database import address, shown_address

    config = load()
    found = [*checkup.machine(), *checkup.settings(config)]
    target = address(usual(url))
    file = Path(str(target.database)) if target.drivername.startswith("sqlite") else None
    running = None
    if file is not None and not file.exists():
        found.append(Check("database", "fail", f"{shown_address(target)} is not there", "'zashiki serve' creates it"))
    else:
        if file is not None:
            found += checkup.database_files(file)
        try:
            async with opened(url) as database:
                running = database.in_use()
                found += [one async for one in _database(database, running, config, full=full)]
        except (ZashikiError, BadDatabase) as error:
            found.append(Check("database", "fail", str(error), "start it, or correct the setting"))
    found.append(checkup.port(config, running))
    if file is not None:
        with ProgressPrinter("restoring for a trial") as progress:
            found += checkup.continuous_backup(config, running, progress, full=full)
    if config.redis is not None:
        found += await checkup.redis(config.redis)
    return found


async def _database(
    database: "Database", running: str | None, config: "Config", *, full: bool
) -> "AsyncIterator[Check]":
    from zashiki.server.checkup import Check
    from zashiki.store import steps
    from zashiki.store.database import Unavailable
    from zashiki.store.tables import Tables

    if database.file is not None:
        yield Check("lock", "ok", f"used by {running}" if running else "no server uses the database")
    try:
        async with database.reading() as connection:
            step = await connection.run_sync(steps.step_of)
        newest = steps.known_steps()[-1]
        remedy = "" if step == newest else "'zashiki serve' migrates an older one; a newer one needs a newer Zashiki"
        yield Check("schema", "ok" if step == newest else "fail", f"{step}, expected {newest}", remedy)
        async for one in _file(database, full=full):
            yield one
        if step != newest:
            return
        tables = Tables(database)
        async for one in _moves(database):
            yield one
        async for one in _games(tables, full=full):
            yield one
        yield await _retention(database, config, running)
        last = await tables.last_alive()
        if last is not None and last > time.time() + AHEAD:
            ahead = f"the last heartbeat is {last - time.time():,.0f} seconds in the future"
            yield Check("clock", "fail", ahead, "set the clock (NTP): clocks of games depend on it")
        else:
            yield Check("clock", "ok", "agrees with the last heartbeat")
    except Unavailable as error:
        remedy = "stop the server, keep a copy of the files, restore a backup"
        yield Check("database", "fail", str(error), remedy)


async def _file(database: "Database", *, full: bool) -> "AsyncIterator[Check]":
    import asyncio

    from zashiki.server.checkup import Check
    from zashiki.store import examine

    if database.file is None:
        yield Check("pages", "ok", "PostgreSQL checks what it reads; pg_amcheck checks the rest")
        return
    seconds = None if full else SECONDS
    checking = asyncio.create_task(asyncio.to_thread(examine.check_file, database.file, seconds, full=full))
    if not (await asyncio.wait({checking}, timeout=SHORT_WAIT))[0]:  # SQLite does not tell how far it is
        most = "as long as it takes" if full else f"{SECONDS:.0f} seconds at most"
        complain(f"checking {database.file.stat().st_size / 1e6:,.0f} MB in {database.file}, {most}")
    faults, complete = await checking
    for fault in faults:
        remedy = "stop the server, keep a copy of the files, restore a backup"
        yield Check("pages", "fail", fault, remedy)
    if not faults:
        text = "no damage" if complete else f"no damage within {SECONDS:.0f} seconds"
        yield Check("pages", "ok", text, "" if complete else "--full checks the rest")


async def _moves(database: "Database") -> "AsyncIterator[Check]":
    """Compare every table with its moves and its seed."""
    from zashiki.server.checkup import Check
    from zashiki.store import examine

    done, total = 0, await examine.size(database)
    with ProgressPrinter("comparing moves") as progress:
        async for table, what in examine.misfits(database):
            if what is not None:
                yield Check("moves", "fail", f"table {table}: {what}", "restore a backup")
            done += 1
            progress(done, max(done, total))
    yield Check("moves", "ok", f"{counted(done, 'table')} compared")


async def _retention(database: "Database", config: "Config", running: str | None) -> "Check":
    """What is old enough to be deleted, and whether that is more than a server leaves."""
    from zashiki.server.checkup import Check
    from zashiki.server.retention import policy_of
    from zashiki.store.retention import Retention

    found = await Retention(database, policy_of(config), time.time).count()
    total = sum(found.values())
    parts = ", ".join(f"{number:,} {kind}" for kind, number in found.items() if number)
    if total < MANY:
        return Check("retention", "ok", f"old enough to be deleted: {parts or 'nothing'}")
    remedy = "'zashiki admin prune' deletes it now"
    remedy += ": look into the server's log why it did not" if running else ", a server does in the background"
    return Check("retention", "warn", f"old enough to be deleted: {parts}", remedy)


async def _games(tables: "Tables", *, full: bool) -> "AsyncIterator[Check]":
    """Replay finished and running games."""
    from zashiki.server.checkup import Check
    from zashiki.table.records import RecordRejected, export_record
    from zashiki.table.repair import diagnose

    finished, running = await tables.finished(), await tables.running()
    if not full:
        finished, running = finished[-SAMPLE:], running[-SAMPLE:]
    done, total, bad = 0, len(finished) + len(running), 0
    with ProgressPrinter("games") as progress:
        for table in finished + running:
            problem = None
            if table in running:
                known = await tables.find(table)
                if known is not None:
                    diagnosis = await diagnose(*known, time.time(), time.time())
                    problem = diagnosis.why if diagnosis.kind in ("broken", "stuck") else None
            else:
                try:
                    await export_record(tables, table, unverified=True)
                except (RecordRejected, ZashikiError) as error:
                    problem = str(error)
            if problem is not None:
                bad += 1
                yield Check("games", "fail", f"table {table}: {problem}", "zashiki admin repair, or restore a backup")
            done += 1
            progress(done, total)
    yield Check("games", "ok", f"{counted(total - bad, 'game')} replayed{'' if full else ', --full replays all'}")
