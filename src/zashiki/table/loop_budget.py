"""Limits the work per iteration of the event loop, so that nobody blocks the others.

An iteration runs everything that is ready. When a hundred tables' moves are committed at once, or five hundred people
reconnect after a restart, many small pieces of work add up to a delay that clocks would notice. Whoever is about to do
something that takes a while awaits the budget first: once this iteration has lasted long enough, further work waits
for the next one, in order.
"""

import asyncio
from time import perf_counter
from typing import Final, final

BUDGET: Final = 0.005
"""Seconds of work per iteration."""


@final
class LoopBudget:
    """Lets work proceed, a budget's worth per iteration."""

    def __init__(self, budget: float = BUDGET) -> None:
        self._budget = budget
        self._began: float | None = None
        """When work first proceeded in this iteration."""

    async def __call__(self) -> None:
        """Return now, or in a later iteration."""
        while True:
            now = perf_counter()
            if self._began is None:
                self._began = now
                asyncio.get_running_loop().call_soon(self._next)
            if now - self._began < self._budget:
                return
            await asyncio.sleep(0)

    def _next(self) -> None:
        self._began = None
