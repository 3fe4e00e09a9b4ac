"""All parts of `table/` put together: what one process needs to serve tables."""

import time
from collections.abc import Callable
from typing import final

from zashiki.store.database import Database
from zashiki.store.rows import ChatRow
from zashiki.table.bot_player import BotPlayer, MoveChooser
from zashiki.table.bot_turns import BotTurns
from zashiki.table.cluster import COMPARE_EVERY, ClusterSync
from zashiki.table.context import TableContext
from zashiki.table.deadlines import CHECK_EVERY, Deadlines
from zashiki.table.news import NewsChannel
from zashiki.table.notices import Notifier, SilentNotifier, list_readers, lists_differ, turn_notices
from zashiki.table.refusals import Refused
from zashiki.table.room import Room, RoomObserver
from zashiki.table.rooms import IDLE, Rooms
from zashiki.table.state import Change, TableState
from zashiki.table.steady_clock import SteadyClock
from zashiki.table.timekeeping import HEARTBEAT_EVERY, Timekeeping


@final
class TableService(RoomObserver):
    """Opens and closes the parts, and passes what happens in rooms on to them."""

    def __init__(
        self,
        database: Database,
        channel: NewsChannel,
        bot_turns: BotTurns,
        chooser: MoveChooser | None,
        *,
        alone: bool,
        pace: float = 0.0,
        notifier: Notifier | None = None,
        now: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """`chooser` thinks for bots, in processes that take their turns; `pace` is described in `bot_player`.

        `now` is the time of day, which may be set; `steady` runs on.
        """
        self.notifier = notifier or SilentNotifier()
        self.bot_turns = bot_turns
        self.context = TableContext(database, alone=alone, now=SteadyClock(now, steady))
        self.rooms = Rooms(self.context, self)
        self.bot_player = BotPlayer(self.rooms, chooser, pace)
        self.cluster = ClusterSync(self.context, channel, self.rooms, bot_turns, self.notifier)
        self.timekeeping = Timekeeping(self.context, self.rooms)
        self.deadlines = Deadlines(self.context, self.rooms, bot_turns, self.timekeeping)

    async def open(self, *, serves: bool = True) -> None:
        """Start. Clocks continue from where they were when the last server stopped.

        A process that only thinks for bots sends no heartbeat: while it is the only one, nobody can play.
        """
        tasks = self.context.tasks
        keep_time = self.timekeeping.heartbeat if serves else self.timekeeping.follow
        await keep_time()
        await self.cluster.open()
        self.bot_turns.open(self.bot_player.take_turn)
        if serves:
            tasks.repeat(CHECK_EVERY, self.deadlines.check)
        tasks.repeat(HEARTBEAT_EVERY, keep_time)
        tasks.repeat(COMPARE_EVERY, self.cluster.compare_revisions)
        tasks.repeat(IDLE / 4, self.rooms.evict_idle)
        tasks.start(self.deadlines.ask_waiting_bots())

    async def close(self) -> None:
        """Stop, after every change in progress is committed."""
        await self.context.tasks.cancel()
        await self.bot_turns.close()
        await self.context.tasks.finish()
        await self.cluster.close()
        await self.context.ledger.close()

    # What happens in rooms

    def room_created(self, room: Room) -> None:
        state = room.state
        if state.rematch_of is not None:
            self.context.tasks.start(self.rooms.refresh(state.rematch_of))
            self.cluster.table_changed(state.rematch_of)
        self._lists_changed(state)

    def room_changed(self, room: Room, before: TableState, after: TableState, *, local: bool) -> None:
        if local:
            self._changed_here(room, before, after)
        elif lists_differ(before, after):
            self.notifier.lists_changed(after.id, list_readers(before, after))

    def _changed_here(self, room: Room, before: TableState, after: TableState) -> None:
        if lists_differ(before, after):
            self._lists_changed(before, after)
        self.cluster.table_changed(after.id, after.revision)
        if not self.context.tasks.closing:
            self.bot_turns.ask_due(after, connected=room.attended)
        connected, _ = room.presence()
        for notice in turn_notices(before, after, connected):
            self.notifier.your_turn(notice)
            self.cluster.turn(notice)
        self.notifier.table_changed(before, after)

    def _lists_changed(self, *states: TableState) -> None:
        table, people = states[-1].id, list_readers(*states)
        self.notifier.lists_changed(table, people)
        self.cluster.lists_changed(table, people)

    def presence_changed(self, room: Room) -> None:
        self.cluster.presence_changed(room)
        if room.attended and not self.context.tasks.closing:
            self.bot_turns.ask_due(room.state, connected=True)  # somebody waits for them now

    def chat_added(self, room: Room, row: ChatRow) -> None:
        self.cluster.chat_added(room, row)

    def room_lost(self, room: Room) -> None:
        self.rooms.discard(room)

    # What happens outside of rooms

    def player_changed(self, player: str) -> None:
        """Something has changed about a person; all their connections must know."""
        self.context.tasks.start(self.notifier.player_changed(player))
        self.cluster.player_changed(player)

    async def tables_rewritten(self, tables: list[str]) -> None:
        """These tables were changed in the database directly: read them again, here and elsewhere."""
        await self.read_again(tables)
        for table in tables:
            self.cluster.table_changed(table)

    async def read_again(self, tables: list[str]) -> None:
        """Read tables again that were changed in the database directly; bots may play where somebody did before."""
        for table in tables:
            await self.rooms.refresh(table)
        await self.deadlines.ask_bots_of(tables)

    async def remove_player(self, player: str, beside: str | None = None) -> None:
        """Let a person leave all their tables, or only those at which somebody else has a seat."""
        for row, seats in await self.context.tables.tables_of(player, ["open", "running"], limit=10_000):
            if beside is not None and not {player, beside} <= {seat.player for seat in seats}:
                continue
            try:
                room = await self.rooms.get(row.id)
                await room.change(lambda state: _without(state, player, self.context.now()))
            except Refused as refused:
                if refused.code != "game-changed":  # nobody can play there now; the seat is given up all the same
                    raise


def _without(state: TableState, player: str, now: float) -> Change | None:
    if state.status not in ("open", "running"):
        return None  # it ended just now
    own = state.seats_of(player)
    if state.status == "running" and all(state.seats[seat].stand_in for seat in own):
        return None  # bots play for them already
    if own:
        return state.leave(player, now)
    # A sealed table is not closed by whoever may know the deal: it is dealt, or a seed is kept back.
    return state.close(player) if state.status == "open" and state.sealing.sealed_at is None else None
