"""The files of a database in SQLite: only their owner may read them, and one server at a time uses them.

They contain the seeds of running games and the hashes of passwords.
"""

import json
import os
import socket
import stat
import sys
import time
from pathlib import Path
from typing import Final, final

PRIVATE: Final = 0o600
"""The mode of every file with secrets."""
OTHERS: Final = 0o077
"""What nobody but the owner may do."""
BESIDE: Final = ("-wal", "-shm", "-journal", ".lock")
"""What the names of the files beside the database end with."""
NETWORKED: Final = frozenset({"9p", "afs", "ceph", "cifs", "fuse.sshfs", "glusterfs", "nfs", "nfs4", "smb3", "smbfs"})
"""File systems on which SQLite's locks and its shared memory cannot be relied on."""
MOUNTS: Final = Path("/proc/self/mounts")
FAR: Final = 1 << 30
"""Windows keeps others from reading a locked byte, so the byte is where nothing is."""

TRIES: Final = 5
"""How often a lock is tried: somebody may just be looking whether it is free."""
PAUSE: Final = 0.05
"""Seconds between tries."""
_OURSELVES: Final = "this process"

_held: set[str] = set()
"""The lock files that this process holds: the system would let it lock them a second time."""


class InUse(Exception):
    """Another server uses the same files."""


def create_private(file: Path) -> bool:
    """Create an empty file for its owner only, unless it exists; SQLite gives the files beside it the same mode.

    An existing one is not opened: closing it would end the locks that SQLite has on it in this process.
    """
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
    except FileExistsError:
        return False
    return True


def files_of(file: Path) -> list[Path]:
    """The database file and those beside it, as far as they exist."""
    return [one for one in (file, *(file.with_name(file.name + end) for end in BESIDE)) if one.exists()]


def identity_of(file: Path) -> tuple[int, int] | None:
    """What tells a file from another of the same name; None if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def readable_by_others(file: Path) -> bool:
    """Whether somebody else on this machine may read or write it."""
    return os.name == "posix" and bool(stat.S_IMODE(file.stat().st_mode) & OTHERS)


def tighten(file: Path) -> tuple[list[Path], list[Path]]:
    """Take the files of a database away from everybody but their owner; those changed, and those that it cannot."""
    changed, failed = [], []
    for one in files_of(file):
        if readable_by_others(one):
            try:
                one.chmod(PRIVATE)
            except OSError:
                failed.append(one)
            else:
                changed.append(one)
    return changed, failed


def file_system_of(path: Path, mounts: Path = MOUNTS) -> str | None:
    """The type of the file system that a path is on; None where the system does not say."""
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    here, best, found = path.resolve(), -1, None
    for line in lines:
        _, where, kind, *_ = line.split(" ")
        where = where.encode().decode("unicode_escape")  # a space in it is written as \040
        if here.is_relative_to(where) and len(where) >= best:
            best, found = len(where), kind
    return found


def on_network(path: Path) -> str | None:
    """The type of the file system if it is one of a network."""
    kind = file_system_of(path)
    return kind if kind in NETWORKED else None


@final
class ServerLock:
    """Held while a server uses a database file. The system releases it with the process, however that ends."""

    def __init__(self, file: Path) -> None:
        # Other names of the same file are the same house.
        self.path = file.resolve().with_name(file.resolve().name + ".lock")
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock; `InUse` says who has it."""
        if str(self.path) in _held:
            raise InUse(_OURSELVES)
        handle = os.open(self.path, os.O_CREAT | os.O_RDWR, PRIVATE)
        for left in reversed(range(TRIES)):
            try:
                _lock(handle)
                break
            except OSError:
                if left == 0:
                    os.close(handle)
                    raise InUse(self._holder()) from None
                time.sleep(PAUSE)
        _held.add(str(self.path))
        self._handle = handle
        about = {"pid": os.getpid(), "host": socket.gethostname(), "since": time.time()}
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps(about).encode())

    def release(self) -> None:
        """Give it back. The file stays: deleting it would let two others lock two different files."""
        if self._handle is not None:
            os.ftruncate(self._handle, 0)
            os.close(self._handle)
            self._handle = None
            _held.discard(str(self.path))

    def taken(self) -> str | None:
        """Who has the lock, in words; None if nobody."""
        if str(self.path) in _held:
            return _OURSELVES
        if not self.path.exists():
            return None
        handle = os.open(self.path, os.O_RDWR)
        try:
            _lock(handle)
        except OSError:
            return self._holder()
        finally:
            os.close(handle)
        return None

    def _holder(self) -> str:
        """What the holder has written about itself."""
        try:
            about = json.loads(self.path.read_text("utf-8"))
            here = about["host"] == socket.gethostname()
            when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(about["since"]))
            return f"process {about['pid']} of {'this machine' if here else about['host']}, since {when}"
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"


def _lock(handle: int) -> None:
    """Lock a file, or raise `OSError`. Not `flock`: processes that are forked would keep that beyond our end."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
