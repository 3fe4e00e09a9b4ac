"""Hiroba: everything it brings along. Bots: what each level is worth is measured, see `docs/bots.md`."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import BotLevel, GamePackage, ScoreBounds, SearchConfig
from zashiki.games.hiroba import HIROBA
from zashiki.games.hiroba.client_data import client_data
from zashiki.games.hiroba.observer import OBSERVER
from zashiki.games.hiroba.score import LARGEST_GARDEN
from zashiki.games.hiroba.strategy.heuristics import HEURISTICS


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """HB-4.3, HB-4.4: all gardens, 8 squares on each tile, and for each pond a koi in one of the largest."""
    tiles = {2: 5, 3: 7, 4: 9}[seats]  # HB-2.2
    return 0, tiles * (8 + LARGEST_GARDEN)


def _tree(playouts: int) -> SearchConfig:
    return SearchConfig("tree", playouts, exploration=0.5, widening=1.0)


LEVELS: Final = (
    BotLevel(
        "Plays at once: it weighs what each pebble or stone does for gardens and koi, and does not think ahead.", None
    ),
    BotLevel("Tries its few most promising moves in twenty quick games.", _tree(20)),
    BotLevel("Looks a little ahead in seventy quick games, and at what the others might answer.", _tree(70)),
    BotLevel(
        "Looks some moves ahead in 250 quick games, and works out the last pebbles exactly where that is short.",
        _tree(250),
    ),
    BotLevel(
        "Looks ahead in 1700 quick games, and plays the last four or five pebbles exactly wherever it can follow "
        "them to the end.",
        _tree(1700),
    ),
)

PACKAGE: Final = GamePackage(
    game=HIROBA,
    module="zashiki.games.hiroba",
    observer=OBSERVER,
    score_bounds=score_bounds,
    heuristics=HEURISTICS,
    levels=LEVELS,
    terminal="zashiki.games.hiroba.terminal:draw",
    picture="zashiki.games.hiroba.picture:draw",
    client_data=client_data,
)
