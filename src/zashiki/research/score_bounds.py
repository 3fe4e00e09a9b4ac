"""The fewest and the most points that a game can give a seat: true bounds, not tight ones."""

from collections.abc import Callable
from typing import Final

from zashiki.core.jsontypes import Json
from zashiki.core.options import Options
from zashiki.games.hagakure.cards import hand_size
from zashiki.games.hagakure.rules import EXTRA_ROUNDS
from zashiki.games.hagakure.score import NO_TRICK, VILLAGERS_BONUS
from zashiki.games.hijun.score import token_table
from zashiki.games.hiroba.score import LARGEST_GARDEN
from zashiki.games.hitohira.score import FIELD_POINTS, PLACES, PLACES_OF_TWO
from zashiki.games.sakura.score import SET_CARDS, SET_COST
from zashiki.research.perfect_recall import Setting

Range = tuple[int, int]
"""The fewest points and the most."""


def _number(value: Json) -> int:
    assert isinstance(value, int)
    return value


def _hagakure(seats: int, options: Options) -> Range:
    """HG-4.1: all tricks and samurai 18, or none, in every round (HG-R4); Double and Villagers fly once (HG-1.2)."""
    rounds = _number(options["rounds"]) + EXTRA_ROUNDS
    best = int(hand_size(seats)) + 1
    return (rounds + 1) * NO_TRICK, (rounds + 1) * best + VILLAGERS_BONUS


def _hijun(seats: int, options: Options) -> Range:
    """HJ-4.1: the highest token of every round."""
    return 0, sum(max(row) for row in token_table(options["tokens"]))


def _hiroba(seats: int, options: Options) -> Range:
    """HB-4.3, HB-4.4: all gardens, 8 squares on each tile, and for each pond a koi in one of the largest."""
    tiles = {2: 5, 3: 7, 4: 9}[seats]  # HB-2.2
    return 0, tiles * (8 + LARGEST_GARDEN)


def _hitohira(seats: int, options: Options) -> Range:
    """HT-7.1, HT-7.3, HT-7.4: five lines, and the first place in both groups."""
    places = PLACES_OF_TWO if seats == 2 else PLACES
    return 5 * min(FIELD_POINTS), 5 * max(FIELD_POINTS) + sum(max(group) for group in places)


def _sakura(seats: int, options: Options) -> Range:
    """SK-6.2: all cards, 240 together (SK-R1), or none while others have all the sets."""
    rounds = _number(options["rounds"])
    return -rounds * SET_COST * len(SET_CARDS), rounds * 240


_RANGES: Final[dict[str, Callable[[int, Options], Range]]] = {
    "hagakure": _hagakure,
    "hijun": _hijun,
    "hiroba": _hiroba,
    "hitohira": _hitohira,
    "sakura": _sakura,
}


def score_bounds(setting: Setting) -> Range:
    """Between what a seat's points lie at the end."""
    return _RANGES[setting.key](setting.seats, setting.options)
