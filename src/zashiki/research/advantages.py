"""What decisions were worth, for programs that learn from a batch.

The seats of a game take turns, so the row after a decision is mostly somebody else's: what a seat's decision led to is
seen at that seat's own next decision, or in the reward at the end. This is generalised advantage estimation (Schulman
and others, 2016) along each seat's own decisions, without discount; games that end and begin again in between are told
apart by `ended`.
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
    """How much better each decision turned out than was thought before it, and where that is known.

    All come from so many steps of n games, in their order: `values[t, i]` is what the mover of game i thought its place
    was worth before step t, `movers[t, i]` who that was, and `ended[t, i]` and `rewards[t, i, seat]` what the step
    brought. With `trace` 1 the outcome alone counts, with 0 only what the seat thinks at its next decision. Unknown is
    what a seat's last decision led to, where the game was not over and the seat not asked again.
    """
    steps, n = values.shape
    better = np.zeros((steps, n), values.dtype)
    known = np.zeros((steps, n), np.bool_)
    # For each seat of each game, from the last step back: what it had later (a value, or the reward at the end), how
    # much better that went on, and whether there is anything to go by.
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
