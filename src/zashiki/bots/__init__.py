"""Players that are programs: they are handed what their seat may know, and nothing else."""

from zashiki.bots.analysis import Decision, Review, Worth, hint, review
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
    "Review",
    "Worth",
    "hint",
    "level",
    "levels",
    "review",
]
