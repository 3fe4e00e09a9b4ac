"""Hagakure: cards, tokens and moves as numbers (HG-1.1, HG-1.2).

A villager or samurai is its own number, 1 to 27; an old fool is 28. A set of cards is one word of bits. The three
old fools are one and the same card to everybody, so a set only counts them: 1, 2 or 3 of the bits 28, 29, 30,
always the lowest.

The sets below are written as literals because only those are constants to the compiler.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, mask, members

LAST_VILLAGER: Final = 17
EIGHTEEN: Final = 18
FOOL: Final = 28

VILLAGER_BITS: Final = 0x0003_FFFE
SAMURAI_BITS: Final = 0x7FFC_0000
"""Samurai and old fools: to follow, old fools are samurai (HG-3.2)."""
FOOL_BITS: Final = 0x7000_0000
FIRST_FOOL_BIT: Final = 0x1000_0000
OTHER_FOOL_BITS: Final = 0x6000_0000
SMALL_DECK: Final = 0x707F_FFC0
"""With 3 and 4 players, 20 cards (HG-1.1)."""
FULL_DECK: Final = 0x7FFF_FFFE

# Moves of a seat: 0 plays no token, 1 to 28 play a card, then come the tokens.
PASS: Final = 0
TOKEN_BASE: Final = 28
"""Tokens 1 to 4 (double, zero, villagers, exchange) are the moves 29 to 32."""
EXCHANGE_MOVE: Final = 32
LOOK_YOMI: Final = 33
LOOK_SEAT: Final = 34
"""34 + s looks at the hand of seat s."""

LOOKS: Final = vec[i64]([mask([LOOK_YOMI, *range(LOOK_SEAT, LOOK_SEAT + seats)]) for seats in range(6)])
"""By number of seats: the moves that look at the Yomi or at any hand (HG-2.6)."""

# Outcomes of chance: 0 to 4 make that seat the first dealer, then come the cards dealt.
DEAL_BASE: Final = 4
"""5 to 32 deal the cards 1 to 28."""


def deck(seats: i64) -> i64:
    """The cards in the game (HG-1.1)."""
    if seats == 5:
        return FULL_DECK
    return SMALL_DECK


def hand_size(seats: i64) -> i64:
    """Cards for each player, and for the Yomi (HG-1.3)."""
    if seats == 4:
        return 4
    return 5


def as_card(bit: i64) -> i64:
    """The card that a bit of a set stands for."""
    if bit > FOOL:
        return FOOL
    return bit


def with_card(cards: i64, card: i64) -> i64:
    """The set with a card added."""
    if card < FOOL:
        return cards | BIT[card]
    fools = cards & FOOL_BITS
    return cards | ((fools + fools) | FIRST_FOOL_BIT)


def without_card(cards: i64, card: i64) -> i64:
    """The set without one of its cards."""
    if card < FOOL:
        return cards & ~BIT[card]
    fools = (cards & FOOL_BITS) >> 1
    return (cards & ~FOOL_BITS) | (fools & FOOL_BITS)


def merged(cards: i64, more: i64) -> i64:
    """Two sets as one; in `more`, any of the bits of old fools may stand for one."""
    together = (cards | more) & ~FOOL_BITS
    fools = (cards >> FOOL) & 7
    others = (more >> FOOL) & 7
    number = (fools & 1) + ((fools >> 1) & 1) + (fools >> 2) + (others & 1) + ((others >> 1) & 1) + (others >> 2)
    return together | ((BIT[number] - 1) << FOOL)


def kinds(cards: i64) -> i64:
    """The set with its old fools counted once: one bit for each different card."""
    return cards & ~OTHER_FOOL_BITS


def listed(cards: i64) -> list[int]:
    """The cards of the set, ascending, each old fool as 28."""
    return [int(as_card(bit)) for bit in members(cards)]
