"""Heuristics: what a good player knows beyond the rules.

Each game has one stateless `Heuristics`, in `games/<game>/strategy/heuristics.py`. It is all that bots know of a game:
the move a decent player makes without searching (`greedy`), a fast policy for playouts (`playout_move`), the moves
worth searching (`shortlist`), and where a playout may stop (`can_evaluate`) because the chances of winning can be
estimated there (`evaluate`).

The states passed in here are never the true one: whatever the seat cannot know has been resampled.
"""

from abc import ABCMeta, abstractmethod
from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from zashiki.core.game import CHANCE, OVER, State
from zashiki.core.rng import Rng
from zashiki.core.win_chances import no_chances


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristics(metaclass=ABCMeta):
    """The knowledge of a good player of one game."""

    @abstractmethod
    def greedy(self, state: State, seat: i64) -> i64:
        """The move a decent player makes without searching. It depends only on what `seat` knows."""

    def playout_move(self, state: State, rng: Rng) -> None:
        """One move of whoever is to act, as in a playout: sensible, with some variety, and fast."""
        seat = state.turn()
        if seat == CHANCE:
            state.step(rng)
        else:
            state.apply(seat, self.greedy(state, seat))

    def shortlist(self, state: State, seat: i64) -> list[int]:
        """The moves to search, the most promising first; by default all legal ones."""
        return state.legal(seat)

    def all_moves(self, state: State, seat: i64) -> list[int]:
        """All legal moves, those of the shortlist first."""
        listed = self.shortlist(state, seat)
        return listed + [action for action in state.legal(seat) if action not in listed]

    def priors(self, state: State, seat: i64, actions: list[int]) -> list[float]:
        """What the game believes of these moves before any playout, as a sum of chances like that of a few playouts.

        Only differences count. By default all moves are alike.
        """
        return [0.0] * len(actions)

    def can_evaluate(self, state: State) -> bool:
        """Whether a playout may stop here, because `evaluate` can judge the state. True when the game is over."""
        return state.turn() == OVER

    def evaluate(self, state: State) -> vec[float]:
        """Each seat's chance of winning in a state that `can_evaluate`, shared victories split; they add up to 1."""
        chances = no_chances(state.seats)
        winners = state.winners()
        for seat in winners:
            chances[seat] = 1.0 / float(len(winners))
        return chances

    def key(self, state: State) -> i64:
        """What chance has revealed to everybody since the last decision, as a number: tells nodes of a tree apart."""
        return 0

    def perfect_information(self) -> bool:
        """Whether nothing is ever hidden and `key` tells all outcomes of chance apart: then a node is one position."""
        return False

    def solve(self, state: State, seat: i64, effort: i64) -> i64:
        """The best move, if it can be proved; else -1.

        The attempt should take no longer than `effort` playouts.
        """
        return -1

    def playout(self, state: State, rng: Rng) -> None:
        """Play on, all seats by `playout_move`, until the state can be evaluated."""
        while not self.can_evaluate(state):
            self.playout_move(state, rng)

    def random_playout(self, state: State, rng: Rng) -> None:
        """Play on at random until the state can be evaluated."""
        while not self.can_evaluate(state):
            state.step(rng)


@final
class RandomHeuristics(Heuristics):
    """For a game that declares no heuristics: the first legal move, and random playouts."""

    def greedy(self, state: State, seat: i64) -> i64:
        return state.legal(seat)[0]

    def playout_move(self, state: State, rng: Rng) -> None:
        state.step(rng)
