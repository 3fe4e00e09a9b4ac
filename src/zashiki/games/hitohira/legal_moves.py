"""Hitohira: which moves are legal. `moves` decides it, for `legal`, `step` and `why_not` alike."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count, lowest
from zashiki.games.hitohira.moves import DIVIDE, DRAW, HIDE, HIME, KOKONOE, PICK, PUT, TAKE, TAKE_FROM, USE, YOSHINO
from zashiki.games.hitohira.pieces import FIVE, MOST_IN_TURN, NOT_BLACK, counts, kinds, total, triggered
from zashiki.games.hitohira.position import (
    ABILITY,
    DIVISION,
    DRAW_OR_STOP,
    END,
    FAILED,
    HIME_GIVE,
    HIME_TAKE,
    KUMAGAI_PUT,
    LAST_CHANCE,
    OTOME_TAKE,
    SCREEN,
    YOSHINO_PICK,
    Position,
)
from zashiki.games.hitohira.score import division_limits

FIRST_MOVE: Final = vec[i64](
    [0, 0, 0, 0, 0, 0, DRAW, TAKE, USE, PICK, TAKE, PICK, TAKE_FROM, PUT, TAKE_FROM, HIDE, DIVIDE, 0]
)
"""By phase: the move that bit 0 of `moves` stands for."""

LAST_IN_BLOCK: Final = 0b1000000
"""To take no more, or to use no ability: the seventh move of its block."""
ANYWHERE: Final = vec[i64]([0b10000 | (2**seats - 1) for seats in range(5)])
"""By number of seats: any field, or the own screen."""
EACH_SEAT: Final = 0b000001_000001_000001_000001
"""One colour in the fields of four seats; bits are 6 * seat + colour."""
ONE_SEAT: Final = 0b111111


def moves(at: Position, seat: i64) -> i64:
    """The legal moves of `seat` as bits from FIRST_MOVE: the one place where legality is decided."""
    phase = at.phase
    if phase == DIVISION:
        return divisions(at, seat)
    if seat != at.mover or phase <= LAST_CHANCE or phase == END:
        return 0
    if phase == DRAW_OR_STOP:
        bits = BIT[most_to_draw(at) + 1] - 2
        if at.draws > 0:
            bits |= 1  # HT-3.2
        return bits
    if phase == FAILED:
        colours = takable(at)
        if at.must_take_two and count(at.taken | colours) >= 2:
            return colours  # HT-R12
        return colours | LAST_IN_BLOCK  # HT-R2
    if phase == SCREEN:
        return hidings(at)
    if phase == ABILITY:
        return offered(at) | LAST_IN_BLOCK
    return ability_moves(at, seat)


def ability_moves(at: Position, seat: i64) -> i64:
    """The choices of the ability in use."""
    phase = at.phase
    if phase == YOSHINO_PICK:  # HT-4.4
        return kinds(at.fields[seat]) | (kinds(at.turn_pieces) << 6)
    if phase == OTOME_TAKE:  # HT-4.5
        return kinds(at.shown & NOT_BLACK)
    if phase == HIME_GIVE:
        return givable(at)
    if phase == HIME_TAKE:  # HT-4.7, HT-R3
        return in_other_fields(at) & ~of_colour(at.chosen % 6)
    if phase == KUMAGAI_PUT:  # HT-4.8
        return ANYWHERE[at.seats]
    return kokonoe_moves(at)


def most_to_draw(at: Position) -> i64:
    """How many pieces the mover may still draw at once (HT-3.1)."""
    most = MOST_IN_TURN - total(at.turn_pieces)
    if at.pouch_size < most:
        return at.pouch_size
    return most


def takable(at: Position) -> i64:
    """The colours that may be taken after a failure: not black, not the same twice (HT-3.5)."""
    return kinds(at.turn_pieces & NOT_BLACK) & ~at.taken


def two_are_due(at: Position) -> bool:
    """Whether the mover has failed and may not take less than two pieces (HT-R12)."""
    return at.phase == FAILED and moves(at, at.mover) & LAST_IN_BLOCK == 0


def hidings(at: Position) -> i64:
    """Nothing, or some pieces of one colour of this turn's (HT-5.1); black is a colour of its own (HT-R14)."""
    bits: i64 = 1
    place: i64 = 1
    rest = at.turn_pieces
    while rest != 0:
        bits |= (BIT[rest & 255] - 1) << place
        place += 3
        rest >>= 8
    return bits


def offered(at: Position) -> i64:
    """The abilities that the mover may use, as bits (HT-4.1)."""
    met = triggered(at.turn_pieces)
    bits: i64 = 0
    if met == 0:
        return bits
    ability: i64 = 0
    while ability < 6:
        if at.sides & BIT[ability] != 0 and met & BIT[ability >> 1] != 0 and does_something(at, ability):
            bits |= BIT[ability]
        ability += 1
    return bits


def does_something(at: Position, ability: i64) -> bool:
    """An ability that could do nothing is not offered (HT-R4)."""
    if ability == YOSHINO:
        return True
    if ability == HIME:
        return givable(at) != 0
    if ability == KOKONOE:
        return in_other_fields(at) != 0
    return at.pouch_size > 0


def of_colour(colour: i64) -> i64:
    """A colour in the fields of all seats: bits 6 * seat + colour."""
    bits: i64 = EACH_SEAT
    return bits << colour


def in_other_fields(at: Position) -> i64:
    """What is not black in the fields of the mover's opponents: bits 6 * seat + colour."""
    bits: i64 = 0
    other: i64 = 0
    while other < at.seats:
        if other != at.mover:
            bits |= kinds(at.fields[other] & NOT_BLACK) << (6 * other)
        other += 1
    return bits


def givable(at: Position) -> i64:
    """What Sakuya Hime may give: not black, and there must be another colour to swap it for (HT-4.7, HT-R3)."""
    theirs = in_other_fields(at)
    colours = (theirs | (theirs >> 6) | (theirs >> 12) | (theirs >> 18)) & FIVE
    if colours == 0:
        return 0
    mine: i64 = FIVE
    if count(colours) == 1:
        mine &= ~colours
    return (kinds(at.fields[at.mover]) & mine) | ((kinds(at.turn_pieces) & mine) << 6)


def kokonoe_moves(at: Position) -> i64:
    """Two colours from two opponents, from the one if there is only one (HT-4.9, HT-4.10)."""
    there = in_other_fields(at)
    if at.chosen >= 0:
        return partners(at, there, at.chosen)
    fitting: i64 = 0
    rest = there
    while rest != 0:
        first = lowest(rest)
        if partners(at, there, first) != 0:
            fitting |= BIT[first]
        rest &= rest - 1
    if fitting == 0:
        return there  # HT-R4: one piece if two are impossible
    return fitting


def partners(at: Position, there: i64, first: i64) -> i64:
    """What Kokonoe may take together with `first`."""
    fitting = there & ~of_colour(first % 6)
    if at.seats > 2:
        same_seat: i64 = ONE_SEAT
        fitting &= ~(same_seat << (first - first % 6))
    return fitting


def divisions(at: Position, seat: i64) -> i64:
    """How many white and black pieces may join red & yellow (HT-6.2)."""
    if at.asked & BIT[seat] == 0:
        return 0
    low, high = division_limits(counts(at.screen(seat)))
    bits: i64 = 0
    for joining in range(low, high + 1):
        bits |= BIT[joining]
    return bits
