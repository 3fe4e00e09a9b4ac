"""Hitohira: scoring, as pure functions and in whole games."""

from itertools import product

import pytest

from hitohira.positions import GAME, Scenario, numbers
from support import Setting
from zashiki import Rng
from zashiki.games.hitohira.score import (
    best_black,
    division,
    division_limits,
    field_lines,
    field_points,
    group_numbers,
    group_points,
    line_points,
    winning,
)
from zashiki.testing.case import move_at_random

WARM, COOL = 0, 1


@pytest.mark.rules("HT-7.1", "HT-7.2", "HT-R10")
@pytest.mark.parametrize(
    ("group", "pieces", "expected"),
    [
        (WARM, [4, 3, 3, 1], [18, 9, 9, 0]),  # the rulebook's example
        (WARM, [4, 3, 2, 1], [18, 10, 8, 0]),
        (COOL, [1, 2, 3, 4], [0, 8, 12, 16]),
        (WARM, [2, 2, 1, 0], [14, 14, 8, 0]),
        (COOL, [2, 2, 1, 1], [14, 14, 4, 4]),
        (WARM, [3, 3, 3, 1], [12, 12, 12, 0]),
        (WARM, [2, 2, 2, 2], [9, 9, 9, 9]),
        (COOL, [2, 2, 2, 2], [9, 9, 9, 9]),
        (WARM, [5, 1, 1, 1], [18, 6, 6, 6]),
        (COOL, [5, 1, 1, 1], [16, 6, 6, 6]),
        (WARM, [5, 4, 1, 1], [18, 10, 4, 4]),
        (WARM, [0, 0, 0, 0], [0, 0, 0, 0]),
        (COOL, [0, 3, 0], [0, 16, 0]),
        (WARM, [2, 2, 0], [14, 14, 0]),
        (COOL, [1, 1, 1], [12, 12, 12]),
    ],
)
def test_groups_of_three_or_four(group: int, pieces: list[int], expected: list[int]) -> None:
    """Places by number of pieces, ties share and are rounded down, none has no rank."""
    assert group_points(group, pieces) == expected


@pytest.mark.rules("HT-7.3", "HT-R6")
@pytest.mark.parametrize(
    ("group", "pieces", "expected"),
    [
        (WARM, [2, 1], [10, 0]),
        (COOL, [1, 3], [0, 12]),
        (WARM, [0, 1], [0, 10]),
        (WARM, [3, 3], [5, 5]),
        (COOL, [1, 1], [6, 6]),
        (COOL, [0, 0], [0, 0]),
    ],
)
def test_groups_of_two(group: int, pieces: list[int], expected: list[int]) -> None:
    """The higher number gets what second place is worth; a tie shares it."""
    assert group_points(group, pieces) == expected


@pytest.mark.rules("HT-7.4")
def test_lines_of_a_field() -> None:
    """The table, and no more than 24."""
    assert [line_points(pieces) for pieces in range(14)] == [0, -3, -1, 1, 3, 5, 8, 11, 15, 19, 24, 24, 24, 24]


@pytest.mark.rules("HT-7.4", "HT-R7")
@pytest.mark.parametrize(
    ("field", "black", "points"),
    [
        ("5 red 3 yellow 8 light blue 7 blue 1 black", [0, 0, 1, 0, 0], 36),  # the rulebook's example
        ("", [0] * 5, 0),
        ("6 black", [6, 0, 0, 0, 0], 8),
        ("1 black", [0] * 5, 0),
        ("10 red 1 black", [0] * 5, 24),
        ("10 red 2 black", [0] * 5, 24),
        ("1 red 1 black", [1, 0, 0, 0, 0], -1),
        ("1 red 1 yellow 2 black", [2, 0, 0, 0, 0], -2),
        ("9 red 8 blue 2 black", [0, 0, 0, 2, 0], 43),
    ],
)
def test_black_in_a_field(field: str, black: list[int], points: int) -> None:
    """Counted as the colours that give most, or not at all."""
    row = numbers(field)
    counted = best_black(row)
    assert field_points(row) == points
    assert sum(field_lines(row)) == points
    assert sum(counted) <= row[5]
    if field != "9 red 8 blue 2 black":
        assert counted == black


@pytest.mark.rules("HT-7.4", "HT-R7")
def test_black_is_always_counted_at_its_best() -> None:
    """Against every way of counting, one by one."""
    rng = Rng(5)
    for _ in range(300):
        field = [int(rng.below(13)) if rng.below(3) else 0 for _ in range(5)] + [int(rng.below(5))]
        ways = product(range(6), repeat=field[5])  # 5: not counted
        best = max(sum(line_points(field[c] + way.count(c)) for c in range(5)) for way in ways)
        assert field_points(field) == best


@pytest.mark.rules("HT-6.2")
def test_dividing() -> None:
    """What may join which group."""
    both = numbers("3 red 1 yellow 2 light blue 2 white")
    assert division_limits(both) == (0, 2)
    assert [group_numbers(both, joining) for joining in range(3)] == [(4, 4), (5, 3), (6, 2)]
    assert division_limits(numbers("3 red 1 black")) == (1, 1)
    assert group_numbers(numbers("3 red 1 black"), 1) == (4, 0)
    assert division_limits(numbers("1 blue 2 white 1 black")) == (0, 0)
    assert group_numbers(numbers("1 blue 2 white 1 black"), 0) == (0, 4)
    assert division_limits(numbers("2 white")) == (0, 0)
    assert group_numbers(numbers("2 white"), 0) == (0, 0)
    assert division(numbers("2 white"), 0) == (0, 0)


@pytest.mark.rules("HT-7.5")
def test_who_wins() -> None:
    """Points, then pieces behind the screen, then together."""
    assert winning([30, 31, 12], [9, 1, 4]) == [1]
    assert winning([31, 31, 12], [2, 3, 9]) == [1]
    assert winning([31, 31, 31], [3, 2, 3]) == [0, 2]


@pytest.mark.rules("HT-7.5")
def test_a_tie_is_broken_by_the_screen_at_the_table() -> None:
    """All pieces behind it, those that count for nothing as well."""
    laid = {0: "2 red", 1: "2 blue", 2: ""}
    scenario = Scenario(seats=4, fields=laid, screens={0: "1 white", 1: "1 white"}, pouch="1 red 1 blue")
    scenario.state.fields[3] = 0
    scenario.draw("1 red").do("stop", "hide nothing").draw("1 blue").do("hide nothing")
    assert scenario.state.scores() == [1, 1, 0, 0]
    assert scenario.state.winners() == (0, 1)
    scenario = Scenario(seats=4, fields=laid, screens={0: "1 white", 1: "2 white"}, pouch="1 red 1 blue")
    scenario.state.fields[3] = 0
    scenario.draw("1 red").do("stop", "hide nothing").draw("1 blue").do("hide nothing")
    assert scenario.state.scores() == [1, 1, 0, 0]
    assert scenario.state.winners() == (1,)


@pytest.mark.rules("HT-7.1", "HT-7.2", "HT-7.4")
def test_the_score_sheet() -> None:
    """Every line with its rule, and nothing of the screens before they open."""
    screens = {0: "4 yellow", 1: "1 red 2 yellow", 2: "1 red 1 yellow 1 white", 3: "1 red"}
    scenario = Scenario(seats=4, fields={0: "4 red 1 black"}, screens=screens, pouch="1 blue")
    scenario.state.fields[3] = 0
    assert scenario.state.scores() == [5, 0, 0, 0]
    scenario.draw("1 blue").do("hide nothing")
    assert scenario.state.scores() == [5 - 3 + 18, 9, 9, 0]
    lines = [(line["seat"], line["rule"], line["points"], line["text"]) for line in GAME.breakdown(scenario.state)]
    assert lines == [
        (0, "HT-7.4", 5, "5 red in the field, 1 of them black"),
        (0, "HT-7.4", -3, "1 blue in the field"),
        (0, "HT-7.1", 18, "4 in red & yellow: place 1"),
        (1, "HT-7.2", 9, "3 in red & yellow: place 2, shared by 2"),
        (2, "HT-7.2", 9, "3 in red & yellow: place 2, shared by 2"),
        (3, "HT-7.1", 0, "1 in red & yellow: place 4"),
    ]


@pytest.mark.rules("HT-7.3", "HT-R6")
@pytest.mark.parametrize("tied", [False, True])
def test_the_score_sheet_of_two(tied: bool) -> None:
    """As the sheet tells them."""
    screens = {0: "2 red", 1: "2 yellow" if tied else "1 yellow"}
    scenario = Scenario(seats=2, screens=screens, pouch="1 blue").draw("1 blue").do("hide blue 1")
    lines = [
        (line["seat"], line["rule"], line["points"])
        for line in GAME.breakdown(scenario.state)
        if line["rule"] != "HT-7.4"
    ]
    if tied:
        assert lines == [(0, "HT-R6", 5), (0, "HT-7.3", 12), (1, "HT-R6", 5)]
    else:
        assert lines == [(0, "HT-7.3", 10), (0, "HT-7.3", 12), (1, "HT-7.3", 0)]


@pytest.mark.rules("HT-7.4", "HT-5.2")
def test_scores_before_the_end_are_those_of_the_fields() -> None:
    """Public, and so no secret."""
    state = Setting("hitohira", 3).start()
    rng = Rng(1)
    while state.waiting():
        board = GAME.board(state, None)
        assert state.scores() == [player["field_points"] for player in board["players"]]  # type: ignore[attr-defined]
        move_at_random(state, rng)
