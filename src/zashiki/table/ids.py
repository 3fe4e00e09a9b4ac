"""Unguessable ids and seeds."""

import secrets
from typing import Final

from zashiki.core.fair import SEED_BYTES

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Lowercase letters and digits, without those that look alike."""


def new_id(length: int = 14) -> str:
    """A random id that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_server_seed() -> bytes:
    """The secret seed of a new table."""
    return secrets.token_bytes(SEED_BYTES)
