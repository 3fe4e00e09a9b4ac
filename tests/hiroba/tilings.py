"""Custom tiles for tests of HB-R8: random legal ones, and illegal ones.

Nothing here uses the engine: HB-1.1 and HB-2.1 say what makes a tile legal.
"""

from zashiki import Rng

NINE = [
    "aa~ bbb Bbb",
    "Bbb bab ba~",
    "~ab bab Bbb",
    "aaA baa ba~",
    "baa baa Ba~",
    "a~b abb aAa",
    "a~a Aaa abb",
    "abb a~a aaA",
    "aaa bBa ~ba",
]
"""Most have pond and starting square in two corners, which are the hardest to lay (HB-2.1)."""

WRONG: list[tuple[object, list[tuple[str, str, dict[str, object]]]]] = [
    ("", [("tile.shape", "HB-R8", {})]),
    ("~ab bab bb", [("tile.shape", "HB-R8", {})]),
    ("~ab bab bbB b", [("tile.shape", "HB-R8", {})]),
    ("~a bbab bbB", [("tile.shape", "HB-R8", {})]),
    ("~ab bab bbC", [("tile.shape", "HB-R8", {})]),
    ("~ab bab bb\N{CYRILLIC CAPITAL LETTER VE}", [("tile.shape", "HB-R8", {})]),
    ("~ab" + " " * 60 + "bab bbB", [("tile.shape", "HB-R8", {})]),
    (["~ab", "bab", "bbB"], [("tile.shape", "HB-R8", {})]),
    (None, [("tile.shape", "HB-R8", {})]),
    (7, [("tile.shape", "HB-R8", {})]),
    ("aab bab bbB", [("tile.ponds", "HB-1.1", {"count": 0})]),
    ("~aa ~ab bbb", [("tile.ponds", "HB-1.1", {"count": 2}), ("tile.starts", "HB-1.1", {"count": 0})]),
    ("~ab bab bbb", [("tile.starts", "HB-1.1", {"count": 0})]),
    ("~ab bAb bbB", [("tile.starts", "HB-1.1", {"count": 2})]),
    (
        "~ab bbb bbB",
        [
            ("tile.garden_size", "HB-1.1", {"garden": "a", "count": 1}),
            ("tile.garden_size", "HB-1.1", {"garden": "b", "count": 7}),
        ],
    ),
    (
        "aaa aaA aa~",
        [
            ("tile.garden_size", "HB-1.1", {"garden": "a", "count": 8}),
            ("tile.garden_size", "HB-1.1", {"garden": "b", "count": 0}),
            ("tile.start_beside_pond", "HB-2.1", {}),
        ],
    ),
    ("~bb aba bbB", [("tile.garden_parts", "HB-1.1", {"garden": "a"})]),
    (
        "a~b bab aBa",
        [("tile.garden_parts", "HB-1.1", {"garden": "a"}), ("tile.garden_parts", "HB-1.1", {"garden": "b"})],
    ),
    ("~Ab bab bbb", [("tile.start_beside_pond", "HB-2.1", {})]),
    ("abb a~b aBb", [("tile.start_beside_pond", "HB-2.1", {})]),
]
"""Each with all that is wrong with it: code, rule, facts."""


def beside(square: int, other: int) -> bool:
    """Whether two squares of a tile share a side."""
    return abs(square // 3 - other // 3) + abs(square % 3 - other % 3) == 1


def reached(squares: set[int], first: int) -> set[int]:
    """Those of some squares that can be walked to from the first."""
    found = {first}
    while True:
        more = {square for square in squares - found if any(beside(square, other) for other in found)}
        if not more:
            return found
        found |= more


def random_tile(rng: Rng) -> str:
    """A legal tile: a garden grows from a random square, and the rest is the other one if it hangs together."""

    def pick(among: set[int]) -> int:
        return sorted(among)[int(rng.below(len(among)))]

    while True:
        pond = pick(set(range(9)))
        land = set(range(9)) - {pond}
        one = {pick(land)}
        size = 2 + int(rng.below(5))
        while len(one) < size and (next_to := {s for s in land - one if any(beside(s, o) for o in one)}):
            one.add(pick(next_to))
        other = land - one
        if len(one) != size or reached(other, min(other)) != other:
            continue
        start = pick({square for square in land if not beside(square, pond)})
        letters = ["~" if square == pond else "a" if square in one else "b" for square in range(9)]
        letters[start] = letters[start].upper()
        text = "".join(letters)
        return f"{text[:3]} {text[3:6]} {text[6:]}"


def random_tiles(seed: int) -> list[str]:
    """Nine to twelve legal tiles."""
    rng = Rng(seed)
    return [random_tile(rng) for _ in range(9 + int(rng.below(4)))]


def turned(tile: str, degrees: int) -> str:
    """A tile after quarter turns clockwise, again as three rows."""
    rows = tile.split()
    for _ in range(degrees // 90):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return " ".join(rows)
