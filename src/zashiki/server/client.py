"""The browser client: the pages and files of the build, and how long browsers may keep them.

What there is, is listed once when the house opens, and a request is looked up in that list: no address leads anywhere
else in the file system.
"""

import asyncio
import hashlib
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Final, final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from zashiki.server.answers import accepts
from zashiki.server.config import BadConfig

NONE: Final = "none"
"""The setting for a house without a client."""
INDEX: Final = "index.html"
PAGES: Final = (
    "/",
    "/table/{table}",
    "/rules",
    "/rules/{game}",
    "/replay",
    "/replay/{table}",
    "/new",
    "/new/{game}",
    "/me",
    "/settings",
    "/about",
)
"""The addresses that the client has a page for; the page itself is always the same file."""
ASSETS: Final = "assets/"
"""The folder of files whose names change with their contents."""
FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
"""To be kept, but asked about each time; the answer is short if nothing has changed."""
PACKED: Final = {"br": ".br", "gzip": ".gz"}
"""How files may come besides as they are, the shortest first."""
KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""What a file is; the system's own list differs from machine to machine."""

WITHOUT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Zashiki</title>
<h1>Zashiki</h1>
<p>This house is open, but {why}.</p>
<p>To have it: <code>pip install .</code> in the sources of Zashiki builds it and needs nothing but Python, <code>make
web</code> builds it for development, and the setting <code>client</code> says where it is.</p>
<p>Programs need no client: the API is described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


@dataclass(frozen=True)
class File:
    """A file of the client."""

    path: Path
    kind: str
    keep: str
    """For how long: its `Cache-Control`."""
    mark: str
    """Tells its contents from others."""
    packed: dict[str, Path]
    """The same, compressed when the client was built."""


@final
class Client:
    """A client that was built, or none."""

    def __init__(self, setting: str | None) -> None:
        self._files: dict[str, File] = {}
        self._kept: dict[Path, bytes] = {}
        """Scripts and styles that were asked for, compressed: all together they are small, and a page asks for many."""
        self._why = "its browser client was not built"
        folder = _folder(setting)
        if folder is not None:
            self._files = _listed(folder)
        elif setting == NONE:
            self._why = "it is set up without a browser client"

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return INDEX in self._files

    async def page(self, request: Request, status: int = 200) -> Response:
        """The client's page, whatever it is to show."""
        if self.there:
            return await self._answer(request, self._files[INDEX], status)
        status = status if request.url.path == "/" else 404
        return Response(WITHOUT.format(why=escape(self._why)), status, media_type="text/html")

    async def file(self, request: Request, name: str) -> Response | None:
        """A file of the client; None if there is none of this name."""
        file = self._files.get(name)
        return None if file is None else await self._answer(request, file)

    async def _answer(self, request: Request, file: File, status: int = 200) -> Response:
        """The file, compressed if it can be and the browser takes it so, or nothing if the browser has it."""
        coding = next((one for one in file.packed if accepts(request.headers, one)), None)
        mark = f'"{file.mark}{"" if coding is None else "-" + coding}"'
        headers = {"Cache-Control": file.keep, "ETag": mark}
        if file.packed:
            headers["Vary"] = "Accept-Encoding"
        if status == 200 and _has(request, mark):
            return Response(status_code=304, headers=headers)
        if coding is not None:
            headers["Content-Encoding"] = coding
        headers["Content-Type"] = file.kind
        path = file.path if coding is None else file.packed[coding]
        body = self._kept.get(path)
        if body is None:
            body = await asyncio.to_thread(path.read_bytes)
            if coding is not None and file.keep == FOREVER:
                self._kept[path] = body
        return Response(body, status, headers)


def _folder(setting: str | None) -> Path | None:
    if setting == NONE:
        return None
    if setting is not None:
        folder = Path(setting)
        if not (folder / INDEX).is_file():
            raise BadConfig(setting, f"a folder with a built client (it has no {INDEX}), or {NONE!r}", "client")
        return folder
    folder = Path(str(files("zashiki").joinpath("web")))
    return folder if (folder / INDEX).is_file() else None


def _listed(folder: Path) -> dict[str, File]:
    """All files by name. What begins with a dot is not for browsers, and what is compressed belongs to its file."""
    found: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if not path.is_file() or path.suffix in PACKED.values() or any(part.startswith(".") for part in inside.parts):
            continue
        name = str(PurePosixPath(inside))
        packed = {coding: path.with_name(path.name + ending) for coding, ending in PACKED.items()}
        found[name] = File(
            path,
            KINDS.get(path.suffix, "application/octet-stream"),
            FOREVER if name.startswith(ASSETS) else ASK_AGAIN,
            # The name of an asset tells its contents already; to read some thousand of them would hold up the opening.
            hashlib.sha256(name.encode() if name.startswith(ASSETS) else path.read_bytes()).hexdigest()[:32],
            {coding: other for coding, other in packed.items() if other.is_file()},
        )
    return found


def _has(request: Request, mark: str) -> bool:
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return mark in known or "*" in known


# Routes


def routes() -> list[Route]:
    """The addresses of pages and of assets."""
    return [*(Route(path, _page) for path in PAGES), Route(f"/{ASSETS}{{name:path}}", _asset)]


async def _page(request: Request) -> Response:
    return await _client(request).page(request)


async def _asset(request: Request) -> Response:
    found = await _client(request).file(request, ASSETS + request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return found


def or_file(otherwise: ASGIApp) -> ASGIApp:
    """What answers at addresses without a route: a file of the client that is there, else as before."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        found = None
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            request = Request(scope, receive)
            found = await _client(request).file(request, scope["path"].removeprefix("/"))
        await (otherwise if found is None else found)(scope, receive, send)

    return answer


async def lost(request: Request) -> Response | None:
    """For somebody with a browser at an address where nothing is: the client, which says so in its own way."""
    client = _client(request)
    browser = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    outside = not request.url.path.startswith(("/api/", "/ws/", f"/{ASSETS}"))
    return await client.page(request, 404) if browser and outside and client.there else None


def _client(request: Request) -> Client:
    client: Client = request.app.state.estate.client
    return client
