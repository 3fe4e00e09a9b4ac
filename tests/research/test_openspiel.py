"""The games in OpenSpiel: its own checks pass, and no string or tensor leaks hidden information."""

import copy
import importlib.util
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import zashiki
from research.playthroughs import FOLDER, SHORT, name, path_of, played
from support import Setting, default_settings, settings
from zashiki import CHANCE, Match, Rng, registry
from zashiki.research.openspiel import LEDGER, Resampler, SeatObserver, ZashikiState, remembered
from zashiki.research.perfect_recall import RecallState, observed, replayed
from zashiki.research.perfect_recall import Setting as Kind

every_game = pytest.mark.parametrize("key", sorted(registry.packages()))
every_setting = pytest.mark.parametrize("setting", settings(), ids=str)


def loaded(setting: Setting, **more: str) -> Any:
    """Load a setting as an OpenSpiel game."""
    words = {"seats": str(setting.seats), **more}
    for option, value in setting.options.items():
        words[option] = str(value)
        if isinstance(value, list):
            rows = [" ".join(map(str, row)) if isinstance(row, list) else str(row) for row in value]
            words[option] = "/".join(rows)
    return pyspiel.load_game(f"zashiki_{setting.key}({','.join(f'{word}={value}' for word, value in words.items())})")


def walk(game: Any, seed: int, most: int = 10**9) -> Iterator[ZashikiState]:
    """Yield the states of a random game; each is gone when the next one comes."""
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal() and most > 0:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(outcomes, p=chances)
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(int(action))
        most -= 1
        yield state


# --- OpenSpiel's own checks ---


@every_game
def test_a_short_game_passes_the_random_simulation(key: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name(key)), 1, False, False)  # noqa: FBT003


@pytest.mark.once
@pytest.mark.parametrize("setting", default_settings(), ids=str)
def test_every_number_of_seats_passes_the_random_simulation(setting: Setting) -> None:
    shorter = {"rounds": "3"} if setting.key == "sakura" else {}
    pyspiel.random_sim_test(loaded(setting, **shorter), 1, False, False)  # noqa: FBT003


@pytest.mark.once
@every_game
def test_a_short_game_passes_the_random_simulation_stored_at_every_step(key: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name(key)), 1, True, False)  # noqa: FBT003


class Sampled(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's test of the Python API on about a hundred states of a game."""

    __test__ = False

    @classmethod
    def setUpClass(cls) -> None:
        random.seed(2026)
        super().setUpClass()


for _key in registry.packages():
    _game = pyspiel.load_game(name(_key))
    globals()[f"TestApi{_key.title()}"] = pytest.mark.once(
        type(f"TestApi{_key.title()}", (Sampled,), {"__test__": True, "game": _game, "game_name": f"zashiki_{_key}"})
    )


@pytest.mark.once
@every_game
def test_the_playthrough_is_as_before(key: str) -> None:
    assert played(key) == path_of(key).read_text("utf-8")


def test_every_playthrough_belongs_to_a_game() -> None:
    assert set(FOLDER.iterdir()) == {path_of(key) for key in registry.packages()}


# --- what is played ---


@every_setting
def test_sizes_and_names_are_the_games_own(setting: Setting) -> None:
    game = loaded(setting)
    ours = setting.game
    options = ours.checked(setting.seats, setting.options)
    assert game.setting == Kind(setting.key, setting.seats, options)
    assert game.num_players() == setting.seats
    assert game.num_distinct_actions() == ours.action_count
    assert game.max_chance_outcomes() == ours.chance_count
    assert game.max_game_length() == ours.max_plies(setting.seats, options)
    width = sum(field.size for field in registry.package(setting.key).observer.fields(setting.seats, options))
    assert game.observation_tensor_shape() == [width]
    assert game.information_state_tensor_shape() == [width + 2 * min(LEDGER, game.max_game_length())]
    state = game.new_initial_state()
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        ours.name(CHANCE, action) for action in state.position.state.legal(CHANCE)
    ]


@every_game
def test_a_game_runs_as_the_engine_does(key: str) -> None:
    game = pyspiel.load_game(name(key))
    rng = Rng(3)
    ours = game.setting.game.start(game.num_players(), game.setting.options)
    state = game.new_initial_state()
    while not state.is_terminal():
        seat = ours.turn()
        legal = ours.legal(seat)
        assert (state.current_player(), state.legal_actions()) == (seat, legal)
        assert state.is_chance_node() == (seat == CHANCE)
        if seat == CHANCE:
            outcomes = dict(state.chance_outcomes())
            total = sum(ours.weights())
            assert outcomes == {a: w / total for a, w in zip(legal, ours.weights(), strict=True)}
        assert state.returns() == state.rewards() == [0.0] * game.num_players()
        action = legal[int(rng.below(len(legal)))]
        state.apply_action(action)
        ours.apply(seat, action)
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []
    assert state.returns() == state.rewards()
    assert sum(state.returns()) == pytest.approx(0.0)


@every_game
def test_rewards_are_shares_of_the_victory_or_points(key: str) -> None:
    moves: list[int] = []
    for reward in ("win", "points"):
        game = pyspiel.load_game(name(key).replace(",rewards=points", "").replace(")", f",rewards={reward})"))
        state = game.new_initial_state()
        if not moves:
            moves = list(last(game, 5).history())
        for action in moves:
            state.apply_action(action)
        ours = state.position.state
        seats, winners, scores = game.num_players(), ours.winners(), ours.scores()
        if reward == "win":
            expected = [(seat in winners) / len(winners) - 1 / seats for seat in range(seats)]
        else:
            expected = [score - sum(scores) / seats for score in scores]
        assert state.returns() == pytest.approx(expected)


def last(game: Any, seed: int) -> Any:
    """Return the end of a random game."""
    state = None
    for state in walk(game, seed):  # noqa: B007
        pass
    return state


@pytest.mark.once
@every_setting
def test_returns_are_within_the_utility_bounds(setting: Setting) -> None:
    game = loaded(setting, rewards="points")
    for seed in range(4):
        assert all(game.min_utility() <= value <= game.max_utility() for value in last(game, seed).returns())


def test_default_options_depend_on_the_number_of_seats() -> None:
    assert pyspiel.load_game("zashiki_hagakure").setting.options == {"rounds": 8}
    assert pyspiel.load_game("zashiki_hagakure(seats=5)").setting.options == {"rounds": 5}
    assert pyspiel.load_game("zashiki_hagakure(seats=5,rounds=0)").setting.options == {"rounds": 5}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("zashiki_hagakure(seats=6)", "3, 4 or 5 for Hagakure"),
        ("zashiki_hagakure(rounds=21)", "a whole number from 1 to 20"),
        ("zashiki_hagakure(rounds=-1)", "a whole number from 1 to 20"),
        ("zashiki_hagakure(rewards=cash)", "one of 'win', 'points'"),
        ("zashiki_hijun(tokens=rising)", "'ascending', 'flat', or 5 rows of 4 whole numbers from 0 to 99"),
        ("zashiki_hijun(tokens=1 2/3 4)", "'ascending', 'flat', or 5 rows of 4 whole numbers from 0 to 99"),
        ("zashiki_hiroba(tiles=box)", "'standard', or a list of 9 to 12 tiles such as '~ab bab bbB'"),
        ("zashiki_hiroba(tiles=~ab bab bbB/b~b bbb Aab)", r"a set needs 9 to 12 tiles, but this one has 2 (HB-R8\)"),
        ("zashiki_sakura(teams=two)", "'none' with 2 seats"),
        ("zashiki_sakura(rounds=4)", "one of 12, 6, 3, 1"),
    ],
)
def test_an_invalid_parameter_is_refused_with_the_valid_values(text: str, said: str) -> None:
    with pytest.raises(zashiki.ZashikiError, match=said.replace("(", r"\(")):
        pyspiel.load_game(text)


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    state = next(state for state in walk(pyspiel.load_game("zashiki_hagakure"), 1) if state.current_player() >= 0)
    before = str(state)
    seat = state.current_player()
    play = registry.find("hagakure").parse(seat, "play 6")
    with pytest.raises(zashiki.IllegalMove):
        state.apply_action(play)
    with pytest.raises(zashiki.UnknownMove):
        state.apply_action(1000)
    assert (str(state), state.current_player()) == (before, seat)
    dealing = pyspiel.load_game("zashiki_hagakure").new_initial_state()
    with pytest.raises(zashiki.ZashikiError, match="one of dealer 0, dealer 1"):
        dealing.apply_action(registry.find("hagakure").parse(CHANCE, "deal 6"))


# --- copies ---


@every_game
def test_copies_and_pickles_are_equal_and_independent(key: str) -> None:
    game = pyspiel.load_game(name(key))
    for ply, state in enumerate(walk(game, 2)):
        if ply % 29:
            continue
        before = everything(state)
        _, stored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), stored):
            assert everything(twin) == before
            assert twin.history() == state.history()
            if not twin.is_terminal():
                twin.apply_action(twin.legal_actions()[0])
                assert everything(twin) != before
        assert everything(state) == before


def everything(state: Any) -> list[Any]:
    """Return everything that any player can observe of a state."""
    seats = range(state.num_players())
    return [str(state), state.current_player(), *(observed_by(state, seat) for seat in seats)]


def observed_by(state: Any, seat: int) -> list[Any]:
    """Return everything that a seat can observe of a state."""
    return [
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
    ]


# --- what a seat knows ---


@every_game
def test_tensors_are_observations_and_the_visible_moves(key: str) -> None:
    game = pyspiel.load_game(name(key))
    setting = game.setting
    fields = registry.package(key).observer.fields(setting.seats, setting.options)
    now = make_observation(game)
    ever = make_observation(game, INFO_STATE_OBS_TYPE)
    assert [*now.dict, "moves"] == list(ever.dict) == [*(field.name for field in fields), "moves"]
    for ply, state in enumerate(walk(game, 7)):
        if ply % 17:
            continue
        seat = ply % setting.seats
        now.set_from(state, seat)
        ever.set_from(state, seat)
        numbers = np.frombuffer(observed(setting, state.position.state, seat), np.int16)
        at = 0
        for field in fields:
            part = numbers[at : at + field.size] / field.most
            at += field.size
            assert np.allclose(now.dict[field.name], part)
            assert np.array_equal(ever.dict[field.name], now.dict[field.name])
        assert np.array_equal(now.tensor, np.array(state.observation_tensor(seat), np.float32))
        assert np.array_equal(ever.tensor, np.array(state.information_state_tensor(seat), np.float32))
        check_moves(ever.dict["moves"], state, seat)


def check_moves(rows: Any, state: Any, seat: int) -> None:
    """Check the moves of an information state tensor against a replay of the game."""
    setting = state.position.setting
    ours = setting.game.start(setting.seats, setting.options)
    history = state.full_history()
    for row, move in zip(rows, history, strict=False):
        chance = move.player == pyspiel.PlayerId.CHANCE
        place = 1 if chance else 2 + (move.player - seat) % setting.seats
        shown = setting.observer.move_visible_to(ours, int(move.player), move.action, seat)
        many = setting.game.chance_count if chance else setting.game.action_count
        assert row[0] * (setting.seats + 1) == pytest.approx(place)
        assert row[1] * many == pytest.approx(move.action + 1 if shown else 0, rel=1e-5)
        ours.apply(int(move.player), move.action)
    assert not rows[len(history) :].any()


@every_game
def test_an_information_state_only_grows_and_has_the_seats_own_moves(key: str) -> None:
    game = pyspiel.load_game(name(key))
    before = [""] * game.num_players()
    mover, action = CHANCE, 0
    for state in walk(game, 8):
        for seat in range(game.num_players()):
            text = state.information_state_string(seat)
            assert text.startswith(before[seat])
            assert text.count("\n") == state.move_number() + 1
            before[seat] = text
        if state.move_number() > 0:
            mover, action = int(state.full_history()[-1].player), state.history()[-1]
        if mover != CHANCE:
            assert before[mover].splitlines()[-1].startswith(f"{mover} {game.setting.game.name(mover, action)}")


@pytest.mark.once
@every_game
def test_information_states_differ_exactly_by_what_the_seat_sees(key: str) -> None:
    """Moves that a seat cannot distinguish leave it with the same strings and tensors; others do not."""
    game = pyspiel.load_game(name(key))
    setting = game.setting
    observer = SeatObserver(setting, recall=True)
    hidden = shown = 0
    for ply, state in enumerate(walk(game, 9)):
        if ply % 3 or state.is_terminal():
            continue
        mover = state.position.state.turn()
        legal = state.legal_actions()
        worlds = [after(state.position, mover, action) for action in (legal[0], legal[-1])]
        for seat in range(setting.seats):
            sees = [
                setting.observer.move_visible_to(state.position.state, mover, action, seat)
                for action in (legal[0], legal[-1])
            ]
            texts = [remembered(world, seat) for world in worlds]
            tensors = [tensor(observer, world, seat) for world in worlds]
            if len(legal) > 1 and all(sees):
                shown += 1
                assert texts[0] != texts[1]
                assert tensors[0] != tensors[1]
            elif not any(sees):
                hidden += 1
                assert texts[0] == texts[1]
                assert tensors[0] == tensors[1]
    assert shown
    assert hidden or not any_secrets(key)


def any_secrets(key: str) -> bool:
    return bool(pyspiel.load_game(name(key)).get_type().information == _IMPERFECT)


_IMPERFECT = pyspiel.GameType.Information.IMPERFECT_INFORMATION


def after(position: RecallState, mover: int, action: int) -> RecallState:
    twin = position.clone()
    twin.apply(mover, action)
    return twin


def tensor(observer: SeatObserver, position: RecallState, seat: int) -> list[float]:
    class Held:
        """The part of a state that an observer uses."""

    held: Any = Held()
    held.position = position
    observer.set_from(held, seat)
    numbers: list[float] = observer.tensor.tolist()
    return numbers


def test_only_hiroba_has_no_secrets() -> None:
    assert [key for key in sorted(registry.packages()) if not any_secrets(key)] == ["hiroba"]


# The redeals of each game, written independently of the engine, with OpenSpiel's observations instead of views.

REDEALS = ("hagakure", "hijun", "hitohira", "sakura")


def observed_at(match: Match, seat: int | None) -> list[Any]:
    """Return everything that OpenSpiel would show a seat of a match."""
    if seat is None:
        return []
    kind = Kind(match.game.key, match.seats, match.options)
    moves = []
    for line in match.record().moves:
        who, move = line.split(" ", 1)
        mover = CHANCE if who == "*" else int(who)
        moves.append((mover, match.game.parse(mover, move)))
    position = replayed(kind, moves)
    return [remembered(position, seat), tensor(SeatObserver(kind, recall=True), position, seat)]


def redeals(key: str) -> ModuleType:
    path = Path(__file__).parent.parent / key / "test_no_leak.py"
    spec = importlib.util.spec_from_file_location(f"redeals_{key}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.seen_by = observed_at  # type: ignore[attr-defined]
    return module


@pytest.mark.parametrize("key", REDEALS)
def test_a_redeal_leaves_no_trace_and_another_seat_would_notice_it(key: str) -> None:
    redeals(key).test_the_redeal_would_notice_a_leak()


@pytest.mark.once
@pytest.mark.parametrize("key", REDEALS)
def test_no_redeal_of_what_a_seat_cannot_know_leaves_a_trace(key: str) -> None:
    """Only the first of each test's settings: the others are slow, and run there with views and observations."""
    test = redeals(key).test_a_redeal_of_what_a_seat_cannot_know_leaves_no_trace
    setting: dict[str, Any] = {}
    for mark in [one for one in test.pytestmark if one.name == "parametrize"]:
        names, rows = mark.args
        names = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
        setting.update(zip(names, rows[0] if len(names) > 1 else [rows[0]], strict=True))
    test(**setting)


# --- imagined games ---


@every_game
def test_a_resampled_game_is_indistinguishable_for_the_seat(key: str) -> None:
    game = pyspiel.load_game(name(key))
    resample = Resampler(4)
    others = 0
    for ply, state in enumerate(walk(game, 10)):
        if ply % 11 or state.current_player() < 0:
            continue
        seat = state.current_player()
        for other in (resample(state, seat), state.resample_from_infostate(seat, lambda: 0.3)):
            assert observed_by(other, seat) == observed_by(state, seat)
            assert other.legal_actions() == state.legal_actions()
            assert other.history() == []
            others += str(other) != str(state)
            with pytest.raises(zashiki.ZashikiError, match="played from the start"):
                other.serialize()
            twin = other.clone()
            twin.apply_action(twin.legal_actions()[0])
            assert observed_by(twin, seat) != observed_by(other, seat)
            assert observed_by(other, seat) == observed_by(state, seat)
    assert bool(others) == any_secrets(key)


@pytest.mark.parametrize("key", [key for key in ("hagakure", "hijun", "sakura") if key in registry.packages()])
def test_a_resampled_game_does_not_reveal_what_others_hold(key: str) -> None:
    """Their information states depend on the resampled world: equal observations give equal states, others do not."""
    game = pyspiel.load_game(name(key))
    resample = Resampler(6)
    state = next(state for state in walk(game, 12) if state.current_player() >= 0)
    seat = state.current_player()
    other = (seat + 1) % game.num_players()
    found: dict[str, str] = {}
    for _ in range(20):
        world = resample(state, seat)
        text = world.information_state_string(other)
        assert found.setdefault(text, world.observation_string(other)) == world.observation_string(other)
    assert len(found) > 1


@pytest.mark.parametrize("key", [key for key in ("hagakure", "sakura") if key in registry.packages()])
def test_openspiels_search_plays_our_games(key: str) -> None:
    game = pyspiel.load_game(name(key))
    rng = np.random.RandomState(11)
    for resampler in (Resampler(1), None):
        bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 12, random_state=rng)
        bot.set_resampler(resampler)
        state = next(
            state for state in walk(game, 13) if state.current_player() >= 0 and len(state.legal_actions()) > 1
        )
        assert bot.step(state) in state.legal_actions()


def test_the_short_games_are_all_there() -> None:
    assert set(registry.packages()) <= set(SHORT) == set(registry.games())
