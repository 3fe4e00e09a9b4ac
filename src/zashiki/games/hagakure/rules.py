"""Hagakure: the rules.

Source: the rulebook of Hagakure (F. Crittin and G. Largey, Board Game Box, 2020), as restated in `rules.md` beside this
file; ids such as HG-3.3 point there.

Notes on this implementation. A round is dealt card by card, clockwise from the first player; what nobody is dealt is
the Yomi. Looking and exchanging show whole hands, so what a seat knows is a set of *places* (the hand of each seat,
and the Yomi): `knows`. Who looked where is public, and so is `void`: who did not follow a samurai. A seat with no
token left is not asked for one.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, choose, count, members, zeros
from zashiki.core.game import CHANCE, OVER, State
from zashiki.core.rng import Rng
from zashiki.games.hagakure.cards import (
    DEAL_BASE,
    EIGHTEEN,
    EXCHANGE_MOVE,
    FOOL,
    FOOL_BITS,
    LAST_VILLAGER,
    LOOK_SEAT,
    LOOK_YOMI,
    LOOKS,
    PASS,
    SAMURAI_BITS,
    TOKEN_BASE,
    VILLAGER_BITS,
    as_card,
    deck,
    hand_size,
    kinds,
    with_card,
    without_card,
)
from zashiki.games.hagakure.resample import redealt
from zashiki.games.hagakure.score import LOOK, points

CHOOSE_DEALER: Final = 0
DEAL: Final = 1
NOBORI: Final = 2
FIGHT: Final = 3
END: Final = 4
PHASES: Final = ("dealer", "deal", "tokens", "fight", "over")

EXTRA_ROUNDS: Final = 10
"""After this many extra rounds, tied players share the victory (HG-R4)."""

ALL_TOKENS: Final = 0b111110
PLAIN_TOKENS: Final = 0b011110
"""All but Look: one move each, in the same order as the tokens."""
TWO_FOOLS: Final = 99
"""Beats every card: the value of the last old fool, once there are two (HG-3.3)."""

_NO_ROW: Final = vec[i64]([])


@final
class Tally:
    """One finished round, for the score sheet. Immutable."""

    def __init__(self, tokens: vec[i64], tricks: vec[i64], won: vec[i64]) -> None:
        self.tokens = tokens
        """Each seat's token (0: none)."""
        self.tricks = tricks
        """How many tricks each seat won."""
        self.won = won
        """The cards in them."""

    def villagers(self, seat: i64) -> i64:
        """How many villagers the seat won."""
        return count(self.won[seat] & VILLAGER_BITS)

    def eighteen(self, seat: i64) -> bool:
        """Whether the seat won samurai 18."""
        return self.won[seat] & BIT[EIGHTEEN] != 0

    def points(self, seat: i64) -> i64:
        """The seat's points in this round."""
        seats: i64 = len(self.tokens)
        return points(seats, self.tokens[seat], self.tricks[seat], self.villagers(seat), self.eighteen(seat))


@final
class HagakureState(State):
    """One game of Hagakure."""

    rounds: i64
    """How many rounds are played (HG-R1), not counting extra rounds."""
    round: i64 = 1
    """The round being played, from 1."""
    phase: i64 = CHOOSE_DEALER
    """One of CHOOSE_DEALER, DEAL, NOBORI, FIGHT, END."""
    dealer: i64 = 0
    mover: i64 = 0
    """Who plays a token or a card; in the deal, who gets the next card."""
    cards: vec[i64] = _NO_ROW
    """The hand of each seat, and last the Yomi (in the deal: what is still to be dealt)."""
    knows: vec[i64] = _NO_ROW
    """For each seat, the places it knows all cards of: bit s is the hand of seat s, bit `seats` the Yomi (HG-6.1)."""
    void: i64 = 0
    """The seats that did not follow a samurai and so hold none (HG-3.2)."""
    tokens_left: vec[i64] = _NO_ROW
    """Each seat's unused tokens, as bits 1 to 5 (HG-1.2)."""
    tokens: vec[i64] = _NO_ROW
    """The token each seat played in this round, 0 for none."""
    tricks: vec[i64] = _NO_ROW
    """Tricks won in this round."""
    won: vec[i64] = _NO_ROW
    """The cards in them."""
    trick: vec[i64] = _NO_ROW
    """Each seat's card in this trick, 0 for none; the last trick's cards until the next one is led."""
    trick_size: i64 = 0
    """How many cards of this trick are played."""
    leader: i64 = 0
    """Who led this trick, or the last one until the next is led."""
    best: i64 = 0
    """Who is winning this trick, or won the last one."""
    best_value: i64 = 0
    total: vec[i64] = _NO_ROW
    """Points of each seat in all finished rounds."""
    sheet: tuple[Tally, ...] = ()
    """All finished rounds."""

    def __init__(self, seats: i64, rounds: i64) -> None:
        self.seats = seats
        self.rounds = rounds

    def set_up(self) -> None:
        """Set up the first round."""
        self.cards = zeros(self.seats + 1)
        self.knows = zeros(self.seats)
        self.tokens_left = vec[i64]([ALL_TOKENS for _ in range(self.seats)])
        self.trick = zeros(self.seats)
        self.total = zeros(self.seats)
        self._clear_round()

    def clone(self) -> "HagakureState":
        twin = HagakureState(self.seats, self.rounds)
        twin.round = self.round
        twin.phase = self.phase
        twin.dealer = self.dealer
        twin.mover = self.mover
        twin.void = self.void
        twin.trick_size = self.trick_size
        twin.leader = self.leader
        twin.best = self.best
        twin.best_value = self.best_value
        twin.cards = self.cards[:]
        twin.knows = self.knows[:]
        twin.tokens_left = self.tokens_left[:]
        twin.tokens = self.tokens[:]
        twin.tricks = self.tricks[:]
        twin.won = self.won[:]
        twin.trick = self.trick[:]
        twin.total = self.total[:]
        twin.sheet = self.sheet
        return twin

    # Turns and legal moves

    def turn(self) -> i64:
        phase = self.phase
        if phase == FIGHT or phase == NOBORI:  # noqa: SIM109 - a tuple would be boxed here
            return self.mover
        if phase == END:
            return OVER
        return CHANCE

    def moves(self, seat: i64) -> i64:
        """The legal moves of `seat` as bits: the one place where legality is decided."""
        if self.mover != seat:
            return 0
        if self.phase == FIGHT:
            hand = self.cards[seat]
            if self.trick_size > 0 and self.trick[self.leader] > LAST_VILLAGER and hand & SAMURAI_BITS != 0:
                hand &= SAMURAI_BITS  # HG-3.2
            return kinds(hand)
        if self.phase == NOBORI:
            left = self.tokens_left[seat]
            bits: i64 = 1  # HG-2.1: a token, or none
            bits |= (left & PLAIN_TOKENS) << TOKEN_BASE
            if left & BIT[LOOK] != 0:
                bits |= LOOKS[self.seats] & ~BIT[LOOK_SEAT + seat]
            return bits
        return 0

    def legal(self, seat: i64) -> list[int]:
        if seat == CHANCE:
            if self.phase == CHOOSE_DEALER:
                return list(range(self.seats))
            if self.phase == DEAL:
                return [DEAL_BASE + card for card in members(kinds(self.cards[self.seats]))]
            return []
        return members(self.moves(seat))

    def weights(self) -> list[int]:
        weights = [1] * len(self.legal(CHANCE))
        if self.phase == DEAL:
            fools = count(self.cards[self.seats] & FOOL_BITS)
            if fools > 0:
                weights[-1] = fools  # old fools are the last in the list
        return weights

    # Applying moves

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == FIGHT:
            self._play(seat, action)
        elif phase == DEAL:
            self._deal(action - DEAL_BASE)
        elif phase == NOBORI:
            self._token(seat, action)
        elif phase == CHOOSE_DEALER:
            self.dealer = action
            self._begin_round()

    def step(self, rng: Rng) -> None:
        if self.phase == DEAL:
            self._deal(as_card(choose(self.cards[self.seats], rng)))
        elif self.phase == CHOOSE_DEALER:
            self.apply(CHANCE, rng.below(self.seats))
        else:
            seat = self.mover
            self.apply(seat, choose(self.moves(seat), rng))

    def after(self, seat: i64) -> i64:
        """The next seat clockwise."""
        seat += 1
        if seat == self.seats:
            return 0
        return seat

    def _clear_round(self) -> None:
        self.tokens = zeros(self.seats)
        self.tricks = zeros(self.seats)
        self.won = zeros(self.seats)

    def _begin_round(self) -> None:
        seat: i64 = 0
        while seat < self.seats:
            self.cards[seat] = 0
            self.knows[seat] = BIT[seat]
            seat += 1
        self.cards[self.seats] = deck(self.seats)
        self.void = 0
        self.trick_size = 0
        self.mover = self.after(self.dealer)  # HG-1.4
        self.phase = DEAL

    def _deal(self, card: i64) -> None:
        seats = self.seats
        seat = self.mover
        self.cards[seats] = without_card(self.cards[seats], card)
        self.cards[seat] = with_card(self.cards[seat], card)
        self.mover = self.after(seat)
        if seat == self.dealer and count(self.cards[seat]) == hand_size(seats):
            self.phase = NOBORI  # HG-1.3: the rest is the Yomi
            self._ask_for_token()

    def _ask_for_token(self) -> None:
        """Go on to the first seat, from the mover on, that still has a token, or to the fight (HG-2.1)."""
        while self.tokens_left[self.mover] == 0:
            if self.mover == self.dealer:
                self._begin_fight()
                return
            self.mover = self.after(self.mover)

    def _begin_fight(self) -> None:
        self.phase = FIGHT
        self.mover = self.after(self.dealer)  # HG-3.1

    def _token(self, seat: i64, action: i64) -> None:
        if action != PASS:
            token: i64 = LOOK
            if action < LOOK_YOMI:
                token = action - TOKEN_BASE
            self.tokens[seat] = token
            self.tokens_left[seat] &= ~BIT[token]
            if action == EXCHANGE_MOVE:
                self._exchange(seat)
            elif action == LOOK_YOMI:
                self.knows[seat] |= BIT[self.seats]
            elif action >= LOOK_SEAT:
                self.knows[seat] |= BIT[action - LOOK_SEAT]
        if seat == self.dealer:
            self._begin_fight()
        else:
            self.mover = self.after(seat)
            self._ask_for_token()

    def _exchange(self, seat: i64) -> None:
        """Swap the hand with the Yomi (HG-2.5); whoever knew one of the two still knows where it went (HG-6.1)."""
        yomi = self.seats
        self.cards[seat], self.cards[yomi] = self.cards[yomi], self.cards[seat]
        both = BIT[seat] | BIT[yomi]
        other: i64 = 0
        while other < self.seats:
            known = self.knows[other] & both
            if other == seat:
                self.knows[other] |= both
            elif known != 0 and known != both:
                self.knows[other] ^= both
            other += 1

    def _play(self, seat: i64, card: i64) -> None:
        if self.trick_size == 0:
            self._clear_trick(seat)
        elif self.trick[self.leader] > LAST_VILLAGER and card <= LAST_VILLAGER:
            self.void |= BIT[seat]
        self.cards[seat] = without_card(self.cards[seat], card)
        self.trick[seat] = card
        self.trick_size += 1
        value = card
        if card == FOOL:  # HG-3.3
            value = 0
            if self.fools_in_trick() > 1:
                value = TWO_FOOLS
        if self.trick_size == 1 or value > self.best_value or value == TWO_FOOLS:
            self.best = seat
            self.best_value = value
        if self.trick_size < self.seats:
            self.mover = self.after(seat)
        else:
            self._take_trick(self.best)

    def _clear_trick(self, leader: i64) -> None:
        self.leader = leader
        seat: i64 = 0
        while seat < self.seats:
            self.trick[seat] = 0
            seat += 1

    def fools_in_trick(self) -> i64:
        """How many old fools lie in the trick."""
        fools: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.trick[seat] == FOOL:
                fools += 1
            seat += 1
        return fools

    def _take_trick(self, winner: i64) -> None:
        cards = self.won[winner]
        seat: i64 = 0
        while seat < self.seats:
            cards = with_card(cards, self.trick[seat])
            seat += 1
        self.won[winner] = cards
        self.tricks[winner] += 1
        self.trick_size = 0
        self.mover = winner
        if self.cards[winner] == 0:  # HG-3.4
            self._end_round()

    def _end_round(self) -> None:
        tally = Tally(self.tokens, self.tricks, self.won)
        self.sheet = (*self.sheet, tally)
        seat: i64 = 0
        while seat < self.seats:
            self.total[seat] += tally.points(seat)
            seat += 1
        # HG-5.1, HG-R4
        if self.round >= self.rounds and (count(self._leading()) == 1 or self.round == self.rounds + EXTRA_ROUNDS):
            self.phase = END
            return
        self.round += 1
        self.dealer = self.after(self.dealer)
        self._clear_round()
        self._begin_round()

    # Scores

    def _leading(self) -> i64:
        """The seats with the highest total, as bits."""
        bits: i64 = 1
        high = self.total[0]
        seat: i64 = 1
        while seat < self.seats:
            if self.total[seat] > high:
                high = self.total[seat]
                bits = 0
            if self.total[seat] == high:
                bits |= BIT[seat]
            seat += 1
        return bits

    def scores(self) -> list[int]:
        return [int(points) for points in self.total]

    def winners(self) -> tuple[int, ...]:
        return tuple(members(self._leading())) if self.phase == END else ()

    # Resampling

    def resample(self, seat: i64, rng: Rng) -> "HagakureState":
        twin = self.clone()
        twin.cards = redealt(self.cards, self.knows[seat], self.void, rng)
        return twin
