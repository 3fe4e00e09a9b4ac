"""Servers as real processes, and guests who play on them as a browser would.

A `Process` is `zashiki serve` (`Server`) or `zashiki bot-worker` (`BotWorker`): started, stopped gracefully or killed,
restarted on the same port. A `Guest` signs in over HTTP; a `Player` is a guest's websocket at one table, which answers
every view with a random legal move, never sends a second message before the first is answered, and after a lost
connection reconnects and repeats the unanswered one.
"""

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

PATIENCE = 60.0
"""Seconds after which something that should happen counts as failed; long, for a busy machine."""
UNLIMITED = {
    f"ZASHIKI_RATE_{name}": "100000/second"
    for name in ("REQUESTS", "GUESTS", "PASSWORDS", "TABLES", "MESSAGES", "CHAT", "HINTS", "REPLAYS", "LESSONS")
}
"""Guests here are faster than people."""


class Process:
    """A process of Zashiki; `async with` starts and kills it."""

    command = "serve"

    def __init__(self, *, database: str, redis: str | None = None, **settings: object) -> None:
        self.address = ""
        self.process: subprocess.Popen[str] | None = None
        self.ready = asyncio.Event()
        """Set while it is up."""
        self.home = Path(tempfile.mkdtemp(prefix="zashiki"))
        self.environment: dict[str, str] = {}
        """Of the process, besides its settings."""
        self.port = 0
        given = {
            "database": database,
            "bot_pace": 0,
            "bot_processes": 1,
            "max_tables": 10_000,
            "max_tables_per_network": 10_000,
            "max_bot_tables": 10_000,
            **settings,
        }
        if redis is not None:
            given["redis"] = redis
        self.settings = {f"ZASHIKI_{name.upper()}": str(value) for name, value in given.items()}

    @property
    def _line(self) -> list[str]:
        return [sys.executable, "-m", "zashiki", self.command]

    async def start(self) -> Self:
        """Start it; it is ready when this returns."""
        # The same lane as these tests, and no settings from outside.
        others = {name: value for name, value in os.environ.items() if not name.startswith("ZASHIKI_")}
        paths = [str(Path(part).resolve()) for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
        environment = {**others, "PYTHONPATH": os.pathsep.join(paths), **UNLIMITED, **self.settings, **self.environment}
        with (self.home / "log").open("a") as log:
            self.process = subprocess.Popen(
                self._line, cwd=self.home, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        line = await asyncio.wait_for(asyncio.to_thread(self.process.stdout.readline), PATIENCE)
        assert line, f"{self.command} did not start: {self.log()}"
        self.read_ready_line(line)
        self.ready.set()
        return self

    def read_ready_line(self, line: str) -> None:
        """Parse the line that says that it is ready."""

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    async def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop it gracefully; returns its exit code."""
        return await self._end(number)

    async def kill(self) -> None:
        """Kill it."""
        await self._end(signal.SIGKILL)

    async def _end(self, number: int) -> int:
        if self.process is None:
            return 0
        process, self.process = self.process, None
        self.ready.clear()
        process.send_signal(number)
        try:
            code = await asyncio.to_thread(process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        assert process.stdout is not None
        process.stdout.close()
        return code

    def log(self) -> str:
        """Everything it has logged, across restarts."""
        return (self.home / "log").read_text("utf-8")

    def problems(self) -> list[str]:
        """Warnings and errors in its log."""
        return [line for line in self.log().splitlines() if re.search(r"\[(warning|error|critical)|Traceback", line)]

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.kill()


class Server(Process):
    """`zashiki serve`."""

    def read_ready_line(self, line: str) -> None:
        found = re.search(r"http://\S+:(\d+)", line)
        assert found, line
        self.address, self.port = found[0], int(found[1])

    @property
    def _line(self) -> list[str]:
        # It keeps its port, so that guests find it after a restart.
        return [*super()._line, "--port", str(self.port)]


class BotWorker(Process):
    """`zashiki bot-worker`."""

    command = "bot-worker"


class Guest:
    """A browser with its cookie, which is valid on every server with the same database."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        """Where they are connected; may be changed at any time."""
        self.name = name
        self.id = ""
        self.http = httpx.AsyncClient(timeout=PATIENCE)

    async def arrive(self) -> Self:
        self.id = (await self.post("/api/v1/guest", name=self.name))["id"]
        return self

    async def get(self, path: str, **query: Any) -> Any:
        return _good(await self.http.get(self.server.address + path, params=query))

    async def post(self, path: str, /, **body: Any) -> Any:
        return _good(await self.http.post(self.server.address + path, json=body))

    async def open_table(self, game: str, *, fill: int | None = None, **settings: Any) -> str:
        """Open a table and sit down at it; its id."""
        body = {"settings": {"game": game, **settings}, "fill": fill}
        return str((await self.post("/api/v1/tables", **body))["id"])

    async def sit(self, table: str, **more: Any) -> Any:
        return await self.post(f"/api/v1/tables/{table}/sit", **more)

    async def start(self, table: str, fill: int | None = None) -> Any:
        return await self.post(f"/api/v1/tables/{table}/start", fill=fill)

    async def record(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = await self.get(f"/api/v1/tables/{table}/record")
        return found

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def connection(self, path: str) -> connect:
        """A websocket; `async with` opens it."""
        address = self.server.address.replace("http", "ws", 1) + path
        headers = {"Cookie": self.cookie} if self.cookie else {}
        return connect(address, additional_headers=headers, proxy=None, max_size=None, open_timeout=PATIENCE)

    async def leave(self) -> None:
        await self.http.aclose()


def _good(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, f"{answer.status_code}: {answer.text}"
    return answer.json()


class Player:
    """A guest at a table, or a spectator if they have no seat there.

    `play` makes random moves until the game is over or `until` says so; it may be called again. Tests can inspect what
    was received and done.
    """

    def __init__(self, guest: Guest, table: str, seed: int = 0) -> None:
        self.guest = guest
        self.table = table
        self.rng = random.Random(f"{seed} {guest.name}")
        self.seat: int | None = None
        self.view: dict[str, Any] | None = None
        """The last one."""
        self.views: dict[int, dict[str, Any]] = {}
        """By ply, each as it was first seen."""
        self.events: list[dict[str, Any]] = []
        """All of them, from the first: `receive` checks that none is missing, duplicated or out of order."""
        self.about: dict[str, Any] = {}
        """The public data of the table."""
        self.said: list[dict[str, Any]] = []
        """The chat."""
        self.made: dict[str, int] = {}
        """The acknowledged moves: by the id of the message, the ply."""
        self.refusals: list[dict[str, Any]] = []
        """Every `no`."""
        self.unanswered: dict[str, Any] | None = None
        """The message that waits for its answer."""
        self.connects = 0
        """The number of connections opened."""
        self.socket: ClientConnection | None = None
        self._count = 0

    @property
    def ply(self) -> int:
        return 0 if self.view is None else int(self.view["ply"])

    @property
    def over(self) -> bool:
        return self.view is not None and bool(self.view["over"])

    async def play(self, until: Callable[[], bool] | None = None, *, moving: bool = True) -> None:
        """Play until the game is over, or `until` is true; without `moving`, only watch."""
        while not self.over and not (until is not None and until()):
            try:
                async with self.guest.connection(f"/ws/tables/{self.table}?since={len(self.events)}") as socket:
                    self.connects += 1
                    self.socket = socket
                    try:
                        await self._stay(socket, until, moving)
                    except ConnectionClosed:
                        while True:  # what came before the end, while a message was being sent
                            self.receive(json.loads(await socket.recv()))
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                await self.guest.server.ready.wait()
                await before_retry()  # it may refuse connections even so, while Redis or the database is down
            finally:
                self.socket = None

    async def _stay(self, socket: ClientConnection, until: Callable[[], bool] | None, moving: bool) -> None:
        self.receive(json.loads(await socket.recv()))
        if self.unanswered is not None:
            await socket.send(json.dumps(self.unanswered))
        while not (until is not None and until()):
            if self.over and self.unanswered is None:
                return
            if moving and self.unanswered is None and self.may_move():
                await self.send(socket, self.a_move())
            self.receive(json.loads(await socket.recv()))
            if self.refusals and self.refusals[-1].pop("again", False):
                await before_retry()
                assert self.unanswered is not None
                await socket.send(json.dumps(self.unanswered))

    def may_move(self) -> bool:
        return self.view is not None and self.seat is not None and self.seat in self.view["waiting"]

    def a_move(self) -> dict[str, Any]:
        """A random legal move, as a message."""
        assert self.view is not None
        return {"type": "move", "version": self.ply, "action": self.rng.choice(self.view["moves"])["action"]}

    async def send(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        """Send a message with an id of its own; it stays `unanswered` until it is answered."""
        assert self.unanswered is None
        self._count += 1
        self.unanswered = {"id": f"{self.guest.name}-{self._count}", **message}
        await socket.send(json.dumps(self.unanswered))

    def receive(self, message: dict[str, Any]) -> None:
        """Handle any message of the server."""
        kind = message["type"]
        if kind == "welcome":
            self.said = list(message["chat"])
        if kind in ("welcome", "synced"):
            self.seat = message["seat"]
        if kind in ("welcome", "table"):
            self.about = message["table"]
        if kind in ("welcome", "synced", "update") and message["view"] is not None:
            self._see(message)
        elif kind == "said":
            self.said.append(message["chat"])
        elif kind == "ok" and self.unanswered is not None and message["id"] == self.unanswered["id"]:
            if self.unanswered["type"] == "move":
                self.made[message["id"]] = message["version"]
            self.unanswered = None
        elif kind == "no":
            self._refused(message)

    def _see(self, message: dict[str, Any]) -> None:
        for event in message["events"]:
            if event["n"] < len(self.events):  # a gap was asked for, and filled meanwhile
                assert event == self.events[event["n"]]
                continue
            assert event["n"] == len(self.events), f"{self.guest.name}: event {event['n']} after {len(self.events)}"
            self.events.append(event)
        view = message["view"]
        assert view["ply"] >= self.ply, f"{self.guest.name}: the table went back from {self.ply} to {view['ply']}"
        self.view = view
        self.views.setdefault(view["ply"], view)

    def _refused(self, message: dict[str, Any]) -> None:
        self.refusals.append(message)
        if self.unanswered is None or message["id"] != self.unanswered["id"]:
            return
        if message["code"] in ("busy", "storage", "rate"):
            message["again"] = True  # not done; the same message may be repeated
        else:
            assert message["code"] == "stale", message
            self.unanswered = None


async def eventually(what: Callable[[], Awaitable[bool]] | Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something becomes true through another process."""
    async with asyncio.timeout(seconds):
        while True:
            found = what()
            if found if isinstance(found, bool) else await found:
                return
            await before_retry()


async def before_retry() -> None:
    """Wait a moment before trying again. Only for what another process decides and does not announce."""
    await asyncio.sleep(0.02)


async def at_once(*works: Awaitable[Any]) -> list[Any]:
    """Run all of these concurrently; if one fails, the others are cancelled and the error is raised."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        async with asyncio.timeout(3 * PATIENCE):
            return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
