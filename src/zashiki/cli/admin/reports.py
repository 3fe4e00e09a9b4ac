"""`zashiki admin reports` and `audit`: what people have reported, and what operators have done."""

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.admin.common import Address, app, database_at, run
from zashiki.cli.admin.people_options import AsJson, as_json, person, shown
from zashiki.cli.console import CommandError, Output
from zashiki.core.errors import short_repr
from zashiki.drawing.style import sheet

if TYPE_CHECKING:
    from zashiki.store.rows import AuditRow, ReportRow


@app.command()
def reports(
    report: Annotated[str | None, typer.Argument(metavar="REPORT", help="The id of one, to show all of it.")] = None,
    closed: Annotated[bool, typer.Option("--closed", help="List closed reports instead of open ones.")] = False,
    close: Annotated[
        str | None, typer.Option("--close", metavar="TEXT", help="Close it; the text says what was done.")
    ] = None,
    json: AsJson = False,
    database: Address = None,
) -> None:
    """List the open reports; or show one, or close it."""
    if close is not None and (report is None or not close.strip()):
        raise typer.BadParameter("--close TEXT needs a REPORT and a text")
    if report is None:
        _print_reports(run(_list(database, closed=closed)), json=json)
    elif close is not None:
        run(_close(database, report, close.strip()))
        Output().say(f"report {report} is closed")
    else:
        _print_report(run(_find(database, report)), json=json)


async def _list(database: str | None, *, closed: bool) -> "list[ReportRow]":
    from zashiki.store.reports import Reports

    async with database_at(database) as store:
        return await Reports(store).list(closed=closed)


async def _find(database: str | None, report: str) -> "ReportRow":
    from zashiki.store.reports import Reports

    async with database_at(database) as store:
        found = await Reports(store).find(report)
        if found is None:
            raise CommandError(f"there is no report {short_repr(report)}")
        return found


async def _close(database: str | None, report: str, why: str) -> None:
    from zashiki.store.operations import COMMAND_LINE
    from zashiki.store.reports import Reports

    async with database_at(database) as store:
        if not await Reports(store).close(report, COMMAND_LINE, time.time(), why):
            raise CommandError(f"there is no open report {short_repr(report)}")


def _print_reports(found: "list[ReportRow]", *, json: bool) -> None:
    if json:
        print(as_json([asdict(one) for one in found]))
        return
    if not found:
        Output().say("there are no reports")
        return
    table = sheet("Report", "Since", "Reason", "About", "Table", "Times", right=("Times",))
    for one in found:
        about = "the table" if one.name is None else f"{one.name} ({one.player or 'deleted'})"
        table.add_row(one.id, shown(one.made_at), one.reason, about, one.table or "", str(len(one.entries)))
    Output().say(table)


def _print_report(one: "ReportRow", *, json: bool) -> None:
    if json:
        print(as_json(asdict(one)))
        return
    output = Output()
    output.say(f"report {one.id}: {one.reason}, {shown(one.made_at)}")
    output.say(f"about {one.name or 'a table'} ({one.player or one.table or 'deleted'}) by {one.reporter or 'deleted'}")
    for entry in one.entries:
        output.gap()
        output.say(f"{shown(entry['at'])}: {entry['words'] or 'no words'}")
        for line in (entry.get("context") or {}).get("chat", []):
            output.say(f"  {line['n']} {line['name']}: {line['text']}")


@app.command()
def audit(
    who: Annotated[str | None, typer.Option("--who", metavar="WHO", help="Only what concerns this person.")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, max=10_000, help="How many.")] = 100,
    json: AsJson = False,
    database: Address = None,
) -> None:
    """List what operators have done, the newest first."""
    found = run(_audit(database, who, limit))
    if json:
        print(as_json([asdict(one) for one in found]))
        return
    if not found:
        Output().say("nothing was done yet")
        return
    table = sheet("When", "By", "Action", "Person", "Table", "Why")
    for one in found:
        table.add_row(shown(one.at), one.by_name, one.action, one.player or "", one.table or "", one.why)
    Output().say(table)


async def _audit(database: str | None, who: str | None, limit: int) -> "list[AuditRow]":
    from zashiki.store.audit import Audit

    async with database_at(database) as store:
        player = None
        if who is not None:
            found = await person(store, who)
            player = found.id
        return await Audit(store).page(player=player, limit=limit)
