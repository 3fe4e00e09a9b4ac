"""All tables that this process serves: taking them up, letting them go, what happens by itself.

Nothing is remembered between restarts that is not in the database: a clock that runs out and a bot that has not
answered are found by looking for deadlines, whoever set them.
"""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeVar, final

import structlog

from zashiki.core.fair import SEED_BYTES
from zashiki.store.database import Database, Unavailable
from zashiki.store.ledger import Ledger
from zashiki.store.rows import ChatRow
from zashiki.store.tables import Tables
from zashiki.table.bot_turns import BotTurns
from zashiki.table.loop_budget import LoopBudget
from zashiki.table.news import News, NewsChannel
from zashiki.table.persistence import row_of, seats_of, table_state_of
from zashiki.table.presence import Elsewhere, People
from zashiki.table.refusals import Refused
from zashiki.table.room import Room
from zashiki.table.settings import Settings
from zashiki.table.state import Change, TableState, Turn, new_table_state

LOOK_EVERY: Final = 0.25
"""Seconds between looks at the deadlines."""
COMPARE_EVERY: Final = 5.0
"""Seconds between looks at the revisions of the tables here: news may be lost on the way."""
SILENT: Final = 4 * COMPARE_EVERY
"""Seconds after which another process that says nothing is taken to be gone."""
IDLE: Final = 120.0
"""Seconds after which a table where nobody is is put away."""
FORGOTTEN: Final = 7 * 86_400.0
"""Seconds after which a table at which nobody has begun to play is closed."""
CLOSED_FOR: Final = 5.0
"""Seconds without a sign of life after which the house counts as closed; clocks stand still meanwhile."""
POSTPONED: Final = 60.0
"""Seconds until a table that could not be dealt with is tried again."""
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"

T = TypeVar("T")

log = structlog.get_logger("zashiki.rooms")


def new_id(length: int = 14) -> str:
    """An address that nobody guesses, without letters that look alike."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


@dataclass(frozen=True)
class Notice:
    """A person is asked for a decision."""

    player: str
    table: str
    game: str
    seat: int
    deadline: float | None
    here: bool
    """Whether they are at the table anyway."""
    ours: bool = True
    """Whether this process made the change; only one tells the world outside."""

    @classmethod
    def of(cls, state: TableState, seat: int, *, here: bool) -> "Notice":
        """The notice for this seat."""
        player = state.seats[seat].player
        assert player is not None
        deadline = state.clocks[seat].deadline(state.settings.clock)
        return cls(player, state.id, state.settings.game, seat, deadline, here)


@final
class Rooms:
    """The tables that this process serves."""

    def __init__(
        self,
        database: Database,
        bus: NewsChannel,
        desk: BotTurns,
        *,
        worker: str,
        alone: bool,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.database = database
        self.tables = Tables(database)
        self.ledger = Ledger(database)
        self.news = bus
        self.bot_turns = desk
        self.worker = worker
        """The name of this process among others."""
        self.alone = alone
        """Whether no other process serves the same tables."""
        self.now = now
        """The clock."""
        self.on_turn: Callable[[Notice], None] | None = None
        """Called when a person is asked for a decision."""
        self.on_moves: Callable[[TableState, TableState], None] | None = None
        """Called after every change that this process has made: before and after."""
        self.on_lobby: Callable[[str, list[str] | None], None] | None = None
        """Called when lists of tables may have changed: which table, and for whom (None: for everybody)."""
        self.on_person: Callable[[str], None] | None = None
        """Called when something has changed about a person: their name, their sessions, whom they do not hear."""
        self.loop_budget = LoopBudget()
        """For whatever takes a while."""
        self.elsewhere = Elsewhere()
        """Who is connected to other processes."""
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._changes: set[asyncio.Task[Any]] = set()
        self._alive_at = now()
        self._closing = False

    # Opening and closing the house

    async def open(self, *, serves: bool = True) -> None:
        """Begin: clocks go on from where they stood when the house was closed.

        A process that only thinks, and serves nobody, does not keep the house open: nobody could come in and play.
        """
        if serves:
            await self._heartbeat()
        await self.news.open(self._heard, self._missed)
        self._tell({"kind": "who"})
        self.bot_turns.open(self.bot_turn)
        if serves:
            self.soon(self._regularly(LOOK_EVERY, self.check_deadlines))
            self.soon(self._regularly(1.0, self._heartbeat))
        self.soon(self._regularly(COMPARE_EVERY, self._compare))
        self.soon(self._regularly(IDLE / 4, self._evict_idle))
        self.soon(self._ask_all_bots())

    async def close(self) -> None:
        """End: whatever was begun is finished and written down."""
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bot_turns.close()
        while self._changes or self._tasks:  # what was begun, and the news of it
            await asyncio.gather(*self._changes, *self._tasks, return_exceptions=True)
        await self.news.publish({"kind": "gone"})
        await self.news.close()
        await self.ledger.close()

    def begin(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Begin something that is finished before the house closes."""
        task = asyncio.create_task(work)
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
        return task

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background work failed", error=repr(error), exc_info=error)

    async def _regularly(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except (Unavailable, Refused) as error:
                log.warning("later", work=work.__name__, error=str(error))
            except Exception:
                log.exception("failed", work=work.__name__)
            await asyncio.sleep(seconds)

    async def _heartbeat(self) -> None:
        """Note that the house is open. Nobody loses time while it is not: closed, stopped, or without its database."""
        self._alive_at = self.now()
        pause = await self.tables.alive(self._alive_at, CLOSED_FOR)
        if pause > 0:
            log.info("the house was closed", seconds=round(pause, 1))
            for room in self.present():
                await room.catch_up()

    async def _ask_all_bots(self) -> None:
        """Bots that were thinking when the house closed think again. Those that still do are not asked twice."""
        for table in await self.tables.with_bots_asked():
            try:
                room = await self.room(table)
            except Refused as error:
                log.warning("not taken up", table=table, error=str(error))
                continue
            self._ask_bots(room.state)

    # Tables

    async def create(self, settings: Settings, host: str, rematch_of: str | None = None) -> Room:
        """Set up a new table; a rematch that exists already is found again."""
        seed = secrets.token_bytes(SEED_BYTES)
        state = new_table_state(new_id(), settings, host, seed, self.now(), rematch_of)
        try:
            made = await self.tables.create(row_of(state, self.now()), seats_of(state))
        except Unavailable:
            raise Refused("storage") from None
        if not made:
            raise Refused("busy")
        room = self._rooms[state.id] = Room(self, state)
        if rematch_of is not None:
            self.soon(self._catch_up(rematch_of))
            self._tell({"kind": "changed", "table": rematch_of})
        self._lists_changed(state, ours=True)
        return room

    async def room(self, table: str) -> Room:
        """The table at this address; `Refused` if there is none."""
        if (room := self._rooms.get(table)) is not None:
            return room
        if (opening := self._opening.get(table)) is None:
            opening = self._opening[table] = asyncio.create_task(self._load(table))
            opening.add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(opening)

    async def _load(self, table: str) -> Room:
        if not table.isascii() or not table.isalnum() or len(table) > 32:
            raise Refused("no-such-table")
        try:
            found = await self.tables.find(table)
        except Unavailable:
            raise Refused("storage") from None
        if found is None:
            raise Refused("no-such-table")
        room = self._rooms[table] = Room(self, await table_state_of(*found))
        return room

    def forget(self, room: Room, code: str) -> None:
        """The table is gone."""
        self._rooms.pop(room.id, None)
        for listener in room.listeners:
            listener.turn_out(Refused(code))

    @property
    def count(self) -> int:
        """How many tables are taken up here."""
        return len(self._rooms)

    def present(self) -> list[Room]:
        """The tables that are taken up here."""
        return list(self._rooms.values())

    async def _evict_idle(self) -> None:
        for table in await self.tables.stale(self.now() - FORGOTTEN):
            try:
                room = await self.room(table)
                await room.change(lambda state: state.given_up() if state.status == "open" else None)
            except Refused as error:
                log.warning("not closed", table=table, error=str(error))
        for room in self.present():
            if not room.listeners and not room.busy and self.now() - room.used_at > IDLE:
                self._rooms.pop(room.id, None)

    # What happens by itself

    async def check_deadlines(self) -> None:
        """Deal with everything that is due: time that has run out, bots that have not answered."""
        if self.now() - self._alive_at >= CLOSED_FOR:
            await self._heartbeat()  # before it is said that anybody's time has run out
        for table in await self.tables.due(self.now()):
            try:
                await self._handle_deadline(table)
            except Unavailable:
                raise
            except Exception as error:
                # One table that cannot be taken up is no reason for the others to wait.
                log.error("not dealt with", table=table, error=repr(error), exc_info=not isinstance(error, Refused))
                if not isinstance(error, Refused) or error.code not in ("storage", "busy"):
                    await self.tables.postpone(table, self.now() + POSTPONED)

    async def _handle_deadline(self, table: str) -> None:
        room = await self.room(table)
        if not self.alone:
            await room.catch_up()
        seen = room.state.revision

        def decide(state: TableState) -> Change | None:
            # Written down once more, bots are asked again; once is enough, if others look at the same time.
            again = state.revision == seen and state.bots_due()
            return state.time_out(self.now()) or (state.touched() if again else None)

        await room.change(decide)

    def _ask_bots(self, state: TableState) -> None:
        if self._closing:
            return
        for turn in state.bots_due():
            self.bot_turns.ask(turn)

    async def bot_turn(self, turn: Turn) -> None:
        """A bot decides, and its move is made; nothing if the decision is not due any more."""
        room = await self.room(turn.table)
        if not self.alone and turn.key not in {due.key for due in room.state.bots_due()}:
            await room.catch_up()
        state = room.state
        if turn.key not in {due.key for due in state.bots_due()}:
            return
        action = await self.bot_turns.think(state, turn)
        try:
            room = await self.room(turn.table)  # it may have been put away and taken up again meanwhile
            # No key: a decision that was taken is not due any more, so a second answer to it comes too late.
            await room.change(lambda state: state.play(turn.seat, action, turn.asked_ply, None, self.now(), bot=True))
        except Refused as refused:
            if refused.code not in ("stale", "not-running", "illegal"):
                raise
            log.info("bot came late", turn=turn.key, code=refused.code)

    # News

    def changed(self, room: Room, before: TableState, after: TableState, *, ours: bool) -> None:
        """A room has changed: bots and people who are asked now must know."""
        if before.status != after.status or before.seats != after.seats or before.settings != after.settings:
            self._lists_changed(before, after, ours=ours)
        if not ours:
            return
        self._tell({"kind": "changed", "table": after.id, "revision": after.revision})
        self._ask_bots(after)
        here, _ = room.presence()
        for seat in asked_now(before, after):
            notice = Notice.of(after, seat, here=seat in here)
            self._turn(notice)
            self._tell({"kind": "turn", "table": after.id, "notice": asdict(notice)})
        if self.on_moves is not None:
            self.on_moves(before, after)

    def _turn(self, notice: "Notice") -> None:
        if self.on_turn is not None:
            self.on_turn(notice)

    def _lists_changed(self, *sittings: TableState, ours: bool) -> None:
        """A table as it was and is: whose lists show it? One that is not listed is told to its own people only."""
        people: list[str] | None = None
        if not any(state.settings.access == "open" for state in sittings):
            own = {place.player for state in sittings for place in state.seats}
            own |= {state.host for state in sittings}
            people = sorted(player for player in own if player is not None)
        self._lobby(sittings[-1].id, people)
        if ours:
            self._tell({"kind": "lobby", "table": sittings[-1].id, "people": people})

    def _lobby(self, table: str, people: list[str] | None) -> None:
        if self.on_lobby is not None:
            self.on_lobby(table, people)

    def person_changed(self, player: str) -> None:
        """Something has changed about a person; all their connections must know."""
        self._person(player)
        self._tell({"kind": "person", "player": player})

    def _person(self, player: str) -> None:
        if self.on_person is not None:
            self.on_person(player)

    def presence_changed(self, room: Room) -> None:
        """Somebody has come or gone here."""
        self._tell({"kind": "here", "table": room.id, "people": room.people()})

    def said(self, room: Room, row: ChatRow) -> None:
        """Somebody has said something here."""
        room.send_chat(row)
        self._tell({"kind": "said", "table": room.id, "n": row.n})

    def _tell(self, news: News) -> None:
        if not self.alone:
            self.soon(self.news.publish(news))

    async def _heard(self, news: News) -> None:
        if self._closing:
            return
        kind, table, worker = news["kind"], news.get("table", ""), news["from"]
        if self.elsewhere.heard(worker, self.now()) and kind != "gone":
            self._tell({"kind": "who"})  # somebody new, or somebody who was taken to be gone
        room = self._rooms.get(table)
        if kind == "lobby":
            self._lobby(table, news["people"])
        elif kind == "person":
            self._person(news["player"])
        elif kind == "turn":
            self._turn(Notice(**{**news["notice"], "ours": False}))
        elif kind == "changed":
            if room is not None:
                self.soon(self._catch_up(table, news.get("revision")))
        elif kind == "said" and room is not None:
            self.soon(self._hear_chat(room, news["n"]))
        elif kind == "here":
            self._elsewhere_changed(worker, table, Counter(news["people"]))
        elif kind == "who":
            self._say_who()
        elif kind == "gone":
            self._gone(worker)

    async def _hear_chat(self, room: Room, number: int) -> None:
        row = await self.tables.line(room.id, number)
        if row is not None:
            room.send_chat(row)

    def _elsewhere_changed(self, worker: str, table: str, people: People) -> None:
        room = self._rooms.get(table)
        before = None if room is None else room.presence()
        self.elsewhere.note(worker, table, people)
        if room is not None and room.presence() != before:
            room.send_table()

    def _say_who(self) -> None:
        """Tell who is connected here, to all tables."""
        for room in self.present():
            if room.listeners:
                self.presence_changed(room)

    def _gone(self, worker: str) -> None:
        log.info("another process is gone", worker=worker)
        here = {room.id: (room, room.presence()) for room in self.present()}
        for table in self.elsewhere.forget(worker):
            if table in here and here[table][0].presence() != here[table][1]:
                here[table][0].send_table()

    async def _catch_up(self, table: str, revision: int | None = None) -> None:
        room = self._rooms.get(table)
        if room is not None:
            await room.catch_up(revision)

    async def changed_outside(self, table: str) -> None:
        """A table was changed in the database by something other than a room."""
        await self._catch_up(table)
        await self.news.publish({"kind": "changed", "table": table})

    async def _missed(self) -> None:
        self._tell({"kind": "who"})
        self._say_who()
        await self._compare()
        for room in self.present():  # their turns may be lost, too
            self._ask_bots(room.state)

    async def _compare(self) -> None:
        """Read every table here that others have changed; find out which of them are not there any more."""
        if self.alone:
            return
        self._tell({"kind": "alive"})
        for worker in self.elsewhere.silent(self.now() - SILENT):
            self._gone(worker)
        known = await self.tables.revisions(list(self._rooms))
        for room in self.present():
            if known.get(room.id, -1) > room.state.revision:
                await self._catch_up(room.id, known[room.id])


def asked_now(before: TableState, after: TableState) -> list[int]:
    """The people who have to decide something since this change."""
    found: list[int] = []
    for seat in after.waiting():
        old = before.clocks[seat].asked_ply if seat < len(before.clocks) else None
        new = after.clocks[seat].asked_ply
        if new != old and after.bot_level(seat) is None and after.seats[seat].player is not None:
            found.append(seat)
    return found
