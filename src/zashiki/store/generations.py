"""A continuous backup as a folder: generations, each a copy of the database and the changes since.

    GENERATION/snapshot.gz      the database file, compressed
    GENERATION/0000000001.wal   the pages that transactions have changed since, in order
    GENERATION/manifest.json    written last: only with it is the generation complete

Each file of changes ends with its SHA-256 and begins with that of the one before it, so that none can be damaged,
missing or exchanged without being noticed. Files get their names only when they are complete and on disk.
"""

import hashlib
import json
import os
import re
import secrets
import shutil
import struct
import time
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

FORMAT: Final = "zashiki-continuous/1"
MANIFEST: Final = "manifest.json"
SNAPSHOT: Final = "snapshot.gz"
PAGE: Final = struct.Struct(">I")
NAME: Final = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{6}")
DIGEST: Final = 32
"""Bytes of a SHA-256."""


class BadBackup(Exception):
    """The folder, or a file in it, is not what it should be."""


@dataclass(frozen=True)
class Manifest:
    """What a complete generation says about itself."""

    began_at: float
    """When its first point in time is: everything committed before is in it."""
    page_size: int
    size: int
    """Bytes of the database."""
    sha256: str
    """Of the database, before it was compressed."""
    format: str = FORMAT


@dataclass(frozen=True)
class Segment:
    """Changes of a number of transactions, without their pages."""

    number: int
    position: int
    """The frames of the log since the generation began, up to the end of this segment."""
    made_at: float
    """Everything committed before is in it."""
    size: int
    """The pages of the database after it."""
    pages: int
    previous: str
    """The SHA-256 of the segment before it; of the snapshot before the first."""


@dataclass(frozen=True)
class Generation:
    """The folder of one generation."""

    folder: Path

    @property
    def name(self) -> str:
        """Its name; names sort by when they began."""
        return self.folder.name

    def segments(self) -> list[Path]:
        """The files of changes, in order."""
        return sorted(self.folder.glob("[0-9]*.wal"))

    def segment(self, number: int) -> Path:
        """The file of one segment."""
        return self.folder / f"{number:010}.wal"

    @property
    def complete(self) -> bool:
        """Whether something can be restored from it."""
        return (self.folder / MANIFEST).exists()

    def manifest(self) -> Manifest:
        """What it says about itself; `BadBackup` if it is damaged."""
        try:
            data = json.loads((self.folder / MANIFEST).read_text("utf-8"))
            found = Manifest(**data)
        except (OSError, ValueError, TypeError):
            raise BadBackup(f"{self.folder / MANIFEST}: is damaged") from None
        if found.format != FORMAT:
            raise BadBackup(f"{self.folder / MANIFEST}: has format {found.format}; expected {FORMAT}")
        return found


def new_generation(target: Path, now: float) -> Generation:
    """Create the folder of a new generation."""
    name = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now)) + "-" + secrets.token_hex(3)
    folder = target / name
    new = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, mode=0o700)
    for one in new:
        sync_folder(one.parent)  # otherwise a power cut may forget the folder with everything in it
    return Generation(folder)


def generations(target: Path) -> list[Generation]:
    """All generations in a folder, the oldest first, complete or not."""
    if not target.is_dir():
        return []
    return [
        Generation(one) for one in sorted(target.iterdir()) if one.is_dir() and "T" in one.name and "Z-" in one.name
    ]


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file that gets its name only when it is on disk, readable by its owner only."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as stream:
            for part in parts:
                stream.write(part)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Let the names in a folder survive a power cut, where the system can do that."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_manifest(generation: Generation, manifest: Manifest) -> None:
    """Declare a generation complete."""
    write_whole(generation.folder / MANIFEST, [json.dumps(asdict(manifest), indent=2).encode()])


def write_segment(generation: Generation, about: Segment, pages: dict[int, bytes]) -> str:
    """Write a segment; its SHA-256."""
    body = zlib.compress(b"".join(PAGE.pack(number) + data for number, data in sorted(pages.items())), 1)
    head = json.dumps({"format": FORMAT, **asdict(about)}).encode() + b"\n"
    digest = hashlib.sha256(head + body)
    write_whole(generation.segment(about.number), [head, body, digest.digest()])
    return digest.hexdigest()


Pages = Iterator[tuple[int, bytes]]


def read_segment(path: Path, number: int, previous: str, page_size: int) -> tuple[Segment, Pages, str]:
    """A segment, its pages, and its SHA-256; `BadBackup` if it is damaged, or is not the one after `previous`."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise BadBackup(f"{path}: is missing") from None
    content, digest = raw[:-DIGEST], raw[-DIGEST:]
    if hashlib.sha256(content).digest() != digest:
        raise BadBackup(f"{path}: is damaged")
    head, _, body = content.partition(b"\n")
    data: dict[str, Any] = json.loads(head)
    if data.pop("format") != FORMAT:
        raise BadBackup(f"{path}: has another format")
    about = Segment(**data)
    if (about.number, about.previous) != (number, previous):
        raise BadBackup(f"{path}: does not continue the one before it")
    return about, _pages(zlib.decompress(body), page_size), digest.hex()


def _pages(raw: bytes, page_size: int) -> Pages:
    for start in range(0, len(raw), PAGE.size + page_size):
        (number,) = PAGE.unpack_from(raw, start)
        yield number, raw[start + PAGE.size : start + PAGE.size + page_size]


def prune(target: Path, oldest: float, most: int) -> list[str]:
    """Delete generations that nobody needs for restoring any time since `oldest`, and more than `most`; their names.

    The newest complete one always stays. What was begun and never completed goes when there is a newer complete one.
    """
    found = generations(target)
    complete = [one for one in found if one.complete]
    kept = complete[-most:]
    while len(kept) > 1 and began_at(kept[1]) <= oldest:
        del kept[0]  # everything since `oldest` is in the next one
    newest = kept[-1].name if kept else ""
    gone = [one for one in found if one not in kept and one.name < newest]
    for one in gone:
        shutil.rmtree(one.folder, ignore_errors=True)
    return [one.name for one in gone]


def began_at(generation: Generation) -> float:
    """When a generation begins; 0 if it is damaged."""
    try:
        return generation.manifest().began_at
    except BadBackup:
        return 0.0
