"""Hijun's package: everything the game adds to Zashiki. `docs/bots.md` has the measured strength of its levels."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import BotLevel, GamePackage, ScoreBounds, SearchConfig
from zashiki.games.hijun import HIJUN
from zashiki.games.hijun.observer import OBSERVER
from zashiki.games.hijun.score import token_table
from zashiki.games.hijun.strategy.heuristics import HEURISTICS
from zashiki.games.hijun.strategy.hint_facts import hint_facts


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """HJ-4.1: the highest token of every round."""
    return 0, sum(max(row) for row in token_table(options["tokens"]))


LEVELS: Final = (
    BotLevel(
        "Counts the unseen cards and plays the card most likely to lead to exactly two tricks, without looking ahead.",
        None,
    ),
    BotLevel(
        "Plays every move out in a few imagined deals, against sensible opponents and with perfect last tricks.",
        SearchConfig("race", 30),
    ),
    BotLevel(
        "Plays every move out in a dozen or two imagined deals, and so sees more of what can go wrong.",
        SearchConfig("race", 70),
    ),
    BotLevel(
        "Plays every move out in several dozen imagined deals, and picks the best chance of winning the game.",
        SearchConfig("race", 250),
    ),
    BotLevel(
        "Plays every move out in hundreds of imagined deals, until one is clearly the best.", SearchConfig("race", 2000)
    ),
)

PACKAGE: Final = GamePackage(
    game=HIJUN,
    module="zashiki.games.hijun",
    observer=OBSERVER,
    score_bounds=score_bounds,
    heuristics=HEURISTICS,
    hint_facts=hint_facts,
    levels=LEVELS,
    picture="zashiki.games.hijun.picture:draw",
)
