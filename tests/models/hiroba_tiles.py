"""Hiroba's tiles, taken from the rules: which layouts are valid, and the twelve standard tiles."""

from functools import cache
from itertools import product

Picture = tuple[str, ...]
"""Three rows of three letters: `a` and `b` are the gardens, "~" is the pond and a capital the starting square."""

STANDARD = "standard"
"""HB-R8: the option value for the standard tiles."""
FEWEST, MOST = 9, 12
"""HB-R8: how many custom tiles are allowed."""

# HB-R1.
PICTURES = """
    ~ab  b~b  ~aa  ~bb  a~b  b~b  aab  ~aA  ~ab  ~aa  a~b  Aaa
    bab  bbb  bab  bba  Aab  bbb  a~b  aab  aaB  bAa  aab  a~b
    bbB  Aab  bBb  baA  bbb  aAa  bbB  bbb  abb  bbb  abB  bbb
"""
OURS: list[Picture] = list(zip(*(line.split() for line in PICTURES.split("\n")[1:4]), strict=True))

SPOTS = [(across, down) for down in range(3) for across in range(3)]
"""The squares of a tile in reading order: distance from the left and from the top."""


def layout(picture: Picture) -> str:
    """A picture as the option writes it: "~ab bab bbB"."""
    return " ".join(picture)


def pictures(tiles: str | list[str]) -> dict[int, Picture]:
    """The tiles that the option selects, by number."""
    given = OURS if isinstance(tiles, str) else [tuple(each.split()) for each in tiles]
    return dict(enumerate(given, start=1))


def turned(picture: Picture, degrees: int) -> Picture:
    """A tile's picture after a clockwise turn: the left column, read upwards, becomes the top row."""
    for _ in range(degrees // 90):
        picture = tuple("".join(column) for column in zip(*reversed(picture), strict=True))
    return picture


def next_to(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def connected(spots: list[tuple[int, int]]) -> bool:
    """Whether the spots form one connected group."""
    reached = spots[:1]
    for here in reached:  # grows during the loop
        reached += [spot for spot in spots if next_to(here, spot) and spot not in reached]
    return len(reached) == len(spots)


def is_tile(picture: Picture) -> bool:
    """HB-1.1: two gardens of 2 to 6 squares, a pond, a starting square on a garden square.

    A pond beside the starting square of its own tile would break HB-2.1 however the tiles were laid.
    """
    lying = dict(zip(SPOTS, "".join(picture), strict=True))
    ponds = [spot for spot in SPOTS if lying[spot] == "~"]
    starts = [spot for spot in SPOTS if lying[spot].isupper()]
    gardens = [[spot for spot in SPOTS if lying[spot].lower() == letter] for letter in "ab"]
    return (
        len(ponds) == 1
        and len(starts) == 1
        and all(2 <= len(garden) <= 6 and connected(garden) for garden in gardens)
        and not next_to(ponds[0], starts[0])
    )


@cache
def all_layouts() -> list[str]:
    """Every valid tile."""
    found = []
    for letters in product("ab~", repeat=9):
        if letters.count("~") == 1:
            for start in range(9):
                marked = "".join([*letters[:start], letters[start].upper(), *letters[start + 1 :]])
                picture = (marked[:3], marked[3:6], marked[6:])
                if is_tile(picture):
                    found.append(layout(picture))
    return found
