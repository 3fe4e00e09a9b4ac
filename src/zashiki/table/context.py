"""What the rooms of one process share."""

from typing import final

from zashiki.store.database import Database
from zashiki.store.ledger import Ledger
from zashiki.store.tables import Tables
from zashiki.table.background import BackgroundTasks
from zashiki.table.presence import RemotePresence
from zashiki.table.scheduler import Scheduler
from zashiki.table.steady_clock import SteadyClock


@final
class TableContext:
    """The database, the clock and the event loop, as every part of `table/` uses them."""

    def __init__(self, database: Database, *, alone: bool, now: SteadyClock) -> None:
        self.tables = Tables(database)
        """Reads tables, and inserts new ones."""
        self.ledger = Ledger(database)
        """Writes every later change."""
        self.alone = alone
        """Whether no other process serves the same tables."""
        self.now = now
        """The clock."""
        self.scheduler = Scheduler()
        """Awaited before anything that keeps the event loop busy."""
        self.tasks = BackgroundTasks()
        self.remote = RemotePresence()
        """Who is connected to other processes."""
