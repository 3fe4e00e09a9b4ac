"""People: guests, accounts, sessions and tokens; export and deletion of their data."""

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import insert, update

import zashiki
from server.client import HASHER, PASSWORD, Client, Json, RunningServer, play, running_server
from zashiki import Rng
from zashiki.core.record import bot
from zashiki.core.record import person as recorded_person
from zashiki.server import passwords
from zashiki.server.authentication import DEVICE_COOKIE
from zashiki.server.sessions import MOST_TOKENS
from zashiki.store.schema import pairs, ratings, tables

SHORT = {"game": "hagakure", "seats": 3, "options": {"rounds": 1}}


async def played(*people: Client, **settings: Any) -> Json:
    """A game from beginning to end."""
    host, *others = people
    table = (await host.post("tables", 201, settings={**SHORT, **settings}))["id"]
    for other in others:
        await other.sit(table)
        if settings.get("rated"):
            await other.agree(table)
    await host.post(f"tables/{table}/start")
    sockets = [await one.connect(table) for one in people]
    await play(sockets, Rng(5))
    for socket in sockets:
        await socket.close()
    found: Json = await host.get(f"tables/{table}")
    assert found["status"] == "over"
    return found


# Coming in


async def test_asking_who_i_am_is_no_error_for_nobody(server: RunningServer) -> None:
    nobody = server.anonymous()
    assert await nobody.get("session") == {"me": None, "scopes": None}
    await nobody.refused("not-signed-in", "GET", "me", 401)
    aki = await server.guest("Aki")
    assert await aki.get("session") == {"me": await aki.get("me"), "scopes": None}


async def test_a_guest_is_recognised_by_the_cookie(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    assert aki.me == await aki.get("me")
    assert aki.me["guest"]
    assert aki.me["name"] == "Aki"
    again = await aki.post("guest", 201, name="Somebody else")
    assert again == aki.me, "who is here need not come in again"
    assert (await server.anonymous().get(f"players/{aki.id}")) == {
        key: aki.me[key] for key in ("id", "name", "guest", "guest_code", "created_at", "statistics")
    }


async def test_a_guest_without_a_name_gets_one(server: RunningServer) -> None:
    one, other = await server.guest(), await server.guest()
    assert one.me["name"].startswith("Guest ")
    assert one.me["name"] != other.me["name"]
    assert one.me["name"] == f"Guest {one.me['guest_code']}"


async def test_made_up_names_are_told_from_chosen_ones(server: RunningServer) -> None:
    nameless, named = await server.guest(), await server.guest("Guest 3yy7")
    code = nameless.me["guest_code"]
    assert (len(code), named.me["guest_code"]) == (4, None)
    table = (await nameless.table(game="hiroba", seats=2))["id"]
    for guest in (nameless, named):
        await guest.post(f"tables/{table}/sit")
    seats = (await named.get(f"tables/{table}"))["seats"]
    assert [seat["guest_code"] for seat in seats] == [code, None]
    assert [seat["name"] for seat in seats] == [f"Guest {code}", "Guest 3yy7"]
    for guest, expected in ((nameless, code), (named, None)):
        socket = await guest.connect(table)
        said = [one for one in await socket.exchange("phrase", code="hello") if one["type"] == "said"]
        assert [one["chat"]["guest_code"] for one in said] == [expected]
    renamed = await nameless.ask("PATCH", "me", 200, json={"name": f"Guest {named.me['id'][:4]}"})
    assert renamed["guest_code"] is None


async def test_names_are_tidied(server: RunningServer) -> None:
    for given, kept in (
        ("  Aki\t\n of   Kyoto ", "Aki of Kyoto"),
        ("e\u0301tude", "étude"),
        ("秋\u3000子", "秋 子"),
        ("heart ❤\ufe0f", "heart ❤"),
        ("x" * 24, "x" * 24),
        ("<b>Aki</b> & 'co'", "<b>Aki</b> & 'co'"),
    ):
        assert (await server.guest(given)).me["name"] == kept


async def test_invisible_or_long_names_are_refused(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    unseen = ("", "  ", "a\0b", "a\u202eb", "a\u200bb", "\u3164", "a\u2800", "\ue000")
    for name in (*unseen, "x" * 25, "x" * 5000, "\ufdfa" * 24):
        await server.anonymous().refused("bad-request", "POST", "guest", 422, name=name)
        await aki.refused("bad-request", "PATCH", "me", 422, name=name)
        await aki.refused("bad-request", "POST", "me/account", 422, name=name, password=PASSWORD)


async def test_no_guest_can_pose_as_an_account(server: RunningServer) -> None:
    await (await server.guest()).account("Aki Ko")
    guest = await server.guest("Ben")
    other = await (await server.guest()).account("Chika")
    for alike in ("AKI  KO", "\uff41\uff4b\uff49\u3000\uff4b\uff4f", "aki\ufe00 ko", "\U0001d49cki ko"):
        await server.anonymous().refused("name-taken", "POST", "guest", 409, name=alike)
        await guest.refused("name-taken", "PATCH", "me", 409, name=alike)
        await guest.refused("name-taken", "POST", "me/account", 409, name=alike, password=PASSWORD)
        await other.refused("name-taken", "PATCH", "me", 409, name=alike)
    assert (await other.patch("me", name="CHIKA"))["name"] == "CHIKA", "one's own name may be written otherwise"


async def test_requests_without_a_session_are_refused(server: RunningServer) -> None:
    stranger = server.anonymous()
    for method, path in (("GET", "me"), ("GET", "me/export"), ("DELETE", "me"), ("GET", "me/tables")):
        await stranger.refused("not-signed-in", method, path, 401)
    await stranger.refused("not-signed-in", "POST", "tables", 401, settings={"game": "hagakure"})
    wrong = server.anonymous(authorization="Bearer zsk_wrong")
    await wrong.refused("not-signed-in", "GET", "games", 401)
    assert (await wrong.client.get("/api/v1/me")).headers["www-authenticate"].startswith("Bearer")
    basic = server.anonymous(authorization="Basic YTpi")
    await basic.refused("not-signed-in", "GET", "me", 401)


# Accounts


async def test_registering_keeps_the_guests_games(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    table = await played(aki, ben, chika)
    await aki.patch("me", preferences={"theme": "dark"})
    before = await aki.get("me")
    after = (await aki.account("Aki Ko")).me
    assert after == {**before, "name": "Aki Ko", "guest": False}
    assert after["statistics"][0]["games"] == 1
    await aki.refused("name-taken", "POST", "me/account", 409, name="Twice", password=PASSWORD)
    elsewhere = server.anonymous()
    assert await elsewhere.post("login", name="AKI ko", password=PASSWORD) == after
    assert [one["id"] for one in await elsewhere.get("me/tables", status="over")] == [table["id"]]


async def test_signing_in_merges_the_guest(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki")
    ben, chika = await server.guests("Ben", "Chika")
    phone = await server.guest("Aki on the phone")
    over = await played(phone, ben, chika)
    running = await phone.table(seats=3)
    await ben.sit(running["id"])
    await chika.sit(running["id"])
    await phone.post(f"tables/{running['id']}/start")
    guest = phone.id
    socket = await phone.connect(running["id"])
    me = await phone.post("login", name="Aki", password=PASSWORD)
    assert me["id"] == aki.id
    assert [(one["game"], one["games"]) for one in me["statistics"]] == [("hagakure", 1)]
    assert [one["id"] for one in await aki.get("me/tables", status="over")] == [over["id"]]
    assert [one["id"] for one in await aki.get("me/tables", status="running")] == [running["id"]]
    await ben.refused("no-such-player", "GET", f"players/{guest}", 404)
    assert (await socket.bye())["code"] == "not-signed-in", "the guest is no more"
    socket = await phone.connect(running["id"])
    assert socket.welcome["seat"] == 0
    assert socket.welcome["table"]["host"] == aki.id


async def test_signing_in_without_merging_the_guest(server: RunningServer) -> None:
    await (await server.guest()).account("Aki")
    guest = await server.guest("Guest")
    table = await guest.table()
    cookie = guest.client.cookies["zashiki"]
    me = await guest.post("login", name="Aki", password=PASSWORD, keep=False)
    assert await guest.get("me/tables", status="open") == []
    assert me["name"] == "Aki"
    old = server.anonymous(cookie=f"zashiki={cookie}")
    await old.refused("not-signed-in", "GET", "me", 401)
    assert (await guest.get(f"tables/{table['id']}"))["host"] != me["id"]


@pytest.mark.parametrize("seats", [2, 3])
async def test_signing_in_gives_nobody_a_second_hand(seats: int, server: RunningServer) -> None:
    """The own guest at the table becomes nobody's seat: its hand stays hidden, and the game goes on."""
    aki = await (await server.guest()).account("Aki")
    phone, ben = await server.guests("Phone", "Ben")
    table = (await aki.table("hiroba" if seats == 2 else "hagakure", seats=seats))["id"]
    await phone.sit(table, seat=1)
    if seats == 3:
        await ben.sit(table)
    await aki.post(f"tables/{table}/start")
    await phone.post("login", name="Aki", password=PASSWORD)
    after = await aki.get(f"tables/{table}")
    assert [seat["yours"] for seat in after["seats"]] == [True] + [False] * (seats - 1)
    assert after["seats"][1] | {"name": "Phone", "player": None, "stand_in": True} == after["seats"][1]
    assert after["status"] == "running"
    await phone.refused("not-your-seat", "GET", f"tables/{table}/view", 403, seat=1)
    await phone.refused("not-your-seat", "POST", f"tables/{table}/return", 403, seat=1)


async def test_signing_in_at_an_open_or_a_finished_table_of_both(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki")
    phone, ben = await server.guests("Phone", "Ben")
    over = await played(aki, phone, ben)
    waiting = (await aki.table(seats=3))["id"]
    await phone.sit(waiting)
    me = await phone.post("login", name="Aki", password=PASSWORD)
    assert [seat["kind"] for seat in (await aki.get(f"tables/{waiting}"))["seats"]] == ["person", "empty", "empty"]
    assert [seat["player"] for seat in (await aki.get(f"tables/{over['id']}"))["seats"]] == [aki.id, None, ben.id]
    assert [(line["game"], line["games"]) for line in me["statistics"]] == [("hagakure", 1)], "not twice"


async def test_wrong_password_and_unknown_name_give_the_same_response(server: RunningServer) -> None:
    await (await server.guest()).account("Aki")
    stranger = server.anonymous()
    wrong = await stranger.refused("wrong-password", "POST", "login", 403, name="Aki", password="wrong horse")
    assert wrong == await stranger.refused("wrong-password", "POST", "login", 403, name="Bo", password="wrong horse")
    guest = await server.guest("Guest")
    assert wrong == await guest.refused("wrong-password", "POST", "login", 403, name="Guest", password=PASSWORD)


async def test_an_unknown_name_takes_as_long_as_a_wrong_password(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []

    class Noting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
            checked.append(str(hash).rpartition("$")[0].rpartition("$")[0])
            return super().verify(hash, password)

    monkeypatch.setattr(passwords, "_hasher", Noting(time_cost=1, memory_cost=8, parallelism=1))
    await (await server.guest()).account("Aki")
    for name in ("Aki", "Nobody"):
        await server.anonymous().refused("wrong-password", "POST", "login", 403, name=name, password="some horse")
    assert len(checked) == 2
    assert checked[0] == checked[1], "the same work for both"


def test_passwords_are_hashed_with_argon2id() -> None:
    assert HASHER.hash(PASSWORD).startswith("$argon2id$")
    assert (HASHER.memory_cost, HASHER.time_cost, HASHER.parallelism) == (65536, 3, 4), "as RFC 9106 recommends"


async def test_a_new_password_ends_all_other_sessions(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki")
    phone = server.anonymous()
    await phone.post("login", name="Aki", password=PASSWORD)
    program = await aki.token()
    table = (await aki.table())["id"]
    here, there, machine = await aki.connect(table), await phone.connect(table), await program.connect(table)
    await aki.refused("wrong-password", "PUT", "me/password", 403, old="wrong horse", new="another horse")
    await aki.put("me/password", 204, old=PASSWORD, new="another horse")
    await phone.refused("not-signed-in", "GET", "me", 401)
    await program.refused("not-signed-in", "GET", "me", 401)
    assert (await there.bye())["code"] == (await machine.bye())["code"] == "not-signed-in"
    assert (await here.request("ping"))["type"] == "ok"
    assert [one["current"] for one in await aki.get("me/sessions")] == [True]
    await phone.refused("wrong-password", "POST", "login", 403, name="Aki", password=PASSWORD)
    await phone.post("login", name="Aki", password="another horse")


async def test_a_guest_has_no_password_to_change(server: RunningServer) -> None:
    await (await server.guest()).refused("wrong-password", "PUT", "me/password", 403, old=PASSWORD, new=PASSWORD)


async def test_signing_out(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki")
    news = aki.websocket("/ws/me")
    await news.next("hello")
    cookie = aki.client.cookies["zashiki"]
    await aki.post("logout", 204)
    assert "zashiki" not in aki.client.cookies
    assert (await news.bye())["code"] == "not-signed-in"
    await server.anonymous(cookie=f"zashiki={cookie}").refused("not-signed-in", "GET", "me", 401)


async def test_signing_in_again_leaves_no_old_session_behind(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki")
    for _ in range(3):
        await aki.post("login", name="Aki", password=PASSWORD)
    assert len(await aki.get("me/sessions")) == 1


# Sessions and tokens


async def test_sessions_and_tokens_are_listed_and_ended(server: RunningServer) -> None:
    aki = await server.guest("Aki", **{"user-agent": "Browser/1.0"})
    program = await aki.token("my program")
    listed = await aki.get("me/sessions")
    assert {(one["kind"], one["label"], one["current"]) for one in listed} == {
        ("cookie", "Browser/1.0", True),
        ("token", "my program", False),
    }
    ben = await server.guest("Ben")
    token = next(one["id"] for one in listed if one["kind"] == "token")
    await ben.refused("no-such-session", "DELETE", f"me/sessions/{token}", 404)
    news = program.websocket("/ws/me")
    await news.next("hello")
    await aki.delete(f"me/sessions/{token}")
    assert (await news.bye())["code"] == "not-signed-in"
    await program.refused("not-signed-in", "GET", "me", 401)
    await aki.refused("no-such-session", "DELETE", f"me/sessions/{token}", 404)


async def test_tokens_and_cookies_are_not_interchangeable(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    token = (await aki.post("me/tokens", 201, label="x"))["token"]
    cookie = aki.client.cookies["zashiki"]
    await server.anonymous(cookie=f"zashiki={token}").refused("not-signed-in", "GET", "me", 401)
    await server.anonymous(authorization=f"Bearer {cookie}").refused("not-signed-in", "GET", "me", 401)


async def test_the_number_of_tokens_is_limited(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    for number in range(MOST_TOKENS):
        await aki.post("me/tokens", 201, label=f"program {number}")
    await aki.refused("too-many", "POST", "me/tokens", 409, label="one more")


async def test_a_session_expires_unless_it_is_used(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    aki = await server.guest("Aki")
    services, days = server.services, 86_400.0
    start = services.now()
    response = await aki.client.get("/api/v1/me")
    assert "set-cookie" not in response.headers
    monkeypatch.setattr(services, "now", lambda: start + 60 * days)
    response = await aki.client.get("/api/v1/me")
    assert response.headers["set-cookie"].startswith("zashiki="), "the browser must know that it lasts longer"
    monkeypatch.setattr(services, "now", lambda: start + 140 * days)
    aki.me = await aki.get("me")
    monkeypatch.setattr(services, "now", lambda: start + 300 * days)
    await aki.refused("not-signed-in", "GET", "me", 401)


async def test_signing_in_with_an_old_session_sets_one_cookie(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    aki = await (await server.guest()).account("Aki")
    start = server.services.now()
    monkeypatch.setattr(server.services, "now", lambda: start + 60 * 86_400.0)
    response = await aki.client.post("/api/v1/login", json={"name": "Aki", "password": PASSWORD})
    cookies = [one.partition("=")[0] for one in response.headers.get_list("set-cookie")]
    assert cookies == ["zashiki", DEVICE_COOKIE]
    assert (await aki.get("me"))["name"] == "Aki"


# A program that plays


async def test_a_token_plays_a_whole_game_over_http(server: RunningServer) -> None:
    program = await (await server.guest("Aki")).token()
    made = await program.post("tables", 201, settings={"game": "hiroba", "seats": 2}, fill=1)
    path = f"tables/{made['id']}"
    rng, number = Rng(7), 0
    while not (seen := await program.get(f"{path}/view"))["view"]["over"]:
        moves = seen["view"]["moves"]
        if not moves:
            continue  # the bot thinks
        choice = moves[int(rng.below(len(moves)))]
        action = choice["action"] if number % 2 else choice["name"]
        done = await program.post(
            f"{path}/moves", id=f"move {number}".replace(" ", "-"), version=seen["view"]["ply"], action=action
        )
        assert done["version"] >= seen["view"]["ply"]
        number += 1
    record = await program.get(f"{path}/record")
    assert record["players"] == [recorded_person("Aki"), bot(1)]
    assert zashiki.verify(record) >= 0
    assert (await program.post("records/check", **record))["scores"] == record["result"]["scores"]


async def test_a_token_plays_a_whole_game_over_a_websocket(server: RunningServer) -> None:
    program = await (await server.guest("Aki")).token()
    made = await program.post("tables", 201, settings=SHORT, fill=1)
    socket = await program.connect(made["id"])
    assert socket.welcome["seat"] == 0
    await play([socket], Rng(2))
    assert socket.view["over"]


# Statistics


async def test_statistics_and_ratings(server: RunningServer) -> None:
    aki, ben, chika = await server.accounts("Aki", "Ben", "Chika")
    over = await played(aki, ben, chika, rated=True)
    for seat, person in enumerate((aki, ben, chika)):
        (line,) = (await person.get("me"))["statistics"]
        share = 1 / len(over["winners"]) if seat in over["winners"] else 0
        assert (line["game"], line["games"], line["rated_games"]) == ("hagakure", 1, 1)
        assert (line["wins"], line["best_score"], line["mean_score"]) == (share, *[over["scores"][seat]] * 2)
    assert await ben.get("games/hagakure/leaders") == [], "one game says little"
    async with server.services.database.writing() as connection:
        await connection.execute(update(ratings).values(games=10))
    assert await ben.get("games/hagakure/leaders") == [], "nor do many with the same two"
    dora = (await server.accounts("Dora"))[0]
    pair = {"game": "hagakure", "one": min(aki.id, dora.id), "other": max(aki.id, dora.id), "always_with": []}
    numbers = ("games", "met_at", "recent", "surplus", "spread", "gain_one", "gain_other", "left", "hasty")
    async with server.services.database.writing() as connection:
        await connection.execute(insert(pairs).values(**pair, **dict.fromkeys(numbers, 0)))
    (leader,) = await ben.get("games/hagakure/leaders")
    assert (leader["name"], leader["rated_games"]) == ("Aki", 10)
    assert await ben.get("games/hijun/leaders") == []
    await ben.refused("not-found", "GET", "games/poker/leaders", 404)


async def test_preferences(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    wanted = {"theme": "dark", "nested": {"list": [1, 2.5, None, True, "\u0000 ü 🌸"]}}
    assert (await aki.patch("me", preferences=wanted))["preferences"] == wanted
    assert (await aki.patch("me", name="Aki Ko"))["preferences"] == wanted
    assert (await aki.patch("me", preferences={}))["preferences"] == {}
    await aki.refused("too-big", "PATCH", "me", 413, preferences={"x": "y" * 9000})
    for bad in (
        '{"preferences": {"x": NaN}}',
        '{"preferences": {"\\ud800": 1}}',
        '{"preferences": {"x": 1' + "0" * 5000,
    ):
        response = await aki.client.patch("/api/v1/me", content=bad, headers={"content-type": "application/json"})
        assert (response.status_code, response.json()["error"]["code"]) == (400, "bad-message")
    response = await aki.client.patch(
        "/api/v1/me", content='{"preferences": {"x": 1e999}}', headers={"content-type": "application/json"}
    )
    assert (response.status_code, response.json()["error"]["code"]) == (422, "bad-request")


# Taking everything along, and being forgotten


async def test_the_export_is_complete_and_contains_no_secret(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki")
    ben, chika = await server.accounts("Ben", "Chika")
    over = await played(aki, ben, chika, rated=True)
    running = (await aki.post("tables", 201, settings=SHORT))["id"]
    for other in (ben, chika):
        await other.sit(running)
    await aki.post(f"tables/{running}/start")
    await aki.put(f"me/muted/{chika.id}", 204)
    await aki.patch("me", preferences={"theme": "dark"})
    program = await aki.token("my program")
    socket = await aki.connect(running)
    assert (await socket.request("chat", text="I said this"))["type"] == "ok"
    assert (await (await ben.connect(running)).request("chat", text="Ben said that"))["type"] == "ok"
    found = await aki.get("me/export")
    assert found["format"] == "zashiki-export/1"
    assert found["player"]["name"] == "Aki"
    assert found["player"]["preferences"] == {"theme": "dark"}
    assert found["player"]["has_password"] is True
    assert {one["table"] for one in found["seats"]} == {over["id"], running}
    assert {one["id"] for one in found["hosted"]} == {over["id"], running}
    assert [one["table"] for one in found["results"]] == [over["id"]]
    assert [one["game"] for one in found["ratings"]] == ["hagakure"]
    assert [one["text"] for one in found["chat"]] == ["I said this"]
    assert found["muted"] == [{"muted": chika.id}]
    assert {one["label"] for one in found["sessions"] if one["kind"] == "token"} == {"my program"}
    (record,) = found["records"]
    assert record.pop("table") == over["id"]
    assert record == await ben.get(f"tables/{over['id']}/record")
    assert zashiki.verify(record) > 0
    text = json.dumps(found)
    state = (await server.services.rooms.get(running)).state
    secrets = [PASSWORD, "argon2", aki.client.cookies["zashiki"], program.client.headers["authorization"][7:]]
    secrets += [state.server_seed.hex(), f"secret of {ben.id}", f"secret of {chika.id}", "Ben said that"]
    assert [secret for secret in secrets if secret in text] == []


async def test_tables_of_unsupported_rules_can_be_exported_and_left(tmp_path: Path) -> None:
    async with running_server(tmp_path) as server:
        aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
        over = (await played(aki, ben, chika))["id"]
        record = await aki.get(f"tables/{over}/record")
        running = (await aki.post("tables", 201, settings={"game": "hiroba", "seats": 2}))["id"]
        await ben.sit(running)
        await aki.post(f"tables/{running}/start")
        async with server.services.database.writing() as connection:
            await connection.execute(update(tables).values(rules=999))
    async with running_server(tmp_path) as server:
        aki = await server.with_cookie(aki.client.cookies["zashiki"])
        await aki.refused("game-changed", "GET", f"tables/{over}", 409)
        old = await aki.get(f"tables/{over}/record")
        assert {**old, "version": 1, "checksum": record["checksum"]} == record
        assert zashiki.core.record.from_data(old).data == old
        (line,) = (await aki.get("me/export"))["records"]
        assert line == {"table": over, **old}
        assert [one["id"] for one in await aki.get("me/tables")] == [running]
        await aki.delete("me")
        _, seats, _ = await server.services.tables.find(running) or pytest.fail("the table is gone")
        assert (seats[0].player, seats[0].name, seats[0].stand_in) == (None, "Somebody", True)


async def test_a_deleted_player_is_gone(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki Unforgettable")
    ben, chika = await server.accounts("Ben", "Chika")
    over = await played(aki, ben, chika, rated=True)
    running = (await aki.table(seats=3))["id"]
    waiting = (await aki.table())["id"]
    hosted = (await aki.post("tables", 201, settings=SHORT, sit=False))["id"]
    for other in (ben, chika):
        await other.sit(running)
    await ben.sit(waiting)
    await aki.post(f"tables/{running}/start")
    theirs, mine = await ben.connect(running), await aki.connect(running)
    news = aki.websocket("/ws/me")
    await news.next("hello")
    await mine.request("chat", text="I was here")
    await aki.delete("me")
    assert (await mine.bye())["code"] == (await news.bye())["code"] == "not-signed-in"
    await aki.refused("not-signed-in", "GET", "me", 401)
    await ben.refused("wrong-password", "POST", "login", 403, name="Aki Unforgettable", password=PASSWORD)
    await ben.refused("no-such-player", "GET", f"players/{aki.id}", 404)
    table = await ben.get(f"tables/{running}")
    assert table["seats"][0]["stand_in"]
    assert table["seats"][0]["player"] is None
    assert table["host"] is None
    assert (await ben.get(f"tables/{waiting}"))["host"] == ben.id
    assert (await ben.get(f"tables/{hosted}"))["status"] == "closed"
    again = await ben.connect(running)
    assert again.welcome["chat"] == []
    record = await ben.get(f"tables/{over['id']}/record")
    assert record["players"] == [recorded_person(name) for name in ("Somebody", "Ben", "Chika")]
    for socket in (theirs, again):
        await socket.all_so_far()
    everywhere = [record, table, again.welcome, await ben.get("me/tables", status="over")]
    everywhere += [await ben.get("games/hagakure/leaders"), await chika.get("me/export")]
    assert "Unforgettable" not in json.dumps(everywhere)
    assert "I was here" not in json.dumps(everywhere)
    assert (await chika.get("me"))["statistics"][0]["rated_games"] == 1


async def test_bots_take_over_for_deleted_players(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = (await aki.post("tables", 201, settings={"game": "hiroba", "seats": 2}))["id"]
    await ben.sit(table)
    await aki.post(f"tables/{table}/start")
    socket = await ben.connect(table)
    await aki.delete("me")
    await play([socket], Rng(1), 4)
    assert socket.view["ply"] >= 7
