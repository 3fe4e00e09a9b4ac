"""Hiroba: the tiles and where they lie, as numbers (HB-1.1, HB-R1, HB-R2, HB-R8).

A *place* is where a tile lies, 0 to 8 in reading order, named after its middle square. Squares of one tile are all in
one word of a set (see `squares`).

A tile with its turning is one number, its *face*: 4 * tile + quarter turns clockwise, tiles counted from 0 here and
from 1 by people. Every tile looks different in all its turnings: pond and starting square cannot both be in its middle.
"""

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import mask, members
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

MOST_TILES: Final = 12
LEAST_TILES: Final = 9
"""How many tiles a table may draw from; nine of them are laid (HB-R8, HB-2.1)."""
PLACES: Final = 9
SETS_KEPT: Final = 32
"""How many sets of tiles are remembered; each takes some 60 KB."""

RING: Final = (0, 1, 2, 5, 8, 7, 6, 3)
"""The outer places, clockwise from the top left."""


def turned(layout: str, turn: int) -> str:
    """The nine squares of a tile, row by row, after some quarter turns clockwise."""
    rows = layout.split()
    for _ in range(turn):
        rows = ["".join(rows[2 - row][column] for row in range(3)) for column in range(3)]
    return "".join(rows)


_IN_PLACE: Final = [
    [27 * (place // 3) + 3 * (place % 3) + 9 * (cell // 3) + cell % 3 for cell in range(9)] for place in range(PLACES)
]
_OWN_BIT: Final[list[list[int]]] = [[2 ** (square % LOW_SQUARES) for square in squares] for squares in _IN_PLACE]
"""By place and cell: the bit of the square in the word that its whole tile is in."""

PLACE_OF: Final = vec[i64]([square // 27 * 3 + square % 9 // 3 for square in range(SQUARES)])
"""The place that a square is in."""
CELL_OF: Final = vec[i64]([square // 9 % 3 * 3 + square % 3 for square in range(SQUARES)])
"""Which of the nine squares of its tile it is."""
PLACE_NAMES: Final = [SQUARE_NAMES[squares[4]] for squares in _IN_PLACE]


def _line(square: int) -> list[int]:
    return [other for other in range(SQUARES) if other // 9 == square // 9 or other % 9 == square % 9]


LINE_LOW: Final = vec[i64]([in_word(_line(square), high=False) for square in range(SQUARES)])
LINE_HIGH: Final = vec[i64]([in_word(_line(square), high=True) for square in range(SQUARES)])
"""The row and the column of each square, water or not (HB-R2)."""


def _four(square: int) -> list[int]:
    around = neighbours(square)
    return around + [-1] * (4 - len(around))


NEIGHBOURS: Final = vec[i64]([other for square in range(SQUARES) for other in _four(square)])
"""From 4 * square on: the squares next to a square, -1 where the board ends."""


@final
class TileSet:
    """The tiles that a table draws from, looked up by number. It never changes, so that all states can share it."""

    def __init__(self, layouts: tuple[str, ...]) -> None:
        self.layouts = layouts
        """The tiles as they are written (HB-R8)."""
        self.count: i64 = len(layouts)
        """How many there are."""
        faces = [turned(layout, turn) for layout in layouts for turn in range(4)]
        self.faces = faces
        """What lies where on each tile, by face."""
        self.garden_squares: vec[i64] = _in_places(faces, "abAB")
        """By 9 * face + place: all squares of both gardens, in the place's own word."""
        self.second_garden: vec[i64] = _in_places(faces, "bB")
        """By 9 * face + place: the squares of the second garden."""
        self.start_square: vec[i64] = _in_places(faces, "AB")
        """By 9 * face + place: the starting square."""
        self.pond: vec[i64] = _in_places(faces, "~")
        """By 9 * face + place: the pond."""
        self.pond_square: vec[i64] = vec[i64]([squares[face.index("~")] for face in faces for squares in _IN_PLACE])
        """By 9 * face + place: the number of the pond's square."""
        self.garden_around: vec[i64] = _gardens_around(faces)
        """By 81 * face + square: the garden that the square is part of, if a tile with that face lies there."""
        self.garden_letter: vec[i64] = vec[i64](["~ab".index(letter) - 1 for face in faces for letter in face.lower()])
        """By 9 * face + cell: which garden of the tile it is, 0 or 1; -1 is the pond."""
        self.garden_size: vec[i64] = vec[i64]([layout.lower().count(letter) for layout in layouts for letter in "ab"])
        """By 2 * tile + garden."""
        self.beside: vec[i64] = _turnings_next_to(faces, [2, 5, 8], [0, 3, 6])
        """By 12 * face + tile: the turnings, as bits, with which the tile may lie to the right of the face (HB-2.1)."""
        self.below: vec[i64] = _turnings_next_to(faces, [6, 7, 8], [0, 1, 2])
        """By 12 * face + tile: the turnings with which it may lie below the face."""

    def garden(self, face: int, place: int, letter: int) -> list[int]:
        """The squares of the first garden (0) or the second (1) of a tile that lies at a place."""
        second = self.second_garden[PLACES * face + place]
        bits = second if letter else self.garden_squares[PLACES * face + place] & ~second
        first = LOW_SQUARES if place >= 6 else 0
        return [first + bit for bit in members(bits)]


def _in_places(faces: list[str], letters: str) -> vec[i64]:
    """By 9 * face + place: the squares with one of the letters."""
    found: list[int] = []
    for face in faces:
        cells = [cell for cell in range(9) if face[cell] in letters]
        found += [sum([bits[cell] for cell in cells]) for bits in _OWN_BIT]
    return vec[i64](found)


def _gardens_around(faces: list[str]) -> vec[i64]:
    found: list[int] = []
    for face in faces:
        like = [
            [other for other in range(9) if letter != "~" and face[other].lower() == letter] for letter in face.lower()
        ]
        for square in range(SQUARES):
            bits = _OWN_BIT[PLACE_OF[square]]
            found.append(sum([bits[cell] for cell in like[CELL_OF[square]]]))
    return vec[i64](found)


def _along(face: str, cells: list[int]) -> tuple[int, int]:
    """Where along a side of a tile its pond lies and where its starting square: 0 to 2; -1 and -2 if elsewhere."""
    side = [face[cell] for cell in cells]
    starts = [at for at in range(3) if side[at].isupper()]
    return side.index("~") if "~" in side else -1, starts[0] if starts else -2


def _turnings_next_to(faces: list[str], mine: list[int], theirs: list[int]) -> vec[i64]:
    """By 12 * face + tile: the turnings of the tile, as bits, that put no pond next to a starting square (HB-2.1).

    The cells `mine` of the face are those that touch the cells `theirs` of the tile.
    """
    sides = [_along(face, theirs) for face in faces]
    found: list[int] = []
    for face in faces:
        pond, start = _along(face, mine)
        free = [their_pond != start and their_start != pond for their_pond, their_start in sides]
        row = [mask([turn for turn in range(4) if free[tile + turn]]) for tile in range(0, len(faces), 4)]
        found += row + [0] * (MOST_TILES - len(row))
    return vec[i64](found)


STANDARD_TILES: Final = TileSet(TILES)


def tile_set(layouts: tuple[str, ...]) -> TileSet:
    """The tiles of a table, made once for equal lists; checked layouts only (HB-R8)."""
    return STANDARD_TILES if layouts == TILES else _other_tiles(layouts)


@lru_cache(maxsize=SETS_KEPT)
def _other_tiles(layouts: tuple[str, ...]) -> TileSet:
    return TileSet(layouts)


def _run(start: int, length: int) -> list[int]:
    """A connected run of the ring of outer places (HB-R2)."""
    return [RING[(start + step) % 8] for step in range(length)]


WATER_RUNS: Final = [_run(start, 4) for start in range(8)] + [_run(start, 2) for start in range(8)]
"""What may be turned to water: eight runs of four places for 2 players, then eight of two for 3 (HB-2.2)."""
WATER_BITS: Final = vec[i64]([mask(run) for run in WATER_RUNS])
