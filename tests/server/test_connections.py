"""Connections that take too long are cut off, and nobody has too many."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from server.client import TIMEOUT, RunningServer, listening_server
from zashiki.server import connections

HEAD = b"POST /api/v1/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
SOURCE = "127.0.9.1"
"""An address that is no proxy's."""


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SWEEP", 0.02)


@asynccontextmanager
async def opened(address: str) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    port = int(address.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(SOURCE, 0))
    try:
        yield reader, writer
    finally:
        writer.close()


def counted(server: RunningServer) -> dict[str, int]:
    return dict(server.services.door.turned_away)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        HEAD,
        HEAD + b"Content-Length: 20\r\n\r\n{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"GET /ws/me HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HT",
    ],
    ids=["nothing", "line", "head", "body", "chunk", "handshake", "second"],
)
async def test_what_is_begun_and_not_ended_is_cut_off(tmp_path: Path, begun: bytes) -> None:
    async with (
        listening_server(tmp_path, request_seconds=0.2) as (server, address),
        opened(address) as (reader, writer),
    ):
        writer.write(begun)
        answer = await asyncio.wait_for(reader.read(), TIMEOUT)
        assert answer.rpartition(b"HTTP/1.1 ")[2].startswith(b"408 ")
        assert counted(server) == {"slow" if begun else "spare": 1}
        assert not server.services.door._networks


async def test_bytes_that_trickle_do_not_prolong_it(tmp_path: Path) -> None:
    async with listening_server(tmp_path, request_seconds=0.2) as (_, address), opened(address) as (reader, writer):

        async def trickle() -> None:
            with suppress(OSError):
                for letter in b"GET / HTTP/1.1\r\nX: " + 10_000 * b"x":
                    writer.write(bytes([letter]))
                    await writer.drain()
                    await asyncio.sleep(0.01)

        trickling = asyncio.create_task(trickle())
        assert (await asyncio.wait_for(reader.readuntil(b"\r\n"), TIMEOUT)).startswith(b"HTTP/1.1 408 ")
        trickling.cancel()


async def test_requests_in_time_and_what_the_server_keeps_waiting_are_not_cut_off(tmp_path: Path) -> None:
    async with (
        listening_server(tmp_path, request_seconds=0.1) as (server, address),
        opened(address) as (reader, writer),
    ):
        port = address.rpartition(":")[2]
        url = f"ws://127.0.0.1:{port}/ws/tables/{'0' * 8}"
        body = b"{}"
        writer.write(HEAD + b"Content-Length: 2\r\n\r\n" + body)
        assert (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)).startswith(b"HTTP/1.1 201 ")
        await asyncio.sleep(0.3)  # idle between requests: not ours to end
        async with connect(url, local_addr=(SOURCE, 0), open_timeout=TIMEOUT) as socket:
            assert json.loads(await socket.recv())["code"] == "no-such-table"
        assert not counted(server)


async def test_one_network_has_a_limited_number_of_connections(tmp_path: Path) -> None:
    async with listening_server(tmp_path, max_connections_per_network=3) as (server, address):
        async with opened(address), opened(address), opened(address):
            async with opened(address) as (reader, writer):
                writer.write(HEAD)
                assert (await asyncio.wait_for(reader.read(), TIMEOUT)).startswith(b"HTTP/1.1 503 ")
            async with httpx.AsyncClient(base_url=address) as other:
                assert (await other.get("/healthz")).status_code == 200
            assert counted(server) == {"network": 1}
        while server.services.door._networks[SOURCE]:
            await asyncio.sleep(0)
        async with opened(address) as (reader, writer):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert (await asyncio.wait_for(reader.readuntil(b"\r\n"), TIMEOUT)).startswith(b"HTTP/1.1 200 ")


async def test_connections_of_one_network_are_served_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "AT_ONCE", 2)
    monkeypatch.setattr(connections, "PACE", 0.2)
    async with listening_server(tmp_path) as (_, address), AsyncExitStack() as stack:
        asked = [await stack.enter_async_context(opened(address)) for _ in range(4)]
        for _, writer in asked:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        order: list[int] = []

        async def answered(number: int, reader: asyncio.StreamReader) -> None:
            assert (await asyncio.wait_for(reader.readuntil(b"\r\n"), TIMEOUT)).startswith(b"HTTP/1.1 200 ")
            order.append(number)

        waiting = [asyncio.create_task(answered(number, reader)) for number, (reader, _) in enumerate(asked)]
        async with httpx.AsyncClient(base_url=address) as other:  # from elsewhere, and later
            await asyncio.gather(*waiting[:2])
            assert (await other.get("/healthz")).status_code == 200
            assert not waiting[3].done()
        await asyncio.gather(*waiting)
        assert order[2:] == [2, 3]


async def test_websockets_of_a_network_are_counted_also_behind_a_proxy(tmp_path: Path) -> None:
    async with listening_server(tmp_path, max_connections_per_network=2) as (server, address):
        async with httpx.AsyncClient(base_url=address) as client:
            await client.post("/api/v1/guest", json={})
            table = (await client.post("/api/v1/tables", json={"settings": {"game": "hiroba", "seats": 2}})).json()[
                "id"
            ]
        url = f"{address.replace('http', 'ws')}/ws/tables/{table}"

        async def first(number: int) -> str:
            forwarded = {"X-Forwarded-For": f"2001:db8::{number}"}
            socket = await connect(url, additional_headers=forwarded, open_timeout=TIMEOUT).__aenter__()
            opened_sockets.append(socket)
            return str(json.loads(await socket.recv())["type"])

        opened_sockets: list[object] = []
        assert [await first(number) for number in range(3)] == ["welcome", "welcome", "bye"]
        for socket in opened_sockets:
            await socket.close()  # type: ignore[attr-defined]
        await asyncio.wait_for(server.services.empty.wait(), TIMEOUT)
        assert not server.services.networks


async def test_some_files_are_left_when_connections_have_used_up_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "files_limit", lambda: 8)  # two of them are reserved
    async with listening_server(tmp_path) as (server, address), httpx.AsyncClient(base_url=address) as other:
        assert (await other.get("/healthz")).status_code == 200
        held = [await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2])) for _ in range(9)]
        closed = 0
        for reader, _ in held[5:]:
            closed += (await asyncio.wait_for(reader.read(), TIMEOUT)).startswith(b"HTTP/1.1 503 ")
        assert closed == 4
        assert counted(server) == {"full": 4}
        for _, writer in held:
            writer.close()
