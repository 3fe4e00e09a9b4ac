"""Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds, as all apps have it."""

import base64
import hashlib
import hmac
import secrets
from typing import Final
from urllib.parse import quote, urlencode

STEP: Final = 30
"""Seconds after which the code changes."""
DIGITS: Final = 6
DRIFT: Final = 1
"""Steps by which the clock of a phone may be wrong."""
SECRET_BYTES: Final = 20
ISSUER: Final = "Zashiki"


def new_secret() -> bytes:
    """A secret for an authenticator app."""
    return secrets.token_bytes(SECRET_BYTES)


def code_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """The code of a step."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), hashlib.sha1)
    offset = digest[-1] & 0x0F
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: bytes, code: str, now: float, after: int) -> int | None:
    """The step whose code this is, if it is around now and later than the last one that was used."""
    current = int(now) // STEP
    found: int | None = None
    for step in range(current - DRIFT, current + DRIFT + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()) and step > after:
            found = step
    return found


def key_text(secret: bytes) -> str:
    """The secret as people type it into an app."""
    return base64.b32encode(secret).decode().rstrip("=")


def uri_of(secret: bytes, name: str) -> str:
    """The address by which an app takes the secret."""
    about = {"secret": key_text(secret), "issuer": ISSUER, "digits": DIGITS, "period": STEP}
    return f"otpauth://totp/{quote(f'{ISSUER}:{name}')}?{urlencode(about)}"
