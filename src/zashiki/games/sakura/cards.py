"""Sakura: cards, sets of three and moves as numbers (SK-1.1, SK-1.2).

A card is a number from 0 to 47, four for each month from January on, so `card >> 2` is its month. A set of cards is one
word of bits, in which each month is one hexadecimal digit. The two chaff of a month are worth the same, but they are
two cards with two drawings: each has a name and a number of its own.

The sets below are written as literals because only those are constants to the compiler.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, mask

PLANTS: Final = (
    "pine",
    "plum",
    "cherry",
    "wisteria",
    "iris",
    "peony",
    "clover",
    "pampas",
    "chrysanthemum",
    "maple",
    "oak",
    "hawthorn",
)
"""The months, January first, by their plants."""

_NAMED: Final = (
    ("crane", "pine scroll"),
    ("warbler", "plum scroll"),
    ("curtain", "cherry scroll"),
    ("cuckoo", "wisteria scroll"),
    ("bridge", "iris scroll"),
    ("butterflies", "peony scroll"),
    ("boar", "clover scroll"),
    ("moon", "geese"),
    ("sake cup", "chrysanthemum scroll"),
    ("deer", "maple scroll"),
    ("rain man", "swallow", "oak scroll", "fireworks"),
    ("phoenix", "yellow hawthorn"),
)

NAMES: Final = [
    name
    for plant, named in zip(PLANTS, _NAMED, strict=True)
    for name in (*named, f"{plant} chaff 1", f"{plant} chaff 2")[:4]
]
"""The name of every card."""

CARDS: Final = 48
MONTHS: Final = 12
DECK: Final = 0xFFFF_FFFF_FFFF
FIREWORKS: Final = 43
"""The wildcard (SK-5.1)."""
FIREWORKS_BIT: Final = 0x0800_0000_0000
OAK_CARDS: Final = 0x0F00_0000_0000
FIRST_OF_EACH: Final = 0x1111_1111_1111
"""The first card of every month."""

BRIGHTS: Final = 0x1000_1000_0101
SCROLLS: Final = 0x0422_0222_2222
ANIMALS: Final = 0x0211_2111_1010
RAIN_MAN: Final = 0x0100_0000_0000
YELLOW_HAWTHORN: Final = 0x2000_0000_0000
CHAFF: Final = 0xC8CC_CCCC_CCCC
TENS: Final = 0x2422_0222_2222
"""Scrolls and the yellow hawthorn."""
FIVES: Final = 0x0311_2111_1010
"""Animals and the rain man (SK-R1)."""

KINDS: Final = ("bright", "scroll", "hawthorn", "animal", "rain", "chaff")
"""What a card is; the yellow hawthorn and the rain man are of a kind of their own."""

MONTH: Final = vec[i64]([mask(list(range(4 * month, 4 * month + 4))) for month in range(MONTHS)])
"""The four cards of each month."""
MATES: Final = vec[i64]([mask(list(range(card & ~3, (card & ~3) + 4))) for card in range(CARDS)])
"""For each card, the four cards of its month."""

HAND_SIZES: Final = vec[i64]([0, 0, 8, 7, 5, 4, 3, 3])
FIELD_SIZES: Final = vec[i64]([0, 0, 8, 6, 8, 8, 12, 6])
"""By number of seats (SK-2.3)."""

# Moves of a seat. While a card is to be played: play the card 0 to 47, or declare four of the month 0 to 11 (48 to 59).
# While a capture is to be chosen, from 60 on: take the card, the stack of the month, or leave the wildcard.
FOUR: Final = 48
TAKE: Final = 60
STACK: Final = 48
"""Behind TAKE, as FOUR is behind the cards."""
LEAVE: Final = 60
"""Behind TAKE."""
LEAVE_BIT: Final = 0x1000_0000_0000_0000
MOVES: Final = 121

# Outcomes of chance: 0 to 6 make that seat the first player, then come the cards dealt, then the cards flipped.
DEAL_BASE: Final = 7
FLIP_BASE: Final = 55


def kind(card: i64) -> str:
    """One of KINDS."""
    for index, cards in enumerate((BRIGHTS, SCROLLS, YELLOW_HAWTHORN, ANIMALS, RAIN_MAN, CHAFF)):
        if BIT[card] & cards != 0:
            return KINDS[index]
    raise AssertionError("unreachable: every card is of a kind")


def plant(card: i64) -> str:
    """The plant of the card's month."""
    return PLANTS[card >> 2]


def months_of(cards: i64) -> i64:
    """The months that occur in the set, as bits 0 to 11."""
    months: i64 = 0
    month: i64 = 0
    while month < MONTHS:
        if cards & MONTH[month] != 0:
            months |= BIT[month]
        month += 1
    return months


def whole_months(cards: i64) -> i64:
    """The months of which the set has all four cards, as bits 0 to 11."""
    whole = cards & (cards >> 1)
    whole &= (whole >> 2) & FIRST_OF_EACH
    if whole == 0:
        return 0
    return months_of(whole)


def cards_of(names: list[str]) -> int:
    """The set of the cards with these names; `ValueError` if there is no such card."""
    return mask([NAMES.index(name) for name in names])
