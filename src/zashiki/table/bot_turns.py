"""Who gets the bots' turns done: in this process's own pool, or through a queue that many processes share.

A bot's answer is given at a time that depends only on what everybody knows: when it was asked, and its level. Else the
time that it takes would tell something about its hand.
"""

import asyncio
import hashlib
import hmac
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, Final, final

import structlog

from zashiki.bots.analysis import HINT, RatedMove
from zashiki.bots.levels import level as level_of
from zashiki.table.bot_pool import BotPool, Job
from zashiki.table.refusals import Refused
from zashiki.table.state import TableState, Turn

MARGIN: Final = 0.15
"""Seconds on top of a level's thinking time within which its answer is on the table."""
HINT_SECONDS: Final = HINT.seconds or 1.0
TURN_SECONDS: Final = 60
"""Seconds after which a bot's turn from the queue is given up, and taken once more."""
TURN_TRIES: Final = 10
"""How often a turn from the queue may be begun; processes may be ended in the middle of it."""
HINT_PATIENCE: Final = 20
"""Seconds that somebody waits for a hint from the queue."""
POLL: Final = 0.1
"""Seconds between looks at whether a hint is there."""

Do = Callable[[Turn], Awaitable[None]]

log = structlog.get_logger("zashiki.desk")


class BotTurns(ABC):
    """Where bots' turns are handed in."""

    @abstractmethod
    def open(self, do: Do) -> None:
        """Begin. `do` takes a bot's turn from beginning to end."""

    @abstractmethod
    def ask(self, turn: Turn) -> None:
        """Have a bot's turn taken some time soon. To ask twice for the same does no harm."""

    @abstractmethod
    async def think(self, state: TableState, turn: Turn) -> int:
        """The bot's decision, when it is time to make it."""

    @abstractmethod
    async def hint(self, state: TableState, seat: int) -> list[RatedMove]:
        """What each move of the seat is worth."""

    @abstractmethod
    async def close(self) -> None:
        """End; turns under way are given up, and are found again by their deadlines."""

    @property
    @abstractmethod
    def waiting(self) -> int:
        """Turns that are not done yet."""


def job_of(state: TableState, seat: int, level: int, seconds: float) -> Job:
    """A decision for somebody to think about."""
    match = state.match
    assert match is not None
    # From the secret seed: the same decision gets the same answer, and nobody can know it before.
    digest = hmac.digest(state.server_seed, f"bot|{seat}|{state.ply}".encode(), hashlib.sha256)
    seed = int.from_bytes(digest[:7], "big")
    game = state.settings.game
    return Job(game, state.rules, match.seats, match.options, match.history(), seat, seed, level, seconds)


def hint_job(state: TableState, seat: int) -> Job:
    """A hint to think about; `Refused` if there is nothing to decide."""
    if state.match is None or seat not in state.waiting():
        raise Refused("no-choice")
    return job_of(state, seat, 5, HINT_SECONDS)


def due_at(turn: Turn, pace: float, game: str) -> float:
    """When the answer of a bot is to be on the table."""
    return turn.asked_at + (max(pace, level_of(game, turn.level).seconds + MARGIN) if pace > 0 else 0.0)


async def take(do: Do, turn: Turn) -> None:
    """Take a turn. Whatever goes wrong with it is told here; if it is still due, its deadline finds it again."""
    try:
        await do(turn)
    except Refused as refused:
        log.warning("bot's turn not taken", turn=turn.key, code=refused.code)
    except Exception:
        log.exception("bot's turn failed", turn=turn.key)


async def think(bot_pool: BotPool, state: TableState, turn: Turn, pace: float, now: Callable[[], float]) -> int:
    """The bot's decision, when it is time to make it."""
    game = state.settings.game
    action = await bot_pool.choose(job_of(state, turn.seat, turn.level, level_of(game, turn.level).seconds))
    await asyncio.sleep(max(0.0, due_at(turn, pace, game) - now()))
    return action


@final
class LocalBotTurns(BotTurns):
    """Bots think in the pool of this process."""

    def __init__(self, bot_pool: BotPool, pace: float, now: Callable[[], float]) -> None:
        self.bot_pool = bot_pool
        self.pace = pace
        """Seconds after which a bot's move is made; 0: at once."""
        self.now = now
        self._do: Do | None = None
        self._turns: dict[str, asyncio.Task[None]] = {}

    def open(self, do: Do) -> None:
        self._do = do

    def ask(self, turn: Turn) -> None:
        assert self._do is not None
        if turn.key not in self._turns:
            task = asyncio.create_task(self._take(turn), name=f"bot {turn.key}")
            self._turns[turn.key] = task

    async def _take(self, turn: Turn) -> None:
        assert self._do is not None
        try:
            await take(self._do, turn)
        finally:
            self._turns.pop(turn.key, None)

    async def think(self, state: TableState, turn: Turn) -> int:
        return await think(self.bot_pool, state, turn, self.pace, self.now)

    async def hint(self, state: TableState, seat: int) -> list[RatedMove]:
        job = hint_job(state, seat)
        try:
            return await self.bot_pool.advise(job)
        except Exception as error:
            log.warning("no hint", error=repr(error))
            raise Refused("busy", "Nobody could think about it now; try again.") from None

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
    """Bots think wherever a `zashiki bot-worker` takes their turn from the shared queue."""

    def __init__(self, url: str, bot_pool: BotPool | None, pace: float, now: Callable[[], float]) -> None:
        from zashiki.table.bot_queue import BotQueue

        self.queue = BotQueue(url)
        """In Redis."""
        self.thinkers = bot_pool
        """In a bot-worker: who thinks."""
        self.pace = pace
        self.now = now
        self._do: Do | None = None
        self._asking: set[asyncio.Task[None]] = set()

    def open(self, do: Do) -> None:
        self._do = do

    def ask(self, turn: Turn) -> None:
        task = asyncio.create_task(self._enqueue(turn))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _enqueue(self, turn: Turn) -> None:
        try:
            # The key makes a turn that waits or is being taken the same turn; one that is done is forgotten at once.
            await self.queue.enqueue(
                "turn", key=turn.key, timeout=TURN_SECONDS, retries=TURN_TRIES, ttl=-1, turn=asdict(turn)
            )
        except Exception as error:
            log.warning("bot's turn not handed in", turn=turn.key, error=str(error))

    async def turn(self, context: dict[str, Any], *, turn: dict[str, Any]) -> None:
        """In a bot-worker: take a turn that came through the queue."""
        assert self._do is not None
        await take(self._do, Turn(**turn))

    async def advise(self, context: dict[str, Any], *, job: dict[str, Any], until: float) -> list[dict[str, Any]]:
        """In a bot-worker: think about a hint, if anybody still waits for it."""
        assert self.thinkers is not None
        if until < self.now():
            return []
        moves = [(seat, action) for seat, action in job.pop("moves")]
        return [asdict(move) for move in await self.thinkers.advise(Job(moves=moves, **job))]

    async def think(self, state: TableState, turn: Turn) -> int:
        assert self.thinkers is not None
        return await think(self.thinkers, state, turn, self.pace, self.now)

    async def hint(self, state: TableState, seat: int) -> list[RatedMove]:
        job, until = asdict(hint_job(state, seat)), self.now() + HINT_PATIENCE
        try:
            found = await self.queue.apply(
                "advise", timeout=HINT_PATIENCE, poll_interval=POLL, ttl=HINT_PATIENCE, job=job, until=until
            )
        except Exception as error:
            log.warning("no hint", error=repr(error))
            found = None
        if not found:
            raise Refused("busy", "Nobody could think about it now; try again.")
        return [RatedMove(**move) for move in found]

    async def close(self) -> None:
        await asyncio.gather(*self._asking, return_exceptions=True)
        await self.queue.disconnect()
        if self.thinkers is not None:
            await asyncio.to_thread(self.thinkers.close)

    @property
    def waiting(self) -> int:
        return len(self._asking)
