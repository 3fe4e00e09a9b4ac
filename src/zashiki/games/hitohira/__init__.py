"""Hitohira: drawing petals from a pouch, for 2 to 4 players."""

from collections.abc import Mapping
from typing import Final, final

from zashiki.core.game import OVER, Event, Game, State
from zashiki.core.options import Choice, Options
from zashiki.core.phrases import message
from zashiki.core.reasons import Reason
from zashiki.core.shapes import Message, ScoreLine
from zashiki.games.hitohira import events, explain, view
from zashiki.games.hitohira.moves import RANDOM, chance_names, combinations, move_names, sides
from zashiki.games.hitohira.phrases import ENGLISH
from zashiki.games.hitohira.pieces import in_game, total
from zashiki.games.hitohira.rules import IDLE_TURNS, HitohiraState
from zashiki.games.hitohira.shapes import HitohiraBoard

SIDES: Final[dict[str, int]] = {choice: sides(choice) for choice in [*combinations(), RANDOM]}
"""The face-up abilities as bits, by the value of the option; 0 if chance decides."""
PLIES_OF_A_TURN: Final = 17
"""At most: three draws of eight pieces in all, an ability with four more choices or draws, and the screen."""
PLIES_OF_SET_UP: Final = 7
"""At most: three cards, three pieces removed, the start player."""


@final
class Hitohira(Game):
    """The game: its seats, options and moves, and what it shows of a state."""

    def __init__(self) -> None:
        super().__init__(
            key="hitohira",
            title="Hitohira",
            kanji="ひとひら",
            about="Draw petals from the pouch and stop in time; fill your field, and hide pieces behind your screen.",
            version=1,
            seat_counts=(2, 3, 4),
            usual_seats=3,
            options=(
                Choice(
                    "abilities",
                    "Which sides of the three ability cards are face up.",
                    {seats: list(SIDES) for seats in (2, 3, 4)},
                ),
                Choice(
                    "memory",
                    "What the other players' screens show: all that was seen to go there (aid), or nothing (strict).",
                    {seats: ["aid", "strict"] for seats in (2, 3, 4)},
                ),
                Choice(
                    "failure",
                    "What a player takes after failing: up to two pieces (free), or two whenever possible (two).",
                    {seats: ["free", "two"] for seats in (2, 3, 4)},
                ),
            ),
            move_names=move_names(),
            chance_names=chance_names(),
            catalogue=ENGLISH,
        )

    def start(self, seats: int, options: Options) -> State:
        abilities = options["abilities"]
        assert isinstance(abilities, str)
        strict = options["memory"] == "strict"
        state = HitohiraState(seats, SIDES[abilities], strict=strict, must_take_two=options["failure"] == "two")
        state.set_up()
        return state

    def max_plies(self, seats: int, options: Options) -> int:
        # Each turn that shrinks the pouch takes at least one piece; a limited number of others may precede it (HT-R8).
        turns = total(in_game(seats)) * IDLE_TURNS * seats
        return int(PLIES_OF_SET_UP + turns * PLIES_OF_A_TURN + seats)

    def label(self, state: State, seat: int, action: int) -> Message:
        assert isinstance(state, HitohiraState)
        return view.label(state, seat, action)

    def prompt(self, state: State, seat: int | None) -> Message:
        assert isinstance(state, HitohiraState)
        turn = state.turn()
        if turn == OVER:
            return self.over_prompt(state)
        return view.prompt(state, seat) if turn >= 0 else message(ENGLISH, "prompt.chance", {})

    def board(self, state: State, seat: int | None) -> HitohiraBoard:
        assert isinstance(state, HitohiraState)
        return view.board(state, seat)

    def open_board(self, state: State) -> Mapping[str, object]:
        assert isinstance(state, HitohiraState)
        return {**super().open_board(state), "unseen": view.pieces_view(view.unseen_by_all(state))}

    def board_type(self) -> type[object]:
        return HitohiraBoard

    def narrate(self, before: State, seat: int, action: int, after: State) -> list[Event]:
        assert isinstance(before, HitohiraState)
        assert isinstance(after, HitohiraState)
        return events.narrate(before, seat, action, after)

    def why_not(self, state: State, seat: int, action: int) -> Reason | None:
        assert isinstance(state, HitohiraState)
        return explain.why_not(state, seat, action)

    def breakdown(self, state: State) -> list[ScoreLine]:
        assert isinstance(state, HitohiraState)
        return explain.breakdown(state)


HITOHIRA: Final = Hitohira()
