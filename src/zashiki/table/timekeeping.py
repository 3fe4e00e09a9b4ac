"""Keeps the clocks of all processes together, whatever happens to the clocks of their machines.

The time of day comes from PostgreSQL, which all processes share, or with SQLite from the machine. Small differences are
corrected slowly. If the time of day is far ahead (it was set forward, or the machine has slept), that is a pause: first
all clocks of the games are moved by it in the books, then this process's own. If it is far behind (it was set back),
the process's clock just runs on, a little slower, until they agree. And nobody is ever behind the books: what was
stored last is the earliest that it can be now, also after a restart.
"""

from typing import Final, final

import structlog

from zashiki.table.context import TableContext
from zashiki.table.rooms import Rooms

CLOSED_FOR: Final = 5.0
"""Seconds without a heartbeat after which the server counts as down; clocks are stopped meanwhile."""
HEARTBEAT_EVERY: Final = 1.0
"""Seconds between heartbeats."""
SLOWEST: Final = 0.5
"""Seconds that the database may take to tell the time; after that its answer is too old."""
FAR: Final = 2.0
"""Seconds by which a clock may be wrong before it is told."""

log = structlog.get_logger("zashiki.clock")


@final
class Timekeeping:
    """The heartbeat of this process, and its clock."""

    def __init__(self, context: TableContext, rooms: Rooms) -> None:
        self.context = context
        self.clock = context.now
        self.rooms = rooms
        self.heartbeat_at = self.clock()
        """When the last heartbeat began."""
        self.stored_at = 0.0
        """The last heartbeat that is in the database."""
        self.off = 0.0
        """Seconds by which this process's clock is ahead of the time of day."""
        self.machine_off = 0.0
        """Seconds by which the machine's clock is ahead of the time of day: not 0 only with PostgreSQL."""
        self._told = (False, False)
        self._begun = False

    async def heartbeat(self) -> None:
        """Record that the server is running. Nobody loses time while it is not: stopped, or without its database."""
        day = await self._time_of_day()
        if day - self.clock() >= CLOSED_FOR:
            log.warning("the time of day has jumped ahead: all clocks are moved", seconds=round(day - self.clock(), 1))
            await self._record(self.clock())  # so that nothing but the jump counts as a pause
            await self._record(day)
            await self._read_clocks()  # another process may have moved them
            self.clock.reach(day)
        self.clock.approach(day)
        self.heartbeat_at = self.clock()
        await self._record(self.heartbeat_at)
        self._tell(day)

    async def follow(self) -> None:
        """The same for a process that serves nobody, and so sends no heartbeat: follow the others."""
        day = await self._time_of_day()
        self.clock.reach(await self.context.tables.last_alive() or 0.0)
        self.clock.approach(day)
        self._tell(day)

    async def _record(self, now: float) -> None:
        pause = await self.context.tables.alive(now, CLOSED_FOR)
        self.stored_at = now
        if pause > 0:
            log.info("clocks were stopped", seconds=round(pause, 1))
        if abs(pause) >= CLOSED_FOR:
            await self._read_clocks()
        if pause < 0:  # the books are ahead: another process is, or the clock was set back before the start
            self.clock.reach(now - pause)

    async def _read_clocks(self) -> None:
        for room in self.rooms.loaded():
            await room.catch_up()

    async def _time_of_day(self) -> float:
        """The time of day, or this process's own time if it cannot be told exactly."""
        began = self.clock.steady()
        day = await self.context.tables.time_of_day()
        taken = self.clock.steady() - began
        if day is None:
            return self.clock.wall()
        day += taken / 2
        if not self._begun:
            self._begun = True
            self.clock.begin(day)  # so far it had only the machine's word
        return self.clock() if taken > SLOWEST else day

    def _tell(self, day: float) -> None:
        self.off = self.clock() - day
        self.machine_off = self.clock.wall() - day
        told = (abs(self.off) >= FAR, abs(self.machine_off) >= FAR)
        if told[0] and not self._told[0]:
            log.warning("the time of day was set back; the clock runs slower until they agree", seconds=round(self.off))
        if told[1] and not self._told[1]:
            log.warning("this machine's clock differs from the database's", seconds=round(self.machine_off))
        if self._told != told and told == (False, False):
            log.info("the clocks agree again")
        self._told = told
