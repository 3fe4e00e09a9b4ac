"""Facts about invalid input: what was given, what was expected, and where. Programs need not parse a sentence."""

import math
import re
from collections.abc import Mapping
from typing import Any, Final

from pydantic import JsonValue

from zashiki.bots.levels import COUNT
from zashiki.core.errors import ZashikiError, short_repr
from zashiki.core.jsontypes import Facts
from zashiki.core.match import Match
from zashiki.table.refusals import Refused

LONGEST_VALUE: Final = 100
"""Most characters of a text that is repeated in an error."""
PRIVATE: Final = frozenset(
    {"password", "old", "new", "seed", "seeds", "commitment", "text", "label", "name", "preferences", "record"}
)
"""Fields whose values are never repeated: secrets, and what people write."""
TYPES: Final = {
    "bool": "boolean",
    "dict": "object",
    "float": "number",
    "int": "integer",
    "list": "array",
    "model": "object",
    "model_attributes": "object",
    "string": "string",
}
LIMITS: Final = {
    "greater_than_equal": ("min", "ge"),
    "less_than_equal": ("max", "le"),
    "string_too_short": ("min_length", "min_length"),
    "string_too_long": ("max_length", "max_length"),
    "too_long": ("max_items", "max_length"),
    "string_pattern_mismatch": ("pattern", "pattern"),
}
"""By pydantic's type of error: the name of the limit here, and in pydantic's context."""

Where = tuple[str | int, ...]


class InputError(ValueError):
    """Raised by validators that know what they expect."""

    def __init__(
        self, text: str, where: Where, value: JsonValue, expected: JsonValue, facts: Facts | None = None
    ) -> None:
        super().__init__(text)
        self.where = where
        self.value = value
        self.expected = expected
        self.facts: Facts = facts or {}


def refused_input(code: str, error: Mapping[str, Any]) -> Refused:
    """The refusal for one of pydantic's errors."""
    where: Where = tuple(error["loc"])
    value, expected = error.get("input"), expected_by(error)
    text = str(error["msg"]).removeprefix("Value error, ")
    facts: Facts = {}
    cause = (error.get("ctx") or {}).get("error")
    if isinstance(cause, InputError):
        where, value, expected, facts = (*where, *cause.where), cause.value, cause.expected, cause.facts
    if error["type"] == "missing":
        value = None
    prefix = ".".join(map(str, error["loc"])) or "message"
    value = shown_value(where, value)
    facts = {"text": text, **facts}
    return Refused(code, text=f"{prefix}: {text}", facts=facts, value=value, expected=expected, where=list(where))


def refused_error(code: str, error: ZashikiError) -> Refused:
    """The refusal for an error of the engine: `facts` has its class, what it got and what it expected, in words."""
    facts: Facts = {"error": type(error).__name__, "value": short_repr(error.value), "expected": error.expected}
    return Refused(code, text=str(error), facts=facts, value=shown_value((), error.value), where=[error.where])


def expected_by(error: Mapping[str, Any]) -> JsonValue:
    """What would have been valid, as data; None if that cannot be said."""
    kind, context = str(error["type"]), error.get("ctx") or {}
    if kind in LIMITS:
        name, key = LIMITS[kind]
        return {name: context[key]}
    if kind == "literal_error":
        return _quoted(context["expected"])
    if kind == "union_tag_invalid":
        return _quoted(context["expected_tags"])
    if kind == "union_tag_not_found":
        return {"required": "type"}
    if kind == "missing":
        return {"required": str(error["loc"][-1])}
    if kind == "extra_forbidden":
        return {"absent": True}
    if kind == "json_invalid":
        return {"format": "json"}
    found = TYPES.get(re.sub(r"_(type|parsing|from_float)$", "", kind))
    return None if found is None else {"type": found}


def _quoted(text: str) -> list[JsonValue]:
    return re.findall(r"'([^']*)'", text)


def shown_value(where: Where, value: object) -> JsonValue:
    """The value if it may be repeated: short, plain, and not private."""
    if any(part in PRIVATE for part in where) or (isinstance(value, float) and value != value):
        return None
    if isinstance(value, str):
        return value[:LONGEST_VALUE]
    if isinstance(value, int) and abs(value) >= 2**53:
        return None
    return value if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)) else None


def no_such_seat(seat: int, seats: int) -> Refused:
    """The refusal of a seat that the table does not have."""
    expected: JsonValue = {"type": "integer", "min": 0, "max": seats - 1}
    facts: Facts = {"last": seats - 1}
    value = shown_value((), seat)
    return Refused("no-such-seat", "seat.range", facts, value=value, expected=expected, where=["seat"])


def too_few_seats(seats: int, people: int) -> Refused:
    """The refusal of settings with fewer seats than people."""
    facts: Facts = {"people": people}
    where: list[str | int] = ["body", "seats"]
    return Refused("bad-settings", "settings.too_few_seats", facts, value=seats, expected={"min": people}, where=where)


def no_such_level(level: int) -> Refused:
    """The refusal of a bot level that does not exist."""
    expected: JsonValue = {"type": "integer", "min": 1, "max": COUNT}
    value = shown_value((), level)
    return Refused("bad-request", "level.range", {"most": COUNT}, value=value, expected=expected, where=["level"])


def unknown_move(match: Match, seat: int, action: int | str) -> Refused:
    """The refusal of a move that the game does not have; the seat's legal moves are expected, named as it was."""
    legal = match.legal(seat)
    expected: list[JsonValue] = [match.name(seat, one) if isinstance(action, str) else one for one in legal]
    value = shown_value((), action)
    facts: Facts = {"move": str(action)[:LONGEST_VALUE]}
    return Refused("unknown-move", "move.unknown", facts, value=value, expected=expected, where=["action"])
