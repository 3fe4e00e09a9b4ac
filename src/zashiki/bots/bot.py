"""The interface of a bot.

A bot never sees the true state. It gets a `DecisionContext`: a state in which everything that its seat cannot know is
redrawn, the view of its seat, a random generator of its own, and a budget. With the same generator and a budget in
iterations it must give the same answer.
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
    """How long a bot may think about one decision. None leaves it to the bot."""

    seconds: float | None = None
    """The time for an answer."""
    iterations: int | None = None
    """The number of playouts; then the answer does not depend on the speed of the machine."""


@final
class DecisionContext:
    """Everything that a bot gets for one decision.

    Examples:
        >>> import zashiki
        >>> match = zashiki.new("hagakure", seats=4, seed=7)
        >>> budget = Budget(seconds=0.1)
        >>> DecisionContext(match.game, match.options, match.state(), match.turn, Rng(1), budget, match.ply)
        <DecisionContext: hagakure, seat 3, ply 17, 9 legal moves>
    """

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
        """How long to think."""
        self.ply = ply
        """The number of moves made before."""
        self.state = state.resample(seat, rng.branch())
        """A possible state: everything the seat cannot know is redrawn."""
        self.rng = rng.branch()
        """The bot's own generator."""
        self.legal = self.state.legal(seat)
        """The legal moves, ascending."""

    def __repr__(self) -> str:
        return f"<DecisionContext: {self.game.key}, seat {self.seat}, ply {self.ply}, {len(self.legal)} legal moves>"

    @property
    def heuristics(self) -> Heuristics:
        """What is known about playing this game well: greedy moves, playouts, evaluation."""
        return registry.package(self.game.key).heuristics

    @cached_property
    def view(self) -> View:
        """What a person on this seat would see."""
        return view_of(self.game, self.state, self.options, self.seat, self.ply)


class Bot(ABC):
    """A player that is a program. Subclass it and define `act`.

    Examples:
        >>> class First(Bot):
        ...     def act(self, context: DecisionContext) -> int:
        ...         return context.legal[0]
    """

    @abstractmethod
    def act(self, context: DecisionContext) -> int:
        """The move to make: one of `context.legal`."""
