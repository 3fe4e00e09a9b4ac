"""A move of one seat, as the library lists, takes and returns it; and the states that a list of moves leads through."""

from collections.abc import Iterable, Iterator
from functools import total_ordering
from typing import TYPE_CHECKING, NamedTuple, final

from zashiki.core.game import CHANCE, Game, State

if TYPE_CHECKING:
    from zashiki.core.reasons import Reason


@final
@total_ordering
class Move:
    """One move of one seat (or one outcome of `CHANCE`) at one moment of a match.

    `Match.moves` lists the legal ones, `Match.move` finds any other, `Match.play` makes one, and iterating over a match
    gives those that were made.

        >>> import zashiki
        >>> match = zashiki.new("hagakure", seats=4, seed=7)
        >>> move = match.moves()[0]
        >>> move
        Move(3, 'pass')
        >>> print(move)
        pass
        >>> move.seat, move.action, move.legal, move.reason
        (3, 0, True, None)

    A move that is not legal knows why.

        >>> early = match.move("play 9")
        >>> early.legal, early.reason.rule
        (False, 'HG-2.1')

    Two moves are equal if the same seat does the same thing in the same game, at whatever moment. They sort by seat and
    action.
    """

    __slots__ = ("_game", "_state", "action", "name", "seat")

    def __init__(self, game: Game, state: State, seat: int, action: int) -> None:
        """`state` is the one in which the move is considered; it must not change any more."""
        self._game = game
        self._state = state
        self.seat = seat
        """Whose move it is; `CHANCE` for an outcome of chance."""
        self.action = action
        """The move as a number."""
        self.name = game.name(seat, action)
        """The move as records write it and `Match.play` reads it."""

    @property
    def game(self) -> str:
        """The key of the game."""
        return self._game.key

    @property
    def label(self) -> str:
        """The move in words, as a button would have it; the name of an outcome of chance."""
        if self.seat == CHANCE:
            return self.name
        return self._game.label(self._state, self.seat, self.action)["text"]

    @property
    def legal(self) -> bool:
        """Whether the move is allowed."""
        return self.action in self._state.legal(self.seat)

    @property
    def reason(self) -> "Reason | None":
        """Why the move is not allowed; None if it is, and for outcomes of chance."""
        return None if self.seat == CHANCE else self._game.why_not(self._state, self.seat, self.action)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Move({'CHANCE' if self.seat == CHANCE else self.seat}, {self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._key() == other._key()

    def __lt__(self, other: "Move") -> bool:
        if not isinstance(other, Move) or other.game != self.game:
            return NotImplemented
        return self._key() < other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, int, int]:
        return self.game, self.seat, self.action


class Transition(NamedTuple):
    """One move, and what it changed."""

    before: State
    """The state in which it was made, with all secrets."""
    seat: int
    """Who made it: a seat or `CHANCE`."""
    action: int
    """The move."""
    after: State
    """The state that it led to."""


def transitions(state: State, moves: Iterable[tuple[int, int]]) -> Iterator[Transition]:
    """Make moves of `Match.history` one by one, from `state` on. Like `State.apply`, it trusts its caller.

    No state changes once it was given out.

        >>> import zashiki
        >>> match = zashiki.new("hiroba", seats=2, seed=1)
        >>> start = match.game.start(2, match.options)
        >>> [(step.seat, step.action) for step in transitions(start, match.history())] == match.history()
        True
    """
    for seat, action in moves:
        after = state.clone()
        after.apply(seat, action)
        yield Transition(state, seat, action, after)
        state = after


def apply_all(state: State, moves: Iterable[tuple[int, int]]) -> None:
    """Make all these moves in `state` itself, where nobody asks for the states between them."""
    for seat, action in moves:
        state.apply(seat, action)
