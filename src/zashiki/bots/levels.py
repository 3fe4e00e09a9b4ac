"""The five levels of each game: names and descriptions for people, and the bot behind each.

Levels differ in what they know and how long they think, never by random blunders. What each plan is worth is measured,
see `docs/bots.md`.
"""

from dataclasses import dataclass
from typing import Final

from zashiki.bots.bot import Bot
from zashiki.bots.players import GreedyBot, Plan, SearchBot
from zashiki.core.errors import BadLevel

COUNT: Final = 5
"""Levels go from 1 to 5."""
NAMES: Final = ("Newcomer", "Guest", "Regular", "Host", "Master")
"""Their names for people."""
SECONDS: Final = (0.1, 0.1, 0.1, 0.1, 1.0)
"""Within what time each level answers at a table where people wait."""


@dataclass(frozen=True)
class Level:
    """One level of one game."""

    number: int
    """1 to 5."""
    name: str
    """The name for people."""
    about: str
    """What it knows and how far it thinks, in a sentence."""
    plan: Plan | None
    """How it searches; None if it plays at once, by its heuristics."""
    seconds: float
    """Within what time it answers at a table where people wait."""

    def bot(self) -> Bot:
        """The bot that plays so."""
        return GreedyBot() if self.plan is None else SearchBot(self.plan)


_ABOUT: Final[dict[str, tuple[tuple[str, Plan | None], ...]]] = {
    key: (
        ("Plays at once.", None),
        ("Thinks a little.", Plan("race", 30)),
        ("Thinks more.", Plan("race", 100)),
        ("Thinks much.", Plan("race", 400)),
        ("Thinks most.", Plan("race", 4000)),
    )
    for key in ("hagakure", "hijun", "hiroba", "hitohira", "sakura")
}


def levels(game: str) -> tuple[Level, ...]:
    """The five levels of a game, the weakest first."""
    return tuple(
        Level(number + 1, NAMES[number], about, plan, SECONDS[number])
        for number, (about, plan) in enumerate(_ABOUT[game])
    )


def level(game: str, number: int) -> Level:
    """One level of a game; `BadLevel` if there is none of this number."""
    if type(number) is not int or not 1 <= number <= COUNT:
        raise BadLevel(number, f"a level from 1 to {COUNT}", "level")
    return levels(game)[number - 1]
