"""Setting up a table, possibly with its host seated and the game started."""

from zashiki.table.refusals import Refused
from zashiki.table.room import Room
from zashiki.table.rooms import Rooms
from zashiki.table.settings import Settings


async def set_up_table(
    rooms: Rooms,
    settings: Settings,
    host: str,
    name: str,
    *,
    sit: bool,
    commitment: str | None,
    fill: int | None,
    most: int,
) -> Room:
    """A new table. With `sit`, the host sits down; with `fill`, bots of that level take the other seats and it starts.

    With a `commitment` the game is dealt as soon as the host has revealed the seed.
    `most` is how many unfinished tables one host may have.
    """
    if await rooms.context.tables.count_open(host) >= most:
        raise Refused("too-many", "tables.too_many", {"limit": most}, expected={"max": most})
    if fill is not None and settings.rated:
        where: list[str | int] = ["body", "fill"]
        raise Refused("bad-settings", "settings.rated_fill", value=fill, expected={"absent": True}, where=where)
    room = await rooms.create(settings, host)
    if sit:
        await room.change(lambda state: state.sit(host, name, None, commitment))
    if fill is not None:
        await room.change(lambda state: state.start(host, rooms.context.now(), fill))
    return room
