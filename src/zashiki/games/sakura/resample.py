"""Sakura: all hands and draw piles that are consistent with what a seat has seen (SK-8.1), each equally likely.

A seat knows its own hand, the field and everything captured; the other hands and the pile share the remaining cards.
One thing more is public: when the wildcard takes a card and nobody interrupts, no other seat held all the rest of that
month (SK-5.2). Deals that contradict this are rejected and drawn again, so all others stay equally likely.
"""

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, choose, count
from zashiki.core.rng import Rng


def redealt(hands: vec[i64], pile: i64, seat: i64, apart: i64, apart_seats: i64, rng: Rng) -> tuple[vec[i64], i64]:
    """All hands and the draw pile, with every card redealt that `seat` does not see.

    None of `apart_seats` holds all cards of `apart`.
    """
    hidden = pile
    seats: i64 = len(hands)
    other: i64 = 0
    while other < seats:
        if other != seat:
            hidden |= hands[other]
        other += 1
    fresh = hands[:]
    while True:
        left = hidden
        other = 0
        while other < seats:
            if other != seat:
                fresh[other] = 0
                for _ in range(count(hands[other])):
                    bit = BIT[choose(left, rng)]
                    left &= ~bit
                    fresh[other] |= bit
            other += 1
        if _consistent(fresh, apart, apart_seats):
            return fresh, left


def _consistent(hands: vec[i64], apart: i64, apart_seats: i64) -> bool:
    """Whether no seat of `apart_seats` holds all cards of `apart` (SK-5.2)."""
    if apart == 0:
        return True
    seat: i64 = 0
    while seat < len(hands):
        if apart_seats & BIT[seat] != 0 and hands[seat] & apart == apart:
            return False
        seat += 1
    return True
