"""Recovery codes: each lets the owner of an account choose another password, once."""

import hashlib
import secrets
from typing import Final, final

from sqlalchemy import delete, func, insert, select

from zashiki.store.database import Database
from zashiki.store.schema import recovery_codes

CODES: Final = 10
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look like others."""
GROUPS: Final = 4
"""Of four letters each: 79 bits, which nobody guesses, so a fast hash is enough."""


def _key(player: str, code: str) -> str:
    plain = "".join(char for char in code.casefold() if char.isalnum())
    return hashlib.sha256(f"{player} {plain}".encode()).hexdigest()


@final
class RecoveryCodes:
    """Reads and writes recovery codes."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def renew(self, player: str) -> list[str]:
        """New codes in place of all others; they are not stored."""
        codes = ["-".join("".join(map(secrets.choice, [LETTERS] * 4)) for _ in range(GROUPS)) for _ in range(CODES)]
        rows = [{"key": _key(player, code), "player": player} for code in codes]
        async with self.database.writing() as connection:
            await connection.execute(delete(recovery_codes).where(recovery_codes.c.player == player))
            await connection.execute(insert(recovery_codes), rows)
        return codes

    async def use(self, player: str, code: str) -> bool:
        """Use up a code; False if there is none like it."""
        async with self.database.writing() as connection:
            which = recovery_codes.c.key == _key(player, code)
            return (await connection.execute(delete(recovery_codes).where(which))).rowcount == 1

    async def left(self, player: str) -> int:
        """How many codes are left."""
        query = select(func.count()).where(recovery_codes.c.player == player)
        async with self.database.reading() as connection:
            return int(await connection.scalar(query) or 0)
