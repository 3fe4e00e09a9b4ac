"""The house's own bots: random, greedy, and search by a plan."""

import math
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Literal, final

from zashiki.bots.bot import Bot, Sight
from zashiki.bots.finding import Finding, best
from zashiki.bots.race import race
from zashiki.bots.tree import explore

ANSWER_IN: Final = 0.9
"""The part of its time after which a search stops, so that the answer is there before the time is over."""


@dataclass(frozen=True)
class Plan:
    """How a search spends its budget."""

    method: Literal["race", "tree"]
    """Flat Monte Carlo as a race, or information-set tree search."""
    playouts: int
    """How many, when the budget names no other number."""
    guided: bool = True
    """Whether playouts follow the game's heuristics, or are random."""
    tolerance: float = 0.002
    """In a race: the difference in the chance of winning that is not worth more playouts."""
    depth: int = 40
    """In a tree: how many moves deep it grows."""
    exploration: float = 0.7
    """In a tree: how much rarely tried moves are favoured."""
    widening: float = 0.0
    """In a tree: how fast a node opens up to the later moves of its shortlist; 0: at once."""


@final
class RandomBot(Bot):
    """Any legal move, each equally likely."""

    def act(self, sight: Sight) -> int:
        return sight.legal[sight.rng.below(len(sight.legal))]


@final
class GreedyBot(Bot):
    """What a decent player does at once."""

    def act(self, sight: Sight) -> int:
        return sight.play.greedy(sight.state, sight.seat)


@final
class SearchBot(Bot):
    """Thinks ahead, as far as its plan goes and its budget lets it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        """How it spends its budget."""

    def act(self, sight: Sight) -> int:
        worth_a_thought = sight.play.shortlist(sight.state, sight.seat)
        if len(worth_a_thought) == 1:
            return worth_a_thought[0]
        proved = sight.play.proof(sight.state, sight.seat, _playouts(self.plan, sight))
        if proved >= 0:
            return proved
        return best(search(self.plan, sight)).action


def search(plan: Plan, sight: Sight, every: bool = False) -> list[Finding]:
    """What a search by this plan finds out about the moves worth a thought or, with `every`, about all legal ones."""
    seconds = sight.budget.seconds
    deadline = 0.0 if seconds is None or math.isinf(seconds) else perf_counter() + ANSWER_IN * seconds
    playouts = _playouts(plan, sight)
    if plan.method == "race":
        return race(
            sight.play, sight.state, sight.seat, sight.rng, playouts, deadline, plan.guided, plan.tolerance, every
        )
    return explore(
        sight.play,
        sight.state,
        sight.seat,
        sight.rng,
        playouts,
        deadline,
        plan.guided,
        plan.depth,
        plan.exploration,
        plan.widening,
        every,
    )


def _playouts(plan: Plan, sight: Sight) -> int:
    return plan.playouts if sight.budget.iterations is None else sight.budget.iterations
