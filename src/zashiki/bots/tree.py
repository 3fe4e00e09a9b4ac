"""Information-set Monte-Carlo tree search with max-n back-ups.

One tree holds what the searching seat can tell apart: its edges are moves, whatever the world they were made in. Every
iteration redraws what the seat cannot know, walks down the tree among the moves that are legal in that world, adds one
node, plays out, and credits each move on the way with the chance of winning of the seat that made it (max-n: everyone
plays for themselves). Moves are chosen by upper confidence bounds that count how often a move was available (Cowling,
Powley and Whitehouse, 2012).

Chance has no nodes: an edge may lead to several nodes, told apart by who is to act and by the game's own `key`.
"""

import math
from time import perf_counter
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from zashiki.bots.estimate import MoveEstimate
from zashiki.core.game import CHANCE, State
from zashiki.core.heuristics import Heuristics
from zashiki.core.package import SearchConfig
from zashiki.core.rng import Rng

CLOCK_EVERY: Final = 32
"""Iterations between two readings of the clock."""

MOST_AT_ONCE: Final = 128
"""The most moves for which the rows of a node are made in one go."""

_NO_ROW: Final = vec[i64]([])
_NO_SUMS: Final = vec[float]([])
_ZEROS: Final = vec[i64]([0] * MOST_AT_ONCE)
_ZERO_SUMS: Final = vec[float]([0.0] * MOST_AT_ONCE)


@final
class Node:
    """A decision of one seat after a sequence of moves, with the results so far. Rows are indexed by move."""

    def __init__(self, mover: i64, key: i64) -> None:
        self.mover: i64 = mover
        """Who decides here."""
        self.key: i64 = key
        """What else tells this node from others behind the same move."""
        self.actions: vec[i64] = _NO_ROW
        """The moves that were ever legal here, in the order in which they came up."""
        self.visits: vec[i64] = _NO_ROW
        """How often each was made."""
        self.offers: vec[i64] = _NO_ROW
        """How often each could have been made."""
        self.totals: vec[float] = _NO_SUMS
        """The sum of the mover's chances of winning after it."""
        self.squares: vec[float] = _NO_SUMS
        """The sum of their squares."""
        self.visited: i64 = 0
        """How often a move was chosen here."""
        self.moves: list[int] = []
        """The shortlist, where it is always the same."""
        self.children: list[Node | None] = []
        """The first of the nodes behind each move."""
        self.sibling: Node | None = None
        """The next node behind the same move."""

    def place(self, action: i64, guess: i64) -> i64:
        """The index of a move, most likely `guess`; it is added if it is new."""
        known: i64 = len(self.actions)
        if guess < known and self.actions[guess] == action:
            return guess
        index: i64 = 0
        while index < known:
            if self.actions[index] == action:
                return index
            index += 1
        self.actions = append(self.actions, action)
        self.visits = append(self.visits, 0)
        self.offers = append(self.offers, 0)
        self.totals = append(self.totals, 0.0)
        self.squares = append(self.squares, 0.0)
        self.children.append(None)
        return known

    def begin(self, legal: list[int]) -> None:
        """Make the rows for the first moves that come up, all at once."""
        number: i64 = len(legal)
        if number > MOST_AT_ONCE:
            return
        self.actions = _ZEROS[:number]
        self.visits = _ZEROS[:number]
        self.offers = _ZEROS[:number]
        self.totals = _ZERO_SUMS[:number]
        self.squares = _ZERO_SUMS[:number]
        self.children = [None] * len(legal)
        for index, action in enumerate(legal):
            self.actions[index] = action

    def select(self, legal: list[int], exploration: float, widening: float) -> i64:
        """The index of the move to try now: the first that was never tried, or the one with the highest bound.

        With `widening` above 0, only the first few moves are considered, and more of them with every visit.
        """
        if len(self.actions) == 0:
            self.begin(legal)
        self.visited += 1
        width: i64 = len(legal)
        if widening > 0.0:
            width = min(width, 1 + i64(widening * math.sqrt(float(self.visited))))
        choice: i64 = -1
        highest = -1.0
        fresh: i64 = -1
        guess: i64 = 0
        while guess < width:
            index = self.place(legal[guess], guess)
            self.offers[index] += 1
            visits = self.visits[index]
            if visits == 0:
                if fresh < 0:
                    fresh = index
            elif fresh < 0:
                times = float(visits)
                offers = float(self.offers[index])
                bound = self.totals[index] / times + exploration * math.sqrt(math.log(offers) / times)
                if bound > highest:
                    highest = bound
                    choice = index
            guess += 1
        return fresh if fresh >= 0 else choice

    def child(self, index: i64, mover: i64, key: i64) -> "Node":
        """The node behind a move where `mover` decides; a new one if there is none yet."""
        node = self.children[index]
        while node is not None:
            if node.mover == mover and node.key == key:
                return node
            node = node.sibling
        fresh = Node(mover, key)
        fresh.sibling = self.children[index]
        self.children[index] = fresh
        return fresh

    def backpropagate(self, index: i64, chance: float) -> None:
        """Count one try of a move."""
        self.visits[index] += 1
        self.totals[index] += chance
        self.squares[index] += chance * chance


@final
class Tree:
    """One search from one seat's point of view."""

    def __init__(
        self,
        heuristics: Heuristics,
        state: State,
        seat: i64,
        rng: Rng,
        config: SearchConfig,
        all_moves: bool = False,
    ) -> None:
        self.heuristics = heuristics
        self.open = heuristics.perfect_information()
        self.state = state
        self.seat: i64 = seat
        self.rng = rng
        # Read once: attributes of an interpreted class are slow.
        self.guided: bool = config.guided
        self.depth: i64 = config.depth
        self.exploration: float = config.exploration
        self.widening: float = config.widening if config.guided else 0.0
        self.root = Node(seat, 0)
        self.all_moves = all_moves
        """Whether all legal moves are tried at the root."""
        everywhere = all_moves and self.guided
        self.moves = heuristics.all_moves(state, seat) if everywhere else self._candidates(state, seat)
        self._path: list[Node] = []
        self._taken: list[int] = []

    def run(self, iterations: i64, deadline: float) -> None:
        """Search on for this many iterations, or until `deadline` (a time of `perf_counter`, 0 for none)."""
        done: i64 = 0
        while done < iterations:
            self.iterate()
            done += 1
            if done % CLOCK_EVERY == 0:
                if deadline > 0.0 and perf_counter() > deadline:
                    break
                if self._decided(iterations - done):
                    break

    def _decided(self, left: i64) -> bool:
        """Whether no other move can get more visits than the leading one any more."""
        first: i64 = 0
        second: i64 = 0
        for visits in self.root.visits:
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
        return first - second > left

    def iterate(self) -> None:
        """One world, one walk, one new node, one playout."""
        rng = self.rng
        heuristics = self.heuristics
        state = self.state.resample(self.seat, rng)
        path = self._path
        taken = self._taken
        path.clear()
        taken.clear()
        node = self.root
        legal = self.moves
        mover = self.seat
        while True:
            at_once = self.all_moves and len(path) == 0
            index = node.select(legal, self.exploration, 0.0 if at_once else self.widening)
            path.append(node)
            taken.append(index)
            fresh = node.visits[index] == 0
            state.apply(mover, node.actions[index])
            while not heuristics.can_evaluate(state) and state.turn() == CHANCE:
                state.step(rng)
            if fresh or i64(len(path)) >= self.depth or heuristics.can_evaluate(state):
                break
            mover = state.turn()
            node = node.child(index, mover, heuristics.key(state))
            legal = self._legal(node, state, mover)
        if self.guided:
            heuristics.playout(state, rng)
        else:
            heuristics.random_playout(state, rng)
        chances = heuristics.evaluate(state)
        step: i64 = 0
        while step < i64(len(path)):
            node = path[step]
            node.backpropagate(taken[step], chances[node.mover])
            step += 1

    def _legal(self, node: Node, state: State, mover: i64) -> list[int]:
        """The moves to try here; with perfect information they are listed once for each node."""
        if not self.open:
            return self._candidates(state, mover)
        if not node.moves:
            node.moves = self._candidates(state, mover)
        return node.moves

    def _candidates(self, state: State, mover: i64) -> list[int]:
        return self.heuristics.shortlist(state, mover) if self.guided else state.legal(mover)

    def estimates(self) -> list[MoveEstimate]:
        """An estimate of each move that was tried at the root."""
        root = self.root
        return [
            MoveEstimate(root.actions[index], root.visits[index], root.totals[index], root.squares[index])
            for index in range(len(root.actions))
            if root.visits[index] > 0
        ]


def explore(
    heuristics: Heuristics,
    state: State,
    seat: i64,
    rng: Rng,
    config: SearchConfig,
    all_moves: bool = False,
    deadline: float = 0.0,
) -> list[MoveEstimate]:
    """Search the moves of `seat`; an estimate of each that was tried, or of all legal ones.

    It stops at `deadline`, a time of `perf_counter`; 0 for none.
    """
    tree = Tree(heuristics, state, seat, rng, config, all_moves)
    iterations: i64 = config.playouts
    if all_moves:
        # Each move once, whatever the budget: what was never tried comes first.
        for _ in tree.moves:
            tree.iterate()
        iterations -= i64(len(tree.moves))
    tree.run(iterations, deadline)
    return tree.estimates()
