"""Many games of one kind at once, as NumPy arrays: `zashiki.research.batch`.

The games themselves are played in `zashiki.core.batch`; nothing here is done once for each game. The arrays are windows
onto the rows that are written there: they are made once, cannot be written to, and **show the present**. Every `step`
and `reset` writes over what they held, so whatever is to be kept must be copied.

What nobody at the table may know is in none of them: an observation is what one seat sees (`zashiki.core.observation`).
"""

from typing import Final, final

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i16

from zashiki import registry
from zashiki.core.batch import REWARDS, GameBatch
from zashiki.core.errors import BadBatch, BadSeed
from zashiki.core.game import State
from zashiki.core.observation import ObservationWriter
from zashiki.core.options import Options
from zashiki.core.rng import Rng
from zashiki.research.observation_layout import Part, layout, setting

MOST_GAMES: Final = 1_000_000
VIEWS: Final = ("mover", "all")
"""Whose observations a batch holds: those of the seat to move, or of every seat."""

_MOVE: Final = np.dtype("<i8")


@final
class Batch:
    """So many games, each at a decision of one of its seats. A game that ends begins again at once."""

    observations: npt.NDArray[np.int16]
    """What is seen: n rows of `width` numbers, those of the seat to move; with `views="all"` n times `seats` rows."""
    masks: npt.NDArray[np.bool_]
    """Which moves the seat to move may make: n rows of `actions`."""
    current_players: npt.NDArray[np.int64]
    """Which seat is to move in each game."""
    rewards: npt.NDArray[np.float64]
    """What the last step brought: n rows of `seats`, 0 unless the game ended; over the seats they add up to 0."""
    ended: npt.NDArray[np.bool_]
    """Where the last step ended a game; what is seen and may be done there belongs to the next one already."""
    scales: npt.NDArray[np.float32]
    """What each column of the observations is divided by to lie about between -1 and 1."""
    layout: dict[str, Part]
    """What stands where in an observation, in its order."""

    def __init__(
        self, game: str, seats: int | None, n: int, seed: int, rewards: str, views: str, options: Options
    ) -> None:
        played, self.seats, self.options = setting(game, seats, options)
        self.game = played
        """What is played; `seats` sit at each table, and `options` has every option with its value."""
        if not _whole(n) or not 1 <= n <= MOST_GAMES:
            raise BadBatch(n, f"a number of games from 1 to {MOST_GAMES:,}", "n")
        if rewards not in REWARDS:
            raise BadBatch(rewards, "one of " + ", ".join(REWARDS), "rewards")
        if views not in VIEWS:
            raise BadBatch(views, "one of " + ", ".join(VIEWS), "views")
        self.n = n
        """How many games there are."""
        self.seed = _seed(seed)
        """What their chance follows from, and that of `sample`."""
        self._observer = registry.package(game).observer
        self._games = GameBatch(played, self._observer, self.seats, self.options, n, seed, rewards, views == "all")
        self._rng = _luck(seed)
        self.width = int(self._games.width)
        """How many numbers an observation has."""
        self.actions = played.action_count
        """How many moves there are; those that may be made now are in `masks`."""
        shape = (n, self.seats, self.width) if views == "all" else (n, self.width)
        self.observations = np.frombuffer(memoryview(self._games.observations), np.int16).reshape(shape)
        self.masks = np.frombuffer(memoryview(self._games.masks), np.bool_).reshape(n, self.actions)
        self.current_players = np.frombuffer(memoryview(self._games.current_players), np.int64)
        self.rewards = np.frombuffer(memoryview(self._games.rewards), np.float64).reshape(n, self.seats)
        self.ended = np.frombuffer(memoryview(self._games.ended), np.bool_)
        self._picks = np.frombuffer(memoryview(self._games.picks), np.int64)
        self.layout = {part.name: part for part in layout(game, self.seats, **self.options)}
        self.scales = np.ones(self.width, np.float32)
        for part in self.layout.values():
            self.scales[part.place] = part.most
        self._factors = 1 / self.scales
        self.scales.setflags(write=False)

    def step(self, moves: npt.ArrayLike) -> None:
        """One decision in every game, and all that chance does after it.

        `moves` has a whole number for each game. If any of them is not legal, an error says which and why, and nothing
        has been changed.
        """
        try:
            given = np.asarray(moves)
        except ValueError:  # lists of different lengths
            raise BadBatch(moves, f"one move for each of the {self.n} games", "moves") from None
        if given.shape != (self.n,):
            raise BadBatch(given.shape, f"one move for each of the {self.n} games: shape ({self.n},)", "moves")
        if given.dtype.kind not in "iu":
            raise BadBatch(str(given.dtype), "whole numbers, such as int64", "moves")
        self._games.step(given.astype(_MOVE, copy=False).tobytes())

    def sample(self, rng: Rng | None = None) -> npt.NDArray[np.int64]:
        """A random move for every game, each legal one equally likely; drawn from the batch's own generator or yours.

        It has nothing to do with the chance of the games, which stays the same whatever is drawn here.
        """
        self._games.pick(self._rng if rng is None else rng)
        return self._picks.copy()

    def reset(self, seed: int) -> None:
        """Begin all games anew: as a new batch with this seed would."""
        self.seed = _seed(seed)
        self._games.reset(seed)
        self._rng = _luck(seed)

    def scaled(self, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """The observations divided by their scales, in an array of their own (or in `out`): what a network takes."""
        return np.multiply(self.observations, self._factors, out=out)

    def observe(self, state: State, seat: int) -> npt.NDArray[np.int16]:
        """What a seat sees of a state outside the batch, such as a bot's `sight.state`: a row like those here."""
        row = vec[i16]([i16(0)] * self.width)
        self._observer.observe(state, seat, ObservationWriter(row))
        return np.frombuffer(memoryview(row), np.int16)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<batch of {self.n} games of {self.game.title} with {self.seats} seats>"


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _seed(seed: int) -> int:
    if not _whole(seed):
        raise BadSeed(seed, "a whole number", "seed")
    return seed


def _luck(seed: int) -> Rng:
    """The generator of `sample`: its numbers are not those from which the games' own generators come."""
    return Rng(-1 - seed)
