"""A match: one game being played, every move checked, chance resolved, and no move half made."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from copy import deepcopy
from types import EllipsisType
from typing import Literal, cast, final, overload

from zashiki.core.errors import (
    AmbiguousSeat,
    BadChance,
    BadPly,
    BadSeats,
    IllegalMove,
    NoSuchSeat,
    NotWaiting,
    TamperedRecord,
    WrongBoard,
)
from zashiki.core.fair import Fair
from zashiki.core.game import CHANCE, Event, Game, State, seat_list, whose_turn
from zashiki.core.jsontypes import Json
from zashiki.core.moves import Move, apply_all, transitions
from zashiki.core.options import Options
from zashiki.core.phrases import sentence
from zashiki.core.reasons import Reason
from zashiki.core.record import FORMAT, Record, checked_players, checksum, move_line, person
from zashiki.core.rendering import Drawing
from zashiki.core.shapes import BoardT, EventView, MoveData, RecordData, RecordPlayer, ScoreLine, View

Viewer = int | Literal["open"] | None
"""Who looks: a seat, a spectator (None), or somebody who may know everything (`"open"`)."""


@final
class Match:
    """One game being played. Seats are numbered from 0, clockwise. `zashiki.new` starts one.

        >>> import zashiki
        >>> match = zashiki.new("hagakure", seats=4, seed=7, rounds=1)
        >>> match
        <Match: Hagakure, 4 seats, ply 17, seat 3 to move>

    **Playing.** `moves` lists what may be played and `play` plays it: a `Move`, its name or its number. The seat goes
    in front, and may be left out where only one seat may act. `undo` takes a decision back; `at` gives the match as it
    was at an earlier moment.

        >>> match.moves()[:2]
        [Move(3, 'pass'), Move(3, 'double')]
        >>> match.play("pass")
        Move(3, 'pass')
        >>> match.play(0, "double")
        Move(0, 'double')
        >>> match.play("play 9")
        Traceback (most recent call last):
        zashiki.core.errors.IllegalMove: illegal move 'play 9' for seat 1: ... (HG-2.1)
        >>> match.undo()
        Move(0, 'double')

    **Seeing.** `print(match)` draws the table as a spectator sees it, `draw(seat)` as a seat does; a notebook shows it
    in colour. `view` and `events` are the same for programs. Iterating over a match gives the moves made so far, secret
    ones too.

        >>> match.view(0)["waiting"]
        [0]
        >>> list(match)[-2:]
        [Move(CHANCE, 'deal 14'), Move(3, 'pass')]

    **Keeping.** `record` has all that is needed to play the match again: `zashiki.replay`.

    Facts about the match as it stands are properties: `over`, `ply`, `scores`, `turn`, `waiting`, `winners`. Whatever
    takes an argument, builds something or changes the match is a method.
    """

    def __init__(self, game: Game, seats: int, options: Options, fair: Fair | None) -> None:
        if type(seats) is not int:
            raise BadSeats(seats, "a whole number", "seats")
        self.game = game
        """What is played."""
        self.options = game.checked(seats, options)
        """Every option with its value."""
        self.seats = seats
        """The number of seats."""
        self.fair = fair
        """Where chance comes from; None if every outcome is entered by `chance`."""
        self._state = game.start(seats, self.options)  # never changed, only replaced: moves refer to it
        self._moves: list[tuple[int, int]] = []
        self._events: list[tuple[int, Event]] = []
        self._draws = 0
        self._advance([])

    # Facts

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now; none when the game is over."""
        return self._state.waiting()

    @property
    def turn(self) -> int:
        """A seat that may act now (the lowest, if several), `CHANCE`, or `OVER`."""
        return int(self._state.turn())

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return len(self._state.waiting()) == 0

    @property
    def ply(self) -> int:
        """The number of moves made, those of chance included."""
        return len(self._moves)

    @property
    def scores(self) -> list[int]:
        """Each seat's points."""
        return self._state.scores()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several share the victory; none before the end."""
        return self._state.winners()

    @property
    def event_count(self) -> int:
        """The number of events so far, which is the number that the next one will have."""
        return len(self._events)

    def __repr__(self) -> str:
        if not self.over:
            end = whose_turn(self.waiting)
        else:
            end = f"over, won by {seat_list(self.winners)}" if self.winners else "over, won by nobody"
        return f"<Match: {self.game.title}, {self.seats} seats, ply {self.ply}, {end}>"

    # Playing

    def moves(self, seat: int | None = None) -> list[Move]:
        """The legal moves of `seat` in ascending order; without a seat, those of all seats that may act now.

        Where chance acts next, these are its outcomes: with seeds, the one that they give.
        """
        if seat is None and self.fair is not None and self._state.turn() == CHANCE:
            return [Move(self.game, self._state, CHANCE, self._drawn(self._state.legal(CHANCE)))]
        seats = self._state.waiting() if seat is None else (self._mover(seat),)
        state = self._state
        return [Move(self.game, state, mover, action) for mover in seats for action in state.legal(mover)]

    @overload
    def move(self, move: Move | str | int, /) -> Move: ...

    @overload
    def move(self, seat: int, move: Move | str | int, /) -> Move: ...

    def move(self, seat: Move | str | int, move: Move | str | int | EllipsisType = ..., /) -> Move:
        """A move, legal or not, by its name or number: `move("play 9")`, or `move(seat, "play 9")`.

        `move(...).reason` says why it is not legal. `UnknownMove` if the game has no such move.
        """
        mover, action = self._meant(seat, move)
        return Move(self.game, self._state, mover, action)

    def legal(self, seat: int) -> list[int]:
        """The numbers of the moves that `seat` may make now, ascending."""
        return self._state.legal(self._seat(seat))

    def name(self, seat: int, action: int) -> str:
        """The name of a move."""
        if type(action) is not int:
            raise self.game.unknown_move(self._mover(seat), action)
        return self.game.name(self._mover(seat), action)

    def parse(self, seat: int, text: str) -> int:
        """The number of the move with this name; `UnknownMove` if there is none."""
        if type(text) is not str:
            raise self.game.unknown_move(self._mover(seat), text)
        return self.game.parse(self._mover(seat), text)

    def why_not(self, seat: int, move: Move | str | int) -> Reason | None:
        """None if `seat` may make the move now, else why not."""
        return self.game.why_not(self._state, self._seat(seat), self._action(seat, move))

    @overload
    def play(self, move: Move | str | int, /) -> Move: ...

    @overload
    def play(self, seat: int, move: Move | str | int, /) -> Move: ...

    def play(self, seat: Move | str | int, move: Move | str | int | EllipsisType = ..., /) -> Move:
        """Make a move, given as a `Move`, a name or a number; then chance acts until a seat must.

        The seat goes in front: `play(2, "play 9")`. It may be left out where only one seat may act: `play("play 9")`.
        `IllegalMove` carries the reason. An error changes nothing.
        """
        mover, action = self._meant(seat, move)
        made = Move(self.game, self._state, mover, action)
        if mover == CHANCE:
            self.chance(action)
            return made
        reason = self.game.why_not(self._state, mover, action)
        if reason is not None:
            kind = IllegalMove if mover in self._state.waiting() else NotWaiting
            raise kind(reason, made.name, mover)
        self._advance([(mover, action)])
        return made

    def chance(self, outcome: str | int) -> None:
        """Enter an outcome of chance, by its name or its number. In a match with seeds, only theirs is possible."""
        action = self._action(CHANCE, outcome)
        outcomes = self._state.legal(CHANCE)
        if action not in outcomes:
            name = self.game.name(CHANCE, action)
            expected = ", ".join(self.game.name(CHANCE, outcome) for outcome in outcomes[:40])
            raise BadChance(name, f"one of: {expected}" if outcomes else "a moment at which chance acts", "chance")
        if self.fair is not None and action != (given := self._drawn(outcomes)):
            raise BadChance(
                self.game.name(CHANCE, action), f"{self.game.name(CHANCE, given)!r}, as the seeds give it", "chance"
            )
        self._advance([(CHANCE, action)])

    def resolve_chance(self) -> None:
        """Let chance act, from the seeds, until a seat must: for a match resumed in the middle of a deal."""
        self._advance([])

    def undo(self) -> Move:
        """Take back the last decision of a seat, with the chance that followed it; returns the move taken back."""
        last = next((ply for ply in reversed(range(self.ply)) if self._moves[ply][0] != CHANCE), None)
        if last is None:
            raise BadPly("undo", "a match in which a seat has moved", "move")
        seat, action = self._moves[last]
        self._rewind(last)
        return Move(self.game, self._state, seat, action)

    def at(self, ply: int) -> "Match":
        """A new match: this one as it was after `ply` moves. In the middle of a deal it waits for `CHANCE`.

        Examples:
            >>> import zashiki
            >>> match = zashiki.new("hiroba", seats=2, seed=1)
            >>> match.at(0)
            <Match: Hiroba, 2 seats, ply 0, chance to act>
        """
        self._ply(ply)
        earlier = self.copy()
        earlier._rewind(ply)
        return earlier

    def copy(self) -> "Match":
        """An independent match that stands as this one does now."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._moves = self._moves.copy()
        twin._events = self._events.copy()
        return twin

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "Match":
        return self.copy()

    def repeat(self, moves: Sequence[tuple[int, int]]) -> None:
        """Make moves of `history` again, chance's too; `TamperedRecord` if one is illegal, and none is made."""
        state = self._state.clone()
        for index, (seat, action) in enumerate(moves):
            if action not in state.legal(self._mover(seat)):
                name = self.name(seat, action)
                expected = "an outcome that chance can give" if seat == CHANCE else f"a legal move of seat {seat}"
                raise TamperedRecord(name, expected, f"moves[{self.ply + index}]")
            state.apply(seat, action)
        fair, self.fair = self.fair, None
        try:
            self._advance(list(moves))
        finally:
            self.fair = fair

    def _seat(self, seat: object) -> int:
        if not self._has(seat):
            raise NoSuchSeat(seat, f"a seat from 0 to {self.seats - 1}", "seat")
        return cast(int, seat)

    def _has(self, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.seats

    def _ply(self, ply: object) -> None:
        if type(ply) is not int or not 0 <= ply <= self.ply:
            raise BadPly(ply, f"a whole number from 0 to {self.ply}", "ply")

    def _mover(self, seat: object) -> int:
        return CHANCE if seat == CHANCE else self._seat(seat)

    def _meant(self, seat: object, move: object) -> tuple[int, int]:
        """The seat and the action that the arguments of `play` mean."""
        if not isinstance(move, EllipsisType):
            return self._seat(seat), self._action(cast(int, seat), move)
        move = seat
        if isinstance(move, Move):
            mover = self._mover(move.seat)
        else:
            waiting = self._state.waiting()
            if len(waiting) > 1:
                raise AmbiguousSeat(move, f"the seat as well, since {seat_list(waiting)} may act: (seat, move)", "move")
            mover = waiting[0] if waiting else 0  # when the game is over, any seat gets the same reason
        return mover, self._action(mover, move)

    def _action(self, seat: int, move: object) -> int:
        """The number of a move of `seat`."""
        if type(move) is int:
            self.game.name(seat, move)  # refuses a number that is no move
            return move
        if isinstance(move, str):
            return self.game.parse(seat, move)
        if isinstance(move, Move) and move.game == self.game.key and move.seat == seat:
            return move.action
        raise self.game.unknown_move(seat, move)

    def _advance(self, moves: list[tuple[int, int]]) -> None:
        """Apply the moves to a copy, let chance act, collect the events; only then change anything."""
        state = self._state.clone()
        made: list[tuple[int, int]] = []
        events: list[tuple[int, Event]] = []
        draws = self._draws
        while True:
            if len(made) < len(moves):
                seat, action = moves[len(made)]
            elif self.fair is not None and state.turn() == CHANCE:
                seat = CHANCE
                action = state.legal(CHANCE)[self.fair.draw(draws, state.weights())]
            else:
                break
            before = state.clone()
            state.apply(seat, action)
            if seat == CHANCE:
                draws += 1
            ply = len(self._moves) + len(made)
            events.extend((ply, event) for event in self.game.narrate(before, seat, action, state))
            made.append((seat, action))
        self._state = state
        self._draws = draws
        self._moves.extend(made)
        self._events.extend(events)

    def _drawn(self, outcomes: list[int]) -> int:
        """What the seeds give next, of these outcomes."""
        assert self.fair is not None
        return outcomes[self.fair.draw(self._draws, self._state.weights())]

    def _rewind(self, ply: int) -> None:
        """Return to the moment after `ply` moves."""
        state = self.game.start(self.seats, self.options)
        apply_all(state, self._moves[:ply])
        self._state = state
        self._moves = self._moves[:ply]
        self._draws = sum(seat == CHANCE for seat, _ in self._moves)
        self._events = [(at, event) for at, event in self._events if at < ply]

    # The moves made

    def __iter__(self) -> Iterator[Move]:
        """Every move made so far, those of chance included. Secrets are among them."""
        state = self.game.start(self.seats, self.options)
        for step in transitions(state, self._moves.copy()):
            yield Move(self.game, step.before, step.seat, step.action)

    def history(self, since: int = 0) -> list[tuple[int, int]]:
        """The moves from ply `since` on as `(seat, action)`, for storing and `repeat`. Secrets are among them."""
        return self._moves[max(0, since) :]

    # Seeing

    def breakdown(self) -> list[ScoreLine]:
        """Every point so far with its rule id, per seat and round."""
        return self.game.breakdown(self._state)

    @overload
    def view(self, seat: int | None) -> View: ...

    @overload
    def view(self, seat: int | None, board: type[BoardT]) -> View[BoardT]: ...

    def view(self, seat: int | None, board: type[object] | None = None) -> object:
        """All that `seat` may know, ready for JSON; None is a spectator.

        `board` names the type of the game's own part, for type checkers: `view(0, HagakureBoard)["board"]["trick"]`.
        The boards are in `zashiki.games.<game>.shapes`. `WrongBoard` if it is that of another game.
        """
        if board is not None and board is not self.game.board_type():
            expected = f"{self.game.board_type().__name__}, the board of {self.game.title}"
            raise WrongBoard(getattr(board, "__name__", board), expected, "board")
        if seat is not None:
            self._seat(seat)
        return view_of(self.game, self._state, self.options, seat, self.ply)

    def open_view(self) -> View:
        """A spectator's view with all secrets open: for after the game, not for players."""
        view = self.view(None)
        view["board"] = self.game.open_board(self._state)
        return view

    def draw(self, viewer: Viewer = None) -> Drawing:
        """The table as a seat sees it, as a spectator does (None), or with all secrets open (`"open"`).

        Prints as text; a notebook shows it in colour.
        """
        if viewer == "open":
            return Drawing(self.open_view())
        if viewer is not None and not self._has(viewer):
            raise NoSuchSeat(viewer, f"a seat from 0 to {self.seats - 1}, None, or 'open'", "viewer")
        return Drawing(self.view(viewer))

    def __str__(self) -> str:
        return str(self.draw())

    def _repr_html_(self) -> str | None:
        return self.draw()._repr_html_()

    def events(self, seat: int | None, since: int = 0, until: int | None = None) -> list[EventView]:
        """What happened as `seat` (None: a spectator) may see it: the events from number `since` to before `until`."""
        if seat is not None:
            self._seat(seat)
        return [self._event(n, seat) for n in self._span(since, until)]

    def open_events(self, since: int = 0, until: int | None = None) -> list[EventView]:
        """What happened with all secrets open: for after the game, not for players."""
        return [self._event(n, None, secrets=True) for n in self._span(since, until)]

    def event_span(self, ply: int) -> tuple[int, int]:
        """The numbers of the events of the move that led to `ply`, for `events`: the first, and the one after the last.

        Ply 0 has none: it comes before the first move.
        """
        self._ply(ply)
        first = bisect_left(self._events, ply - 1, key=_ply_of)
        return first, bisect_left(self._events, ply, lo=first, key=_ply_of)

    def _span(self, since: int, until: int | None) -> range:
        return range(max(0, since), len(self._events) if until is None else min(until, len(self._events)))

    def _event(self, n: int, seat: int | None, *, secrets: bool = False) -> EventView:
        ply, event = self._events[n]
        code, facts = event.code, event.facts
        if event.secret is not None and (secrets or seat in event.seers):
            code, facts = code + ".seen", event.secret
        text = sentence(self.game.catalogue, code, facts)
        return {"n": n, "ply": ply, "rule": event.rule, "code": code, "facts": facts, "text": text}

    def state(self) -> State:
        """A copy of the state with all its secrets, for programs that search or learn. Players get a `view`."""
        return self._state.clone()

    # Keeping

    def record(self, reveal: bool = True, players: Sequence[RecordPlayer | str] | None = None) -> Record:
        """The complete game so far, with its players if they are given: a text is the name of a person.

        `reveal=False` leaves the server seed out and keeps its commitment.
        """
        fair = self.fair
        data: RecordData = {
            "format": FORMAT,
            "game": self.game.key,
            "version": self.game.version,
            "seats": self.seats,
            "options": deepcopy(self.options),
            "fair": None if fair is None else fair.data(reveal=reveal),
            "moves": [move_line(seat, self.name(seat, action)) for seat, action in self._moves],
            "result": {
                "plies": self.ply,
                "over": self.over,
                "scores": self.scores,
                "winners": list(self.winners),
            },
            "checksum": "",
        }
        if players is not None:
            # A text as a whole is no list of names, one letter each.
            listed = players if isinstance(players, str) or not isinstance(players, Sequence) else list(players)
            checked = checked_players(cast(Json, listed), self.seats)
            data["players"] = [person(one) if isinstance(one, str) else one for one in checked]
        data["checksum"] = checksum(data)
        return Record(data)


def _ply_of(told: tuple[int, Event]) -> int:
    return told[0]


def view_of(game: Game, state: State, options: Options, seat: int | None, ply: int) -> View:
    """All that `seat` (None: a spectator) may know of a state after `ply` moves, ready for JSON."""
    waiting = state.waiting()
    return {
        "game": game.key,
        "version": game.version,
        "seats": state.seats,
        "options": deepcopy(options),
        "seat": seat,
        "ply": ply,
        "waiting": list(waiting),
        "over": len(waiting) == 0,
        "prompt": game.prompt(state, seat),
        "moves": [] if seat is None else [_move(game, state, seat, action) for action in state.legal(seat)],
        "scores": state.scores(),
        "winners": list(state.winners()),
        "board": game.board(state, seat),
    }


def _move(game: Game, state: State, seat: int, action: int) -> MoveData:
    return {"action": action, "name": game.name(seat, action), "label": game.label(state, seat, action)}
