"""Hijun: everything it brings along. Bots: what each level is worth is measured, see `docs/bots.md`."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import BotLevel, GamePackage, ScoreBounds, SearchConfig
from zashiki.games.hijun import HIJUN
from zashiki.games.hijun.observer import OBSERVER
from zashiki.games.hijun.score import token_table
from zashiki.games.hijun.strategy.heuristics import HEURISTICS


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """HJ-4.1: the highest token of every round."""
    return 0, sum(max(row) for row in token_table(options["tokens"]))


LEVELS: Final = (
    BotLevel(
        "Counts the cards it has not seen and plays the one that most likely makes exactly two tricks, without "
        "looking ahead.",
        None,
    ),
    BotLevel(
        "Plays each move out in a few imagined deals, with sensible opponents and exact last tricks.",
        SearchConfig("race", 30),
    ),
    BotLevel(
        "Plays each move out in a dozen or two imagined deals, and so sees more of what may go wrong.",
        SearchConfig("race", 70),
    ),
    BotLevel(
        "Plays each move out in several dozen imagined deals, and judges them by the chance of winning the game.",
        SearchConfig("race", 250),
    ),
    BotLevel(
        "Plays each move out in hundreds of imagined deals, until it is sure which is best.", SearchConfig("race", 2000)
    ),
)

PACKAGE: Final = GamePackage(
    game=HIJUN,
    module="zashiki.games.hijun",
    observer=OBSERVER,
    score_bounds=score_bounds,
    heuristics=HEURISTICS,
    levels=LEVELS,
    picture="zashiki.games.hijun.picture:draw",
)
