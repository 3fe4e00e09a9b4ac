"""`make test` and `make lint`: all checks in parallel, so that no core is idle.

Lint, types, the client's checks and the build of the package start at once. Compiling keeps one core busy; lint runs on
the other. When the package is installed, the compiled and the interpreted lane of the tests run in parallel: browsers
wait a lot, rules never do. Attacks on a server are measured last, alone. `suite.py lint types` runs only these jobs.
The output of a job is printed if it failed; the summary of the tests is always printed.
"""

import argparse
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Final

import metadata
from checks.jobs import Board, Job, Step, run
from checks.progress_plugin import FILE, progress
from quick import bin_of, lint_jobs

ROOT: Final = Path(__file__).resolve().parents[1]
VENV: Final = ROOT / ".venv"
TRACES: Final = VENV / "traces"
"""Traces written by the compiled lane, for the interpreted lane to compare with."""
OUTSIDE: Final = (
    "attacks",
    "cli",
    "cluster",
    "deploy",
    "docs",
    "examples",
    "fuzz",
    "kill",
    "power",
    "release",
    "scripts",
    "server",
    "store",
    "table",
    "web",
)
"""Folders of tests around the engine, which is all that is compiled: they run once, in the compiled lane."""
EVERY: Final = 20.0
"""Seconds between two reports where lines cannot be updated in place."""


def client_job(node: Job) -> Job:
    """Style, types and tests of the browser client."""
    npm = [bin_of("npm"), "--no-update-notifier", "run"]
    path = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    names = {"check": "prettier, svelte-check, eslint", "test": "vitest"}
    steps = [Step(label, [*npm, name], ROOT / "web", path) for name, label in names.items()]
    return Job("client", steps, after=[node])


def lane_job(lane: str, arguments: list[str], env: dict[str, str], after: list[Job]) -> Job:
    """All tests of one lane; the tests themselves check that it is the right one."""
    file = VENV / f"progress-{lane}"
    file.unlink(missing_ok=True)
    line = [sys.executable, "-m", "pytest", "-p", "checks.progress_plugin", "--durations=20", "--durations-min=4"]
    settings = {"ZASHIKI_EXPECT_LANE": lane, FILE: str(file), **env}
    return Job(
        lane,
        [Step("pytest", [*line, *arguments], ROOT, settings)],
        status=partial(progress, file),
        after=after,
    )


def all_jobs(workers: int) -> list[Job]:
    """Return all jobs, each after those that it needs."""
    node = Job("node", [Step("npm ci", ["make", "--no-print-directory", "web/node_modules/.package-lock.json"], ROOT)])
    browser = Job("browser", [Step("Chromium", ["make", "--no-print-directory", ".venv/chromium"], ROOT)])
    client = client_job(node)
    package = Job("package", [Step("native code, client", [sys.executable, "scripts/package.py"], ROOT)], after=[node])
    write = [sys.executable, "tests/traces.py", "write", str(TRACES), "-j", str(workers)]
    traces = Job("traces", [Step("traces", write, ROOT)], after=[package])
    # One more than there are cores: browsers and servers are often waited for.
    spread = ["-n", str(workers + 1), "--dist", "worksteal", "-p", "checks.order_plugin"]
    compiled = lane_job("compiled", [*spread, "--ignore=tests/attacks"], {}, [package, browser])
    source = {"PYTHONPATH": "src", "ZASHIKI_TRACES": str(TRACES)}
    skipped = [f"--ignore=tests/{folder}" for folder in OUTSIDE]
    interpreted = lane_job("interpreted", ["-n", "1", "-m", "not once", *skipped], source, [traces])
    lint = lint_jobs(ROOT)
    # Alone, after all others: strangers' delays during an attack are measured.
    alone = [*lint, client, traces, interpreted, compiled]
    attacks = lane_job("attacks", ["tests/attacks"], {"ZASHIKI_EXPECT_LANE": "compiled"}, alone)
    return [*lint, node, client, browser, package, traces, interpreted, compiled, attacks]


def chosen(jobs: list[Job], names: list[str]) -> list[Job]:
    """Return the jobs with these names, and those that they need."""
    wanted = [job for job in jobs if job.name in names]
    for job in wanted:
        wanted += [needed for needed in job.after if needed not in wanted]
    return [job for job in jobs if job in wanted]


def report(jobs: list[Job], began: float) -> int:
    """Print what failed and the tests' summaries; return 0 if nothing failed."""
    out = sys.stdout.write
    for job in jobs:
        if job.code:
            out(f"\n=== {job.name} ===\n{job.output}")
        elif job.name in ("compiled", "interpreted", "attacks") and not job.skipped:
            out(f"\n=== {job.name} ===\n{job.said[job.said.rfind('= slowest') :]}")
    bad = [job.name for job in jobs if job.code]
    skipped = [job.name for job in jobs if job.skipped]
    answer = f"failed: {', '.join(bad)}" if bad else "all passed"
    answer += f"; skipped: {', '.join(skipped)}" if skipped else ""
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    out(f"\nsuite: {answer}. {minutes}:{seconds:02}\n")
    return 1 if bad else 0


def main() -> int:
    """Return 0 if nothing failed."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    jobs = all_jobs(max(2, cores))
    parser = argparse.ArgumentParser(description="Check everything, or the jobs that are named.")
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=f"of {', '.join(job.name for job in jobs)}")
    names: list[str] = parser.parse_args().jobs
    metadata.write()
    unknown = [name for name in names if name not in [job.name for job in jobs]]
    if unknown:
        parser.error(f"there is no job {unknown[0]!r}: choose from {', '.join(job.name for job in jobs)}")
    wanted = chosen(jobs, names) if names else jobs
    began = time.monotonic()
    try:
        run(wanted, Board(wanted, every=EVERY))
    except KeyboardInterrupt:
        sys.stdout.write("\nsuite: stopped; nothing is left running.\n")
        return 130
    return report(wanted, began)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # terminates what was started, as Ctrl-C does
    sys.exit(main())
