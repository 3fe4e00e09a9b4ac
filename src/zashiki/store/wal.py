"""SQLite's write-ahead log, as far as it has to be read: a header, then frames, each a page with where it belongs.

How many frames are committed is asked of SQLite itself, so nothing half-written is ever read here.
"""

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

HEADER: Final = struct.Struct(">8I")
FRAME: Final = struct.Struct(">6I")
MAGIC: Final = (0x377F0682, 0x377F0683)


class BadLog(Exception):
    """The log does not contain what it should: it was restarted meanwhile."""


@dataclass(frozen=True)
class LogHeader:
    """What tells one log from the next in the same file."""

    page_size: int
    salts: tuple[int, int]
    """The first grows by one with each restart of the log, the second is drawn at random."""

    def follows(self, other: "LogHeader") -> bool:
        """Whether this is the very next log after the other."""
        return self.salts[0] == (other.salts[0] + 1) & 0xFFFF_FFFF and self.page_size == other.page_size


@dataclass(frozen=True)
class Frame:
    """A page as a transaction has left it."""

    page: int
    """Its number, from 1."""
    size: int
    """At the end of a transaction, the pages of the database; otherwise 0."""
    data: bytes


def log_of(file: Path) -> Path:
    """The write-ahead log of a database."""
    return file.with_name(file.name + "-wal")


def read_header(file: Path) -> LogHeader | None:
    """The header of a database's log; None if there is none yet."""
    try:
        with log_of(file).open("rb") as stream:
            raw = stream.read(HEADER.size)
    except FileNotFoundError:
        return None
    if len(raw) < HEADER.size:
        return None
    magic, _, page_size, _, first, second, _, _ = HEADER.unpack(raw)
    return LogHeader(page_size, (first, second)) if magic in MAGIC else None


def read_frames(file: Path, header: LogHeader, first: int, last: int) -> Iterator[Frame]:
    """The frames from number `first` to `last`, counted from 1; `BadLog` if they are not of this log."""
    length = FRAME.size + header.page_size
    with log_of(file).open("rb") as stream:
        stream.seek(HEADER.size + (first - 1) * length)
        for number in range(first, last + 1):
            yield _read_frame(stream, header, number)


def _read_frame(stream: IO[bytes], header: LogHeader, number: int) -> Frame:
    raw = stream.read(FRAME.size + header.page_size)
    if len(raw) < FRAME.size + header.page_size:
        raise BadLog(f"frame {number} is missing")
    page, size, first, second, _, _ = FRAME.unpack_from(raw)
    if (first, second) != header.salts:
        raise BadLog(f"frame {number} is of another log")
    return Frame(page, size, raw[FRAME.size :])


def ended_at(file: Path, old: LogHeader, last: int, new: LogHeader) -> bool:
    """Whether a log that has been replaced by a new one in the same file provably had no frames after `last`.

    The new one overwrites it from its beginning: what came after `last` would still be there, or is overwritten, too.
    """
    with log_of(file).open("rb") as stream:
        stream.seek(HEADER.size + last * (FRAME.size + old.page_size))
        raw = stream.read(FRAME.size)
    return len(raw) < FRAME.size or FRAME.unpack(raw)[2:4] not in (old.salts, new.salts)


def log_bytes(file: Path) -> int:
    """The size of a database's log."""
    try:
        return os.stat(log_of(file)).st_size
    except FileNotFoundError:
        return 0
