"""The contract that every game fulfils: `Game` and `State`.

A `Game` describes itself (seats, options, names of moves) and starts a `State`. A `State` is one game in progress with
all its secrets: small, mutable, copied with `clone`. It knows the rules and nothing of people, sentences or clocks;
what a seat may see and read of it is made by the game's `board`, `narrate` and `why_not`.

**Chance is a player.** Whenever a card is dealt or a die falls, `waiting()` is `(CHANCE,)`, `legal(CHANCE)` lists the
outcomes and `weights()` says how likely each is. Who decides (a verifiable seed, a search's generator, a person typing
in what came out of a real pouch) is not the state's business. No state holds the order of a hidden pile.

**Simultaneous phases.** `waiting()` then names several seats. Each makes its own move, in any order; the state keeps it
secret until the last one is in.
"""

from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64, mypyc_attr

from zashiki.core.errors import BadOption, BadSeats, UnknownMove
from zashiki.core.jsontypes import Facts
from zashiki.core.open_hands import open_hands
from zashiki.core.options import Option, OptionProblem, Options, checked_options, not_allowed, option_problems
from zashiki.core.phrases import COMMON, Catalogue, message, seat_facts
from zashiki.core.reasons import Reason
from zashiki.core.rng import Rng
from zashiki.core.shapes import Message, ScoreLine

CHANCE: Final = -1
"""The seat of chance."""

OVER: Final = -2
"""What `turn()` returns when the game is over."""

_CHANCE_ONLY: Final[tuple[int, ...]] = (CHANCE,)
_NOBODY: Final[tuple[int, ...]] = ()
_ALONE: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(16)]


@mypyc_attr(allow_interpreted_subclasses=True)
class State(metaclass=ABCMeta):
    """One game in progress, with all its secrets. `apply` trusts its caller: ask `legal` first.

    Examples:
        >>> import zashiki
        >>> game = zashiki.games()["hagakure"]
        >>> state = game.start(4, game.checked(4, {"rounds": 1}))
        >>> state
        <HagakureState: 4 seats, chance to act>
        >>> rng = zashiki.Rng(7)
        >>> state.resolve_chance(rng)
        >>> seat = state.turn()
        >>> state.apply(seat, state.legal(seat)[0])
        >>> decisions = state.playout(rng)
        >>> state.waiting(), state.scores(), state.winners()
        ((), [-1, -4, 8, 4], (2,))
    """

    # Not a child of `ABC`: that would give every compiled state a `__dict__`, and calls from Python would be slower.

    seats: i64
    """The number of players."""

    @abstractmethod
    def turn(self) -> i64:
        """A seat that may act now (the lowest, if several), `CHANCE`, or `OVER`."""

    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now: one, several in a simultaneous phase, `(CHANCE,)`, or none when over."""
        seat = self.turn()
        if seat >= 0:
            return _ALONE[seat]
        if seat == CHANCE:
            return _CHANCE_ONLY
        return _NOBODY

    @abstractmethod
    def legal(self, seat: i64) -> list[int]:
        """The moves that `seat` may make now, ascending; empty if it may not act."""

    def weights(self) -> list[int]:
        """The weight of each outcome of `legal(CHANCE)`, in the same order: positive whole numbers."""
        return [1] * len(self.legal(CHANCE))

    @abstractmethod
    def apply(self, seat: i64, action: i64) -> None:
        """Make a legal move."""

    @abstractmethod
    def clone(self) -> "State":
        """An independent copy."""

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> "State":
        return self.clone()

    @abstractmethod
    def resample(self, seat: i64, rng: Rng) -> "State":
        """A copy in which all that `seat` cannot know is redrawn, uniformly over what is consistent with its view."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Each seat's points so far."""

    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """The seats that won, several if they share the victory; none before the end."""

    def step(self, rng: Rng) -> None:
        """One random move of whoever is to act: chance by its weights, a seat uniformly among its legal moves."""
        seat = self.turn()
        actions = self.legal(seat)
        if seat == CHANCE:
            self.apply(seat, actions[rng.pick(self.weights())])
        else:
            self.apply(seat, actions[rng.below(len(actions))])

    def resolve_chance(self, rng: Rng) -> None:
        """Let chance act until a seat must, or the game is over."""
        while self.turn() == CHANCE:
            self.step(rng)

    def playout(self, rng: Rng) -> int:
        """Random play to the end; returns the number of decisions of seats."""
        decisions: i64 = 0
        while True:
            seat = self.turn()
            if seat == OVER:
                return decisions
            if seat >= 0:
                decisions += 1
            self.step(rng)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.seats} seats, {whose_turn(self.waiting())}>"


def whose_turn(waiting: tuple[int, ...]) -> str:
    """Who acts next, in words: "seat 2 to move", "seats 0 and 3 to move", "chance to act" or "over"."""
    if len(waiting) == 0:
        return "over"
    if waiting[0] == CHANCE:
        return "chance to act"
    return f"{seat_list(waiting)} to move"


def seat_list(seats: tuple[int, ...]) -> str:
    """Seats in words: "seat 2", "seats 0, 1 and 3"."""
    return ("seat " if len(seats) == 1 else "seats ") + _joined([str(seat) for seat in seats], "and")


class Event:
    """Something that happened: what everybody saw of it and, for some seats, what only they saw."""

    def __init__(
        self, code: str, rule: str, facts: Facts, seers: tuple[int, ...] = (), secret: Facts | None = None
    ) -> None:
        self.code = code
        """What happened. The version for the seers has the same code with `.seen` appended."""
        self.rule = rule
        """The id of the rule at work."""
        self.facts = facts
        """What everybody knows of it."""
        self.seers = seers
        """The seats that saw more."""
        self.secret = secret
        """What those seats know of it."""

    def __repr__(self) -> str:
        return f"<Event {self.code} ({self.rule})>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """A game. There is one stateless object for each version of a game's rules.

    Examples:
        >>> import zashiki
        >>> game = zashiki.games()["hagakure"]
        >>> game
        <Game hagakure: Hagakure 葉隠, 3, 4 or 5 seats, version 1>
        >>> game.checked(3, {})
        {'rounds': 9}
        >>> game.name(0, game.parse(0, "play 9"))
        'play 9'
    """

    def __init__(
        self,
        key: str,
        title: str,
        kanji: str,
        about: str,
        version: int,
        seat_counts: tuple[int, ...],
        usual_seats: int,
        options: tuple[Option, ...],
        move_names: list[str],
        chance_names: list[str],
        catalogue: Catalogue,
        earlier: "tuple[Game, ...]" = (),
    ) -> None:
        self.key = key
        """The name in code, records and URLs."""
        self.title = title
        """The name for people."""
        self.kanji = kanji
        """The Japanese name."""
        self.about = about
        """What kind of game it is, in one sentence."""
        self.version = version
        """Incremented by every change of the rules that gives a different game for the same moves."""
        self.earlier = earlier
        """The game by earlier versions of its rules, for records and matches that began under them."""
        self.seat_counts = seat_counts
        """The possible numbers of seats, ascending."""
        self.usual_seats = usual_seats
        """The default number of seats."""
        self.options = options
        """What can be set."""
        self.action_count = len(move_names)
        """Moves of seats are 0 to action_count - 1."""
        self.chance_count = len(chance_names)
        """Outcomes of chance are 0 to chance_count - 1."""
        self.catalogue = catalogue
        """The English sentences."""
        self._move_names = move_names
        self._chance_names = chance_names
        self._moves_by_name = {name: action for action, name in enumerate(move_names)}
        self._chances_by_name = {name: action for action, name in enumerate(chance_names)}

    def __repr__(self) -> str:
        return (
            f"<Game {self.key}: {self.title} {self.kanji}, {_either(self.seat_counts)} seats, version {self.version}>"
        )

    def of_version(self, version: int) -> "Game | None":
        """The game by this version of its rules; None if there is no such version."""
        for game in (self, *self.earlier):
            if game.version == version:
                return game
        return None

    def checked(self, seats: int, given: Options) -> Options:
        """Every option with its value, for this number of seats; an error says what is wrong with those given."""
        if seats not in self.seat_counts:
            raise BadSeats(seats, _either(self.seat_counts) + f" for {self.title}", "seats")
        return checked_options(self.options, given, seats)

    def problems(self, seats: int, given: Options) -> list[OptionProblem]:
        """Every problem with these options for this number of seats; empty if `checked` accepts them.

        If the game is not for this number of seats, that is the only one.
        """
        if seats not in self.seat_counts:
            facts: Facts = {"count": seats, "known": [*self.seat_counts]}
            return [OptionProblem(COMMON, "seats", None, "option.seats", None, facts)]
        found = option_problems(self.options, given, seats)
        if found:
            return found
        try:
            self.checked(seats, given)
        except BadOption as error:  # each is possible by itself, but not all of them together
            return [not_allowed(error.where.removeprefix("option "), error.expected)]
        return []

    @abstractmethod
    def start(self, seats: int, options: Options) -> State:
        """A new game; `options` come from `checked`. Chance has not acted yet."""

    @abstractmethod
    def max_plies(self, seats: int, options: Options) -> int:
        """An upper bound on the number of moves, those of chance included."""

    def name(self, seat: int, action: int) -> str:
        """The name of a move of `seat` (or of `CHANCE`); `UnknownMove` if there is no such move."""
        names = self._chance_names if seat == CHANCE else self._move_names
        if not 0 <= action < len(names):
            raise self.unknown_move(seat, action)
        return names[action]

    def parse(self, seat: int, text: str) -> int:
        """The move with this name, whatever its case and spacing; `UnknownMove` if there is none."""
        by_name = self._chances_by_name if seat == CHANCE else self._moves_by_name
        action = by_name.get(" ".join(text.lower().split()))
        if action is None:
            raise self.unknown_move(seat, text)
        return action

    @abstractmethod
    def label(self, state: State, seat: int, action: int) -> Message:
        """The move in words, as on a button."""

    @abstractmethod
    def prompt(self, state: State, seat: int | None) -> Message:
        """What `seat` (None: a spectator) has to do now, or whom everybody waits for."""

    @abstractmethod
    def board(self, state: State, seat: int | None) -> Mapping[str, object]:
        """The game's own part of a view: all that `seat` (None: a spectator) may know of the table."""

    def open_board(self, state: State) -> Mapping[str, object]:
        """The board with all secrets open: what any of the seats knows, and what a game adds to that."""
        return open_hands([self.board(state, seat) for seat in [None, *range(state.seats)]])

    @abstractmethod
    def board_type(self) -> type[object]:
        """The type that `board` returns."""

    @abstractmethod
    def narrate(self, before: State, seat: int, action: int, after: State) -> list[Event]:
        """The events of a move that `seat` made."""

    @abstractmethod
    def why_not(self, state: State, seat: int, action: int) -> Reason | None:
        """None if `seat` may make the move now, else the reason why not."""

    @abstractmethod
    def breakdown(self, state: State) -> list[ScoreLine]:
        """Every point so far with its rule; the points add up to `scores()`."""

    def unknown_move(self, seat: int, value: object) -> UnknownMove:
        """The error for a move that this game does not have."""
        who = "chance" if seat == CHANCE else f"seat {seat}"
        names = self._chance_names if seat == CHANCE else self._move_names
        return UnknownMove(value, f"a move of {self.title} such as {names[0]!r} or {names[len(names) // 2]!r}", who)

    def over_prompt(self, state: State) -> Message:
        """The prompt when the game is over."""
        return message(self.catalogue, "prompt.over", {"winners": seat_facts(state.winners())})


def _either(numbers: tuple[int, ...]) -> str:
    return _joined([str(number) for number in numbers], "or")


def _joined(words: list[str], last: str) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" {last} " + words[-1]
