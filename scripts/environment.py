"""Create the virtual environment `.venv` and install the packages of lock files.

`python scripts/environment.py run dev` installs `requirements/run.txt` and `requirements/dev.txt`. uv installs the
packages, and is itself installed first; the machine needs only Python. A lock file that is already installed is
skipped: `.venv/run` records the digest of `run.txt`.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import metadata
from progress import Failed, Step, finish, remembered

ROOT: Final = Path(__file__).resolve().parents[1]
VENV: Final = ROOT / ".venv"
BIN: Final = VENV / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON: Final = BIN / "python"
OLDEST: Final = (3, 11)


def cache() -> Path | None:
    """Return the folder for cached builds and times, the same as in `native.py`."""
    named = os.environ.get("ZASHIKI_CACHE")
    if named == "none":
        return None
    base = os.environ.get("XDG_CACHE_HOME")
    return Path(named) if named else (Path(base) if base else Path.home() / ".cache") / "zashiki"


def lock(name: str) -> Path:
    """Return the lock file of a group of packages."""
    return ROOT / "requirements" / f"{name}.txt"


def installed(name: str) -> bool:
    """Return whether the packages of a lock file are installed."""
    stamp = VENV / name
    return PYTHON.exists() and stamp.is_file() and stamp.read_text("utf-8") == _digest(name)


def _digest(name: str) -> str:
    return hashlib.sha256(lock(name).read_bytes()).hexdigest()


def fill(step: Step, names: list[str]) -> None:
    """Create the environment and install the lock files that are not installed yet."""
    if sys.version_info < OLDEST:
        raise Failed(f"Zashiki needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    metadata.write()
    missing = [name for name in names if not installed(name)]
    if not PYTHON.exists():
        step.waits_for = "creating .venv"
        step.run([sys.executable, "-m", "venv", VENV])
    if not missing:
        return
    if not (BIN / "uv").exists() and not (BIN / "uv.exe").exists():
        step.waits_for = "installing uv, which installs the rest"
        step.run([PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--require-hashes", "-r", lock("uv")])
    step.waits_for = "fetching packages"
    files = [part for name in missing for part in ("-r", lock(name))]
    step.run([PYTHON, "-m", "uv", "pip", "install", "--python", PYTHON, "--require-hashes", *files], env=registry())
    for name in missing:
        (VENV / name).write_text(_digest(name), "utf-8")


def registry() -> dict[str, str]:
    """Return the environment for uv: the same package index as pip, with the machine's certificates."""
    env = {"UV_SYSTEM_CERTS": "1", "UV_NO_PROGRESS": "1", **os.environ}
    asked = subprocess.run(
        [PYTHON, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False, env={**os.environ}
    )
    for line in asked.stdout.splitlines():
        name, _, value = line.partition("=")
        if name.rpartition(".")[2] == "index-url" and name.split(".")[0] in ("global", "install", ":env:"):
            env.setdefault("UV_DEFAULT_INDEX", value.strip("'\""))
    return env


def main() -> int:
    """Install the groups named on the command line."""
    names = sys.argv[1:] or ["run"]
    unknown = [name for name in names if not lock(name).is_file()]
    if unknown:
        sys.stderr.write(f"no lock file {lock(unknown[0])}\n")
        return 2
    if all(installed(name) for name in names):
        metadata.write()
        return 0
    usual = remembered(cache())
    title = "Packages: " + " ".join(names)
    step = Step(title, usual.get(title, 25), lambda step: fill(step, names))
    return finish(step, cache())


if __name__ == "__main__":
    sys.exit(main())
