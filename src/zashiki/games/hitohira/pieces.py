"""Hitohira: pieces as numbers (HT-1.1), when a draw fails (HT-3.3, HT-3.4) and what triggers abilities (HT-4.2).

Pieces of one colour are all alike, so a heap of pieces is six counts. They are kept in one machine word, eight bits for
each colour: heaps are added with `+`, and taken away with `-`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT

RED: Final = 0
YELLOW: Final = 1
LIGHT_BLUE: Final = 2
BLUE: Final = 3
WHITE: Final = 4
BLACK: Final = 5
COLOURS: Final = ("red", "yellow", "light blue", "blue", "white", "black")

ONE: Final = vec[i64]([256**colour for colour in range(6)])
"""A heap of one piece, by colour."""
NOT_BLACK: Final = 0xFF_FFFF_FFFF
"""The five colours of a heap without its black pieces."""
FIVE: Final = 0b11111
"""The five colours as a set."""

MOST_IN_TURN: Final = 8
MOST_DRAWS: Final = 3

FOUR_COLOURS: Final = 0
TWO_PAIRS: Final = 1
SIX_PIECES: Final = 2
TRIGGERS: Final = ("4 colours", "2 pairs", "6 pieces")


def number(heap: i64, colour: i64) -> i64:
    """How many pieces of a colour there are."""
    return (heap >> (8 * colour)) & 255


def total(heap: i64) -> i64:
    """How many pieces there are (at most 254)."""
    # 256 leaves 1 when divided by 255, so the eight-bit digits add up.
    return heap % 255


def kinds(heap: i64) -> i64:
    """The colours there are, as a set of bits."""
    bits: i64 = 0
    bit: i64 = 1
    while heap != 0:
        if heap & 255 != 0:
            bits |= bit
        bit += bit
        heap >>= 8
    return bits


def colour_at(heap: i64, place: i64) -> i64:
    """The colour of one piece, when all are laid in a row by colour and counted from 0."""
    colour: i64 = 0
    while True:
        place -= heap & 255
        if place < 0:
            return colour
        heap >>= 8
        colour += 1


def most_of_each(heap: i64, other: i64) -> i64:
    """The larger number of each colour."""
    larger: i64 = 0
    colour: i64 = 0
    while colour < 6:
        here = number(heap, colour)
        there = number(other, colour)
        if here < there:
            here = there
        larger += here * ONE[colour]
        colour += 1
    return larger


def counts(heap: i64) -> list[int]:
    """The six numbers of a heap."""
    found: list[int] = []
    for _ in range(6):
        found.append(heap & 255)
        heap >>= 8
    return found


def heap_of(numbers: list[int]) -> int:
    """The heap with these six numbers."""
    return sum([many * 256**colour for colour, many in enumerate(numbers)])


def in_game(seats: i64) -> i64:
    """All pieces that go into the pouch (HT-2.1); with 2 players three of them leave it at once."""
    each: i64 = 18
    black: i64 = 6
    if seats == 3:
        each = 15
        black = 5
    elif seats == 2:
        each = 13
        black = 4
    return each * 0x01_0101_0101 + black * ONE[BLACK]


def removed_unseen(seats: i64) -> i64:
    """How many pieces leave the pouch unseen (HT-2.1)."""
    if seats == 2:
        return 3
    return 0


def fails(heap: i64) -> bool:
    """Whether these pieces, drawn in one turn, are a failure (HT-3.3); black is what hurts most (HT-3.4)."""
    black = number(heap, BLACK)
    most: i64 = 0
    colours: i64 = 0
    rest = heap & NOT_BLACK
    while rest != 0:
        many = rest & 255
        if many != 0:
            colours += 1
            if many > most:
                most = many
        rest >>= 8
    return most + black >= 3 or colours + black >= 5


def triggered(heap: i64) -> i64:
    """The triggers that these pieces meet, as bits (HT-4.2); black is what helps most."""
    black = number(heap, BLACK)
    colours: i64 = 0
    pairs: i64 = 0
    rest = heap & NOT_BLACK
    while rest != 0:
        many = rest & 255
        if many != 0:
            colours += 1
            pairs += many >> 1
        rest >>= 8
    bits: i64 = 0
    if colours + black >= 4:
        bits |= BIT[FOUR_COLOURS]
    # Among four pieces or more, every black one can make another pair.
    if pairs + black >= 2 and total(heap) >= 4:
        bits |= BIT[TWO_PAIRS]
    if total(heap) >= 6:
        bits |= BIT[SIX_PIECES]  # HT-R9
    return bits
