"""Warnings, mutes and bans: what holds, and for whom."""

import hashlib
import hmac
import secrets
from typing import Any, Final, final

from sqlalchemy import Row, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from zashiki.store.database import Database
from zashiki.store.rows import SanctionRow
from zashiki.store.schema import sanctions, server_keys

NETWORK_KEY: Final = "networks"
"""The name of the key under which networks are hashed."""


def network_hash(key: bytes, network: str) -> str:
    """What is stored of a network: enough to recognise it, useless without this server's key."""
    return hmac.new(key, network.encode(), hashlib.sha256).hexdigest()[:32]


@final
class Sanctions:
    """Reads sanctions; `Operations` writes them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def in_force(self, now: float) -> list[SanctionRow]:
        """Every warning, mute and ban that holds, the oldest first."""
        async with self.database.reading() as connection:
            found = await connection.execute(
                select(sanctions)
                .where(sanctions.c.ended_at.is_(None), or_(sanctions.c.until.is_(None), sanctions.c.until > now))
                .order_by(sanctions.c.made_at, sanctions.c.id)
            )
            return [_row(row) for row in found]

    async def of(self, player: str) -> list[SanctionRow]:
        """Everything that a person was ever given, the newest first."""
        async with self.database.reading() as connection:
            found = await connection.execute(
                select(sanctions).where(sanctions.c.player == player).order_by(sanctions.c.made_at.desc())
            )
            return [_row(row) for row in found]

    async def acknowledge(self, player: str, warning: str, now: float) -> bool:
        """A person has read a warning; False if there is none."""
        async with self.database.writing() as connection:
            done = await connection.execute(
                update(sanctions)
                .where(
                    sanctions.c.id == warning,
                    sanctions.c.player == player,
                    sanctions.c.kind == "warning",
                    sanctions.c.ended_at.is_(None),
                )
                .values(ended_at=now)
            )
            return done.rowcount == 1

    async def network_key(self) -> bytes:
        """The key under which this server hashes networks; made at the first use."""
        for _ in range(2):
            async with self.database.reading() as connection:
                found = await connection.scalar(select(server_keys.c.value).where(server_keys.c.name == NETWORK_KEY))
            if found is not None:
                return bytes(found)
            try:
                async with self.database.writing() as connection:
                    await connection.execute(
                        insert(server_keys).values(name=NETWORK_KEY, value=secrets.token_bytes(32))
                    )
            except IntegrityError:
                continue  # another process has just made it
        return await self.network_key()


def _row(row: Row[Any]) -> SanctionRow:
    return SanctionRow(**row._mapping)
