"""Who sits on a seat, how much time the seat has, and what it adds to chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zashiki.core.errors import BadSeed
from zashiki.core.fair import Fair
from zashiki.table.refusals import Refused
from zashiki.table.settings import Clock


@dataclass(frozen=True)
class Seat:
    """Who sits on a seat."""

    player: str | None = None
    """The id of a person."""
    name: str | None = None
    """The person's name here."""
    level: int | None = None
    """The level of a bot."""
    stand_in: bool = False
    """Whether a bot plays for the person, who has left or ran out of time."""
    seed: str | None = None
    """What the person added to chance."""

    @property
    def kind(self) -> Literal["empty", "person", "bot"]:
        """Who it is."""
        if self.level is not None:
            return "bot"
        return "empty" if self.name is None else "person"


@dataclass(frozen=True)
class SeatClock:
    """The clock of one seat."""

    asked_ply: int | None = None
    """The ply since which the seat is asked for one and the same decision; None if it is not asked."""
    asked_at: float | None = None
    """When that was."""
    reserve: float = 0.0
    """Seconds left for moves that take longer."""

    def deadline(self, clock: Clock) -> float | None:
        """When the time of a person is over."""
        if self.asked_at is None or clock.per_move is None:
            return None
        return self.asked_at + clock.per_move + self.reserve


def player_seeds(places: Sequence[Seat]) -> tuple[str, ...]:
    """What the players added to chance, in the order of their seats. A game from a record may have none."""
    return tuple(place.seed for place in places if place.seed is not None)


def checked_seed(seed: str | None) -> str | None:
    """What a player adds to chance; `Refused` if it cannot be used, or not be kept."""
    if seed is not None and "\0" in seed:
        raise Refused("bad-request", "seed: NUL is no character of a text")
    try:
        Fair(bytes(32), () if seed is None else (seed,))
    except BadSeed as error:
        raise Refused("bad-request", str(error)) from None
    return seed
