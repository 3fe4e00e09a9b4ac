"""Hagakure as numbers (HG-6.1)."""

from typing import Final, final

from mypy_extensions import i64

from zashiki.core.bits import BIT, count
from zashiki.core.game import CHANCE, State
from zashiki.core.observation import AROUND, Field, ObservationWriter, Observer, relative_seat
from zashiki.core.options import Options
from zashiki.games.hagakure.cards import hand_size
from zashiki.games.hagakure.rules import CHOOSE_DEALER, DEAL, NOBORI, HagakureState

CARDS: Final = 30
"""Villagers and samurai 1 to 27, and one place for each old fool."""


@final
class HagakureObserver(Observer):
    """The table, relative to the observing seat."""

    def fields(self, seats: int, options: Options) -> list[Field]:
        hand = int(hand_size(seats))
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        return [
            Field("seat", seats, "my own seat, one of the seats as the table counts them"),
            Field("phase", 5, "one of: dealer, deal, tokens, fight, over"),
            Field("round", 1, "the round being played, from 1", rounds),
            Field("rounds_left", 1, "rounds after this one, extra rounds not counted", rounds),
            Field("dealer", seats, "one of the seats"),
            Field("mover", seats, "one of the seats: who is to act"),
            Field("hand", CARDS, "my cards: 1 to 27, then the old fools by number"),
            Field("known_hands", (seats - 1) * CARDS, "the others' cards, of those whose hand I know"),
            Field("known_yomi", CARDS, "the cards of the Yomi, if I know it"),
            Field("knows", seats, "the others' hands that I know, and the Yomi"),
            Field("hand_sizes", seats, "cards in each hand", hand),
            Field("void", seats, "who is known to hold no samurai"),
            Field("tokens_left", seats * 5, "the tokens that each still has"),
            Field("token", seats * 6, "the token of this round: none, or one of five"),
            Field("tricks", seats, "tricks won in this round", hand),
            Field("won", seats * CARDS, "the cards in them"),
            Field("trick", seats * CARDS, "each one's card in the trick, or in the last one until the next is led"),
            Field("trick_size", 1, "cards in the trick that is being played", seats),
            Field("leader", seats, "who led the trick"),
            Field("best", seats, "who is winning the trick, or won the last one"),
            Field("points", seats, "points in all finished rounds", 4 * rounds),
        ]

    def observe(self, state: State, seat: i64, writer: ObservationWriter) -> None:
        assert isinstance(state, HagakureState)
        seats = state.seats
        around = AROUND[seats][seat]
        writer.one_hot(seats, seat)
        writer.one_hot(5, state.phase)
        writer.number(state.round)
        later = state.rounds - state.round
        writer.number(later if later > 0 else 0)
        if state.phase == CHOOSE_DEALER:
            writer.blank(2 * seats)
        else:
            writer.one_hot(seats, relative_seat(state.dealer, seat, seats))
            writer.one_hot(seats, relative_seat(state.mover, seat, seats))
        self._cards(state, seat, writer)
        for other in around:
            writer.number((state.void >> other) & 1)
        for other in around:
            writer.multi_hot(state.tokens_left[other], 1, 5)
        for other in around:
            writer.one_hot(6, state.tokens[other])
        for other in around:
            writer.number(state.tricks[other])
        for other in around:
            writer.multi_hot(state.won[other], 1, CARDS)
        for other in around:
            writer.one_hot(CARDS, state.trick[other] - 1)
        writer.number(state.trick_size)
        writer.one_hot(seats, relative_seat(state.leader, seat, seats))
        writer.one_hot(seats, relative_seat(state.best, seat, seats))
        for other in around:
            writer.number(state.total[other])

    def _cards(self, state: HagakureState, seat: i64, writer: ObservationWriter) -> None:
        """My cards, those that I have seen, and how many the others have."""
        seats = state.seats
        around = AROUND[seats][seat]
        known = state.knows[seat]
        writer.multi_hot(state.cards[seat], 1, CARDS)
        for other in around:
            if other == seat:
                continue
            if known & BIT[other] != 0:
                writer.multi_hot(state.cards[other], 1, CARDS)
            else:
                writer.blank(CARDS)
        if known & BIT[seats] != 0 and state.phase >= NOBORI:
            writer.multi_hot(state.cards[seats], 1, CARDS)
        else:
            writer.blank(CARDS)
        for other in around:
            if other != seat:
                writer.number((known >> other) & 1)
        writer.number((known >> seats) & 1)
        for other in around:
            writer.number(count(state.cards[other]))

    def move_visible_to(self, state: State, mover: i64, action: i64, seat: i64) -> bool:
        assert isinstance(state, HagakureState)
        if mover == CHANCE and state.phase == DEAL:
            return state.mover == seat
        return True


OBSERVER: Final = HagakureObserver()
