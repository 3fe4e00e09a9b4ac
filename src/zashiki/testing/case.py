"""What is checked: a game as one table might set it up, played at random."""

import marshal
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from librt.vecs import vec
from mypy_extensions import i16

from zashiki.bots import Budget, DecisionContext
from zashiki.core.fair import from_seed
from zashiki.core.game import CHANCE, Game, State
from zashiki.core.match import Match
from zashiki.core.observation import ObservationWriter
from zashiki.core.options import Options
from zashiki.core.package import GamePackage
from zashiki.core.rng import Rng

_RULE = re.compile(r"\*\*([A-Z]+-[A-Z0-9.]+)\*\*")


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and options, and the seed of its random play."""

    package: GamePackage
    seats: int
    options: Options
    """Every option with its value, as returned by `Game.checked`."""
    seed: int
    every_state: bool = True
    """Whether checks look at every state of a game, or at some: a long game has hundreds."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.package.game

    def __str__(self) -> str:
        return f"{self.game.key}, {self.seats} seats, {self.options}, seed {self.seed}"

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Everybody who sees something: a spectator, and the seats."""
        return (None, *range(self.seats))

    @property
    def max_plies(self) -> int:
        """The most moves that the game promises to take."""
        return self.game.max_plies(self.seats, self.options)

    @cached_property
    def rules(self) -> frozenset[str]:
        """The ids of the rules on the rules page."""
        page = self.package.rules_page("en")
        assert page.is_file(), f"{self.package.key}: the package {self.package.module} has no rules.md"
        return frozenset(_RULE.findall(page.read_text("utf-8")))

    @cached_property
    def states(self) -> list[State]:
        """The states of one random game, from the first to the last."""
        rng = Rng(self.seed)
        state = self.start()
        found = [state.clone()]
        while state.waiting():
            assert len(found) <= self.max_plies, f"{self}: more moves than max_plies says ({self.max_plies})"
            move_at_random(state, rng, f"{self}, ply {len(found) - 1}")
            found.append(state.clone())
        return found

    def some_states(self, most: int) -> Iterator[tuple[str, State]]:
        """About this many of the states, evenly spread, the last among them; each with words that say where it is."""
        every = 1 if self.every_state else max(1, len(self.states) // most)
        for ply in range(len(self.states) - 1, -1, -every):
            yield f"{self}, ply {ply}", self.states[ply]

    def moves_between(self, ply: int, fraction: int) -> int:
        """How many moves to make before a match is looked at again: more, the longer the game is."""
        return 1 if self.every_state else 1 + ply // fraction

    def start(self) -> State:
        """The first state."""
        return self.game.start(self.seats, self.options)

    def new_match(self) -> Match:
        """A match whose chance comes from the seed."""
        return Match(self.game, self.seats, self.options, from_seed(self.seed))

    def truth(self, state: State) -> bytes:
        """All that anybody can see of a state, for comparison."""
        whole: list[Any] = [self.game.board(state, viewer) for viewer in self.viewers]
        whole += [state.legal(seat) for seat in range(self.seats)]
        whole += [state.waiting(), state.scores(), state.winners(), state.legal(CHANCE), self.game.breakdown(state)]
        return frozen(whole)

    def observation(self, state: State, seat: int) -> list[int]:
        """What a seat sees of a state, as numbers."""
        observer = self.package.observer
        width = sum(field.size for field in observer.fields(self.seats, self.options))
        row = vec[i16]([i16(0)] * width)
        writer = ObservationWriter(row)
        observer.observe(state, seat, writer)
        assert int(writer.at) == width, f"{self}: the observer writes {int(writer.at)} numbers, its fields have {width}"
        return list(map(int, row))

    def seen_by(self, match: Match, viewer: int | None) -> bytes:
        """Everything that a viewer learns from a match, and what a bot on that seat gets, for comparison."""
        seen: list[Any] = [match.view(viewer), match.events(viewer), match.breakdown()]
        if viewer is not None:
            state = match.state()
            context = DecisionContext(self.game, match.options, state, viewer, Rng(match.ply), Budget(), match.ply)
            seen += [match.legal(viewer), self.observation(state, viewer)]
            seen += [self.truth(context.state), context.legal, context.view, int(context.rng.word())]
        return frozen(seen)


def cases(package: GamePackage, games: int = 3) -> Iterator[Case]:
    """Every number of seats, with the default options and with each option at each value worth testing."""
    game = package.game
    for seats in game.seat_counts:
        given: list[Options] = [{}]
        given += [{option.key: value} for option in game.options for value in option.examples(seats)]
        for options in given:
            for seed in range(games):
                yield Case(package, seats, game.checked(seats, options), seed)


def move_at_random(state: State, rng: Rng, where: str = "a random game") -> tuple[int, int]:
    """One random move through `legal` and `apply` alone, by a random one of those who may act; who made which."""
    waiting = state.waiting()
    seat = waiting[int(rng.below(len(waiting)))]
    legal = state.legal(seat)
    assert legal, f"{where}: seat {seat} is waited for, but has no legal move"
    action = legal[rng.pick(state.weights()) if seat == CHANCE else int(rng.below(len(legal)))]
    state.apply(seat, action)
    return seat, action


def play_at_random(match: Match, rng: Rng, most: int = 10**9) -> Match:
    """At most this many random moves of seats."""
    while most > 0 and not match.over:
        seat = match.waiting[int(rng.below(len(match.waiting)))]
        legal = match.legal(seat)
        match.play(seat, legal[int(rng.below(len(legal)))])
        most -= 1
    return match


def frozen(value: Any) -> bytes:
    """JSON as it is now, to be compared later; much faster than text. `marshal.loads` gives it back."""
    return marshal.dumps(value, 2)  # later versions tell shared parts from equal ones
