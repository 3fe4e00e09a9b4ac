"""Hostile clients on a real server: every message is answered, none breaks it, and strangers are served meanwhile."""

import asyncio
import json
import re
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import httpx

from fuzz.frames import VIOLATIONS, frames
from fuzz.requests import Described, Orders, rubbish
from fuzz.wire import PATIENCE, TEXT, Gone, Wire, frame
from nightly import number, tally, worst
from server_process import Guest, Server

FRAMES, REQUESTS = number("ZASHIKI_FRAMES", 2000), number("ZASHIKI_REQUESTS", 300)
SEED, SECONDS = number("ZASHIKI_FUZZ_SEED", 20513), number("ZASHIKI_FUZZ_SECONDS", 1800)
CONNECTIONS = 6
BATCH = 40
"""Messages that are sent before all answers are read."""
TABLE = 5000
"""Frames after which a table is replaced, as its game may be over."""
FLAT = 100_000
"""Frames from which on the memory is compared: fewer only fill caches."""
VERSION = re.compile(rb'"version":(\d+)')


def memory(server: Server) -> int:
    """The resident size of a server, in kibibytes."""
    status = Path(f"/proc/{server.pid}/status").read_text("utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


@asynccontextmanager
async def somebody_else(server: Server) -> AsyncGenerator[None]:
    """A stranger asks whether the server is well, all the time, and is always answered."""

    async def ask() -> None:
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            while True:
                began = time.monotonic()
                answer = await client.get(f"{server.address}/healthz")
                assert answer.status_code == 200, answer.text
                worst("ms until a stranger was answered", round(1000 * (time.monotonic() - began)))
                tally("strangers answered meanwhile")
                await asyncio.sleep(0.1)

    asking = asyncio.create_task(ask())
    try:
        yield
        if asking.done():
            asking.result()
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)


class Attacker:
    """One websocket that sends what it should not."""

    def __init__(self, server: Server, guest: Guest, chance: Random) -> None:
        self.server, self.guest, self.chance = server, guest, chance
        self.wire: Wire | None = None
        self.table, self.version, self.marks = "", 0, 0

    async def connect(self) -> Wire:
        self.close()
        wire = self.wire = await Wire.to(self.server.address)
        answer = await wire.upgrade(f"/ws/tables/{self.table}", self.guest.cookie)
        assert answer.status == 101, answer
        return wire

    def close(self) -> None:
        if self.wire is not None:
            self.wire.close()
            self.wire = None

    async def batch(self) -> int:
        """Send some messages, and read an answer to each; how many frames that was."""
        wire = self.wire or await self.connect()
        made = [frames(self.chance, self.version) for _ in range(BATCH)]
        self.marks += 1
        mark = f"mark{self.marks}"
        end = frame(TEXT, json.dumps({"type": "ping", "id": mark}).encode(), self.chance)
        await wire.send(b"".join(data for data, _ in made) + end)
        answers = 0
        while True:
            kind, data = await wire.receive()
            if kind != TEXT:
                continue
            start = data[:40]
            if start.startswith((b'{"type":"ok"', b'{"type":"no"')):
                answers += 1
                assert b'"code":"trouble"' not in data, data
                if mark.encode() in data[:60]:
                    break
            assert not start.startswith(b'{"type":"bye"'), data
            if found := VERSION.search(data[-400:] if len(data) > 400 else data):
                self.version = int(found[1])
        assert answers == BATCH + 1, f"{answers - 1} answers to {BATCH} messages"
        return sum(count for _, count in made) + 1

    async def violate(self, violation: Callable[[Random], bytes] | None = None) -> int:
        """Send a frame against the protocol: the server closes this connection."""
        violation = violation or self.chance.choice(VIOLATIONS)
        wire = self.wire or await self.connect()
        try:
            await wire.send(violation(self.chance))
            code = await wire.until_gone()
        except Gone as gone:
            code = gone.code
        assert code in (None, 1000, 1002, 1003, 1005, 1007, 1009), code
        self.close()
        return 1


async def new_table(people: list[Guest]) -> str:
    table = await people[0].open_table("hiroba", seats=2)
    await people[1].sit(table)
    await people[0].start(table)
    return table


async def attack(server: Server, guests: list[Guest], count: int, chance: Random) -> None:
    """Send so many frames, or as many as there is time for."""
    attackers = [Attacker(server, guests[n % len(guests)], Random(chance.random())) for n in range(CONNECTIONS)]
    sent, next_table, end = 0, 0, time.monotonic() + SECONDS
    sizes: list[int] = []
    try:
        while sent < count and time.monotonic() < end:
            if sent >= next_table:
                table, next_table = await new_table(guests), sent + TABLE
                for one in attackers:
                    one.table, one.version = table, 0
                    one.close()
            violating = chance.random() < 0.1
            done = await asyncio.gather(*(one.violate() if violating else one.batch() for one in attackers))
            sent += sum(done)
            tally("websocket frames", sum(done))
            if count >= FLAT and sent >= (len(sizes) + 1) * count // 5:
                sizes.append(memory(server))
    finally:
        for one in attackers:
            one.close()
    # The first fifth fills caches.
    if len(sizes) > 2:
        growth = max(sizes[1:]) / sizes[0] - 1
        worst("permille of memory gained after the first fifth of the frames", round(1000 * growth))
        assert growth < 0.05, f"the resident size grew: {sizes} KiB"


def check_log(server: Server) -> None:
    assert "Traceback" not in server.log(), server.log()[-4000:]


async def test_websocket_frames_that_nobody_should_send(tmp_path: Path) -> None:
    async with Server(database=f"sqlite:///{tmp_path}/zashiki.db", durable=False) as server:
        guests = [await Guest(server, name).arrive() for name in ("Aki", "Ben", "Chie")]
        async with somebody_else(server):
            await attack(server, guests, FRAMES, Random(SEED))
        for guest in guests:
            await guest.leave()
        check_log(server)


async def test_every_violation_of_the_protocol_ends_that_connection_only(tmp_path: Path) -> None:
    """And the log has no line of it, which would be a way to fill the disk."""
    async with Server(database=f"sqlite:///{tmp_path}/zashiki.db", durable=False) as server:
        guests = [await Guest(server, name).arrive() for name in ("Aki", "Ben")]
        attackers = [Attacker(server, guest, Random(SEED)) for guest in guests]
        for one in attackers:
            one.table = await new_table(guests)
        for violation in VIOLATIONS:
            await attackers[0].violate(violation)
        await attackers[1].batch()
        for one in attackers:
            one.close()
            await one.guest.leave()
        assert server.problems() == []


async def test_with_the_usual_limits_too(tmp_path: Path) -> None:
    """Most frames are refused then, and strangers do not notice."""
    server = Server(database=f"sqlite:///{tmp_path}/zashiki.db", durable=False)
    server.environment = {"ZASHIKI_RATE_MESSAGES": "100/10 seconds", "ZASHIKI_RATE_CHAT": "8/10 seconds"}
    async with server:
        guests = [await Guest(server, name).arrive() for name in ("Aki", "Ben", "Chie")]
        async with somebody_else(server):
            await attack(server, guests, FRAMES // 4, Random(SEED + 1))
        for guest in guests:
            await guest.leave()
        check_log(server)


async def send_requests(server: Server, guests: list[Guest], count: int, chance: Random) -> None:
    """Send so many requests, or as many as there is time for, over several connections."""
    description = await guests[0].get("/api/openapi.json")
    cookies = [guest.cookie for guest in guests]
    orders = Orders(cookies)
    ids = {"table": orders.tables, "player": [guest.id for guest in guests], "game": ["hiroba", "sakura"]}
    described = Described(description, ids)
    end = time.monotonic() + SECONDS
    left = iter(range(count))

    async def one_connection(chance: Random) -> None:
        wire: Wire | None = None
        for _ in left:
            if time.monotonic() > end:
                break
            data = described.make(chance, chance.choice(cookies)) if chance.random() < 0.5 else orders.make(chance)
            wire = wire or await Wire.to(server.address)
            try:
                await wire.send(data)
                answer = await wire.answer()
            except Gone:
                raise AssertionError(f"no answer to {data!r}") from None
            tally("HTTP requests")
            tally(f"HTTP requests: answered with {answer.status // 100}xx")
            assert answer.status < 500, (data, answer)
            orders.learn(answer.body)
            if answer.headers.get("connection") == "close":
                wire.close()
                wire = None
        if wire is not None:
            wire.close()

    await asyncio.gather(*(one_connection(Random(chance.random())) for _ in range(CONNECTIONS)))


async def send_rubbish(server: Server, chance: Random, times: int) -> None:
    """Send requests that are none: each is refused or cut off."""
    for _ in range(times):
        for data in rubbish(chance):
            wire = await Wire.to(server.address)
            try:
                await wire.send(data)
                answer = await wire.answer()
                assert answer.status < 500, (data[:200], answer)
            except Gone:
                pass
            finally:
                wire.close()
            tally("HTTP requests")
            tally("HTTP requests: rubbish")


async def test_requests_that_nobody_should_send(tmp_path: Path) -> None:
    async with Server(database=f"sqlite:///{tmp_path}/zashiki.db", durable=False) as server:
        guests = [await Guest(server, name).arrive() for name in ("Aki", "Ben", "Chie")]
        async with somebody_else(server):
            await send_rubbish(server, Random(SEED), max(1, REQUESTS // 500))
            await send_requests(server, guests, REQUESTS, Random(SEED))
        for guest in guests:
            await guest.leave()
        check_log(server)
