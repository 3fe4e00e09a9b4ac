"""`resample` draws uniformly from all worlds consistent with what a seat has seen, and from no others."""

import math
from collections import Counter
from itertools import combinations

import pytest

from hagakure.hands import dealt, play
from zashiki import Match, Rng
from zashiki.games.hagakure.cards import SAMURAI_BITS, listed
from zashiki.games.hagakure.rules import HagakureState

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once


def state_of(match: Match) -> HagakureState:
    state = match.state()
    assert isinstance(state, HagakureState)
    return state


def drawn(state: HagakureState, seat: int, times: int) -> Counter[tuple[tuple[int, ...], ...]]:
    """How often each layout of all places came up."""
    rng = Rng(77)
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(times):
        world = state.resample(seat, rng)
        found[tuple(tuple(listed(place)) for place in world.cards)] += 1
    return found


def even(found: Counter[tuple[tuple[int, ...], ...]], weights: dict[tuple[tuple[int, ...], ...], int]) -> bool:
    """Chi-square against the weights, at a limit that a right sampler passes with these fixed seeds."""
    total, times = sum(weights.values()), sum(found.values())
    assert set(found) <= set(weights), "a world that cannot be"
    square = sum(
        (found[key] - times * weight / total) ** 2 / (times * weight / total) for key, weight in weights.items()
    )
    freedom = len(weights) - 1
    return square < freedom + 4 * math.sqrt(2 * freedom)


def worlds(state: HagakureState, unknown: list[int], void: set[int]) -> dict[tuple[tuple[int, ...], ...], int]:
    """By enumeration: every possible layout, with the number of deals of physical cards that give it."""
    pool = [card for place in unknown for card in listed(state.cards[place])]
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()

    def fill(places: list[int], left: tuple[int, ...], filled: dict[int, tuple[int, ...]]) -> None:
        if not places:
            row = [filled.get(place, tuple(listed(cards))) for place, cards in enumerate(state.cards)]
            found[tuple(row)] += 1
            return
        size = len(listed(state.cards[places[0]]))
        for chosen in combinations(range(len(left)), size):
            cards = tuple(sorted(left[index] for index in chosen))
            if places[0] in void and any(card > 17 for card in cards):
                continue
            rest = tuple(left[index] for index in range(len(left)) if index not in chosen)
            fill(places[1:], rest, {**filled, places[0]: cards})

    fill(unknown, tuple(pool), {})
    return dict(found)


def near_the_end() -> Match:
    """Four seats, one trick played: seat 2 did not follow a samurai."""
    table = dealt("18 6 7 8", "19 9 10 fool", "12 13 14 15", "16 17 20 fool")
    return play(table, *["pass"] * 4, "18", "19", "12", "20", "16", "8", "9", "13", "17", "7", "10", "14")


@pytest.mark.rules("HG-3.2")
def test_uniform_over_all_consistent_worlds_with_a_void() -> None:
    """Who did not follow a samurai lead holds none; old fools count as the three cards they are."""
    state = state_of(near_the_end())
    assert [len(listed(place)) for place in state.cards] == [1, 1, 1, 1, 4]
    possible = worlds(state, unknown=[1, 2, 3, 4], void={2})
    assert len(possible) == 26
    assert even(drawn(state, 0, 12000), possible)


def test_uniform_when_only_the_own_hand_is_known() -> None:
    table = dealt("18 6 7 8", "19 9 10 fool", "12 13 14 15", "16 17 20 fool")
    found: Counter[tuple[int, ...]] = Counter()
    for world, times in drawn(state_of(table), 0, 9000).items():
        for card in world[1]:
            found[(card,)] += times
    # Each of the 16 unseen cards is in seat 1's hand a quarter of the time.
    assert set(found) == {(card,) for card in [*range(9, 18), 19, 20, 21, 22, 28]}
    assert all(abs(count - 9000 / 4 * (3 if card == (28,) else 1)) < 200 for card, count in found.items())


@pytest.mark.rules("HG-6.1")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_what_was_seen_stays_where_it_went(seat: int) -> None:
    """After Look and Exchange each seat's worlds keep just what that seat knows."""
    table = dealt("6 7 8 18", "9 10 11 19", "12 13 14 20", "15 16 17 21")
    play(table, "look 2", "exchange", "exchange", "pass")
    state = state_of(table)
    fixed = {0: {0, 4}, 1: {1, 2}, 2: {2, 4}, 3: {3}}[seat]
    found = drawn(state, seat, 300)
    for place in range(5):
        hands = {world[place] for world in found}
        if place in fixed:
            assert hands == {tuple(listed(state.cards[place]))}
        else:
            assert len(hands) > 20


def test_a_void_hand_gets_no_samurai_in_any_world() -> None:
    table = dealt("18 6 7 8", "19 9 10 fool", "12 13 14 15", "16 17 20 fool")
    play(table, *["pass"] * 4, "18", "19", "12")
    state = state_of(table)
    rng = Rng(5)
    for seat in (0, 1, 3):
        others = set()
        for _ in range(300):
            world = state.resample(seat, rng)
            assert world.cards[2] & SAMURAI_BITS == 0
            others.add(tuple(int(place) for place in world.cards))
        assert len(others) > 100


def test_enumeration_counts_physical_deals() -> None:
    """The reference of these tests, against a count by hand."""
    state = state_of(near_the_end())
    deals = sum(worlds(state, unknown=[1, 2, 3, 4], void=set()).values())
    assert deals == 7 * 6 * 5
