"""Hitohira: turns and screens, rule by rule."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

import zashiki
from hitohira.positions import GAME, Scenario, heap, numbers
from support import Setting
from zashiki import CHANCE, Rng
from zashiki.games.hitohira import moves, pieces
from zashiki.games.hitohira.legal_moves import ANYWHERE, EACH_SEAT, FIRST_MOVE
from zashiki.games.hitohira.position import PHASES
from zashiki.games.hitohira.rules import HitohiraState
from zashiki.testing.case import move_at_random, play_at_random

# Obtaining


@pytest.mark.rules("HT-3.1", "HT-3.2")
def test_how_many_may_be_drawn() -> None:
    """At least one; three draws; eight pieces; no more than the pouch holds."""
    scenario = Scenario()
    assert scenario.may() == [f"draw {many}" for many in range(1, 9)]
    assert scenario.why("stop")[:2] == ("reason.must_draw", "HT-3.1")
    scenario.draw("1 red 1 blue")
    assert scenario.may() == ["stop", *[f"draw {many}" for many in range(1, 7)]]
    assert scenario.why("draw 7") == (
        "reason.eight",
        "HT-3.1",
        "you may have at most 8 pieces in a turn, and you have 2",
    )
    scenario.draw("1 red")
    assert scenario.board()["turn"]["draws_left"] == 1
    scenario.draw("1 blue")
    assert scenario.phase == "screen"  # the third draw was the last
    scenario = Scenario().draw("2 red 2 blue").draw("2 white 2 yellow")
    assert scenario.phase == "ability"  # eight pieces, and not a draw more
    scenario = Scenario(pouch="2 red 1 blue")
    assert scenario.may() == ["draw 1", "draw 2", "draw 3"]
    assert scenario.why("draw 4") == ("reason.pouch_holds", "HT-3.1", "the pouch holds only 3 pieces")
    scenario.draw("2 red 1 blue")
    assert scenario.phase == "screen"  # the pouch is empty


@pytest.mark.rules("HT-R11")
def test_the_number_is_announced_before_drawing() -> None:
    """Once it is said, all these pieces come; the first of them do not change it."""
    scenario = Scenario().do("draw 3").come("2 red")
    assert scenario.state.waiting() == (CHANCE,)
    assert scenario.may(0) == []
    for move in ("stop", "draw 1"):
        assert scenario.why(move, seat=0)[:2] == ("reason.wait_chance", "HT-3.1")
    scenario.come("1 blue")
    assert scenario.state.waiting() == (0,)
    assert scenario.board()["turn"]["draws_made"] == 1
    assert scenario.board()["turn"]["last_draw"] == [{"colour": "red", "count": 2}, {"colour": "blue", "count": 1}]


@pytest.mark.rules("HT-3.3", "HT-3.4")
@pytest.mark.parametrize(
    ("drawn", "failed"),
    [
        ("2 red 2 yellow 2 light blue 2 blue", False),
        ("3 red", True),
        ("2 red 1 blue", False),
        ("1 red 1 yellow 1 light blue 1 blue", False),
        ("1 red 1 yellow 1 light blue 1 blue 1 white", True),
        ("2 red 1 black", True),
        ("1 red 1 black", False),
        ("1 red 2 black", True),
        ("2 black", False),
        ("3 black", True),
        ("1 red 1 yellow 1 blue 1 black", False),
        ("1 red 1 yellow 1 blue 1 white 1 black", True),
    ],
)
def test_failure(drawn: str, failed: bool) -> None:
    """Three of a colour or five colours; black counts as what makes one fail."""
    assert pieces.fails(heap(drawn)) == failed


@pytest.mark.rules("HT-3.3")
def test_failure_counts_all_draws_of_a_turn_and_is_seen_after_a_whole_draw() -> None:
    """And the next turn begins afresh."""
    scenario = Scenario().draw("2 red").draw("1 red 1 blue")
    assert scenario.phase == "failed"
    scenario = Scenario().draw("2 red").do("stop", "hide nothing").draw("1 red")
    assert scenario.phase == "draw"
    scenario = Scenario().do("draw 5").come("3 red")
    assert scenario.phase == "drawing"
    scenario.come("2 blue")
    assert scenario.phase == "failed"


@pytest.mark.rules("HT-3.3", "HT-3.4")
def test_every_failure_agrees_with_the_words_of_the_rule() -> None:
    """Over all draws of up to five pieces, black tried as every colour."""
    for size in range(1, 6):
        for drawn in combinations_with_replacement(range(6), size):
            black = drawn.count(5)
            plain = [colour for colour in drawn if colour < 5]
            worst = False
            for guess in product(range(5), repeat=black):
                counted = Counter([*plain, *guess])
                worst = worst or max(counted.values()) >= 3 or len(counted) == 5
            assert pieces.fails(pieces.heap_of([drawn.count(colour) for colour in range(6)])) == worst


@pytest.mark.rules("HT-3.5", "HT-R2")
def test_what_may_be_taken_after_a_failure() -> None:
    """Two, one or none; not black; of different colours. The rest returns and the turn is over."""
    scenario = Scenario().draw("3 red 1 blue 1 black")
    assert scenario.may() == ["take red", "take blue", "take no more"]
    assert scenario.why("take black")[:2] == ("reason.no_black", "HT-3.5")
    assert scenario.why("take white")[:2] == ("reason.none_drawn", "HT-3.5")
    assert scenario.why("hide red 1")[:2] == ("reason.now_failed", "HT-3.5")
    scenario.do("take red")
    assert scenario.may() == ["take blue", "take no more"]
    assert scenario.why("take red")[:2] == ("reason.same_colour", "HT-3.5")
    scenario.do("take blue")
    assert scenario.field(0) == numbers("1 red 1 blue")
    assert scenario.pouch() == numbers("14 red 15 yellow 15 light blue 14 blue 15 white 5 black")
    assert scenario.state.waiting() == (1,)
    assert scenario.phase == "draw"
    scenario.draw("3 red 1 blue").do("take blue", "take no more")
    assert scenario.field(1) == numbers("1 blue")
    scenario.draw("3 red 1 blue").do("take no more")
    assert scenario.field(2) == numbers("")
    assert scenario.state.waiting() == (0,)


@pytest.mark.rules("HT-3.5")
def test_a_failure_with_nothing_more_to_take_ends_by_itself() -> None:
    """Three black pieces, or three of one colour of which one is taken."""
    scenario = Scenario().draw("3 black")
    assert scenario.state.waiting() == (1,)
    assert scenario.events[-2:] == ["event.fails_three", "event.returned"]
    scenario.draw("3 red").do("take red")
    assert scenario.state.waiting() == (2,)
    assert scenario.field(1) == numbers("1 red")


@pytest.mark.rules("HT-3.6")
def test_obtained_pieces_stay_apart_until_the_end_of_the_turn() -> None:
    """They are not in the field yet."""
    scenario = Scenario(fields={0: "2 red"}).draw("1 red 1 blue").do("stop")
    assert scenario.field(0) == numbers("2 red")
    assert [pile["count"] for pile in scenario.board()["turn"]["pieces"]] == [1, 1]
    scenario.do("hide nothing")
    assert scenario.field(0) == numbers("3 red 1 blue")


# The screen


@pytest.mark.rules("HT-5.1", "HT-R14")
def test_one_colour_may_go_behind_the_screen() -> None:
    """Any number of pieces of one colour, or none; the rest go to the field.

    Black is a colour of its own here: it neither joins another nor stands in for it.
    """
    scenario = Scenario(fields={0: "3 white"}).draw("1 red 1 black").do("stop")
    assert scenario.may() == ["hide nothing", "hide red 1", "hide black 1"]
    assert scenario.why("hide red 2")[:2] == ("reason.not_so_many", "HT-5.1")
    assert scenario.why("hide white 1") == (
        "reason.not_so_many",
        "HT-5.1",
        "you have 0 white among this turn's pieces, not 1",
    )
    assert scenario.why("stop")[:2] == ("reason.now_screen", "HT-5.1")
    scenario.do("hide black 1")
    assert scenario.screen(0) == numbers("1 black")
    assert scenario.field(0) == numbers("1 red 3 white")
    scenario.draw("2 black").do("stop")
    assert scenario.may() == ["hide nothing", "hide black 1", "hide black 2"]
    scenario.do("hide black 2")
    assert scenario.screen(1) == numbers("2 black")
    scenario.draw("2 red 1 blue").do("stop", "hide nothing")
    assert scenario.screen(2) == numbers("")
    assert scenario.field(2) == numbers("2 red 1 blue")


@pytest.mark.rules("HT-5.2", "HT-R15")
def test_what_the_screens_show() -> None:
    """What was seen to go there; nothing at all with strict memory; everything at the end."""
    for memory in ("aid", "strict"):
        scenario = Scenario(abilities="yoshino sumizome kumagai", memory=memory, pouch="3 red 4 blue 1 white")
        scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", "draw white", "hide red 2")
        own = scenario.board(0)["players"][0]["screen"]
        assert (own["count"], own["seen"], own["unknown"]) == (3, [{"colour": "red", "count": 2}], 1)
        for viewer in (1, None):
            other = scenario.board(viewer)["players"][0]["screen"]
            assert other["secret"] is None
            assert other["seen"] == (None if memory == "strict" else [{"colour": "red", "count": 2}])
            assert other["unknown"] == (None if memory == "strict" else 1)
            assert other["count"] == (None if memory == "strict" else 3)
            assert (scenario.board(viewer)["unseen"] is None) == (memory == "strict")
        scenario.draw("1 red 2 blue").do("hide nothing")
        while scenario.state.waiting():
            scenario.do(scenario.may()[0])
        for viewer in (0, 1, None):
            shown = scenario.board(viewer)["players"][0]["screen"]
            assert (shown["open"], shown["count"]) == (True, 3)
            assert shown["secret"] == [{"colour": "white", "count": 1}]


@pytest.mark.rules("HT-5.2", "HT-4.6")
def test_events_tell_what_everybody_saw_and_no_more() -> None:
    """The same log with either memory; the unseen piece is named to its owner alone."""
    for memory in ("aid", "strict"):
        match = None
        for seed in range(400):
            match = play_at_random(
                zashiki.new("hitohira", seed=seed, abilities="yoshino sumizome kumagai", memory=memory), Rng(seed)
            )
            if any(event["code"] == "event.unseen" for event in match.events(None)):
                break
        assert match is not None
        number, owner = next(
            (event["n"], event["facts"]["seat"]["n"])  # type: ignore[index,call-overload]
            for event in match.events(None)
            if event["code"] == "event.unseen"
        )
        for seat in range(3):
            event = match.events(seat)[number]
            assert (event["code"] == "event.unseen.seen") == (seat == owner)
            assert ("colour" in event["facts"]) == (seat == owner)


# Reasons, conservation, numbers


@pytest.mark.rules("HT-2.3", "HT-3.1", "HT-5.1")
def test_reasons_for_moves_out_of_turn() -> None:
    """Whose turn it is, and what comes first."""
    scenario = Scenario()
    assert scenario.why("draw 1", seat=1) == ("reason.not_your_turn", "HT-2.3", "it is Seat 0's turn")
    assert scenario.why("hide red 1")[:2] == ("reason.now_draw", "HT-3.1")
    assert scenario.why("take red from 3")[:2] == ("reason.no_such_seat", "HT-4.9")
    scenario.do("draw 2")
    assert scenario.why("draw 1", seat=0)[:2] == ("reason.wait_chance", "HT-3.1")


@pytest.mark.rules("HT-1.1", "HT-1.2")
def test_the_numbers_of_moves() -> None:
    """The literals of the moves against their names."""
    names = moves.move_names()
    assert len(names) == moves.DIVIDE + moves.MOST_TO_DIVIDE + 1 == GAME.action_count
    starts = {
        moves.DRAW: "stop",
        moves.TAKE: "take red",
        moves.TAKE_NO_MORE: "take no more",
        moves.USE: "use somei yoshino",
        moves.USE_NONE: "use no ability",
        moves.PICK: "pick field red",
        moves.TAKE_FROM: "take red from 0",
        moves.PUT: "put in field 0",
        moves.PUT_SCREEN: "put behind screen",
        moves.HIDE: "hide nothing",
        moves.DIVIDE: "divide 0",
    }
    assert {action: names[action] for action in starts} == starts
    chance = moves.chance_names()
    assert chance[moves.START] == "start 0"
    assert chance[moves.FACE_UP] == "face up somei yoshino"
    assert chance[moves.DRAWN] == "draw red"
    assert chance[moves.REMOVED] == "remove red"
    assert len(FIRST_MOVE) == len(PHASES)
    assert [bin(anywhere) for anywhere in ANYWHERE][2:] == ["0b10011", "0b10111", "0b11111"]
    assert EACH_SEAT == sum(2 ** (6 * seat) for seat in range(4))


@pytest.mark.rules("HT-1.1")
def test_heaps() -> None:
    """Counts in one word, against plain counting."""
    for text in ("", "18 red 18 yellow 18 light blue 18 blue 18 white 6 black", "2 red 1 light blue 4 black"):
        many = numbers(text)
        word = heap(text)
        assert pieces.counts(word) == many
        assert pieces.total(word) == sum(many)
        assert pieces.kinds(word) == sum(2**colour for colour in range(6) if many[colour])
        row = [colour for colour in range(6) for _ in range(many[colour])]
        assert [pieces.colour_at(word, place) for place in range(sum(many))] == row
    assert pieces.most_of_each(heap("3 red 1 blue"), heap("2 red 2 blue 1 black")) == heap("3 red 2 blue 1 black")


@pytest.mark.rules("HT-1.1", "HT-2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("abilities", ["yoshino hime kumagai", "otome sumizome kokonoe"])
def test_pieces_are_conserved(seats: int, abilities: str) -> None:
    """In pouch, fields, screens, this turn, or removed, every piece is somewhere exactly once."""
    for seed in range(5):
        state = Setting("hitohira", seats, (("abilities", f'"{abilities}"'),)).start()
        assert isinstance(state, HitohiraState)
        rng = Rng(seed)
        whole = pieces.in_game(seats)
        while state.waiting():
            move_at_random(state, rng)
            screens = sum(state.screen(seat) for seat in range(seats))
            places = [state.pouch, state.removed, state.turn_pieces, state.shown, screens, *state.fields]
            assert all(min(pieces.counts(place)) >= 0 for place in places)
            assert sum(places) == whole
            assert state.pouch_size == pieces.total(state.pouch)


@pytest.mark.rules("HT-3.2", "HT-3.3", "HT-3.4", "HT-3.5", "HT-4.2", "HT-5.1", "HT-6.2")
def test_the_examples_of_the_rules_page() -> None:
    """The examples about drawing and hiding."""
    scenario = Scenario().draw("1 red 2 blue 1 white").draw("1 red 1 yellow").do("stop")
    assert sum(pile["count"] for pile in scenario.board()["turn"]["pieces"]) == 6
    scenario = Scenario().draw("2 light blue 1 red").draw("1 white").draw("1 black")
    assert scenario.phase == "failed"
    assert scenario.events[-1] == "event.fails_three_black"
    scenario.do("take red", "take white")
    assert scenario.field(0) == numbers("1 red 1 white")
    scenario = Scenario(fields={1: "1 red"}).draw("2 light blue 2 blue 2 white").do("stop")
    assert scenario.may() == ["use sakuya hime", "use kenrokuen kumagai", "use no ability"]
    scenario = Scenario().draw("1 red 1 yellow 2 white").do("stop")
    assert scenario.may() == ["hide nothing", "hide red 1", "hide yellow 1", "hide white 1", "hide white 2"]
    for colour in pieces.COLOURS:
        scenario = Scenario().draw("1 red 1 blue 1 yellow 1 black")
        assert scenario.phase == "draw"
        scenario.draw(f"1 {colour}")
        assert scenario.phase == "failed"
    screens = {0: "3 red 1 black", 1: "3 red 1 yellow 2 light blue 2 white"}
    scenario = Scenario(screens=screens, pouch="1 red").draw("1 red").do("hide nothing")
    assert scenario.may(1) == ["divide 0", "divide 1", "divide 2"]
    scenario.do("divide 1")
    assert [group["numbers"] for group in scenario.board()["groups"]] == [[4, 5, 0], [0, 3, 0]]
