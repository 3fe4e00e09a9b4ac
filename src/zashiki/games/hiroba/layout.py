"""Hiroba: the layout of one game, which never changes once the tiles are laid, by square.

A search asks the same questions about one layout many thousand times: which garden a square is part of, which ponds
are next to it. `Layout` looks them up.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, zeros
from zashiki.games.hiroba.rules import HirobaState
from zashiki.games.hiroba.squares import SQUARES, holds
from zashiki.games.hiroba.tile_turns import tile_at
from zashiki.games.hiroba.tiles import NEIGHBOURS, PLACE_OF, PLACES

GARDENS: Final = 18
"""Two for each place; those on water have no squares."""


@final
class Layout:
    """One layout of tiles and water."""

    def __init__(self, state: HirobaState) -> None:
        self.tiles = state.tiles
        self.order: i64 = state.order
        self.turns: i64 = state.turns
        self.water: i64 = state.water
        self.garden: vec[i64] = zeros(SQUARES)
        """The garden of each garden square in play, -1 elsewhere."""
        self.ponds: vec[i64] = zeros(SQUARES)
        """The places, as bits, whose ponds are next to the square."""
        self.sizes: vec[i64] = zeros(GARDENS)
        """How many squares each garden has; 0 on water."""
        place: i64 = 0
        while place < PLACES:
            if state.in_play(place):
                tile = tile_at(state.order, place)
                self.sizes[2 * place] = state.tiles.garden_size[2 * tile]
                self.sizes[2 * place + 1] = state.tiles.garden_size[2 * tile + 1]
                self._mark_pond(state.pond(place), place)
            place += 1
        self._mark_gardens(state)

    def _mark_pond(self, pond: i64, place: i64) -> None:
        side: i64 = 4 * pond
        last = side + 4
        while side < last:
            square = NEIGHBOURS[side]
            if square >= 0:
                self.ponds[square] |= BIT[place]
            side += 1

    def _mark_gardens(self, state: HirobaState) -> None:
        square: i64 = 0
        while square < SQUARES:
            place = PLACE_OF[square]
            self.garden[square] = -1
            if state.in_play(place):
                bits = state.tiles.garden_squares[PLACES * state.face(place) + place]
                low = bits
                high: i64 = 0
                if place >= 6:
                    low = 0
                    high = bits
                if holds(low, high, square):
                    self.garden[square] = state.garden_at(square)
            square += 1

    def matches(self, state: HirobaState) -> bool:
        """Whether it is the layout of this state."""
        if self.tiles is not state.tiles:  # the same numbers then mean other tiles (HB-R8)
            return False
        return self.order == state.order and self.turns == state.turns and self.water == state.water
