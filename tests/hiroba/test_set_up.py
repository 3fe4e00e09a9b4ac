"""Hiroba: the parts and the set-up, rule by rule."""

import math
from collections import Counter
from itertools import product

import pytest

import zashiki
from hiroba.boards import PLACES, PONDS, STARTS, TILES, TURNS, chance, empty, laid, started
from hiroba.tilings import NINE, beside, random_tiles, turned
from support import rules_page
from zashiki import CHANCE, Rng
from zashiki.core.event_runs import joined_runs
from zashiki.games.hiroba import squares, tile_turns, tiles
from zashiki.games.hiroba.rules import ALL_HIGH, ALL_LOW, FULL_HAND, TURNINGS

FACES = tiles.STANDARD_TILES.faces


def clash(one: str, other: str) -> bool:
    return (one == "~" and other in "AB") or (other == "~" and one in "AB")


def passes(faces: list[str]) -> bool:
    """HB-2.1, checked over the whole board, square by square."""
    rows = [
        "".join(faces[3 * (row // 3) + column // 3][3 * (row % 3) + column % 3] for column in range(9))
        for row in range(9)
    ]
    beside = (clash(row[column], row[column + 1]) for row in rows for column in range(8))
    below = (clash(rows[row][column], rows[row + 1][column]) for row in range(8) for column in range(9))
    return not any(beside) and not any(below)


def connected(cells: set[tuple[int, int]]) -> bool:
    reached = {min(cells)}
    while True:
        more = {(y + dy, x + dx) for y, x in reached for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0))} & cells
        if more <= reached:
            return reached == cells
        reached |= more


@pytest.mark.rules("HB-1.1")
@pytest.mark.parametrize("tile", range(12))
def test_a_tile_has_two_gardens_a_pond_and_a_start(tile: int) -> None:
    """Two gardens of 2 to 6 squares, 8 in all, one pond, one starting square on a garden square."""
    face = FACES[4 * tile]
    cells = {letter: {divmod(at, 3) for at in range(9) if face[at].lower() == letter} for letter in "ab~"}
    assert len(cells["~"]) == 1
    assert all(2 <= len(cells[letter]) <= 6 and connected(cells[letter]) for letter in "ab")
    assert len(cells["a"]) + len(cells["b"]) == 8
    assert sum(letter in "AB" for letter in face) == 1
    assert passes([face] + ["bbbbbbbbb"] * 8)


@pytest.mark.rules("HB-R1")
def test_the_tiles_are_those_of_the_rules_page() -> None:
    """Letter for letter."""
    lines = rules_page("hiroba").splitlines()
    top = next(number for number, line in enumerate(lines) if line.split()[:3] == ["1", "2", "3"])
    pictures = list(zip(*(line.split() for line in lines[top + 1 : top + 4]), strict=True))
    assert [" ".join(rows) for rows in pictures] == list(tiles.TILES)


@pytest.mark.rules("HB-R1")
def test_no_two_turnings_look_alike() -> None:
    """So every turning is an outcome of its own; a quarter turn is clockwise."""
    assert len(set(FACES)) == 48
    assert FACES[0] == "~abbabbbB"
    assert FACES[1] == "bb~baaBbb"
    assert FACES[2] == "Bbbbabba~"
    assert FACES[3] == "bbBaab~bb"


@pytest.mark.rules("HB-1.2")
def test_the_literals() -> None:
    """The sets that are written as literals for the compiler."""
    assert squares.listed(ALL_LOW, ALL_HIGH) == list(range(81))
    assert tile_turns.ALL_TURNS == 4**9 - 1
    shown = list(range(1, 10)) + [10 + number for number in (1, 2, 3, 4, 6, 7, 8, 9)]
    assert sum(2**bit for bit in shown) == FULL_HAND


@pytest.mark.rules("HB-1.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nine_pebbles_each(seats: int) -> None:
    """1/9, 2/8, 3/7 and 4/6 twice, 5/5 once."""
    for player in laid(seats).view(None)["board"]["players"]:
        assert player["pebbles_left"] == 9
        assert [side["number"] for side in player["sides"]] == list(range(1, 10))
        assert [side["left"] for side in player["sides"]] == [2, 2, 2, 2, 1, 2, 2, 2, 2]
        assert all(side["number"] + side["back"] == 10 for side in player["sides"])


@pytest.mark.rules("HB-1.3")
@pytest.mark.parametrize(("seats", "stones"), [(2, [2, 1]), (3, [2, 1, 0]), (4, [2, 1, 1, 0])])
def test_stones_by_turn_order(seats: int, stones: list[int]) -> None:
    """Counted from the first player, clockwise."""
    for first in range(seats):
        players = laid(seats, first=first).view(None)["board"]["players"]
        assert [players[(first + turn) % seats]["stones"] for turn in range(seats)] == stones


@pytest.mark.rules("HB-2.1")
def test_tiles_are_drawn_one_by_one_without_return() -> None:
    """Any of the twelve first, then any of those left; nine in all."""
    match = empty(4)
    left = {f"tile {tile}" for tile in range(1, 13)}
    for tile in range(1, 10):
        state = match.state()
        assert {match.name(CHANCE, outcome) for outcome in state.legal(CHANCE)} == left
        assert set(state.weights()) == {1}
        chance(match, f"tile {tile}")
        left.remove(f"tile {tile}")
    assert match.view(None)["board"]["phase"] == "turnings"
    with pytest.raises(zashiki.BadChance):
        chance(match, "tile 12")


@pytest.mark.rules("HB-1.1", "HB-2.1")
def test_the_layout_is_as_it_was_drawn() -> None:
    """Gardens, ponds and starting squares of the board that the tests use."""
    board = laid(4).view(None)["board"]
    assert [tile["place"] for tile in board["tiles"]] == PLACES
    assert [tile["tile"] for tile in board["tiles"]] == [int(tile) for tile in TILES.split()]
    assert [tile["degrees"] for tile in board["tiles"]] == [int(turn) for turn in TURNS.split()]
    squares = board["squares"]
    assert [square["name"] for square in squares] == [f"{x}{y}" for y in "987654321" for x in "abcdefghi"]
    assert {square["name"] for square in squares if square["start"]} == STARTS
    assert {square["name"] for square in squares if square["terrain"] == "pond"} == PONDS
    assert len(board["gardens"]) == 18
    assert [garden["squares"] for garden in board["gardens"][:2]] == [
        ["b9", "b8"],
        ["c9", "a8", "c8", "a7", "b7", "c7"],
    ]
    assert board["gardens"][10]["squares"] == ["g6", "g5", "g4"]
    for index, garden in enumerate(board["gardens"]):
        assert {square["name"] for square in squares if square["garden"] == index} == set(garden["squares"])


@pytest.mark.rules("HB-2.1", "HB-R9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_pond_is_ever_next_to_a_starting_square(seats: int) -> None:
    """On all nine tiles, those that become water too; by `step` and by `weights` alike."""
    rng = Rng(seats)
    for number in range(150):
        state = started(seats)
        while state.phase <= TURNINGS:
            if number % 5 == 0:
                state.apply(CHANCE, state.legal(CHANCE)[rng.pick(state.weights())])
            else:
                state.step(rng)
        assert passes([FACES[state.face(place)] for place in range(9)])


Kind = list[tuple[int, int]]
"""A kind of tile: the squares of its pond and of its starting square, in all four turnings. HB-2.1 asks no more."""


def kinds_of_tiles() -> list[Kind]:
    """All there are: the starting square is neither the pond nor next to it."""
    found: list[Kind] = []
    for pond, start in product(range(9), repeat=2):
        if pond == start or beside(pond, start) or any((pond, start) in kind for kind in found):
            continue
        kind = [(pond, start)]
        for _ in range(3):
            kind.append((3 * (kind[-1][0] % 3) + 2 - kind[-1][0] // 3, 3 * (kind[-1][1] % 3) + 2 - kind[-1][1] // 3))
        found.append(kind)
    return found


def turnings_that_go(kinds: list[Kind], down: int, right: int) -> list[list[list[list[bool]]]]:
    """By kind, turning, other kind, its turning: whether HB-2.1 allows the other at this distance down and right."""

    def meet(one: int, other: int) -> bool:
        return abs(other // 3 + down - one // 3) + abs(other % 3 + right - one % 3) == 1

    return [
        [
            [[not meet(pond, start2) and not meet(start, pond2) for pond2, start2 in other] for other in kinds]
            for pond, start in kind
        ]
        for kind in kinds
    ]


@pytest.mark.rules("HB-2.1", "HB-R8")
def test_every_order_of_any_nine_tiles_can_be_laid() -> None:
    """A set-up always succeeds, with our tiles and with any others that are legal.

    Place by place, for every choice of kinds: what can still be met are the turnings of the three latest places that
    can come about (a set of 64, as bits: the oldest place counts 16, the latest 1). Kinds of earlier places do not
    matter any more, and of two sets of which one holds the other only the smaller one need be followed: whatever can
    go on from it can go on from the larger one.
    """
    kinds = kinds_of_tiles()
    assert len(kinds) == 12
    right, below = turnings_that_go(kinds, 0, 3), turnings_that_go(kinds, 3, 0)
    spread = [sum(1 << 4 * bit for bit in range(16) if number >> bit & 1) for number in range(2**16)]
    every = range(12)
    met = [  # by the kinds of the latest place and of the new one and its turning: the sets from which that may come
        [
            [sum(1 << edge for edge in range(64) if right[last][edge % 4][new][turn]) for turn in range(4)]
            for new in every
        ]
        for last in every
    ]
    under = [
        [
            [sum(1 << edge for edge in range(64) if below[top][edge // 16][new][turn]) for turn in range(4)]
            for new in every
        ]
        for top in every
    ]
    anything = [2**64 - 1] * 4
    possible: dict[tuple[int, ...], set[int]] = {
        (0, 0, 0): {2**64 - 1}
    }  # kinds that do not matter: nothing is laid yet
    for place in range(9):
        after: dict[tuple[int, ...], set[int]] = {}
        for (top, middle, last), edges in possible.items():
            for new in every:
                beside_it = met[last][new] if place % 3 else anything
                above_it = under[top][new] if place >= 3 else anything
                for edge in edges:
                    found = 0
                    for turn in range(4):
                        left = edge & beside_it[turn] & above_it[turn]
                        found |= spread[(left | left >> 16 | left >> 32 | left >> 48) & 0xFFFF] << turn
                    assert found, (place, top, middle, last, new)
                    after.setdefault((middle, last, new), set()).add(found)
        possible = {
            kind: {one for one in edges if not any(other != one and other & one == other for other in edges)}
            for kind, edges in after.items()
        }
    assert len(possible) == 12**3, "nothing was left out"


@pytest.mark.rules("HB-2.1", "HB-R8")
@pytest.mark.parametrize("seed", range(12))
def test_set_ups_with_tiles_of_ones_own(seed: int) -> None:
    """Nine of those that the table has, turned so that no pond is next to a starting square."""
    own = NINE if seed == 0 else random_tiles(seed)
    rng = Rng(seed)
    for number in range(25):
        state = started(2 + number % 3, [*own])
        while state.phase <= TURNINGS:
            if number % 5 == 0:
                state.apply(CHANCE, state.legal(CHANCE)[rng.pick(state.weights())])
            else:
                state.step(rng)
        order = [int(tile_turns.tile_at(state.order, place)) for place in range(9)]
        assert len(set(order)) == 9
        assert max(order) < len(own)
        faces = [turned(own[tile], 90 * (int(state.turns) >> 2 * place & 3)) for place, tile in enumerate(order)]
        assert passes([face.replace(" ", "") for face in faces])


@pytest.mark.rules("HB-2.1")
@pytest.mark.parametrize("seed", range(4))
def test_turnings_are_weighed_by_the_lay_outs_they_begin(seed: int) -> None:
    """Against a count of all layouts, one by one."""
    rng = Rng(seed)
    state = started(4)
    while state.phase != TURNINGS or state.place < 5:
        state.step(rng)
    fixed = [FACES[state.face(place)] for place in range(5)]
    order = [int(tile_turns.tile_at(state.order, place)) for place in range(9)]
    found: Counter[int] = Counter()
    for turns in product(range(4), repeat=4):
        later = [FACES[4 * order[5 + at] + turn] for at, turn in enumerate(turns)]
        found[turns[0]] += passes(fixed + later)
    assert tile_turns.ways(state.tiles, tile_turns.onward(state.tiles, state.order), state.order, state.turns, 5) == [
        found[turn] for turn in range(4)
    ]
    assert dict(zip(state.legal(CHANCE), state.weights(), strict=True)) == {
        12 + turn: times for turn, times in found.items() if times
    }


@pytest.mark.rules("HB-2.1")
def test_the_ways_of_each_place_add_up() -> None:
    """What a turning weighs is the sum of what can follow it, from the first place to the last."""
    rng = Rng(6)
    for _ in range(10):
        state = started(4)
        while state.phase != TURNINGS:
            state.step(rng)
        weight = 0
        while state.phase == TURNINGS:
            weights = state.weights()
            assert weight in (0, sum(weights))
            index = rng.pick(weights)
            weight = weights[index]
            state.apply(CHANCE, state.legal(CHANCE)[index])
        assert weight == 1


@pytest.mark.rules("HB-2.1", "HB-R9")
def test_steps_draw_turnings_as_likely_as_their_weights() -> None:
    """The quick way of `step` against the counted weights, by chi-square."""
    rng = Rng(9)
    for turned_before in (0, 3, 6):
        state = started(2)
        while state.phase != TURNINGS or state.place < turned_before:
            state.step(rng)
        weights = dict(zip(state.legal(CHANCE), state.weights(), strict=True))
        found: Counter[int] = Counter()
        for _ in range(3000):
            twin = state.clone()
            twin.step(rng)
            found[12 + (int(twin.turns) >> (2 * turned_before)) % 4] += 1
        assert set(found) <= set(weights)
        shares = {key: 3000 * weight / sum(weights.values()) for key, weight in weights.items()}
        square = sum((found[key] - share) ** 2 / share for key, share in shares.items())
        assert square < 3 + 4 * math.sqrt(6)


@pytest.mark.rules("HB-2.2", "HB-R2")
@pytest.mark.parametrize(("seats", "length"), [(2, 4), (3, 2)])
def test_water_is_a_run_of_the_outer_ring(seats: int, length: int) -> None:
    """Four adjacent tiles or two, never the middle one; never water between two tiles in play."""
    match = chance(
        empty(seats), *(f"tile {tile}" for tile in TILES.split()), *(f"turn {turn}" for turn in TURNS.split())
    )
    state = match.state()
    outcomes = [match.name(CHANCE, outcome) for outcome in state.legal(CHANCE)]
    assert state.weights() == [1] * 8
    runs = {frozenset(outcome.split()[1:]) for outcome in outcomes}
    assert len(runs) == len(outcomes) == 8
    ring = ["b8", "e8", "h8", "h5", "h2", "e2", "b2", "b5"] * 2
    assert runs == {frozenset(ring[start : start + length]) for start in range(8)}
    assert not any("e5" in run for run in runs)
    for run in runs:
        for line in [PLACES[0:3], PLACES[3:6], PLACES[6:9], PLACES[0::3], PLACES[1::3], PLACES[2::3]]:
            assert [place in run for place in line] != [False, True, False]
        board = laid(seats, water=next(o for o in outcomes if set(o.split()[1:]) == run)[6:]).view(None)["board"]
        assert {tile["place"] for tile in board["tiles"] if tile["water"]} == run
        assert len(board["gardens"]) == 2 * (9 - length)
        for square in board["squares"]:
            wet = PLACES[square["place"]] in run
            assert (square["terrain"] == "water") == wet
            assert not (wet and (square["start"] or square["garden"] is not None or square["koi"]))


@pytest.mark.rules("HB-2.2")
def test_four_players_use_all_tiles() -> None:
    """No water."""
    board = laid(4).view(None)["board"]
    assert not any(tile["water"] for tile in board["tiles"])
    assert {square["terrain"] for square in board["squares"]} == {"garden", "pond"}


@pytest.mark.rules("HB-2.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_koi_and_the_first_player(seats: int) -> None:
    """A koi on each pond in play; chance names who begins; turns go clockwise."""
    board = laid(seats).view(None)["board"]
    assert [square["koi"] for square in board["squares"]] == [
        square["terrain"] == "pond" for square in board["squares"]
    ]
    assert sum(square["koi"] for square in board["squares"]) == {2: 5, 3: 7, 4: 9}[seats]
    firsts = {zashiki.new("hiroba", seats=seats, seed=seed).view(None)["board"]["first"] for seed in range(40)}
    assert firsts == set(range(seats))
    for first in range(seats):
        match = laid(seats, first=first)
        order = []
        for _ in range(2 * seats):
            (seat,) = match.waiting
            order.append(seat)
            match.play(seat, match.legal(seat)[0])
            while match.view(None)["board"]["phase"] == "stone":
                match.play(seat, match.parse(seat, "no stone"))
        assert order == [(first + turn) % seats for turn in range(2 * seats)]


@pytest.mark.rules("HB-2.1", "HB-2.2", "HB-2.3", "HB-1.3")
def test_the_set_up_is_narrated() -> None:
    """What people read of it."""
    told = [event["text"] for event in laid(3, first=1).events(None)]
    assert told == [
        "Tile 1 lies at b8, turned by 0°.",
        "Tile 2 lies at e8, turned by 0°.",
        "Tile 3 lies at h8, turned by 0°.",
        "Tile 4 lies at b5, turned by 0°.",
        "Tile 5 lies at e5, turned by 0°.",
        "Tile 6 lies at h5, turned by 90°.",
        "Tile 7 lies at b2, turned by 0°.",
        "Tile 8 lies at e2, turned by 0°.",
        "Tile 9 lies at h2, turned by 90°.",
        "The tiles at b8 and e8 are turned to water.",
        "Seat 1 begins.",
        "Seat 1 gets 2 stones.",
        "Seat 2 gets 1 stone.",
        "Seat 0 gets 0 stones.",
    ]


@pytest.mark.rules("HB-2.1")
def test_the_log_has_one_line_for_all_tiles() -> None:
    """The tiles of all nine places, row by row."""
    match = laid(3, first=1)
    texts = [line["text"] for line in joined_runs(match.game.catalogue, match.events(None))]
    assert texts[:2] == [
        "The tiles are laid out, row by row: 1, 2, 3, 4, 5, 6, 7, 8 and 9.",
        "The tiles at b8 and e8 are turned to water.",
    ]
