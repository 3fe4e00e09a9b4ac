"""Work in threads, such as hashing passwords or replaying records: a little at a time, and in a fair order.

Whoever asks waits in a queue of their own; the queues take turns. What would have to wait for too long is refused as
`busy` at once: nobody waits half a minute for a password to be checked.
"""

import asyncio
import os
import sys
from collections import deque
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final, TypeVar, final

from zashiki.table.refusals import Refused

MOST_OF_OWNER: Final = 4
"""What one person or network may have waiting."""
GENTLE: Final = 10
"""The niceness of threads that must not disturb."""
MOST: Final = 24
"""What may wait altogether."""


T = TypeVar("T")


def _be_gentle() -> None:
    # Linux counts niceness for each thread, and for those that it starts. A hash takes every core that it can have.
    if sys.platform == "linux":
        os.nice(GENTLE)


@final
class Workshop:
    """So many places to work."""

    def __init__(
        self, places: int, most_of_owner: int = MOST_OF_OWNER, most: int = MOST, *, gently: bool = False
    ) -> None:
        """`gently`: what works without the interpreter's lock leaves the processor to the event loop first."""
        self._threads = ThreadPoolExecutor(places, "workshop", _be_gentle if gently else None)
        self._free = places
        self._most_of_owner = most_of_owner
        self._most = most
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By owner; whoever is first is next."""

    @asynccontextmanager
    async def place(self, owner: str) -> AsyncGenerator[None]:
        """Work at a place, once there is one; `Refused` if too much is waiting."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(owner)
        try:
            yield
        finally:
            self._next()

    async def run(self, owner: str, work: Callable[[], T]) -> T:
        """Do something in a thread, once there is a place; `Refused` if too much is waiting."""
        async with self.place(owner):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _wait(self, owner: str) -> None:
        queue = self._waiting.get(owner, deque())
        if len(queue) >= self._most_of_owner or sum(map(len, self._waiting.values())) >= self._most:
            raise Refused("busy")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._waiting[owner] = queue
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # it was given, and is not used
            raise

    def _next(self) -> None:
        """Give the place to whoever is next: the first of the owner who has waited for longest."""
        while self._waiting:
            owner, queue = next(iter(self._waiting.items()))
            turn = queue.popleft()
            del self._waiting[owner]
            if queue:
                self._waiting[owner] = queue  # behind all others
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
