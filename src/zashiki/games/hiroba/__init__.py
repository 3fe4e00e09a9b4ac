"""Hiroba: numbered pebbles in a stone garden, by the principles of Sudoku, for 2 to 4 players."""

from typing import Final, final

from zashiki.core.game import OVER, Event, Game, State
from zashiki.core.options import Options
from zashiki.core.phrases import message
from zashiki.core.reasons import Reason
from zashiki.core.shapes import Message, ScoreLine
from zashiki.games.hiroba import events, explain, view
from zashiki.games.hiroba.phrases import ENGLISH
from zashiki.games.hiroba.rules import HirobaState
from zashiki.games.hiroba.shapes import HirobaBoard
from zashiki.games.hiroba.squares import SQUARE_NAMES
from zashiki.games.hiroba.tile_option import TilesOption, layouts_of
from zashiki.games.hiroba.tiles import MOST_TILES, PLACE_NAMES, PLACES, WATER_RUNS, tile_set


@final
class Hiroba(Game):
    """The game: its seats, options and moves, and what it shows of a state."""

    def __init__(self) -> None:
        moves = [f"{number}@{square}" for number in range(1, 10) for square in SQUARE_NAMES]
        moves += [f"stone {square}" for square in SQUARE_NAMES] + ["no stone"]
        chances = [f"tile {tile + 1}" for tile in range(MOST_TILES)] + [f"turn {90 * turn}" for turn in range(4)]
        chances += ["water " + " ".join(PLACE_NAMES[place] for place in run) for run in WATER_RUNS]
        chances += [f"first {seat}" for seat in range(4)]
        super().__init__(
            key="hiroba",
            title="Hiroba",
            kanji="広場",
            about="Numbered pebbles in a stone garden: no number twice in a row, column or garden.",
            version=1,
            seat_counts=(2, 3, 4),
            usual_seats=2,
            options=(TilesOption(),),
            move_names=moves,
            chance_names=chances,
            catalogue=ENGLISH,
        )

    def start(self, seats: int, options: Options) -> State:
        state = HirobaState(seats, tile_set(layouts_of(options["tiles"])))
        state.set_up()
        return state

    def max_plies(self, seats: int, options: Options) -> int:
        # Tiles, turnings, water and the first player; then nine pebbles each, after each of which a stone may be asked.
        return 2 * PLACES + 2 + 18 * seats

    def label(self, state: State, seat: int, action: int) -> Message:
        return view.label(action)

    def prompt(self, state: State, seat: int | None) -> Message:
        assert isinstance(state, HirobaState)
        turn = state.turn()
        if turn == OVER:
            return self.over_prompt(state)
        return view.prompt(state, seat) if turn >= 0 else message(ENGLISH, "prompt.chance", {})

    def board(self, state: State, seat: int | None) -> HirobaBoard:
        assert isinstance(state, HirobaState)
        return view.board(state)

    def open_board(self, state: State) -> HirobaBoard:
        return self.board(state, None)  # nothing is hidden

    def board_type(self) -> type[object]:
        return HirobaBoard

    def narrate(self, before: State, seat: int, action: int, after: State) -> list[Event]:
        assert isinstance(before, HirobaState)
        assert isinstance(after, HirobaState)
        return events.narrate(before, seat, action, after)

    def why_not(self, state: State, seat: int, action: int) -> Reason | None:
        assert isinstance(state, HirobaState)
        return explain.why_not(state, seat, action)

    def breakdown(self, state: State) -> list[ScoreLine]:
        assert isinstance(state, HirobaState)
        return explain.breakdown(state)


HIROBA: Final = Hiroba()
