"""What a search estimates of one move."""

import math
from typing import final

from mypy_extensions import i64


@final
class MoveEstimate:
    """One move, and how its playouts went for the seat that may make it. `RatedMove` adds words for people."""

    action: i64
    """The move."""
    playouts: i64
    """The number of playouts."""
    chance: float
    """The mean chance of winning over these playouts."""
    error: float
    """The standard error of that mean."""
    prior: float
    """What the game believed of the move before any playout, as a sum of chances like that of the playouts."""

    def __init__(self, action: i64, playouts: i64, total: float, squares: float, prior: float = 0.0) -> None:
        self.action = action
        self.playouts = playouts
        self.prior = prior
        self.chance = 0.0
        self.error = 0.5
        if playouts > 0:
            self.chance = total / float(playouts)
        if playouts > 1:
            spread = (squares - total * self.chance) / float(playouts - 1)
            # Identical outcomes do not mean zero error: count one more that ended differently.
            floor = 1.0 / float(playouts * playouts)
            self.error = math.sqrt(max(spread, 0.0) / float(playouts) + floor)

    def __repr__(self) -> str:
        return f"<MoveEstimate {self.action}: {self.chance:.3f} ± {self.error:.3f}, {self.playouts} playouts>"

    def posterior(self) -> float:
        """The mean chance of winning, corrected by the prior."""
        return self.chance + self.prior / float(max(self.playouts, 1))


def best(estimates: list[MoveEstimate]) -> MoveEstimate:
    """The move to make: the one with the most playouts and, among those, the highest posterior."""
    choice = estimates[0]
    for estimate in estimates:
        if estimate.playouts > choice.playouts or (
            estimate.playouts == choice.playouts and estimate.posterior() > choice.posterior()
        ):
            choice = estimate
    return choice
