"""Build the package as a wheel in `.venv/wheel`, as users get it, and install it from there.

Nothing happens if nothing has changed. Native code and the client come from the cache if the same sources were built
before (see `native.py` and `web/build.py`).
"""

import hashlib
import os
import subprocess
import sys
from typing import Final

from environment import BIN, PYTHON, ROOT, VENV, cache, registry
from progress import Step, finish, remembered

WHEEL: Final = VENV / "wheel"
STAMP: Final = VENV / "installed"
BUILD: Final = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


def sources() -> str:
    """Return a hash of all sources of the package, as git lists them."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", *_SOURCES],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    found = hashlib.sha256()
    for name in sorted(part for part in listed.split(b"\0") if part):
        path = ROOT / os.fsdecode(name)
        if path.is_file():
            found.update(name + b"\0" + path.read_bytes())
    found.update(b"with documentation" if (VENV / "docs").is_file() else b"")
    return found.hexdigest()


_SOURCES: Final = (
    *("src", "web", "scripts", "docs", "bench", "licences"),
    *("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"),
)


def is_installed() -> bool:
    """Return whether the installed package matches the sources."""
    return STAMP.is_file() and PYTHON.exists() and STAMP.read_text("utf-8") == sources()


def install(step: Step) -> None:
    """Build the wheel and install it."""
    wanted = sources()
    STAMP.unlink(missing_ok=True)
    WHEEL.mkdir(parents=True, exist_ok=True)
    for old in WHEEL.glob("*.whl"):
        old.unlink()
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path, "ZASHIKI_PROGRESS": "1"}
    step.waits_for = "generating C"
    step.run([PYTHON, "-c", BUILD, WHEEL], env=env, quietly=True)
    (wheel,) = WHEEL.glob("*.whl")
    step.waits_for = "installing"
    options = ["--no-deps", "--offline", "--reinstall"]
    step.run([PYTHON, "-m", "uv", "pip", "install", "--python", PYTHON, *options, wheel], env=registry())
    STAMP.write_text(wanted, "utf-8")


def main() -> int:
    """Build and install, unless up to date."""
    os.chdir(ROOT)
    if is_installed():
        return 0
    step = Step("The package", remembered(cache()).get("The package", 60), install)
    return finish(step, cache())


if __name__ == "__main__":
    sys.exit(main())
