"""The games on the shelf."""

from typing import Final

from zashiki.core.errors import UnknownGame
from zashiki.core.game import Game
from zashiki.games.hagakure import HAGAKURE

SHELF: Final[dict[str, Game]] = {game.key: game for game in (HAGAKURE,)}
"""Every game by its key."""


def find(key: str) -> Game:
    """The game of this key; `UnknownGame` if there is none."""
    game = SHELF.get(key) if isinstance(key, str) else None
    if game is None:
        raise UnknownGame(key, "one of " + ", ".join(SHELF), "game")
    return game
