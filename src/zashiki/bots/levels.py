"""The five levels of each game: names and descriptions for people, and the bot behind each.

Levels differ in what they know and how long they think, never by random blunders. What each plan is worth is measured,
see `docs/bots.md`.
"""

from dataclasses import dataclass
from typing import Final

from zashiki.bots.bot import Bot
from zashiki.bots.builtin import GreedyBot, SearchBot, SearchConfig
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
    search: SearchConfig | None
    """How it searches; None if it plays at once, by its heuristics."""
    seconds: float
    """Within what time it answers at a table where people wait."""

    def bot(self) -> Bot:
        """The bot that plays so."""
        return GreedyBot() if self.search is None else SearchBot(self.search)


def _hiroba(playouts: int) -> SearchConfig:
    return SearchConfig("tree", playouts, exploration=0.5, widening=1.0)


_LEVELS: Final[dict[str, tuple[tuple[str, SearchConfig | None], ...]]] = {
    "hagakure": (
        (
            "Imagines one way the cards may lie, plays each move on at random, and takes what ended best.",
            SearchConfig("race", 4, guided=False),
        ),
        (
            "Imagines a few ways the cards may lie and plays each move on at random: plain blunders get rare.",
            SearchConfig("race", 16, guided=False),
        ),
        (
            "Tries each move in dozens of imagined deals, but still thinks that everybody plays at random.",
            SearchConfig("race", 200, guided=False),
        ),
        ("Counts cards, knows what a hand is worth and when to fly which banner, and decides at once.", None),
        (
            "Tries each move in hundreds of imagined deals, where everybody plays on as the level below would, and "
            "weighs who will win the game.",
            SearchConfig("race", 1000),
        ),
    ),
    "hijun": (
        (
            "Counts the cards it has not seen and plays the one that most likely makes exactly two tricks, without "
            "looking ahead.",
            None,
        ),
        (
            "Plays each move out in a few imagined deals, with sensible opponents and exact last tricks.",
            SearchConfig("race", 30),
        ),
        (
            "Plays each move out in a dozen or two imagined deals, and so sees more of what may go wrong.",
            SearchConfig("race", 70),
        ),
        (
            "Plays each move out in several dozen imagined deals, and judges them by the chance of winning the game.",
            SearchConfig("race", 250),
        ),
        (
            "Plays each move out in hundreds of imagined deals, until it is sure which is best.",
            SearchConfig("race", 2000),
        ),
    ),
    "hiroba": (
        (
            "Plays at once: it weighs what each pebble or stone does for gardens and koi, and does not think ahead.",
            None,
        ),
        ("Tries its few most promising moves in twenty quick games.", _hiroba(20)),
        ("Looks a little ahead in seventy quick games, and at what the others might answer.", _hiroba(70)),
        (
            "Looks some moves ahead in 250 quick games, and works out the last pebbles exactly where that is short.",
            _hiroba(250),
        ),
        (
            "Looks ahead in 1700 quick games, and plays the last four or five pebbles exactly wherever it can follow "
            "them to the end.",
            _hiroba(1700),
        ),
    ),
    "hitohira": (
        (
            "Knows which moves are sensible, and picks among them after a couple of imagined continuations each.",
            SearchConfig("race", 14),
        ),
        ("Imagines about eight continuations of each sensible move, three turns deep.", SearchConfig("race", 50)),
        ("Imagines some twenty continuations of each sensible move, three turns deep.", SearchConfig("race", 150)),
        (
            "Knows the exact odds of the pouch and what every piece is worth in field and screen, and makes the best "
            "move of this turn.",
            None,
        ),
        (
            "Weighs the moves that pass the judgement of the level below in a thousand or more continuations, three "
            "turns deep.",
            SearchConfig("race", 1500),
        ),
    ),
    "sakura": (
        (
            "Looks at the few moves that catch the eye, and tries each once or twice with random play.",
            SearchConfig("race", 8, guided=False),
        ),
        (
            "Tries the same few moves in about ten imagined deals, still with random play.",
            SearchConfig("race", 35, guided=False),
        ),
        ("Tries them in some thirty imagined deals, still with random play.", SearchConfig("race", 110, guided=False)),
        ("Plays at once by experience: sets, what others may hold, safe discards.", None),
        (
            "Plays up to four thousand imagined deals on to the end of the round, everybody by experience, and judges "
            "the chance of winning the game.",
            SearchConfig("race", 4000, tolerance=0.0005),
        ),
    ),
}


def levels(game: str) -> tuple[Level, ...]:
    """The five levels of a game, the weakest first."""
    return tuple(
        Level(number + 1, NAMES[number], about, config, SECONDS[number])
        for number, (about, config) in enumerate(_LEVELS[game])
    )


def level(game: str, number: int) -> Level:
    """One level of a game; `BadLevel` if there is none of this number."""
    if type(number) is not int or not 1 <= number <= COUNT:
        raise BadLevel(number, f"a level from 1 to {COUNT}", "level")
    return levels(game)[number - 1]
