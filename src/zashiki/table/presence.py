"""Who is connected to which table in the other processes of the house, as far as they have told.

Every process tells what changes at its tables, and regularly that it is still there. What a process has told is
forgotten when it says goodbye, and when nothing has been heard of it for a while: it may have been killed.
"""

from collections import Counter
from typing import Final, final

NAMELESS: Final = ""
"""In place of an id: somebody who has not said who they are."""

People = Counter[str]
"""How many connections each person has."""


@final
class Elsewhere:
    """The connections of all other processes."""

    def __init__(self) -> None:
        self._told: dict[str, dict[str, People]] = {}
        self._heard_at: dict[str, float] = {}

    def heard(self, worker: str, now: float) -> bool:
        """Another process has given a sign of life; whether it is the first."""
        first = worker not in self._heard_at
        self._heard_at[worker] = now
        return first

    def note(self, worker: str, table: str, people: People) -> None:
        """All who are connected there to this table."""
        at = self._told.setdefault(worker, {})
        if people:
            at[table] = people
        else:
            at.pop(table, None)

    def at(self, table: str) -> People:
        """All who are connected to this table, in any other process."""
        together: People = Counter()
        for told in self._told.values():
            together.update(told.get(table, {}))
        return together

    def silent(self, since: float) -> list[str]:
        """The processes of which nothing was heard since."""
        return [worker for worker, at in self._heard_at.items() if at < since]

    def forget(self, worker: str) -> list[str]:
        """The process is gone; the tables to which somebody was connected there."""
        self._heard_at.pop(worker, None)
        return list(self._told.pop(worker, {}))
