"""The parts of `make night`: random play, models, fuzzing and kills; each in rounds with fresh seeds.

A round is one process. It reports what it has done to a file, line by line, so that a round which is terminated when
the time is over still counts.
"""

import contextlib
import json
import os
import random
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checks.jobs import Job, Step
from checks.nightly_plugin import RESULTS

SHORTEST = 8.0
"""The minimum number of seconds for a round."""
GRACE = 20.0
"""Seconds to end a round in order: servers and databases are closed."""
MOST_GAMES = 2000
"""Games of a setting in one round of random play."""
MORE_EXAMPLES = 10
"""After the first round, run this many times as many examples as `make test`."""
MOST_FRAMES = 250_000
"""Websocket frames of each kind in one round."""
KILLS = 50
"""Kills of each kind of house in a round."""
SMALL = 300.0
"""Seconds: with less time there are fewer kills, so that there is time to play on after them."""
MEMORY_MOST = 40_000
"""Moves in each of the five rounds in which memory is watched, if there is time for as many."""
MEMORY_LEAST = 120
MEMORY_RATE = 60
"""Moves per second that a slow machine makes there."""
LONGEST = 6000
"""Characters of a failure's output to keep: the end is the most useful."""


@dataclass(frozen=True)
class Failure:
    """A failure, and how to reproduce it."""

    what: str
    seed: int
    command: str
    said: str


@dataclass(frozen=True)
class Round:
    """The parameters of a round."""

    number: int
    seed: int
    seconds: float
    """Left for the part."""
    results: Path


@dataclass(frozen=True)
class Work:
    """The process of a round, and the command that reproduces one of its failures."""

    step: Step
    again: Callable[[str], str]


@dataclass
class Part:
    """A part of the night."""

    name: str
    about: str
    share: float
    """The share of the time of all cores."""
    make: Callable[[Path, Round], Work]
    budget: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    largest: dict[str, int] = field(default_factory=dict)
    """The largest of what was measured."""
    seeds: list[int] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    seconds: float = 0.0
    over: bool = False
    note: str = "not run"
    """How it ended."""
    _began: float | None = None
    _job: Job | None = None
    _results: Path | None = None
    _stopped: bool = False

    @property
    def line(self) -> str:
        spent = self.seconds if self.over or self._began is None else time.monotonic() - self._began
        mark = "…" if not self.over else "✗" if self.failures else "✓" if self.seeds else "·"
        state = f"round {len(self.seeds)}" if self.seeds else self.note if self.over else "waits"
        now = read(self._results)[0] if self._results is not None else Counter[str]()
        done = counted(Counter({what: count for what, count in (self.counts + now).items() if ":" not in what}))
        failed = f", {len(self.failures)} failed" if self.failures else ""
        return f"{mark} {self.name:<7} {clock(spent)} of {clock(self.budget)}  {state}{done and ': '}{done}{failed}"

    def run(self, root: Path, folder: Path, seed: int, left: float) -> None:
        """Run rounds until the budget or the time `left` is over."""
        self._began = time.monotonic()
        end = self._began + min(self.budget, left)
        while not self._stopped and (rest := end - time.monotonic()) >= SHORTEST:
            number = len(self.seeds)
            this = Round(number, seed + number, rest, folder / f"{self.name}{number}.jsonl")
            self.seeds.append(this.seed)
            work = self.make(root, this)
            limit = rest - min(GRACE, 0.15 * rest)  # some of the time is needed to end it
            job = self._job = Job(self.name, [work.step], limit=limit, grace=GRACE, began=time.monotonic())
            self._results = this.results
            job.run()
            self._results = None
            self.take(this, work, job.output)
        self.seconds = time.monotonic() - self._began
        if self._stopped:
            self.note = "stopped"
        elif not self.seeds:
            self.note = "not run: no time was left for it"
        else:
            self.note = (
                "done" if self.counts or self.failures else "begun, but the time was over before anything was done"
            )
        self.over = True

    def take(self, this: Round, work: Work, output: str) -> None:
        """Add the results of a round; `output` is that of a process that failed as a whole."""
        counts, failed = read(this.results)
        self.counts += counts
        for what, value in read_largest(this.results).items():
            self.largest[what] = max(value, self.largest.get(what, value))
        for what, command, said in failed:
            self.failures.append(Failure(what, this.seed, command or work.again(what), said[-LONGEST:]))
        if output and not failed:
            self.failures.append(Failure("the round itself", this.seed, work.again(""), output[-LONGEST:]))

    def stop(self) -> None:
        """End it at once."""
        self._stopped = True  # no further round
        if self._job is not None:
            self._job.stop()
            self._job.end()


def read(results: Path) -> tuple[Counter[str], list[tuple[str, str, str]]]:
    """Read what a round has reported so far: counts, and failures (what, command if known, text)."""
    counts: Counter[str] = Counter()
    newest: dict[str, int] = {}
    failed: list[tuple[str, str, str]] = []
    for text in results.read_text("utf-8").splitlines() if results.exists() else []:
        try:
            line: dict[str, Any] = json.loads(text)
        except ValueError:
            continue  # the last line of a terminated process
        if "setting" in line:
            counts += Counter({"games": line["games"], "settings": 1})
            if "command" in line:
                failed.append((line["setting"], line["command"], line["said"]))
        elif line["what"] == "counts":
            newest = line["counts"]
        elif line["what"] == "failed":
            failed.append((line["test"], "", line["text"]))
    return counts + Counter(newest), failed


def read_largest(results: Path) -> dict[str, int]:
    """Read the largest of what a round has measured so far."""
    largest: dict[str, int] = {}
    for text in results.read_text("utf-8").splitlines() if results.exists() else []:
        if '"largest"' in text:
            with contextlib.suppress(ValueError):  # the last line of a terminated process
                largest = json.loads(text).get("largest", largest)
    return largest


def counted(counts: Counter[str]) -> str:
    """Format counts as a list."""
    return ", ".join(f"{count:,} {what}" for what, count in counts.most_common())


def clock(seconds: float) -> str:
    """Format minutes and seconds."""
    return f"{int(seconds) // 60:3}:{int(seconds) % 60:02}"


def environment(this: Round, **more: object) -> dict[str, str]:
    """Return the environment of a round: the installed package, unless PYTHONPATH names another one."""
    paths = [os.environ.get("PYTHONPATH", ""), "tests", "scripts"]
    set_here = {"PYTHONPATH": os.pathsep.join(path for path in paths if path), RESULTS: str(this.results)}
    return set_here | {name: str(value) for name, value in more.items()}


def command_line(command: Sequence[str], **more: object) -> str:
    """Format a command for people."""
    paths = [os.environ.get("PYTHONPATH", ""), "tests", "scripts"]
    settings = {"PYTHONPATH": os.pathsep.join(path for path in paths if path), **more}
    return " ".join([*(f"{name}={shlex.quote(str(value))}" for name, value in settings.items()), shlex.join(command)])


def pytest_work(root: Path, this: Round, files: Sequence[str], options: Sequence[str], **more: object) -> Work:
    """Return a round of pytest; the same options and settings reproduce a failure."""
    start = [sys.executable, "-m", "pytest"]
    same = ["-p", "no:cacheprovider", "--tb=short", *options]
    # A round may take longer than any single test.
    own = ["-p", "checks.nightly_plugin", "--timeout=1800", "--continue-on-collection-errors", "--no-header"]
    step = Step("pytest", [*start, *own, *same, *files], root, environment(this, **more), fine=(0, 1, 5))
    return Work(step, lambda test: command_line([*start, *([test] if test else files), *same], **more))


def soak(root: Path, this: Round) -> Work:
    """Random games of every setting, more of each in every round."""
    games = min(MOST_GAMES, 10 * 4**this.number)
    command = [sys.executable, "tests/soak.py", "--games", str(games), "--seed", str(this.seed)]
    # Leave some time for a setting that has just started.
    own = ["--seconds", f"{max(1.0, 0.8 * this.seconds - 5):.0f}", "--report", str(this.results)]
    # 1: a setting failed, which is in the report.
    return Work(Step("soak", [*command, *own], root, environment(this), fine=(0, 1)), lambda _: command_line(command))


def uses_hypothesis(root: Path) -> list[str]:
    """Return test files with Hypothesis examples, without the fuzzing of the server."""
    files = sorted(root.glob("tests/*/test_*.py"))
    found = [file for file in files if "import given" in (text := file.read_text("utf-8")) or ", given" in text]
    return [file.relative_to(root).as_posix() for file in found if not file.name.startswith("test_fuzz_")]


def models(root: Path, this: Round) -> Work:
    """Games in lockstep with the models, and all other tests with examples, in random order."""
    files = uses_hypothesis(root)
    random.Random(this.seed).shuffle(files)
    options = ["-m", "hypothesis", "--hypothesis-profile=night", f"--hypothesis-seed={this.seed}"]
    return pytest_work(root, this, files, options, ZASHIKI_EXAMPLES=MORE_EXAMPLES if this.number else 1)


def fuzz(root: Path, this: Round) -> Work:
    """Malformed requests and frames."""
    files = sorted(file.relative_to(root).as_posix() for file in root.glob("tests/server/test_fuzz_*.py"))
    random.Random(this.seed).shuffle(files)
    options = ["--hypothesis-profile=night", f"--hypothesis-seed={this.seed}"]
    sizes = {"ZASHIKI_EXAMPLES": MORE_EXAMPLES if this.number else 1, "ZASHIKI_FUZZ_SEED": this.seed}
    if this.seconds >= SMALL:  # three tests, and what comes after them
        sizes |= {"ZASHIKI_FRAMES": MOST_FRAMES, "ZASHIKI_REQUESTS": MOST_FRAMES // 10}
        sizes["ZASHIKI_FUZZ_SECONDS"] = round(0.25 * this.seconds)
    return pytest_work(root, this, ["tests/fuzz", *files], options, **sizes)


def kills(root: Path, this: Round) -> Work:
    """Servers that are killed while many tables play, and other trouble."""
    tables, times = (6, 2) if this.seconds < SMALL else (12, KILLS)
    sizes = {"ZASHIKI_KILL_TABLES": tables, "ZASHIKI_KILLS": times, "ZASHIKI_KILL_SEED": this.seed}
    sizes["ZASHIKI_KILL_SECONDS"] = round(0.35 * this.seconds)  # for each of two kinds of houses
    # The other trouble has no seed: once is enough.
    files = ["tests/kill/test_kill.py", *([] if this.number else ["tests/kill"])]
    return pytest_work(root, this, files, [], **sizes)


def power(root: Path, this: Round) -> Work:
    """Power cuts at random moments, and on a real file system where that is possible."""
    cuts, moves, mounted = 20, 200, 1
    if this.seconds >= SMALL:  # about half of the time for each kind of cuts
        cuts, moves, mounted = min(400, round(this.seconds / 5)), 1500, min(25, round(this.seconds / 80))
    sizes = {"ZASHIKI_CUTS": cuts, "ZASHIKI_CUT_MOVES": moves, "ZASHIKI_EXT4_CUTS": mounted}
    files = ["tests/power/test_power.py", "tests/power/test_ext4.py"]
    return pytest_work(root, this, files, [], ZASHIKI_CUT_SEED=this.seed, **sizes)


def memory(root: Path, this: Round) -> Work:
    """Five long rounds of games, at the end of each of which the server is as large as before."""
    moves = max(MEMORY_LEAST, min(MEMORY_MOST, int(this.seconds * MEMORY_RATE / 5)))
    settings = {"ZASHIKI_MEMORY_MOVES": moves, "ZASHIKI_MEMORY_SEED": this.seed}
    return pytest_work(root, this, ["tests/server/test_memory.py"], [], **settings)


def parts() -> list[Part]:
    """Return all parts of a night."""
    return [
        Part("soak", "Random games of every setting, with every option and random tiles", 0.2, soak),
        Part("models", "Games in lockstep with the models, and all other Hypothesis examples", 0.2, models),
        Part("kills", "Everything killed again and again while many tables play", 0.2, kills),
        Part("power", "Power cuts: what a disk forgets of what was not flushed", 0.2, power),
        Part("memory", "Games round after round, in which the server does not grow", 0.2, memory),
        Part("fuzz", "Malformed and hostile requests and frames", 0.2, fuzz),
    ]
