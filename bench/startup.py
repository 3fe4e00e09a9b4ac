"""The time to import the library: `python bench/startup.py BEFORE AFTER`.

Each is a folder into which a version was installed (`pip install --no-deps --target FOLDER .`). It measures the CPU
time of `python -c "import zashiki"` and of the first deal, as a multiple of an empty Python program. Both versions are
measured in turns, and the best of each counts.
"""

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.showing import Sheet, tell

PROGRAMS: Final = {
    "import zashiki": "import zashiki",
    "the first deal": "import zashiki; zashiki.new('hagakure', seed=1)",
}


def seconds(program: str, folder: Path | None) -> float:
    """Return the CPU seconds of a Python process."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""} | ({} if folder is None else {"PYTHONPATH": str(folder)})
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], env=env, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Measure, print a table, and write it as Markdown if asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=Path, help="a folder with a built package")
    parser.add_argument("after", type=Path, help="another one")
    parser.add_argument("--times", type=int, default=15, help="how often each is started")
    parser.add_argument("--about", help="a sentence for the table: what the two versions are")
    parser.add_argument("--write", type=Path, help="a Markdown file for the table")
    given = parser.parse_args()
    bare = min(seconds("pass", None) for _ in range(given.times))
    rows: list[list[str]] = []
    for name, program in PROGRAMS.items():
        best = {folder: float("inf") for folder in (given.before, given.after)}
        for _ in range(given.times):
            for folder in best:
                best[folder] = min(best[folder], seconds(program, folder.resolve()))
        before, after = best[given.before], best[given.after]
        rows.append([name, f"{before / bare:.1f}", f"{after / bare:.1f}", f"{before / after:.2f}"])
    about = f"CPU time as a multiple of an empty Python program ({1000 * bare:.0f} ms); best of {given.times}."
    if given.about:
        about += f" {given.about}"
    tell("Startup", Sheet(["", "Before", "After", "Before / after"], rows, about), given.write)


if __name__ == "__main__":
    main()
