"""Hiroba hides nothing: everybody sees the same board, and what chance has not decided yet is nowhere in the state."""

import pytest

import zashiki
from hiroba.boards import started, whole
from support import dumped
from zashiki import CHANCE, Rng
from zashiki.testing.case import play_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_sees_the_same(seats: int) -> None:
    """Boards, events, scores and lines are alike for all seats and for a spectator; only the question differs."""
    match = zashiki.new("hiroba", seats=seats, seed=seats)
    rng = Rng(seats)
    while True:
        seen = {dumped([match.view(seat)["board"], match.events(seat)]) for seat in (None, *range(seats))}
        assert len(seen) == 1
        (waiting,) = match.waiting or (None,)
        for seat in (None, *range(seats)):
            view = match.view(seat)
            if seat != waiting:
                assert view["moves"] == []
                assert view["prompt"] == match.view(None)["prompt"]
        if match.over:
            break
        play_at_random(match, rng, most=1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_state_is_nothing_but_the_moves(seats: int) -> None:
    """With other outcomes still to come, a set-up that began alike is alike in every field."""
    compared = differed = 0
    for seed in range(20):
        rng = Rng(seed)
        one = started(seats)
        outcomes = []
        while one.turn() == CHANCE:
            legal = one.legal(CHANCE)
            outcomes.append(legal[rng.pick(one.weights())])
            fork = one.clone()
            fork.resolve_chance(rng)
            again = started(seats)
            for outcome in outcomes[:-1]:
                again.apply(CHANCE, outcome)
            assert whole(again) == whole(one)
            compared += 1
            one.apply(CHANCE, outcomes[-1])
            ready = one.clone()
            ready.resolve_chance(rng)
            differed += whole(fork) != whole(ready)
    assert compared == 20 * (20 if seats < 4 else 19)
    assert differed > compared * 0.8


def test_no_event_has_a_secret() -> None:
    """So a log can be shown to anybody."""
    match = play_at_random(zashiki.new("hiroba", seats=4, seed=1), Rng(1))
    for seat in range(4):
        assert match.events(seat) == match.events(None)
