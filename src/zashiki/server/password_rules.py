"""Which passwords may be chosen: none that a guesser would try first.

As NIST SP 800-63B advises, there are no rules about kinds of characters: a password is as good as the number of guesses
it takes by common words, names, keyboard patterns, sequences and dates, which `zxcvbn` estimates.
"""

import asyncio
from functools import cache
from threading import Lock
from typing import Annotated, Final

from pydantic import Field, JsonValue

from zashiki import registry
from zashiki.server.addresses import NETWORK
from zashiki.server.services import Services
from zashiki.table.refusals import Refused

SHORTEST: Final = 8
LONGEST: Final = 200
FEWEST_GUESSES: Final = 1e8
"""As many as eight random letters take. Each guess is slow, and few are allowed a day."""
EXAMINED: Final = 72
"""Characters that are looked at: a longer password is good enough if they are."""
ChosenPassword = Annotated[
    str, Field(min_length=SHORTEST, max_length=LONGEST, json_schema_extra={"format": "password"})
]
"""A new password; `check_password` refuses those that are easy to guess."""
EXPECTED: Final[JsonValue] = {"format": "password", "min_length": SHORTEST}
_lock = Lock()
"""Held while a password is estimated: `zxcvbn` keeps the words of one person in a variable of its module."""


async def check_password(services: Services, password: str, name: str, field: str) -> None:
    """`Refused` if a new password is easy to guess; `field` is where it was given."""
    async with services.hashing.place(NETWORK.get()):
        refused = await asyncio.to_thread(_weakness, password, name, field)
    if refused is not None:
        raise refused


def _weakness(password: str, name: str, field: str) -> Refused | None:
    """Why a password is easy to guess; None if it is not."""
    from zxcvbn import zxcvbn  # its words take memory, and most servers' processes never need them

    words = [*name.casefold().split(), name.casefold().replace(" ", ""), *_our_words()]
    with _lock:
        found = zxcvbn(password[:EXAMINED], user_inputs=words, max_length=EXAMINED)
    if found["guesses"] >= FEWEST_GUESSES:
        return None
    where: list[str | int] = ["body", field]
    parts = [part for part in found["sequence"] if part["pattern"] != "bruteforce"]
    if not parts:
        return Refused("bad-request", "password.short", expected=EXPECTED, where=where)
    longest = max(parts, key=lambda part: len(part["token"]))
    if longest["pattern"] != "dictionary":
        return Refused("bad-request", "password.pattern", expected=EXPECTED, where=where)
    if longest["dictionary_name"] == "user_inputs":
        return Refused("bad-request", "password.name", expected=EXPECTED, where=where)
    return Refused("bad-request", "password.common", expected=EXPECTED, where=where)


@cache
def _our_words() -> tuple[str, ...]:
    return ("zashiki", *registry.games())
