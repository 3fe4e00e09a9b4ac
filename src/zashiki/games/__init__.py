"""The games on the shelf."""

from typing import Final

from zashiki.core.game import Game
from zashiki.games.hagakure import HAGAKURE
from zashiki.games.hijun import HIJUN
from zashiki.games.hiroba import HIROBA
from zashiki.games.hitohira import HITOHIRA
from zashiki.games.sakura import SAKURA

SHELF: Final[dict[str, Game]] = {game.key: game for game in (HAGAKURE, HIJUN, HIROBA, HITOHIRA, SAKURA)}
"""Every game by its key."""
