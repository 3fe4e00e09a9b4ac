"""Refusals: a code for programs, a sentence for people, and the rule if there is one."""

from typing import Final

from pydantic import JsonValue
from typing_extensions import TypedDict

from zashiki.core.errors import IllegalMove
from zashiki.core.jsontypes import Facts

CODES: Final = {
    "busy": "Too many changes at the same time; try again.",
    "bad-message": "This is not a message of this protocol.",
    "bad-request": "A value in the request is invalid.",
    "bad-settings": "These settings are not possible.",
    "chat-closed": "You cannot chat at this table now.",
    "forbidden": "Only the host of the table may do that.",
    "game-changed": "The rules of the game have changed since; the operator of this server must repair the table.",
    "illegal": "The rules do not allow this move now; the reason has a code of its own.",
    "name-taken": "This name is already taken.",
    "no-choice": "This seat has nothing to decide now.",
    "no-hints": "Hints are off at this table.",
    "no-record": "The record is available when the game is over.",
    "no-such-phrase": "There is no preset phrase with this code.",
    "no-such-player": "There is no player with this id.",
    "no-such-seat": "The table has no such seat.",
    "no-such-session": "You have no session or token with this id.",
    "no-such-table": "There is no table with this id, or you may not see it.",
    "not-found": "There is nothing at this address.",
    "not-full": "Some seats are empty: wait for more players, or add bots.",
    "not-open": "This is only possible before the game starts.",
    "not-over": "The game is still running.",
    "not-running": "No game is running at this table.",
    "not-seated": "You have no seat at this table.",
    "not-signed-in": "Sign in first, as a guest or with an account, or send a token.",
    "not-your-seat": "That is not your seat.",
    "origin": "The request came from another site.",
    "rate": "Too many requests; wait a moment.",
    "seat-taken": "This seat is already taken.",
    "stale": "The game has moved on; choose again on the current view.",
    "stand-in": "A bot is playing for you: take your seat back first.",
    "storage": "It could not be saved, so it did not happen; try again in a moment.",
    "table-full": "All seats are taken.",
    "trouble": "Something went wrong on the server; the error was logged.",
    "too-big": "That is too long.",
    "too-many": "You have reached a limit; remove something first.",
    "too-soon": "Give them a little more time.",
    "too-slow": "Your connection did not keep up with the messages; reconnect.",
    "unknown-move": "There is no such move in this game.",
    "wrong-password": "Wrong name or password.",
}
"""Every code, with its text where there is nothing more specific to say."""


class RefusalData(TypedDict):
    """A refusal as it is sent."""

    code: str
    text: str
    rule: str | None
    facts: Facts
    value: JsonValue
    """What was given; null if it was nothing in particular, or is not repeated."""
    expected: JsonValue
    """What would be accepted: limits such as `{"min": 0, "max": 3}`, or a list of allowed values; null if unknown."""
    where: list[str | int] | None
    """The path of the wrong value in the request or message; null if it is none in particular."""


class Refused(Exception):
    """A request that cannot be granted; nothing was changed."""

    def __init__(
        self,
        code: str,
        text: str | None = None,
        rule: str | None = None,
        facts: Facts | None = None,
        *,
        value: JsonValue = None,
        expected: JsonValue = None,
        where: list[str | int] | None = None,
    ) -> None:
        assert code in CODES or rule is not None
        super().__init__(text or CODES[code])
        self.code = code
        """The kind of refusal."""
        self.rule = rule
        """The id of the rule that refuses."""
        self.facts: Facts = facts or {}
        """The facts behind it."""
        self.value = value
        self.expected = expected
        self.where = where

    def data(self) -> RefusalData:
        """Ready for JSON."""
        return {
            "code": self.code,
            "text": str(self),
            "rule": self.rule,
            "facts": self.facts,
            "value": self.value,
            "expected": self.expected,
            "where": self.where,
        }


def illegal(error: IllegalMove) -> Refused:
    """The refusal of a move, with the reason that the rules give."""
    reason = error.reason
    return Refused("illegal", reason.text, reason.rule, {"reason": reason.code, **reason.facts})
