"""The five levels of bots: names and descriptions for people, and the bot behind each.

Each game declares how its levels play (`GamePackage.levels`). They differ in what they know and how long they think,
never by random blunders. How strong each is has been measured, see `docs/bots.md`.
"""

from dataclasses import dataclass
from typing import Final

from zashiki import registry
from zashiki.bots.bot import Bot
from zashiki.bots.builtin import GreedyBot, SearchBot
from zashiki.core.errors import BadLevel
from zashiki.core.package import SearchConfig

COUNT: Final = 5
"""Levels go from 1 to 5."""
NAMES: Final = ("Newcomer", "Guest", "Regular", "Host", "Master")
"""Their names for people."""
SECONDS: Final = (0.1, 0.1, 0.1, 0.1, 1.0)
"""How many seconds each level may think at a table where people wait."""


@dataclass(frozen=True)
class Level:
    """One level of one game."""

    number: int
    """1 to 5."""
    name: str
    """The name for people."""
    about: str
    """What it knows and how far it thinks, in a sentence."""
    search: SearchConfig | None
    """How it searches; None if it plays at once, by its heuristics."""
    seconds: float
    """How many seconds it may think at a table where people wait."""

    def bot(self) -> Bot:
        """A bot of this level."""
        return GreedyBot() if self.search is None else SearchBot(self.search)


def levels(game: str) -> tuple[Level, ...]:
    """The five levels of a game, the weakest first.

    Examples:
        >>> [level.name for level in levels("hagakure")]
        ['Newcomer', 'Guest', 'Regular', 'Host', 'Master']
    """
    return tuple(
        Level(number + 1, NAMES[number], level.about, level.search, SECONDS[number])
        for number, level in enumerate(registry.package(game).levels)
    )


def level(game: str, number: int) -> Level:
    """One level of a game; `BadLevel` if there is none of this number.

    Examples:
        >>> import zashiki
        >>> from zashiki.bots import Budget, DecisionContext
        >>> match = zashiki.new("hagakure", seats=4, seed=7)
        >>> budget = Budget(iterations=20)
        >>> context = DecisionContext(match.game, match.options, match.state(), match.turn, zashiki.Rng(1), budget)
        >>> match.play(level("hagakure", 1).bot().act(context)).legal
        True
    """
    if type(number) is not int or not 1 <= number <= COUNT:
        raise BadLevel(number, f"a level from 1 to {COUNT}", "level")
    return levels(game)[number - 1]
