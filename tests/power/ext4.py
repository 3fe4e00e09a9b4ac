"""A real file system in a file, whose power can be cut: what it has not written yet is gone.

`EXT4_IOC_SHUTDOWN` ends a file system at once, without even writing its journal; the tests of Linux' own file systems
do the same. Only root on Linux can do this.
"""

import fcntl
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

SHUTDOWN = 0x8004587D
WITHOUT_JOURNAL = 2


def possible() -> str | None:
    """Return why not, or None."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return "only root on Linux can mount a file system"
    missing = [name for name in ("mkfs.ext4", "mount", "umount") if shutil.which(name, path=PATH) is None]
    if missing:
        return f"there is no {missing[0]}"
    if not Path("/dev/loop-control").exists():
        return "there are no loop devices"
    return None


PATH = f"{os.environ.get('PATH', '')}:/sbin:/usr/sbin"


def run(*line: str | Path) -> None:
    subprocess.run(line, check=True, capture_output=True, env={**os.environ, "PATH": PATH})


class Ext4:
    """A file system, mounted at `folder`."""

    def __init__(self, home: Path, megabytes: int = 512) -> None:
        self.image = home / "disk"
        self.folder = Path(tempfile.mkdtemp(prefix="zext4"))
        self.folder.chmod(0o755)  # PostgreSQL runs as another user
        with self.image.open("wb") as file:
            file.truncate(megabytes * 2**20)
        run("mkfs.ext4", "-q", self.image)

    def mount(self) -> None:
        """Mount it; what its journal has is completed first."""
        run("mount", "-o", "loop", self.image, self.folder)

    def cut(self) -> None:
        """Cut the power: nothing is written from now on, and nothing can be read but what is in memory."""
        handle = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, SHUTDOWN, struct.pack("I", WITHOUT_JOURNAL))
        finally:
            os.close(handle)

    def unmount(self) -> None:
        """Unmount it; nobody may have files open there any more."""
        run("umount", self.folder)

    def discard(self) -> None:
        """Be gone, whatever is open."""
        if self.folder.is_mount():
            run("umount", "-l", self.folder)
        self.folder.rmdir()
