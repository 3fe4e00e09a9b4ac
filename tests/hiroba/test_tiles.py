"""Hiroba: custom tiles (HB-R8): what is refused and why, and whole games with them, recounted by hand."""

import json
from collections import Counter
from itertools import product
from typing import Any

import pytest

import zashiki
from hiroba.boards import PLACES, TURNS, chance, empty, laid, started
from hiroba.tilings import NINE, WRONG, beside, random_tile, random_tiles, reached, turned
from support import changed
from zashiki import CHANCE, Match, Rng
from zashiki.core.jsontypes import Json
from zashiki.games.hiroba.strategy.heuristics import HEURISTICS
from zashiki.games.hiroba.tile_option import LONGEST
from zashiki.games.hiroba.tiles import SETS_KEPT, STANDARD_TILES, TILES, tile_set
from zashiki.testing.case import play_at_random

GAME = zashiki.games()["hiroba"]
(OPTION,) = GAME.options


def checked(value: Json) -> Json:
    return GAME.checked(2, {"tiles": value})["tiles"]


# What may be given


@pytest.mark.rules("HB-1.1", "HB-2.1", "HB-R8")
@pytest.mark.parametrize("at", [0, 8])
@pytest.mark.parametrize(("tile", "wrong"), WRONG)
def test_a_refused_tile_says_everything_that_is_wrong(tile: Any, wrong: list[Any], at: int) -> None:
    """With code, rule, facts and a sentence, and its place in the list."""
    tiles: list[Any] = list(NINE)
    tiles[at] = tile
    found = OPTION.problems(tiles, 2)
    assert [(problem.code, problem.rule, problem.facts) for problem in found] == wrong
    assert {(problem.option, problem.at) for problem in found} == {("tiles", at)}
    with pytest.raises(zashiki.BadOption) as refused:
        checked(tiles)
    assert refused.value.where == f"option tiles[{at}]"
    assert refused.value.value == tile
    assert all(f"{problem.text} ({problem.rule})" in str(refused.value) for problem in found)


@pytest.mark.rules("HB-1.1", "HB-2.1", "HB-R8")
@pytest.mark.parametrize(
    ("tile", "sentence"),
    [
        (
            "x",
            "a tile is three rows of three: a and b are gardens, ~ the pond, a capital letter marks the start (HB-R8)",
        ),
        ("~aa ~ab bbb", "a tile needs exactly one pond, but this one has 2 (HB-1.1)"),
        ("~ab bab bbb", "a tile needs exactly one starting square, but this one has 0 (HB-1.1)"),
        ("~ab bbb bbB", "a garden needs 2 to 6 squares, but garden b has 7 (HB-1.1)"),
        ("~bb aba bbB", "garden a is in pieces: its squares must connect side to side (HB-1.1)"),
        ("~Ab bab bbb", "the starting square must not be next to the pond (HB-2.1)"),
    ],
)
def test_what_a_person_reads(tile: str, sentence: str) -> None:
    """What was wrong, and what would be right."""
    with pytest.raises(zashiki.BadOption) as refused:
        checked([tile, *NINE])
    start = f"option tiles[0]: {tile!r} is not possible; expected a tile such as '~ab bab bbB': "
    assert str(refused.value).startswith(start)
    assert sentence in str(refused.value)


@pytest.mark.rules("HB-R8")
@pytest.mark.parametrize("count", [0, 1, 8, 13, 40])
def test_too_few_tiles_or_too_many(count: int) -> None:
    """Nine are laid, and there are twelve in the box."""
    tiles: Json = [NINE[number % 9] for number in range(count)]
    (problem,) = OPTION.problems(tiles, 2)
    assert (problem.at, problem.code, problem.rule) == (None, "tiles.count", "HB-R8")
    assert problem.facts == {"count": count, "least": 9, "most": 12}
    with pytest.raises(zashiki.BadOption, match=rf"option tiles: .* but this one has {count} \(HB-R8\)"):
        checked(tiles)


@pytest.mark.rules("HB-R8")
@pytest.mark.parametrize("value", ["", "Standard", "box", 12, None, True, {"tiles": NINE}, " ".join(NINE)])
def test_neither_the_word_nor_a_list(value: Any) -> None:
    (problem,) = OPTION.problems(value, 2)
    assert (problem.at, problem.code, problem.rule) == (None, "option.value", None)
    with pytest.raises(
        zashiki.BadOption, match="expected 'standard', or a list of 9 to 12 tiles such as '~ab bab bbB'"
    ):
        checked(value)


@pytest.mark.rules("HB-R8")
def test_several_wrong_tiles_are_all_named() -> None:
    """And what is right among them is not."""
    tiles: list[Json] = [NINE[0], "x", NINE[1], "~ab bab bbb", 5]
    assert [(problem.at, problem.code) for problem in OPTION.problems(tiles, 2)] == [
        (None, "tiles.count"),
        (1, "tile.shape"),
        (3, "tile.starts"),
        (4, "tile.shape"),
    ]


@pytest.mark.rules("HB-R8")
@pytest.mark.parametrize("between", ["", " ", "\n", "\r\n", "  \t ", "\N{IDEOGRAPHIC SPACE}"])
def test_any_white_space_between_the_rows(between: str) -> None:
    """A tile may be typed in as it lies on the table."""
    tiles: Json = [f" {between.join(tile.split())}\n" for tile in NINE]
    assert checked(tiles) == NINE
    assert checked(checked(tiles)) == NINE
    assert checked(["~ab" + " " * (LONGEST - 10) + "babbbB", *NINE]) == ["~ab bab bbB", *NINE]


@pytest.mark.rules("HB-R1", "HB-R8")
def test_ours_by_name_or_written_out() -> None:
    """The same game, and equal tiles may be in a list twice."""
    assert GAME.checked(3, {}) == {"tiles": "standard"}
    assert checked(list(TILES)) == list(TILES)
    assert checked([TILES[0]] * 12) == [TILES[0]] * 12
    assert started(2).tiles is started(2, list(TILES)).tiles is STANDARD_TILES


@pytest.mark.rules("HB-1.1", "HB-2.1", "HB-R8")
def test_every_tile_is_judged_as_the_rules_say() -> None:
    """Thousands of tiles, most of them wrong, against the rules word by word."""
    rng = Rng(3)
    legal = 0
    for _ in range(4000):
        letters = ["ab"[int(rng.below(2))] for _ in range(9)]
        pond, start = int(rng.below(9)), int(rng.below(9))
        letters[start] = letters[start].upper()
        letters[pond] = "~"
        gardens = [{square for square in range(9) if letters[square].lower() == letter} for letter in "ab"]
        right = (
            pond != start
            and not beside(pond, start)
            and all(2 <= len(garden) <= 6 and reached(garden, min(garden)) == garden for garden in gardens)
        )
        problems = OPTION.problems(["".join(letters), *NINE], 2)
        assert bool(problems) != right, letters
        legal += right
    assert 200 < legal < 3800


@pytest.mark.rules("HB-R8")
def test_random_tiles_are_legal() -> None:
    """Those that other tests play with."""
    rng = Rng(1)
    tiles = {random_tile(rng) for _ in range(600)}
    assert len(tiles) > 300
    assert all(OPTION.problems([tile] * 9, 2) == [] for tile in tiles)
    kinds = {(tile.replace(" ", "").index("~"), sum(letter in "aA" for letter in tile)) for tile in tiles}
    assert kinds == set(product(range(9), range(2, 7))), "ponds everywhere, gardens of all sizes"


@pytest.mark.rules("HB-R8")
def test_sets_of_tiles_are_kept_but_not_for_ever() -> None:
    """Equal lists share what is made of them, and nobody can fill the memory with lists."""
    first = tile_set(tuple(NINE))
    assert tile_set(tuple(NINE)) is first
    assert started(2, list(NINE)).clone().tiles is first
    for seed in range(SETS_KEPT + 1):
        tile_set(tuple(random_tiles(1000 + seed)))
    assert tile_set(tuple(NINE)) is not first


# The game with them


@pytest.mark.rules("HB-R8", "HB-2.1")
def test_only_the_tiles_of_the_list_are_drawn() -> None:
    """Of nine, all are laid."""
    match = empty(4, list(NINE))
    for left in range(9, 0, -1):
        legal = match.state().legal(CHANCE)
        assert [match.name(CHANCE, outcome) for outcome in legal] == [f"tile {10 - n}" for n in range(left, 0, -1)]
        chance(match, f"tile {10 - left}")
    with pytest.raises(zashiki.BadChance):
        chance(empty(4, list(NINE)), "tile 10")
    eleven = empty(2, [*NINE, NINE[0], NINE[0]]).state()
    assert eleven.legal(CHANCE) == list(range(11))
    assert eleven.weights() == [1] * 11


def board_of(match: Match) -> list[str]:
    """The whole board as letters, from what chance gave and how the tiles are written; `.` is water."""
    moves = [line.removeprefix("* ") for line in match.record().moves if line.startswith("*")]
    tiles = match.options["tiles"]
    layouts = tiles if isinstance(tiles, list) else TILES
    numbers = [int(move.split()[1]) for move in moves if move.startswith("tile ")]
    turns = [int(move.split()[1]) for move in moves if move.startswith("turn ")]
    wet = {place for move in moves if move.startswith("water ") for place in move.split()[1:]}
    laid_out = [turned(str(layouts[number - 1]), turn).split() for number, turn in zip(numbers, turns, strict=True)]
    faces = [["..."] * 3 if PLACES[place] in wet else rows for place, rows in enumerate(laid_out)]
    return ["".join(faces[3 * (row // 3) + place][row % 3] for place in range(3)) for row in range(9)]


def square_at(name: str) -> tuple[int, int]:
    return 9 - int(name[1]), "abcdefghi".index(name[0])


def result_of(match: Match) -> tuple[list[int], list[int]]:
    """Points and gardens won, counted from the moves alone (HB-4.2 to HB-4.5)."""
    board, seats = board_of(match), range(match.seats)
    pebbles: dict[tuple[int, int], tuple[int, int]] = {}
    stones: set[tuple[int, int]] = set()
    for line in match.record().moves:
        who, _, move = line.partition(" ")
        if "@" in move:
            number, _, name = move.partition("@")
            pebbles[square_at(name)] = int(who), int(number)
        elif move.startswith("stone "):
            stones.add(square_at(move[6:]))
    gardens: dict[tuple[int, int, str], list[tuple[int, int]]] = {}
    koi = [0 for _ in seats]
    for y, x in product(range(9), repeat=2):
        letter = board[y][x].lower()
        if letter in "ab":
            gardens.setdefault((y // 3, x // 3, letter), []).append((y, x))
        elif letter == "~":
            around = [pebbles[s] for s in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)) if s in pebbles]
            sums = [sum(number for owner, number in around if owner == seat) for seat in seats]
            for seat in seats:
                koi[seat] += sums[seat] > 0 and sums[seat] == min(one for one in sums if one)
    points, won = [0 for _ in seats], [0 for _ in seats]
    doubled: list[list[int]] = [[] for _ in seats]
    for squares in gardens.values():
        there = [pebbles[square] for square in squares if square in pebbles]
        sums = [sum(number for owner, number in there if owner == seat) for seat in seats]
        first = [seat for seat in seats if sums[seat] > 0 and sums[seat] == max(sums)]
        for seat in first:
            points[seat] += len(squares)
            won[seat] += 1
        if len(first) == 1 and any(square not in pebbles and square not in stones for square in squares):
            doubled[first[0]].append(len(squares))
    for seat in seats:
        best = sorted(doubled[seat], reverse=True)[: koi[seat]]
        points[seat] += sum(best) + koi[seat] - len(best)
    return points, won


@pytest.mark.rules("HB-R8", "HB-4.2", "HB-4.3", "HB-4.4", "HB-4.5")
@pytest.mark.parametrize("seed", range(24))
def test_whole_games_are_scored_as_they_lie(seed: int) -> None:
    """Against a count from the letters of the tiles and the moves."""
    tiles: Json = [*NINE] if seed < 3 else [*random_tiles(seed)]
    match = play_at_random(zashiki.new("hiroba", seats=2 + seed % 3, seed=seed, tiles=tiles), Rng(seed))
    points, won = result_of(match)
    assert match.scores == points
    ranks = list(zip(points, won, strict=True))
    assert list(match.winners) == [seat for seat in range(match.seats) if ranks[seat] == max(ranks)]


def pebbles_that_may_be_placed(match: Match, board: list[str], moves: list[str]) -> set[str]:
    """HB-1.2, HB-3.1, HB-3.2, HB-3.3 for whoever is to act, square by square."""
    (mover,) = match.waiting
    lying: dict[tuple[int, int], tuple[int, int]] = {}
    for line in moves:
        who, _, move = line.partition(" ")
        if "@" in move:
            lying[square_at(move[2:])] = int(who), int(move[0])
        elif move.startswith("stone "):
            lying[square_at(move[6:])] = int(who), 0
    own = [square for square, (owner, number) in lying.items() if owner == mover and number]
    used = Counter(min(lying[square][1], 10 - lying[square][1]) for square in own)
    found = set()
    for y, x, number in product(range(9), range(9), range(1, 10)):
        if board[y][x] in "~." or (y, x) in lying or used[min(number, 10 - number)] >= (1 if number == 5 else 2):
            continue
        if not (any(y == row or x == column for row, column in own) if own else board[y][x].isupper()):
            continue
        same = {square for square, (_, shown) in lying.items() if shown == number}
        here = (y // 3, x // 3, board[y][x].lower())
        if not any(y == row or x == c or (row // 3, c // 3, board[row][c].lower()) == here for row, c in same):
            found.add(f"{number}@{'abcdefghi'[x]}{9 - y}")
    return found


@pytest.mark.rules("HB-R8", "HB-3.1", "HB-3.2", "HB-3.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_pebble_goes_where_the_rules_say(seats: int) -> None:
    """Legal moves on other tiles, all through a game."""
    tiles: Json = [*random_tiles(70 + seats)]
    match = zashiki.new("hiroba", seats=seats, seed=seats, tiles=tiles)
    board, rng, compared = board_of(match), Rng(seats), 0
    while not match.over:
        (seat,) = match.waiting
        legal = {match.name(seat, action) for action in match.legal(seat)}
        if "no stone" not in legal:
            assert legal == pebbles_that_may_be_placed(match, board, list(match.record().moves))
            compared += 1
        play_at_random(match, rng, most=1)
    assert compared > 8 * seats


@pytest.mark.rules("HB-R8", "HB-1.1")
def test_the_board_shows_what_is_written_on_the_tiles() -> None:
    """Gardens, ponds and starting squares of a view, for tiles of all kinds."""
    for seed in range(8):
        match = zashiki.new("hiroba", seats=2 + seed % 3, seed=seed, tiles=[*random_tiles(200 + seed)])
        board = match.view(None)["board"]
        letters = "".join(board_of(match))
        for square, letter in zip(board["squares"], letters, strict=True):
            wanted = {"~": "pond", ".": "water"}.get(letter, "garden")
            assert (square["terrain"], square["start"]) == (wanted, letter.isupper())
            if wanted == "garden":
                names = board["gardens"][square["garden"]]["squares"]
                alike = {
                    other["name"]
                    for other, mark in zip(board["squares"], letters, strict=True)
                    if other["place"] == square["place"] and mark.lower() == letter.lower()
                }
                assert set(names) == alike
        given = match.options["tiles"]
        assert isinstance(given, list)
        assert all(1 <= tile["tile"] <= len(given) for tile in board["tiles"])


@pytest.mark.rules("HB-R8")
def test_the_same_numbers_on_other_tiles_are_another_layout() -> None:
    """What bots remember of a layout is not taken for that of another table."""
    swapped: Json = [tile.translate(str.maketrans("abAB", "baBA")) for tile in TILES]
    ours, theirs = (
        laid(2).state(),
        chance(
            empty(2, swapped),
            *(f"tile {n}" for n in range(1, 10)),
            *(f"turn {turn}" for turn in TURNS.split()),
            "water b8 e8 h8 h5",
            "first 0",
        ).state(),
    )
    for _ in range(2):
        one, other = HEURISTICS.layout(ours), HEURISTICS.layout(theirs)  # type: ignore[arg-type]
        assert list(one.ponds) == list(other.ponds)
        pairs = {(mine, other.garden[square]) for square, mine in enumerate(one.garden) if mine >= 0}
        assert pairs == {(garden, garden ^ 1) for garden in range(18) if one.sizes[garden]}


# Records


@pytest.mark.rules("HB-R8")
def test_a_record_brings_its_tiles_along() -> None:
    """And is refused if they are spoilt."""
    match = play_at_random(zashiki.new("hiroba", seats=3, seed=5, tiles=[*NINE]), Rng(5))
    record = match.record()
    assert json.loads(record.to_json())["options"] == {"tiles": NINE}
    again = zashiki.replay(record.to_json())
    assert again.record() == record
    assert again.view(1) == match.view(1)
    with pytest.raises(zashiki.BadOption, match=r"option tiles\[0\]"):
        zashiki.replay(changed(record, options={"tiles": ["~~b bab bbB", *NINE[1:]]}))
    with pytest.raises(zashiki.BadRecord):
        zashiki.replay(changed(record, options={"tiles": "standard"}))


@pytest.mark.rules("HB-R1")
def test_records_from_before_the_option_are_still_good() -> None:
    """They are games with our tiles."""
    match = play_at_random(zashiki.new("hiroba", seats=2, seed=8), Rng(8))
    again = zashiki.replay(changed(match.record(), options={}))
    assert again.scores == match.scores
    assert again.options == {"tiles": "standard"}
    assert again.game.version == 1
