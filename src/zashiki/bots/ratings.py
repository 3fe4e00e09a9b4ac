"""The rating rule, the same for people at rated tables and for bots in an arena: OpenSkill's Plackett-Luce model."""

from collections.abc import Collection, Sequence
from typing import Final

from openskill.models import PlackettLuce

Rating = tuple[float, float]
"""OpenSkill's mu and sigma."""

LAST: Final = 1000.0
"""The rank of those who left the game."""

_model: Final = PlackettLuce()


def new_rating() -> Rating:
    """Before the first game."""
    rating = _model.rating()
    return rating.mu, rating.sigma


def rate(
    before: Sequence[Rating], scores: Sequence[int], winners: Collection[int], absent: Collection[int] = ()
) -> list[Rating]:
    """Ratings after one game, by seat. Winners rank first, then points count; whoever left the game ranks last."""
    ranks: list[float] = []
    for seat, score in enumerate(scores):
        if seat in absent:
            ranks.append(LAST)
        elif seat in winners:
            ranks.append(0.0)
        else:
            ranks.append(1.0 + sum(other > score for other in scores))
    after = _model.rate([[_model.rating(mu=mu, sigma=sigma)] for mu, sigma in before], ranks=ranks)
    return [(team[0].mu, team[0].sigma) for team in after]
