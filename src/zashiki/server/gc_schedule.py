"""Looking for waste without stopping the tables.

Now and then Python looks through everything there is for things that only hold each other. With a thousand connections
that takes so long that every table would notice. So what is there when the house opens is never looked through; what
is young is looked through all the time, which takes next to nothing; and the rest only when few people are connected,
when the remains of ended connections (some 13 kB each) have become many, or once an hour.
"""

import asyncio
import gc
from collections.abc import Callable
from time import monotonic
from typing import Final, final

EVERY: Final = 30.0
"""Seconds between two looks at whether it is time."""
FEW: Final = 150
"""Connections with which it takes less than a frame of an animation."""
MANY: Final = 5000
"""Ended connections whose remains are worth a moment."""
LONGEST: Final = 3600.0
"""Seconds after which it is done in any case."""
NEVER: Final = 1_000_000_000


@final
class GcSchedule:
    """Sweeps when nobody minds."""

    def __init__(self, connections: Callable[[], int]) -> None:
        self.connections = connections
        """How many there are."""
        self.ended = 0
        """Connections that have ended since the last time."""
        self._swept_at = monotonic()

    def due(self) -> bool:
        """Whether it is time."""
        late = self.ended >= MANY or monotonic() - self._swept_at >= LONGEST
        return late or self.connections() <= FEW

    async def run(self) -> None:
        """Sweep, for as long as the house is open. Everything that was made so far stays."""
        gc.freeze()
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)
        while True:
            await asyncio.sleep(EVERY)
            if self.due():
                gc.collect()
                self.ended, self._swept_at = 0, monotonic()
