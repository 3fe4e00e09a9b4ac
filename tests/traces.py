"""Traces: all that the engine says in whole games, written down by one lane and compared by the other.

`python tests/traces.py write FOLDER` writes them in the compiled lane; `core/test_traces.py` plays the same games in
the interpreted lane and compares ply by ply. A ply is one line: its parts (what is legal, what everybody sees, what a
bot thinks) as JSON, the long ones as a hash. To see a ply in full, in one lane and in the other:

    .venv/bin/python tests/traces.py show hijun-4 --line 17
    PYTHONPATH=src .venv/bin/python tests/traces.py show hijun-4 --line 17
"""

import argparse
import hashlib
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

import zashiki
from support import dumped
from traced import TESTS, Line, traces

SHORT = 120
"""A part that is longer stands in a trace as a hash."""


@cache
def sources() -> str:
    """A hash of the rules, the bots and what traces them, as this lane has them."""
    found = hashlib.sha256()
    package = Path(str(zashiki.__file__)).parent
    files = [path for part in ("core", "games", "bots") for path in (package / part).rglob("*.py")]
    files += [
        *TESTS.glob("trace*.py"),
        TESTS / "support.py",
        *TESTS.glob("*/rare/*.json"),
        *TESTS.glob("*/wrong_*.json"),
    ]
    for path in sorted(files, key=lambda path: path.parts[-3:]):
        found.update("/".join(path.parts[-3:]).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def shortened(line: Line) -> Line:
    """A line as it is written: long parts as a hash."""
    return {part: said if len(said) <= SHORT else _hashed(said) for part, said in line.items()}


def _hashed(said: str) -> str:
    return "#" + hashlib.blake2b(said.encode(), digest_size=8).hexdigest()


def path_of(folder: Path, name: str) -> Path:
    """Where a trace is kept. Names of settings hold what no file name may, and are long."""
    plain = "".join(letter if letter.isalnum() or letter in "-=" else "." for letter in name)
    return folder / f"{plain[:60]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}.jsonl"


def write(folder: Path, name: str) -> int:
    """Write one trace; how many lines it has. The first line says what it was written with."""
    head = {"trace": name, "lane": zashiki.lane(), "sources": sources()}
    lines = [dumped(head), *(dumped(shortened(line)) for line in traces()[name].lines())]
    path_of(folder, name).write_text("\n".join(lines) + "\n", "utf-8")
    return len(lines) - 1


class Stale(Exception):
    """Traces that were not written from these sources, or not all of them."""


def read(folder: Path, name: str) -> list[Line]:
    """The lines of a trace that was written from the same sources."""
    again = f"write them again: .venv/bin/python tests/traces.py write {folder}"
    try:
        head, *lines = path_of(folder, name).read_text("utf-8").splitlines()
    except FileNotFoundError:
        raise Stale(f"there is no trace of {name} in {folder}; {again}") from None
    if json.loads(head)["sources"] != sources():
        raise Stale(
            f"the trace of {name} was written from other sources (`make .venv/installed` installs these); {again}"
        )
    return [json.loads(line) for line in lines]


def differences(folder: Path, name: str) -> str:
    """Where this lane first says something else than a trace; empty if nowhere."""
    written = read(folder, name)
    number = 0
    for number, line in enumerate(traces()[name].lines(), 1):
        if number > len(written):
            return f"{name} goes on here after line {len(written)}, where the trace ends"
        there, here = written[number - 1], shortened(line)
        if there != here:
            return _told_apart(name, number, there, here)
    return "" if number == len(written) else f"{name} ends here after line {number}; the trace has {len(written)}"


def _told_apart(name: str, number: int, there: Line, here: Line) -> str:
    parts = [part for part in sorted(there.keys() | here.keys()) if there.get(part) != here.get(part)]
    return "\n".join(
        [
            f"{name}, line {number}: the lanes differ",
            *(f"  {part}: {there.get(part)} in the trace, {here.get(part)} here" for part in parts),
            f"To see it in full, in either lane: python tests/traces.py show {name!r} --line {number}",
        ]
    )


def main() -> None:
    """Write all traces, or show one."""
    parser = argparse.ArgumentParser(description="Traces of what the engine says, to compare the lanes by.")
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="write all traces, as this lane says it")
    writing.add_argument("folder", type=Path)
    writing.add_argument("-j", "--jobs", type=int, default=1, help="how many side by side")
    showing = commands.add_parser("show", help="show a trace in full, as this lane says it")
    showing.add_argument("name", choices=traces(), metavar="name", help="of a setting, such as hijun-4")
    showing.add_argument("--line", type=int, help="this line alone; the first is 1")
    given = parser.parse_args()
    if given.command == "show":
        for number, line in enumerate(traces()[given.name].lines(), 1):
            if given.line in (None, number):
                sys.stdout.writelines(f"{number} {part}: {said}\n" for part, said in line.items())
        return
    given.folder.mkdir(parents=True, exist_ok=True)
    for old in given.folder.glob("*.jsonl"):
        old.unlink()
    with ProcessPoolExecutor(given.jobs) as pool:
        lines = sum(pool.map(partial(write, given.folder), traces()))
    sys.stdout.write(f"{len(traces())} traces with {lines} lines, {zashiki.lane()}, in {given.folder}\n")


if __name__ == "__main__":
    main()
