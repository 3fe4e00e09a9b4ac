"""Chances of winning from points: the integral against plain simulation, and edge cases."""

import random

import pytest
from librt.vecs import vec

from zashiki.core.win_chances import below, win_chances


def chances(points: list[float], spread: float) -> list[float]:
    return list(win_chances(vec[float](points), spread))


@pytest.mark.parametrize(
    ("points", "spread"),
    [([0, 0], 5), ([3, 0], 5), ([10, 0, 0, 0], 8), ([4, 2, 0], 2), ([1, 5, 9, 2, 2], 6), ([0, 30], 4)],
)
def test_chances_are_those_of_a_simulation(points: list[float], spread: float) -> None:
    chance = random.Random(1)
    games = 20_000
    wins = [0] * len(points)
    for _ in range(games):
        ends = [chance.gauss(point, spread) for point in points]
        wins[ends.index(max(ends))] += 1
    for one, won in zip(chances(points, spread), wins, strict=True):
        assert one == pytest.approx(won / games, abs=0.015)


def test_chances_sum_to_one_and_grow_with_points() -> None:
    before = 0.0
    for lead in range(-30, 31, 3):
        found = chances([lead, 0.0, 5.0], 7.0)
        assert sum(found) == pytest.approx(1)
        assert found[0] > before
        before = found[0]


def test_at_the_end_the_leaders_share_the_victory() -> None:
    assert chances([3.0, 7.0, 7.0], 0.0) == [0.0, 0.5, 0.5]
    assert chances([-3.0, -7.0], 0.0) == [1.0, 0.0]


def test_the_normal_distribution_function() -> None:
    assert below(0.0) == pytest.approx(0.5)
    assert below(1.96) == pytest.approx(0.975, abs=1e-3)
    assert below(-20.0) == 0.0
    assert below(20.0) == 1.0
