"""`zashiki play`."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import zashiki
from cli.command import COLOUR, GAMES, POSIX, Command, Ran, environment, outside, quick, refused, usage_refused
from zashiki.bots import Level
from zashiki.cli import games, printing
from zashiki.cli import play as sessions
from zashiki.cli.console import CommandError, Output
from zashiki.core.event_runs import joined_runs

FEW_ROUNDS = {"hagakure": ("--option", "rounds=3"), "sakura": ("--option", "rounds=3")}
"""More than one, and less than usual."""


@pytest.fixture(autouse=True)
def _bots_that_need_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of every level play at once: time plays no part in these tests."""
    monkeypatch.setattr(sessions, "level_of", lambda key, number: Level(number, "Quick", "Plays at once.", None, 1.0))


@pytest.mark.parametrize("key", GAMES)
def test_play_to_the_end_and_verify(command: Command, key: str, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    game = zashiki.games()[key]
    seats = game.seat_counts[0]
    asked = ("play", key, "--seats", seats, "--seed", "1", "--seat", seats - 1, "--save", file)
    ran = command(*asked, *FEW_ROUNDS.get(key, ()), typed="1\n" * 5000)
    assert ran.code == 0, ran.err
    assert f"The record is in {file}." in ran.out
    assert f"{game.title} {game.kanji}" in ran.out
    match = zashiki.replay(zashiki.load(file))
    assert match.over
    assert (match.seats, zashiki.verify(match.record()) > 0) == (seats, True)
    for event in joined_runs(game.catalogue, match.events(seats - 1)):
        assert event["text"] in ran.out
    for line in match.breakdown():
        assert f"{line['text']} {line['points']:+d} {line['rule']}" in ran.out
    assert printing.result(match).plain in ran.out


def test_play_shows_nothing_that_the_seat_may_not_see(command: Command) -> None:
    ran = command("play", "hagakure", "--seed", "5", "--seat", "2", "--option", "rounds=1", typed="1\n" * 99)
    dealt = re.findall(r"Seat (\d) is dealt (.*)\.", ran.out)
    assert len(dealt) == 4
    for seat, cards in dealt:
        assert ("villager" in cards or "samurai" in cards) == (seat == "2")


@pytest.mark.parametrize("key", GAMES)
def test_save_and_resume_give_the_same_game(command: Command, key: str, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    line = ("play", key, "--seed", "x y", *quick(key), "--save")
    command(*line, whole, typed="1\n" * 5000)
    first = command(*line, parts, typed="1\n1\nquit\n")
    assert first.code == 0
    assert f"Continue with: zashiki play --resume {parts}" in first.out
    assert not zashiki.load(parts).data["result"]["over"]
    second = command("play", "--resume", parts, typed="1\n")  # the end of input is as good as quit
    assert second.code == 0
    third = command("play", key, "--resume", parts, typed="1\n" * 5000)
    assert zashiki.load(parts) == zashiki.load(whole)
    assert third.code == 0
    assert "The record is in" in third.out
    again = command("play", "--resume", parts)
    assert printing.result(zashiki.replay(zashiki.load(parts))).plain in again.out


def test_every_move_is_saved_at_once(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "g.json"
    lengths: list[int] = []
    real = zashiki.save

    def save(written: zashiki.Record, path: str | Path) -> None:
        real(written, path)
        lengths.append(len([line for line in zashiki.load(file).moves if line.startswith("0 ")]))

    monkeypatch.setattr(zashiki, "save", save)
    command("play", "hagakure", "--save", file, typed="1\n1\n1\nlog\nquit\n")
    assert lengths == [0, 1, 2, 3]


def test_a_resumed_game_starts_with_the_latest_events(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    command("play", "hagakure", "--seed", "1", "--save", file, typed="pass\n1\n")
    ran = command("play", "--resume", file)
    assert "deals first" not in ran.out
    first = next(line for line in ran.out.splitlines() if line.startswith("·"))
    assert re.match(r"· Seat 0 plays (villager|samurai|an old fool)", first)


def test_a_game_can_be_resumed_in_the_middle_of_a_deal(command: Command, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    command("play", "hagakure", "--option", "rounds=2", "--seed", "2", "--save", whole, typed="1\n" * 99)
    zashiki.save(zashiki.replay(zashiki.load(whole), 5).record(), cut)
    assert command("play", "--resume", cut, typed="1\n" * 99).code == 0
    assert zashiki.load(cut) == zashiki.load(whole)


@pytest.mark.parametrize("seed", ["7", "seven"])
def test_a_seed_gives_the_same_game(command: Command, seed: str) -> None:
    line = ("play", "hagakure", "--seed", seed, "--option", "rounds=1")
    assert command(*line, typed="1\n" * 99).out == command(*line, typed="1\n" * 99).out


def test_what_a_person_can_type(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    typed = ["help", "rules HG-3.3", "rules HG-99", "rules", "scores", "log", "save"]
    typed += [f"save {file}", f"save {file}", f"save {tmp_path}", "", "quit"]
    ran = command("play", "hagakure", "--seed", "1", typed="\n".join(typed))
    assert ran.code == 0
    assert ran.err == ""
    answers = ran.out.split("\n>")[1:]
    assert len(answers) == 12
    assert "leave the game" in answers[0]
    assert "- **HG-3.3** " in answers[1]
    assert "no rule 'HG-99': expected one of HG-1.1, " in answers[2]
    assert games.rules_page(zashiki.games()["hagakure"]).strip() in answers[3]
    assert "Seat 0: 0" in answers[4]
    assert re.search(r"^ ?1  Round 1 of 8: .*  HG-1\.4$", answers[5], re.MULTILINE)
    assert "Name a file: save FILE" in answers[6]
    assert f"Saved in {file}" in answers[7]
    assert f"Saved in {file}" in answers[8]
    assert "is a directory" in answers[9]
    assert "1  No token" in answers[10]
    assert zashiki.verify(zashiki.load(file)) == 17


def test_moves_by_name_and_by_number(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    command("play", "hagakure", "--seed", "1", "--save", file, typed="  LOOK   yomi \nquit\n")
    assert zashiki.load(file).moves[-1] == "0 look yomi"
    file.unlink()
    command("play", "hagakure", "--seed", "1", "--save", file, typed="6\nquit\n")
    assert zashiki.load(file).moves[-1] == "0 look yomi"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("play 17", r'No: first choose a token, or "No token" \(HG-2\.1\)\.'),
        ("look 0", r"No: Look shows .* not your own \(HG-2\.6\)\."),
        ("doubel", r"'doubel' is not a move: did you mean 'double'\?"),
        ("hlep", r"'hlep' is not a move: did you mean 'help'\?"),
        ("0", r"'0' is not a move: expected a number from 1 to 9\."),
        ("10", r"'10' is not a move: expected a number from 1 to 9\."),
        ("9" * 5000, r"'9+\.\.\. is not a move: expected a number from 1 to 9\."),
        ("²", r"'²' is not a move: expected a move of Hagakure such as 'pass'.*, or help\."),
        ("-1", r"'-1' is not a move: expected a move of Hagakure"),
        ("[bold]", r"'\[bold\]' is not a move"),
        ("\x1b[31m\x00", r"'\\x1b\[31m\\x00' is not a move"),
        ("save \x00", r"Not saved\. "),
        ("save nowhere/at/all", r"Not saved\. nowhere/at/all: No such file or directory"),
        ("save .", r"Not saved\. \.: is a directory"),
    ],
)
def test_wrong_input_is_explained_and_asked_again(command: Command, text: str, answer: str) -> None:
    ran = command("play", "hagakure", "--seed", "1", typed=f"{text}\nlog\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(rf"^> .*\n{answer}.*\n> log$", ran.out, re.MULTILINE), ran.out[-1000:]


def test_an_illegal_move_names_its_rule(command: Command) -> None:
    ran = command("play", "hagakure", "--seed", "9", typed="1\nplay 9\nquit\n")
    assert "No: an old fool was led and counts as a samurai, and you hold samurai 18: you must play" in ran.out
    assert "(HG-3.2)." in ran.out


def test_random_nonsense_never_crashes(command: Command) -> None:
    rng = zashiki.Rng(4)
    words = ["1", "2", "play", "17", "fool", "save", "rules", "log", "scores", "", "HG-1", "\t", "é", "help", "=", "%s"]
    lines = [" ".join(words[rng.below(len(words))] for _ in range(rng.below(4))) for _ in range(80)]
    lines = [line for line in lines if not line.startswith("save ")]
    ran = command("play", "hagakure", "--seed", "3", typed="\n".join(lines))
    assert (ran.code, ran.err) == (0, "")


def test_ctrl_c_ends_the_game(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_voice: Output, _prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(sessions, "ask", interrupt)
    ran = command("play", "hagakure", "--save", tmp_path / "g.json")
    assert ran.code == 130
    assert "The record is in" in ran.out


def test_a_full_disk_is_reported_but_the_game_continues(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "g.json"
    real, calls = zashiki.save, iter(range(99))

    def save(written: zashiki.Record, path: str | Path) -> None:
        if next(calls) in (1, 2):
            raise OSError(28, "No space left on device")
        real(written, path)

    monkeypatch.setattr(zashiki, "save", save)
    line = f"zashiki: not saved: {file}: No space left on device\n"
    ran = command("play", "hagakure", "--seed", "1", "--save", file, typed="1\n1\nquit\n")
    assert (ran.code, ran.err) == (1, 2 * line)
    assert not [move for move in zashiki.load(file).moves if move.startswith("0 ")]
    file.unlink()
    calls = iter(range(99))
    ran = command("play", "hagakure", "--seed", "1", "--save", file, typed="1\n1\n1\nquit\n")
    assert (ran.code, ran.err) == (0, 2 * line)
    assert len([move for move in zashiki.load(file).moves if move.startswith("0 ")]) == 3


@POSIX
def test_a_disk_that_is_full_from_the_start(tmp_path: Path) -> None:
    import resource

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    # Python itself would write truncated bytecode files under this limit, and break every later run.
    env = environment(PYTHONDONTWRITEBYTECODE="1")
    ran = outside("play", "hagakure", "--save", "g.json", cwd=tmp_path, preexec_fn=little_room, env=env)
    assert refused(Ran(ran.returncode, ran.stdout, ran.stderr), 1) == "zashiki: g.json: File too large\n"
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear all", "utf-8")
    assert "already exists" in refused(command("play", "hagakure", "--save", file), 1)
    ran = command("play", "hagakure", typed=f"save {file}\nquit\n")
    assert "Not saved." in ran.out
    assert file.read_text("utf-8") == "dear all"


def test_play_without_a_game_and_without_a_terminal(command: Command) -> None:
    assert f"say which game: zashiki play GAME, with one of {', '.join(zashiki.games())}" in usage_refused(
        command("play")
    )


@POSIX
def test_a_person_at_a_terminal_chooses_a_game() -> None:
    ours, theirs = os.openpty()
    number = list(zashiki.games()).index("hagakure") + 1
    os.write(ours, f"nonsense\n{number}\nquit\n".encode())
    env = environment(TERM="xterm", COLUMNS="100", LINES="40")
    ran = subprocess.Popen(
        [sys.executable, "-m", "zashiki", "play"], stdin=theirs, stdout=theirs, stderr=theirs, env=env
    )
    os.close(theirs)
    seen = "".join(chunks(ours))
    assert ran.wait(60) == 0
    os.close(ours)
    assert f"Type a number from 1 to {len(GAMES)}." in seen
    assert "You are Seat 0" in COLOUR.sub("", seen)
    assert "Which game? " in seen


def chunks(terminal: int) -> Iterator[str]:
    """Everything from a terminal until the other side closes it."""
    while True:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # Linux says so when the last process has left
            return
        if not chunk:
            return
        yield chunk.decode("utf-8", "replace")


def test_choosing_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "ask", lambda _voice, _prompt: None)
    with pytest.raises(CommandError, match="no game was chosen"):
        sessions.choose_game(Output())


@pytest.mark.parametrize("more", [["--seats", "3"], ["--seed", "1"], ["--option", "rounds=1"]])
def test_resume_takes_the_settings_from_the_record(command: Command, record: Path, more: list[str]) -> None:
    assert "come from the record" in usage_refused(command("play", "--resume", record, *more))


def test_resume_of_another_game(command: Command, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = zashiki.games()
    other["other"] = type("Other", (), {"key": "other"})()
    monkeypatch.setattr(zashiki, "games", lambda: other)
    assert "is a game of hagakure, not of other" in usage_refused(command("play", "other", "--resume", record))
