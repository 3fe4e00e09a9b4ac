"""The page for operators: who gets in, and that everything done there is in the audit log."""

import re
from pathlib import Path

import httpx
import pytest
from fastapi.routing import APIRoute

from server.client import HOST, PASSWORD, Client, Json, RunningServer, cached_app, running_server
from server.test_moderation import running
from server.test_people import played
from zashiki.server.operator_access import COOKIE, IDLE, LONGEST
from zashiki.store.operations import COMMAND_LINE
from zashiki.store.people import OPERATOR
from zashiki.table.state import TableState

NO_BODY: Json = {}


async def operator(server: RunningServer, name: str = "Dora") -> Client:
    """An account with the role, whose browser has signed in at the page."""
    dora = await (await server.guest()).account(name)
    await server.services.moderation.operations.set_role(COMMAND_LINE, 0, dora.id, OPERATOR, "trusted")
    await dora.post("operator/session", 204, name=name, password=PASSWORD)
    return dora


def requests() -> list[tuple[str, str]]:
    """Every request of the page but the one that signs in."""
    found: list[tuple[str, str]] = []
    for route in cached_app().routes:
        if isinstance(route, APIRoute) and route.path.startswith("/api/v1/operator"):
            path = re.sub(r"\{number\}", "0", route.path.removeprefix("/api/v1/"))
            path = re.sub(r"\{\w+\}", "abc", path)
            found += [(method, path) for method in route.methods or ()]
    found.remove(("POST", "operator/session"))
    assert len(found) >= 9
    return found


async def refused_everywhere(somebody: Client) -> None:
    for method, path in requests():
        body = {"why": "x", "action": "warn"} if method == "POST" else {"who": "x"}
        await somebody.refused("not-operator", method, path, 403, **body)


async def test_nobody_else_gets_in(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki")
    dora = await operator(server)
    await dora.get("operator/overview")
    token = await dora.token(scopes=["read", "play", "manage"])
    own_cookie = await server.with_cookie(dora.client.cookies["zashiki"])
    for somebody in (server.anonymous(), await server.guest(), aki, token, own_cookie):
        await refused_everywhere(somebody)
    token.client.cookies.set(COOKIE, dora.client.cookies[COOKIE])
    await refused_everywhere(token)
    stolen = server.anonymous()
    stolen.client.cookies.set(COOKIE, aki.client.cookies["zashiki"])
    await refused_everywhere(stolen)
    await aki.refused("wrong-password", "POST", "operator/session", 403, name="Aki", password=PASSWORD)
    await dora.refused("wrong-password", "POST", "operator/session", 403, name="Dora", password="not the right one")


async def test_the_cookie_goes_nowhere_else(server: RunningServer) -> None:
    dora = await operator(server)
    body = {"name": "Dora", "password": PASSWORD}
    response = await dora.client.post("/api/v1/operator/session", json=body)
    (cookie,) = [one for one in response.headers.get_list("set-cookie") if one.startswith(COOKIE)]
    assert {"HttpOnly", "Path=/api/v1/operator", "SameSite=strict"} <= set(cookie.split("; "))
    assert "Max-Age" not in cookie
    assert (await dora.get("me/sessions"))[0]["kind"] == "cookie"
    foreign: list[dict[str, str]] = [{"origin": "https://evil.test"}, {"sec-fetch-site": "cross-site"}]
    for headers in foreign:
        for method, path in requests():
            found: httpx.Response = await dora.client.request(method, f"/api/v1/{path}", json=NO_BODY, headers=headers)
            assert found.json()["error"]["code"] == "origin", (method, path)
    own = {"origin": f"http://{HOST}", "sec-fetch-site": "same-origin"}
    assert (await dora.client.get("/api/v1/operator/overview", headers=own)).status_code == 200


async def test_a_session_ends_by_itself(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    dora = await operator(server)
    began = now = server.services.now()
    monkeypatch.setattr(server.services, "now", lambda: now)
    while now < began + LONGEST - IDLE:
        now += IDLE - 1
        await dora.get("operator/overview")
    now += IDLE + 1
    await refused_everywhere(dora)
    await dora.post("operator/session", 204, name="Dora", password=PASSWORD)
    began = now
    while now < began + LONGEST:
        await dora.get("operator/overview")
        now += IDLE - 1
    await refused_everywhere(dora)


async def test_whoever_loses_the_role_or_signs_out_is_out(server: RunningServer) -> None:
    dora = await operator(server)
    cookie = dora.client.cookies[COOKIE]
    await dora.delete("operator/session")
    dora.client.cookies.set(COOKIE, cookie)
    await refused_everywhere(dora)
    ema = await operator(server, "Ema")
    await server.services.moderation.operations.set_role(COMMAND_LINE, 0, ema.id, None, "no longer")
    await refused_everywhere(ema)


async def test_an_operator_reads_and_acts_and_all_of_it_is_logged(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    dora = await operator(server)
    table = await running(aki, ben)
    socket = await ben.connect(table)
    await socket.request("chat", text="something rude")
    await aki.post("reports", 201, reason="abuse", player=ben.id, table=table, message=0, words="look")
    (one,) = await dora.get("operator/reports")
    assert (one["name"], one["entries"]) == ("Ben", 1), "the context is not in the list"
    full = await dora.get(f"operator/reports/{one['id']}")
    assert full["entries"][0]["context"]["chat"][0]["text"] == "something rude"
    person = await dora.get("operator/people", who=ben.id)
    assert (person["sessions"], len(person["networks"]), len(person["reports"])) == (1, 1, 1)
    await dora.post(f"operator/tables/{table}/chat/0/remove", 204, why="rude")
    assert await socket.next("removed") == {"type": "removed", "n": 0}
    await dora.post(f"operator/people/{ben.id}", action="mute", seconds=3600, why="Be kind.")
    assert (await socket.request("phrase", code="hello"))["code"] == "muted"
    await dora.post(f"operator/people/{ben.id}", action="ban", why="Enough.")
    assert (await socket.bye())["code"] == "banned"
    await dora.post(f"operator/reports/{one['id']}/close", 204, why="banned")
    assert await dora.get("operator/reports") == []
    done = [(row["action"], row["by_name"], row["why"]) for row in await dora.get("operator/audit")]
    assert done[::-1][1:] == [
        ("sign-in", "Dora", ""),
        ("read-report", "Dora", ""),
        ("read-person", "Dora", ""),
        ("remove-chat", "Dora", "rude"),
        ("mute", "Dora", "Be kind."),
        ("ban", "Dora", "Enough."),
        ("close-report", "Dora", "banned"),
    ]


async def test_an_operator_sees_no_hand_and_no_seed(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    dora = await operator(server)
    table = await running(aki, ben)
    await aki.post("reports", 201, reason="cheating", player=ben.id, table=table)
    (one,) = await dora.get("operator/reports")
    everything = [await dora.get("operator/overview"), await dora.get("operator/audit")]
    everything += [await dora.get(f"operator/reports/{one['id']}"), await dora.get("operator/people", who=ben.id)]
    room = server.services.rooms.find_loaded(table)
    assert room is not None
    state: TableState = room.state
    for secret in (state.server_seed.hex(), *(seat.seed or "none" for seat in state.seats)):
        assert secret not in str(everything)
    assert state.match is not None
    assert await server.anonymous().get(f"tables/{table}/view") == {
        **(await dora.get(f"tables/{table}/view")),
        "now": pytest.approx(server.services.now(), abs=60),
    }, "at the table an operator is a spectator like anybody"


async def test_operators_cannot_touch_each_other(server: RunningServer) -> None:
    dora, ema = await operator(server), await operator(server, "Ema")
    error = await dora.refused("forbidden", "POST", f"operator/people/{ema.id}", 403, action="reset-password", why="x")
    assert error["facts"]["reason"] == "operator.colleague"


async def test_a_rated_game_is_annulled(server: RunningServer) -> None:
    dora = await operator(server)
    aki, ben, chika = await server.accounts("Aki", "Ben", "Chika")
    table = (await played(aki, ben, chika, rated=True))["id"]
    await dora.refused("bad-request", "POST", f"operator/tables/{table}/annul", 422)
    assert len(await server.services.rating_review.of_table(table)) == 3
    assert await dora.post(f"operator/tables/{table}/annul", why="arranged") == {"games": 0}
    assert await server.services.rating_review.of_table(table) == []
    again = await dora.refused("not-found", "POST", f"operator/tables/{table}/annul", 404, why="again")
    assert again["facts"]["reason"] == "operator.not_rated"
    done = [(row["action"], row["table"], row["why"]) for row in await dora.get("operator/audit")]
    assert done[0] == ("annul", table, "arranged")


async def test_an_operator_sees_damage_and_the_backup(tmp_path: Path) -> None:
    async with running_server(tmp_path, backup_to=str(tmp_path / "backup"), backup_every=0.1) as server:
        dora = await operator(server)
        shown = await dora.get("operator/overview")
        assert (shown["damage"], set(shown["backup"])) == ([], {"lag", "waiting", "passes", "problem"})
        server.services.database.damage.note("chat", "a page cannot be read")
        shown = await dora.get("operator/overview")
        assert not shown["parts"]["books"]
        assert [(one["where"], one["what"]) for one in shown["damage"]] == [("chat", "a page cannot be read")]


async def test_a_password_is_reset_and_names_are_changed(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki")
    guest = await server.guest("Something rude")
    dora = await operator(server)
    new = (await dora.post(f"operator/people/{aki.id}", action="reset-password", why="asked"))["password"]
    await aki.refused("not-signed-in", "GET", "me", 401)
    await server.anonymous().post("login", name="Aki", password=new)
    assert new not in str(await dora.get("operator/audit"))
    await dora.post(f"operator/people/{guest.id}", action="rename", name="Ben", why="rude")
    assert (await guest.get("me"))["name"] == "Ben"
    await dora.refused("bad-request", "POST", f"operator/people/{guest.id}", 422, action="rename", why="x")
    await dora.refused("bad-request", "POST", f"operator/people/{guest.id}", 422, action="warn")
    await dora.refused("no-such-player", "GET", "operator/people", 404, who="Nobody")
