"""Passes what happens at tables on to people, connections and metrics."""

from typing import Protocol, final

from zashiki.core.game import CHANCE
from zashiki.server.metrics import Metrics
from zashiki.server.notifications import Notifications
from zashiki.table.notices import Notifier, TurnNotice
from zashiki.table.state import TableState


class PlayerConnection(Protocol):
    """A websocket of a person."""

    async def refresh(self) -> None:
        """Something has changed about the person."""


@final
class TableEvents(Notifier):
    """The server's side of the tables' notices."""

    def __init__(self, notifications: Notifications, metrics: Metrics) -> None:
        self.notifications = notifications
        self.metrics = metrics
        self.connections: dict[str, set[PlayerConnection]] = {}
        """The websockets of each person, or of each address of somebody who is not signed in."""

    def your_turn(self, notice: TurnNotice) -> None:
        self.notifications.your_turn(notice)

    def lists_changed(self, table: str, people: list[str] | None) -> None:
        self.notifications.lists_changed(table, people)

    async def player_changed(self, player: str) -> None:
        for connection in list(self.connections.get(player, ())):
            await connection.refresh()
        self.notifications.player_changed(player)

    def table_changed(self, before: TableState, after: TableState) -> None:
        if after.match is None:
            return
        for seat, _ in after.match.history(before.ply):
            by = "chance" if seat == CHANCE else "bot" if after.bot_level(seat) is not None else "person"
            self.metrics.moves.labels(by).inc()
        if after.status == "over" and before.status != "over":
            self.metrics.games.labels(after.settings.game).inc()
