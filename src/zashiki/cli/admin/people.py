"""`zashiki admin reset-password`, `rename`, `merge` and `operator`."""

import secrets
import time
from typing import Annotated

import typer

from zashiki.cli.admin.common import Address, app, database_at, run
from zashiki.cli.admin.people_options import Who, Why, person
from zashiki.cli.console import CommandError, Output
from zashiki.core.errors import short_repr


@app.command("reset-password")
def reset_password(who: Who, why: Why, database: Address = None) -> None:
    """Give an account a new password, printed once; all its sessions, tokens, passkeys and other ways in end."""
    Output().say(run(_reset_password(database, who, why)))


async def _reset_password(database: str | None, who: str, why: str) -> str:
    from zashiki.server.passwords import hash_now
    from zashiki.store.operations import COMMAND_LINE, Operations

    async with database_at(database) as store:
        found = await person(store, who)
        if found.guest:
            raise CommandError(f"{found.name} ({found.id}) is a guest, who has no password")
        password = "-".join(secrets.token_hex(3) for _ in range(4))
        now = time.time()
        removed = await Operations(store).reset_password(COMMAND_LINE, now, found.id, hash_now(password), why)
        ended = ", ".join(f"{name.replace('_', ' ')}: {count}" for name, count in removed.items())
        new = f"the new password of {found.name} ({found.id}), to be changed after signing in: {password}"
        return f"ended and removed: {ended}\n{new}"


@app.command()
def rename(
    who: Who,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    why: Why,
    database: Address = None,
) -> None:
    """Give somebody another name, at their tables and in their chat too."""
    Output().say(run(_rename(database, who, name, why)))


async def _rename(database: str | None, who: str, name: str, why: str) -> str:
    from zashiki.server.config import load
    from zashiki.server.names import tidy_name
    from zashiki.server.word_list import WordList
    from zashiki.store.names import NameTaken
    from zashiki.store.operations import COMMAND_LINE, Operations
    from zashiki.table.input_errors import InputError
    from zashiki.table.refusals import Refused

    try:
        tidy = tidy_name(name)
        WordList(load().word_list).check_name(tidy)
    except (InputError, Refused) as error:
        raise CommandError(f"{short_repr(name)}: {error}") from None
    async with database_at(database) as store:
        found = await person(store, who)
        try:
            await Operations(store).rename(COMMAND_LINE, time.time(), found.id, tidy, why)
        except NameTaken:
            raise CommandError(f"another account is called {tidy}") from None
        return f"{found.name} ({found.id}) is now called {tidy}"


@app.command()
def merge(
    old: Annotated[str, typer.Argument(metavar="OLD", help="Whose games are given away; this person is deleted.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Who gets them.")],
    why: Why,
    database: Address = None,
) -> None:
    """Merge two people who are one: NEW gets the games of OLD, who is deleted."""
    Output().say(run(_merge(database, old, new, why)))


async def _merge(database: str | None, old: str, new: str, why: str) -> str:
    from zashiki.store.operations import COMMAND_LINE, Operations

    async with database_at(database) as store:
        first, second = await person(store, old), await person(store, new)
        if first.id == second.id:
            raise CommandError(f"{first.name} ({first.id}) cannot be merged with themselves")
        await Operations(store).merge(COMMAND_LINE, time.time(), first.id, second.id, why)
        return f"{second.name} ({second.id}) has the games of {first.name} ({first.id}), who is deleted"


@app.command()
def operator(
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the audit log.")] = "",
    who: Annotated[str | None, typer.Argument(metavar="WHO", help="The id or name of an account.")] = None,
    revoke: Annotated[bool, typer.Option("--revoke", help="Take the role away.")] = False,
    database: Address = None,
) -> None:
    """Make an account an operator, or no longer; alone, list all operators."""
    if who is not None and not why.strip():
        raise typer.BadParameter("--why TEXT is needed")
    Output().say(run(_operator(database, who, why.strip(), revoke=revoke)))


async def _operator(database: str | None, who: str | None, why: str, *, revoke: bool) -> str:
    from zashiki.store.operations import COMMAND_LINE, Operations
    from zashiki.store.people import OPERATOR

    async with database_at(database) as store:
        operations = Operations(store)
        if who is None:
            found = [f"{name} ({player})" for player, name in await operations.operators()]
            return "\n".join(found or ["there are no operators"])
        account = await person(store, who)
        if account.guest:
            raise CommandError(f"{account.name} ({account.id}) is a guest; only an account can be an operator")
        await operations.set_role(COMMAND_LINE, time.time(), account.id, None if revoke else OPERATOR, why)
        return f"{account.name} ({account.id}) is {'no longer' if revoke else 'now'} an operator"
