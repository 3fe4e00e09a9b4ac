"""One decision, one game: bots are asked, their answers checked, and nothing they do stops the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import final

from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.runners import Failed, Runner, Why
from zashiki.core.game import CHANCE, Game, State
from zashiki.core.match import Match
from zashiki.core.options import Options
from zashiki.core.rng import Rng
from zashiki.core.shapes import EventView


@dataclass(frozen=True)
class Forfeit:
    """A decision that a bot lost to `greedy`."""

    seat: int
    """Whose decision it was."""
    ply: int
    """After how many moves it was due."""
    why: Why
    """What kind of failure it was."""
    detail: str
    """What happened, in a line."""


def decide(chair: Runner, context: DecisionContext, events: Sequence[EventView] = ()) -> tuple[int, Forfeit | None]:
    """The move that is made: the bot's, or greedy's and why it had to be."""
    try:
        answer = chair.ask(context, events)
        if type(answer) is not int or answer not in context.legal:
            raise Failed("illegal", f"answered {_named(context, answer)}")
    except Failed as failed:
        instead = context.heuristics.greedy(context.state, context.seat)
        return instead, Forfeit(context.seat, context.ply, failed.why, failed.detail)
    return answer, None


def _named(context: DecisionContext, answer: object) -> str:
    if type(answer) is int and 0 <= answer < context.game.action_count:
        return f"{context.game.name(context.seat, answer)!r}, which is not legal now"
    return f"{str(answer)[:80]!r}, which is no move"


@dataclass(frozen=True)
class Outcome:
    """How one game between bots ended."""

    scores: list[int]
    """Points of each seat."""
    winners: tuple[int, ...]
    """The seats that won."""
    decisions: list[int]
    """How often each seat was asked."""
    seconds: list[float]
    """How long each seat thought in all."""
    forfeits: list[Forfeit]
    """What went wrong."""


@final
class Referee:
    """Runs one game between bots. Its chance comes from `luck`, each bot's from its own generator."""

    def __init__(
        self, game: Game, options: Options, runners: Sequence[Runner], luck: Rng, rngs: Sequence[Rng], budget: Budget
    ) -> None:
        self.game = game
        self.options = options
        self.runners = runners
        """Who sits on each seat."""
        self.luck = luck
        self.rngs = rngs
        self.budget = budget
        """For one decision of anybody."""
        seats = len(runners)
        # Telling what happens takes longer than the game itself, so it is done only if somebody listens.
        self.match = Match(game, seats, options, None) if any(chair.listens for chair in runners) else None
        self.state: State = game.start(seats, options)
        self.ply = 0
        self._heard = [0] * seats

    def run(self) -> Outcome:
        """Play the game to its end."""
        seats = len(self.runners)
        decisions = [0] * seats
        seconds = [0.0] * seats
        forfeits: list[Forfeit] = []
        while (seat := self.state.turn()) >= CHANCE:
            legal = self.state.legal(seat)
            if seat == CHANCE:
                action = legal[self.luck.pick(self.state.weights())]
            elif len(legal) == 1:
                action = legal[0]  # nobody is asked where there is nothing to choose
            else:
                began = perf_counter()
                context = DecisionContext(
                    self.game, self.options, self.state, seat, self.rngs[seat], self.budget, self.ply
                )
                action, forfeit = decide(self.runners[seat], context, self._news(seat))
                seconds[seat] += perf_counter() - began
                decisions[seat] += 1
                if forfeit is not None:
                    forfeits.append(forfeit)
            self._apply(seat, action)
        return Outcome(self.state.scores(), self.state.winners(), decisions, seconds, forfeits)

    def _apply(self, seat: int, action: int) -> None:
        self.state.apply(seat, action)
        self.ply += 1
        if self.match is not None:
            if seat == CHANCE:
                self.match.chance(action)
            else:
                self.match.play(seat, action)

    def _news(self, seat: int) -> list[EventView]:
        """What the seat has not heard of yet."""
        if self.match is None or not self.runners[seat].listens:
            return []
        events = self.match.events(seat, self._heard[seat])
        self._heard[seat] += len(events)
        return events
