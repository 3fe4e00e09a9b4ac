"""Hitohira: triggers and abilities."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from hitohira.positions import GAME, Scenario, heap, numbers, one_by_one
from zashiki import CHANCE, Rng, registry
from zashiki.games.hitohira import pieces
from zashiki.games.hitohira.phrases import piece_facts
from zashiki.games.hitohira.pieces import counts


@pytest.mark.rules("HT-4.2", "HT-R9")
@pytest.mark.parametrize(
    ("drawn", "met"),
    [
        ("1 red 1 yellow 1 blue 1 white", {"4 colours"}),
        ("1 red 1 yellow 1 blue 1 black", {"4 colours"}),
        ("1 red 1 yellow 1 blue", set()),
        ("2 red 2 white", {"2 pairs"}),
        ("2 red 1 white 1 blue", set()),
        ("2 red 1 yellow 2 blue 1 white", {"4 colours", "2 pairs", "6 pieces"}),
        ("2 red 2 yellow 2 blue", {"2 pairs", "6 pieces"}),
        ("2 red 2 yellow 2 blue 1 white", {"4 colours", "2 pairs", "6 pieces"}),
        ("2 red 2 yellow 2 blue 2 white", {"4 colours", "2 pairs", "6 pieces"}),
        ("2 red 2 yellow 1 blue", {"2 pairs"}),
        ("2 black", set()),
        ("1 red 1 black", set()),
    ],
)
def test_triggers(drawn: str, met: set[str]) -> None:
    """Four colours, two pairs, six pieces or more; black is what one likes."""
    scenario = Scenario(fields={1: "1 red 1 blue"}).draw(drawn)
    assert {ability["trigger"] for ability in scenario.board()["abilities"] if ability["met"]} == met
    if scenario.phase == "draw":
        scenario.do("stop")
    assert (scenario.phase == "ability") == bool(met)
    if met:
        assert len(scenario.may()) == len(met) + 1


@pytest.mark.rules("HT-4.2")
def test_every_trigger_agrees_with_the_words_of_the_rule() -> None:
    """Over all heaps of up to five pieces that can be obtained, black tried as every colour."""
    for size in range(1, 6):
        for drawn in combinations_with_replacement(range(6), size):
            obtained = pieces.heap_of([drawn.count(colour) for colour in range(6)])
            if pieces.fails(obtained):
                continue
            four = pairs = False
            for guess in product(range(5), repeat=drawn.count(5)):
                counted = Counter([*[colour for colour in drawn if colour < 5], *guess])
                four = four or len(counted) >= 4
                pairs = pairs or sum(many >= 2 for many in counted.values()) >= 2
            assert pieces.triggered(obtained) == four + 2 * pairs + 4 * (size >= 6)


@pytest.mark.rules("HT-4.1")
def test_at_most_one_ability_and_only_without_failure() -> None:
    """One of those whose trigger is met, or none; nothing is spent."""
    scenario = Scenario(fields={1: "1 red"}).draw("2 light blue 2 blue 2 white").do("stop")
    assert scenario.may() == ["use sakuya hime", "use kenrokuen kumagai", "use no ability"]
    assert scenario.why("use somei yoshino") == (
        "reason.trigger",
        "HT-4.2",
        "Somei Yoshino needs 4 different colours among the pieces drawn this turn; it would let you put 1 piece from "
        "your field or this turn behind your screen",
    )
    assert scenario.why("use kokonoe")[:2] == ("reason.not_face_up", "HT-1.2")
    assert scenario.why("hide nothing")[:2] == ("reason.now_ability", "HT-4.1")
    scenario.do("use kenrokuen kumagai").come("1 red 1 yellow").do("put in field 0", "put in field 0")
    assert scenario.phase == "screen"  # no second one
    assert sum(pile["count"] for pile in scenario.board()["turn"]["pieces"]) == 6
    scenario.do("hide nothing").draw("2 red 2 yellow 2 blue").do("stop", "use no ability")
    assert scenario.phase == "screen"
    scenario.do("hide nothing").draw("2 red 2 yellow 3 blue")
    assert scenario.phase == "failed"
    assert not any(ability["met"] for ability in scenario.board()["abilities"])


@pytest.mark.rules("HT-4.1")
@pytest.mark.parametrize("seats", [2, 3])
def test_touched_too_early_an_ability_says_when_and_what(seats: int) -> None:
    """While drawing, after a failure and in somebody else's turn: what it needs, and what it does then."""
    scenario = Scenario(seats=seats, abilities="yoshino hime kokonoe").draw("1 red")
    said = scenario.why("use somei yoshino")
    assert said == (
        "reason.ability_draw",
        "HT-4.1",
        "stop drawing first; then, with 4 different colours drawn this turn, Somei Yoshino lets you put 1 piece from "
        "your field or this turn behind your screen",
    )
    whose = "the other player's field" if seats == 2 else "two other players' fields"
    assert whose in scenario.why("use kokonoe")[2]
    assert scenario.why("use kokonoe", 1)[0] == "reason.ability_not_your_turn"
    assert scenario.why("use shin sumizome")[0] == "reason.not_face_up"
    scenario.draw("2 red")
    assert scenario.why("use sakuya hime")[:2] == ("reason.ability_failed", "HT-3.5")
    assert scenario.why("hide red 1")[0] == "reason.now_failed"


@pytest.mark.rules("HT-4.3")
def test_pieces_from_an_ability_never_fail() -> None:
    """Not even as a third of a colour or a fifth colour."""
    scenario = Scenario(fields={1: "2 red"}).draw("2 red 2 blue").do("stop", "use sakuya hime")
    scenario.do("pick turn blue", "take red from 1")
    assert scenario.phase == "screen"
    assert scenario.may() == ["hide nothing", "hide red 1", "hide red 2", "hide red 3", "hide blue 1"]
    scenario = Scenario().draw("2 red 2 blue 2 white").do("stop", "use kenrokuen kumagai").come("2 red")
    assert scenario.phase == "kumagai"


@pytest.mark.rules("HT-4.4")
def test_somei_yoshino() -> None:
    """Any piece, black too, from the field or from this turn's goes behind the screen."""
    scenario = (
        Scenario(fields={0: "2 yellow 1 black"}).draw("1 red 1 yellow 1 blue 1 black").do("stop", "use somei yoshino")
    )
    assert scenario.may() == [
        *("pick field yellow", "pick field black"),
        *("pick turn red", "pick turn yellow", "pick turn blue", "pick turn black"),
    ]
    assert scenario.why("pick field red")[:2] == ("reason.not_in_field", "HT-4.4")
    assert scenario.why("pick turn white")[:2] == ("reason.not_in_turn", "HT-4.4")
    assert scenario.why("hide red 1")[:2] == ("reason.now_choice", "HT-4.4")
    other = (
        Scenario(fields={0: "2 yellow 1 black"}).draw("1 red 1 yellow 1 blue 1 black").do("stop", "use somei yoshino")
    )
    scenario.do("pick field black")
    assert (scenario.field(0), scenario.screen(0)) == (numbers("2 yellow"), numbers("1 black"))
    other.do("pick turn yellow")
    assert (other.field(0), other.screen(0)) == (numbers("2 yellow 1 black"), numbers("1 yellow"))
    assert other.may() == ["hide nothing", "hide red 1", "hide blue 1", "hide black 1"]


@pytest.mark.rules("HT-4.5")
def test_komatsu_otome() -> None:
    """One of three, not black, whether wanted or not; the rest go back."""
    four = "1 red 1 yellow 1 blue 1 white"
    scenario = Scenario(abilities="otome hime kumagai").draw(four).do("stop", "use komatsu otome")
    assert scenario.may(CHANCE)[0] == "draw red"
    scenario.come("1 red 1 light blue 1 black")
    assert scenario.may() == ["take red", "take light blue"]
    assert scenario.why("take black")[:2] == ("reason.no_black", "HT-4.5")
    assert scenario.why("take white")[:2] == ("reason.none_drawn", "HT-4.5")
    assert scenario.why("take no more")[:2] == ("reason.must_take", "HT-4.5")
    before = sum(scenario.pouch())
    scenario.do("take light blue")
    assert scenario.field(0) == numbers("1 light blue")
    assert sum(scenario.pouch()) == before + 2
    assert scenario.pouch()[5] == 5


@pytest.mark.rules("HT-4.5")
def test_komatsu_otome_with_three_black() -> None:
    """All three go back, without a second try."""
    scenario = (
        Scenario(abilities="otome hime kumagai").draw("1 red 1 yellow 1 blue 1 white").do("stop", "use komatsu otome")
    )
    before = scenario.pouch()
    scenario.come("3 black")
    assert scenario.phase == "screen"
    assert scenario.pouch() == before
    assert scenario.field(0) == numbers("")
    assert scenario.events[-2:] == ["event.drawn", "event.returned"]


@pytest.mark.rules("HT-R13")
@pytest.mark.parametrize("memory", ["aid", "strict"])
@pytest.mark.parametrize(
    ("ability", "drawn", "shown"),
    [
        ("komatsu otome", "1 red 1 yellow 1 blue 1 white", "1 light blue 2 black"),
        ("kenrokuen kumagai", "2 red 2 blue 2 white", "1 yellow 1 black"),
    ],
)
def test_two_abilities_draw_openly(ability: str, drawn: str, shown: str, memory: str) -> None:
    """Everybody sees what Komatsu Otome and Kenrokuen Kumagai draw, and events say so."""
    scenario = Scenario(abilities="otome hime kumagai", memory=memory).draw(drawn).do("stop", f"use {ability}")
    for colour in one_by_one(shown):
        before, action = scenario.state.clone(), GAME.parse(CHANCE, f"draw {colour}")
        assert all(
            registry.package("hitohira").observer.move_visible_to(before, CHANCE, action, seat) for seat in range(3)
        )
        scenario.do(f"draw {colour}")
    (event,) = GAME.narrate(before, CHANCE, action, scenario.state)
    assert (event.code, event.facts["pieces"], event.seers) == ("event.drawn", piece_facts(heap(shown)), ())
    for viewer in (None, 0, 1, 2):
        seen = {pile["colour"]: pile["count"] for pile in scenario.board(viewer)["turn"]["shown"]}
        assert [seen.get(colour, 0) for colour in pieces.COLOURS] == numbers(shown)


@pytest.mark.rules("HT-R15")
def test_what_goes_behind_a_screen_in_the_open_was_seen_by_all() -> None:
    """From this turn, by Somei Yoshino or by Kenrokuen Kumagai; no other world is consistent."""
    hidden = Scenario().draw("1 red 1 blue").do("stop", "hide blue 1")
    picked = Scenario(fields={0: "1 blue"}).draw("1 red 1 yellow 1 white 1 blue")
    picked.do("stop", "use somei yoshino", "pick field blue")
    put = Scenario().draw("2 red 2 yellow 2 white").do("stop", "use kenrokuen kumagai").come("2 blue")
    put.do("put behind screen", "put in field 0")
    for scenario in (hidden, picked, put):
        for viewer in (None, 0, 1, 2):
            screen = scenario.board(viewer)["players"][0]["screen"]
            assert (screen["seen"], screen["unknown"]) == ([{"colour": "blue", "count": 1}], 0)
        for seat in range(3):
            assert counts(scenario.state.resample(seat, Rng(seat)).screen(0)) == numbers("1 blue")


@pytest.mark.rules("HT-4.6", "HT-5.2")
def test_shin_sumizome() -> None:
    """A piece that only its owner sees goes behind the screen."""
    scenario = (
        Scenario(abilities="yoshino sumizome kumagai")
        .draw("2 red 2 blue")
        .do("stop", "use shin sumizome", "draw white")
    )
    assert scenario.phase == "screen"
    assert scenario.screen(0) == numbers("1 white")
    mine, theirs = (scenario.board(seat)["players"][0]["screen"] for seat in (0, 1))
    assert mine["secret"] == [{"colour": "white", "count": 1}]
    assert (theirs["secret"], theirs["seen"], theirs["unknown"], theirs["count"]) == (None, [], 1, 1)
    assert {"colour": "white", "count": 14} in scenario.board(0)["unseen"]
    assert {"colour": "white", "count": 15} in scenario.board(1)["unseen"]
    assert {"colour": "white", "count": 15} in scenario.board(None)["unseen"]


@pytest.mark.rules("HT-4.7", "HT-R3")
def test_sakuya_hime_from_this_turn() -> None:
    """What comes takes the place of what went; not black, and of another colour."""
    scenario = Scenario(fields={0: "1 white", 1: "2 red 1 black", 2: "1 yellow"})
    scenario.draw("2 red 2 blue").do("stop", "use sakuya hime")
    assert scenario.may() == ["pick field white", "pick turn red", "pick turn blue"]
    scenario.do("pick turn red")
    assert scenario.board()["turn"]["giving"] == "red"
    assert scenario.may() == ["take yellow from 2"]
    assert scenario.why("take red from 1")[:2] == ("reason.same_colour", "HT-R3")
    assert scenario.why("take black from 1")[:2] == ("reason.no_black", "HT-4.7")
    assert scenario.why("take white from 0")[:2] == ("reason.own_field", "HT-4.7")
    assert scenario.why("take blue from 2")[:2] == ("reason.not_in_their_field", "HT-4.7")
    scenario.do("take yellow from 2")
    assert scenario.field(2) == numbers("1 red")
    assert scenario.field(0) == numbers("1 white")
    assert [(pile["colour"], pile["count"]) for pile in scenario.board()["turn"]["pieces"]] == [
        ("red", 1),
        ("yellow", 1),
        ("blue", 2),
    ]


@pytest.mark.rules("HT-4.7", "HT-R3")
def test_sakuya_hime_from_the_field() -> None:
    """Then what comes is in the field; black cannot be given."""
    scenario = Scenario(fields={0: "1 white 1 black", 1: "2 red"}).draw("2 red 2 blue").do("stop", "use sakuya hime")
    assert scenario.may() == ["pick field white", "pick turn blue"]
    assert scenario.why("pick field black")[:2] == ("reason.no_black", "HT-4.7")
    assert scenario.why("pick turn red")[:2] == ("reason.nothing_to_take", "HT-R3")
    scenario.do("pick field white", "take red from 1")
    assert scenario.field(0) == numbers("1 red 1 black")
    assert scenario.field(1) == numbers("1 red 1 white")
    assert scenario.phase == "screen"


@pytest.mark.rules("HT-4.8", "HT-R5")
def test_kenrokuen_kumagai() -> None:
    """Each of two pieces into the own field, behind the screen, or into another's field."""
    scenario = Scenario().draw("2 red 2 blue 2 white").do("stop", "use kenrokuen kumagai").come("1 yellow 1 black")
    assert scenario.may() == ["put in field 0", "put in field 1", "put in field 2", "put behind screen"]
    assert scenario.why("put in field 3") == ("reason.no_such_seat", "HT-4.8", "there is no seat 3 at this table")
    assert GAME.prompt(scenario.state, 0)["text"] == "Kenrokuen Kumagai: where does yellow go?"
    scenario.do("put behind screen", "put in field 2")
    assert scenario.screen(0) == numbers("1 yellow")
    assert scenario.field(2) == numbers("1 black")
    assert scenario.board(1)["players"][0]["screen"]["seen"] == [{"colour": "yellow", "count": 1}]
    assert "hide yellow 1" not in scenario.may()
    twice = Scenario().draw("2 red 2 blue 2 white").do("stop", "use kenrokuen kumagai").come("2 yellow")
    twice.do("put in field 0", "put in field 0")
    assert twice.field(0) == numbers("2 yellow")
    assert "hide yellow 1" not in twice.may()


@pytest.mark.rules("HT-4.9", "HT-R5")
def test_kokonoe() -> None:
    """One piece each from two other players, of different colours, not black, into the field."""
    scenario = Scenario(
        seats=4, abilities="yoshino hime kokonoe", fields={0: "1 red", 1: "1 red 1 black", 2: "1 red 1 blue"}
    )
    scenario.draw("2 red 2 blue 2 white").do("stop", "use kokonoe")
    assert scenario.may() == ["take red from 1", "take blue from 2"]
    assert scenario.why("take red from 2")[:2] == ("reason.nothing_to_take", "HT-R4")
    assert scenario.why("take black from 1")[:2] == ("reason.no_black", "HT-4.9")
    assert scenario.why("take red from 0")[:2] == ("reason.own_field", "HT-4.9")
    assert scenario.why("take red from 3")[:2] == ("reason.not_in_their_field", "HT-4.9")
    scenario.do("take blue from 2")
    assert scenario.may() == ["take red from 1"]
    assert scenario.why("take red from 2")[:2] == ("reason.same_player", "HT-4.9")
    scenario.do("take red from 1")
    assert scenario.phase == "screen"
    assert scenario.field(0) == numbers("2 red 1 blue")
    assert scenario.field(1) == numbers("1 black")
    assert scenario.field(2) == numbers("1 red")
    assert scenario.may()[1:3] == ["hide red 1", "hide red 2"]
    scenario = Scenario(seats=4, abilities="yoshino hime kokonoe", fields={1: "1 red", 2: "1 red 1 blue", 3: "1 blue"})
    scenario.draw("2 red 2 blue 2 white").do("stop", "use kokonoe", "take red from 1")
    assert scenario.may() == ["take blue from 2", "take blue from 3"]
    assert scenario.why("take red from 2")[:2] == ("reason.same_colour", "HT-4.9")


@pytest.mark.rules("HT-4.10")
def test_kokonoe_with_two_players() -> None:
    """Two pieces of different colours from the one opponent."""
    scenario = Scenario(seats=2, abilities="yoshino hime kokonoe", fields={1: "2 red 1 blue 1 black"})
    scenario.draw("2 red 2 blue 2 white").do("stop", "use kokonoe")
    assert scenario.may() == ["take red from 1", "take blue from 1"]
    scenario.do("take red from 1")
    assert scenario.may() == ["take blue from 1"]
    scenario.do("take blue from 1")
    assert scenario.field(0) == numbers("1 red 1 blue")
    assert scenario.field(1) == numbers("1 red 1 black")


@pytest.mark.rules("HT-R4")
def test_kokonoe_takes_one_piece_only_if_two_cannot_be_had() -> None:
    """From one player, or of one colour, there is only one to take."""
    for fields in ({1: "2 red 1 blue"}, {1: "1 red", 2: "2 red 1 black"}):
        scenario = Scenario(seats=4, abilities="yoshino hime kokonoe", fields=fields)
        scenario.draw("2 red 2 blue 2 white").do("stop", "use kokonoe")
        assert "take red from 1" in scenario.may()
        scenario.do("take red from 1")
        assert scenario.phase == "screen"
    scenario = Scenario(seats=2, abilities="yoshino hime kokonoe", fields={1: "2 red 1 black"})
    scenario.draw("2 red 2 blue 2 white").do("stop", "use kokonoe", "take red from 1")
    assert scenario.phase == "screen"


@pytest.mark.rules("HT-R4")
def test_an_ability_that_could_do_nothing_is_not_offered() -> None:
    """Nothing to swap or to take, or an empty pouch."""
    six = "2 red 2 blue 2 white"
    for choice in ("yoshino hime kumagai", "yoshino hime kokonoe"):
        scenario = Scenario(abilities=choice, fields={1: "1 black"}).draw(six).do("stop")
        assert "use sakuya hime" not in scenario.may()
        assert "use kokonoe" not in scenario.may()
        if choice.endswith("kumagai"):
            assert scenario.why("use sakuya hime") == (
                "reason.nothing_to_take",
                "HT-R4",
                "there would be nothing to take with Sakuya Hime",
            )
    scenario = Scenario(fields={1: "1 black"}).draw("2 red 2 blue").do("stop")
    assert scenario.phase == "screen"
    for choice in ("otome sumizome kumagai", "otome sumizome kokonoe"):
        scenario = Scenario(seats=4, abilities=choice, pouch="2 red 1 yellow 2 blue 1 white", fields={3: "1 black"})
        scenario.draw("2 red 1 yellow 2 blue 1 white")
        used = {name for name in scenario.may() if name.startswith("use")}
        assert used <= {"use kokonoe", "use no ability"}
    # One colour there and only that one here: no swap is possible.
    scenario = Scenario(fields={1: "3 red"}, pouch="2 red 2 black 2 white")
    scenario.state.fields[2] = 0
    scenario.draw("2 red 2 white").do("stop", "use sakuya hime")
    assert scenario.may() == ["pick turn white"]


@pytest.mark.rules("HT-R4")
def test_an_ability_draws_what_there_is() -> None:
    """Less than it asks for, when the pouch holds less."""
    scenario = Scenario(pouch="2 red 2 blue 3 white").draw("2 red 2 blue 2 white").do("stop", "use kenrokuen kumagai")
    scenario.come("1 white").do("put behind screen")
    assert scenario.phase == "screen"
    scenario = Scenario(abilities="otome hime kumagai", pouch="1 red 1 yellow 1 blue 3 white").draw(
        "1 red 1 yellow 1 blue 1 white"
    )
    scenario.do("stop", "use komatsu otome").come("2 white").do("take white")
    assert scenario.pouch() == numbers("1 white")
    black = Scenario(abilities="otome hime kumagai", pouch="1 red 1 yellow 1 blue 1 white 1 black")
    black.draw("1 red 1 yellow 1 blue 1 white").do("stop")
    assert "use komatsu otome" in black.may()  # whatever is in the pouch
    black.do("use komatsu otome", "draw black")
    assert black.phase == "screen"
