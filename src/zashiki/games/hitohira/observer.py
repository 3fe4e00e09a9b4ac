"""Hitohira as numbers (HT-5.2)."""

from typing import Final, final

from mypy_extensions import i16, i64

from zashiki.core.bits import BIT
from zashiki.core.game import CHANCE, State
from zashiki.core.observation import AROUND, Field, ObservationWriter, Observer, relative_seat
from zashiki.core.options import Options
from zashiki.games.hitohira.pieces import MOST_DRAWS, RED, counts, in_game, number, total, triggered
from zashiki.games.hitohira.position import (
    CHOOSE_START,
    DIVISION,
    END,
    FAILED,
    HIME_TAKE,
    KOKONOE_TAKE,
    PHASES,
    REMOVE,
    SCREEN,
    UNSEEN,
)
from zashiki.games.hitohira.rules import IDLE_TURNS, HitohiraState
from zashiki.games.hitohira.score import division, field_points

COLOURS: Final = 6
PHASE_COUNT: Final = 18


@final
class HitohiraObserver(Observer):
    """The table, relative to the observing seat. Colours are red, yellow, light blue, blue, white, black."""

    def fields(self, seats: int, options: Options) -> list[Field]:
        everything = in_game(seats)
        each = int(number(everything, RED))
        return [
            Field("seat", seats, "my own seat, one of the seats as the table counts them"),
            Field("phase", PHASE_COUNT, "one of: " + ", ".join(PHASES)),
            Field("strict", 1, "whether I have to remember what went behind the screens of others"),
            Field("must_take_two", 1, "whether two pieces must be taken after a failure, if two may be"),
            Field("abilities", 6, "those face up: Yoshino, Otome, Sumizome, Hime, Kumagai, Kokonoe"),
            Field("start", seats, "one of the seats: who began"),
            Field("mover", seats, "one of the seats: whose turn it is; nobody's when turns are over"),
            Field("pouch", 1, "pieces in the pouch", int(total(everything))),
            Field("unseen", COLOURS, "what I have not seen, by colour: in the pouch or hidden; strict: nothing", each),
            Field("draws", 1, "how many times the mover has drawn in this turn", MOST_DRAWS),
            Field("turn_pieces", COLOURS, "this turn's pieces, by colour", 4),
            Field("met", 3, "the triggers that they meet: 4 colours, 2 pairs, 6 pieces"),
            Field("taken", COLOURS, "after a failure: the colours that the mover has taken"),
            Field("ability", 6, "the ability in use, or none"),
            Field("shown", COLOURS, "what it drew openly and has still to be put somewhere", 3),
            Field("chosen", COLOURS, "the first of two choices: the colour to swap away, or taken first by Kokonoe"),
            Field("chosen_from", seats + 1, "where it was: in whose field, or (last) among my own pieces of this turn"),
            Field("fields", seats * COLOURS, "for each seat its field, by colour", 10),
            Field("screens", seats * COLOURS, "for each seat what I know behind its screen; strict: mine only", 10),
            Field("unknown", seats, "how many pieces behind each screen were drawn unseen; strict: mine only", 4),
            Field("my_secrets", COLOURS, "those that I drew unseen, by colour", 4),
            Field("points", seats, "points of the fields; at the end all points", 60),
            Field("idle", 1, "turns in a row that left the pouch no smaller", IDLE_TURNS * seats),
            Field("divides", seats, "who has still to divide white and black"),
            Field("divided", seats, "who has done it"),
            Field("divisions", seats * 2, "how many join red & yellow, and the blues: mine, all at the end", 10),
        ]

    def observe(self, state: State, seat: i64, writer: ObservationWriter) -> None:
        assert isinstance(state, HitohiraState)
        seats = state.seats
        phase = state.phase
        writer.one_hot(seats, seat)
        writer.one_hot(PHASE_COUNT, phase)
        writer.number(1 if state.strict else 0)
        writer.number(1 if state.must_take_two else 0)
        writer.multi_hot(state.sides, 0, 6)
        start: i64 = -1
        mover: i64 = -1
        if phase > CHOOSE_START:
            start = state.start
            if phase < DIVISION:
                mover = state.mover
        writer.one_hot(seats, relative_seat(start, seat, seats))
        writer.one_hot(seats, relative_seat(mover, seat, seats))
        writer.number(state.pouch_size)
        mine = state.secret_pieces(seat)
        self._unseen(state, mine, writer)
        self._turn(state, seat, writer)
        for other in AROUND[seats][seat]:
            _heap(writer, state.fields[other])
        self._screens(state, seat, mine, writer)
        self._points(state, seat, writer)
        writer.number(state.idle)
        self._divisions(state, seat, writer)

    def _unseen(self, state: HitohiraState, mine: i64, writer: ObservationWriter) -> None:
        """What I have not seen; at the end that is what nobody has."""
        if state.phase == END:
            _heap(writer, state.pouch + state.removed)
        elif state.strict:
            writer.blank(COLOURS)
        else:
            _heap(writer, in_game(state.seats) - state.in_the_open() - mine)

    def _turn(self, state: HitohiraState, seat: i64, writer: ObservationWriter) -> None:
        """The turn that is being played."""
        phase = state.phase
        draws: i64 = 0
        met: i64 = 0
        taken: i64 = 0
        ability: i64 = -1
        if phase < DIVISION:
            draws = state.draws
        if phase == FAILED:
            taken = state.taken
        elif phase != SCREEN:
            met = triggered(state.turn_pieces)
        if phase < SCREEN:
            ability = state.ability
        writer.number(draws)
        _heap(writer, state.turn_pieces)
        writer.multi_hot(met, 0, 3)
        writer.multi_hot(taken, 0, COLOURS)
        writer.one_hot(6, ability)
        _heap(writer, state.shown)
        self._choice(state, seat, writer)

    def _choice(self, state: HitohiraState, seat: i64, writer: ObservationWriter) -> None:
        """The first half of a choice, while the second is pending (HT-4.7, HT-4.9)."""
        seats = state.seats
        colour: i64 = -1
        place: i64 = -1
        if state.phase == HIME_TAKE:
            colour = state.chosen % 6
            if seat == state.mover:  # the others see it only when the swap is complete
                place = 0
                if state.chosen >= 6:
                    place = seats
        elif state.phase == KOKONOE_TAKE and state.chosen >= 0:
            colour = state.chosen % 6
            place = relative_seat(state.chosen // 6, seat, seats)
        writer.one_hot(COLOURS, colour)
        writer.one_hot(seats + 1, place)

    def _screens(self, state: HitohiraState, seat: i64, mine: i64, writer: ObservationWriter) -> None:
        around = AROUND[state.seats][seat]
        is_open = state.phase == END
        for other in around:
            if other == seat:
                _heap(writer, state.screens[other] + mine)
            elif is_open:
                _heap(writer, state.screen(other))
            elif state.strict:
                writer.blank(COLOURS)
            else:
                _heap(writer, state.screens[other])
        for other in around:
            if other == seat:
                writer.number(total(mine))
            elif state.strict and not is_open:
                writer.number(0)
            else:
                writer.number(total(state.secret_pieces(other)))
        _heap(writer, mine)

    def _points(self, state: HitohiraState, seat: i64, writer: ObservationWriter) -> None:
        around = AROUND[state.seats][seat]
        if state.phase == END:
            points = state.scores()
            for other in around:
                writer.number(points[other])
        else:
            for other in around:
                writer.number(field_points(counts(state.fields[other])))

    def _divisions(self, state: HitohiraState, seat: i64, writer: ObservationWriter) -> None:
        """HT-6.2: that a seat has divided is seen by all, how it did only when the screens are open."""
        if state.phase < DIVISION:
            writer.blank(4 * state.seats)
            return
        around = AROUND[state.seats][seat]
        for other in around:
            writer.number((state.asked >> other) & 1)
        for other in around:
            writer.number(1 if number(state.divided, other) > 0 else 0)
        for other in around:
            if state.phase == END or (other == seat and number(state.divided, other) > 0):
                warm, cool = division(counts(state.screen(other)), int(state.joining(other)))
                writer.number(warm)
                writer.number(cool)
            else:
                writer.blank(2)

    def move_visible_to(self, state: State, mover: i64, action: i64, seat: i64) -> bool:
        assert isinstance(state, HitohiraState)
        phase = state.phase
        if mover == CHANCE:
            if phase == UNSEEN:
                return state.mover == seat  # HT-4.6
            return phase != REMOVE  # HT-2.1
        if phase == DIVISION and mover != seat:
            return state.asked == BIT[mover]  # HT-5.2: the last one opens all screens
        return True


def _heap(writer: ObservationWriter, heap: i64) -> None:
    """Pieces, by colour."""
    row = writer.row
    at = writer.at
    end = at + COLOURS
    writer.at = end
    while at < end:
        row[at] = i16(heap & 255)
        heap >>= 8
        at += 1


OBSERVER: Final = HitohiraObserver()
