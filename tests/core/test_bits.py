"""Sets as bits, over the whole word: compiled shifts and masks have been wrong past 31 bits before."""

from collections import Counter

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


def test_single_bits() -> None:
    assert [int(bit) for bit in bits.BIT] == [2**n for n in range(62)]
    assert [int(bits.lowest(2**n)) for n in range(62)] == list(range(62))
    assert bits.count(2**62 - 1) == 62


@given(sets.filter(bool), st.integers(0, 10**6))
def test_choose_takes_a_member(numbers: set[int], seed: int) -> None:
    assert bits.choose(bits.mask(sorted(numbers)), Rng(seed)) in numbers


@given(sets.filter(bool), st.integers(0, 10**6))
def test_choose_counts_up_from_the_lowest(numbers: set[int], seed: int) -> None:
    index = int(Rng(seed).below(len(numbers)))
    assert bits.choose(bits.mask(sorted(numbers)), Rng(seed)) == sorted(numbers)[index]


def test_choose_is_even() -> None:
    rng = Rng(1)
    numbers = [0, 5, 31, 32, 40, 61]
    counts = Counter(int(bits.choose(bits.mask(numbers), rng)) for _ in range(12000))
    assert sorted(counts) == numbers
    assert all(abs(count - 2000) < 200 for count in counts.values())


def test_zeros_are_not_shared() -> None:
    row = bits.zeros(3)
    row[1] = 7
    assert list(bits.zeros(3)) == [0, 0, 0]
