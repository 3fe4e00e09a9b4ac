"""Hitohira: what each move is worth, to the end of the turn: about the chance of winning after it.

Positions here are as a seat knows them. Draws are worked out exactly (`draw_odds`). After the draw every way to finish
the turn is tried, and evaluated where the next turn begins (`field_values`).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count, lowest, members
from zashiki.core.game import CHANCE
from zashiki.core.win_chances import no_chances, win_chances
from zashiki.games.hitohira.draw_odds import SAFE, Draws, choose, grown_from, place_of
from zashiki.games.hitohira.legal_moves import givable, in_other_fields, moves, of_colour
from zashiki.games.hitohira.moves import DIVIDE, DRAW, DRAWN, HIDE, HIME, KUMAGAI, TAKE, TAKE_NO_MORE, USE, YOSHINO
from zashiki.games.hitohira.pieces import BLACK, NOT_BLACK, ONE, counts, kinds, total, triggered
from zashiki.games.hitohira.position import (
    ABILITY,
    DIVISION,
    DRAW_OR_STOP,
    FAILED,
    SCREEN,
    SHOWING,
    UNSEEN,
)
from zashiki.games.hitohira.rules import HitohiraState
from zashiki.games.hitohira.score import division_limits, field_points, group_numbers, group_points, winning
from zashiki.games.hitohira.strategy.field_values import FieldValues, chances, field_value, spread_of

MOST_DIVISIONS: Final = 5
"""At most this many divisions of another seat are considered."""
A_POINT: Final = 0.0001
"""What a point is worth where it decides nothing."""


def move_values(at: HitohiraState, seat: i64, legal: list[int]) -> vec[float]:
    """What each move is worth: about the chance of winning after it."""
    if at.phase == DRAW_OR_STOP:
        drawing = draw_values(at, seat)
        return vec[float]([drawing[action - DRAW] for action in legal])
    if at.phase == DIVISION:
        return vec[float]([_divided(at, seat, action - DIVIDE) for action in legal])
    if at.phase == FAILED:
        return _failed(at, seat, legal)
    return vec[float]([_after(at, seat, action) for action in legal])


# To the end of the turn


def _after(at: HitohiraState, seat: i64, action: i64) -> float:
    """The chance of winning after a move, if the turn goes on as well as it can."""
    twin = at.clone()
    twin.apply(seat, action)
    return _best(twin, seat)


def _best(at: HitohiraState, seat: i64) -> float:
    phase = at.phase
    if phase == UNSEEN:
        return _unseen(at, seat)
    if phase == SHOWING:
        field_values = FieldValues(at)
        now = field_values.chances(field_values.behind(), at.mover)[seat]
        hidden = hiding_gains(field_values, seat, at.mover, now, 1) if at.ability == KUMAGAI else _NO_TABLE
        return _shown(at, seat, field_values, now, hidden)
    if phase == DRAW_OR_STOP or phase >= DIVISION:
        return chances(at)[seat]
    most = -1.0
    for action in at.legal(seat):
        value = _after(at, seat, action)
        if value > most:
            most = value
    return most


def _unseen(at: HitohiraState, seat: i64) -> float:
    """Shin Sumizome: over all that may come (HT-4.6)."""
    expected = 0.0
    for colour, many in enumerate(counts(at.pouch)):
        if many > 0:
            expected += float(many) * _after(at, CHANCE, DRAWN + colour)
    return expected / float(total(at.pouch))


def _shown(at: HitohiraState, seat: i64, field_values: FieldValues, now: float, hidden: vec[float]) -> float:
    """Komatsu Otome and Kenrokuen Kumagai: what one piece adds, over all that may come (HT-4.5, HT-4.8)."""
    gains = _placed(at, seat, field_values, now, hidden)
    rest = at.clone()
    rest.phase = SCREEN
    value = _best(rest, seat)
    numbers = counts(at.pouch)
    pieces: i64 = total(at.pouch)
    if at.ability == KUMAGAI:
        for colour in range(6):
            value += float(at.to_draw) * gains[colour] * float(numbers[colour]) / float(pieces)
        return value
    # The best of those drawn that is not black: it is this one if none is better.
    numbers[BLACK] = 0
    worse: i64 = pieces
    for _ in range(5):
        best: i64 = -1
        for colour in range(5):
            if numbers[colour] > 0 and (best < 0 or gains[colour] > gains[best]):
                best = colour
        if best < 0:
            break
        likely = choose(worse, at.to_draw) - choose(worse - numbers[best], at.to_draw)
        value += gains[best] * likely / choose(pieces, at.to_draw)
        worse -= numbers[best]
        numbers[best] = 0
    return value


def _placed(at: HitohiraState, seat: i64, field_values: FieldValues, now: float, hidden: vec[float]) -> list[float]:
    """By colour: what one more piece in the best place for it adds to the chance of winning, which is `now`."""
    behind = field_values.behind()
    anywhere = at.ability == KUMAGAI
    gains: list[float] = []
    raised = 0.0
    colour: i64 = 0
    while colour < 6:
        gain = -1.0
        if anywhere:
            gain = hidden[3 * colour + 1]
            if colour % 2 == 0:  # the next colour counts for the same groups
                field_values.screens[seat] += ONE[colour]
                raised = field_values.behind()[seat] - behind[seat]
                field_values.screens[seat] -= ONE[colour]
        other: i64 = 0
        while other < at.seats:
            before = field_values.fields[other]
            after = field_value(at.fields[other] + ONE[colour], field_values.ahead)
            # Only what may be better than behind the own screen, where a piece also costs others their places.
            if (after - before > raised or not anywhere) if other == seat else (after < before and anywhere):
                field_values.fields[other] = after
                gain = max(gain, field_values.chances(behind, at.mover)[seat] - now)
                field_values.fields[other] = before
            other += 1
        gains.append(gain)
        colour += 1
    return gains


# After a failure


def _failed(at: HitohiraState, seat: i64, legal: list[int]) -> vec[float]:
    """The chance of winning after each of these moves, if what is taken next is the best as well (HT-3.5)."""
    needs_another = at.taken == 0 and TAKE_NO_MORE not in legal  # HT-R12
    known = _NOT_KNOWN[:]
    values = _NOT_KNOWN[: len(legal)]
    for index, action in enumerate(legal):
        colour: i64 = action - TAKE
        if colour > BLACK:
            values[index] = _kept(at, seat, 0, known)
            continue
        those = BIT[colour]
        most = -1.0
        if not needs_another:
            most = _kept(at, seat, those, known)
        if at.taken == 0:
            more = kinds(at.turn_pieces & NOT_BLACK) & ~those
            while more != 0:
                most = max(most, _kept(at, seat, those | (more & -more), known))
                more &= more - 1
        values[index] = most
    return values


def _kept(at: HitohiraState, seat: i64, those: i64, known: vec[float]) -> float:
    """The chance of winning after taking one piece of each of these colours; `known` has what was worked out before."""
    if known[those] < 0.0:
        twin = at.clone()
        for colour in members(those):
            twin.turn_pieces -= ONE[colour]
            twin.fields[seat] += ONE[colour]
        twin.apply(seat, TAKE_NO_MORE)
        known[those] = chances(twin)[seat]
    return known[those]


_NOT_KNOWN: Final = vec[float]([-1.0] * 32)


# Drawing


def draw_values(at: HitohiraState, seat: i64) -> vec[float]:
    """The value of drawing each number of pieces now (0: stopping), exact over all draws of this turn.

    Values are changes in the chance of winning. The value of a heap is the sum of its pieces' values in the field or
    behind the screen, and of the best ability they trigger.
    """
    field_values = FieldValues(at)
    behind = field_values.behind()
    points = field_values.points(behind, at.mover)
    spread = spread_of(at.pouch_size)
    now = win_chances(points, spread)[seat]
    points[seat] += 2.0
    a_point = (win_chances(points, spread)[seat] - now) * 0.5
    field = at.fields[seat]
    # By colour and number: what pieces add in the field, and what they add behind the screen.
    fielded = _NO_TABLE[:]
    hidden = hiding_gains(field_values, seat, at.mover, now, 2)
    base = field_values.fields[seat]
    colour: i64 = 0
    while colour < 6:
        many: i64 = 1
        while many <= 2:
            field_total = field_value(field + ONE[colour] * many, field_values.ahead)
            fielded[colour * 3 + many] = (field_total - base) * a_point
            many += 1
        colour += 1
    abilities = _ability_values(at, seat, now, fielded, hidden, field_values)
    stop_values = _NO_VALUES[:]
    stop_values[place_of(at.turn_pieces)] = _heap_value(at.turn_pieces, fielded, hidden, abilities)
    for place in grown_from(at.turn_pieces):
        stop_values[place] = _heap_value(SAFE[place], fielded, hidden, abilities)
    takes = _takes(fielded, at.must_take_two)
    return Draws(at.turn_pieces, at.pouch, at.pouch_size, stop_values, takes).values(at.draws)


def hiding_gains(field_values: FieldValues, seat: i64, mover: i64, now: float, most: i64) -> vec[float]:
    """By colour and number up to `most`, three to a row: what pieces behind the screen add to the chance, now `now`."""
    found = _NO_TABLE[:]
    colour: i64 = 0
    while colour < 6:
        many: i64 = 1
        while many <= most:
            field_values.screens[seat] += ONE[colour] * many
            gain = field_values.chances(field_values.behind(), mover)[seat] - now
            field_values.screens[seat] -= ONE[colour] * many
            found[colour * 3 + many] = gain
            found[colour * 3 + 3 + many] = gain  # the next colour counts for the same groups
            many += 1
        colour += 2
    return found


_NO_VALUES: Final = vec[float]([0.0] * len(SAFE))
_NO_TABLE: Final = vec[float]([0.0] * 18)


def _heap_value(heap: i64, fielded: vec[float], hidden: vec[float], abilities: vec[float]) -> float:
    """What it is worth to stop with these pieces."""
    value = 0.0
    hiding = 0.0
    row: i64 = 0
    rest = heap
    while rest != 0:
        many = rest & 255
        if many != 0:
            there = fielded[row + many]
            value += there
            part: i64 = 1
            while part <= many:
                gain = hidden[row + part] + fielded[row + many - part] - there
                if gain > hiding:
                    hiding = gain
                part += 1
        row += 3
        rest >>= 8
    using = 0.0
    met = triggered(heap)
    trigger: i64 = 0
    while trigger < 3:
        if met & BIT[trigger] != 0 and abilities[trigger] > using:
            using = abilities[trigger]
        trigger += 1
    return value + hiding + using


def _ability_values(
    at: HitohiraState, seat: i64, now: float, fielded: vec[float], hidden: vec[float], field_values: FieldValues
) -> vec[float]:
    """By trigger: what the ability that is face up may add now, before it is known with which pieces."""
    estimates = no_chances(3)
    ability: i64 = 0
    while ability < 6:
        if at.sides & BIT[ability] != 0:
            gain = 0.0
            twin = at.clone()
            twin.turn_pieces = 0
            twin.phase = ABILITY
            twin.apply(seat, USE + ability)
            if twin.phase == SHOWING:
                if twin.pouch_size > 0:
                    gain = _shown(twin, seat, field_values, now, hidden) - now
            elif twin.phase == UNSEEN:
                if twin.pouch_size > 0:
                    gain = _best(twin, seat) - now
            elif moves(twin, seat) != 0:
                if ability == YOSHINO:
                    gain = picked(twin, seat, field_values) - now
                elif ability == HIME:
                    gain = swapped(twin, seat, field_values) - now
                else:
                    gain = _best(twin, seat) - now
            if ability == YOSHINO:
                for colour in range(5):
                    gain = max(gain, hidden[colour * 3 + 1] - fielded[colour * 3 + 1])
            estimates[ability >> 1] = max(gain, 0.0)
        ability += 1
    return estimates


def _next_to_draw(at: HitohiraState, seat: i64) -> i64:
    """Who draws next if this turn ends now; still this seat, if that ends the game."""
    ended = at.clone()
    ended.phase = SCREEN
    ended.apply(seat, HIDE)
    return ended.mover


def picked(at: HitohiraState, seat: i64, field_values: FieldValues) -> float:
    """Somei Yoshino: the chance of winning after the best pick, with nothing drawn in this turn (HT-4.4)."""
    after = _next_to_draw(at, seat)
    mine = field_values.fields[seat]
    most = -1.0
    for colour in members(kinds(at.fields[seat])):
        field_values.fields[seat] = field_value(at.fields[seat] - ONE[colour], field_values.ahead)
        field_values.screens[seat] += ONE[colour]
        most = max(most, field_values.chances(field_values.behind(), after)[seat])
        field_values.screens[seat] -= ONE[colour]
    field_values.fields[seat] = mine
    return most


def swapped(at: HitohiraState, seat: i64, field_values: FieldValues) -> float:
    """Sakuya Hime: the chance of winning after the best swap, with nothing drawn in this turn (HT-4.7)."""
    after = _next_to_draw(at, seat)
    behind = field_values.behind()
    mine = field_values.fields[seat]
    ahead = field_values.ahead
    most = -1.0
    gives = givable(at)
    while gives != 0:
        give = lowest(gives)
        gives &= gives - 1
        takes = in_other_fields(at) & ~of_colour(give)
        while takes != 0:
            take = lowest(takes)
            takes &= takes - 1
            change = ONE[take % 6] - ONE[give]
            other = take // 6
            theirs = field_values.fields[other]
            field_values.fields[seat] = field_value(at.fields[seat] + change, ahead)
            field_values.fields[other] = field_value(at.fields[other] - change, ahead)
            most = max(most, field_values.chances(behind, after)[seat])
            field_values.fields[other] = theirs
    field_values.fields[seat] = mine
    return most


_NOT_CHOSEN: Final = -1.0e9
"""Worse than any piece."""


def _takes(fielded: vec[float], must_take_two: bool) -> vec[float]:
    """By set of colours: what the best two of them add to the field after a failure, or one, or none (HT-3.5).

    Where two must be taken, they are counted even if they cost points (HT-R12).
    """
    found = vec[float]([0.0] * 32)
    those: i64 = 1
    while those < 32:
        first = 0.0
        second = 0.0
        if must_take_two and count(those) >= 2:
            first = second = _NOT_CHOSEN
        colour: i64 = 0
        while colour < 5:
            if those & BIT[colour] != 0:
                gain = fielded[colour * 3 + 1]
                if gain > first:
                    second = first
                    first = gain
                elif gain > second:
                    second = gain
            colour += 1
        found[those] = first + second
        those += 1
    return found


# Dividing


def _divided(at: HitohiraState, seat: i64, joining: i64) -> float:
    """The share of victories with a division, if the others divide in any way they may; then points (HT-6.2)."""
    screens = [counts(at.screen(other)) for other in range(at.seats)]
    fields = [field_points(counts(field)) for field in at.fields]
    behind = [sum(screen) for screen in screens]
    ways = [_divisions(screens[other]) for other in range(at.seats)]
    ways[seat] = [group_numbers(screens[seat], joining)]
    worlds = 1
    for way in ways:
        worlds *= len(way)
    value = 0.0
    for world in range(worlds):
        rest = world
        chosen: list[tuple[int, int]] = []
        for way in ways:
            chosen.append(way[rest % len(way)])
            rest //= len(way)
        warm = group_points(0, [pair[0] for pair in chosen])
        cool = group_points(1, [pair[1] for pair in chosen])
        points = [fields[other] + warm[other] + cool[other] for other in range(at.seats)]
        winners = winning(points, behind)
        if seat in winners:
            value += 1.0 / len(winners)
        value += A_POINT * points[seat]
    return value / worlds


def _divisions(screen: list[int]) -> list[tuple[int, int]]:
    """The numbers in both groups that a seat may choose, at most five of them, evenly from one end to the other."""
    low, high = division_limits(screen)
    steps = min(high - low, MOST_DIVISIONS - 1)
    if steps == 0:
        return [group_numbers(screen, low)]
    return [group_numbers(screen, low + (high - low) * step // steps) for step in range(steps + 1)]
