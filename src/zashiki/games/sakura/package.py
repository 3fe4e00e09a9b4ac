"""Sakura's package: everything the game adds to Zashiki. `docs/bots.md` has the measured strength of its levels."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import BotLevel, GamePackage, ScoreBounds, SearchConfig
from zashiki.games.sakura import SAKURA
from zashiki.games.sakura.client_data import client_data
from zashiki.games.sakura.observer import OBSERVER
from zashiki.games.sakura.score import SET_CARDS, SET_COST
from zashiki.games.sakura.strategy.heuristics import HEURISTICS
from zashiki.games.sakura.strategy.hint_facts import hint_facts


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """SK-6.2: at best every card, worth 240 (SK-R1); at worst no card while opponents have every set."""
    rounds = options["rounds"]
    assert isinstance(rounds, int)
    return -rounds * SET_COST * len(SET_CARDS), rounds * 240


LEVELS: Final = (
    BotLevel(
        "Considers the few moves that stand out, and tries each once or twice with random play.",
        SearchConfig("race", 8, guided=False),
    ),
    BotLevel(
        "Tries the moves that stand out in about 10 imagined deals, still with random play.",
        SearchConfig("race", 35, guided=False),
    ),
    BotLevel(
        "Tries the moves that stand out in about 30 imagined deals, still with random play.",
        SearchConfig("race", 110, guided=False),
    ),
    BotLevel("Plays at once, by experience: sets, what opponents may hold, safe discards.", None),
    BotLevel(
        "Plays up to 4,000 imagined deals to the end of the round, with everyone playing like level 4, and picks the "
        "best chance of winning the game.",
        SearchConfig("race", 4000, tolerance=0.0005),
    ),
)

PACKAGE: Final = GamePackage(
    game=SAKURA,
    module="zashiki.games.sakura",
    observer=OBSERVER,
    environment_version=2,
    score_bounds=score_bounds,
    heuristics=HEURISTICS,
    hint_facts=hint_facts,
    levels=LEVELS,
    lengths={"short": {"rounds": 3}, "usual": {}},
    picture="zashiki.games.sakura.picture:draw",
    client_data=client_data,
)
