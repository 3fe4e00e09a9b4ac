"""The next game of the same players: whoever asks first sets the table up, the others sit down at it."""

from dataclasses import replace

from zashiki.table.agreement import Caller, check_settings, terms_at
from zashiki.table.refusals import Refused
from zashiki.table.room import Room
from zashiki.table.rooms import Rooms
from zashiki.table.settings import Settings
from zashiki.table.state import Change, TableState


def check_rematch(state: TableState, player: str) -> None:
    """`Refused` if this person cannot ask for a rematch."""
    if state.status != "over":
        raise Refused("not-over")
    if not state.seats_of(player):
        raise Refused("not-seated")


async def join_rematch(
    rooms: Rooms,
    old: TableState,
    player: str,
    name: str,
    settings: Settings | None,
    commitment: str | None,
    caller: Caller,
) -> Room:
    """The rematch of a finished game, with this person seated, on their old seat if it is free.

    Whoever asks agrees to their own settings, or to those of the finished game.
    """
    wanted = settings or old.settings
    agreeing = replace(caller, terms=terms_at(wanted))
    room = await _rematch(rooms, old, player, wanted, caller)
    seat = old.seats_of(player)[0] if len(old.seats) == len(room.state.seats) else None

    def sit_down(state: TableState) -> Change | None:
        if state.status != "open" or state.seats_of(player):
            return None
        free = seat is not None and state.seats[seat].kind == "empty"
        return state.sit(player, name, seat if free else None, commitment, caller=agreeing)

    await room.change(sit_down)
    return room


async def _rematch(rooms: Rooms, old: TableState, player: str, settings: Settings, caller: Caller) -> Room:
    """The rematch that exists and was not closed, or a new one with the same bots."""
    if old.rematch is not None:
        room = await rooms.get_visible(old.rematch, player)
        if room.state.status != "closed":
            return room
    check_settings(settings, caller)
    try:
        room = await rooms.create(settings, player, rematch_of=old.id)
    except Refused:
        fresh = await rooms.context.tables.find(old.id)  # somebody else was faster
        if fresh is None or fresh[0].rematch is None:
            raise
        return await rooms.get_visible(fresh[0].rematch, player)
    if not settings.rated:
        for seat, occupant in enumerate(old.seats[: settings.seats]):
            if occupant.level is not None:
                await _put_bot(room, player, seat, occupant.level)
    return room


async def _put_bot(room: Room, host: str, seat: int, level: int) -> None:
    await room.change(lambda state: state.put_bot(host, seat, level))
