"""How many bots' turns and hints may be in progress in one process, so that some room is always left for people.

Thinking takes a pool process, so no more are taken than there are processes. Turns for which nobody waits may take half
of them; and of those few are in progress at all, since every move is work for the event loop and the database, too.
"""

from collections.abc import Callable
from typing import Final, final

from zashiki.table.fair_queue import Lane

UNWATCHED: Final = 8
"""Turns in progress (thinking, or waiting until their move is due) at tables of bots alone that nobody watches."""


@final
class Slot:
    """The right to think; ended by `thought`, or by `done` if nothing was thought."""

    def __init__(self, slots: "Slots", lane: Lane) -> None:
        self._slots = slots
        self._lane = lane
        self._thinking = self._open = True

    def thought(self) -> None:
        """The pool process is free again."""
        if self._thinking:
            self._thinking = False
            self._slots.thinking[self._lane] -= 1
            self._slots.freed()

    def done(self) -> None:
        """Nothing is left to do."""
        if self._open:
            self._open = False
            self._slots.open[self._lane] -= 1
            self.thought()
            self._slots.freed()


@final
class Slots:
    """The slots of one process."""

    def __init__(self, processes: int, freed: Callable[[], None]) -> None:
        """`freed` is called whenever something more may have become possible."""
        self.processes = processes
        self.freed = freed
        self.thinking = dict.fromkeys(Lane, 0)
        """Slots whose pool process is in use."""
        self.open = dict.fromkeys(Lane, 0)
        """Slots that are not done."""

    @property
    def free(self) -> bool:
        """Whether a pool process is free."""
        return sum(self.thinking.values()) < self.processes

    @property
    def unwatched(self) -> bool:
        """Whether a turn may be taken for which nobody waits."""
        most = max(1, self.processes // 2)
        return self.thinking[Lane.UNWATCHED] < most and self.open[Lane.UNWATCHED] < UNWATCHED

    def take(self, lane: Lane) -> Slot:
        """Take a slot; only if one is free."""
        self.thinking[lane] += 1
        self.open[lane] += 1
        return Slot(self, lane)
