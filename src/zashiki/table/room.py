"""One table as one process serves it: changes one after another, and everybody who is there hears of them.

The database is the authority. A room holds the sitting as it was last written down; a change is decided on it, written
down, and only then does it become the room's sitting and is told to anyone. If another process was faster, the room
reads the table anew and decides again.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

import structlog

from zashiki.store.database import Unavailable
from zashiki.store.ledger import Conflict
from zashiki.store.rows import ChatRow
from zashiki.table import serializers
from zashiki.table.messages import write
from zashiki.table.persistence import table_state_of, write_of
from zashiki.table.presence import NAMELESS, People
from zashiki.table.refusals import Refused
from zashiki.table.state import Change, TableState

if TYPE_CHECKING:
    from zashiki.table.rooms import Rooms

TRIES: Final = 12
"""How often a change is decided anew because others were faster."""

log = structlog.get_logger("zashiki.table")


class Listener(ABC):
    """Somebody who is at the table: a connection of a browser or a program."""

    player: str | None
    """Who it is; None for somebody without a name."""
    seat: int | None
    """With whose eyes they look; None: a spectator."""

    @abstractmethod
    def hear(self, text: str) -> None:
        """Take a message; it must not wait."""

    def turn_out(self, refused: Refused) -> None:
        """The last thing they hear is why they cannot stay."""
        self.hear(write({"type": "bye", "code": refused.code, "text": str(refused)}))

    def mutes(self, player: str | None) -> bool:
        """Whether this listener does not want to hear what that player says."""
        return False

    def reseat(self, state: TableState) -> None:  # noqa: B027 - not everybody has a seat to look from
        """Seats have changed: look with the right eyes."""


@final
class Room:
    """One table in this process."""

    def __init__(self, rooms: "Rooms", state: TableState) -> None:
        self.rooms = rooms
        self.state = state
        """The table as it was last written down."""
        self.listeners: set[Listener] = set()
        self.used_at = rooms.now()
        """When somebody was last here."""
        self.said = -1
        """The number of the last thing that was said here since the room was opened."""
        self._lock = asyncio.Lock()

    @property
    def id(self) -> str:
        """The table's."""
        return self.state.id

    @property
    def busy(self) -> bool:
        """Whether something is being changed."""
        return self._lock.locked()

    # Changing

    async def change(self, decide: Callable[[TableState], Change | int | None]) -> TableState | int:
        """Decide something on the sitting, write it down, tell everybody.

        `decide` may raise `Refused`; it may be called again, on a newer sitting. If it gives a number or nothing, there
        was nothing to do, and that is the answer.
        """
        # Whoever asks may go away meanwhile: what was begun is finished, and told to the others, all the same.
        return await asyncio.shield(self.rooms.begin(self._change(decide)))

    async def _change(self, decide: Callable[[TableState], Change | int | None]) -> TableState | int:
        async with self._lock:
            self.used_at = self.rooms.now()
            try:
                for _ in range(TRIES):
                    done = await self._try(decide)
                    if done is not None:
                        return done
            except Unavailable as error:
                log.error("not written", table=self.id, error=str(error))
                raise Refused("storage") from None
            raise Refused("busy")

    async def _try(self, decide: Callable[[TableState], Change | int | None]) -> TableState | int | None:
        """Decide once; nothing if others were faster, and the room has read what they did."""
        await self.rooms.loop_budget()
        before = self.state
        try:
            change = decide(before)
        except Refused:
            # Refused by what we know; but perhaps others have gone on, and we have not heard of it yet.
            if self.rooms.alone or not await self._behind():
                raise
            return None
        if isinstance(change, int):
            return change
        if change is None or change.after is before:
            return before
        try:
            await self.rooms.ledger.write(write_of(before, change, self.rooms.now()))
        except Conflict:
            await self._read()
            return None
        await self.rooms.loop_budget()
        self._become(change.after, change)
        return self.state

    def _become(self, after: TableState, change: Change | None = None) -> None:
        before, self.state = self.state, after
        if change is not None:
            for move in change.moves:
                if move.key is not None:
                    after.keys[move.seat, move.key] = move.ply
        self._tell(before, after)
        self.rooms.changed(self, before, after, ours=change is not None)

    async def _behind(self) -> bool:
        """Whether others have changed the table; if so, the room knows now."""
        known = await self.rooms.tables.revisions([self.id])
        if known.get(self.id) == self.state.revision:
            return False
        await self._read()
        return True

    async def catch_up(self, revision: int | None = None) -> None:
        """Others may have changed the table (to this revision, if it is known): if so, read it."""
        async with self._lock:
            if revision is None:
                await self._behind()
            elif revision > self.state.revision:
                await self._read()

    async def _read(self) -> None:
        found = await self.rooms.tables.find(self.id, since=self.state.ply)
        if found is None:
            self.rooms.forget(self, "no-such-table")
            raise Refused("no-such-table")
        fresh = await table_state_of(*found, self.state)
        if fresh.revision != self.state.revision:
            self._become(fresh)

    # Telling

    def _tell(self, before: TableState, after: TableState) -> None:
        now = self.rooms.now()
        for one in self.listeners:
            one.reseat(after)
        if after.match is not None and after.ply != before.ply:
            since = 0 if before.match is None else before.match.event_count
            texts: dict[int | None, str] = {}
            for one in tuple(self.listeners):
                # Whatever a listener believes: nobody looks with the eyes of a seat that is not their own.
                seat = one.seat if one.seat in after.seats_of(one.player) else None
                if seat not in texts:
                    texts[seat] = write(serializers.update(after, seat, since, now))
                self._to(one, texts[seat])
        if _table_changed(before, after):
            self.send_table()

    def send_table(self) -> None:
        """Tell everybody here how the table stands: seats, who is there, status."""
        here, spectators = self.presence()
        texts: dict[str | None, str] = {}
        for one in tuple(self.listeners):
            if one.player not in texts:
                data = serializers.table_data(self.state, one.player, here, spectators)
                texts[one.player] = write({"type": "table", "table": data})
            self._to(one, texts[one.player])

    def send_chat(self, row: ChatRow) -> None:
        """Tell everybody here what was said."""
        self.said = max(self.said, row.n)
        text = write({"type": "said", "chat": serializers.chat_data(row)})
        for one in tuple(self.listeners):
            if not one.mutes(row.player):
                self._to(one, text)

    def _to(self, one: Listener, text: str) -> None:
        try:
            one.hear(text)
        except Exception:  # it is written down: whoever cannot hear of it does not stop the others
            log.exception("a listener failed", table=self.id)

    # Coming and going

    def enter(self, listener: Listener) -> None:
        """Somebody has come."""
        before = self.presence()
        self.listeners.add(listener)
        self._presence_changed(before)

    def exit(self, listener: Listener) -> None:
        """Somebody has gone."""
        before = self.presence()
        self.listeners.discard(listener)
        self.used_at = self.rooms.now()
        self._presence_changed(before)

    def presence(self) -> tuple[frozenset[int], int]:
        """The seats whose players are connected, here or in other processes, and how many spectators."""
        seats: set[int] = set()
        spectators = 0
        for player, connections in (self.people() + self.rooms.elsewhere.at(self.id)).items():
            own = self.state.seats_of(player)
            seats.update(own)
            spectators += 0 if own else connections
        return frozenset(seats), spectators

    def people(self) -> People:
        """Who is connected here."""
        return Counter(one.player or NAMELESS for one in self.listeners)

    def _presence_changed(self, before: tuple[frozenset[int], int]) -> None:
        self.rooms.presence_changed(self)
        if self.presence() != before:
            self.send_table()


def _table_changed(before: TableState, after: TableState) -> bool:
    return (
        before.seats != after.seats
        or before.status != after.status
        or before.settings != after.settings
        or before.host != after.host
        or before.rematch != after.rematch
    )
