"""Asyncio tasks of one process: those that must finish before it stops, and those that are cancelled."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar, final

import structlog

from zashiki.store.database import Unavailable
from zashiki.table.refusals import Refused

T = TypeVar("T")

log = structlog.get_logger("zashiki.background")


@final
class BackgroundTasks:
    """Keeps a reference to every task, logs failures, and ends them in order."""

    def __init__(self) -> None:
        self.closing = False
        """Whether the process is shutting down."""
        self._changes: set[asyncio.Task[Any]] = set()
        self._background: set[asyncio.Task[None]] = set()

    def must_finish(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Start work that is completed even if the process is shutting down."""
        task = asyncio.create_task(work)
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
        return task

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start work in the background."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._done)

    def repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work` now and then at this interval; errors are logged and do not stop it."""
        self.start(_repeat(seconds, work))

    def _done(self, task: asyncio.Task[None]) -> None:
        self._background.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background task failed", error=repr(error), exc_info=error)

    async def cancel(self) -> None:
        """Begin to shut down: cancel what runs in the background."""
        self.closing = True
        for task in list(self._background):
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)

    async def finish(self) -> None:
        """Wait for all changes in progress, and for the background work that they start."""
        while self._changes or self._background:
            await asyncio.gather(*self._changes, *self._background, return_exceptions=True)

    async def settle(self) -> None:
        """Wait until nothing runs in the background; raises what went wrong there."""
        while self._background:
            await asyncio.gather(*self._background)


async def _repeat(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await work()
        except (Unavailable, Refused) as error:
            log.warning("will be retried", work=work.__name__, error=str(error))
        except Exception:
            log.exception("failed", work=work.__name__)
        await asyncio.sleep(seconds)
