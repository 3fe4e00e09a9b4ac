"""Traces: everything that the engine returns in whole games, written by one lane and compared by the other.

`python tests/traces.py write FOLDER` writes them in the compiled lane; `core/test_traces.py` plays the same games in
the interpreted lane and compares ply by ply. A ply is one line: its parts (legal moves, views, bots' estimates) as
JSON, the long ones as a hash. To see a ply in full, in one lane and in the other:

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
"""Longer parts are written as a hash."""


@cache
def sources() -> str:
    """Return a hash of the rules, the bots and the tracer, as this lane has them."""
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
    """Return a line as it is written: long parts as a hash."""
    return {part: said if len(said) <= SHORT else _hashed(said) for part, said in line.items()}


def _hashed(said: str) -> str:
    return "#" + hashlib.blake2b(said.encode(), digest_size=8).hexdigest()


def path_of(folder: Path, name: str) -> Path:
    """Return the path of a trace. Names of settings are long and contain characters that file names may not."""
    plain = "".join(letter if letter.isalnum() or letter in "-=" else "." for letter in name)
    return folder / f"{plain[:60]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}.jsonl"


def write(folder: Path, name: str) -> int:
    """Write one trace; return its number of lines. The first line identifies the sources."""
    head = {"trace": name, "lane": zashiki.lane(), "sources": sources()}
    lines = [dumped(head), *(dumped(shortened(line)) for line in traces()[name].lines())]
    path_of(folder, name).write_text("\n".join(lines) + "\n", "utf-8")
    return len(lines) - 1


class Stale(Exception):
    """Traces that were not written from these sources, or not all of them."""


def read(folder: Path, name: str) -> list[Line]:
    """Return the lines of a trace that was written from the same sources."""
    again = f"write them again: .venv/bin/python tests/traces.py write {folder}"
    try:
        head, *lines = path_of(folder, name).read_text("utf-8").splitlines()
    except FileNotFoundError:
        raise Stale(f"no trace of {name} in {folder}; {again}") from None
    if json.loads(head)["sources"] != sources():
        raise Stale(
            f"the trace of {name} was written from other sources (`make .venv/installed` installs these); {again}"
        )
    return [json.loads(line) for line in lines]


def differences(folder: Path, name: str) -> str:
    """Describe where this lane first differs from a trace; empty if nowhere."""
    written = read(folder, name)
    number = 0
    for number, line in enumerate(traces()[name].lines(), 1):
        if number > len(written):
            return f"{name} continues here after line {len(written)}, where the trace ends"
        there, here = written[number - 1], shortened(line)
        if there != here:
            return _difference(name, number, there, here)
    return "" if number == len(written) else f"{name} ends here after line {number}; the trace has {len(written)}"


def _difference(name: str, number: int, there: Line, here: Line) -> str:
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
    parser = argparse.ArgumentParser(description="Write or show traces of the engine, to compare the lanes.")
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="write all traces in this lane")
    writing.add_argument("folder", type=Path)
    writing.add_argument("-j", "--jobs", type=int, default=1, help="parallel processes")
    showing = commands.add_parser("show", help="show a trace of this lane in full")
    showing.add_argument("name", choices=traces(), metavar="name", help="a setting, such as hijun-4")
    showing.add_argument("--line", type=int, help="only this line; the first is 1")
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
