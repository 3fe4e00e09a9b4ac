"""Hijun as numbers (HJ-5.1)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.game import CHANCE, State
from zashiki.core.observation import AROUND, Field, ObservationWriter, Observer, relative_seat
from zashiki.core.options import Options
from zashiki.games.hijun.cards import (
    COLOUR_COUNT,
    colour_of,
    discards_due,
    full_colour,
    hand_size,
    held,
    highest_value,
    value_of,
)
from zashiki.games.hijun.rules import DEAL, DISCARD, END, PLAY, HijunState
from zashiki.games.hijun.score import EXACT, GOAL, ROUNDS, ROW, token_table


@final
class HijunObserver(Observer):
    """The table, relative to the observing seat."""

    def fields(self, seats: int, options: Options) -> list[Field]:
        values = int(highest_value(seats))
        cards = COLOUR_COUNT * values
        due = int(discards_due(seats))
        highest = max(1, *[number for row in token_table(options["tokens"]) for number in row])
        return [
            Field("seat", seats, "my own seat, one of the seats as the table counts them"),
            Field("phase", 6, "one of: tokens, deal, discard, leader, play, over"),
            Field("round", 1, "the round being played, from 1", ROUNDS),
            Field("mover", seats, "one of the seats: who plays, or gets the next card, or is first to discard"),
            Field("owes", seats, "cards that each is still to discard", due),
            Field("hand", cards, "my cards, poppy from 1 up, then iris, clover and plum"),
            Field("discards", cards, "the cards that I discarded in this round"),
            Field("played", cards, "all cards played in this round, those of the trick too"),
            Field("hand_sizes", seats, "cards in each hand", int(hand_size(seats)) + due),
            Field("lacks", seats * COLOUR_COUNT, "colours that each did not follow in this round, so holds no more"),
            Field(
                "trick",
                seats * (COLOUR_COUNT + values),
                "each one's card in the trick, or in the round's last one until the next is led: its colour, its value",
            ),
            Field("trick_size", 1, "cards in the trick that is being played", seats),
            Field("trick_colour", COLOUR_COUNT, "the colour that was led in it"),
            Field("leader", seats, "who leads the trick that is being played or comes next"),
            Field("best", seats, "who is winning the trick, or won the round's last one"),
            Field("tricks", seats * 4, "tricks that each won in this round: none, one, two, or more"),
            Field("token", seats * ROW, "the token that each took in this round, by its place in the row"),
            Field("next_token", ROW, "the token that the next second trick takes, by its place in the row"),
            Field("row", ROW, "the numbers of the round's tokens as they lie", highest),
            Field("laid", 1, "how many of them are laid out", ROW),
            Field("random_order", 1, "whether tokens are laid out in random order"),
            Field("tokens", ROUNDS * ROW, "the numbers of this round's tokens, and of each later round's", highest),
            Field("points", seats, "points in all finished rounds", GOAL - 1 + highest),
        ]

    def observe(self, state: State, seat: i64, writer: ObservationWriter) -> None:
        assert isinstance(state, HijunState)
        seats = state.seats
        phase = state.phase
        around = AROUND[seats][seat]
        writer.one_hot(seats, seat)
        writer.one_hot(6, phase)
        writer.number(state.round)
        mover: i64 = -1
        if phase == PLAY or phase == DISCARD or phase == DEAL:  # noqa: SIM109 - a tuple would be boxed here
            mover = state.mover
        writer.one_hot(seats, relative_seat(mover, seat, seats))
        for other in around:
            writer.number(state.owes[other])
        self._cards(state, seat, writer)
        self._trick(state, seat, writer)
        for other in around:
            won = state.tricks[other]
            if won > EXACT:
                won = EXACT + 1  # HJ-3.5: after the third trick one more changes nothing
            writer.one_hot(4, won)
        self._tokens(state, seat, writer)
        for other in around:
            writer.number(state.total[other])

    def _cards(self, state: HijunState, seat: i64, writer: ObservationWriter) -> None:
        """My cards, those that were played, and what is known of the others'."""
        seats = state.seats
        cards = state.cards
        values = highest_value(seats)
        around = AROUND[seats][seat]
        _write_place(cards, seat, values, writer)
        _write_place(cards, seats + seat, values, writer)
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            # Cards that are in no place have been played.
            gone = full_colour(seats)
            word = colour
            while word < i64(len(cards)):
                gone &= ~cards[word]
                word += COLOUR_COUNT
            writer.multi_hot(gone, 1, values)
            colour += 1
        for other in around:
            writer.number(held(cards, other))
        void = state.void
        for other in around:
            writer.multi_hot(void, COLOUR_COUNT * other, COLOUR_COUNT)

    def _trick(self, state: HijunState, seat: i64, writer: ObservationWriter) -> None:
        """The trick that is being played; between two tricks of a round, the last one."""
        seats = state.seats
        values = highest_value(seats)
        phase = state.phase
        size = state.trick_size
        lie = size
        if size == 0 and (phase == END or (phase == PLAY and state.tricks_left < hand_size(seats))):
            lie = seats
        for other in AROUND[seats][seat]:
            if relative_seat(other, state.leader, seats) < lie:
                card = state.trick[other]
                writer.one_hot(COLOUR_COUNT, colour_of(card))
                writer.one_hot(values, value_of(card) - 1)
            else:
                writer.blank(COLOUR_COUNT + values)
        colour: i64 = -1
        leader: i64 = -1
        best: i64 = -1
        if size > 0:
            colour = state.trick_colour
            leader = state.leader
        elif phase == PLAY:
            leader = state.mover
        elif phase != END and state.round > 1:
            leader = state.best  # HJ-2.4
        if lie > 0:
            best = state.best
        writer.number(size)
        writer.one_hot(COLOUR_COUNT, colour)
        writer.one_hot(seats, relative_seat(leader, seat, seats))
        writer.one_hot(seats, relative_seat(best, seat, seats))

    def _tokens(self, state: HijunState, seat: i64, writer: ObservationWriter) -> None:
        """Who has which token, which one is next, and what they are worth in this round and later."""
        for other in AROUND[state.seats][seat]:
            writer.one_hot(ROW, state.taken[other] - 1)
        writer.one_hot(ROW, state.next_token)
        place: i64 = 0
        while place < ROW:
            writer.number(state.row[place])
            place += 1
        writer.number(state.laid)
        writer.number(1 if state.at_random else 0)
        first = ROW * (state.round - 1)
        place = first
        while place < ROUNDS * ROW:
            writer.number(state.tokens[place])
            place += 1
        writer.blank(first)

    def move_visible_to(self, state: State, mover: i64, action: i64, seat: i64) -> bool:
        assert isinstance(state, HijunState)
        if mover == CHANCE:
            return state.phase != DEAL or state.mover == seat
        return state.phase != DISCARD or mover == seat  # HJ-2.3


def _write_place(cards: vec[i64], place: i64, values: i64, writer: ObservationWriter) -> None:
    """The cards that lie in a place."""
    word = COLOUR_COUNT * place
    end = word + COLOUR_COUNT
    while word < end:
        writer.multi_hot(cards[word], 1, values)
        word += 1


OBSERVER: Final = HijunObserver()
