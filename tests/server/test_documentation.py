"""The documentation at `/docs/`: which address leads to what, under which policy, and what is said without it."""

import gzip
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest

from server.client import RunningServer, config, running_server
from zashiki.server import files as lookup
from zashiki.server.config import BadConfig
from zashiki.server.documentation import Documentation
from zashiki.server.middleware import SECURITY
from zashiki.server.services import Services

HTML = "text/html,*/*;q=0.8"
PAGE = "<!doctype html><title>Library</title>" + "words " * 400


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A site as the build leaves it, and something beside it that is nobody's business."""
    folder = tmp_path / "site"
    for name, text in {
        "index.html": "<title>Start</title>",
        "404.html": "<title>Lost</title>",
        "library/index.html": PAGE,
        "reference/http/index.html": "<title>HTTP</title>",
        "reference/openapi.json": "{}",
        "assets/javascripts/bundle.a5f9d56c.min.js": "script",
        "assets/inline/0eb10c24.min.js": "inline",
        "assets/zashiki/zashiki.css": "style",
        "../secret.txt": "nobody may read this",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (folder / "library" / "index.html.gz").write_bytes(gzip.compress(PAGE.encode()))
    return folder


@pytest.fixture
async def served(tmp_path: Path, built: Path) -> AsyncGenerator[RunningServer]:
    async with running_server(tmp_path, docs=str(built), client="none") as there:
        yield there


async def get(server: RunningServer, path: str, coding: str = "identity", **more: str) -> httpx.Response:
    return await server.anonymous().client.get(path, headers={"accept": HTML, "accept-encoding": coding, **more})


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/docs/", "Start"),
        ("/docs/index.html", "Start"),
        ("/docs/library/", "Library"),
        ("/docs/reference/http/", "HTTP"),
    ],
)
async def test_every_page_has_its_address(served: RunningServer, path: str, title: str) -> None:
    response = await get(served, path)
    assert response.status_code == 200
    assert f"<title>{title}</title>" in response.text
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    again = await get(served, path, **{"if-none-match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_the_documentation_has_the_same_content_security_policy(served: RunningServer) -> None:
    """No exception for the site's scripts and styles: the build leaves none within a page."""
    response = await get(served, "/docs/")
    for name, value in SECURITY.items():
        assert response.headers[name] == value
    assert "unsafe" not in response.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("path", "kind", "keep"),
    [
        ("assets/javascripts/bundle.a5f9d56c.min.js", "text/javascript; charset=utf-8", True),
        ("assets/inline/0eb10c24.min.js", "text/javascript; charset=utf-8", True),
        ("assets/zashiki/zashiki.css", "text/css; charset=utf-8", False),
        ("reference/openapi.json", "application/json", False),
    ],
)
async def test_files_with_hashed_names_are_cached(served: RunningServer, path: str, kind: str, keep: bool) -> None:
    response = await get(served, f"/docs/{path}")
    assert (response.status_code, response.headers["content-type"]) == (200, kind)
    assert ("immutable" in response.headers["cache-control"]) == keep


async def test_precompressed_pages_are_served(served: RunningServer) -> None:
    response = await get(served, "/docs/library/", "gzip, br")
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["vary"] == "Accept-Encoding"
    assert response.text == PAGE


@pytest.mark.parametrize(
    ("path", "there"), [("/docs", "docs/"), ("/docs/library", "library/"), ("/docs/reference/http", "http/")]
)
async def test_a_page_without_its_slash_is_redirected(served: RunningServer, path: str, there: str) -> None:
    """Relative, so that it is right below any other address as well; links within a page count on the slash."""
    response = await get(served, path)
    assert (response.status_code, response.headers["location"]) == (308, there)


@pytest.mark.parametrize(
    "path",
    ["/docs/nothing/", "/docs/assets/", "/docs/library/index.html.gz", "/docs/..%2fsecret.txt", "/docs//library/"],
)
async def test_unknown_paths_are_not_found(served: RunningServer, path: str) -> None:
    response = await get(served, path)
    assert response.status_code == 404
    assert response.text == "<title>Lost</title>"


async def test_a_server_without_documentation_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "files", lambda _: tmp_path)
    for setting, why in ((None, "installed without the documentation"), ("none", "set up without the documentation")):
        async with running_server(tmp_path, docs=setting) as server:
            for path in ("/docs/", "/docs/library/"):
                response = await get(server, path)
                assert response.status_code == 404
                assert why in response.text
                assert "make docs" in response.text
            about = (await get(server, "/api/v1/server")).json()
            assert about["docs"] is None


async def test_the_api_says_where_the_documentation_is(served: RunningServer) -> None:
    about = (await get(served, "/api/v1/server")).json()
    assert about.keys() == {"version", "docs", "contact", "kept_days"}
    assert (await get(served, about["docs"])).status_code == 200


def test_the_documentation_in_the_package_is_found(
    tmp_path: Path, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    package.mkdir()
    built.rename(package / "docs_site")
    monkeypatch.setattr(lookup, "files", lambda name: {"zashiki": package}[name])
    assert Documentation(None).there
    assert not Documentation("none").there


@pytest.mark.parametrize("setting", ["", "nowhere"])
def test_a_folder_without_documentation_is_refused(tmp_path: Path, setting: str) -> None:
    with pytest.raises(BadConfig, match=r"index\.html"):
        Services(config(tmp_path, docs=str(tmp_path / setting)))
