"""Files that were built before the house opened: the browser client's, and those of the documentation.

What there is, is listed once when the house opens, and a request is looked up in that list: no address leads anywhere
else in the file system.
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
"""The setting for a house without them."""
INDEX: Final = "index.html"
"""The page of a folder."""

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


@dataclass(frozen=True)
class File:
    """A file that was built."""

    path: Path
    kind: str
    keep: str
    """For how long: its `Cache-Control`."""
    mark: str
    """Tells its contents from others."""
    packed: dict[str, Path]
    """The same, compressed when it was built."""


@final
class Files:
    """All files of a folder, by name."""

    def __init__(self, folder: Path, is_fixed: Callable[[str], bool]) -> None:
        """`is_fixed`: whether the file of this name never changes, because its name tells its contents."""
        self._files = _listed(folder, is_fixed)
        self._kept: dict[Path, bytes] = {}
        """Scripts and styles that were asked for, compressed: all together they are small, and a page asks for many."""

    def __contains__(self, name: str) -> bool:
        return name in self._files

    async def response(self, request: Request, name: str, status: int = 200) -> Response | None:
        """The file, compressed if it can be and the browser takes it so, or nothing if the browser has it.

        None if there is no file of this name.
        """
        file = self._files.get(name)
        if file is None:
            return None
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


def built_folder(setting: str | None, inside: str, what: str, name: str) -> Path | None:
    """The folder of something that was built: the one that is set, or else the one inside the package; None if none.

    `what` and `name` tell a host which setting is wrong.
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
    """All files by name. What begins with a dot is not for browsers, and what is compressed belongs to its file."""
    found: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if not path.is_file() or path.suffix in PACKED.values() or any(part.startswith(".") for part in inside.parts):
            continue
        name = str(PurePosixPath(inside))
        fixed = is_fixed(name)
        packed = {coding: path.with_name(path.name + ending) for coding, ending in PACKED.items()}
        found[name] = File(
            path,
            KINDS.get(path.suffix, "application/octet-stream"),
            FOREVER if fixed else ASK_AGAIN,
            # A name that tells its contents is mark enough; to read some thousand files would hold up the opening.
            hashlib.sha256(name.encode() if fixed else path.read_bytes()).hexdigest()[:32],
            {coding: other for coding, other in packed.items() if other.is_file()},
        )
    return found


def _has(request: Request, mark: str) -> bool:
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return mark in known or "*" in known
