"""Hitohira: the score, as pure functions over plain numbers (HT-6.2, HT-7.1 to 7.5).

Pieces are six numbers: red, yellow, light blue, blue, white, black.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import zeros

FIELD_POINTS: Final = (0, -3, -1, 1, 3, 5, 8, 11, 15, 19, 24)
"""By number of pieces of a colour; more than ten give what ten give (HT-7.4)."""

_LINE: Final = vec[i64]([FIELD_POINTS[min(pieces, 10)] for pieces in range(40)])

GROUPS: Final = ("red & yellow", "light blue & blue")
PLACES: Final = ((18, 10, 8, 0), (16, 12, 8, 0))
"""By group: the points for each place (HT-7.1)."""
PLACES_OF_TWO: Final = ((10, 0), (12, 0))
"""With 2 players the higher number takes what is second place otherwise (HT-7.3)."""


def line_points(pieces: int) -> int:
    """What a line of one colour in a field is worth (HT-7.4)."""
    return FIELD_POINTS[min(pieces, 10)]


def best_black(field: list[int]) -> list[int]:
    """How many black pieces the owner best counts as each of the five colours; the rest stay uncounted (HT-R7)."""
    black = field[5]
    # best[b] is the best that b black pieces do in the colours so far; counted[b] is how.
    best = [0] * (black + 1)
    counted: list[list[int]] = [[] for _ in range(black + 1)]
    for pieces in field[:5]:
        next_best: list[int] = []
        next_counted: list[list[int]] = []
        for had in range(black + 1):
            options = [best[had - here] + line_points(pieces + here) for here in range(had + 1)]
            here = options.index(max(options))
            next_best.append(options[here])
            next_counted.append([*counted[had - here], here])
        best, counted = next_best, next_counted
    return counted[best.index(max(best))]


def field_lines(field: list[int]) -> list[int]:
    """The points of each of the five lines of a field, black counted at its best (HT-7.4)."""
    return [line_points(pieces + black) for pieces, black in zip(field, best_black(field), strict=False)]


def field_points(field: list[int]) -> int:
    """The points of a field: the sum of its lines, found faster."""
    black: i64 = field[5]
    best = zeros(black + 1)
    for colour in range(5):
        pieces: i64 = field[colour]
        # From many to few, so that what is still to be read has not been changed yet.
        had = black
        while had >= 0:
            most = best[had] + _LINE[pieces]
            here: i64 = 1
            while here <= had:
                points = best[had - here] + _LINE[pieces + here]
                if points > most:
                    most = points
                here += 1
            best[had] = most
            had -= 1
    return best[black]


def division_limits(screen: list[int]) -> tuple[int, int]:
    """The least and the most white and black pieces that may join red & yellow (HT-6.2)."""
    joining = screen[4] + screen[5]
    if screen[0] + screen[1] == 0:
        return 0, 0
    return (joining, joining) if screen[2] + screen[3] == 0 else (0, joining)


def division(screen: list[int], joining: int) -> tuple[int, int]:
    """How many white and black pieces are in each group, if `joining` of them join red & yellow."""
    others = screen[4] + screen[5] - joining
    return joining if screen[0] + screen[1] else 0, others if screen[2] + screen[3] else 0


def group_numbers(screen: list[int], joining: int) -> tuple[int, int]:
    """The pieces in both groups with that division."""
    warm, cool = division(screen, joining)
    return screen[0] + screen[1] + warm, screen[2] + screen[3] + cool


def group_points(group: int, numbers: list[int]) -> list[int]:
    """Each player's points in a group, from everybody's numbers there (HT-7.1 to 7.3, HT-R6, HT-R10)."""
    places = PLACES_OF_TWO[group] if len(numbers) == 2 else PLACES[group]
    points: list[int] = []
    for mine in numbers:
        ahead = 0
        tied = 0
        for other in numbers:
            if other > mine:
                ahead += 1
            elif other == mine:
                tied += 1
        points.append(sum(places[ahead : ahead + tied]) // tied if mine else 0)
    return points


def winning(points: list[int], behind_screen: list[int]) -> list[int]:
    """Who wins: the most points, then the most pieces behind the screen, then together (HT-7.5)."""
    best = max(zip(points, behind_screen, strict=True))
    return [seat for seat, both in enumerate(zip(points, behind_screen, strict=True)) if both == best]
