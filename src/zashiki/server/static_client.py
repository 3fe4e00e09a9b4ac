"""The browser client: its page and the files of its build."""

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
    "/learn",
    "/learn/{game}",
    "/learn/{game}/{lesson}",
    "/rules",
    "/rules/{game}",
    "/replay",
    "/replay/{table}",
    "/new",
    "/new/{game}",
    "/me",
    "/settings",
    "/about",
    "/operator",
)
"""The client's routes; all of them serve the same file."""
ASSETS: Final = "assets/"
"""The folder of files whose names contain a hash."""

WITHOUT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Zashiki</title>
<h1>Zashiki</h1>
<p>This server is running, but {why}.</p>
<p>To have it: <code>pip install '.[server]'</code> in the sources of Zashiki builds it and needs nothing but
Python, <code>make web</code> builds it for development, and the setting <code>client</code> says where it is.</p>
<p>Programs need no client: the API is described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


@final
class StaticClient:
    """A built client, or none."""

    def __init__(self, setting: str | None) -> None:
        folder = built_folder(setting, "web", "a built client", "client")
        self._files = None if folder is None else Files(folder, lambda name: name.startswith(ASSETS))
        self._why = "it is set up without a browser client" if setting == NONE else "its browser client was not built"

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return self._files is not None

    async def page(self, request: Request, status: int = 200) -> Response:
        """The client's page."""
        if self._files is not None:
            found = await self._files.response(request, INDEX, status)
            assert found is not None
            return found
        status = status if request.url.path == "/" else 404
        return Response(WITHOUT.format(why=escape(self._why)), status, media_type="text/html")

    async def file(self, request: Request, name: str) -> Response | None:
        """A file of the client; None if it does not exist."""
        return None if self._files is None else await self._files.response(request, name)


# Routes


def routes() -> list[Route]:
    """The routes of pages and assets."""
    return [*(Route(path, _page) for path in PAGES), Route(f"/{ASSETS}{{name:path}}", _asset)]


async def _page(request: Request) -> Response:
    return await _client(request).page(request)


async def _asset(request: Request) -> Response:
    found = await _client(request).file(request, ASSETS + request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return found


def or_file(otherwise: ASGIApp) -> ASGIApp:
    """An app for paths without a route: serves a file of the client if there is one, else passes on."""

    async def file_or_default(scope: Scope, receive: Receive, send: Send) -> None:
        found = None
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            request = Request(scope, receive)
            found = await _client(request).file(request, scope["path"].removeprefix("/"))
        await (otherwise if found is None else found)(scope, receive, send)

    return file_or_default


async def not_found_page(request: Request) -> Response | None:
    """For a browser at an unknown address: the client, which shows its own page for that."""
    client = _client(request)
    browser = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    outside = not request.url.path.startswith(("/api/", "/ws/", f"/{ASSETS}"))
    return await client.page(request, 404) if browser and outside and client.there else None


def _client(request: Request) -> StaticClient:
    client: StaticClient = request.app.state.services.client
    return client
