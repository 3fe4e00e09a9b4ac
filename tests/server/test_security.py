"""Security: cookies, headers, cross-site requests, sizes, rate limits, the log."""

import json
import logging
import re
import sys
from collections.abc import AsyncIterator, Generator
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog

from server.client import HOST, PASSWORD, Json, RunningServer, config, play, running_server
from zashiki import Rng
from zashiki.core.fair import commitment_of
from zashiki.server import logs
from zashiki.server.middleware import SECURITY
from zashiki.table.refusals import RefusalData
from zashiki.table.room import Room

TWO: Json = {"game": "hiroba", "seats": 2}


def about(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


# Cookies


async def test_the_cookie(server: RunningServer) -> None:
    plain = await server.anonymous().client.post("/api/v1/guest", json={})
    parts = plain.headers["set-cookie"].split("; ")
    assert parts[0].startswith("zashiki=")
    assert len(parts[0]) > 40
    assert {"HttpOnly", "Path=/", "SameSite=lax", f"Max-Age={90 * 86_400}"} == set(parts[1:])
    tls = await server.anonymous(scheme="https").client.post("/api/v1/guest", json={})
    assert "Secure" in tls.headers["set-cookie"].split("; ")
    assert tls.headers["strict-transport-security"]
    assert "strict-transport-security" not in plain.headers


async def test_the_cookie_behind_a_tls_proxy(tmp_path: Path) -> None:
    async with running_server(tmp_path, public_url="https://games.test") as server:
        for response in (
            await server.anonymous().client.post("/api/v1/guest", json={}),
            await server.anonymous(scheme="https").client.post("/api/v1/guest", json={}),
        ):
            assert {"Secure", "HttpOnly", "SameSite=lax"} <= set(response.headers["set-cookie"].split("; "))
            assert response.headers["strict-transport-security"]


async def test_the_cookie_is_deleted_with_the_same_attributes(server: RunningServer) -> None:
    aki = await server.guest("Aki", scheme="https")
    response = await aki.client.post("/api/v1/logout")
    parts = set(response.headers["set-cookie"].split("; "))
    assert {"Max-Age=0", "Path=/", "HttpOnly", "SameSite=lax", "Secure"} <= parts


# Headers


async def test_every_response_has_security_headers(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    aki = await server.guest("Aki")

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr(server.services.people, "leaderboard", broken)
    wanted = {
        "/api/v1/me": 200,
        "/api/v1/games/hagakure/rules": 200,
        "/api/openapi.json": 200,
        "/healthz": 200,
        "/metrics": 200,
        "/": 200,
        "/nothing": 404,
        "/api/v1/nothing": 404,
        "/api/v1/tables/nowhere": 404,
        "/api/v1/games?x=%ff": 200,
        "/api/v1/tables?limit=x": 422,
        "/api/v1/logout": 405,
        "/api/v1/games/hagakure/leaders": 500,
    }
    responses = {path: await aki.client.get(path) for path in wanted}
    assert {path: response.status_code for path, response in responses.items()} == wanted
    responses["post"] = await aki.client.post("/api/v1/tables", content=b"x" * 100_000)
    responses["origin"] = await aki.client.post("/api/v1/tables", json={}, headers={"origin": "https://evil.test"})
    for path, response in responses.items():
        for name, value in SECURITY.items():
            assert response.headers[name] == value, path
        assert "server" not in response.headers
        outside = ("/healthz", "/metrics", "/", "/nothing")
        assert (response.headers.get("cache-control") == "no-store") == (path not in outside)
        if response.status_code >= 400:
            assert set(response.json()["error"]) == set(RefusalData.__annotations__), path
    assert about(responses["/api/v1/games/hagakure/leaders"]) == (500, "trouble")
    assert "secret" not in responses["/api/v1/games/hagakure/leaders"].text


def test_the_content_security_policy_allows_no_other_sites_and_no_inline_code() -> None:
    policy = dict(part.strip().split(" ", 1) for part in SECURITY["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    sources = {word for words in policy.values() for word in words.split()}
    assert sources == {"'none'", "'self'", "data:"}
    assert "data:" not in policy["script-src"]


async def test_text_from_people_is_sent_only_as_json(server: RunningServer) -> None:
    evil = "<img src=x onerror=1>"
    aki = await server.guest(evil)
    table = (await aki.table(**TWO))["id"]
    socket = await aki.connect(table)
    assert (await socket.request("chat", text="<script>alert(1)</script>"))["type"] == "ok"
    for path in ("me", f"tables/{table}", f"players/{aki.id}", "me/export"):
        response = await aki.client.get(f"/api/v1/{path}")
        assert response.headers["content-type"] == "application/json"
        assert evil in json.dumps(response.json())
    response = await aki.client.get(f"/{evil}")
    assert response.headers["content-type"] == "application/json"
    assert evil not in response.text
    assert (await aki.connect(table)).welcome["chat"][0]["text"] == "<script>alert(1)</script>", "as it was written"


# Other sites


async def test_cross_site_requests_are_refused(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    foreign: list[dict[str, str]] = [
        {"origin": "https://evil.test"},
        {"origin": "null"},
        {"origin": "http://[half"},
        {"origin": f"http://{HOST}.evil.test"},
        {"origin": f"http://{HOST}:81"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": f"http://{HOST}"},
    ]
    for headers in foreign:
        for method, path in (("POST", "guest"), ("PATCH", "me"), ("DELETE", "me"), ("PUT", "me/password")):
            response = await aki.client.request(method, f"/api/v1/{path}", json={}, headers=headers)
            assert about(response) == (403, "origin"), headers
    own: list[dict[str, str]] = [
        {},
        {"origin": f"http://{HOST}"},
        {"origin": f"http://{HOST.upper()}", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ]
    for headers in own:
        assert (await aki.client.patch("/api/v1/me", json={}, headers=headers)).status_code == 200, headers
    assert "access-control-allow-origin" not in (await aki.client.get("/api/v1/me", headers=foreign[0])).headers
    assert (await aki.get("me"))["name"] == "Aki"


async def test_the_public_url_is_same_origin(tmp_path: Path) -> None:
    async with running_server(tmp_path, public_url="http://Games.test:8000/") as server:
        aki = await server.guest("Aki")
        for origin, status in (("http://games.test:8000", 200), (f"http://{HOST}", 200), ("http://games.test", 403)):
            response = await aki.client.patch("/api/v1/me", json={}, headers={"origin": origin})
            assert response.status_code == status, origin


async def test_only_json_content_types_are_parsed(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    body = json.dumps({"name": "Stolen"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None):
        headers = {} if kind is None else {"content-type": kind}
        response = await aki.client.patch("/api/v1/me", content=body, headers=headers)
        assert about(response) == (422, "bad-request"), kind
    assert (await aki.get("me"))["name"] == "Aki"
    response = await aki.client.patch(
        "/api/v1/me", content=body, headers={"content-type": "application/json; charset=utf-8"}
    )
    assert response.json()["name"] == "Stolen"


# Sizes


async def test_long_requests_are_rejected(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    read = 0

    async def chunks(size: int) -> AsyncIterator[bytes]:
        nonlocal read
        for _ in range(size // 1000):
            read += 1000
            yield b" " * 1000

    most = server.services.config.max_body
    kind = {"content-type": "application/json"}
    response = await aki.client.patch("/api/v1/me", content=b" " * (most + 1), headers=kind)
    assert about(response) == (413, "too-big")
    response = await aki.client.patch("/api/v1/me", content=chunks(10 * most), headers=kind)
    assert about(response) == (413, "too-big"), "also if it does not say how long it is"
    assert read <= most + 2000
    for length in (b"9" * 5000, b"10000000000", b"-1", b"x", b"\xb2"):
        headers = [(b"content-type", b"application/json"), (b"content-length", length)]
        response = await aki.client.patch("/api/v1/me", content=b"{}", headers=headers)
        assert response.status_code in (400, 413), length
    for path in ("check", "replay", "chance"):
        record = await aki.client.post(f"/api/v1/records/{path}", json={"record": {"x": "y" * most}})
        assert about(record) == (422, "bad-request"), "records may be longer"
        record = await aki.client.post(
            f"/api/v1/records/{path}", content=b" " * (server.services.config.max_record + 1)
        )
        assert about(record) == (413, "too-big")


async def test_malicious_json(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    for body in (
        "[" * 30_000,
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        '{"name": "\\ud800"}',
        '{"name": NaN}',
        "1" * 5000,
        '{"name": 1' + "0" * 5000 + "}",
        b"\xff\xfe{}",
        b'{"name": "\xff"}',
        b"",
        "{",
    ):
        for method, path in (("PATCH", "me"), ("POST", "records/check")):
            response = await aki.client.request(
                method, f"/api/v1/{path}", content=body, headers={"content-type": "application/json"}
            )
            assert response.status_code in (400, 422), body[:40]


# Rates


async def test_rate_limits_per_address(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_requests="5/day") as server:
        one, other = server.anonymous("192.0.2.1"), server.anonymous("192.0.2.2")
        for _ in range(5):
            await one.get("games")
        response = await one.client.get("/api/v1/games")
        assert about(response) == (429, "rate")
        assert 1 <= int(response.headers["retry-after"]) <= 86_400
        assert response.json()["error"]["facts"]["of"] == "address"
        table = one.websocket("/ws/me")
        assert (await table.bye())["code"] == "rate"
        for path in ("/api/v1/nothing", "/api/openapi.json"):
            assert (await one.client.get(path)).status_code == 429
        response = await one.client.post("/api/v1/guest", content=b"{", headers={"content-type": "application/json"})
        assert response.status_code == 429, "bad requests count, too"
        await other.get("games")
        assert (await one.client.get("/healthz")).status_code == 200


@pytest.mark.parametrize(
    ("rate", "method", "path", "body", "status"),
    [
        ("rate_guests", "POST", "guest", {}, 201),
        ("rate_passwords", "POST", "login", {"name": "Nobody", "password": PASSWORD}, 403),
        ("rate_passwords", "PUT", "me/password", {"old": PASSWORD, "new": PASSWORD}, 403),
        ("rate_tables", "POST", "tables", {"settings": TWO}, 201),
        ("rate_hints", "POST", "tables/nowhere/hint", {}, 404),
        ("rate_checks", "POST", "records/check", {"no": "record"}, 422),
        ("rate_checks", "POST", "records/chance", {"no": "record"}, 422),
        ("rate_replays", "POST", "records/replay", {"record": {"no": "record"}}, 422),
        ("rate_replays", "GET", "tables/nowhere/replay", {}, 404),
        ("rate_replays", "GET", "tables/nowhere/frames", {}, 404),
        ("rate_lessons", "POST", "games/hiroba/lessons/nowhere", {}, 404),
    ],
)
async def test_rate_limits_of_expensive_requests(
    tmp_path: Path, rate: str, method: str, path: str, body: Json, status: int
) -> None:
    async with running_server(tmp_path, **{rate: "2/day"}) as server:
        known = await server.guest("Aki") if rate != "rate_guests" else None
        people = [known or server.anonymous() for _ in range(3)]
        answers = [await one.client.request(method, f"/api/v1/{path}", json=body) for one in people]
        assert [one.status_code for one in answers] == [status, status, 429]


# Metrics and health


async def test_metrics_are_local_by_default(server: RunningServer, tmp_path: Path) -> None:
    for address, status in (("127.0.0.1", 200), ("::1", 200), ("192.0.2.1", 404), ("testclient", 404)):
        assert (await server.anonymous(address).client.get("/metrics")).status_code == status
    here = (await server.anonymous().client.get("/metrics")).text
    assert "zashiki_requests_total" in here
    (tmp_path / "other").mkdir()
    async with running_server(tmp_path / "other", metrics="open") as other:
        assert (await other.anonymous("192.0.2.1").client.get("/metrics")).status_code == 200
    async with running_server(tmp_path / "other", metrics="off") as other:
        assert (await other.anonymous().client.get("/metrics")).status_code == 404


async def test_clients_cannot_create_metric_labels(server: RunningServer) -> None:
    stranger = server.anonymous()
    for number in range(5):
        await stranger.client.request(f"METHOD{number}", f"/api/v1/path{number}")
        await stranger.client.get(f"/api/v1/tables/nowhere{number}")
    text = (await stranger.client.get("/metrics")).text
    assert "METHOD" not in text
    assert "path" not in text
    assert "nowhere" not in text
    assert 'method="other",route="none"' in text


async def test_health(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    response = await server.anonymous("192.0.2.1").client.get("/healthz")
    assert (response.status_code, response.json()["status"]) == (200, "ok")

    async def gone() -> None:
        raise OSError("gone")

    monkeypatch.setattr(server.services.tables, "last_alive", gone)
    monkeypatch.setattr(server.services.table_service.timekeeping, "stored_at", 0.0)  # heartbeats fail as well
    response = await server.anonymous().client.get("/healthz")
    assert (response.status_code, response.json()["parts"]["database"]) == (503, False)


# The log


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[StringIO]:
    """The log as it is in earnest, in all detail."""
    root, configure = logging.getLogger(), structlog.configure
    before, stream = (root.handlers, root.level), StringIO()

    def for_now(**given: Any) -> None:
        configure(**{**given, "cache_logger_on_first_use": False})  # else other tests would have these loggers, too

    with monkeypatch.context() as context:
        context.setattr(sys, "stderr", stream)
        context.setattr(structlog, "configure", for_now)
        logs.set_up(config(tmp_path, log="json", log_level="debug"))
    yield stream
    root.handlers, root.level = before


async def test_no_secret_is_logged(tmp_path: Path, noted: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets: list[str] = [PASSWORD, "wrong horse", "another horse", "seed of mine", "seed of theirs", "said in private"]
    async with running_server(tmp_path) as server:
        aki, ben = await server.guests("Aki", "Ben")
        secrets += [one.client.cookies["zashiki"] for one in (aki, ben)]
        await aki.account("Aki Ko")
        await aki.refused("wrong-password", "POST", "login", 403, name="Aki Ko", password="wrong horse")
        await aki.put("me/password", 204, old=PASSWORD, new="another horse")
        await aki.post("login", name="Aki Ko", password="another horse")
        secrets.append(aki.client.cookies["zashiki"])
        program = await aki.token()
        secrets.append(program.client.headers["authorization"].removeprefix("Bearer "))
        table = (await program.post("tables", 201, settings=TWO, commitment=commitment_of(aki.seed("mine"))))["id"]
        await ben.sit(table)
        await program.post(f"tables/{table}/start")
        await aki.reveal(table, "mine")
        secrets.append(aki.seed("mine"))
        secrets.append((await server.services.rooms.get(table)).state.server_seed.hex())
        sockets = [await program.connect(table), await ben.connect(table)]
        await sockets[0].request("chat", text="said in private")
        await play(sockets, Rng(1), 3)
        sockets[0].send('{"type": "chat", "id": "a", "text": "said in private", "more": 1}')

        async def broken(*_: object) -> None:
            raise RuntimeError("something broke")

        with monkeypatch.context() as context:
            context.setattr(Room, "play", broken)
            body = {"id": "x", "version": 0, "action": 0}
            assert (await ben.client.post(f"/api/v1/tables/{table}/moves", json=body)).status_code == 500
        with monkeypatch.context() as context:
            context.setattr(server.services.people, "by_login", broken)
            login = {"name": "Aki Ko", "password": PASSWORD}
            assert (await ben.client.post("/api/v1/login", json=login)).status_code == 500
        await aki.get("me/export")
        await aki.delete("me")
        before = noted.getvalue()
        assert (await aki.client.get("/")).status_code == 200
        assert (await aki.client.get("/no-such-file.js")).status_code == 404
    lines = noted.getvalue()
    files = [json.loads(line) for line in lines.removeprefix(before).splitlines()]
    assert [(one["level"], one["status"]) for one in files if one["event"] == "request"] == [
        ("debug", 200),  # a page is made of many files
        ("info", 404),
    ]
    assert "something broke" in lines, "the log does say what went wrong"
    assert len(re.findall(r'"event": "request"', lines)) > 10
    for line in lines.splitlines():
        json.loads(line)
    assert [secret for secret in secrets if secret in lines] == []
    assert "argon2" not in lines.replace("argon2-cffi", "")
