"""The built-in bots: random, greedy, and search."""

import math
from dataclasses import replace
from time import perf_counter
from typing import Final, final

from zashiki.bots.bot import Bot, DecisionContext
from zashiki.bots.estimate import MoveEstimate, best
from zashiki.bots.race import race
from zashiki.bots.tree import explore
from zashiki.core.package import SearchConfig

ANSWER_IN: Final = 0.9
"""The part of its time after which a search stops, so that the answer arrives in time."""


@final
class RandomBot(Bot):
    """Any legal move, each equally likely."""

    def act(self, context: DecisionContext) -> int:
        return context.legal[context.rng.below(len(context.legal))]


@final
class GreedyBot(Bot):
    """Plays the move that the game's heuristics like best, without searching."""

    def act(self, context: DecisionContext) -> int:
        return context.heuristics.greedy(context.state, context.seat)


@final
class SearchBot(Bot):
    """Searches: proves a best move where the game can, else estimates the shortlisted ones."""

    def __init__(self, config: SearchConfig) -> None:
        self.config = config
        """How it searches."""

    def act(self, context: DecisionContext) -> int:
        shortlist = context.heuristics.shortlist(context.state, context.seat)
        if len(shortlist) == 1:
            return shortlist[0]
        proved = context.heuristics.solve(context.state, context.seat, _playouts(self.config, context))
        if proved >= 0:
            return proved
        return best(search(self.config, context)).action


def search(config: SearchConfig, context: DecisionContext, all_moves: bool = False) -> list[MoveEstimate]:
    """An estimate of each shortlisted move, or of all legal ones."""
    seconds = context.budget.seconds
    deadline = 0.0 if seconds is None or math.isinf(seconds) else perf_counter() + ANSWER_IN * seconds
    config = replace(config, playouts=_playouts(config, context))
    algorithm = race if config.method == "race" else explore
    return algorithm(context.heuristics, context.state, context.seat, context.rng, config, all_moves, deadline)


def _playouts(config: SearchConfig, context: DecisionContext) -> int:
    return config.playouts if context.budget.iterations is None else context.budget.iterations
