"""Hijun: cards, moves and outcomes of chance as numbers (HJ-1.1, HJ-2.2, HJ-2.3).

A card is `18 * colour + value - 1`, from 0 to 71. A set of cards is four words of bits, one for each colour; bit v is
the card of value v. The sets of all places are stored in one row, four words to a place.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import count, lowest

COLOURS: Final = ("poppy", "iris", "clover", "plum")
COLOUR_COUNT: Final = 4
ALL_COLOURS: Final = 0b1111
VALUES: Final = 18
"""The highest value there is, with 6 players."""
CARDS: Final = 72

# Moves of a seat: 0 to 71 play a card, 72 to 143 discard it.
DISCARD_BASE: Final = 72

# Outcomes of chance: 0 to 5 make that seat the first leader, 6 to 77 deal a card, 78 to 177 lay out the token 0 to 99.
MOST_SEATS: Final = 6
DEAL_BASE: Final = 6
TOKEN_BASE: Final = 78
HIGHEST_TOKEN: Final = 99


def colour_of(card: i64) -> i64:
    """The colour of a card: 0 to 3."""
    return card // VALUES


def value_of(card: i64) -> i64:
    """The value of a card: 1 to 18."""
    return card % VALUES + 1


def card_of(colour: i64, value: i64) -> i64:
    """The card of this colour and value."""
    return VALUES * colour + value - 1


def card_name(card: int) -> str:
    """The word for a card in moves and views."""
    return f"{COLOURS[card // VALUES]} {card % VALUES + 1}"


def highest_value(seats: i64) -> i64:
    """The highest value in the game (HJ-1.1)."""
    if seats == 4:
        return 13
    if seats == 5:
        return 15
    return VALUES


def full_colour(seats: i64) -> i64:
    """All cards of one colour, as bits."""
    if seats == 4:
        return 0x3FFE
    if seats == 5:
        return 0xFFFE
    return 0x7_FFFE


def discards_due(seats: i64) -> i64:
    """How many cards everyone discards (HJ-2.3)."""
    return 8 - seats


def hand_size(seats: i64) -> i64:
    """How many cards everyone then has in hand: the number of tricks in a round (HJ-2.3)."""
    if seats == 6:
        return 10
    return 9


def held(cards: vec[i64], place: i64) -> i64:
    """How many cards lie in a place."""
    first = COLOUR_COUNT * place
    return count(cards[first]) + count(cards[first + 1]) + count(cards[first + 2]) + count(cards[first + 3])


def add_cards(found: list[int], bits: i64, colour: i64, base: i64) -> None:
    """Append the cards of one colour, each counted from `base`, in ascending order."""
    base += card_of(colour, 0)
    while bits != 0:
        found.append(base + lowest(bits))
        bits &= bits - 1


def listed(cards: vec[i64], place: i64) -> list[int]:
    """The cards of a place, ascending."""
    found: list[int] = []
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        add_cards(found, cards[COLOUR_COUNT * place + colour], colour, 0)
        colour += 1
    return found
