"""Who may see what at a table, and which seat somebody acts for."""

from collections.abc import Sequence
from typing import final

from zashiki.core.record import Record
from zashiki.store.rows import SeatRow, TableRow
from zashiki.store.tables import Tables
from zashiki.table.persistence import record_of_rows
from zashiki.table.refusals import Refused
from zashiki.table.state import TableState


def may_see(state: TableState, player: str | None) -> bool:
    """Whether somebody (None: a stranger) may see this table at all."""
    members = (state.host, *(seat.player for seat in state.seats))
    return _visible(player, state.status, members, spectators=state.settings.spectators)


def _may_see_row(row: TableRow, seats: Sequence[SeatRow], player: str | None) -> bool:
    members = (row.host, *(seat.player for seat in seats))
    return _visible(player, row.status, members, spectators=row.settings["spectators"])


def _visible(player: str | None, status: str, members: Sequence[str | None], *, spectators: bool) -> bool:
    return spectators or status == "open" or (player is not None and player in members)


async def visible_record(tables: Tables, table: str, player: str | None) -> Record:
    """The record of a finished game, for somebody who may see the table."""
    found = await tables.find(table)
    if found is None or not _may_see_row(found[0], found[1], player):
        raise Refused("no-such-table")
    return record_of_rows(*found)


def viewing_seat(state: TableState, player: str | None, seat: int | None) -> int | None:
    """The seat whose view somebody gets: the one they name, else their first; None for a spectator."""
    own = state.seats_of(player)
    if seat is None:
        return own[0] if own else None
    if seat not in own:
        raise Refused("not-your-seat" if own else "not-seated")
    return seat


def hint_seat(state: TableState, player: str, seat: int | None) -> int:
    """The seat for which somebody may ask for a hint."""
    own = state.own_seat(player, seat)
    if not state.settings.hints:
        raise Refused("no-hints")
    return own


@final
class SeatSelection:
    """The seat whose view a connection shows: by default the player's own seat, or one that they chose."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.seat: int | None = None
        """The seat whose view is shown; None: what spectators see."""
        self._chosen = False

    def follow(self, state: TableState) -> None:
        """Keep to the player's own seats after seats have changed; `Refused` if they may not see the table now."""
        own = state.seats_of(self.player)
        if self.seat is not None and self.seat not in own:
            self.seat, self._chosen = None, False
        if self.seat is None and own and not self._chosen:
            asked = [seat for seat in own if seat in state.waiting()]
            self.seat = (asked or own)[0]
        if not may_see(state, self.player):
            raise Refused("no-such-table")  # the game has begun, and it is not for spectators

    def choose(self, state: TableState, seat: int | None) -> None:
        """Show the view of another of the player's seats (None: what spectators see)."""
        if seat is not None:
            if self.player is None:
                raise Refused("not-seated")
            state.own_seat(self.player, seat)
        self.seat, self._chosen = seat, True

    def acting_seat(self, state: TableState, seat: int | None) -> int | None:
        """The seat that a message acts for: at a table on one device, the one shown if it names none."""
        several = len(state.seats_of(self.player)) > 1
        return self.seat if seat is None and several else seat
