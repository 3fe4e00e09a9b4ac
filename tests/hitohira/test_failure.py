"""Hitohira: what is taken after a failure, by the option `failure`."""

from itertools import combinations, combinations_with_replacement

import pytest

import zashiki
from hitohira.positions import GAME, Scenario, heap, numbers
from support import changed, dumped
from zashiki import Rng
from zashiki.bots import Budget, DecisionContext, hint, level
from zashiki.core.replay import verify
from zashiki.games.hitohira.pieces import COLOURS, fails, heap_of
from zashiki.games.hitohira.position import FAILED
from zashiki.games.hitohira.rules import HitohiraState
from zashiki.games.hitohira.strategy.heuristics import HEURISTICS, known_state
from zashiki.games.hitohira.strategy.move_values import draw_values
from zashiki.testing.case import play_at_random


def prompt(scenario: Scenario) -> str:
    return str(GAME.prompt(scenario.state, scenario.state.waiting()[0])["text"])


# The rule


@pytest.mark.rules("HT-R12")
def test_the_usual_table_leaves_it_free() -> None:
    """Two, one or none unless the table says otherwise; another value is refused."""
    match = zashiki.new("hitohira", seed=1)
    assert match.options["failure"] == "free"
    assert zashiki.new("hitohira", seed=1, failure="two").options["failure"] == "two"
    with pytest.raises(zashiki.BadOption, match="'free', 'two'"):
        zashiki.new("hitohira", seed=1, failure="one")


@pytest.mark.rules("HT-R12", "HT-3.5")
def test_two_must_be_taken_whenever_two_may_be() -> None:
    """Neither none nor one is enough; then the rest returns and the turn is over, as ever."""
    scenario = Scenario(failure="two").draw("3 red 1 blue 1 black")
    assert prompt(scenario) == "You failed: 3 red. Take two pieces of different colours, not black."
    assert scenario.may() == ["take red", "take blue"]
    scenario.do("take red")
    assert scenario.state.waiting() == (0,)  # asked, although there is only one way left
    assert prompt(scenario) == "Take one more piece of another colour."
    assert scenario.may() == ["take blue"]
    scenario.do("take blue")
    assert scenario.field(0) == numbers("1 red 1 blue")
    assert scenario.pouch() == numbers("14 red 15 yellow 15 light blue 14 blue 15 white 5 black")
    assert scenario.state.waiting() == (1,)
    assert scenario.phase == "draw"


@pytest.mark.rules("HT-3.3", "HT-3.4")
@pytest.mark.parametrize(
    ("drawn", "why", "culprits"),
    [
        ("3 blue 1 white", "3 blue", ["blue"]),
        ("2 blue 1 white 1 black", "3 blue, counting black as blue", ["blue", "black"]),
        ("1 red 1 yellow 1 light blue 1 blue 2 white", "all five colours", [*COLOURS[:5]]),
        (
            "1 red 1 yellow 1 light blue 1 blue 1 black",
            "all five colours, counting black",
            ["red", "yellow", "light blue", "blue", "black"],
        ),
    ],
)
def test_everybody_sees_why_it_failed(drawn: str, why: str, culprits: list[str]) -> None:
    """In the prompts of all and beside the pieces, and still after one of them has been taken."""
    scenario = Scenario().draw(drawn)
    assert prompt(scenario).startswith(f"You failed: {why}. ")
    assert str(GAME.prompt(scenario.state, 1)["text"]).startswith(f"Seat 0 failed: {why}. ")
    scenario.do("take blue")
    turn = scenario.board(0)["turn"]
    assert (turn["failure"]["text"], turn["culprits"]) == (why, culprits)
    scenario.do("take no more")
    turn = scenario.board(0)["turn"]
    assert (turn["failure"], turn["culprits"]) == (None, [])


@pytest.mark.rules("HT-R12")
def test_which_two_are_taken_is_free() -> None:
    """Any two different colours, in either order."""
    taken = set()
    for first in ("red", "yellow", "white"):
        scenario = Scenario(failure="two").draw("3 red 1 yellow 2 white 1 black")
        assert scenario.may() == ["take red", "take yellow", "take white"]
        scenario.do(f"take {first}")
        others = [name for name in ("take red", "take yellow", "take white") if name != f"take {first}"]
        assert scenario.may() == others
        taken.add(tuple(scenario.do(others[0]).field(0)))
    assert taken == {tuple(numbers("1 red 1 yellow")), tuple(numbers("1 red 1 white"))}


@pytest.mark.rules("HT-R12", "HT-R2")
def test_one_or_none_where_two_cannot_be_taken() -> None:
    """With a single colour besides black, one may be taken or none."""
    for drawn in ("3 red", "2 red 1 black", "1 red 2 black"):
        why = "3 red" if drawn == "3 red" else "3 red, counting black as red"
        scenario = Scenario(failure="two").draw(drawn)
        assert scenario.may() == ["take red", "take no more"]
        assert prompt(scenario) == f"You failed: {why}. Take up to two pieces of different colours, not black."
        scenario.do("take red")
        assert scenario.field(0) == numbers("1 red")
        assert scenario.state.waiting() == (1,)
        scenario.draw(drawn).do("take no more")
        assert scenario.field(1) == numbers("")
        assert scenario.state.waiting() == (2,)


@pytest.mark.rules("HT-R12", "HT-3.5")
def test_nothing_to_take_ends_the_turn_by_itself() -> None:
    """Three black pieces all go back, without a decision."""
    scenario = Scenario(failure="two").draw("3 black")
    assert scenario.state.waiting() == (1,)
    assert scenario.events[-2:] == ["event.fails_three", "event.returned"]


@pytest.mark.rules("HT-R12", "HT-3.5")
def test_stopping_too_early_is_refused_with_what_must_be_taken() -> None:
    """The reason names the colours; other moves are refused by it as well, and the rest as ever."""
    scenario = Scenario(failure="two").draw("3 red 1 blue 1 white 1 black")
    both = (
        "reason.take_two",
        "HT-R12",
        "at this table you must take two pieces of different colours: choose from red, blue and white",
    )
    assert scenario.why("take no more") == both
    assert scenario.why("hide red 1") == both
    assert scenario.why("take black")[:2] == ("reason.no_black", "HT-3.5")
    assert scenario.why("take yellow")[:2] == ("reason.none_drawn", "HT-3.5")
    scenario.do("take blue")
    second = ("reason.take_second", "HT-R12", "at this table you must take a second piece: choose from red and white")
    assert scenario.why("take no more") == second
    assert scenario.why("stop") == second
    assert scenario.why("take blue")[:2] == ("reason.same_colour", "HT-3.5")
    single = Scenario(failure="two").draw("3 red")
    assert single.why("hide red 1")[:2] == ("reason.now_failed", "HT-3.5")


def takings(state: HitohiraState) -> set[tuple[int, ...]]:
    """What the mover may end up with, over all ways to take pieces after a failure."""
    if state.mover != 0 or state.phase != FAILED:
        return {tuple(sorted(colour for colour in range(6) for _ in range((state.fields[0] >> 8 * colour) & 255)))}
    found = set()
    for action in state.legal(0):
        twin = state.clone()
        twin.apply(0, action)
        found |= takings(twin)
    return found


@pytest.mark.rules("HT-R12", "HT-R2", "HT-3.5")
def test_every_failure_agrees_with_the_words_of_the_rule() -> None:
    """Over all failures of up to five pieces, what can be taken in all."""
    failures = 0
    for size in range(3, 6):
        for drawn in combinations_with_replacement(range(6), size):
            many = [drawn.count(colour) for colour in range(6)]
            if not fails(heap_of(many)):
                continue
            failures += 1
            colours = sorted({colour for colour in drawn if colour < 5})
            free = {some for number in range(3) for some in combinations(colours, number)}
            two = set(combinations(colours, 2)) if len(colours) >= 2 else free
            pieces = " ".join(f"{count} {COLOURS[colour]}" for colour, count in enumerate(many) if count)
            for failure, expected in (("free", free), ("two", two)):
                assert takings(Scenario(failure=failure).draw(pieces).state) == expected
    assert failures > 200


@pytest.mark.rules("HT-R12")
def test_a_record_from_before_the_option_is_replayed_as_it_was() -> None:
    """Without the option it is free, so one or none may have been taken."""
    stopped = 0
    for seed in range(3):
        match = play_at_random(zashiki.new("hitohira", seed=seed), Rng(seed))
        record = match.record()
        options = {name: value for name, value in match.options.items() if name != "failure"}
        old = zashiki.Record(changed(record, options=options))  # type: ignore[arg-type]
        assert "failure" not in old.data["options"]
        again = zashiki.replay(old)
        assert again.options["failure"] == "free"
        assert again.record().moves == record.moves
        assert dumped(again.view(0)) == dumped(match.view(0))
        assert verify(GAME, old) > 0
        stopped += sum(line.endswith("take no more") for line in record.moves)
    assert stopped > 0


# How it is played well


@pytest.mark.rules("HT-R12")
@pytest.mark.once
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", [1, 4])
def test_bots_play_where_two_must_be_taken(seats: int, number: int) -> None:
    """Whole games of a level that searches and of one that does not, every move legal."""
    bot = level("hitohira", number).bot()
    rng = Rng(10 * seats + number)
    match = zashiki.new("hitohira", seats=seats, seed=seats, failure="two")
    due = 0
    while not match.over:
        seat = match.waiting[0]
        names = [match.name(seat, action) for action in match.legal(seat)]
        due += names[0].startswith("take") and "take no more" not in names
        context = DecisionContext(
            GAME, match.options, match.state(), seat, rng.branch(), Budget(iterations=8), match.ply
        )
        match.play(seat, bot.act(context))
    assert due > 0


@pytest.mark.rules("HT-R12")
def test_a_hint_weighs_only_what_may_be_taken() -> None:
    rng = Rng(5)
    for seed in range(20):
        match = zashiki.new("hitohira", seed=seed, failure="two")
        while not match.over and match.view(None)["board"]["phase"] != "failed":
            play_at_random(match, rng, most=1)
        seat = match.waiting[0]
        if len(match.legal(seat)) < 3 or GAME.parse(seat, "take no more") in match.legal(seat):
            continue
        estimates = hint(match, seat, budget=Budget(iterations=60))
        assert {move.action for move in estimates} == set(match.legal(seat))
        return
    pytest.fail("no such failure was found")


def at_the_end(failure: str) -> Scenario:
    """Seat 0 has long lines of red and blue; a first yellow or white piece costs it three points (HT-7.4)."""
    scenario = Scenario(failure=failure, fields={0: "5 red 6 blue", 1: "5 light blue", 2: "5 light blue"})
    scenario.state.pouch = heap("1 red 3 yellow 1 white 1 black")
    scenario.state.pouch_size = 6
    return scenario


def greedy(scenario: Scenario) -> str:
    seat = scenario.state.waiting()[0]
    return GAME.name(seat, int(HEURISTICS.greedy(scenario.state, seat)))


@pytest.mark.rules("HT-R12")
def test_takes_what_costs_least_if_two_must_be_taken() -> None:
    """A piece that costs points is left where that is allowed; else one of them comes along."""
    free, two = (at_the_end(failure).draw("1 red 3 yellow") for failure in ("free", "two"))
    assert greedy(free) == "take red"
    assert greedy(free.do("take red")) == "take no more"
    assert greedy(two) in ("take red", "take yellow")
    assert greedy(two.do("take red")) == "take yellow"
    costly = [at_the_end(failure).draw("3 yellow 1 white") for failure in ("free", "two")]
    assert greedy(costly[0]) == "take no more"
    assert greedy(costly[1]) in ("take yellow", "take white")


@pytest.mark.rules("HT-R12")
def test_a_failure_costs_more_where_two_must_be_taken() -> None:
    """So a draw that may fail is worth less; to stop, or a draw that cannot fail, is worth the same."""
    desks = [at_the_end(failure).draw("1 yellow").draw("1 white") for failure in ("free", "two")]
    free, two = (draw_values(known_state(scenario.state, 0), 0) for scenario in desks)
    failing = desks[0].board(0)["turn"]["failing"]
    assert [chance > 0 for chance in failing] == [False, True, True, True]
    assert two[0] == free[0]
    assert two[1] == pytest.approx(free[1])
    for many in (2, 3, 4):
        assert two[many] < free[many] - 0.001
