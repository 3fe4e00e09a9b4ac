"""The rating rule for bots in an arena: OpenSkill's Plackett-Luce model.

Games of people have another one, `table/rating_rule.py`: in an arena nobody cheats.
"""

from collections.abc import Collection, Sequence
from typing import Final

from openskill.models import PlackettLuce

Rating = tuple[float, float]
"""OpenSkill's mu and sigma."""

_model: Final = PlackettLuce()


def new_rating() -> Rating:
    """Before the first game."""
    rating = _model.rating()
    return rating.mu, rating.sigma


def rate(before: Sequence[Rating], scores: Sequence[int], winners: Collection[int]) -> list[Rating]:
    """Ratings after one game, by seat. Winners rank first, then points count."""
    ranks: list[float] = []
    for seat, score in enumerate(scores):
        if seat in winners:
            ranks.append(0.0)
        else:
            ranks.append(1.0 + sum(other > score for other in scores))
    after = _model.rate([[_model.rating(mu=mu, sigma=sigma)] for mu, sigma in before], ranks=ranks)
    return [(team[0].mu, team[0].sigma) for team in after]
