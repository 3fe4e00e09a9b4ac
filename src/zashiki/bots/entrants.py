"""Bots by name: `level3`, `greedy`, `race:500`, `my_module:MyBot`, `run:./my_program`."""

import importlib
import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

from zashiki.bots.bot import Bot
from zashiki.bots.builtin import GreedyBot, RandomBot, SearchBot
from zashiki.bots.levels import COUNT, level
from zashiki.bots.program import ProgramRunner
from zashiki.bots.runners import BuiltinRunner, ForkedRunner, Runner
from zashiki.core.errors import BadBot
from zashiki.core.package import SearchConfig

KINDS: Final = (
    "random, greedy, level1 to level5, search:N, race:N or tree:N (N playouts; random ones with :plain appended), "
    "module:Class, file.py:Class, or run:COMMAND"
)
"""The names there are, for messages."""

MOST_PLAYOUTS: Final = 100_000_000


def runner(word: str, game: str) -> Runner:
    """The bot with this name, ready to play a game; `BadBot` if there is none."""
    kind, colon, rest = word.partition(":")
    if kind == "run" and colon:
        return ProgramRunner(rest)
    bot = builtin_bot(word, game)
    return BuiltinRunner(bot) if bot is not None else ForkedRunner(_foreign(kind, rest, word))


def meaning(word: str, game: str) -> str:
    """What a name means in this version; levels may change from one version to the next."""
    bot = None if word.startswith("run:") else builtin_bot(word, game)
    return str(bot.config) if isinstance(bot, SearchBot) else word


def builtin_bot(word: str, game: str) -> Bot | None:
    """The built-in bot with this name; None if it names somebody else's."""
    kind, _, rest = word.partition(":")
    if word == "random":
        return RandomBot()
    if word == "greedy":
        return GreedyBot()
    if word.startswith("level"):
        if word[5:] not in {str(number) for number in range(1, COUNT + 1)}:
            raise BadBot(word, f"level1 to level{COUNT}", "bot")
        return level(game, int(word[5:])).bot()
    if kind in ("search", "race", "tree"):
        return SearchBot(_search_config(kind, rest, word, game))
    return None


def _search_config(kind: str, rest: str, word: str, game: str) -> SearchConfig:
    number, _, how = rest.partition(":")
    if not number.isdecimal() or not 1 <= int(number) <= MOST_PLAYOUTS or how not in ("", "plain"):
        raise BadBot(word, f"{kind}:N or {kind}:N:plain with N from 1 to {MOST_PLAYOUTS:,}", "bot")
    own = level(game, COUNT).search
    assert own is not None
    method: Literal["race", "tree"] = own.method if kind == "search" else "tree" if kind == "tree" else "race"
    return replace(own, method=method, playouts=int(number), guided=how == "")


def _foreign(source: str, name: str, word: str) -> Bot:
    """An object of somebody else's class."""
    if not name.isidentifier():
        raise BadBot(word, f"one of {KINDS}", "bot")
    try:
        module = _from_file(Path(source)) if source.endswith(".py") else importlib.import_module(source)
        bot = getattr(module, name)()
    except Exception as error:
        raise BadBot(word, f"a class that can be made ({type(error).__name__}: {error})", "bot") from error
    if not isinstance(bot, Bot):
        raise BadBot(word, "a class that is a zashiki.bots.Bot", "bot")
    return bot


def _from_file(path: Path) -> object:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module
