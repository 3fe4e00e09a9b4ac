"""Zashiki: Japanese-themed tabletop games as one fast, honest Python library.

    >>> import zashiki
    >>> sorted(zashiki.games())
    ['hagakure', 'hijun', 'hiroba', 'hitohira', 'sakura']
    >>> match = zashiki.new("hiroba", seats=2, seed=1)
    >>> match
    <Match: Hiroba, 2 seats, ply 20, seat 0 to move>
    >>> while not match.over:
    ...     move = match.play(match.moves()[0])
    >>> match.scores, match.winners
    ([26, 15], (0,))

Start with `help(zashiki.Match)`: play, take back, look at and record a game. A `Move` is one move, a `Record` a game
that can be replayed and verified, a `State` the raw game for search and learning. `zashiki.bots` has bots, hints and
reviews, `zashiki.research` interfaces for learning. Every error is a `ZashikiError`.
"""

from importlib.metadata import PackageNotFoundError, version

from zashiki.core.errors import (
    AmbiguousSeat,
    BadBatch,
    BadBot,
    BadChance,
    BadJournal,
    BadLevel,
    BadOption,
    BadPly,
    BadRecord,
    BadSeats,
    BadSeed,
    IllegalMove,
    MalformedRecord,
    NoChoice,
    NoSuchSeat,
    NotWaiting,
    RecordVersion,
    TamperedRecord,
    TruncatedRecord,
    UnknownGame,
    UnknownMove,
    UnknownOption,
    WrongBoard,
    ZashikiError,
)
from zashiki.core.fair import Fair, SealedFair
from zashiki.core.game import CHANCE, OVER, Game, State
from zashiki.core.match import Match
from zashiki.core.moves import Move
from zashiki.core.reasons import Reason
from zashiki.core.record import Record
from zashiki.core.rendering import Renderer, set_renderer
from zashiki.core.rng import Rng
from zashiki.core.shapes import EventView, View
from zashiki.lane import lane
from zashiki.registry import games, load, new, replay, save, verify


def _renderer() -> Renderer:
    from zashiki import rendering  # only when something is drawn: Rich takes its time to load

    return rendering


set_renderer(_renderer)

try:
    __version__ = version("zashiki")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0+source"

__all__ = [
    "CHANCE",
    "OVER",
    "AmbiguousSeat",
    "BadBatch",
    "BadBot",
    "BadChance",
    "BadJournal",
    "BadLevel",
    "BadOption",
    "BadPly",
    "BadRecord",
    "BadSeats",
    "BadSeed",
    "EventView",
    "Fair",
    "Game",
    "IllegalMove",
    "MalformedRecord",
    "Match",
    "Move",
    "NoChoice",
    "NoSuchSeat",
    "NotWaiting",
    "Reason",
    "Record",
    "RecordVersion",
    "Rng",
    "SealedFair",
    "State",
    "TamperedRecord",
    "TruncatedRecord",
    "UnknownGame",
    "UnknownMove",
    "UnknownOption",
    "View",
    "WrongBoard",
    "ZashikiError",
    "__version__",
    "games",
    "lane",
    "load",
    "new",
    "replay",
    "save",
    "verify",
]
