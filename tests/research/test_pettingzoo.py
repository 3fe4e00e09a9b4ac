"""The PettingZoo environments: PettingZoo's own checks, and that they play our games and leak nothing."""

import pickle
import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo import make
from pettingzoo.test import api_test, render_test, seed_test

from support import seen_as_numbers
from zashiki import BadOption, BadSeats, IllegalMove, Rng, UnknownGame, UnknownMove, UnknownOption, registry
from zashiki.core.batch import rewards_of
from zashiki.research.pettingzoo import layout
from zashiki.research.pettingzoo.env import ZashikiEnv

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
SHORT: dict[str, dict[str, Any]] = {"hagakure": {"rounds": 2}, "sakura": {"rounds": 1}}
"""Options for short games."""
NAMES = {
    "hagakure": "hagakure_v1",
    "hijun": "hijun_v1",
    "hiroba": "hiroba_v2",
    "hitohira": "hitohira_v2",
    "sakura": "sakura_v2",
}
"""What the environments are called: whoever trained on one of these versions must be able to rely on it."""

every_game = pytest.mark.parametrize("key", sorted(registry.packages()))
no_dict_warning = pytest.mark.filterwarnings("ignore:Observation")
"""PettingZoo warns about every space that is not a box, even about the masks that it asks for."""


def module(key: str) -> ModuleType:
    return import_module(f"zashiki.research.pettingzoo.{NAMES[key]}")


def made(key: str, seats: int | None = None, **given: Any) -> ZashikiEnv:
    env = module(key).raw_env(seats, **{**SHORT.get(key, {}), **given})
    assert isinstance(env, ZashikiEnv)
    return env


def random_move(env: Any, rng: Rng) -> int:
    moves = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    return int(moves[int(rng.below(len(moves)))])


def end(env: Any, rng: Rng) -> None:
    """Play at random until all agents are done, but still there."""
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(random_move(env, rng))


# PettingZoo's own checks


@no_dict_warning
@every_game
def test_pettingzoo_api_test_passes(key: str) -> None:
    api_test(module(key).env(**SHORT.get(key, {})), num_cycles=60)
    api_test(module(key).raw_env(rewards="points", max_cycles=5), num_cycles=20)


@every_game
def test_the_same_seed_gives_the_same_game(key: str) -> None:
    seed_test(lambda: module(key).env(**SHORT.get(key, {})), num_cycles=60)


@pytest.mark.once
@every_game
def test_all_modes_render(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module(key).env)
    assert "Seat" in capsys.readouterr().out  # the mode for people prints


@every_game
def test_metadata_is_complete(key: str) -> None:
    env = module(key).env()
    assert env.metadata == {
        "name": NAMES[key],
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }
    assert str(env) == NAMES[key]


@every_game
def test_pettingzoo_finds_it_by_name(key: str) -> None:
    env = make("aec", f"zashiki/{NAMES[key]}", seats=registry.find(key).seat_counts[-1])
    assert isinstance(env.unwrapped, ZashikiEnv)
    assert env.unwrapped.game is registry.find(key)
    assert len(env.possible_agents) == registry.find(key).seat_counts[-1]


@every_game
@pytest.mark.parametrize("cycles", [1, 3])
def test_a_game_is_truncated_after_max_cycles(key: str, cycles: int) -> None:
    env = made(key, max_cycles=cycles)
    env.reset(seed=1)
    rng = Rng(1)
    steps = 0
    while not any(env.truncations.values()):
        env.step(random_move(env, rng))
        steps += 1
    assert steps == cycles * env.seats
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
    for agent in env.agent_iter():
        assert not env.observe(agent)["action_mask"].any()
        env.step(None)
    assert env.agents == []


# What agents see


@every_game
def test_observations_and_masks_match_the_engine(key: str) -> None:
    for seats in registry.find(key).seat_counts:
        env = made(key, seats)
        parts = layout(key, seats, **SHORT.get(key, {}))
        env.reset(seed=seats)
        rng = Rng(seats)
        ply = 0
        while not any(env.terminations.values()):
            mover = env.view()["seat"]
            if ply % 9 == 0:
                for seat, agent in enumerate(env.possible_agents):
                    seen = env.observe(agent)
                    assert env.observation_space(agent).contains(seen)
                    legal = [move["action"] for move in env.view()["moves"]] if seat == mover else []
                    assert np.flatnonzero(seen["action_mask"]).tolist() == legal
                own = env.observe(env.agent_selection)["observation"]
                assert own[parts[0].place].sum() == 1
            env.step(random_move(env, rng))
            ply += 1
        for agent in env.possible_agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            assert not seen["action_mask"].any()
        assert env.state_space.contains(env.state())


@every_game
def test_the_layout_covers_the_row(key: str) -> None:
    for seats in registry.find(key).seat_counts:
        parts = layout(key, seats)
        env = module(key).raw_env(seats)
        assert parts[0].place.start == 0
        assert all(one.place.stop == other.place.start for one, other in pairwise(parts))
        assert env.observation_space("seat_0")["observation"].shape == (parts[-1].place.stop,)
        assert [part.name for part in parts] == [
            field.name for field in registry.package(key).observer.fields(seats, registry.find(key).checked(seats, {}))
        ]


def test_the_numbers_of_a_hand_are_the_cards_of_it() -> None:
    env = made("hagakure", 4)
    env.reset(seed=3)
    parts = {part.name: part for part in layout("hagakure", 4, rounds=2)}
    seen = env.observe(env.agent_selection)["observation"]
    hand = np.flatnonzero(seen[parts["hand"].place])
    held = env.view()["board"]["players"][env.view()["seat"] or 0]["hand"]
    assert sorted(str(card + 1) if card < 27 else "fool" for card in hand) == sorted(card["name"] for card in held)
    assert parts["round"].most == 2
    assert seen[parts["round"].place].tolist() == [0.5]


def test_an_observation_is_the_agents_own() -> None:
    env = made("hagakure")
    env.reset(seed=1)
    first = env.observe("seat_0")
    kept = first["observation"].copy()
    env.observe("seat_1")
    env.step(random_move(env, Rng(1)))
    assert (first["observation"] == kept).all()


@every_game
def test_hidden_information_does_not_change_observations(key: str) -> None:
    env = made(key)
    env.reset(seed=4)
    rng = Rng(4)
    ply = 0
    while not any(env.terminations.values()):
        if ply % 13 == 0:
            truth = env._state
            for seat, agent in enumerate(env.possible_agents):
                seen = env.observe(agent)
                env._state = truth.resample(seat, Rng(ply))
                again = env.observe(agent)
                assert (again["observation"] == seen["observation"]).all()
                assert (again["action_mask"] == seen["action_mask"]).all()
                env._state = truth
        env.step(random_move(env, rng))
        ply += 1


@pytest.mark.once
@every_game
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_rendering_leaks_nothing(key: str, mode: str) -> None:
    env = made(key, render_mode=mode)
    env.reset(seed=5)
    rng = Rng(5)
    for ply in range(40):
        if ply % 13 == 0:
            truth = env._state
            shown = env.render()
            env._state = truth.resample(int(truth.turn()), Rng(ply))
            again = env.render()
            assert shown is not None
            assert again is not None
            assert np.array_equal(again, shown)
            env._state = truth
        env.step(random_move(env, rng))
        if any(env.terminations.values()):
            break


@every_game
def test_simultaneous_choices_are_hidden_until_all_have_chosen(key: str) -> None:
    env = made(key)
    tried = 0
    for seed in range(3):
        env.reset(seed=seed)
        rng = Rng(seed)
        while not any(env.terminations.values()):
            before = env._state
            waiting = before.waiting()
            if len(waiting) > 1 and tried < 30:
                seat = int(before.turn())
                observations = []
                for action in before.legal(seat)[:3]:
                    env._state = before.clone()
                    env._state.apply(seat, action)
                    if env._state.waiting() != waiting:
                        observations.append(
                            [env._observe(other).tolist() for other in range(env.seats) if other != seat]
                        )
                assert all(one == observations[0] for one in observations)
                env._state = before
                tried += len(observations) > 1
            env.step(random_move(env, rng))
    assert tried or key != "hijun"


# Playing


@every_game
@pytest.mark.parametrize("kind", ["win", "points"])
def test_rewards_are_zero_sum_and_those_of_the_winners(key: str, kind: str) -> None:
    env = made(key, rewards=kind)
    for seed in range(2):
        env.reset(seed=seed)
        rng = Rng(seed)
        while not any(env.terminations.values()):
            assert set(env.rewards.values()) == {0.0}
            env.step(random_move(env, rng))
        assert all(env.terminations.values())
        view = env.view()
        assert view["over"]
        rewards = [env.rewards[agent] for agent in env.possible_agents]
        assert sum(rewards) == pytest.approx(0)
        if kind == "points":
            assert rewards == pytest.approx([score - sum(view["scores"]) / env.seats for score in view["scores"]])
        else:
            best = [seat for seat, reward in enumerate(rewards) if reward == max(rewards)]
            assert best == view["winners"]
        for agent, reward in zip(env.possible_agents, rewards, strict=True):
            assert env.agent_selection == agent
            assert env.last()[1] == reward
            env.step(None)
        assert env.agents == []


def test_a_seed_gives_a_series_of_games_whatever_is_played() -> None:
    one, other = made("hagakure"), made("hagakure")
    one.reset(seed=11)
    end(one, Rng(1))
    one.reset()
    other.reset(seed=11)
    first = other.observe("seat_0")["observation"]
    other.reset()
    second = other.observe("seat_0")["observation"]
    assert (one.observe("seat_0")["observation"] == second).all()
    assert (first != second).any()
    other.reset(seed=12)
    assert (other.observe("seat_0")["observation"] != first).any()


@every_game
def test_a_game_is_that_of_the_rules_with_the_chance_of_its_seed(key: str) -> None:
    env = made(key)
    env.reset(seed=9)
    chance = Rng(9).branch()  # the same as in a batch (`zashiki.core.batch`)
    state = env.game.start(env.seats, env.options)
    state.resolve_chance(chance)
    rng = Rng(9)
    while state.waiting():
        assert env.agent_selection == f"seat_{state.turn()}"
        action = random_move(env, rng)
        seen = np.rint(env.observe(env.agent_selection)["observation"] * env._most).tolist()
        assert seen == seen_as_numbers(env.game, env.options, state, int(state.turn()))
        state.apply(state.turn(), action)
        state.resolve_chance(chance)
        env.step(action)
    assert all(env.terminations.values())
    assert list(env.rewards.values()) == rewards_of(state, "win")


def test_games_without_a_seed_differ() -> None:
    rows = []
    for _ in range(6):
        env = made("hagakure")
        env.reset()
        rows.append(tuple(env.observe("seat_0")["observation"].tolist()))
    assert len(set(rows)) > 1


def test_an_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(made("hagakure", 5, rewards="points", render_mode="ansi", max_cycles=3)))
    assert (env.seats, env.options["rounds"], env.kind, env.render_mode, env.max_cycles) == (5, 2, "points", "ansi", 3)
    env.reset(seed=1)


@every_game
def test_an_illegal_move_is_refused_with_its_reason(key: str) -> None:
    env = made(key)
    env.reset(seed=2)
    agent = env.agent_selection
    seen = env.observe(agent)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove) as refused:
        env.step(wrong)
    assert refused.value.reason.rule in str(refused.value)
    assert env.agent_selection == agent
    assert (env.observe(agent)["observation"] == seen["observation"]).all()
    for nonsense in (None, "1", 0.5, -1, env.game.action_count):
        with pytest.raises(UnknownMove):
            env.step(nonsense)  # type: ignore[arg-type]


@every_game
@pytest.mark.parametrize(("kind", "costs"), [("win", -1.0), ("points", -10_000.0)])
def test_with_its_wrappers_an_illegal_move_loses(key: str, kind: str, costs: float) -> None:
    env = module(key).env(rewards=kind)
    env.reset(seed=2)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert {one: reward for one, reward in env.rewards.items() if reward} == {agent: costs}
    for one in env.agent_iter():
        assert not env.observe(one)["action_mask"].any()
        env.step(None)
    assert env.agents == []
    env.reset(seed=2)
    assert env.agent_selection == agent


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(BadSeats):
        made("hagakure", 9)
    with pytest.raises(BadSeats):
        made("hagakure", 4.0)  # type: ignore[arg-type]
    with pytest.raises(UnknownOption):
        made("hagakure", colour="red")
    with pytest.raises(BadOption, match="rewards"):
        made("hagakure", rewards="fame")
    with pytest.raises(BadOption, match="render_mode"):
        made("hagakure", render_mode="film")
    with pytest.raises(BadOption, match="max_cycles"):
        made("hagakure", max_cycles=0)
    with pytest.raises(UnknownGame):
        layout("chess")


# Rendering


def test_ansi_matches_the_terminal() -> None:
    env = made("hagakure", 4, render_mode="ansi")
    env.reset(seed=3)
    shown = env.render()
    assert isinstance(shown, str)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    view = env.view()
    assert f"Seat {view['seat']}" in plain
    assert "Round 1 of 2" in plain
    assert "Your hand" in plain
    assert view["prompt"]["text"] in plain


@pytest.mark.once
@every_game
def test_pictures_change_with_the_game_and_keep_their_size(key: str) -> None:
    for seats in (registry.find(key).seat_counts[0], registry.find(key).seat_counts[-1]):
        env = made(key, seats, render_mode="rgb_array")
        env.reset(seed=6)
        rng = Rng(6)
        before: Any = None
        ply = 0
        while True:
            over = any(env.terminations.values())
            if over or ply % 60 == 0:
                shown: Any = env.render()
                assert shown.shape == (720, 1120, 3)
                assert shown.dtype == np.uint8
                assert len(np.unique(shown @ np.array([65536, 256, 1]))) > 50  # more than an empty canvas has
                assert before is None or (shown != before).any()
                before = shown
            if over:
                break
            env.step(random_move(env, rng))
            ply += 1


# The page


def test_the_examples_of_the_page_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    example, layouts = (block for block in blocks if "zashiki.research.pettingzoo" in block)
    shared: dict[str, Any] = {}
    exec(example, shared)
    assert sorted(shared["won"]) == ["seat_0", "seat_1", "seat_2", "seat_3"]
    assert sum(shared["won"].values()) == pytest.approx(0)
    exec(layouts, shared)
    assert shared["hand"].sum() == 4
