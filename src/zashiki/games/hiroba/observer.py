"""Hiroba as numbers. Nothing is hidden; observations differ only in being relative to the seat."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from zashiki.core.bits import BIT, lowest, zeros
from zashiki.core.game import State
from zashiki.core.observation import AROUND, Field, ObservationWriter, Observer, relative_seat
from zashiki.core.options import Options
from zashiki.games.hiroba.layout import GARDENS
from zashiki.games.hiroba.legal_moves import fitting
from zashiki.games.hiroba.rules import PEBBLE, SECOND, TURNINGS, HirobaState
from zashiki.games.hiroba.score import LARGEST_GARDEN, standing
from zashiki.games.hiroba.squares import LOW_SQUARES, SQUARES
from zashiki.games.hiroba.tiles import PLACES

HIGH_SQUARES: Final = SQUARES - LOW_SQUARES
PAIRS: Final = 5
"""Kinds of pebbles: 1/9, 2/8, 3/7, 4/6 and 5/5 (HB-1.2)."""


@final
class HirobaObserver(Observer):
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

    def observe(self, state: State, seat: i64, writer: ObservationWriter) -> None:
        assert isinstance(state, HirobaState)
        seats = state.seats
        writer.one_hot(seats, seat)
        writer.one_hot(7, state.phase)
        first: i64 = -1
        if state.phase >= PEBBLE:
            first = state.first
        writer.one_hot(seats, relative_seat(first, seat, seats))
        writer.one_hot(seats, relative_seat(state.turn(), seat, seats))
        taken_low, taken_high = _terrain(state, writer)
        _pieces(state, seat, writer, taken_low, taken_high)
        self._places(state, seat, writer)
        self._supplies(state, seat, writer)
        self._score(state, seat, writer)

    def _places(self, state: HirobaState, seat: i64, writer: ObservationWriter) -> None:
        """Where each seat and each number could go: a seat may place a number of its own where both meet."""
        for other in AROUND[state.seats][seat]:
            low, high = state.within(other)
            _plane(writer, low, high)
        number: i64 = 1
        while number < 10:
            low, high = fitting(state.free_low, state.free_high, state.lacks, number)
            _plane(writer, low, high)
            number += 1

    def _supplies(self, state: HirobaState, seat: i64, writer: ObservationWriter) -> None:
        around = AROUND[state.seats][seat]
        for other in around:
            hand = state.hand[other]
            number: i64 = 1
            while number <= PAIRS:
                writer.number(((hand >> number) & 1) + ((hand >> (number + SECOND)) & 1))
                number += 1
        for other in around:
            writer.number(state.stones[other])
        for other in around:
            writer.number((state.out >> other) & 1)

    def _score(self, state: HirobaState, seat: i64, writer: ObservationWriter) -> None:
        """What counts in the end, as it is now (HB-4.2 to HB-4.5)."""
        seats = state.seats
        around = AROUND[seats][seat]
        counts = state.counts()
        result = standing(counts)
        _every(writer, counts.sizes, 0, 1)
        _every(writer, counts.empty, 0, 1)
        for other in around:
            _every(writer, counts.gardens, other, seats)
        for other in around:
            _every(writer, counts.ponds, other, seats)
        for other in around:
            writer.number(result.won[other])
        for other in around:
            writer.number(result.koi[other])
        for other in around:
            writer.number(result.points[other])


def _terrain(state: HirobaState, writer: ObservationWriter) -> tuple[i64, i64]:
    """What the tiles show, as far as they are turned; the garden squares where something lies."""
    turned: i64 = PLACES
    if state.phase <= TURNINGS:
        turned = 0
        if state.phase == TURNINGS:
            turned = state.place
    garden_squares = state.tiles.garden_squares
    second_garden = state.tiles.second_garden
    pond = state.tiles.pond
    start_square = state.tiles.start_square
    low: i64 = 0
    high: i64 = 0
    second_low: i64 = 0
    second_high: i64 = 0
    ponds_low: i64 = 0
    ponds_high: i64 = 0
    starts_low: i64 = 0
    starts_high: i64 = 0
    place: i64 = 0
    while place < turned:
        if state.in_play(place):
            index = PLACES * state.face(place) + place
            if place < 6:
                low |= garden_squares[index]
                second_low |= second_garden[index]
                ponds_low |= pond[index]
                starts_low |= start_square[index]
            else:
                high |= garden_squares[index]
                second_high |= second_garden[index]
                ponds_high |= pond[index]
                starts_high |= start_square[index]
        place += 1
    _plane(writer, low & ~second_low, high & ~second_high)
    _plane(writer, second_low, second_high)
    _plane(writer, ponds_low, ponds_high)
    _plane(writer, starts_low, starts_high)
    if state.phase < PEBBLE:
        return 0, 0  # nothing is free yet, and nothing lies there
    return low & ~state.free_low, high & ~state.free_high


def _pieces(state: HirobaState, seat: i64, writer: ObservationWriter, low: i64, high: i64) -> None:
    """Pebbles by owner, and stones, whose owner no longer matters."""
    seats = state.seats
    board = state.board
    planes = zeros(2 * seats + 2)  # the squares of each seat's pebbles in both words, then those of stones
    _sort(planes, 0, board, seat, seats, low)
    _sort(planes, 1, board, seat, seats, high)
    row = writer.row
    word: i64 = 0
    while word < 2 * seats:
        at = writer.leave(planes[word], LOW_SQUARES)
        _numbers(row, at, board, 0, planes[word])
        at = writer.leave(planes[word + 1], HIGH_SQUARES)
        _numbers(row, at, board, LOW_SQUARES, planes[word + 1])
        word += 2
    _plane(writer, planes[word], planes[word + 1])


def _sort(planes: vec[i64], word: i64, board: vec[i64], seat: i64, seats: i64, taken: i64) -> None:
    """What lies on the squares of one word: into the planes, seen from a seat's place."""
    while taken != 0:
        bit = lowest(taken)
        taken &= taken - 1
        mark = board[LOW_SQUARES * word + bit]
        owner = seats
        if mark % 10 != 0:
            owner = relative_seat(mark // 10 - 1, seat, seats)
        planes[2 * owner + word] |= BIT[bit]


def _numbers(row: vec[i16], at: i64, board: vec[i64], first: i64, bits: i64) -> None:
    """The numbers that pebbles on some squares of a word show; `first` is the word's first square."""
    while bits != 0:
        bit = lowest(bits)
        bits &= bits - 1
        row[at + bit] = i16(board[first + bit] % 10)


def _plane(writer: ObservationWriter, low: i64, high: i64) -> None:
    """A set of squares."""
    writer.large_multi_hot(low, LOW_SQUARES)
    writer.large_multi_hot(high, HIGH_SQUARES)


def _every(writer: ObservationWriter, numbers: vec[i64], first: i64, step: i64) -> None:
    """Some of the numbers in a row: from the first on in steps, so that a row with all seats' sums gives one's own."""
    row = writer.row
    at = writer.at
    while first < len(numbers):
        row[at] = i16(numbers[first])
        at += 1
        first += step
    writer.at = at


OBSERVER: Final = HirobaObserver()
