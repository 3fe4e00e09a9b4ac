"""A small, fast generator for search and simulation.

Matches draw from `zashiki.core.fair`; this generator is for everything that only needs to be fast and repeatable.
It is a multiply-with-carry generator: the state is `low 32 bits` and `carry`, and one step is
`state = A * low + carry`. `A` is below 2**31, so every product stays below 2**63: the arithmetic is exact in a
machine word and in a Python int alike, which is why both lanes (compiled and interpreted) give the same numbers.
The period is `A * 2**31 - 1`, about 2**61.8, because `A * 2**32 - 1` and `A * 2**31 - 1` are both prime.
"""

from typing import Final, final

from mypy_extensions import i64

MULTIPLIER: Final = 1_986_267_633
LOW_32: Final = 0xFFFF_FFFF


@final
class Rng:
    """A stream of random numbers that depends only on its seed.

    Examples:
        >>> import zashiki
        >>> rng = zashiki.Rng(7)
        >>> [rng.below(6) for _ in range(5)]
        [5, 2, 5, 3, 3]
    """

    _state: i64

    def __init__(self, seed: int = 0) -> None:
        # The precomputed state of seed 0: searches make a generator for every playout.
        carry: i64 = 0x6E78_9E6A
        low: i64 = 0xA1B9_65F5
        self._state = carry * 0x1_0000_0000 + low
        if seed != 0:
            self.reseed(seed)

    def __repr__(self) -> str:
        return f"<Rng state {int(self._state):#x}>"

    def reseed(self, seed: int) -> None:
        """Start the stream of `seed`: any int, negative and huge ones too."""
        # SplitMix-like folding in Python ints (no overflow), so that neighbouring seeds give unrelated streams.
        mixed = 0x9E37_79B9_7F4A_7C15
        rest = 2 * seed if seed >= 0 else -2 * seed + 1
        while True:
            mixed = (mixed + (rest & 0xFFFF_FFFF_FFFF_FFFF) + 0x9E37_79B9_7F4A_7C15) & 0xFFFF_FFFF_FFFF_FFFF
            mixed = ((mixed ^ (mixed >> 30)) * 0xBF58_476D_1CE4_E5B9) & 0xFFFF_FFFF_FFFF_FFFF
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB) & 0xFFFF_FFFF_FFFF_FFFF
            mixed ^= mixed >> 31
            rest >>= 64
            if rest == 0:
                break
        # Any value from 1 to A * 2**32 - 2 is a good state.
        self._state = 1 + mixed % (MULTIPLIER * 0x1_0000_0000 - 2)

    def clone(self) -> "Rng":
        """A generator that continues with the same numbers."""
        twin = Rng()
        twin._state = self._state
        return twin

    def branch(self) -> "Rng":
        """An independent generator, seeded from this one, which moves on."""
        twin = Rng()
        twin._state = 1 + (self.word() & 0x3FFF_FFFF) * 0x1_0000_0000 + self.word()
        return twin

    def word(self) -> i64:
        """The next 32 random bits."""
        state = self._state
        low: i64 = state & LOW_32
        carry: i64 = state >> 32
        self._state = MULTIPLIER * low + carry
        return low ^ carry

    def below(self, n: i64) -> i64:
        """A uniformly random whole number from 0 to n - 1 (1 <= n <= 2**31)."""
        wide: i64 = self.word() * n
        low: i64 = wide & LOW_32
        if low < n:
            # Lemire's method: reject the few words that would favour some results.
            floor: i64 = (LOW_32 + 1 - n) % n
            while low < floor:
                wide = self.word() * n
                low = wide & LOW_32
        return wide >> 32

    def pick(self, weights: list[int]) -> int:
        """An index of `weights`, with probability proportional to its weight (whole numbers, sum from 1 to 2**31)."""
        total: i64 = 0
        for weight in weights:
            total += weight
        point = self.below(total)
        for index, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return index
        raise AssertionError("unreachable: the point lies below the total")

    def random(self) -> float:
        """A float in [0, 1) with 53 random bits."""
        high: i64 = self.word() >> 5
        low: i64 = self.word() >> 6
        return float(high * 67_108_864 + low) / 9_007_199_254_740_992.0
