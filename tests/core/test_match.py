"""The library from a user's side, wrong input included."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zashiki
from support import seen_by
from zashiki import Rng
from zashiki.core.options import Choice, NumberTable, WholeNumber, checked_options
from zashiki.testing.case import play_at_random


def test_a_match_from_start_to_record() -> None:
    t = zashiki.new("hagakure", seats=4, seed=7, rounds=8)
    (seat,) = t.waiting
    action = t.legal(seat)[0]
    assert t.parse(seat, t.name(seat, action)) == action
    assert t.why_not(seat, action) is None
    assert t.view(seat)["seat"] == seat
    assert t.view(None)["seat"] is None
    t.play(seat, action)
    assert t.events(seat, since=0)[0]["n"] == 0
    assert not t.over
    assert t.scores == [0, 0, 0, 0]
    assert t.winners == ()
    assert t.breakdown() == []
    assert zashiki.replay(t.record()).view(seat) == t.view(seat)


@pytest.mark.parametrize("key", ["go", "", "Hagakure", None, 5, ["hagakure"]])
def test_an_unknown_game(key: Any) -> None:
    with pytest.raises(zashiki.UnknownGame, match="expected one of hagakure"):
        zashiki.new(key)


@pytest.mark.parametrize("seats", [0, 2, 6, -1, 10**30, "4", 4.0, True])
def test_seats_out_of_range(seats: Any) -> None:
    with pytest.raises(zashiki.BadSeats, match=f"seats: {re.escape(repr(seats))} is not possible; expected"):
        zashiki.new("hagakure", seats=seats)


def test_the_usual_number_of_seats() -> None:
    for key, game in zashiki.games().items():
        assert zashiki.new(key, seed=1).seats == game.usual_seats


def test_an_unknown_option_names_the_known_ones() -> None:
    with pytest.raises(zashiki.UnknownOption, match="'dice' is not possible; expected one of rounds"):
        zashiki.new("hagakure", dice=2)


@pytest.mark.parametrize("rounds", [0, 21, -1, "3", 2.0, None, True, [3], 10**40])
def test_an_option_value_out_of_range(rounds: Any) -> None:
    with pytest.raises(zashiki.BadOption, match=r"option rounds: .* expected a whole number from 1 to 20"):
        zashiki.new("hagakure", rounds=rounds)


json_values = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers())


@given(st.dictionaries(st.sampled_from(["rounds", "dice", ""]), json_values))
def test_any_options_work_or_are_refused(options: dict[str, Any]) -> None:
    for game in zashiki.games().values():
        try:
            settled = game.checked(game.usual_seats, options)
        except (zashiki.UnknownOption, zashiki.BadOption):
            continue
        assert set(settled) == {option.key for option in game.options}
        assert game.start(game.usual_seats, settled).waiting()


def test_choices() -> None:
    options = (
        Choice("memory", "What is shown.", {2: ["aid", "strict"], 3: ["aid"]}),
        WholeNumber("n", "A number.", 1, 3, {2: 2, 3: 3}),
    )
    assert checked_options(options, {}, 2) == {"memory": "aid", "n": 2}
    assert checked_options(options, {"memory": "strict", "n": 1}, 2) == {"memory": "strict", "n": 1}
    with pytest.raises(zashiki.BadOption, match="'aid', 'strict' with 2 seats; 'aid' with 3 seats"):
        checked_options(options, {"memory": "strict"}, 3)
    with pytest.raises(zashiki.BadOption):
        checked_options((Choice("rounds", "x", {2: [1, 3]}),), {"rounds": True}, 2)


@pytest.mark.parametrize("seat", [-1, 4, 99, "0", None, 1.0, True])
def test_a_seat_that_does_not_exist(seat: Any) -> None:
    match = zashiki.new("hagakure", seats=4, seed=1)
    before = match.record()
    asks: list[Callable[[], object]] = [
        lambda: match.legal(seat),
        lambda: match.play(seat, 0),
        lambda: match.why_not(seat, 0),
    ]
    if seat is not None:  # None is a spectator here
        asks += [lambda: match.view(seat), lambda: match.events(seat)]
    for ask in asks:
        with pytest.raises(zashiki.NoSuchSeat, match="a seat from 0 to 3"):
            ask()
    assert match.record() == before


@pytest.mark.parametrize("action", [-1, 39, 10**30, "play 99", None, 1.0, True])
def test_a_move_that_does_not_exist(action: Any) -> None:
    match = zashiki.new("hagakure", seats=4, seed=1)
    (seat,) = match.waiting
    before = seen_by(match, seat)
    for ask in (match.play, match.why_not, match.name):
        with pytest.raises(zashiki.UnknownMove, match="a move of Hagakure such as 'pass'"):
            ask(seat, action)
    assert seen_by(match, seat) == before


@pytest.mark.parametrize("text", ["", "play", "play 0", "play 28", "17", "look at me", None, 17])
def test_a_name_of_no_move(text: Any) -> None:
    with pytest.raises(zashiki.UnknownMove):
        zashiki.new("hagakure", seed=1).parse(0, text)


def test_an_error_has_the_value_and_the_reason() -> None:
    match = zashiki.new("hagakure", seats=4, seed=1)
    (seat,) = match.waiting
    other = (seat + 1) % 4
    with pytest.raises(zashiki.NotWaiting) as refusal:
        match.play(other, 0)
    assert refusal.value.seat == other
    assert refusal.value.value == "pass"
    assert refusal.value.reason.code == "reason.wait_token"
    assert refusal.value.reason.facts == {"seat": {"code": "seat", "n": seat}}
    assert str(refusal.value) == (
        f"illegal move 'pass' for seat {other}: "
        f"it is not your turn: waiting for Seat {seat} to choose a token or none (HG-2.1)"
    )


def test_the_registry_cannot_be_changed_from_outside() -> None:
    zashiki.games().clear()
    assert "hagakure" in zashiki.games()


def test_views_are_snapshots() -> None:
    match = zashiki.new("hagakure", seed=3)
    view = match.view(0)
    view["options"]["rounds"] = 1
    view["scores"].append(9)
    match.state().playout(Rng(1))
    assert match.view(0)["options"] == {"rounds": 8}
    assert match.view(0)["scores"] == [0, 0, 0, 0]


def test_nobody_waits_when_the_game_is_over() -> None:
    match = play_at_random(zashiki.new("hagakure", seats=3, seed=1, rounds=1), Rng(1))
    assert match.over
    assert match.waiting == ()
    assert match.view(1)["moves"] == []
    with pytest.raises(zashiki.NotWaiting, match=re.escape("the game is over (HG-5.1)")):
        match.play(0, 0)


ROWS: Any = [[1, 2, 3], [2, 3, 4]]
NUMBERS = NumberTable("tokens", "The numbers.", ["rising", "flat"], 2, 3, 0, 9, ROWS, [[1, 2, 3], [4, 5, 6]])


def test_a_table_of_numbers() -> None:
    assert checked_options((NUMBERS,), {}, 4) == {"tokens": "rising"}
    assert checked_options((NUMBERS,), {"tokens": [[0, 0, 9], [1, 1, 1]]}, 4) == {"tokens": [[0, 0, 9], [1, 1, 1]]}
    wrong: list[Any] = [
        "steep",
        [],
        [[1, 2, 3]],
        [[1, 2], [3, 4]],
        [[1, 2, 10], [1, 2, 3]],
        [[1, 2, True], [1, 2, 3]],
        7,
    ]
    for value in wrong:
        with pytest.raises(zashiki.BadOption, match="'rising', 'flat', or 2 rows of 3 whole numbers from 0 to 9"):
            checked_options((NUMBERS,), {"tokens": value}, 4)
        (problem,) = NUMBERS.problems(value, 4)
        assert (problem.option, problem.at, problem.code, problem.rule) == ("tokens", None, "option.value", None)
        assert problem.text == "tokens must be 'rising', 'flat', or 2 rows of 3 whole numbers from 0 to 9"


def test_a_table_of_numbers_as_a_text() -> None:
    """For callers that can only pass text, such as OpenSpiel's parameters."""
    assert NUMBERS.read("1 2 3/2  3 4") == ROWS
    for text in ("flat", "1 2 3", "1 2 3/a b c", ""):
        assert NUMBERS.read(text) == text, "what is no table is left to `check`"


def test_what_a_client_needs_to_offer_an_option() -> None:
    number = WholeNumber("n", "A number.", 1, 3, {2: 2, 3: 3})
    assert (number.kind, number.low, number.high, number.choices(2), number.example(2)) == ("number", 1, 3, None, None)
    choice = Choice("memory", "What is shown.", {2: ["aid", "strict"], 3: ["aid"]})
    assert (choice.kind, choice.low, choice.high, choice.example(2)) == ("choice", None, None, None)
    assert (choice.choices(2), choice.choices(3)) == (["aid", "strict"], ["aid"])
    assert (NUMBERS.kind, NUMBERS.low, NUMBERS.high) == ("table", 0, 9)
    assert (NUMBERS.choices(2), NUMBERS.example(2)) == (["rising", "flat"], ROWS)


def test_the_default_written_out_is_the_default() -> None:
    """Passing it unchanged gives the usual game."""
    for game in zashiki.games().values():
        for seats in game.seat_counts:
            for option in game.options:
                written = option.example(seats)
                if written is None:
                    continue
                assert option.check(written, seats) == written
                values: list[Any] = [option.default(seats), written]
                plain, long = (
                    play_at_random(zashiki.new(game.key, seats=seats, seed=4, **{option.key: value}), Rng(4))
                    for value in values
                )
                assert plain.record().moves == long.record().moves


@pytest.mark.parametrize(
    ("key", "seats", "given", "expected"),
    [
        ("hagakure", 4, {"rounds": 3}, []),
        (
            "hagakure",
            9,
            {"rounds": 3},
            [("seats", "option.seats", "this game is not for 9 seats: it takes 3, 4 and 5")],
        ),
        (
            "hagakure",
            4,
            {"dice": 2, "rounds": 0},
            [
                ("dice", "option.unknown", "there is no option dice: this game takes rounds"),
                ("rounds", "option.value", "rounds must be a whole number from 1 to 20"),
            ],
        ),
        (
            "hijun",
            4,
            {"tokens": [[2, 1, 1, 1]] * 5},
            [
                (
                    "tokens",
                    "option.value",
                    "tokens must be rows in ascending order (row 1 is [2, 1, 1, 1]), or token_order 'random'",
                )
            ],
        ),
        ("hijun", 4, {"tokens": [[2, 1, 1, 1]] * 5, "token_order": "random"}, []),
    ],
)
def test_all_problems_at_once(key: str, seats: int, given: dict[str, Any], expected: list[tuple[str, ...]]) -> None:
    """`checked` stops at the first; `problems` also finds options that exclude each other."""
    game = zashiki.games()[key]
    found = game.problems(seats, given)
    assert [(problem.option, problem.code, problem.text) for problem in found] == expected
    assert all((problem.at, problem.rule) == (None, None) for problem in found)
    if expected:
        with pytest.raises((zashiki.BadOption, zashiki.UnknownOption, zashiki.BadSeats)):
            game.checked(seats, given)
    else:
        assert game.checked(seats, given)


@given(st.integers(), st.dictionaries(st.sampled_from(["rounds", "tiles", "tokens", ""]), json_values))
def test_problems_and_checks_agree(seats: int, options: dict[str, Any]) -> None:
    for game in zashiki.games().values():
        for count in (seats, game.usual_seats):
            try:
                game.checked(count, options)
            except (zashiki.UnknownOption, zashiki.BadOption, zashiki.BadSeats):
                assert game.problems(count, options)
            else:
                assert game.problems(count, options) == []


def test_errors_of_a_match_name_what_would_be_possible() -> None:
    match = zashiki.new("hagakure", seats=4, seed=7)
    with pytest.raises(zashiki.BadPly, match="expected a match in which a seat has moved"):
        match.undo()
    with pytest.raises(zashiki.NoSuchSeat, match="expected a seat from 0 to 3, None, or 'open'"):
        match.draw("everybody")  # type: ignore[arg-type]
    with pytest.raises(zashiki.BadChance, match="expected a moment at which chance acts"):
        match.chance("dealer 1")
    with pytest.raises(zashiki.TamperedRecord, match="expected a legal move of seat 3"):
        match.repeat([(3, 1), (3, 1)])
    for ply in (-1, match.ply + 1, True, "1"):
        with pytest.raises(zashiki.BadPly, match=f"a whole number from 0 to {match.ply}"):
            match.event_span(ply)  # type: ignore[arg-type]
