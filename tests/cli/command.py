"""Helpers for the tests of the command."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import zashiki
from zashiki.core.record import checksum

GAMES = sorted(zashiki.games())
DOCS = Path(__file__).parents[2] / "docs" / "cli.md"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


class Ran(NamedTuple):
    """The result of a run of the command."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]


def outside(*arguments: object, **settings: Any) -> "subprocess.CompletedProcess[str]":
    """Run the command as a process of its own."""
    line = [sys.executable, "-m", "zashiki", *(str(argument) for argument in arguments)]
    settings = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings}
    return subprocess.run(line, text=True, encoding="utf-8", timeout=60, check=False, **settings)


def refused(ran: Ran, code: int) -> str:
    """The one line of an error."""
    assert ran.code == code, ran
    assert ran.err.startswith("zashiki: ")
    assert ran.err.endswith("\n")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    return ran.err


def usage_refused(ran: Ran) -> str:
    assert ran.out == ""
    return refused(ran, 2)


def played(key: str = "hagakure", seed: int = 5, moves: int = 10**9, **options: Any) -> zashiki.Match:
    """A match in which everybody always made the first legal move."""
    match = zashiki.new(key, seed=seed, **options)
    for _ in range(moves):
        if match.over:
            break
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    return match


def forged(path: Path, change: Callable[[Any], object], fitting: bool = True) -> Path:
    """Change the file of a record; `fitting` corrects its checksum."""
    data = json.loads(path.read_text("utf-8"))
    change(data)
    if fitting:
        data["checksum"] = checksum(data)
    path.write_text(json.dumps(data), "utf-8")
    return path


def quick(key: str, seats: int | None = None) -> list[str]:
    """Options that make a game short: each at its first example, or at the lowest number."""
    game = zashiki.games()[key]
    line: list[str] = []
    for option in game.options:
        values = option.examples(seats or game.usual_seats)
        numbers = [value for value in values if isinstance(value, int)]
        line += ["--option", f"{option.key}={json.dumps(min(numbers) if numbers else values[0])}"]
    return line


def environment(**more: str) -> dict[str, str]:
    """This process's environment, with what a child needs to find the package wherever it runs."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more}
