"""Hagakure: trick-taking with Nobori tokens for 3 to 5 players."""

from collections.abc import Mapping
from typing import Final, final

from zashiki.core.game import OVER, Event, Game, State
from zashiki.core.options import Options, WholeNumber
from zashiki.core.phrases import message
from zashiki.core.reasons import Reason
from zashiki.core.shapes import Message, ScoreLine
from zashiki.games.hagakure import events, explain, view
from zashiki.games.hagakure.cards import FOOL, hand_size
from zashiki.games.hagakure.phrases import ENGLISH
from zashiki.games.hagakure.rules import EXTRA_ROUNDS, HagakureState
from zashiki.games.hagakure.score import TOKENS
from zashiki.games.hagakure.shapes import HagakureBoard


@final
class Hagakure(Game):
    """The game: its seats, options and moves, and what it shows of a state."""

    def __init__(self) -> None:
        cards = [view.card_name(card) for card in range(1, FOOL + 1)]
        moves = ["pass"] + [f"play {card}" for card in cards] + list(TOKENS[1:5])
        moves += ["look yomi"] + [f"look {seat}" for seat in range(5)]
        super().__init__(
            key="hagakure",
            title="Hagakure",
            kanji="葉隠",
            about="Villagers, samurai and old fools fight for tricks; five banners bend the score, once each.",
            version=1,
            seat_counts=(3, 4, 5),
            usual_seats=4,
            options=(WholeNumber("rounds", "How many rounds are played.", 1, 20, {3: 9, 4: 8, 5: 5}),),
            move_names=moves,
            chance_names=[f"dealer {seat}" for seat in range(5)] + [f"deal {card}" for card in cards],
            catalogue=ENGLISH,
        )

    def start(self, seats: int, options: Options) -> State:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        state = HagakureState(seats, rounds)
        state.set_up()
        return state

    def max_plies(self, seats: int, options: Options) -> int:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        # The first dealer; in each round a card dealt, a token decision, and a card played.
        return 1 + (rounds + EXTRA_ROUNDS) * seats * (2 * hand_size(seats) + 1)

    def label(self, state: State, seat: int, action: int) -> Message:
        return view.label(action, state.seats)

    def prompt(self, state: State, seat: int | None) -> Message:
        assert isinstance(state, HagakureState)
        turn = state.turn()
        if turn == OVER:
            return self.over_prompt(state)
        return view.prompt(state, seat) if turn >= 0 else message(ENGLISH, "prompt.chance", {})

    def board(self, state: State, seat: int | None) -> HagakureBoard:
        assert isinstance(state, HagakureState)
        return view.board(state, seat)

    def open_board(self, state: State) -> Mapping[str, object]:
        assert isinstance(state, HagakureState)
        return {**super().open_board(state), "yomi": view.yomi(state, known=True)}

    def board_type(self) -> type[object]:
        return HagakureBoard

    def narrate(self, before: State, seat: int, action: int, after: State) -> list[Event]:
        assert isinstance(before, HagakureState)
        assert isinstance(after, HagakureState)
        return events.narrate(before, seat, action, after)

    def why_not(self, state: State, seat: int, action: int) -> Reason | None:
        assert isinstance(state, HagakureState)
        return explain.why_not(state, seat, action)

    def breakdown(self, state: State) -> list[ScoreLine]:
        assert isinstance(state, HagakureState)
        return explain.breakdown(state)


HAGAKURE: Final = Hagakure()
