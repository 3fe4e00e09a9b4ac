"""Who sits on a seat, how much time they have, and the seed they add to the draws."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from zashiki.table.input_errors import too_few_seats
from zashiki.table.settings import Clock


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
    left: bool = False
    """Whether a bot has decided something for the person: that stays so, even if they return."""
    agreed: str | None = None
    """The terms of a rated game that the person has agreed to."""
    program: bool = False
    """Whether a program has taken the seat or made a move for the person, with a token."""
    network: str | None = None
    """A keyed hash of the network that the person came from; not stored once the game is over."""
    commitment: str | None = None
    """The commitment to the seat's seed: before the deal only if the person has a seed of their own."""
    seed: str | None = field(default=None, repr=False)
    """The seat's seed, once it is revealed. A game of `zashiki-fair/1` has the text that the person added, if any."""

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

    def reserve_after(self, clock: Clock, now: float) -> float:
        """The reserve that is left if the decision is made now."""
        if self.asked_at is None or clock.per_move is None:
            return self.reserve
        return max(0.0, self.reserve - max(0.0, now - self.asked_at - clock.per_move))


def player_seeds(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The players' seeds, in the order of their seats. An imported game may have none."""
    return tuple(seat.seed for seat in seats if seat.seed is not None)


def rearranged(seats: Sequence[Seat], count: int, *, one_device: bool) -> tuple[Seat, ...]:
    """The seats of a table whose number of seats has changed; `Refused` if there are too few for the people.

    Only at a table on one device can a person have several seats: elsewhere they would see several hands.
    """
    known: set[str] = set()
    people: list[Seat] = []
    for index, seat in enumerate(seats):
        if seat.player is not None and seat.player in known and not one_device:
            seats = (*seats[:index], Seat(), *seats[index + 1 :])
        elif seat.kind == "person":
            people.append(seat)
            known |= set() if seat.player is None else {seat.player}
    kept = [*seats[:count], *[Seat()] * (count - len(seats))]
    for seat in seats[count:]:
        if seat.kind == "person":
            free = next((index for index, other in enumerate(kept) if other.kind != "person"), None)
            if free is None:
                raise too_few_seats(count, len(people))
            kept[free] = seat
    return tuple(kept)
