"""The errors of the library. Each has the value given, what was expected, and where.

Every error is a `ZashikiError`; its text is one line that a person can act on.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zashiki.core.reasons import Reason


class ZashikiError(ValueError):
    """What was asked for cannot be done; nothing has changed."""

    def __init__(self, value: object, expected: str, where: str) -> None:
        self.value = value
        """What was given."""
        self.expected = expected
        """What would have been accepted."""
        self.where = where
        """The argument, field or line."""
        super().__init__(f"{where}: {short_repr(value)} is not possible; expected {expected}")

    def __reduce__(self) -> tuple[object, ...]:
        # An error has to come back from another process, too: by default it would be made from its text alone.
        return _unpickled, (type(self), self.args, self.__dict__)


class UnknownGame(ZashikiError):
    """No game has this key."""


class BadSeats(ZashikiError):
    """The game is not played with this many seats."""


class BadBatch(ZashikiError):
    """A batch of games with a wrong number of games, moves or seeds."""


class NoSuchSeat(ZashikiError):
    """There is no such seat."""


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
    """The seat has no decision to make now."""


class BadJournal(ZashikiError):
    """Not the journal of an arena, or that of another contest."""


class UnknownMove(ZashikiError):
    """The text (or number) names no move of this game."""


class IllegalMove(ZashikiError):
    """A move of the game that this seat may not make now."""

    def __init__(self, reason: "Reason", value: object, seat: int) -> None:
        super().__init__(value, "a legal move", f"seat {seat}")
        self.reason = reason
        """Why not: code, rule id, facts, sentence."""
        self.seat = seat
        """The seat that tried it."""
        self.args = (f"illegal move {short_repr(value)} for seat {seat}: {reason.text} ({reason.rule})",)


class NotWaiting(IllegalMove):
    """A move of a seat that may not act now."""


class BadChance(ZashikiError):
    """An outcome that chance cannot give now."""


class BadRecord(ZashikiError):
    """A record that cannot be replayed."""


class MalformedRecord(BadRecord):
    """Not a record: not JSON, or a field is missing or of the wrong type."""


class TruncatedRecord(BadRecord):
    """A record whose end is missing."""


class TamperedRecord(BadRecord):
    """A record that contradicts itself: its checksum, its seed, its moves or its result."""


class RecordVersion(BadRecord):
    """A record whose format or rules version is not supported."""


def _unpickled(kind: type[ZashikiError], args: tuple[object, ...], facts: dict[str, object]) -> ZashikiError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(facts)
    return error


def short_repr(value: object) -> str:
    """`repr`, cut to what fits into one line."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
