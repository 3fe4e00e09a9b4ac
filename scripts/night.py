"""The open-ended parts of the suite: random play, models, kills, power cuts and fuzzing, for as long as you like.

Run by `make night`; `--minutes` is the time (default: 60). The parts share the time and run in parallel, one per core,
every round with a fresh seed. The report in `night/`, as Markdown and as JSON, lists what ran, with which seeds, and
for every failure the command that reproduces it. `--publish` runs nothing: it writes the figures of all these reports
into `SECURITY.md`.
"""

import argparse
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from checks.jobs import RENEW, Board
from checks.night_figures import NoFigures, publish
from checks.night_parts import Part, parts
from checks.night_report import as_json, as_markdown

ROOT = Path(__file__).parents[1]
FOLDER = Path("night")
TELL = 60.0
"""Seconds between two lines of progress without a terminal."""


def lanes_of(wanted: list[Part], lanes: int, seconds: float) -> list[list[Part]]:
    """Give every part its time, and share the parts between lanes, the largest first."""
    found: list[list[Part]] = [[] for _ in range(min(lanes, len(wanted)))]
    for part in sorted(wanted, key=lambda one: -one.share):
        min(found, key=lambda lane: sum(one.share for one in lane)).append(part)
    for lane in found:
        for part in lane:
            part.budget = seconds * part.share / sum(one.share for one in lane)
    return found


def run(lanes: list[list[Part]], folder: Path, seed: int, end: float, root: Path = ROOT) -> bool:
    """Run all lanes in parallel; return False if interrupted."""
    everything = [part for lane in lanes for part in lane]
    stopped = threading.Event()

    def work(lane: list[Part]) -> None:
        for part in lane:
            if stopped.is_set():
                break
            part.run(root, folder, seed, end - time.monotonic())

    board = Board(everything, every=TELL)
    threads = [threading.Thread(target=work, args=(lane,), daemon=True) for lane in lanes]
    for thread in threads:
        thread.start()
    try:
        while any(thread.is_alive() for thread in threads):
            board.draw()
            time.sleep(RENEW)
    except KeyboardInterrupt:
        stopped.set()
        ending = [threading.Thread(target=part.stop) for part in everything if not part.over]
        for thread in ending:
            thread.start()
        for thread in [*ending, *threads]:
            thread.join()
        return False
    board.draw()
    return True


def arguments(names: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Random play, models, kills and fuzzing, within a time budget.")
    parser.add_argument("--minutes", type=float, default=60.0, metavar="N", help="for everything (default: 60)")
    parser.add_argument("--seed", type=int, help="seed of the first round of every part (default: random)")
    parser.add_argument("--part", action="append", choices=names, help="only this one; may be given several times")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="parallel parts")
    parser.add_argument("--folder", type=Path, default=ROOT / FOLDER, help="for the report (default: night)")
    parser.add_argument("--publish", action="store_true", help="run nothing; write all reports' figures to SECURITY.md")
    args = parser.parse_args()
    if args.minutes <= 0 or args.jobs < 1:
        parser.error("--minutes and --jobs must be greater than 0")
    if args.seed is not None and args.seed < 0:
        parser.error("--seed must not be negative")
    return args


def commit() -> str | None:
    """Return what is tested, if git knows."""
    line = ["git", "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def publish_figures(folder: Path) -> int:
    """Write the figures into `SECURITY.md`."""
    try:
        sys.stdout.write(publish(folder, ROOT / "SECURITY.md") + "\n")
    except NoFigures as error:
        sys.stderr.write(f"night: {error}\n")
        return 1
    return 0


def main() -> int:
    """Return 0 if nothing failed."""
    everything = parts()
    args = arguments([part.name for part in everything])
    if args.publish:
        return publish_figures(args.folder)
    wanted = [part for part in everything if args.part is None or part.name in args.part]
    seed = secrets.randbelow(10**9) if args.seed is None else args.seed
    sys.stdout.write(f"A night of {args.minutes:g} minutes: {', '.join(part.name for part in wanted)}; seed {seed}\n")
    began = time.strftime("%Y-%m-%d %H:%M:%S")
    seconds = 60 * args.minutes
    lanes = lanes_of(wanted, args.jobs, seconds)
    folder = Path(tempfile.mkdtemp(prefix="zashiki-night"))
    try:
        whole = run(lanes, folder, seed, time.monotonic() + seconds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    args.folder.mkdir(parents=True, exist_ok=True)
    name = began.replace(":", "").replace(" ", "-")
    about = {"began": began, "minutes": args.minutes, "seed": seed, "commit": commit(), "stopped": not whole}
    (args.folder / f"{name}.json").write_text(as_json(about, wanted), "utf-8")
    (args.folder / f"{name}.md").write_text(as_markdown(about, wanted), "utf-8")
    failures = [failure for part in wanted for failure in part.failures]
    for failure in failures:
        sys.stdout.write(f"\nfailed: {failure.what}\n  {failure.command}\n")
    answer = f"{len(failures)} failed" if failures else "stopped" if not whole else "fine"
    sys.stdout.write(f"night: {answer}. The report: {os.path.relpath(args.folder / f'{name}.md')}\n")
    return 1 if failures else 0 if whole else 130


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # terminates what was started, as Ctrl-C does
    sys.exit(main())
