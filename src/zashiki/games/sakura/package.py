"""Sakura: everything it brings along. Bots: what each level is worth is measured, see `docs/bots.md`."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import BotLevel, GamePackage, ScoreBounds, SearchConfig
from zashiki.games.sakura import SAKURA
from zashiki.games.sakura.client_data import client_data
from zashiki.games.sakura.observer import OBSERVER
from zashiki.games.sakura.score import SET_CARDS, SET_COST
from zashiki.games.sakura.strategy.heuristics import HEURISTICS


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """SK-6.2: all cards, 240 together (SK-R1), or none while others have all the sets."""
    rounds = options["rounds"]
    assert isinstance(rounds, int)
    return -rounds * SET_COST * len(SET_CARDS), rounds * 240


LEVELS: Final = (
    BotLevel(
        "Looks at the few moves that catch the eye, and tries each once or twice with random play.",
        SearchConfig("race", 8, guided=False),
    ),
    BotLevel(
        "Tries the same few moves in about ten imagined deals, still with random play.",
        SearchConfig("race", 35, guided=False),
    ),
    BotLevel(
        "Tries them in some thirty imagined deals, still with random play.", SearchConfig("race", 110, guided=False)
    ),
    BotLevel("Plays at once by experience: sets, what others may hold, safe discards.", None),
    BotLevel(
        "Plays up to four thousand imagined deals on to the end of the round, everybody by experience, and judges "
        "the chance of winning the game.",
        SearchConfig("race", 4000, tolerance=0.0005),
    ),
)

PACKAGE: Final = GamePackage(
    game=SAKURA,
    module="zashiki.games.sakura",
    observer=OBSERVER,
    score_bounds=score_bounds,
    heuristics=HEURISTICS,
    levels=LEVELS,
    picture="zashiki.games.sakura.picture:draw",
    client_data=client_data,
)
