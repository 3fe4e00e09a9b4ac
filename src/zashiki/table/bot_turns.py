"""Hands out bots' turns: to this process's own pool, or through a queue to the bot-workers of a cluster."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, Final, final

import structlog

from zashiki.bots.analysis import HINT, RatedMove
from zashiki.table.bot_pool import BotPool, Job, job_of
from zashiki.table.bot_turn import BotTurn
from zashiki.table.refusals import Refused
from zashiki.table.state import TableState

HINT_LEVEL: Final = 5
HINT_SECONDS: Final = HINT.seconds or 1.0
TURN_TIMEOUT: Final = 60
"""Seconds after which a queued turn is given up and retried."""
TURN_TRIES: Final = 10
"""How often a queued turn may be started; workers may be killed in the middle of it."""
HINT_TIMEOUT: Final = 20
"""Seconds to wait for a queued hint."""
POLL: Final = 0.1
"""Seconds between polls for a queued hint."""

TakeTurn = Callable[[BotTurn], Awaitable[None]]
"""Takes a bot's turn from beginning to end; never raises."""

log = structlog.get_logger("zashiki.bots")


class BotTurns(ABC):
    """Where bots' turns are handed in."""

    @abstractmethod
    def open(self, take_turn: TakeTurn) -> None:
        """Start. `take_turn` is called for every turn that this process takes."""

    @abstractmethod
    def ask(self, turn: BotTurn) -> None:
        """Have a bot's turn taken soon. Asking twice for the same turn does no harm."""

    def ask_due(self, state: TableState) -> None:
        """Ask all bots that the game is waiting for."""
        for turn in state.bots_due():
            self.ask(turn)

    @abstractmethod
    async def hint(self, state: TableState, seat: int) -> list[RatedMove]:
        """An estimate of each of the seat's moves."""

    @abstractmethod
    async def close(self) -> None:
        """Stop; turns in progress are given up, and found again by their deadlines."""

    @property
    @abstractmethod
    def waiting(self) -> int:
        """The number of turns that are not finished."""


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
        self._take_turn: TakeTurn | None = None
        self._turns: dict[str, asyncio.Task[None]] = {}

    def open(self, take_turn: TakeTurn) -> None:
        self._take_turn = take_turn

    def ask(self, turn: BotTurn) -> None:
        if turn.key not in self._turns:
            task = asyncio.create_task(self._take(turn), name=f"bot {turn.key}")
            self._turns[turn.key] = task

    async def _take(self, turn: BotTurn) -> None:
        assert self._take_turn is not None
        try:
            await self._take_turn(turn)
        finally:
            self._turns.pop(turn.key, None)

    async def hint(self, state: TableState, seat: int) -> list[RatedMove]:
        job = hint_job(state, seat)
        try:
            return await self.bot_pool.hint(job)
        except Exception as error:
            log.warning("no hint", error=repr(error))
            raise Refused("busy", "hint.unavailable") from None

    async def close(self) -> None:
        turns = list(self._turns.values())
        for task in turns:
            task.cancel()
        await asyncio.gather(*turns, return_exceptions=True)
        await asyncio.to_thread(self.bot_pool.close)

    @property
    def waiting(self) -> int:
        return len(self._turns)


@final
class QueuedBotTurns(BotTurns):
    """Turns go into a queue that the cluster's bot-workers share; this process may be one of them."""

    def __init__(self, url: str, bot_pool: BotPool | None, now: Callable[[], float]) -> None:
        from zashiki.table.bot_queue import BotQueue

        self.queue = BotQueue(url)
        """In Redis."""
        self.bot_pool = bot_pool
        """Only in a bot-worker."""
        self.now = now
        self._take_turn: TakeTurn | None = None
        self._asking: set[asyncio.Task[None]] = set()

    def open(self, take_turn: TakeTurn) -> None:
        self._take_turn = take_turn

    def ask(self, turn: BotTurn) -> None:
        task = asyncio.create_task(self._enqueue(turn))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _enqueue(self, turn: BotTurn) -> None:
        try:
            # The key keeps a turn that is queued or in progress from being queued twice; a finished job is deleted.
            await self.queue.enqueue(
                "turn", key=turn.key, timeout=TURN_TIMEOUT, retries=TURN_TRIES, ttl=-1, turn=asdict(turn)
            )
        except Exception as error:
            log.warning("bot's turn not queued", turn=turn.key, error=str(error))

    async def turn(self, context: dict[str, Any], *, turn: dict[str, Any]) -> None:
        """In a bot-worker: take a turn from the queue."""
        assert self._take_turn is not None
        await self._take_turn(BotTurn(**turn))

    async def answer_hint(self, context: dict[str, Any], *, job: dict[str, Any], until: float) -> list[dict[str, Any]]:
        """In a bot-worker: work out a hint, if somebody is still waiting for it."""
        assert self.bot_pool is not None
        if until < self.now():
            return []
        moves = [(seat, action) for seat, action in job.pop("moves")]
        return [asdict(estimate) for estimate in await self.bot_pool.hint(Job(moves=moves, **job))]

    async def hint(self, state: TableState, seat: int) -> list[RatedMove]:
        job, until = asdict(hint_job(state, seat)), self.now() + HINT_TIMEOUT
        try:
            found = await self.queue.apply(
                "hint", timeout=HINT_TIMEOUT, poll_interval=POLL, ttl=HINT_TIMEOUT, job=job, until=until
            )
        except Exception as error:
            log.warning("no hint", error=repr(error))
            found = None
        if not found:
            raise Refused("busy", "hint.unavailable")
        return [RatedMove(**estimate) for estimate in found]

    async def close(self) -> None:
        await asyncio.gather(*self._asking, return_exceptions=True)
        await self.queue.disconnect()
        if self.bot_pool is not None:
            await asyncio.to_thread(self.bot_pool.close)

    @property
    def waiting(self) -> int:
        return len(self._asking)
