"""Hiroba: which turnings of nine tiles go together (HB-2.1), and how many ways there are.

`order` holds the tile of each place, four bits each; `turns` the quarter turns of each place, two bits each. Whether
the tile of a place may be turned some way depends on its left and its upper neighbour, so on the three places before
it: their turnings are the *edge*, six bits, the oldest lowest.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT
from zashiki.core.rng import Rng
from zashiki.games.hiroba.tiles import MOST_TILES, PLACES, TileSet

ALL_TURNS: Final = 0x3_FFFF
"""Two bits for each of the nine places."""
EDGES: Final = 64


def tile_at(order: i64, place: i64) -> i64:
    """The tile that lies at a place."""
    return (order >> (4 * place)) & 15


def face_at(order: i64, turns: i64, place: i64) -> i64:
    """The tile at a place and its turning, as one number."""
    return 4 * tile_at(order, place) + ((turns >> (2 * place)) & 3)


def edge_at(turns: i64, place: i64) -> i64:
    """The turnings of the three places before this one (before the first place there are only zeros)."""
    return ((turns << 6) >> (2 * place)) & 63


def turnings(beside: vec[i64], below: vec[i64], order: i64, place: i64, edge: i64) -> i64:
    """The turnings of the tile at `place`, as bits, that put no pond next to a starting square: the rule HB-2.1.

    Of the edge only the oldest place and the latest one count. `beside` and `below` are those of a `TileSet`.
    """
    tile = tile_at(order, place)
    bits: i64 = 15
    if place % 3 != 0:
        bits &= beside[MOST_TILES * (4 * tile_at(order, place - 1) + (edge >> 4)) + tile]
    if place >= 3:
        bits &= below[MOST_TILES * (4 * tile_at(order, place - 3) + (edge & 3)) + tile]
    return bits


_ONE_WAY: Final = vec[i64]([1] * (EDGES * PLACES))


def onward(tiles: TileSet, order: i64) -> vec[i64]:
    """From EDGES * place on, by the edge after `place`: in how many ways all the later tiles can be turned."""
    beside = tiles.beside
    below = tiles.below
    found = _ONE_WAY[:]  # right for the last place: nothing comes after it
    place: i64 = PLACES - 1
    while place > 0:
        row: i64 = EDGES * place
        ends: i64 = 0
        while ends < 16:  # the latest place and the oldest, each with four turnings
            edge = ((ends & 12) << 2) | (ends & 3)
            bits = turnings(beside, below, order, place, edge)
            last = edge + 16
            while edge < last:
                total: i64 = 0
                step = row + (edge >> 2)
                left = bits
                while left != 0:
                    if left & 1 != 0:
                        total += found[step]
                    step += 16
                    left >>= 1
                found[row - EDGES + edge] = total
                edge += 4
            ends += 1
        place -= 1
    return found


def ways(tiles: TileSet, onwards: vec[i64], order: i64, turns: i64, place: i64) -> list[int]:
    """For each turning of the tile at `place`, in how many ways all the later tiles can then be turned.

    `onwards` comes from `onward`, which needs to be asked only once for an order.
    """
    edge = edge_at(turns, place)
    bits = turnings(tiles.beside, tiles.below, order, place, edge)
    first = EDGES * place + (edge >> 2)
    return [int(onwards[first + 16 * turn]) if (bits >> turn) & 1 else 0 for turn in range(4)]


def random_turning(tiles: TileSet, order: i64, turns: i64, place: i64, rng: Rng) -> i64:
    """A turning of the tile at `place`, as likely as `ways` says, without counting them.

    Turn all tiles from here on at random until they fit: every layout that fits is equally likely then, and its first
    turning is drawn by the number of layouts it begins. Of our tiles about one layout in three fits; of those that
    are hardest to lay, about one in forty.
    """
    beside = tiles.beside
    below = tiles.below
    earlier = BIT[2 * place] - 1
    while True:
        tried = (turns & earlier) | (rng.word() & ALL_TURNS & ~earlier)
        if _fits(beside, below, order, tried, place):
            return (tried >> (2 * place)) & 3


def _fits(beside: vec[i64], below: vec[i64], order: i64, turns: i64, place: i64) -> bool:
    """Whether all tiles from `place` on may be turned as `turns` says."""
    while place < PLACES:
        turn = (turns >> (2 * place)) & 3
        if (turnings(beside, below, order, place, edge_at(turns, place)) >> turn) & 1 == 0:
            return False
        place += 1
    return True
