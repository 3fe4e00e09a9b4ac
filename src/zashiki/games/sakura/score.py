"""Sakura: the score of a round, as pure functions over sets of captured cards (SK-1.1, SK-1.2, SK-6.2, SK-7.2).

A *side* is a player, or a team that pools its cards. `cards.cards_of` makes a set of cards from their names.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count
from zashiki.games.sakura.cards import (
    ANIMALS,
    BRIGHTS,
    FIVES,
    KINDS,
    RAIN_MAN,
    SCROLLS,
    TENS,
    YELLOW_HAWTHORN,
    cards_of,
)

SET_COST: Final = 50
"""What a set costs every opponent (SK-1.2)."""

SET_CARDS: Final = {
    "spring": ["crane", "warbler", "curtain"],
    "drinking": ["curtain", "moon", "sake cup"],
    "red scrolls": ["pine scroll", "plum scroll", "cherry scroll"],
    "blue scrolls": ["peony scroll", "chrysanthemum scroll", "maple scroll"],
    "plain scrolls": ["wisteria scroll", "iris scroll", "clover scroll"],
    "summer animals": ["cuckoo", "bridge", "boar"],
    "autumn animals": ["butterflies", "sake cup", "deer"],
    "boar-geese-deer": ["boar", "geese", "deer"],
}
"""The sets and their cards (SK-1.2, SK-R2)."""

SET_NAMES: Final = list(SET_CARDS)
SETS: Final = vec[i64]([cards_of(names) for names in SET_CARDS.values()])
"""The cards of each set, in the order of SET_NAMES."""


def value(cards: i64) -> i64:
    """The sum of the values of the cards (SK-1.1)."""
    return 20 * count(cards & BRIGHTS) + 10 * count(cards & TENS) + 5 * count(cards & FIVES)


def parts(cards: i64) -> list[tuple[str, int, int]]:
    """The value by kind: each kind that scores and is there, how many, and what they give."""
    found: list[tuple[str, int, int]] = []
    for index, of_kind in enumerate((BRIGHTS, SCROLLS, YELLOW_HAWTHORN, ANIMALS, RAIN_MAN)):
        mine = cards & of_kind
        if mine != 0:
            found.append((KINDS[index], int(count(mine)), int(value(mine))))
    return found


def sets(cards: i64) -> i64:
    """The complete sets, as bits in the order of SET_NAMES; a card counts for every set it is in (SK-R2)."""
    found: i64 = 0
    index: i64 = 0
    while index < 8:
        if cards & SETS[index] == SETS[index]:
            found |= BIT[index]
        index += 1
    return found


def round_points(captured: vec[i64]) -> vec[i64]:
    """What the round gives each side: its own cards, less 50 for every set of every other side (SK-6.2)."""
    points = captured[:]
    all_sets: i64 = 0
    side: i64 = 0
    while side < len(captured):
        own = count(sets(captured[side]))
        all_sets += own
        points[side] = value(captured[side]) + SET_COST * own
        side += 1
    side = 0
    while side < len(captured):
        points[side] -= SET_COST * all_sets  # its own sets were added above, so that they cost it nothing
        side += 1
    return points


@final
class Tally:
    """One finished round, for the score sheet. Immutable."""

    def __init__(
        self, dealer: i64, captured: vec[i64], points: vec[i64], wild_seat: i64, late: i64, discarded: i64
    ) -> None:
        self.dealer: i64 = dealer
        self.captured = captured
        """The captured cards of each side (a player or a team)."""
        self.points = points
        """What the round gave each side."""
        self.wild_seat: i64 = wild_seat
        """Who captured with the wildcard, or -1."""
        self.late: i64 = late
        """The cards that this seat took at the end (SK-5.4)."""
        self.discarded: i64 = discarded
        """What was left in the field (SK-6.1)."""
