"""A simple model of Hiroba, taken from the rules: squares are words such as "e5", everything is recomputed on demand.

A board has 9×9 squares: columns a to i from the left, rows 9 to 1 from the top. A place, where a tile goes, is named
after its middle square.
"""

from collections.abc import Iterator
from functools import cache

from models.hiroba_score import Garden, Tally
from models.hiroba_tiles import STANDARD, Picture, pictures, turned

CHANCE = -1
NO_STONE = "no stone"
TURNINGS = (0, 90, 180, 270)
NUMBERS = range(1, 10)

COLUMNS = "abcdefghi"
ROWS = "987654321"
SQUARES = [column + row for row in ROWS for column in COLUMNS]
PLACES = ("b8", "e8", "h8", "b5", "e5", "h5", "b2", "e2", "h2")
RING = ("b8", "e8", "h8", "h5", "h2", "e2", "b2", "b5")
"""HB-R2: the outer places, clockwise."""

PEBBLES = (1, 1, 2, 2, 3, 3, 4, 4, 5)
"""HB-1.2: the lower side of each pebble; both sides add up to 10."""
STONES = {2: (2, 1), 3: (2, 1, 0), 4: (2, 1, 1, 0)}
"""HB-1.3: in turn order, from the first player."""
WATER_TILES = {2: 4, 3: 2, 4: 0}
"""HB-2.2."""


@cache
def beside(square: str) -> list[str]:
    """The squares orthogonally next to `square`."""
    column, row = COLUMNS.index(square[0]), ROWS.index(square[1])
    steps = ((0, -1), (-1, 0), (1, 0), (0, 1))
    return [
        COLUMNS[column + across] + ROWS[row + down]
        for across, down in steps
        if 0 <= column + across < 9 and 0 <= row + down < 9
    ]


@cache
def squares_of(place: str) -> list[str]:
    """The nine squares of a place, in reading order."""
    column, row = COLUMNS.index(place[0]), ROWS.index(place[1])
    return [COLUMNS[column + across] + ROWS[row + down] for down in (-1, 0, 1) for across in (-1, 0, 1)]


PLACE_OF = {square: place for place in PLACES for square in squares_of(place)}


def drawn(tile: Picture, degrees: int, place: str) -> dict[str, str]:
    """What a tile, turned by `degrees`, shows on each square of `place`."""
    return dict(zip(squares_of(place), "".join(turned(tile, degrees)), strict=True))


@cache
def wet_squares(tile: Picture, degrees: int, place: str) -> frozenset[str]:
    """The squares next to the tile's pond, on this tile and on others."""
    (pond,) = [square for square, letter in drawn(tile, degrees, place).items() if letter == "~"]
    return frozenset(beside(pond))


@cache
def starting_squares(tile: Picture, degrees: int, place: str) -> frozenset[str]:
    """The tile's only starting square, as a set to match `wet_squares`."""
    return frozenset(square for square, letter in drawn(tile, degrees, place).items() if letter.isupper())


def completions(tiles: list[Picture], turnings: list[int]) -> Iterator[list[int]]:
    """All ways to complete `turnings` for the nine tiles with no pond next to a starting square (HB-2.1)."""
    laid = list(zip(tiles, turnings, PLACES, strict=False))
    wet = frozenset[str]().union(*(wet_squares(*each) for each in laid))
    starts = frozenset[str]().union(*(starting_squares(*each) for each in laid))
    yield from _completions(tiles, turnings, wet, starts)


def _completions(
    tiles: list[Picture], turnings: list[int], wet: frozenset[str], starts: frozenset[str]
) -> Iterator[list[int]]:
    if wet & starts:
        return
    if len(turnings) == len(PLACES):
        yield turnings
        return
    tile, place = tiles[len(turnings)], PLACES[len(turnings)]
    for degrees in TURNINGS:
        more_wet, more_starts = wet_squares(tile, degrees, place), starting_squares(tile, degrees, place)
        yield from _completions(tiles, [*turnings, degrees], wet | more_wet, starts | more_starts)


def side(pebble: int, number: int) -> bool:
    """HB-1.2: whether a pebble with this lower side can show `number`."""
    return number in (pebble, 10 - pebble)


class Hiroba:
    """One game. Moves and chance outcomes are given by name; seats are numbered clockwise from 0."""

    def __init__(self, seats: int, tiles: str | list[str] = STANDARD) -> None:
        """`tiles` is the option from HB-R8."""
        self.seats = seats
        self.standard = tiles == STANDARD
        self.pictures = pictures(tiles)
        """The tiles to draw from, by number."""
        self.tiles: list[int] = []
        """The numbers of the tiles, in the order of `PLACES`."""
        self.turnings: list[int] = []
        self.water: list[str] = []
        """The places turned to water."""
        self.first: int | None = None
        self.turn: int | None = None
        """Whose turn it is; None before the first and after the last."""
        self.stone_may_follow = False
        """Whether this turn's pebble is placed and a stone may follow (HB-3.4)."""
        self.pebbles: dict[str, tuple[int, int]] = {}
        """Owner and number of the pebble on each square."""
        self.stones: dict[str, int] = {}
        """Owner of the stone on each square."""
        self.hands = [list(PEBBLES) for _ in range(seats)]
        self.stones_left = [0] * seats
        self.out: set[int] = set()
        """The seats that could not place a pebble on their turn (HB-R3), including those with no pebbles left."""
        self.ground: dict[str, str] = {}
        """What the tiles in play show on each square, once they are turned."""
        self.gardens: list[Garden] = []
        """The gardens in play, once the water is known."""

    # The set-up

    def phase(self) -> str:
        if len(self.tiles) < len(PLACES):
            return "tiles"
        if len(self.turnings) < len(PLACES):
            return "turnings"
        if len(self.water) < WATER_TILES[self.seats]:
            return "water"
        if self.first is None:
            return "first"
        if self.turn is None:
            return "over"
        return "stone" if self.stone_may_follow else "pebble"

    def outcomes(self) -> list[str]:
        """The possible chance outcomes."""
        phase = self.phase()
        if phase == "tiles":
            return [f"tile {tile}" for tile in self.pictures if tile not in self.tiles]
        if phase == "turnings":
            # A turning is possible if the other tiles can still be turned to fit.
            ways = {degrees: completions(self.laid(), [*self.turnings, degrees]) for degrees in TURNINGS}
            return [f"turn {degrees}" for degrees in TURNINGS if next(ways[degrees], None) is not None]
        if phase == "water":
            count = WATER_TILES[self.seats]
            runs = [[RING[(start + step) % len(RING)] for step in range(count)] for start in range(len(RING))]
            return ["water " + " ".join(run) for run in runs]
        if phase == "first":
            return [f"first {seat}" for seat in range(self.seats)]
        return []

    def weight(self, outcome: str) -> int:
        """The weight of an outcome: all valid layouts are equally likely (HB-2.1)."""
        word, _, what = outcome.partition(" ")
        if word == "turn":
            return sum(1 for _ in completions(self.laid(), [*self.turnings, int(what)]))
        return 1

    def laid(self) -> list[Picture]:
        """The drawn tiles, unturned, in the order of `PLACES`."""
        return [self.pictures[tile] for tile in self.tiles]

    def _set_up(self, outcome: str) -> None:
        word, *what = outcome.split()
        if word == "tile":
            self.tiles.append(int(what[0]))
        elif word == "turn":
            at = len(self.turnings)
            self.turnings.append(int(what[0]))
            self.ground.update(drawn(self.laid()[at], self.turnings[at], PLACES[at]))
        elif word == "water":
            self.water = what
            for place in self.water:
                for square in squares_of(place):
                    del self.ground[square]  # HB-2.2: not used
        else:
            self.first = self.turn = int(what[0])
            for step, count in enumerate(STONES[self.seats]):
                self.stones_left[(self.first + step) % self.seats] = count
            self.gardens = [self._garden(place, letter) for place in self.places_in_play() for letter in "ab"]

    def _garden(self, place: str, letter: str) -> Garden:
        return Garden(place, tuple(square for square in squares_of(place) if self.ground[square].lower() == letter))

    def places_in_play(self) -> list[str]:
        return [place for place in PLACES if place not in self.water]

    # The ground

    def ponds(self) -> list[str]:
        return [square for square, letter in self.ground.items() if letter == "~"]

    def garden_at(self, square: str) -> Garden | None:
        return next((garden for garden in self.gardens if square in garden.squares), None)

    def is_start(self, square: str) -> bool:
        return self.ground.get(square, "~").isupper()

    def empty_squares(self) -> list[str]:
        """Garden squares without a pebble and without a stone."""
        taken = {*self.pebbles, *self.stones}
        return [square for square, letter in self.ground.items() if letter != "~" and square not in taken]

    # Who may do what

    def waiting(self) -> tuple[int, ...]:
        if self.phase() == "over":
            return ()
        return (CHANCE,) if self.turn is None else (self.turn,)

    def legal(self, seat: int) -> set[str]:
        """The moves of `seat`; none if it is not its turn."""
        if seat == CHANCE:
            return set(self.outcomes())
        if self.turn != seat:
            return set()
        if self.stone_may_follow:
            return {NO_STONE} | {f"stone {square}" for square in self.empty_squares()}  # HB-3.4
        return {f"{number}@{square}" for number, square in self.placings(seat)}

    def placings(self, seat: int) -> list[tuple[int, str]]:
        """Every number and square that HB-3.1 to HB-3.3 allow `seat`, on its turn or not."""
        own = [square for square, (owner, _) in self.pebbles.items() if owner == seat]
        numbers = [number for number in NUMBERS if any(side(pebble, number) for pebble in self.hands[seat])]
        found = []
        for square in self.empty_squares():
            if own:
                reached = any(square[0] == other[0] or square[1] == other[1] for other in own)  # HB-3.2
            else:
                reached = self.is_start(square)
            if reached:
                taken = self.numbers_seen(square)
                found += [(number, square) for number in numbers if number not in taken]
        return found

    def numbers_seen(self, square: str) -> set[int]:
        """HB-3.3: the numbers in the row, column and garden of `square`, whoever placed them; HB-R6."""
        garden = self.garden_at(square)
        assert garden is not None, f"{square} is in no garden"
        return {
            number
            for other, (_, number) in self.pebbles.items()
            if other[0] == square[0] or other[1] == square[1] or other in garden.squares
        }

    # Playing

    def apply(self, seat: int, move: str) -> None:
        """Make a move or a chance outcome, given by name; it must be legal."""
        assert move in self.legal(seat), f"{move!r} of {seat} is not one of {self.legal(seat)}"
        if seat == CHANCE:
            self._set_up(move)
        elif self.stone_may_follow:
            if move != NO_STONE:
                self.stones[move.removeprefix("stone ")] = seat
                self.stones_left[seat] -= 1
            self._next_turn(seat)
        else:
            number, square = int(move[0]), move[2:]
            self.hands[seat].remove(min(number, 10 - number))
            self.pebbles[square] = (seat, number)
            if self.stones_left[seat] and self.empty_squares():
                self.stone_may_follow = True
            else:
                self._next_turn(seat)

    def _next_turn(self, seat: int) -> None:
        """HB-2.3 and HB-R3: clockwise to the next seat that can place; HB-4.1: the game ends when none can."""
        self.stone_may_follow = False
        self.turn = None
        for step in range(1, self.seats + 1):
            asked = (seat + step) % self.seats
            if self.placings(asked):
                assert asked not in self.out, f"{asked} was out and can place again, which HB-R3 rules out"
                self.turn = asked
                return
            self.out.add(asked)

    # The result

    def tally(self) -> Tally:
        """The result if the game ended now."""
        ponds = {pond: beside(pond) for pond in self.ponds()} if self.first is not None else {}
        return Tally(self.seats, self.gardens, ponds, self.pebbles, self.stones)

    def winners(self) -> tuple[int, ...]:
        return self.tally().best() if self.phase() == "over" else ()
