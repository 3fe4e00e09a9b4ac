"""Hitohira: the end of the game and the division, rule by rule."""

import pytest

from hitohira.positions import GAME, Scenario, numbers


@pytest.mark.rules("HT-6.1")
def test_the_game_ends_with_an_empty_pouch_at_the_end_of_a_turn() -> None:
    """The turn is played out; a failure that returns pieces keeps the game going."""
    scenario = Scenario(pouch="3 red 1 blue").draw("3 red 1 blue")
    assert scenario.phase == "failed"
    scenario.do("take red", "take blue")
    assert scenario.state.waiting() == (1,)
    assert scenario.pouch() == numbers("2 red")
    scenario.draw("2 red")
    assert scenario.phase == "screen"
    scenario.do("hide red 2")
    assert scenario.phase == "over"
    assert scenario.state.waiting() == ()
    assert scenario.why("stop", seat=0)[:2] == ("reason.over", "HT-6.1")


@pytest.mark.rules("HT-R8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_turns_each_without_progress_end_the_game(seats: int) -> None:
    """And any turn that makes the pouch smaller starts the count anew."""
    scenario = Scenario(seats=seats, screens={0: "1 red 1 blue 1 white"})

    def fail_once() -> None:
        scenario.draw("3 white").do("take no more")

    for _ in range(10 * seats - 1):
        fail_once()
    assert scenario.board()["idle_turns"] == 10 * seats - 1
    scenario.draw("3 white").do("take white")
    assert scenario.board()["idle_turns"] == 0
    for _ in range(10 * seats - 1):
        fail_once()
    assert scenario.phase == "draw"
    fail_once()
    assert scenario.phase == "division"
    assert scenario.events[-1] == "event.ends"
    scenario.do("divide 1")
    assert scenario.phase == "over"


@pytest.mark.rules("HT-6.2", "HT-5.2")
def test_the_division_is_simultaneous_and_secret() -> None:
    """All who have a choice are asked at once; nobody sees it before all are in."""
    screens = {0: "3 red 1 yellow 2 light blue 2 white", 1: "1 red 1 blue 1 black", 2: "3 red 1 black", 3: "1 blue"}
    scenario = Scenario(seats=4, screens=screens, pouch="1 red").draw("1 red").do("hide nothing")
    assert scenario.phase == "division"
    assert scenario.state.waiting() == (0, 1)
    assert scenario.may(0) == ["divide 0", "divide 1", "divide 2"]
    assert scenario.may(1) == ["divide 0", "divide 1"]
    assert scenario.may(2) == []
    assert scenario.why("divide 0", seat=2)[:2] == ("reason.has_divided", "HT-6.2")
    assert scenario.why("divide 2", seat=1) == (
        "reason.division",
        "HT-6.2",
        "0 to 1 of your 1 white and black pieces may join red & yellow",
    )
    assert scenario.why("stop", seat=0)[:2] == ("reason.now_division", "HT-6.2")
    scenario.state.apply(1, GAME.parse(1, "divide 0"))
    assert scenario.state.waiting() == (0,)
    assert scenario.why("divide 0", seat=1)[:2] == ("reason.has_divided", "HT-6.2")
    assert scenario.board(1)["players"][1]["division"] == {"red_yellow": 0, "light_blue_blue": 1, "uncounted": 0}
    for viewer in (0, 2, None):
        player = scenario.board(viewer)["players"][1]
        assert (player["has_divided"], player["division"]) == (True, None)
    scenario.do("divide 1")
    assert scenario.phase == "over"
    groups = scenario.board(None)["groups"]
    assert [group["numbers"] for group in groups] == [[5, 1, 4, 0], [3, 2, 0, 1]]


@pytest.mark.rules("HT-6.2")
def test_a_division_without_a_choice() -> None:
    """With one group all join it; with none they count for nothing."""
    screens = {0: "2 white 1 black", 1: "1 yellow 2 white", 2: "1 light blue 1 black"}
    scenario = Scenario(screens=screens, pouch="1 red").draw("1 red").do("hide nothing")
    assert scenario.phase == "over"
    assert [group["numbers"] for group in scenario.board()["groups"]] == [[0, 3, 0], [0, 0, 2]]
    assert scenario.board()["players"][0]["division"] == {"red_yellow": 0, "light_blue_blue": 0, "uncounted": 3}


@pytest.mark.rules("HT-6.2", "HT-5.2")
def test_whether_one_is_asked_to_divide_does_not_tell_the_unseen_piece() -> None:
    """A seat whose unseen piece could give it a choice has to decide, whatever that piece is."""
    waiting = {}
    for secret in ("red", "blue", "white"):
        scenario = Scenario(
            abilities="yoshino sumizome kumagai", screens={0: "1 yellow 1 white"}, pouch=f"2 red 2 blue 1 {secret}"
        )
        scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", f"draw {secret}", "hide nothing")
        assert scenario.phase == "division"
        waiting[secret] = scenario.may(0)
        scenario.do(scenario.may(0)[0])
        assert scenario.phase == "over"
    assert waiting == {"red": ["divide 1"], "blue": ["divide 0", "divide 1"], "white": ["divide 2"]}
    scenario = Scenario(abilities="yoshino sumizome kumagai", screens={0: "1 yellow"}, pouch="2 red 2 blue 1 white")
    scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", "draw white", "hide nothing")
    assert scenario.phase == "over"  # two things are missing, and one piece is unseen: no choice can be
