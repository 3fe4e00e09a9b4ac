"""Many games of one kind at once, for programs that learn: all of it that can be done without Python in between.

Chance is resolved here, and a game that is over begins again at once. What is seen, what may be done and what it
brought lies in rows of numbers that are written over at every step; NumPy can look at them where they are
(`zashiki.research.batch`).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from zashiki.core.errors import BadBatch, IllegalMove
from zashiki.core.eyes import Eyes, Pen
from zashiki.core.game import OVER, Game, State
from zashiki.core.options import Options
from zashiki.core.rng import Rng

WIN: Final = "win"
POINTS: Final = "points"
REWARDS: Final = (WIN, POINTS)
"""What a game that ends is worth; over all seats it adds up to 0.

`win`: a seat's share of the victory, less what each would have on average. `points`: its points, less their average.
"""


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
class Many:
    """So many games, each at a decision of one of its seats."""

    looks: vec[i16]
    """What the seat to move sees of each game, row after row."""
    masks: vec[u8]
    """Which moves it may make: 1 for each of those."""
    movers: vec[i64]
    """Which seat it is."""
    rewards: vec[float]
    """What the last step was worth to each seat of each game: 0, unless it ended the game."""
    ended: vec[u8]
    """1 where the last step ended a game: what is seen there is the beginning of the next one."""
    width: i64
    """How many numbers a look has."""
    actions: i64
    """How many moves a mask has."""
    seats: i64
    pen: Pen

    def __init__(
        self, game: Game, eyes: Eyes, seats: int, options: Options, games: int, seed: int, rewards: str = WIN
    ) -> None:
        self.game = game
        self.eyes = eyes
        self.seats = seats
        self.options = options
        self.kind = rewards
        self.actions = game.action_count
        self.width = sum([field.size for field in eyes.fields(seats, options)])
        self.states: list[State] = []
        self.rngs: list[Rng] = []
        self.looks = vec[i16]([i16(0) for _ in range(games * self.width)])
        self.masks = vec[u8]([u8(0) for _ in range(games * self.actions)])
        self.movers = vec[i64]([0 for _ in range(games)])
        self.rewards = vec[float]([0.0 for _ in range(games * seats)])
        self.ended = vec[u8]([u8(0) for _ in range(games)])
        self.pen = Pen(self.looks)
        seeds = Rng(seed)
        for _ in range(games):
            # Each game has its own chance: how many others there are changes nothing in it.
            rng = seeds.branch()
            self.rngs.append(rng)
            self.states.append(self._new(rng))
        index: i64 = 0
        while index < games:
            self._show(index, self.states[index])
            index += 1

    def _new(self, rng: Rng) -> State:
        state = self.game.start(int(self.seats), self.options)
        state.settle(rng)
        return state

    def _show(self, index: i64, state: State) -> None:
        """Write down what the seat to move sees and may do."""
        seat = state.turn()
        self.movers[index] = seat
        self.pen.at = index * self.width
        self.eyes.look(state, seat, self.pen)
        masks = self.masks
        base = index * self.actions
        end = base + self.actions
        place = base
        while place < end:
            masks[place] = 0
            place += 1
        for action in state.legal(seat):
            masks[base + action] = 1

    def check(self, actions: list[int]) -> None:
        """Refuse a step in which any move is not allowed; nothing has been changed then."""
        games: i64 = len(self.states)
        if len(actions) != games:
            raise BadBatch(len(actions), f"one move for each of the {games} games", "moves")
        index: i64 = 0
        while index < games:
            action = actions[index]
            seat = int(self.movers[index])
            if not 0 <= action < self.actions:
                raise self.game.unknown_move(seat, action)
            if self.masks[index * self.actions + action] == 0:
                reason = self.game.why_not(self.states[index], seat, action)
                assert reason is not None, "a move that is not in the mask is not legal"
                raise IllegalMove(reason, self.game.name(seat, action), seat)
            index += 1

    def step(self, actions: list[int]) -> None:
        """One decision in every game, and all that chance does after it."""
        self.check(actions)
        games: i64 = len(self.states)
        index: i64 = 0
        while index < games:
            state = self.states[index]
            rng = self.rngs[index]
            base = index * self.seats
            seat: i64 = 0
            if self.ended[index] != 0:
                self.ended[index] = 0
                while seat < self.seats:
                    self.rewards[base + seat] = 0.0
                    seat += 1
            state.apply(self.movers[index], actions[index])
            state.settle(rng)
            if state.turn() == OVER:
                self.ended[index] = 1
                for place, reward in enumerate(rewards_of(state, self.kind)):
                    self.rewards[base + place] = reward
                state = self._new(rng)
                self.states[index] = state
            self._show(index, state)
            index += 1
