"""Hijun: trick-taking for 4 to 6 players, where exactly two tricks score."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.errors import BadOption
from zashiki.core.game import OVER, Event, Game, State
from zashiki.core.jsontypes import Json
from zashiki.core.options import Choice, NumberTable, Options
from zashiki.core.phrases import message
from zashiki.core.reasons import Reason
from zashiki.core.shapes import Message, ScoreLine
from zashiki.games.hijun import events, explain, view
from zashiki.games.hijun.cards import CARDS, HIGHEST_TOKEN, MOST_SEATS, card_name, discards_due, hand_size
from zashiki.games.hijun.phrases import ENGLISH
from zashiki.games.hijun.rules import HijunState
from zashiki.games.hijun.score import ASCENDING, FLAT, ROUNDS, ROW, token_table
from zashiki.games.hijun.shapes import HijunBoard

_SEAT_COUNTS: Final = (4, 5, 6)
_ORDERS: Final[list[Json]] = ["ascending", "random"]
_TESTED: Final[list[Json]] = [[0, 1, 1, 2], [2, 4, 6, 9], [0, 0, 9, 99], [1, 5, 5, 7], [7, 8, 9, 10]]
"""Covers the edge cases: 0, 99 and equal tokens."""


@final
class Hijun(Game):
    """The game: its seats, options and moves, and what it shows of a state."""

    def __init__(self) -> None:
        cards = [card_name(card) for card in range(CARDS)]
        super().__init__(
            key="hijun",
            title="Hijun",
            kanji="ひいふう",
            about="Four flowers, no trumps: win exactly two tricks to keep a token; a third trick covers it.",
            version=1,
            seat_counts=_SEAT_COUNTS,
            usual_seats=4,
            options=(
                NumberTable(
                    "tokens",
                    "The tokens of each round: rising every round, the same every round, or a table of your own.",
                    [ASCENDING, FLAT],
                    ROUNDS,
                    ROW,
                    0,
                    HIGHEST_TOKEN,
                    [[*row] for row in token_table(ASCENDING)],
                    _TESTED,
                ),
                Choice(
                    "token_order",
                    "Whether the tokens of a round are laid out in ascending or in random order.",
                    dict.fromkeys(_SEAT_COUNTS, _ORDERS),
                ),
            ),
            move_names=[f"play {card}" for card in cards] + [f"discard {card}" for card in cards],
            chance_names=[f"leader {seat}" for seat in range(MOST_SEATS)]
            + [f"deal {card}" for card in cards]
            + [f"token {number}" for number in range(HIGHEST_TOKEN + 1)],
            catalogue=ENGLISH,
        )

    def checked(self, seats: int, given: Options) -> Options:
        options = super().checked(seats, given)
        if options["token_order"] == "ascending":
            for number, row in enumerate(token_table(options["tokens"])):
                if row != sorted(row):
                    expected = f"rows in ascending order (row {number + 1} is {row}), or token_order 'random'"
                    raise BadOption(options["tokens"], expected, "option tokens")
        return options

    def start(self, seats: int, options: Options) -> State:
        table = vec[i64]([number for row in token_table(options["tokens"]) for number in row])
        state = HijunState(seats, table, options["token_order"] == "random")
        state.set_up()
        return state

    def max_plies(self, seats: int, options: Options) -> int:
        # In each round: tokens laid out, cards dealt, cards discarded or played; and once a leader named.
        laid = ROW if options["token_order"] == "random" else 0
        return 1 + ROUNDS * (laid + 2 * seats * int(hand_size(seats) + discards_due(seats)))

    def label(self, state: State, seat: int, action: int) -> Message:
        return view.label(action)

    def prompt(self, state: State, seat: int | None) -> Message:
        assert isinstance(state, HijunState)
        turn = state.turn()
        if turn == OVER:
            return self.over_prompt(state)
        return view.prompt(state, seat) if turn >= 0 else message(ENGLISH, "prompt.chance", {})

    def board(self, state: State, seat: int | None) -> HijunBoard:
        assert isinstance(state, HijunState)
        return view.board(state, seat)

    def board_type(self) -> type[object]:
        return HijunBoard

    def narrate(self, before: State, seat: int, action: int, after: State) -> list[Event]:
        assert isinstance(before, HijunState)
        assert isinstance(after, HijunState)
        return events.narrate(before, seat, action, after)

    def why_not(self, state: State, seat: int, action: int) -> Reason | None:
        assert isinstance(state, HijunState)
        return explain.why_not(state, seat, action)

    def breakdown(self, state: State) -> list[ScoreLine]:
        assert isinstance(state, HijunState)
        return explain.breakdown(state)


HIJUN: Final = Hijun()
