"""Who has to know about a change: players whose turn it is, and people whose lists of tables show the table."""

from dataclasses import dataclass
from typing import Protocol, final

from zashiki.table.sealing import reveal_by, unrevealed
from zashiki.table.state import TableState


@dataclass(frozen=True)
class TurnNotice:
    """A person has to decide something."""

    player: str
    table: str
    game: str
    seat: int
    deadline: float | None
    connected: bool
    """Whether they are connected to the table anyway."""
    local: bool = True
    """Whether this process made the change; only that one calls the webhook."""


class Notifier(Protocol):
    """Delivers notices to people; implemented by the server."""

    def your_turn(self, notice: TurnNotice) -> None:
        """A person has to decide something."""

    def lists_changed(self, table: str, people: list[str] | None) -> None:
        """Lists of tables may have changed, of these people or (None) of everybody."""

    async def player_changed(self, player: str) -> None:
        """Something has changed about a person: their name, their sessions, whom they mute."""

    def table_changed(self, before: TableState, after: TableState) -> None:
        """A table was changed by this process."""


@final
class SilentNotifier(Notifier):
    """For processes that serve nobody."""

    def your_turn(self, notice: TurnNotice) -> None:
        pass

    def lists_changed(self, table: str, people: list[str] | None) -> None:
        pass

    async def player_changed(self, player: str) -> None:
        pass

    def table_changed(self, before: TableState, after: TableState) -> None:
        pass


def turn_notices(before: TableState, after: TableState, connected: frozenset[int]) -> list[TurnNotice]:
    """A notice for every person who has to decide something since this change, or to reveal a seed for the deal."""
    notices: list[TurnNotice] = []
    sealed_now = after.sealing.sealed_at is not None and before.sealing.sealed_at is None
    for seat in unrevealed(after) if sealed_now else ():
        player = after.seats[seat].player
        if player is not None:
            notices.append(TurnNotice(player, after.id, after.settings.game, seat, reveal_by(after), seat in connected))
    for seat in after.waiting():
        old = before.clocks[seat].asked_ply if seat < len(before.clocks) else None
        clock, player = after.clocks[seat], after.seats[seat].player
        if clock.asked_ply != old and after.bot_level(seat) is None and player is not None:
            deadline = clock.deadline(after.settings.clock)
            notices.append(TurnNotice(player, after.id, after.settings.game, seat, deadline, seat in connected))
    return notices


def lists_differ(before: TableState, after: TableState) -> bool:
    """Whether a list that shows the table has to be read again."""
    return before.status != after.status or before.seats != after.seats or before.settings != after.settings


def list_readers(*states: TableState) -> list[str] | None:
    """Whose lists show a table, in any of these states: everybody's (None), or only those of its own people."""
    if any(state.settings.access == "open" for state in states):
        return None
    people = {seat.player for state in states for seat in state.seats} | {state.host for state in states}
    return sorted(player for player in people if player is not None)
