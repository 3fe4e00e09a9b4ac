"""Where bots think: in processes of their own, a bounded number of them, each decision with its budget.

A process is handed the moves of a game and makes the state again by itself; before the bot sees it, all that its seat
cannot know is redrawn.
"""

import asyncio
import os
import signal
from concurrent.futures import CancelledError
from dataclasses import dataclass
from multiprocessing import get_context
from threading import Thread
from typing import Final, final

import structlog
from pebble import ProcessExpired, ProcessPool

from zashiki import registry
from zashiki.bots.analysis import HINT, RatedMove, rate_moves
from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.levels import level as level_of
from zashiki.bots.referee import decide
from zashiki.bots.runners import BuiltinRunner
from zashiki.core.options import Options
from zashiki.core.rng import Rng

GRACE: Final = 5.0
"""Seconds beyond its budget after which a process that thinks is ended."""
TRIES: Final = 3
"""How many processes may end over one decision."""
STUCK: Final = 10.0
"""Seconds without an answer, on top of all that those before may take, after which nobody is believed to think."""

log = structlog.get_logger("zashiki.bots")


@dataclass(frozen=True)
class Job:
    """One decision to think about, complete: whoever thinks needs nothing else."""

    game: str
    rules: int
    """The version of the rules that the table is played by."""
    seats: int
    options: Options
    moves: list[tuple[int, int]]
    seat: int
    seed: int
    """Of the bot's generator."""
    level: int
    seconds: float

    def context(self, budget: Budget) -> DecisionContext:
        """What the seat may know."""
        game = registry.find(self.game).of_version(self.rules)
        assert game is not None, "whoever plays a table plays by its rules"
        state = game.start(self.seats, self.options)
        for seat, action in self.moves:
            state.apply(seat, action)
        return DecisionContext(game, self.options, state, self.seat, Rng(self.seed), budget, len(self.moves))


def choose(job: Job) -> tuple[int, str | None]:
    """In a process that thinks: the bot's move and, if it had to be greedy's, why."""
    context = job.context(Budget(seconds=job.seconds))
    if len(context.legal) == 1:
        return context.legal[0], None
    move, forfeit = decide(BuiltinRunner(level_of(job.game, job.level).bot()), context)
    return move, None if forfeit is None else f"{forfeit.why}: {forfeit.detail}"


def advise(job: Job) -> list[RatedMove]:
    """In a process that thinks: what each move is worth."""
    return rate_moves(job.context(Budget(job.seconds, HINT.iterations)))


def ready() -> int:
    """In a process that thinks: everything is loaded."""
    return os.getpid()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to answer
    if hasattr(os, "nice"):
        os.nice(5)  # people's messages come first


@final
class BotPool:
    """A pool of processes that think."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        """How many think at once."""
        self.waiting = 0
        """Decisions that are being thought about, or wait for it."""
        self._closed = False
        self._pool = self._new_pool()

    async def warm(self) -> None:
        """Let the processes start, so that the first decision does not have to wait for it."""
        await asyncio.gather(*(self._run(ready, (), 60.0) for _ in range(self.processes)))

    async def choose(self, job: Job) -> int:
        """A bot's move."""
        move, trouble = await self._run(choose, (job,), job.seconds + GRACE)
        if trouble is not None:
            log.error("bot failed; greedy moved", game=job.game, level=job.level, trouble=trouble)
        return int(move)

    async def advise(self, job: Job) -> list[RatedMove]:
        """What each move is worth."""
        found: list[RatedMove] = await self._run(advise, (job,), job.seconds + GRACE)
        return found

    async def _run(self, work, arguments, seconds: float):  # type: ignore[no-untyped-def]
        self.waiting += 1
        try:
            for tried in range(TRIES):
                pool = self._pool
                try:
                    return await self._in(pool, work, arguments, seconds)
                except (ProcessExpired, TimeoutError, CancelledError, RuntimeError) as error:
                    fault = not isinstance(error, RuntimeError) or not pool.active  # else the work itself went wrong
                    if tried + 1 == TRIES or self._closed or not fault:
                        raise
                    log.warning("a thinking process ended", work=work.__name__, error=repr(error))
                    if not pool.active:
                        self._renew(pool)
            raise AssertionError("unreachable: the last try returns or raises")
        finally:
            self.waiting -= 1

    async def _in(self, pool, work, arguments, seconds: float):  # type: ignore[no-untyped-def]
        """Have some work done, unless nothing has been for longer than all the others could have taken."""
        # In a thread: the first of a pool starts its processes, which holds up whoever asks.
        done = asyncio.wrap_future(await asyncio.to_thread(pool.schedule, work, arguments, timeout=seconds))
        rounds = 1 + self.waiting / self.processes
        try:
            async with asyncio.timeout(STUCK + rounds * seconds) as limit:
                return await done
        except TimeoutError:
            if limit.expired():
                self._renew(pool)
            raise

    def _renew(self, broken: ProcessPool) -> None:
        """Take a new pool: one whose process is killed while nobody thinks is broken for good, and may be stuck."""
        if self._pool is broken and not self._closed:
            log.error("the processes that think are started anew")
            self._pool = self._new_pool()
            Thread(target=_end, args=(broken,), daemon=True).start()

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(self.processes, initializer=_begin, context=get_context("spawn"))

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        _end(self._pool)


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join(timeout=5)
