"""Wrong input, pipes and terminals."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import COLOUR, POSIX, Command, Ran, environment, outside, refused, usage_refused

# Wrong input


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("simulat", "Did you mean 'simulate'?"),
        ("xyzzy", "No such command 'xyzzy'; see zashiki --help"),
        ("--nope", "; see zashiki --help"),
        ("games extra", "extra"),
        ("rules", "'GAME'; see zashiki rules --help"),
        ("rules hagakur", "expected one of hagakure"),
        ("rules chess", "there is no game 'chess': expected one of "),
        ("simulate", "'GAME'"),
        ("simulate chess", "expected one of "),
        ("simulate hagakure --seats 9", "seats: 9 is not possible; expected 3, 4 or 5"),
        ("simulate hagakure --seats 0", "expected 3, 4 or 5"),
        ("simulate hagakure --seats 99999999999999999999999", "expected 3, 4 or 5"),
        ("simulate hagakure --seats four", "'--seats': 'four' is not a whole number"),
        ("simulate hagakure --seats", "requires an argument"),
        ("simulate hagakure --games 0", "'--games': 0 is not possible; expected 1 or more"),
        ("simulate hagakure --games many", "'many' is not a whole number"),
        ("simulate hagakure --seed x", "'x' is not a whole number"),
        ("simulate hagakure --gmes 1", "--games"),
        ("simulate hagakure --option rounds", "expected key=value"),
        ("simulate hagakure --option =3", "expected key=value"),
        ("simulate hagakure --option runds=3", "expected one of rounds"),
        ("simulate hagakure --option rounds=0", "a whole number from 1 to 20"),
        ("simulate hagakure --option rounds=x", "'x' is not possible; expected a whole number from 1 to 20"),
        ("simulate hagakure --option rounds=3.0", "a whole number from 1 to 20"),
        ("simulate hagakure --option rounds=true", "a whole number from 1 to 20"),
        ('simulate hagakure --option rounds="3"', "a whole number from 1 to 20"),
        ("simulate hagakure --option rounds=NaN", "a whole number from 1 to 20"),
        ("simulate hagakure --option rounds=" + "9" * 5000, "a whole number from 1 to 20"),
        ("simulate hagakure --option rounds=" + "[" * 9999, "a whole number from 1 to 20"),
        ("simulate hagakure --option rounds=1 --option rounds=2", "given twice"),
        ("simulate hiroba --option tiles=box", "'standard', or a list of 9 to 12 tiles"),
        ('simulate hiroba --option tiles=["x"]', "a set needs 9 to 12 tiles, but this one has 1 (HB-R8)"),
        (
            "simulate hiroba --option tiles=[" + 8 * '"~abbabbbb",' + "1]",
            "option tiles[0]: '~abbabbbb' is not possible",
        ),
        ("play hagakure --option seats=3", "expected one of rounds"),
        ("play hagakure --option game=3", "expected one of rounds"),
        ("play hagakure --option fair=null", "expected one of rounds"),
        ("play hagakure --seats 2", "expected 3, 4 or 5"),
        ("play hagakure --seat 4", "expected a seat from 0 to 3"),
        ("play hagakure --seat -1", "expected a seat from 0 to 3"),
        ("play hagakure --seat me", "'me' is not a whole number"),
        ("play hagakure --seed \udcff", "expected a whole number or a text"),
        ("play chess\udcff", "expected one of "),
        ("replay", "'RECORD'"),
        ("replay {record} --ply 9999", "ply: 9999 is not possible; expected a whole number from 0 to "),
        ("replay {record} --ply -1", "expected a whole number from 0 to "),
        ("replay {record} --ply x", "'x' is not a whole number"),
        ("replay {record} --seat 4", "expected a seat from 0 to 3"),
        ("replay {record} --seat 1 --open", "exclude each other"),
        ("replay {record} --spectator --open", "exclude each other"),
        ("verify", "'RECORD'"),
        ("verify {record} {record}", "extra"),
        ("bench chess", "expected one of "),
        ("bench --seconds 0", "expected a number above 0"),
        ("bench --seconds soon", "expected a number above 0"),
        ("bench --seconds nan", "expected a number above 0"),
        ("bench --seconds inf", "expected a number above 0"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(command: Command, record: Path, line: str, words: str) -> None:
    assert words in usage_refused(command(*(part.replace("{record}", str(record)) for part in line.split(" "))))


def test_an_error_is_always_one_line(command: Command) -> None:
    usage_refused(command("no\nsuch\x1b[31mcommand"))
    usage_refused(command("rules", "a\nb\x07"))


@pytest.mark.parametrize(("line", "code"), [(["simulat"], 2), (["verify", "missing.json"], 1)])
def test_wrong_input_in_a_process(line: list[str], code: int) -> None:
    ran = outside(*line)
    refused(Ran(ran.returncode, ran.stdout, ran.stderr), code)


# Pipes and terminals


@POSIX
@pytest.mark.parametrize("line", [["games"], ["--help"], ["rules", "hagakure"], ["bench", "--seconds", "0.001"]])
def test_a_broken_pipe_is_silent(line: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)  # whoever read this has gone before the first byte
    ran = outside(*line, stdout=writing)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written() -> None:
    with open("/dev/full", "w") as full:
        ran = outside("games", stdout=full)
    assert (ran.returncode, ran.stderr) == (1, "zashiki: cannot write: No space left on device\n")


def test_the_end_of_input_is_quit(tmp_path: Path) -> None:
    ran = outside("play", "hagakure", "--save", tmp_path / "g.json")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "The record is in" in ran.stdout


@POSIX
def test_closed_streams_do_not_crash() -> None:
    line = f"{sys.executable} -m zashiki play hagakure <&- && {sys.executable} -m zashiki games >&-"
    ran = subprocess.run(["sh", "-c", line], capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_terminal_that_knows_only_ascii() -> None:
    ran = outside("play", "hagakure", env=environment(PYTHONIOENCODING="ascii"))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Hagakure ??" in ran.stdout


def test_colour_is_only_for_terminals_that_want_it(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert not COLOUR.search(command("play", "hagakure", typed="1\n1\n").out)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    codes = {code for found in COLOUR.findall(command("play", "hagakure").out) for code in found[2:-1].split(";")}
    assert codes <= {"", "0", "1", "2"}, "bold and dim are not colours; nothing else may be there"
