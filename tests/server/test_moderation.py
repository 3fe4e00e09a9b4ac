"""Bans, mutes, warnings and removed chat, made elsewhere while the server runs; blocking."""

from pathlib import Path

import pytest

from server.client import PASSWORD, Client, Json, RunningServer, running_server
from server_process import eventually
from zashiki.server.moderation import Moderation
from zashiki.store.operations import COMMAND_LINE, Operations

HIROBA: Json = {"game": "hiroba", "seats": 2}


@pytest.fixture
def moderation(server: RunningServer) -> Moderation:
    return server.services.moderation


def elsewhere(server: RunningServer) -> Operations:
    """What `zashiki admin` does in a process of its own."""
    return Operations(server.services.database)


async def running(aki: Client, ben: Client) -> str:
    table: str = (await aki.table(**HIROBA))["id"]
    await ben.sit(table)
    await aki.post(f"tables/{table}/start")
    return table


# Bans


async def test_whoever_is_banned_elsewhere_is_out_at_once(server: RunningServer, moderation: Moderation) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    await ben.account("Ben")
    table = await running(aki, ben)
    token = await ben.token()
    at_table, own, program = await ben.connect(table), ben.websocket("/ws/me"), await token.connect(table)
    await own.next("hello")
    await elsewhere(server).ban(COMMAND_LINE, server.services.now(), ben.id, None, "Cheated.")
    await moderation.follow()
    for socket in (at_table, own, program):
        bye = await socket.bye()
        assert (bye["code"], bye["text"]) == ("banned", "You are banned from this server: Cheated.")
    for somebody in (ben, token):
        for method, path in (("GET", "me"), ("GET", "session"), ("POST", "tables"), ("POST", "guest")):
            await somebody.refused("banned", method, path, 403)
        assert (await somebody.websocket(f"/ws/tables/{table}").bye())["code"] == "banned"
    await server.anonymous().refused("banned", "POST", "login", 403, name="Ben", password=PASSWORD)
    await server.anonymous().refused("wrong-password", "POST", "login", 403, name="Ben", password="not the right one")
    seats = (await aki.get(f"tables/{table}"))["seats"]
    assert [seat["stand_in"] for seat in seats] == [False, True], "a bot plays for them"


async def test_the_same_browser_cannot_come_in_as_somebody_else(server: RunningServer, moderation: Moderation) -> None:
    ben = await server.guest("Ben")
    await server.anonymous().post("guest", 201, name="Chika")
    await (await server.guest()).account("Chika Two")
    await elsewhere(server).ban(COMMAND_LINE, server.services.now(), ben.id, None, "Spam.")
    await moderation.follow()
    await ben.refused("banned", "POST", "logout", 403)
    await ben.refused("banned", "POST", "guest", 403, name="Another")
    await ben.refused("banned", "POST", "login", 403, name="Chika Two", password=PASSWORD)


async def test_the_data_of_somebody_banned_stay_theirs(server: RunningServer, moderation: Moderation) -> None:
    ben = await server.guest("Ben")
    await elsewhere(server).ban(COMMAND_LINE, server.services.now(), ben.id, None, "Spam.")
    await moderation.follow()
    found = await ben.get("me/export")
    assert [(one["kind"], one["reason"]) for one in found["sanctions"]] == [("ban", "Spam.")]
    await ben.delete("me")


async def test_a_ban_says_how_long_it_lasts_and_whom_to_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_server(tmp_path, contact="help@games.test") as server:
        ben, moderation = await server.guest("Ben"), server.services.moderation
        now = 1_770_000_000.0
        monkeypatch.setattr(moderation, "now", lambda: now)
        await elsewhere(server).ban(COMMAND_LINE, now, ben.id, now + 60, "Spam.")
        await moderation.follow()
        refused = await ben.refused("banned", "GET", "me", 403)
        assert refused["text"] == (
            "You are banned from this server until 2026-02-02 02:41 UTC: Spam. "
            "If you think that this is wrong, ask help@games.test."
        )
        assert refused["facts"]["reason"] == "ban.until_contact"
        now += 60
        await ben.get("me")
        await elsewhere(server).ban(COMMAND_LINE, now, ben.id, now + 60, "Spam again.")
        await moderation.follow()
        await ben.refused("banned", "GET", "me", 403)
        assert await elsewhere(server).lift(COMMAND_LINE, now, "ban", "a mistake", player=ben.id)
        await moderation.follow()
        await ben.get("me")


async def test_what_happened_while_the_server_was_down_counts(tmp_path: Path) -> None:
    async with running_server(tmp_path) as server:
        aki, ben = await server.guests("Aki", "Ben")
        table = await running(aki, ben)
        cookies = [one.client.cookies["zashiki"] for one in (aki, ben)]
        await elsewhere(server).ban(COMMAND_LINE, server.services.now(), ben.id, None, "Cheated.")
    async with running_server(tmp_path) as server:
        aki = await server.with_cookie(cookies[0])
        seats = (await aki.get(f"tables/{table}"))["seats"]
        assert [seat["stand_in"] for seat in seats] == [False, True]
        ben = server.anonymous()
        ben.client.cookies.set("zashiki", cookies[1])
        await ben.refused("banned", "GET", "me", 403)


async def test_a_banned_network_is_refused_at_the_door(server: RunningServer, moderation: Moderation) -> None:
    inside = await server.guest("Aki", address="2001:db8:1:2::1")
    watching = inside.websocket("/ws/me")
    await watching.next("hello")
    outside = await server.guest("Ben", address="2001:db8:1:3::1")
    (session,) = await server.services.people.sessions(inside.id)
    network = session.network
    assert network is not None
    assert "2001" not in network
    await elsewhere(server).ban_network(COMMAND_LINE, server.services.now(), network, None, "Floods.")
    await moderation.follow()
    assert (await watching.bye())["code"] == "banned"
    neighbour = server.anonymous("2001:db8:1:2:ffff::9")
    await neighbour.refused("banned", "POST", "guest", 403)
    await neighbour.refused("banned", "GET", "games", 403)
    assert (await neighbour.websocket("/ws/tables/x").bye())["code"] == "banned"
    assert (await neighbour.client.get("/")).status_code == 200, "the page loads, to say why"
    await outside.get("me")
    assert await elsewhere(server).lift(COMMAND_LINE, 0, "ban", "moved", network=network)
    await moderation.follow()
    await inside.get("me")


# Mutes, warnings, chat


async def test_whoever_is_muted_plays_on_but_writes_nothing(server: RunningServer, moderation: Moderation) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await running(aki, ben)
    socket = await ben.connect(table)
    await elsewhere(server).mute(COMMAND_LINE, server.services.now(), ben.id, None, "Be kind.")
    await moderation.follow()
    for answer in (await socket.request("chat", text="still here"), await socket.request("phrase", code="hello")):
        assert (answer["type"], answer["code"]) == ("no", "muted")
        assert answer["text"] == "You may not write in chats: Be kind."
    assert (await socket.request("ping"))["type"] == "ok"
    assert await elsewhere(server).lift(COMMAND_LINE, 0, "mute", "enough", player=ben.id)
    await moderation.follow()
    assert (await socket.request("phrase", code="hello"))["type"] == "ok"


async def test_a_guest_who_is_muted_stays_muted_as_an_account(server: RunningServer, moderation: Moderation) -> None:
    await (await server.guest()).account("Ben")
    ben = await server.guest("Not Ben")
    await elsewhere(server).mute(COMMAND_LINE, server.services.now(), ben.id, None, "Be kind.")
    await moderation.follow()
    ben.me = await ben.post("login", name="Ben", password=PASSWORD)
    socket = await ben.connect((await ben.table(**HIROBA))["id"])
    assert (await socket.request("phrase", code="hello"))["code"] == "muted"


async def test_a_warning_is_shown_until_it_is_read(server: RunningServer, moderation: Moderation) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    warning = await elsewhere(server).warn(COMMAND_LINE, server.services.now(), ben.id, "Be kind.")
    await moderation.follow()
    (shown,) = (await ben.get("me"))["warnings"]
    assert (shown["id"], shown["text"]) == (warning, "Be kind.")
    assert (await aki.get("me"))["warnings"] == []
    await aki.refused("no-such-warning", "DELETE", f"me/warnings/{warning}", 404)
    assert len((await ben.get("me"))["warnings"]) == 1
    await ben.delete(f"me/warnings/{warning}")
    await ben.refused("no-such-warning", "DELETE", f"me/warnings/{warning}", 404)
    assert (await ben.get("me"))["warnings"] == []
    await moderation.reload()
    assert (await ben.get("me"))["warnings"] == []


async def test_open_pages_hear_of_a_warning_at_once(server: RunningServer, moderation: Moderation) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    sockets = [one.websocket("/ws/me") for one in (aki, ben)]
    for socket in sockets:
        await socket.next("hello")
    await elsewhere(server).warn(COMMAND_LINE, server.services.now(), ben.id, "Be kind.")
    await moderation.follow()
    assert await sockets[1].next("me") == {"type": "me"}
    assert not [one for one in await sockets[0].all_so_far() if one["type"] == "me"], "nobody else is told"


# Merging


async def test_a_bot_takes_the_second_seat_of_two_who_are_merged(server: RunningServer, moderation: Moderation) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await running(aki, ben)
    watching = await aki.connect(table)
    room = server.services.rooms.find_loaded(table)
    assert room is not None
    (asked,) = room.state.waiting()
    old, new = (aki, ben) if asked == 0 else (ben, aki)
    ply = watching.welcome["table"]["ply"]
    await elsewhere(server).merge(COMMAND_LINE, server.services.now(), old.id, new.id, "the same person")
    await moderation.follow()
    await eventually(lambda: room.state.ply > ply)
    assert room.state.seats[asked].stand_in


async def test_a_second_seat_at_an_open_table_becomes_free(server: RunningServer, moderation: Moderation) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = (await aki.table(**HIROBA))["id"]
    await ben.sit(table)
    await elsewhere(server).merge(COMMAND_LINE, server.services.now(), ben.id, aki.id, "the same person")
    await moderation.follow()
    assert [seat["kind"] for seat in (await aki.get(f"tables/{table}"))["seats"]] == ["person", "empty"]


async def test_removed_chat_disappears_everywhere(server: RunningServer, moderation: Moderation) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await running(aki, ben)
    sockets = [await one.connect(table) for one in (aki, ben)]
    await sockets[1].request("chat", text="something rude")
    number = (await sockets[0].next("said"))["chat"]["n"]
    assert await elsewhere(server).remove_chat(COMMAND_LINE, server.services.now(), table, number, "rude")
    await moderation.follow()
    for socket in sockets:
        assert await socket.next("removed") == {"type": "removed", "n": number}
    again = await aki.connect(table)
    (line,) = again.welcome["chat"]
    assert (line["text"], line["phrase"], line["removed"], line["name"]) == ("", None, True, "Ben")
    assert "rude" not in str(await ben.get("me/export"))


async def test_a_new_name_is_seen_at_the_table_at_once(server: RunningServer, moderation: Moderation) -> None:
    aki, ben = await server.guests("Aki", "Something rude")
    table = await running(aki, ben)
    socket = await aki.connect(table)
    await elsewhere(server).rename(COMMAND_LINE, server.services.now(), ben.id, "Ben", "an offence")
    await moderation.follow()
    await socket.until(lambda one: one["type"] == "table" and one["table"]["seats"][1]["name"] == "Ben")


# Blocking


async def test_somebody_blocked_cannot_sit_down_with_me(server: RunningServer) -> None:
    aki, ben, cleo = await server.guests("Aki", "Ben", "Cleo")
    await aki.put(f"me/blocked/{ben.id}", 204)
    assert (await aki.get("me"))["blocked"] == [ben.id]
    hosted = (await aki.table(**HIROBA, access="open"))["id"]
    joined = (await cleo.table(game="hiroba", seats=3, access="open"))["id"]
    await aki.sit(joined)
    for table in (hosted, joined):
        await ben.refused("blocked", "POST", f"tables/{table}/sit", 403)
    assert [one["id"] for one in await ben.get("tables")] == [joined], "another's table stays in the list"
    assert {one["id"] for one in await cleo.get("tables")} == {hosted, joined}
    await cleo.sit(hosted)
    await aki.delete(f"me/blocked/{ben.id}")
    await ben.sit(joined)


async def test_the_tables_of_somebody_blocked_are_not_offered(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    await ben.table(**HIROBA, access="open")
    assert len(await aki.get("tables")) == 1
    await aki.put(f"me/blocked/{ben.id}", 204)
    assert await aki.get("tables") == []
    assert len(await server.anonymous().get("tables")) == 1


async def test_the_chat_of_somebody_blocked_is_hidden(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await running(aki, ben)
    ear, mouth = await aki.connect(table), await ben.connect(table)
    await mouth.request("chat", text="before")
    await ear.next("said")
    await aki.put(f"me/blocked/{ben.id}", 204)
    await mouth.request("chat", text="after")
    assert (await aki.connect(table)).welcome["chat"] == []


async def test_only_others_can_be_blocked(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    for player in (aki.id, "nobody"):
        await aki.refused("no-such-player", "PUT", f"me/blocked/{player}", 404)


async def test_one_network_makes_only_so_many_guests_a_day(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_guests_daily="3/day") as server:
        for number in range(3):
            await server.guest(address=f"2001:db8:1:2::{number + 1}")
        await server.anonymous("2001:db8:1:2::9").refused("rate", "POST", "guest", 429)
        await server.guest(address="2001:db8:1:3::1")


async def test_the_server_deletes_what_is_old_and_says_when(tmp_path: Path) -> None:
    async with running_server(tmp_path, inactive_guests_days=0, contact="help@games.test") as server:
        aki, ben, never = await server.guests("Aki", "Ben", "Never")
        table = await running(aki, ben)
        about = await aki.get("server")
        assert about["kept_days"] == {"unused_guests": 7, "inactive_guests": None, "chat": 365}
        assert about["contact"] == "help@games.test"
        people = server.services.people
        for player in (aki.id, ben.id, never.id):
            await people.change(player, seen_at=server.services.now() - 8 * 86_400)
        await server.services.retention.prune(pause=0)
        assert await people.find(never.id) is None
        assert (await aki.get(f"tables/{table}"))["status"] == "running"
        await never.refused("not-signed-in", "GET", "me", 401)
