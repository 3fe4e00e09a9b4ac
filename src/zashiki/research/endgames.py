"""Endgames as small games of their own, for algorithms that enumerate the whole tree.

An endgame starts at a position of a real game. Its public history is fixed, and chance first picks one of the possible
arrangements of the secrets, all equally likely. It ends when no seat can act without another move of chance: the leader
then has won, and a tie is shared.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final
from zlib import crc32

import pyspiel
from open_spiel.python.policy import Policy

from zashiki.bots import Bot, Budget, DecisionContext
from zashiki.core.batch import WIN, rewards_of
from zashiki.core.game import OVER, State
from zashiki.core.rng import Rng
from zashiki.research.perfect_recall import Memory, RecallState, Setting, dense, observed

ASKED: Final = 40
"""Samples per seat and world when enumerating worlds: enough to miss none."""


def worlds(setting: Setting, state: State, seed: int = 0, most: int = 100_000) -> list[State]:
    """Return all possible arrangements of the secrets, given common knowledge.

    These are the true one, all that any seat considers possible in it, all that any seat considers possible in those,
    and so on. Raises `OverflowError` if there are more than `most`.
    """
    rng = Rng(seed)
    found = {_truth(setting, state): state}
    left = [state]
    while left:
        world = left.pop()
        for seat in range(setting.seats):
            for _ in range(ASKED):
                other = world.resample(seat, rng)
                if found.setdefault(_truth(setting, other), other) is other:
                    left.append(other)
                    if len(found) > most:
                        raise OverflowError(f"there are more than {most} worlds")
    return [found[key] for key in sorted(found)]


def _truth(setting: Setting, state: State) -> bytes:
    """Return what all seats know together, as a key."""
    return b"".join([observed(setting, state, seat) for seat in range(setting.seats)])


def size(state: State, most: int) -> int:
    """Count the positions up to the next move of chance or the end, this one included; stop beyond `most`."""
    seat = state.turn()
    if seat < 0:
        return 1
    count = 1
    for action in state.legal(seat):
        after = state.clone()
        after.apply(seat, action)
        count += size(after, most - count)
        if count > most:
            break
    return count


class EndgameNode:
    """A position of an endgame, with cached properties."""

    def __init__(self, position: RecallState) -> None:
        self.position = position
        self.turn = int(position.state.turn())
        self.legal = position.state.legal(self.turn) if self.turn >= 0 else []
        self.texts = position.remember().texts
        self._after: dict[int, EndgameNode] = {}

    def after(self, action: int) -> "EndgameNode":
        """Return the position after a move."""
        if action not in self._after:
            position = self.position.clone()
            position.apply(self.turn, action)
            self._after[action] = EndgameNode(position)
        return self._after[action]

    def returns(self) -> list[float]:
        """Return the reward of each seat if the endgame ends here."""
        state = self.position.state
        if self.turn == OVER:
            return rewards_of(state, WIN)
        scores = state.scores()
        tied = [score == max(scores) for score in scores]
        return [first / sum(tied) - 1 / len(scores) for first in tied]

    def __deepcopy__(self, memo: dict[int, Any]) -> "EndgameNode":
        return self


class Endgame(pyspiel.Game):  # type: ignore[misc]
    """The end of a game, as an OpenSpiel game."""

    def __init__(self, setting: Setting, found: list[State]) -> None:
        """`found` are the worlds among which chance chooses."""
        game, seats = setting.game, setting.seats
        kinds = pyspiel.GameType
        described = pyspiel.GameType(
            short_name=f"zashiki_{setting.key}_ending",
            long_name=f"The end of a game of {game.title}",
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=seats,
            min_num_players=seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            default_loadable=False,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=len(found),
            num_players=seats,
            min_utility=-1.0 / seats,
            max_utility=1.0 - 1.0 / seats,
            utility_sum=0.0,
            max_game_length=game.max_plies(seats, setting.options),
        )
        super().__init__(described, info, {})
        self.setting = setting
        """The game, its seats and its options."""
        self.roots = [EndgameNode(_begun(setting, state)) for state in found]
        """The positions among which chance chooses."""

    def new_initial_state(self) -> "EndgameState":
        """Return the state before chance has chosen a world."""
        return EndgameState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "EndgameObserver":
        """Return an observer of what a seat was told."""
        return EndgameObserver()


def _begun(setting: Setting, state: State) -> RecallState:
    """Return a position whose history is what each seat sees now."""
    texts = [f"seat {seat} sees {dense(setting.game.board(state, seat))}\n" for seat in range(setting.seats)]
    return RecallState(setting, state.clone(), Memory(state, (*texts, ""), ()), imagined=True)


class EndgameState(pyspiel.State):  # type: ignore[misc]
    """A position of an endgame, as an OpenSpiel state."""

    def __init__(self, game: Endgame) -> None:
        super().__init__(game)
        self.node: EndgameNode | None = None
        """The current position; None before chance has chosen a world."""

    def current_player(self) -> int:
        """Return the player to move."""
        if self.node is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.node.turn if self.node.turn >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Return whether the endgame is over."""
        return self.node is not None and self.node.turn < 0

    def _legal_actions(self, player: int) -> list[int]:
        assert self.node is not None
        return self.node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the worlds with their probabilities."""
        many = len(self.get_game().roots)
        return [(world, 1 / many) for world in range(many)]

    def _apply_action(self, action: int) -> None:
        self.node = self.get_game().roots[action] if self.node is None else self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.node is None:
            return f"world {action}"
        return self.node.position.setting.game.name(player, action)

    def returns(self) -> list[float]:
        """Return the reward of each seat."""
        if self.node is None or self.node.turn >= 0:
            return [0.0] * self.num_players()
        return self.node.returns()

    def __str__(self) -> str:
        return self.history_str() or "the beginning"


class EndgameObserver:
    """What a seat saw when the endgame began and was told since, as a string; there are no tensors."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: EndgameState, player: int) -> None:
        """Do nothing: there are no tensors."""

    def string_from(self, state: EndgameState, player: int) -> str:
        """Return everything that the seat was told."""
        return "" if state.node is None else state.node.texts[player]


class BotPolicy(Policy):  # type: ignore[misc]
    """A bot's policy in an endgame: the frequency of each answer when it is asked `times` times."""

    def __init__(self, game: Endgame, bot: Callable[[], Bot], times: int) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._setting = game.setting
        self._bot = bot()
        self._times = times
        self._known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: EndgameState, player_id: int | None = None) -> Mapping[int, float]:
        """Return the probability of each move."""
        node = state.node
        assert node is not None
        text = node.texts[node.turn]
        if text not in self._known:
            self._known[text] = self._asked(node, text)
        return self._known[text]

    def _asked(self, node: EndgameNode, text: str) -> dict[int, float]:
        if len(node.legal) == 1:
            return {node.legal[0]: 1.0}
        setting = self._setting
        rng = Rng(crc32(text.encode()))  # the answer here does not depend on other questions
        answers = Counter(
            self._bot.act(DecisionContext(setting.game, setting.options, node.position.state, node.turn, rng, Budget()))
            for _ in range(self._times)
        )
        return {action: answers[action] / self._times for action in node.legal}
