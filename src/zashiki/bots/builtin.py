"""The house's own bots: random, greedy, and search by a plan."""

import math
from time import perf_counter
from typing import Final, final

from zashiki.bots.bot import Bot, DecisionContext
from zashiki.bots.estimate import MoveEstimate, best
from zashiki.bots.race import race
from zashiki.bots.tree import explore
from zashiki.core.package import SearchConfig

ANSWER_IN: Final = 0.9
"""The part of its time after which a search stops, so that the answer is there before the time is over."""


@final
class RandomBot(Bot):
    """Any legal move, each equally likely."""

    def act(self, context: DecisionContext) -> int:
        return context.legal[context.rng.below(len(context.legal))]


@final
class GreedyBot(Bot):
    """What a decent player does at once."""

    def act(self, context: DecisionContext) -> int:
        return context.heuristics.greedy(context.state, context.seat)


@final
class SearchBot(Bot):
    """Thinks ahead, as far as its plan goes and its budget lets it."""

    def __init__(self, config: SearchConfig) -> None:
        self.config = config
        """How it spends its budget."""

    def act(self, context: DecisionContext) -> int:
        worth_a_thought = context.heuristics.shortlist(context.state, context.seat)
        if len(worth_a_thought) == 1:
            return worth_a_thought[0]
        proved = context.heuristics.solve(context.state, context.seat, _playouts(self.config, context))
        if proved >= 0:
            return proved
        return best(search(self.config, context)).action


def search(config: SearchConfig, context: DecisionContext, every: bool = False) -> list[MoveEstimate]:
    """What a search by this plan finds out about the moves worth a thought or, with `every`, about all legal ones."""
    seconds = context.budget.seconds
    deadline = 0.0 if seconds is None or math.isinf(seconds) else perf_counter() + ANSWER_IN * seconds
    playouts = _playouts(config, context)
    if config.method == "race":
        return race(
            context.heuristics,
            context.state,
            context.seat,
            context.rng,
            playouts,
            deadline,
            config.guided,
            config.tolerance,
            every,
        )
    return explore(
        context.heuristics,
        context.state,
        context.seat,
        context.rng,
        playouts,
        deadline,
        config.guided,
        config.depth,
        config.exploration,
        config.widening,
        every,
    )


def _playouts(config: SearchConfig, context: DecisionContext) -> int:
    return config.playouts if context.budget.iterations is None else context.budget.iterations
