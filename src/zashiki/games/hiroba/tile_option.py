"""Hiroba: the option `tiles`. Whoever owns the real box may play with its tiles (HB-R8); ours are the default (HB-R1).

A layout is written as three rows of three letters (`~ab bab bbB`). Two tiles may be alike. With tiles that pass here
every set-up succeeds, in whatever order they are drawn: HB-2.1 only looks at the pond and the starting square of a
tile, and for every order of nine tiles there are turnings that fit. A test goes through all of them.
"""

from typing import Final, final

from zashiki.core.errors import BadOption
from zashiki.core.jsontypes import Facts, Json
from zashiki.core.options import Option, OptionProblem, not_allowed
from zashiki.games.hiroba.phrases import ENGLISH
from zashiki.games.hiroba.score import LARGEST_GARDEN
from zashiki.games.hiroba.tiles import LEAST_TILES, MOST_TILES, TILES

STANDARD: Final = "standard"
"""The word for our own twelve."""
LETTERS: Final = "abAB~"
LONGEST: Final = 64
"""Characters of a layout: nine letters and a little white space. Longer texts are not even read."""
SMALLEST_GARDEN: Final = 2

_NINE: Final = (
    "aa~ bbb Bbb",
    "Bbb bab ba~",
    "~ab bab Bbb",
    "aaA baa ba~",
    "baa baa Ba~",
    "a~b abb aAa",
    "a~a Aaa abb",
    "abb a~a aaA",
    "aaa bBa ~ba",
)
"""Tiles worth testing: most have pond and starting square in two corners, which makes HB-2.1 hardest to meet."""


def layouts_of(value: Json) -> tuple[str, ...]:
    """The layouts that a checked value of the option stands for."""
    return tuple([str(tile) for tile in value]) if isinstance(value, list) else TILES


def squares_read(value: Json) -> str | None:
    """The nine squares of a layout, row by row; None if it is not three rows of three squares.

    Any white space may stand between the rows, or none.
    """
    if not isinstance(value, str) or len(value) > LONGEST:
        return None
    parts = value.split()
    squares = "".join(parts)
    if len(squares) != 9 or any(len(part) % 3 for part in parts) or not set(squares) <= set(LETTERS):
        return None
    return squares


def _beside(square: int) -> list[int]:
    """The squares of a tile orthogonally next to one of them."""
    row, column = divmod(square, 3)
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [3 * y + x for y, x in around if 0 <= y < 3 and 0 <= x < 3]


def _connected(squares: list[int]) -> bool:
    reached = squares[:1]
    at = 0
    while at < len(reached):
        reached += [other for other in _beside(reached[at]) if other in squares and other not in reached]
        at += 1
    return len(reached) == len(squares)


@final
class TilesOption(Option):
    """Our tiles, or a list of layouts."""

    def __init__(self) -> None:
        super().__init__("tiles", "The tiles to draw from: ours, or your own.", "tiles", LEAST_TILES, MOST_TILES)

    def default(self, seats: int) -> Json:
        return STANDARD

    def allowed(self) -> str:
        return f"{STANDARD!r}, or a list of {LEAST_TILES} to {MOST_TILES} tiles such as {TILES[0]!r}"

    def check(self, value: Json, seats: int) -> Json:
        if value == STANDARD:
            return STANDARD
        found = self.problems(value, seats)
        if found:
            raise self._refused(value, found)
        assert isinstance(value, list)
        return [_canonical(tile) for tile in value]

    def problems(self, value: Json, seats: int) -> list[OptionProblem]:
        if value == STANDARD:
            return []
        if not isinstance(value, list):
            return [not_allowed(self.key, self.allowed())]
        found: list[OptionProblem] = []
        if not LEAST_TILES <= len(value) <= MOST_TILES:
            facts: Facts = {"count": len(value), "least": LEAST_TILES, "most": MOST_TILES}
            found.append(OptionProblem(ENGLISH, self.key, None, "tiles.count", "HB-R8", facts))
        for at, tile in enumerate(value[:MOST_TILES]):
            found += self._tile_problems(tile, at)
        return found

    def _tile_problems(self, tile: Json, at: int) -> list[OptionProblem]:
        """All that is wrong with one tile."""
        squares = squares_read(tile)
        if squares is None:
            return [self._problem(at, "tile.shape", "HB-R8", {})]
        found: list[OptionProblem] = []
        ponds = [square for square in range(9) if squares[square] == "~"]
        starts = [square for square in range(9) if squares[square].isupper()]
        if len(ponds) != 1:
            found.append(self._problem(at, "tile.ponds", "HB-1.1", {"count": len(ponds)}))
        if len(starts) != 1:
            found.append(self._problem(at, "tile.starts", "HB-1.1", {"count": len(starts)}))
        for letter in "ab":
            garden = [square for square in range(9) if squares[square].lower() == letter]
            if not SMALLEST_GARDEN <= len(garden) <= LARGEST_GARDEN:
                facts: Facts = {"garden": letter, "count": len(garden)}
                found.append(self._problem(at, "tile.garden_size", "HB-1.1", facts))
            if not _connected(garden):
                found.append(self._problem(at, "tile.garden_parts", "HB-1.1", {"garden": letter}))
        if any(pond in _beside(start) for pond in ponds for start in starts):
            found.append(self._problem(at, "tile.start_beside_pond", "HB-2.1", {}))  # no turning could mend that
        return found

    def _problem(self, at: int, code: str, rule: str, facts: Facts) -> OptionProblem:
        return OptionProblem(ENGLISH, self.key, at, code, rule, facts)

    def _refused(self, value: Json, found: list[OptionProblem]) -> BadOption:
        """The error for the first problem; of a tile, with all of its problems."""
        first = found[0]
        if first.at is None or not isinstance(value, list):
            expected = self.allowed() if first.rule is None else f"{self.allowed()}: {first}"
            return BadOption(value, expected, f"option {self.key}")
        reasons = "; ".join([str(problem) for problem in found if problem.at == first.at])
        return BadOption(value[first.at], f"a tile such as {TILES[0]!r}: {reasons}", f"option {self.key}[{first.at}]")

    def examples(self, seats: int) -> list[Json]:
        return [STANDARD, list(_NINE), [*_NINE, TILES[0], TILES[0], TILES[11]]]

    def choices(self, seats: int) -> list[Json] | None:
        return [STANDARD]

    def example(self, seats: int) -> Json:
        return list(TILES)

    def read(self, text: str) -> Json:
        """`~ab bab bbB/b~b bbb Aab/…` as a list of tiles."""
        return [*text.split("/")] if "/" in text else text


def _canonical(tile: Json) -> str:
    squares = squares_read(tile)
    assert squares is not None
    return f"{squares[:3]} {squares[3:6]} {squares[6:]}"
