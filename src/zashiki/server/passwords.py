"""Passwords: hashed and verified in threads, a few at a time."""

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from zashiki.server.addresses import NETWORK
from zashiki.server.services import Services
from zashiki.store.rows import PlayerRow

_hasher = PasswordHasher()  # Argon2id with the low-memory parameters of RFC 9106


def hash_now(password: str) -> str:
    """What is stored of a password, for a command that has nothing else to do."""
    return _hasher.hash(password)


async def hash_password(services: Services, password: str) -> str:
    """What is stored of a password."""
    return await services.hashing.run(NETWORK.get(), lambda: _hasher.hash(password))


@cache
def _unknown_password() -> str:
    return _hasher.hash("nobody has this password")


async def verify_password(services: Services, player: PlayerRow | None, password: str) -> bool:
    """Whether it is the right password; takes just as long if there is no such account."""
    stored = player.password if player is not None and player.password is not None else None

    def verify() -> bool:
        try:
            return _hasher.verify(stored or _unknown_password(), password)
        except (VerificationError, InvalidHashError):
            return False

    return await services.hashing.run(NETWORK.get(), verify) and stored is not None
