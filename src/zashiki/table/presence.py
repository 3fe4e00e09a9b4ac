"""Who is connected to which table in the other processes of a cluster, as far as they have reported.

Every process reports changes at its tables, and sends a heartbeat. What it has reported is dropped when it shuts down,
and when its heartbeat has been missing for a while: it may have been killed.
"""

from collections import Counter
from typing import Final, final

NAMELESS: Final = ""
"""In place of an id: somebody who is not signed in."""

Connections = Counter[str]
"""How many connections each person has."""


@final
class RemotePresence:
    """The connections of all other processes."""

    def __init__(self) -> None:
        self._connections: dict[str, dict[str, Connections]] = {}
        self._heartbeats: dict[str, float] = {}

    def heartbeat(self, worker: str, now: float) -> bool:
        """Another process sent a heartbeat; whether it was unknown until now."""
        first = worker not in self._heartbeats
        self._heartbeats[worker] = now
        return first

    def report(self, worker: str, table: str, connections: Connections) -> None:
        """Everybody who is connected to this table in that process."""
        tables = self._connections.setdefault(worker, {})
        if connections:
            tables[table] = connections
        else:
            tables.pop(table, None)

    def at(self, table: str) -> Connections:
        """Everybody who is connected to this table, in any other process."""
        total: Connections = Counter()
        for tables in self._connections.values():
            total.update(tables.get(table, {}))
        return total

    def expired(self, since: float) -> list[str]:
        """The processes whose last heartbeat is older than `since`."""
        return [worker for worker, at in self._heartbeats.items() if at < since]

    def remove(self, worker: str) -> list[str]:
        """Drop a process; returns the tables to which somebody was connected there."""
        self._heartbeats.pop(worker, None)
        return list(self._connections.pop(worker, {}))
