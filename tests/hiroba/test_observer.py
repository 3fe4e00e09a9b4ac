"""An observation of Hiroba says what the view says, relative to the seat."""

from itertools import chain

import pytest

import zashiki
from hiroba.boards import laid, play
from support import seen_as_numbers
from zashiki import Match, Rng, registry
from zashiki.testing.case import play_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once


def parts(match: Match, seat: int) -> dict[str, list[int]]:
    """A look, part by part."""
    row = seen_as_numbers(match.game, match.options, match.state(), seat)
    found = {}
    for field in registry.package("hiroba").observer.fields(match.seats, match.options):
        found[field.name], row = row[: field.size], row[field.size :]
    return found


def expected(match: Match, seat: int) -> dict[str, list[int]]:
    """The same, from the view."""
    view = match.view(seat)
    board = view["board"]
    squares, seats = board["squares"], match.seats
    around = [(seat + n) % seats for n in range(seats)]
    players = [board["players"][other] for other in around]
    first_of_tile = {garden["place"]: index for index, garden in reversed(list(enumerate(board["gardens"])))}
    letters = [None if sq["garden"] is None else sq["garden"] - first_of_tile[sq["place"]] for sq in squares]
    gardens = {garden["place"] * 2 + index % 2: garden for index, garden in enumerate(board["gardens"])}
    ponds = {pond["place"]: pond for pond in board["ponds"]}
    pebbles = [sq["pebble"] or {"seat": -1, "number": 0} for sq in squares]
    names = [sq["name"] for sq in squares]
    mover = view["waiting"][0] if view["waiting"] else None
    phases = ["tiles", "turnings", "water", "first", "pebble", "stone", "over"]
    found = {
        "seat": [other == seat for other in range(seats)],
        "phase": [phase == board["phase"] for phase in phases],
        "first": [other == board["first"] for other in around],
        "mover": [other == mover for other in around],
        "garden_a": [letter == 0 for letter in letters],
        "garden_b": [letter == 1 for letter in letters],
        "ponds": [sq["terrain"] == "pond" for sq in squares],
        "starts": [sq["start"] for sq in squares],
        "pebbles": [lies["number"] if lies["seat"] == other else 0 for other in around for lies in pebbles],
        "stones": [sq["stone"] is not None for sq in squares],
        "pebbles_left": [side["left"] for player in players for side in player["sides"][:5]],
        "stones_left": [player["stones"] for player in players],
        "out": [player["out"] for player in players],
        "garden_sizes": [len(gardens[n]["squares"]) if n in gardens else 0 for n in range(18)],
        "garden_free": [len(gardens[n]["empty"]) if n in gardens else 0 for n in range(18)],
        "garden_sums": [gardens[n]["sums"][other] if n in gardens else 0 for other in around for n in range(18)],
        "pond_sums": [ponds[n]["sums"][other] if n in ponds else 0 for other in around for n in range(9)],
        "gardens_won": [player["gardens"] for player in players],
        "koi": [player["koi"] for player in players],
        "points": [player["points"] for player in players],
    }
    if board["phase"] == "pebble" and seat == mover:
        spots = [[name in side["squares"] for name in names] for side in players[0]["sides"]]
        found["spots"] = list(chain.from_iterable(spots))
    return {name: [int(number) for number in numbers] for name, numbers in found.items()}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_observation_says_what_the_view_says(seats: int) -> None:
    rng = Rng(seats)
    match = zashiki.new("hiroba", seats=seats, seed=seats)
    asked = 0
    while True:
        for seat in range(seats):
            seen, told = parts(match, seat), expected(match, seat)
            reach, free_for = seen.pop("reach"), seen.pop("open")
            spots = told.pop("spots", None)
            assert seen == told
            if spots is None:
                continue
            # Where my reach and a number meet, and I have such a pebble, I may place it: HB-3.1 to HB-3.3.
            left = [seen["pebbles_left"][min(number, 10 - number) - 1] for number in range(1, 10)]
            mine = [free_for[81 * n + sq] * reach[sq] * (left[n] > 0) for n in range(9) for sq in range(81)]
            assert mine == spots
            asked += 1
        if match.over:
            break
        play_at_random(match, rng, most=1)
    assert asked > 8 * seats


@pytest.mark.rules("HB-3.3")
def test_numbers_of_others_close_lines_and_gardens() -> None:
    """A 5 in d5 leaves no room for another in row 5, column d and its garden; a stone takes one square."""
    table = play(laid(4), "5@d5", "stone e5")
    seen = parts(table, 2)
    fives = {f"{'abcdefghi'[sq % 9]}{9 - sq // 9}" for sq in range(81) if seen["open"][4 * 81 + sq]}
    ones = {f"{'abcdefghi'[sq % 9]}{9 - sq // 9}" for sq in range(81) if seen["open"][sq]}
    assert not {"d5", "e5", "f5", "d6", "d9", "d1", "a5"} & fives
    assert {"a5", "d6", "f5"} <= ones
    assert not {"d5", "e5"} & ones
    assert seen["pebbles"][2 * 81 + 4 * 9 + 3] == 5  # seat 0 sits two places on from seat 2
    assert sum(seen["pebbles"]) == 5
