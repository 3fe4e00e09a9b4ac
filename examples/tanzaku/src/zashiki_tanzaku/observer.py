"""Tanzaku: what a seat sees, as numbers."""

from typing import final

from zashiki.core.game import CHANCE, State
from zashiki.core.observation import Field, ObservationWriter, Observer
from zashiki.core.options import Options
from zashiki_tanzaku.rules import CARDS, TanzakuState


@final
class TanzakuObserver(Observer):
    """How a seat of Tanzaku sees the game."""

    def fields(self, seats: int, options: Options) -> list[Field]:
        return [
            Field("round", 1, "the round, from 1", 5),
            Field("card", CARDS, "the own card, one-hot"),
            Field("put aside", CARDS, "the card that this seat swapped away, one-hot"),
            Field("swapped", seats, "who has swapped, from the own seat on"),
            Field("decided", 1, "how many have decided", seats),
            Field("points", seats, "the points, from the own seat on", 10),
        ]

    def observe(self, state: State, seat: int, writer: ObservationWriter) -> None:
        assert isinstance(state, TanzakuState)
        around = [(seat + offset) % int(state.seats) for offset in range(int(state.seats))]
        writer.number(state.round)
        writer.one_hot(CARDS, state.cards[seat] - 1)
        mine = [card for card, who in zip(state.aside, state.discarded_by, strict=True) if who == seat]
        writer.one_hot(CARDS, mine[0] - 1 if mine else -1)
        for other in around:
            writer.number(int(state.swapped[other]))
        writer.number(state.decided)
        for other in around:
            writer.number(state.points[other])

    def move_visible_to(self, state: State, mover: int, action: int, seat: int) -> bool:
        """Everybody sees who keeps and who swaps; only its holder sees a card that is dealt."""
        assert isinstance(state, TanzakuState)
        return mover != CHANCE or state.cards.index(0) == seat


OBSERVER = TanzakuObserver()
