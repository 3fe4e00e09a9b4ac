"""Sets as bits, over the whole word: compiled shifts and masks have been wrong past 31 bits before."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from zashiki import Rng
from zashiki.core import bits

sets = st.sets(st.integers(0, 61))


@given(sets)
def test_a_set_comes_back_from_its_bits(numbers: set[int]) -> None:
    packed = bits.mask(sorted(numbers))
    assert bits.members(packed) == sorted(numbers)
    assert bits.count(packed) == len(numbers)
    if numbers:
        assert bits.lowest(packed) == min(numbers)
    assert [bits.nth(packed, n) for n in range(len(numbers))] == sorted(numbers)


@given(sets, sets)
def test_two_sets_are_counted_together(some: set[int], others: set[int]) -> None:
    assert bits.count_both(bits.mask(sorted(some)), bits.mask(sorted(others))) == len(some) + len(others)


def test_single_bits() -> None:
    assert [int(bit) for bit in bits.BIT] == [2**n for n in range(62)]
    assert [int(bits.lowest(2**n)) for n in range(62)] == list(range(62))
    assert bits.count(2**62 - 1) == 62
    assert bits.count_both(2**62 - 1, 2**62 - 1) == 124


@given(sets.filter(bool), st.integers(0, 10**6))
def test_choose_takes_a_member(numbers: set[int], seed: int) -> None:
    assert bits.choose(bits.mask(sorted(numbers)), Rng(seed)) in numbers


@given(sets.filter(bool), st.integers(0, 10**6))
def test_choose_counts_up_from_the_lowest(numbers: set[int], seed: int) -> None:
    index = int(Rng(seed).below(len(numbers)))
    assert bits.choose(bits.mask(sorted(numbers)), Rng(seed)) == sorted(numbers)[index]


def test_choose_is_uniform() -> None:
    rng = Rng(1)
    numbers = [0, 5, 31, 32, 40, 61]
    counts = Counter(int(bits.choose(bits.mask(numbers), rng)) for _ in range(12000))
    assert sorted(counts) == numbers
    assert all(abs(count - 2000) < 200 for count in counts.values())


def test_subsets_are_chosen_uniformly() -> None:
    numbers, rng = [3, 31, 32, 61], Rng(4)
    found = Counter(tuple(bits.members(bits.choose_some(bits.mask(numbers), 2, rng))) for _ in range(6000))
    assert sorted(found) == list(combinations(numbers, 2))
    assert all(abs(count - 1000) < 150 for count in found.values())


@given(sets, st.integers(0, 62))
def test_a_subset_of_the_wanted_size_is_chosen(numbers: set[int], wanted: int) -> None:
    wanted = min(wanted, len(numbers))
    chosen = bits.members(bits.choose_some(bits.mask(sorted(numbers)), wanted, Rng(wanted)))
    assert len(chosen) == wanted
    assert set(chosen) <= numbers


def test_zeros_are_not_shared() -> None:
    row = bits.zeros(3)
    row[1] = 7
    assert list(bits.zeros(3)) == [0, 0, 0]
