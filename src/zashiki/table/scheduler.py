"""Shares the event loop fairly, so that nobody can take it from the others.

Whoever is about to do something that takes a while (decide a move, work out a view, answer a request) waits for a turn
first. While nothing waits, a turn costs next to nothing and comes at once, up to some milliseconds of work per
iteration of the event loop. Otherwise turns are queued by *owner*: the person who asked for the work, or the network of
somebody who is not signed in. Within an owner they come in order; between owners by self-clocked fair queueing: each
turn has a price in seconds, and the owner who has had the least is next. The price is declared first, and corrected by
the time that the work really took, so a costly message counts for as many cheap ones as it is worth. A newcomer is not
behind what others have piled up: at most one turn of every other owner comes before theirs.

Three kinds of turns differ in what happens when there is too much to do:

- `admit`: at the door, before anything has begun. It is refused as `busy` if too much waits, of its owner or in all.
- `turn`: in the middle of work that was admitted. It is never refused.
- `first`: for what is committed and only has to be told. It is never refused, and comes before all others, so no room
  is kept locked by somebody's place in the queue.
"""

import asyncio
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from heapq import heappop, heappush
from time import perf_counter
from typing import Final, final

from zashiki.table.refusals import Refused

BUDGET: Final = 0.002
"""Seconds of work per iteration of the event loop while nobody has to wait."""
PRICE: Final = 0.001
"""Seconds that a turn is expected to take, unless it says something else."""
MOST_OF_OWNER: Final = 64
"""Turns of one owner that may wait at the door."""
MOST: Final = 2048
"""Turns that may wait altogether; beyond that, whoever has the most waiting loses the last of them."""

OWNER: Final[ContextVar[str]] = ContextVar("owner", default="")


@contextmanager
def owned_by(owner: str) -> Generator[None]:
    """Everything in this context, and all tasks that are started in it, is done for this owner."""
    token = OWNER.set(owner)
    try:
        yield
    finally:
        OWNER.reset(token)


def set_owner(owner: str) -> None:
    """From now on this task works for this owner."""
    OWNER.set(owner)


@final
class _Owner:
    """The turns of one owner."""

    __slots__ = ("finish", "key", "waiting")

    def __init__(self, key: str) -> None:
        self.key = key
        self.waiting: deque[_Turn] = deque()
        self.finish = 0.0
        """The virtual time at which the work that they have had is paid for."""


@final
class _Turn:
    """A turn that has to wait."""

    __slots__ = ("door", "given", "owner", "price", "queued")

    def __init__(self, owner: _Owner, price: float, *, door: bool = False, queued: bool = True) -> None:
        self.owner = owner
        self.given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.price = price
        self.door = door
        """Whether it may still be refused."""
        self.queued = queued
        """Whether it waits behind others of its owner; else it comes first."""


@final
class Scheduler:
    """Gives turns on the event loop."""

    def __init__(self, budget: float = BUDGET, most_of_owner: int = MOST_OF_OWNER, most: int = MOST) -> None:
        self._budget = budget
        self._most_of_owner = most_of_owner
        self._most = most
        self.refused = 0
        """Turns that were refused so far."""
        self._began: float | None = None
        """When work first proceeded in this iteration."""
        self._now = 0.0
        """Virtual time: how far the work of everybody who waits has come."""
        self._owners: dict[str, _Owner] = {}
        """All who have waited since nothing was waiting."""
        self._heads: list[tuple[float, int, _Owner]] = []
        """The next turn of every owner who waits: when it would be finished, in virtual time."""
        self._first: deque[_Turn] = deque()
        self._count = 0
        """Turns that have been queued: ties are broken in order."""
        self._waiting = 0
        self._given: _Turn | None = None
        """The turn that is being given: the next one follows when it is over."""
        self._given_at = 0.0

    @property
    def waiting(self) -> int:
        """How many turns are waiting."""
        return self._waiting + len(self._first)

    async def admit(self, price: float = PRICE) -> None:
        """Wait for a turn before something begins; `Refused` if too much is waiting."""
        if not self._free():
            await self._wait(price, door=True)

    async def turn(self, price: float = PRICE) -> None:
        """Wait for a turn in the middle of something. What the server does by itself, such as clocks, comes first."""
        if not self._free():
            await (self._wait(price, door=False) if OWNER.get() else self.first())

    async def first(self) -> None:
        """Wait for a turn before all others: something is committed, and has to be told."""
        if not self._first and self._in_budget():
            return
        turn = _Turn(self._owner(), 0.0, queued=False)
        self._first.append(turn)
        self._give()
        await turn.given

    def _free(self) -> bool:
        """Whether work may proceed at once."""
        return not self._heads and not self._first and self._in_budget()

    def _in_budget(self) -> bool:
        now = perf_counter()
        if self._began is None:
            self._began = now
            asyncio.get_running_loop().call_soon(self._next_iteration)
        return now - self._began < self._budget

    def _next_iteration(self) -> None:
        self._began = None

    async def _wait(self, price: float, *, door: bool) -> None:
        owner = self._owner()
        if door:
            self._make_room(owner)
        turn = _Turn(owner, price, door=door)
        owner.waiting.append(turn)
        self._waiting += 1
        if len(owner.waiting) == 1 and not self._is_given(owner):
            owner.finish = max(owner.finish, self._now)
            self._compete(owner)
        self._give()
        await turn.given

    def _owner(self) -> _Owner:
        key = OWNER.get()
        owner = self._owners.get(key)
        if owner is None:
            if len(self._owners) >= self._most:
                self._forget()
            owner = self._owners[key] = _Owner(key)
        return owner

    def _forget(self) -> None:
        """Forget owners who wait for nothing and owe nothing."""
        for owner in list(self._owners.values()):
            if not owner.waiting and owner.finish <= self._now and not self._is_given(owner):
                del self._owners[owner.key]

    def _make_room(self, owner: _Owner) -> None:
        """Make sure that one more may wait at the door; `Refused` if not."""
        if len(owner.waiting) < self._most_of_owner and self._waiting < self._most:
            return
        self.refused += 1
        longest = max(self._owners.values(), key=lambda one: len(one.waiting))
        if len(owner.waiting) >= self._most_of_owner or len(longest.waiting) <= len(owner.waiting) + 1:
            raise Refused("busy")
        last = next((turn for turn in reversed(longest.waiting) if turn.door), None)
        if last is None:
            raise Refused("busy")
        longest.waiting.remove(last)
        self._waiting -= 1
        if not last.given.done():
            last.given.set_exception(Refused("busy"))

    def _is_given(self, owner: _Owner) -> bool:
        """Whether a turn from the owner's queue is being given: they compete again when it is over."""
        return self._given is not None and self._given.owner is owner and self._given.queued

    def _compete(self, owner: _Owner) -> None:
        """Let the owner's next turn compete with those of others."""
        self._count += 1
        heappush(self._heads, (owner.finish + owner.waiting[0].price, self._count, owner))

    def _give(self) -> None:
        """Give the next turn, unless one is being given: one in each iteration, so that it can be measured."""
        if self._given is not None:
            return
        turn = self._given = self._choose()
        if turn is None:
            self._owners.clear()
            self._now = 0.0
            return
        loop = asyncio.get_running_loop()
        # These three run one right after the other: the time between the first and the last is the work's own.
        loop.call_soon(self._work_begins)
        turn.given.set_result(None)
        loop.call_soon(self._work_ends)

    def _choose(self) -> _Turn | None:
        """Take the next turn out of its queue; None if nothing waits."""
        while self._first:
            turn = self._first.popleft()
            if not turn.given.done():
                return turn
        while self._heads:
            finish, _, owner = heappop(self._heads)
            turn = owner.waiting.popleft()
            self._waiting -= 1
            if not turn.given.done():
                self._now = max(self._now, finish)
                return turn
            if owner.waiting:  # whoever waited for it has gone away
                self._compete(owner)
        return None

    def _work_begins(self) -> None:
        self._given_at = perf_counter()

    def _work_ends(self) -> None:
        turn, self._given = self._given, None
        assert turn is not None
        owner = turn.owner
        owner.finish += perf_counter() - self._given_at
        if turn.queued and owner.waiting:
            self._compete(owner)
        self._give()
