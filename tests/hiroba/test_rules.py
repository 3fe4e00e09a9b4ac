"""Hiroba: turns, rule by rule. `boards.py` shows the layout."""

from collections import Counter
from pathlib import Path

import pytest

import zashiki
from hiroba.boards import PONDS, STARTS, laid, names, play, refusal, spots, started
from support import Setting
from zashiki import Match, Rng
from zashiki.games.hiroba.rules import HirobaState
from zashiki.testing.case import play_at_random

BLOCKED = zashiki.load(Path(__file__).parent / "rare" / "blocked.json")
"""Three seats; seats 1 and 2 shut seat 0 in, which is out with five pebbles left while the others play on."""


def squares(match: Match) -> dict[str, dict[str, object]]:
    return {square["name"]: square for square in match.view(None)["board"]["squares"]}


@pytest.mark.rules("HB-3.2")
def test_the_first_pebble_goes_on_a_free_starting_square() -> None:
    """For everybody; any number on any of them."""
    match = laid(4)
    assert {move.split("@")[1] for move in names(match)} == STARTS
    assert len(names(match)) == 9 * 9
    assert match.view(0)["prompt"]["text"] == "Place your first pebble on a free starting square."
    assert refusal(match, 0, "7@a8")[:2] == ("reason.not_a_start", "HB-3.2")
    play(match, "7@d5", "stone c7", "7@h1")
    assert match.view(2)["prompt"]["text"] == "Waiting for Seat 1 to place a stone or none."
    play(match, "no stone")
    assert match.waiting == (2,)
    assert {move.split("@")[1] for move in names(match)} == STARTS - {"d5", "c7", "h1"}
    assert refusal(match, 2, "1@e5") == (
        "reason.not_a_start",
        "HB-3.2",
        "your first pebble must go on a starting square, and e5 is not one: try d7, h7, g5, c4, f3 and c1",
    )


@pytest.mark.rules("HB-R6", "HB-3.3")
def test_the_first_pebble_may_not_repeat_a_number_either() -> None:
    """D5 holds a 7, so g5 in its row and d7 in its column take any number but that."""
    table = play(laid(4), "7@d5", "no stone")
    assert spots(table, 7) == STARTS - {"d5", "g5", "d7"}
    assert spots(table, 6) == STARTS - {"d5"}
    assert refusal(table, 1, "7@g5") == ("reason.in_row", "HB-3.3", "row 5 already has 7, on d5")
    assert refusal(table, 1, "7@d7") == ("reason.in_column", "HB-3.3", "column d already has 7, on d5")


@pytest.mark.rules("HB-3.1", "HB-3.2")
def test_later_pebbles_go_in_a_row_or_column_of_ones_own() -> None:
    """Of the board, across tiles; only garden squares; only a seat's own pebbles count."""
    match = play(laid(4), "7@d5", "no stone", "1@h1", "no stone", "2@c7", "no stone", "3@f3")
    assert match.waiting == (0,)
    row, column = {f"{x}5" for x in "abcefghi"}, {f"d{y}" for y in "12346789"}
    assert spots(match, 9) == (row | column) - PONDS
    assert match.view(0)["prompt"]["text"] == "Place a pebble in a row or column that holds one of yours."
    assert refusal(match, 0, "9@g1") == (
        "reason.not_in_line",
        "HB-3.2",
        "you have no pebble in row 1 or column g",
    )
    # A second pebble adds its row and its column; a starting square is nothing special any more.
    play(match, "9@a5", "no stone")
    match = play(match, "4@h2", "no stone", "5@c8", "no stone", "6@f2")
    here = squares(match)
    lines = row | column | {f"a{y}" for y in "12346789"}
    assert spots(match, 8) == {square for square in lines - PONDS if here[square]["pebble"] is None}
    assert refusal(match, 0, "8@h7")[:2] == ("reason.not_in_line", "HB-3.2")


@pytest.mark.rules("HB-3.3")
def test_a_number_only_once_in_a_row_a_column_and_a_garden() -> None:
    """Whoever placed it; on one tile it may be twice, in different gardens."""
    table = play(laid(4), "7@d5", "no stone", "1@h1", "no stone", "2@c7", "no stone", "3@f3")
    # Seat 0: 7 lies on d5, in the garden of d6, d5, e5 (tile 5): all of its own row and column are barred for 7.
    assert spots(table, 7) == set()
    assert refusal(table, 0, "7@a5")[:2] == ("reason.in_row", "HB-3.3")
    # 3 lies on f3 in the garden e3, f3... of tile 8: `~aA aab bbb` has a = e3 f3 d2 e2.
    assert "d2" not in spots(table, 3)
    assert refusal(table, 0, "3@d2") == (
        "reason.in_garden",
        "HB-3.3",
        "the garden of 4 squares at e3 already has 3, on f3",
    )
    # d1 is on the same tile, in the other garden, and neither in row 3 nor in column f.
    assert "d1" in spots(table, 3)
    play(table, "3@d1", "no stone")
    here = squares(table)
    assert (here["f3"]["place"], here["d1"]["place"]) == (7, 7)
    assert here["f3"]["garden"] != here["d1"]["garden"]
    # Seat 1, on h1: row 1 has a 3 now.
    assert refusal(table, 1, "3@a1") == ("reason.in_row", "HB-3.3", "row 1 already has 3, on d1")
    assert refusal(table, 1, "2@h1")[:2] == ("reason.pebble_there", "HB-3.1")


@pytest.mark.rules("HB-3.3")
def test_a_number_bars_its_row_from_end_to_end() -> None:
    """The second example of the rules page: a 7 in row 5, and no other in row 5 for anybody."""
    match = play(laid(4), "7@d5", "no stone")
    for _ in range(30):
        assert not any(square.endswith("5") for square in spots(match, 7))
        others = [move for move in names(match) if move != "no stone"]
        play(match, others[0])
        if match.view(None)["board"]["phase"] == "stone":
            play(match, "no stone")


@pytest.mark.rules("HB-1.2")
def test_a_pebble_has_two_sides_and_serves_once() -> None:
    """The first example of the rules page, and the lone 5."""

    def left(match: Match) -> list[int]:
        return [side["left"] for side in match.view(None)["board"]["players"][0]["sides"]]

    match = laid(2, water="b8 e8 h8 h5")
    play(match, "3@d5", "no stone", "9@h1", "no stone")
    assert left(match) == [2, 2, 1, 2, 1, 2, 1, 2, 2]
    assert spots(match, 3) == set()
    play(match, "7@a5", "no stone", "8@h2", "no stone")
    assert left(match) == [2, 2, 0, 2, 1, 2, 0, 2, 2]
    assert spots(match, 3) == spots(match, 7) == set()
    assert refusal(match, 0, "3@c6") == ("reason.no_such_pebble", "HB-1.2", "you have no pebble left that shows 3")
    play(match, "5@b5", "no stone")
    assert left(match) == [2, 2, 0, 2, 0, 2, 0, 2, 2]
    assert match.view(None)["board"]["players"][0]["pebbles_left"] == 6


@pytest.mark.rules("HB-3.1", "HB-2.2", "HB-3.4")
def test_nothing_lies_on_ponds_water_pebbles_and_stones() -> None:
    """Each with its reason, for pebbles and for stones."""
    table = play(laid(2), "1@d5", "stone b5", "2@c4", "no stone")
    assert refusal(table, 0, "5@b5") == ("reason.stone_there", "HB-3.1", "a stone lies on b5")
    assert refusal(table, 0, "5@d8") == ("reason.water", "HB-2.2", "d8 is under water")
    assert refusal(table, 0, "5@h5") == ("reason.water", "HB-2.2", "h5 is under water")
    assert refusal(table, 0, "5@d3") == (
        "reason.pond",
        "HB-3.1",
        "d3 is a pond: pebbles and stones go in gardens",
    )
    assert refusal(table, 0, "5@d5") == ("reason.pebble_there", "HB-3.1", "a pebble lies on d5")
    play(table, "5@d2")
    assert refusal(table, 0, "stone d5") == ("reason.pebble_there", "HB-3.4", "a pebble lies on d5")
    assert refusal(table, 0, "stone b5") == ("reason.stone_there", "HB-3.4", "a stone lies on b5")
    assert refusal(table, 0, "stone d8") == ("reason.water", "HB-2.2", "d8 is under water")
    assert refusal(table, 0, "stone a6")[:2] == ("reason.pond", "HB-3.4")


@pytest.mark.rules("HB-3.4", "HB-1.3")
def test_a_stone_may_follow_the_pebble() -> None:
    """One at a time, on any empty garden square, and a seat without a stone gets no such decision."""
    match = play(laid(3, first=2), "1@d5")
    assert match.waiting == (2,)
    assert match.view(2)["prompt"]["text"] == "You may place a stone on any empty garden square: you have 2 stones."
    free = {name for name, square in squares(match).items() if square["terrain"] == "garden"} - {"d5"}
    assert names(match)[-1] == "no stone"
    assert {name[6:] for name in names(match)[:-1]} == free
    play(match, "stone i9")
    assert squares(match)["i9"]["stone"] == 2
    assert match.view(None)["board"]["players"][2]["stones"] == 1
    assert match.waiting == (0,)
    play(match, "2@h1", "no stone")
    assert match.view(None)["board"]["players"][0]["stones"] == 1
    play(match, "3@c4")
    assert match.waiting == (2,), "seat 1 has no stone"
    assert refusal(match, 2, "stone i8") == ("reason.pebble_first", "HB-3.4", "place your pebble first, then a stone")
    play(match, "4@d4", "stone i8", "5@h2", "stone i7", "6@c5", "7@d1")
    assert match.waiting == (0,), "the stones of seat 2 are used up"
    assert refusal(match, 0, "no stone")[:2] == ("reason.no_stone_left", "HB-1.3")


@pytest.mark.rules("HB-3.4")
def test_a_stone_after_the_last_pebble() -> None:
    """Whoever kept a stone may place it after the ninth pebble too."""
    match = laid(2)
    asked = Counter[int]()
    rng = Rng(3)
    while not match.over:
        (seat,) = match.waiting
        if match.view(None)["board"]["phase"] == "stone":
            asked[seat] += 1
            play(match, "no stone")
        else:
            legal = match.legal(seat)
            match.play(seat, legal[int(rng.below(len(legal)))])
    assert asked == {0: 9, 1: 9}
    assert [player["pebbles_left"] for player in match.view(None)["board"]["players"]] == [0, 0]


@pytest.mark.rules("HB-R3")
def test_who_cannot_place_is_out() -> None:
    """Passed over for good, stones and all; the pebbles stay unplaced; the others play on."""
    plies = range(20, len(BLOCKED.moves) + 1)
    boards = [zashiki.replay(BLOCKED, ply=ply) for ply in plies]
    gone = [match for match in boards if match.view(None)["board"]["players"][0]["out"] and not match.over]
    assert len(gone) == 8
    for match in gone:
        assert match.waiting != (0,)
        assert match.legal(0) == []
        assert match.view(None)["board"]["players"][0]["pebbles_left"] == 5
        state = match.state()
        assert isinstance(state, HirobaState)
        assert not state.can_place(0)
    assert refusal(gone[0], 0, "5@e5") == (
        "reason.out",
        "HB-R3",
        "you are out of the game: none of your pebbles could be placed",
    )
    told = [(event["rule"], event["text"]) for event in boards[-1].events(None) if event["code"] == "event.out"]
    assert told == [("HB-R3", "Seat 0 can place no more pebbles and is out, with 5 pebbles left.")]


@pytest.mark.rules("HB-R3")
def test_who_is_blocked_stays_blocked() -> None:
    """Once there is no square for any number, no later move opens one."""
    for seed in range(6):
        match = zashiki.replay(BLOCKED, ply=len(BLOCKED.moves) - 8)
        play_at_random(match, Rng(seed))
        assert match.over
        assert match.view(None)["board"]["players"][0]["pebbles_left"] == 5


@pytest.mark.rules("HB-4.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_when_nobody_can_place(seats: int) -> None:
    """Usually when all pebbles lie on the board."""
    for seed in range(5):
        match = zashiki.new("hiroba", seats=seats, seed=seed)
        rng = Rng(seed)
        while not match.over:
            play_at_random(match, rng, most=1)
            state = match.state()
            assert isinstance(state, HirobaState)
            if match.view(None)["board"]["phase"] != "stone":
                assert match.over == (not any(state.can_place(seat) for seat in range(seats)))
        assert all(player["out"] for player in match.view(None)["board"]["players"])
        assert refusal(match, 0, "1@a1")[:2] == ("reason.over", "HB-4.1")
    assert zashiki.replay(BLOCKED).over


@pytest.mark.rules("HB-1.2", "HB-1.3", "HB-2.1", "HB-2.3", "HB-3.1", "HB-3.4")
def test_every_kind_of_illegal_move_has_its_reason() -> None:
    """Whose turn it is, and what it is time for."""
    match = laid(4)
    assert refusal(match, 1, "7@d5") == (
        "reason.wait_pebble",
        "HB-2.3",
        "it is not your turn: waiting for Seat 0 to place a pebble",
    )
    play(match, "7@d5")
    assert refusal(match, 0, "6@d4") == (
        "reason.one_pebble",
        "HB-3.1",
        "you have already placed a pebble: now place a stone or none",
    )
    assert refusal(match, 3, "stone a1") == (
        "reason.wait_stone",
        "HB-2.3",
        "it is not your turn: waiting for Seat 0 to place a stone or none",
    )
    unready = match.game.why_not(started(4), 0, 6)
    assert unready is not None
    assert (unready.code, unready.rule) == ("reason.set_up", "HB-2.1")
    done = [zashiki.replay(BLOCKED, ply=len(BLOCKED.moves) - 1)]
    assert refusal(done[0], 1, "5@e5") == ("reason.all_placed", "HB-1.2", "you have placed all your pebbles")


@pytest.mark.rules("HB-3.1", "HB-3.4")
def test_the_view_lights_what_the_seat_may_touch() -> None:
    """Each square carries its moves, each side of a pebble its squares."""
    match = zashiki.new("hiroba", seats=3, seed=5)
    rng = Rng(5)
    while not match.over:
        (seat,) = match.waiting
        board = match.view(None)["board"]
        touch = {
            square["pebble_actions"][side["number"] - 1]
            for side in board["players"][seat]["sides"]
            for square in board["squares"]
            if square["name"] in side["squares"]
        }
        if board["phase"] == "stone":
            assert touch == set()
            touch = {square["stone_action"] for square in board["squares"]} & set(match.legal(seat))
            touch.add(board["no_stone_action"])
        assert sorted(touch) == match.legal(seat)
        assert not any(
            side["squares"] for other in board["players"] if other["seat"] != seat for side in other["sides"]
        )
        play_at_random(match, rng, most=1)


@pytest.mark.rules("HB-1.2", "HB-1.3", "HB-3.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pebbles_and_stones_are_conserved(seats: int) -> None:
    """What is not in hand is on the board, and no number is twice where it may not be."""
    setting = Setting("hiroba", seats)
    stones = {2: [2, 1], 3: [2, 1, 0], 4: [2, 1, 1, 0]}[seats]
    for seed in range(4):
        match = setting.table(seed)
        rng = Rng(seed)
        while not match.over:
            play_at_random(match, rng, most=3)
            board = match.view(None)["board"]
            lines: Counter[tuple[str, object, int]] = Counter()
            for square in board["squares"]:
                if square["pebble"] is None:
                    continue
                assert square["terrain"] == "garden"
                assert square["stone"] is None
                number = square["pebble"]["number"]
                lines.update((kind, square[kind], number) for kind in ("row", "column", "garden"))
            assert max(lines.values()) == 1
            for player in board["players"]:
                seat = player["seat"]
                lying = [s["pebble"]["number"] for s in board["squares"] if s["pebble"] and s["pebble"]["seat"] == seat]
                assert len(lying) + player["pebbles_left"] == 9
                for side in player["sides"][:5]:
                    used = sum(number in (side["number"], side["back"]) for number in lying)
                    assert used + side["left"] == (1 if side["number"] == 5 else 2)
                put = sum(square["stone"] == seat for square in board["squares"])
                assert put + player["stones"] == stones[(seat - board["first"]) % seats]


@pytest.mark.rules("HB-3.1", "HB-3.4")
def test_steps_are_uniform_over_all_moves() -> None:
    """The quick way of `step` takes every legal move, each equally often, by chi-square."""
    rng = Rng(8)
    stone = play(laid(4), "7@d5").state()
    pebble = play(laid(4), "7@d5", "no stone", "1@h1", "no stone", "2@c7", "no stone", "3@f3").state()
    for state in (stone, pebble):
        legal = state.legal(0)
        children = {}
        for action in legal:
            child = state.clone()
            child.apply(0, action)
            assert isinstance(child, HirobaState)
            children[tuple(child.board)] = action
        assert len(children) == len(legal)
        found: Counter[int] = Counter()
        for _ in range(40 * len(legal)):
            twin = state.clone()
            twin.step(rng)
            assert isinstance(twin, HirobaState)
            found[children[tuple(twin.board)]] += 1
        square = sum((found[action] - 40) ** 2 / 40 for action in legal)
        freedom = len(legal) - 1
        assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5
