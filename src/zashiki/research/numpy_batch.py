"""Many games in parallel, as NumPy arrays: `zashiki.research.batch`.

`zashiki.core.batch` plays the games; no Python here runs per game. The arrays are read-only views of its rows, created
once. Every `step` and `reset` overwrites them, so copy what you want to keep.

No array contains hidden information: an observation is what one seat sees (`zashiki.core.observation`).
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
"""Whose observations a batch has: those of the seat to move, or of every seat."""

_MOVE: Final = np.dtype("<i8")


@final
class Batch:
    """`n` games, each at a decision of one of its seats. A game that ends restarts immediately."""

    observations: npt.NDArray[np.int16]
    """Observations: n rows of `width` numbers for the seat to move; with `views="all"` n times `seats` rows."""
    masks: npt.NDArray[np.bool_]
    """Legal moves of the seat to move: n rows of `actions`."""
    current_players: npt.NDArray[np.int64]
    """The seat to move in each game."""
    rewards: npt.NDArray[np.float64]
    """Rewards of the last step: n rows of `seats`, 0 unless the game ended; they add up to 0 over the seats."""
    ended: npt.NDArray[np.bool_]
    """Where the last step ended a game; the observation and mask there already belong to the next game."""
    scales: npt.NDArray[np.float32]
    """Divisors that scale the columns of the observations to roughly -1 to 1."""
    layout: dict[str, Part]
    """The fields of an observation by name, in order."""

    def __init__(
        self, game: str, seats: int | None, n: int, seed: int, rewards: str, views: str, options: Options
    ) -> None:
        played, self.seats, self.options = setting(game, seats, options)
        self.game = played
        """The game; `seats` is the number of seats, and `options` has the value of every option."""
        if not _whole(n) or not 1 <= n <= MOST_GAMES:
            raise BadBatch(n, f"a number of games from 1 to {MOST_GAMES:,}", "n")
        if rewards not in REWARDS:
            raise BadBatch(rewards, "one of " + ", ".join(REWARDS), "rewards")
        if views not in VIEWS:
            raise BadBatch(views, "one of " + ", ".join(VIEWS), "views")
        self.n = n
        """The number of games."""
        self.seed = _seed(seed)
        """The seed of the games and of `sample`."""
        self._observer = registry.package(game).observer
        self._games = GameBatch(played, self._observer, self.seats, self.options, n, seed, rewards, views == "all")
        self._rng = _luck(seed)
        self.width = int(self._games.width)
        """The number of columns of an observation."""
        self.actions = played.action_count
        """The number of moves of the game; `masks` has the legal ones."""
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
        """Make one move in every game and resolve chance up to the next decision.

        `moves` has an integer for each game. If any of them is illegal, an error says which and why, and nothing is
        changed.
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
        """Return a random legal move for every game, uniformly distributed, drawn from `rng` or the batch's generator.

        The chance of the games does not depend on it.
        """
        self._games.pick(self._rng if rng is None else rng)
        return self._picks.copy()

    def reset(self, seed: int) -> None:
        """Restart all games, as in a new batch with this seed."""
        self.seed = _seed(seed)
        self._games.reset(seed)
        self._rng = _luck(seed)

    def scaled(self, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """Return the observations divided by their scales, in a new array or in `out`: the input of a network."""
        return np.multiply(self.observations, self._factors, out=out)

    def observe(self, state: State, seat: int) -> npt.NDArray[np.int16]:
        """Return a seat's observation of a state outside the batch, such as a bot's `context.state`."""
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
    """Return the generator of `sample`, independent of those of the games."""
    return Rng(-1 - seed)
