"""The same house over a real network: what only a real server does with frames, proxies and the end."""

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

from server.client import PATIENCE, Json, street
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
        async with connect(url, additional_headers=cookie, open_timeout=PATIENCE) as wire:
            assert (await heard(wire))["type"] == "welcome"
            yield wire, client, table


async def heard(wire: ClientConnection, kind: str | None = None) -> Json:
    while True:
        message: Json = json.loads(await asyncio.wait_for(wire.recv(), PATIENCE))
        if kind in (None, message["type"]):
            return message


async def closed(wire: ClientConnection) -> int:
    """Read to the end; the code."""
    with suppress(ConnectionClosed):
        while True:
            await heard(wire)
    assert wire.close_code is not None
    return wire.close_code


async def test_nothing_is_compressed_on_a_websocket(tmp_path: Path) -> None:
    # What others say and what only one may see go over it: their lengths must not have to do with each other.
    async with street(tmp_path) as (_, address), at_table(address) as (wire, _, _):
        assert wire.request is not None
        assert wire.response is not None
        assert "permessage-deflate" in wire.request.headers["Sec-WebSocket-Extensions"]  # it was offered
        assert "Sec-WebSocket-Extensions" not in wire.response.headers
        assert wire.protocol.extensions == []


async def test_frames_that_no_websocket_may_send_end_it_and_the_table_goes_on(tmp_path: Path) -> None:
    async with street(tmp_path) as (inn, address):
        async with at_table(address) as (wire, _, _):
            await wire.send("x" * (4 * LONGEST))
            assert (await heard(wire, "no"))["code"] == "too-big"
            await wire.send(b"\xff\xfe\xfd")
            assert (await heard(wire, "no"))["code"] == "bad-message"
            await wire.send("x" * (4 * LONGEST + 1))
            assert await closed(wire) == 1009
        async with at_table(address) as (wire, client, table):
            frame = Frame(Opcode.TEXT, b'{"type": "ping", "id": "\xff"}').serialize(mask=True)
            wire.transport.write(frame)
            assert await closed(wire) == 1007
            assert (await client.get(f"/api/v1/tables/{table['id']}")).json()["status"] == "open"
        assert not inn.services.connections


async def test_a_connection_that_breaks_off_is_noticed(tmp_path: Path) -> None:
    async with street(tmp_path) as (inn, address), at_table(address) as (wire, client, table):
        assert (await heard(wire, "table"))["table"]["seats"][0]["here"]
        wire.transport.abort()
        async with asyncio.timeout(PATIENCE):
            while (await client.get(f"/api/v1/tables/{table['id']}")).json()["seats"][0]["here"]:
                await asyncio.sleep(0.01)
        assert not inn.services.connections


async def test_the_end_of_the_house_is_told_on_every_wire(tmp_path: Path) -> None:
    async with street(tmp_path) as (inn, address), at_table(address) as (wire, _, _):
        inn.services.closing.set()
        assert (await heard(wire, "bye"))["code"] == "busy"
        assert await closed(wire) == GOING_AWAY


async def test_a_proxy_is_believed_only_if_it_is_trusted(tmp_path: Path) -> None:
    claim = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    async with street(tmp_path) as (_, address), httpx.AsyncClient(base_url=address, headers=claim) as client:
        assert (await client.get("/metrics")).status_code == 404, "whoever asks is somewhere else"
        assert "Secure" in (await client.post("/api/v1/guest", json={})).headers["set-cookie"]
        spoofed = {"X-Forwarded-For": "127.0.0.1, 203.0.113.7"}
        assert (await client.get("/metrics", headers=spoofed)).status_code == 404, "the last hop is what counts"
    async with (
        street(tmp_path, trusted_proxies="192.0.2.1") as (_, address),
        httpx.AsyncClient(base_url=address, headers=claim) as client,
    ):
        assert (await client.get("/metrics")).status_code == 200, "it is the machine itself that asks"
        assert "Secure" not in (await client.post("/api/v1/guest", json={})).headers["set-cookie"]


async def test_a_claimed_address_does_not_help_against_limits(tmp_path: Path) -> None:
    async with street(tmp_path, trusted_proxies="192.0.2.1", rate_guests="2/minute") as (_, address):
        statuses = []
        for number in range(3):
            async with httpx.AsyncClient(base_url=address) as client:
                claim = {"X-Forwarded-For": f"203.0.113.{number}"}
                statuses.append((await client.post("/api/v1/guest", json={}, headers=claim)).status_code)
        assert statuses == [201, 201, 429]


async def test_long_bodies_without_a_length_are_not_read(tmp_path: Path) -> None:
    async with street(tmp_path) as (inn, address):
        port = int(address.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /api/v1/guest HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
        for _ in range(inn.services.config.max_body // 0x1000 + 1):
            writer.write(chunk)
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        assert answer.startswith(b"HTTP/1.1 413 ")
        writer.close()
        async with httpx.AsyncClient(base_url=address) as client:
            assert (await client.get("/healthz")).status_code == 200
