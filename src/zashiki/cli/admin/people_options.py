"""Whom a command is about, how long something lasts and why, as words on the command line."""

import json
import re
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from zashiki.cli.console import CommandError
from zashiki.core.errors import short_repr

if TYPE_CHECKING:
    from zashiki.store.database import Database
    from zashiki.store.rows import PlayerRow

UNITS: Final = {"m": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0}
LONGEST_WHY: Final = 500


def _duration(value: str | float) -> float:
    found = re.fullmatch(r"([1-9][0-9]{0,4})([mhdw])", str(value))
    if found is None:
        raise typer.BadParameter(f"{short_repr(value)} is not possible; expected a duration such as 30m, 12h, 7d or 2w")
    return int(found[1]) * UNITS[found[2]]


def _why(value: str) -> str:
    text = " ".join(value.split())
    if not 1 <= len(text) <= LONGEST_WHY or not text.isprintable():
        raise typer.BadParameter(f"expected a reason of 1 to {LONGEST_WHY} characters")
    return text


Who = Annotated[str, typer.Argument(metavar="WHO", help="The id of a person, or the name of an account.")]
Duration = Annotated[
    float | None,
    typer.Option("--for", parser=_duration, metavar="TIME", help="Such as 30m, 12h, 7d or 2w; not given: for good."),
]
Told = Annotated[str, typer.Option("--why", parser=_why, metavar="TEXT", help="The reason; the person is told.")]
Why = Annotated[str, typer.Option("--why", parser=_why, metavar="TEXT", help="The reason, for the audit log.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the results as JSON.")]


async def person(database: "Database", who: str) -> "PlayerRow":
    """The person with this id, or the account with this name."""
    from zashiki.store.people import People

    people = People(database)
    found = await people.find(who) or await people.by_login(who)
    if found is None:
        raise CommandError(f"{short_repr(who)} is neither the id of a person nor the name of an account")
    return found


def until(duration: float | None) -> float | None:
    """When something ends that begins now; None: never."""
    return None if duration is None else time.time() + duration


def shown(at: float | None) -> str:
    """A time, or that there is no end."""
    return "for good" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def as_json(data: Any) -> str:
    """The same for a program."""
    return json.dumps(data, ensure_ascii=False, indent=1)
