"""The secrets that accounts share with authenticator apps."""

from dataclasses import dataclass, field
from typing import final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from zashiki.store.database import Database
from zashiki.store.schema import totp


@dataclass(frozen=True)
class TotpRow:
    """What an account shares with an authenticator app."""

    player: str
    secret: bytes = field(repr=False)
    confirmed_at: float | None
    """When a first code was given; until then it does not count."""
    last_step: int
    """Of the last code that was used: neither it nor an earlier one is accepted again."""


@final
class TotpSecrets:
    """Reads and writes the secrets of authenticator apps."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def begin(self, player: str, secret: bytes) -> bool:
        """Store a secret that does not count yet, in place of another such; False if one counts already."""
        which = (totp.c.player == player, totp.c.confirmed_at.is_(None))
        try:
            async with self.database.writing() as connection:
                await connection.execute(delete(totp).where(*which))
                await connection.execute(insert(totp).values(player=player, secret=secret, last_step=0))
        except IntegrityError:
            return False
        return True

    async def confirm(self, row: TotpRow, step: int, now: float) -> bool:
        """Let a secret count from now on; False if it was replaced, or counts already."""
        which = (totp.c.player == row.player, totp.c.secret == row.secret, totp.c.confirmed_at.is_(None))
        async with self.database.writing() as connection:
            values = {"confirmed_at": now, "last_step": step}
            return (await connection.execute(update(totp).where(*which).values(values))).rowcount == 1

    async def find(self, player: str) -> TotpRow | None:
        """The secret of a person, whether it counts or not."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(totp).where(totp.c.player == player))).one_or_none()
            return None if row is None else TotpRow(**row._mapping)

    async def counting(self, player: str) -> TotpRow | None:
        """The secret of a person who has to give codes; None if they have not."""
        found = await self.find(player)
        return None if found is None or found.confirmed_at is None else found

    async def use(self, row: TotpRow, step: int) -> bool:
        """Use up the code of a step; False if it was used already, or a later one was."""
        which = (totp.c.player == row.player, totp.c.secret == row.secret, totp.c.last_step < step)
        async with self.database.writing() as connection:
            return (await connection.execute(update(totp).where(*which).values(last_step=step))).rowcount == 1

    async def remove(self, player: str) -> bool:
        """Forget the secret of a person; False if there is none."""
        async with self.database.writing() as connection:
            return (await connection.execute(delete(totp).where(totp.c.player == player))).rowcount == 1
