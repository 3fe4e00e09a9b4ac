"""People who do other things than play: they talk, open accounts, seal seats. What was acknowledged must be there.

Each works in the background whatever happens to the server, one request at a time. Nothing is repeated when the answer
is missing: it has happened once or not at all.
"""

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, ClassVar

import httpx
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server_process import Guest, Process, before_retry
from zashiki.store.schema import chat, players, seats, tables

PASSWORD = "correct horse battery staple, once more"
PAUSE = 0.25
"""Seconds between two things that somebody does: they are there beside the players, not instead of them."""
DAYS = {"kind": "days", "days": 1}
"""A clock that gives sealed seats a day to reveal their seeds, so that no restart is too slow."""


class Bystander:
    """Somebody who does one thing again and again.

    `promised` has what was acknowledged, with the moment (by `now`) of the acknowledgement.
    """

    what: ClassVar[str]

    def __init__(self, server: Process, name: str, now: Callable[[], int] = lambda: 0) -> None:
        self.guest = Guest(server, name)  # type: ignore[arg-type]
        self.now = now
        self.promised: dict[Any, int] = {}
        self.count = 0

    async def work(self) -> None:
        """Do it until cancelled."""
        while True:
            try:
                await self.once()
                await asyncio.sleep(PAUSE)
            except AssertionError as error:
                if not str(error).startswith(("429", "503")):
                    raise
                await before_retry()  # nothing can be stored now
            except (httpx.HTTPError, OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                await self.guest.server.ready.wait()
                await before_retry()

    def promise(self, fact: Any) -> None:
        self.promised[fact] = self.now()

    async def once(self) -> None:
        raise NotImplementedError

    async def leave(self) -> None:
        await self.guest.leave()

    async def check(self, connection: AsyncConnection, facts: Sequence[Any]) -> tuple[int, int, int]:
        """Look into a database: how many facts should be there, how many are lost, and how many are doubled."""
        there = await self.find(connection)
        return len(facts), sum(not there[fact] for fact in facts), sum(count > 1 for count in there.values())

    async def find(self, connection: AsyncConnection) -> Counter[Any]:
        """All facts of this kind in the database."""
        raise NotImplementedError


class Talker(Bystander):
    """Chats at a table that has not started."""

    what = "chat messages"

    async def once(self) -> None:
        if not self.guest.id:
            await self.guest.arrive()
        table = await self.guest.open_table("hiroba", seats=2)
        async with self.guest.connection(f"/ws/tables/{table}") as socket:
            while True:
                self.count += 1
                text = f"{self.guest.name} says {self.count}"
                await socket.send(json.dumps({"type": "chat", "id": f"c{self.count}", "text": text}))
                while True:
                    answer = json.loads(await socket.recv())
                    if answer.get("id") == f"c{self.count}":
                        break
                if answer["type"] == "ok":
                    self.promise((self.guest.id, text))
                await asyncio.sleep(PAUSE)

    async def find(self, connection: AsyncConnection) -> Counter[Any]:
        rows = await connection.execute(select(chat.c.player, chat.c.text))
        return Counter((row.player, row.text) for row in rows if row.player == self.guest.id)


class Newcomer(Bystander):
    """Arrives as somebody new, and opens an account."""

    what = "accounts"

    async def once(self) -> None:
        await self.guest.leave()
        self.count += 1
        name = f"{self.guest.name}{self.count}"
        self.guest = Guest(self.guest.server, self.guest.name)
        await self.guest.arrive()
        await self.guest.post("/api/v1/me/account", name=name, password=PASSWORD)
        self.promise((self.guest.id, name, True))

    async def find(self, connection: AsyncConnection) -> Counter[Any]:
        rows = await connection.execute(select(players.c.id, players.c.name, players.c.password))
        return Counter((row.id, row.name, row.password is not None) for row in rows)


class Sealer(Bystander):
    """Seals a table with a seed of their own, reveals it, and so on at another table."""

    what = "sealed seats"

    def __init__(self, server: Process, name: str, now: Callable[[], int] = lambda: 0) -> None:
        super().__init__(server, name, now)
        self.other = Guest(server, "Other")  # type: ignore[arg-type]

    async def once(self) -> None:
        for guest in (self.guest, self.other):
            if not guest.id:
                await guest.arrive()
        self.count += 1
        seed = hashlib.sha256(f"{self.guest.name} {self.count}".encode()).digest()
        commitment = hashlib.sha256(seed).hexdigest()
        # Against somebody who never moves, so that no game goes on: the seats are what matters here.
        settings = {"game": "hiroba", "seats": 2, "clock": DAYS}
        table = (await self.guest.post("/api/v1/tables", settings=settings, commitment=commitment))["id"]
        self.promise((table, commitment, "committed"))
        await self.other.sit(table)
        seal = (await self.guest.start(table))["sealing"]["seal"]
        self.promise((table, commitment, "sealed"))
        seeds = [{"seat": 0, "seed": seed.hex()}]
        await self.guest.post(f"/api/v1/tables/{table}/reveal", seal=seal, seeds=seeds)
        self.promise((table, seed.hex(), "dealt"))

    async def leave(self) -> None:
        await super().leave()
        await self.other.leave()

    async def find(self, connection: AsyncConnection) -> Counter[Any]:
        query = select(
            seats.c.table, seats.c.commitment, seats.c.seed, tables.c.status, tables.c.sealing, tables.c.ply
        ).join(tables, tables.c.id == seats.c.table)
        found: Counter[Any] = Counter()
        for row in await connection.execute(query.where(seats.c.seat == 0)):
            found[row.table, row.commitment, "committed"] += 1
            if row.sealing["sealed_at"] is not None or row.status != "open":
                found[row.table, row.commitment, "sealed"] += 1
            if row.status in ("running", "over") and row.ply > 0:
                found[row.table, row.seed, "dealt"] += 1
        return found


class Crowd:
    """One of each, in the background."""

    def __init__(self, servers: list[Process], now: Callable[[], int] = lambda: 0) -> None:
        kinds: list[type[Bystander]] = [Talker, Newcomer, Sealer]
        self.people = [kind(servers[index % len(servers)], kind.__name__, now) for index, kind in enumerate(kinds)]
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        self._tasks = [asyncio.create_task(one.work()) for one in self.people]

    def raise_errors(self) -> None:
        """Raise what has gone wrong."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def end(self) -> None:
        self.raise_errors()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for one in self.people:
            with suppress(RuntimeError):
                await one.leave()

    def promises(self, at: int | None = None) -> "list[tuple[Bystander, list[Any]]]":
        """What has been acknowledged so far, or up to a moment."""
        return [(one, [fact for fact, when in one.promised.items() if at is None or when <= at]) for one in self.people]
