"""Errors of the database: who is busy, what is damaged.

Damage is remembered until a complete check has found none, logged at once, and told by `/healthz`.
"""

import json
import re
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, final

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from zashiki.store.schema import metadata

Kind = Literal["busy", "damage", "other"]

ERRORS: Final = (DBAPIError, PoolTimeout, OSError, json.JSONDecodeError)
"""Raised when a database does not work; invalid JSON in a column is damage that SQLite cannot see."""
BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
UNREADABLE: Final = frozenset(
    {
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_DIR_FSYNC,
        sqlite3.SQLITE_IOERR_CORRUPTFS,
        sqlite3.SQLITE_IOERR_DATA,
    }
)
"""Errors of the disk after which what is stored cannot be trusted. Writing that fails for want of space is none."""
BUSY_STATES: Final = frozenset({"55P03", "57014", "40P01"})
"""Of PostgreSQL: a lock was not available, a statement took too long, a deadlock."""
DAMAGED_STATES: Final = frozenset({"XX001", "XX002", "58030"})
"""Of PostgreSQL: data or an index is corrupted, the disk cannot be read."""
REMEDY: Final = "stop the server, keep a copy of the files, run 'zashiki admin doctor --full', restore a backup"
NAMED: Final = re.compile(r'\b(?:FROM|JOIN|INTO|UPDATE)\s+"?(\w+)', re.IGNORECASE)
REPEAT: Final = 60.0
"""Seconds after which the same damage is logged again."""

log = structlog.get_logger("zashiki.damage")


def kind_of(error: BaseException) -> Kind:
    """What an error of the database means."""
    if isinstance(error, PoolTimeout):
        return "busy"
    if isinstance(error, json.JSONDecodeError):
        return "damage"
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, sqlite3.Error):
        return _kind_in_sqlite(cause)
    state = getattr(cause, "sqlstate", None)
    return "busy" if state in BUSY_STATES else "damage" if state in DAMAGED_STATES else "other"


def _kind_in_sqlite(error: sqlite3.Error) -> Kind:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # raised by the driver, which cannot decode a text
        return "damage" if "Could not decode" in str(error) else "other"
    if code & 0xFF in BUSY:
        return "busy"
    return "damage" if code & 0xFF in DAMAGED or code in UNREADABLE else "other"


def one_line(error: BaseException) -> str:
    """The error in one line, without the statement and its values."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, json.JSONDecodeError):
        return "JSONDecodeError: a column contains no JSON"  # its own text would quote it
    return " ".join(f"{type(cause).__name__}: {cause}".split())[:200]


def tables_in(error: BaseException) -> str:
    """The tables that the failed statement names."""
    statement = error.statement if isinstance(error, DBAPIError) else None
    if statement is None:
        return "unknown"
    named = set(NAMED.findall(statement))
    return ", ".join(sorted(named & metadata.tables.keys())) or "unknown"


@dataclass
class Incident:
    """Damage that was found."""

    where: str
    """The tables, or the file."""
    what: str
    first: float
    last: float
    times: int = 1
    logged: float = 0.0


@final
class Damage:
    """The damage found in one database since its last complete check."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self.now = now
        self._found: dict[tuple[str, str], Incident] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    @property
    def incidents(self) -> list[Incident]:
        """Everything found."""
        return list(self._found.values())

    def note(self, where: str, what: str) -> None:
        """Remember damage, and log it: the first time at once, then now and then."""
        now = self.now()
        found = self._found.setdefault((where, what), Incident(where, what, now, now, times=0))
        found.times, found.last = found.times + 1, now
        if now - found.logged >= REPEAT:
            found.logged = now
            log.error("the database is damaged", where=where, what=what, times=found.times, remedy=REMEDY)

    def checked(self, since: float) -> None:
        """A complete check that began at `since` has found nothing: what was found before is resolved."""
        resolved = [key for key, incident in self._found.items() if incident.last < since]
        for key in resolved:
            del self._found[key]
        if resolved and not self._found:
            log.warning("a complete check has found no damage any more")
