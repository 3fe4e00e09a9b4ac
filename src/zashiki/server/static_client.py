"""The browser client: the pages and files of the build, and how long browsers may keep them.

What there is, is listed once when the house opens, and a request is looked up in that list: no address leads anywhere
else in the file system.
"""

from html import escape
from typing import Final, final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from zashiki.server.files import INDEX, NONE, Files, built_folder

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

WITHOUT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Zashiki</title>
<h1>Zashiki</h1>
<p>This house is open, but {why}.</p>
<p>To have it: <code>pip install '.[server]'</code> in the sources of Zashiki builds it and needs nothing but
Python, <code>make web</code> builds it for development, and the setting <code>client</code> says where it is.</p>
<p>Programs need no client: the API is described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


@final
class StaticClient:
    """A client that was built, or none."""

    def __init__(self, setting: str | None) -> None:
        folder = built_folder(setting, "web", "a built client", "client")
        self._files = None if folder is None else Files(folder, lambda name: name.startswith(ASSETS))
        self._why = "it is set up without a browser client" if setting == NONE else "its browser client was not built"

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return self._files is not None

    async def page(self, request: Request, status: int = 200) -> Response:
        """The client's page, whatever it is to show."""
        if self._files is not None:
            found = await self._files.answer(request, INDEX, status)
            assert found is not None
            return found
        status = status if request.url.path == "/" else 404
        return Response(WITHOUT.format(why=escape(self._why)), status, media_type="text/html")

    async def file(self, request: Request, name: str) -> Response | None:
        """A file of the client; None if there is none of this name."""
        return None if self._files is None else await self._files.answer(request, name)


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


def _client(request: Request) -> StaticClient:
    client: StaticClient = request.app.state.estate.client
    return client
