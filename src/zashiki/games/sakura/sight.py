"""Sakura: what a good player sees at a glance, and how much they like each move.

It follows from what the seat knows: its own hand, the field, what is captured, and how many cards the others hold. All
likings are in points. They weigh what a move takes (`gains`), what it saves from the others or leaves to them
(`threats`), and how likely it is that an opponent has a card of the month (`risk`).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count, lowest
from zashiki.games.sakura.cards import DECK, FIREWORKS, LEAVE, LEAVE_BIT, MATES, MONTH, STACK
from zashiki.games.sakura.rules import NO_CARD, SakuraState
from zashiki.games.sakura.worth import LOSSES, VALUES, add_sets

# Found by playing thousands of rounds against other numbers, and against the results of long searches.
_CAPTURE: Final = 14.0
"""Any capture, however poor, is better than giving a card away by so much."""
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
"""Nothing is certain."""


@final
class Sight:
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
        """How many cards nobody has shown yet."""
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

    def playing(self, card: i64) -> float:
        """How much the seat likes to play this card from its hand."""
        if card == FIREWORKS:
            return self._playing_wild()
        state = self.state
        met = state.field & MATES[card]
        if met == 0:
            return self._discarding(card)
        if met & state.stacked == 0 and met & (met - 1) != 0:
            met = BIT[self.best_choice(card)]
        risk = self.risk(self.unseen & MATES[card])
        gain = self.gains[card]
        threat = 0.0
        while met != 0:
            one = lowest(met)
            gain += self.gains[one]
            threat += self.threats[one]
            met &= met - 1
        return gain * (1.0 - _PATIENCE * (1.0 - risk)) + risk * threat + _CAPTURE

    def _playing_wild(self) -> float:
        hold = _WILD
        hand = self.state.hands[self.seat]
        if hand & (hand - 1) == 0:
            hold = 0.0
        choice = self.best_choice(FIREWORKS)
        if choice == LEAVE:
            return -hold
        return self.taking(FIREWORKS, choice) - hold

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
        four = MONTH[month]
        gain = 0.0
        while four != 0:
            gain += self.gains[lowest(four)]
            four &= four - 1
        return gain * (1.0 - _PATIENCE)

    def best_choice(self, card: i64) -> i64:
        """What the card takes, as one of `choices`; LEAVE if there is nothing to take."""
        choices = self.state.choices(card) & ~LEAVE_BIT
        best: i64 = LEAVE
        most = 0.0
        while choices != 0:
            choice = lowest(choices)
            liking = self.taking(card, choice)
            if best == LEAVE or liking > most:
                best = choice
                most = liking
            choices &= choices - 1
        return best

    def taking(self, card: i64, choice: i64) -> float:
        """How much the seat likes to take that card or stack (one of `choices`, not LEAVE)."""
        taken = BIT[choice]
        if choice >= STACK:
            taken = self.state.field & MONTH[choice - STACK]
        away = self.unseen & MATES[lowest(taken)]
        risk = self.risk(away)
        gain = 0.0
        threat = 0.0
        while taken != 0:
            one = lowest(taken)
            gain += self.gains[one]
            threat += self.threats[one]
            taken &= taken - 1
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
        late = 0.0
        while away != 0:
            late += part * self.gains[lowest(away)]
            away &= away - 1
        return late

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
