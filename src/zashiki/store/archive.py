"""A backup as a file: the rows of every table as lines of JSON, compressed.

The first line describes it: the format, the version of the schema, the columns and the number of rows of each table.
Then follows a line for each row, `["players", ["p7…", "Aki", …]]`, and finally the SHA-256 of everything before. Bytes
are written in hexadecimal. So the file depends on neither database, any program can read it, and a truncated file is
detected.
"""

import errno
import gzip
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Final, final

FORMAT: Final = "zashiki-backup/1"
FAMILY: Final = "zashiki-backup/"
LONGEST: Final = 64_000_000
"""Most bytes of one line; no row is nearly as long."""


class NotWritten(Exception):
    """The file could not be written: the disk is full, or gone."""


class BadArchive(Exception):
    """The file is not a backup, or incomplete, or was changed."""


@dataclass(frozen=True)
class Header:
    """The first line of a backup."""

    schema: str
    """The version of the schema."""
    made_at: float
    columns: dict[str, list[str]]
    """The columns of each table; tables in an order that respects foreign keys."""
    rows: dict[str, int]
    """How many rows each table has."""
    format: str = FORMAT

    @property
    def total(self) -> int:
        """The number of rows in all tables."""
        return sum(self.rows.values())


@contextmanager
def atomic_file(path: Path, *, force: bool) -> Iterator[IO[bytes]]:
    """A file that gets its name only when it is complete. Only its owner may read it: it contains secrets."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EISDIR, "is not a regular file", str(path))
    if path.exists() and not force:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(path)
        _flush_folder(path.parent)
    finally:
        Path(name).unlink(missing_ok=True)


def _flush_folder(folder: Path) -> None:
    """Keep the new name of a file: it is written to the folder, which a power cut may forget as well."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows has nothing of the kind
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _disk_errors() -> Iterator[None]:
    """Report errors of the disk as such: otherwise they would pass for errors of the database."""
    try:
        yield
    except OSError as error:
        raise NotWritten(error.strerror or str(error)) from error


@final
class Writer:
    """Writes a backup, line by line."""

    def __init__(self, stream: IO[bytes], header: Header) -> None:
        with _disk_errors():
            self._packed = gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=header.made_at)
        self._sum = hashlib.sha256()
        self._line(asdict(header))

    def row(self, table: str, values: list[Any]) -> None:
        """Write a row, with values in the order of the header's columns."""
        self._line([table, values])

    def end(self) -> None:
        """Write the checksum and close the file."""
        self._line({"sha256": self._sum.hexdigest()})
        with _disk_errors():
            self._packed.close()

    def _line(self, value: object) -> None:
        line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        self._sum.update(line)
        with _disk_errors():
            self._packed.write(line)


@final
class Reader:
    """Reads a backup. Any defect raises `BadArchive`, at the latest after the last row."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._packed = gzip.GzipFile(fileobj=stream, mode="rb")
        self._sum = hashlib.sha256()
        try:
            line = self._packed.readline(LONGEST)
        except (EOFError, OSError, zlib.error):
            raise BadArchive("is not a Zashiki backup") from None
        self.header = _header(line)
        """What the file contains."""
        self._sum.update(line)

    def rows(self) -> Iterator[tuple[str, list[Any]]]:
        """Every row with its table. If this completes, the file is complete and unchanged."""
        left = dict(self.header.rows)
        while True:
            line = self._next()
            value = _json(line)
            if isinstance(value, dict):
                break
            table, values = _row(value)
            if left.get(table, 0) < 1 or len(values) != len(self.header.columns[table]):
                raise BadArchive(f"was changed: too many rows of {table!r}, or one of the wrong length")
            left[table] -= 1
            self._sum.update(line)
            yield table, values
        if value.get("sha256") != self._sum.hexdigest() or any(left.values()):
            raise BadArchive("was changed after it was written: its checksum is wrong")
        if self._next(last=True):
            raise BadArchive("was changed after it was written: there is data after its end")

    def _next(self, *, last: bool = False) -> bytes:
        try:
            line = self._packed.readline(LONGEST)
        except EOFError:
            raise BadArchive("is incomplete: its end is missing") from None
        except (OSError, zlib.error):
            raise BadArchive("was changed after it was written: it cannot be decompressed") from None
        if not line.endswith(b"\n") and not last:
            raise BadArchive("is incomplete: its end is missing")
        return line


def _header(line: bytes) -> Header:
    try:
        data = json.loads(line)
        form = data["format"]
    except (ValueError, TypeError, KeyError):
        raise BadArchive("is not a Zashiki backup") from None
    if form != FORMAT:
        newer = isinstance(form, str) and form.startswith(FAMILY)
        raise BadArchive(f"has format {form}; expected {FORMAT}" if newer else "is not a Zashiki backup")
    try:
        header = Header(**data)
        fits = header.columns.keys() == header.rows.keys() and min(header.rows.values(), default=0) >= 0
        fits = fits and isinstance(header.schema, str) and all(type(names) is list for names in header.columns.values())
    except (TypeError, AttributeError):
        fits = False
    if not fits:
        raise BadArchive("was changed after it was written: its first line is wrong")
    return header


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise BadArchive("was changed after it was written: a line is not JSON") from None


def _row(value: Any) -> tuple[str, list[Any]]:
    match value:
        case [str(table), list(values)]:
            return table, values
        case _:
            raise BadArchive("was changed after it was written: a line is not a row")
