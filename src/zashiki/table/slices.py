"""A long history is worked out and written in slices, so that nobody waits for the whole of it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic_core import to_json

from zashiki.table.scheduler import Scheduler
from zashiki.table.state import TableState

SLICE: Final = 50
"""Events in one turn."""
PRICE: Final = 0.000_01
"""Seconds that an event takes, about."""


async def events_in_slices(
    scheduler: Scheduler, current: Callable[[], tuple[TableState, int | None]], since: int
) -> list[bytes]:
    """Everything that happened at a table since event `since`, as a seat may see it, as pieces of JSON.

    `current` tells what the table and the seat are now. Both may change between slices; the result is right at the
    moment when this returns.
    """
    state, seat = current()
    pieces: list[bytes] = []
    begin = since
    while state.match is not None and begin < (count := state.match.event_count):
        pieces.append(to_json(state.match.events(seat, begin, begin + SLICE))[1:-1])
        begin += SLICE
        if begin >= count:
            break
        await scheduler.turn(SLICE * PRICE)
        before = seat
        state, seat = current()
        if seat != before or state.match is None or state.match.event_count < begin:
            pieces, begin = [], since  # as another seat saw it, or moves were undone
    return pieces


def with_events(message: Mapping[str, Any], pieces: list[bytes]) -> bytes:
    """A message as JSON, with such events."""
    return b"".join((to_json(message)[:-1], b',"events":[', b",".join(pieces), b"]}"))
