"""Sakura as numbers (SK-8.1)."""

from typing import Final, final

from mypy_extensions import i64

from zashiki.core.bits import count, lowest
from zashiki.core.game import CHANCE, State
from zashiki.core.observation import AROUND, Field, ObservationWriter, Observer, relative_seat
from zashiki.core.options import Options
from zashiki.games.sakura.cards import CARDS, HAND_SIZES, MONTHS, months_of
from zashiki.games.sakura.rules import CAPTURE, CHOOSE_FIRST, DEAL_HANDS, END, SakuraState
from zashiki.games.sakura.score import SETS, round_points

SET_COUNT: Final = 8
_PILE: Final = 24
"""What the largest pile holds when the first card is played: with two seats (SK-2.3)."""
_ROUND: Final = 100
"""What a good round gives a side."""


@final
class SakuraObserver(Observer):
    """The table, relative to the observing seat. Where there is a part for each side, the first is my own (SK-7.1)."""

    def fields(self, seats: int, options: Options) -> list[Field]:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        teams = options["teams"]
        sides = 2 if teams == "two" else 3 if teams == "three" else seats
        return [
            Field("seat", seats, "my own seat, one of the seats as the table counts them"),
            Field("phase", 7, "one of: first, deal, field, play, flip, capture, over"),
            Field("round", 1, "the round being played, from 1", rounds),
            Field("rounds_left", 1, "rounds after this one", rounds),
            Field("dealer", seats, "one of the seats"),
            Field("mover", seats, "one of the seats: whose turn it is, or who gets the next card"),
            Field("partners", seats, "who is of my side, myself included"),
            Field("hand", CARDS, "my cards: four for each month, January first, as the moves count them"),
            Field("field", CARDS, "the cards in the field"),
            Field("stacks", MONTHS, "the months of which three lie in one stack"),
            Field("captured", seats * CARDS, "the cards that each has captured in this round"),
            Field("hand_sizes", seats, "cards in each hand", int(HAND_SIZES[seats])),
            Field("pile_size", 1, "cards in the draw pile, in the deal those still to be dealt", _PILE),
            Field("card", CARDS, "the card that was played or flipped and whose capture is being chosen"),
            Field("flipped", 1, "whether that card was flipped"),
            Field("interrupted", 1, "whether its player chooses again, because somebody interrupted the wildcard"),
            Field("wild_left", 1, "whether the fireworks lie in the field because they were left there"),
            Field("wild_seat", seats, "who captured the wildcard in this round"),
            Field("wild_month", MONTHS, "the month that it is paired with"),
            Field("apart", CARDS, "cards that none of the next field's seats holds all of, as everybody can conclude"),
            Field("apart_seats", seats, "the seats of which this is known"),
            Field("sets", sides * SET_COUNT, "how many of the three cards of each set each side has captured", 3),
            Field("round_points", sides, "what the captured cards give each side, less the others' sets", _ROUND),
            Field("points", sides, "points of each side in all finished rounds", _ROUND * rounds),
        ]

    def observe(self, state: State, seat: i64, writer: ObservationWriter) -> None:
        assert isinstance(state, SakuraState)
        seats = state.seats
        phase = state.phase
        around = AROUND[seats][seat]
        writer.one_hot(seats, seat)
        writer.one_hot(7, phase)
        writer.number(state.round)
        writer.number(state.rounds - state.round)
        dealer: i64 = -1
        mover: i64 = -1
        if phase != CHOOSE_FIRST:
            dealer = state.dealer
            if phase != END:
                mover = state.mover
        writer.one_hot(seats, relative_seat(dealer, seat, seats))
        writer.one_hot(seats, relative_seat(mover, seat, seats))
        place: i64 = 0
        while place < seats:
            writer.number(1 if place % state.sides == 0 else 0)
            place += 1
        writer.multi_hot(state.hands[seat], 0, CARDS)
        writer.multi_hot(state.field, 0, CARDS)
        writer.multi_hot(months_of(state.stacked), 0, MONTHS)
        for other in around:
            writer.multi_hot(state.captured[other], 0, CARDS)
        for other in around:
            writer.number(count(state.hands[other]))
        writer.number(count(state.pile))
        writer.one_hot(CARDS, state.card)
        writer.number(1 if phase == CAPTURE and state.flipped else 0)
        writer.number(1 if state.was_interrupted() else 0)
        writer.number(1 if state.left else 0)
        writer.one_hot(seats, relative_seat(state.wild_seat, seat, seats))
        month: i64 = -1
        if state.wild_took != 0:
            month = lowest(state.wild_took) >> 2
        writer.one_hot(MONTHS, month)
        writer.multi_hot(state.apart, 0, CARDS)
        for other in around:
            writer.number((state.apart_seats >> other) & 1)
        self._score(state, seat, writer)

    def _score(self, state: SakuraState, seat: i64, writer: ObservationWriter) -> None:
        """The points of the sides, in this round and in all before."""
        sides = state.sides
        around = AROUND[sides][seat % sides]
        pooled = state.pooled()
        for side in around:
            cards = pooled[side]
            index: i64 = 0
            while index < SET_COUNT:
                writer.number(count(cards & SETS[index]))
                index += 1
        points = round_points(pooled)
        for side in around:
            writer.number(points[side])
        for side in around:
            writer.number(state.total[side])

    def move_visible_to(self, state: State, mover: i64, action: i64, seat: i64) -> bool:
        assert isinstance(state, SakuraState)
        # SK-8.1: all but cards dealt to others. The wildcard too points openly, whether interrupted or not (SK-5.2).
        if mover == CHANCE and state.phase == DEAL_HANDS:
            return state.mover == seat
        return True


OBSERVER: Final = SakuraObserver()
