"""Tables of Hiroba with a chosen layout, by way of records: chance is put in by hand.

The layout that most tests use (tiles 1 to 9; `~` ponds, capital letters starting squares):

    9  ~ a b | b ~ b | ~ a a
    8  b a b | b b b | b a b
    7  b b B | A a b | b B b
       ------+-------+------
    6  ~ b b | a ~ b | a b b
    5  b b a | A a b | A b ~
    4  b a A | b b b | a b b
       ------+-------+------
    3  a a b | ~ a A | a a ~
    2  a ~ b | a a b | b a a
    1  b b B | b b b | b B b
       a b c   d e f   g h i
"""

import zashiki
from zashiki import CHANCE, Match, State
from zashiki.core.jsontypes import Json
from zashiki.games.hiroba.rules import HirobaState

TILES = "1 2 3 4 5 6 7 8 9"
TURNS = "0 0 0 0 0 90 0 0 90"
STARTS = {"c7", "d7", "h7", "c4", "d5", "g5", "c1", "f3", "h1"}
PONDS = {"a9", "e9", "g9", "a6", "e6", "i5", "b2", "d3", "i3"}
WATER = {2: "b8 e8 h8 h5", 3: "b8 e8"}
PLACES = ["b8", "e8", "h8", "b5", "e5", "h5", "b2", "e2", "h2"]
"""The places of tiles, named after their middle squares."""


def started(seats: int, tiles: Json = "standard") -> HirobaState:
    """A game before chance has done anything."""
    game = zashiki.games()["hiroba"]
    state = game.start(seats, game.checked(seats, {"tiles": tiles}))
    assert isinstance(state, HirobaState)
    return state


def empty(seats: int, tiles: Json = "standard") -> Match:
    """The same as a table; its tiles are ours, or others (HB-R8)."""
    return Match(zashiki.games()["hiroba"], seats, {"tiles": tiles}, None)


def chance(match: Match, *outcomes: str) -> Match:
    """Put in what chance gives."""
    for outcome in outcomes:
        match.chance(match.parse(CHANCE, outcome))
    return match


def laid(seats: int, first: int = 0, tiles: str = TILES, turns: str = TURNS, water: str | None = None) -> Match:
    """A match that is set up for the first pebble."""
    table = chance(
        empty(seats), *(f"tile {tile}" for tile in tiles.split()), *(f"turn {turn}" for turn in turns.split())
    )
    if seats < 4:
        chance(table, "water " + (water or WATER[seats]))
    return chance(table, f"first {first}")


def play(match: Match, *moves: str) -> Match:
    """Moves in order, each by whoever is to act: "7@e5", "stone e5", "no stone"."""
    for move in moves:
        (seat,) = match.waiting
        match.play(seat, match.parse(seat, move))
    return match


def names(match: Match) -> list[str]:
    """The legal moves of whoever is to act."""
    (seat,) = match.waiting
    return [match.name(seat, action) for action in match.legal(seat)]


def spots(match: Match, number: int) -> set[str]:
    """The squares where whoever is to act may put a number."""
    return {name[2:] for name in names(match) if name.startswith(f"{number}@")}


def refusal(match: Match, seat: int, move: str) -> tuple[str, str, str]:
    """Code, rule and sentence of the reason why not."""
    reason = match.why_not(seat, match.parse(seat, move))
    assert reason is not None
    return reason.code, reason.rule, reason.text


FIELDS = (
    *("seats", "phase", "order", "turns", "place", "tiles_left", "water", "first", "mover", "board"),
    *("free_low", "free_high", "lacks", "reach", "hand", "stones", "out"),
)


def whole(state: State) -> dict[str, object]:
    """Every field of a state."""
    return {name: str(getattr(state, name)) for name in FIELDS}
