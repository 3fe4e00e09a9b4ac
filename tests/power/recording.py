"""What a program has written and flushed, as `power_log.c` logged it."""

import os
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent / "power_log.c"
HEADER = struct.Struct("<IIQqIHH")
MAGIC = 0x52574F50


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that was done to a file or a folder."""

    kind: str
    """`create`, `write`, `size`, `flush` (begun), `flushed`, `unlink`, `rename`, `link` or `mkdir`."""
    file: int
    """Its inode."""
    at: int
    """The offset of a write, the new size, or the number of a flush."""
    name: str
    name2: str
    """The new name."""
    data: bytes
    end: int
    """The size of the log after it."""


KINDS = {
    "C": "create",
    "W": "write",
    "T": "size",
    "F": "flush",
    "f": "flushed",
    "U": "unlink",
    "R": "rename",
    "L": "link",
    "D": "mkdir",
}


@cache
def _library() -> Path:
    path = Path(tempfile.mkdtemp(prefix="zpower")) / "power_log.so"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", path, SOURCE, "-ldl"], check=True)
    return path


class Recording:
    """The log of the programs that run with its `environment`."""

    def __init__(self, folder: Path, log: Path) -> None:
        self.folder = folder.resolve()
        self.log = log
        self.log.touch()

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(_library()), "POWER_FOLDER": str(self.folder), "POWER_LOG": str(self.log)}

    def position(self) -> int:
        """The size of the log so far: whoever learns of something now learns of it after all that."""
        return self.log.stat().st_size

    def read(self) -> Iterator[Operation]:
        """Everything that was logged completely."""
        data = memoryview(self.log.read_bytes())
        at = 0
        while at + HEADER.size <= len(data):
            magic, kind, file, where, size, name, name2 = HEADER.unpack_from(data, at)
            assert magic == MAGIC, f"the log of writes is damaged at {at}"
            start = at + HEADER.size
            end = start + name + name2 + size
            if end > len(data):
                break
            names = bytes(data[start : start + name + name2])
            yield Operation(
                KINDS[chr(kind)],
                file,
                where,
                os.fsdecode(names[:name]),
                os.fsdecode(names[name:]),
                bytes(data[end - size : end]),
                end,
            )
            at = end
