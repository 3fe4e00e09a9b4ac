"""Check a change within a minute: lint, types and the affected tests. Run by `make quick`.

Git lists the changes: by default uncommitted ones, with `--base main` also the commits of a branch. The tests run
interpreted, so nothing has to be built. Those closest to the change come first, as many as fit into the budget; those
left out are listed, with the command that runs them. Recorded durations are in `.quick`; see
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
from checks.choice import BUILT, Touched, changed_games, cost, folders, how_many_to_collect, touched
from checks.jobs import Board, Job, Step, run

ROOT = Path(__file__).parents[1]
BUDGET = 40.0
"""Seconds from the start for tests."""
LATE = 15.0
"""Extra seconds for a test that started in time."""
REST = Path(".quick/rest.txt")
CLIENT_CODE = re.compile(r"web/(?!contract/).*\.(ts|js|mjs|svelte)")
PRETTY = re.compile(r"web/.*\.(ts|js|mjs|svelte|css|html|json|webmanifest)")


def bin_of(name: str) -> str:
    """Return a program of the environment in which this runs."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else name


def lint_jobs(root: Path) -> list[Job]:
    """Style, imports and types of all Python: a few seconds with warm caches."""
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
    """Style, types and tests of the client, if any of its sources has changed."""
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
    # Tests read settings and catalogues without importing them.
    whole = any(one.startswith(("src/i18n/", "contract/", "package", "vite", "scripts/")) for one in inside) or rules
    wanted = ["run"] if whole else ["related", "--run", "--passWithNoTests", *related]
    checks.append(tool("vitest", *wanted, label="vitest" if whole else "vitest related"))
    return [Job("client", [*prepare, *checks])]


@dataclass(frozen=True)
class Selection:
    """The affected test files, sorted by what will happen to them."""

    collected: list[Touched]
    beyond: list[Touched]
    """Too far away for the budget."""
    built: list[Touched]
    """Need a build."""
    counts: dict[str, int]
    """The approximate number of tests in each file."""
    seconds: durations.Seconds


def selection(root: Path, changed: Sequence[str], room: float, lanes: int) -> Selection:
    """Select the test files to run within `room` seconds in each of `lanes` lanes."""
    graph = imports.read(root)
    found = [one for one in touched(changed, graph) if (root / one.file).exists()]
    built = [one for one in found if BUILT.fullmatch(one.file)]
    found = [one for one in found if one not in built]
    seconds = durations.known(root)
    costs = {one.file: cost(one.file, (root / one.file).read_text("utf-8"), seconds) for one in [*found, *built]}
    end = how_many_to_collect([costs[one.file][1] for one in found], room, lanes)
    counts = {file: count for file, (count, _) in costs.items()}
    return Selection(found[:end], found[end:], built, counts, seconds)


@dataclass(frozen=True)
class Lanes:
    """The runs of pytest."""

    jobs: list[Job]
    results: list[Path]


def test_jobs(root: Path, folder: Path, picked: Selection, changed: Sequence[str], args: argparse.Namespace) -> Lanes:
    """Create one run of pytest for each core, all with the same plan."""
    if not picked.collected:
        return Lanes([], [])
    jobs: list[Job] = []
    results: list[Path] = []
    games = sorted(path.parent.name for path in root.glob("src/zashiki/games/*/rules.py"))
    for lane in range(args.jobs):
        result = folder / f"lane{lane}.jsonl"
        plan = folder / f"plan{lane}.json"
        chosen.LanePlan(
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
            command += ["-p", "no:schemathesis"]  # takes longer to import than most tests take
        command += ["--tb=short", "--continue-on-collection-errors", f"@{files}"]
        environment = {"PYTHONPATH": "src:tests:scripts", chosen.PLAN: str(plan), "ZASHIKI_EXPECT_LANE": "interpreted"}
        results.append(result)
        jobs.append(
            Job(
                f"tests {lane + 1}",
                # 1: failures are reported test by test; 5: nothing was left for this lane.
                [Step("pytest", command, root, environment, fine=(0, 1, 5))],
                status=partial(progress, result),
                limit=None if args.all else max(5.0, args.budget + LATE),
            )
        )
    return Lanes(jobs, results)


def progress(results: Path) -> str:
    """Return the progress of a lane."""
    outcome = chosen.read([results])
    if outcome.collected is None:
        return "collecting"
    failed = f", {len(outcome.failed)} failed" if outcome.failed else ""
    return f"{len(outcome.outcomes)} of {outcome.mine}{failed}"


def rest(picked: Selection, outcome: chosen.Outcome) -> list[str]:
    """Return what was left out for time, as arguments for pytest: tests, or whole files."""
    whole = picked.beyond if outcome.collected is not None else [*picked.collected, *picked.beyond]
    return [*outcome.left, *(one.file for one in whole if one.file not in outcome.failed)]


def plural(count: int, what: str) -> str:
    """Format a count with its noun."""
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def report_rest(root: Path, picked: Selection, outcome: chosen.Outcome) -> None:
    """Report what was left out, where it is and how to run it."""
    out = sys.stdout.write
    missing = rest(picked, outcome)
    if missing:
        files = [test for test in missing if "::" not in test]
        counted = [test for test in missing if "::" in test]
        for file in files:
            counted += [file] * max(1, picked.counts[file])
        about = "about " if files else ""
        where = ", ".join(f"{folder.removeprefix('tests/')} {count}" for folder, count in folders(counted).items())
        out(f"Left out for time: {about}{plural(len(counted), 'test')} affected by the change ({where}).\n")
        for test in outcome.running.values():
            out(f"  Terminated: {test}\n")
        (root / REST).parent.mkdir(exist_ok=True)
        (root / REST).write_text("\n".join(missing) + "\n", "utf-8")
        python = os.path.relpath(sys.executable, root) if sys.executable.startswith(f"{root}/") else sys.executable
        out(f"  Run them with: PYTHONPATH=src {python} -m pytest -n auto @{REST}\n")
    if picked.built:
        count = plural(sum(picked.counts[one.file] for one in picked.built), "test")
        out(
            f"Not run: {count} in a browser (tests/web), for which the client must be built. Run them with: make test\n"
        )


def report_failures(jobs: list[Job], outcome: chosen.Outcome) -> None:
    """Print the output of everything that failed."""
    for job in jobs:
        if job.code:
            sys.stdout.write(f"\n=== {job.name} ===\n{job.output}")
    for test, text in outcome.failed.items():
        sys.stdout.write(f"\n=== {test} ===\n{text.rstrip()}\n")


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Lint, types and the tests affected by a change, within a minute.")
    parser.add_argument("--base", metavar="REV", help="also the commits since this branch left REV (default: none)")
    parser.add_argument("--budget", type=float, default=BUDGET, metavar="SECONDS", help="for tests (default: 40)")
    parser.add_argument("--all", action="store_true", help="all affected tests, however long they take")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=cores, metavar="N", help="parallel runs of pytest")
    args = parser.parse_args()
    if args.budget <= 0 or args.jobs < 1:
        parser.error("--budget and --jobs must be greater than 0")
    args.began = time.time()
    if args.all:
        args.budget = float("inf")
    return args


def main(root: Path = ROOT) -> int:
    """Return 0 if nothing failed."""
    args = arguments()
    metadata.write(root)
    try:
        found = changes(root, args.base)
    except NotThere as error:
        sys.stderr.write(f"quick: {error}\n")
        return 2
    shown = ", ".join(found.files[:3]) + (f" and {len(found.files) - 3} more" if len(found.files) > 3 else "")
    sys.stdout.write(f"{plural(len(found.files), 'file')} {found.about}: {shown}\n")
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
        outcome = chosen.read(lanes.results)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    bad = [job.name for job in jobs if job.code]
    report_failures(jobs, outcome)
    report_rest(root, picked, outcome)
    checks = ", ".join(step.label for job in jobs if job not in lanes.jobs for step in job.steps)
    wrong = [f"{plural(len(outcome.failed), 'test')} failed"] if outcome.failed else []
    wrong += [f"{name} failed" for name in bad]
    spent = time.time() - args.began
    skipped = f", {outcome.count('skipped')} skipped" if outcome.count("skipped") else ""
    answer, passed = "; ".join(wrong) or "fine", plural(outcome.count("passed"), "test")
    sys.stdout.write(f"quick: {answer}. {passed} passed{skipped}; {checks}. {spent:.0f} s\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # terminates what was started, as Ctrl-C does
    sys.exit(main())
