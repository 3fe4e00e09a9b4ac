"""The import graph, read from the sources without running them, and the distance of each test from a change.

Nodes are module names. Imports within functions count, too; `from a import b` is stored as `a.b` and as `a`, so that
removed modules need no special treatment.
"""

import ast
import contextlib
import heapq
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOTS = ("src", "tests", "scripts", "web", "")
"""Folders from which modules are imported; the first that matches names a module."""
SOURCES = ("src/**/*.py", "tests/**/*.py", "scripts/**/*.py", "bench/*.py", "examples/*.py", "web/*.py")
CACHE = Path(".quick/imports.json")
STEP = 1
"""From a module to one that it imports by name."""
DETOUR = 3
"""From a module to its package, which Python imports implicitly: true, but rarely relevant."""


@dataclass(frozen=True)
class Graph:
    """The modules and what each of them imports."""

    files: dict[str, str]
    """Module name to path."""
    imports: dict[str, dict[str, int]]
    """Importer, imported, and the length of that edge."""

    def distances(self, changed: Iterable[str]) -> dict[str, int]:
        """Return the distance of each module to the nearest of these; modules that reach none of them are missing."""
        importers: dict[str, list[tuple[str, int]]] = {}
        for importer, imported in self.imports.items():
            for name, length in imported.items():
                importers.setdefault(name, []).append((importer, length))
        found: dict[str, int] = {}
        queue = [(0, name) for name in changed]
        heapq.heapify(queue)
        while queue:
            far, name = heapq.heappop(queue)
            if name not in found:
                found[name] = far
                for importer, length in importers.get(name, []):
                    heapq.heappush(queue, (far + length, importer))
        return found


def module_name(path: str) -> str:
    """Return the import name of a file, from its path in the repository."""
    for root in ROOTS:
        if not root or path.startswith(root + "/"):
            parts = path[len(root) :].strip("/").removesuffix(".py").split("/")
            break
    # Every folder of tests may have its own conftest.
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_names(text: str, module: str, *, package: bool) -> dict[str, int]:
    """Return the names of all modules that a source imports, and names within modules, which look the same."""
    found: dict[str, int] = {}

    def note(name: str) -> None:
        found[name] = STEP
        for end in range(1, name.count(".") + 1):
            found.setdefault(name.rsplit(".", end)[0], DETOUR)

    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                note(alias.name)
        elif isinstance(node, ast.ImportFrom):
            start = node.module or ""
            if node.level:
                above = module.split(".") if package else module.split(".")[:-1]
                above = above[: len(above) - node.level + 1]
                start = ".".join([*above, *([start] if start else [])])
            for alias in node.names:
                note(f"{start}.{alias.name}")
            found[start] = STEP
    return found


def read(root: Path) -> Graph:
    """Return the graph of the repository; unchanged files come from the cache."""
    cache = _cached(root)
    fresh: dict[str, list[Any]] = {}
    files: dict[str, str] = {}
    imports: dict[str, dict[str, int]] = {}
    for path, file in _sources(root):
        name = module_name(path)
        with contextlib.suppress(OSError):
            status = file.stat()
            stamp = [status.st_mtime_ns, status.st_size]
            kept = cache.get(path)
            names = kept[2] if kept is not None and kept[:2] == stamp else _names(file, name)
            fresh[path] = [*stamp, names]
            files[name] = path
            imports[name] = dict(names)
    for name, path in files.items():
        if path.startswith("tests/"):
            _add_conftests(files, imports[name], path)
    if fresh != cache:
        _keep(root, fresh)
    return Graph(files, imports)


def _names(file: Path, module: str) -> dict[str, int]:
    try:
        return imported_names(file.read_text("utf-8"), module, package=file.name == "__init__.py")
    except (SyntaxError, ValueError):
        return {}  # the linters report what is wrong with it


def _add_conftests(files: dict[str, str], imports: dict[str, int], path: str) -> None:
    """Add the conftests of a test's folder and of those above, which it imports implicitly."""
    folder = Path(path).parent
    for above in (folder, *folder.parents):
        name = module_name(f"{above.as_posix()}/conftest.py")
        if name in files and files[name] != path and above.as_posix().startswith("tests"):
            imports.setdefault(name, STEP)


def _sources(root: Path) -> list[tuple[str, Path]]:
    found = {file.relative_to(root).as_posix(): file for pattern in SOURCES for file in root.glob(pattern)}
    return sorted((path, file) for path, file in found.items() if "/node_modules/" not in path)


def _cached(root: Path) -> dict[str, list[Any]]:
    try:
        data = json.loads((root / CACHE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _keep(root: Path, fresh: dict[str, list[Any]]) -> None:
    with contextlib.suppress(OSError):
        (root / CACHE).parent.mkdir(exist_ok=True)
        draft = (root / CACHE).with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(fresh), "utf-8")
        draft.replace(root / CACHE)
