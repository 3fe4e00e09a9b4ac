"""Hitohira: the value of fields and screens while the pouch is not empty, and the chances that follow.

Every seat is assumed to get its share of what is still in the pouch. A line of a field is valued at its expected points
with what is still to come (HT-7.4), a screen at the expected points of its places in both groups (HT-7.1).
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.win_chances import below, no_chances, win_chances
from zashiki.games.hitohira.pieces import BLACK, WHITE, number, total
from zashiki.games.hitohira.position import Position
from zashiki.games.hitohira.score import PLACES, PLACES_OF_TWO, line_points

# These were fitted to games of `greedy` with three seats: so the chances came nearest to how the games ended.
INTO_FIELDS: Final = 0.59
"""How much of what the pouch holds will lie in lines that grow, all else behind screens or astray."""
SCREEN_VARIANCE: Final = 0.037
"""For each piece in the pouch, how uncertain the number behind a screen in one group is."""
LEAST_SCREEN_VARIANCE: Final = 0.267
"""How uncertain the difference between two such numbers is with an empty pouch: how white and black are divided."""
STILL_TO_COME: Final = 0.09
"""How many pieces of the pouch, of those that a seat gets, will be its first ones in a group."""
POINTS_VARIANCE: Final = 4.2
"""For each piece in the pouch, how uncertain the points of a seat are."""
LEAST_VARIANCE: Final = 29.0
"""How uncertain they are when the pouch is almost empty."""
TEMPO: Final = 3.3
"""Points it is worth to draw before another seat does, about."""
LAST_TEMPO: Final = 0.5
"""Points it is worth on top when the pouch is almost empty."""

_STEPS: Final = 33
_MOST_IN_POUCH: Final = 97
_MOST_IN_LINE: Final = 26


def _ahead() -> list[float]:
    """By pieces in a line and quarters of a piece to be expected: the points of the line at the end."""
    found: list[float] = []
    for pieces in range(_MOST_IN_LINE):
        for step in range(_STEPS):
            mean = step / 4.0
            chance = math.exp(-mean)
            points = 0.0
            for more in range(30):
                points += chance * line_points(pieces + more)
                chance *= mean / (more + 1)
            found.append(points)
    return found


_AHEAD: Final = vec[float](_ahead())
_NO_COMING: Final = vec[i64]([0] * 5)
_PLACES: Final = vec[float](
    [0.0] * 16
    + [float(points) for places in PLACES_OF_TWO for points in (*places, 0, 0)]
    + [float(points) for _ in range(2) for places in PLACES for points in places]
)
"""By seats, group and place: points (HT-7.1, HT-7.3)."""
_SCALE: Final = vec[float](
    [1.0 / math.sqrt(LEAST_SCREEN_VARIANCE + 2.0 * SCREEN_VARIANCE * float(left)) for left in range(_MOST_IN_POUCH)]
)
"""By pieces in the pouch: one by how uncertain the difference between two numbers behind screens is."""
_NONE_TO_COME: Final = vec[float](
    [
        math.exp(-STILL_TO_COME * float(left) / float(max(seats, 1)))
        for seats in range(5)
        for left in range(_MOST_IN_POUCH)
    ]
)
"""By seats and pieces in the pouch: the chance that a seat without a piece in a group stays without."""


def line_value(pieces: i64, coming: i64) -> float:
    """The expected points of a line, given how many quarters of a piece are still to come."""
    return _AHEAD[pieces * _STEPS + coming]


def coming(at: Position) -> vec[i64]:
    """By colour: how many quarters of a piece each field can expect from the pouch."""
    found = _NO_COMING[:]
    pool = at.pouch
    pieces = total(pool)
    if pieces == 0:
        return found
    share = 4.0 * INTO_FIELDS * float(at.pouch_size) / (float(pieces) * float(at.seats))
    colour: i64 = 0
    while colour < 5:
        found[colour] = i64(share * float(number(pool, colour)) + 0.5)
        colour += 1
    return found


def field_value(field: i64, ahead: vec[i64]) -> float:
    """The expected points of a field."""
    value = 0.0
    colour: i64 = 0
    while colour < 5:
        value += line_value((field >> (8 * colour)) & 255, ahead[colour])
        colour += 1
    black = number(field, BLACK)
    while black > 0:
        # Each black piece where it adds most (HT-7.4); nowhere if it only costs (HT-R7).
        most = 0.0
        best: i64 = -1
        colour = 0
        while colour < 5:
            pieces = (field >> (8 * colour)) & 255
            gain = line_value(pieces + 1, ahead[colour]) - line_value(pieces, ahead[colour])
            if gain > most:
                most = gain
                best = colour
            colour += 1
        if best < 0:
            break
        value += most
        field += _ONE_OF[best]
        black -= 1
    return value


_ONE_OF: Final = vec[i64]([256**colour for colour in range(5)])


def place_value(numbers: vec[float], seat: i64, mine: float, group: i64, left: i64) -> float:
    """The expected points of a seat's place in a group, if it has `mine` pieces and the others have `numbers`."""
    seats: i64 = len(numbers)
    scale = _SCALE[left]
    # The chances of the four places, each other seat being ahead or not.
    first = 1.0
    second = 0.0
    third = 0.0
    fourth = 0.0
    other: i64 = 0
    while other < seats:
        if other != seat:
            chance = below((numbers[other] - mine) * scale)
            fourth += (third - fourth) * chance
            third += (second - third) * chance
            second += (first - second) * chance
            first -= first * chance
        other += 1
    row = (seats * 2 + group) * 4
    value = first * _PLACES[row] + second * _PLACES[row + 1] + third * _PLACES[row + 2] + fourth * _PLACES[row + 3]
    if mine < 0.75:
        # Without a piece there is no place (HT-7.1); some may still come.
        value *= 1.0 - _NONE_TO_COME[seats * _MOST_IN_POUCH + left] * (1.0 - mine / 0.75)
    return value


def group_numbers_ahead(at: Position, group: i64) -> vec[float]:
    """Everybody's number in a group, white and black pieces counted half (HT-6.2)."""
    numbers = no_chances(at.seats)
    seat: i64 = 0
    while seat < at.seats:
        numbers[seat] = _number_ahead(at.screen(seat), group)
        seat += 1
    return numbers


def _number_ahead(screen: i64, group: i64) -> float:
    own = number(screen, 2 * group) + number(screen, 2 * group + 1)
    return float(own) + 0.5 * float(number(screen, WHITE) + number(screen, BLACK))


@final
class FieldValues:
    """What fields and screens are worth in a position, part by part: for positions that differ in one or two parts."""

    seats: i64
    left: i64
    """How many pieces the pouch holds."""
    ahead: vec[i64]
    """What is `coming`."""
    fields: vec[float]
    """The expected points of each field."""
    screens: vec[i64]
    """All that lies behind each screen."""

    def __init__(self, at: Position) -> None:
        self.seats = at.seats
        self.left = at.pouch_size
        self.ahead = coming(at)
        self.fields = no_chances(at.seats)
        self.screens = at.screens[:]
        seat: i64 = 0
        while seat < at.seats:
            self.fields[seat] = field_value(at.fields[seat], self.ahead)
            self.screens[seat] += at.secret_pieces(seat)
            seat += 1

    def behind(self) -> vec[float]:
        """The expected points of each screen."""
        seats = self.seats
        warm = no_chances(seats)
        cool = no_chances(seats)
        found = no_chances(seats)
        seat: i64 = 0
        while seat < seats:
            warm[seat] = _number_ahead(self.screens[seat], 0)
            cool[seat] = _number_ahead(self.screens[seat], 1)
            seat += 1
        seat = 0
        while seat < seats:
            found[seat] = screen_value(self.screens[seat], seat, warm, cool, self.left)
            seat += 1
        return found

    def points(self, behind: vec[float], mover: i64) -> vec[float]:
        """Each seat's expected points at the end, if `mover` is next to draw."""
        points = no_chances(self.seats)
        seat: i64 = 0
        while seat < self.seats:
            points[seat] = self.fields[seat] + behind[seat]
            seat += 1
        if self.left > 0:
            a_seat = TEMPO + LAST_TEMPO / (1.0 + 0.1 * float(self.left))
            later: i64 = 0
            while later < self.seats:
                points[(mover + later) % self.seats] += a_seat * (0.5 * float(self.seats - 1) - float(later))
                later += 1
        return points

    def chances(self, behind: vec[float], mover: i64) -> vec[float]:
        """Each seat's chance of winning, if screens are worth `behind` and `mover` is next to draw."""
        return win_chances(self.points(behind, mover), spread_of(self.left))


def screen_value(screen: i64, seat: i64, warm: vec[float], cool: vec[float], left: i64) -> float:
    """The expected points of a screen: its white and black pieces shared out, or all in one group."""
    joining = float(number(screen, WHITE) + number(screen, BLACK))
    reds = float(number(screen, 0) + number(screen, 1))
    blues = float(number(screen, 2) + number(screen, 3))
    half = joining * 0.5
    most = place_value(warm, seat, reds + half, 0, left) + place_value(cool, seat, blues + half, 1, left)
    if joining > 0.0:
        all_warm = place_value(warm, seat, reds + joining, 0, left) + place_value(cool, seat, blues, 1, left)
        if all_warm > most:
            most = all_warm
        all_cool = place_value(warm, seat, reds, 0, left) + place_value(cool, seat, blues + joining, 1, left)
        if all_cool > most:
            most = all_cool
    return most


def spread_of(left: i64) -> float:
    """The standard deviation of a seat's final points, by the number of pieces in the pouch."""
    return math.sqrt(LEAST_VARIANCE + POINTS_VARIANCE * float(left))


def chances(at: Position) -> vec[float]:
    """Each seat's chance of winning, as far as can be judged between two turns."""
    field_values = FieldValues(at)
    return field_values.chances(field_values.behind(), at.mover)
