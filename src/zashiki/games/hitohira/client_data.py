"""Hitohira: what the browser client must know of the pieces before it sees a view."""

from typing import Any

from zashiki.games.hitohira.moves import ABILITIES, SHORT_NAMES
from zashiki.games.hitohira.pieces import COLOURS, counts, in_game, removed_unseen, total
from zashiki.games.hitohira.score import FIELD_POINTS


def client_data() -> dict[str, Any]:
    """How many pieces of each colour there are, how many the pouch has by players, what lines are worth."""
    return {
        "colours": dict(zip(COLOURS, counts(in_game(4)), strict=True)),
        "pouch": {seats: total(in_game(seats)) - removed_unseen(seats) for seats in (2, 3, 4)},
        "lines": FIELD_POINTS,
        "abilities": dict(zip(ABILITIES, SHORT_NAMES, strict=True)),
    }
