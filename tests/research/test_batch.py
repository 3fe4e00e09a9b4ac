"""Batches: each game is what it would be alone, and refused moves change nothing."""

import subprocess
import sys
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pytest

import zashiki
from support import seen_as_numbers
from zashiki import (
    BadBatch,
    BadSeats,
    BadSeed,
    IllegalMove,
    Rng,
    State,
    UnknownGame,
    UnknownMove,
    UnknownOption,
    registry,
)
from zashiki.core.batch import rewards_of
from zashiki.research import batch
from zashiki.research.numpy_batch import Batch

SHORT: Final[dict[str, dict[str, Any]]] = {"hagakure": {"rounds": 1}, "sakura": {"rounds": 1}}
"""Options for short games."""

Numbers = npt.NDArray[Any]

every_game = pytest.mark.parametrize("key", registry.packages())
every_table = pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key in registry.packages() for seats in zashiki.games()[key].seat_counts]
)


def sat_down(key: str, seats: int | None = None, n: int = 4, seed: int = 3, **more: Any) -> Batch:
    return batch(key, seats=seats, n=n, seed=seed, **SHORT.get(key, {}), **more)


def shown(games: Batch) -> list[Numbers]:
    """Return copies of all arrays of a batch."""
    return [one.copy() for one in (games.observations, games.masks, games.current_players, games.rewards, games.ended)]


def same(one: list[Numbers], other: list[Numbers]) -> bool:
    return all(np.array_equal(mine, yours) for mine, yours in zip(one, other, strict=True))


def chosen(games: Batch, step: int) -> Numbers:
    """Return a legal move for each game, which depends only on the game and not on how many there are."""
    options = [np.flatnonzero(mask) for mask in games.masks]
    return np.array([moves[(7 * step + 5 * index) % len(moves)] for index, moves in enumerate(options)])


class Alone:
    """One game, played by hand with the chance that it has in a batch."""

    def __init__(self, games: Batch, rng: Rng) -> None:
        self.games = games
        self.rng = rng
        self.state = self.fresh()
        self.rewards = [0.0] * games.seats
        self.ended = False

    def fresh(self) -> State:
        state = self.games.game.start(self.games.seats, self.games.options)
        state.resolve_chance(self.rng)
        return state

    def step(self, action: int) -> None:
        self.state.apply(self.state.turn(), action)
        self.state.resolve_chance(self.rng)
        self.ended = not self.state.waiting()
        self.rewards = rewards_of(self.state, "win") if self.ended else [0.0] * self.games.seats
        if self.ended:
            self.state = self.fresh()

    def observe(self, seat: int) -> list[int]:
        return seen_as_numbers(self.games.game, self.games.options, self.state, seat)

    def compare(self, index: int, *, observe: bool) -> None:
        games, seat = self.games, int(self.state.turn())
        assert games.current_players[index] == seat
        if observe:
            assert games.observations[index].tolist() == self.observe(seat)
        assert np.flatnonzero(games.masks[index]).tolist() == self.state.legal(seat)
        assert games.rewards[index].tolist() == self.rewards
        assert games.ended[index] == self.ended


@every_table
def test_each_game_is_what_it_would_be_alone(key: str, seats: int) -> None:
    games = sat_down(key, seats, n=3, seed=11)
    seeds = Rng(11)
    singles = [Alone(games, seeds.branch()) for _ in range(3)]
    ends, after = 0, 0
    # To the end of a game and some way into the next.
    for step in range(1000):
        for index, single in enumerate(singles):
            # Observations are slow: compare only one at every step.
            single.compare(index, observe=step % 3 == index)
        ends += int(games.ended.sum())
        after += ends > 0
        if after > 9:
            break
        moves = chosen(games, step)
        games.step(moves)
        for single, move in zip(singles, moves, strict=True):
            single.step(int(move))
    assert ends > 0


@every_game
def test_observe_works_for_states_outside_the_batch(key: str) -> None:
    games = sat_down(key, n=1, seed=11)
    single = Alone(games, Rng(11).branch())
    for step in range(5):
        assert np.array_equal(games.observe(single.state, int(games.current_players[0])), games.observations[0])
        moves = chosen(games, step)
        games.step(moves)
        single.step(int(moves[0]))


@every_game
def test_games_do_not_depend_on_the_batch_size(key: str) -> None:
    few, many = sat_down(key, n=2), sat_down(key, n=5)
    for step in range(40):
        assert same(shown(few), [one[:2] for one in shown(many)])
        few.step(chosen(few, step))
        many.step(chosen(many, step))


@every_game
def test_reset_equals_a_new_batch(key: str) -> None:
    games, other = sat_down(key, seed=5), sat_down(key, seed=6)
    window = games.observations
    assert not np.array_equal(games.observations, other.observations)
    first = shown(games)
    for _ in range(30):
        games.step(games.sample())
    assert not np.array_equal(window, first[0])
    games.reset(5)
    assert same(shown(games), first)
    games.reset(6)
    assert same(shown(games), shown(other))
    assert np.array_equal(window, other.observations)
    assert np.array_equal(games.sample(), other.sample())


def test_reset_clears_rewards_and_ended() -> None:
    games = sat_down("hagakure", 3, n=2)
    while not games.ended.any():
        games.step(games.sample())
    assert games.rewards.any()
    games.reset(1)
    assert not games.ended.any()
    assert not games.rewards.any()


@pytest.mark.parametrize("kind", ["win", "points"])
@every_game
def test_rewards_come_at_the_end_and_are_zero_sum(key: str, kind: str) -> None:
    games = sat_down(key, n=6, rewards=kind)
    ends = 0
    while ends < 4:
        games.step(games.sample())
        ends += int(games.ended.sum())
        assert np.allclose(games.rewards.sum(1), 0)
        assert not games.rewards[~games.ended].any()
        if kind == "win":
            assert (games.rewards[games.ended].max(1) > 0).all()


@every_game
def test_views_of_all_seats(key: str) -> None:
    games, own = sat_down(key, views="all"), sat_down(key)
    assert games.observations.shape == (4, games.seats, games.width)
    assert games.scaled().shape == games.observations.shape
    seeds = Rng(3)
    singles = [Alone(games, seeds.branch()) for _ in range(4)]
    for step in range(20):
        assert np.array_equal(games.observations[np.arange(4), games.current_players], own.observations)
        for index, single in enumerate(singles):
            assert games.observations[index].tolist() == [single.observe(seat) for seat in range(games.seats)]
        moves = chosen(games, step)
        games.step(moves)
        own.step(moves)
        for single, move in zip(singles, moves, strict=True):
            single.step(int(move))


@every_game
def test_a_refused_step_changes_nothing(key: str) -> None:
    games, twin = sat_down(key), sat_down(key)
    for step in range(12):
        before = shown(games)
        good = chosen(games, step)
        bad = good.copy()
        # The last of them is wrong: the games before it must not have moved.
        bad[-1] = np.flatnonzero(~games.masks[-1])[step]
        with pytest.raises(IllegalMove, match="in game 3") as refused:
            games.step(bad)
        assert refused.value.reason.rule
        for outside in (-1, games.actions, 2**40):
            bad[-1] = outside
            with pytest.raises(UnknownMove, match=f"{outside} in game 3"):
                games.step(bad)
        refusals: list[Any] = [
            good[:-1],
            good[None],
            3,
            good.astype(float),
            good.astype(bool),
            ["a"] * 4,
            [[1], [1, 2]],
        ]
        for wrong in refusals:
            with pytest.raises(BadBatch, match="moves"):
                games.step(wrong)
        assert same(shown(games), before)
        games.step(good)
        twin.step(good)
        assert same(shown(games), shown(twin))


def test_moves_may_have_any_integer_type() -> None:
    games = [sat_down("hagakure") for _ in range(5)]
    moves = chosen(games[0], 0)
    for one, given in zip(
        games, [moves, moves.astype(np.uint8), moves.astype(">i4"), moves.tolist(), moves], strict=True
    ):
        one.step(given)
        assert same(shown(one), shown(games[0]))
    spread = np.zeros(8, np.int64)
    moves = chosen(games[0], 1)
    spread[::2] = moves
    games[0].step(moves)
    games[1].step(spread[::2])
    assert same(shown(games[0]), shown(games[1]))


@every_game
def test_samples_are_legal_and_independent_of_chance(key: str) -> None:
    games, twin = sat_down(key), sat_down(key)
    for _ in range(25):
        kept = games.sample()
        assert games.masks[np.arange(4), kept].all()
        again = kept.copy()
        games.sample(Rng(8))
        assert np.array_equal(kept, again)
        games.step(kept)
        twin.step(kept)
        assert same(shown(games), shown(twin))


def test_samples_are_uniform() -> None:
    games = sat_down("hagakure", n=1)
    draws = np.array([games.sample()[0] for _ in range(4000)])
    legal = np.flatnonzero(games.masks[0])
    assert set(draws) == set(legal)
    share = 1 / len(legal)
    error = np.sqrt(share * (1 - share) / len(draws))
    assert all(abs((draws == move).mean() - share) < 5 * error for move in legal)


@every_game
def test_the_layout_describes_every_column(key: str) -> None:
    games = sat_down(key)
    at = 0
    for name, part in games.layout.items():
        assert part.name == name
        assert part.place.start == at
        assert part.about
        assert (games.scales[part.place] == part.most).all()
        at = part.place.stop
    assert at == games.width == games.scales.size
    assert np.allclose(games.scaled(), games.observations / games.scales)
    out = np.empty(games.observations.shape, np.float32)
    assert games.scaled(out) is out
    assert np.array_equal(out, games.scaled())


def test_arrays_are_read_only() -> None:
    games = sat_down("hagakure")
    for one in (games.observations, games.masks, games.current_players, games.rewards, games.ended, games.scales):
        with pytest.raises(ValueError, match="read-only"):
            one[0] = 0


def test_the_arrays_outlive_the_batch() -> None:
    games = sat_down("hagakure")
    kept, copy = games.observations, games.observations.copy()
    del games
    others = [sat_down("hagakure", seed=seed) for seed in range(5)]
    assert np.array_equal(kept, copy)
    assert len(others) == 5


def test_batches_without_a_seed_differ() -> None:
    one, other = batch("hagakure", n=4), batch("hagakure", n=4)
    assert one.seed != other.seed
    assert not np.array_equal(one.observations, other.observations)
    assert np.array_equal(batch("hagakure", n=4, seed=one.seed).observations, one.observations)


def test_invalid_batch_arguments_are_refused() -> None:
    call: Any = batch
    refusals: list[tuple[type[Exception], str, dict[str, Any]]] = [
        (UnknownGame, "game", {"game": "go"}),
        (BadSeats, "seats", {"seats": 9}),
        (UnknownOption, "colour", {"colour": "red"}),
        (BadSeed, "seed", {"seed": "seven"}),
        (BadSeed, "seed", {"seed": 1.5}),
        (BadBatch, "rewards", {"rewards": "money"}),
        (BadBatch, "views", {"views": "nobody"}),
        *((BadBatch, "n: ", {"n": n}) for n in (0, -1, 10**9, 2.0, True, None)),
    ]
    for error, where, given in refusals:
        with pytest.raises(error, match=where):
            call(**({"game": "hagakure", "n": 2, "seed": 1} | given))
    games = sat_down("hagakure")
    before = shown(games)
    with pytest.raises(BadSeed):
        games.reset("seven")  # type: ignore[arg-type]
    assert same(shown(games), before)
    assert games.seed == 3


def test_numpy_is_required_only_for_batches() -> None:
    program = """
import sys
sys.modules["numpy"] = None
import zashiki.research
try:
    zashiki.research.batch("hagakure")
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "zashiki[batch]" in done.stdout
