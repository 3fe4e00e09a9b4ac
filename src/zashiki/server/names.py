"""Names: what people may be called."""

import unicodedata
from typing import Annotated, Final

from pydantic import AfterValidator, Field, JsonValue

from zashiki.server.services import Services
from zashiki.store.people import LONGEST_LOGIN, folded
from zashiki.table.input_errors import InputError
from zashiki.table.refusals import Refused

LONGEST_NAME: Final = 24
INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of invisible or unassigned characters."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters of other categories that are blank all the same."""


def tidy_name(name: str) -> str:
    """The name as it is shown: single spaces, nothing invisible; `InputError` if that is impossible."""
    if len(name) > 10 * LONGEST_NAME:
        raise _wrong_length()
    kept = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", name))
    tidy = " ".join("".join(char for char in kept if not _is_variation(char)).split())
    if not 1 <= len(tidy) <= LONGEST_NAME or len(folded(tidy)) > LONGEST_LOGIN:
        raise _wrong_length()
    if any(unicodedata.category(char) in INVISIBLE or char in BLANK for char in tidy):
        raise InputError("a name consists of letters, digits, signs and spaces", (), None, {"format": "name"})
    return tidy


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


async def check_name_free(services: Services, name: str) -> None:
    """A guest may have any name but an account's: nobody can pose as somebody else."""
    if await services.people.by_login(name) is not None:
        raise Refused("name-taken")
