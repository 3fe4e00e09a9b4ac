"""Hiroba: the rules.

Source: the rulebook of Hiroba (J. Benvenuto, A. Droit and B. Roux, Funnyfox, 2022), as restated in `rules.md` beside
this file; ids such as HB-3.3 point there.

Notes on this implementation. Chance first draws the tile of each place, in reading order, all tiles alike; then the
turning of each place by the number of layouts that are still possible with it, so that all turnings that pass HB-2.1
are equally likely and the set-up never fails. Then come the water (HB-2.2) and the first player. A turn is one
decision, which number on which square, and a second one for a seat that has a stone left. A seat that cannot place is
skipped without being asked (HB-R3). Points are given at the end; until then `scores` tells what they would be if the
game ended now.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, choose, count_both, lowest, members, zeros
from zashiki.core.game import CHANCE, OVER, State
from zashiki.core.rng import Rng
from zashiki.games.hiroba.legal_moves import fitting, pebble_moves, random_pebble, stone_moves
from zashiki.games.hiroba.score import Counts, standing, victors
from zashiki.games.hiroba.squares import LOW_SQUARES, SQUARES, holds, random_square
from zashiki.games.hiroba.tile_turns import face_at, onward, random_turning, ways
from zashiki.games.hiroba.tiles import (
    CELL_OF,
    LINE_HIGH,
    LINE_LOW,
    NEIGHBOURS,
    PLACE_OF,
    PLACES,
    WATER_BITS,
    TileSet,
)

TILES: Final = 0
TURNINGS: Final = 1
WATER: Final = 2
FIRST: Final = 3
PEBBLE: Final = 4
STONE: Final = 5
END: Final = 6
PHASES: Final = ("tiles", "turnings", "water", "first", "pebble", "stone", "over")

# Moves of a seat: 81 * (number - 1) + square places a pebble, then come the stones.
STONE_MOVE: Final = 729
NO_STONE: Final = 810
MOVE_COUNT: Final = 811

# Outcomes of chance: 0 to 11 are the tiles; a table may have fewer (HB-R8).
TURN_BASE: Final = 12
WATER_BASE: Final = 16
"""Eight runs of four places for 2 seats; with 8 more, those of two places for 3 seats."""
FIRST_BASE: Final = 32

ALL_LOW: Final = 0x3F_FFFF_FFFF_FFFF
ALL_HIGH: Final = 0x7FF_FFFF

FULL_HAND: Final = 0xF_7BFE
"""HB-1.2: bits 1 to 9 are the numbers at hand; bits 11 to 19 those that a second, equal pebble shows."""
NUMBERS: Final = 0x3FE
SECOND: Final = 10
_SIDES: Final = vec[i64]([0] + [2**number | 2 ** (10 - number) for number in range(1, 10)])
"""The numbers on both sides of the pebble that shows a number."""

STONES: Final = vec[i64]([0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 1, 0])
"""By 4 * seats + place in turn order: stones at the start (HB-1.3)."""

_NO_ROW: Final = vec[i64]([])


@final
class HirobaState(State):
    """One game of Hiroba."""

    tiles: TileSet
    """The tiles that are drawn from: shared by all copies of the state."""
    phase: i64 = TILES
    """One of TILES, TURNINGS, WATER, FIRST, PEBBLE, STONE, END."""
    order: i64 = 0
    """The tile of each place, four bits each."""
    turns: i64 = 0
    """The quarter turns of each place, two bits each."""
    place: i64 = 0
    """In the set-up, the place that is laid or turned next."""
    tiles_left: i64
    """The tiles that do not lie on the table, as bits."""
    water: i64 = 0
    """The places that are turned to water, as bits (HB-2.2)."""
    first: i64 = 0
    """The first player."""
    mover: i64 = 0
    """Whose turn it is."""
    board: vec[i64] = _NO_ROW
    """What lies on each square: 0, or 10 * (seat + 1) + the number of a pebble; the number 0 is a stone."""
    free_low: i64 = 0
    """Garden squares without pebble and stone, as bits; see `squares` for low and high."""
    free_high: i64 = 0
    lacks: vec[i64] = _NO_ROW
    """At 2 * number (low) and 2 * number + 1 (high): squares whose row, column and garden lack the number (HB-3.3)."""
    reach: vec[i64] = _NO_ROW
    """At 2 * seat and 2 * seat + 1: the rows and columns with a pebble of the seat; at first the starting squares."""
    hand: vec[i64] = _NO_ROW
    """What each seat has left to place; see FULL_HAND."""
    stones: vec[i64] = _NO_ROW
    """How many stones each seat has left."""
    out: i64 = 0
    """The seats that were found unable to place (HB-R3), as bits; those without pebbles too."""
    onwards: vec[i64] = _NO_ROW
    """While tiles are turned: in how many ways one can go on, once somebody has asked; empty before (see `onward`)."""

    def __init__(self, seats: i64, tiles: TileSet) -> None:
        self.seats = seats
        self.tiles = tiles
        self.tiles_left = BIT[tiles.count] - 1

    def set_up(self) -> None:
        """Lay everything out that chance does not decide."""
        self.board = zeros(SQUARES)
        self.lacks = _ALL_LACK[:]
        self.reach = zeros(2 * self.seats)
        self.hand = _FULL_HANDS[: self.seats]
        self.stones = zeros(self.seats)

    def clone(self) -> "HirobaState":
        twin = HirobaState(self.seats, self.tiles)
        twin.phase = self.phase
        twin.order = self.order
        twin.turns = self.turns
        twin.place = self.place
        twin.tiles_left = self.tiles_left
        twin.water = self.water
        twin.first = self.first
        twin.mover = self.mover
        twin.free_low = self.free_low
        twin.free_high = self.free_high
        twin.out = self.out
        twin.board = self.board[:]
        twin.lacks = self.lacks[:]
        twin.reach = self.reach[:]
        twin.hand = self.hand[:]
        twin.stones = self.stones[:]
        twin.onwards = self.onwards
        return twin

    def resample(self, seat: i64, rng: Rng) -> "HirobaState":
        return self.clone()  # everything lies open

    # Turns and legal moves

    def turn(self) -> i64:
        phase = self.phase
        if phase == PEBBLE or phase == STONE:  # noqa: SIM109 - a tuple would be boxed here
            return self.mover
        if phase == END:
            return OVER
        return CHANCE

    def within(self, seat: i64) -> tuple[i64, i64]:
        """Free squares (HB-3.1) in the reach of the seat (HB-3.2)."""
        return self.free_low & self.reach[2 * seat], self.free_high & self.reach[2 * seat + 1]

    def spots(self, seat: i64, number: i64) -> tuple[i64, i64]:
        """Where the seat could put a pebble that shows the number (HB-3.3)."""
        if self.hand[seat] & BIT[number] == 0:  # HB-1.2
            return 0, 0
        low, high = self.within(seat)
        return fitting(low, high, self.lacks, number)

    def can_place(self, seat: i64) -> bool:
        """Whether the seat could place any pebble."""
        low, high = self.within(seat)
        numbers = self.hand[seat] & NUMBERS
        while numbers != 0:
            some, others = fitting(low, high, self.lacks, lowest(numbers))
            if some | others != 0:
                return True
            numbers &= numbers - 1
        return False

    def allows(self, seat: i64, action: i64) -> bool:
        """Whether the seat may make the move now: the same as being in `legal`, for one move alone."""
        if seat != self.mover:
            return False
        if self.phase == PEBBLE and action < STONE_MOVE:
            low, high = self.spots(seat, action // SQUARES + 1)
            return holds(low, high, action % SQUARES)
        if self.phase == STONE and action >= STONE_MOVE:
            return action == NO_STONE or holds(self.free_low, self.free_high, action - STONE_MOVE)
        return False

    def legal(self, seat: i64) -> list[int]:
        if seat == CHANCE:
            return self._outcomes()
        if seat != self.mover:
            return []
        if self.phase == PEBBLE:
            low, high = self.within(seat)
            return pebble_moves(self.hand[seat], low, high, self.lacks)
        if self.phase == STONE:
            return stone_moves(STONE_MOVE, self.free_low, self.free_high, NO_STONE)
        return []

    def _outcomes(self) -> list[int]:
        phase = self.phase
        if phase == TILES:
            return members(self.tiles_left)
        if phase == TURNINGS:
            counts = self._ways()
            return [TURN_BASE + turn for turn in range(4) if counts[turn] > 0]
        if phase == WATER:
            return list(range(self._water_base(), self._water_base() + 8))
        if phase == FIRST:
            return list(range(FIRST_BASE, FIRST_BASE + self.seats))
        return []

    def weights(self) -> list[int]:
        if self.phase == TURNINGS:
            return [number for number in self._ways() if number > 0]
        return [1] * len(self._outcomes())

    def _ways(self) -> list[int]:
        if len(self.onwards) == 0:
            self.onwards = onward(self.tiles, self.order)
        return ways(self.tiles, self.onwards, self.order, self.turns, self.place)

    def _water_base(self) -> i64:
        if self.seats == 2:
            return WATER_BASE
        return WATER_BASE + 8

    # Applying moves

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == PEBBLE:
            self._place(seat, action // SQUARES + 1, action % SQUARES)
        elif phase == STONE:
            self._stone(seat, action)
        elif phase == TILES:
            self._lay(action)
        elif phase == TURNINGS:
            self._turn(action - TURN_BASE)
        elif phase == WATER:
            self.water = WATER_BITS[action - WATER_BASE]
            self.phase = FIRST
        elif phase == FIRST:
            self._begin(action - FIRST_BASE)

    def step(self, rng: Rng) -> None:
        phase = self.phase
        if phase == PEBBLE:
            seat = self.mover
            low, high = self.within(seat)
            number, square = random_pebble(self.hand[seat], low, high, self.lacks, rng)
            self._place(seat, number, square)
        elif phase == STONE:
            self._random_stone(self.mover, rng)
        elif phase == TILES:
            self._lay(choose(self.tiles_left, rng))
        elif phase == TURNINGS:
            self._turn(random_turning(self.tiles, self.order, self.turns, self.place, rng))
        elif phase == WATER:
            self.apply(CHANCE, self._water_base() + rng.below(8))
        elif phase == FIRST:
            self._begin(rng.below(self.seats))

    def _random_stone(self, seat: i64, rng: Rng) -> None:
        free = count_both(self.free_low, self.free_high)
        if rng.below(free + 1) == free:
            self._stone(seat, NO_STONE)
        else:
            self._stone(seat, STONE_MOVE + random_square(self.free_low, self.free_high, rng))

    # The set-up

    def _lay(self, tile: i64) -> None:
        self.order |= tile << (4 * self.place)
        self.tiles_left &= ~BIT[tile]
        self.place += 1
        if self.place == PLACES:
            self.place = 0
            self.phase = TURNINGS

    def _turn(self, turn: i64) -> None:
        self.turns |= turn << (2 * self.place)
        self.place += 1
        if self.place == PLACES:
            self.onwards = _NO_ROW
            self.phase = WATER
            if self.seats == 4:  # HB-2.2: all nine tiles are in play
                self.phase = FIRST

    def _begin(self, first: i64) -> None:
        garden_squares = self.tiles.garden_squares
        start_square = self.tiles.start_square
        starts_low: i64 = 0
        starts_high: i64 = 0
        place: i64 = 0
        while place < PLACES:
            if self.water & BIT[place] == 0:
                index = PLACES * self.face(place) + place
                if place < 6:
                    self.free_low |= garden_squares[index]
                    starts_low |= start_square[index]
                else:
                    self.free_high |= garden_squares[index]
                    starts_high |= start_square[index]
            place += 1
        seat = first
        turn: i64 = 0
        while turn < self.seats:
            self.reach[2 * seat] = starts_low  # HB-3.2
            self.reach[2 * seat + 1] = starts_high
            self.stones[seat] = STONES[4 * self.seats + turn]
            seat = self._next(seat)
            turn += 1
        self.first = first
        self.mover = first
        self.phase = PEBBLE

    # A turn

    def _next(self, seat: i64) -> i64:
        seat += 1
        if seat == self.seats:
            return 0
        return seat

    def _place(self, seat: i64, number: i64, square: i64) -> None:
        line_low = LINE_LOW[square]
        line_high = LINE_HIGH[square]
        hand = self.hand[seat]
        reach = self.reach
        if hand == FULL_HAND:  # HB-3.2: from now on rows and columns count, not starting squares
            reach[2 * seat] = line_low
            reach[2 * seat + 1] = line_high
        else:
            reach[2 * seat] |= line_low
            reach[2 * seat + 1] |= line_high
        sides = _SIDES[number]
        if hand & (sides << SECOND) != 0:
            sides <<= SECOND
        self.hand[seat] = hand & ~sides
        self.board[square] = 10 * seat + 10 + number
        garden = self.tiles.garden_around[SQUARES * self.face(PLACE_OF[square]) + square]
        if square < LOW_SQUARES:
            self.free_low &= ~BIT[square]
            line_low |= garden
        else:
            self.free_high &= ~BIT[square - LOW_SQUARES]
            line_high |= garden
        lacks = self.lacks
        lacks[2 * number] &= ~line_low
        lacks[2 * number + 1] &= ~line_high
        if self.stones[seat] > 0:
            self.phase = STONE  # HB-3.4; some garden square is always free: 40 for 21 pieces, 56 for 30, 72 for 40
        else:
            self._pass_on(seat)

    def _stone(self, seat: i64, action: i64) -> None:
        if action != NO_STONE:
            square = action - STONE_MOVE
            self.stones[seat] -= 1
            self.board[square] = 10 * seat + 10
            if square < LOW_SQUARES:
                self.free_low &= ~BIT[square]
            else:
                self.free_high &= ~BIT[square - LOW_SQUARES]
        self._pass_on(seat)

    def _pass_on(self, seat: i64) -> None:
        """The turn goes clockwise to the next seat that can place (HB-R3); when nobody can, the game ends (HB-4.1)."""
        asked: i64 = 0
        while asked < self.seats:
            seat = self._next(seat)
            if self.out & BIT[seat] == 0:
                if self.can_place(seat):
                    self.mover = seat
                    self.phase = PEBBLE
                    return
                self.out |= BIT[seat]
            asked += 1
        self.phase = END

    # Scores

    def face(self, place: i64) -> i64:
        """The tile at a place with its turning."""
        return face_at(self.order, self.turns, place)

    def in_play(self, place: i64) -> bool:
        """Whether the tile of a place is not turned to water."""
        return self.water & BIT[place] == 0

    def pond(self, place: i64) -> i64:
        """The square of the pond at a place."""
        return self.tiles.pond_square[PLACES * self.face(place) + place]

    def garden_at(self, square: i64) -> i64:
        """The garden of a garden square: 2 * place, or 2 * place + 1."""
        place = PLACE_OF[square]
        return 2 * place + self.tiles.garden_letter[9 * self.face(place) + CELL_OF[square]]

    def counts(self) -> Counts:
        """What lies in the gardens (two for each place) and around the ponds (one for each place)."""
        seats = self.seats
        found = Counts(seats, 2 * PLACES, PLACES)
        if self.phase < PEBBLE:
            return found
        sizes = found.sizes
        empty = found.empty
        sums = found.gardens
        near = found.ponds
        board = self.board
        garden_size = self.tiles.garden_size
        garden_squares = self.tiles.garden_squares
        second_garden = self.tiles.second_garden
        pond_square = self.tiles.pond_square
        place: i64 = 0
        while place < PLACES:
            if self.in_play(place):
                face = self.face(place)
                tile = face >> 2
                size = garden_size[2 * tile]
                sizes[2 * place] = size
                empty[2 * place] = size
                size = garden_size[2 * tile + 1]
                sizes[2 * place + 1] = size
                empty[2 * place + 1] = size
                index = PLACES * face + place
                first: i64 = 0
                taken = garden_squares[index] & ~self.free_low
                if place >= 6:
                    first = LOW_SQUARES
                    taken = garden_squares[index] & ~self.free_high
                while taken != 0:
                    bit = lowest(taken)
                    taken &= taken - 1
                    mark = board[first + bit]
                    garden = 2 * place + ((second_garden[index] >> bit) & 1)
                    empty[garden] -= 1
                    sums[seats * garden + mark // 10 - 1] += mark % 10  # a stone adds 0
                _count_pond(near, seats * place, pond_square[index], board)
            place += 1
        return found

    def scores(self) -> list[int]:
        return [int(points) for points in standing(self.counts()).points]

    def winners(self) -> tuple[int, ...]:
        return tuple(members(victors(standing(self.counts())))) if self.phase == END else ()


_ALL_LACK: Final = vec[i64]([0, 0] + [ALL_LOW, ALL_HIGH] * 9)
_FULL_HANDS: Final = vec[i64]([FULL_HAND] * 4)


def _count_pond(sums: vec[i64], row: i64, pond: i64, board: vec[i64]) -> None:
    """HB-4.2: only the squares orthogonally next to it; one next to two ponds is counted at both."""
    side: i64 = 4 * pond
    last = side + 4
    while side < last:
        square = NEIGHBOURS[side]
        if square >= 0:
            mark = board[square]
            if mark != 0:
                sums[row + mark // 10 - 1] += mark % 10
        side += 1
