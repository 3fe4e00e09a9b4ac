"""The games on the shelf."""

from typing import Final

from zashiki.core.eyes import Eyes
from zashiki.core.game import Game
from zashiki.core.play import Play
from zashiki.games.hagakure import HAGAKURE
from zashiki.games.hagakure.eyes import EYES as HAGAKURE_EYES
from zashiki.games.hagakure.play import PLAY as HAGAKURE_PLAY
from zashiki.games.hijun import HIJUN
from zashiki.games.hijun.eyes import EYES as HIJUN_EYES
from zashiki.games.hijun.play import PLAY as HIJUN_PLAY
from zashiki.games.hiroba import HIROBA
from zashiki.games.hiroba.eyes import EYES as HIROBA_EYES
from zashiki.games.hiroba.play import PLAY as HIROBA_PLAY
from zashiki.games.hitohira import HITOHIRA
from zashiki.games.hitohira.eyes import EYES as HITOHIRA_EYES
from zashiki.games.hitohira.play import PLAY as HITOHIRA_PLAY
from zashiki.games.sakura import SAKURA
from zashiki.games.sakura.eyes import EYES as SAKURA_EYES
from zashiki.games.sakura.play import PLAY as SAKURA_PLAY

SHELF: Final[dict[str, Game]] = {game.key: game for game in (HAGAKURE, HIJUN, HIROBA, HITOHIRA, SAKURA)}
"""Every game by its key."""

PLAYS: Final[dict[str, Play]] = {
    "hagakure": HAGAKURE_PLAY,
    "hijun": HIJUN_PLAY,
    "hiroba": HIROBA_PLAY,
    "hitohira": HITOHIRA_PLAY,
    "sakura": SAKURA_PLAY,
}
"""How to play each game well."""

EYES: Final[dict[str, Eyes]] = {
    "hagakure": HAGAKURE_EYES,
    "hijun": HIJUN_EYES,
    "hiroba": HIROBA_EYES,
    "hitohira": HITOHIRA_EYES,
    "sakura": SAKURA_EYES,
}
"""How each game is seen as numbers."""
