"""What tokens may do, what needs a browser, and what needs one whose user has just proved who they are."""

from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.routing import APIRoute

from server.client import PASSWORD, RunningServer, cached_app, running_server
from server.test_docs import requests, section, table
from zashiki.server.authentication import CONFIRMED_FOR, DEVICE_COOKIE, Need, need_of

NEW: dict[str, Any] = {"name": "Taken over", "password": PASSWORD}


def routes() -> list[APIRoute]:
    return [route for route in cached_app().routes if isinstance(route, APIRoute) and route.include_in_schema]


def test_every_route_says_what_it_needs() -> None:
    assert len(routes()) == len(requests())
    assert [route.path for route in routes() if need_of(route) is None] == []


def test_what_requests_need_is_documented() -> None:
    needs: dict[str, list[str]] = {need: [] for need in get_args(Need) if need != "anybody"}
    for route in routes():
        method = "".join(route.methods or ())
        need = need_of(route)
        if need is not None and need != "anybody":
            needs[need].append(f"`{method} {route.path.removeprefix('/api/v1')}`")
    wanted = [[f"`{need}`", ", ".join(sorted(found))] for need, found in needs.items()]
    assert table(section("What a request needs")) == wanted


CREDENTIALS: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "me/tokens", {"label": "another"}),
    ("POST", "me/account", NEW),
    ("PUT", "me/password", {"old": PASSWORD, "new": "another horse"}),
    ("POST", "me/confirm", {"password": PASSWORD}),
    ("POST", "logout", {}),
    ("GET", "me/export", {}),
    ("GET", "me/sessions", {}),
    ("DELETE", "me", {}),
]


@pytest.mark.parametrize("guest", [True, False])
async def test_no_token_can_touch_credentials(server: RunningServer, *, guest: bool) -> None:
    aki = await server.guest("Aki")
    if not guest:
        await aki.account("Aki")
    program = await aki.token(scopes=["read", "play", "manage"])
    for method, path, body in CREDENTIALS:
        error = await program.refused("forbidden", method, path, 403, **body)
        assert error["facts"]["reason"] == "token.browser_only", path
    (own,) = [one["id"] for one in await aki.get("me/sessions") if one["current"]]
    await program.refused("forbidden", "DELETE", f"me/sessions/{own}", 403)
    if not guest:
        await program.refused("forbidden", "PATCH", "me", 403, name="Taken over")
    assert (await aki.get("me"))["name"] == "Aki"
    assert len(await aki.get("me/sessions")) == 2


async def test_scopes_bound_what_a_token_does(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    reader, player, manager = [await aki.token(scopes=[scope]) for scope in ("read", "play", "manage")]
    settings = {"game": "hiroba", "seats": 2}
    table_id = (await player.post("tables", 201, settings=settings))["id"]
    for program in (reader, player, manager):
        assert (await program.get("me"))["id"] == aki.id, "every token may read"
        assert (await program.get(f"tables/{table_id}"))["host"] == aki.id
    for program in (reader, manager):
        error = await program.refused("forbidden", "POST", f"tables/{table_id}/leave", 403)
        assert error["facts"] == {"reason": "token.scope", "needs": "play"}
    for program in (reader, player):
        await program.refused("forbidden", "POST", f"tables/{table_id}/close", 403)
        await program.refused("forbidden", "PATCH", "me", 403, preferences={})
    await manager.patch("me", preferences={"theme": "dark"})
    socket = await reader.connect(table_id)
    for message in ({"kind": "move", "version": 0, "action": 0}, {"kind": "phrase", "code": "hello"}):
        refused = await socket.request(**message)
        assert (refused["type"], refused["code"]) == ("no", "forbidden")
    assert (await socket.request("ping"))["type"] == "ok"
    assert (await (await player.connect(table_id)).request("phrase", code="hello"))["type"] == "ok"
    await manager.post(f"tables/{table_id}/close")


async def test_tokens_show_their_scopes(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    usual, manager = await aki.token("usual"), await aki.token("manager", scopes=["manage"])
    listed = {one["label"]: one["scopes"] for one in await aki.get("me/sessions") if one["kind"] == "token"}
    assert listed == {"usual": ["read", "play"], "manager": ["read", "manage"]}
    assert (await usual.get("session"))["scopes"] == ["read", "play"]
    assert (await manager.get("session"))["scopes"] == ["read", "manage"]
    assert (await aki.get("session"))["scopes"] is None
    await aki.refused("bad-request", "POST", "me/tokens", 422, label="x", scopes=["everything"])
    await aki.refused("bad-request", "POST", "me/tokens", 422, label="x", scopes=[])


async def test_credentials_of_accounts_need_a_confirmed_browser(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    aki = await (await server.guest()).account("Aki")
    start = server.services.now()
    monkeypatch.setattr(server.services, "now", lambda: start + CONFIRMED_FOR + 1)
    await aki.refused("not-confirmed", "POST", "me/tokens", 403, label="x")
    await aki.refused("not-confirmed", "DELETE", "me", 403)
    await aki.refused("wrong-password", "POST", "me/confirm", 403, password="wrong horse")
    await aki.refused("not-confirmed", "POST", "me/tokens", 403, label="x")
    await aki.post("me/confirm", 204, password=PASSWORD)
    await aki.post("me/tokens", 201, label="x")
    guest = await server.guest("Ben")
    monkeypatch.setattr(server.services, "now", lambda: start + 3 * CONFIRMED_FOR)
    await guest.post("me/tokens", 201, label="x")
    await guest.delete("me")
    await aki.refused("not-confirmed", "DELETE", "me", 403)


async def test_programs_are_marked_at_the_table(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    program = await aki.token()
    settings = {"game": "hiroba", "seats": 2}
    table_id = (await program.post("tables", 201, settings=settings))["id"]
    await ben.sit(table_id)
    assert [seat["program"] for seat in (await ben.get(f"tables/{table_id}"))["seats"]] == [True, False]
    await program.post(f"tables/{table_id}/start")
    bens = await ben.token()
    while True:
        asked = (await ben.get(f"tables/{table_id}"))["waiting"]
        view = (await ben.get(f"tables/{table_id}/view"))["view"]
        if 1 in asked:
            break
        mine = (await program.get(f"tables/{table_id}/view"))["view"]
        action = mine["moves"][0]["action"]
        await program.post(f"tables/{table_id}/moves", id=f"a{mine['ply']}", version=mine["ply"], action=action)
    move = {"version": view["ply"], "action": view["moves"][0]["action"]}
    await bens.post(f"tables/{table_id}/moves", id="b", **move)
    assert [seat["program"] for seat in (await aki.get(f"tables/{table_id}"))["seats"]] == [True, True]
    loaded = server.services.rooms.find_loaded(table_id)
    assert loaded is not None
    server.services.rooms.discard(loaded)
    assert [seat["program"] for seat in (await aki.get(f"tables/{table_id}"))["seats"]] == [True, True], "it is stored"


# Sessions are renewed


async def test_an_account_leaves_the_guests_sessions_and_tokens_behind(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    program, cookie = await aki.token(), aki.client.cookies["zashiki"]
    table_id = (await aki.table())["id"]
    socket, watching = await aki.connect(table_id), await program.connect(table_id)
    await aki.account("Aki Ko")
    assert aki.client.cookies["zashiki"] != cookie
    await server.anonymous(cookie=f"zashiki={cookie}").refused("not-signed-in", "GET", "me", 401)
    await program.refused("not-signed-in", "GET", "me", 401)
    assert (await watching.bye())["code"] == "not-signed-in"
    assert (await socket.request("ping"))["type"] == "ok", "the browser itself stays"
    assert [one["current"] for one in await aki.get("me/sessions")] == [True]


async def test_signing_in_and_a_new_password_renew_the_cookie(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki")
    old = [aki.client.cookies["zashiki"]]
    await aki.post("login", name="Aki", password=PASSWORD)
    old.append(aki.client.cookies["zashiki"])
    await aki.put("me/password", 204, old=PASSWORD, new="another horse")
    assert aki.client.cookies["zashiki"] not in old
    for cookie in old:
        await server.anonymous(cookie=f"zashiki={cookie}").refused("not-signed-in", "GET", "me", 401)
    assert (await aki.get("me"))["id"] == aki.id


# Guessing passwords locks nobody out


async def guess(server: RunningServer, address: str, password: str = "wrong horse", name: str = "Aki") -> int:
    response = await server.anonymous(address).client.post("/api/v1/login", json={"name": name, "password": password})
    return response.status_code


async def test_guessing_is_limited_but_never_locks_the_owner_out(tmp_path: Path) -> None:
    rates = {"rate_passwords": "3/day", "rate_password_names": "40/day", "rate_password_networks": "20/day"}
    async with running_server(tmp_path, **rates) as server:
        owner = await (await server.guest()).account("Aki")
        assert [await guess(server, "192.0.2.1") for _ in range(5)] == [403, 403, 403, 429, 429]
        assert await guess(server, "192.0.2.1", PASSWORD) == 429, "the right one, too"
        assert await guess(server, "192.0.2.1", name="Ben") == 403, "another name is not touched"
        assert await guess(server, "192.0.2.2") == 403, "nor is another network"
        for network in range(3, 30):
            for _ in range(3):
                await guess(server, f"192.0.2.{network}")
        assert await guess(server, "192.0.2.99") == 429, "from many networks, the name itself is limited"
        for address in ("127.0.0.1", "192.0.2.1", "192.0.2.99"):
            home = server.anonymous(address)
            home.client.cookies.set(DEVICE_COOKIE, owner.client.cookies[DEVICE_COOKIE])
            await home.post("login", name="Aki", password=PASSWORD)
        stranger = server.anonymous("192.0.2.99")
        stranger.client.cookies.set(DEVICE_COOKIE, "made up")
        await stranger.refused("rate", "POST", "login", 429, name="Aki", password=PASSWORD)


async def test_a_known_device_is_limited_for_itself_and_known_to_its_account_only(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_passwords="3/day", rate_password_names="1000/day") as server:
        await (await server.guest()).account("Aki")
        ben = await (await server.guest()).account("Ben")
        for number in range(4):
            status = 403 if number < 3 else 429
            body = {"name": "Aki", "password": "wrong horse"}
            assert (await ben.client.post("/api/v1/login", json=body)).status_code == status, "Ben's device is no key"
        await ben.post("logout", 204)
        for number in range(4):
            body = {"name": "Ben", "password": "wrong horse"}
            status = 403 if number < 3 else 429
            assert (await ben.client.post("/api/v1/login", json=body)).status_code == status


async def test_one_network_cannot_use_up_the_guesses_for_a_name(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_password_names="30/day") as server:
        await (await server.guest()).account("Aki")
        assert [await guess(server, "192.0.2.1") for _ in range(40)].count(429) == 37
        assert await guess(server, "192.0.2.2", PASSWORD) == 200


async def test_the_device_cookie_is_hidden_from_scripts(server: RunningServer) -> None:
    guest = await server.guest(scheme="https")
    assert DEVICE_COOKIE not in guest.client.cookies, "a guest has nothing to sign in to"
    response = await guest.client.post("/api/v1/me/account", json={"name": "Aki", "password": PASSWORD})
    (cookie,) = [one for one in response.headers.get_list("set-cookie") if one.startswith(DEVICE_COOKIE)]
    assert {"HttpOnly", "Path=/", "SameSite=lax", "Secure"} <= set(cookie.split("; "))


async def test_a_new_password_forgets_other_devices(tmp_path: Path) -> None:
    async with running_server(tmp_path) as server:
        aki = await (await server.guest()).account("Aki")
        phone = server.anonymous()
        await phone.post("login", name="Aki", password=PASSWORD)
        await aki.put("me/password", 204, old=PASSWORD, new="another horse")
        known = server.services.devices.is_known
        assert await known(aki.client.cookies[DEVICE_COOKIE], aki.id)
        assert not await known(phone.client.cookies[DEVICE_COOKIE], aki.id)
