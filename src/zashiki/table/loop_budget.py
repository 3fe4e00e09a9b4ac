"""Nobody holds up the others: so much work in each round of the event loop, the rest in the next.

A round does all that has become ready. When a hundred tables' moves are written down at once, or five hundred people
come back after a restart, that is a hundred times a little: together long enough for a clock to be late. Whoever is
about to do something that takes a while goes through the turnstile first. It lets nobody through any more as soon as
this round has lasted long enough; they are let through in the next, in the order in which they came.
"""

import asyncio
from time import perf_counter
from typing import Final, final

ROUND: Final = 0.005
"""Seconds after which a round is long enough."""


@final
class LoopBudget:
    """Lets work through, a round's worth at a time."""

    def __init__(self, round_: float = ROUND) -> None:
        self._round = round_
        self._began: float | None = None
        """When somebody first went through in this round."""

    async def __call__(self) -> None:
        """Go through, now or in one of the next rounds."""
        while True:
            now = perf_counter()
            if self._began is None:
                self._began = now
                asyncio.get_running_loop().call_soon(self._next)
            if now - self._began < self._round:
                return
            await asyncio.sleep(0)

    def _next(self) -> None:
        self._began = None
