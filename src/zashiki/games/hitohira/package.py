"""Hitohira's package: everything the game adds to Zashiki. `docs/bots.md` has the measured strength of its levels."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import BotLevel, GamePackage, ScoreBounds, SearchConfig
from zashiki.games.hitohira import HITOHIRA
from zashiki.games.hitohira.client_data import client_data
from zashiki.games.hitohira.observer import OBSERVER
from zashiki.games.hitohira.score import FIELD_POINTS, PLACES, PLACES_OF_TWO
from zashiki.games.hitohira.strategy.heuristics import HEURISTICS
from zashiki.games.hitohira.strategy.hint_facts import hint_facts


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """HT-7.1, HT-7.3, HT-7.4: the worst or best five lines, and at best first place in both groups."""
    places = PLACES_OF_TWO if seats == 2 else PLACES
    return 5 * min(FIELD_POINTS), 5 * max(FIELD_POINTS) + sum(max(group) for group in places)


LEVELS: Final = (
    BotLevel(
        "Knows which moves are sensible, and chooses after imagining a couple of continuations of each.",
        SearchConfig("race", 14),
    ),
    BotLevel("Imagines about 8 continuations of each sensible move, three turns deep.", SearchConfig("race", 50)),
    BotLevel("Imagines about 20 continuations of each sensible move, three turns deep.", SearchConfig("race", 150)),
    BotLevel(
        "Knows the exact odds of the pouch and what every piece is worth in the field and behind the screen, and plays "
        "the best move for this turn.",
        None,
    ),
    BotLevel(
        "Takes the moves that level 4 finds promising and compares them in a thousand or more continuations, three "
        "turns deep.",
        SearchConfig("race", 1500),
    ),
)

PACKAGE: Final = GamePackage(
    game=HITOHIRA,
    module="zashiki.games.hitohira",
    observer=OBSERVER,
    environment_version=2,
    score_bounds=score_bounds,
    heuristics=HEURISTICS,
    hint_facts=hint_facts,
    levels=LEVELS,
    picture="zashiki.games.hitohira.picture:draw",
    client_data=client_data,
)
