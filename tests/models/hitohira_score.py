"""The pieces of Hitohira and their value, taken from the rules: failure, triggers, fields, screens.

A colour is a word; a group of pieces is a Counter of colours.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement

BLACK = "black"
WHITE = "white"
COLOURS = ("red", "yellow", "light blue", "blue", WHITE)  # HT-1.1
ALL_COLOURS = (*COLOURS, BLACK)

Pieces = Counter[str]

GROUPS = {"red & yellow": ("red", "yellow"), "light blue & blue": ("light blue", "blue")}  # HT-6.2
PLACES = {"red & yellow": [18, 10, 8, 0], "light blue & blue": [16, 12, 8, 0]}  # HT-7.1
LINE = [0, -3, -1, 1, 3, 5, 8, 11, 15, 19, 24]  # HT-7.4


def pouch_for(seats: int) -> Pieces:
    """HT-2.1, before anything is removed."""
    of_each, black = {4: (18, 6), 3: (15, 5), 2: (13, 4)}[seats]
    return Counter(dict.fromkeys(COLOURS, of_each) | {BLACK: black})


def have(pieces: Pieces) -> list[str]:
    """The colours present, including black, in the usual order."""
    return [colour for colour in ALL_COLOURS if pieces[colour]]


def not_black(pieces: Pieces) -> list[str]:
    return [colour for colour in COLOURS if pieces[colour]]


def move_piece(colour: str, source: Pieces, target: Pieces) -> None:
    assert source[colour] > 0
    source[colour] -= 1
    target[colour] += 1


def pour(source: Pieces, target: Pieces) -> None:
    """Move all pieces from one place to another."""
    target.update(source)
    source.clear()


class Player:
    """A player's pieces."""

    def __init__(self) -> None:
        self.field: Pieces = Counter()
        self.seen: Pieces = Counter()
        """Behind the screen, placed there openly."""
        self.secret: Pieces = Counter()
        """Behind the screen, drawn with Shin Sumizome (HT-5.2)."""

    def screen(self) -> Pieces:
        return self.seen + self.secret


def fails(pieces: Pieces) -> bool:
    """HT-3.3 and HT-3.4: whether the player fails with some choice of colours for the black pieces."""
    return any(max(reading.values(), default=0) >= 3 or len(reading) == 5 for reading in readings(pieces))


def readings(pieces: Pieces) -> list[Pieces]:
    """Every way to read the pieces when each black one counts as one of the five colours."""
    coloured = Counter({colour: pieces[colour] for colour in COLOURS if pieces[colour]})
    return [coloured + Counter(blacks) for blacks in combinations_with_replacement(COLOURS, pieces[BLACK])]


def meets(trigger: str, pieces: Pieces) -> bool:
    """HT-4.2: whether some choice of colours for the black pieces meets the trigger."""
    if trigger == "6 pieces":
        return pieces.total() >= 6  # HT-R9
    if trigger == "4 colours":
        return any(len(reading) >= 4 for reading in readings(pieces))
    return any(sum(count // 2 for count in reading.values()) >= 2 for reading in readings(pieces))


def line_points(count: int) -> int:
    """HT-7.4: points for one colour in a field."""
    return LINE[min(count, 10)]


KNOWN: dict[tuple[int, ...], int] = {}
"""Fields already counted; a field stays the same for many moves."""


def field_points(field: Pieces) -> int:
    """HT-7.4 and HT-R7: the best of all ways to count the black pieces, including leaving some out."""
    key = tuple(field[colour] for colour in ALL_COLOURS)
    if key not in KNOWN:
        KNOWN[key] = max(
            sum(line_points(field[colour] + blacks.count(colour)) for colour in COLOURS)
            for blacks in combinations_with_replacement((*COLOURS, "uncounted"), field[BLACK])
        )
    return KNOWN[key]


def divisible(screen: Pieces) -> int:
    """HT-6.2: how many pieces must be divided."""
    return screen[WHITE] + screen[BLACK]


def groups_of(screen: Pieces) -> list[str]:
    """HT-6.2: the groups that may receive white and black pieces."""
    return [name for name, colours in GROUPS.items() if any(screen[colour] for colour in colours)]


def divisions(screen: Pieces) -> list[dict[str, int]]:
    """HT-6.2: every way to divide the white and black pieces; just one if there is no choice."""
    number = divisible(screen)
    groups = groups_of(screen)
    if len(groups) == 2:
        return [
            {"red & yellow": first, "light blue & blue": number - first, "uncounted": 0} for first in range(number + 1)
        ]
    nothing = {"red & yellow": 0, "light blue & blue": 0, "uncounted": 0}
    return [nothing | {groups[0] if groups else "uncounted": number}]


def group_number(name: str, screen: Pieces, division: dict[str, int]) -> int:
    """HT-7.1: how many pieces of a screen count in a group."""
    return sum(screen[colour] for colour in GROUPS[name]) + division[name]


@dataclass
class Item:
    """Points for one seat, and the rule that gives them."""

    seat: int
    rule: str
    points: int


def group_items(name: str, numbers: list[int]) -> list[Item]:
    """The points for a group, given each seat's number of pieces in it."""
    two = len(numbers) == 2
    places = [PLACES[name][1], 0] if two else PLACES[name]  # HT-7.3
    items: list[Item] = []
    for seat, number in enumerate(numbers):
        if number == 0:
            continue  # HT-7.1: no rank
        ahead = sum(1 for other in numbers if other > number)
        tied = numbers.count(number)
        points = sum(places[ahead : ahead + tied]) // tied  # HT-7.2, HT-R10, HT-R6
        if tied > 1:
            items.append(Item(seat, "HT-R6" if two else "HT-7.2", points))
        else:
            items.append(Item(seat, "HT-7.3" if two else "HT-7.1", points))
    return items
