"""Interfaces for research: OpenSpiel, PettingZoo, and batches of games for reinforcement learning."""

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
    """Return `n` games played in parallel, as NumPy arrays; needs `zashiki[batch]`.

    `seats` defaults to the game's usual number. The same `seed` gives the same games on every machine, whatever `n` is;
    without one it is drawn from the system. `rewards` is a share of the victory (`win`) or `points`, at the end of a
    game. With `views="all"` the observations are those of all seats, not only of the seat to move. All other keywords
    are options of the game.

    Examples:
        >>> games = batch("hijun", n=4, seed=1)
        >>> games.step(games.sample())
        >>> games, games.masks.shape
        (<batch of 4 games of Hijun with 4 seats>, (4, 144))
    """
    # Imported lazily: the other interfaces do not need NumPy.
    with needs("batch", "zashiki.research.batch"):
        from zashiki.research.numpy_batch import Batch
    return Batch(game, seats, n, secrets.randbits(64) if seed is None else seed, rewards, views, options)
