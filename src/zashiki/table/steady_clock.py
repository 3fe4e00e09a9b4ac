"""The clock of a process: the time of day when it started, and from then on a clock that nobody can set.

A turn must be neither longer nor shorter because somebody sets the system's clock. So what has passed is measured by a
steady clock, and the time of day only corrects it: by at most one part in a hundred, which no player notices, and never
backwards. What is done about larger steps is decided in `timekeeping.py`.
"""

import time
from collections.abc import Callable
from typing import Final, final

SLEW: Final = 0.01
"""Seconds by which the clock is corrected per second, at most."""


@final
class SteadyClock:
    """Seconds since 1970, never set back."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self.wall = wall
        """The system's clock, which may be set."""
        self.steady = steady
        """A clock that only runs on."""
        self._offset = wall() - steady()
        self._corrected_at = steady()

    def __call__(self) -> float:
        return self.steady() + self._offset

    def begin(self, at: float) -> None:
        """Set the clock, before anybody has seen it."""
        self._offset = at - self.steady()

    def reach(self, at: float) -> None:
        """Be at least as late as this."""
        self._offset += max(0.0, at - self())

    def approach(self, at: float) -> None:
        """Correct the clock slowly towards this time."""
        now = self.steady()
        most = SLEW * max(0.0, now - self._corrected_at)
        self._corrected_at = now
        self._offset += min(most, max(-most, at - self()))
