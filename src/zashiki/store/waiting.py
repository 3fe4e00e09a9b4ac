"""How long a change may wait for the database: one deadline over our own queue and everybody else's locks."""

import asyncio
import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final, final

PATIENCE: Final = 5.0
"""Seconds that a change waits by default."""
QUEUE: Final = 1000
"""Most changes that wait for their turn."""


class Unavailable(Exception):
    """The database does not work right now (full, gone, locked); nothing was changed."""


class Busy(Unavailable):
    """Others kept the database busy for too long, or too many wait already; nothing was changed."""


@final
class Deadline:
    """A moment after which a change is not begun any more."""

    def __init__(self, seconds: float) -> None:
        self.at = monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds left, 0 if it has passed."""
        return max(0.0, self.at - monotonic())

    @property
    def timeout(self) -> float | None:
        """The same for asyncio, where None is for ever."""
        return None if self.at == math.inf else self.left


@final
class WaitingLine:
    """Lets one writer after the other go on, in order: SQLite would let each of them poll."""

    __slots__ = ("_lock", "_waiting")

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0

    @property
    def taken(self) -> bool:
        """Whether it is somebody's turn."""
        return self._lock.locked()

    @asynccontextmanager
    async def turn(self, deadline: Deadline, *, bounded: bool = True) -> AsyncGenerator[None]:
        """Wait for one's turn, or raise `Busy`."""
        await self._wait(deadline, bounded=bounded)
        try:
            yield
        finally:
            self._lock.release()

    async def _wait(self, deadline: Deadline, *, bounded: bool) -> None:
        if not self._lock.locked():
            await self._lock.acquire()  # at once
            return
        if bounded and self._waiting >= QUEUE:
            raise Busy("too many changes are waiting")
        self._waiting += 1
        try:
            async with asyncio.timeout(deadline.timeout):
                await self._lock.acquire()
        except TimeoutError:
            raise Busy("earlier changes took too long") from None
        finally:
            self._waiting -= 1
