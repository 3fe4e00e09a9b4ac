"""The command itself, its games and their rules."""

import sys
from pathlib import Path

import pytest
from typer.main import get_command

import zashiki
from cli.command import COLOUR, GAMES, Command, outside, refused, usage_refused
from zashiki.cli import games
from zashiki.cli import main as cli
from zashiki.core.package import GamePackage

# What it is


def test_version(command: Command) -> None:
    ran = command("--version")
    python = ".".join(str(part) for part in sys.version_info[:3])
    assert ran.out.startswith(f"zashiki {zashiki.__version__} ({zashiki.lane()}, Python {python}")
    assert ran.code == 0


def test_the_help_lists_every_command(command: Command) -> None:
    ran = command("--help")
    assert ran.code == 0
    for name in get_command(cli.app).commands:  # type: ignore[attr-defined]
        assert f"\n  {name} " in ran.out


def test_as_a_module() -> None:
    ran = outside("--version")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("zashiki ")


# games


def test_games_lists_everything(command: Command) -> None:
    ran = command("games")
    assert ran.code == 0
    for game in zashiki.games().values():
        (line,) = [line for line in ran.out.splitlines() if line.startswith(game.key)]
        assert f"{game.title} {game.kanji}" in line
        assert ", ".join(str(count) for count in game.seat_counts) in line
        assert game.about in line
        for option in game.options:
            assert f"{option.key}: {option.allowed()}" in ran.out
            assert str(option.default(game.usual_seats)) in ran.out


def test_no_spaces_at_the_ends_of_lines_in_a_pipe(command: Command, record: Path) -> None:
    for ran in (command("games"), command("replay", record, "--view"), command("verify", record)):
        assert [line for line in ran.out.splitlines() if line != line.rstrip()] == []


# rules


@pytest.mark.parametrize("key", GAMES)
def test_rules_prints_the_page(command: Command, key: str) -> None:
    game = zashiki.games()[key]
    assert command("rules", key).out.strip() == games.rules_page(game).strip()
    assert games.rules_by_id(games.rules_page(game))
    for rule, text in games.rules_by_id(games.rules_page(game)).items():
        assert f"**{rule}" in games.rule_text(game, rule.lower())
        assert not [line for line in text.splitlines()[1:] if line.startswith(("#", "- "))]


def test_one_rule(command: Command) -> None:
    ran = command("rules", "hagakure", "--rule", "hg-3.3")
    assert ran.out.startswith("- **HG-3.3** ")
    assert "HG-3.4" not in ran.out


def test_rules_on_a_terminal_are_formatted(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    ran = command("rules", "hagakure", "--rule", "HG-3.3")
    assert "**" not in ran.out
    assert "HG-3.3" in ran.out
    assert COLOUR.search(ran.out)


def test_a_terminal_shows_the_game_in_short_first_and_no_pictures(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    for key in GAMES:
        page = COLOUR.sub("", command("rules", key).out)
        lines = [line.strip() for line in page.splitlines() if line.strip()]
        assert lines[1] == "In short"
        assert lines[2].startswith("• ")
        assert "Options" in lines
        assert not [line for line in page.splitlines() if len(line) > 80]
        assert "picture:" not in page
        assert "🌆" not in page


def test_rules_of_a_game_without_a_page(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(GamePackage, "rules_page", lambda _package, _language: tmp_path / "rules.md")
    assert "missing from this installation" in refused(command("rules", "hagakure"), 1)


def test_a_rules_page_is_split_into_rules() -> None:
    page = """# Game

- **AB-1.1** One line.
- **AB-1.2 Named**: two
  lines.
lazily three

  and a paragraph
- **AB-R1** With a list:
  - of one
  * of two

## Next

No rule.
- **AB-2.1** Last.
"""
    assert games.rules_by_id(page) == {
        "AB-1.1": "- **AB-1.1** One line.",
        "AB-1.2": "- **AB-1.2 Named**: two\n  lines.\nlazily three\n\n  and a paragraph",
        "AB-R1": "- **AB-R1** With a list:\n  - of one\n  * of two",
        "AB-2.1": "- **AB-2.1** Last.",
    }


@pytest.mark.parametrize(
    ("rule", "hints"),
    [("HG-3", ["HG-3.1", "HG-3.4"]), ("HG-3.33", ["HG-3.3"]), ("hg3.3", ["HG-3.3"]), ("x", ["HG-1.1", "HG-R4"])],
)
def test_an_unknown_rule_names_similar_ones(command: Command, rule: str, hints: list[str]) -> None:
    line = usage_refused(command("rules", "hagakure", "--rule", rule))
    assert repr(rule) in line
    for hint in hints:
        assert hint in line
