"""Games between bots: their answers are checked, and nothing they do stops the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import final

from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.runners import Failed, FailureKind, Runner
from zashiki.core.game import CHANCE, Game, State
from zashiki.core.match import Match
from zashiki.core.options import Options
from zashiki.core.rng import Rng
from zashiki.core.shapes import EventView


@dataclass(frozen=True)
class Forfeit:
    """A decision that `greedy` made, because the bot failed."""

    seat: int
    """Whose decision it was."""
    ply: int
    """The number of moves before it."""
    why: FailureKind
    """How the bot failed."""
    detail: str
    """What happened, in one line."""


def decide(runner: Runner, context: DecisionContext, events: Sequence[EventView] = ()) -> tuple[int, Forfeit | None]:
    """The move to make: the bot's or, if that failed, greedy's and the forfeit."""
    try:
        answer = runner.ask(context, events)
        if type(answer) is not int or answer not in context.legal:
            raise Failed("illegal", f"answered {_named(context, answer)}")
    except Failed as failed:
        instead = context.heuristics.greedy(context.state, context.seat)
        return instead, Forfeit(context.seat, context.ply, failed.why, failed.detail)
    return answer, None


def _named(context: DecisionContext, answer: object) -> str:
    if type(answer) is int and 0 <= answer < context.game.action_count:
        return f"{context.game.name(context.seat, answer)!r}, which is not legal now"
    return f"{str(answer)[:80]!r}, which is not a move"


@dataclass(frozen=True)
class Outcome:
    """How one game between bots ended."""

    scores: list[int]
    """Each seat's points."""
    winners: tuple[int, ...]
    """The seats that won."""
    decisions: list[int]
    """The number of each seat's decisions."""
    seconds: list[float]
    """Each seat's thinking time in all."""
    forfeits: list[Forfeit]
    """Decisions in which a bot failed."""


@final
class Referee:
    """Runs one game between bots. Its chance comes from `luck`; each bot has a generator of its own."""

    def __init__(
        self, game: Game, options: Options, runners: Sequence[Runner], luck: Rng, rngs: Sequence[Rng], budget: Budget
    ) -> None:
        self.game = game
        self.options = options
        self.runners = runners
        """The bot on each seat."""
        self.luck = luck
        self.rngs = rngs
        self.budget = budget
        """For each decision."""
        seats = len(runners)
        # Making events takes longer than the game itself, so it is done only if a bot wants them.
        self.match = Match(game, seats, options, None) if any(one.wants_events for one in runners) else None
        self.state: State = game.start(seats, options)
        self.ply = 0
        self._events_sent = [0] * seats

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
                action = legal[0]  # there is nothing to decide
            else:
                began = perf_counter()
                context = DecisionContext(
                    self.game, self.options, self.state, seat, self.rngs[seat], self.budget, self.ply
                )
                action, forfeit = decide(self.runners[seat], context, self._new_events(seat))
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

    def _new_events(self, seat: int) -> list[EventView]:
        """The events since the seat was last asked."""
        if self.match is None or not self.runners[seat].wants_events:
            return []
        events = self.match.events(seat, self._events_sent[seat])
        self._events_sent[seat] += len(events)
        return events
