"""`resample` draws uniformly from all worlds consistent with what a seat has seen, and from no others (HT-5.2)."""

import math
from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest

from hitohira.positions import GAME, Scenario, chances, drawn_again
from zashiki import CHANCE, Rng
from zashiki.games.hitohira.moves import DRAWN, REMOVED
from zashiki.games.hitohira.pieces import counts, number
from zashiki.games.hitohira.rules import HitohiraState

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

World = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""What was removed, the unseen pieces in order, and what the pouch holds."""


def world_of(state: HitohiraState) -> World:
    secrets = tuple(int(secret.colour) for secret in state.secrets)
    return tuple(counts(state.removed)), secrets, tuple(counts(state.pouch))


def drawn(state: HitohiraState, seat: int, times: int) -> Counter[World]:
    rng = Rng(7)
    return Counter(world_of(state.resample(seat, rng)) for _ in range(times))


def unseen_draws(scenario: Scenario) -> list[tuple[int, int]]:
    """Where in the log a piece was drawn unseen, and by whom."""
    use = GAME.parse(0, "use shin sumizome")
    return [(index + 1, seat) for index, (seat, action) in enumerate(scenario.log) if seat != CHANCE and action == use]


def worlds(scenario: Scenario, seat: int) -> dict[World, int]:
    """By enumeration: every world consistent with what was seen, with the number of deals of physical pieces.

    Each guess at the unseen pieces is played again from the beginning; it fits if every draw that was seen can come.
    """
    removals = chances(scenario.log, "remove")
    unknown = removals + [index for index, owner in unseen_draws(scenario) if owner != seat]
    pool = list(counts(scenario.state.pouch))
    for index in unknown:
        pool[_colour(scenario.log[index][1])] += 1
    found: Counter[World] = Counter()
    for guess in product(range(6), repeat=len(unknown)):
        log = list(scenario.log)
        ways = 1
        for place, (index, colour) in enumerate(zip(unknown, guess, strict=True)):
            log[index] = (CHANCE, (REMOVED if index in removals else DRAWN) + colour)
            ways *= pool[colour] - guess[:place].count(colour)
        if ways > 0:
            state = drawn_again(scenario, log)
            if state is not None:
                found[world_of(state)] += ways
    return dict(found)


def _colour(outcome: int) -> int:
    return outcome - (REMOVED if outcome >= REMOVED else DRAWN)


def even(found: Counter[World], weights: dict[World, int]) -> bool:
    """Chi-square against the weights, at a limit that a right sampler passes with these fixed seeds."""
    total, times = sum(weights.values()), sum(found.values())
    assert set(found) <= set(weights), "a world that cannot be"
    square = sum(
        (found[key] - times * weight / total) ** 2 / (times * weight / total) for key, weight in weights.items()
    )
    freedom = len(weights) - 1
    return square <= freedom + 4 * math.sqrt(2 * freedom)


SUMIZOME = "yoshino sumizome kumagai"


def one_secret() -> Scenario:
    """Seat 0 has drawn a white piece unseen; red, yellow, white and black are still out of sight."""
    scenario = Scenario(abilities=SUMIZOME, pouch="5 red 1 yellow 2 blue 2 white 1 black")
    return scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", "draw white", "hide nothing")


def two_secrets() -> Scenario:
    """Seats 0 and 1 have each drawn a piece unseen."""
    scenario = Scenario(seats=4, abilities=SUMIZOME, pouch="4 red 2 yellow 3 blue 3 white 2 black")
    scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", "draw black", "hide red 1")
    return scenario.draw("2 red 2 white").do("stop", "use shin sumizome", "draw white", "hide nothing")


def removed_and_a_secret() -> Scenario:
    """Two players: three pieces removed, one drawn unseen by seat 0."""
    scenario = Scenario(seats=2, abilities=SUMIZOME, pouch="3 red 1 yellow 3 blue 1 white 1 black")
    return scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", "draw blue", "hide nothing")


@pytest.mark.rules("HT-4.6", "HT-2.1")
@pytest.mark.parametrize("make", [one_secret, two_secrets, removed_and_a_secret])
@pytest.mark.parametrize("seat", [0, 1])
def test_uniform_over_all_consistent_worlds(make: Callable[[], Scenario], seat: int) -> None:
    """Unseen and removed pieces are any of those that are out of the seat's sight."""
    scenario = make()
    possible = worlds(scenario, seat)
    knows_all = make is one_secret and seat == 0
    assert (len(possible) == 1) == knows_all
    assert even(drawn(scenario.state, seat, 8000), possible)


@pytest.mark.rules("HT-3.5")
def test_what_went_back_into_the_pouch_had_been_there() -> None:
    """What was seen to come after an unseen draw, and went back, is not what was drawn unseen."""
    scenario = Scenario(abilities=SUMIZOME, pouch="2 red 1 yellow 2 blue 4 white 1 black")
    scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", "draw white", "hide nothing")
    before = worlds(scenario, 1)
    scenario.draw("3 white 1 black").do("take no more")
    after = worlds(scenario, 1)
    assert {secrets for _, secrets, _ in before} == {(1,), (4,), (5,)}
    assert {secrets for _, secrets, _ in after} == {(1,), (4,)}
    assert even(drawn(scenario.state, 1, 4000), after)
    scenario.draw("1 yellow 3 white").do("take no more")
    assert {secrets for _, secrets, _ in worlds(scenario, 1)} == {(4,)}
    assert set(drawn(scenario.state, 1, 200)) == set(worlds(scenario, 1))


@pytest.mark.rules("HT-3.5", "HT-4.6")
def test_what_was_seen_before_an_unseen_draw_does_not_bind_it() -> None:
    """Pieces that went back could be drawn unseen afterwards."""
    scenario = Scenario(abilities=SUMIZOME, pouch="2 red 1 yellow 2 blue 1 white 3 black")
    scenario.draw("3 black 1 white").do("take no more")
    scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", "draw black", "hide nothing")
    possible = worlds(scenario, 0)
    assert {secrets for _, secrets, _ in possible} == {(1,), (4,), (5,)}
    assert even(drawn(scenario.state, 0, 6000), possible)


@pytest.mark.rules("HT-2.1", "HT-4.5")
def test_an_early_look_binds_only_what_had_left_by_then() -> None:
    """Two players; what Komatsu Otome showed tells of the removed pieces, not of a later unseen one."""
    scenario = Scenario(seats=2, abilities="otome sumizome kumagai", pouch="3 red 3 yellow 4 blue 2 white 1 black")
    scenario.draw("1 red 1 yellow 1 blue 1 white").do("stop", "use komatsu otome").come("2 blue 1 white").do(
        "take blue"
    )
    scenario.do("hide nothing").draw("2 red 2 yellow").do("stop", "use shin sumizome", "draw blue", "hide nothing")
    for seat in (0, 1):
        possible = worlds(scenario, seat)
        assert {removed[4] for removed, _, _ in possible} == {0}  # both whites were seen outside
        assert (4,) in {secrets for _, secrets, _ in possible} or seat == 1
        assert even(drawn(scenario.state, seat, 8000), possible)


@pytest.mark.rules("HT-3.5", "HT-4.6")
def test_two_looks_and_two_secrets() -> None:
    """A failure before, one between and one after the unseen draws."""
    scenario = Scenario(seats=4, abilities=SUMIZOME, pouch="5 red 1 yellow 4 blue 4 white 2 black")
    scenario.draw("1 yellow 2 black").do("take no more")
    scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", "draw white", "hide nothing")
    scenario.draw("3 white").do("take no more")
    scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", "draw red", "hide nothing")
    scenario.draw("2 white 2 black").do("take no more")
    for seat in (0, 1, 3):
        possible = worlds(scenario, seat)
        assert even(drawn(scenario.state, seat, 8000), possible)
    assert len(worlds(scenario, 0)) > len(worlds(scenario, 1))


@pytest.mark.rules("HT-4.6")
def test_the_own_unseen_piece_stays() -> None:
    """Its owner knows it, and knows only that."""
    scenario = two_secrets()
    assert {secrets[0] for _, secrets, _ in drawn(scenario.state, 0, 300)} == {5}
    assert {secrets[1] for _, secrets, _ in drawn(scenario.state, 1, 300)} == {4}
    assert len({secrets[1] for _, secrets, _ in drawn(scenario.state, 0, 300)}) > 2


@pytest.mark.rules("HT-5.2", "HT-R8")
def test_open_screens_are_known() -> None:
    """At the end only what was removed is still unknown, and only if the pouch is not empty."""
    scenario = Scenario(seats=2, abilities=SUMIZOME, pouch="3 red 1 yellow 5 blue 1 white 3 black")
    scenario.draw("2 red 2 blue").do("stop", "use shin sumizome", "draw blue", "hide nothing")
    for _ in range(20):
        scenario.draw("3 black")
    assert scenario.phase in ("division", "over")
    while scenario.state.waiting():
        scenario.do(scenario.may()[0])
    found = drawn(scenario.state, 1, 3000)
    assert {secrets for _, secrets, _ in found} == {(3,)}
    assert len(found) > 5
    assert even(found, {world: ways for world, ways in worlds(scenario, 0).items() if world[1] == (3,)})


@pytest.mark.rules("HT-6.2")
def test_secret_divisions_are_redrawn_evenly() -> None:
    """Those of others that are in, over all that they may be; the own one stays."""
    screens = {0: "1 red 1 blue 3 white", 1: "1 red 1 blue 2 white", 2: "1 red 1 blue 1 white"}
    scenario = Scenario(screens=screens, pouch="1 red").draw("1 red").do("hide nothing")
    for seat, name in ((0, "divide 3"), (1, "divide 0")):
        scenario.state.apply(seat, GAME.parse(seat, name))
    rng = Rng(9)
    for viewer, redrawn, most in ((1, 0, 3), (0, 1, 2)):
        made = Counter(int(number(scenario.state.resample(viewer, rng).divided, redrawn)) - 1 for _ in range(4000))
        assert set(made) == set(range(most + 1))
        assert all(abs(many - 4000 / (most + 1)) < 200 for many in made.values())
        again = scenario.state.resample(viewer, rng)
        assert number(again.divided, viewer) == number(scenario.state.divided, viewer)
        assert again.waiting() == (2,)


def test_enumeration_counts_physical_pieces() -> None:
    """The reference of these tests, against a count by hand: 3 red, 1 yellow, 2 white and 1 black are out of sight."""
    possible = worlds(one_secret(), 1)
    assert sorted(possible.values()) == [1, 1, 2, 3]
    assert {secrets: ways for (_, secrets, _), ways in possible.items()} == {(0,): 3, (1,): 1, (4,): 2, (5,): 1}
