"""Generalised advantage estimation for batches of games whose seats take turns.

The row after a decision usually belongs to another seat: the consequence of a decision shows at the same seat's next
decision, or in the reward at the end. So the estimate (Schulman and others, 2016) follows each seat's own decisions,
without discount; `ended` separates a game from the next one in the same row.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating]


def advantages(
    values: Floats,
    current_players: npt.NDArray[np.integer],
    ended: npt.NDArray[np.bool_],
    rewards: Floats,
    trace: float = 0.95,
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return how much better each decision turned out than expected, and where that is known.

    All arrays cover the same consecutive steps of n games: `values[t, i]` is the expected return of game i's current
    player before step t, `current_players[t, i]` is that player, and `ended[t, i]` and `rewards[t, i, seat]` are the
    results of the step. With `trace` 1 only the final outcome counts, with 0 only the value at the seat's next
    decision. The advantage of a seat's last decision is unknown if neither the end of the game nor another decision of
    that seat follows.
    """
    steps, n = values.shape
    better = np.zeros((steps, n), values.dtype)
    known = np.zeros((steps, n), np.bool_)
    # For each seat of each game, backwards from the last step: its later value (or the reward at the end), the
    # advantage from there on, and whether both are known.
    later = np.zeros(rewards.shape[1:], values.dtype)
    trail = np.zeros_like(later)
    sure = np.zeros(later.shape, np.bool_)
    games = np.arange(n)
    for step in range(steps - 1, -1, -1):
        over = ended[step]
        later[over] = rewards[step, over]
        trail[over] = 0
        sure[over] = True
        own = games, current_players[step]
        known[step] = sure[own]
        better[step] = np.where(known[step], later[own] - values[step] + trace * trail[own], 0)
        later[own] = values[step]
        trail[own] = better[step]
        sure[own] = True
    return better, known
