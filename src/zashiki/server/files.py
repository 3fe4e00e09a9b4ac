"""Static files from a build: the browser client's, and those of the documentation.

The files are listed once at startup and requests are looked up in that list, so no path leads anywhere else in the file
system.
"""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Final, final

from starlette.requests import Request
from starlette.responses import Response

from zashiki.server.config import BadConfig
from zashiki.server.responses import accepts

NONE: Final = "none"
"""The setting for serving none."""
INDEX: Final = "index.html"
"""The file that is served for a folder."""

FOREVER: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
"""To be cached, but revalidated each time; the response is short if nothing has changed."""
PRECOMPRESSED: Final = {"br": ".br", "gzip": ".gz"}
"""Suffixes of precompressed files, the best compression first."""
CONTENT_TYPES: Final = {
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
"""Content types; the system's own list differs from machine to machine."""


@dataclass(frozen=True)
class File:
    """A file that was built."""

    path: Path
    content_type: str
    cache_control: str
    etag: str
    """Without quotes and content coding."""
    compressed: dict[str, Path]
    """Its compressed versions, by content coding."""


@final
class Files:
    """All files of a folder, by name."""

    def __init__(self, folder: Path, is_fixed: Callable[[str], bool]) -> None:
        """`is_fixed`: whether the file of this name never changes, because the name contains a hash."""
        self._files = _listed(folder, is_fixed)
        self._cache: dict[Path, bytes] = {}
        """Compressed scripts and styles that were requested: small in total, and a page requests many."""

    def __contains__(self, name: str) -> bool:
        return name in self._files

    async def response(self, request: Request, name: str, status: int = 200) -> Response | None:
        """The file, compressed if the client accepts that, or 304 if the client has it; None if it does not exist."""
        file = self._files.get(name)
        if file is None:
            return None
        coding = next((one for one in file.compressed if accepts(request.headers, one)), None)
        etag = f'"{file.etag}{"" if coding is None else "-" + coding}"'
        headers = {"Cache-Control": file.cache_control, "ETag": etag}
        if file.compressed:
            headers["Vary"] = "Accept-Encoding"
        if status == 200 and _has(request, etag):
            return Response(status_code=304, headers=headers)
        if coding is not None:
            headers["Content-Encoding"] = coding
        headers["Content-Type"] = file.content_type
        path = file.path if coding is None else file.compressed[coding]
        body = self._cache.get(path)
        if body is None:
            body = await asyncio.to_thread(path.read_bytes)
            if coding is not None and file.cache_control == FOREVER:
                self._cache[path] = body
        return Response(body, status, headers)


def built_folder(setting: str | None, inside: str, what: str, name: str) -> Path | None:
    """The folder of a build: as configured, or else the one inside the package; None if there is none.

    `what` and `name` are for the error if the setting is wrong.
    """
    if setting == NONE:
        return None
    if setting is not None:
        folder = Path(setting)
        if not (folder / INDEX).is_file():
            raise BadConfig(setting, f"a folder with {what} (it has no {INDEX}), or {NONE!r}", name)
        return folder
    folder = Path(str(files("zashiki").joinpath(inside)))
    return folder if (folder / INDEX).is_file() else None


def _listed(folder: Path, is_fixed: Callable[[str], bool]) -> dict[str, File]:
    """All files by name, without hidden ones; compressed versions belong to their file."""
    found: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if (
            not path.is_file()
            or path.suffix in PRECOMPRESSED.values()
            or any(part.startswith(".") for part in inside.parts)
        ):
            continue
        name = str(PurePosixPath(inside))
        fixed = is_fixed(name)
        compressed = {coding: path.with_name(path.name + ending) for coding, ending in PRECOMPRESSED.items()}
        found[name] = File(
            path,
            CONTENT_TYPES.get(path.suffix, "application/octet-stream"),
            FOREVER if fixed else REVALIDATE,
            # A name with a hash is enough; reading some thousand files would slow the start down.
            hashlib.sha256(name.encode() if fixed else path.read_bytes()).hexdigest()[:32],
            {coding: other for coding, other in compressed.items() if other.is_file()},
        )
    return found


def _has(request: Request, etag: str) -> bool:
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return etag in known or "*" in known
