"""Hitohira: the moves of a playout. Fast and sound: each looks only at the value of one more piece."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, choose, count, lowest
from zashiki.core.rng import Rng
from zashiki.games.hitohira.draw_odds import SAFE, SAFE_SIZE, Draws, place_of
from zashiki.games.hitohira.legal_moves import FIRST_MOVE, LAST_IN_BLOCK, most_to_draw, moves
from zashiki.games.hitohira.moves import DRAW
from zashiki.games.hitohira.pieces import BLACK, MOST_DRAWS, ONE, WHITE, colour_at, in_game, number, triggered
from zashiki.games.hitohira.position import (
    ABILITY,
    DIVISION,
    DRAW_OR_STOP,
    FAILED,
    HIME_GIVE,
    HIME_TAKE,
    KUMAGAI_PUT,
    OTOME_TAKE,
    SCREEN,
    YOSHINO_PICK,
    Position,
)
from zashiki.games.hitohira.strategy.field_values import coming, group_numbers_ahead, line_value, place_value

PIECE: Final = 1.7
"""What a piece is worth to the rule for drawing, in points."""
HIDING: Final = 2.0
"""What it is worth that some pieces may go behind the screen."""
USING: Final = 3.0
"""What an ability is worth."""
BLACK_GAIN: Final = 2.5
"""What a black piece adds to a field, about."""


def _draw_rule() -> list[int]:
    """By draws made and place in SAFE: how many pieces to draw, 0 to stop; the best on average, from a full pouch."""
    stop_values = vec[float](
        [
            PIECE * float(size) + HIDING + (USING if triggered(heap) else 0.0)
            for heap, size in zip(SAFE, SAFE_SIZE, strict=True)
        ]
    )
    takes = vec[float]([PIECE * float(min(count(those), 2)) for those in range(32)])
    rule: list[int] = []
    for draws in range(MOST_DRAWS):
        for heap in SAFE:
            if draws == 0 and heap != 0:
                rule.append(0)  # cannot be
                continue
            values = Draws(heap, in_game(3) - heap, 60, stop_values, takes).values(draws)
            least = 1 if draws == 0 else 0  # HT-3.1
            rule.append(max(range(least, len(values)), key=lambda many: (values[many], many)))
    return rule


@final
class DrawRule:
    """How many pieces to draw, worked out when it is first asked for: that takes longer than all else at the start."""

    def __init__(self) -> None:
        self._rule: vec[i64] = _NO_RULE

    def many(self, draws: i64, heap: i64) -> i64:
        """How many to draw next, given the draws made and the heap drawn in this turn; 0 to stop."""
        if len(self._rule) == 0:
            self._rule = vec[i64](_draw_rule())
        return self._rule[draws * i64(len(SAFE_SIZE)) + place_of(heap)]


_NO_RULE: Final = vec[i64]([])
_DRAWING: Final = DrawRule()


def playout_move(at: Position, seat: i64, rng: Rng) -> i64:
    """A sensible move at once."""
    phase = at.phase
    if phase == DRAW_OR_STOP:
        many = _DRAWING.many(at.draws, at.turn_pieces)
        most = most_to_draw(at)
        if many > most:
            many = most
        return DRAW + many
    bits = moves(at, seat)
    first = FIRST_MOVE[phase]
    if phase == ABILITY:
        return first + choose(bits & ~LAST_IN_BLOCK, rng)
    if bits & (bits - 1) == 0:
        return first + lowest(bits)
    if phase == SCREEN:
        return first + _hide(at, seat, bits, rng)
    if phase == DIVISION:
        return first + _divide(at, seat, bits, rng)
    return first + _choice(at, seat, bits, rng)


def line_gain(field: i64, colour: i64, ahead: vec[i64]) -> float:
    """What one more piece of a colour adds to a field."""
    if colour == BLACK:
        return BLACK_GAIN
    pieces = number(field, colour)
    return line_value(pieces + 1, ahead[colour]) - line_value(pieces, ahead[colour])


def line_loss(field: i64, colour: i64, ahead: vec[i64]) -> float:
    """What one piece less of a colour takes from a field that has some."""
    if colour == BLACK:
        return BLACK_GAIN
    pieces = number(field, colour)
    return line_value(pieces, ahead[colour]) - line_value(pieces - 1, ahead[colour])


def _place_gains(at: Position, seat: i64) -> vec[float]:
    """What one more piece behind the screen is worth, by colour."""
    gains = _NO_GAINS[:]
    group: i64 = 0
    while group < 2:
        numbers = group_numbers_ahead(at, group)
        mine = numbers[seat]
        left = at.pouch_size
        gain = place_value(numbers, seat, mine + 1.0, group, left) - place_value(numbers, seat, mine, group, left)
        gains[2 * group] = gain
        gains[2 * group + 1] = gain
        group += 1
    most = gains[0]
    if gains[2] > most:
        most = gains[2]
    gains[WHITE] = most * 0.9
    gains[BLACK] = most * 0.9
    return gains


_NO_GAINS: Final = vec[float]([0.0] * 6)


def _choice(at: Position, seat: i64, bits: i64, rng: Rng) -> i64:
    """A choice after a failure or in an ability, counted from the first of its kind: what gains most."""
    ahead = coming(at)
    gains = _NO_GAINS
    if at.phase == YOSHINO_PICK or at.phase == KUMAGAI_PUT:
        gains = _place_gains(at, seat)
    best: i64 = 0
    most = -1.0e9
    while bits != 0:
        choice = lowest(bits)
        bits &= bits - 1
        gain = _gain(at, seat, choice, ahead, gains) + rng.random()
        if gain > most:
            most = gain
            best = choice
    return best


def _gain(at: Position, seat: i64, choice: i64, ahead: vec[i64], gains: vec[float]) -> float:
    phase = at.phase
    mine = at.fields[seat]
    if at.phase == FAILED or at.phase == OTOME_TAKE:
        if choice > BLACK:
            return 0.0
        return line_gain(mine, choice, ahead)
    colour = choice % 6
    if phase == YOSHINO_PICK:
        if choice < 6:
            return gains[colour] - line_loss(mine, colour, ahead)
        return gains[colour] - line_gain(mine, colour, ahead)
    if phase == HIME_GIVE:
        if choice < 6:
            return -line_loss(mine, colour, ahead)
        return -line_gain(mine, colour, ahead)
    if phase == KUMAGAI_PUT:
        colour = colour_at(at.shown, 0)
        if choice == 4:
            return gains[colour]
        if choice == seat:
            return line_gain(mine, colour, ahead)
        return -0.5 * line_gain(at.fields[choice], colour, ahead)
    gain = line_gain(mine, colour, ahead) + 0.5 * line_loss(at.fields[choice // 6], colour, ahead)
    if phase == HIME_TAKE:
        gain -= 0.5 * line_gain(at.fields[choice // 6], at.chosen % 6, ahead)
    return gain


def _hide(at: Position, seat: i64, bits: i64, rng: Rng) -> i64:
    """What to put behind the screen: as many of one colour as gain more there."""
    gains = _place_gains(at, seat)
    ahead = coming(at)
    field = at.fields[seat] + at.turn_pieces
    best: i64 = 0
    most = rng.random() - 0.5
    colour: i64 = 0
    while colour < 6:
        gain = 0.0
        many: i64 = 1
        rest = field
        place = 1 + 3 * colour
        while many <= 3 and bits & BIT[place] != 0:
            gain += gains[colour] - line_loss(rest, colour, ahead)
            rest -= ONE[colour]
            noisy = gain + rng.random() - 0.5
            if noisy > most:
                most = noisy
                best = place
            many += 1
            place += 1
        colour += 1
    return best


def _divide(at: Position, seat: i64, bits: i64, rng: Rng) -> i64:
    """How many white and black pieces join red & yellow: best, if the others share theirs out; at times another."""
    if rng.below(4) == 0:
        return choose(bits, rng)
    warm = group_numbers_ahead(at, 0)
    cool = group_numbers_ahead(at, 1)
    screen = at.screen(seat)
    joining = float(number(screen, WHITE) + number(screen, BLACK))
    reds = float(number(screen, 0) + number(screen, 1))
    blues = float(number(screen, 2) + number(screen, 3))
    best = lowest(bits)
    most = -1.0e9
    while bits != 0:
        choice = lowest(bits)
        bits &= bits - 1
        there = float(choice)
        gain = place_value(warm, seat, reds + there, 0, 0) + place_value(cool, seat, blues + joining - there, 1, 0)
        gain += rng.random()
        if gain > most:
            most = gain
            best = choice
    return best
