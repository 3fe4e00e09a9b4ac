"""Work in threads, such as hashing passwords or replaying records: a little at a time, and in a fair order.

Whoever asks waits in a queue of their own; the queues take turns. What would have to wait for too long is refused as
`busy` at once: nobody waits half a minute for a password to be checked.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final, final

from zashiki.table.refusals import Refused

MOST_OF_OWNER: Final = 4
"""What one person or network may have waiting."""
MOST: Final = 24
"""What may wait altogether."""


@final
class Workshop:
    """So many places to work."""

    def __init__(self, places: int, most_of_owner: int = MOST_OF_OWNER, most: int = MOST) -> None:
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
