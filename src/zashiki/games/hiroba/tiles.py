"""Hiroba: the tiles and where they lie, as numbers (HB-1.1, HB-R1, HB-R2).

A *place* is where a tile lies, 0 to 8 in reading order, named after its middle square. Squares of one tile are all in
one word of a set (see `squares`).

A tile with its turning is one number, its *face*: 4 * tile + quarter turns clockwise, tiles counted from 0 here and
from 1 by people. The twelve tiles look different in all their turnings.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import mask
from zashiki.games.hiroba.squares import LOW_SQUARES, SQUARE_NAMES, SQUARES, in_word, neighbours

TILES: Final = (
    "~ab bab bbB",
    "b~b bbb Aab",
    "~aa bab bBb",
    "~bb bba baA",
    "a~b Aab bbb",
    "b~b bbb aAa",
    "aab a~b bbB",
    "~aA aab bbb",
    "~ab aaB abb",
    "~aa bAa bbb",
    "a~b aab abB",
    "Aaa a~b bbb",
)
"""HB-R1: `a` and `b` are the gardens, `~` is the pond, a capital letter the starting square."""

TILE_COUNT: Final = 12
PLACES: Final = 9

RING: Final = (0, 1, 2, 5, 8, 7, 6, 3)
"""The outer places, clockwise from the top left."""


def turned(tile: int, turn: int) -> str:
    """The nine squares of a tile, row by row, after so many quarter turns clockwise."""
    rows = TILES[tile].split()
    for _ in range(turn):
        rows = ["".join(rows[2 - row][column] for row in range(3)) for column in range(3)]
    return "".join(rows)


FACES: Final = [turned(tile, turn) for tile in range(TILE_COUNT) for turn in range(4)]
"""What lies where on each tile, by face."""

_IN_PLACE: Final = [
    [27 * (place // 3) + 3 * (place % 3) + 9 * (cell // 3) + cell % 3 for cell in range(9)] for place in range(PLACES)
]

PLACE_OF: Final = vec[i64]([square // 27 * 3 + square % 9 // 3 for square in range(SQUARES)])
"""The place that a square is in."""
CELL_OF: Final = vec[i64]([square // 9 % 3 * 3 + square % 3 for square in range(SQUARES)])
"""Which of the nine squares of its tile it is."""
PLACE_NAMES: Final = [SQUARE_NAMES[squares[4]] for squares in _IN_PLACE]


def squares_in(place: int) -> list[int]:
    """The squares of a place, in the order of a face."""
    return _IN_PLACE[place]


def _own_word(squares: list[int]) -> int:
    """The bits of squares of one tile in the word that they are all in."""
    return in_word(squares, bool(squares) and squares[0] >= LOW_SQUARES)


def _cells(place: int, face: int, letters: str) -> list[int]:
    return [square for square, letter in zip(squares_in(place), FACES[face], strict=True) if letter in letters]


def _line(square: int) -> list[int]:
    return [other for other in range(SQUARES) if other // 9 == square // 9 or other % 9 == square % 9]


LINE_LOW: Final = vec[i64]([in_word(_line(square), high=False) for square in range(SQUARES)])
LINE_HIGH: Final = vec[i64]([in_word(_line(square), high=True) for square in range(SQUARES)])
"""The row and the column of each square, water or not (HB-R2)."""

GARDEN_SQUARES: Final = vec[i64](
    [_own_word(_cells(place, face, "abAB")) for face in range(48) for place in range(PLACES)]
)
"""By 9 * face + place: all squares of both gardens, in the place's own word."""
START_SQUARE: Final = vec[i64]([_own_word(_cells(place, face, "AB")) for face in range(48) for place in range(PLACES)])
"""By 9 * face + place: the starting square."""


def _garden_around(face: int, square: int) -> int:
    place = square // 27 * 3 + square % 9 // 3
    letter = FACES[face][squares_in(place).index(square)].lower()
    return 0 if letter == "~" else _own_word(_cells(place, face, letter + letter.upper()))


GARDEN_AROUND: Final = vec[i64]([_garden_around(face, square) for face in range(48) for square in range(SQUARES)])
"""By 81 * face + square: the garden that the square is part of, if a tile with that face lies there."""

SECOND_GARDEN: Final = vec[i64]([_own_word(_cells(place, face, "bB")) for face in range(48) for place in range(PLACES)])
"""By 9 * face + place: the squares of the second garden."""
POND: Final = vec[i64]([_own_word(_cells(place, face, "~")) for face in range(48) for place in range(PLACES)])
"""By 9 * face + place: the pond."""

GARDEN_LETTER: Final = vec[i64]([{"a": 0, "b": 1, "~": -1}[letter.lower()] for face in FACES for letter in face])
"""By 9 * face + cell: which garden of the tile it is, 0 or 1; -1 is the pond."""
GARDEN_SIZE: Final = vec[i64]([row.lower().replace(" ", "").count(letter) for row in TILES for letter in "ab"])
"""By 2 * tile + garden."""
POND_SQUARE: Final = vec[i64]([squares_in(place)[face.index("~")] for face in FACES for place in range(PLACES)])
"""By 9 * face + place: the number of the pond's square."""


def _four(square: int) -> list[int]:
    around = neighbours(square)
    return around + [-1] * (4 - len(around))


NEIGHBOURS: Final = vec[i64]([other for square in range(SQUARES) for other in _four(square)])
"""From 4 * square on: the squares next to a square, -1 where the board ends."""


def _clash(one: str, other: str) -> bool:
    """Whether two squares next to each other are a pond and a starting square (HB-2.1)."""
    return (one == "~" and other.isupper()) or (other == "~" and one.isupper())


def _turnings_beside(face: int, tile: int) -> int:
    """The turnings of a tile, as bits 0 to 3, that may lie to the right of a face."""
    mine = FACES[face][2::3]
    return mask([turn for turn in range(4) if not any(map(_clash, mine, FACES[4 * tile + turn][0::3]))])


def _turnings_below(face: int, tile: int) -> int:
    mine = FACES[face][6:]
    return mask([turn for turn in range(4) if not any(map(_clash, mine, FACES[4 * tile + turn][:3]))])


BESIDE: Final = vec[i64]([_turnings_beside(face, tile) for face in range(48) for tile in range(TILE_COUNT)])
"""By 12 * face + tile: the turnings, as bits, with which the tile may lie to the right of the face."""
BELOW: Final = vec[i64]([_turnings_below(face, tile) for face in range(48) for tile in range(TILE_COUNT)])
"""By 12 * face + tile: the turnings with which it may lie below the face."""


def _run(start: int, length: int) -> list[int]:
    """A connected run of the ring of outer places (HB-R2)."""
    return [RING[(start + step) % 8] for step in range(length)]


WATER_RUNS: Final = [_run(start, 4) for start in range(8)] + [_run(start, 2) for start in range(8)]
"""What may be turned to water: eight runs of four places for 2 players, then eight of two for 3 (HB-2.2)."""
WATER_BITS: Final = vec[i64]([mask(run) for run in WATER_RUNS])


def garden_squares(face: int, place: int, letter: int) -> list[int]:
    """The squares of the first garden (0) or the second (1) of a tile that lies at a place."""
    return _cells(place, face, "bB" if letter else "aA")
