"""Searches find what can be proved, keep to their budgets, and are reproducible."""

from time import perf_counter

import pytest

import zashiki
from support import Setting, default_settings
from zashiki import OVER, Rng, State, registry
from zashiki.bots.estimate import MoveEstimate, best
from zashiki.bots.race import race
from zashiki.bots.tree import CLOCK_EVERY, Tree, explore
from zashiki.core.package import SearchConfig


def decision_of(key: str, seats: int, seed: int, skip: int = 0) -> State:
    """A state of random play in which a seat has a choice, after `skip` other choices."""
    game = zashiki.games()[key]
    rng = Rng(seed)
    state = game.start(seats, game.checked(seats, {}))
    while True:
        state.resolve_chance(rng)
        assert state.turn() != OVER
        if len(state.legal(state.turn())) > 1:
            if skip == 0:
                return state
            skip -= 1
        state.step(rng)


def last_choices(seed: int, most: int) -> State:
    """A game of Hiroba for two, played at random until at most this many lines of play are left."""
    game = zashiki.games()["hiroba"]
    rng = Rng(seed)
    state = game.start(2, game.checked(2, {}))
    before = state.clone()
    while True:
        state.resolve_chance(rng)
        if state.turn() == OVER:
            return before
        if len(state.legal(state.turn())) > 1 and lines(state, most + 1) <= most:
            return state
        before = state.clone()
        state.step(rng)


def lines(state: State, most: int) -> int:
    """The number of ways to the end; counting stops at `most`."""
    if state.turn() == OVER:
        return 1
    total = 0
    for action in state.legal(state.turn()):
        child = state.clone()
        child.apply(state.turn(), action)
        total += lines(child, most - total)
        if total >= most:
            break
    return total


def value(state: State) -> list[float]:
    """Each seat's share of the victory if both play best from here."""
    mover = state.turn()
    if mover == OVER:
        return [(seat in state.winners()) / len(state.winners()) for seat in range(state.seats)]
    values = []
    for action in state.legal(mover):
        child = state.clone()
        child.apply(mover, action)
        values.append(value(child))
    return max(values, key=lambda one: one[mover])


def exact(state: State) -> dict[int, float]:
    """The mover's share of the victory after each move, if both play best from there."""
    mover = state.turn()
    found = {}
    for action in state.legal(mover):
        child = state.clone()
        child.apply(mover, action)
        found[action] = value(child)[mover]
    return found


def test_the_tree_finds_the_best_move_at_the_end_of_hiroba() -> None:
    """Nothing is hidden, so the best move can be computed."""
    telling = 0
    for seed in range(200):
        state = last_choices(seed, 60)
        values = exact(state) if state.turn() != OVER and len(state.legal(state.turn())) > 1 else {}
        if not values or min(values.values()) == max(values.values()):
            continue
        telling += 1
        estimates = explore(
            registry.package("hiroba").heuristics,
            state,
            state.turn(),
            Rng(seed),
            SearchConfig("tree", 2000, guided=False),
        )
        assert values[best(estimates).action] == max(values.values())
        if telling == 6:
            break
    assert telling == 6


def test_the_race_finds_the_best_last_move_of_hiroba() -> None:
    telling = 0
    for seed in range(300):
        state = last_choices(seed, 12)
        if state.turn() == OVER or len(state.legal(state.turn())) < 2:
            continue
        child = state.clone()
        child.step(Rng(0))
        values = exact(state)
        if child.turn() != OVER or min(values.values()) == max(values.values()):
            continue
        telling += 1
        estimates = race(
            registry.package("hiroba").heuristics, state, state.turn(), Rng(seed), SearchConfig("race", 500)
        )
        assert values[best(estimates).action] == max(values.values())
        if telling == 5:
            break
    assert telling == 5


@pytest.mark.once
@pytest.mark.parametrize("setting", default_settings(), ids=str)
def test_the_same_seed_and_budget_give_the_same_estimates(setting: Setting) -> None:
    state = decision_of(setting.key, setting.seats, 3, skip=2)
    seat = state.turn()
    play = registry.package(setting.key).heuristics

    def found(seed: int) -> list[tuple[int, int, float]]:
        raced = race(play, state, seat, Rng(seed), SearchConfig("race", 30))
        explored = explore(play, state, seat, Rng(seed), SearchConfig("tree", 30, depth=20))
        return [(int(one.action), int(one.playouts), one.chance) for one in raced + explored]

    once = found(5)
    assert once == found(5)
    assert all(action in state.legal(seat) for action, _, _ in once)
    assert all(0 <= chance <= 1 for _, _, chance in once)


def test_every_iteration_is_one_playout_of_one_move() -> None:
    state = decision_of("hagakure", 4, 1)
    estimates = explore(
        registry.package("hagakure").heuristics, state, state.turn(), Rng(1), SearchConfig("tree", 100, guided=False)
    )
    assert sum(one.playouts for one in estimates) <= 100  # it may stop when the leader cannot be caught up with
    tree = Tree(
        registry.package("hagakure").heuristics, state, state.turn(), Rng(1), SearchConfig("tree", 1, guided=False)
    )
    for _ in range(50):
        tree.iterate()
    assert sum(one.playouts for one in tree.estimates()) == 50
    assert {int(one.action) for one in tree.estimates()} <= set(state.legal(state.turn()))


@pytest.mark.parametrize("key", ["hiroba", "sakura"])
def test_a_tree_without_knowledge_tries_every_legal_move_and_one_with_it_the_shortlist(key: str) -> None:
    state = decision_of(key, 2, 1)
    legal, listed = set(state.legal(state.turn())), set(registry.package(key).heuristics.shortlist(state, state.turn()))
    assert listed < legal
    for guided, tried in ((False, legal), (True, listed)):
        tree = Tree(
            registry.package(key).heuristics, state, state.turn(), Rng(1), SearchConfig("tree", 1, guided=guided)
        )
        for _ in legal:
            tree.iterate()
        assert {int(one.action) for one in tree.estimates()} == tried


def test_a_race_without_drop_outs_gives_every_move_the_same_playouts() -> None:
    state = decision_of("hagakure", 4, 1)
    moves = len(registry.package("hagakure").heuristics.shortlist(state, state.turn()))
    estimates = race(
        registry.package("hagakure").heuristics,
        state,
        state.turn(),
        Rng(1),
        SearchConfig("race", 12 * moves, tolerance=-1.0),
    )
    assert [int(one.playouts) for one in estimates] == [12] * moves


def test_a_race_drops_moves_and_keeps_to_its_budget() -> None:
    spent = []
    for seed in range(8):
        state = decision_of("hijun", 4, seed, skip=60)
        estimates = race(registry.package("hijun").heuristics, state, state.turn(), Rng(1), SearchConfig("race", 400))
        spent.append(sum(one.playouts for one in estimates))
        assert spent[-1] <= 400
    assert min(spent) < 400  # somewhere one move was plainly best


def test_a_race_for_estimates_tries_every_legal_move_and_spends_its_budget() -> None:
    """Without tolerance it continues for more precision, even when one move is left."""
    state = decision_of("hagakure", 4, 1)
    listed = registry.package("hagakure").heuristics.shortlist(state, state.turn())
    legal = state.legal(state.turn())
    assert len(listed) < len(legal)
    estimates = race(
        registry.package("hagakure").heuristics,
        state,
        state.turn(),
        Rng(1),
        SearchConfig("race", 600, tolerance=0.0),
        all_moves=True,
    )
    assert [int(one.action) for one in estimates][: len(listed)] == listed
    assert sorted(int(one.action) for one in estimates) == legal
    assert 600 - len(legal) < sum(one.playouts for one in estimates) <= 600
    assert len({int(one.playouts) for one in estimates}) > 1


def test_a_tree_for_estimates_tries_every_legal_move() -> None:
    state = decision_of("hiroba", 2, 1)
    estimates = explore(
        registry.package("hiroba").heuristics,
        state,
        state.turn(),
        Rng(1),
        SearchConfig("tree", 1, guided=False, depth=9, exploration=0.5),
        all_moves=True,
    )
    assert sorted(int(one.action) for one in estimates) == state.legal(state.turn())


def test_a_race_tries_every_move_once_whatever_its_budget() -> None:
    state = decision_of("sakura", 2, 1)
    estimates = race(registry.package("sakura").heuristics, state, state.turn(), Rng(1), SearchConfig("race", 1))
    assert all(one.playouts == 1 for one in estimates)


def test_a_deadline_ends_the_search() -> None:
    state = decision_of("hagakure", 4, 1)
    past = perf_counter() - 1.0
    explored = explore(
        registry.package("hagakure").heuristics,
        state,
        state.turn(),
        Rng(1),
        SearchConfig("tree", 10**9, guided=False),
        deadline=past,
    )
    assert sum(one.playouts for one in explored) == CLOCK_EVERY
    raced = race(
        registry.package("hagakure").heuristics, state, state.turn(), Rng(1), SearchConfig("race", 10**9), deadline=past
    )
    assert all(one.playouts == 1 for one in raced)


def test_a_search_does_not_change_the_state() -> None:
    for setting in default_settings():
        state = decision_of(setting.key, setting.seats, 4)
        before = setting.game.board(state, state.turn())
        race(registry.package(setting.key).heuristics, state, state.turn(), Rng(1), SearchConfig("race", 10))
        explore(
            registry.package(setting.key).heuristics, state, state.turn(), Rng(1), SearchConfig("tree", 10, depth=20)
        )
        assert setting.game.board(state, state.turn()) == before


def test_the_best_estimate_has_most_playouts_then_the_best_chance() -> None:
    rows = [MoveEstimate(1, 10, 9.0, 8.5), MoveEstimate(2, 20, 10.0, 8.0), MoveEstimate(3, 20, 12.0, 9.0)]
    assert best(rows).action == 3


def test_the_error_of_an_estimate_is_that_of_a_mean() -> None:
    values = [0.0, 1.0, 1.0, 0.0, 1.0, 0.5]
    one = MoveEstimate(7, len(values), sum(values), sum(value * value for value in values))
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert one.chance == pytest.approx(mean)
    assert one.error**2 == pytest.approx(variance / len(values) + 1 / len(values) ** 2)
    assert MoveEstimate(7, 1, 1.0, 1.0).error == 0.5
