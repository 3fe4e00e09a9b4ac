"""The tables that this process has loaded: finding, creating, loading and evicting them."""

import asyncio
from typing import Final, final

import structlog

from zashiki.store.database import Unavailable
from zashiki.table.access import may_see
from zashiki.table.context import TableContext
from zashiki.table.ids import new_id, new_server_seed
from zashiki.table.persistence import row_of, seats_of, table_state_of
from zashiki.table.refusals import Refused
from zashiki.table.room import Room, RoomObserver
from zashiki.table.settings import Settings
from zashiki.table.state import new_table_state

IDLE: Final = 120.0
"""Seconds after which an idle table is evicted from memory."""
MOST_IDLE: Final = 400
"""Loaded tables to which nobody is connected; beyond that, those unused for the longest time are evicted."""
JUST_USED: Final = 10.0
"""Seconds for which a table stays loaded in any case: whoever has asked for it is about to change it."""

log = structlog.get_logger("zashiki.rooms")


@final
class Rooms:
    """The loaded tables, by id. Loading is lazy; a table that nobody uses is evicted."""

    def __init__(self, context: TableContext, observer: RoomObserver) -> None:
        self.context = context
        self.observer = observer
        self.abandoned = 7 * 86_400.0
        """Seconds after which a table whose game never started is closed."""
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._trim_at = MOST_IDLE
        self.starting_bots = asyncio.Lock()
        """Held while a game of bots alone is started."""

    async def create(self, settings: Settings, host: str, rematch_of: str | None = None) -> Room:
        """Set up a new table; `Refused` if it would be a second rematch of the same one."""
        now = self.context.now()
        state = new_table_state(new_id(), settings, host, new_server_seed(), now, rematch_of)
        try:
            created = await self.context.tables.create(row_of(state, now), seats_of(state))
        except Unavailable:
            raise Refused("storage") from None
        if not created:
            raise Refused("busy")
        room = self._rooms[state.id] = Room(self.context, self.observer, state)
        self.observer.room_created(room)
        return room

    async def get(self, table: str) -> Room:
        """The table with this id, loaded if need be; `Refused` if there is none."""
        if (room := self._rooms.get(table)) is not None:
            room.used_at = self.context.now()
            return room
        if (loading := self._loading.get(table)) is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def get_visible(self, table: str, player: str | None) -> Room:
        """The same, up to date, for somebody who may see it; `Refused` if they may not."""
        room = await self.get(table)
        if not self.context.alone:
            await room.catch_up()  # they may have changed it through another process a moment ago
        if not may_see(room.state, player):
            raise Refused("no-such-table")
        return room

    async def _load(self, table: str) -> Room:
        if not table.isascii() or not table.isalnum() or len(table) > 32:
            raise Refused("no-such-table")
        try:
            found = await self.context.tables.find(table)
        except Unavailable:
            raise Refused("storage") from None
        if found is None:
            raise Refused("no-such-table")
        room = self._rooms[table] = Room(self.context, self.observer, await table_state_of(*found))
        if len(self._rooms) >= self._trim_at:
            self._trim()
        return room

    def _trim(self) -> None:
        """Evict what was not used for the longest time, if too many tables are loaded that nobody looks at."""
        before = self.context.now() - JUST_USED
        unused = [room for room in self._rooms.values() if not room.listeners]
        idle = sorted((room for room in unused if _is_idle(room, before)), key=lambda room: room.used_at)
        for room in idle[: max(0, len(unused) - MOST_IDLE)]:
            self.discard(room)
        self._trim_at = len(self._rooms) + MOST_IDLE // 4

    def is_attended(self, table: str) -> bool:
        """Whether anybody is connected to this table, loaded or not."""
        room = self._rooms.get(table)
        return bool(self.context.remote.at(table)) if room is None else room.attended

    def find_loaded(self, table: str) -> Room | None:
        """The table with this id, if it is loaded."""
        return self._rooms.get(table)

    def loaded(self) -> list[Room]:
        """All loaded tables."""
        return list(self._rooms.values())

    def discard(self, room: Room) -> None:
        """Drop a table from memory."""
        self._rooms.pop(room.id, None)

    async def refresh(self, table: str, revision: int | None = None) -> None:
        """If the table is loaded and another process has changed it (to this revision, if known), read it again."""
        if (room := self._rooms.get(table)) is not None:
            await room.catch_up(revision)

    async def evict_idle(self) -> None:
        """Close abandoned tables, and drop idle ones from memory."""
        for table in await self.context.tables.stale(self.context.now() - self.abandoned):
            try:
                room = await self.get(table)
                await room.change(lambda state: state.given_up() if state.status == "open" else None)
            except Refused as error:
                log.warning("abandoned table not closed", table=table, error=str(error))
        for room in self.loaded():
            if _is_idle(room, self.context.now() - IDLE):
                self.discard(room)


def _is_idle(room: Room, before: float) -> bool:
    """Whether nobody is connected to it here, and it was last used before that time."""
    return not room.listeners and not room.busy and room.used_at < before
