"""Hijun: which card best serves the aim of exactly two tricks, without search.

Every card in hand has a chance to win a later trick, which falls with the number of higher cards of its colour
that the seat has not seen. From these chances follows how likely the hand is to win no, one or two more tricks. A card
is good to play (or to discard) if what it does now and what the rest of the hand does later most likely add up to two.

Nothing here looks at more than the seat knows: its own cards, and which cards nobody has played yet.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count, lowest, zeros
from zashiki.games.hijun.cards import COLOUR_COUNT, MOST_SEATS, card_of, colour_of, held, value_of
from zashiki.games.hijun.rules import HijunState
from zashiki.games.hijun.score import EXACT

_RIVALS: Final = range(18)
"""How many unseen cards of its colour can be higher than a card."""

_HUNGRY: Final = vec[float]([math.exp(-0.115 * n - 0.0132 * n * n) for n in _RIVALS])
"""By number of rivals: the chance that a seat that wants tricks does not beat the card."""
_SATED: Final = vec[float]([math.exp(-0.092 * n - 0.0159 * n * n) for n in _RIVALS])
"""The same for a seat that wants no more tricks: it beats a card only if it must."""
_HOLDS: Final = vec[float](
    [
        math.prod([_HUNGRY[n]] * hungry + [_SATED[n]] * sated, start=1.0)
        for hungry in range(MOST_SEATS)
        for sated in range(MOST_SEATS)
        for n in _RIVALS
    ]
)
"""The chance that no seat beats a card, by how many want tricks, how many do not, and the card's rivals."""
_LATER: Final = vec[float]([0.78 * math.exp(-0.3 * n - 0.0265 * n * n) for n in _RIVALS])
"""The chance that a card in hand wins a trick before the round is over."""
_AGAINST: Final = vec[float]([0.47 * math.exp(-0.3 * n - 0.0265 * n * n) for n in _RIVALS])
"""The same for a seat that wants no more tricks."""
_TIME: Final = vec[float]([0.4, 0.6, 0.8, 0.92, 0.97, 1.0, 1.0, 1.0, 1.0, 1.0])
"""The factor on these chances, by the number of tricks after the one being played."""

_MARGIN: Final = 2
"""When discarding, this many cards on either side of the middle are considered."""

RIVAL: Final = 128
"""In the order of a hand: what each rival adds to the number of a card."""
RIVAL_SHIFT: Final = 7
CARD: Final = 127

_NOTHING: Final = vec[float]([0.0] * 42)


def unseen(state: HijunState, seat: i64, colour: i64) -> i64:
    """The cards of a colour that others hold or have discarded, as far as the seat can tell."""
    cards = state.cards
    bits: i64 = 0
    place = colour
    end = 2 * COLOUR_COUNT * state.seats
    while place < end:
        bits |= cards[place]
        place += COLOUR_COUNT
    own = COLOUR_COUNT * seat + colour
    return bits & ~(cards[own] | cards[own + COLOUR_COUNT * state.seats])


@final
class TrickPlan:
    """How likely a hand is to win no, one or two tricks, with and without each of its cards.

    One plan does for all hands of a round, one after the other (`set_seat`), if it hears of every card played.
    """

    none: float
    one: float
    two: float
    """The chances of the whole hand."""
    safe: float
    """Its chance to win none if it wants none."""
    missing: i64
    """How many tricks the seat still wants; below 0 if it has too many."""
    hungry: i64
    """How many seats that play after this one in the trick want tricks."""
    sated: i64
    """How many of them do not. Who has none of the trick colour is not counted."""
    unplayed: vec[i64]
    """By colour: all cards that nobody has played yet, discards included."""
    others: vec[i64]
    """By colour: those of them that the seat has not seen."""

    def __init__(self, state: HijunState) -> None:
        self.state = state
        self.seat: i64 = 0
        self.none = 1.0
        self.one = 0.0
        self.two = 0.0
        self.safe = 1.0
        self.missing = EXACT
        self.later: vec[float] = _LATER
        self.time: float = 1.0
        self.hungry = 0
        self.sated = 0
        cards = state.cards
        unplayed = cards[:COLOUR_COUNT]
        place: i64 = COLOUR_COUNT
        end = 2 * COLOUR_COUNT * state.seats
        while place < end:
            unplayed[place & 3] |= cards[place]
            place += 1
        self.unplayed = unplayed
        self.others = unplayed[:]

    def note_played(self, card: i64) -> None:
        """Somebody has played this card."""
        self.unplayed[colour_of(card)] &= ~BIT[value_of(card)]

    def set_seat(self, seat: i64) -> None:
        """Switch to the hand of this seat, which is to play."""
        state = self.state
        cards = state.cards
        self.seat = seat
        self.missing = EXACT - state.tricks[seat]
        later = _LATER
        if self.missing <= 0:
            later = _AGAINST
        self.later = later
        time = _TIME[state.tricks_left - 1]
        self.time = time
        self.hungry = 0
        self.sated = 0
        if state.trick_size > 0:
            self._count_followers(state.trick_colour)
        none = 1.0
        one = 0.0
        two = 0.0
        safe = 1.0
        own = COLOUR_COUNT * seat
        put_away = own + COLOUR_COUNT * state.seats
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            held = cards[own + colour]
            others = self.unplayed[colour] & ~(held | cards[put_away + colour])
            self.others[colour] = others
            while held != 0:
                above = rivals(others, lowest(held))
                held &= held - 1
                chance = time * later[above]
                safe -= time * _AGAINST[above] * safe
                two += chance * (one - two)
                one += chance * (none - one)
                none -= chance * none
            colour += 1
        self.none = none
        self.one = one
        self.two = two
        self.safe = safe

    def best_card(self) -> i64:
        """The card most likely to lead to exactly two tricks or, if that is impossible, the best spoiler."""
        state = self.state
        first = COLOUR_COUNT * self.seat
        colours = state.open_colours(self.seat)
        choice: i64 = -1
        most = -1.0
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            if colours & BIT[colour] != 0:
                self.set_colour(colour)
                held = state.cards[first + colour]
                while held != 0:
                    value = lowest(held)
                    held &= held - 1
                    chance = self.spoils(colour, value) if self.missing < 0 else self.success_chance(colour, value)
                    if chance >= most:
                        most = chance
                        choice = card_of(colour, value)
            colour += 1
        return choice

    def set_colour(self, colour: i64) -> None:
        """Switch to this colour, and work out who could beat a card of it that is led."""
        if self.state.trick_size == 0:
            self._count_followers(colour)

    def _count_followers(self, colour: i64) -> None:
        state = self.state
        self.hungry = 0
        self.sated = 0
        after = state.seats - state.trick_size - 1
        seat = self.seat
        while after > 0:
            seat += 1
            if seat == state.seats:
                seat = 0
            if state.void & BIT[COLOUR_COUNT * seat + colour] == 0:
                if state.tricks[seat] < EXACT:
                    self.hungry += 1
                else:
                    self.sated += 1
            after -= 1

    def success_chance(self, colour: i64, value: i64) -> float:
        """The chance of exactly two tricks if this card is played now."""
        above = rivals(self.others[colour], value)
        chance = self.time * self.later[above]
        none = self.none / (1.0 - chance)
        wins = self._wins(colour, value, above)
        missing = self.missing
        if missing == 0:
            return (1.0 - wins) * none
        one = (self.one - chance * none) / (1.0 - chance)
        if missing == 1:
            # Who has two tricks plays to lose from then on.
            return wins * self.safe / (1.0 - self.time * _AGAINST[above]) + (1.0 - wins) * one
        two = (self.two - chance * one) / (1.0 - chance)
        return wins * one + (1.0 - wins) * two

    def spoils(self, colour: i64, value: i64) -> float:
        """How well this card keeps others from exactly two tricks, for a seat that cannot score any more."""
        state = self.state
        wins = self._wins(colour, value, rivals(self.others[colour], value))
        if state.trick_size > 0 and state.tricks[state.best] < EXACT:
            return wins
        return 1.0 - wins

    def _wins(self, colour: i64, value: i64, above: i64) -> float:
        """The chance that this card wins the trick being played."""
        state = self.state
        if state.trick_size > 0 and (colour != state.trick_colour or value < state.best_value):
            return 0.0
        return _HOLDS[(self.hungry * MOST_SEATS + self.sated) * len(_RIVALS) + above]


def rivals(others: i64, value: i64) -> i64:
    """How many of these cards of a colour are higher."""
    return count(others >> (value + 1))


def in_order(state: HijunState, seat: i64) -> vec[i64]:
    """The cards in a seat's hand by their chances, the least likely to win first.

    Each card has `RIVAL` times the number of its rivals added.
    """
    order = zeros(held(state.cards, seat))
    size: i64 = 0
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        others = unseen(state, seat, colour)
        rest = state.cards[COLOUR_COUNT * seat + colour]
        while rest != 0:
            value = lowest(rest)
            rest &= rest - 1
            item = RIVAL * rivals(others, value) + card_of(colour, value)
            place = size
            while place > 0 and order[place - 1] < item:
                order[place] = order[place - 1]
                place -= 1
            order[place] = item
            size += 1
        colour += 1
    return order


def best_discard(state: HijunState, seat: i64) -> i64:
    """The card to discard (HJ-2.3): from the middle, so that two winners and cards that lose are likely to stay."""
    order = in_order(state, seat)
    owed = state.owes[seat]
    return order[middle(order, owed) + owed - 1] & CARD


def best_discards(state: HijunState, seat: i64) -> vec[i64]:
    """All that the seat is still to discard, one after the other: what `best_discard` says each time.

    What somebody discards, nobody else sees: the order of the other cards in the hand stays as it is.
    """
    order = in_order(state, seat)
    owed = state.owes[seat]
    found = zeros(owed)
    index: i64 = 0
    while owed > 0:
        place = middle(order, owed) + owed - 1
        found[index] = order[place] & CARD
        last: i64 = i64(len(order)) - 1
        while place < last:
            order[place] = order[place + 1]
            place += 1
        order = order[:last]
        index += 1
        owed -= 1
    return found


def sensible_discards(state: HijunState, seat: i64) -> list[int]:
    """Good candidates to discard: the middle cards and their neighbours, best first."""
    order = in_order(state, seat)
    owed = state.owes[seat]
    first = middle(order, owed)
    best = first + owed - 1
    found = [int(order[best] & CARD)]
    place = max(first - _MARGIN, 0)
    while place < min(best + _MARGIN + 1, len(order)):
        if place != best:
            found.append(order[place] & CARD)
        place += 1
    return found


def middle(order: vec[i64], owed: i64) -> i64:
    """Where the `owed` neighbours begin without which the cards in this order most likely win two tricks.

    To be sure of a number of tricks is to hold cards that will win and cards that will lose: what goes is in between.
    """
    size: i64 = len(order)
    # Chances of the cards from each place on to win no, one or two tricks.
    upper = _NOTHING[: 3 * (size + 1)]
    upper[3 * size] = 1.0
    place = size - 1
    while place >= owed:
        chance = _LATER[order[place] >> RIVAL_SHIFT]
        after = 3 * (place + 1)
        upper[3 * place] = (1.0 - chance) * upper[after]
        upper[3 * place + 1] = (1.0 - chance) * upper[after + 1] + chance * upper[after]
        upper[3 * place + 2] = (1.0 - chance) * upper[after + 2] + chance * upper[after + 1]
        place -= 1
    none = 1.0
    one = 0.0
    two = 0.0
    most = -1.0
    choice: i64 = 0
    place = 0
    while place + owed <= size:
        after = 3 * (place + owed)
        chance = none * upper[after + 2] + one * upper[after + 1] + two * upper[after]
        if chance > most:
            most = chance
            choice = place
        if place + owed == size:
            break
        chance = _LATER[order[place] >> RIVAL_SHIFT]
        two += chance * (one - two)
        one += chance * (none - one)
        none -= chance * none
        place += 1
    return choice
