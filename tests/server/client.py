"""A server in the test's own process, and clients for it: over HTTP, and over websockets without a network."""

import asyncio
import hashlib
import json
import shutil
import socket
import tempfile
from collections import deque
from collections.abc import AsyncGenerator, Callable, MutableMapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import uvicorn
from fastapi import FastAPI

import zashiki
from zashiki import Rng
from zashiki.server import files, passwords
from zashiki.server.app import create_app
from zashiki.server.config import Config
from zashiki.server.serve import listening
from zashiki.server.services import Services
from zashiki.store.database import Database

TIMEOUT = 60.0
"""Seconds after which a missing answer is a failure; long, for a busy machine."""
UNLIMITED = "1000000/second"
RATES = {name: UNLIMITED for name in Config.model_fields if name.startswith("rate_")}
HOST = "zashiki.test"
PASSWORD = "correct horse"
HASHER = passwords._hasher
"""The one that is used in production."""

Json = dict[str, Any]


def config(folder: Path, **settings: Any) -> Config:
    """Settings without rate limits, and with bots that move at once."""
    usual: Json = {"database": f"sqlite:///{folder}/zashiki.db", "durable": False, "bot_processes": 1, "bot_pace": 0.0}
    usual["allowed_hosts"] = HOST
    return Config(**{**usual, **RATES, **settings})


PACKAGE = Path(zashiki.__file__).parent
_list_files = files._listed
_installed: dict[Path, dict[str, files.File]] = {}


def listed(folder: Path, is_fixed: Callable[[str], bool]) -> dict[str, files.File]:
    """The files of the client or the documentation site; those of the package are listed only once."""
    if PACKAGE not in folder.parents:
        return _list_files(folder, is_fixed)
    if folder not in _installed:
        _installed[folder] = _list_files(folder, is_fixed)
    return _installed[folder]


_empty: list[Path] = []


async def empty_database(folder: Path) -> None:
    """Put a new database there; it is created only once. Migrations have tests of their own."""
    if not _empty:
        made = Path(tempfile.mkdtemp(prefix="zashiki")) / "zashiki.db"
        database = Database(f"sqlite:///{made}", durable=False)
        await database.migrate()
        await database.close()
        _empty.append(made)
    folder.mkdir(exist_ok=True)
    shutil.copy(_empty[0], folder)


@asynccontextmanager
async def running_server(folder: Path, **settings: Any) -> AsyncGenerator["RunningServer"]:
    """A server with an existing database, or a new one."""
    if "database" not in settings and not (folder / "zashiki.db").exists():
        await empty_database(folder)
    services = Services(config(folder, **settings))
    try:
        await services.open()
        server = RunningServer(services)
        try:
            yield server
        finally:
            await server.close()
    finally:
        await services.close()


@asynccontextmanager
async def listening_server(folder: Path, **settings: Any) -> AsyncGenerator[tuple["RunningServer", str]]:
    """A server that listens on a port."""
    async with running_server(folder, **settings) as server:
        uvicorn_server = uvicorn.Server(listening(server.app, server.services.config, server.services.door))
        with socket.create_server(("127.0.0.1", 0)) as listener:
            serving = asyncio.create_task(uvicorn_server.serve([listener]))
            try:
                yield server, f"http://127.0.0.1:{listener.getsockname()[1]}"
            finally:
                server.services.closing.set()
                uvicorn_server.should_exit = True
                await asyncio.wait_for(serving, TIMEOUT)


@cache
def cached_app() -> FastAPI:
    """The application, created once: it takes longer than most tests."""
    return create_app()


class RunningServer:
    """A running server."""

    def __init__(self, services: Services) -> None:
        self.app = cached_app()
        self.app.state.services = services
        self.services = services
        self.sockets: list[SocketClient] = []
        self._clients: list[httpx.AsyncClient] = []

    def anonymous(self, address: str = "127.0.0.1", scheme: str = "http", **headers: str) -> "Client":
        """A client without a session."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(address, 5555))
        client = httpx.AsyncClient(transport=transport, base_url=f"{scheme}://{HOST}", headers=headers)
        self._clients.append(client)
        return Client(self, client, address)

    async def guest(self, name: str | None = None, **about: str) -> "Client":
        visitor = self.anonymous(**about)
        visitor.me = await visitor.post("guest", 201, name=name)
        return visitor

    async def with_cookie(self, cookie: str) -> "Client":
        """A client with the cookie of an earlier session."""
        visitor = self.anonymous()
        visitor.client.cookies.set("zashiki", cookie)
        visitor.me = await visitor.get("me")
        return visitor

    async def guests(self, *names: str) -> list["Client"]:
        return [await self.guest(name) for name in names]

    async def accounts(self, *names: str) -> list["Client"]:
        """People with accounts."""
        return [await (await self.guest()).account(name) for name in names]

    async def close(self) -> None:
        """Close all connections of clients."""
        for connection in self.sockets:
            await connection.close()
        for client in self._clients:
            await client.aclose()


class Client:
    """A browser or a program, with its own cookies."""

    def __init__(self, server: RunningServer, client: httpx.AsyncClient, address: str) -> None:
        self.server = server
        self.client = client
        self.address = address
        self.me: Json = {}

    @property
    def id(self) -> str:
        found: str = self.me["id"]
        return found

    async def ask(self, method: str, path: str, status: int = 200, **more: Any) -> Any:
        """Send a request, and check the status of the response."""
        response = await self.client.request(method, f"/api/v1/{path}", **more)
        assert response.status_code == status, f"{method} {path}: {response.status_code} {response.text[:500]}"
        return response.json() if response.content else None

    async def get(self, path: str, expect: int = 200, **query: Any) -> Any:
        return await self.ask("GET", path, expect, params=query or None)

    async def post(self, path: str, expect: int = 200, **body: Any) -> Any:
        return await self.ask("POST", path, expect, json=body)

    async def put(self, path: str, expect: int = 200, **body: Any) -> Any:
        return await self.ask("PUT", path, expect, json=body)

    async def patch(self, path: str, expect: int = 200, **body: Any) -> Any:
        return await self.ask("PATCH", path, expect, json=body)

    async def delete(self, path: str, expect: int = 204) -> Any:
        return await self.ask("DELETE", path, expect)

    async def refused(self, code: str, method: str, path: str, status: int, /, **body: Any) -> Json:
        """Send a request that is refused, and check its code."""
        more = {} if method in ("GET", "DELETE") else {"json": body}
        found = await self.ask(method, path, status, params=body if method == "GET" and body else None, **more)
        assert found["error"]["code"] == code, found
        assert found["error"]["text"]
        error: Json = found["error"]
        return error

    async def table(self, game: str = "hagakure", **settings: Any) -> Json:
        """Create a table, and sit down at it."""
        made: Json = await self.post("tables", 201, settings={"game": game, **settings})
        return made

    async def sit(self, table: str, **body: Any) -> Json:
        found: Json = await self.post(f"tables/{table}/sit", **body)
        return found

    async def agree(self, table: str) -> Json:
        """Agree to what the table shows."""
        terms = (await self.get(f"tables/{table}"))["terms"]
        found: Json = await self.post(f"tables/{table}/agree", terms=terms)
        return found

    def seed(self, use: str) -> str:
        """A seed that only this person knows: another for each use."""
        return hashlib.sha256(f"{self.id} {use}".encode()).hexdigest()

    async def reveal(self, table: str, *uses: str) -> Json:
        """Reveal the seeds of one's own seats, which were made for these uses."""
        about = await self.get(f"tables/{table}")
        own = [seat["seat"] for seat in about["seats"] if seat["yours"]]
        seeds = [{"seat": seat, "seed": self.seed(use)} for seat, use in zip(own, uses, strict=True)]
        found: Json = await self.post(f"tables/{table}/reveal", seal=about["sealing"]["seal"], seeds=seeds)
        return found

    async def account(self, name: str, password: str = PASSWORD) -> "Client":
        self.me = await self.post("me/account", 201, name=name, password=password)
        return self

    async def token(self, label: str = "program", **about: Any) -> "Client":
        """A client with a token of this person and without a cookie."""
        secret = (await self.post("me/tokens", 201, label=label, **about))["token"]
        program = self.server.anonymous(self.address, authorization=f"Bearer {secret}")
        program.me = self.me
        return program

    async def connect(self, table: str, **query: Any) -> "SocketClient":
        """Connect to a table, and read the welcome."""
        socket = self.websocket(f"/ws/tables/{table}", **query)
        socket.welcome = await socket.next("welcome")
        return socket

    def websocket(
        self, path: str, headers: dict[str, str] | None = None, scheme: str = "ws", **query: Any
    ) -> "SocketClient":
        """A websocket; its first message is not read yet."""
        sent = {"host": HOST, **(headers or {})}
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        if cookie:
            sent["cookie"] = cookie
        if "authorization" in self.client.headers:
            sent["authorization"] = self.client.headers["authorization"]
        return SocketClient(self.server, path, urlencode(query), sent, self.address, scheme)


class SocketClient:
    """A websocket to the application itself, which keeps everything it receives."""

    def __init__(
        self, server: RunningServer, path: str, query: str, headers: dict[str, str], address: str, scheme: str
    ) -> None:
        self.headers = headers
        self.welcome: Json = {}
        self.received: list[str] = []
        """Every message as text."""
        self.view: Json = {}
        """The last one received."""
        self.code: int | None = None
        """The close code, once the server has closed the connection."""
        self.reading = asyncio.Event()
        """While cleared, nothing is read from the server."""
        self.reading.set()
        self._unread: deque[Json] = deque()
        self._arrived = asyncio.Event()
        self._incoming: asyncio.Queue[Json] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": scheme,
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": (address, 5555),
            "server": (HOST, 80),
            "subprotocols": [],
            "state": {},
        }
        self._task = asyncio.create_task(server.app(scope, self._incoming.get, self._receive))
        server.sockets.append(self)

    async def _receive(self, message: MutableMapping[str, Any]) -> None:
        await self.reading.wait()
        if self.code is not None or self._task.cancelling():
            raise OSError("closed")
        if message["type"] == "websocket.send":
            self.received.append(message["text"])
            self._unread.append(json.loads(message["text"]))
            self.view = self._unread[-1].get("view") or self.view
        elif message["type"] == "websocket.close":
            self.code = message["code"]
            self._incoming.put_nowait({"type": "websocket.disconnect", "code": message["code"]})
        self._arrived.set()

    def send(self, message: Json | str | bytes) -> None:
        frame: Json = {"type": "websocket.receive"}
        if isinstance(message, bytes):
            frame["bytes"] = message
        else:
            frame["text"] = message if isinstance(message, str) else json.dumps(message)
        self._incoming.put_nowait(frame)

    async def next(self, kind: str | None = None) -> Json:
        """The next message (of this type; others are skipped)."""
        async with asyncio.timeout(TIMEOUT):
            while True:
                while self._unread:
                    message = self._unread.popleft()
                    if kind is None or message["type"] == kind:
                        return message
                assert self.code is None, f"closed with {self.code} before {kind}: {self.received[-3:]}"
                assert not self._task.done(), "the connection is over"
                self._arrived.clear()
                await self._arrived.wait()

    async def until(self, found: Callable[[Json], bool]) -> Json:
        while not found(message := await self.next()):
            pass
        return message

    async def request(self, kind: str, key: str = "x", **fields: Any) -> Json:
        """Send a message, and return its answer; other messages before it are skipped."""
        self.send({"type": kind, "id": key, **fields})
        return await self.until(lambda one: one["type"] in ("ok", "no") and one["id"] == key)

    async def reach(self, ply: int) -> Json:
        """Wait until the view is of this ply or later."""
        while self.view.get("ply", -1) < ply:
            await self.next()
        return self.view

    async def exchange(self, kind: str, key: str = "x", **fields: Any) -> list[Json]:
        """Send a message, and return everything up to its answer."""
        self.send({"type": kind, "id": key, **fields})
        came = [await self.next()]
        while came[-1]["type"] not in ("ok", "no") or came[-1]["id"] != key:
            came.append(await self.next())
        return came

    async def all_so_far(self) -> list[Json]:
        """Everything before the answer to a ping: all that was pending."""
        return (await self.exchange("ping", "so far"))[:-1]

    async def bye(self) -> Json:
        """Wait until the server closes; returns the last message."""
        last = await self.next("bye")
        async with asyncio.timeout(TIMEOUT):
            while self.code is None:
                self._arrived.clear()
                await self._arrived.wait()
        assert not self._unread, "nothing comes after a bye"
        return last

    async def close(self) -> None:
        """Disconnect, and wait until the server has noticed."""
        self.reading.set()
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(TIMEOUT):
            await self._task


async def play(sockets: list[SocketClient], rng: Rng, most: int = 10**9) -> None:
    """Random play over the websockets of all seats: at most so many moves, else to the end."""
    number = 0
    while number < most:
        ply = max(connection.view["ply"] for connection in sockets)
        for connection in sockets:
            await connection.reach(ply)
        if sockets[0].view["over"]:
            return
        asked = [connection for connection in sockets if connection.view["moves"]]
        if not asked:  # a bot thinks
            await sockets[0].reach(ply + 1)
            continue
        connection = asked[int(rng.below(len(asked)))]
        moves = connection.view["moves"]
        action = moves[int(rng.below(len(moves)))]["action"]
        done = await connection.request(
            "move", f"at-{connection.view['ply']}", version=connection.view["ply"], action=action
        )
        assert done["type"] == "ok", done
        await connection.reach(done["version"] + 1)
        number += 1
