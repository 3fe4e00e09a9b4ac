"""Keeps the processes of a cluster in step: publishes what happens here, and reacts to what happens elsewhere.

News carries no contents, only what to read again, so news that is lost, duplicated or late does no harm: revisions are
compared regularly.
"""

from collections import Counter
from dataclasses import asdict
from typing import Final, final

import structlog

from zashiki.store.rows import ChatRow
from zashiki.table.bot_turns import BotTurns
from zashiki.table.context import TableContext
from zashiki.table.news import News, NewsChannel
from zashiki.table.notices import Notifier, TurnNotice
from zashiki.table.presence import Connections
from zashiki.table.room import Room
from zashiki.table.rooms import Rooms

COMPARE_EVERY: Final = 5.0
"""Seconds between comparisons of the loaded tables' revisions."""
EXPIRES: Final = 4 * COMPARE_EVERY
"""Seconds without a heartbeat after which another process counts as gone."""

log = structlog.get_logger("zashiki.cluster")


@final
class ClusterSync:
    """The link of this process to the others; does nothing if there are none."""

    def __init__(
        self, context: TableContext, channel: NewsChannel, rooms: Rooms, bot_turns: BotTurns, notifier: Notifier
    ) -> None:
        self.context = context
        self.channel = channel
        self.rooms = rooms
        self.bot_turns = bot_turns
        self.notifier = notifier

    async def open(self) -> None:
        """Subscribe, and ask the others who is connected to them."""
        await self.channel.open(self.receive, self.resync)
        self._publish({"kind": "who"})

    async def close(self) -> None:
        """Sign off."""
        await self.channel.publish({"kind": "gone"})
        await self.channel.close()

    # Publishing

    def table_changed(self, table: str, revision: int | None = None) -> None:
        """A table has changed, to this revision if it is known."""
        news: News = {"kind": "changed", "table": table}
        self._publish(news if revision is None else {**news, "revision": revision})

    def turn(self, notice: TurnNotice) -> None:
        """A person has to decide something."""
        self._publish({"kind": "turn", "table": notice.table, "notice": asdict(notice)})

    def lists_changed(self, table: str, people: list[str] | None) -> None:
        """Lists of tables have changed, of these people or (None) of everybody."""
        self._publish({"kind": "lobby", "table": table, "people": people})

    def player_changed(self, player: str) -> None:
        """Something has changed about a person."""
        self._publish({"kind": "person", "player": player})

    def presence_changed(self, room: Room) -> None:
        """Somebody has connected to this process or disconnected from it."""
        self._publish({"kind": "here", "table": room.id, "people": room.connections()})

    def chat_added(self, room: Room, row: ChatRow) -> None:
        """Somebody has said something in this process."""
        self._publish({"kind": "said", "table": room.id, "n": row.n})

    def _publish(self, news: News) -> None:
        if not self.context.alone:
            self.context.tasks.start(self.channel.publish(news))

    # Receiving

    async def receive(self, news: News) -> None:
        """React to news from another process."""
        if self.context.tasks.closing:
            return
        kind, table, worker = news["kind"], news.get("table", ""), news["from"]
        if self.context.remote.heartbeat(worker, self.context.now.steady()) and kind != "gone":
            self._publish({"kind": "who"})  # a new process, or one that counted as gone
        match kind:
            case "lobby":
                self.notifier.lists_changed(table, news["people"])
            case "person":
                self.context.tasks.start(self.notifier.player_changed(news["player"]))
            case "turn":
                self.notifier.your_turn(TurnNotice(**{**news["notice"], "local": False}))
            case "changed" if self.rooms.find_loaded(table) is not None:
                self.context.tasks.start(self.rooms.refresh(table, news.get("revision")))
            case "said" if (room := self.rooms.find_loaded(table)) is not None:
                self.context.tasks.start(self._send_chat(room, news["n"]))
            case "here":
                self._update_presence(worker, table, Counter(news["people"]))
            case "who":
                self._publish_presence()
            case "gone":
                self._remove(worker)

    async def _send_chat(self, room: Room, number: int) -> None:
        row = await self.context.tables.line(room.id, number)
        if row is not None:
            room.send_chat(row)

    def _update_presence(self, worker: str, table: str, connections: Connections) -> None:
        room = self.rooms.find_loaded(table)
        before = None if room is None else room.presence()
        self.context.remote.report(worker, table, connections)
        if room is not None and room.presence() != before:
            room.send_table()

    def _publish_presence(self) -> None:
        for room in self.rooms.loaded():
            if room.listeners:
                self.presence_changed(room)

    def _remove(self, worker: str) -> None:
        log.info("another process is gone", worker=worker)
        before = {room.id: (room, room.presence()) for room in self.rooms.loaded()}
        for table in self.context.remote.remove(worker):
            if table in before and before[table][0].presence() != before[table][1]:
                before[table][0].send_table()

    # Finding out what was missed

    async def resync(self) -> None:
        """News may have been lost: exchange presence, compare revisions, ask waiting bots again."""
        self._publish({"kind": "who"})
        self._publish_presence()
        await self.compare_revisions()
        for room in self.rooms.loaded():
            if not self.context.tasks.closing:
                self.bot_turns.ask_due(room.state, connected=room.attended)

    async def compare_revisions(self) -> None:
        """Read every loaded table that another process has changed; drop processes that have gone silent."""
        if self.context.alone:
            return
        self._publish({"kind": "alive"})
        for worker in self.context.remote.expired(self.context.now.steady() - EXPIRES):
            self._remove(worker)
        rooms = self.rooms.loaded()
        known = await self.context.tables.revisions([room.id for room in rooms])
        for room in rooms:
            if known.get(room.id, -1) > room.state.revision:
                await self.rooms.refresh(room.id, known[room.id])
