"""The front door: one table, every move checked, chance resolved, nothing half-applied."""

from collections.abc import Sequence
from copy import copy, deepcopy
from typing import final

from zashiki.core.errors import BadChance, BadSeats, IllegalMove, NoSuchSeat, NotWaiting, TamperedRecord
from zashiki.core.fair import ALGORITHM, Fair
from zashiki.core.game import CHANCE, Event, Game, State
from zashiki.core.options import Options
from zashiki.core.phrases import sentence
from zashiki.core.reasons import Reason
from zashiki.core.record import FORMAT, Record, checksum, move_line
from zashiki.core.shapes import EventView, Move, RecordData, ScoreLine, View


@final
class Match:
    """One game at the table. Seats are numbered from 0, clockwise."""

    def __init__(self, game: Game, seats: int, options: Options, fair: Fair | None) -> None:
        if type(seats) is not int:
            raise BadSeats(seats, "a whole number", "seats")
        self.game = game
        """What is played."""
        self.options = game.checked(seats, options)
        """Every option with its value."""
        self.seats = seats
        """How many seats there are."""
        self.fair = fair
        """Where chance comes from; None if every outcome is put in by `chance`."""
        self._state = game.start(seats, self.options)
        self._moves: list[tuple[int, int]] = []
        self._events: list[tuple[int, Event]] = []
        self._draws = 0
        self._advance([])

    # Playing

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now; none when the game is over."""
        return self._state.waiting()

    def legal(self, seat: int) -> list[int]:
        """The moves that `seat` may make now, ascending."""
        return self._state.legal(self._seat(seat))

    def name(self, seat: int, action: int) -> str:
        """The word for a move."""
        if type(action) is not int:
            raise self.game.unknown_move(self._actor(seat), action)
        return self.game.name(self._actor(seat), action)

    def parse(self, seat: int, text: str) -> int:
        """The move that a word names; `UnknownMove` if it names none."""
        if type(text) is not str:
            raise self.game.unknown_move(self._actor(seat), text)
        return self.game.parse(self._actor(seat), text)

    def _seat(self, seat: int) -> int:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise NoSuchSeat(seat, f"a seat from 0 to {self.seats - 1}", "seat")
        return seat

    def _actor(self, seat: int) -> int:
        return CHANCE if seat == CHANCE else self._seat(seat)

    def why_not(self, seat: int, action: int) -> Reason | None:
        """None if `seat` may make the move now, else why not."""
        self.name(self._seat(seat), action)
        return self.game.why_not(self._state, seat, action)

    def play(self, seat: int, action: int) -> None:
        """Make a move; then chance acts until a seat must. `IllegalMove` carries the reason, and changes nothing."""
        reason = self.why_not(seat, action)
        if reason is not None:
            kind = IllegalMove if seat in self._state.waiting() else NotWaiting
            raise kind(reason, self.name(seat, action), seat)
        self._advance([(seat, action)])

    def repeat(self, moves: Sequence[tuple[int, int]]) -> None:
        """Make moves that were made before, chance's too; `TamperedRecord` if one is illegal, and none is made."""
        state = self._state.clone()
        for index, (seat, action) in enumerate(moves):
            if action not in state.legal(self._actor(seat)):
                name = self.name(seat, action)
                raise TamperedRecord(name, f"a legal move of {seat}", f"moves[{self.ply + index}]")
            state.apply(seat, action)
        fair, self.fair = self.fair, None
        try:
            self._advance(list(moves))
        finally:
            self.fair = fair

    def copy(self) -> "Match":
        """A table that stands as this one does now, and goes its own way."""
        twin = copy(self)
        twin._state = self._state.clone()
        twin._moves = self._moves.copy()
        twin._events = self._events.copy()
        return twin

    def resolve_chance(self) -> None:
        """Let chance act from the seeds until a seat must: for a table taken up in the middle of a deal."""
        self._advance([])

    def chance(self, action: int) -> None:
        """Put in what chance gave, at a table whose chance comes from outside (or that repeats a record)."""
        outcomes = self._state.legal(CHANCE)
        if action not in outcomes:
            name = self.game.name(CHANCE, action)
            expected = ", ".join(self.game.name(CHANCE, outcome) for outcome in outcomes[:40])
            raise BadChance(name, f"one of: {expected}" if outcomes else "no outcome of chance now", "chance")
        self._advance([(CHANCE, action)])

    def _advance(self, moves: list[tuple[int, int]]) -> None:
        """Apply the moves to a copy, let chance act, tell what happened; only then is anything changed."""
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

    # Seeing

    @property
    def ply(self) -> int:
        """How many moves were made, those of chance included."""
        return len(self._moves)

    def history(self, since: int = 0) -> list[tuple[int, int]]:
        """Every move from ply `since` on: the seat (or `CHANCE`) and what it did. Secrets are among them."""
        return self._moves[max(0, since) :]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return len(self._state.waiting()) == 0

    @property
    def scores(self) -> list[int]:
        """Points of each seat."""
        return self._state.scores()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several share the victory; none before the end."""
        return self._state.winners()

    def breakdown(self) -> list[ScoreLine]:
        """Every point so far with its rule id, per seat and round."""
        return self.game.breakdown(self._state)

    def view(self, seat: int | None) -> View:
        """All that `seat` may know, ready for JSON; None is a spectator."""
        if seat is not None:
            self._seat(seat)
        return view_of(self.game, self._state, self.options, seat, self.ply)

    def open_view(self) -> View:
        """The table with everybody's secrets open, for those who may know everything: after the game, or at a desk."""
        view = self.view(None)
        view["board"] = self.game.open_board(self._state)
        return view

    def events(self, seat: int | None, since: int = 0) -> list[EventView]:
        """What happened, from event number `since` on, as `seat` (None: a spectator) may see it."""
        if seat is not None:
            self._seat(seat)
        return [self._event(n, seat) for n in range(max(0, since), len(self._events))]

    @property
    def event_count(self) -> int:
        """How many events there were so far: the number that the next one will have."""
        return len(self._events)

    def open_events(self, since: int = 0) -> list[EventView]:
        """What happened with all secrets open, for those who may know everything: after the game, or at a desk."""
        return [self._event(n, None, secrets=True) for n in range(max(0, since), len(self._events))]

    def _event(self, n: int, seat: int | None, *, secrets: bool = False) -> EventView:
        ply, event = self._events[n]
        code, facts = event.code, event.facts
        if event.secret is not None and (secrets or seat in event.seers):
            code, facts = code + ".seen", event.secret
        text = sentence(self.game.catalogue, code, facts)
        return {"n": n, "ply": ply, "rule": event.rule, "code": code, "facts": facts, "text": text}

    def state(self) -> State:
        """A copy of the whole truth, for programs that run the table. Never show it to a player: use `view`."""
        return self._state.clone()

    # Keeping

    def record(self, reveal: bool = True, players: list[str] | None = None) -> Record:
        """The complete game so far, with the names of the players if they are given.

        With `reveal=False` the server seed stays out of it, its commitment stays in.
        """
        fair = self.fair
        data: RecordData = {
            "format": FORMAT,
            "game": self.game.key,
            "version": self.game.version,
            "seats": self.seats,
            "options": deepcopy(self.options),
            "fair": None
            if fair is None
            else {
                "algorithm": ALGORITHM,
                "commitment": fair.commitment,
                "server_seed": fair.server_seed.hex() if reveal else None,
                "player_seeds": list(fair.player_seeds),
            },
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
            data["players"] = players
        data["checksum"] = checksum(data)
        return Record(data)


def view_of(game: Game, state: State, options: Options, seat: int | None, ply: int) -> View:
    """All that `seat` (None: a spectator) may know of a state after so many moves, ready for JSON."""
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


def _move(game: Game, state: State, seat: int, action: int) -> Move:
    return {"action": action, "name": game.name(seat, action), "label": game.label(state, seat, action)}
