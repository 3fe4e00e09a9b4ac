"""Sakura: the rules.

Source: the Sakura rulebook of Flower Cards, as restated in `rules.md` beside this file; ids such as SK-3.2 point there.

Notes on this implementation. A round is dealt card by card: to the hands, clockwise from the first player, then to the
field; the rest is the draw pile, held as a set and in no order. A capture is asked for only when there is a choice.
The pile cannot run out: a rotation of turns takes at least one card from every hand that is not empty, so there are at
most `seats * hand size` flips, and the pile has at least that many cards for every number of seats (SK-2.3).

What a seat can conclude about other hands follows from SK-5.2 alone: when the wildcard takes a card and nobody
interrupts, nobody else held all the rest of that month. One wildcard gives at most one such fact in a round: `apart`.

Version 2 corrected SK-R3 and SK-R7 and added SK-R8. Games that began under version 1 are still played by it: `version`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, choose, count, lowest, members, zeros
from zashiki.core.game import CHANCE, OVER, State
from zashiki.core.rng import Rng
from zashiki.games.sakura.cards import (
    DEAL_BASE,
    DECK,
    FIELD_SIZES,
    FIREWORKS,
    FIREWORKS_BIT,
    FLIP_BASE,
    FOUR,
    HAND_SIZES,
    LEAVE,
    LEAVE_BIT,
    MATES,
    MONTH,
    MONTHS,
    OAK_CARDS,
    STACK,
    TAKE,
    months_of,
    whole_months,
)
from zashiki.games.sakura.resample import redealt
from zashiki.games.sakura.score import Tally, round_points

CHOOSE_FIRST: Final = 0
DEAL_HANDS: Final = 1
DEAL_FIELD: Final = 2
PLAY: Final = 3
FLIP: Final = 4
CAPTURE: Final = 5
END: Final = 6
PHASES: Final = ("first", "deal", "field", "play", "flip", "capture", "over")

VERSION: Final = 2
"""Of the rules as they are now."""

NOBODY: Final = -1
NO_CARD: Final = -1

_NO_ROW: Final = vec[i64]([])


@final
class SakuraState(State):
    """One game of Sakura."""

    version: i64
    """The version of the rules that this game is played by."""
    rounds: i64
    """How many rounds are played (SK-2.1)."""
    sides: i64
    """How many sides there are: teams, or players without teams. Seat s is of side `s % sides` (SK-7.1)."""
    round: i64 = 1
    """The round being played, from 1."""
    phase: i64 = CHOOSE_FIRST
    """One of CHOOSE_FIRST, DEAL_HANDS, DEAL_FIELD, PLAY, FLIP, CAPTURE, END."""
    dealer: i64 = 0
    mover: i64 = 0
    """Whose turn it is; in the deal, who gets the next card."""
    hands: vec[i64] = _NO_ROW
    """The cards in each hand."""
    captured: vec[i64] = _NO_ROW
    """The cards that each seat has captured in this round."""
    pile: i64 = DECK
    """What is left in the draw pile, in no order; in the deal, what is still to be dealt."""
    field: i64 = 0
    stacked: i64 = 0
    """The cards of the field that lie in a stack of three (SK-2.4)."""
    card: i64 = NO_CARD
    """The card that was played or flipped and whose capture is being chosen, else NO_CARD."""
    flipped: bool = False
    """Whether this turn is at action 2 (SK-3.1)."""
    left: bool = False
    """Whether the fireworks lie in the field because they were left there as the wildcard (SK-R7)."""
    wild_seat: i64 = NOBODY
    """Who captured the wildcard in this round, or NOBODY (SK-5.1, SK-R7)."""
    wild_took: i64 = 0
    """What it is paired with: the cards it took or, if it had been left, the oak that took it."""
    apart: i64 = 0
    """Cards that, as everybody can conclude, no seat of `apart_seats` holds all of (SK-5.2)."""
    apart_seats: i64 = 0
    took: i64 = 0
    """What the last card played, flipped or chosen for has captured, that card included; 0 if it did not."""
    interrupter: i64 = NOBODY
    """Who interrupted the last choice of the wildcard's player (SK-5.2), or NOBODY."""
    interrupted: i64 = 0
    """The four cards that the interrupter captured."""
    total: vec[i64] = _NO_ROW
    """Points of each side in all finished rounds."""
    sheet: tuple[Tally, ...] = ()
    """All finished rounds."""

    def __init__(self, seats: i64, rounds: i64, sides: i64, version: i64 = VERSION) -> None:
        self.seats = seats
        self.version = version
        self.rounds = rounds
        self.sides = sides

    def set_up(self) -> None:
        """Set up the first round."""
        self.hands = zeros(self.seats)
        self.captured = zeros(self.seats)
        self.total = zeros(self.sides)

    def clone(self) -> "SakuraState":
        twin = SakuraState(self.seats, self.rounds, self.sides, self.version)
        twin.round = self.round
        twin.phase = self.phase
        twin.dealer = self.dealer
        twin.mover = self.mover
        twin.pile = self.pile
        twin.field = self.field
        twin.stacked = self.stacked
        twin.card = self.card
        twin.flipped = self.flipped
        twin.left = self.left
        twin.wild_seat = self.wild_seat
        twin.wild_took = self.wild_took
        twin.apart = self.apart
        twin.apart_seats = self.apart_seats
        twin.took = self.took
        twin.interrupter = self.interrupter
        twin.interrupted = self.interrupted
        twin.hands = self.hands[:]
        twin.captured = self.captured[:]
        twin.total = self.total[:]
        twin.sheet = self.sheet
        return twin

    # Turns and legal moves

    def turn(self) -> i64:
        if self.phase == PLAY or self.phase == CAPTURE:
            return self.mover
        if self.phase == END:
            return OVER
        return CHANCE

    def moves(self, seat: i64) -> i64:
        """The legal moves of `seat` as bits (from move 0, or in CAPTURE from TAKE): where legality is decided."""
        if self.mover != seat:
            return 0
        if self.phase == PLAY:
            hand = self.hands[seat]
            whole = whole_months(hand | self.field)
            if whole == 0:
                return hand
            # SK-4.1: all four, at least one of them in hand; four oaks may all lie in the field (SK-R8)
            return hand | ((whole & months_of(hand)) << FOUR)
        if self.phase == CAPTURE:
            return self.choices(self.card)
        return 0

    def choices(self, card: i64) -> i64:
        """What a card that comes to the field may do, as bits: take a card or a stack, LEAVE. 0: it meets nothing."""
        met = self.field
        bits: i64 = 0
        if card != FIREWORKS:
            met &= MATES[card]  # SK-3.2
        elif met & OAK_CARDS == 0 or (self.was_interrupted() and self.version >= 2):
            bits = LEAVE_BIT  # SK-R3
        stacks = met & self.stacked
        if stacks == 0:
            return bits | met
        return bits | (met & ~stacks) | (months_of(stacks) << STACK)  # SK-3.2, SK-R6

    def was_interrupted(self) -> bool:
        """Whether the wildcard's player is choosing again because somebody interrupted (SK-5.2)."""
        return self.card != NO_CARD and self.interrupter != NOBODY

    def legal(self, seat: i64) -> list[int]:
        if seat == CHANCE:
            if self.phase == CHOOSE_FIRST:
                return list(range(self.seats))
            if self.phase == DEAL_HANDS or self.phase == DEAL_FIELD:
                return [DEAL_BASE + card for card in members(self.pile)]
            if self.phase == FLIP:
                return [FLIP_BASE + card for card in members(self.pile)]
            return []
        if self.phase == CAPTURE:
            return [TAKE + choice for choice in members(self.moves(seat))]
        return members(self.moves(seat))

    def weights(self) -> list[int]:
        return [1] * (self.seats if self.phase == CHOOSE_FIRST else count(self.pile))

    # Applying moves

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == PLAY:
            self._act(action)
        elif phase == FLIP:
            self._flip(action - FLIP_BASE)
        elif phase == CAPTURE:
            self.interrupter = NOBODY
            self._take(self.card, action - TAKE)
        elif phase == DEAL_HANDS:
            self._deal(action - DEAL_BASE)
        elif phase == DEAL_FIELD:
            self._deal_to_field(action - DEAL_BASE)
        elif phase == CHOOSE_FIRST:
            self.dealer = (action + self.seats - 1) % self.seats  # SK-2.2: the first player's right-hand neighbour
            self._begin_round()

    def step(self, rng: Rng) -> None:
        phase = self.phase
        if phase == PLAY:
            self._act(choose(self.moves(self.mover), rng))
        elif phase == FLIP:
            self._flip(choose(self.pile, rng))
        elif phase == CAPTURE:
            self.apply(self.mover, TAKE + choose(self.moves(self.mover), rng))
        elif phase == DEAL_HANDS:
            self._deal(choose(self.pile, rng))
        elif phase == DEAL_FIELD:
            self._deal_to_field(choose(self.pile, rng))
        else:
            self.apply(CHANCE, rng.below(self.seats))

    def resolve_chance(self, rng: Rng) -> None:
        # As every state does it, but with direct calls: a round begins with dozens of cards dealt in a row.
        while self.turn() == CHANCE:
            self.step(rng)

    def _next(self, seat: i64) -> i64:
        seat += 1
        if seat == self.seats:
            return 0
        return seat

    # The deal

    def _begin_round(self) -> None:
        self.captured = zeros(self.seats)
        self.pile = DECK
        self.field = 0
        self.stacked = 0
        self.wild_seat = NOBODY
        self.wild_took = 0
        self.apart = 0
        self.apart_seats = 0
        self.mover = self._next(self.dealer)  # SK-2.2
        self.phase = DEAL_HANDS

    def _deal(self, card: i64) -> None:
        seat = self.mover
        self.pile &= ~BIT[card]
        hand = self.hands[seat] | BIT[card]
        self.hands[seat] = hand
        self.mover = self._next(seat)
        if seat == self.dealer and count(hand) == HAND_SIZES[self.seats]:  # SK-2.3
            self.phase = DEAL_FIELD

    def _deal_to_field(self, card: i64) -> None:
        self.pile &= ~BIT[card]
        self.field |= BIT[card]
        if count(self.field) == FIELD_SIZES[self.seats]:  # SK-2.3
            self._check_field()
            self._begin_turn(self.mover)

    def _check_field(self) -> None:
        """Three of a month are one stack; four go to the dealer (SK-2.4)."""
        month: i64 = 0
        while month < MONTHS:
            cards = self.field & MONTH[month]
            number = count(cards)
            if number == 3:
                self.stacked |= cards
            elif number == 4:
                self.captured[self.dealer] |= cards
                self.field &= ~cards
            month += 1

    # A turn

    def _begin_turn(self, seat: i64) -> None:
        self.mover = seat
        self.flipped = False
        self.phase = PLAY
        if self.hands[seat] == 0:
            self.phase = FLIP  # SK-3.1, SK-4.2

    def _act(self, move: i64) -> None:
        """Action 1: play a card, or declare four of a kind (SK-3.1, SK-4.1)."""
        seat = self.mover
        self.interrupter = NOBODY
        if move >= FOUR:
            four = MONTH[move - FOUR]
            self.hands[seat] &= ~four
            self._capture(seat, four)
            self._finish_card()
            return
        bit = BIT[move]
        self.hands[seat] &= ~bit
        if self.apart & bit != 0:
            self._held(seat, bit)
        self._put(move)

    def _flip(self, card: i64) -> None:
        """Action 2: the top card of the draw pile (SK-3.1)."""
        self.flipped = True
        self.interrupter = NOBODY
        self.pile &= ~BIT[card]
        if self.apart & BIT[card] != 0:
            self.apart = 0  # it lay in the pile, so nobody held all of them
            self.apart_seats = 0
        self._put(card)

    def _put(self, card: i64) -> None:
        """Play a card to the field; without a choice it does by itself what it must (SK-3.2)."""
        choices = self.choices(card)
        if choices == 0:
            self.field |= BIT[card]
            self.took = 0
            self._finish_card()
        elif choices & (choices - 1) == 0:
            self._take(card, lowest(choices))
        else:
            self.took = 0
            self.card = card
            self.phase = CAPTURE

    def _take(self, card: i64, choice: i64) -> None:
        """The card takes a card or a stack from the field, or stays there, as one of `choices` says."""
        if choice == LEAVE:
            self.field |= BIT[card]
            self.left = self.version >= 2  # by version 1 it was an ordinary oak from now on
            self.took = 0
            self._finish_card()
            return
        taken = BIT[choice]
        if choice >= STACK:
            taken = self.stacked & MONTH[choice - STACK]  # a wildcard left beside a stack is no part of it (SK-R8)
        if card == FIREWORKS:
            if self._interrupt(taken):
                self._put(card)
                return
            self.wild_seat = self.mover
            self.wild_took = taken
        elif self.left and taken & FIREWORKS_BIT != 0:
            self.wild_seat = self.mover
            self.wild_took = BIT[card]  # SK-R7
        self._capture(self.mover, taken | BIT[card])
        self._finish_card()

    def _capture(self, seat: i64, cards: i64) -> None:
        self.captured[seat] |= cards
        self.field &= ~cards
        self.stacked &= ~cards
        self.took = cards
        if cards & FIREWORKS_BIT != 0:
            self.left = False

    def _interrupt(self, taken: i64) -> bool:
        """Whether somebody else has four of a kind with what the wildcard is about to take, and takes it (SK-5.2)."""
        whole = MATES[lowest(taken)]
        missing = whole & ~self.field
        unseen = self.pile
        seat: i64 = 0
        while seat < self.seats:
            hand = self.hands[seat]
            unseen |= hand
            if seat != self.mover and hand & missing == missing:  # SK-R4: teammates too, but not oneself
                self.hands[seat] = hand & ~whole
                self._capture(seat, whole)
                self.interrupter = seat
                self.interrupted = whole
                return True
            seat += 1
        if missing & ~unseen == 0:
            # All the rest of the month is hidden, and nobody spoke up: that says something about the other hands.
            self.apart = missing
            self.apart_seats = BIT[self.seats] - 1 - BIT[self.mover]
        return False

    def _held(self, seat: i64, bit: i64) -> None:
        """One of the cards of `apart` was in the hand of `seat`, so nobody else held all of them."""
        self.apart_seats &= BIT[seat]
        self.apart &= ~bit
        if self.apart_seats == 0:
            self.apart = 0

    def _finish_card(self) -> None:
        self.card = NO_CARD
        if not self.flipped:
            self.phase = FLIP
            return
        seat = self._next(self.mover)
        if self.hands[seat] != 0 or self._anyone_holds():
            self._begin_turn(seat)
        else:
            self._end_round()  # SK-6.1

    def _anyone_holds(self) -> bool:
        for hand in self.hands:  # noqa: SIM110 - a generator would be slow when compiled
            if hand != 0:
                return True
        return False

    # The end of a round

    def _end_round(self) -> None:
        late: i64 = 0
        if self.wild_took != 0:
            late = self.field & MATES[lowest(self.wild_took)]  # SK-5.4
            self.captured[self.wild_seat] |= late
        pooled = self.pooled()
        points = round_points(pooled)
        self.sheet = (*self.sheet, Tally(self.dealer, pooled, points, self.wild_seat, late, self.field & ~late))
        side: i64 = 0
        while side < self.sides:
            self.total[side] += points[side]
            side += 1
        self.field = 0
        self.stacked = 0
        self.left = False
        if self.round == self.rounds:
            self.phase = END
            return
        self.round += 1
        self.dealer = self._next_dealer(points)
        self._begin_round()

    def pooled(self) -> vec[i64]:
        """The captured cards of each side (SK-7.2)."""
        if self.sides == self.seats:
            return self.captured[:]
        pooled = zeros(self.sides)
        seat: i64 = 0
        while seat < self.seats:
            pooled[seat % self.sides] |= self.captured[seat]
            seat += 1
        return pooled

    def _next_dealer(self, points: vec[i64]) -> i64:
        """Whoever scored highest; among equals, the earlier in this round's turn order (SK-2.2, SK-R5)."""
        best = self._next(self.dealer)
        seat = best
        for _ in range(self.seats - 1):
            seat = self._next(seat)
            if points[seat % self.sides] > points[best % self.sides]:
                best = seat
        return best

    # Scores

    def scores(self) -> list[int]:
        return [int(self.total[seat % self.sides]) for seat in range(self.seats)]

    def winners(self) -> tuple[int, ...]:
        if self.phase != END:
            return ()
        high = max(self.scores())
        return tuple([seat for seat, points in enumerate(self.scores()) if points == high])

    # Resampling

    def resample(self, seat: i64, rng: Rng) -> "SakuraState":
        twin = self.clone()
        twin.hands, twin.pile = redealt(self.hands, self.pile, seat, self.apart, self.apart_seats, rng)
        return twin
