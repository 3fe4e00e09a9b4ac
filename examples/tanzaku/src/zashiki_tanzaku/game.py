"""Tanzaku: the game as Zashiki knows it."""

from typing import Final, final

from zashiki.core.game import CHANCE, OVER, Event, Game, State
from zashiki.core.options import Options, WholeNumber
from zashiki.core.phrases import score_line, seat_fact
from zashiki.core.reasons import Reason
from zashiki.core.shapes import Message, ScoreLine
from zashiki_tanzaku import events, view
from zashiki_tanzaku.phrases import ENGLISH
from zashiki_tanzaku.rules import CARDS, TanzakuState
from zashiki_tanzaku.view import TanzakuBoard


@final
class Tanzaku(Game):
    """Keep your card, or swap it once: the highest wins the round."""

    def __init__(self) -> None:
        super().__init__(
            key="tanzaku",
            title="Tanzaku",
            kanji="短冊",
            about="One card each: keep it or swap it once, and the highest wins the round.",
            version=1,
            seat_counts=(2, 3, 4, 5),
            usual_seats=3,
            options=(WholeNumber("rounds", "How many rounds are played.", 1, 5, dict.fromkeys((2, 3, 4, 5), 3)),),
            move_names=["keep", "swap"],
            chance_names=[f"deal {card}" for card in range(1, CARDS + 1)],
            catalogue=ENGLISH,
        )

    def start(self, seats: int, options: Options) -> State:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        return TanzakuState(seats, rounds)

    def max_plies(self, seats: int, options: Options) -> int:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        return rounds * seats * 3  # a card, a decision, and a second card after a swap

    def label(self, state: State, seat: int, action: int) -> Message:
        return view.label(action)

    def prompt(self, state: State, seat: int | None) -> Message:
        assert isinstance(state, TanzakuState)
        return self.over_prompt(state) if state.turn() == OVER else view.prompt(state, seat)

    def board(self, state: State, seat: int | None) -> TanzakuBoard:
        assert isinstance(state, TanzakuState)
        return view.board(state, seat)

    def board_type(self) -> type[object]:
        return TanzakuBoard

    def narrate(self, before: State, seat: int, action: int, after: State) -> list[Event]:
        assert isinstance(before, TanzakuState)
        assert isinstance(after, TanzakuState)
        return events.narrate(before, seat, action, after)

    def why_not(self, state: State, seat: int, action: int) -> Reason | None:
        turn = state.turn()
        if turn == seat:
            return None
        if turn == OVER:
            return Reason(ENGLISH, "reason.over", "TA-4.1", {})
        if turn == CHANCE:
            return Reason(ENGLISH, "reason.wait_deal", "TA-1.3", {})
        return Reason(ENGLISH, "reason.wait", "TA-2.1", {"seat": seat_fact(int(turn))})

    def breakdown(self, state: State) -> list[ScoreLine]:
        assert isinstance(state, TanzakuState)
        return [
            score_line(ENGLISH, seat, number, "TA-3.1", gain, "score.kept" if gain == 2 else "score.swapped", {})
            for number, gains in enumerate(state.gains, 1)
            for seat, gain in enumerate(gains)
            if gain
        ]


TANZAKU: Final = Tanzaku()
