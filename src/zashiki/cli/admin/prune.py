"""`zashiki admin prune`: deletes now what a server deletes in the background."""

import time
from typing import Annotated

import typer

from zashiki.cli.admin.common import Address, ProgressPrinter, app, database_at, run
from zashiki.cli.admin.people_options import AsJson, as_json
from zashiki.cli.console import Output
from zashiki.drawing.style import sheet


@app.command()
def prune(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count what is old enough.")] = False,
    json: AsJson = False,
    database: Address = None,
) -> None:
    """Delete what is old enough by the settings; a game that was played always stays."""
    found = run(_prune(database, dry_run=dry_run))
    if json:
        print(as_json(found))
        return
    table = sheet("What", "To delete" if dry_run else "Deleted", right=("To delete", "Deleted"))
    for kind, number in found.items():
        table.add_row(kind, f"{number:,}")
    Output().say(table)


async def _prune(database: str | None, *, dry_run: bool) -> dict[str, int]:
    from zashiki.server.config import load
    from zashiki.server.retention import policy_of
    from zashiki.store.audit import Audit
    from zashiki.store.operations import COMMAND_LINE
    from zashiki.store.retention import Retention

    async with database_at(database) as store:
        retention = Retention(store, policy_of(load()), time.time)
        expected = await retention.count()
        if dry_run:
            return expected
        done = dict.fromkeys(expected, 0)
        changed: set[str] = set()
        with ProgressPrinter("deleting") as progress:
            for kind in expected:
                while (pruned := await retention.prune(kind)).count:
                    done[kind] += pruned.count
                    changed |= set(pruned.tables)
                    progress(sum(done.values()), max(sum(expected.values()), sum(done.values())))
        if any(done.values()):
            # Running servers read the tables again that have changed.
            about = {kind: number for kind, number in done.items() if number}
            await Audit(store).note(
                COMMAND_LINE, time.time(), "prune", "by the settings", deleted=about, tables=sorted(changed)
            )
        return done
