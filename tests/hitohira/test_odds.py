"""Hitohira: the chance of failing, against every draw counted one by one."""

from itertools import combinations

import pytest

from hitohira.desk import Desk, numbers
from zashiki import Rng
from zashiki.games.hitohira.odds import chance_of_failing, ways_to_hold
from zashiki.games.hitohira.pieces import counts, fails, heap_of, in_game


def slow_ways(drawn: list[int], unseen: list[int], many: int) -> int:
    row = [colour for colour, pieces in enumerate(unseen) for _ in range(pieces)]
    ways = 0
    for draw in combinations(row, many):
        heap = heap_of([drawn[colour] + draw.count(colour) for colour in range(6)])
        ways += not fails(heap)
    return ways


@pytest.mark.parametrize("drawn", ["", "1 red", "2 red", "1 black", "1 red 1 black", "1 red 1 blue 1 white", "2 black"])
def test_ways_are_counted_exactly(drawn: str) -> None:
    """HT-3.3, HT-3.4: for small pouches, every draw tried."""
    rng = Rng(4)
    for _ in range(6):
        unseen = [int(rng.below(4)) for _ in range(5)] + [int(rng.below(3))]
        for many in range(1, min(5, sum(unseen)) + 1):
            assert ways_to_hold(numbers(drawn), unseen, many) == slow_ways(numbers(drawn), unseen, many)


def test_the_chance_at_the_start() -> None:
    """HT-3.4: with three players 1 or 2 pieces never fail, 8 nearly always do."""
    unseen = counts(in_game(3))
    chances = [chance_of_failing([0] * 6, unseen, many) for many in range(1, 9)]
    assert chances[:2] == [0.0, 0.0]
    assert chances == sorted(chances)
    assert 0.05 < chances[2] < 0.2
    assert 0.97 < chances[7] < 0.99
    assert chance_of_failing(numbers("1 red 1 blue 1 yellow 1 black"), unseen, 1) == 1.0


def test_the_chance_is_what_happens() -> None:
    """The odds against real draws from a pouch with unseen pieces outside it (HT-2.1)."""
    rng = Rng(8)
    state = Desk(seats=2).draw("1 red 1 blue").state
    expected = chance_of_failing(
        numbers("1 red 1 blue"), numbers("12 red 13 yellow 13 light blue 12 blue 13 white 4 black"), 3
    )
    failed = 0
    for _ in range(4000):
        world = state.resample(0, rng)
        world.apply(0, 3)
        while world.turn() == -1:
            world.step(rng)
        failed += world.phase == 7 or world.mover == 1
    assert abs(failed / 4000 - expected) < 0.03
