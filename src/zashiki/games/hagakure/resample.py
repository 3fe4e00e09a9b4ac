"""Hagakure: all hands and Yomi that are consistent with what a seat has seen (HG-6.1), each equally likely.

A seat knows its own hand and whatever Look and Exchange have shown it; all other places share the remaining cards.
Whoever did not follow a samurai holds only villagers (HG-3.2).
"""

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, choose_some, count
from zashiki.core.rng import Rng
from zashiki.games.hagakure.cards import VILLAGER_BITS, merged


def redealt(cards: vec[i64], known: i64, void: i64, rng: Rng) -> vec[i64]:
    """The cards of all hands and, last, the Yomi, with every place redealt that is not one of `known`.

    The hands of `void` take villagers only.
    """
    fresh = cards[:]
    yomi: i64 = len(cards) - 1
    unseen_void = void & ~known
    # Physical cards are equally likely everywhere, so old fools are told apart while they are redealt.
    pool: i64 = 0
    place: i64 = 0
    while place <= yomi:
        if known & BIT[place] == 0:
            pool = merged(pool, cards[place])
        place += 1
    # Deal to hands that take villagers only first: then all deals stay equally likely.
    place = 0
    while place < yomi and unseen_void != 0:
        if unseen_void & BIT[place] != 0:
            villagers = choose_some(pool & VILLAGER_BITS, count(cards[place]), rng)
            fresh[place] = villagers
            pool &= ~villagers
        place += 1
    place = 0
    while place < yomi:
        if (known | unseen_void) & BIT[place] == 0:
            hand = choose_some(pool, count(cards[place]), rng)
            fresh[place] = merged(0, hand)
            pool &= ~hand
        place += 1
    if known & BIT[yomi] == 0:
        fresh[yomi] = merged(0, pool)
    return fresh
