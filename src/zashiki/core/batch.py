"""Many games of one kind at once, for programs that learn: all of it that can be done without Python in between.

Chance is resolved here, and a game that is over begins again at once. What is seen, what may be done and what it
brought lies in rows of numbers that are written over at every step; NumPy can look at them where they are
(`zashiki.research.batch`).
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
"""What a game that ends is worth; over all seats it adds up to 0.

`win`: a seat's share of the victory, less what each would have on average. `points`: its points, less their average.
"""

MOVE_BYTES: Final = 8
"""A move comes as so many bytes, the lowest first: how NumPy keeps whole numbers, and no Python object for each."""


def rewards_of(state: State, kind: str) -> list[float]:
    """What a game that is over was worth to each seat."""
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
    """So many games, each at a decision of one of its seats."""

    looks: vec[i16]
    """What the seat to move sees of each game, row after row; or what each of the seats sees (`every_seat`)."""
    masks: vec[u8]
    """Which moves it may make: 1 for each of those."""
    current_players: vec[i64]
    """Which seat it is."""
    rewards: vec[float]
    """What the last step was worth to each seat of each game: 0, unless it ended the game."""
    ended: vec[u8]
    """1 where the last step ended a game: what is seen there is the beginning of the next one."""
    picks: vec[i64]
    """What `pick` chose."""
    width: i64
    """How many numbers a look has."""
    actions: i64
    """How many moves a mask has."""
    seats: i64
    every_seat: bool
    _pen: ObservationWriter

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
        self.looks = vec[i16]([i16(0)] * (rows * self.width))
        self.masks = vec[u8]([u8(0)] * (games * self.actions))
        self.current_players = vec[i64]([i64(0)] * games)
        self.rewards = vec[float]([0.0] * (games * seats))
        self.ended = vec[u8]([u8(0)] * games)
        self.picks = vec[i64]([i64(0)] * games)
        self._pen = ObservationWriter(self.looks)
        self._states: list[State] = []
        self._rngs: list[Rng] = []
        # What the masks say, as lists: to take a mask back costs as much as there were moves, not as there could be.
        self._legal: list[list[int]] = []
        for _ in range(games):
            self._rngs.append(Rng())
            self._legal.append([])
            self._states.append(game.start(seats, options))
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<GameBatch: {len(self._states)} games of {self.game.title}, {self.seats} seats>"

    def reset(self, seed: int) -> None:
        """Begin all games anew, as they would with this seed."""
        seeds = Rng(seed)
        index: i64 = 0
        while index < len(self._states):
            # Each game has its own chance: how many others there are changes nothing in it.
            rng = seeds.branch()
            self._rngs[index] = rng
            self._states[index] = self._new(rng)
            self._forget(index)
            self._show(index, self._states[index])
            index += 1

    def _new(self, rng: Rng) -> State:
        state = self.game.start(int(self.seats), self.options)
        state.resolve_chance(rng)
        return state

    def _forget(self, index: i64) -> None:
        """What the last step brought is no more."""
        if self.ended[index] != 0:
            self.ended[index] = 0
            rewards = self.rewards
            place = index * self.seats
            end = place + self.seats
            while place < end:
                rewards[place] = 0.0
                place += 1

    def _show(self, index: i64, state: State) -> None:
        """Write down what the seat to move sees and may do."""
        seat = state.turn()
        self.current_players[index] = seat
        writer = self._pen
        if self.every_seat:
            writer.at = index * self.seats * self.width
            looker: i64 = 0
            while looker < self.seats:
                self.observer.observe(state, looker, writer)
                looker += 1
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
        """Choose a move for every game, each of the legal ones equally likely."""
        picks = self.picks
        for index, legal in enumerate(self._legal):
            picks[index] = legal[rng.below(len(legal))]

    def check(self, moves: bytes) -> None:
        """Refuse a step in which any move is not allowed; nothing has been changed then."""
        games: i64 = len(self._states)
        if len(moves) != MOVE_BYTES * games:
            raise BadBatch(len(moves), f"{MOVE_BYTES} bytes for each of the {games} games", "moves")
        masks = self.masks
        index: i64 = 0
        while index < games:
            action = read_i64_le(moves, MOVE_BYTES * index)
            if action < 0 or action >= self.actions or masks[index * self.actions + action] == 0:
                raise self._refusal(index, action)
            index += 1

    def _refusal(self, index: i64, action: i64) -> ZashikiError:
        """What is wrong with a move that is not in its game's mask."""
        seat = int(self.current_players[index])
        if action < 0 or action >= self.actions:
            return self.game.unknown_move(seat, f"{action} in game {index}")
        reason = self.game.why_not(self._states[index], seat, int(action))
        assert reason is not None, "a move that is not in the mask is not legal"
        return IllegalMove(reason, f"{self.game.name(seat, int(action))} in game {index}", seat)

    def step(self, moves: bytes) -> None:
        """One decision in every game, and all that chance does after it."""
        self.check(moves)
        states = self._states
        games: i64 = len(states)
        index: i64 = 0
        while index < games:
            state = states[index]
            rng = self._rngs[index]
            self._forget(index)
            state.apply(self.current_players[index], read_i64_le(moves, MOVE_BYTES * index))
            state.resolve_chance(rng)
            if state.turn() == OVER:
                self.ended[index] = 1
                base = index * self.seats
                for place, reward in enumerate(rewards_of(state, self.kind)):
                    self.rewards[base + place] = reward
                state = self._new(rng)
                states[index] = state
            self._show(index, state)
            index += 1
