"""The documentation site at `/docs/`: built along with the package, served like the client's files.

It needs no exception from the Content-Security-Policy: the build moves all inline scripts into files.
"""

import re
from html import escape
from typing import Final, final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from zashiki.server.files import INDEX, NONE, Files, built_folder

BASE: Final = "/docs/"
NOT_FOUND: Final = "404.html"
FIXED: Final = re.compile(r"assets/.*\.[0-9a-f]{8}\.min\.(?:js|css)|assets/inline/[0-9a-f]{8}\.min\.js")
"""Files whose names contain a hash."""
WITHOUT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Zashiki: no documentation here</title>
<h1>No documentation here</h1>
<p>This server {why}.</p>
<p>To have it: <code>make docs</code> in the sources of Zashiki builds it into the folder <code>site</code>, and the
setting <code>docs</code> says where it is.</p>
</html>
"""


@final
class Documentation:
    """A built documentation site, or none."""

    def __init__(self, setting: str | None) -> None:
        folder = built_folder(setting, "docs_site", "the built documentation", "docs")
        self._files = None if folder is None else Files(folder, lambda name: FIXED.fullmatch(name) is not None)
        self._why = (
            "is set up without the documentation site"
            if setting == NONE
            else "was installed without the documentation site"
        )

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return self._files is not None

    async def page(self, request: Request, name: str) -> Response:
        """A page or file of the site; a folder without its slash is redirected."""
        if self._files is None:
            return Response(WITHOUT.format(why=escape(self._why)), 404, media_type="text/html")
        folder = name == "" or name.endswith("/")
        found = await self._files.response(request, name + INDEX if folder else name)
        if found is not None:
            return found
        if not folder and f"{name}/{INDEX}" in self._files:
            # Relative, so that it works behind any proxy.
            return RedirectResponse(f"{name.rpartition('/')[2]}/", 308)
        found = await self._files.response(request, NOT_FOUND, 404)
        if found is None:
            raise HTTPException(404)
        return found


# Routes


def routes() -> list[Route]:
    """The routes of the documentation."""
    return [Route(BASE.rstrip("/"), _without_slash), Route(f"{BASE}{{name:path}}", _page)]


async def _without_slash(request: Request) -> Response:
    return RedirectResponse("docs/", 308)


async def _page(request: Request) -> Response:
    documentation: Documentation = request.app.state.services.documentation
    return await documentation.page(request, request.path_params["name"])
