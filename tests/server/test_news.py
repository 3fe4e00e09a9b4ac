"""Turn notices on the personal websocket and through the webhook."""

import asyncio
import hashlib
import hmac
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.client import TIMEOUT, Client, Json, RunningServer, SocketClient, running_server
from zashiki.server import notifications
from zashiki.table.messages import PROTOCOL

TWO: Json = {"game": "hiroba", "seats": 2}


async def listening(person: Client) -> SocketClient:
    socket = person.websocket("/ws/me")
    hello = await socket.next()
    assert (hello["type"], hello["protocol"], hello["player"]) == ("hello", PROTOCOL, person.id)
    return socket


async def test_players_are_notified_of_their_own_turns(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    sockets = [await listening(one) for one in (aki, ben, chika)]
    table = (await aki.post("tables", 201, settings={**TWO, "clock": {"kind": "days", "days": 2}}))["id"]
    await ben.sit(table)
    started = await aki.post(f"tables/{table}/start")
    seat = started["waiting"][0]
    news = await sockets[seat].next("turn")
    deadline = started["clocks"][seat]["deadline"]
    assert news == {"type": "turn", "table": table, "game": "hiroba", "seat": seat, "deadline": deadline}
    assert deadline - started["clocks"][seat]["asked_at"] == 2 * 86_400
    for other in (sockets[1 - seat], sockets[2]):
        assert not [one for one in await other.all_so_far() if one["type"] == "turn"]


async def test_private_tables_are_announced_to_their_members_only(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    sockets = [await listening(one) for one in (aki, ben, chika)]
    secret = (await aki.table(**TWO))["id"]
    await ben.sit(secret)
    await aki.post(f"tables/{secret}/start")
    received = [[one["table"] for one in await socket.all_so_far() if one["type"] == "lobby"] for socket in sockets]
    assert set(received[0]) == set(received[1]) == {secret}
    assert received[2] == [], "with the address anybody could come"
    listed = (await aki.table(**TWO, access="open"))["id"]
    received = [[one["table"] for one in await socket.all_so_far() if one["type"] == "lobby"] for socket in sockets]
    assert [set(one) for one in received] == [{listed}] * 3
    left = (await aki.table(**TWO))["id"]
    await ben.sit(left)
    await sockets[1].all_so_far()
    await aki.delete(f"tables/{left}/seats/1", 200)
    assert (await sockets[1].next("lobby"))["table"] == left, "it is on the list of one's own no more"


async def test_the_personal_websocket_accepts_only_ping(server: RunningServer) -> None:
    socket = await listening(await server.guest())
    assert await socket.request("ping") == {"type": "ok", "id": "x", "version": 0}
    for kind, fields in (("chat", {"text": "hello"}), ("move", {"version": 0, "action": 0}), ("sync", {}), ("x", {})):
        assert (await socket.request(kind, **fields))["code"] == "bad-message"


async def test_the_personal_websocket_requires_a_session(server: RunningServer) -> None:
    assert (await server.anonymous().websocket("/ws/me").bye())["code"] == "not-signed-in"
    wrong = server.anonymous(authorization="Bearer zsk_wrong")
    assert (await wrong.websocket("/ws/me").bye())["code"] == "not-signed-in"


class Hook:
    """A program that receives webhook calls."""

    def __init__(self) -> None:
        self.calls: asyncio.Queue[tuple[dict[str, str], bytes]] = asyncio.Queue()
        self.statuses: list[int] = []
        """What it answers; then always 204."""
        self.url = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
        body = await reader.readexactly(int(headers["content-length"]))
        self.calls.put_nowait((headers, body))
        status = self.statuses.pop(0) if self.statuses else 204
        writer.write(f"HTTP/1.1 {status} x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def call(self) -> tuple[dict[str, str], bytes]:
        return await asyncio.wait_for(self.calls.get(), TIMEOUT)


@asynccontextmanager
async def hooked() -> AsyncGenerator[Hook]:
    hook = Hook()
    server = await asyncio.start_server(hook.answer, "127.0.0.1", 0)
    hook.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    async with server:
        yield hook


async def test_the_webhook_is_called_for_disconnected_players(tmp_path: Path) -> None:
    async with (
        hooked() as hook,
        running_server(tmp_path, webhook=hook.url, webhook_secret="quiet", public_url="http://games.test/") as server,
    ):
        aki, ben = await server.guests("Aki", "Ben")
        table = (await aki.post("tables", 201, settings=TWO))["id"]
        await ben.sit(table)
        started = await aki.post(f"tables/{table}/start")
        headers, body = await hook.call()
        seat = started["waiting"][0]
        person = (aki, ben)[seat]
        assert json.loads(body) == {
            "event": "turn",
            "player": person.id,
            "table": table,
            "game": "hiroba",
            "seat": seat,
            "deadline": None,
            "url": f"http://games.test/table/{table}",
        }
        signature = hmac.new(b"quiet", body, hashlib.sha256).hexdigest()
        assert headers["x-zashiki-signature"] == f"sha256={signature}"
        here = await (aki, ben)[1 - seat].connect(table)
        view = (await person.get(f"tables/{table}/view"))["view"]
        ply = view["ply"]
        while not here.view["moves"]:
            view = (await person.get(f"tables/{table}/view"))["view"]
            await person.post(
                f"tables/{table}/moves",
                id=f"m{view['ply']}",
                version=view["ply"],
                action=view["moves"][0]["action"],
            )
            ply += 1
            await here.reach(ply)
        while not hook.calls.empty():  # further decisions of the one who is not here
            assert json.loads(hook.calls.get_nowait()[1])["player"] == person.id


async def test_a_failing_webhook_is_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "PAUSE", 0.0)
    async with hooked() as hook, running_server(tmp_path, webhook=hook.url) as server:
        hook.statuses = [500, 503]
        aki, ben = await server.guests("Aki", "Ben")
        table = (await aki.post("tables", 201, settings=TWO))["id"]
        await ben.sit(table)
        await aki.post(f"tables/{table}/start")
        calls = [await hook.call() for _ in range(3)]
        assert len({body for _, body in calls}) == 1
        assert "x-zashiki-signature" not in calls[0][0]


async def test_an_unreachable_webhook_blocks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "PAUSE", 0.0)
    async with hooked() as hook:
        gone = hook.url
    async with running_server(tmp_path, webhook=gone) as server:
        aki, ben = await server.guests("Aki", "Ben")
        table = (await aki.post("tables", 201, settings=TWO))["id"]
        await ben.sit(table)
        assert (await aki.post(f"tables/{table}/start"))["status"] == "running"
        assert (await (await aki.connect(table)).request("ping"))["type"] == "ok"
