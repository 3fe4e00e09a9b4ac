"""Steps that run in parallel, with a line for each: its progress, what it waits for and the remaining time.

The cache remembers how long a step took, to estimate the next run. On a terminal the lines are updated in place;
elsewhere a line is printed when a step starts, every few seconds, and when it is done.
"""

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, final

PATIENCE: Final = 5.0
"""Seconds between two lines of one step where lines are not updated in place."""
WIDTH: Final = 18
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Failed(Exception):
    """A step failed; the text is its output."""


@final
class Step:
    """Work that takes a while. `work` gets the step, to report progress."""

    def __init__(self, name: str, usual: float, work: "Callable[[Step], None]") -> None:
        self.name = name
        self.usual = usual
        """The expected duration in seconds."""
        self.work = work
        self.part: float | None = None
        """Progress from 0 to 1, if known."""
        self.waits_for = ""
        """What it is doing, or waiting for."""
        self.began = 0.0
        self.took: float | None = None
        self.error: Exception | None = None
        self.done = threading.Event()
        self._said = 0.0

    def start(self) -> None:
        """Start on a new thread."""
        self.began = time.monotonic()
        threading.Thread(target=self._do, daemon=True).start()

    def _do(self) -> None:
        try:
            self.work(self)
            self.took = time.monotonic() - self.began
        except Exception as error:
            self.error = error
        finally:
            self.done.set()

    def run(self, command: Sequence[str | Path], env: Mapping[str, str] | None = None, quietly: bool = False) -> None:
        """Run a program; its last line is what the step waits for. `Failed` has its whole output."""
        line = [str(part) for part in command]
        said: list[str] = []
        with subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=env
        ) as process:
            assert process.stdout is not None
            for raw in process.stdout:
                text = _COLOUR.sub("", raw).strip()
                found = re.fullmatch(r"progress (\w+) ([0-9.]+)(?: (.*))?", text)
                if found is not None:
                    self.part = float(found[2])
                    self.waits_for = found[3] or found[1]
                elif text:
                    said.append(text)
                    if not quietly:
                        self.waits_for = text
        if process.returncode != 0:
            raise Failed("\n".join(said[-40:]) or f"{line[0]} ended with {process.returncode}")

    def line(self) -> str:
        """The status in one line."""
        spent = time.monotonic() - self.began
        if self.took is not None:
            return f"{self.name:{WIDTH}} done in {self.took:.0f} s"
        left = self.usual - spent
        if self.part is not None and self.part > 0.1:
            left = min(spent / self.part * (1 - self.part), max(left, 0) + spent)
        still = f"about {left:.0f} s left" if left >= 1 else "any moment now" if left > -10 else "longer than usual"
        return f"{self.name:{WIDTH}} {spent:3.0f} s, {still}" + (f": {self.waits_for}" if self.waits_for else "")


def times_file(cache: Path | None) -> Path | None:
    """Return the file with the times of steps."""
    return None if cache is None else cache / "times.json"


def remembered(cache: Path | None) -> dict[str, float]:
    """Return how long each step took the last time."""
    file = times_file(cache)
    try:
        data = {} if file is None else json.loads(file.read_text("utf-8"))
        return {str(name): float(seconds) for name, seconds in data.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def remember(cache: Path | None, steps: Sequence[Step]) -> None:
    """Store how long steps took; failing to write is no error."""
    file = times_file(cache)
    known = remembered(cache) | {step.name: step.took for step in steps if step.took is not None and step.took > 1}
    try:
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(known, indent=1), "utf-8")
    except OSError:
        pass


def watch(steps: Sequence[Step], until: Callable[[], bool] | None = None) -> None:
    """Show the progress of steps until all are done or `until` returns true. The first error ends it."""
    moving = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    drawn = 0
    while True:
        over = all(step.done.is_set() for step in steps) or (until is not None and until())
        running = [step for step in steps if step.began and (moving or not step.done.is_set())]
        if moving:
            columns = _columns()
            lines = [step.line()[: columns - 1] for step in running]
            up = f"\x1b[{drawn}F" if drawn else ""
            sys.stderr.write(up + "".join(f"\x1b[2K{line}\n" for line in lines))
            drawn = len(lines)
        else:
            for step in running:
                if time.monotonic() - step._said >= PATIENCE:
                    step._said = time.monotonic()
                    sys.stderr.write(step.line() + "\n")
        sys.stderr.flush()
        for step in steps:
            if step.done.is_set() and not moving and step.took is not None and step._said >= 0:
                step._said = -1.0
                sys.stderr.write(step.line() + "\n")
            if step.error is not None:
                raise step.error
        if over:
            return
        time.sleep(0.1)


def finish(step: Step, cache: Path | None) -> int:
    """Run one step with progress and return the exit code for the script."""
    step.start()
    try:
        watch([step])
    except Failed as error:
        sys.stderr.write(f"{error}\n")
        return 1
    remember(cache, [step])
    return 0


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns
    except OSError:
        return 80
