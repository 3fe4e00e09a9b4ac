"""What a bot is, and what it is given.

A bot never sees the true state. It gets a `DecisionContext`: a state in which everything that its seat cannot know has
been resampled, the view of its seat, a random generator of its own, and a budget. With the same generator and a budget
in iterations it must give the same answer.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import final

from zashiki import registry
from zashiki.core.game import Game, State
from zashiki.core.heuristics import Heuristics
from zashiki.core.match import view_of
from zashiki.core.options import Options
from zashiki.core.rng import Rng
from zashiki.core.shapes import View


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision. None leaves it to the bot."""

    seconds: float | None = None
    """Time in which to answer."""
    iterations: int | None = None
    """Playouts in which to answer; the answer then does not depend on how fast the machine is."""


@final
class DecisionContext:
    """All that a bot gets to see for one decision."""

    def __init__(
        self, game: Game, options: Options, state: State, seat: int, rng: Rng, budget: Budget, ply: int = 0
    ) -> None:
        """`state` may be the true one: it is redrawn here, from `rng`, and not kept."""
        self.game = game
        """What is played."""
        self.options = options
        """Every option with its value."""
        self.seat = seat
        """Whose decision it is."""
        self.budget = budget
        """How much to think."""
        self.ply = ply
        """How many moves were made before."""
        self.state = state.resample(seat, rng.branch())
        """The table as it may be: everything the seat cannot know is redrawn."""
        self.rng = rng.branch()
        """The bot's own generator."""
        self.legal = self.state.legal(seat)
        """The moves it may answer with, ascending."""

    @property
    def heuristics(self) -> Heuristics:
        """How to play this game well: heuristics, playouts, outlook."""
        return registry.package(self.game.key).heuristics

    @cached_property
    def view(self) -> View:
        """What a person at this seat would see."""
        return view_of(self.game, self.state, self.options, self.seat, self.ply)


class Bot(ABC):
    """A player that is a program. Write one by giving `act`."""

    @abstractmethod
    def act(self, context: DecisionContext) -> int:
        """The move to make: one of `sight.legal`."""
