"""Hitohira: everything it brings along. Bots: what each level is worth is measured, see `docs/bots.md`."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import BotLevel, GamePackage, ScoreBounds, SearchConfig
from zashiki.games.hitohira import HITOHIRA
from zashiki.games.hitohira.client_data import client_data
from zashiki.games.hitohira.observer import OBSERVER
from zashiki.games.hitohira.score import FIELD_POINTS, PLACES, PLACES_OF_TWO
from zashiki.games.hitohira.strategy.heuristics import HEURISTICS


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """HT-7.1, HT-7.3, HT-7.4: five lines, and the first place in both groups."""
    places = PLACES_OF_TWO if seats == 2 else PLACES
    return 5 * min(FIELD_POINTS), 5 * max(FIELD_POINTS) + sum(max(group) for group in places)


LEVELS: Final = (
    BotLevel(
        "Knows which moves are sensible, and picks among them after a couple of imagined continuations each.",
        SearchConfig("race", 14),
    ),
    BotLevel("Imagines about eight continuations of each sensible move, three turns deep.", SearchConfig("race", 50)),
    BotLevel("Imagines some twenty continuations of each sensible move, three turns deep.", SearchConfig("race", 150)),
    BotLevel(
        "Knows the exact odds of the pouch and what every piece is worth in field and screen, and makes the best "
        "move of this turn.",
        None,
    ),
    BotLevel(
        "Weighs the moves that pass the judgement of the level below in a thousand or more continuations, three "
        "turns deep.",
        SearchConfig("race", 1500),
    ),
)

PACKAGE: Final = GamePackage(
    game=HITOHIRA,
    module="zashiki.games.hitohira",
    observer=OBSERVER,
    score_bounds=score_bounds,
    heuristics=HEURISTICS,
    levels=LEVELS,
    picture="zashiki.games.hitohira.picture:draw",
    client_data=client_data,
)
