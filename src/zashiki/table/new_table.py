"""Setting up a table, possibly with its host seated and the game started."""

from dataclasses import dataclass, replace

from zashiki.core.jsontypes import Facts
from zashiki.table.agreement import Caller, check_settings, terms_at
from zashiki.table.refusals import Refused
from zashiki.table.room import Room
from zashiki.table.rooms import Rooms
from zashiki.table.settings import Settings
from zashiki.table.state import Change, TableState


@dataclass(frozen=True)
class Limits:
    """What one host may have."""

    tables: int
    """Unfinished tables."""
    bot_tables: int
    """Running tables of bots alone."""


async def set_up_table(
    rooms: Rooms,
    settings: Settings,
    host: str,
    name: str,
    *,
    sit: bool,
    commitment: str | None,
    fill: int | None,
    limits: Limits,
    caller: Caller,
) -> Room:
    """A new table. With `sit`, the host sits down; with `fill`, bots of that level take the other seats and it starts.

    With a `commitment` the game is dealt as soon as the host has revealed the seed.
    """
    if await rooms.context.tables.count_open(host) >= limits.tables:
        raise Refused("too-many", "tables.too_many", {"limit": limits.tables}, expected={"max": limits.tables})
    if fill is not None and not sit:
        await _check_bot_tables(rooms, host, limits)
    if fill is not None and settings.rated:
        where: list[str | int] = ["body", "fill"]
        raise Refused("bad-settings", "settings.rated_fill", value=fill, expected={"absent": True}, where=where)
    check_settings(settings, caller)
    agreeing = replace(caller, terms=terms_at(settings))
    room = await rooms.create(settings, host)
    if sit:
        await room.change(lambda state: state.sit(host, name, None, commitment, caller=agreeing))
    if fill is not None:
        await start_table(rooms, room, host, fill, limits)
    return room


async def start_table(rooms: Rooms, room: Room, player: str, fill: int | None, limits: Limits) -> None:
    """Start the game, with bots of level `fill` on the empty seats; `Refused` if its host has too many for bots alone.

    Those keep the bots busy without anybody having to be there. (A table that everybody has left counts as one, too.)
    """

    def start(state: TableState) -> Change:
        return state.start(player, rooms.context.now(), fill)

    if room.state.has_people or player != room.state.host:
        await room.change(start)
        return
    async with rooms.starting_bots:  # or else all that are started at once would be counted before any of them
        await _check_bot_tables(rooms, player, limits)
        await room.change(start)


async def _check_bot_tables(rooms: Rooms, host: str, limits: Limits) -> None:
    if await rooms.context.tables.count_bots_alone(host) >= limits.bot_tables:
        facts: Facts = {"limit": limits.bot_tables}
        raise Refused("too-many", "tables.too_many_bots", facts, expected={"max": limits.bot_tables})
