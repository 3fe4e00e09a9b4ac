"""A house in the test's own process, and people who visit it: over HTTP, and over websockets without a network."""

import asyncio
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
from zashiki.server import files, people
from zashiki.server.app import create_app
from zashiki.server.config import Config
from zashiki.server.serve import listening
from zashiki.server.services import Services
from zashiki.store.database import Database

PATIENCE = 60.0
"""Seconds after which an answer that does not come is a failure; long, for a machine that does much else."""
PLENTY = "1000000/second"
RATES = {name: PLENTY for name in Config.model_fields if name.startswith("rate_")}
HOST = "house.test"
PASSWORD = "correct horse"
HASHER = people._hasher
"""The one that is used in earnest."""

Json = dict[str, Any]


def config(folder: Path, **settings: Any) -> Config:
    """A house of its own, without haste: no limits that a quick test would meet, bots that answer at once."""
    usual: Json = {"database": f"sqlite:///{folder}/zashiki.db", "durable": False, "bot_processes": 1, "bot_pace": 0.0}
    return Config(**{**usual, **RATES, **settings})


PACKAGE = Path(zashiki.__file__).parent
_listed_in_earnest = files._listed
_installed: dict[Path, dict[str, files.File]] = {}


def listed(folder: Path, is_fixed: Callable[[str], bool]) -> dict[str, files.File]:
    """The files of the client or the documentation site: those of the package are listed once, for they stay."""
    if PACKAGE not in folder.parents:
        return _listed_in_earnest(folder, is_fixed)
    if folder not in _installed:
        _installed[folder] = _listed_in_earnest(folder, is_fixed)
    return _installed[folder]


_empty: list[Path] = []


async def empty_database(folder: Path) -> None:
    """Put the database of a new house there; it is made once. How it is made has tests of its own."""
    if not _empty:
        made = Path(tempfile.mkdtemp(prefix="zashiki")) / "zashiki.db"
        database = Database(f"sqlite:///{made}", durable=False)
        await database.migrate()
        await database.close()
        _empty.append(made)
    folder.mkdir(exist_ok=True)
    shutil.copy(_empty[0], folder)


@asynccontextmanager
async def house(folder: Path, **settings: Any) -> AsyncGenerator["House"]:
    """A house whose database is there from before, or new."""
    if "database" not in settings and not (folder / "zashiki.db").exists():
        await empty_database(folder)
    services = Services(config(folder, **settings))
    try:
        await services.open()
        there = House(services)
        try:
            yield there
        finally:
            await there.send_home()
    finally:
        await services.close()


@asynccontextmanager
async def street(folder: Path, **settings: Any) -> AsyncGenerator[tuple["House", str]]:
    """A house with an address."""
    async with house(folder, **settings) as inn:
        server = uvicorn.Server(listening(inn.app, inn.services.config))
        with socket.create_server(("127.0.0.1", 0)) as door:
            serving = asyncio.create_task(server.serve([door]))
            try:
                yield inn, f"http://127.0.0.1:{door.getsockname()[1]}"
            finally:
                inn.services.closing.set()
                server.should_exit = True
                await asyncio.wait_for(serving, PATIENCE)


@cache
def door() -> FastAPI:
    """The application is made once: it takes longer than many a test."""
    return create_app()


class House:
    """An open house."""

    def __init__(self, services: Services) -> None:
        self.app = door()
        self.app.state.services = services
        self.services = services
        self.wires: list[Wire] = []
        self._clients: list[httpx.AsyncClient] = []

    def stranger(self, address: str = "127.0.0.1", scheme: str = "http", **headers: str) -> "Visitor":
        """Somebody who has not said who they are."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(address, 5555))
        client = httpx.AsyncClient(transport=transport, base_url=f"{scheme}://{HOST}", headers=headers)
        self._clients.append(client)
        return Visitor(self, client, address)

    async def guest(self, name: str | None = None, **about: str) -> "Visitor":
        visitor = self.stranger(**about)
        visitor.me = await visitor.post("guest", 201, name=name)
        return visitor

    async def known(self, cookie: str) -> "Visitor":
        """Somebody who was here before, with the cookie of then."""
        visitor = self.stranger()
        visitor.client.cookies.set("zashiki", cookie)
        visitor.me = await visitor.get("me")
        return visitor

    async def guests(self, *names: str) -> list["Visitor"]:
        return [await self.guest(name) for name in names]

    async def send_home(self) -> None:
        """End everything that visitors have begun."""
        for wire in self.wires:
            await wire.close()
        for client in self._clients:
            await client.aclose()


class Visitor:
    """A browser or a program, with its own cookies."""

    def __init__(self, house: House, client: httpx.AsyncClient, address: str) -> None:
        self.house = house
        self.client = client
        self.address = address
        self.me: Json = {}

    @property
    def id(self) -> str:
        found: str = self.me["id"]
        return found

    async def ask(self, method: str, path: str, status: int = 200, **more: Any) -> Any:
        """Ask for something, and get the answer that is expected."""
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

    async def refused(self, code: str, method: str, path: str, status: int, **body: Any) -> Json:
        """Ask for something that is not given, and get the code that is expected."""
        more = {} if method in ("GET", "DELETE") else {"json": body}
        found = await self.ask(method, path, status, params=body if method == "GET" and body else None, **more)
        assert found["error"]["code"] == code, found
        assert found["error"]["text"]
        error: Json = found["error"]
        return error

    async def table(self, game: str = "hagakure", **settings: Any) -> Json:
        """Set up a table, and sit down at it."""
        made: Json = await self.post("tables", 201, settings={"game": game, **settings})
        return made

    async def sit(self, table: str, **body: Any) -> Json:
        found: Json = await self.post(f"tables/{table}/sit", **body)
        return found

    async def account(self, name: str, password: str = PASSWORD) -> "Visitor":
        self.me = await self.post("me/account", 201, name=name, password=password)
        return self

    async def token(self, label: str = "program") -> "Visitor":
        """A program that plays for this person: it has a token and no cookie."""
        secret = (await self.post("me/tokens", 201, label=label))["token"]
        program = self.house.stranger(self.address, authorization=f"Bearer {secret}")
        program.me = self.me
        return program

    async def at(self, table: str, **query: Any) -> "Wire":
        """Connect to a table, and read the welcome."""
        wire = self.wire(f"/ws/tables/{table}", **query)
        wire.welcome = await wire.next("welcome")
        return wire

    def wire(self, path: str, headers: dict[str, str] | None = None, scheme: str = "ws", **query: Any) -> "Wire":
        """A websocket; what comes first is not read yet."""
        sent = {"host": HOST, **(headers or {})}
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        if cookie:
            sent["cookie"] = cookie
        if "authorization" in self.client.headers:
            sent["authorization"] = self.client.headers["authorization"]
        return Wire(self.house, path, urlencode(query), sent, self.address, scheme)


class Wire:
    """A websocket to the application itself. Everything that is sent to it can be looked at."""

    def __init__(self, house: House, path: str, query: str, headers: dict[str, str], address: str, scheme: str) -> None:
        self.headers = headers
        self.welcome: Json = {}
        self.heard: list[str] = []
        """Every message, as it came."""
        self.view: Json = {}
        """The last that came."""
        self.code: int | None = None
        """With which the server has closed the connection."""
        self.reading = asyncio.Event()
        """Cleared, nothing more is taken from the server."""
        self.reading.set()
        self._unread: deque[Json] = deque()
        self._news = asyncio.Event()
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
        self._task = asyncio.create_task(house.app(scope, self._incoming.get, self._taken))
        house.wires.append(self)

    async def _taken(self, message: MutableMapping[str, Any]) -> None:
        await self.reading.wait()
        if self.code is not None or self._task.cancelling():
            raise OSError("closed")
        if message["type"] == "websocket.send":
            self.heard.append(message["text"])
            self._unread.append(json.loads(message["text"]))
            self.view = self._unread[-1].get("view") or self.view
        elif message["type"] == "websocket.close":
            self.code = message["code"]
            self._incoming.put_nowait({"type": "websocket.disconnect", "code": message["code"]})
        self._news.set()

    def send(self, message: Json | str | bytes) -> None:
        frame: Json = {"type": "websocket.receive"}
        if isinstance(message, bytes):
            frame["bytes"] = message
        else:
            frame["text"] = message if isinstance(message, str) else json.dumps(message)
        self._incoming.put_nowait(frame)

    async def next(self, kind: str | None = None) -> Json:
        """The next message (of this type; others are passed over)."""
        async with asyncio.timeout(PATIENCE):
            while True:
                while self._unread:
                    message = self._unread.popleft()
                    if kind is None or message["type"] == kind:
                        return message
                assert self.code is None, f"closed with {self.code} before {kind}: {self.heard[-3:]}"
                assert not self._task.done(), "the connection is over"
                self._news.clear()
                await self._news.wait()

    async def until(self, found: Callable[[Json], bool]) -> Json:
        while not found(message := await self.next()):
            pass
        return message

    async def say(self, kind: str, key: str = "x", **fields: Any) -> Json:
        """Send a message, and get its answer; whatever else comes before it is passed over."""
        self.send({"type": kind, "id": key, **fields})
        return await self.until(lambda one: one["type"] in ("ok", "no") and one["id"] == key)

    async def reach(self, ply: int) -> Json:
        """Wait until the view is of this ply or later."""
        while self.view.get("ply", -1) < ply:
            await self.next()
        return self.view

    async def said(self, kind: str, key: str = "x", **fields: Any) -> list[Json]:
        """Send a message, and get all that comes, up to its answer."""
        self.send({"type": kind, "id": key, **fields})
        came = [await self.next()]
        while came[-1]["type"] not in ("ok", "no") or came[-1]["id"] != key:
            came.append(await self.next())
        return came

    async def all_so_far(self) -> list[Json]:
        """Everything that comes before the answer to a ping sent now: nothing else was under way."""
        return (await self.said("ping", "so far"))[:-1]

    async def bye(self) -> Json:
        """Wait for the end: the last message."""
        last = await self.next("bye")
        async with asyncio.timeout(PATIENCE):
            while self.code is None:
                self._news.clear()
                await self._news.wait()
        assert not self._unread, "nothing comes after a bye"
        return last

    async def close(self) -> None:
        """Go away, and wait until the server has noticed."""
        self.reading.set()
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(PATIENCE):
            await self._task


async def play(wires: list[Wire], rng: Rng, most: int = 10**9) -> None:
    """Random play over websockets, each of which looks from a seat: at most so many moves, else to the end."""
    number = 0
    while number < most:
        ply = max(wire.view["ply"] for wire in wires)
        for wire in wires:
            await wire.reach(ply)
        if wires[0].view["over"]:
            return
        asked = [wire for wire in wires if wire.view["moves"]]
        if not asked:  # a bot thinks
            await wires[0].reach(ply + 1)
            continue
        wire = asked[int(rng.below(len(asked)))]
        moves = wire.view["moves"]
        action = moves[int(rng.below(len(moves)))]["action"]
        done = await wire.say("move", f"at-{wire.view['ply']}", version=wire.view["ply"], action=action)
        assert done["type"] == "ok", done
        await wire.reach(done["version"] + 1)
        number += 1
