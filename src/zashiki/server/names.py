"""Names: what people may be called."""

import unicodedata
from typing import Annotated, Final

from pydantic import AfterValidator, Field, JsonValue

from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import sentence
from zashiki.server.services import Services
from zashiki.store.lookalikes import mixes_scripts
from zashiki.store.people import LONGEST_LOGIN, folded
from zashiki.table.input_errors import InputError
from zashiki.table.refusals import REASONS, Refused

LONGEST_NAME: Final = 24
INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of invisible or unassigned characters."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters of other categories that are blank all the same."""
PLACEHOLDERS: Final = frozenset("\ufffc\ufffd\U0001d159")
"""Signs that stand for something else, or for nothing."""
MOST_MARKS: Final = 2
"""Combining marks on one letter: more would cover what stands around it."""


def tidy_name(name: str) -> str:
    """The name as it is shown: one way to write it, nothing invisible, nothing to be taken for another name."""
    tidy = plain_name(unicodedata.normalize("NFKC", name[: 10 * LONGEST_NAME + 1]))
    if any(char in PLACEHOLDERS for char in tidy):
        raise _wrong_characters()
    if _most_marks(tidy) > MOST_MARKS:
        reason: Facts = {"reason": "name.marks", "limit": MOST_MARKS}
        raise InputError(sentence(REASONS, "name.marks", reason), (), None, {"format": "name"}, reason)
    if mixes_scripts(tidy):
        text = REASONS["name.scripts"]
        raise InputError(str(text), (), None, {"format": "name"}, {"reason": "name.scripts"})
    return tidy


def plain_name(name: str) -> str:
    """A name with single spaces and nothing invisible, as it may have been chosen at any time."""
    if len(name) > 10 * LONGEST_NAME:
        raise _wrong_length()
    kept = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", name))
    tidy = " ".join("".join(char for char in kept if not _is_variation(char)).split())
    if not 1 <= len(tidy) <= LONGEST_NAME or len(folded(tidy)) > LONGEST_LOGIN:
        raise _wrong_length()
    if any(unicodedata.category(char) in INVISIBLE or char in BLANK for char in tidy):
        raise _wrong_characters()
    return tidy


def _wrong_characters() -> InputError:
    return InputError("a name consists of letters, digits, signs and spaces", (), None, {"format": "name"})


def _most_marks(name: str) -> int:
    """The most combining marks on one letter."""
    runs = [0]
    for char in unicodedata.normalize("NFD", name):
        if unicodedata.category(char) in ("Mn", "Me"):
            runs[-1] += 1
        else:
            runs.append(0)
    return max(runs)


def _wrong_length() -> InputError:
    expected: JsonValue = {"min_length": 1, "max_length": LONGEST_NAME}
    return InputError(f"a name has 1 to {LONGEST_NAME} characters", (), None, expected)


def _is_variation(char: str) -> bool:
    """Whether it is a variation selector: two names must not differ in these only."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


Name = Annotated[
    str,
    AfterValidator(tidy_name),
    Field(json_schema_extra={"format": "name", "minLength": 1, "maxLength": LONGEST_NAME}),
]
"""A name in a request: visible letters, digits, signs and spaces."""


ExistingName = Annotated[
    str,
    AfterValidator(plain_name),
    Field(json_schema_extra={"format": "name", "minLength": 1, "maxLength": LONGEST_NAME}),
]
"""A name to sign in with: accounts keep names that could not be chosen any more."""


async def check_name_free(services: Services, name: str, player: str) -> None:
    """A guest may have any name but those that look like an account's: nobody can pose as somebody else."""
    known = await services.people.by_login(name)
    if (known is not None and known.id != player) or await services.people.is_reserved(name, player, services.now()):
        raise Refused("name-taken")
