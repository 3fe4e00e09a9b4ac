"""`zashiki admin pairs` and `annul`: rated games that look odd."""

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Final

import typer

from zashiki.cli.admin.common import Address, app, database_at, run
from zashiki.cli.admin.people_options import AsJson, Why, as_json
from zashiki.cli.console import CommandError, Output
from zashiki.core.errors import short_repr
from zashiki.drawing.style import counted, sheet

if TYPE_CHECKING:
    from zashiki.store.rating_review import OddPair

SIGNS: Final = {
    "network": "same network",
    "one_sided": "one wins too often",
    "met_often": "meet often",
    "left": "games left",
    "hasty": "too fast for people",
}

Limit = Annotated[int, typer.Option("--limit", min=1, metavar="N", help="How many pairs.")]


@app.command()
def pairs(limit: Limit = 100, json: AsJson = False, database: Address = None) -> None:
    """List pairs of accounts whose rated games look odd, with the facts."""
    found = run(_pairs(database, limit))
    output = Output()
    if json:
        output.say(as_json([{**asdict(one), "deviation": one.pair.deviation} for one in found]))
        return
    if not found:
        output.say("no two accounts look odd")
        return
    table = sheet("Game", "Accounts", "Games", "Deviation", "Signs", right=("Games", "Deviation"))
    for one in found:
        signs = ", ".join(SIGNS[sign] for sign in one.signs)
        who = " – ".join(f"{name} ({key})" for name, key in zip(one.names, (one.pair.one, one.pair.other), strict=True))
        table.add_row(one.game, who, str(one.pair.games), f"{one.pair.deviation:+.1f}", signs)
    output.say(table)


async def _pairs(database: str | None, limit: int) -> "list[OddPair]":
    from zashiki.store.rating_review import RatingReview

    async with database_at(database) as store:
        return await RatingReview(store).odd_pairs(limit)


@app.command()
def annul(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of the table.")],
    why: Why,
    database: Address = None,
) -> None:
    """Annul a rated game: it counts for nobody, and the ratings are computed again."""
    output = Output()
    output.say(f"computing the ratings again without {table} …")
    games = run(_annul(database, table, why))
    output.say(f"{table} counts for nobody; {counted(games, 'rated game')} computed again")


async def _annul(database: str | None, table: str, why: str) -> int:
    from zashiki.store.operations import COMMAND_LINE
    from zashiki.store.rating_review import NotRated, RatingReview
    from zashiki.table.rating_rule import rate_game

    async with database_at(database) as store:
        try:
            return await RatingReview(store).annul(COMMAND_LINE, time.time(), table, why, rate_game)
        except NotRated:
            raise CommandError(f"{short_repr(table)} is not a table with a rated game that counts") from None
