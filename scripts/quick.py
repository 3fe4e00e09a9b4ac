"""An answer within a minute: lint, types and the tests that a change touches. Run by `make quick`.

What was changed is told by git: by default what is not yet committed, with `--base main` also the commits of a branch.
The tests run interpreted, so nothing has to be built. Those nearest to the change come first, as many as fit into the
budget; what is left out is told, with the command that runs it. Measured durations are in `.quick`; see
`scripts/checks/durations.py`.
"""

import argparse
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import metadata
from checks import chosen, durations, imports
from checks.changes import NotThere, changes
from checks.choice import BUILT, Touched, changed_games, cost, folders, touched, worth_collecting
from checks.jobs import Board, Job, Step, run

ROOT = Path(__file__).parents[1]
BUDGET = 40.0
"""Seconds from the start for tests."""
LATE = 15.0
"""Seconds that a test which has begun in time may still take."""
REST = Path(".quick/rest.txt")
CLIENT_CODE = re.compile(r"web/(?!contract/).*\.(ts|js|mjs|svelte)")
PRETTY = re.compile(r"web/.*\.(ts|js|mjs|svelte|css|html|json|webmanifest)")


def bin_of(name: str) -> str:
    """A program of the environment in which this runs."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else name


def lint_jobs(root: Path) -> list[Job]:
    """Style, imports and types of all Python: with their caches that takes seconds."""
    src = {"PYTHONPATH": "src"}
    return [
        Job(
            "lint",
            [
                Step("ruff check", [bin_of("ruff"), "check", "--quiet"], root),
                Step("ruff format", [bin_of("ruff"), "format", "--check", "--quiet"], root),
                Step("imports", [bin_of("lint-imports")], root, src),
            ],
        ),
        Job("types", [Step("mypy", [bin_of("mypy"), "--cache-dir=.mypy_cache/style"], root)]),
    ]


def client_jobs(root: Path, changed: Sequence[str]) -> list[Job]:
    """Style, types and tests of the client, if anything that it is made of has changed."""
    there = [path for path in changed if (root / path).exists()]
    rules = [path for path in there if re.fullmatch(r"src/zashiki/games/\w+/rules.*\.md", path)]
    if not rules and not any(path.startswith("web/") and not path.endswith(".py") for path in changed):
        return []
    web = root / "web"
    path = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    tools = web / "node_modules" / ".bin"

    def tool(name: str, *arguments: str, label: str = "") -> Step:
        return Step(label or name, [str(tools / name), *arguments], web, path)

    inside = [one.removeprefix("web/") for one in there if one.startswith("web/")]
    pretty = [one for one in inside if PRETTY.fullmatch(f"web/{one}")]
    code = [one for one in inside if CLIENT_CODE.fullmatch(f"web/{one}")]
    prepare = []
    if not tools.exists():
        install = [bin_of("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        prepare.append(Step("npm ci", install, web, path, needed=True))
    prepare.append(Step("types of messages", [bin_of("node"), "scripts/types.mjs"], web, path, needed=True))
    checks = []
    if pretty:
        checks.append(tool("prettier", "--check", "--log-level", "warn", *pretty))
    if code:
        checks.append(tool("eslint", "--no-warn-ignored", *code))
    checks.append(tool("svelte-check", "--fail-on-warnings", "--tsconfig", "./tsconfig.json"))
    related = [*inside, *(f"../{one}" for one in rules)]
    # Settings and catalogues are read by tests that do not import them.
    whole = any(one.startswith(("src/i18n/", "contract/", "package", "vite", "scripts/")) for one in inside) or rules
    wanted = ["run"] if whole else ["related", "--run", "--passWithNoTests", *related]
    checks.append(tool("vitest", *wanted, label="vitest" if whole else "vitest related"))
    return [Job("client", [*prepare, *checks])]


@dataclass(frozen=True)
class Selection:
    """Test files that the change touches, sorted by what will happen to them."""

    collected: list[Touched]
    beyond: list[Touched]
    """Too far away for the budget."""
    built: list[Touched]
    """Need what is built."""
    counts: dict[str, int]
    """About how many tests each file has."""
    seconds: durations.Seconds


def selection(root: Path, changed: Sequence[str], room: float, lanes: int) -> Selection:
    """The test files to run, within so many seconds in so many lanes."""
    graph = imports.read(root)
    found = [one for one in touched(changed, graph) if (root / one.file).exists()]
    built = [one for one in found if BUILT.fullmatch(one.file)]
    found = [one for one in found if one not in built]
    seconds = durations.known(root)
    costs = {one.file: cost(one.file, (root / one.file).read_text("utf-8"), seconds) for one in [*found, *built]}
    end = worth_collecting([costs[one.file][1] for one in found], room, lanes)
    counts = {file: count for file, (count, _) in costs.items()}
    return Selection(found[:end], found[end:], built, counts, seconds)


@dataclass(frozen=True)
class Lanes:
    """The runs of pytest."""

    jobs: list[Job]
    results: list[Path]


def test_jobs(root: Path, folder: Path, picked: Selection, changed: Sequence[str], args: argparse.Namespace) -> Lanes:
    """One run of pytest for each core, all with the same plan."""
    if not picked.collected:
        return Lanes([], [])
    jobs: list[Job] = []
    results: list[Path] = []
    games = sorted(path.parent.name for path in root.glob("src/zashiki/games/*/rules.py"))
    for lane in range(args.jobs):
        result = folder / f"lane{lane}.jsonl"
        plan = folder / f"plan{lane}.json"
        chosen.Plan(
            tiers={one.file: one.tier for one in picked.collected},
            seconds=picked.seconds,
            games=sorted(changed_games(changed)),
            all_games=games,
            room=args.budget,
            deadline=args.began + args.budget,
            lanes=args.jobs,
            lane=lane,
            results=str(result),
        ).write(plan)
        files = folder / "files.txt"
        files.write_text("\n".join(one.file for one in picked.collected) + "\n", "utf-8")
        command = [sys.executable, "-m", "pytest", "-p", "checks.chosen", "-p", "no:cacheprovider", "--no-header"]
        if not any("fuzz_http" in one.file for one in picked.collected):
            command += ["-p", "no:schemathesis"]  # takes longer to import than many a test
        command += ["--tb=short", "--continue-on-collection-errors", f"@{files}"]
        environment = {"PYTHONPATH": "src:tests:scripts", chosen.PLAN: str(plan), "ZASHIKI_EXPECT_LANE": "interpreted"}
        results.append(result)
        jobs.append(
            Job(
                f"tests {lane + 1}",
                # 1 is told test by test; 5 is a lane for which nothing was left.
                [Step("pytest", command, root, environment, fine=(0, 1, 5))],
                status=partial(progress, result),
                limit=None if args.all else max(5.0, args.budget + LATE),
            )
        )
    return Lanes(jobs, results)


def progress(results: Path) -> str:
    """How far a lane is."""
    told = chosen.read([results])
    if told.collected is None:
        return "collecting"
    failed = f", {len(told.failed)} failed" if told.failed else ""
    return f"{len(told.outcomes)} of {told.mine}{failed}"


def rest(picked: Selection, told: chosen.Outcome) -> list[str]:
    """What was left out for time, as arguments for pytest: tests, or whole files."""
    whole = picked.beyond if told.collected is not None else [*picked.collected, *picked.beyond]
    return [*told.left, *(one.file for one in whole if one.file not in told.failed)]


def many(count: int, what: str) -> str:
    """A number of things."""
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def tell_rest(root: Path, picked: Selection, told: chosen.Outcome) -> None:
    """Say what was left out, where it is and how to run it."""
    out = sys.stdout.write
    missing = rest(picked, told)
    if missing:
        files = [test for test in missing if "::" not in test]
        counted = [test for test in missing if "::" in test]
        for file in files:
            counted += [file] * max(1, picked.counts[file])
        about = "about " if files else ""
        where = ", ".join(f"{folder.removeprefix('tests/')} {count}" for folder, count in folders(counted).items())
        out(f"Left out for time: {about}{many(len(counted), 'test')} that the change touches ({where}).\n")
        for test in told.running.values():
            out(f"  Ended before it was over: {test}\n")
        (root / REST).parent.mkdir(exist_ok=True)
        (root / REST).write_text("\n".join(missing) + "\n", "utf-8")
        python = os.path.relpath(sys.executable, root) if sys.executable.startswith(f"{root}/") else sys.executable
        out(f"  They run with: PYTHONPATH=src {python} -m pytest -n auto @{REST}\n")
    if picked.built:
        count = many(sum(picked.counts[one.file] for one in picked.built), "test")
        out(
            f"Not run: {count} in a browser (tests/web), for which the client must be built. They run with: make test\n"
        )


def tell_failures(jobs: list[Job], told: chosen.Outcome) -> None:
    """Everything that went wrong, and nothing else."""
    for job in jobs:
        if job.code:
            sys.stdout.write(f"\n=== {job.name} ===\n{job.output}")
    for test, text in told.failed.items():
        sys.stdout.write(f"\n=== {test} ===\n{text.rstrip()}\n")


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="Lint, types and the tests that a change touches, within a minute.")
    parser.add_argument("--base", metavar="REV", help="also the commits since this branch left REV (default: none)")
    parser.add_argument("--budget", type=float, default=BUDGET, metavar="SECONDS", help="for tests (default: 40)")
    parser.add_argument("--all", action="store_true", help="all tests that the change touches, whatever they take")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=cores, metavar="N", help="runs of pytest side by side")
    args = parser.parse_args()
    if args.budget <= 0 or args.jobs < 1:
        parser.error("--budget and --jobs must be greater than 0")
    args.began = time.time()
    if args.all:
        args.budget = float("inf")
    return args


def main(root: Path = ROOT) -> int:
    """0 if nothing failed."""
    args = arguments()
    metadata.write(root)
    try:
        found = changes(root, args.base)
    except NotThere as error:
        sys.stderr.write(f"quick: {error}\n")
        return 2
    shown = ", ".join(found.files[:3]) + (f" and {len(found.files) - 3} more" if len(found.files) > 3 else "")
    sys.stdout.write(f"{many(len(found.files), 'file')} {found.about}: {shown}\n")
    picked = selection(root, found.files, args.budget, args.jobs)
    folder = Path(tempfile.mkdtemp(prefix="zashiki-quick"))
    try:
        lanes = test_jobs(root, folder, picked, found.files, args)
        jobs = [*lint_jobs(root), *client_jobs(root, found.files), *lanes.jobs]
        try:
            run(jobs, Board(jobs))
        except KeyboardInterrupt:
            sys.stdout.write("\nquick: stopped; nothing is left running.\n")
            return 130
        told = chosen.read(lanes.results)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    bad = [job.name for job in jobs if job.code]
    tell_failures(jobs, told)
    tell_rest(root, picked, told)
    checks = ", ".join(step.label for job in jobs if job not in lanes.jobs for step in job.steps)
    wrong = [f"{many(len(told.failed), 'test')} failed"] if told.failed else []
    wrong += [f"{name} failed" for name in bad]
    spent = time.time() - args.began
    skipped = f", {told.count('skipped')} skipped" if told.count("skipped") else ""
    answer, passed = "; ".join(wrong) or "fine", many(told.count("passed"), "test")
    sys.stdout.write(f"quick: {answer}. {passed} passed{skipped}; {checks}. {spent:.0f} s\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends what was started, as Ctrl-C does
    sys.exit(main())
