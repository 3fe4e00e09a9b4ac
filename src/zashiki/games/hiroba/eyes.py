"""Hiroba as numbers. Nothing is hidden, so only the seat from which one looks makes a difference."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from zashiki.core.eyes import AROUND, Eyes, Field, Pen, place_of
from zashiki.core.game import State
from zashiki.core.options import Options
from zashiki.games.hiroba.ground import GARDENS
from zashiki.games.hiroba.rules import PEBBLE, SECOND, TURNINGS, HirobaState
from zashiki.games.hiroba.score import LARGEST_GARDEN, standing
from zashiki.games.hiroba.squares import LOW_SQUARES, SQUARES, in_word
from zashiki.games.hiroba.tiles import PLACES, START_SQUARE, garden_squares

HIGH_SQUARES: Final = SQUARES - LOW_SQUARES
PAIRS: Final = 5
"""Kinds of pebbles: 1/9, 2/8, 3/7, 4/6 and 5/5 (HB-1.2)."""

_GARDEN: Final = vec[i64](
    [
        in_word(garden_squares(face, place, letter), high=place >= 6)
        for letter in range(2)
        for face in range(48)
        for place in range(PLACES)
    ]
)
"""By 432 * garden of the tile + 9 * face + place: its squares, in the place's own word."""
_SECOND_GARDEN: Final = 48 * PLACES


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
        self._terrain(state, pen)
        self._pieces(state, seat, pen)
        self._places(state, seat, pen)
        self._supplies(state, seat, pen)
        self._score(state, seat, pen)

    def _terrain(self, state: HirobaState, pen: Pen) -> None:
        """What the tiles show, as far as they are turned."""
        turned: i64 = PLACES
        if state.phase <= TURNINGS:
            turned = 0
            if state.phase == TURNINGS:
                turned = state.place
        self._squares(state, turned, 0, pen)
        self._squares(state, turned, _SECOND_GARDEN, pen)
        at = pen.at
        pen.blank(SQUARES)
        low: i64 = 0
        high: i64 = 0
        place: i64 = 0
        while place < turned:
            if state.in_play(place):
                pen.row[at + state.pond(place)] = 1
                start = START_SQUARE[PLACES * state.face(place) + place]
                if place < 6:
                    low |= start
                else:
                    high |= start
            place += 1
        _plane(pen, low, high)

    def _squares(self, state: HirobaState, turned: i64, first: i64, pen: Pen) -> None:
        """One garden of each tile; `first` is where those gardens begin in the table."""
        low: i64 = 0
        high: i64 = 0
        place: i64 = 0
        while place < turned:
            if state.in_play(place):
                squares = _GARDEN[first + PLACES * state.face(place) + place]
                if place < 6:
                    low |= squares
                else:
                    high |= squares
            place += 1
        _plane(pen, low, high)

    def _pieces(self, state: HirobaState, seat: i64, pen: Pen) -> None:
        """Pebbles by owner, and stones; whose a stone was changes nothing any more."""
        seats = state.seats
        at = pen.at
        pen.blank((seats + 1) * SQUARES)
        row = pen.row
        board = state.board
        square: i64 = 0
        while square < SQUARES:
            mark = board[square]
            if mark != 0:
                number = mark % 10
                if number != 0:
                    row[at + SQUARES * place_of(mark // 10 - 1, seat, seats) + square] = i16(number)
                else:
                    row[at + SQUARES * seats + square] = 1
            square += 1

    def _places(self, state: HirobaState, seat: i64, pen: Pen) -> None:
        """Where each seat and each number could go: a seat may place a number of its own where both meet."""
        low = state.free_low
        high = state.free_high
        for other in AROUND[state.seats][seat]:
            place: i64 = other
            _plane(pen, low & state.reach[2 * place], high & state.reach[2 * place + 1])
        number: i64 = 1
        while number < 10:
            _plane(pen, low & state.lacks[2 * number], high & state.lacks[2 * number + 1])
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


def _plane(pen: Pen, low: i64, high: i64) -> None:
    """A set of squares."""
    pen.bits(low, 0, LOW_SQUARES)
    pen.bits(high, 0, HIGH_SQUARES)


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
