"""`zashiki admin warn`, `mute`, `unmute`, `ban`, `unban`, `remove-chat`: a running server notices within a second."""

import time
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from zashiki.cli.admin.common import Address, app, database_at, run
from zashiki.cli.admin.people_options import Duration, Told, Who, Why, person, shown, until
from zashiki.cli.console import CommandError, Output
from zashiki.core.errors import short_repr

if TYPE_CHECKING:
    from zashiki.store.database import Database

MaybeWho = Annotated[str | None, typer.Argument(metavar="WHO", help="The id of a person, or the name of an account.")]
Network = Annotated[
    str | None,
    typer.Option(
        "--network", metavar="ADDRESS", help="Instead: the network of this address (of IPv6, its first 64 bits)."
    ),
]


@app.command()
def warn(who: Who, why: Told, database: Address = None) -> None:
    """Warn somebody, who is shown the reason until they have read it."""
    Output().say(run(_warn(database, who, why)))


async def _warn(database: str | None, who: str, why: str) -> str:
    from zashiki.store.operations import COMMAND_LINE, Operations

    async with database_at(database) as store:
        found = await person(store, who)
        await Operations(store).warn(COMMAND_LINE, time.time(), found.id, why)
        return f"{found.name} ({found.id}) is warned"


@app.command()
def mute(who: Who, why: Told, duration: Duration = None, database: Address = None) -> None:
    """Let somebody play, but write no chat."""
    Output().say(run(_mute(database, who, why, until(duration))))


async def _mute(database: str | None, who: str, why: str, end: float | None) -> str:
    from zashiki.store.operations import COMMAND_LINE, Operations

    async with database_at(database) as store:
        found = await person(store, who)
        await Operations(store).mute(COMMAND_LINE, time.time(), found.id, end, why)
        return f"{found.name} ({found.id}) is muted: {_end(end)}"


@app.command()
def unmute(who: Who, why: Why, database: Address = None) -> None:
    """Let somebody write again."""
    Output().say(run(_lift(database, "mute", who, None, why)))


@app.command()
def ban(
    why: Told,
    who: MaybeWho = None,
    network: Network = None,
    duration: Duration = None,
    database: Address = None,
) -> None:
    """Ban somebody, or a network; bots play for them at running tables."""
    _one_of(who, network)
    Output().say(run(_ban(database, who, network, why, until(duration))))


async def _ban(database: str | None, who: str | None, network: str | None, why: str, end: float | None) -> str:
    from zashiki.store.operations import COMMAND_LINE, Operations

    async with database_at(database) as store:
        if who is not None:
            found = await person(store, who)
            await Operations(store).ban(COMMAND_LINE, time.time(), found.id, end, why)
            return f"{found.name} ({found.id}) is banned: {_end(end)}"
        name, hashed = await _network(store, network or "")
        await Operations(store).ban_network(COMMAND_LINE, time.time(), hashed, end, why)
        return f"the network {name} is banned: {_end(end)}"


@app.command()
def unban(why: Why, who: MaybeWho = None, network: Network = None, database: Address = None) -> None:
    """Lift the ban of somebody, or of a network."""
    _one_of(who, network)
    Output().say(run(_lift(database, "ban", who, network, why)))


async def _lift(
    database: str | None, kind: Literal["mute", "ban"], who: str | None, network: str | None, why: str
) -> str:
    from zashiki.store.operations import COMMAND_LINE, Operations

    state = {"mute": "muted", "ban": "banned"}[kind]
    async with database_at(database) as store:
        operations, now = Operations(store), time.time()
        if who is not None:
            found = await person(store, who)
            name, done = found.name, await operations.lift(COMMAND_LINE, now, kind, why, player=found.id)
        else:
            name, hashed = await _network(store, network or "")
            done = await operations.lift(COMMAND_LINE, now, kind, why, network=hashed)
        if not done:
            raise CommandError(f"{name} is not {state}")
        return f"{name} is no longer {state}"


@app.command("remove-chat")
def remove_chat(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of the table.")],
    number: Annotated[int, typer.Argument(metavar="NUMBER", min=0, help="The number of the message, from 0.")],
    why: Why,
    database: Address = None,
) -> None:
    """Remove a chat message, from open tables too; its text stays in the audit log for a while."""
    Output().say(run(_remove_chat(database, table, number, why)))


async def _remove_chat(database: str | None, table: str, number: int, why: str) -> str:
    from zashiki.store.operations import COMMAND_LINE, Operations

    async with database_at(database) as store:
        if not await Operations(store).remove_chat(COMMAND_LINE, time.time(), table, number, why):
            raise CommandError(f"table {short_repr(table)} has no chat message {number}")
        return f"message {number} of table {table} is removed"


def _one_of(who: str | None, network: str | None) -> None:
    if (who is None) == (network is None):
        raise typer.BadParameter("expected either WHO or --network ADDRESS")


async def _network(store: "Database", address: str) -> tuple[str, str]:
    """The network of an address, and what is stored of it."""
    from ipaddress import ip_address

    from zashiki.server.addresses import network_of
    from zashiki.store.sanctions import Sanctions, network_hash

    try:
        ip_address(address)
    except ValueError:
        raise CommandError(f"{short_repr(address)} is not an address such as 192.0.2.1 or 2001:db8::1") from None
    name = network_of(address)
    return name, network_hash(await Sanctions(store).network_key(), name)


def _end(end: float | None) -> str:
    return "for good" if end is None else f"until {shown(end)}"
