"""Everything that happens without anybody asking for it: clocks that run out, and bots that have to be asked again.

Deadlines are in the database, so they survive restarts, and any process can act on them, whoever set them.
"""

from collections.abc import Iterable, Sequence
from typing import Final, final

import structlog

from zashiki.core.errors import ZashikiError
from zashiki.store.database import Unavailable
from zashiki.store.rows import AskedTable
from zashiki.table.bot_turn import BotTurn
from zashiki.table.bot_turns import BotTurns, claim_of, lane_of
from zashiki.table.context import TableContext
from zashiki.table.refusals import Refused
from zashiki.table.rooms import Rooms
from zashiki.table.stand_ins import bot_patience
from zashiki.table.state import Change, TableState
from zashiki.table.timekeeping import CLOSED_FOR, Timekeeping

CHECK_EVERY: Final = 0.25
"""Seconds between checks of the deadlines."""
POSTPONED: Final = 60.0
"""Seconds until a table whose deadline could not be handled is tried again."""
SLICE: Final = 100
"""Tables that are asked about at a time after a restart; others proceed in between."""

log = structlog.get_logger("zashiki.deadlines")


@final
class Deadlines:
    """Acts on deadlines that have passed."""

    def __init__(self, context: TableContext, rooms: Rooms, bot_turns: BotTurns, timekeeping: Timekeeping) -> None:
        self.context = context
        self.rooms = rooms
        self.bot_turns = bot_turns
        self.timekeeping = timekeeping

    async def check(self) -> None:
        """Handle every deadline that has passed."""
        if self.context.now() - self.timekeeping.heartbeat_at >= CLOSED_FOR:
            await self.timekeeping.heartbeat()  # before anybody's time is declared over
        now = self.context.now()
        due = await self.context.tables.due(now)
        asked = await self._ask_again(due, now) if due else set()
        for table in due:
            if table in asked:
                continue
            try:
                await self._handle(table)
            except Unavailable:
                raise
            except Exception as error:
                # One table that cannot be loaded must not keep the others waiting.
                refused = error.code if isinstance(error, Refused) else None
                log.error("deadline not handled", table=table, error=repr(error), exc_info=refused is None)
                if refused not in ("storage", "busy"):
                    await self.context.tables.postpone([table], now, self.context.now() + POSTPONED)

    async def _ask_again(self, due: list[str], now: float) -> set[str]:
        """Ask the bots of tables where nothing else is due, without loading these; returns them."""
        found = [one for one in await self.context.tables.asked(due) if one.bots and not one.timed]
        for seated in (True, False):
            here = [one.table for one in found if one.seated == seated]
            if here:
                await self.context.tables.postpone(here, now, now + bot_patience(seated=seated))
        self._ask(found)
        return {one.table for one in found}

    def _ask(self, found: Iterable[AskedTable]) -> None:
        for one in found:
            lane = lane_of(connected=self.rooms.is_attended(one.table), seated=one.seated)
            for bot in one.bots:
                turn = BotTurn(one.table, bot.seat, bot.level, bot.asked_ply, bot.asked_at)
                try:
                    claim = claim_of(turn, one.game, one.host, lane)
                except ZashikiError as error:  # a game that is not installed any more
                    log.warning("bot not asked", table=one.table, error=str(error))
                    break
                if not self.context.tasks.closing:
                    self.bot_turns.ask(turn, claim)

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
        """After a restart, ask all bots that games are waiting for."""
        await self.ask_bots_of(await self.context.tables.with_bots())

    async def ask_bots_of(self, waiting: Sequence[str]) -> None:
        """Ask the bots that these tables are waiting for. Asking one twice does no harm.

        No table is loaded for that: it is when a turn is taken, first where people wait.
        """
        for first in range(0, len(waiting), SLICE):
            await self.context.scheduler.turn()
            self._ask(await self.context.tables.asked(waiting[first : first + SLICE]))
