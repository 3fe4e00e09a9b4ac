"""Hitohira: the exact chance of failing, as pure functions over plain numbers, for hints and bots.

Pieces are six numbers: red, yellow, light blue, blue, white, black. What a seat has not seen may be in the pouch or
not (removed, or behind a screen); any of it is equally likely to come, so its numbers are all that is needed.
"""

from math import comb
from typing import Final

BLACK: Final = 5


def ways_to_hold(drawn: list[int], unseen: list[int], many: int) -> int:
    """In how many ways `many` of the unseen pieces join those drawn in this turn without a failure (HT-3.3)."""
    ways = 0
    for black in range(min(many, unseen[BLACK], 2) + 1):
        # HT-3.4: each black piece makes one more of the most frequent colour, and one more colour.
        most = 2 - drawn[BLACK] - black
        colours = 4 - drawn[BLACK] - black
        if most >= 0:
            ways += comb(unseen[BLACK], black) * _plain_ways(drawn, unseen, many - black, most, colours)
    return ways


def _plain_ways(drawn: list[int], unseen: list[int], many: int, most: int, colours: int) -> int:
    """The ways to draw `many` pieces, none of them black, with at most so many of each colour and so many colours."""
    # found[k, n]: the ways so far, by the number of colours there are and the number of pieces drawn.
    found = {(0, 0): 1}
    for colour in range(BLACK):
        grown: dict[tuple[int, int], int] = {}
        for (kinds, pieces), ways in found.items():
            for more in range(min(most - drawn[colour], many - pieces, unseen[colour]) + 1):
                key = (kinds + (1 if drawn[colour] + more else 0), pieces + more)
                grown[key] = grown.get(key, 0) + ways * comb(unseen[colour], more)
        found = grown
    return sum([ways for (kinds, pieces), ways in found.items() if pieces == many and kinds <= colours])


def chance_of_failing(drawn: list[int], unseen: list[int], many: int) -> float:
    """How likely a draw of `many` more pieces fails, for somebody who has not seen `unseen`."""
    return 1.0 - ways_to_hold(drawn, unseen, many) / comb(sum(unseen), many)
