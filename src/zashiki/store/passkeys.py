"""Passkeys of accounts, and the challenges that they answer."""

import secrets
from dataclasses import dataclass
from typing import Final, final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from zashiki.store.database import Database
from zashiki.store.people import key_of
from zashiki.store.schema import challenges, passkeys

CHALLENGE_SECONDS: Final = 300.0
"""How long a challenge can be answered."""


@dataclass(frozen=True)
class PasskeyRow:
    """A passkey, without what only its authenticator knows."""

    id: str
    player: str
    label: str
    public_key: bytes
    sign_count: int
    created_at: float
    used_at: float | None


@final
class Passkeys:
    """Reads and writes passkeys."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def challenge(self, purpose: str, player: str | None, now: float) -> tuple[bytes, str]:
        """A new challenge, and the secret of the browser that may answer it."""
        challenge, secret = secrets.token_bytes(32), secrets.token_urlsafe(32)
        values = {"key": key_of(secret), "challenge": challenge, "purpose": purpose, "player": player}
        async with self.database.writing() as connection:
            await connection.execute(delete(challenges).where(challenges.c.expires_at < now))
            await connection.execute(insert(challenges).values(**values, expires_at=now + CHALLENGE_SECONDS))
        return challenge, secret

    async def take(self, secret: str, purpose: str, player: str | None, now: float) -> bytes | None:
        """The challenge that this browser has to answer, once; None if there is none."""
        which = challenges.c.key == key_of(secret)
        async with self.database.writing() as connection:
            row = (await connection.execute(select(challenges).where(which).with_for_update())).one_or_none()
            await connection.execute(delete(challenges).where(which))
        if row is None or row.expires_at < now or row.purpose != purpose or row.player != player:
            return None
        return bytes(row.challenge)

    async def add(self, passkey: PasskeyRow) -> bool:
        """Store a passkey; False if it is known already."""
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(passkeys).values(vars(passkey)))
        except IntegrityError:
            return False
        return True

    async def find(self, passkey: str) -> PasskeyRow | None:
        """The passkey with this id."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(passkeys).where(passkeys.c.id == passkey))).one_or_none()
            return None if row is None else PasskeyRow(**row._mapping)

    async def of(self, player: str) -> list[PasskeyRow]:
        """All passkeys of a person, the newest first."""
        query = select(passkeys).where(passkeys.c.player == player).order_by(passkeys.c.created_at.desc())
        async with self.database.reading() as connection:
            return [PasskeyRow(**row._mapping) for row in await connection.execute(query)]

    async def used(self, passkey: PasskeyRow, sign_count: int, now: float) -> bool:
        """Note that it was used; False if another use came in between, as of a copy."""
        which = (passkeys.c.id == passkey.id, passkeys.c.sign_count == passkey.sign_count)
        async with self.database.writing() as connection:
            values = {"sign_count": sign_count, "used_at": now}
            return (await connection.execute(update(passkeys).where(*which).values(values))).rowcount == 1

    async def remove(self, player: str, passkey: str) -> bool:
        """Remove a passkey; False if there is none."""
        which = (passkeys.c.id == passkey, passkeys.c.player == player)
        async with self.database.writing() as connection:
            return (await connection.execute(delete(passkeys).where(*which))).rowcount == 1
