"""Drawing boards, and the documentation of the command."""

import io
import re
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console
from typer.main import get_command

import zashiki
from cli.command import DOCS, GAMES, played
from zashiki import registry, rendering
from zashiki.cli import main as cli
from zashiki.cli import play as sessions
from zashiki.cli import printing, records
from zashiki.cli.console import CommandError, Output
from zashiki.drawing import generic

# Drawing


def test_any_board_can_be_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    board = {
        "phase": "rake",
        "nothing": None,
        "no_cards": [],
        "not_set": False,
        "set": True,
        "zero": 0,
        "hand": [{"name": "iris 3", "action": 7}, {"name": "plum 1", "action": 8, "used": True}],
        "pond": {"koi": 2, "owner": None, "deep": True},
        "players": [
            {"seat": 0, "hand_count": 4, "hand": None, "won": [], "first": True},
            {"seat": 1, "hand_count": 5, "hand": [{"name": "poppy"}], "won": [], "first": False},
        ],
        "garden": [[None, 1, {"name": "stone"}], [22, None, 3]],
        "trick": {"leader": 1, "cards": [{"seat": 1, "card": {"name": "iris 9"}}]},
    }
    Output().say(generic.draw(board))
    out = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    for line in (
        "phase rake",
        "set yes",
        "zero 0",
        "hand iris 3, plum 1 (used)",
        "pond koi 2, deep",
        "seat hand count hand first",
        "0 4 yes",
        "1 5 poppy",
        "– 1 stone",
        "22 – 3",
        "leader 1",
        "1 iris 9",
    ):
        assert line in lines, out
    for word in ("nothing", "no cards", "not set", "won", "action", "owner"):
        assert word not in out


@pytest.mark.parametrize("key", GAMES)
def test_every_view_can_be_drawn_both_ways(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = zashiki.games()[key]
    for _ in range(2):
        for seats in game.seat_counts:
            for moves in (0, 5, 23):
                match = played(key, moves=moves, seats=seats)
                for seat in (None, 0):
                    Console(file=io.StringIO()).print(
                        rendering.terminal(match.view(seat)), printing.moves(match.view(0))
                    )
        monkeypatch.setattr(registry, "package", lambda key: replace(registry.packages()[key], terminal=None))


def test_the_board_of_hiroba_is_a_map(capsys: pytest.CaptureFixture[str]) -> None:
    for seats, moves in ((2, 0), (4, 23)):
        match = played("hiroba", moves=moves, seats=seats)
        Output().say(rendering.terminal(match.view(0)))
        lines = capsys.readouterr().out.splitlines()
        lettered: dict[int, set[str]] = {}
        for square in match.view(0)["board"]["squares"]:
            line = lines[9 - square["row"]].ljust(70)
            assert line[0] == str(square["row"])
            cell = line[3 + 7 * (square["column"] - 1) :][:5]
            if square["garden"] is None:
                assert ("><>" in cell) == square["koi"]
                assert ("~" in cell) == (square["terrain"] == "water")
                continue
            lettered.setdefault(square["garden"], set()).add(cell[0])
            pebble, stone = square["pebble"], square["stone"]
            if pebble is not None:
                assert cell[2:] == f"{pebble['number']}:{pebble['seat']}"
            elif stone is not None:
                assert cell[2:] == f"# {stone}"
            else:
                assert cell[3] == ("*" if square["start"] else ".")
        assert all(len(letters) == 1 for letters in lettered.values())
        assert len(set.union(*lettered.values())) == len(lettered)


def test_many_moves_are_printed_in_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    match = zashiki.new("hiroba", seed=1)
    seen = match.view(match.waiting[0])
    monkeypatch.setattr(printing, "MANY_MOVES", len(seen["moves"]) - 1)
    Output().say(printing.moves(seen))
    out = capsys.readouterr().out
    assert len(out.splitlines()) < len(seen["moves"])
    for number, move in enumerate(seen["moves"], 1):
        assert f"{number} {move['label']['text']} ({move['name']})" in out


def test_errors_about_a_record_name_its_file() -> None:
    with pytest.raises(CommandError, match=r"^g\.json: "), records.about("g.json"):
        zashiki.replay("{}")


# The docs


def commands(group: Any = None, path: str = "") -> dict[str, list[str]]:
    """Every command with its options; those of a group with its name before theirs."""
    group = group or get_command(cli.app)
    found = {path: [option for parameter in group.params for option in parameter.opts if option.startswith("-")]}
    for name, one in getattr(group, "commands", {}).items():
        found |= commands(one, f"{path} {name}".strip())
    return found


def test_every_command_and_option_is_in_the_docs() -> None:
    sections = re.split(r"^## ", DOCS.read_text("utf-8"), flags=re.MULTILINE)
    by_name = {"": sections[0]}
    for section in sections[1:]:
        heading = re.match(r"`zashiki(?: ([a-z -]*[a-z])(?: [^`]*)?)?`\n", section)
        assert heading, f"not the heading of a command: {section[:40]!r}"
        name = heading.group(1) or ""
        by_name[name] = by_name.get(name, "") + section
    assert by_name.keys() == commands().keys()
    for name, options in commands().items():
        assert name == "" or f"\n$ zashiki {name}" in by_name[name], f"{name} has no example"
        told = set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", by_name[name]))
        assert set(options) <= told, f"zashiki {name}: {set(options) - told} not told"
        known = {option for own in commands().values() for option in own} | {"--help"}
        assert told <= (set(options) if name else known), f"zashiki {name}: {told} told, but {options} exist"


def test_every_command_while_playing_is_in_the_docs() -> None:
    text = DOCS.read_text("utf-8")
    for word in sessions.COMMANDS:
        assert f"| `{word}`" in text
