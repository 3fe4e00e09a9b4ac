"""`zashiki admin repair`."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.admin.common import Address, ProgressPrinter, app, database_at, run
from zashiki.cli.console import CommandError, Output
from zashiki.drawing.style import counted, sheet

if TYPE_CHECKING:
    from zashiki.table.repair import Diagnosis


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
    from zashiki.table.repair import diagnose
    from zashiki.table.timekeeping import CLOSED_FOR

    async with database_at(database) as store:
        tables, ledger = Tables(store), Ledger(store)
        now, alive = time.time(), await tables.last_alive()
        if apply and not force and alive is not None and now - alive < CLOSED_FOR:
            raise CommandError(
                f"{store}: the server is running; stop it first, or wait {CLOSED_FOR:.0f} seconds if it is not"
            )
        if apply:
            store.claim()
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
