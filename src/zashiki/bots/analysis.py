"""Hints and reviews: the chance of winning after each move, as the strongest search estimates it.

A hint rates the moves of one decision with what the seat may know: everything else is redrawn, so a hint gives away
nothing that the player could not have worked out. A review rates every decision that a seat had in a game, and compares
the move made with the best one.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from zashiki import registry
from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.builtin import search
from zashiki.bots.levels import COUNT, level
from zashiki.core.errors import BadRecord, NoChoice, NoSuchSeat
from zashiki.core.hints import SURE, HintQuestion, mean_fact, points_reason
from zashiki.core.jsontypes import Facts
from zashiki.core.match import Match
from zashiki.core.record import Record
from zashiki.core.replay import Step, start, walk
from zashiki.core.rng import Rng
from zashiki.core.shapes import Message

UNLIMITED: Final = 100_000_000
"""More playouts than any search makes: time ends it."""
HINT = Budget(seconds=1.0, iterations=UNLIMITED)
"""The default budget of a hint."""
REVIEW: Final = Budget(iterations=4000)
"""The default budget of a review, for each decision."""
CLOSE: Final = 0.05
"""Moves that lose more than this are never close to the best, however rough their estimates."""
NOTABLE: Final = 0.01
"""Smaller losses are not among the turning points."""
MOST_NAMED: Final = 5
"""The most turning points that a review names."""


@dataclass(frozen=True)
class RatedMove:
    """A legal move with its `MoveEstimate`: the chance of winning after it, as a search found it."""

    action: int
    """The move as a number."""
    name: str
    """The move as `Match.play` reads it."""
    label: str
    """The move in words."""
    chance: float
    """The estimated chance of winning the game, shared victories split."""
    error: float
    """The standard error of the estimate."""
    playouts: int
    """The number of playouts behind the estimate."""
    close: bool = False
    """In a hint: whether it is about as good as the best move, as far as the estimates can tell."""
    reason: Message | None = None
    """In a hint: why it is the best move, in the game's own terms."""

    def __str__(self) -> str:
        return f"{self.label}: {self.chance:.1%} ± {SURE * self.error:.1%}"


@dataclass(frozen=True)
class Decision:
    """One decision of a reviewed seat."""

    ply: int
    """The number of moves before it: `replay(record, ply)` is the match at that moment."""
    made: RatedMove
    """What was played."""
    best: RatedMove
    """What the search would have played."""
    moves: tuple[RatedMove, ...]
    """All legal moves, the best first."""

    @property
    def loss(self) -> float:
        """What the move cost, in chance of winning: 0 if it was the best, or not significantly worse."""
        gap = self.best.chance - self.made.chance
        return gap if gap > SURE * math.hypot(self.best.error, self.made.error) else 0.0

    def __repr__(self) -> str:
        return f"<Decision at ply {self.ply}: {self.made.name}, best {self.best.name}, loss {self.loss:.1%}>"


@dataclass(frozen=True)
class Review:
    """How one seat played one game."""

    game: str
    """The key of the game."""
    seat: int
    """Whose decisions were rated."""
    decisions: tuple[Decision, ...]
    """Every decision with more than one legal move, in order."""
    turning_points: tuple[Decision, ...]
    """The moves that mattered most: the highest losses, the highest first."""
    won: float
    """The seat's share of the victory in the end."""

    @property
    def loss(self) -> float:
        """The mean loss of a decision."""
        return sum(decision.loss for decision in self.decisions) / max(1, len(self.decisions))

    @property
    def agreed(self) -> int:
        """How often the move was the one the search would have played."""
        return sum(decision.made == decision.best for decision in self.decisions)

    def __repr__(self) -> str:
        return (
            f"<Review: {self.game}, seat {self.seat}, {len(self.decisions)} decisions, {self.agreed} as the search "
            f"would have played, mean loss {self.loss:.2%}>"
        )


def hint(match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> list[RatedMove]:
    """Every legal move of `seat` with its chance of winning, the best first; `NoChoice` if the seat may not act now.

    The best one has a reason, counted in deals that fit what the seat has seen. The same seed and a budget in
    iterations give the same answer.

        >>> import zashiki
        >>> match = zashiki.new("hagakure", seats=3, seed=7)
        >>> moves = hint(match, match.turn, Budget(iterations=50))
        >>> [move.name for move in sorted(moves, key=lambda move: move.action)] == [str(move) for move in match.moves()]
        True
    """
    if type(seat) is not int or not 0 <= seat < match.seats:
        raise NoSuchSeat(seat, f"a seat from 0 to {match.seats - 1}", "seat")
    if seat not in match.waiting:
        raise NoChoice(seat, "a seat that has to move now", "seat")
    context = DecisionContext(match.game, match.options, match.state(), seat, Rng(seed), budget or HINT, match.ply)
    return hint_for(context)


def hint_for(context: DecisionContext) -> list[RatedMove]:
    """A hint: every legal move with its chance of winning, the best first and with the reason why it is the best."""
    luck = context.rng.clone()  # from before the search, so that the reason is counted in its worlds
    best, *others = rate_moves(context)
    others = [replace(move, close=_close(best, move)) for move in others]
    return [replace(best, reason=_reason(context, best, others[0] if others else None, luck)), *others]


def _close(best: RatedMove, move: RatedMove) -> bool:
    gap = best.chance - move.chance
    return gap < CLOSE and gap <= SURE * math.hypot(best.error, move.error)


def _reason(context: DecisionContext, best: RatedMove, second: RatedMove | None, luck: Rng) -> Message:
    """A fact counted in deals; if none is significant, what the search itself found."""
    package = registry.package(context.game.key)
    question = HintQuestion(
        context.game,
        package.heuristics,
        context.state,
        context.seat,
        best.action,
        None if second is None else second.action,
        luck,
    )
    own = None if package.hint_facts is None or second is None else package.hint_facts(question)
    found = own or points_reason(question)
    if found is not None:
        return found
    assert second is not None, "an only move has its own reason"
    facts: Facts = {"second": question.move_fact(second.action)}
    if second.close:
        return question.reason("hint.alike", facts)
    chances: Facts = {"percent": mean_fact([100 * best.chance]), "other": mean_fact([100 * second.chance])}
    return question.reason("hint.chances", {**chances, **facts})


def rate_moves(context: DecisionContext) -> list[RatedMove]:
    """Every legal move with its chance of winning, the best first."""
    own = level(context.game.key, COUNT).search
    assert own is not None
    # A player stops when the rest hardly differs; here, more playouts still make the estimates better.
    estimates = search(replace(own, tolerance=0.0), context, all_moves=True)
    found = [
        RatedMove(
            int(estimate.action),
            context.game.name(context.seat, estimate.action),
            context.game.label(context.state, context.seat, estimate.action)["text"],
            estimate.chance,
            estimate.error,
            int(estimate.playouts),
        )
        for estimate in estimates
    ]
    return sorted(found, key=lambda move: (-move.chance, move.action))


def review(
    record: Record,
    seat: int,
    budget: Budget = REVIEW,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Rate every decision that `seat` had in a recorded game.

    `progress` is called after each decision, with the number of decisions done and of all.

        >>> import zashiki
        >>> match = zashiki.new("hagakure", seats=3, seed=7, rounds=1)
        >>> while not match.over:
        ...     move = match.play(match.moves()[0])
        >>> review(match.record(), 0, Budget(iterations=20))
        <Review: hagakure, seat 0, 8 decisions, ... mean loss ...%>
    """
    end = start(registry.find(record.game), record)
    if not record.data["result"]["over"]:
        raise BadRecord("a game in progress", "a finished game", "record")
    if type(seat) is not int or not 0 <= seat < end.seats:
        raise NoSuchSeat(seat, f"a seat from 0 to {end.seats - 1}", "seat")
    # The whole record is walked, and so checked, before anybody thinks about it.
    steps = [step for step in walk(end.game, record, end) if step.seat == seat]
    decisions: list[Decision] = []
    for done, step in enumerate(steps, 1):
        if len(step.before.legal(seat)) > 1:
            decisions.append(_decision(step, budget, seed))
        if progress is not None:
            progress(done, len(steps))
    won = 1 / len(end.winners) if seat in end.winners else 0.0
    costly = sorted((one for one in decisions if one.loss >= NOTABLE), key=lambda one: (-one.loss, one.ply))
    return Review(end.game.key, seat, tuple(decisions), tuple(costly[:MOST_NAMED]), won)


def _decision(step: Step, budget: Budget, seed: int) -> Decision:
    match, ply = step.match, step.ply - 1
    context = DecisionContext(match.game, match.options, step.before, step.seat, Rng(seed + ply), budget, ply)
    found = rate_moves(context)
    made = next(move for move in found if move.action == step.action)
    return Decision(ply, made, found[0], tuple(found))
