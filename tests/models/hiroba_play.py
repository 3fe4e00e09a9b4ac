"""Styles of play that make Hiroba's rare rules come up, and checks that they did."""

from collections import Counter
from copy import copy
from itertools import permutations

from models.hiroba import NO_STONE, PEBBLES, TURNINGS, Hiroba, beside, side, squares_of
from models.hiroba_score import Tally
from models.hiroba_tiles import OURS, SPOTS, Picture, next_to

STYLES = ("plain", "tying", "crowding", "thirsty", "blocking")
STIFLING = {"stifling the 5": 5, "stifling the 1 and 9": 1}
"""Styles that are slow to compute: which pebbles seat 0 should be left with."""


def preferred(model: Hiroba, seat: int, style: str) -> list[str]:
    """The legal moves that lead to situations random play rarely reaches."""
    moves = sorted(model.legal(seat))
    if style == "plain":
        return moves
    if style in STIFLING:
        return stifling(model, seat, moves, STIFLING[style])
    if model.phase() == "stone":
        return preferred_stones(model, moves, style)
    values = {move: preference(model, seat, move, style) for move in moves}
    return [move for move in moves if values[move] == max(values.values())]


def preferred_stones(model: Hiroba, moves: list[str], style: str) -> list[str]:
    if style == "blocking":
        return [move for move in moves if model.is_start(move[-2:])] or moves
    if style == "crowding":
        # The last empty square of a garden, so that there is no room for a koi.
        empty = set(model.empty_squares())
        last = [move for move in moves if move != NO_STONE and len(empty & garden_squares(model, move[-2:])) == 1]
        return last or [NO_STONE]
    if style == "thirsty" and any(model.hands):
        return [NO_STONE]
    return moves


def preference(model: Hiroba, seat: int, move: str, style: str) -> int:
    """How much a seat with this style wants to make the move."""
    number, square = int(move[0]), move[2:]
    if style == "tying":
        # Tie with the best of the others in the garden.
        lying = [model.pebbles[near] for near in garden_squares(model, square) if near in model.pebbles]
        sums = Counter({seat: number})
        for owner, each in lying:
            sums[owner] += each
        return int(len(sums) > 1 and sums[seat] == max(sums[other] for other in sums if other != seat))
    if style == "crowding":
        return -len(garden_squares(model, square) - set(model.pebbles))
    if style == "thirsty":
        return sum(model.ground.get(near) == "~" for near in beside(square))
    return 0


def stifling(model: Hiroba, seat: int, moves: list[str], pebble: int) -> list[str]:
    """Everyone, even seat 0, tries to leave seat 0 no square for a certain pebble."""
    if seat == 0 and model.phase() == "stone" and model.seats > 2:
        return [NO_STONE]  # so that it is out with stones left; two players need every stone for that
    if seat == 0 and model.phase() == "pebble":
        moves = [move for move in moves if not side(pebble, int(move[0]))] or moves
    left = {move: ways_left(model, seat, move, pebble) for move in moves}
    return [move for move in moves if left[move] == min(left.values())]


def ways_left(model: Hiroba, seat: int, move: str, pebble: int) -> int:
    """How many ways seat 0 would have to place the pebble after `move`."""
    after = copy(model)
    after.hands = [[pebble]]
    if move[0].isdigit():
        after.pebbles = {**model.pebbles, move[2:]: (seat, int(move[0]))}
    elif move != NO_STONE:
        after.stones = {**model.stones, move.removeprefix("stone "): seat}
    return len(after.placings(0))


def sharing(model: Hiroba) -> dict[str, int]:
    """Moves and their seats after which three seats share a pond (HB-4.2): 5, 5 and 2 + 3.

    Squares on opposite sides of a pond share a row or column, so no number can be on three sides.
    """
    for pond in model.ponds():
        around = [near for near in beside(pond) if model.garden_at(near)]
        for one, two, three, four in permutations(around) if len(around) == 4 else ():
            in_line = one[0] == two[0] or one[1] == two[1]
            if not in_line and model.garden_at(one) != model.garden_at(two):
                return {f"5@{one}": 0, f"5@{two}": 1, f"2@{three}": 2, f"3@{four}": 2}
    return {}


def garden_squares(model: Hiroba, square: str) -> set[str]:
    garden = model.garden_at(square)
    return set(garden.squares) if garden else set()


def move_situations(model: Hiroba, seat: int, move: str) -> set[str]:
    """What is special about the next move."""
    phase = model.phase()
    if phase == "turnings":
        return {move, "an impossible turning"} if len(model.outcomes()) < len(TURNINGS) else {move}
    if phase == "pebble":
        return pebble_situations(model, seat, move[2:])
    if phase == "stone":
        return stone_situations(model, seat, move)
    return set()


def pebble_situations(model: Hiroba, seat: int, square: str) -> set[str]:
    found: set[str] = set()
    starts = [start for start in model.ground if model.is_start(start)]
    if len(model.hands[seat]) == len(PEBBLES):
        if any(model.numbers_seen(start) for start in starts if start in model.empty_squares()):
            found.add("a number forbidden on a starting square")
        if any(start in model.stones for start in starts):
            found.add("a first pebble when a stone lies on a starting square")
    elif square in starts:
        found.add("a later pebble on a starting square")
    if sum(near in model.ponds() for near in beside(square)) > 1:
        found.add("a pebble beside two ponds")
    stuck = {other for other in model.out if model.hands[other]}
    if stuck:
        found.add(f"a pebble when one of {model.seats} is out")
        last = [owner for owner, _ in model.pebbles.values()][-model.seats :]
        if not stuck & set(last):
            found.add("out for more than a round")
    return found


def stone_situations(model: Hiroba, seat: int, move: str) -> set[str]:
    kind = "no stone" if move == NO_STONE else "a stone"
    found = {kind}
    if not model.hands[seat]:
        found.add(f"{kind} after the last pebble")
    if model.is_start(move[-2:]):
        found.add("a stone on a starting square")
    return found


def end_situations(model: Hiroba) -> set[str]:
    """What is special about a finished game."""
    found = tile_situations(model) | {f"first {model.first} of {model.seats}"}
    unplaced = [seat for seat in range(model.seats) if model.hands[seat]]
    found.add(f"{len(unplaced)} of {model.seats} with pebbles left")
    if any(model.stones_left[seat] for seat in unplaced):
        found.add("out with pebbles and stones left")
    for place in model.places_in_play():
        numbers = Counter(model.pebbles[square][1] for square in squares_of(place) if square in model.pebbles)
        if max(numbers.values(), default=0) > 1:
            found.add("a number twice on a tile")
    return found | victory_situations(model)


def tile_situations(model: Hiroba) -> set[str]:
    """HB-R8: which tiles lie on the table."""
    if model.standard:
        return {f"tile {tile}" for tile in model.tiles}
    brought = len(model.pictures)
    found = {"a set of 10 or 11 tiles" if brought in (10, 11) else f"a set of {brought} tiles"}
    found |= {f"of a set, {pond_and_start(picture)}" for picture in model.laid()}
    if any(model.laid().count(picture) > 1 for picture in model.laid()):
        found.add("two tiles alike")
    return found


def pond_and_start(picture: Picture) -> str:
    """Where the pond and the starting square are, since HB-2.1 restricts both."""
    letters = "".join(picture)
    pond, start = (
        next(spot for spot, letter in zip(SPOTS, letters, strict=True) if wanted(letter))
        for wanted in (lambda letter: letter == "~", str.isupper)
    )
    return f"the pond {where(pond)}, the start {where(start)}"


def where(spot: tuple[int, int]) -> str:
    if spot == (1, 1):
        return "in the middle"
    return "at a side" if next_to(spot, (1, 1)) else "in a corner"


def victory_situations(model: Hiroba) -> set[str]:
    tally, winners = model.tally(), model.winners()
    scores = tally.scores()
    best = [seat for seat in range(model.seats) if scores[seat] == max(scores)]
    if len(best) == 1:
        return set()
    found = {"a shared victory" if len(winners) > 1 else "gardens decide"}
    outright = {seat: list(tally.leaders.values()).count([seat]) for seat in best}
    if winners != tuple(seat for seat in best if outright[seat] == max(outright.values())):
        found.add("tied gardens decide" if len(winners) == 1 else "tied gardens make it a shared victory")
    return found


def score_situations(model: Hiroba) -> set[str]:
    """What is special about the score if the game ended now."""
    found: set[str] = set()
    tally = model.tally()
    for pond, takers in tally.takers.items():
        found.add(f"a pond with {len(takers)} takers")
        if not all(near in model.ground for near in beside(pond)):
            found.add("a pond beside water")
    for garden, leaders in tally.leaders.items():
        found.add(f"a garden of {garden.size()} squares with {len(leaders)} leaders")
        if all(square in model.pebbles for square in garden.squares):
            found.add("a garden full of pebbles")
        elif not tally.empty(garden):
            found.add("a garden closed by a stone")
    for seat in range(model.seats):
        found |= koi_situations(tally, seat)
    return found


def koi_situations(tally: Tally, seat: int) -> set[str]:
    found: set[str] = set()
    room = tally.room_for_koi(seat)
    outright = [garden for garden in tally.gardens_won[seat] if tally.leaders[garden] == [seat]]
    if tally.loose_koi[seat]:
        found.add("a loose koi" if outright else "a loose koi without outright gardens")
        if len(room) < len(outright):
            found.add("a loose koi because no square is empty")
    doubled = [garden.size() for garden in tally.doubled[seat]]
    if doubled and min(doubled) > min(garden.size() for garden in room):
        found.add("a koi chooses the larger garden")
    if not tally.koi[seat]:
        found.add("no koi")
    if not tally.gardens_won[seat]:
        found.add("no garden")
    return found


MUST_HAPPEN = {
    *(f"tile {tile}" for tile in range(1, len(OURS) + 1)),
    *(f"a set of {brought} tiles" for brought in ("9", "10 or 11", "12")),
    "two tiles alike",
    # A pond in the middle is next to every side, and a pond at a side is next to the middle: no start can be there.
    *(f"of a set, the pond in a corner, the start {spot}" for spot in ("in a corner", "at a side", "in the middle")),
    *(f"of a set, the pond at a side, the start {spot}" for spot in ("in a corner", "at a side")),
    "of a set, the pond in the middle, the start in a corner",
    *(f"turn {degrees}" for degrees in TURNINGS),
    *(f"first {seat} of {seats}" for seats in (2, 3, 4) for seat in range(seats)),
    "an impossible turning",
    "a number forbidden on a starting square",
    "a first pebble when a stone lies on a starting square",
    "a later pebble on a starting square",
    "a pebble beside two ponds",
    "a number twice on a tile",
    "a stone",
    "no stone",
    "a stone after the last pebble",
    "no stone after the last pebble",
    "a stone on a starting square",
    *(f"{count} of {seats} with pebbles left" for seats in (2, 3, 4) for count in (0, 1)),
    *(f"a pebble when one of {seats} is out" for seats in (2, 3, 4)),
    "out for more than a round",
    "out with pebbles and stones left",
    *(f"a pond with {count} takers" for count in (0, 1, 2)),
    "a pond beside water",
    # To tie in a garden of two squares, both would need the same number, which HB-3.3 forbids.
    *(f"a garden of {size} squares with {count} leaders" for size in (3, 4, 5, 6) for count in (0, 1, 2)),
    *(f"a garden of 2 squares with {count} leaders" for count in (0, 1)),
    "a garden full of pebbles",
    "a garden closed by a stone",
    "a loose koi",
    "a loose koi without outright gardens",
    "a loose koi because no square is empty",
    "a koi chooses the larger garden",
    "no koi",
    "no garden",
    "gardens decide",
    "tied gardens decide",  # HB-R7
    "tied gardens make it a shared victory",
    "a shared victory",
}
