"""One table as one process serves it: applies changes one at a time and sends them to everybody connected.

The database is the authority. A room holds the last committed state; a change is decided on it and committed, and only
then becomes the room's state and is sent to anyone. If another process committed first, the room reads the table again
and decides anew.
"""

import asyncio
import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from typing import Final, Protocol, final

import structlog

from zashiki.store.ledger import Conflict
from zashiki.store.rows import ChatRow
from zashiki.store.waiting import Busy, Deadline, Unavailable, WaitingLine
from zashiki.table import serializers
from zashiki.table.context import TableContext
from zashiki.table.messages import write
from zashiki.table.persistence import table_state_of, write_of
from zashiki.table.presence import NAMELESS, Connections
from zashiki.table.refusals import Refused
from zashiki.table.state import Change, TableState

TRIES: Final = 12
"""How often a change is decided anew because another process committed first."""

Decide = Callable[[TableState], Change | int | None]

log = structlog.get_logger("zashiki.room")


class Listener(ABC):
    """A connection to a table, of a browser or a program."""

    player: str | None
    """Who it is; None for somebody who is not signed in."""
    seat: int | None
    """The seat whose view is sent; None: what spectators see."""

    @abstractmethod
    def send(self, text: str) -> None:
        """Queue a message; must not block."""

    def disconnect(self, refused: Refused) -> None:
        """End the connection; the last message says why."""
        self.send(write({"type": "bye", **refused.data()}))

    def mutes(self, player: str | None) -> bool:
        """Whether this listener has muted that player."""
        return False

    def seats_changed(self, state: TableState) -> None:  # noqa: B027 - not every listener has a seat
        """Called before a new state is sent, so that the listener can switch to the right seat."""


class RoomObserver(Protocol):
    """Is notified of everything that happens in rooms."""

    def room_created(self, room: "Room") -> None:
        """A new table was set up."""

    def room_changed(self, room: "Room", before: TableState, after: TableState, *, local: bool) -> None:
        """A table has changed; `local` if this process did it, else another."""

    def presence_changed(self, room: "Room") -> None:
        """Somebody has connected or disconnected."""

    def chat_added(self, room: "Room", row: ChatRow) -> None:
        """Somebody has said something in this process."""

    def room_lost(self, room: "Room") -> None:
        """The table is not in the database any more."""


@final
class Room:
    """One table in this process."""

    def __init__(self, context: TableContext, observer: RoomObserver, state: TableState) -> None:
        self.context = context
        self.observer = observer
        self.state = state
        """The last committed state."""
        self.listeners: set[Listener] = set()
        self.used_at = context.now()
        """When it was last used."""
        self.last_chat = -1
        """The number of the last chat message since the room was loaded."""
        self._turns = WaitingLine()

    @property
    def id(self) -> str:
        """The table's id."""
        return self.state.id

    @property
    def busy(self) -> bool:
        """Whether a change is in progress."""
        return self._turns.taken

    # Changing

    async def change(self, decide: Decide) -> TableState | int:
        """Decide something on the current state, commit it, send it to everybody.

        `decide` may raise `Refused`, and may be called again with a newer state. If it returns a number or None, there
        is nothing to commit: the result is that number, or the state as it is.
        """
        # The caller may be cancelled: what was begun is completed and sent all the same.
        return await asyncio.shield(self.context.tasks.must_finish(self._change(decide)))

    async def play(
        self, player: str, seat: int | None, action: int | str, version: int, key: str, *, program: bool = False
    ) -> tuple[int, int]:
        """Make a move; the ply at which it was made (now, or when the same message came first), and the seat."""
        acting = 0
        if program and self.state.settings.rated:
            raise Refused("forbidden", "rated.program")

        def decide(state: TableState) -> Change | int:
            nonlocal acting
            acting = state.acting_seat(player, seat, key)
            return state.play(acting, action, version, key, self.context.now(), program=program)

        done = await self.change(decide)
        return (done if isinstance(done, int) else done.keys[acting, key]), acting

    async def replace_absent(self, by: str, seat: int) -> None:
        """Let a bot play for somebody who is not connected and keeps the others waiting."""
        connected, _ = self.presence()
        if seat in connected:
            raise Refused("too-soon", "absent.connected")
        await self.change(lambda state: state.replace_absent(by, seat, self.context.now()))

    async def _change(self, decide: Decide) -> TableState | int:
        # Before the room is locked: nobody waits for a lock that waits for a place in somebody's queue.
        await self.context.scheduler.turn()
        # One deadline: for those before us at this table, and for the database.
        deadline = Deadline(self.context.ledger.database.patience)
        try:
            async with self._turns.turn(deadline):
                return await self._change_now(decide, deadline)
        except Busy:
            raise Refused("busy") from None

    async def _change_now(self, decide: Decide, deadline: Deadline) -> TableState | int:
        self.used_at = self.context.now()
        try:
            for _ in range(TRIES):
                done = await self._try(decide, deadline)
                if done is not None:
                    return done
        except Unavailable as error:
            log.error("not committed", table=self.id, error=str(error))
            raise Refused("storage") from None
        raise Refused("busy")

    async def _try(self, decide: Decide, deadline: Deadline) -> TableState | int | None:
        """Decide once; None if another process committed first, and the room has read the result."""
        before = self.state
        try:
            change = decide(before)
        except Refused:
            # Refused by what is known here; another process may have changed the table without our knowing yet.
            if self.context.alone or not await self._refresh():
                raise
            return None
        if isinstance(change, int):
            return change
        if change is None or change.after is before:
            return before
        try:
            await self.context.ledger.write(write_of(before, change, self.context.now()), deadline)
        except Conflict:
            await self._read()
            return None
        await self.context.scheduler.first()
        self._become(change.after, local=True)
        return change.after

    def _become(self, after: TableState, *, local: bool) -> None:
        before, self.state = self.state, after
        self._send_changes(before, after)
        self.observer.room_changed(self, before, after, local=local)

    async def _refresh(self) -> bool:
        """Read the table if another process has changed it; returns whether it has."""
        known = await self.context.tables.revisions([self.id])
        if known.get(self.id) == self.state.revision:
            return False
        await self._read()
        return True

    async def catch_up(self, revision: int | None = None) -> None:
        """Read the table if another process has changed it (to this revision, if known)."""
        async with self._turns.turn(Deadline(math.inf), bounded=False):
            if revision is None:
                await self._refresh()
            elif revision > self.state.revision:
                await self._read()

    async def _read(self) -> None:
        found = await self.context.tables.find(self.id, since=self.state.ply)
        if found is None:
            self.observer.room_lost(self)
            for listener in self.listeners:
                listener.disconnect(Refused("no-such-table"))
            raise Refused("no-such-table")
        fresh = await table_state_of(*found, self.state)
        if fresh.revision != self.state.revision:
            self._become(fresh, local=False)

    # Sending

    def _send_changes(self, before: TableState, after: TableState) -> None:
        now = self.context.now()
        for listener in self.listeners:
            listener.seats_changed(after)
        if after.match is not None and after.ply != before.ply:
            since = 0 if before.match is None else before.match.event_count
            texts: dict[int | None, str] = {}
            for listener in tuple(self.listeners):
                # Whatever the listener believes: nobody gets the view of a seat that is not their own.
                seat = listener.seat if listener.seat in after.seats_of(listener.player) else None
                if seat not in texts:
                    texts[seat] = write(serializers.update(after, seat, since, now))
                self._send(listener, texts[seat])
        if _table_changed(before, after):
            self.send_table()

    def send_table(self) -> None:
        """Send the table's seats, presence and status to everybody connected here."""
        connected, spectators = self.presence()
        texts: dict[str | None, str] = {}
        for listener in tuple(self.listeners):
            if listener.player not in texts:
                data = serializers.table_data(self.state, listener.player, connected, spectators)
                texts[listener.player] = write({"type": "table", "table": data})
            self._send(listener, texts[listener.player])

    async def chat_history(self) -> list[ChatRow]:
        """The last chat messages, including any that arrive while they are being read."""
        while True:
            number = self.last_chat
            rows = await self.context.tables.said(self.id)
            if self.last_chat == number:
                return rows

    async def say(self, row: ChatRow) -> None:
        """Store a chat message and send it to everybody."""
        stored = await self.context.tables.say(self.id, row)
        self.send_chat(stored)
        self.observer.chat_added(self, stored)

    def send_chat(self, row: ChatRow) -> None:
        """Send a chat message to everybody connected here who has not muted its author."""
        self.last_chat = max(self.last_chat, row.n)
        text = write({"type": "said", "chat": serializers.chat_data(row)})
        for listener in tuple(self.listeners):
            if not listener.mutes(row.player):
                self._send(listener, text)

    def send_removed_chat(self, number: int) -> None:
        """Tell everybody connected here that a chat message is gone."""
        text = write({"type": "removed", "n": number})
        for listener in tuple(self.listeners):
            self._send(listener, text)

    def _send(self, listener: Listener, text: str) -> None:
        try:
            listener.send(text)
        except Exception:  # it is committed: one broken connection does not stop the others
            log.exception("a listener failed", table=self.id)

    # Presence

    def enter(self, listener: Listener) -> None:
        """Add a connection."""
        before = self.presence()
        self.listeners.add(listener)
        self._presence_changed(before)

    def exit(self, listener: Listener) -> None:
        """Remove a connection."""
        before = self.presence()
        self.listeners.discard(listener)
        self.used_at = self.context.now()
        self._presence_changed(before)

    def presence(self) -> tuple[frozenset[int], int]:
        """The seats whose players are connected, to any process, and the number of spectators."""
        seats: set[int] = set()
        spectators = 0
        for player, count in (self.connections() + self.context.remote.at(self.id)).items():
            own = self.state.seats_of(player)
            seats.update(own)
            spectators += 0 if own else count
        return frozenset(seats), spectators

    @property
    def attended(self) -> bool:
        """Whether anybody is connected, to any process."""
        return bool(self.listeners or self.context.remote.at(self.id))

    def connections(self) -> Connections:
        """Who is connected to this process."""
        return Counter(listener.player or NAMELESS for listener in self.listeners)

    def _presence_changed(self, before: tuple[frozenset[int], int]) -> None:
        self.observer.presence_changed(self)
        if self.presence() != before:
            self.send_table()


def _table_changed(before: TableState, after: TableState) -> bool:
    return (
        before.seats != after.seats
        or before.status != after.status
        or before.settings != after.settings
        or before.sealing != after.sealing
        or before.barred != after.barred
        or before.host != after.host
        or before.rematch != after.rematch
    )
