"""Known devices: where an account has signed in before. Guessing from elsewhere cannot lock them out."""

import secrets
from typing import Final, final

from sqlalchemy import delete, insert, select, update

from zashiki.store.database import Database
from zashiki.store.people import key_of
from zashiki.store.schema import devices

MOST_DEVICES: Final = 20
"""Known devices of one account: whichever was not used for longest is forgotten."""


@final
class Devices:
    """Reads and writes known devices."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def is_known(self, secret: str, player: str | None) -> bool:
        """Whether this person has signed in on this device."""
        async with self.database.reading() as connection:
            which = (devices.c.key == key_of(secret), devices.c.player == (player or ""))
            return (await connection.execute(select(devices.c.key).where(*which))).one_or_none() is not None

    async def remember(self, secret: str | None, player: str, now: float) -> str:
        """Note that a person has signed in here; returns the device's secret, which is not stored."""
        secret = secret or secrets.token_urlsafe(32)
        which = (devices.c.key == key_of(secret), devices.c.player == player)
        async with self.database.writing() as connection:
            done = await connection.execute(update(devices).where(*which).values(seen_at=now))
            if done.rowcount == 0:
                values = {"key": key_of(secret), "player": player, "created_at": now, "seen_at": now}
                await connection.execute(insert(devices).values(values))
                newest = select(devices.c.key).where(devices.c.player == player)
                kept = newest.order_by(devices.c.seen_at.desc(), devices.c.key).limit(MOST_DEVICES)
                extra = devices.c.key.not_in([row.key for row in await connection.execute(kept)])
                await connection.execute(delete(devices).where(devices.c.player == player, extra))
        return secret

    async def forget_others(self, player: str, secret: str | None) -> None:
        """Forget all devices of a person but this one."""
        async with self.database.writing() as connection:
            but = devices.c.key != key_of(secret or "")
            await connection.execute(delete(devices).where(devices.c.player == player, but))
