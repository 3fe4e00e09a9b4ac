"""Parallel jobs, each a sequence of commands, with a live line for each.

A job may wait for others (`after`); it is skipped if one of them has failed. On a terminal the lines are updated in
place; elsewhere a line is written when a job has ended. Ctrl-C terminates all jobs with everything they have started.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TextIO

RENEW = 0.2
"""Seconds between two polls of the jobs."""
GRACE = 3.0
"""Seconds that a process has to terminate by itself."""


@dataclass(frozen=True)
class Step:
    """One command."""

    label: str
    command: Sequence[str]
    cwd: Path
    env: Mapping[str, str] = field(default_factory=dict)
    """Added to the environment."""
    fine: tuple[int, ...] = (0,)
    """Exit codes that are no failure."""
    needed: bool = False
    """If it fails, the following steps make no sense."""


@dataclass
class Job:
    """Commands that run one after another, even after a failed one."""

    name: str
    steps: list[Step]
    status: Callable[[], str] | None = None
    """Returns the progress for its line."""
    limit: float | None = None
    """Seconds after which it is terminated, which is no failure: the caller reports what is missing."""
    grace: float = GRACE
    """Seconds that a process has to terminate by itself when asked to."""
    after: "Sequence[Job]" = ()
    """It starts when all of these have succeeded, and is skipped if one has failed."""
    code: int = 0
    output: str = ""
    """The output of the failed steps."""
    cut: bool = False
    """It was terminated because of the limit."""
    skipped: bool = False
    """A job that it needs has failed."""
    said: str = ""
    """The output of its last step."""
    step: str = ""
    began: float = 0.0
    ended: float | None = None
    _process: "subprocess.Popen[str] | None" = None
    _stopped: bool = False
    _done: threading.Event = field(default_factory=threading.Event)

    @property
    def seconds(self) -> float:
        return (time.monotonic() if self.ended is None else self.ended) - self.began

    @property
    def over(self) -> bool:
        return self.ended is not None

    @property
    def line(self) -> str:
        mark = "…" if not self.over else "✗" if self.code else "·" if self.cut or self.skipped else "✓"
        if self.skipped:
            return f"{mark} {self.name:<8} skipped"
        waiting = [job.name for job in self.after if not job.over]
        if waiting and not self.over:
            return f"{mark} {self.name:<8} waits for {', '.join(waiting)}"
        about = ", ".join(step.label for step in self.steps) if self.over else self.step
        status = f": {self.status()}" if self.status is not None else ""
        return f"{mark} {self.name:<8} {self.seconds:5.1f} s  {about}{status}"

    def run(self) -> None:
        """Run all steps, once the jobs that it waits for are over."""
        for job in self.after:
            job.wait()
        self.began = time.monotonic()
        self.skipped = any(job.code or job.skipped for job in self.after)
        for step in [] if self.skipped else self.steps:
            if self._stopped or self.cut:
                break
            self.step = step.label
            said = self._run(step)
            if said is not None:
                self.code = 1
                self.output += f"$ {' '.join(map(str, step.command))}\n{said.rstrip()}\n"
                if step.needed:
                    break
        self.ended = time.monotonic()
        self._done.set()

    def wait(self) -> None:
        """Wait until it is over."""
        self._done.wait()

    def _run(self, step: Step) -> str | None:
        """Run a command; return its output if it failed, else None."""
        environment = {**os.environ, **step.env}
        try:
            process = subprocess.Popen(
                step.command,
                cwd=step.cwd,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            return f"{error}"
        self._process = process
        if self._stopped:
            self.end()
        left = None if self.limit is None else max(0.1, self.limit - self.seconds)
        try:
            said, _ = process.communicate(timeout=left)
        except subprocess.TimeoutExpired:
            self.cut = True
            self.end()
            said, _ = process.communicate()
        self.said = said
        fine = process.returncode in step.fine or self.cut or self._stopped
        return None if fine else said or f"ended with {process.returncode}"

    def end(self) -> None:
        """Terminate the running process and all that it has started; kill them if they do not end."""
        process = self._process
        if process is not None and process.poll() is None:
            signal_group(process.pid, signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(self.grace)
            signal_group(process.pid, signal.SIGKILL)

    def stop(self) -> None:
        """Run no further step."""
        self._stopped = True


def signal_group(group: int, number: int) -> None:
    """Send a signal to all processes of a group, if any is left."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


class Shown(Protocol):
    """What a board shows."""

    @property
    def over(self) -> bool: ...

    @property
    def line(self) -> str: ...


class Board:
    """A live line for each of several things."""

    def __init__(self, shown: Sequence[Shown], out: TextIO | None = None, every: float = float("inf")) -> None:
        self.shown = shown
        self.out = sys.stdout if out is None else out
        self.live = self.out.isatty()
        self.every = every
        """Where lines cannot be updated in place: also report what is not over, after this many seconds."""
        self._drawn = 0
        self._reported: set[int] = set()
        self._last = time.monotonic()

    def draw(self) -> None:
        if self.live:
            width = os.get_terminal_size(self.out.fileno()).columns
            up = f"\x1b[{self._drawn}F" if self._drawn else ""
            self.out.write(up + "".join(f"\x1b[2K{one.line[: width - 1]}\n" for one in self.shown))
            self._drawn = len(self.shown)
        else:
            all_of_them = time.monotonic() > self._last + self.every
            for number, one in enumerate(self.shown):
                if number not in self._reported and (one.over or all_of_them):
                    self.out.write(one.line + "\n")
                    if one.over:
                        self._reported.add(number)
            if all_of_them:
                self._last = time.monotonic()
        self.out.flush()


def run(jobs: list[Job], board: Board | None = None) -> None:
    """Run all jobs in parallel until all have ended."""
    board = Board(jobs) if board is None else board
    threads = [threading.Thread(target=job.run, daemon=True) for job in jobs]
    for job, thread in zip(jobs, threads, strict=True):
        job.began = time.monotonic()
        thread.start()
    try:
        while any(thread.is_alive() for thread in threads):
            board.draw()
            time.sleep(RENEW)
        board.draw()
    except KeyboardInterrupt:
        for job in jobs:
            job.stop()
        ending = [threading.Thread(target=job.end) for job in jobs]
        for thread in ending:
            thread.start()
        for thread in [*ending, *threads]:
            thread.join(10 * GRACE)
        raise
