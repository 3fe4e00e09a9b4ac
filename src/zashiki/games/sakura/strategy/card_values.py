"""Sakura: the value of each move at first sight.

It follows from what the seat knows: its own hand, the field, what is captured, and how many cards the others hold. All
preferences are measured in points. They weigh what a move takes (`gains`), what it saves from the others or leaves to
them (`threats`), and how likely it is that an opponent has a card of the month (`risk`).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count, lowest
from zashiki.games.sakura.cards import (
    DECK,
    FIREWORKS,
    FIREWORKS_BIT,
    LEAVE,
    MATES,
    MONTH,
    OAK_CARDS,
    STACK,
)
from zashiki.games.sakura.rules import NO_CARD, SakuraState
from zashiki.games.sakura.strategy.set_values import LOSSES, VALUES, add_sets

# Found by playing thousands of rounds against other numbers, and against the results of long searches.
_CAPTURE: Final = 14.0
"""By how much any capture, however poor, is better than giving a card away."""
_PATIENCE: Final = 0.7
"""The part of a capture's gain that is still there next time, if nobody else takes it."""
_FED: Final = 0.55
"""How much of the threat is feared when a discard meets a card that an opponent may hold."""
_KEEP: Final = 0.15
"""The part of a card's gain that is given up with a discard."""
_PAIR: Final = 0.6
"""The part of the gain that a discard is worth if another card of the month is in hand to take it back."""
_WILD: Final = 16.0
"""What it is worth to have the wildcard still in hand."""
_LATE_LAST: Final = 0.9
"""The part of its gain that the last card of a month still gives the wildcard's player (SK-5.4)."""
_LATE_ODD: Final = 0.3
"""The same for each of the last three: two of them take each other, one is left."""
_MOST_REACH: Final = 0.95
"""A cap: nothing is certain."""


@final
class CardValues:
    """One seat's view of one decision."""

    def __init__(self, state: SakuraState, seat: i64, thorough: bool) -> None:
        """With `thorough`, the sets are also considered for cards that nobody has seen yet."""
        self.state = state
        self.seat: i64 = seat
        side = seat % state.sides
        pooled = state.pooled()
        seen: i64 = state.field | state.hands[seat]
        cards = seen
        for captured in pooled:
            seen |= captured
        if state.card != NO_CARD:
            seen |= BIT[state.card]
        self.unseen: i64 = DECK & ~seen
        """Cards in other hands or in the pile."""
        if thorough:
            cards |= self.unseen
        self.gains: vec[float] = VALUES[:]
        """What taking each card gives the seat's side."""
        self.threats: vec[float] = LOSSES[state.sides][:]
        """What the side loses if another takes the card."""
        add_sets(pooled, side, cards, self.gains, self.threats)
        self.hidden: float = float(count(self.unseen))
        """How many cards nobody has seen yet."""
        within = 0.0
        other: i64 = 0
        while other < state.seats:
            if other % state.sides != side:
                within += float(count(state.hands[other]) + 1)  # the hand, and the card to be flipped
            other += 1
        self.reach: float = _MOST_REACH
        """How likely it is that an opponent can use a given unseen card before the seat's next turn."""
        if within < _MOST_REACH * self.hidden:
            self.reach = within / self.hidden

    def risk(self, away: i64) -> float:
        """How likely it is that an opponent can use one of these unseen cards (of one month)."""
        miss = 1.0
        while away != 0:
            miss *= 1.0 - self.reach
            away &= away - 1
        return 1.0 - miss

    def _sum(self, cards: i64) -> float:
        """What taking all these cards gives."""
        gain = 0.0
        while cards != 0:
            gain += self.gains[lowest(cards)]
            cards &= cards - 1
        return gain

    def playing(self, card: i64) -> float:
        """The value of playing this card from the hand."""
        if card == FIREWORKS:
            return self._playing_wild()
        state = self.state
        met = state.field & MATES[card]
        if met == 0:
            return self._discarding(card)
        if met & state.stacked == 0 and met & (met - 1) != 0:
            met = BIT[self.best_choice(card)]
        taken = met
        risk = self.risk(self.unseen & MATES[card])
        gain = self.gains[card]
        threat = 0.0
        while met != 0:
            one = lowest(met)
            gain += self.gains[one]
            threat += self.threats[one]
            met &= met - 1
        if taken & FIREWORKS_BIT != 0 and state.left:
            gain += self._november(card)
        return gain * (1.0 - _PATIENCE * (1.0 - risk)) + risk * threat + _CAPTURE

    def _playing_wild(self) -> float:
        hold = _WILD
        hand = self.state.hands[self.seat]
        if hand & (hand - 1) == 0:
            hold = 0.0
        return self.choosing(FIREWORKS, self.best_choice(FIREWORKS)) - hold

    def _discarding(self, card: i64) -> float:
        away = self.unseen & MATES[card]
        risk = self.risk(away)
        liking = -risk * self.threats[card] - _KEEP * self.gains[card]
        while away != 0:
            liking -= self.reach * _FED * self.threats[lowest(away)]
            away &= away - 1
        own = self.state.hands[self.seat] & MATES[card] & ~BIT[card]
        if own != 0:
            most = 0.0
            while own != 0:
                gain = self.gains[lowest(own)]
                if gain > most:
                    most = gain
                own &= own - 1
            liking += (1.0 - risk) * _PAIR * (most + self.gains[card])
        return liking

    def declaring(self, month: i64) -> float:
        """How much the seat likes to declare four of a kind; nobody can take any of them away (SK-4.1)."""
        return self._sum(MONTH[month]) * (1.0 - _PATIENCE)

    def best_choice(self, card: i64) -> i64:
        """The one of the card's `choices` that the seat likes best; there must be one."""
        choices = self.state.choices(card)
        best = lowest(choices)
        choices &= choices - 1
        if choices == 0:
            return best
        most = self.choosing(card, best)
        while choices != 0:
            choice = lowest(choices)
            liking = self.choosing(card, choice)
            if liking > most:
                best = choice
                most = liking
            choices &= choices - 1
        return best

    def choosing(self, card: i64, choice: i64) -> float:
        """How much the seat likes one of the card's `choices`."""
        if choice == LEAVE:
            return self.leaving()
        return self.taking(card, choice)

    def taking(self, card: i64, choice: i64) -> float:
        """How much the seat likes to take that card or stack (one of `choices`, not LEAVE)."""
        taken = BIT[choice]
        if choice >= STACK:
            taken = self.state.stacked & MONTH[choice - STACK]
        away = self.unseen & MATES[lowest(taken)]
        risk = self.risk(away)
        gain = 0.0
        threat = 0.0
        while taken != 0:
            one = lowest(taken)
            gain += self.gains[one]
            threat += self.threats[one]
            taken &= taken - 1
        if choice == FIREWORKS and self.state.left:
            gain += self._november(card)
        liking = gain + risk * threat
        if card == FIREWORKS and away != 0:
            lost = self._interruption(away)
            return (1.0 - lost) * (liking + self._late(away)) - lost * threat
        return liking

    def _late(self, away: i64) -> float:
        """What the end of the round may add to the wildcard's capture: one of a pair is never left, of three one is."""
        part = 0.0
        if away & (away - 1) == 0:
            part = _LATE_LAST
        elif count(away) == 3:
            part = _LATE_ODD
        return part * self._sum(away)

    def _november(self, oak: i64) -> float:
        """What the oak that takes a left wildcard may bring at the end of the round: the oaks left then (SK-R7)."""
        oaks = OAK_CARDS & ~FIREWORKS_BIT & ~BIT[oak]
        lying = self.state.field & oaks
        away = self.unseen & oaks
        if lying == 0:
            return self._late(away)
        return self._sum(lying) * (1.0 - self.risk(away))

    def leaving(self) -> float:
        """How much the seat likes to leave the wildcard in the field: an oak of its own may take it back (SK-R7)."""
        oaks = OAK_CARDS & ~FIREWORKS_BIT
        risk = self.risk(self.unseen & oaks)
        most = 0.0
        own = self.state.hands[self.seat] & oaks
        while own != 0:
            gain = self.gains[lowest(own)]
            if gain > most:
                most = gain
            own &= own - 1
        return (1.0 - risk) * most - risk * _WILD

    def _interruption(self, away: i64) -> float:
        """How likely it is that somebody holds all the rest of the month (SK-5.2)."""
        state = self.state
        if count(away) + count(state.field & MATES[lowest(away)]) < 4:
            return 0.0
        chance = 0.0
        other: i64 = 0
        while other < state.seats:
            if other != self.seat:
                held = float(count(state.hands[other])) / self.hidden
                all_of_them = 1.0
                rest = away
                while rest != 0:
                    all_of_them *= held
                    rest &= rest - 1
                chance += all_of_them
            other += 1
        return chance
