"""Unguessable ids and seeds, and the names of guests who have not chosen one."""

import secrets
from typing import Final

from zashiki.core.fair import SEED_BYTES

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Lowercase letters and digits, without those that look alike."""

GUEST_CODE: Final = 4
"""Characters of the code of a guest without a name."""


def new_id(length: int = 14) -> str:
    """A random id that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def guest_name(player: str) -> str:
    """The name of a guest who has not chosen one, made from their id: so it is known which names are made up."""
    return f"Guest {player[:GUEST_CODE]}"


def guest_code(player: str | None, name: str | None) -> str | None:
    """What tells a guest without a name of their own from others; None if somebody has chosen this name."""
    return player[:GUEST_CODE] if player is not None and name == guest_name(player) else None


def new_server_seed() -> bytes:
    """The secret seed of a new table."""
    return secrets.token_bytes(SEED_BYTES)
