"""Everything that can be refused, each with the value, what would be right, and where it was.

Every error is a `ZashikiError`; its text is one line that a person can act on.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zashiki.core.reasons import Reason


class ZashikiError(ValueError):
    """Something was asked that cannot be done; nothing was changed."""

    def __init__(self, value: object, expected: str, where: str) -> None:
        self.value = value
        """What was given."""
        self.expected = expected
        """What would have been right."""
        self.where = where
        """The argument, field or line it stood in."""
        super().__init__(f"{where}: {shown(value)} is not possible; expected {expected}")


class UnknownGame(ZashikiError):
    """No game has this key."""


class BadSeats(ZashikiError):
    """The game is not played with this many seats."""


class BadBatch(ZashikiError):
    """Many games at once cannot be played like this."""


class NoSuchSeat(ZashikiError):
    """The table has no such seat."""


class AmbiguousSeat(ZashikiError):
    """A move without its seat, while several seats may act."""


class UnknownOption(ZashikiError):
    """The game has no option of this name."""


class BadOption(ZashikiError):
    """The option does not take this value."""


class BadSeed(ZashikiError):
    """A seed of the wrong type or size."""


class BadPly(ZashikiError):
    """The match or record has no such ply."""


class WrongBoard(ZashikiError):
    """The type of another game's board."""


class BadLevel(ZashikiError):
    """There is no bot of this level."""


class BadBot(ZashikiError):
    """The text names no bot, or the bot cannot be started."""


class NoChoice(ZashikiError):
    """The seat has nothing to decide now."""


class BadJournal(ZashikiError):
    """The file is no journal of an arena, or that of another contest."""


class UnknownMove(ZashikiError):
    """The text (or number) names no move of this game."""


class IllegalMove(ZashikiError):
    """A move that exists, but that this seat may not make now."""

    def __init__(self, reason: "Reason", value: object, seat: int) -> None:
        super().__init__(value, "a legal move", f"seat {seat}")
        self.reason = reason
        """Why not: code, rule id, facts, sentence."""
        self.seat = seat
        """The seat that tried it."""
        self.args = (f"illegal move {shown(value)} for seat {seat}: {reason.text} ({reason.rule})",)


class NotWaiting(IllegalMove):
    """A move for a seat that is not asked for one now."""


class BadChance(ZashikiError):
    """An outcome that chance cannot give now."""


class BadRecord(ZashikiError):
    """A record that cannot be replayed."""


class MalformedRecord(BadRecord):
    """Not a record: no JSON, a field missing, or a field of the wrong type."""


class TruncatedRecord(BadRecord):
    """A record whose end is missing."""


class TamperedRecord(BadRecord):
    """A record that contradicts itself: its checksum, its seed, its moves or its result."""


class RecordVersion(BadRecord):
    """A record of a format or rules version that this program does not play."""


def shown(value: object) -> str:
    """The value as it stands in an error's line: short, and never more than one line."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
