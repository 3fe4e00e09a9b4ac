"""What attackers do, each in a process of its own: `python -m attacks.attackers NAME PORT SECONDS JSON`.

They come from networks of their own, other addresses of the loopback: the server can tell them from strangers. A
line on standard output says that the attack is on; the last line is what it has seen, as JSON.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import perf_counter
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

Seen = Counter[str]
Attack = Callable[[int, dict[str, Any], Seen], Awaitable[None]]
WAIT: Final = 3.0
"""Seconds that an attacker waits for an answer."""


def request(method: str, path: str, port: int, body: Any = None, **headers: str) -> bytes:
    """A request as bytes."""
    content = b"" if body is None else json.dumps(body).encode()
    head = {"Host": f"127.0.0.1:{port}", "Content-Type": "application/json", "Content-Length": str(len(content))}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in {**head, **headers}.items())]
    return "\r\n".join([*lines, "", ""]).encode() + content


async def answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    """The status, headers and body of a response."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return int(head[0].split()[1]), headers, body


async def _repeat(port: int, source: str, seen: Seen, make: Callable[[int], bytes]) -> None:
    """Send request after request on one connection, and on another when it is closed."""
    number = 0
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        except OSError:
            seen["not connected"] += 1
            await asyncio.sleep(0.05)
            continue
        try:
            while True:
                writer.write(make(number))
                number += 1
                seen[str((await answer(reader))[0])] += 1
        except (OSError, asyncio.IncompleteReadError):
            seen["closed"] += 1
            await asyncio.sleep(0.02)
        finally:
            writer.close()


async def syncs(port: int, about: dict[str, Any], seen: Seen) -> None:
    """Twenty sockets ask for the whole history of a long game, within the rate limit."""

    async def one(number: int) -> None:
        path = f"ws://127.0.0.1:{port}/ws/tables/{about['table']}"
        with suppress(OSError, WebSocketException):
            async with connect(path, local_addr=(about["source"], 0), proxy=None, max_size=None) as socket:
                ask = json.dumps({"type": "sync", "id": str(number), "since": 0})

                async def send() -> None:
                    for _ in range(95):
                        await socket.send(ask)
                        await asyncio.sleep(0.02)

                sending = asyncio.create_task(send())
                try:
                    async for text in socket:
                        kind = text[:20] if isinstance(text, str) else ""
                        seen["no" if '"no"' in kind else "synced" if "synced" in kind else "other"] += 1
                finally:
                    sending.cancel()
        seen["closed"] += 1

    await asyncio.gather(*(one(number) for number in range(20)))


async def gets(port: int, about: dict[str, Any], seen: Seen) -> None:
    """Thirty connections ask for the list of tables, and for pages that are not there."""
    paths = ["/api/v1/tables?limit=100", "/api/v1/games", "/nothing", "/"]
    tasks = [
        _repeat(port, about["source"], seen, lambda number: request("GET", paths[number % 4], port)) for _ in range(30)
    ]
    await asyncio.gather(*tasks)


async def junk(port: int, about: dict[str, Any], seen: Seen) -> None:
    """Guests, and a hundred tables of theirs, from one network."""
    settings = {"game": "hiroba", "seats": 2}

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(about["source"], 0))
        with suppress(OSError, asyncio.IncompleteReadError):
            writer.write(request("POST", "/api/v1/guest", port, {}))
            status, headers, _ = await answer(reader)
            seen[f"guest {status}"] += 1
            cookie = headers.get("set-cookie", "").partition(";")[0]
            while status < 300:
                writer.write(request("POST", "/api/v1/tables", port, {"settings": settings}, Cookie=cookie))
                status = (await answer(reader))[0]
                seen[f"table {status}"] += 1
        writer.close()

    await asyncio.gather(*(one() for _ in range(20)))


async def half_sent(port: int, about: dict[str, Any], seen: Seen) -> None:
    """A thousand connections begin a request, and never end it."""
    parts = [
        b"",
        b"GET /",
        b"POST /api/v1/guest HTTP/1.1\r\nHost: x\r\n",
        request("POST", "/api/v1/guest", port, {"name": "Aki"})[:-5],
        b"GET /ws/me HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    ]

    async def one(number: int) -> None:
        try:
            source = f"127.0.{int(about['net']) + number % 5}.1"
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        except OSError:
            seen["not connected"] += 1
            return
        began = perf_counter()
        seen["open"] += 1
        with suppress(OSError):
            writer.write(parts[number % len(parts)])
            await reader.read()
        seen["open"] -= 1
        seen["cut off"] += 1
        seen["longest ms"] = max(seen["longest ms"], round(1000 * (perf_counter() - began)))

    tasks = []
    for number in range(1000):
        tasks.append(asyncio.create_task(one(number)))
        if number % 50 == 49:
            await asyncio.sleep(0.01)
    await asyncio.gather(*tasks)
    await asyncio.Event().wait()


async def sockets(port: int, about: dict[str, Any], seen: Seen) -> None:
    """Four hundred websockets from one network."""

    async def one() -> None:
        path = f"ws://127.0.0.1:{port}/ws/tables/{about['table']}?since=100000"
        try:
            async with connect(path, local_addr=(about["source"], 0), proxy=None, max_size=None) as socket:
                first = json.loads(await socket.recv())["type"]
                seen[first] += 1
                if first == "welcome":
                    seen["open"] += 1
                await socket.wait_closed()
        except (OSError, WebSocketException):
            seen["not connected"] += 1

    await asyncio.gather(*(one() for _ in range(400)))
    await asyncio.Event().wait()


async def logins(port: int, about: dict[str, Any], seen: Seen) -> None:
    """Forty sign in at once, from forty networks."""

    async def one(number: int) -> None:
        source = f"127.0.{int(about['net'])}.{number + 1}"
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        began = perf_counter()
        writer.write(request("POST", "/api/v1/login", port, {"name": f"Nobody {number}", "password": "not the right"}))
        seen[str((await answer(reader))[0])] += 1
        seen["longest ms"] = max(seen["longest ms"], round(1000 * (perf_counter() - began)))
        writer.close()

    await asyncio.gather(*(one(number) for number in range(40)))


async def exports(port: int, about: dict[str, Any], seen: Seen) -> None:
    """Somebody exports sixty games, on several connections at once, and replays one of them."""
    cookie = f"zashiki={about['secret']}"
    paths = ["/api/v1/me/export", f"/api/v1/tables/{about['table']}/replay?open=true"]
    tasks = [
        _repeat(port, about["source"], seen, lambda number: request("GET", paths[number % 2], port, Cookie=cookie))
        for _ in range(10)
    ]
    await asyncio.gather(*tasks)


ATTACKS: Final[dict[str, Attack]] = {
    attack.__name__: attack for attack in (syncs, gets, junk, half_sent, sockets, logins, exports)
}


async def _main(name: str, port: int, seconds: float, about: dict[str, Any]) -> None:
    seen = Seen()
    print("on", flush=True)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](port, about, seen)
    print(json.dumps(seen), flush=True)


if __name__ == "__main__":
    os.nice(5)  # the strangers, who are measured, share the machine with this process
    asyncio.run(_main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), json.loads(sys.argv[4])))
