"""A bounded pool of processes in which bots think, each decision with its time budget.

A process receives the moves of a game and rebuilds the state from them; before the bot sees it, everything that its
seat cannot know is redrawn.
"""

import asyncio
import hashlib
import hmac
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
from zashiki.bots import analysis
from zashiki.bots.analysis import HINT, RatedMove
from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.levels import level as level_of
from zashiki.bots.referee import decide
from zashiki.bots.runners import BuiltinRunner
from zashiki.core.game import Game, State
from zashiki.core.moves import apply_all
from zashiki.core.options import Options
from zashiki.core.rng import Rng
from zashiki.table.state import TableState

GRACE: Final = 5.0
"""Seconds beyond its budget after which a process is killed."""
TRIES: Final = 3
"""How many processes one decision may cost."""
STUCK: Final = 10.0
"""Seconds without an answer, on top of what all earlier decisions may take, after which the pool counts as stuck."""

log = structlog.get_logger("zashiki.bots")


@dataclass(frozen=True)
class Job:
    """One decision, complete: a process needs nothing else to think about it."""

    game: str
    rules: int
    """The version of the rules that the table is played by."""
    seats: int
    options: Options
    moves: list[tuple[int, int]]
    seat: int
    seed: int
    """For the bot's random generator."""
    level: int
    seconds: float

    def replay(self) -> tuple[Game, State]:
        """The game, and its true state after all moves."""
        game = registry.find(self.game).of_version(self.rules)
        assert game is not None, "a pool process plays by the same rules as the server"
        state = game.start(self.seats, self.options)
        apply_all(state, self.moves)
        return game, state

    def context(self, budget: Budget) -> DecisionContext:
        """What the seat may know."""
        game, state = self.replay()
        return DecisionContext(game, self.options, state, self.seat, Rng(self.seed), budget, len(self.moves))


def job_of(state: TableState, seat: int, level: int, seconds: float) -> Job:
    """A decision of this seat."""
    match = state.match
    assert match is not None
    # Derived from the secret seed: the same decision gets the same answer, and nobody can predict it.
    digest = hmac.digest(state.server_seed, f"bot|{seat}|{state.ply}".encode(), hashlib.sha256)
    seed = int.from_bytes(digest[:7], "big")
    game = state.settings.game
    return Job(game, state.rules, match.seats, match.options, match.history(), seat, seed, level, seconds)


def choose(job: Job) -> tuple[int, str | None]:
    """In a pool process: the bot's move and, if `greedy` had to make it instead, why."""
    context = job.context(Budget(seconds=job.seconds))
    if len(context.legal) == 1:
        return context.legal[0], None
    move, forfeit = decide(BuiltinRunner(level_of(job.game, job.level).bot()), context)
    return move, None if forfeit is None else f"{forfeit.why}: {forfeit.detail}"


def hint(job: Job) -> list[RatedMove]:
    """In a pool process: an estimate of each move, and why the best one is the best."""
    return analysis.hint_for(job.context(Budget(job.seconds, HINT.iterations)))


def ready() -> int:
    """In a pool process: everything is loaded."""
    return os.getpid()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to handle
    if hasattr(os, "nice"):
        os.nice(5)  # people's messages come first


@final
class BotPool:
    """A pool of processes that think for bots."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        """How many think at the same time."""
        self.waiting = 0
        """Decisions in progress or queued."""
        self._closed = False
        self._pool = self._new_pool()

    async def warm(self) -> None:
        """Start the processes, so that the first decision does not have to wait for them."""
        await asyncio.gather(*(self._run(ready, (), 60.0) for _ in range(self.processes)))

    async def choose(self, job: Job) -> int:
        """A bot's move."""
        move, trouble = await self._run(choose, (job,), job.seconds + GRACE)
        if trouble is not None:
            log.error("bot failed; greedy moved instead", game=job.game, level=job.level, trouble=trouble)
        return int(move)

    async def hint(self, job: Job) -> list[RatedMove]:
        """An estimate of each move."""
        found: list[RatedMove] = await self._run(hint, (job,), job.seconds + GRACE)
        return found

    async def _run(self, work, arguments, seconds: float):  # type: ignore[no-untyped-def]
        self.waiting += 1
        try:
            for tried in range(TRIES):
                pool = self._pool
                try:
                    return await self._run_in(pool, work, arguments, seconds)
                except (ProcessExpired, TimeoutError, CancelledError, RuntimeError) as error:
                    fault = not isinstance(error, RuntimeError) or not pool.active  # else the work itself failed
                    if tried + 1 == TRIES or self._closed or not fault:
                        raise
                    log.warning("a bot process died", work=work.__name__, error=repr(error))
                    if not pool.active:
                        self._renew(pool)
            raise AssertionError("unreachable: the last try returns or raises")
        finally:
            self.waiting -= 1

    async def _run_in(self, pool, work, arguments, seconds: float):  # type: ignore[no-untyped-def]
        """Run some work; renews the pool if nothing comes back for longer than all earlier work could take."""
        # In a thread: the first call starts the pool's processes, which blocks.
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
        """Replace the pool: one whose process is killed while idle is broken for good, and may hang."""
        if self._pool is broken and not self._closed:
            log.error("restarting the bot processes")
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
