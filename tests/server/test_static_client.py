"""The browser client: which address leads to what, how long it may be kept, and that nothing else can be had."""

import gzip
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from urllib.parse import unquote

import httpx
import pytest
from starlette.types import Message

from server.client import RunningServer, config, running_server
from zashiki.server import files as lookup
from zashiki.server.config import BadConfig
from zashiki.server.responses import LONG
from zashiki.server.services import Services
from zashiki.server.static_client import PAGES, StaticClient

HTML = "text/html,application/xhtml+xml,*/*;q=0.8"
INDEX = "<!doctype html><title>Zashiki</title>"
SCRIPT = "console.log('zashiki');" * 100


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A client as the build leaves it, and something beside it that is nobody's business."""
    folder = tmp_path / "built"
    for name, text in {
        "index.html": INDEX,
        "icon.svg": "<svg/>",
        "sw.js": SCRIPT,
        "manifest.webmanifest": "{}",
        "notes.xyz": "?",
        "assets/index-B1a2.js": SCRIPT,
        "assets/deep/font-C3d4.woff2": "font",
        ".vite/manifest.json": "{}",
        "../secret.txt": "nobody may read this",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for name in ("sw.js", "assets/index-B1a2.js"):
        (folder / f"{name}.gz").write_bytes(gzip.compress((folder / name).read_bytes()))
        (folder / f"{name}.br").write_bytes(b"as if it were Brotli")
    return folder


@pytest.fixture
async def served(tmp_path: Path, built: Path) -> AsyncGenerator[RunningServer]:
    async with running_server(tmp_path, client=str(built)) as there:
        yield there


async def get(
    server: RunningServer, path: str, accept: str = "*/*", coding: str = "identity", **more: str
) -> httpx.Response:
    headers = {"accept": accept, "accept-encoding": coding, **more}
    return await server.anonymous().client.get(path, headers=headers)


@pytest.mark.parametrize("path", PAGES)
async def test_every_page_is_the_client(served: RunningServer, path: str) -> None:
    response = await get(served, path.replace("{table}", "k3v9w2m7x5c8rt").replace("{game}", "hiroba"), HTML)
    assert (response.status_code, response.text) == (200, INDEX)
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    policy = response.headers["content-security-policy"]
    for part in ("default-src 'none'", "script-src 'self'", "style-src 'self'", "worker-src 'self'"):
        assert part in policy
    assert "unsafe" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "kind", "keep"),
    [
        ("/icon.svg", "image/svg+xml", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/index.html", "text/html; charset=utf-8", "no-cache"),
        ("/notes.xyz", "application/octet-stream", "no-cache"),
        ("/assets/index-B1a2.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/deep/font-C3d4.woff2", "font/woff2", "public, max-age=31536000, immutable"),
    ],
)
async def test_files(served: RunningServer, built: Path, path: str, kind: str, keep: str) -> None:
    response = await get(served, path)
    assert response.status_code == 200
    assert response.content == (built / path[1:]).read_bytes()
    assert response.headers["content-type"] == kind
    assert response.headers["cache-control"] == keep
    again = await get(served, path, **{"if-none-match": f'"other", W/{response.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == response.headers["etag"]
    assert again.headers["cache-control"] == keep
    other = await get(served, path, **{"if-none-match": '"other"'})
    assert other.status_code == 200
    head = await served.anonymous().client.head(path)
    assert (head.status_code, head.headers["content-type"]) == (200, kind)


async def test_precompressed_files_are_served(served: RunningServer) -> None:
    path = "/assets/index-B1a2.js"
    seen = {}
    for coding, expected in (
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0.0, gzip; q=0", None),
        ("deflate", None),
        ("identity", None),
    ):
        request = served.anonymous().client.build_request("GET", path, headers={"accept-encoding": coding})
        response = await served.anonymous().client.send(request, stream=True)  # not unpacked
        raw = b"".join([part async for part in response.aiter_raw()])
        assert response.headers.get("content-encoding") == expected, coding
        assert response.headers["vary"] == "Accept-Encoding"
        assert response.headers["content-length"] == str(len(raw))
        assert response.headers["content-type"] == "text/javascript; charset=utf-8"
        seen[expected] = (response.headers["etag"], raw)
    assert seen["br"][1] == b"as if it were Brotli"
    assert gzip.decompress(seen["gzip"][1]).decode() == seen[None][1].decode() == SCRIPT
    assert len({mark for mark, _ in seen.values()}) == 3, "different contents have different ETags"
    assert "vary" not in (await get(served, "/icon.svg", coding="gzip")).headers


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "//secret.txt",
        "/assets//index-B1a2.js",
        "/assets/./index-B1a2.js",
        "/.vite/manifest.json",
        "/sw.js.gz",
        "/assets/index-B1a2.js.br",
        "/assets/",
        "/assets/nothing.js",
        "/%00",
        "/icon.svg/",
    ],
)
async def test_unknown_paths_are_not_found(served: RunningServer, path: str) -> None:
    """Asked as it is written: a browser's or our own tidying up of addresses would hide what is tried."""
    answers = []
    for accept in ("*/*", HTML):
        response = await _raw(served, path, accept)
        assert response[0] == 404, path
        assert b"nobody may read this" not in response[1]
        assert b"zashiki')" not in response[1]
        answers.append(response[1])
    assert json.loads(answers[0])["error"]["code"] == "not-found"


async def _raw(server: RunningServer, path: str, accept: str) -> tuple[int, bytes]:
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"zashiki.test"), (b"accept", accept.encode())],
        "client": ("127.0.0.1", 5555),
        "server": ("zashiki.test", 80),
        "state": {},
    }
    came: list[Message] = []

    async def asked() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def respond(message: Message) -> None:
        came.append(message)

    await server.app(scope, asked, respond)
    return came[0]["status"], b"".join(one.get("body", b"") for one in came[1:])


async def test_a_browser_at_an_unknown_address_gets_the_client(served: RunningServer) -> None:
    response = await get(served, "/no/such/page", HTML)
    assert (response.status_code, response.text) == (404, INDEX)
    assert response.headers["cache-control"] == "no-cache"
    again = await get(served, "/no/such/page", HTML, **{"if-none-match": response.headers["etag"]})
    assert again.status_code == 404, "what is not there is not what is known"
    for path, accept in (
        ("/no/such/page", "*/*"),
        ("/no/such/page", "application/json"),
        ("/api/v1/nothing", HTML),
        ("/api/v1/tables/nowhere", HTML),
        ("/ws/nothing", HTML),
        ("/assets/nothing.js", HTML),
    ):
        response = await get(served, path, accept)
        assert response.status_code == 404
        assert response.json()["error"]["code"] in ("not-found", "no-such-table"), path
    posted = await served.anonymous().client.post("/no/such/page", headers={"accept": HTML})
    assert (posted.status_code, posted.json()["error"]["code"]) == (404, "not-found")
    posted = await served.anonymous().client.post("/settings", headers={"accept": HTML})
    assert (posted.status_code, posted.headers["allow"]) == (405, "GET, HEAD")


async def test_a_server_without_a_client_says_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "files", lambda _: tmp_path)
    for setting, why in ((None, "was not built"), ("none", "without a browser client")):
        async with running_server(tmp_path, client=setting) as server:
            response = await get(server, "/", HTML)
            assert response.status_code == 200
            assert why in response.text
            assert "pip install '.[server]'" in response.text
            assert response.headers["content-type"].startswith("text/html")
            lost = await get(server, "/table/k3v9w2m7x5c8rt", HTML)
            assert (lost.status_code, lost.text) == (404, response.text)
            assert (await get(server, "/nothing", HTML)).json()["error"]["code"] == "not-found"
            assert (await get(server, "/api/v1/games")).status_code == 200


def test_the_client_in_the_package_is_found(tmp_path: Path, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "package"
    package.mkdir()
    built.rename(package / "web")
    monkeypatch.setattr(lookup, "files", lambda name: {"zashiki": package}[name])
    assert StaticClient(None).there
    assert not StaticClient("none").there


@pytest.mark.parametrize("setting", ["", "nowhere", "file"])
def test_a_folder_without_a_client_is_refused(tmp_path: Path, setting: str) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(BadConfig, match=r"index\.html"):
        Services(config(tmp_path, client=str(tmp_path / setting)))


# Answers of the API


async def test_shared_responses_are_compressed_on_request(server: RunningServer) -> None:
    for path in ("/api/v1/games", "/api/v1/games/hiroba/rules", "/api/openapi.json"):
        plain = await get(server, path)
        assert "content-encoding" not in plain.headers
        assert len(plain.content) > LONG
        packed = await get(server, path, coding="gzip, br")
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
        assert packed.json() == plain.json()
    short = await get(server, "/api/v1/tables", coding="gzip")
    assert "content-encoding" not in short.headers


async def test_responses_with_secrets_are_never_compressed(server: RunningServer) -> None:
    """Its compressed length would reveal something about it."""
    aki = await server.guest("Aki")
    table = await aki.post("tables", 201, settings={"game": "hiroba", "seats": 2}, fill=1)
    mine = f"tables/{table['id']}"
    for path in ("me", "me/export", "me/tables", mine, f"{mine}/view", f"{mine}/frames", f"{mine}/frames?from=0"):
        response = await aki.client.get(f"/api/v1/{path}", headers={"accept-encoding": "gzip, br"})
        assert response.status_code == 200
        assert "content-encoding" not in response.headers, path
    watching = await get(server, f"/api/v1/{mine}/frames", coding="gzip")
    assert watching.headers["content-encoding"] == "gzip", "what spectators see is no secret"
    token = await aki.client.post("/api/v1/me/tokens", json={"label": "x" * 40})
    assert "content-encoding" not in token.headers
