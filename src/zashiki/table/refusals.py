"""What a table refuses, and how it says so: a code for programs, a sentence for people, the rule if there is one."""

from typing import Final

from typing_extensions import TypedDict

from zashiki.core.errors import IllegalMove, ZashikiError
from zashiki.core.jsontypes import Facts

CODES: Final = {
    "busy": "Too many changed the table at the same time; try again.",
    "bad-message": "That is no message of this protocol.",
    "bad-request": "Something in the request is not possible.",
    "bad-settings": "The table cannot be set up like that.",
    "chat-closed": "There is no chat for you at this table now.",
    "forbidden": "Only the host of the table may do that.",
    "game-changed": "The rules of the game have changed since; whoever keeps this house must repair the table.",
    "illegal": "The rules do not allow that move now; the reason has the rule's own code.",
    "name-taken": "Somebody has this name already.",
    "no-choice": "There is nothing to decide for this seat now.",
    "no-hints": "This table plays without hints.",
    "no-record": "The record is given when the game is over.",
    "no-such-phrase": "There is no preset phrase of this code.",
    "no-such-player": "Nobody of this id is known here.",
    "no-such-seat": "The table has no such seat.",
    "no-such-session": "You have no session or token of this id.",
    "no-such-table": "There is no table at this address, or it is not yours to see.",
    "not-found": "There is nothing at this address.",
    "not-full": "Some seats are empty: wait for people, or let bots take them.",
    "not-open": "The game has begun: this can be changed only before.",
    "not-over": "The game is still running.",
    "not-running": "No game is running at this table.",
    "not-seated": "You do not sit at this table.",
    "not-signed-in": "Say who you are first: come in as a guest, sign in, or send your token.",
    "not-your-seat": "That is not your seat.",
    "origin": "The request came from another site.",
    "rate": "Too much at once; wait a moment.",
    "seat-taken": "Somebody sits there already.",
    "stale": "The table has moved on since; look at the fresh view.",
    "stand-in": "A bot is playing for you: take your seat back first.",
    "storage": "It could not be written down, so it did not happen; try again in a moment.",
    "table-full": "All seats are taken.",
    "trouble": "Something went wrong here, which should not; it is noted for whoever keeps this house.",
    "too-big": "That is too long.",
    "too-many": "There are too many already; something must go first.",
    "too-soon": "Give them a little more time.",
    "too-slow": "You have not read what was sent to you; connect again.",
    "unknown-move": "There is no such move in this game.",
    "wrong-password": "Name and password do not belong together.",
}
"""Every code with what it says when there is nothing more precise to say."""


class RefusalData(TypedDict):
    """A refusal as it is sent."""

    code: str
    text: str
    rule: str | None
    facts: Facts


class Refused(Exception):
    """Something was asked that cannot be done; nothing was changed."""

    def __init__(self, code: str, text: str | None = None, rule: str | None = None, facts: Facts | None = None) -> None:
        assert code in CODES or rule is not None
        super().__init__(text or CODES[code])
        self.code = code
        """What kind of refusal it is."""
        self.rule = rule
        """The id of the rule that refuses."""
        self.facts: Facts = facts or {}
        """What makes it so."""

    def data(self) -> RefusalData:
        """Ready for JSON."""
        return {"code": self.code, "text": str(self), "rule": self.rule, "facts": self.facts}


def illegal(error: IllegalMove) -> Refused:
    """The refusal of a move, with the reason that the rules give."""
    reason = error.reason
    return Refused("illegal", reason.text, reason.rule, {"reason": reason.code, **reason.facts})


def refused(code: str, error: ZashikiError) -> Refused:
    """A refusal for what the engine refuses."""
    return Refused(code, str(error))
