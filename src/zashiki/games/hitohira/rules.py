"""Hitohira: the rules.

Source: the rulebook of Hitohira (Hinata Origuchi, Ouyuuan, 2nd edition of 2015, and its supplement), as restated in
`rules.md` beside this file; ids such as HT-3.4 point there.

Notes on this implementation. Every piece that leaves the pouch is an outcome of chance of its own. A seat decides
whenever it has a move, even if only one; decisions without any (nothing to take after a failure, no ability to use)
are skipped. In the division (HT-6.2) whether a seat decides depends only on what everybody saw: it does, if the pieces
it drew unseen could leave it a choice.
"""

from typing import Final, final

from mypy_extensions import i64

from zashiki.core.bits import BIT, choose, count, lowest, members, zeros
from zashiki.core.game import CHANCE, OVER
from zashiki.core.rng import Rng
from zashiki.games.hitohira.legal_moves import (
    FIRST_MOVE,
    in_other_fields,
    most_to_draw,
    moves,
    offered,
    partners,
    takable,
)
from zashiki.games.hitohira.moves import (
    DIVIDE,
    DRAW,
    DRAWN,
    FACE_UP,
    HIDE,
    HIME,
    KOKONOE,
    KUMAGAI,
    PUT,
    PUT_SCREEN,
    REMOVED,
    START,
    SUMIZOME,
    TAKE,
    USE,
    YOSHINO,
)
from zashiki.games.hitohira.pieces import (
    BLACK,
    MOST_DRAWS,
    NOT_BLACK,
    ONE,
    colour_at,
    counts,
    fails,
    in_game,
    kinds,
    most_of_each,
    number,
    removed_unseen,
    total,
)
from zashiki.games.hitohira.position import (
    ABILITY,
    CHOOSE_SIDES,
    CHOOSE_START,
    DIVISION,
    DRAW_OR_STOP,
    DRAWING,
    END,
    FAILED,
    HIME_GIVE,
    HIME_TAKE,
    KOKONOE_TAKE,
    KUMAGAI_PUT,
    LAST_CHANCE,
    OTOME_TAKE,
    REMOVE,
    SCREEN,
    SHOWING,
    UNSEEN,
    YOSHINO_PICK,
    Position,
    Secret,
)
from zashiki.games.hitohira.resample import redraw
from zashiki.games.hitohira.score import division_limits, field_points, group_numbers, group_points, winning

IDLE_TURNS: Final = 10
"""After this many turns per player that left the pouch no smaller, the game is over (HT-R8)."""

_CHANCE_ONLY: Final[tuple[int, ...]] = (CHANCE,)
_WAITING: Final[list[tuple[int, ...]]] = [tuple(members(bits)) for bits in range(16)]


@final
class HitohiraState(Position):
    """One game of Hitohira."""

    def set_up(self) -> None:
        """Fill the pouch (HT-2.1)."""
        self.fields = zeros(self.seats)
        self.screens = zeros(self.seats)
        self.pouch = in_game(self.seats)
        self.pouch_size = total(self.pouch)
        self._go_on_setting_up()

    def clone(self) -> "HitohiraState":
        twin = HitohiraState(self.seats, self.sides, strict=self.strict, must_take_two=self.must_take_two)
        self.copy_to(twin)
        return twin

    # Turns and legal moves

    def turn(self) -> i64:
        phase = self.phase
        if phase <= LAST_CHANCE:
            return CHANCE
        if phase < DIVISION:
            return self.mover
        if phase == DIVISION:
            return lowest(self.asked)
        return OVER

    def waiting(self) -> tuple[int, ...]:
        phase = self.phase
        if phase <= LAST_CHANCE:
            return _CHANCE_ONLY
        if phase < DIVISION:
            return _WAITING[BIT[self.mover]]
        return _WAITING[self.asked]

    def legal(self, seat: i64) -> list[int]:
        phase = self.phase
        found: list[int] = []
        if seat != CHANCE:
            bits = moves(self, seat)
            first = FIRST_MOVE[phase]
            while bits != 0:
                found.append(first + lowest(bits))
                bits &= bits - 1
        elif phase == CHOOSE_SIDES:
            side = FACE_UP + 2 * count(self.sides)
            found = [side, side + 1]
        elif phase == CHOOSE_START:
            found = list(range(self.seats))
        elif phase <= LAST_CHANCE:
            first = DRAWN
            if phase == REMOVE:
                first = REMOVED
            found = [first + colour for colour in members(kinds(self.pouch))]
        return found

    def weights(self) -> list[int]:
        if self.phase == CHOOSE_SIDES or self.phase == CHOOSE_START or self.phase > LAST_CHANCE:
            return [1] * len(self.legal(CHANCE))
        return [many for many in counts(self.pouch) if many > 0]

    # Applying moves

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == DRAWING:
            self._draw(action - DRAWN)
        elif phase == DRAW_OR_STOP:
            if action == DRAW:
                self._obtain()
            else:
                self._announce(action - DRAW)
        elif phase == FAILED:
            self._take_after_failure(action - TAKE)
        elif phase == SCREEN:
            self._hide(action - HIDE)
        elif phase == ABILITY:
            self._use(action - USE)
        elif phase == DIVISION:
            self._divide(seat, action - DIVIDE)
        elif phase <= LAST_CHANCE:
            self._chance(action)
        else:
            self._ability_move(action - FIRST_MOVE[phase])

    def step(self, rng: Rng) -> None:
        phase = self.phase
        if phase == DRAWING:
            self._draw(colour_at(self.pouch, rng.below(self.pouch_size)))
        elif phase > LAST_CHANCE:
            seat = self.turn()
            self.apply(seat, FIRST_MOVE[phase] + choose(moves(self, seat), rng))
        elif phase == CHOOSE_SIDES:
            self._chance(FACE_UP + 2 * count(self.sides) + rng.below(2))
        elif phase == CHOOSE_START:
            self._chance(rng.below(self.seats))
        else:
            first: i64 = DRAWN
            if phase == REMOVE:
                first = REMOVED
            self._chance(first + colour_at(self.pouch, rng.below(self.pouch_size)))

    def _chance(self, outcome: i64) -> None:
        """Anything of chance but a plain draw."""
        phase = self.phase
        if phase == CHOOSE_SIDES:
            self.sides |= BIT[outcome - FACE_UP]
            self._go_on_setting_up()
        elif phase == REMOVE:
            self._from_pouch(outcome - REMOVED)
            self.removed += ONE[outcome - REMOVED]
            self._go_on_setting_up()
        elif phase == CHOOSE_START:
            self.start = outcome - START
            self._begin_turn(self.start)
        elif phase == SHOWING:
            self._show(outcome - DRAWN)
        else:
            colour = outcome - DRAWN
            self._from_pouch(colour)
            self.secrets = (*self.secrets, Secret(self.mover, colour, self.peak))  # HT-4.6
            self.peak = 0
            self.phase = SCREEN

    def _go_on_setting_up(self) -> None:
        if count(self.sides) < 3:
            self.phase = CHOOSE_SIDES  # HT-2.2
        elif total(self.removed) < removed_unseen(self.seats):
            self.phase = REMOVE  # HT-2.1
        else:
            self.phase = CHOOSE_START  # HT-2.3

    def _from_pouch(self, colour: i64) -> None:
        self.pouch -= ONE[colour]
        self.pouch_size -= 1

    def _begin_turn(self, seat: i64) -> None:
        self.mover = seat
        self.draws = 0
        self.batch = 0
        self.taken = 0
        self.ability = -1
        self.size_before = self.pouch_size
        self.phase = DRAW_OR_STOP

    def _announce(self, many: i64) -> None:
        """The number is said first, then the pieces come (HT-R11)."""
        self.draws += 1
        self.to_draw = many
        self.batch = 0
        self.phase = DRAWING

    def _draw(self, colour: i64) -> None:
        piece = ONE[colour]
        self.pouch -= piece
        self.pouch_size -= 1
        self.turn_pieces += piece
        self.batch += piece
        self.to_draw -= 1
        if self.to_draw > 0:
            return
        if fails(self.turn_pieces):
            self.phase = FAILED
            if takable(self) == 0:
                self._end_failure()
        elif self.draws == MOST_DRAWS or most_to_draw(self) == 0:  # HT-3.2
            self._obtain()
        else:
            self.phase = DRAW_OR_STOP

    def _take_after_failure(self, colour: i64) -> None:
        if colour <= BLACK:
            self.turn_pieces -= ONE[colour]
            self.fields[self.mover] += ONE[colour]
            self.taken |= BIT[colour]
            if count(self.taken) < 2 and takable(self) != 0:
                return
        self._end_failure()

    def _end_failure(self) -> None:
        self._give_back(self.turn_pieces)
        self.turn_pieces = 0
        self._end_turn()

    def _give_back(self, heap: i64) -> None:
        """Return pieces to the pouch. Everybody has seen that they were in it, which tells what secrets are not."""
        if self.seats == 2 or self.sides & BIT[SUMIZOME] != 0:
            self.peak = most_of_each(self.peak, self.in_the_open())
        self.pouch += heap
        self.pouch_size += total(heap)

    def _obtain(self) -> None:
        """All drawn pieces are obtained (HT-3.6)."""
        if offered(self) != 0:
            self.phase = ABILITY
        else:
            self.phase = SCREEN

    def _use(self, ability: i64) -> None:
        if ability > KOKONOE:
            self.phase = SCREEN
            return
        self.ability = ability
        self.chosen = -1
        self.batch = 0
        if ability == YOSHINO:
            self.phase = YOSHINO_PICK
        elif ability == HIME:
            self.phase = HIME_GIVE
        elif ability == KOKONOE:
            self.phase = KOKONOE_TAKE
        elif ability == SUMIZOME:
            self.phase = UNSEEN
        else:
            self.to_draw = 3
            if ability == KUMAGAI:
                self.to_draw = 2
            if self.pouch_size < self.to_draw:
                self.to_draw = self.pouch_size  # HT-R4
            self.phase = SHOWING

    def _show(self, colour: i64) -> None:
        """Komatsu Otome and Kenrokuen Kumagai draw openly: everybody sees the piece (HT-R13)."""
        self._from_pouch(colour)
        self.shown += ONE[colour]
        self.batch += ONE[colour]
        self.to_draw -= 1
        if self.to_draw > 0:
            return
        if self.ability == KUMAGAI:
            self.phase = KUMAGAI_PUT
        elif self.shown & NOT_BLACK != 0:
            self.phase = OTOME_TAKE
        else:
            self._end_showing()  # HT-4.5: nothing but black

    def _end_showing(self) -> None:
        self._give_back(self.shown)
        self.shown = 0
        self.phase = SCREEN

    def _ability_move(self, choice: i64) -> None:
        phase = self.phase
        if phase == YOSHINO_PICK:
            self.screens[self.mover] += ONE[choice % 6]
            self._exchange(choice, -1)
        elif phase == OTOME_TAKE:
            self.shown -= ONE[choice]
            self.fields[self.mover] += ONE[choice]
            self._end_showing()
        elif phase == HIME_GIVE:
            self.chosen = choice
            self.phase = HIME_TAKE
        elif phase == HIME_TAKE:
            other = choice // 6
            self.fields[other] += ONE[self.chosen % 6] - ONE[choice % 6]
            self._exchange(self.chosen, choice % 6)
        elif phase == KUMAGAI_PUT:
            self._put(choice)
        else:
            self.fields[choice // 6] -= ONE[choice % 6]
            self.fields[self.mover] += ONE[choice % 6]
            if self.chosen < 0 and partners(self, in_other_fields(self), choice) != 0:
                self.chosen = choice
            else:
                self.phase = SCREEN

    def _exchange(self, pick: i64, colour: i64) -> None:
        """Take the picked piece from the mover's field or turn and put one of `colour` there, if not -1 (HT-R3)."""
        change = -ONE[pick % 6]
        if colour >= 0:
            change += ONE[colour]
        if pick < 6:
            self.fields[self.mover] += change
        else:
            self.turn_pieces += change
        self.phase = SCREEN

    def _put(self, place: i64) -> None:
        """Kenrokuen Kumagai's pieces go one by one, in the order of their colours."""
        piece = ONE[colour_at(self.shown, 0)]
        self.shown -= piece
        if place == PUT_SCREEN - PUT:
            self.screens[self.mover] += piece
        else:
            self.fields[place] += piece
        if self.shown == 0:
            self.phase = SCREEN

    def _hide(self, choice: i64) -> None:
        if choice > 0:
            hidden = ONE[(choice - 1) // 3] * ((choice - 1) % 3 + 1)
            self.turn_pieces -= hidden
            self.screens[self.mover] += hidden
        self.fields[self.mover] += self.turn_pieces
        self.turn_pieces = 0
        self._end_turn()

    def _end_turn(self) -> None:
        if self.pouch_size < self.size_before:
            self.idle = 0
        else:
            self.idle += 1
        if self.pouch_size == 0 or self.idle == IDLE_TURNS * self.seats:  # HT-6.1, HT-R8
            self._ask_for_divisions()
            return
        seat = self.mover + 1
        if seat == self.seats:
            seat = 0
        self._begin_turn(seat)

    def _ask_for_divisions(self) -> None:
        """HT-6.2: ask those who may have a choice, as far as everybody knows."""
        seat: i64 = 0
        while seat < self.seats:
            seen = kinds(self.screens[seat])
            missing: i64 = 0
            if seen & 0b000011 == 0:
                missing += 1
            if seen & 0b001100 == 0:
                missing += 1
            if seen & 0b110000 == 0:
                missing += 1
            if missing <= total(self.secret_pieces(seat)):
                self.asked |= BIT[seat]
            seat += 1
        self.phase = DIVISION
        if self.asked == 0:
            self.phase = END

    def _divide(self, seat: i64, joining: i64) -> None:
        self.divided += ONE[seat] * (joining + 1)
        self.asked &= ~BIT[seat]
        if self.asked == 0:
            self.phase = END

    # Scores

    def joining(self, seat: i64) -> i64:
        """How many white and black pieces of the seat join red & yellow: its choice, or what is forced (HT-6.2)."""
        division = number(self.divided, seat)
        if division > 0:
            return division - 1
        return division_limits(counts(self.screen(seat)))[0]

    def groups(self) -> tuple[list[int], list[int]]:
        """Everybody's number of pieces in both groups, when all screens are open."""
        warm: list[int] = []
        cool: list[int] = []
        for seat in range(self.seats):
            red_yellow, blues = group_numbers(counts(self.screen(seat)), self.joining(seat))
            warm.append(red_yellow)
            cool.append(blues)
        return warm, cool

    def scores(self) -> list[int]:
        """The points of the fields, which all can see; at the end those behind the screens as well (HT-7.1, HT-7.4)."""
        points = [field_points(counts(field)) for field in self.fields]
        if self.phase == END:
            warm, cool = self.groups()
            more, still_more = group_points(0, warm), group_points(1, cool)
            for seat in range(self.seats):
                points[seat] += more[seat] + still_more[seat]
        return points

    def winners(self) -> tuple[int, ...]:
        if self.phase != END:
            return ()
        return tuple(winning(self.scores(), [int(total(self.screen(seat))) for seat in range(self.seats)]))

    # Resampling

    def resample(self, seat: i64, rng: Rng) -> "HitohiraState":
        twin = self.clone()
        redraw(twin, seat, rng)
        return twin
