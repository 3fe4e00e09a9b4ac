"""Everything that happens without anybody asking for it: clocks that run out, and bots that have to be asked again.

Deadlines are in the database, so they survive restarts, and any process can act on them, whoever set them.
"""

from typing import Final, final

import structlog

from zashiki.store.database import Unavailable
from zashiki.table.bot_turns import BotTurns
from zashiki.table.context import TableContext
from zashiki.table.refusals import Refused
from zashiki.table.rooms import Rooms
from zashiki.table.state import Change, TableState

CHECK_EVERY: Final = 0.25
"""Seconds between checks of the deadlines."""
HEARTBEAT_EVERY: Final = 1.0
"""Seconds between heartbeats."""
CLOSED_FOR: Final = 5.0
"""Seconds without a heartbeat after which the server counts as down; clocks are stopped meanwhile."""
POSTPONED: Final = 60.0
"""Seconds until a table whose deadline could not be handled is tried again."""

log = structlog.get_logger("zashiki.deadlines")


@final
class Deadlines:
    """Stops clocks while no server is running, and acts on deadlines that have passed."""

    def __init__(self, context: TableContext, rooms: Rooms, bot_turns: BotTurns) -> None:
        self.context = context
        self.rooms = rooms
        self.bot_turns = bot_turns
        self._heartbeat_at = context.now()

    async def heartbeat(self) -> None:
        """Record that the server is running. Nobody loses time while it is not: stopped, or without its database."""
        self._heartbeat_at = self.context.now()
        pause = await self.context.tables.alive(self._heartbeat_at, CLOSED_FOR)
        if pause > 0:
            log.info("clocks were stopped", seconds=round(pause, 1))
            for room in self.rooms.loaded():
                await room.catch_up()

    async def check(self) -> None:
        """Handle every deadline that has passed."""
        if self.context.now() - self._heartbeat_at >= CLOSED_FOR:
            await self.heartbeat()  # before anybody's time is declared over
        for table in await self.context.tables.due(self.context.now()):
            try:
                await self._handle(table)
            except Unavailable:
                raise
            except Exception as error:
                # One table that cannot be loaded must not keep the others waiting.
                refused = error.code if isinstance(error, Refused) else None
                log.error("deadline not handled", table=table, error=repr(error), exc_info=refused is None)
                if refused not in ("storage", "busy"):
                    await self.context.tables.postpone(table, self.context.now() + POSTPONED)

    async def _handle(self, table: str) -> None:
        room = await self.rooms.get(table)
        if not self.context.alone:
            await room.catch_up()
        seen = room.state.revision

        def decide(state: TableState) -> Change | None:
            # A new revision asks the bots again; one is enough if several processes find the same deadline.
            again = state.revision == seen and state.bots_due()
            return state.time_out(self.context.now()) or (state.touched() if again else None)

        await room.change(decide)

    async def ask_waiting_bots(self) -> None:
        """After a restart, ask all bots that games are waiting for. Asking one twice does no harm."""
        for table in await self.context.tables.with_bots_asked():
            try:
                room = await self.rooms.get(table)
            except Refused as error:
                log.warning("table not loaded", table=table, error=str(error))
                continue
            if not self.context.tasks.closing:
                self.bot_turns.ask_due(room.state, connected=room.attended)
