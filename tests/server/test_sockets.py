"""The websocket of a table: the welcome, answers, what others receive, and closing."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from server.client import TIMEOUT, Client, Json, RunningServer, SocketClient, play, running_server
from zashiki import Rng
from zashiki.server.sockets import GOING_AWAY, REFUSED, UNREAD
from zashiki.store.database import Unavailable
from zashiki.table.messages import PROTOCOL
from zashiki.table.room import Room

TWO: Json = {"game": "hiroba", "seats": 2}


async def started(*people: Client, **settings: Any) -> str:
    host, *others = people
    table: str = (await host.post("tables", 201, settings={**TWO, **settings}))["id"]
    for other in others:
        await other.sit(table)
    await host.post(f"tables/{table}/start")
    return table


async def at_a_game(server: RunningServer, **settings: Any) -> tuple[str, SocketClient, SocketClient]:
    """Two people at a game: the one who is asked, and the other."""
    aki, ben = await server.guests("Aki", "Ben")
    table = await started(aki, ben, **settings)
    first, second = await aki.connect(table), await ben.connect(table)
    await first.all_so_far()
    return (table, first, second) if first.view["moves"] else (table, second, first)


@asynccontextmanager
async def refreshed(server: RunningServer, client: Client) -> AsyncGenerator[None]:
    """Afterwards the client's only connection knows what was changed about the person."""
    (connection,) = server.services.connections[client.id]
    refresh, done = connection.refresh, asyncio.Event()

    async def announced() -> None:
        await refresh()
        done.set()

    with patch.object(connection, "refresh", announced):
        yield
        await asyncio.wait_for(done.wait(), TIMEOUT)


def a_move(socket: SocketClient, number: int = 0) -> Json:
    return {"version": socket.view["ply"], "action": socket.view["moves"][number]["action"]}


# The first message


async def test_the_welcome_is_complete(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = (await aki.table(**TWO))["id"]
    early = await ben.connect(table)
    assert (early.welcome["seat"], early.welcome["view"], early.welcome["events"]) == (None, None, [])
    await ben.sit(table)
    await aki.post(f"tables/{table}/start")
    core = (await server.services.rooms.get(table)).state.match
    assert core is not None
    for person, seat in ((aki, 0), (ben, 1), (server.anonymous(), None)):
        welcome = (await person.connect(table)).welcome
        assert welcome.keys() == {"type", "protocol", "now", "table", "seat", "view", "events", "chat"}
        assert (welcome["protocol"], welcome["seat"]) == (PROTOCOL, seat)
        assert (welcome["view"], welcome["events"]) == (core.view(seat), core.events(seat))
        assert abs(welcome["now"] - server.services.now()) < 60
        assert [one["yours"] for one in welcome["table"]["seats"]] == [seat == 0, seat == 1]


async def test_reconnecting_sends_missed_events(server: RunningServer) -> None:
    table, first, second = await at_a_game(server)
    seen = len(second.welcome["events"])
    await play([first, second], Rng(3), 5)
    core = (await server.services.rooms.get(table)).state.match
    assert core is not None
    back = await server.anonymous().connect(table, since=seen)
    assert back.welcome["events"] == core.events(None, seen)
    assert [one["n"] for one in back.welcome["events"]] == list(range(seen, core.event_count))
    await back.all_so_far()
    (synced, ok) = await back.exchange("sync", since=seen + 1)
    assert synced["events"] == core.events(None, seen + 1)
    assert (synced["version"], synced["view"], ok["version"]) == (core.ply, core.view(None), core.ply)
    assert (await back.exchange("sync", since=10**6))[0]["events"] == []
    assert (await back.exchange("sync"))[0]["events"] == core.events(None)


@pytest.mark.parametrize("since", ["-1", "x", "1.5", "12345678", "²", ""])
async def test_an_invalid_event_number(server: RunningServer, since: str) -> None:
    aki = await server.guest("Aki")
    socket = aki.websocket(f"/ws/tables/{(await aki.table())['id']}", since=since)
    assert (await socket.bye())["code"] == "bad-message"


# Moves


async def test_a_move_is_sent_to_all_and_then_acknowledged(server: RunningServer) -> None:
    table, mover, other = await at_a_game(server)
    watcher = await server.anonymous().connect(table)
    ply = mover.view["ply"]
    for socket in (mover, other, watcher):
        await socket.all_so_far()
    came = await mover.exchange("move", "first", **a_move(mover))
    assert [one["type"] for one in came] == ["update", "ok"]
    assert came[1] == {"type": "ok", "id": "first", "version": ply}
    updates = [came[0], await other.next(), await watcher.next()]
    core = (await server.services.rooms.get(table)).state.match
    assert core is not None
    for update, seat in zip(updates, (mover.welcome["seat"], other.welcome["seat"], None), strict=True):
        assert update.keys() == {"type", "version", "events", "view", "clocks", "now"}
        assert (update["version"], update["view"]) == (core.ply, core.view(seat))
        assert update["events"] == core.events(seat, update["events"][0]["n"])
    assert len({tuple(one["n"] for one in update["events"]) for update in updates}) == 1, "numbered alike"


async def test_events_have_no_gaps(server: RunningServer) -> None:
    _, first, second = await at_a_game(server)
    received = [second.welcome["events"]]
    await play([first, second], Rng(5), 12)
    received += [json.loads(text).get("events", []) for text in second.received[1:]]
    numbers = [event["n"] for events in received for event in events]
    assert numbers == list(range(len(numbers)))


async def test_a_move_by_its_name(server: RunningServer) -> None:
    _, mover, _ = await at_a_game(server)
    move = mover.view["moves"][0]
    assert (await mover.request("move", version=mover.view["ply"], action=move["name"]))["type"] == "ok"


async def test_a_stale_move_is_refused_and_a_fresh_view_follows(server: RunningServer) -> None:
    table, mover, other = await at_a_game(server)
    old = a_move(mover)
    await play([mover, other], Rng(1), 3)
    while mover.view["moves"] == []:
        await play([other, mover], Rng(2), 1)
    await mover.all_so_far()
    mover.send({"type": "move", "id": "late", **old})
    no, synced = await mover.next(), await mover.next()
    assert (no["type"], no["id"], no["code"]) == ("no", "late", "stale")
    assert no["facts"] == {"version": mover.view["ply"]}
    core = (await server.services.rooms.get(table)).state.match
    assert core is not None
    assert synced["type"] == "synced"
    assert (synced["version"], synced["view"]) == (core.ply, core.view(mover.welcome["seat"]))
    assert synced["events"] == [], "these were all sent"


async def test_refused_moves_change_nothing_and_are_not_sent_to_others(server: RunningServer) -> None:
    table, mover, other = await at_a_game(server)
    ply = mover.view["ply"]
    await other.all_so_far()
    for fields, code in (
        ({"version": ply, "action": "no such move"}, "unknown-move"),
        ({"version": ply, "action": 10**40}, "unknown-move"),
        ({"version": ply + 1, "action": mover.view["moves"][0]["action"]}, "stale"),
        ({**a_move(mover), "seat": other.welcome["seat"]}, "not-your-seat"),
        ({**a_move(mover), "seat": 99}, "no-such-seat"),
    ):
        assert (await mover.request("move", "x", **fields))["code"] == code
    illegal = await other.request("move", "y", version=ply, action=mover.view["moves"][0]["action"])
    assert illegal["code"] == "illegal"
    assert illegal["rule"]
    assert illegal["text"]
    watcher = await server.anonymous().connect(table)
    assert (await watcher.request("move", "z", **a_move(mover)))["code"] == "not-signed-in"
    stranger = await (await server.guest()).connect(table)
    assert (await stranger.request("move", "z", **a_move(mover)))["code"] == "not-seated"
    came = await other.all_so_far()
    assert {one["type"] for one in came} <= {"table"}, "people came, nothing was played"
    assert (await server.services.rooms.get(table)).state.ply == ply


async def test_a_repeated_message_gets_the_same_answer(tmp_path: Path) -> None:
    async with running_server(tmp_path) as server:
        table, mover, other = await at_a_game(server)
        message = {"key": "once", **a_move(mover)}
        first = await mover.request("move", **message)
        again = await mover.exchange("move", **message)
        assert again == [first], "and nothing is sent a second time"
        await play([mover, other], Rng(8), 4)
        assert await mover.request("move", **message) == first
        aki = await server.guest("Somebody else")
        assert (await (await aki.connect(table)).request("move", **message))["code"] == "not-seated"
        cookie, ply = mover.headers["cookie"].removeprefix("zashiki="), mover.view["ply"]
    async with running_server(tmp_path) as server:
        back = await server.with_cookie(cookie)
        socket = await back.connect(table)
        assert socket.welcome["table"]["ply"] == ply
        await socket.all_so_far()
        assert await socket.exchange("move", **message) == [first], "also by a server that was restarted"
        assert (await back.post(f"tables/{table}/moves", id="once", version=0, action=0))["version"] == first["version"]


# Viewers


async def test_the_view_switches_when_somebody_sits_down(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = (await aki.table(**TWO))["id"]
    socket = await ben.connect(table)
    assert socket.welcome["seat"] is None
    await ben.sit(table)
    news = await socket.until(lambda one: one["type"] == "table" and one["table"]["seats"][1]["kind"] == "person")
    assert [one["yours"] for one in news["table"]["seats"]] == [False, True]
    await aki.post(f"tables/{table}/start")
    update = await socket.next("update")
    assert update["view"]["seat"] == 1


async def test_presence(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    table = await started(aki, ben)
    first = await aki.connect(table)
    assert [one["here"] for one in first.welcome["table"]["seats"]] == [False, False], "before one has come in"
    second = await ben.connect(table)
    assert [one["here"] for one in second.welcome["table"]["seats"]] == [True, False]
    await first.until(lambda one: one["type"] == "table" and one["table"]["seats"][1]["here"])
    watchers = [await chika.connect(table), await server.anonymous().connect(table)]
    news = await first.until(lambda one: one["type"] == "table" and one["table"]["spectators"] == 2)
    assert news["table"]["spectators"] == 2
    await watchers[0].close()
    await second.close()
    news = await first.until(lambda one: one["type"] == "table" and not one["table"]["seats"][1]["here"])
    assert news["table"]["spectators"] == 1


async def test_leaving_and_returning_are_sent(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await started(aki, ben)
    socket = await aki.connect(table)
    await ben.post(f"tables/{table}/leave")
    await socket.until(lambda one: one["type"] == "table" and one["table"]["seats"][1]["stand_in"])
    await ben.post(f"tables/{table}/return")
    await socket.until(lambda one: one["type"] == "table" and not one["table"]["seats"][1]["stand_in"])


# Chat


async def test_chat_is_sent_to_all(server: RunningServer) -> None:
    table, first, second = await at_a_game(server)
    watcher = await server.anonymous().connect(table)
    assert (await first.request("chat", text="Good\u202e  luck\n\0<b>!</b>"))["type"] == "ok"
    assert (await second.request("phrase", code="good-luck"))["type"] == "ok"
    received = [(await watcher.next("said"))["chat"] for _ in range(2)]
    welcome = (await server.anonymous().connect(table)).welcome
    assert welcome["chat"] == received
    assert [one["text"] for one in welcome["chat"]] == ["Good luck <b>!</b>", "Good luck!"]
    assert [one["phrase"] for one in welcome["chat"]] == [None, "good-luck"]
    assert [one["n"] for one in welcome["chat"]] == [0, 1]
    assert {one["seat"] for one in welcome["chat"]} == {0, 1}


async def test_invalid_chat(server: RunningServer) -> None:
    _, socket, _ = await at_a_game(server)
    for fields, code in (
        ({"text": ""}, "bad-message"),
        ({"text": "\u200b \t"}, "bad-message"),
        ({"text": "x" * 301}, "bad-message"),
        ({"text": 5}, "bad-message"),
        ({}, "bad-message"),
    ):
        assert (await socket.request("chat", **fields))["code"] == code
    assert (await socket.request("chat", text="x" * 300))["type"] == "ok"
    assert (await socket.request("phrase", code="no-such"))["code"] == "no-such-phrase"


async def test_preset_phrases_without_chat(server: RunningServer) -> None:
    _, socket, _ = await at_a_game(server, chat=False)
    assert (await socket.request("chat", text="hello"))["code"] == "chat-closed"
    assert (await socket.request("phrase", code="hello"))["type"] == "ok"


async def test_spectators_cannot_chat_while_the_game_is_running(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    table = (await aki.table(**TWO))["id"]
    socket = await chika.connect(table)
    assert (await socket.request("chat", text="before"))["type"] == "ok"
    await ben.sit(table)
    await aki.post(f"tables/{table}/start")
    assert (await socket.request("chat", text="the bird is at c4"))["code"] == "chat-closed"
    assert (await socket.request("phrase", code="hello"))["code"] == "chat-closed"
    assert (await (await server.anonymous().connect(table)).request("chat", text="x"))["code"] == "not-signed-in"
    await play([await aki.connect(table), await ben.connect(table)], Rng(1))
    assert (await socket.request("chat", text="after"))["type"] == "ok"
    allowed = await started(aki, ben, spectator_chat=True)
    socket = await chika.connect(allowed)
    said = [one["chat"] for one in await socket.exchange("chat", text="hello") if one["type"] == "said"]
    assert [(one["name"], one["seat"]) for one in said] == [("Chika", None)]


async def test_muting_works_at_once(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await started(aki, ben)
    mine, theirs = await aki.connect(table), await ben.connect(table)
    await theirs.request("chat", text="one")
    assert (await mine.next("said"))["chat"]["text"] == "one"
    async with refreshed(server, aki):
        await aki.put(f"me/muted/{ben.id}", 204)
    assert (await aki.get("me"))["muted"] == [ben.id]
    await theirs.request("chat", text="two")
    assert not [one for one in await mine.all_so_far() if one["type"] == "said"]
    assert (await aki.connect(table)).welcome["chat"] == []
    assert len((await ben.connect(table)).welcome["chat"]) == 2
    await aki.delete(f"me/muted/{ben.id}")
    assert len((await aki.connect(table)).welcome["chat"]) == 2
    await aki.refused("no-such-player", "PUT", "me/muted/nobody", 404)
    await aki.delete("me/muted/nobody")


async def test_a_new_name_is_used_in_chat_at_once(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await started(aki, ben)
    socket = await aki.connect(table)
    async with refreshed(server, aki):
        await aki.patch("me", name="Aki Ko")
    await socket.request("chat", text="it is me")
    assert (await ben.connect(table)).welcome["chat"][0]["name"] == "Aki Ko"


async def test_chat_is_rate_limited(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_chat="2/day") as server:
        _, socket, other = await at_a_game(server)
        for _ in range(2):
            assert (await socket.request("phrase", code="hello"))["type"] == "ok"
        no = await socket.request("phrase", code="hello")
        assert (no["code"], no["facts"]["of"]) == ("rate", "chat")
        assert (await other.request("phrase", code="hello"))["type"] == "ok", "others may speak"
        assert (await socket.request("move", **a_move(socket)))["type"] == "ok", "and one may play"


# Answers, always


async def test_an_invalid_message_is_answered(server: RunningServer) -> None:
    _, socket, _ = await at_a_game(server)
    for raw, key in (
        ("", None),
        ("hello", None),
        ("[]", None),
        ("null", None),
        ("{}", None),
        ('{"type": "dance", "id": "a"}', "a"),
        ('{"type": "ping"}', None),
        ('{"type": "ping", "id": ""}', ""),
        ('{"type": "ping", "id": 5}', None),
        ('{"type": "ping", "id": "a", "more": 1}', "a"),
        ('{"type": "ping", "id": "' + "a" * 65 + '"}', None),
        ('{"type": "look", "id": "a"}', "a"),
        ('{"type": "sync", "id": "a", "since": -1}', "a"),
        ('{"type": "move", "id": "a", "version": "0", "action": 1}', "a"),
        (b"\xff\xfe", None),
        (b'{"type": "ping", "id": "\xff"}', None),
    ):
        socket.send(raw)
        no = await socket.next("no")
        assert (no["id"], no["code"]) == (key, "bad-message"), raw
        assert no["text"]
    socket.send(b'{"type": "ping", "id": "bytes"}')
    assert (await socket.next("ok"))["id"] == "bytes", "bytes are read, too"
    socket.send('{"type": "ping", "id": "long", "x": "' + "x" * 5000 + '"}')
    no = await socket.next("no")
    assert (no["id"], no["code"]) == ("long", "too-big")
    socket.send('{"type": "chat", "id": "wide", "text": "' + "桜" * 1500 + '"}')
    assert (await socket.next("no"))["code"] == "too-big", "it is bytes that count"


async def test_too_many_messages_are_refused_one_by_one(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_messages="3/day") as server:
        aki = await server.guest("Aki")
        table = (await aki.table())["id"]
        socket = await aki.connect(table)
        answers = [(await socket.request("ping", f"p{number}")) for number in range(5)]
        assert [one["type"] for one in answers] == ["ok"] * 3 + ["no"] * 2
        assert answers[4]["code"] == "rate"
        assert (await (await aki.connect(table)).request("ping"))["type"] == "ok", "counted for each connection"


async def test_a_failed_commit_changes_nothing(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mover, other = await at_a_game(server)
    ply = mover.view["ply"]

    async def full(*_: object) -> None:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(server.services.table_service.context.ledger, "write", full)
        no = await mover.request("move", "x", **a_move(mover))
        assert no["code"] == "storage"
        assert "disk" not in no["text"]
    assert (await server.services.rooms.get(table)).state.ply == ply
    assert (await mover.request("move", "x", **a_move(mover)))["type"] == "ok"
    await other.reach(ply + 1)


async def test_internal_errors_are_answered(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    _, mover, _ = await at_a_game(server)

    async def broken(*_: object) -> None:
        raise RuntimeError("a secret of the server")

    with monkeypatch.context() as context:
        context.setattr(Room, "play", broken)
        no = await mover.request("move", "x", **a_move(mover))
    assert no["code"] == "trouble"
    assert "secret" not in str(no)
    assert (await mover.request("move", "x", **a_move(mover)))["type"] == "ok"


# How it ends


async def test_a_slow_reader_is_disconnected(server: RunningServer) -> None:
    _, mover, other = await at_a_game(server)
    await other.all_so_far()
    other.reading.clear()
    for number in range(UNREAD + 10):
        assert (await mover.request("phrase", f"p{number}", code="hello"))["type"] == "ok"
    other.reading.set()
    assert (await other.bye())["code"] == "too-slow"
    assert other.code == REFUSED
    assert (await mover.request("move", **a_move(mover)))["type"] == "ok", "nobody else had to wait"


async def test_an_unknown_protocol(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    table = (await aki.table())["id"]
    for protocol in ("2", "0", "x" * 1000, ""):
        socket = aki.websocket(f"/ws/tables/{table}", protocol=protocol)
        assert (await socket.bye())["code"] == "bad-message"
        assert socket.code == REFUSED
    assert (await aki.connect(table, protocol=PROTOCOL)).welcome


async def test_cross_site_websockets_are_refused(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    table = (await aki.table())["id"]
    for headers in (
        {"origin": "https://evil.test"},
        {"origin": "null"},
        {"origin": "http://[half"},
        {"origin": "http://zashiki.test.evil.test"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://zashiki.test"},
    ):
        for path in (f"/ws/tables/{table}", "/ws/me"):
            socket = aki.websocket(path, headers)
            assert (await socket.bye())["code"] == "origin"
    socket = aki.websocket("/ws/me", {"origin": "http://zashiki.test", "sec-fetch-site": "same-origin"})
    await socket.next("hello")


async def test_an_unknown_table(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    for name in ("nowhere", "x" * 33, "UPPER", "a.b", "ü"):
        assert (await aki.websocket(f"/ws/tables/{name}").bye())["code"] == "no-such-table"


async def test_the_number_of_connections_is_limited(tmp_path: Path) -> None:
    async with running_server(tmp_path, max_connections=4, max_connections_per_player=2) as server:
        aki, ben = await server.guests("Aki", "Ben")
        table = (await aki.table())["id"]
        first = await aki.connect(table)
        await aki.connect(table)
        assert (await aki.websocket(f"/ws/tables/{table}").bye())["code"] == "too-many"
        assert (await aki.websocket("/ws/me").bye())["code"] == "too-many"
        stranger = server.anonymous("192.0.2.1")
        await stranger.connect(table)
        await stranger.connect(table)
        assert (await server.anonymous("192.0.2.1").websocket(f"/ws/tables/{table}").bye())["code"] == "too-many"
        assert (await ben.websocket(f"/ws/tables/{table}").bye())["code"] == "busy"
        await first.close()
        await ben.connect(table)
        assert server.services.metrics.registry.get_sample_value("zashiki_connections") == 4


async def test_shutdown(server: RunningServer) -> None:
    _, first, second = await at_a_game(server)
    news = (await server.guest()).websocket("/ws/me")
    await news.next("hello")
    server.services.closing.set()
    for socket in (first, second, news):
        assert (await socket.bye())["code"] == "busy"
        assert socket.code == GOING_AWAY


async def test_sign_in_is_unavailable_without_the_database(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    aki = await server.guest("Aki")
    table = (await aki.table())["id"]

    async def gone(*_: object) -> None:
        raise Unavailable("gone")

    for name in ("by_secret", "unheard"):
        with monkeypatch.context() as broken:
            broken.setattr(server.services.people, name, gone)
            assert (await aki.websocket(f"/ws/tables/{table}").bye())["code"] == "storage"
    await aki.connect(table)
