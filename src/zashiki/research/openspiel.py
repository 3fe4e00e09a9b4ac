"""The games for OpenSpiel: `import zashiki.research.openspiel` registers every installed game as `zashiki_<key>`.

Chance is explicit. Seats that decide simultaneously act one after the other, and none sees what the others chose.
Every game takes `seats`, `rewards` (`win` or `points`), and its own options; `docs/research.md` lists them all and the
layout of the tensors.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from zashiki.extras import needs

with needs("openspiel", "zashiki.research.openspiel"):
    import numpy as np
    import pyspiel
from librt.vecs import vec
from mypy_extensions import i16

from zashiki import registry
from zashiki.core.batch import POINTS, REWARDS, WIN, rewards_of
from zashiki.core.errors import BadOption
from zashiki.core.game import CHANCE, OVER, Game
from zashiki.core.observation import Field, ObservationWriter
from zashiki.core.options import Option, Options
from zashiki.core.rng import Rng
from zashiki.research.perfect_recall import RecallState, Setting, dense, started

PREFIX: Final = "zashiki_"
"""Prefix of our games' names."""
LEDGER: Final = 1024
"""An information state tensor has room for this many moves, or for `max_plies` if that is fewer.

Real games are much shorter than the longest possible one: the longest of the built-in games have some 700 moves. If a
game has more, the oldest moves are dropped from the tensor, but not from the string.
"""
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
_SEEDS: Final = 2**53


class ZashikiGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its seats and options."""

    ours: ClassVar[Game]
    """The key of the game."""
    described: ClassVar[pyspiel.GameType]
    """OpenSpiel's description of the game."""

    def __init__(self, params: dict[str, Any]) -> None:
        game = self.ours
        seats = params["seats"]
        rewards = params["rewards"]
        if rewards not in REWARDS:
            raise BadOption(rewards, "one of " + ", ".join(repr(word) for word in REWARDS), "parameter rewards")
        options = game.checked(seats, _given(game, seats, params))
        self.setting = Setting(game.key, seats, options)
        """The game, its seats and its options."""
        self.kind = rewards
        """The kind of rewards: `win` or `points`."""
        self._start = started(self.setting)
        low, high = -1.0 / seats, 1.0 - 1.0 / seats
        if rewards == POINTS:
            least, most = registry.package(self.setting.key).score_bounds(self.setting.seats, self.setting.options)
            high = (most - least) * (seats - 1) / seats
            low = -high
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=game.chance_count,
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0,
            max_game_length=game.max_plies(seats, options),
        )
        super().__init__(self.described, info, params)

    def new_initial_state(self) -> "ZashikiState":
        """Return a new game, before any move of chance."""
        return ZashikiState(self, self._start.clone())

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "SeatObserver | None":
        """Return an observer of a seat, with or without perfect recall; None for other kinds of observation."""
        if params:
            raise BadOption(params, "no parameters", "observer")
        if iig_obs_type is None:
            return SeatObserver(self.setting, recall=False)
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SeatObserver(self.setting, recall=iig_obs_type.perfect_recall)


class ZashikiState(pyspiel.State):  # type: ignore[misc]
    """A game in progress.

    Some methods are overridden although OpenSpiel does not require it (`legal_actions`, `is_chance_node`,
    `information_state_string`): called from Python, they then avoid the detour through C++.
    """

    def __init__(self, game: ZashikiGame, position: RecallState) -> None:
        super().__init__(game)
        self.kind = game.kind
        """The kind of rewards."""
        self.position = position
        """The engine's state and its history: the only part that changes, which OpenSpiel copies and serializes."""

    def current_player(self) -> int:
        """Return the player to move; of several who may choose simultaneously, the lowest."""
        turn = self.position.state.turn()
        return _TERMINAL if turn == OVER else turn

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.state.turn() == OVER

    def is_chance_node(self) -> bool:
        """Return whether chance is to act."""
        return self.position.state.turn() == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal moves; none for players who are not to act."""
        turn = self.position.state.turn()
        if turn != OVER and (player is None or player == turn):
            return self.position.state.legal(turn)
        legal: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
        return legal

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes with their probabilities."""
        state = self.position.state
        weights = state.weights()
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(state.legal(CHANCE), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        position = self.position
        position.apply(position.state.turn(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.setting.game.name(player, action)

    def returns(self) -> list[float]:
        """Return each seat's reward; 0 before the end."""
        state = self.position.state
        return rewards_of(state, self.kind) if state.turn() == OVER else [0.0] * int(state.seats)

    def information_state_string(self, player: int | None = None) -> str:
        """Return everything that a seat was told so far."""
        seat = self.position.state.turn() if player is None else player
        if 0 <= seat < self.position.setting.seats:
            return remembered(self.position, seat)
        text: str = super().information_state_string(seat)  # raises OpenSpiel's own error
        return text

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float] | pyspiel.UniformProbabilitySampler | None = None
    ) -> "ZashikiState":
        """Return a state that the player considers possible: everything it cannot know is redrawn.

        It has no history and cannot be serialized, since it was never played.
        """
        number = np.random.random() if sampler is None else sampler()
        return self.imagined(player, Rng(int(number * _SEEDS)))

    def imagined(self, player: int, rng: Rng) -> "ZashikiState":
        """Do the same with one of our generators."""
        return ZashikiState(self.get_game(), self.position.resample(player, rng))

    def __str__(self) -> str:
        setting = self.position.setting
        return dense(setting.game.open_board(self.position.state))


class Resampler:
    """A resampler for OpenSpiel's `ISMCTSBot.set_resampler`, reproducible by its seed."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def __call__(self, state: ZashikiState, player: int) -> ZashikiState:
        return state.imagined(player, self._rng)


class SeatObserver:
    """An OpenSpiel observer: what a seat sees now or, with `recall`, everything it was ever told."""

    def __init__(self, setting: Setting, recall: bool) -> None:
        self._setting = setting
        self._recall = recall
        fields = setting.observer.fields(setting.seats, setting.options)
        self._width = setting.width
        rows = ledger_rows(setting) if recall else 0
        self.tensor = np.zeros(self._width + 2 * rows, np.float32)
        """All numbers in a row."""
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        """The fields by name, sharing memory with `tensor`."""
        at = 0
        for field in fields:
            self.dict[field.name] = self.tensor[at : at + field.size]
            at += field.size
        if recall:
            self.dict["moves"] = self.tensor[at:].reshape(rows, 2)
        self._row = vec[i16]([i16(0)] * self._width)
        self._numbers = np.frombuffer(memoryview(self._row), np.int16)
        self._scale = _scale(fields)

    def set_from(self, state: ZashikiState, player: int) -> None:
        """Write the seat's observation into the tensor."""
        setting = self._setting
        setting.observer.observe(state.position.state, player, ObservationWriter(self._row))
        np.multiply(self._numbers, self._scale, out=self.tensor[: self._width])
        if self._recall:
            _write_ledger(self.dict["moves"], state.position, player)

    def string_from(self, state: ZashikiState, player: int) -> str:
        """Return the observation as a string."""
        position = state.position
        if self._recall:
            return remembered(position, player)
        return f"seat {player} sees {dense(position.setting.game.board(position.state, player))}"


def remembered(position: RecallState, seat: int) -> str:
    """Return the information state: everything that the seat was told, a line for each move."""
    return f"seat {seat} of {position.setting.seats}\n{position.remember().texts[seat]}"


def ledger_rows(setting: Setting) -> int:
    """Return the number of moves for which an information state tensor has room."""
    return min(LEDGER, setting.game.max_plies(setting.seats, setting.options))


def _write_ledger(rows: np.ndarray[Any, np.dtype[np.float32]], position: RecallState, seat: int) -> None:
    """Write every move, oldest first: the actor and, if the seat saw it, the action."""
    setting = position.setting
    game, seats = setting.game, setting.seats
    plies = position.remember().plies[-len(rows) :]
    whose = [1 if mover == CHANCE else 2 + (mover - seat) % seats for mover, _, _ in plies]
    which = [
        (action + 1) / (game.chance_count if mover == CHANCE else game.action_count) if (seers >> seat) & 1 else 0.0
        for mover, action, seers in plies
    ]
    made = len(plies)
    rows[:made, 0] = whose
    rows[:made, 0] /= seats + 1
    rows[:made, 1] = which
    rows[made:] = 0


def _scale(fields: list[Field]) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return the factor of each number that scales it to roughly -1 to 1."""
    return np.concatenate([np.full(field.size, 1 / field.most, np.float32) for field in fields])


def _given(game: Game, seats: int, params: dict[str, Any]) -> Options:
    """Return the options that the parameters set, without those left to the game."""
    given: Options = {}
    for option in game.options:
        value = params[option.key]
        if value != _default(option, game):
            given[option.key] = option.read(value) if isinstance(value, str) else value
    return given


def _default(option: Option, game: Game) -> int | str | bool:
    """Return a parameter's default: the option's own, or one below its minimum if that depends on the seats."""
    defaults = {seats: option.default(seats) for seats in game.seat_counts}
    usual = defaults[game.usual_seats]
    if any(value != usual for value in defaults.values()):
        assert option.low is not None, "only numbers have defaults that depend on the seats"
        return option.low - 1
    assert isinstance(usual, int | str), "OpenSpiel's parameters are numbers, words, and yes or no"
    return usual


def _register(game: Game) -> None:
    """Register one of our games with OpenSpiel."""
    information = pyspiel.GameType.Information
    described = pyspiel.GameType(
        short_name=PREFIX + game.key,
        long_name=f"{game.title} {game.kanji}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.PERFECT_INFORMATION
            if registry.package(game.key).heuristics.perfect_information()
            else information.IMPERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seat_counts),
        min_num_players=min(game.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "seats": game.usual_seats,
            "rewards": WIN,
            **{option.key: _default(option, game) for option in game.options},
        },
    )
    # A class, not a function: OpenSpiel releases the factory after the interpreter has shut down. A class is part of a
    # reference cycle, so it is never deallocated then.
    pyspiel.register_game(described, type(game.title, (ZashikiGame,), {"ours": game, "described": described}))


for _key in registry.packages():
    _register(registry.find(_key))
