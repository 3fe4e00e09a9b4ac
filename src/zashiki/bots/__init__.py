"""Players that are programs: they are handed what their seat may know, and nothing else."""

from zashiki.bots.advice import Decision, Review, Worth, hint, review
from zashiki.bots.bot import Bot, Budget, Sight
from zashiki.bots.levels import Level, level, levels
from zashiki.bots.referee import Forfeit

__all__ = [
    "Bot",
    "Budget",
    "Decision",
    "Forfeit",
    "Level",
    "Review",
    "Sight",
    "Worth",
    "hint",
    "level",
    "levels",
    "review",
]
