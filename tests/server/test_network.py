"""Over a real network: frames, proxies and shutdown, which only a real server handles."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from server.client import TIMEOUT, Json, listening_server
from zashiki.server.sockets import GOING_AWAY
from zashiki.table.messages import LONGEST


@asynccontextmanager
async def at_table(address: str, **more: Any) -> AsyncGenerator[tuple[ClientConnection, httpx.AsyncClient, Json]]:
    """Somebody with a real websocket at a table of their own."""
    async with httpx.AsyncClient(base_url=address) as client:
        await client.post("/api/v1/guest", json={"name": "Aki"})
        settings = {"game": "hiroba", "seats": 2}
        table = (await client.post("/api/v1/tables", json={"settings": settings})).json()
        cookie = {"Cookie": f"zashiki={client.cookies['zashiki']}", **more}
        url = address.replace("http", "ws") + f"/ws/tables/{table['id']}"
        async with connect(url, additional_headers=cookie, open_timeout=TIMEOUT) as socket:
            assert (await receive(socket))["type"] == "welcome"
            yield socket, client, table


async def receive(socket: ClientConnection, kind: str | None = None) -> Json:
    while True:
        message: Json = json.loads(await asyncio.wait_for(socket.recv(), TIMEOUT))
        if kind in (None, message["type"]):
            return message


async def closed(socket: ClientConnection) -> int:
    """Read to the end; the code."""
    with suppress(ConnectionClosed):
        while True:
            await receive(socket)
    assert socket.close_code is not None
    return socket.close_code


async def test_websockets_are_not_compressed(tmp_path: Path) -> None:
    # What others say and what only one may see go over it: their lengths must not have to do with each other.
    async with listening_server(tmp_path) as (_, address), at_table(address) as (socket, _, _):
        assert socket.request is not None
        assert socket.response is not None
        assert "permessage-deflate" in socket.request.headers["Sec-WebSocket-Extensions"]  # it was offered
        assert "Sec-WebSocket-Extensions" not in socket.response.headers
        assert socket.protocol.extensions == []


async def test_invalid_frames_close_the_websocket_and_the_table_continues(tmp_path: Path) -> None:
    async with listening_server(tmp_path) as (server, address):
        async with at_table(address) as (socket, _, _):
            await socket.send("x" * (4 * LONGEST))
            assert (await receive(socket, "no"))["code"] == "too-big"
            await socket.send(b"\xff\xfe\xfd")
            assert (await receive(socket, "no"))["code"] == "bad-message"
            await socket.send("x" * (4 * LONGEST + 1))
            assert await closed(socket) == 1009
        async with at_table(address) as (socket, client, table):
            frame = Frame(Opcode.TEXT, b'{"type": "ping", "id": "\xff"}').serialize(mask=True)
            socket.transport.write(frame)
            assert await closed(socket) == 1007
            assert (await client.get(f"/api/v1/tables/{table['id']}")).json()["status"] == "open"
        assert not server.services.connections


async def test_a_lost_connection_is_noticed(tmp_path: Path) -> None:
    async with listening_server(tmp_path) as (server, address), at_table(address) as (socket, client, table):
        assert (await receive(socket, "table"))["table"]["seats"][0]["here"]
        socket.transport.abort()
        await asyncio.wait_for(server.services.empty.wait(), TIMEOUT)
        assert not (await client.get(f"/api/v1/tables/{table['id']}")).json()["seats"][0]["here"]
        assert not server.services.connections


async def test_shutdown_is_announced_on_every_websocket(tmp_path: Path) -> None:
    async with listening_server(tmp_path) as (server, address), at_table(address) as (socket, _, _):
        server.services.closing.set()
        assert (await receive(socket, "bye"))["code"] == "busy"
        assert await closed(socket) == GOING_AWAY


async def test_forwarded_headers_count_only_from_trusted_proxies(tmp_path: Path) -> None:
    claim = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    async with listening_server(tmp_path) as (_, address), httpx.AsyncClient(base_url=address, headers=claim) as client:
        assert (await client.get("/metrics")).status_code == 404, "whoever asks is somewhere else"
        assert "Secure" in (await client.post("/api/v1/guest", json={})).headers["set-cookie"]
        spoofed = {"X-Forwarded-For": "127.0.0.1, 203.0.113.7"}
        assert (await client.get("/metrics", headers=spoofed)).status_code == 404, "the last hop is what counts"
    async with (
        listening_server(tmp_path, trusted_proxies="192.0.2.1") as (_, address),
        httpx.AsyncClient(base_url=address, headers=claim) as client,
    ):
        assert (await client.get("/metrics")).status_code == 200, "it is the machine itself that asks"
        assert "Secure" not in (await client.post("/api/v1/guest", json={})).headers["set-cookie"]


async def test_a_forged_address_does_not_evade_rate_limits(tmp_path: Path) -> None:
    async with listening_server(tmp_path, trusted_proxies="192.0.2.1", rate_guests="2/day") as (_, address):
        statuses = []
        for number in range(3):
            async with httpx.AsyncClient(base_url=address) as client:
                claim = {"X-Forwarded-For": f"203.0.113.{number}"}
                statuses.append((await client.post("/api/v1/guest", json={}, headers=claim)).status_code)
        assert statuses == [201, 201, 429]


async def test_long_bodies_without_content_length_are_rejected(tmp_path: Path) -> None:
    async with listening_server(tmp_path) as (server, address):
        port = int(address.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /api/v1/guest HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
        for _ in range(server.services.config.max_body // 0x1000 + 1):
            writer.write(chunk)
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)
        assert answer.startswith(b"HTTP/1.1 413 ")
        writer.close()
        async with httpx.AsyncClient(base_url=address) as client:
            assert (await client.get("/healthz")).status_code == 200
