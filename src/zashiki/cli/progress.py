"""Progress bars, and stopping by Ctrl-C."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

SHORT_WAIT: Final = 2.0
"""Seconds: a shorter wait gets no progress bar."""

ESTIMATE_AFTER: Final = 0.5
"""Seconds before the length of the wait is estimated."""

BAR_PAUSE: Final = 0.1
"""Seconds between two updates of the bar."""

LINE_PAUSE: Final = 15.0
"""Seconds between two lines, where there is no terminal for a bar."""


class Bar:
    """A progress bar that appears only for longer waits; without a terminal, a line now and then."""

    def __init__(
        self, total: int, console: Console, clock: Callable[[], float] = time.perf_counter, verb: str = "playing"
    ) -> None:
        self.total = total
        self.console = console
        self.verb = verb
        self.clock = clock
        self.progress: Progress | None = None
        """The bar, once it has appeared."""
        self._began = self._moved = clock()

    def at(self, done: int) -> None:
        """Show that this many are done."""
        now = self.clock()
        if now - self._moved < (BAR_PAUSE if self.console.is_terminal else LINE_PAUSE):
            return
        self._moved = now
        waited = now - self._began
        if not self.console.is_terminal:
            left = waited / max(1, done) * (self.total - done)
            self.console.print(f"{self.verb}: {done:,} of {self.total:,}, about {_span(left)} left", highlight=False)
            return
        long_wait = waited >= ESTIMATE_AFTER and waited / max(1, done) * self.total > SHORT_WAIT
        if self.progress is None and long_wait:
            columns = (TextColumn(self.verb), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self.progress = Progress(*columns, console=self.console, transient=True)
            self.progress.start()
            self.progress.add_task("", total=self.total)
        if self.progress is not None:
            self.progress.update(self.progress.task_ids[0], completed=done)

    def end(self) -> None:
        """Remove the bar."""
        if self.progress is not None:
            self.progress.stop()


class Stop:
    """Whether Ctrl-C was pressed."""

    asked = False


@contextmanager
def stopped_by_ctrl_c() -> Iterator[Stop]:
    """Within this context Ctrl-C only sets a flag, so that no game is cut short; a second one interrupts."""
    stop = Stop()

    def ask(_number: int, _frame: FrameType | None) -> None:
        stop.asked = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def _span(seconds: float) -> str:
    """A duration in words, no more exact than an estimate can be."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
