"""Hijun: the last tricks of a round in a known world, solved exactly.

Max-n: everybody knows all cards, and plays the card that leads to the best chance of winning the game for themselves.
What a line of play is worth follows from who wins its tricks, one after the other: with four seats and two tricks there
are sixteen such *stories*, so each is judged only once.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, lowest
from zashiki.games.hijun.cards import COLOUR_COUNT, card_of
from zashiki.games.hijun.rules import HijunState
from zashiki.games.hijun.score import points, takes_token
from zashiki.games.hijun.strategy.forecast import Forecast

MOST_TRICKS: Final = 3
"""More tricks than these are not solved: six seats would have 1296 stories, and the play takes too long."""

_ZEROS: Final = vec[i64]([0] * 324)
_UNKNOWN: Final = vec[float]([-1.0] * 1296)


@final
class EndgameSolver:
    """The rest of one round, from any card of a trick on."""

    seats: i64
    cards: vec[i64]
    """The hands, four words to a seat; changed and restored on the way."""
    chances: vec[float]
    """Each seat's chance of winning the game after each story; below 0 if that was not worked out yet."""
    length: i64
    """How many cards are still to be played."""
    line: vec[i64]
    """Row n, of `length` cards: the best play found from the n-th card on."""

    def __init__(self, state: HijunState, forecast: Forecast) -> None:
        self.state = state
        self.forecast = forecast
        self.seats = state.seats
        self.cards = state.cards[: COLOUR_COUNT * state.seats]
        stories: i64 = 1
        trick: i64 = 0
        while trick < state.tricks_left:
            stories *= state.seats
            trick += 1
        self.chances = _UNKNOWN[: stories * state.seats]
        self.length = state.tricks_left * state.seats - state.trick_size
        self.line = _ZEROS[: self.length * self.length]

    def solve(self) -> vec[i64]:
        """The cards that will be played, in order."""
        state = self.state
        self._follow(0, state.mover, state.trick_size, state.trick_colour, state.best, state.best_value, 0)
        return self.line[: self.length]

    def chance(self, story: i64, seat: i64) -> float:
        """The seat's chance of winning after a story, which has the winners of the tricks as its digits, in order."""
        place = story * self.seats
        if self.chances[place] < 0.0:
            judged = self._judged(story)
            other: i64 = 0
            while other < self.seats:
                self.chances[place + other] = judged[other]
                other += 1
        return self.chances[place + seat]

    def _judged(self, story: i64) -> vec[float]:
        state = self.state
        tricks = state.tricks[:]
        taken = state.taken[:]
        next_token = state.next_token
        digit: i64 = 1
        trick: i64 = 1
        while trick < state.tricks_left:
            digit *= self.seats
            trick += 1
        while digit > 0:
            winner = story // digit % self.seats
            digit //= self.seats
            tricks[winner] += 1
            if takes_token(tricks[winner], next_token):
                next_token += 1
                taken[winner] = next_token
        totals = state.total[:]
        seat: i64 = 0
        while seat < self.seats:
            if taken[seat] > 0:
                totals[seat] += points(tricks[seat], state.row[taken[seat] - 1])
            seat += 1
        return self.forecast.chances(state.round, totals)

    def _follow(self, at: i64, mover: i64, size: i64, colour: i64, best: i64, best_value: i64, story: i64) -> i64:
        """The story that best play comes to when `mover` is to play the card number `at`; puts the play into `line`."""
        if size == self.seats:
            story = story * self.seats + best
            if at == self.length:
                return story
            mover = best
            size = 0
        elif size > 0:
            held = self.cards[COLOUR_COUNT * mover + colour]
            if held != 0:  # HJ-3.2
                return self._try(at, mover, size, colour, held, colour, best, best_value, story, -1)
        choice: i64 = -1
        suit: i64 = 0
        while suit < COLOUR_COUNT:
            held = self.cards[COLOUR_COUNT * mover + suit]
            if held != 0:
                choice = self._try(at, mover, size, suit, held, colour, best, best_value, story, choice)
            suit += 1
        return choice

    def _try(
        self,
        at: i64,
        mover: i64,
        size: i64,
        suit: i64,
        held: i64,
        colour: i64,
        best: i64,
        best_value: i64,
        story: i64,
        choice: i64,
    ) -> i64:
        """The better of `choice` (a story, -1 for none) and what playing one of the cards `held` of a suit comes to."""
        hand = COLOUR_COUNT * mover + suit
        after = mover + 1
        if after == self.seats:
            after = 0
        last: i64 = 0
        while held != 0:
            value = lowest(held)
            held &= held - 1
            if last > 0 and self._alike(hand, suit, last, value, size, colour, best_value):
                last = value
                continue
            last = value
            self.cards[hand] ^= BIT[value]
            if size == 0:
                found = self._follow(at + 1, after, 1, suit, mover, value, story)
            elif suit == colour and value > best_value:
                found = self._follow(at + 1, after, size + 1, colour, mover, value, story)
            else:
                found = self._follow(at + 1, after, size + 1, colour, best, best_value, story)
            self.cards[hand] |= BIT[value]
            if choice < 0 or self.chance(found, mover) > self.chance(choice, mover):
                choice = found
                self._keep(at, card_of(suit, value))
        return choice

    def _alike(self, hand: i64, suit: i64, low: i64, high: i64, size: i64, colour: i64, best_value: i64) -> bool:
        """Whether two cards of a hand do the same: nobody holds one between them, nor does one lie in the trick."""
        if size > 0 and suit == colour and low < best_value < high:
            return False
        between = BIT[high] - 2 * BIT[low]
        place = suit
        while place < COLOUR_COUNT * self.seats:
            if place != hand and self.cards[place] & between != 0:
                return False
            place += COLOUR_COUNT
        return True

    def _keep(self, at: i64, card: i64) -> None:
        """Note that the best play from here on is this card and what was just found to follow it."""
        row = at * self.length
        self.line[row + at] = card
        place = at + 1
        while place < self.length:
            self.line[row + place] = self.line[row + self.length + place]
            place += 1
