"""Hagakure: which card to play, as a decent player would see it at once.

Every card that may be played is judged by what it may win now, and by what it could still win later if it were kept.
Both go by counting: how many of the cards that the seat has not seen are higher, and how many cards there are in the
hands of those who play after it. The weights were found by self-play.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count, lowest
from zashiki.games.hagakure.cards import EIGHTEEN, FOOL, FOOL_BITS, LAST_VILLAGER, VILLAGER_BITS
from zashiki.games.hagakure.rules import HagakureState
from zashiki.games.hagakure.score import VILLAGERS, villagers_needed

LAST_SAMURAI: Final = 27

# Weights, in points.
NEED: Final = vec[float]([0.0, 2.0, 1.9, 0.3, 0.3, 0.3])
"""What a first trick is worth beyond its point, by cards left in hand: it averts the -2 (HG-4.1)."""
LEAD: Final = 0.18
"""To lead the next trick."""
EIGHTEEN_WON: Final = 0.36
"""The value of winning samurai 18: less than its point, because others try to win it too."""
EIGHTEEN_LOST: Final = 0.5
"""The cost of losing samurai 18 to an opponent."""
EACH_VILLAGER: Final = 0.4
"""Each villager won, as long as the Villagers token asks for more of them (HG-2.4)."""
DUCKED: Final = 0.1
"""How often a higher card in the hands behind is not played."""
KEPT: Final = vec[float]([0.0, 0.0, 1.3, 1.4, 1.5, 1.8])
"""What a card that nothing can beat is worth in hand, by cards left. It will hold up against more than one trick."""
FOOL_KEPT: Final = vec[float]([0.02, 0.19, 0.19, 0.19])
"""What an old fool is worth in hand, by how many others are still to be seen."""
SECOND_FOOL: Final = 0.4
"""How much less it is, if there is another in the same hand."""

_POOL: Final = 31


def _none_of() -> list[float]:
    table = [0.0] * (_POOL * _POOL * _POOL)
    for pool in range(_POOL):
        for bad in range(pool + 1):
            chance = 1.0
            for held in range(pool + 1):
                table[(pool * _POOL + bad) * _POOL + held] = chance
                if held < pool:
                    chance *= max(pool - bad - held, 0) / (pool - held)
    return table


_NONE_OF: Final = vec[float](_none_of())

ABOVE: Final = vec[i64]([sum(2**n for n in range(card + 1, FOOL)) for card in range(FOOL)])
"""The villagers and samurai that are higher than a card."""


def none_of(pool: i64, bad: i64, held: i64) -> float:
    """The chance that none of `held` cards, drawn from a pool, is one of its `bad` ones."""
    return _NONE_OF[(pool * _POOL + bad) * _POOL + held]


def best_card(state: HagakureState, seat: i64, moves: i64) -> i64:
    """The card to play, out of `moves`; it follows from what the seat knows."""
    unseen, fools = _unseen(state, seat)
    shown, held, held_void = _behind(state, seat)
    gain = trick_gain(state, seat)
    hand = state.cards[seat]
    kept = KEPT[count(hand)]
    pool = count(unseen) + fools
    against = state.seats + 1
    if against > pool:
        against = pool
    to_beat: i64 = -1
    fools_down: i64 = 0
    if state.trick_size > 0:
        to_beat = state.best_value
        fools_down = state.fools_in_trick()
    fool_shown = fools_down > 0 and shown & FOOL_BITS != 0
    choice: i64 = 0
    most = -99.0
    while moves != 0:
        card = lowest(moves)
        moves &= moves - 1
        chance = 0.0
        if card == FOOL:
            score = -_fool_kept(hand, fools)
            if fools_down > 0 and not fool_shown:  # HG-3.3
                chance = none_of(pool, fools, held)
        else:
            higher = count(unseen & ABOVE[card])
            score = -kept * none_of(pool, higher, against)
            if card > to_beat:
                if fools_down > 0:
                    higher += fools
                if not fool_shown and shown & ABOVE[card] == 0:
                    chance = none_of(pool, higher, held + held_void * i64(card <= LAST_VILLAGER))
                chance += (1.0 - chance) * DUCKED
            if card == EIGHTEEN:
                score += chance * EIGHTEEN_WON - (1.0 - chance) * EIGHTEEN_LOST
        score += chance * gain
        if score > most:
            most = score
            choice = card
    return choice


def _fool_kept(hand: i64, fools: i64) -> float:
    """The value of an old fool in this hand, given how many others are unseen."""
    if hand & FOOL_BITS != BIT[FOOL]:
        return FOOL_KEPT[fools] - SECOND_FOOL
    return FOOL_KEPT[fools]


def _unseen(state: HagakureState, seat: i64) -> tuple[i64, i64]:
    """The villagers and samurai in places that the seat does not know, and how many old fools there are."""
    knows = state.knows[seat]
    unseen: i64 = 0
    fools: i64 = 0
    place: i64 = 0
    while place <= state.seats:
        if knows & BIT[place] == 0:
            cards = state.cards[place]
            unseen |= cards & ~FOOL_BITS
            fools += count(cards & FOOL_BITS)
        place += 1
    return unseen, fools


def _behind(state: HagakureState, seat: i64) -> tuple[i64, i64, i64]:
    """Of those who play after the seat: the cards it knows, how many it does not, and how many of void hands."""
    knows = state.knows[seat]
    shown: i64 = 0
    held: i64 = 0
    held_void: i64 = 0
    last = seat
    if state.trick_size > 0:
        last = state.leader
    other = state.after(seat)
    while other != last:
        if knows & BIT[other] != 0:
            shown |= state.cards[other]
        elif state.void & BIT[other] != 0:
            held_void += count(state.cards[other])
        else:
            held += count(state.cards[other])
        other = state.after(other)
    return shown, held, held_void


def trick_gain(state: HagakureState, seat: i64) -> float:
    """What it would be worth to the seat to win the trick as it lies."""
    gain = 1.0
    left = count(state.cards[seat])
    if left > 1:
        gain += LEAD
    if state.tricks[seat] == 0:
        gain += NEED[left]
    if state.trick_size == 0:
        return gain
    villagers = 0.0
    other = state.leader
    while other != seat:
        card = state.trick[other]
        if card == EIGHTEEN:
            gain += EIGHTEEN_WON
        elif card <= LAST_VILLAGER:
            villagers += 1.0
        other = state.after(other)
    wanted = villagers_needed(state.seats)
    if state.tokens[seat] == VILLAGERS and count(state.won[seat] & VILLAGER_BITS) < wanted:
        gain += EACH_VILLAGER * villagers
    return gain


def different_cards(state: HagakureState, seat: i64, moves: i64) -> i64:
    """The moves without those that come to the same as the next higher one.

    Two villagers, or two samurai, are as good as each other if all cards between them are in the same hand or gone.
    Not so samurai 18, which is worth a point (HG-4.1).
    """
    if moves & (moves - 1) == 0:
        return moves
    others: i64 = 0
    place: i64 = 0
    while place <= state.seats:
        if place != seat:
            others |= state.cards[place]
        if place < state.seats and state.trick_size > 0:
            others |= BIT[state.trick[place]]
        place += 1
    others |= BIT[EIGHTEEN]
    different: i64 = 0
    while moves != 0:
        low = moves & -moves
        moves &= moves - 1
        following = moves & -moves
        between = others & (following - 1) & ~(low + low - 1)
        apart = low <= BIT[LAST_VILLAGER] < following
        if following == 0 or following > BIT[LAST_SAMURAI] or between != 0 or apart or low == BIT[EIGHTEEN]:
            different |= low
    return different
