"""Hiroba as numbers. Nothing is hidden, so only the seat from which one looks makes a difference."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from zashiki.core.bits import lowest
from zashiki.core.eyes import AROUND, Eyes, Field, Pen, place_of
from zashiki.core.game import State
from zashiki.core.options import Options
from zashiki.games.hiroba.ground import GARDENS
from zashiki.games.hiroba.rules import PEBBLE, SECOND, TURNINGS, HirobaState
from zashiki.games.hiroba.score import LARGEST_GARDEN, standing
from zashiki.games.hiroba.squares import LOW_SQUARES, SQUARES
from zashiki.games.hiroba.tiles import GARDEN_SQUARES, PLACES, POND_SQUARE, SECOND_GARDEN, START_SQUARE

HIGH_SQUARES: Final = SQUARES - LOW_SQUARES
PAIRS: Final = 5
"""Kinds of pebbles: 1/9, 2/8, 3/7, 4/6 and 5/5 (HB-1.2)."""


@final
class HirobaEyes(Eyes):
    """The board from a seat's place. The board itself is not turned: squares are those of the moves."""

    def fields(self, seats: int, options: Options) -> list[Field]:
        plane = "81 squares from a9 to i1, row by row"
        return [
            Field("seat", seats, "my own seat, one of the seats as the table counts them"),
            Field("phase", 7, "one of: tiles, turnings, water, first, pebble, stone, over"),
            Field("first", seats, "one of the seats: who began"),
            Field("mover", seats, "one of the seats: who is to act"),
            Field("garden_a", SQUARES, f"{plane}: those in the first garden of their tile; none where there is water"),
            Field("garden_b", SQUARES, f"{plane}: those in the second garden of their tile"),
            Field("ponds", SQUARES, f"{plane}: the ponds"),
            Field("starts", SQUARES, f"{plane}: the starting squares"),
            Field("pebbles", seats * SQUARES, f"for each seat {plane}: the number that its pebble shows there", 9),
            Field("stones", SQUARES, f"{plane}: those with a stone, whoever put it there"),
            Field("reach", seats * SQUARES, f"for each seat {plane}: free ones in its rows and columns, or to start"),
            Field("open", 9 * SQUARES, f"for each number {plane}: free ones whose lines and garden lack it"),
            Field("pebbles_left", seats * PAIRS, "for each seat how many 1/9, 2/8, 3/7, 4/6 and 5/5 it has left", 2),
            Field("stones_left", seats, "stones that each has left", 2),
            Field("out", seats, "who has pebbles no more, or nowhere to place them"),
            Field(
                "garden_sizes",
                GARDENS,
                "squares of each garden: two for each place",
                LARGEST_GARDEN,
            ),
            Field("garden_free", GARDENS, "how many of them are free", LARGEST_GARDEN),
            Field("garden_sums", seats * GARDENS, "for each seat its sum in each garden", 20),
            Field("pond_sums", seats * PLACES, "for each seat its sum next to the pond of each place", 20),
            Field("gardens_won", seats, "gardens that each would win, if the game ended now", 8),
            Field("koi", seats, "koi that each would get", 4),
            Field("points", seats, "points that each would have", 40),
        ]

    def look(self, state: State, seat: i64, pen: Pen) -> None:
        assert isinstance(state, HirobaState)
        seats = state.seats
        pen.one_of(seats, seat)
        pen.one_of(7, state.phase)
        first: i64 = -1
        if state.phase >= PEBBLE:
            first = state.first
        pen.one_of(seats, place_of(first, seat, seats))
        pen.one_of(seats, place_of(state.turn(), seat, seats))
        self._table(state, seat, pen)
        self._open(state, pen)
        self._supplies(state, seat, pen)
        self._score(state, seat, pen)

    def _table(self, state: HirobaState, seat: i64, pen: Pen) -> None:
        """What the tiles show, what lies on them, and where each seat could go: few squares of many."""
        seats = state.seats
        at = pen.at
        pen.blank((5 + 2 * seats) * SQUARES)
        row = pen.row
        taken_low, taken_high = _terrain(state, row, at)
        if state.phase >= PEBBLE:  # nothing is free before, and nothing lies there
            at += 4 * SQUARES
            _pieces(state, seat, row, at, 0, taken_low & ~state.free_low)
            _pieces(state, seat, row, at, LOW_SQUARES, taken_high & ~state.free_high)
            at += (seats + 1) * SQUARES
            for other in AROUND[seats][seat]:
                low, high = state.within(other)
                _mark(row, at, low)
                _mark(row, at + LOW_SQUARES, high)
                at += SQUARES

    def _open(self, state: HirobaState, pen: Pen) -> None:
        """Where each number could go: a seat may place a number of its own where this and its reach meet."""
        lacks = state.lacks
        number: i64 = 1
        while number < 10:
            pen.bits(state.free_low & lacks[2 * number], 0, LOW_SQUARES)
            pen.bits(state.free_high & lacks[2 * number + 1], 0, HIGH_SQUARES)
            number += 1

    def _supplies(self, state: HirobaState, seat: i64, pen: Pen) -> None:
        around = AROUND[state.seats][seat]
        for other in around:
            hand = state.hand[other]
            number: i64 = 1
            while number <= PAIRS:
                pen.number(((hand >> number) & 1) + ((hand >> (number + SECOND)) & 1))
                number += 1
        for other in around:
            pen.number(state.stones[other])
        for other in around:
            pen.number((state.out >> other) & 1)

    def _score(self, state: HirobaState, seat: i64, pen: Pen) -> None:
        """What counts in the end, as it is now (HB-4.2 to HB-4.5)."""
        seats = state.seats
        around = AROUND[seats][seat]
        counts = state.counts()
        result = standing(counts)
        _every(pen, counts.sizes, 0, 1)
        _every(pen, counts.empty, 0, 1)
        for other in around:
            _every(pen, counts.gardens, other, seats)
        for other in around:
            _every(pen, counts.ponds, other, seats)
        for other in around:
            pen.number(result.won[other])
        for other in around:
            pen.number(result.koi[other])
        for other in around:
            pen.number(result.points[other])


def _terrain(state: HirobaState, row: vec[i16], at: i64) -> tuple[i64, i64]:
    """Gardens, ponds and starting squares, as far as the tiles are turned; all garden squares."""
    turned: i64 = PLACES
    if state.phase <= TURNINGS:
        turned = 0
        if state.phase == TURNINGS:
            turned = state.place
    all_low: i64 = 0
    all_high: i64 = 0
    place: i64 = 0
    while place < turned:
        if state.in_play(place):
            index = PLACES * state.face(place) + place
            gardens = GARDEN_SQUARES[index]
            second = SECOND_GARDEN[index]
            word = at
            if place < 6:
                all_low |= gardens
            else:
                all_high |= gardens
                word += LOW_SQUARES
            _mark(row, word, gardens & ~second)
            _mark(row, word + SQUARES, second)
            row[at + 2 * SQUARES + POND_SQUARE[index]] = 1
            row[word + 3 * SQUARES + lowest(START_SQUARE[index])] = 1
        place += 1
    return all_low, all_high


def _pieces(state: HirobaState, seat: i64, row: vec[i16], at: i64, first: i64, taken: i64) -> None:
    """Pebbles by owner, and stones; whose a stone was changes nothing any more. `first` is the word's first square."""
    seats = state.seats
    board = state.board
    while taken != 0:
        square = first + lowest(taken)
        taken &= taken - 1
        mark = board[square]
        number = mark % 10
        if number != 0:
            row[at + SQUARES * place_of(mark // 10 - 1, seat, seats) + square] = i16(number)
        else:
            row[at + SQUARES * seats + square] = 1


def _mark(row: vec[i16], first: i64, bits: i64) -> None:
    """A 1 for each square of a word, `first` being the place of its first square."""
    while bits != 0:
        row[first + lowest(bits)] = 1
        bits &= bits - 1


def _every(pen: Pen, numbers: vec[i64], first: i64, step: i64) -> None:
    """Some of the numbers in a row: from the first on in steps, so that a row with all seats' sums gives one's own."""
    row = pen.row
    at = pen.at
    while first < len(numbers):
        row[at] = i16(numbers[first])
        at += 1
        first += step
    pen.at = at


EYES: Final = HirobaEyes()
