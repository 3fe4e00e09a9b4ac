"""Hagakure: everything it brings along. Bots: what each level is worth is measured, see `docs/bots.md`."""

from typing import Final

from zashiki.core.options import Options
from zashiki.core.package import BotLevel, GamePackage, ScoreBounds, SearchConfig
from zashiki.games.hagakure import HAGAKURE
from zashiki.games.hagakure.cards import hand_size
from zashiki.games.hagakure.observer import OBSERVER
from zashiki.games.hagakure.rules import EXTRA_ROUNDS
from zashiki.games.hagakure.score import NO_TRICK, VILLAGERS_BONUS
from zashiki.games.hagakure.strategy.heuristics import HEURISTICS


def score_bounds(seats: int, options: Options) -> ScoreBounds:
    """HG-4.1: all tricks and samurai 18, or none, in every round (HG-R4); Double and Villagers fly once (HG-1.2)."""
    rounds = options["rounds"]
    assert isinstance(rounds, int)
    played = rounds + EXTRA_ROUNDS
    best = int(hand_size(seats)) + 1
    return (played + 1) * NO_TRICK, (played + 1) * best + VILLAGERS_BONUS


LEVELS: Final = (
    BotLevel(
        "Imagines one way the cards may lie, plays each move on at random, and takes what ended best.",
        SearchConfig("race", 4, guided=False),
    ),
    BotLevel(
        "Imagines a few ways the cards may lie and plays each move on at random: plain blunders get rare.",
        SearchConfig("race", 16, guided=False),
    ),
    BotLevel(
        "Tries each move in dozens of imagined deals, but still thinks that everybody plays at random.",
        SearchConfig("race", 200, guided=False),
    ),
    BotLevel("Counts cards, knows what a hand is worth and when to fly which banner, and decides at once.", None),
    BotLevel(
        "Tries each move in hundreds of imagined deals, where everybody plays on as the level below would, and "
        "weighs who will win the game.",
        SearchConfig("race", 1000),
    ),
)

PACKAGE: Final = GamePackage(
    game=HAGAKURE,
    module="zashiki.games.hagakure",
    observer=OBSERVER,
    score_bounds=score_bounds,
    heuristics=HEURISTICS,
    levels=LEVELS,
    terminal="zashiki.games.hagakure.terminal:draw",
    picture="zashiki.games.hagakure.picture:draw",
)
