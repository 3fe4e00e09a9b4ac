"""Hiroba: the shape of the board in a view. Nothing is hidden, so it is the same for everyone.

Sums, leaders, koi and points are as if the game ended now; once it is over, they are the result.
"""

from typing_extensions import TypedDict


class Pebble(TypedDict):
    """A pebble on the board and the number it shows."""

    seat: int
    number: int


class Square(TypedDict):
    """A square. `terrain` is bare (no tile yet), garden, pond or water; `garden` is an index into `gardens`.

    `pebble_actions` place a pebble here showing 1 to 9, in that order; `stone_action` places a stone.
    """

    name: str
    row: int
    column: int
    place: int
    terrain: str
    garden: int | None
    start: bool
    pebble: Pebble | None
    stone: int | None
    koi: bool
    pebble_actions: list[int]
    stone_action: int


class Tile(TypedDict):
    """The tile at a place: its number in the list of tiles, from 1, and how far it is turned clockwise.

    Both are null until drawn. The list is the option `tiles`, or the twelve standard tiles.
    """

    place: str
    tile: int | None
    degrees: int | None
    water: bool


class Garden(TypedDict):
    """A garden in play: its squares, each seat's sum, who leads, and the seat whose koi doubles it."""

    place: int
    squares: list[str]
    empty: list[str]
    sums: list[int]
    leaders: list[int]
    koi: int | None


class Pond(TypedDict):
    """A pond in play: the squares next to it, each seat's sum there, and who would take a koi."""

    place: int
    square: str
    beside: list[str]
    sums: list[int]
    takers: list[int]


class Side(TypedDict):
    """A number that a seat can show, the number on the back of that pebble, and how many such pebbles are left.

    `squares` lists where the seat may place it now; empty unless the seat is to place a pebble.
    """

    number: int
    back: int
    left: int
    squares: list[str]


class Player(TypedDict):
    """A seat: its pebbles by the number shown (every pebble is listed with both sides), its stones, and its result."""

    seat: int
    pebbles_left: int
    sides: list[Side]
    stones: int
    out: bool
    gardens: int
    koi: int
    loose_koi: int
    points: int


class HirobaBoard(TypedDict):
    """The table. `squares` and `tiles` are in rows, from a9 to i1; `gardens` and `ponds` are those in play."""

    phase: str
    first: int | None
    final: bool
    tiles: list[Tile]
    squares: list[Square]
    gardens: list[Garden]
    ponds: list[Pond]
    players: list[Player]
    no_stone_action: int
