"""Sakura: flower cards captured by month, for 2 to 7 players, alone or in teams."""

from typing import Final, final

from zashiki.core.game import OVER, Event, Game, State
from zashiki.core.options import Choice, Options
from zashiki.core.phrases import message
from zashiki.core.reasons import Reason
from zashiki.core.shapes import Message, ScoreLine
from zashiki.games.sakura import events, explain, view
from zashiki.games.sakura.cards import FIELD_SIZES, HAND_SIZES, NAMES, PLANTS
from zashiki.games.sakura.phrases import ENGLISH
from zashiki.games.sakura.rules import VERSION, SakuraState
from zashiki.games.sakura.shapes import SakuraBoard

_SEATS: Final = (2, 3, 4, 5, 6, 7)


@final
class Sakura(Game):
    """The game by one version of its rules."""

    def __init__(self, version: int, earlier: tuple[Game, ...] = ()) -> None:
        moves = [f"play {card}" for card in NAMES] + [f"four {plant}" for plant in PLANTS]
        moves += [f"take {card}" for card in NAMES] + [f"take {plant} stack" for plant in PLANTS] + ["leave"]
        chances = [f"first {seat}" for seat in range(7)]
        chances += [f"deal {card}" for card in NAMES] + [f"flip {card}" for card in NAMES]
        super().__init__(
            key="sakura",
            title="Sakura",
            kanji="桜",
            about="Capture flower cards month by month; each completed set costs every opponent 50 points.",
            version=version,
            earlier=earlier,
            seat_counts=_SEATS,
            usual_seats=2,
            options=(
                Choice("rounds", "How many rounds are played.", {seats: [12, 6, 3, 1] for seats in _SEATS}),
                Choice(
                    "teams",
                    "How many teams pool their cards; teammates do not sit side by side.",
                    {
                        seats: ["none", "two", "three"] if seats == 6 else ["none", "two"] if seats == 4 else ["none"]
                        for seats in _SEATS
                    },
                ),
            ),
            move_names=moves,
            chance_names=chances,
            catalogue=ENGLISH,
        )

    def start(self, seats: int, options: Options) -> State:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        teams = options["teams"]
        state = SakuraState(seats, rounds, 2 if teams == "two" else 3 if teams == "three" else seats, self.version)
        state.set_up()
        return state

    def max_plies(self, seats: int, options: Options) -> int:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        turns = seats * int(HAND_SIZES[seats])
        # The cut; in each round the deal, and turns of a card played, a card flipped and a choice for each of them.
        # The wildcard's choice is made again after an interruption, which takes a whole month away.
        return 1 + rounds * (turns + int(FIELD_SIZES[seats]) + 4 * turns + len(PLANTS))

    def label(self, state: State, seat: int, action: int) -> Message:
        return view.label(action)

    def prompt(self, state: State, seat: int | None) -> Message:
        assert isinstance(state, SakuraState)
        turn = state.turn()
        if turn == OVER:
            return self.over_prompt(state)
        return view.prompt(state, seat) if turn >= 0 else message(ENGLISH, "prompt.chance", {})

    def board(self, state: State, seat: int | None) -> SakuraBoard:
        assert isinstance(state, SakuraState)
        return view.board(state, seat)

    def board_type(self) -> type[object]:
        return SakuraBoard

    def narrate(self, before: State, seat: int, action: int, after: State) -> list[Event]:
        assert isinstance(before, SakuraState)
        assert isinstance(after, SakuraState)
        return events.narrate(before, action, after)

    def why_not(self, state: State, seat: int, action: int) -> Reason | None:
        assert isinstance(state, SakuraState)
        return explain.why_not(state, seat, action)

    def breakdown(self, state: State) -> list[ScoreLine]:
        assert isinstance(state, SakuraState)
        return explain.breakdown(state)


SAKURA: Final = Sakura(VERSION, earlier=(Sakura(1),))
