"""Advantages match those computed decision by decision for each seat."""

import numpy as np
import pytest

from zashiki.research import batch
from zashiki.research.advantages import advantages

STEPS, GAMES = 70, 3


@pytest.mark.parametrize("trace", [0.0, 0.9, 1.0])
def test_each_seat_is_followed_along_its_own_decisions(trace: float) -> None:
    games = batch("hagakure", seats=3, n=GAMES, seed=2, rounds=1)
    values = np.random.default_rng(1).normal(size=(STEPS, GAMES))
    players = np.zeros((STEPS, GAMES), np.int64)
    ended = np.zeros((STEPS, GAMES), np.bool_)
    rewards = np.zeros((STEPS, GAMES, 3))
    for step in range(STEPS):
        players[step] = games.current_players
        games.step(games.sample())
        ended[step] = games.ended
        rewards[step] = games.rewards
    assert ended.any(0).all()
    better, known = advantages(values, players, ended, rewards, trace)

    def followed(step: int, game: int) -> float | None:
        """Return the advantage of one decision, computed from the step onwards; None if it is unknown."""
        seat = players[step, game]
        for later in range(step, STEPS):
            if later > step and players[later, game] == seat:
                return float(values[later, game] - values[step, game] + trace * (followed(later, game) or 0.0))
            if ended[later, game]:
                return float(rewards[later, game, seat] - values[step, game])
        return None

    unknown = 0
    for step in range(STEPS):
        for game in range(GAMES):
            expected = followed(step, game)
            assert known[step, game] == (expected is not None)
            assert better[step, game] == pytest.approx(0.0 if expected is None else expected)
            unknown += expected is None
    assert 0 < unknown <= 3 * GAMES
