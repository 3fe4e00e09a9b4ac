"""Sets of small whole numbers as bits of one machine word (0 to 61).

A literal shifted left is miscompiled under `i64` past 31 bits, so single bits come from the table `BIT`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.rng import Rng

BIT: Final = vec[i64]([2**n for n in range(62)])

# Powers of two below 2**66 all leave different remainders when divided by 67.
_INDEX: Final = vec[i64]([next((n for n in range(62) if 2**n % 67 == rest), 0) for rest in range(67)])

_ZEROS: Final = vec[i64]([0] * 128)


def lowest(bits: i64) -> i64:
    """The smallest number in a set that is not empty."""
    # The mask changes nothing: it tells the C compiler that there is no sign to take care of.
    return _INDEX[(bits & -bits & 0x3FFF_FFFF_FFFF_FFFF) % 67]


def count(bits: i64) -> i64:
    """The number of elements."""
    # Sums of neighbouring bits, then of pairs, fours and so on: the same few steps for any set.
    bits -= (bits >> 1) & 0x1555_5555_5555_5555
    bits = (bits & 0x3333_3333_3333_3333) + ((bits >> 2) & 0x3333_3333_3333_3333)
    bits = (bits + (bits >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & 0x7F


def count_both(some: i64, others: i64) -> i64:
    """The sum of the sizes of two sets."""
    some -= (some >> 1) & 0x1555_5555_5555_5555
    some = (some & 0x3333_3333_3333_3333) + ((some >> 2) & 0x3333_3333_3333_3333)
    others -= (others >> 1) & 0x1555_5555_5555_5555
    others = (others & 0x3333_3333_3333_3333) + ((others >> 2) & 0x3333_3333_3333_3333)
    some += others  # at most 8 in each field of four bits
    some = (some & 0x0F0F_0F0F_0F0F_0F0F) + ((some >> 4) & 0x0F0F_0F0F_0F0F_0F0F)
    some += some >> 8
    some += some >> 16
    some += some >> 32
    return some & 0xFF


def members(bits: i64) -> list[int]:
    """The numbers in the set, ascending."""
    found: list[int] = []
    while bits != 0:
        found.append(lowest(bits))
        bits &= bits - 1
    return found


def choose(bits: i64, rng: Rng) -> i64:
    """A uniformly random element of a set that is not empty."""
    return nth(bits, rng.below(count(bits)))


def choose_some(bits: i64, number: i64, rng: Rng) -> i64:
    """A uniformly random subset of this size, of a set that is at least as large."""
    left = count(bits)
    rest = bits
    while number > 0:
        rest &= ~BIT[nth(rest, rng.below(left))]
        left -= 1
        number -= 1
    return bits & ~rest


def nth(bits: i64, n: i64) -> i64:
    """The n-th smallest element, from 0, of a set with more than n."""
    # How many there are in each field of 2, 4, 8, 16 and 32 bits, as in `count`; then down to the one, always into the
    # half where it is. `over` is -1 if that is the upper half, else 0: branches would be guessed wrong half the time.
    twos = bits - ((bits >> 1) & 0x1555_5555_5555_5555)
    fours = (twos & 0x3333_3333_3333_3333) + ((twos >> 2) & 0x3333_3333_3333_3333)
    eights = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    sixteens = eights + (eights >> 8)
    below = (sixteens + (sixteens >> 16)) & 0x3F
    over = (below - 1 - n) >> 63
    place: i64 = over & 32
    n -= below & over
    below = (sixteens >> place) & 0x1F
    over = (below - 1 - n) >> 63
    place += over & 16
    n -= below & over
    below = (eights >> place) & 0xF
    over = (below - 1 - n) >> 63
    place += over & 8
    n -= below & over
    below = (fours >> place) & 0x7
    over = (below - 1 - n) >> 63
    place += over & 4
    n -= below & over
    below = (twos >> place) & 0x3
    over = (below - 1 - n) >> 63
    place += over & 2
    n -= below & over
    below = (bits >> place) & 0x1
    return place + (((below - 1 - n) >> 63) & 1)


def zeros(length: i64) -> vec[i64]:
    """A row of zeros (at most 128)."""
    return _ZEROS[:length]


def mask(numbers: list[int]) -> int:
    """The set of these numbers."""
    bits = 0
    for n in numbers:
        bits |= 2**n
    return bits
