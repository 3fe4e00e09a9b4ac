"""Garbage collection without pauses that players notice.

A full collection of reference cycles takes so long with a thousand connections that every table would stutter. So
objects that exist at startup are frozen; young generations are collected as usual, which costs next to nothing; and a
full collection runs only when few people are connected, when many connections have ended (each leaves some 13 kB of
cycles), or once an hour.
"""

import asyncio
import gc
from collections.abc import Callable
from time import monotonic
from typing import Final, final

EVERY: Final = 30.0
"""Seconds between checks whether a full collection is due."""
FEW: Final = 150
"""Connections up to which a full collection takes less than a frame of an animation."""
MANY: Final = 5000
"""Ended connections after which a full collection is worth its pause."""
LONGEST: Final = 3600.0
"""Seconds after which a full collection runs in any case."""
NEVER: Final = 1_000_000_000


@final
class GcSchedule:
    """Runs full collections when they do not disturb anybody."""

    def __init__(self, connections: Callable[[], int]) -> None:
        self.connections = connections
        """The number of open connections."""
        self.ended = 0
        """Connections that have ended since the last full collection."""
        self._collected_at = monotonic()

    def due(self) -> bool:
        """Whether a full collection should run now."""
        late = self.ended >= MANY or monotonic() - self._collected_at >= LONGEST
        return late or self.connections() <= FEW

    async def run(self) -> None:
        """Freeze what exists now, then collect until cancelled."""
        gc.freeze()
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)
        while True:
            await asyncio.sleep(EVERY)
            if self.due():
                gc.collect()
                self.ended, self._collected_at = 0, monotonic()
