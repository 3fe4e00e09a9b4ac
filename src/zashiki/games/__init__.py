"""The games on the shelf."""

from typing import Final

from zashiki.core.game import Game
from zashiki.games.hagakure import HAGAKURE

SHELF: Final[dict[str, Game]] = {game.key: game for game in (HAGAKURE,)}
"""Every game by its key."""
