"""Why a hint prefers a move: facts counted in deals that fit what the seat has seen.

A search says how often a move wins, but not why. `HintQuestion` has the best move, the runner-up, and the *worlds* that
the search tried first: states in which all that the seat cannot know is redrawn, the same ones for both moves. A
game's `hint_facts` plays both moves in all of them and returns the fact that a player can learn from; `points_reason`
is for whatever it has nothing to say about. A difference that could as well be noise is never given as a reason.

Never compiled: this is not in a hot loop, and the playouts it asks for are compiled.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, final

from zashiki.core.game import OVER, Game, State
from zashiki.core.heuristics import Heuristics
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import message
from zashiki.core.rng import Rng
from zashiki.core.shapes import Message

WORLDS: Final = 50
"""The number of deals in which facts are counted."""
SURE: Final = 1.96
"""A difference of more standard errors than this is significant at 95%."""
SURE_OF_MANY: Final = 3.0
"""The same for the largest of many differences, which is biased upwards."""


@final
class HintQuestion:
    """Why one move is better than another, as the seat can know it."""

    def __init__(
        self, game: Game, heuristics: Heuristics, state: State, seat: int, best: int, second: int | None, rng: Rng
    ) -> None:
        """`state` may be the true one: it is not kept, and everything the seat cannot know is redrawn.

        Given the generator that a race is about to use, the worlds and their luck are those of the race.
        """
        self.game = game
        self.heuristics = heuristics
        self.seat = seat
        self.best = best
        """The best move."""
        self.second = second
        """The runner-up; None if there is only one legal move."""
        drawn = [(state.resample(seat, rng), rng.branch()) for _ in range(WORLDS)]
        self.worlds = [world for world, _ in drawn]
        """Possible states before the move."""
        self._luck = [luck for _, luck in drawn]

    @property
    def state(self) -> State:
        """Any of the worlds, to read what the seat knows: that is the same in all of them."""
        return self.worlds[0]

    def play_on(self, action: int, until: Callable[[State], bool] | None = None) -> list[State]:
        """Each world after the move, played on by the heuristics until it can be evaluated, or `until` says so."""
        return [
            self._played(world, luck.clone(), action, until)
            for world, luck in zip(self.worlds, self._luck, strict=True)
        ]

    def _played(self, world: State, rng: Rng, action: int, until: Callable[[State], bool] | None) -> State:
        after = world.clone()
        after.apply(self.seat, action)
        if until is None:
            self.heuristics.playout(after, rng)
            return after
        while after.turn() != OVER and not until(after):
            self.heuristics.playout_move(after, rng)
        return after

    def reason(self, code: str, facts: Facts) -> Message:
        """The sentence of the game."""
        return message(self.game.catalogue, code, facts)

    def move_fact(self, action: int) -> Facts:
        """A move in the words of its button, as a fact."""
        label = self.game.label(self.state, self.seat, action)
        return {"code": label["code"], **label["facts"]}


HintFacts: TypeAlias = Callable[[HintQuestion], "Message | None"]
"""A game's own reason for a hint; None if no difference is significant."""


def more_often(one: Sequence[bool], other: Sequence[bool], sure: float = SURE) -> bool:
    """Whether something happens significantly more often after one move than after the other (McNemar's test)."""
    only_one = sum(first and not second for first, second in zip(one, other, strict=True))
    only_other = sum(second and not first for first, second in zip(one, other, strict=True))
    return only_one - only_other > sure * math.sqrt(only_one + only_other)


def gain(one: Sequence[float], other: Sequence[float]) -> float:
    """The mean difference of two rows of numbers, world by world; 0.0 if it is not significant."""
    gaps = [first - second for first, second in zip(one, other, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean if abs(mean) > SURE * math.sqrt(spread / len(gaps)) else 0.0


def mean_fact(numbers: Sequence[float]) -> int | float:
    """The mean, to one decimal place; a whole number without one."""
    mean = round(sum(numbers) / len(numbers), 1)
    return int(mean) if mean == int(mean) else mean


def points_reason(question: HintQuestion) -> Message | None:
    """The reason that every game has: the points that the move leads to; None if they are not why it is better."""
    best, second = question.best, question.second
    if second is None:
        return question.reason("hint.only", {})
    seat = question.seat
    scores = [[state.scores() for state in question.play_on(action)] for action in (best, second)]
    own = [[float(row[seat]) for row in rows] for rows in scores]
    facts: Facts = {"second": question.move_fact(second), "of": len(question.worlds)}
    if gain(own[0], own[1]) > 0:
        return question.reason("hint.points", {"points": mean_fact(own[0]), "other": mean_fact(own[1]), **facts})
    rivals = [[float(max(row[:seat] + row[seat + 1 :])) for row in rows] for rows in scores]
    if gain(rivals[1], rivals[0]) > 0:
        return question.reason("hint.rivals", {"points": mean_fact(rivals[0]), "other": mean_fact(rivals[1]), **facts})
    return None
