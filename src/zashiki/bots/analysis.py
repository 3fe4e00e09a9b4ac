"""Hints and reviews: what each move is worth in chances of winning, as the strongest search sees it.

A hint looks at one decision through the eyes of the seat that has it: whatever the seat cannot know is redrawn, so a
hint tells nothing that the player could not have worked out. A review gives such a look at every decision that a seat
had in a game, and compares the move that was made with the best one.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from zashiki import registry
from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.builtin import search
from zashiki.bots.levels import COUNT, level
from zashiki.core.errors import NoChoice, NoSuchSeat
from zashiki.core.game import CHANCE
from zashiki.core.match import Match
from zashiki.core.record import Record, split_line
from zashiki.core.rng import Rng

MANY: Final = 100_000_000
"""Playouts that nobody reaches: time ends the search."""
HINT = Budget(seconds=1.0, iterations=MANY)
"""For a hint at the table, if nothing else is said."""
REVIEW: Final = Budget(iterations=4000)
"""For each decision of a review."""
SURE: Final = 1.96
"""Standard errors on either side of an estimate that make a 95% interval."""
NOTABLE: Final = 0.01
"""A loss below this is not worth naming."""
MOST_NAMED: Final = 5
"""How many moves a review names as those that mattered most."""


@dataclass(frozen=True)
class Worth:
    """A move, and the estimated chance of winning after it."""

    action: int
    """The move."""
    name: str
    """Its word."""
    label: str
    """The same for people."""
    chance: float
    """The estimated chance of winning the game, shared victories split."""
    error: float
    """The standard error of the estimate."""
    playouts: int
    """What the estimate rests on."""


@dataclass(frozen=True)
class Decision:
    """One decision of a reviewed seat."""

    ply: int
    """After how many moves it was due: `replay(record, ply)` shows the table at that moment."""
    made: Worth
    """What was played."""
    best: Worth
    """What the search would have played."""
    worths: tuple[Worth, ...]
    """All moves, the best first."""

    @property
    def loss(self) -> float:
        """What the move cost, in chance of winning: 0 if it was the best, or cannot be told from it."""
        gap = self.best.chance - self.made.chance
        return gap if gap > SURE * math.hypot(self.best.error, self.made.error) else 0.0


@dataclass(frozen=True)
class Review:
    """How one seat played one game."""

    game: str
    """The key of the game."""
    seat: int
    """Whose decisions were looked at."""
    decisions: tuple[Decision, ...]
    """Every decision with more than one legal move, in order."""
    turning_points: tuple[Decision, ...]
    """The moves that mattered most: the highest losses, the highest first."""
    won: float
    """What the seat got of the victory in the end."""

    @property
    def loss(self) -> float:
        """The mean loss of a decision."""
        return sum(decision.loss for decision in self.decisions) / max(1, len(self.decisions))

    @property
    def agreed(self) -> int:
        """How often the move was the one the search would have played."""
        return sum(decision.made == decision.best for decision in self.decisions)


def hint(match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> list[Worth]:
    """What each move of `seat` is worth now, the best first; `NoChoice` if the seat is not asked for one.

    The same seed and a budget in iterations give the same answer.
    """
    if type(seat) is not int or not 0 <= seat < match.seats:
        raise NoSuchSeat(seat, f"a seat from 0 to {match.seats - 1}", "seat")
    if seat not in match.waiting:
        raise NoChoice(seat, "a seat that has to move now", "seat")
    context = DecisionContext(match.game, match.options, match.state(), seat, Rng(seed), budget or HINT, match.ply)
    return worths(context)


def worths(context: DecisionContext) -> list[Worth]:
    """What each legal move is worth, the best first."""
    own = level(context.game.key, COUNT).search
    assert own is not None
    # A player stops thinking when the rest hardly differs; here more playouts still make the estimates better.
    estimates = search(replace(own, tolerance=0.0), context, every=True)
    found = [
        Worth(
            int(estimate.action),
            context.game.name(context.seat, estimate.action),
            context.game.label(context.state, context.seat, estimate.action)["text"],
            estimate.chance,
            estimate.error,
            int(estimate.playouts),
        )
        for estimate in estimates
    ]
    return sorted(found, key=lambda worth: (-worth.chance, worth.action))


def review(
    record: Record,
    seat: int,
    budget: Budget = REVIEW,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Look at every decision that `seat` had in a recorded game.

    `progress` is called after each decision with how many are done and how many there are.
    """
    end = registry.replay(record)
    if type(seat) is not int or not 0 <= seat < end.seats:
        raise NoSuchSeat(seat, f"a seat from 0 to {end.seats - 1}", "seat")
    match = Match(end.game, end.seats, end.options, None)
    moves = [split_line(line, index) for index, line in enumerate(record.moves)]
    total = sum(mover == seat for mover, _ in moves)
    done = 0
    decisions: list[Decision] = []
    for mover, word in moves:
        action = match.parse(mover, word)
        if mover == CHANCE:
            match.chance(action)
            continue
        if mover == seat:
            if len(match.legal(seat)) > 1:
                decisions.append(_decision(match, seat, action, budget, seed))
            done += 1
            if progress is not None:
                progress(done, total)
        match.play(mover, action)
    won = 1 / len(end.winners) if seat in end.winners else 0.0
    costly = sorted((one for one in decisions if one.loss >= NOTABLE), key=lambda one: (-one.loss, one.ply))
    return Review(match.game.key, seat, tuple(decisions), tuple(costly[:MOST_NAMED]), won)


def _decision(match: Match, seat: int, action: int, budget: Budget, seed: int) -> Decision:
    found = hint(match, seat, budget, seed + match.ply)
    made = next(worth for worth in found if worth.action == action)
    return Decision(match.ply, made, found[0], tuple(found))
