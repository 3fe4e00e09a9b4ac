"""`examples/verify_fair.mjs`, which has none of our code, comes to our verdict on true and on tampered records."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import zashiki
from examples.conftest import ROOT
from zashiki import Fair, SealedFair
from zashiki.core.fair import seal_of_record
from zashiki.core.record import checksum
from zashiki.core.replay import chance
from zashiki.testing.case import play_at_random

PROGRAM = ROOT / "examples" / "verify_fair.mjs"
NODE = shutil.which("node", path=Path(sys.executable).parent) or shutil.which("node")
SEED = bytes(range(32))
FAIRS: dict[str, Callable[[int], Fair]] = {
    "zashiki-fair/1": lambda seats: Fair(SEED, ("plum", "", "桜🌸")[:seats]),
    "zashiki-fair/2": lambda seats: SealedFair(SEED, tuple(digit * 64 for digit in "abcdef")[:seats], 2),
}
Json = Any


class Ran(NamedTuple):
    """The result of a run of the program."""

    code: int
    out: str
    err: str


class Node:
    """One process that runs the program again and again."""

    def __init__(self) -> None:
        line = [node(), str(Path(__file__).with_name("run_many.mjs")), str(PROGRAM)]
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def run(self, folder: Path, arguments: Sequence[str]) -> Ran:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"folder": str(folder), "arguments": arguments}) + "\n")
        self.process.stdin.flush()
        return Ran(**json.loads(self.process.stdout.readline()))

    def end(self) -> None:
        self.process.communicate()


class Files:
    """A record and its draws as files, and the program that verifies them."""

    def __init__(self, folder: Path, process: Node) -> None:
        self.folder = folder
        self.process = process

    def verify(self, record: Json, draws: Json, *more: str) -> Ran:
        for name, data in (("game.json", record), ("draws.json", draws)):
            (self.folder / name).write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
        return self.run("game.json", "draws.json", *more)

    def run(self, *arguments: str) -> Ran:
        return self.process.run(self.folder, arguments)

    def run_outside(self, *arguments: str) -> Ran:
        """The same as a process of its own."""
        line = [node(), str(PROGRAM), *arguments]
        ran = subprocess.run(line, cwd=self.folder, capture_output=True, encoding="utf-8", check=False)
        return Ran(ran.returncode, ran.stdout, ran.stderr)


def node() -> str:
    assert NODE is not None, "there is no Node: it comes with the development tools"
    return NODE


@pytest.fixture(scope="module")
def process() -> Iterator[Node]:
    started = Node()
    yield started
    started.end()


@pytest.fixture
def files(tmp_path: Path, process: Node) -> Files:
    return Files(tmp_path, process)


def played(key: str, algorithm: str) -> tuple[Json, Json, str]:
    """A record as JSON, its draws, and its seal, if it has one."""
    game = zashiki.games()[key]
    seats = game.seat_counts[0]
    match = play_at_random(zashiki.new(key, seats=seats, fair=FAIRS[algorithm](seats)), zashiki.Rng(3), 60)
    record = match.record()
    draws = json.loads(json.dumps(chance(game, record)))
    data = json.loads(record.to_json())
    return data, draws, seal_of_record(data) or ""


def signed(record: Json) -> Json:
    return {**record, "checksum": checksum(record)}


def leaves(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where the single values of some JSON are: of long lists, the first and the last."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, (*path, key))
    elif isinstance(value, list) and value:
        for index in sorted({0, len(value) - 1}):
            yield from leaves(value[index], (*path, index))
    else:
        yield path


def flipped(data: Json, path: tuple[str | int, ...]) -> Json:
    """The same with another value of the same kind in one place."""
    copy = deepcopy(data)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = other(inner[path[-1]])
    return copy


def other(value: Json) -> Json:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str) and value:
        return value[:-1] + ("1" if value[-1] == "0" else "0")
    return "x"


@pytest.mark.parametrize("algorithm", FAIRS)
@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_true_records_are_fair(files: Files, key: str, algorithm: str) -> None:
    record, draws, seal = played(key, algorithm)
    ran = files.verify(record, draws, *(["--seal", seal] if seal else []))
    assert (ran.code, ran.err) == (0, "")
    assert f"{len(draws['draws'])} checked" in ran.out
    assert ran.out.rstrip().endswith("fair")
    assert algorithm in ran.out
    assert seal in ran.out


@pytest.mark.parametrize("algorithm", FAIRS)
def test_every_field_that_is_flipped_is_noticed(files: Files, algorithm: str) -> None:
    record, draws, seal = played("hagakure", algorithm)
    shown = ["--seal", seal] if seal else []
    for path in leaves(record):
        # Whoever forges a seed or a draw also writes the checksum that fits; the seal is of the game and its options.
        forged = (
            path[0] == "fair" or path == ("moves", 0) or (seal and path[0] in ("game", "version", "options", "seats"))
        )
        wrong = flipped(record, path)
        ran = files.verify(signed(wrong) if forged else wrong, draws, *shown)
        assert ran.code in (1, 2), f"{path}: {ran.out}"
        assert ("checksum" in ran.err) is (not forged and path != ("format",)), f"{path}: {ran.err}"
    for field in ("ply", "index", "name"):  # the weights are the rules', not the record's
        ran = files.verify(record, flipped(draws, ("draws", 1, field)), *shown)
        assert (ran.code, ran.err[:9]) == (1, "NOT FAIR:"), field


def test_draws_left_out_added_or_moved_are_noticed(files: Files) -> None:
    record, draws, _ = played("hagakure", "zashiki-fair/2")
    (first, second, *_), rest = draws["draws"], draws["draws"][1:]
    for wrong in (rest, draws["draws"][:-1], [first, *draws["draws"]], [second, first, *rest[1:]], []):
        ran = files.verify(record, {"draws": wrong})
        assert (ran.code, ran.err[:9]) == (1, "NOT FAIR:"), ran.err


def test_another_game_of_the_same_seats_has_another_seal(files: Files) -> None:
    """A record that was forged as a whole verifies; only the seal that was shown tells it from the true one."""
    _, _, shown = played("hagakure", "zashiki-fair/2")
    fair = SealedFair(SEED, ("d" * 64, "b" * 64, "c" * 64), 2)
    match = play_at_random(zashiki.new("hagakure", seats=3, fair=fair), zashiki.Rng(3), 60)
    record, draws = match.record(), chance(match.game, match.record())
    assert files.verify(json.loads(record.to_json()), draws).code == 0
    ran = files.verify(json.loads(record.to_json()), draws, "--seal", shown)
    assert (ran.code, ran.err.startswith("NOT FAIR: --seal")) == (1, True)


def test_a_seal_may_be_given_as_it_was_read_out(files: Files) -> None:
    record, draws, seal = played("hagakure", "zashiki-fair/2")
    for shown in (seal.upper(), " ".join(seal[at : at + 4] for at in range(0, 64, 4)), seal[:16], f"{seal[:20]}…"):
        ran = files.verify(record, draws, f"--seal={shown}")
        assert (ran.code, "as you saw it" in ran.out) == (0, True)


def test_what_cannot_be_checked_is_said(files: Files) -> None:
    record, draws, seal = played("hagakure", "zashiki-fair/2")
    fair = record["fair"]
    for wrong, words in (
        ("{", "is not JSON"),
        ("[]", "expected an object"),
        ({}, "format"),
        ({**record, "fair": None}, "has no seeds"),
        ({**record, "fair": {**fair, "server_seed": None}}, "not revealed yet"),
        ({**record, "fair": {**fair, "algorithm": "zashiki-fair/3"}}, "zashiki-fair/1 or zashiki-fair/2"),
        ({**record, "fair": {**fair, "player_seeds": [seed.upper() for seed in fair["player_seeds"]]}}, "lower-case"),
        ({**record, "fair": {**fair, "player_seeds": fair["player_seeds"][:2]}}, "one for each seat"),
        ({**record, "fair": {**fair, "attempt": 0}}, "fair.attempt"),
    ):
        ran = files.verify(wrong, draws)
        assert (ran.code, ran.out) == (2, ""), ran.err
        assert words in ran.err, ran.err
        assert "at " not in ran.err.split("\n", 1)[-1], "no stack trace"
    ran = files.verify(record, {"draws": [{**draws["draws"][0], "weights": [0, 0]}]})
    assert (ran.code, "weights" in ran.err) == (2, True)
    for arguments, words in (
        ([], "usage:"),
        (["game.json"], "usage:"),
        (["game.json", "missing.json"], "missing.json"),
        (["game.json", "draws.json", "--sael", seal], "no such option"),
        (["game.json", "draws.json", "--seal", seal[:8]], "at least the first 16"),
        (["game.json", "draws.json", "--seal"], "at least the first 16"),
    ):
        files.verify(record, draws)
        ran = files.run(*arguments)
        assert (ran.code, ran.out, words in ran.err) == (2, "", True), ran.err


def test_a_process_of_its_own_says_the_same(files: Files) -> None:
    record, draws, seal = played("hagakure", "zashiki-fair/2")
    files.verify(record, draws)
    given = ["game.json", "draws.json"]
    for code, arguments in ((0, [*given, "--seal", seal]), (1, [*given, "--seal", "0" * 64]), (2, ["game.json"])):
        ran = files.run_outside(*arguments)
        assert ran == files.run(*arguments)
        assert ran.code == code
        assert (ran.out == "") is (ran.err != "") is (code != 0)


def test_it_uses_nothing_but_node_itself() -> None:
    imports = [line for line in PROGRAM.read_text("utf-8").splitlines() if "import " in line and " from " in line]
    assert imports
    assert all('from "node:' in line for line in imports)
