"""Bots that stand in for people who have left or run out of time, and people who return.

Whoever lets a bot decide anything has left the game, also if they return: otherwise a strong bot could play the hard
part of somebody's game for them.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from typing_extensions import TypedDict

from zashiki.table.refusals import Refused
from zashiki.table.seats import Seat, SeatClock

if TYPE_CHECKING:
    from zashiki.table.state import TableState

ABSENCE: Final = 60.0
"""Seconds that the others wait for an absent player before a bot may take over."""
BOT_PATIENCE: Final = 20.0
"""Seconds after which a bot that has not answered is asked again."""
UNWATCHED_PATIENCE: Final = 60.0
"""The same at a table of bots alone, whose turns may wait for a while."""


class SeatsAndClocks(TypedDict):
    """What standing in and returning change."""

    seats: tuple[Seat, ...]
    clocks: tuple[SeatClock, ...]


def stood_in(state: "TableState", absent: Sequence[int], now: float) -> SeatsAndClocks:
    """After bots have taken over these seats."""
    seats, clocks = list(state.seats), list(state.clocks)
    for seat in absent:
        seats[seat] = replace(seats[seat], stand_in=True)
        if clocks[seat].asked_at is not None:
            reserve = clocks[seat].reserve_after(state.settings.clock, now)
            clocks[seat] = replace(clocks[seat], asked_at=now, reserve=reserve)
    return {"seats": tuple(seats), "clocks": tuple(clocks)}


def taken_back(state: "TableState", own: Sequence[int], now: float) -> SeatsAndClocks:
    """After somebody has taken these seats of theirs back.

    With a clock, a decision that the bot was asked for remains the bot's: otherwise leaving and returning would
    restart the clock.
    """
    seats, clocks = list(state.seats), list(state.clocks)
    for one in own:
        asked_at = clocks[one].asked_at
        if not seats[one].stand_in:
            continue
        if asked_at is not None:
            if state.settings.clock.per_move is not None and now < asked_at + BOT_PATIENCE:
                raise Refused("stand-in", "stand_in.moving")
            clocks[one] = replace(clocks[one], asked_at=now)
        seats[one] = replace(seats[one], stand_in=False)
    return {"seats": tuple(seats), "clocks": tuple(clocks)}


def check_keeps_waiting(state: "TableState", seat: int, now: float) -> None:
    """`Refused` unless this seat has kept the others waiting for long, at a table without a clock."""
    if state.settings.clock.per_move is not None:
        raise Refused("too-soon", "absent.clock")
    asked_at = state.clocks[seat].asked_at
    if seat not in state.waiting() or state.bot_level(seat) is not None or asked_at is None:
        raise Refused("no-choice", "absent.not_waited_for")
    if now - asked_at < ABSENCE:
        raise Refused("too-soon", facts={"seconds": ABSENCE - (now - asked_at)})


def overdue(state: "TableState", now: float) -> tuple[int, ...]:
    """The seats of people whose time is up."""
    late: list[int] = []
    for seat in state.waiting():
        end = state.clocks[seat].deadline(state.settings.clock)
        if state.bot_level(seat) is None and end is not None and end <= now:
            late.append(seat)
    return tuple(late)


def after_bot_move(seats: tuple[Seat, ...], seat: int) -> tuple[Seat, ...]:
    """The seats after a bot has decided for this one: if it is a person's, that person has left the game."""
    if seats[seat].kind != "person" or seats[seat].left:
        return seats
    return (*seats[:seat], replace(seats[seat], left=True), *seats[seat + 1 :])


def bot_patience(*, seated: bool) -> float:
    """Seconds after which a bot is asked again; `seated`: whether a person plays there."""
    return BOT_PATIENCE if seated else UNWATCHED_PATIENCE
