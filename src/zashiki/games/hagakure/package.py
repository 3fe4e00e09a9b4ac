"""Hagakure's package: everything the game adds to Zashiki. `docs/bots.md` has the measured strength of its levels."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import BotLevel, GamePackage, ScoreBounds, SearchConfig
from zashiki.games.hagakure import HAGAKURE
from zashiki.games.hagakure.cards import hand_size
from zashiki.games.hagakure.observer import OBSERVER
from zashiki.games.hagakure.rules import EXTRA_ROUNDS
from zashiki.games.hagakure.score import NO_TRICK, VILLAGERS_BONUS
from zashiki.games.hagakure.strategy.heuristics import HEURISTICS
from zashiki.games.hagakure.strategy.hint_facts import hint_facts


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """HG-4.1: every trick and samurai 18, or no trick, in every round (HG-R4); Double and Villagers once (HG-1.2)."""
    rounds = options["rounds"]
    assert isinstance(rounds, int)
    played = rounds + EXTRA_ROUNDS
    best = int(hand_size(seats)) + 1
    return (played + 1) * NO_TRICK, (played + 1) * best + VILLAGERS_BONUS


LEVELS: Final = (
    BotLevel(
        "Guesses once who holds what, plays every move out at random, and picks the one that ended best.",
        SearchConfig("race", 4, guided=False),
    ),
    BotLevel(
        "Plays every move out at random in a few imagined deals, and so avoids most plain blunders.",
        SearchConfig("race", 16, guided=False),
    ),
    BotLevel(
        "Plays every move out in dozens of imagined deals, but still expects everyone to play at random.",
        SearchConfig("race", 200, guided=False),
    ),
    BotLevel("Counts cards, knows what a hand is worth and when to play each banner, and decides at once.", None),
    BotLevel(
        "Plays every move out in hundreds of imagined deals, with everyone playing like level 4, and picks the one "
        "with the best chance of winning the game.",
        SearchConfig("race", 1000),
    ),
)

PACKAGE: Final = GamePackage(
    game=HAGAKURE,
    module="zashiki.games.hagakure",
    observer=OBSERVER,
    score_bounds=score_bounds,
    heuristics=HEURISTICS,
    hint_facts=hint_facts,
    levels=LEVELS,
    lengths={"short": {"rounds": 3}, "usual": {}},
    terminal="zashiki.games.hagakure.terminal:draw",
    picture="zashiki.games.hagakure.picture:draw",
)
