"""Names of accounts: nobody else can have one that looks alike, nor for a while after it was given up."""

from typing import Final

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from zashiki.store.lookalikes import skeletons
from zashiki.store.schema import reserved_names

DAY: Final = 86_400.0
KEPT_DAYS: Final = 180
"""Days for which a name that was given up is kept from others."""


class NameTaken(Exception):
    """An account has this name, or one that looks like it, or has given it up lately."""


async def is_reserved(connection: AsyncConnection, name: str, player: str | None, now: float) -> bool:
    """Whether somebody else has a name that looks like this one, or had it until lately."""
    kept = or_(reserved_names.c.until.is_(None), reserved_names.c.until > now)
    query = select(reserved_names.c.player).where(reserved_names.c.skeleton.in_(skeletons(name)), kept)
    return any(row.player != player for row in await connection.execute(query))


async def claim(connection: AsyncConnection, player: str, name: str, now: float) -> None:
    """Reserve a name for an account, and give up its former one; `NameTaken` if it belongs to somebody else.

    Of two accounts that claim it at the same time, one fails on the primary key.
    """
    if await is_reserved(connection, name, player, now):
        raise NameTaken
    await give_up(connection, player, now)
    wanted = sorted(skeletons(name))
    await connection.execute(delete(reserved_names).where(reserved_names.c.skeleton.in_(wanted)))
    await connection.execute(insert(reserved_names), [{"skeleton": one, "player": player} for one in wanted])


async def give_up(connection: AsyncConnection, player: str, now: float) -> None:
    """Keep the name of an account from others for a while, and then no longer."""
    own = (reserved_names.c.player == player) & reserved_names.c.until.is_(None)
    await connection.execute(update(reserved_names).where(own).values(until=now + KEPT_DAYS * DAY))
    await connection.execute(delete(reserved_names).where(reserved_names.c.until <= now))
