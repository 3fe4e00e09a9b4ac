"""Moves as objects: listing, playing, taking back, and iterating over those that were made."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import zashiki
from support import seen_by
from zashiki import CHANCE, OVER, Rng
from zashiki.games.hagakure.shapes import HagakureBoard
from zashiki.games.hiroba.shapes import HirobaBoard
from zashiki.testing.case import play_at_random


@pytest.fixture
def match() -> zashiki.Match:
    """Seat 3 chooses a token."""
    return zashiki.new("hagakure", seats=4, seed=7, rounds=1)


@pytest.fixture
def simultaneous() -> zashiki.Match:
    """All four seats choose at once."""
    return zashiki.new("hijun", seats=4, seed=1)


# Listing


def test_moves_carry_their_seat_action_name_and_label(match: zashiki.Match) -> None:
    found = match.moves()
    assert [move.action for move in found] == match.legal(3)
    assert [move.name for move in found] == [match.name(3, action) for action in match.legal(3)]
    assert [move.label for move in found] == [move["label"]["text"] for move in match.view(3)["moves"]]
    assert {move.seat for move in found} == {3}
    assert all(move.legal and move.reason is None for move in found)
    assert match.moves(3) == found
    assert match.moves(0) == [], "seat 0 has to wait"


def test_without_a_seat_the_moves_of_all_waiting_seats_are_listed(simultaneous: zashiki.Match) -> None:
    found = simultaneous.moves()
    assert {move.seat for move in found} == {0, 1, 2, 3}
    assert [move for move in found if move.seat == 2] == simultaneous.moves(2)


def test_a_move_that_is_not_legal_knows_why(match: zashiki.Match) -> None:
    move = match.move("play 9")
    assert not move.legal
    assert move.reason is not None
    assert str(move.reason) == str(match.why_not(3, "play 9")) == str(match.why_not(3, move))
    assert match.why_not(3, "pass") is None


def test_moves_print_compare_and_sort(match: zashiki.Match) -> None:
    first, second = match.moves()[:2]
    assert (str(first), repr(first)) == ("pass", "Move(3, 'pass')")
    assert first == match.move("PASS") == match.copy().move(0)
    assert first != second
    assert first != match.move(0, "pass"), "a move of another seat"
    assert first != "pass"
    assert first < second <= second
    assert sorted([second, first]) == [first, second]
    assert len({first, second, match.move("pass")}) == 2
    other = zashiki.new("hiroba", seed=1).moves()[0]
    assert other != first
    with pytest.raises(TypeError):
        assert other < first


def test_a_move_stays_what_it_was_when_the_match_goes_on(match: zashiki.Match) -> None:
    move = match.moves()[1]
    label = move.label
    match.play(move)
    assert move.label == label
    assert move.legal
    assert not match.move(3, move.action).legal


# Playing


def test_a_move_can_be_played_as_an_object_a_name_or_a_number(match: zashiki.Match) -> None:
    twins = [match.copy() for _ in range(6)]
    made = [
        twins[0].play("pass"),
        twins[1].play(3, " Pass "),
        twins[2].play(0),
        twins[3].play(3, 0),
        twins[4].play(match.moves()[0]),
        twins[5].play(3, match.moves()[0]),
    ]
    assert made == [match.move("pass")] * 6
    assert {twin.record().data["checksum"] for twin in twins} == {twins[0].record().data["checksum"]}
    assert twins[0].turn == 0


@pytest.mark.parametrize("move", ["nonsense", "", "play 99", 39, -1, None, True, 1.0, ("pass",), b"pass"])
def test_what_is_no_move_is_refused(match: zashiki.Match, move: Any) -> None:
    before = seen_by(match, 3)
    for ask in (match.play, match.move):
        with pytest.raises(zashiki.UnknownMove, match="a move of Hagakure such as 'pass'"):
            ask(move)
        with pytest.raises(zashiki.UnknownMove, match="a move of Hagakure such as 'pass'"):
            ask(3, move)
    assert seen_by(match, 3) == before


def test_a_move_of_another_game_or_seat_is_refused(match: zashiki.Match) -> None:
    other = zashiki.new("hiroba", seed=1).moves()[0]
    with pytest.raises(zashiki.UnknownMove):
        match.play(other)
    with pytest.raises(zashiki.UnknownMove):
        match.play(0, match.moves(3)[0])
    with pytest.raises(zashiki.NoSuchSeat, match="a seat from 0 to 2"):
        zashiki.new("hagakure", seats=3, seed=1).play(match.moves(3)[0])


def test_an_illegal_move_by_name_says_why(match: zashiki.Match) -> None:
    with pytest.raises(zashiki.IllegalMove, match="illegal move 'play 9' for seat 3") as refusal:
        match.play("play 9")
    assert refusal.value.reason.rule == "HG-2.1"
    with pytest.raises(zashiki.NotWaiting):
        match.play(0, "pass")


def test_the_seat_is_needed_where_several_may_act(simultaneous: zashiki.Match) -> None:
    name = simultaneous.moves(2)[0].name
    for ask in (simultaneous.play, simultaneous.move):
        with pytest.raises(zashiki.AmbiguousSeat, match="since seats 0, 1, 2 and 3 may act"):
            ask(name)
    assert simultaneous.ply == simultaneous.at(simultaneous.ply).ply
    simultaneous.play(2, name)
    simultaneous.play(simultaneous.moves(1)[0])
    assert [move.seat for move in simultaneous][-2:] == [2, 1]


def test_nothing_can_be_played_when_the_game_is_over(match: zashiki.Match) -> None:
    play_at_random(match, Rng(1))
    assert (match.turn, match.moves(), match.waiting) == (OVER, [], ())
    with pytest.raises(zashiki.NotWaiting, match="the game is over"):
        match.play("pass")


def test_outcomes_of_chance_are_moves_too() -> None:
    """In a match without seeds: somebody deals real cards."""
    game = zashiki.games()["hagakure"]
    dealt = zashiki.Match(game, 3, {}, None)
    assert dealt.turn == CHANCE
    outcomes = dealt.moves()
    assert [move.action for move in outcomes] == dealt.state().legal(CHANCE)
    assert outcomes[0].label == outcomes[0].name
    assert outcomes[0].legal
    dealt.play(outcomes[0])
    dealt.chance("deal 6")
    dealt.play("deal 7")
    assert [repr(move) for move in dealt] == [
        "Move(CHANCE, 'dealer 0')",
        "Move(CHANCE, 'deal 6')",
        "Move(CHANCE, 'deal 7')",
    ]
    with pytest.raises(zashiki.BadChance):
        dealt.play(outcomes[0])
    with pytest.raises(zashiki.NoSuchSeat):
        dealt.play(CHANCE, "deal 8")


# The moves made, and earlier moments


def test_iterating_over_a_match_gives_every_move(match: zashiki.Match) -> None:
    play_at_random(match, Rng(5))
    made = list(match)
    assert [(move.seat, move.action) for move in made] == match.history()
    assert [f"{'*' if move.seat == CHANCE else move.seat} {move}" for move in made] == match.record().moves
    assert all(move.legal and move.reason is None and move.label for move in made)
    assert match.history(match.ply - 2) == match.history()[-2:]


@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_undo_takes_back_a_decision_and_the_chance_after_it(key: str) -> None:
    match = zashiki.new(key, seed=3)
    moments: list[tuple[zashiki.Record, object]] = []
    rng = Rng(3)
    while len(moments) < 25 and not match.over:
        moments.append((match.record(), seen_by(match, 0)))
        play_at_random(match, rng, most=1)
    end = match.record()
    taken = []
    for record, seen in reversed(moments):
        taken.append(match.undo())
        assert match.record() == record
        assert seen_by(match, 0) == seen
    for move in reversed(taken):
        match.play(move)
    assert match.record() == end, "the seeds give the same chance again"


def test_undo_at_the_start_is_refused(match: zashiki.Match) -> None:
    before = match.record()
    with pytest.raises(zashiki.BadPly, match="expected a match in which a seat has moved"):
        match.undo()
    assert match.record() == before


def test_an_earlier_moment_is_a_match_of_its_own(match: zashiki.Match) -> None:
    play_at_random(match, Rng(5), most=6)
    record = match.record()
    for ply in range(match.ply + 1):
        earlier = match.at(ply)
        assert earlier.view(1) == zashiki.replay(record, ply).view(1)
        assert earlier.events(1) == zashiki.replay(record, ply).events(1)
    start = match.at(0)
    assert start.turn == CHANCE
    start.resolve_chance()
    assert start.history() == match.history()[: start.ply]
    assert match.record() == record


@pytest.mark.parametrize("ply", [-1, 18, 10**20, None, "3", 1.0, True])
def test_a_moment_that_never_was(match: zashiki.Match, ply: Any) -> None:
    with pytest.raises(zashiki.BadPly, match="a whole number from 0 to 17"):
        match.at(ply)


# How things print


def test_a_match_says_who_is_to_move(match: zashiki.Match, simultaneous: zashiki.Match) -> None:
    assert repr(match) == "<Match: Hagakure, 4 seats, ply 17, seat 3 to move>"
    assert repr(match.state()) == "<HagakureState: 4 seats, seat 3 to move>"
    assert repr(simultaneous).endswith("seats 0, 1, 2 and 3 to move>")
    assert repr(match.at(0)).endswith("ply 0, chance to act>")
    play_at_random(match, Rng(1))
    assert repr(match.state()) == "<HagakureState: 4 seats, over>"
    (winner,) = match.winners
    assert repr(match).endswith(f"over, won by seat {winner}>")


def test_other_objects_say_what_they_are(match: zashiki.Match) -> None:
    assert repr(match.game) == "<Game hagakure: Hagakure 葉隠, 3, 4 or 5 seats, version 1>"
    assert repr(match.game.options[0]).startswith("<Option rounds: a whole number")
    assert repr(match.record()) == "<Record: hagakure, 4 seats, 17 plies, not over>"
    assert str(match.record()) == match.record().to_json()
    assert repr(Rng(1)) == repr(Rng(1)) != repr(Rng(2))


def test_the_server_seed_is_never_printed(match: zashiki.Match) -> None:
    fair = match.fair
    assert fair is not None
    for text in (repr(fair), str(fair), repr(match), str(match), str(match._repr_html_())):
        assert fair.server_seed.hex() not in text
        assert str(fair.server_seed) not in text
    assert fair.commitment[:16] in repr(fair)


def test_a_printed_match_is_what_the_terminal_draws(match: zashiki.Match) -> None:
    text = str(match)
    assert text.splitlines()[0] == "Round 1 of 1  Seat 2 deals, Seat 3 begins"
    assert text.splitlines()[-1] == match.view(None)["prompt"]["text"]
    assert text == str(match.draw()) == repr(match.draw(None))
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_a_notebook_gets_a_picture_that_needs_nothing_else(key: str) -> None:
    match = zashiki.new(key, seed=1)
    html = match._repr_html_()
    assert html is not None
    assert html.startswith("<pre ")
    assert html.endswith("</pre>")
    assert match.view(None)["prompt"]["text"] in html
    for outside in ("http", "url(", "<script", "<link", "<img"):
        assert outside not in html


def test_a_drawing_shows_only_what_its_viewer_may_know(match: zashiki.Match) -> None:
    own = "Your hand"
    assert own not in str(match)
    assert own in str(match.draw(2))
    hands = [str(match.draw(seat)) for seat in range(4)]
    assert len(set(hands)) == 4
    assert str(match.draw("open")) not in [str(match), *hands]
    with pytest.raises(zashiki.NoSuchSeat):
        match.draw(4)


# Types of boards


def test_a_view_with_the_type_of_its_board(match: zashiki.Match) -> None:
    view = match.view(3, HagakureBoard)
    assert view == match.view(3)
    assert view["board"]["trick"] is None
    with pytest.raises(zashiki.WrongBoard, match="'HirobaBoard' is not possible; expected HagakureBoard, the board of"):
        match.view(3, HirobaBoard)


# Copying and sending


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, zashiki.Match.copy])
def test_a_copy_and_its_original_go_different_ways(
    match: zashiki.Match, copied: Callable[[zashiki.Match], zashiki.Match]
) -> None:
    match.play("pass")
    before = match.record()
    twin = copied(match)
    assert twin.record() == before
    twin.play("double")
    assert match.record() == before
    match.play("zero")
    assert zashiki.replay(match.record()).ply == zashiki.replay(twin.record()).ply == before.data["result"]["plies"] + 1
    assert copied(match.at(3)).moves() == match.at(3).moves()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copied_state_is_independent(match: zashiki.Match, copied: Callable[[zashiki.State], zashiki.State]) -> None:
    state = match.state()
    twin = copied(state)
    twin.apply(3, match.parse(3, "pass"))
    assert (state.turn(), twin.turn()) == (3, 0)


def test_errors_come_back_from_other_processes_as_they_were(match: zashiki.Match) -> None:
    calls: list[Callable[[], object]] = [
        lambda: match.play("play 9"),
        lambda: match.play(0, "pass"),
        lambda: match.play(9, "pass"),
        lambda: match.play("nonsense"),
        lambda: match.at(10_000),
        lambda: zashiki.new("hagakure", seats=9),
    ]
    for call in calls:
        with pytest.raises(zashiki.ZashikiError) as caught:
            call()
        error = caught.value
        back = pickle.loads(pickle.dumps(error))
        assert (type(back), str(back)) == (type(error), str(error))
        assert (back.value, back.expected, back.where) == (error.value, error.expected, error.where)
        if isinstance(error, zashiki.IllegalMove):
            assert (back.seat, back.reason.data()) == (error.seat, error.reason.data())
