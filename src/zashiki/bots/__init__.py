"""Bots: players that are programs, and get to see only what their seat may know."""

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
