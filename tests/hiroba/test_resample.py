"""Nothing in Hiroba is hidden, so `resample` gives a copy of the true state."""

import pytest

from hiroba.boards import started, whole
from zashiki import CHANCE, Rng

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_resampled_world_is_a_copy_that_goes_its_own_way(seats: int) -> None:
    state = started(seats)
    rng = Rng(seats)
    while state.waiting():
        before = whole(state)
        for seat in range(seats):
            other = state.resample(seat, rng)
            assert whole(other) == before
            other.playout(rng)
            assert other.waiting() == ()
            assert whole(state) == before
        state.step(rng)


def test_what_chance_has_not_decided_stays_open() -> None:
    """In the set-up a resampled world decides nothing: the same outcomes, as likely as before, and all can happen."""
    rng = Rng(4)
    state = started(2)
    while state.turn() == CHANCE:
        worlds = [state.resample(0, rng) for _ in range(150)]
        assert all(world.legal(CHANCE) == state.legal(CHANCE) for world in worlds)
        assert all(world.weights() == state.weights() for world in worlds)
        weights = state.weights()
        likely = [weight for weight in weights if 10 * weight > sum(weights) // 2]
        for world in worlds:
            world.step(rng)
        assert len({str(whole(world)) for world in worlds}) >= len(likely)
        state.step(rng)
