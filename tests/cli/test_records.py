"""`zashiki replay` and `zashiki verify`."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import zashiki
from cli.command import POSIX, Command, forged, played, refused
from zashiki.cli import printing
from zashiki.core.fair import seal_of_record

# replay


def test_replay_open_is_the_default_and_shows_all(command: Command, record: Path) -> None:
    ran = command("replay", record)
    assert ran.code == 0
    assert ran.out == command("replay", record, "--open").out
    match = zashiki.replay(zashiki.load(record))
    for seat in range(match.seats):
        for event in match.events(seat):
            if event["code"].endswith(".seen"):
                assert event["text"] in ran.out
    assert not re.search(r"is dealt \d+ cards", ran.out)
    numbers = [int(number) for number in re.findall(r"^ *(\d+)  ", ran.out, re.MULTILINE)]
    assert numbers == list(range(len(match.events(None))))
    assert printing.result(match).plain in ran.out


def test_replay_for_a_spectator_hides_the_secrets(command: Command, record: Path) -> None:
    ran = command("replay", record, "--spectator", "--view")
    deals = [line for line in ran.out.splitlines() if "is dealt" in line]
    assert len(deals) == 8
    for line in deals:
        assert re.search(r"Seat \d is dealt 4 cards\. +HG-1\.3$", line)
    texts = [event["text"] for event in zashiki.replay(zashiki.load(record)).events(None)]
    assert all(text in ran.out for text in texts)


def test_replay_for_a_seat_shows_its_own_secrets_only(command: Command, record: Path) -> None:
    ran = command("replay", record, "--seat", "1")
    for seat, cards in re.findall(r"Seat (\d) is dealt (.*?)\.", ran.out):
        assert (cards == "4 cards") == (seat != "1")


def test_replay_stops_at_a_ply_and_shows_the_view(command: Command, record: Path) -> None:
    plain = command("replay", record, "--seat", "0", "--ply", "21")
    ran = command("replay", record, "--seat", "0", "--ply", "21", "--view")
    total = len(zashiki.load(record).moves)
    assert f"Stopped at ply 21 of {total}." in ran.out
    assert "Your hand" in ran.out
    assert "Your hand" not in plain.out
    match = zashiki.replay(zashiki.load(record), 21)
    assert match.view(0)["prompt"]["text"] in ran.out
    everybody = command("replay", record, "--ply", "21", "--view")
    assert re.findall(r"^As seat (\d) sees it", everybody.out, re.MULTILINE) == ["0", "1", "2", "3"]
    for ply in (0, total):
        assert command("replay", record, "--ply", ply, "--view").code == 0


def test_replay_of_an_unfinished_game(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    zashiki.save(played(moves=9).record(), file)
    assert "Not over yet, after" in command("replay", file).out


def test_replay_and_verify_read_a_pipe(record: Path) -> None:
    if not Path("/dev/stdin").exists():
        pytest.skip("needs /dev/stdin")
    text = record.read_text("utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "zashiki", "verify", "/dev/stdin"],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0
    assert "fair" in ran.stdout


# verify


def test_verify_reports(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    fair = zashiki.Fair(bytes(range(32)), ("plum", "岩"))
    match = zashiki.new("hagakure", fair=fair, rounds=1)
    zashiki.save(match.record(), file)
    ran = command("verify", file)
    assert ran.code == 0
    lines = dict(re.split(r" {2,}", line, maxsplit=1) for line in ran.out.splitlines())
    assert lines["game"].startswith("Hagakure 葉隠")
    assert lines["seats"] == "4"
    assert lines["commitment"] == fair.commitment
    assert lines["player seeds"] == '"plum", "岩"'
    assert lines["chance"] == "17 outcomes checked"
    assert lines["verdict"] == "fair"


def test_verify_compares_the_seal(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    fair = zashiki.SealedFair(bytes(32), tuple(digit * 64 for digit in "abcd"), 2)
    match = zashiki.new("hagakure", fair=fair, rounds=1)
    zashiki.save(match.record(), file)
    data = match.record().data
    seal = seal_of_record(data) or ""
    ran = command("verify", file)
    assert ran.code == 0
    assert seal in ran.out
    assert f"seat 1: {'b' * 16}…" in ran.out
    in_groups = " ".join(seal[at : at + 4] for at in range(0, 64, 4))
    for shown in (seal, seal.upper(), in_groups, seal[:16], f"{seal[:20]}…"):
        assert "as shown" in command("verify", file, "--seal", shown).out
    assert f"its seal is {seal}" in refused(command("verify", file, "--seal", "0" * 64), 1)
    for wrong in (seal[:15], seal + "0", "x" * 64, ""):
        assert "at least the first 16" in refused(command("verify", file, "--seal", wrong), 2)
    zashiki.save(zashiki.new("hagakure", seed=1).record(), file)
    assert "has no seal" in refused(command("verify", file, "--seal", seal), 1)


def _swap_deal(data: Any) -> None:
    """Two cards of one hand are swapped: every move stays legal, but the seeds do not match."""
    moves, seats = data["moves"], data["seats"]
    first = next(ply for ply in range(1, seats + 1) if moves[ply] != moves[ply + seats])
    moves[first], moves[first + seats] = moves[first + seats], moves[first]


@pytest.mark.parametrize(
    ("change", "fitting", "words"),
    [
        (lambda data: data["moves"].__setitem__(-1, "0 pass"), False, "checksum"),
        (lambda data: data["moves"].__setitem__(-1, "0 pass"), True, "moves["),
        (lambda data: data["moves"].__setitem__(0, "* dealer 9"), True, "moves[0]"),
        (_swap_deal, True, "which the seeds give"),
        (lambda data: data["fair"].update(commitment="0" * 64), True, "fair.commitment"),
        (lambda data: data["fair"].update(server_seed="0" * 64), True, "hash of the server seed"),
        (lambda data: data["fair"].update(server_seed="zz"), True, "hexadecimal"),
        (lambda data: data["fair"].update(server_seed=None), True, "revealed server seed"),
        (lambda data: data["fair"].update(player_seeds=["mine"]), True, "which the seeds give"),
        (lambda data: data["fair"].update(player_seeds=["\ud800"]), True, "game.json"),
        (lambda data: data.update(fair=None), True, "entered by hand"),
        (lambda data: data["result"]["scores"].__setitem__(0, 99), True, "which the moves give"),
        (lambda data: data["result"].update(plies=999), True, "999 moves"),
        (lambda data: data.update(game="chess"), True, "chess"),
        (lambda data: data.update(version=99), True, "version"),
        (lambda data: data.update(format="zashiki-record/9"), True, "format"),
        (lambda data: data.update(seats=9), True, "seats"),
        (lambda data: data.update(options={"nonsense": 1}), True, "nonsense"),
        (lambda data: data.pop("moves"), True, "moves"),
    ],
)
def test_verify_and_resume_refuse_a_forged_record(
    command: Command, record: Path, change: Callable[[Any], object], fitting: bool, words: str
) -> None:
    forged(record, change, fitting)
    before = record.read_bytes()
    for line in (("verify", record), ("play", "--resume", record)):
        ran = command(*line)
        assert ran.out == ""
        assert words in refused(ran, 1)
        assert str(record) in ran.err
    assert record.read_bytes() == before


@pytest.mark.parametrize("content", ["", "{", "hello", "[]", "null", "{}", '{"format": 1}', "[" * 100_000, "1" * 5000])
def test_a_file_that_is_not_a_record(command: Command, tmp_path: Path, content: str) -> None:
    file = tmp_path / "g.json"
    file.write_text(content, "utf-8")
    for name in ("verify", "replay"):
        assert str(file) in refused(command(name, file), 1)


def test_a_truncated_record(command: Command, record: Path) -> None:
    record.write_text(record.read_text("utf-8")[:-200], "utf-8")
    assert "breaks off" in refused(command("verify", record), 1)


def test_bytes_that_are_not_text(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in refused(command("verify", file), 1)


@pytest.mark.parametrize("line", [("verify",), ("replay",), ("play", "--resume")])
def test_files_that_cannot_be_read(
    command: Command, tmp_path: Path, line: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, record: Path
) -> None:
    missing = tmp_path / "missing.json"
    assert refused(command(*line, missing), 1) == f"zashiki: {missing}: No such file or directory\n"
    assert refused(command(*line, tmp_path), 1) == f"zashiki: {tmp_path}: is a directory, not a record\n"
    assert "is not a file" in refused(command(*line, os.devnull), 1)

    def denied(_path: str) -> zashiki.Record:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(zashiki, "load", denied)
    assert refused(command(*line, record), 1) == f"zashiki: {record}: Permission denied\n"


@POSIX
def test_a_file_without_permission(command: Command, record: Path, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    record.chmod(0)
    assert refused(command("verify", record), 1) == f"zashiki: {record}: Permission denied\n"
    tmp_path.chmod(0o500)
    assert "Permission denied" in refused(command("play", "hagakure", "--save", tmp_path / "new.json"), 1)
    tmp_path.chmod(0o700)


@pytest.mark.parametrize(
    ("path", "words"), [("no/such/folder.json", "No such file"), (".", "is a directory"), ("", "is a directory")]
)
def test_files_that_cannot_be_written(command: Command, path: str, words: str) -> None:
    ran = command("play", "hagakure", "--save", path)
    assert words in refused(ran, 1)
    assert ran.out == ""
