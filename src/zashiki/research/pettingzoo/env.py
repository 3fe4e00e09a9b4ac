"""One environment for all games: seats act one after the other, chance is resolved in between.

An observation is what the seat sees as numbers (`zashiki.core.observation`), each divided by the usual maximum of its
field. No observation, mask or rendering reveals what the seat may not know.
"""

import secrets
from collections.abc import Callable
from functools import partial
from operator import index
from typing import Any, Final, TypedDict, cast

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import EzPickle
from librt.vecs import vec
from mypy_extensions import i16
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from zashiki import registry
from zashiki.core.batch import POINTS, REWARDS, WIN, rewards_of
from zashiki.core.errors import BadOption, IllegalMove
from zashiki.core.game import OVER
from zashiki.core.jsontypes import Json
from zashiki.core.match import view_of
from zashiki.core.observation import ObservationWriter
from zashiki.core.rng import Rng
from zashiki.core.shapes import View
from zashiki.research.observation_layout import layout, setting

FAR: Final = 2.0
"""The numbers of an observation are clipped to this range, positive and negative.

A field is divided by its *usual* maximum, so clipping is rare: it takes, for instance, many extra rounds.
"""

ILLEGAL_REWARD: Final = {WIN: -1.0, POINTS: -10_000.0}
"""The reward for an illegal move under PettingZoo's convention: worse than any game."""

RENDER_MODES: Final = ("human", "ansi", "rgb_array")


def versioned_name(game: str) -> str:
    """The name of a game's environment: its key and its version."""
    return f"{game}_v{registry.package(game).environment_version}"


class Observation(TypedDict):
    """An agent's observation."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


class ZashikiEnv(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A game as an environment without wrappers: an illegal move raises an error and changes nothing."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        rewards: str = WIN,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: Json,
    ) -> None:
        AECEnv.__init__(self)
        EzPickle.__init__(self, game, seats, rewards, render_mode, max_cycles, **options)
        self.game, self.seats, self.options = setting(game, seats, options)
        if rewards not in REWARDS:
            raise BadOption(rewards, " or ".join(REWARDS), "rewards")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(render_mode, "None, " + " or ".join(RENDER_MODES), "render_mode")
        if max_cycles is not None and not (type(max_cycles) is int and max_cycles > 0):
            raise BadOption(max_cycles, "None or a whole number from 1", "max_cycles")
        self.kind = rewards
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {
            "name": versioned_name(game),
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        parts = layout(game, self.seats, **options)
        most = [part.most for part in parts for _ in range(part.place.stop - part.place.start)]
        self._most = np.array(most, np.float32)
        self._observer = registry.package(game).observer
        row = vec[i16]([i16(0) for _ in most])
        self._writer = ObservationWriter(row)
        self._row = np.frombuffer(memoryview(row), np.int16)  # a view of the row that the writer fills
        self.state_space = Box(-FAR, FAR, (self.seats, len(most)), np.float32)
        self.action_spaces = {agent: Discrete(self.game.action_count) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(-FAR, FAR, (len(most),), np.float32),
                    "action_mask": Box(0, 1, (self.game.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seeds: Rng | None = None

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's moves: always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. A seed starts the same series of games, whatever is played; `options` is ignored."""
        if seed is not None:
            self._seeds = Rng(int(seed))
        elif self._seeds is None:
            self._seeds = Rng(secrets.randbits(63))
        self._chance = self._seeds.branch()
        self._state = self.game.start(self.seats, self.options)
        self._state.resolve_chance(self._chance)
        self._decisions = 0
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self._state.turn())]
        self._skip_agent_selection = None
        self._show()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation; the mask is empty unless the agent is to act."""
        mask = np.zeros(self.game.action_count, np.int8)
        seat = self._seat_of[agent]
        # In a simultaneous phase the state waits for others too, but they may act only once they are selected.
        if agent == self.agent_selection and agent in self.agents and not self._done(agent):
            mask[self._state.legal(seat)] = 1
        return {"observation": self._observe(seat), "action_mask": mask}

    def _observe(self, seat: int) -> NDArray[np.float32]:
        self._writer.at = 0
        self._observer.observe(self._state, seat, self._writer)
        numbers: NDArray[np.float32] = np.divide(self._row, self._most, dtype=np.float32)
        return np.maximum(np.minimum(numbers, FAR, out=numbers), -FAR, out=numbers)  # np.clip is far slower

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all seats, row by row: for centralised training, never for an agent that plays."""
        return np.stack([self._observe(seat) for seat in range(self.seats)])

    def step(self, action: int | None) -> None:
        """Make the selected agent's move and resolve chance; None for an agent that is done."""
        agent = self.agent_selection
        if self._done(agent):
            self._was_dead_step(action)
            return
        seat = self._seat_of[agent]
        move = self._checked(seat, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        state = self._state
        state.apply(seat, move)
        state.resolve_chance(self._chance)
        self._decisions += 1
        if state.turn() == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, rewards_of(state, self.kind), strict=True))
            self._accumulate_rewards()
            self._deads_step_first()
        elif self.max_cycles is not None and self._decisions >= self.max_cycles * self.seats:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[int(state.turn())]
        self._show()

    def _done(self, agent: str) -> bool:
        return bool(self.terminations[agent] or self.truncations[agent])

    def _checked(self, seat: int, action: object) -> int:
        """Return the move as an integer if it is legal, or raise."""
        try:
            move = index(cast(int, action))
        except TypeError:
            raise self.game.unknown_move(seat, action) from None
        name = self.game.name(seat, move)
        if move not in self._state.legal(seat):
            reason = self.game.why_not(self._state, seat, move)
            assert reason is not None, "a move that is not legal has a reason"
            raise IllegalMove(reason, name, seat)
        return move

    # Rendering

    def view(self) -> View:
        """Return the view of the selected agent."""
        seat = self._seat_of[self.agent_selection]
        return view_of(self.game, self._state, self.options, seat, self._decisions)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Render what the selected agent sees: return text or an image, or print it (`human`)."""
        if self.render_mode == "rgb_array":
            from zashiki.rendering import picture

            return picture(self.view())
        if self.render_mode is None:
            return None
        from zashiki.research.pettingzoo.text import text

        if self.render_mode == "ansi":
            return text(self.view())
        print(text(self.view()))
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def wrapped(
    game: str,
    seats: int | None = None,
    rewards: str = WIN,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Json,
) -> AECEnv:
    """Return the environment with PettingZoo's usual wrappers: an illegal move ends the game, and its agent loses."""
    raw = ZashikiEnv(game, seats, rewards, render_mode, max_cycles, **options)
    env = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD[raw.kind])
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def makers(game: str) -> tuple[Callable[..., AECEnv], Callable[..., ZashikiEnv]]:
    """Return `env` and `raw_env` of a game's module: both take the arguments of `ZashikiEnv` after the game."""
    return partial(wrapped, game), partial(ZashikiEnv, game)
