"""Hijun: the rules.

Source: the rulebook of Hijun (Yozaemon Matumoto; first published as Hii Fuu!, Thomasson Toys, 2021), as restated in
`rules.md` beside this file; ids such as HJ-3.2 point there.

Notes on this implementation. Cards lie in *places*: the hand of each seat, then the discards of each seat, and last the
pile that is still to be dealt; `cards` is one row with four words (the colours) for each place. Cards are dealt one by
one, clockwise from seat 0. Discards are chosen one card at a time, by all seats at once and in any order. Played cards
lie in no place: the trick and the last one show them. `void`, who did not follow which colour, is public.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, choose, count, members, nth, zeros
from zashiki.core.game import CHANCE, OVER, State
from zashiki.core.rng import Rng
from zashiki.games.hijun.cards import (
    ALL_COLOURS,
    COLOUR_COUNT,
    DEAL_BASE,
    DISCARD_BASE,
    TOKEN_BASE,
    add_cards,
    card_of,
    colour_of,
    discards_due,
    full_colour,
    hand_size,
    value_of,
)
from zashiki.games.hijun.resample import redealt
from zashiki.games.hijun.score import ROW, is_last_round, points, takes_token, winners

TOKENS: Final = 0
DEAL: Final = 1
DISCARD: Final = 2
LEADER: Final = 3
PLAY: Final = 4
END: Final = 5
PHASES: Final = ("tokens", "deal", "discard", "leader", "play", "over")

_NO_ROW: Final = vec[i64]([])
_SEAT_SETS: Final[list[tuple[int, ...]]] = [tuple(members(bits)) for bits in range(64)]
"""The seats that a word of bits names."""


@final
class Tally:
    """One finished round, for the score sheet. Immutable."""

    def __init__(self, row: vec[i64], tricks: vec[i64], taken: vec[i64]) -> None:
        self.row = row
        """The tokens as they lay."""
        self.tricks = tricks
        """How many tricks each seat won."""
        self.taken = taken
        """Which token each seat took: its place in the row from 1, or 0."""

    def token(self, seat: i64) -> i64:
        """The number of the token that the seat took; 0 if it took none."""
        place = self.taken[seat]
        if place == 0:
            return 0
        return self.row[place - 1]

    def points(self, seat: i64) -> i64:
        """The seat's points in this round."""
        return points(self.tricks[seat], self.token(seat))


@final
class HijunState(State):
    """One game of Hijun."""

    tokens: vec[i64]
    """The tokens of all rounds, four to a round (HJ-R1). Never changed."""
    at_random: bool
    """Whether chance lays out the tokens (HJ-2.1)."""
    round: i64 = 1
    """The round being played, from 1."""
    phase: i64 = DEAL
    """One of TOKENS, DEAL, DISCARD, LEADER, PLAY, END."""
    mover: i64 = 0
    """Who plays a card; in DISCARD the lowest seat that owes one; in DEAL who gets the next card."""
    cards: vec[i64] = _NO_ROW
    """Hands, discards and the pile: four words to a place."""
    owes: vec[i64] = _NO_ROW
    """How many cards each seat is still to discard (HJ-2.3)."""
    row: vec[i64] = _NO_ROW
    """The round's tokens as they lie (HJ-2.1)."""
    laid: i64 = 0
    """How many of them are laid out."""
    next_token: i64 = 0
    """How many of them are taken: the place of the next one (HJ-3.4)."""
    taken: vec[i64] = _NO_ROW
    """Which token each seat took in this round: its place in the row from 1, or 0."""
    tricks: vec[i64] = _NO_ROW
    """Tricks won in this round."""
    tricks_left: i64 = 0
    """How many tricks of this round are still to be won, the one being played included."""
    trick: vec[i64] = _NO_ROW
    """Each seat's card in this trick or, until it plays one, in the last trick."""
    trick_size: i64 = 0
    """How many cards of this trick are played."""
    trick_colour: i64 = 0
    """The colour led (HJ-3.1)."""
    leader: i64 = 0
    """Who led this trick, or the last one until the next is led."""
    best: i64 = 0
    """Who is winning this trick, or won the last one."""
    best_value: i64 = 0
    void: i64 = 0
    """Bit 4 * s + c: seat s did not follow colour c in this round, so it holds none (HJ-3.2, HJ-5.1)."""
    total: vec[i64] = _NO_ROW
    """Points of each seat in all finished rounds."""
    sheet: tuple[Tally, ...] = ()
    """All finished rounds."""

    def __init__(self, seats: i64, tokens: vec[i64], at_random: bool) -> None:
        self.seats = seats
        self.tokens = tokens
        self.at_random = at_random

    def set_up(self) -> None:
        """Set up the first round."""
        self.cards = zeros(COLOUR_COUNT * (2 * self.seats + 1))
        self.owes = zeros(self.seats)
        self.trick = zeros(self.seats)
        self.total = zeros(self.seats)
        self._begin_round()

    def clone(self) -> "HijunState":
        twin = HijunState(self.seats, self.tokens, self.at_random)
        twin.round = self.round
        twin.phase = self.phase
        twin.mover = self.mover
        twin.laid = self.laid
        twin.next_token = self.next_token
        twin.tricks_left = self.tricks_left
        twin.trick_size = self.trick_size
        twin.trick_colour = self.trick_colour
        twin.leader = self.leader
        twin.best = self.best
        twin.best_value = self.best_value
        twin.void = self.void
        twin.cards = self.cards[:]
        twin.owes = self.owes[:]
        twin.row = self.row[:]
        twin.taken = self.taken[:]
        twin.tricks = self.tricks[:]
        twin.trick = self.trick[:]
        twin.total = self.total[:]
        twin.sheet = self.sheet
        return twin

    # Turns and legal moves

    def turn(self) -> i64:
        phase = self.phase
        if phase == PLAY or phase == DISCARD:  # noqa: SIM109 - a tuple would be boxed here
            return self.mover
        if phase == END:
            return OVER
        return CHANCE

    def waiting(self) -> tuple[int, ...]:
        if self.phase != DISCARD:
            return State.waiting(self)
        bits: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.owes[seat] > 0:
                bits |= BIT[seat]
            seat += 1
        return _SEAT_SETS[bits]

    def open_colours(self, seat: i64) -> i64:
        """The colours of which `seat` may now play (in DISCARD: discard) any card it holds, as bits; 0 if not asked.

        The one place where legality is decided.
        """
        if self.phase == PLAY:
            if self.mover != seat:
                return 0
            if self.trick_size > 0 and self.cards[COLOUR_COUNT * seat + self.trick_colour] != 0:
                return BIT[self.trick_colour]  # HJ-3.2
            return ALL_COLOURS
        if self.phase == DISCARD and self.owes[seat] > 0:
            return ALL_COLOURS  # HJ-2.3
        return 0

    def legal(self, seat: i64) -> list[int]:
        if seat == CHANCE:
            return self._outcomes()
        found: list[int] = []
        colours = self.open_colours(seat)
        base: i64 = 0
        if self.phase == DISCARD:
            base = DISCARD_BASE
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            if colours & BIT[colour] != 0:
                add_cards(found, self.cards[COLOUR_COUNT * seat + colour], colour, base)
            colour += 1
        return found

    def _outcomes(self) -> list[int]:
        found: list[int] = []
        if self.phase == DEAL:
            colour: i64 = 0
            while colour < COLOUR_COUNT:
                add_cards(found, self.cards[COLOUR_COUNT * self._pile() + colour], colour, DEAL_BASE)
                colour += 1
        elif self.phase == LEADER:
            found.extend(range(self.seats))
        elif self.phase == TOKENS:
            found.extend(sorted({TOKEN_BASE + number for number in self.tokens_to_lay()}))
        return found

    def weights(self) -> list[int]:
        if self.phase == TOKENS:
            # Tokens with the same number are indistinguishable: one outcome, weighted by their count.
            left = self.tokens_to_lay()
            return [left.count(outcome - TOKEN_BASE) for outcome in self._outcomes()]
        return [1] * len(self._outcomes())

    def tokens_to_lay(self) -> list[int]:
        """The round's tokens that are not in the row yet, ascending (HJ-2.1)."""
        left = [int(self.tokens[ROW * (self.round - 1) + place]) for place in range(ROW)]
        for place in range(self.laid):
            left.remove(self.row[place])
        return sorted(left)

    def _pile(self) -> i64:
        """The place of the cards that are still to be dealt."""
        return 2 * self.seats

    # Applying moves

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == PLAY:
            self._play(seat, action)
        elif phase == DISCARD:
            self._discard(seat, action - DISCARD_BASE)
        elif phase == DEAL:
            self._deal(action - DEAL_BASE)
        elif phase == TOKENS:
            self._lay_token(action - TOKEN_BASE)
        elif phase == LEADER:
            self._begin_tricks(action)  # HJ-2.4

    def step(self, rng: Rng) -> None:
        phase = self.phase
        if phase == PLAY:
            seat = self.mover
            self._play(seat, self._chosen(seat, self.open_colours(seat), rng))
        elif phase == DISCARD:
            seat = self.mover
            self._discard(seat, self._chosen(seat, self.open_colours(seat), rng))
        elif phase == DEAL:
            self._deal(self._chosen(self._pile(), ALL_COLOURS, rng))
        elif phase == TOKENS:
            left = self.tokens_to_lay()
            self._lay_token(left[rng.below(len(left))])
        elif phase == LEADER:
            self._begin_tricks(rng.below(self.seats))

    def _chosen(self, place: i64, colours: i64, rng: Rng) -> i64:
        """One card of the place, of these colours (one of them, or all), each equally likely."""
        cards = self.cards
        first = COLOUR_COUNT * place
        colour: i64 = 0
        if colours != ALL_COLOURS:
            while colours & BIT[colour] == 0:
                colour += 1
            return card_of(colour, choose(cards[first + colour], rng))
        zero = count(cards[first])
        one = zero + count(cards[first + 1])
        two = one + count(cards[first + 2])
        skip = rng.below(two + count(cards[first + 3]))
        if skip >= two:
            colour = 3
            skip -= two
        elif skip >= one:
            colour = 2
            skip -= one
        elif skip >= zero:
            colour = 1
            skip -= zero
        return card_of(colour, nth(cards[first + colour], skip))

    def _move_card(self, card: i64, source: i64, target: i64) -> None:
        colour = colour_of(card)
        bit = BIT[value_of(card)]
        cards = self.cards
        cards[COLOUR_COUNT * source + colour] ^= bit
        cards[COLOUR_COUNT * target + colour] |= bit

    def _begin_round(self) -> None:
        self.tricks = zeros(self.seats)
        self.taken = zeros(self.seats)
        self.next_token = 0
        self.void = 0
        place: i64 = COLOUR_COUNT * self.seats
        while place < COLOUR_COUNT * self._pile():
            self.cards[place] = 0  # the discards of the round before; hands are empty already
            place += 1
        while place < COLOUR_COUNT * self._pile() + COLOUR_COUNT:
            self.cards[place] = full_colour(self.seats)
            place += 1
        self.mover = 0
        if self.at_random:
            self.row = zeros(ROW)
            self.laid = 0
            self.phase = TOKENS
        else:
            first = ROW * (self.round - 1)
            self.row = self.tokens[first : first + ROW]
            self.laid = ROW
            self.phase = DEAL

    def _lay_token(self, number: i64) -> None:
        self.row[self.laid] = number
        self.laid += 1
        if self.laid == ROW:
            self.phase = DEAL

    def _next(self, seat: i64) -> i64:
        seat += 1
        if seat == self.seats:
            return 0
        return seat

    def _deal(self, card: i64) -> None:
        self._move_card(card, self._pile(), self.mover)
        self.mover = self._next(self.mover)
        cards = self.cards
        first = COLOUR_COUNT * self._pile()
        if cards[first] | cards[first + 1] | cards[first + 2] | cards[first + 3] == 0:
            self._begin_discards()

    def _begin_discards(self) -> None:
        self.phase = DISCARD
        self.mover = 0
        seat: i64 = 0
        while seat < self.seats:
            self.owes[seat] = discards_due(self.seats)
            seat += 1

    def _discard(self, seat: i64, card: i64) -> None:
        self._move_card(card, seat, self.seats + seat)
        self.owes[seat] -= 1
        while self.owes[self.mover] == 0:
            self.mover += 1
            if self.mover == self.seats:
                self._all_have_discarded()
                return

    def _all_have_discarded(self) -> None:
        if self.round == 1:
            self.phase = LEADER
        else:
            self._begin_tricks(self.best)  # HJ-2.4

    def _begin_tricks(self, leader: i64) -> None:
        self.phase = PLAY
        self.mover = leader
        self.tricks_left = hand_size(self.seats)

    def _play(self, seat: i64, card: i64) -> None:
        colour = colour_of(card)
        value = value_of(card)
        self.cards[COLOUR_COUNT * seat + colour] ^= BIT[value]
        self.trick[seat] = card
        if self.trick_size == 0:
            self.leader = seat
            self.trick_colour = colour  # HJ-3.1
            self.best = seat
            self.best_value = value
        elif colour != self.trick_colour:
            self.void |= BIT[COLOUR_COUNT * seat + self.trick_colour]
        elif value > self.best_value:  # HJ-3.3
            self.best = seat
            self.best_value = value
        self.trick_size += 1
        if self.trick_size < self.seats:
            self.mover = self._next(seat)
        else:
            self._take_trick(self.best)

    def _take_trick(self, winner: i64) -> None:
        self.tricks[winner] += 1
        if takes_token(self.tricks[winner], self.next_token):
            self.next_token += 1
            self.taken[winner] = self.next_token
        self.trick_size = 0
        self.mover = winner
        self.tricks_left -= 1
        if self.tricks_left == 0:
            self._end_round()

    def _end_round(self) -> None:
        tally = Tally(self.row, self.tricks, self.taken)
        self.sheet = (*self.sheet, tally)
        most: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            self.total[seat] += tally.points(seat)
            if self.total[seat] > most:
                most = self.total[seat]
            seat += 1
        if is_last_round(self.round, most):  # HJ-4.2
            self.phase = END
            return
        self.round += 1
        self._begin_round()

    # Scores

    def scores(self) -> list[int]:
        return [int(total) for total in self.total]

    def winners(self) -> tuple[int, ...]:
        return tuple(winners(self.scores())) if self.phase == END else ()

    # Resampling

    def resample(self, seat: i64, rng: Rng) -> "HijunState":
        twin = self.clone()
        twin.cards = redealt(self.cards, self.seats, seat, self.void, rng)
        return twin
