"""Many games of one kind at once, for programs that learn, with no Python in between.

Chance is resolved here, and a game that ends starts again at once. Observations, masks and rewards lie in rows of
numbers that every step overwrites; NumPy reads them in place, without a copy (`zashiki.research.batch`).
"""

from typing import Final, final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from zashiki.core.errors import BadBatch, IllegalMove, ZashikiError
from zashiki.core.game import OVER, Game, State
from zashiki.core.observation import ObservationWriter, Observer
from zashiki.core.options import Options
from zashiki.core.rng import Rng

WIN: Final = "win"
POINTS: Final = "points"
REWARDS: Final = (WIN, POINTS)
"""The rewards of a game that ends; over all seats they add up to 0.

`win`: a seat's share of the victory, less the average share. `points`: its points, less the average.
"""

MOVE_BYTES: Final = 8
"""The size of a move, little-endian: as NumPy stores an int64, without a Python object for each."""


def rewards_of(state: State, kind: str) -> list[float]:
    """Each seat's reward for a game that is over."""
    seats = int(state.seats)
    if kind == POINTS:
        scores = state.scores()
        mean = sum(scores) / seats
        return [score - mean for score in scores]
    winners = state.winners()
    share = 1.0 / len(winners) if winners else 0.0
    return [(share if seat in winners else 0.0) - 1.0 / seats for seat in range(seats)]


@final
class GameBatch:
    """A number of games, each at a decision of one of its seats."""

    observations: vec[i16]
    """One row for each game: what the seat to move observes; or, with `every_seat`, one for each seat of each game."""
    masks: vec[u8]
    """One row for each game: 1 for each legal move."""
    current_players: vec[i64]
    """The seat to move in each game."""
    rewards: vec[float]
    """What the last step brought each seat of each game: 0, unless it ended the game."""
    ended: vec[u8]
    """1 where the last step ended a game; the observation there is of the start of the next one."""
    picks: vec[i64]
    """What `pick` chose."""
    width: i64
    """The length of an observation."""
    actions: i64
    """The length of a mask."""
    seats: i64
    every_seat: bool
    _writer: ObservationWriter

    def __init__(
        self,
        game: Game,
        observer: Observer,
        seats: int,
        options: Options,
        games: int,
        seed: int,
        rewards: str = WIN,
        every_seat: bool = False,
    ) -> None:
        self.game = game
        self.observer = observer
        self.seats = seats
        self.options = options
        self.kind = rewards
        self.every_seat = every_seat
        self.actions = game.action_count
        self.width = sum([field.size for field in observer.fields(seats, options)])
        rows = games * seats if every_seat else games
        self.observations = vec[i16]([i16(0)] * (rows * self.width))
        self.masks = vec[u8]([u8(0)] * (games * self.actions))
        self.current_players = vec[i64]([i64(0)] * games)
        self.rewards = vec[float]([0.0] * (games * seats))
        self.ended = vec[u8]([u8(0)] * games)
        self.picks = vec[i64]([i64(0)] * games)
        self._writer = ObservationWriter(self.observations)
        self._states: list[State] = []
        self._rngs: list[Rng] = []
        # The masks as lists: clearing a mask costs as much as there were moves, not as there could be.
        self._legal: list[list[int]] = []
        for _ in range(games):
            self._rngs.append(Rng())
            self._legal.append([])
            self._states.append(game.start(seats, options))
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<GameBatch: {len(self._states)} games of {self.game.title}, {self.seats} seats>"

    def reset(self, seed: int) -> None:
        """Start all games again with this seed."""
        seeds = Rng(seed)
        index: i64 = 0
        while index < len(self._states):
            # Each game has its own generator, so that it does not depend on the size of the batch.
            rng = seeds.branch()
            self._rngs[index] = rng
            self._states[index] = self._new(rng)
            self._clear_result(index)
            self._observe(index, self._states[index])
            index += 1

    def _new(self, rng: Rng) -> State:
        state = self.game.start(int(self.seats), self.options)
        state.resolve_chance(rng)
        return state

    def _clear_result(self, index: i64) -> None:
        """Clear the result of the last step."""
        if self.ended[index] != 0:
            self.ended[index] = 0
            rewards = self.rewards
            place = index * self.seats
            end = place + self.seats
            while place < end:
                rewards[place] = 0.0
                place += 1

    def _observe(self, index: i64, state: State) -> None:
        """Write the observation and the mask of the seat to move."""
        seat = state.turn()
        self.current_players[index] = seat
        writer = self._writer
        if self.every_seat:
            writer.at = index * self.seats * self.width
            observing: i64 = 0
            while observing < self.seats:
                self.observer.observe(state, observing, writer)
                observing += 1
        else:
            writer.at = index * self.width
            self.observer.observe(state, seat, writer)
        masks = self.masks
        base = index * self.actions
        for action in self._legal[index]:
            masks[base + action] = 0
        legal = state.legal(seat)
        for action in legal:
            masks[base + action] = 1
        self._legal[index] = legal

    def pick(self, rng: Rng) -> None:
        """Choose a move for every game, uniformly among the legal ones."""
        picks = self.picks
        for index, legal in enumerate(self._legal):
            picks[index] = legal[rng.below(len(legal))]

    def check(self, moves: bytes) -> None:
        """Raise an error if any move is not legal; nothing has been changed then."""
        games: i64 = len(self._states)
        if len(moves) != MOVE_BYTES * games:
            raise BadBatch(len(moves), f"{MOVE_BYTES} bytes for each of the {games} games", "moves")
        masks = self.masks
        index: i64 = 0
        while index < games:
            action = read_i64_le(moves, MOVE_BYTES * index)
            if action < 0 or action >= self.actions or masks[index * self.actions + action] == 0:
                raise self._error(index, action)
            index += 1

    def _error(self, index: i64, action: i64) -> ZashikiError:
        """The error for a move that is not in its game's mask."""
        seat = int(self.current_players[index])
        if action < 0 or action >= self.actions:
            return self.game.unknown_move(seat, f"{action} in game {index}")
        reason = self.game.why_not(self._states[index], seat, int(action))
        assert reason is not None, "a move that is not in the mask is not legal"
        return IllegalMove(reason, f"{self.game.name(seat, int(action))} in game {index}", seat)

    def step(self, moves: bytes) -> None:
        """One decision in every game, and the chance that follows."""
        self.check(moves)
        states = self._states
        games: i64 = len(states)
        index: i64 = 0
        while index < games:
            state = states[index]
            rng = self._rngs[index]
            self._clear_result(index)
            state.apply(self.current_players[index], read_i64_le(moves, MOVE_BYTES * index))
            state.resolve_chance(rng)
            if state.turn() == OVER:
                self.ended[index] = 1
                base = index * self.seats
                for place, reward in enumerate(rewards_of(state, self.kind)):
                    self.rewards[base + place] = reward
                state = self._new(rng)
                states[index] = state
            self._observe(index, state)
            index += 1
