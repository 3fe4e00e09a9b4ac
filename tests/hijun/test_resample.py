"""`resample` draws uniformly from all worlds consistent with what a seat has seen, and from no others."""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from hijun.hands import play, ready
from support import Setting
from zashiki import Rng
from zashiki.games.hijun import cards
from zashiki.games.hijun.resample import Ways, below, redealt
from zashiki.games.hijun.rules import DEAL, DISCARD, PLAY, HijunState
from zashiki.testing.case import move_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

World = tuple[tuple[int, ...], ...]
"""The cards of every place: hands, discards, the pile."""

P, I, C, M = 1, 2, 4, 8  # noqa: E741 - the four colours, as bits of a void
CODES = {"p": 0, "i": 18, "c": 36, "m": 54}


def row_of(*places: str) -> vec[i64]:
    """A row of places, each with the cards named ("p4 i2")."""
    words = [0] * (4 * len(places))
    for place, text in enumerate(places):
        for card in text.split():
            words[4 * place + CODES[card[0]] // 18] |= 2 ** int(card[1:])
    return vec[i64](words)


def world_of(row: vec[i64]) -> World:
    return tuple(tuple(cards.listed(row, place)) for place in range(len(row) // 4))


def worlds(row: vec[i64], seats: int, seat: int, void: dict[int, int]) -> Iterator[World]:
    """By enumeration: every layout consistent with what the seat has seen."""
    truth = world_of(row)
    hidden = [place for place in range(len(truth)) if place not in (seat, seats + seat)]

    def fill(places: list[int], left: frozenset[int], filled: dict[int, tuple[int, ...]]) -> Iterator[World]:
        if not places:
            yield tuple(filled.get(place, truth[place]) for place in range(len(truth)))
            return
        place = places[0]
        fit = sorted(card for card in left if not void.get(place, 0) & 2 ** (card // 18))
        for chosen in combinations(fit, len(truth[place])):
            yield from fill(places[1:], left - set(chosen), {**filled, place: chosen})

    yield from fill(hidden, frozenset(card for place in hidden for card in truth[place]), {})


def bits_of(void: dict[int, int]) -> int:
    return sum(lacks << (4 * seat) for seat, lacks in void.items())


SMALL: list[tuple[str, int, dict[int, int], tuple[str, ...]]] = [
    ("nothing known", 0, {}, ("p1 p2", "p3", "i4", "c5", "m6", "p7", "i8", "c9", "")),
    ("in the deal", 1, {}, ("p1", "p2", "i3", "c4", "", "", "", "", "m5 m6 p7")),
    ("one void", 0, {2: P | C}, ("p1", "p2 p3", "i4 i5", "c6", "m7", "p8", "i9", "", "")),
    ("a chain", 3, {0: P | I, 1: P, 2: P | I | C}, ("c1", "i2 c3", "m4", "p5", "p6", "p7 m8", "i9", "c10", "")),
    ("equal voids", 0, {1: P, 2: P}, ("m1", "i2 i3", "c4", "p5", "", "p6 p7", "c8", "m9", "")),
    ("two that differ", 0, {1: P, 2: I}, ("m1", "i2 c3", "p4 m5", "p6", "", "p7", "i8", "m9", "")),
    ("two long ones that differ", 2, {0: P | M, 1: I | C}, ("i2 c3", "p4 m5", "p6", "c9", "p7", "i8", "", "m9", "")),
    ("three that differ", 0, {1: P, 2: I, 3: C}, ("m1", "i2 c3", "p4 m5", "p6 i8", "", "p7", "c10", "", "")),
    ("equal and different", 3, {0: P, 1: P, 2: I | M}, ("i2", "c3 m5", "p4", "", "i6", "p7 m8", "c9", "", "")),
    ("all but one colour", 0, {1: P | I | C, 2: P | I | M}, ("", "m2 m3", "c4", "p5 m6", "p1", "", "c7", "i8", "")),
]


@pytest.mark.rules("HJ-5.1", "HJ-3.2")
@pytest.mark.parametrize(("seat", "void", "places"), [case[1:] for case in SMALL], ids=[case[0] for case in SMALL])
def test_uniform_over_all_consistent_worlds(seat: int, void: dict[int, int], places: tuple[str, ...]) -> None:
    """Chi-square against an enumeration of all worlds; voids bind hands, never discards."""
    row = row_of(*places)
    possible = list(worlds(row, 4, seat, void))
    assert len(possible) == len(set(possible)) > 50
    rng = Rng(len(possible))
    times = 8 * len(possible)
    found: Counter[World] = Counter()
    for _ in range(times):
        found[world_of(redealt(row, 4, seat, bits_of(void), rng))] += 1
    assert set(found) <= set(possible), "a world that cannot be"
    square = sum((found[world] - 8) ** 2 / 8 for world in possible)
    freedom = len(possible) - 1
    assert abs(square - freedom) < 4 * math.sqrt(2 * freedom)


void_sets = st.dictionaries(st.integers(1, 5), st.integers(1, 14), min_size=1, max_size=5)


@given(void_sets, st.lists(st.integers(0, 2), min_size=5, max_size=5), st.tuples(*[st.integers(0, 3)] * 4))
def test_ways_are_counted_rightly(void: dict[int, int], sizes: list[int], left: tuple[int, int, int, int]) -> None:
    """The number of ways to deal hands with voids, against dealing them all one after the other."""
    hands = sorted(void.items(), key=lambda hand: -bin(hand[1]).count("1"))
    want = [sizes[seat - 1] for seat, _ in hands]
    pool = frozenset(product(range(4), range(3))) - {(c, n) for c in range(4) for n in range(left[c], 3)}

    def deals(index: int, rest: frozenset[tuple[int, int]]) -> int:
        if index == len(hands):
            return 1
        fit = sorted(card for card in rest if not hands[index][1] & 2 ** card[0])
        return sum(deals(index + 1, rest - set(chosen)) for chosen in combinations(fit, want[index]))

    assert Ways([lacks for _, lacks in hands], want).count(0, left) == deals(0, pool)


@pytest.mark.parametrize("n", [1, 2, 3, 10**6, 2**32, 2**32 + 1, 3 * 2**70, 10**40])
def test_large_numbers_are_even(n: int) -> None:
    rng = Rng(9)
    thirds = Counter(3 * below(n, rng) // n for _ in range(3000))
    assert set(thirds) <= {0, 1, 2}
    if n > 3:
        assert all(abs(times - 1000) < 110 for times in thirds.values())
    if n <= 3:
        assert {below(n, rng) for _ in range(100)} == set(range(n))


def positions(seats: int, seed: int) -> Iterator[HijunState]:
    """The states of a random game."""
    state = Setting("hijun", seats).start()
    rng = Rng(seed)
    assert isinstance(state, HijunState)
    while state.waiting():
        yield state
        move_at_random(state, rng)


@pytest.mark.rules("HJ-5.1", "HJ-2.3", "HJ-3.2")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_worlds_respect_all_that_follows_from_play(seats: int) -> None:
    """Own cards stay, sizes stay, played cards stay out, and who lacks a colour holds none."""
    rng = Rng(21)
    differed: Counter[int] = Counter()
    bound = 0
    for index, state in enumerate(positions(seats, 20 + seats)):
        seat = index % seats
        world = state.resample(seat, rng)
        before, after = world_of(state.cards), world_of(world.cards)
        assert [len(place) for place in after] == [len(place) for place in before]
        assert sorted(sum(after, ())) == sorted(sum(before, ()))
        assert (after[seat], after[seats + seat]) == (before[seat], before[seats + seat])
        for other in range(seats):
            lacks = state.void >> (4 * other) & 15
            bound += lacks != 0 and other != seat
            assert all(not lacks & 2 ** (card // 18) for card in after[other])
        differed[int(state.phase)] += before != after
        assert world.void == state.void
    assert bound > 50
    assert all(differed[phase] > 20 for phase in (DEAL, DISCARD, PLAY))


@pytest.mark.rules("HJ-5.1", "HJ-2.3")
def test_a_discard_may_be_of_a_colour_that_the_hand_lacks() -> None:
    """Discards came before anybody failed to follow."""
    match = ready(
        "p4 p5 p6 i1 i2 i3 c1 c2 c3",
        "p9 p10 i4 i5 i6 i7 c4 c5 c6",
        "p2 p3 i8 i9 i10 c7 c8 c9 m1",
        "i13 i12 i11 c10 c11 c12 m2 m3 m4",
    )
    play(match, "p4", "p9", "p2", "i13")
    state = match.state()
    assert isinstance(state, HijunState)
    rng = Rng(4)
    thrown = 0
    for _ in range(300):
        world = world_of(state.resample(0, rng).cards)
        assert not any(card < 18 for card in world[3])
        thrown += any(card < 18 for card in world[7])
    assert thrown > 150


@pytest.mark.rules("HJ-2.3")
def test_other_seats_discards_are_open_while_they_choose() -> None:
    """A seat that has chosen already may have chosen anything, as far as others know."""
    state = Setting("hijun", 4).start()
    rng = Rng(3)
    state.resolve_chance(rng)
    assert isinstance(state, HijunState)
    for _ in range(6):
        state.step(rng)  # seat 0 has discarded four cards, seat 1 two
    assert [int(owed) for owed in state.owes] == [0, 2, 4, 4]
    seen: Counter[int] = Counter()
    for _ in range(3000):
        world = state.resample(2, rng)
        seen.update(world_of(world.cards)[4])
        assert world.waiting() == state.waiting()
    own = set(world_of(state.cards)[2])
    # Each of the 39 cards that seat 2 does not hold is among seat 0's four discards equally often.
    assert set(seen) == {card for card in range(72) if card % 18 < 13} - own
    assert all(abs(times - 3000 * 4 / 39) < 75 for times in seen.values())
