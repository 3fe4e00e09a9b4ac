"""A game in progress and everything that each seat was ever told: the basis of information states.

Search visits thousands of positions and asks for the information state of only a few. So it is computed lazily
(`RecallState.remember`), and copies of a position share what was computed before they diverged.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i16

from zashiki import registry
from zashiki.core.errors import IllegalMove, ZashikiError
from zashiki.core.game import CHANCE, Event, Game, State
from zashiki.core.moves import transitions
from zashiki.core.observation import ObservationWriter, Observer
from zashiki.core.options import Options
from zashiki.core.rng import Rng

HIDDEN: Final = -1
"""Stands for an unknown move."""


@dataclass(frozen=True)
class Setting:
    """A game, its seats and its options."""

    key: str
    seats: int
    options: Options
    """Every option with its value, as returned by `Game.checked`."""

    @property
    def game(self) -> Game:
        """The game."""
        return registry.find(self.key)

    @property
    def observer(self) -> Observer:
        """The observer of the game."""
        return registry.package(self.key).observer

    @cached_property
    def width(self) -> int:
        """The size of an observation."""
        return sum(field.size for field in self.observer.fields(self.seats, self.options))


class MoveSeen(NamedTuple):
    """A move that was made, and who saw it."""

    mover: int
    """The seat, or `CHANCE`."""
    action: int
    """The move, or `HIDDEN`."""
    seers: int
    """The seats that saw the move, as bits."""


class Memory(NamedTuple):
    """What everybody remembers up to a certain move. Immutable."""

    state: State
    """The game at that time; never modified."""
    texts: tuple[str, ...]
    """What each seat was told, a line for each move; the last item is what a spectator was told."""
    plies: tuple[MoveSeen, ...]
    """The moves so far."""


class RecallState:
    """A state and its history."""

    __slots__ = ("_imagined", "_memory", "_moves", "_read", "setting", "state")

    def __init__(self, setting: Setting, state: State, memory: Memory, imagined: bool = False) -> None:
        self.setting = setting
        """The game, its seats and its options."""
        self.state = state
        """The current state."""
        self._memory = memory
        self._moves: list[tuple[int, int]] = []
        """The moves since the start or, in a resampled position, since it was resampled."""
        self._read = 0
        """The number of moves that the memory covers."""
        self._imagined = imagined

    def apply(self, mover: int, action: int) -> None:
        """Make a move; raise `IllegalMove` and change nothing if it is illegal."""
        if action not in self.state.legal(mover):
            raise self._refusal(mover, action)
        self.state.apply(mover, action)
        self._moves.append((mover, action))

    def _refusal(self, mover: int, action: int) -> ZashikiError:
        game = self.setting.game
        name = game.name(mover, action)  # raises if there is no such move
        reason = None if mover == CHANCE else game.why_not(self.state, mover, action)
        if reason is not None:
            return IllegalMove(reason, name, mover)
        possible = ", ".join(game.name(mover, one) for one in self.state.legal(mover)[:8])
        return ZashikiError(name, f"one of {possible}", "chance" if mover == CHANCE else f"seat {mover}")

    def clone(self) -> "RecallState":
        """Return an independent copy."""
        twin = RecallState(self.setting, self.state.clone(), self._memory, self._imagined)
        twin._moves = self._moves.copy()
        twin._read = self._read
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "RecallState":
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., "RecallState"], tuple[Any, ...]]:
        if self._imagined:
            raise ZashikiError("a resampled position", "one that was played from the start", "pickling")
        return replayed, (self.setting, self._moves)

    def resample(self, seat: int, rng: Rng) -> "RecallState":
        """Return a position that `seat` considers possible: everything it cannot know is redrawn, its memory is kept.

        How the others came to know what they know there was never played. They remember what a spectator does, followed
        by what they see now.
        """
        memory = self.remember()
        state = self.state.resample(seat, rng)
        texts = list(memory.texts)
        for other in range(self.setting.seats):
            if other != seat:
                texts[other] = f"{texts[-1]}sees {observed(self.setting, state, other).hex()}\n"
        plies = tuple(ply if (ply.seers >> seat) & 1 else MoveSeen(ply.mover, HIDDEN, 0) for ply in memory.plies)
        return RecallState(self.setting, state, Memory(state.clone(), tuple(texts), plies), imagined=True)

    def remember(self) -> Memory:
        """Return what everybody was told so far."""
        memory = self._memory
        if self._read == len(self._moves):
            return memory
        state = memory.state
        texts = list(memory.texts)
        plies: list[MoveSeen] = []
        for before, mover, action, after in transitions(memory.state, self._moves[self._read :]):
            seers = self._write(texts, before, mover, action, after)
            plies.append(MoveSeen(mover, action, seers))
            state = after
        self._memory = Memory(state, tuple(texts), memory.plies + tuple(plies))
        self._read = len(self._moves)
        return self._memory

    def _write(self, texts: list[str], before: State, mover: int, action: int, after: State) -> int:
        """Add a move to what each seat was told; return the seats that saw it, as bits."""
        setting = self.setting
        events = setting.game.narrate(before, mover, action, after)
        who = "*" if mover == CHANCE else str(mover)
        shown = f"{who} {setting.game.name(mover, action)}"
        hidden = f"{who} ?"
        public = "".join([_line(event, None) for event in events])
        private = any(event.seers for event in events)
        seers = 0
        for seat in range(setting.seats):
            sees = seat == mover or setting.observer.move_visible_to(before, mover, action, seat)
            seers |= sees << seat
            rest = "".join([_line(event, seat) for event in events]) if private else public
            texts[seat] += f"{shown if sees else hidden}{rest}\n"
        # A spectator knows a move only if all seats do.
        texts[-1] += f"{shown if seers == (1 << setting.seats) - 1 else hidden}{public}\n"
        return seers


def started(setting: Setting) -> RecallState:
    """Return a new game."""
    state = setting.game.start(setting.seats, setting.options)
    return RecallState(setting, state, Memory(state.clone(), ("",) * (setting.seats + 1), ()))


def replayed(setting: Setting, moves: list[tuple[int, int]]) -> RecallState:
    """Return the game after these moves."""
    position = started(setting)
    for mover, action in moves:
        position.apply(mover, action)
    return position


def observed(setting: Setting, state: State, seat: int) -> bytes:
    """Return a seat's observation as bytes."""
    row = vec[i16]([i16(0)] * setting.width)
    setting.observer.observe(state, seat, ObservationWriter(row))
    return bytes(memoryview(row))


def _line(event: Event, seat: int | None) -> str:
    """Format an event as a seat (None: a spectator) was told of it."""
    if event.secret is not None and seat in event.seers:
        return f"; {event.code}.seen {dense(event.secret)}"
    return f"; {event.code} {dense(event.facts)}"


def dense(value: object) -> str:
    """Format a value as JSON on one line, always in the same way."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
