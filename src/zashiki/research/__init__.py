"""The games for research: OpenSpiel, PettingZoo, and many games at once for programs that learn."""

import secrets
from typing import TYPE_CHECKING, Literal

from zashiki.extras import needs

if TYPE_CHECKING:
    from zashiki.core.jsontypes import Json
    from zashiki.research.numpy_batch import Batch

__all__ = ["batch"]


def batch(
    game: str,
    seats: int | None = None,
    n: int = 1024,
    seed: int | None = None,
    rewards: Literal["win", "points"] = "win",
    views: Literal["mover", "all"] = "mover",
    **options: "Json",
) -> "Batch":
    """So many games of one kind at once, in NumPy arrays; needs `zashiki[batch]`.

    `seats` is the game's usual number if not given. The same `seed` gives the same games everywhere, however many there
    are; without one it is drawn from the system. `rewards` says what a game is worth at its end: a share of the
    victory, or points. With `views="all"` the observations are those of all seats, not only of the seat to move. All
    other keywords are options of the game.
    """
    # Whoever wants the games for something else should not need NumPy.
    with needs("batch", "zashiki.research.batch"):
        from zashiki.research.numpy_batch import Batch
    return Batch(game, seats, n, secrets.randbits(64) if seed is None else seed, rewards, views, options)
