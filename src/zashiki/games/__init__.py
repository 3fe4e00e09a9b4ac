"""The games on the shelf."""

from typing import Final

from zashiki.core.game import Game
from zashiki.core.heuristics import Heuristics
from zashiki.core.observation import Observer
from zashiki.games.hagakure import HAGAKURE
from zashiki.games.hagakure.observer import OBSERVER as HAGAKURE_EYES
from zashiki.games.hagakure.strategy.heuristics import HEURISTICS as HAGAKURE_PLAY
from zashiki.games.hijun import HIJUN
from zashiki.games.hijun.observer import OBSERVER as HIJUN_EYES
from zashiki.games.hijun.strategy.heuristics import HEURISTICS as HIJUN_PLAY
from zashiki.games.hiroba import HIROBA
from zashiki.games.hiroba.observer import OBSERVER as HIROBA_EYES
from zashiki.games.hiroba.strategy.heuristics import HEURISTICS as HIROBA_PLAY
from zashiki.games.hitohira import HITOHIRA
from zashiki.games.hitohira.observer import OBSERVER as HITOHIRA_EYES
from zashiki.games.hitohira.strategy.heuristics import HEURISTICS as HITOHIRA_PLAY
from zashiki.games.sakura import SAKURA
from zashiki.games.sakura.observer import OBSERVER as SAKURA_EYES
from zashiki.games.sakura.strategy.heuristics import HEURISTICS as SAKURA_PLAY

GAMES: Final[dict[str, Game]] = {game.key: game for game in (HAGAKURE, HIJUN, HIROBA, HITOHIRA, SAKURA)}
"""Every game by its key."""

HEURISTICS: Final[dict[str, Heuristics]] = {
    "hagakure": HAGAKURE_PLAY,
    "hijun": HIJUN_PLAY,
    "hiroba": HIROBA_PLAY,
    "hitohira": HITOHIRA_PLAY,
    "sakura": SAKURA_PLAY,
}
"""How to play each game well."""

OBSERVERS: Final[dict[str, Observer]] = {
    "hagakure": HAGAKURE_EYES,
    "hijun": HIJUN_EYES,
    "hiroba": HIROBA_EYES,
    "hitohira": HITOHIRA_EYES,
    "sakura": SAKURA_EYES,
}
"""How each game is seen as numbers."""
