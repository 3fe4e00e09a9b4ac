"""`zashiki games` and `zashiki rules`: list the games and print their rules."""

import difflib
import json
import re
from typing import Final

from rich.text import Text

import zashiki
from zashiki import registry
from zashiki.cli.console import USAGE, CommandError, Output
from zashiki.core.game import Game
from zashiki.core.jsontypes import Json
from zashiki.core.options import Option, Options
from zashiki.drawing.style import QUIET, STRONG, sheet

RULE_START: Final = re.compile(r"^(\s*)[-*] +\*\*([A-Za-z]+-[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)\b")
"""The first line of a rule: a list item that begins with its id in bold."""
PICTURE: Final = re.compile(r"^[ ]*!\[[^\]]*\]\(picture:[^)]*\)\n+", re.MULTILINE)
"""A picture, which only the browser can draw."""


def find(key: str) -> Game:
    """The game of this key, however its letters are cased."""
    games = zashiki.games()
    game = games.get(key.lower())
    if game is None:
        near = difflib.get_close_matches(key.lower(), games, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise CommandError(f"there is no game {key!r}: expected one of {', '.join(games)}{hint}", USAGE)
    return game


def options_given(texts: list[str]) -> Options:
    """The options of a command line: each is key=value, the value JSON if it is JSON, else text."""
    given: Options = {}
    for text in texts:
        key, equals, value = text.partition("=")
        key = key.strip()
        if not equals or not key:
            raise CommandError(f"--option {text!r}: expected key=value", USAGE)
        if key in given:
            raise CommandError(f"--option {key}: given twice", USAGE)
        given[key] = _value(value)
    return given


def _value(text: str) -> Json:
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value


def show_games(output: Output) -> None:
    """A table of all games."""
    table = sheet("Key", "Game", "Seats", "Options", "About")
    for index, game in enumerate(zashiki.games().values()):
        if index:
            table.add_row()
        seats = ", ".join(str(count) for count in game.seat_counts)
        options = "\n".join(_option_line(option, game) for option in game.options)
        table.add_row(Text(game.key, STRONG), f"{game.title} {game.kanji}", seats, options or "none", game.about)
    output.say(table, "")
    output.say(Text("zashiki play KEY sits down at a table; zashiki rules KEY tells the rules.", QUIET))


def _option_line(option: Option, game: Game) -> str:
    """An option, what it accepts, and its default."""
    defaults = {seats: option.default(seats) for seats in game.seat_counts}
    if len({json.dumps(value) for value in defaults.values()}) == 1:
        usual = _plain(next(iter(defaults.values())))
    else:
        usual = ", ".join(f"{_plain(value)} with {seats}" for seats, value in defaults.items())
    return f"{option.key}: {option.allowed()} (usually {usual})"


def _plain(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def rules_page(game: Game) -> str:
    """The rules of a game as Markdown."""
    page = registry.package(game.key).rules_page("en")
    try:
        return page.read_text("utf-8")
    except OSError:
        raise CommandError(f"the rules page of {game.title} is missing from this installation") from None


def rules_by_id(page: str) -> dict[str, str]:
    """Every rule of a page by its id, with its continuation lines."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    depth = 0
    for line in page.splitlines():
        start = RULE_START.match(line)
        if start is not None:
            depth = len(start.group(1))
            current = found.setdefault(start.group(2), [])
            current.append(line[depth:])
        elif current is not None and _goes_on(line, depth, current):
            current.append(line[depth:])
        else:
            current = None
    return {rule: "\n".join(lines).rstrip() for rule, lines in found.items()}


def _goes_on(line: str, depth: int, lines: list[str]) -> bool:
    """Whether a line still belongs to the rule above it."""
    if not line.strip() or line[: depth + 1].isspace():
        return True  # an empty line may be followed by an indented paragraph; if not, it is cut off at the end
    return bool(lines[-1].strip()) and not line.lstrip().startswith(("#", "- ", "* "))


def rule_text(game: Game, rule: str) -> str:
    """The rule with this id; an error names ids that look like it."""
    known = rules_by_id(rules_page(game))
    for name, text in known.items():
        if name.lower() == rule.strip().lower():
            return text
    wanted = rule.strip().upper()
    near = [name for name in known if name.upper().startswith(wanted)] if len(wanted) > 1 else []
    near = near or difflib.get_close_matches(wanted, known, 3, 0.7)
    hint = f"did you mean {', '.join(near)}?" if near else f"expected one of {', '.join(known)}"
    raise CommandError(f"{game.title} has no rule {rule!r}: {hint}", USAGE)


def show_rules(output: Output, game: Game, rule: str | None) -> None:
    """The whole rules page, or one rule of it."""
    text = rules_page(game) if rule is None else rule_text(game, rule)
    if not output.terminal:
        output.say(text.rstrip("\n"))
        return
    from rich.markdown import Markdown  # slow to load, and no other command needs it

    output.say(Markdown(PICTURE.sub("", text)))
