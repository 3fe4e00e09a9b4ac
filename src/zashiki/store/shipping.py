"""Ships SQLite's write-ahead log to a folder, so that a lost disk loses seconds instead of a day.

A thread of its own asks SQLite every second how many frames are committed, and writes those that are new as a segment.
It alone lets the log begin again: a read transaction that is always open (the guard) keeps everybody else from doing
so, and where that is not certain, a new generation begins with a new copy of the database. So no gap passes unnoticed.

Nothing here may stop a game: while the folder is full or gone, it is tried again, and the log is kept small meanwhile.
"""

import hashlib
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, final

import structlog

from zashiki.store.files import create_private
from zashiki.store.generations import (
    SNAPSHOT,
    Generation,
    Manifest,
    Segment,
    new_generation,
    prune,
    write_manifest,
    write_segment,
    write_whole,
)
from zashiki.store.wal import BadLog, LogHeader, ended_at, log_bytes, read_frames, read_header

CHECKPOINT: Final = 1000
"""Frames after which the log is moved into the database and begins again."""
LOG_MOST: Final = 64_000_000
"""Bytes of the log after which an unreachable folder is given up for a while."""
BLOCK: Final = 4000
"""Most frames of one segment."""
COPIED: Final = 500
"""Pages that are copied at a time for a new generation."""
WAIT: Final = 0.05
"""Seconds that a checkpoint waits for readers: nobody can write meanwhile."""
RETRY: Final = 60.0
"""Seconds after which a failure is logged again."""
GENERATIONS: Final = 60
"""Most generations that are kept, however often a server restarts."""
ERRORS: Final = (OSError, sqlite3.Error, BadLog)

log = structlog.get_logger("zashiki.shipping")


@dataclass(frozen=True)
class Shipping:
    """How far the backup is; replaced as a whole, so any thread may read it."""

    generation: str | None = None
    """The complete generation that is being continued."""
    position: int = 0
    """Frames shipped since it began."""
    waiting: int = 0
    """Frames that were committed and not shipped at the last look."""
    passes: int = 0
    """How often everything that was committed before the pass began has been shipped."""
    shipped_at: float | None = None
    """Everything committed before this is in the folder."""
    problem: str | None = None


@dataclass
class _Chain:
    """A generation that is being written."""

    generation: Generation
    header: LogHeader
    cursor: int = 0
    """Frames of the present log that are shipped."""
    position: int = 0
    number: int = 0
    """The last segment."""
    digest: str = ""
    began_at: float = 0.0
    complete: bool = False


@final
class Shipper:
    """Writes one database to one folder until it is stopped."""

    def __init__(
        self,
        file: Path,
        target: Path,
        *,
        every: float = 1.0,
        renew: float = 86_400.0,
        keep: float = 7 * 86_400.0,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.file = file
        self.target = target
        self.every = every
        self.renew = renew
        """Seconds after which a new generation begins."""
        self.keep = keep
        """How far back one can go."""
        self.now = now
        self.state = Shipping()
        self._chain: _Chain | None = None
        self._guard: sqlite3.Connection | None = None
        self._checker: sqlite3.Connection | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="shipping", daemon=True)
        self._logged = 0.0
        self._bumps = 0
        self._restart_at = CHECKPOINT
        """Frames after which the log is restarted; more, after readers have prevented it."""

    def start(self) -> None:
        """Begin to ship."""
        self._thread.start()

    def stop(self) -> None:
        """Ship what is left, and end."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            self.ship()
            self._stop.wait(self.every)
        self.ship(last=True)
        self.close()

    def close(self) -> None:
        """Close the connections to the database."""
        for connection in (self._guard, self._checker):
            if connection is not None:
                connection.close()
        self._guard = self._checker = None

    # One pass

    def ship(self, *, last: bool = False) -> None:
        """One pass: ship what is new, and keep the log small. Never raises: the game goes on."""
        try:
            self._pass(last=last)
        except ERRORS as error:
            self._failed(error)
            if isinstance(error, BadLog) or log_bytes(self.file) > LOG_MOST:
                self._give_up()
            if self._chain is None:
                with suppress(*ERRORS):
                    self._checkpoint_plainly()

    def _pass(self, *, last: bool) -> None:
        chain = self._chain
        if chain is None or (self.now() - chain.began_at >= self.renew and not last):
            if last:
                return
            self._begin()
            return
        self._ship(chain)
        frames = self._last_frame()
        if frames >= max(CHECKPOINT, self._restart_at):
            self._restart_at = CHECKPOINT if self._restart_log(chain) else frames + CHECKPOINT

    def _failed(self, error: Exception) -> None:
        problem = f"{type(error).__name__}: {getattr(error, 'strerror', None) or error}"
        if self.state.problem is None or self.now() - self._logged >= RETRY:
            self._logged = self.now()
            log.error("the continuous backup fails; it is retried", folder=str(self.target), error=problem)
        self._tell(problem=problem)

    def _tell(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def _give_up(self) -> None:
        """The chain has a gap, or would need a log that grows for ever: the next one begins with a copy."""
        if self._chain is not None:
            log.warning("a new generation of the backup will begin", after=self._chain.generation.name)
        self._chain = None
        self._tell(generation=None)
        if self._guard is not None:
            self._guard.close()
            self._guard = None

    # The database

    def _connect(self, wait: float) -> sqlite3.Connection:
        create_private(self.file)
        connection = sqlite3.connect(self.file, timeout=wait, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA wal_autocheckpoint=0")
        return connection

    def _control(self) -> sqlite3.Connection:
        if self._checker is None:
            self._checker = self._connect(WAIT)
        return self._checker

    def _last_frame(self) -> int:
        """The number of committed frames in the log; moves nothing that the guard has not seen."""
        busy, frames, _ = self._control().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if frames < 0:
            raise BadLog("the database is in use by somebody who checkpoints it" if busy else "there is no log")
        return int(frames)

    def _touch(self) -> None:
        """Commit something, so that a log which may begin again does so."""
        with suppress(sqlite3.OperationalError):  # somebody else is writing just now, which does as well
            self._bumps = (self._bumps + 1) & 0x7FFF_FFFF
            self._control().execute(f"PRAGMA user_version={self._bumps}")

    def _watch(self) -> sqlite3.Connection:
        """A new guard. While its transaction lasts, frames after it are not moved, so the log cannot begin again."""
        guard = self._connect(WAIT)
        guard.execute("BEGIN")
        guard.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return guard

    def _looked(self) -> tuple[LogHeader, int]:
        """The log's header and its committed frames, which belong together."""
        while True:
            before, frames = read_header(self.file), self._last_frame()
            if before is not None and before == read_header(self.file):
                return before, frames
            if before is None:
                self._touch()

    def _checkpoint_plainly(self) -> None:
        """Without a chain that could break."""
        if self._last_frame() >= CHECKPOINT:
            self._control().execute("PRAGMA wal_checkpoint(RESTART)").fetchone()

    # Shipping

    def _ship(self, chain: _Chain) -> None:
        """Ship everything that is committed."""
        at = self.now()
        header, frames = self._looked()
        self._follow(chain, header)
        self._ship_to(chain, frames, at)
        self._tell(
            generation=chain.generation.name if chain.complete else None,
            position=chain.position,
            waiting=0,
            passes=self.state.passes + (1 if chain.complete else 0),
            shipped_at=at if chain.complete else self.state.shipped_at,
            problem=None if chain.complete else self.state.problem,
        )

    def _ship_to(self, chain: _Chain, frames: int, at: float) -> None:
        """Ship the frames of the present log up to this number, in segments of whole transactions."""
        pages: dict[int, bytes] = {}
        size, begun = 0, chain.cursor
        self._tell(waiting=max(0, frames - chain.cursor))
        for number, frame in enumerate(read_frames(self.file, chain.header, begun + 1, frames), begun + 1):
            pages[frame.page] = frame.data
            if not frame.size:
                continue
            size = frame.size
            if number - chain.cursor >= BLOCK or number == frames:
                self._write(chain, number, size, pages, at)
                pages = {}
        if pages:
            raise BadLog("the last transaction has no end")

    def _write(self, chain: _Chain, frames: int, size: int, pages: dict[int, bytes], at: float) -> None:
        position = chain.position + frames - chain.cursor
        within = {number: data for number, data in pages.items() if number <= size}  # it may have shrunk since
        about = Segment(chain.number + 1, position, at, size, len(within), chain.digest)
        chain.digest = write_segment(chain.generation, about, within)
        chain.number, chain.position, chain.cursor = about.number, position, frames

    def _follow(self, chain: _Chain, header: LogHeader | None) -> None:
        """Go on with the next log, if the last one is shipped completely beyond doubt."""
        if header is None or header == chain.header:
            return
        if not header.follows(chain.header) or not ended_at(self.file, chain.header, chain.cursor, header):
            raise BadLog("the log was restarted by somebody else")
        chain.header, chain.cursor = header, 0

    def _restart_log(self, chain: _Chain) -> bool:
        """Move the log into the database and let it begin again; its last frames are shipped before.

        False if somebody reads an earlier state for a while: then it is not tried again at once.
        """
        assert self._guard is not None
        self._guard.execute("ROLLBACK")
        try:
            at = self.now()
            busy, frames, _ = self._control().execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
            self._follow(chain, read_header(self.file))  # a writer may have been faster
            if not busy:
                self._ship_to(chain, frames, at)
                self._touch()
        finally:
            self._guard.execute("BEGIN")
            self._guard.execute("SELECT count(*) FROM sqlite_master").fetchone()
        self._follow(chain, read_header(self.file))
        return not busy

    # A new generation

    def _begin(self) -> None:
        """Copy the database, and ship the log from its beginning on; meanwhile the old generation goes on."""
        old = self._chain
        if old is not None:
            self._ship(old)
        guard = self._watch()
        try:
            header, _ = self._looked()
            began = self.now()
            generation = new_generation(self.target, began)
            chain = _Chain(generation, header, began_at=began)
            size, copied, page_size = self._copy(guard, generation, old)
            chain.digest = copied
            at = self.now()
            self._ship(chain)
            chain.complete = True
            manifest = Manifest(at, page_size, size, copied)
            write_manifest(generation, manifest)
        except BaseException:
            guard.close()
            raise
        if self._guard is not None:
            self._guard.close()
        self._guard, self._chain = guard, chain
        log.info("a new generation of the backup", folder=str(generation.folder), bytes=size)
        self._ship(chain)
        for name in prune(self.target, self.now() - self.keep, GENERATIONS):
            log.info("an old generation of the backup was deleted", generation=name)

    def _copy(self, guard: sqlite3.Connection, generation: Generation, old: _Chain | None) -> tuple[int, str, int]:
        """Copy the database as the guard sees it; its size, its SHA-256 and the size of its pages."""
        draft = generation.folder / ".snapshot"
        create_private(draft)
        last = time.monotonic()

        def meanwhile(*_: object) -> None:
            nonlocal last
            if self._stop.is_set():
                raise OSError("stopped")
            if old is not None and time.monotonic() - last >= self.every:
                self._ship(old)
                last = time.monotonic()

        try:
            with closing(sqlite3.connect(draft)) as copy:
                copy.execute("PRAGMA synchronous=OFF")
                guard.backup(copy, pages=COPIED, progress=meanwhile)
            digest = hashlib.sha256()
            write_whole(generation.folder / SNAPSHOT, _compressed(draft, digest.update, meanwhile))
            page_size = int(guard.execute("PRAGMA page_size").fetchone()[0])
            return draft.stat().st_size, digest.hexdigest(), page_size
        finally:
            for leftover in generation.folder.glob(".snapshot*"):
                leftover.unlink(missing_ok=True)


def _compressed(file: Path, seen: Callable[[bytes], object], meanwhile: Callable[[], object]) -> Iterator[bytes]:
    packer = zlib.compressobj(1, wbits=31)
    with file.open("rb") as stream:
        while part := stream.read(1 << 20):
            seen(part)
            yield packer.compress(part)
            meanwhile()
    yield packer.flush()
