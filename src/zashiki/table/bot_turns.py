"""Hands out bots' turns and hints, in a fair order: to this process's own pool, or to the bot-workers of a cluster."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict
from itertools import count
from typing import Any, Final, Protocol, final

import structlog

from zashiki.bots.analysis import HINT, RatedMove
from zashiki.bots.levels import level as level_of
from zashiki.table.bot_pool import BotPool, Job, job_of
from zashiki.table.bot_turn import BotTurn
from zashiki.table.fair_queue import Claim, FairQueue, Lane
from zashiki.table.refusals import Refused
from zashiki.table.scheduler import set_owner
from zashiki.table.slots import Slot, Slots
from zashiki.table.state import TableState

HINT_LEVEL: Final = 5
HINT_SECONDS: Final = HINT.seconds or 1.0
TURN_TIMEOUT: Final = 60
"""Seconds after which a queued turn is given up and retried."""
TURN_TRIES: Final = 10
"""How often a queued turn may be started; workers may be killed in the middle of it."""
HINT_TIMEOUT: Final = 20
"""Seconds to wait for a hint."""
POLL: Final = 0.1
"""Seconds between polls for a queued hint."""

log = structlog.get_logger("zashiki.bots")


class TakeTurn(Protocol):
    """Takes a bot's turn from beginning to end; never raises."""

    def __call__(self, turn: BotTurn, thought: Callable[[], None]) -> Awaitable[None]:
        """`thought` is called when a pool process is not needed any longer."""


class BotTurns(ABC):
    """Where bots' turns are handed in."""

    @abstractmethod
    def open(self, take_turn: TakeTurn) -> None:
        """Start. `take_turn` is called for every turn that this process takes."""

    @abstractmethod
    def ask(self, turn: BotTurn, claim: Claim) -> None:
        """Have a bot's turn taken soon. Asking twice for the same turn does no harm; somebody may wait for it by now.

        If the queue is full, nothing happens: its deadline asks again.
        """

    def ask_due(self, state: TableState, *, connected: bool) -> None:
        """Ask all bots that the game is waiting for. `connected`: whether anybody is, to this table."""
        for turn in state.bots_due():
            lane = lane_of(connected=connected, seated=state.has_people)
            self.ask(turn, claim_of(turn, state.settings.game, state.host, lane))

    @abstractmethod
    async def hint(self, state: TableState, seat: int, player: str) -> list[RatedMove]:
        """An estimate of each of the seat's moves, for this person."""

    @abstractmethod
    async def close(self) -> None:
        """Stop; turns in progress are given up, and found again by their deadlines."""

    @property
    @abstractmethod
    def waiting(self) -> int:
        """The number of turns that are not finished."""


def lane_of(*, connected: bool, seated: bool) -> Lane:
    """Who waits for a table's bots."""
    return Lane.CONNECTED if connected else Lane.SEATED if seated else Lane.UNWATCHED


def claim_of(turn: BotTurn, game: str, host: str | None, lane: Lane) -> Claim:
    """On whose account a turn is taken: the host's. A table whose host is gone has an account of its own."""
    return Claim(host or turn.table, lane, round(1000 * level_of(game, turn.level).seconds))


def loop_owner(host: str) -> str:
    """For whom the event loop works when bots move at a host's tables: not for the host, who may be playing, too."""
    return f"bots of {host}"


def hint_claim(player: str) -> Claim:
    """A hint is taken on the account of whoever asks for it, and they are waiting."""
    return Claim(player, Lane.CONNECTED, round(1000 * HINT_SECONDS))


def hint_job(state: TableState, seat: int) -> Job:
    """The search for a hint; `Refused` if the seat has nothing to decide."""
    if state.match is None or seat not in state.waiting():
        raise Refused("no-choice")
    return job_of(state, seat, HINT_LEVEL, HINT_SECONDS)


@final
class LocalBotTurns(BotTurns):
    """All turns are taken by this process itself."""

    def __init__(self, bot_pool: BotPool) -> None:
        self.bot_pool = bot_pool
        self.queue = FairQueue()
        self.slots = Slots(bot_pool.processes, self._begin)
        self._take_turn: TakeTurn | None = None
        self._asked: dict[str, BotTurn] = {}
        """Turns in the queue."""
        self._turns: dict[str, asyncio.Task[None]] = {}
        """Turns in progress."""
        self._hints: dict[str, asyncio.Future[Slot]] = {}
        """Hints in the queue."""
        self._numbers = count()

    def open(self, take_turn: TakeTurn) -> None:
        self._take_turn = take_turn
        self._begin()

    def ask(self, turn: BotTurn, claim: Claim) -> None:
        if turn.key in self._turns:
            return
        if not self.queue.add(turn.key, claim):
            log.debug("bot's turn not queued: the queue is full", turn=turn.key)
            return
        self._asked[turn.key] = turn
        self._begin()

    def _begin(self) -> None:
        """Take from the queue whatever may begin now."""
        while self._take_turn is not None and self.slots.free:
            taken = self.queue.take(unwatched=self.slots.unwatched)
            if taken is None:
                return
            key, claim = taken
            slot = self.slots.take(claim.lane)
            if key in self._asked:
                self._turns[key] = asyncio.create_task(self._take(self._asked.pop(key), claim, slot), name=f"bot {key}")
            else:
                self._hints.pop(key).set_result(slot)

    async def _take(self, turn: BotTurn, claim: Claim, slot: Slot) -> None:
        assert self._take_turn is not None
        set_owner(loop_owner(claim.owner))  # and not whoever has made it possible by chance
        try:
            await self._take_turn(turn, slot.thought)
        finally:
            self._turns.pop(turn.key, None)
            slot.done()

    async def hint(self, state: TableState, seat: int, player: str) -> list[RatedMove]:
        job = hint_job(state, seat)
        try:
            slot = await self._slot(hint_claim(player))
            try:
                return await self.bot_pool.hint(job)
            finally:
                slot.done()
        except Exception as error:
            log.warning("no hint", error=repr(error))
            raise Refused("busy", "hint.unavailable") from None

    async def _slot(self, claim: Claim) -> Slot:
        """Wait for one's turn to think."""
        key = f"hint:{next(self._numbers)}"
        if not self.queue.add(key, claim):
            raise TimeoutError("too many wait")
        granted = self._hints[key] = asyncio.get_running_loop().create_future()
        self._begin()
        try:
            return await asyncio.wait_for(asyncio.shield(granted), HINT_TIMEOUT)
        except BaseException:
            self.queue.remove(key)
            self._hints.pop(key, None)
            if granted.done() and granted.exception() is None:  # at the same moment
                granted.result().done()
            raise

    async def close(self) -> None:
        self._take_turn = None  # nothing begins any more
        for hint in self._hints.values():
            hint.set_exception(TimeoutError("closing"))
        turns = list(self._turns.values())
        for task in turns:
            task.cancel()
        await asyncio.gather(*turns, return_exceptions=True)
        await asyncio.to_thread(self.bot_pool.close)

    @property
    def waiting(self) -> int:
        return len(self._asked) + len(self._turns)


@final
class QueuedBotTurns(BotTurns):
    """Turns go into a queue that the cluster's bot-workers share; this process may be one of them."""

    def __init__(self, url: str, bot_pool: BotPool | None, now: Callable[[], float]) -> None:
        from zashiki.table.bot_queue import BotQueue

        self.queue = BotQueue(url, processes=0 if bot_pool is None else bot_pool.processes)
        """In Redis."""
        self.bot_pool = bot_pool
        """Only in a bot-worker."""
        self.now = now
        self._take_turn: TakeTurn | None = None
        self._asking: set[asyncio.Task[None]] = set()

    def open(self, take_turn: TakeTurn) -> None:
        self._take_turn = take_turn

    def ask(self, turn: BotTurn, claim: Claim) -> None:
        task = asyncio.create_task(self._enqueue(turn, claim))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _enqueue(self, turn: BotTurn, claim: Claim) -> None:
        try:
            # The key keeps a turn that is queued or in progress from being queued twice; a finished job is deleted.
            await self.queue.enqueue(
                "turn",
                key=turn.key,
                timeout=TURN_TIMEOUT,
                retries=TURN_TRIES,
                ttl=-1,
                meta=asdict(claim),
                turn=asdict(turn),
            )
        except Exception as error:
            log.warning("bot's turn not queued", turn=turn.key, error=str(error))

    async def turn(self, context: dict[str, Any], *, turn: dict[str, Any]) -> None:
        """In a bot-worker: take a turn from the queue."""
        assert self._take_turn is not None
        with self.queue.slot_of(context["job"]) as slot:
            set_owner(loop_owner(context["job"].meta.get("owner", "")))
            await self._take_turn(BotTurn(**turn), slot.thought)

    async def answer_hint(self, context: dict[str, Any], *, job: dict[str, Any], until: float) -> list[dict[str, Any]]:
        """In a bot-worker: work out a hint, if somebody is still waiting for it."""
        assert self.bot_pool is not None
        with self.queue.slot_of(context["job"]):
            if until < self.now():
                return []
            moves = [(seat, action) for seat, action in job.pop("moves")]
            return [asdict(estimate) for estimate in await self.bot_pool.hint(Job(moves=moves, **job))]

    async def hint(self, state: TableState, seat: int, player: str) -> list[RatedMove]:
        job, until = asdict(hint_job(state, seat)), self.now() + HINT_TIMEOUT
        try:
            found = await self.queue.apply(
                "hint",
                timeout=HINT_TIMEOUT,
                poll_interval=POLL,
                ttl=HINT_TIMEOUT,
                meta=asdict(hint_claim(player)),
                job=job,
                until=until,
            )
        except Exception as error:
            log.warning("no hint", error=repr(error))
            found = None
        if not found:
            raise Refused("busy", "hint.unavailable")
        return [RatedMove(**estimate) for estimate in found]

    async def close(self) -> None:
        await asyncio.gather(*self._asking, return_exceptions=True)
        with suppress(Exception):
            await self.queue.disconnect()
        if self.bot_pool is not None:
            await asyncio.to_thread(self.bot_pool.close)

    @property
    def waiting(self) -> int:
        return len(self._asking)
