"""The order in which bots' turns and hints are taken: fair between owners, and first where people wait.

There are three lanes. A lane is passed over while there is anything in those before it, but not forever: once the turns
that were preferred have cost `PASSED_OVER` times what the lane's next one will, it is its turn.

Within a lane, owners share by cost: what is asked gets the time at which it would begin if the owner's turns were taken
one after the other and everybody's at the same speed ("start-time fair queueing"), and the earliest is taken. So
whoever asks for one turn stands before the second of somebody who has asked for two hundred.

`bot_queue.py` does the same in Redis, step by step; a test compares them.
"""

import heapq
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, final

PASSED_OVER: Final = 20
"""A lane that is passed over gets about one part in this many of the time."""
MOST_OF_OWNER: Final = 300
"""What one owner may have waiting."""
MOST: Final = 20_000
"""What everybody may have waiting."""


class Lane(IntEnum):
    """Who waits for it: the first lane is served first."""

    CONNECTED = 0
    """Somebody at the table is connected, as a player or a spectator; or it is a hint."""
    SEATED = 1
    """A person plays there who is not connected now."""
    UNWATCHED = 2
    """Bots alone play, and nobody watches."""


@dataclass(frozen=True)
class Claim:
    """On whose account something is done, and how much it costs."""

    owner: str
    """The host of the table, or whoever asks for a hint."""
    lane: Lane
    cost: int
    """Milliseconds that it may take: a whole number, so that sums are exact everywhere."""


@dataclass
class _LaneQueue:
    heap: list[tuple[int, str]] = field(default_factory=list)
    """When each would begin, and its key. Some have moved to another lane."""
    waiting: dict[str, int] = field(default_factory=dict)
    """The same by key, of those that are still here."""
    begun: int = 0
    """When the last one that was taken began."""
    free_at: dict[str, int] = field(default_factory=dict)
    """When everything that an owner has asked for would be done."""
    passed: int = 0
    """What was preferred to this lane while something waited in it, by cost."""

    def add(self, key: str, claim: Claim) -> None:
        begins = max(self.begun, self.free_at.get(claim.owner, 0))
        self.free_at[claim.owner] = begins + claim.cost
        self.waiting[key] = begins
        heapq.heappush(self.heap, (begins, key))
        if len(self.free_at) > 2 * len(self.waiting) + 64:  # those in the past make no difference
            self.free_at = {owner: at for owner, at in self.free_at.items() if at > self.begun}

    def remove(self, key: str) -> None:
        del self.waiting[key]
        self._tidy()

    def first(self) -> str:
        return self.heap[0][1]

    def pop(self) -> str:
        self.begun, key = heapq.heappop(self.heap)
        self.passed = 0
        self.remove(key)
        return key

    def _tidy(self) -> None:
        while self.heap and self.waiting.get(self.heap[0][1]) != self.heap[0][0]:
            heapq.heappop(self.heap)
        if not self.waiting:  # nobody waits, so nobody is owed anything
            self.heap.clear()
            self.free_at.clear()
            self.begun = self.passed = 0


@final
class FairQueue:
    """What waits to be taken, by key."""

    def __init__(self) -> None:
        self._lanes = {lane: _LaneQueue() for lane in Lane}
        self._claims: dict[str, Claim] = {}
        self._owners: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._claims)

    def __contains__(self, key: str) -> bool:
        return key in self._claims

    def add(self, key: str, claim: Claim) -> bool:
        """Queue something; False if there is no room for it. What waits already may only move to a better lane."""
        known = self._claims.get(key)
        if known is not None:
            if claim.lane < known.lane:
                self._lanes[known.lane].remove(key)
                self._claims[key] = claim = Claim(known.owner, claim.lane, known.cost)
                self._lanes[claim.lane].add(key, claim)
            return True
        count = self._owners.get(claim.owner, 0)
        if len(self._claims) >= MOST or count >= MOST_OF_OWNER:
            return False
        self._owners[claim.owner] = count + 1
        self._claims[key] = claim
        self._lanes[claim.lane].add(key, claim)
        return True

    def take(self, *, unwatched: bool = True) -> tuple[str, Claim] | None:
        """Take the next one; None if there is none. `unwatched`: whether it may be one for which nobody waits."""
        lanes = [lane for lane in Lane if self._lanes[lane].waiting and (unwatched or lane is not Lane.UNWATCHED)]
        if not lanes:
            return None
        chosen = next((lane for lane in lanes[1:] if self._was_passed_over(lane)), lanes[0])
        key = self._lanes[chosen].pop()
        claim = self._forget(key)
        for lane in Lane:
            if lane > chosen and self._lanes[lane].waiting:
                self._lanes[lane].passed += claim.cost
        return key, claim

    def remove(self, key: str) -> bool:
        """Take something out of the queue that nobody waits for any more; whether it was there."""
        if key not in self._claims:
            return False
        self._lanes[self._claims[key].lane].remove(key)
        self._forget(key)
        return True

    def _was_passed_over(self, lane: Lane) -> bool:
        queue = self._lanes[lane]
        return queue.passed >= PASSED_OVER * self._claims[queue.first()].cost

    def _forget(self, key: str) -> Claim:
        claim = self._claims.pop(key)
        if self._owners[claim.owner] == 1:
            del self._owners[claim.owner]
        else:
            self._owners[claim.owner] -= 1
        return claim
