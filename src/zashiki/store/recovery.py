"""Restoring a database from a continuous backup, as of its end or of a moment in between.

The database is built in a file of its own beside the target, checked completely, and only then gets its name.
"""

import hashlib
import os
import sqlite3
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from zashiki.store.files import create_private
from zashiki.store.generations import (
    SNAPSHOT,
    BadBackup,
    Generation,
    Manifest,
    Segment,
    generations,
    read_segment,
    sync_folder,
)

BLOCK: Final = 1 << 20
COUNTED: Final = ("players", "tables", "moves")
"""What is counted after a restore."""

Progress = Callable[[int, int], None]


class Occupied(Exception):
    """There is a database already."""


@dataclass(frozen=True)
class Restored:
    """What was restored."""

    generation: str
    position: int
    until: float
    """Everything committed before is in it."""
    segments: int
    rows: dict[str, int]
    problems: tuple[str, ...]
    """What was damaged or missing, so that it ends earlier than it should."""
    set_aside: tuple[Path, ...]
    """Left-over files of the lost database, which SQLite would have taken for those of this one."""


def restore(target: Path, file: Path, at: float | None, progress: Progress) -> Restored:
    """Restore to the last point, or the last one up to `at`; `BadBackup` if nothing can be restored."""
    if file.exists() and file.stat().st_size:
        raise Occupied(str(file))
    found = [one for one in generations(target) if one.complete]
    if not found:
        raise BadBackup(f"{target}: contains no continuous backup")
    draft = file.with_name(f".{file.name}.restoring")
    problems: list[str] = []
    try:
        for generation in reversed(found):
            try:
                manifest = generation.manifest()
                if at is not None and manifest.began_at > at:
                    continue
                last, faults = _build(generation, manifest, draft, at, progress)
                rows = _checked(draft)
            except BadBackup as error:
                problems.append(str(error))
                continue
            aside = _put_in_place(draft, file)
            return Restored(
                generation.name, last.position, last.made_at, last.number, rows, (*problems, *faults), tuple(aside)
            )
    finally:
        for name in (draft, *_beside(draft)):
            name.unlink(missing_ok=True)
    if problems:
        raise BadBackup("; ".join(problems))
    first = min(one.manifest().began_at for one in found)
    raise BadBackup(f"{target}: begins at {moment(first)}")


def moment(when: float) -> str:
    """A time as it is shown."""
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(when))


def _build(
    generation: Generation, manifest: Manifest, draft: Path, at: float | None, progress: Progress
) -> tuple[Segment, Sequence[str]]:
    """Write the database of a generation as of a moment; its last segment, and why there are no later ones."""
    segments = generation.segments()
    total = manifest.size + sum(one.stat().st_size for one in segments)
    draft.unlink(missing_ok=True)
    create_private(draft)
    with draft.open("r+b") as stream:
        done = _unpack(generation, manifest, stream, lambda size: progress(size, total))
        applied, digest, faults = None, manifest.sha256, []
        numbers = [int(one.stem) for one in segments]
        for number in range(1, max(numbers, default=0) + 1):
            path = generation.segment(number)
            try:
                about, pages, digest_after = read_segment(path, number, digest, manifest.page_size)
            except BadBackup as error:
                faults.append(str(error))
                break
            if at is not None and about.made_at > at and number > 1:
                break
            for page, data in pages:
                stream.seek((page - 1) * manifest.page_size)
                stream.write(data)
            stream.truncate(about.size * manifest.page_size)
            applied, digest = about, digest_after
            done += path.stat().st_size
            progress(min(done, total), total)
        if applied is None:
            # Without the first segment a copy may be of two moments at once.
            raise BadBackup(faults[0] if faults else f"{generation.segment(1)}: is missing")
        stream.flush()
        os.fsync(stream.fileno())
    return applied, faults


def _unpack(generation: Generation, manifest: Manifest, stream: IO[bytes], progress: Callable[[int], None]) -> int:
    path = generation.folder / SNAPSHOT
    digest, size, unpacker = hashlib.sha256(), 0, zlib.decompressobj(wbits=31)
    try:
        with path.open("rb") as packed:
            while part := packed.read(BLOCK):
                plain = unpacker.decompress(part)
                digest.update(plain)
                stream.write(plain)
                size += len(plain)
                progress(size)
    except FileNotFoundError:
        raise BadBackup(f"{path}: is missing") from None
    except (OSError, zlib.error) as error:
        raise BadBackup(f"{path}: is damaged ({error})") from None
    if digest.hexdigest() != manifest.sha256 or size != manifest.size:
        raise BadBackup(f"{path}: is damaged")
    return size


def _checked(file: Path) -> dict[str, int]:
    """Check a restored database completely; the number of rows of what matters."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            found = connection.execute("PRAGMA integrity_check(5)").fetchall()
            if found != [("ok",)]:
                raise BadBackup(f"the restored database is damaged: {found[0][0]}")
            if orphan := connection.execute("PRAGMA foreign_key_check").fetchone():
                raise BadBackup(f"the restored database has an orphaned row in {orphan[0]}")
            return {name: int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in COUNTED}
    except sqlite3.Error as error:
        raise BadBackup(f"the restored database is damaged: {error}") from None


def _beside(file: Path) -> list[Path]:
    return [file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal")]


def _put_in_place(draft: Path, file: Path) -> list[Path]:
    """Give the database its name; a log left over from the lost one is set aside."""
    aside = []
    for old in _beside(file):
        if old.exists():
            kept = old.with_name(f"{old.name}.old-{time.strftime('%Y%m%dT%H%M%S')}")
            old.replace(kept)
            aside.append(kept)
    draft.replace(file)
    sync_folder(file.parent)
    return aside
