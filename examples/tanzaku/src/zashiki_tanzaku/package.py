"""Tanzaku: everything it brings along."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import GamePackage, ScoreBounds
from zashiki_tanzaku.game import TANZAKU
from zashiki_tanzaku.observer import OBSERVER
from zashiki_tanzaku.phrases import JAPANESE


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """TA-3.1: two points in every round, or none."""
    rounds = options["rounds"]
    assert isinstance(rounds, int)
    return 0, 2 * rounds


PACKAGE: Final = GamePackage(
    game=TANZAKU,
    module="zashiki_tanzaku",
    observer=OBSERVER,
    score_bounds=score_bounds,
    catalogues={"ja": JAPANESE},
)
