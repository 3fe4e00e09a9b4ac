"""The fast generator: reproducible in both lanes, and uniform."""

from collections import Counter

import pytest

from zashiki import Rng
from zashiki.core.rng import MULTIPLIER

# 99.99% points of the chi-square distribution, so that a right generator passes: the seeds here are fixed anyway.
CHI_SQUARE_9999 = {5: 25.7, 9: 33.7, 15: 44.3, 255: 349.0}


def chi_square(counts: list[int], shares: list[float]) -> float:
    total = sum(counts)
    return sum((count - total * share) ** 2 / (total * share) for count, share in zip(counts, shares, strict=True))


def is_prime(n: int) -> bool:
    """Miller and Rabin, certain for numbers below 2**81 with these bases."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
        x = pow(base, odd, n)
        if x not in (1, n - 1) and not any((x := x * x % n) == n - 1 for _ in range(twos - 1)):
            return False
    return True


def test_the_multiplier_gives_the_stated_period() -> None:
    assert MULTIPLIER < 2**31
    assert is_prime(MULTIPLIER * 2**32 - 1)
    assert is_prime(MULTIPLIER * 2**31 - 1)


def reference(seed: int, words: int) -> list[int]:
    """The generator as its module describes it, in plain Python ints."""
    mask = 2**64 - 1
    mixed = 0x9E3779B97F4A7C15
    rest = 2 * seed if seed >= 0 else -2 * seed + 1
    while True:
        mixed = (mixed + (rest & mask) + 0x9E3779B97F4A7C15) & mask
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        mixed ^= mixed >> 31
        rest >>= 64
        if not rest:
            break
    state = 1 + mixed % (MULTIPLIER * 2**32 - 2)
    made: list[int] = []
    for _ in range(words):
        low, carry = state % 2**32, state // 2**32
        state = MULTIPLIER * low + carry
        made.append(low ^ carry)
    return made


@pytest.mark.parametrize("seed", [0, 1, 2, -1, 7, 2**31, 2**64 + 5, -(2**200)])
def test_both_lanes_give_the_numbers_of_the_definition(seed: int) -> None:
    rng = Rng(seed)
    assert [rng.word() for _ in range(500)] == reference(seed, 500)


def test_neighbouring_seeds_give_unrelated_streams() -> None:
    firsts = [Rng(seed).word() for seed in range(-500, 500)]
    assert len(set(firsts)) == len(firsts)


def test_a_clone_continues_with_the_same_numbers() -> None:
    rng = Rng(5)
    rng.word()
    twin = rng.clone()
    assert [rng.word() for _ in range(9)] == [twin.word() for _ in range(9)]


def test_a_branch_is_independent_and_reproducible() -> None:
    rng, again = Rng(5), Rng(5)
    branches = [rng.branch(), rng.branch()]
    words = [[branch.word() for _ in range(9)] for branch in branches]
    assert words == [[branch.word() for _ in range(9)] for branch in (again.branch(), again.branch())]
    assert len({word for row in words for word in row} | {rng.word() for _ in range(9)}) == 27


@pytest.mark.parametrize("n", [6, 10, 16, 256])
def test_below_is_uniform(n: int) -> None:
    rng = Rng(n)
    counts = Counter(int(rng.below(n)) for _ in range(n * 2000))
    assert set(counts) == set(range(n))
    assert chi_square([counts[k] for k in range(n)], [1 / n] * n) < CHI_SQUARE_9999[n - 1]


def test_successive_numbers_are_uncorrelated() -> None:
    rng = Rng(11)
    pairs = Counter((int(rng.below(16)), int(rng.below(16))) for _ in range(256 * 400))
    assert chi_square([pairs[a, b] for a in range(16) for b in range(16)], [1 / 256] * 256) < CHI_SQUARE_9999[255]


def test_below_reaches_its_limits_without_bias() -> None:
    rng = Rng(3)
    assert [rng.below(1) for _ in range(9)] == [0] * 9
    # With n just over half of 2**32 / 2, rejection happens often: the halves must still be even.
    n = 2**31 - 2**29
    upper = sum(rng.below(n) >= n // 2 for _ in range(20000))
    assert abs(upper - 10000) < 400


def test_pick_follows_the_weights() -> None:
    rng = Rng(8)
    weights = [1, 0, 3, 2, 4, 0]
    counts = Counter(rng.pick(weights) for _ in range(20000))
    assert counts[1] == counts[5] == 0
    kept = [0, 2, 3, 4]
    assert chi_square([counts[k] for k in kept], [weights[k] / 10 for k in kept]) < CHI_SQUARE_9999[5]


def test_random_lies_in_the_unit_interval() -> None:
    rng = Rng(9)
    values = [rng.random() for _ in range(20000)]
    assert 0 <= min(values) < 0.001
    assert 0.999 < max(values) < 1
    assert abs(sum(values) / len(values) - 0.5) < 0.01
