"""Who sits on a seat, how much time they have, and the seed they add to the draws."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from zashiki.core.errors import BadSeed
from zashiki.core.fair import MAX_PLAYER_SEED, Fair
from zashiki.core.jsontypes import Facts
from zashiki.table.refusals import Refused
from zashiki.table.settings import NO_NUL, Clock


@dataclass(frozen=True)
class Seat:
    """Who sits on a seat."""

    player: str | None = None
    """The id of a person."""
    name: str | None = None
    """The person's name at this table."""
    level: int | None = None
    """The level of a bot."""
    stand_in: bool = False
    """Whether a bot plays for the person, who left or ran out of time."""
    seed: str | None = None
    """The seed that the person added."""

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
    """The ply at which the seat was asked for its current decision; None if it is not asked."""
    asked_at: float | None = None
    """When that was."""
    reserve: float = 0.0
    """Seconds of reserve left, for moves that take longer."""

    def deadline(self, clock: Clock) -> float | None:
        """When a person's time is up."""
        if self.asked_at is None or clock.per_move is None:
            return None
        return self.asked_at + clock.per_move + self.reserve


def player_seeds(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The players' seeds, in the order of their seats. An imported game may have none."""
    return tuple(seat.seed for seat in seats if seat.seed is not None)


def checked_seed(seed: str | None) -> str | None:
    """A player's seed; `Refused` if it cannot be used or stored."""
    if seed is not None and "\0" in seed:
        raise Refused("bad-request", "seed.nul", expected={"pattern": NO_NUL}, where=["body", "seed"])
    try:
        Fair(bytes(32), () if seed is None else (seed,))
    except BadSeed:
        limit: Facts = {"limit": MAX_PLAYER_SEED}
        expected: JsonValue = {"type": "string", "max_length": MAX_PLAYER_SEED}
        raise Refused("bad-request", "seed.text", limit, expected=expected, where=["body", "seed"]) from None
    return seed


def check_rated(seats: Sequence[Seat]) -> None:
    """`Refused` unless there is a different person on every seat."""
    where: list[str | int] = ["settings", "rated"]
    if any(seat.kind == "bot" for seat in seats):
        raise Refused("bad-settings", "settings.rated_bots", value=True, expected=[False], where=where)
    if len({seat.player for seat in seats}) < len(seats):
        raise Refused("bad-settings", "settings.rated_person_twice", value=True, expected=[False], where=where)
