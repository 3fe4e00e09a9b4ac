"""The websocket of a table: what comes first, what is answered, what others hear, and how it ends."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from server.client import PATIENCE, House, Json, Visitor, Wire, house, play
from zashiki import Rng
from zashiki.server.sockets import GOING_AWAY, REFUSED, UNREAD
from zashiki.store.database import Unavailable
from zashiki.table.messages import PROTOCOL
from zashiki.table.room import Room

TWO: Json = {"game": "hiroba", "seats": 2}


async def started(*people: Visitor, **settings: Any) -> str:
    host, *others = people
    table: str = (await host.post("tables", 201, settings={**TWO, **settings}))["id"]
    for other in others:
        await other.sit(table)
    await host.post(f"tables/{table}/start")
    return table


async def at_a_game(inn: House, **settings: Any) -> tuple[str, Wire, Wire]:
    """Two people at a game: the one who is asked, and the other."""
    aki, ben = await inn.guests("Aki", "Ben")
    table = await started(aki, ben, **settings)
    first, second = await aki.at(table), await ben.at(table)
    await first.all_so_far()
    return (table, first, second) if first.view["moves"] else (table, second, first)


def a_move(wire: Wire, number: int = 0) -> Json:
    return {"version": wire.view["ply"], "action": wire.view["moves"][number]["action"]}


# The first message


async def test_the_welcome_has_all_there_is_to_know(inn: House) -> None:
    aki, ben = await inn.guests("Aki", "Ben")
    table = (await aki.table(**TWO))["id"]
    early = await ben.at(table)
    assert (early.welcome["seat"], early.welcome["view"], early.welcome["events"]) == (None, None, [])
    await ben.sit(table)
    await aki.post(f"tables/{table}/start")
    core = (await inn.services.rooms.get(table)).state.match
    assert core is not None
    for person, seat in ((aki, 0), (ben, 1), (inn.stranger(), None)):
        welcome = (await person.at(table)).welcome
        assert welcome.keys() == {"type", "protocol", "now", "table", "seat", "view", "events", "chat"}
        assert (welcome["protocol"], welcome["seat"]) == (PROTOCOL, seat)
        assert (welcome["view"], welcome["events"]) == (core.view(seat), core.events(seat))
        assert abs(welcome["now"] - inn.services.now()) < 60
        assert [one["yours"] for one in welcome["table"]["seats"]] == [seat == 0, seat == 1]


async def test_a_gap_is_filled_when_somebody_comes_back(inn: House) -> None:
    table, first, second = await at_a_game(inn)
    seen = len(second.welcome["events"])
    await play([first, second], Rng(3), 5)
    core = (await inn.services.rooms.get(table)).state.match
    assert core is not None
    back = await inn.stranger().at(table, since=seen)
    assert back.welcome["events"] == core.events(None, seen)
    assert [one["n"] for one in back.welcome["events"]] == list(range(seen, core.event_count))
    await back.all_so_far()
    (synced, ok) = await back.said("sync", since=seen + 1)
    assert synced["events"] == core.events(None, seen + 1)
    assert (synced["version"], synced["view"], ok["version"]) == (core.ply, core.view(None), core.ply)
    assert (await back.said("sync", since=10**6))[0]["events"] == []
    assert (await back.said("sync"))[0]["events"] == core.events(None)


@pytest.mark.parametrize("since", ["-1", "x", "1.5", "12345678", "²", ""])
async def test_a_number_that_no_event_has(inn: House, since: str) -> None:
    aki = await inn.guest("Aki")
    wire = aki.wire(f"/ws/tables/{(await aki.table())['id']}", since=since)
    assert (await wire.bye())["code"] == "bad-message"


# Moves


async def test_a_move_is_told_to_all_and_then_answered(inn: House) -> None:
    table, mover, other = await at_a_game(inn)
    watcher = await inn.stranger().at(table)
    ply = mover.view["ply"]
    for wire in (mover, other, watcher):
        await wire.all_so_far()
    came = await mover.said("move", "first", **a_move(mover))
    assert [one["type"] for one in came] == ["update", "ok"]
    assert came[1] == {"type": "ok", "id": "first", "version": ply}
    updates = [came[0], await other.next(), await watcher.next()]
    core = (await inn.services.rooms.get(table)).state.match
    assert core is not None
    for update, seat in zip(updates, (mover.welcome["seat"], other.welcome["seat"], None), strict=True):
        assert update.keys() == {"type", "version", "events", "view", "clocks", "now"}
        assert (update["version"], update["view"]) == (core.ply, core.view(seat))
        assert update["events"] == core.events(seat, update["events"][0]["n"])
    assert len({tuple(one["n"] for one in update["events"]) for update in updates}) == 1, "numbered alike"


async def test_events_follow_each_other_without_a_gap(inn: House) -> None:
    _, first, second = await at_a_game(inn)
    heard = [second.welcome["events"]]
    await play([first, second], Rng(5), 12)
    heard += [json.loads(text).get("events", []) for text in second.heard[1:]]
    numbers = [event["n"] for events in heard for event in events]
    assert numbers == list(range(len(numbers)))


async def test_a_move_by_its_name(inn: House) -> None:
    _, mover, _ = await at_a_game(inn)
    move = mover.view["moves"][0]
    assert (await mover.say("move", version=mover.view["ply"], action=move["name"]))["type"] == "ok"


async def test_a_stale_move_is_refused_and_a_fresh_view_follows(inn: House) -> None:
    table, mover, other = await at_a_game(inn)
    old = a_move(mover)
    await play([mover, other], Rng(1), 3)
    while mover.view["moves"] == []:
        await play([other, mover], Rng(2), 1)
    await mover.all_so_far()
    mover.send({"type": "move", "id": "late", **old})
    no, synced = await mover.next(), await mover.next()
    assert (no["type"], no["id"], no["code"]) == ("no", "late", "stale")
    assert no["facts"] == {"version": mover.view["ply"]}
    core = (await inn.services.rooms.get(table)).state.match
    assert core is not None
    assert synced["type"] == "synced"
    assert (synced["version"], synced["view"]) == (core.ply, core.view(mover.welcome["seat"]))
    assert synced["events"] == [], "these have all been told"


async def test_refused_moves_change_nothing_and_are_told_to_nobody(inn: House) -> None:
    table, mover, other = await at_a_game(inn)
    ply = mover.view["ply"]
    await other.all_so_far()
    for fields, code in (
        ({"version": ply, "action": "no such move"}, "unknown-move"),
        ({"version": ply, "action": 10**40}, "unknown-move"),
        ({"version": ply + 1, "action": mover.view["moves"][0]["action"]}, "stale"),
        ({**a_move(mover), "seat": other.welcome["seat"]}, "not-your-seat"),
        ({**a_move(mover), "seat": 99}, "no-such-seat"),
    ):
        assert (await mover.say("move", "x", **fields))["code"] == code
    illegal = await other.say("move", "y", version=ply, action=mover.view["moves"][0]["action"])
    assert illegal["code"] == "illegal"
    assert illegal["rule"]
    assert illegal["text"]
    watcher = await inn.stranger().at(table)
    assert (await watcher.say("move", "z", **a_move(mover)))["code"] == "not-signed-in"
    stranger = await (await inn.guest()).at(table)
    assert (await stranger.say("move", "z", **a_move(mover)))["code"] == "not-seated"
    came = await other.all_so_far()
    assert {one["type"] for one in came} <= {"table"}, "people came, nothing was played"
    assert (await inn.services.rooms.get(table)).state.ply == ply


async def test_a_message_sent_again_is_answered_alike(tmp_path: Path) -> None:
    async with house(tmp_path) as inn:
        table, mover, other = await at_a_game(inn)
        message = {"key": "once", **a_move(mover)}
        first = await mover.say("move", **message)
        again = await mover.said("move", **message)
        assert again == [first], "and nothing is told a second time"
        await play([mover, other], Rng(8), 4)
        assert await mover.say("move", **message) == first
        aki = await inn.guest("Somebody else")
        assert (await (await aki.at(table)).say("move", **message))["code"] == "not-seated"
        cookie, ply = mover.headers["cookie"].removeprefix("zashiki="), mover.view["ply"]
    async with house(tmp_path) as inn:
        back = await inn.known(cookie)
        wire = await back.at(table)
        assert wire.welcome["table"]["ply"] == ply
        await wire.all_so_far()
        assert await wire.said("move", **message) == [first], "also by a house that was closed meanwhile"
        assert (await back.post(f"tables/{table}/moves", id="once", version=0, action=0))["version"] == first["version"]


# Eyes


async def test_eyes_open_when_somebody_sits_down(inn: House) -> None:
    aki, ben = await inn.guests("Aki", "Ben")
    table = (await aki.table(**TWO))["id"]
    wire = await ben.at(table)
    assert wire.welcome["seat"] is None
    await ben.sit(table)
    news = await wire.until(lambda one: one["type"] == "table" and one["table"]["seats"][1]["kind"] == "person")
    assert [one["yours"] for one in news["table"]["seats"]] == [False, True]
    await aki.post(f"tables/{table}/start")
    update = await wire.next("update")
    assert update["view"]["seat"] == 1


async def test_who_is_here(inn: House) -> None:
    aki, ben, chika = await inn.guests("Aki", "Ben", "Chika")
    table = await started(aki, ben)
    first = await aki.at(table)
    assert [one["here"] for one in first.welcome["table"]["seats"]] == [False, False], "before one has come in"
    second = await ben.at(table)
    assert [one["here"] for one in second.welcome["table"]["seats"]] == [True, False]
    await first.until(lambda one: one["type"] == "table" and one["table"]["seats"][1]["here"])
    watchers = [await chika.at(table), await inn.stranger().at(table)]
    news = await first.until(lambda one: one["type"] == "table" and one["table"]["spectators"] == 2)
    assert news["table"]["spectators"] == 2
    await watchers[0].close()
    await second.close()
    news = await first.until(lambda one: one["type"] == "table" and not one["table"]["seats"][1]["here"])
    assert news["table"]["spectators"] == 1


async def test_leaving_and_coming_back_is_told(inn: House) -> None:
    aki, ben = await inn.guests("Aki", "Ben")
    table = await started(aki, ben)
    wire = await aki.at(table)
    await ben.post(f"tables/{table}/leave")
    await wire.until(lambda one: one["type"] == "table" and one["table"]["seats"][1]["stand_in"])
    await ben.post(f"tables/{table}/return")
    await wire.until(lambda one: one["type"] == "table" and not one["table"]["seats"][1]["stand_in"])


# Chat


async def test_what_is_said_is_heard_by_all(inn: House) -> None:
    table, first, second = await at_a_game(inn)
    watcher = await inn.stranger().at(table)
    assert (await first.say("chat", text="Good\u202e  luck\n\0<b>!</b>"))["type"] == "ok"
    assert (await second.say("phrase", code="good-luck"))["type"] == "ok"
    heard = [(await watcher.next("said"))["chat"] for _ in range(2)]
    welcome = (await inn.stranger().at(table)).welcome
    assert welcome["chat"] == heard
    assert [one["text"] for one in welcome["chat"]] == ["Good luck <b>!</b>", "Good luck!"]
    assert [one["phrase"] for one in welcome["chat"]] == [None, "good-luck"]
    assert [one["n"] for one in welcome["chat"]] == [0, 1]
    assert {one["seat"] for one in welcome["chat"]} == {0, 1}


async def test_what_cannot_be_said(inn: House) -> None:
    _, wire, _ = await at_a_game(inn)
    for fields, code in (
        ({"text": ""}, "bad-message"),
        ({"text": "\u200b \t"}, "bad-message"),
        ({"text": "x" * 301}, "bad-message"),
        ({"text": 5}, "bad-message"),
        ({}, "bad-message"),
    ):
        assert (await wire.say("chat", **fields))["code"] == code
    assert (await wire.say("chat", text="x" * 300))["type"] == "ok"
    assert (await wire.say("phrase", code="no-such"))["code"] == "no-such-phrase"


async def test_a_table_without_chat_has_phrases(inn: House) -> None:
    _, wire, _ = await at_a_game(inn, chat=False)
    assert (await wire.say("chat", text="hello"))["code"] == "chat-closed"
    assert (await wire.say("phrase", code="hello"))["type"] == "ok"


async def test_spectators_are_silent_while_the_game_is_running(inn: House) -> None:
    aki, ben, chika = await inn.guests("Aki", "Ben", "Chika")
    table = (await aki.table(**TWO))["id"]
    wire = await chika.at(table)
    assert (await wire.say("chat", text="before"))["type"] == "ok"
    await ben.sit(table)
    await aki.post(f"tables/{table}/start")
    assert (await wire.say("chat", text="the bird is at c4"))["code"] == "chat-closed"
    assert (await wire.say("phrase", code="hello"))["code"] == "chat-closed"
    assert (await (await inn.stranger().at(table)).say("chat", text="x"))["code"] == "not-signed-in"
    await play([await aki.at(table), await ben.at(table)], Rng(1))
    assert (await wire.say("chat", text="after"))["type"] == "ok"
    allowed = await started(aki, ben, spectator_chat=True)
    wire = await chika.at(allowed)
    said = [one["chat"] for one in await wire.said("chat", text="hello") if one["type"] == "said"]
    assert [(one["name"], one["seat"]) for one in said] == [("Chika", None)]


async def test_muting_works_at_once(inn: House) -> None:
    aki, ben = await inn.guests("Aki", "Ben")
    table = await started(aki, ben)
    mine, theirs = await aki.at(table), await ben.at(table)
    await theirs.say("chat", text="one")
    assert (await mine.next("said"))["chat"]["text"] == "one"
    await aki.put(f"me/muted/{ben.id}", 204)
    assert (await aki.get("me"))["muted"] == [ben.id]
    (connection,) = inn.services.connections[aki.id]
    async with asyncio.timeout(PATIENCE):
        while not connection.mutes(ben.id):  # type: ignore[attr-defined]
            await asyncio.sleep(0)
    await theirs.say("chat", text="two")
    assert not [one for one in await mine.all_so_far() if one["type"] == "said"]
    assert (await aki.at(table)).welcome["chat"] == []
    assert len((await ben.at(table)).welcome["chat"]) == 2
    await aki.delete(f"me/muted/{ben.id}")
    assert len((await aki.at(table)).welcome["chat"]) == 2
    await aki.refused("no-such-player", "PUT", "me/muted/nobody", 404)
    await aki.delete("me/muted/nobody")


async def test_a_new_name_is_spoken_under_at_once(inn: House) -> None:
    aki, ben = await inn.guests("Aki", "Ben")
    table = await started(aki, ben)
    wire = await aki.at(table)
    await aki.patch("me", name="Aki Ko")
    (connection,) = inn.services.connections[aki.id]
    async with asyncio.timeout(PATIENCE):
        while connection.visitor.player.name != "Aki Ko":  # type: ignore[attr-defined]
            await asyncio.sleep(0)
    await wire.say("chat", text="it is me")
    assert (await ben.at(table)).welcome["chat"][0]["name"] == "Aki Ko"


async def test_one_who_says_too_much_is_stopped(tmp_path: Path) -> None:
    async with house(tmp_path, rate_chat="2/minute") as inn:
        _, wire, other = await at_a_game(inn)
        for _ in range(2):
            assert (await wire.say("phrase", code="hello"))["type"] == "ok"
        no = await wire.say("phrase", code="hello")
        assert (no["code"], no["facts"]["of"]) == ("rate", "chat")
        assert (await other.say("phrase", code="hello"))["type"] == "ok", "others may speak"
        assert (await wire.say("move", **a_move(wire)))["type"] == "ok", "and one may play"


# Answers, always


async def test_a_message_that_is_none_is_answered(inn: House) -> None:
    _, wire, _ = await at_a_game(inn)
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
        wire.send(raw)
        no = await wire.next("no")
        assert (no["id"], no["code"]) == (key, "bad-message"), raw
        assert no["text"]
    wire.send(b'{"type": "ping", "id": "bytes"}')
    assert (await wire.next("ok"))["id"] == "bytes", "bytes are read, too"
    wire.send('{"type": "ping", "id": "long", "x": "' + "x" * 5000 + '"}')
    no = await wire.next("no")
    assert (no["id"], no["code"]) == ("long", "too-big")
    wire.send('{"type": "chat", "id": "wide", "text": "' + "桜" * 1500 + '"}')
    assert (await wire.next("no"))["code"] == "too-big", "it is bytes that count"


async def test_too_many_messages_are_refused_one_by_one(tmp_path: Path) -> None:
    async with house(tmp_path, rate_messages="3/minute") as inn:
        aki = await inn.guest("Aki")
        table = (await aki.table())["id"]
        wire = await aki.at(table)
        answers = [(await wire.say("ping", f"p{number}")) for number in range(5)]
        assert [one["type"] for one in answers] == ["ok"] * 3 + ["no"] * 2
        assert answers[4]["code"] == "rate"
        assert (await (await aki.at(table)).say("ping"))["type"] == "ok", "counted for each connection"


async def test_what_could_not_be_written_did_not_happen(inn: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mover, other = await at_a_game(inn)
    ply = mover.view["ply"]

    async def full(change: object) -> None:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(inn.services.table_service.context.ledger, "write", full)
        no = await mover.say("move", "x", **a_move(mover))
        assert no["code"] == "storage"
        assert "disk" not in no["text"]
    assert (await inn.services.rooms.get(table)).state.ply == ply
    assert (await mover.say("move", "x", **a_move(mover)))["type"] == "ok"
    await other.reach(ply + 1)


async def test_a_fault_of_ours_is_answered_too(inn: House, monkeypatch: pytest.MonkeyPatch) -> None:
    _, mover, _ = await at_a_game(inn)

    async def broken(*_: object) -> None:
        raise RuntimeError("a secret of the house")

    with monkeypatch.context() as context:
        context.setattr(Room, "play", broken)
        no = await mover.say("move", "x", **a_move(mover))
    assert no["code"] == "trouble"
    assert "secret" not in str(no)
    assert (await mover.say("move", "x", **a_move(mover)))["type"] == "ok"


# How it ends


async def test_who_does_not_read_is_told_when_it_is_too_much(inn: House) -> None:
    _, mover, other = await at_a_game(inn)
    await other.all_so_far()
    other.reading.clear()
    for number in range(UNREAD + 10):
        assert (await mover.say("phrase", f"p{number}", code="hello"))["type"] == "ok"
    other.reading.set()
    assert (await other.bye())["code"] == "too-slow"
    assert other.code == REFUSED
    assert (await mover.say("move", **a_move(mover)))["type"] == "ok", "nobody else had to wait"


async def test_an_unknown_protocol(inn: House) -> None:
    aki = await inn.guest("Aki")
    table = (await aki.table())["id"]
    for protocol in ("2", "0", "x" * 1000, ""):
        wire = aki.wire(f"/ws/tables/{table}", protocol=protocol)
        assert (await wire.bye())["code"] == "bad-message"
        assert wire.code == REFUSED
    assert (await aki.at(table, protocol=PROTOCOL)).welcome


async def test_other_sites_may_not_connect(inn: House) -> None:
    aki = await inn.guest("Aki")
    table = (await aki.table())["id"]
    for headers in (
        {"origin": "https://evil.test"},
        {"origin": "null"},
        {"origin": "http://[half"},
        {"origin": "http://house.test.evil.test"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://house.test"},
    ):
        for path in (f"/ws/tables/{table}", "/ws/me"):
            wire = aki.wire(path, headers)
            assert (await wire.bye())["code"] == "origin"
    wire = aki.wire("/ws/me", {"origin": "http://house.test", "sec-fetch-site": "same-origin"})
    await wire.next("hello")


async def test_a_table_that_is_not_there(inn: House) -> None:
    aki = await inn.guest("Aki")
    for name in ("nowhere", "x" * 33, "UPPER", "a.b", "ü"):
        assert (await aki.wire(f"/ws/tables/{name}").bye())["code"] == "no-such-table"


async def test_there_is_a_limit_of_connections(tmp_path: Path) -> None:
    async with house(tmp_path, max_connections=4, max_connections_per_player=2) as inn:
        aki, ben = await inn.guests("Aki", "Ben")
        table = (await aki.table())["id"]
        first = await aki.at(table)
        await aki.at(table)
        assert (await aki.wire(f"/ws/tables/{table}").bye())["code"] == "too-many"
        assert (await aki.wire("/ws/me").bye())["code"] == "too-many"
        stranger = inn.stranger("192.0.2.1")
        await stranger.at(table)
        await stranger.at(table)
        assert (await inn.stranger("192.0.2.1").wire(f"/ws/tables/{table}").bye())["code"] == "too-many"
        assert (await ben.wire(f"/ws/tables/{table}").bye())["code"] == "busy"
        await first.close()
        await ben.at(table)
        assert inn.services.metrics.registry.get_sample_value("zashiki_connections") == 4


async def test_the_house_closes(inn: House) -> None:
    _, first, second = await at_a_game(inn)
    news = (await inn.guest()).wire("/ws/me")
    await news.next("hello")
    inn.services.closing.set()
    for wire in (first, second, news):
        assert (await wire.bye())["code"] == "busy"
        assert wire.code == GOING_AWAY


async def test_a_house_that_cannot_look_anybody_up(inn: House, monkeypatch: pytest.MonkeyPatch) -> None:
    aki = await inn.guest("Aki")
    table = (await aki.table())["id"]

    async def gone(*_: object) -> None:
        raise Unavailable("gone")

    for name in ("by_secret", "muted"):
        with monkeypatch.context() as broken:
            broken.setattr(inn.services.people, name, gone)
            assert (await aki.wire(f"/ws/tables/{table}").bye())["code"] == "storage"
    await aki.at(table)
