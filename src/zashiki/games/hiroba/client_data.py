"""Hiroba: what the browser client must know of the pieces before it sees a view."""

from typing import Any

from zashiki.games.hiroba.rules import FULL_HAND, SECOND
from zashiki.games.hiroba.tiles import TILES


def client_data() -> dict[str, Any]:
    """The tiles, each as its three rows (HB-R1), and each kind of pebble: both its sides and how many (HB-1.2)."""
    return {
        "tiles": [tile.split() for tile in TILES],
        "pebbles": [[side, 10 - side, 1 + (FULL_HAND >> (SECOND + side) & 1)] for side in range(1, 6)],
    }
