"""Players that are programs: they are handed what their seat may know, and nothing else."""

from zashiki.bots.analysis import Decision, RatedMove, Review, hint, review
from zashiki.bots.bot import Bot, Budget, DecisionContext
from zashiki.bots.levels import Level, level, levels
from zashiki.bots.referee import Forfeit

__all__ = [
    "Bot",
    "Budget",
    "Decision",
    "DecisionContext",
    "Forfeit",
    "Level",
    "RatedMove",
    "Review",
    "hint",
    "level",
    "levels",
    "review",
]
