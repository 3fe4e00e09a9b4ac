"""Hiroba's package: everything the game adds to Zashiki. `docs/bots.md` has the measured strength of its levels."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import BotLevel, GamePackage, ScoreBounds, SearchConfig
from zashiki.games.hiroba import HIROBA
from zashiki.games.hiroba.client_data import client_data
from zashiki.games.hiroba.observer import OBSERVER
from zashiki.games.hiroba.score import LARGEST_GARDEN
from zashiki.games.hiroba.strategy.heuristics import HEURISTICS
from zashiki.games.hiroba.strategy.hint_facts import hint_facts


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """HB-4.3, HB-4.4: every garden (8 squares per tile), and the koi of every pond in a garden of the largest size."""
    tiles = {2: 5, 3: 7, 4: 9}[seats]  # HB-2.2
    return 0, tiles * (8 + LARGEST_GARDEN)


def _tree(playouts: int) -> SearchConfig:
    return SearchConfig("tree", playouts, exploration=0.5, widening=1.0)


LEVELS: Final = (
    BotLevel("Plays at once: weighs what each pebble or stone does for gardens and koi, without looking ahead.", None),
    BotLevel("Tries out its few most promising moves in 20 quick games.", _tree(20)),
    BotLevel("Looks a little ahead in 70 quick games, and considers what opponents might reply.", _tree(70)),
    BotLevel(
        "Looks a few moves ahead in 250 quick games, and plays short endgames perfectly.",
        _tree(250),
    ),
    BotLevel(
        "Looks ahead in 1,700 quick games, and plays the last four or five pebbles perfectly whenever it can search "
        "them to the end.",
        _tree(1700),
    ),
)

PACKAGE: Final = GamePackage(
    game=HIROBA,
    module="zashiki.games.hiroba",
    observer=OBSERVER,
    environment_version=2,
    score_bounds=score_bounds,
    heuristics=HEURISTICS,
    hint_facts=hint_facts,
    levels=LEVELS,
    terminal="zashiki.games.hiroba.terminal:draw",
    picture="zashiki.games.hiroba.picture:draw",
    client_data=client_data,
)
