"""The state of one table: settings, seats, clocks and the game. Nothing here waits, writes or sends.

A state is immutable. Every request returns a `Change`: the next state, and the moves to be stored. The caller commits
the change, and only then does it count. `now` is always passed in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal, final

from zashiki import registry
from zashiki.bots.levels import level as level_of
from zashiki.core.errors import BadLevel, IllegalMove, UnknownMove
from zashiki.core.fair import Fair
from zashiki.core.game import CHANCE, Game
from zashiki.core.match import Match
from zashiki.store.rows import MoveRow
from zashiki.table import agreement, sealing, stand_ins
from zashiki.table.agreement import GUEST, Barred, Caller
from zashiki.table.bot_turn import BotTurn
from zashiki.table.input_errors import no_such_level, no_such_seat, unknown_move
from zashiki.table.refusals import Refused, illegal
from zashiki.table.sealing import Sealing
from zashiki.table.seats import Seat, SeatClock, rearranged
from zashiki.table.settings import Settings

Status = Literal["open", "running", "over", "closed"]
NO_KEYS: Final[Mapping[tuple[int, str], int]] = MappingProxyType({})


@final
@dataclass(frozen=True)
class TableState:
    """The state of one table."""

    id: str
    settings: Settings
    status: Status
    host: str | None
    server_seed: bytes = field(repr=False)
    commitment: str
    seats: tuple[Seat, ...]
    clocks: tuple[SeatClock, ...]
    created_at: float
    revision: int = 0
    """The number of changes so far."""
    match: Match | None = field(default=None, repr=False)
    """The game; None before it starts. Never played on: a change plays on a copy."""
    keys: Mapping[tuple[int, str], int] = field(default_factory=lambda: NO_KEYS, repr=False)
    """Idempotency keys: the ply at which each message (by seat and key) made its move."""
    rules: int = 0
    """The version of the game's rules that is played."""
    sealing: Sealing = field(default_factory=Sealing)
    """How far the seats are with their seeds."""
    barred: tuple[Barred, ...] = ()
    """Whom the host has sent away."""
    rematch: str | None = None
    rematch_of: str | None = None
    started_at: float | None = None
    ended_at: float | None = None

    # Queries

    @property
    def game(self) -> Game:
        """The game, in the version that is played here: the newest until the seats are sealed."""
        newest = registry.find(self.settings.game)
        return (
            newest
            if self.status == "open" and self.sealing.sealed_at is None
            else newest.of_version(self.rules) or newest
        )

    @property
    def ply(self) -> int:
        """The number of moves so far."""
        return 0 if self.match is None else self.match.ply

    def waiting(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.match.waiting if self.match is not None and self.status == "running" else ()

    @property
    def has_people(self) -> bool:
        """Whether a person plays here, rather than bots alone."""
        return any(seat.kind == "person" and not seat.stand_in for seat in self.seats)

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """The seats of this person."""
        return tuple(index for index, seat in enumerate(self.seats) if player is not None and seat.player == player)

    def bot_level(self, seat: int) -> int | None:
        """The level of the bot that plays this seat; None if a person does."""
        occupant = self.seats[seat]
        return self.settings.stand_in if occupant.stand_in else occupant.level

    def bots_due(self) -> list[BotTurn]:
        """The decisions that bots have to make now."""
        due: list[BotTurn] = []
        for seat in self.waiting():
            level, clock = self.bot_level(seat), self.clocks[seat]
            if level is not None and clock.asked_ply is not None and clock.asked_at is not None:
                due.append(BotTurn(self.id, seat, level, clock.asked_ply, clock.asked_at))
        return due

    def deadline(self, now: float) -> float | None:
        """When somebody's time is up, or a bot has to be asked again; None if neither can happen."""
        if self.status == "open":
            return sealing.reveal_by(self)
        times: list[float] = []
        for seat in self.waiting():
            if self.bot_level(seat) is not None:
                times.append(now + stand_ins.bot_patience(seated=self.has_people))
            elif (end := self.clocks[seat].deadline(self.settings.clock)) is not None:
                times.append(end)
        return min(times, default=None)

    def own_seat(self, player: str, seat: int | None) -> int:
        """The seat that this person means; `Refused` if it is not theirs."""
        own = self.seats_of(player)
        if not own:
            raise Refused("not-seated")
        if seat is None:
            asked = [mine for mine in own if mine in self.waiting()]
            return asked[0] if len(asked) == 1 else own[0]
        if not 0 <= seat < len(self.seats):
            raise no_such_seat(seat, len(self.seats))
        if seat not in own:
            raise Refused("not-your-seat", facts={"seats": list(own)})
        return seat

    def acting_seat(self, player: str, seat: int | None, key: str) -> int:
        """The seat that a message of this person acts for; a repeated message acts for the same seat again."""
        own = self.own_seat(player, seat)
        if seat is not None:
            return own
        return next((one for one in self.seats_of(player) if (one, key) in self.keys), own)

    # Before the game

    def sit(
        self,
        player: str,
        name: str,
        seat: int | None,
        commitment: str | None,
        guest: str | None = None,
        caller: Caller = GUEST,
    ) -> "Change":
        """Take a seat, any empty one if none is given; taking one's own seat again changes name and commitment.

        `guest` is the name of whoever shares the host's device there.
        """
        self._must_be_open()
        if sealing.is_barred(self.sealing, player):
            raise Refused("forbidden", "seal.barred")
        agreement.check_sitter(self, player, caller)
        if self.settings.one_device and player != self.host:
            raise Refused("forbidden", "seats.one_device")
        own = self.seats_of(player)
        if seat is None:
            empty = [index for index, occupant in enumerate(self.seats) if occupant.kind == "empty"]
            choices = empty if self.settings.one_device else [*own, *empty]
            if not choices:
                raise Refused("table-full")
            seat = choices[0]
        if self._occupant(seat).kind != "empty" and seat not in own:
            raise Refused("seat-taken", facts={"seat": seat})
        seats = list(self.seats)
        if own and seat not in own and not self.settings.one_device:
            seats[own[0]] = Seat()  # the player moves over
        shown = guest if guest is not None and self.settings.one_device else name
        seats[seat] = Seat(
            player,
            shown,
            agreed=caller.terms or (self.seats[own[0]].agreed if own else None),
            program=caller.program,
            network=caller.network,
            commitment=sealing.checked_commitment(commitment, ["body", "commitment"]),
        )
        return self._with(seats=tuple(seats))

    def agree(self, player: str, caller: Caller) -> "Change":
        """Agree to the terms of a rated game."""
        self._must_be_open()
        return self._with(seats=agreement.agreed(self, player, caller))

    def put_bot(self, by: str, seat: int, level: int) -> "Change":
        """Put a bot on an empty seat, or change the level of the bot there."""
        self._must_be_open()
        self._must_be_host(by)
        self._check_level(level)
        if self._occupant(seat).kind == "person":
            raise Refused("seat-taken", facts={"seat": seat})
        return self._with(seats=_put(self.seats, seat, Seat(level=level)))

    def clear(self, by: str, seat: int) -> "Change":
        """Empty a seat: the host any, everybody else their own. Whom the host sends away cannot sit down again."""
        self._must_be_open()
        occupant = self._occupant(seat)
        if occupant.player != by:
            self._must_be_host(by)
        barred = agreement.with_barred(self.barred, occupant, by)
        return self._with(seats=_put(self.seats, seat, Seat()), barred=barred)

    def readmit(self, by: str, player: str) -> "Change":
        """Let somebody sit down again whom the host has sent away."""
        self._must_be_open()
        self._must_be_host(by)
        return self._with(barred=tuple(one for one in self.barred if one.player != player))

    def set_up(self, by: str, settings: Settings, caller: Caller = GUEST) -> "Change":
        """Change the settings, or even the game. People keep their seats as long as there are enough."""
        self._must_be_open()
        self._must_be_host(by)
        agreement.check_settings(settings, caller)
        kept = rearranged(self.seats, settings.seats, one_device=settings.one_device)
        kept = agreement.host_agreed(kept, by, settings)
        rules = registry.find(settings.game).version
        clock = tuple(SeatClock() for _ in kept)
        return self._with(settings=settings, seats=kept, clocks=clock, rules=rules)

    def start(self, by: str, now: float, fill: int | None = None) -> "Change":
        """Seal the seats, and deal as soon as all seeds are revealed. Bots of level `fill` take the empty seats."""
        self._must_be_open()
        self._must_be_host(by)
        seats = list(self.seats)
        for index, seat in enumerate(seats):
            if seat.kind == "empty" and fill is not None:
                self._check_level(fill)
                seats[index] = Seat(level=fill)
        if any(seat.kind == "empty" for seat in seats):
            raise Refused("not-full")
        if self.settings.rated:
            agreement.check_agreed(seats, self.settings)
        fixed = replace(self.sealing, sealed_at=now)
        sealed = replace(self, seats=tuple(seats), rules=self.game.version, sealing=fixed)
        return sealed._dealt_if_revealed(now)

    def commit(self, player: str, commitments: Mapping[int, str]) -> "Change":
        """Commit oneself to seeds for one's own seats, in place of what was there."""
        self._must_be_open()
        return self._with(seats=sealing.committed(self, player, commitments))

    def reveal(self, player: str, seal: str, seeds: Mapping[int, str], now: float) -> "Change":
        """Reveal the seeds of one's own seats to a seal; with the last of them the game is dealt."""
        seats = sealing.revealed(self, player, seal, seeds)
        return Change(self, ()) if seats == self.seats else replace(self, seats=seats)._dealt_if_revealed(now)

    def _dealt_if_revealed(self, now: float) -> "Change":
        if sealing.unrevealed(self):
            return Change(replace(self, revision=self.revision + 1), ())
        return self.deal(now)

    def deal(self, now: float, game: Game | None = None) -> "Change":
        """Start the game, by its current rules or by an earlier version of them."""
        game = game or self.game
        seeded = sealing.with_all_seeds(self)
        fair = sealing.fair_of(self.server_seed, seeded.seats, seeded.sealing)
        match = Match(game, self.settings.seats, dict(self.settings.options), fair)
        bank = self.settings.clock.bank
        fresh = replace(
            seeded,
            status="running",
            clocks=tuple(SeatClock(reserve=bank) for _ in self.seats),
            barred=(),
            rules=game.version,
            started_at=now,
        )
        return fresh._moved(match, None, None, "chance", now)

    def close(self, by: str) -> "Change":
        """Close a table whose game has not started."""
        self._must_be_open()
        self._must_be_host(by)
        return self._with(status="closed")

    def given_up(self) -> "Change":
        """Close an abandoned table."""
        self._must_be_open()
        return self._with(status="closed")

    # During the game

    def play(
        self,
        seat: int,
        action: int | str,
        version: int,
        key: str | None,
        now: float,
        *,
        bot: bool = False,
        program: bool = False,
    ) -> "Change | int":
        """Make a move; for a repeated message, the ply at which it made its move the first time."""
        if key is not None and (ply := self.keys.get((seat, key))) is not None:
            return ply
        if self.match is None or self.status != "running":
            raise Refused("not-running")
        if bot and self.bot_level(seat) is None:
            raise Refused("stale")  # the person has taken the seat back
        if self.seats[seat].stand_in and not bot:
            raise Refused("stand-in")
        chosen = self._action(seat, action)
        asked = self.clocks[seat].asked_ply
        if version > self.ply or (asked is not None and version < asked):
            raise Refused("stale", facts={"version": self.ply})
        match = self.match.copy()
        try:
            match.play(seat, chosen)
        except IllegalMove as error:
            if version < self.ply and asked is None:
                raise Refused("stale", facts={"version": self.ply}) from None
            raise illegal(error) from None
        mover = self
        if program and not self.seats[seat].program:
            mover = replace(self, seats=_put(self.seats, seat, replace(self.seats[seat], program=True)))
        return mover._moved(match, seat, key, "bot" if bot else "person", now)

    def _action(self, seat: int, action: int | str) -> int:
        assert self.match is not None
        try:
            if isinstance(action, str):
                return self.match.parse(seat, action)
            self.match.name(seat, action)
        except UnknownMove:
            raise unknown_move(self.match, seat, action) from None
        return action

    def leave(self, player: str, now: float, seat: int | None = None) -> "Change":
        """Leave: before the game the seat becomes empty, during the game a bot takes over."""
        own = self.seats_of(player) if seat is None else (self.own_seat(player, seat),)
        if not own:
            raise Refused("not-seated")
        if self.status == "running":
            return self._stand_in(tuple(one for one in own if not self.seats[one].stand_in), now)
        if self.status == "open" and self.sealing.sealed_at is not None:
            return self._withheld(own)
        self._must_be_open()
        seats = tuple(Seat() if index in own else occupant for index, occupant in enumerate(self.seats))
        host = self.host
        if host == player:
            host = next((occupant.player for occupant in seats if occupant.kind == "person"), None)
        return self._with(seats=seats, host=host, status="open" if host is not None else "closed")

    def take_back(self, player: str, seat: int | None, now: float) -> "Change":
        """Take over again from the stand-in bot, on this seat or on all of one's own.

        With a clock, a decision that the bot was asked for remains the bot's: otherwise leaving and returning would
        restart the clock.
        """
        if self.status != "running":
            raise Refused("not-running")
        own = self.seats_of(player) if seat is None else (self.own_seat(player, seat),)
        if not own:
            raise Refused("not-seated")
        return self._with(**stand_ins.taken_back(self, own, now))

    def replace_absent(self, by: str, seat: int, now: float) -> "Change":
        """Let a bot take over for an absent player who keeps the others waiting, at a table without a clock.

        The caller knows whether the player is absent.
        """
        self.own_seat(by, None)
        self._occupant(seat)
        stand_ins.check_keeps_waiting(self, seat, now)
        return self._stand_in((seat,), now)

    def time_out(self, now: float) -> "Change | None":
        """Let bots take over for people whose time is up, or empty the seats that keep back their seeds.

        None if nobody is late.
        """
        until = self.deadline(now) if self.status == "open" else None
        if until is not None:
            return self._withheld(sealing.unrevealed(self)) if until <= now else None
        late = stand_ins.overdue(self, now)
        return self._stand_in(late, now) if late else None

    def _withheld(self, absent: tuple[int, ...]) -> "Change":
        """Nothing is dealt: these seats have kept back their seeds."""
        return Change(replace(sealing.without(self, absent), revision=self.revision + 1), ())

    def _stand_in(self, absent: tuple[int, ...], now: float) -> "Change":
        """Let bots take over these seats."""
        return self._with(**stand_ins.stood_in(self, absent, now))

    def touched(self) -> "Change":
        """The same state with a new revision, which gives it a new deadline."""
        return Change(replace(self, revision=self.revision + 1), ())

    def _moved(
        self, match: Match, seat: int | None, key: str | None, by: Literal["person", "bot", "chance"], now: float
    ) -> "Change":
        """The state after the moves that `match` has and this one has not."""
        before, first = self.waiting() if self.match is not None else (), self.ply
        over = match.over
        clocks: list[SeatClock] = []
        for index, old in enumerate(self.clocks):
            thought = index == seat and by == "person"  # a slow bot costs nobody any time
            reserve = old.reserve_after(self.settings.clock, now) if thought else old.reserve
            if over or index not in match.waiting:
                clocks.append(SeatClock(reserve=reserve))
            elif index in before and index != seat:
                clocks.append(old)  # still the same decision
            else:
                clocks.append(SeatClock(match.ply, now, reserve))
        rows = tuple(
            MoveRow(
                first + offset,
                mover,
                match.game.name(mover, action),
                key if mover == seat else None,
                "chance" if mover == CHANCE else by,
                now,
            )
            for offset, (mover, action) in enumerate(match.history(first))
        )
        after = replace(
            self,
            match=match,
            seats=self.seats if by != "bot" or seat is None else stand_ins.after_bot_move(self.seats, seat),
            keys=self.keys if key is None else MappingProxyType({**self.keys, **message_keys(rows)}),
            clocks=tuple(clocks),
            status="over" if over else "running",
            ended_at=now if over else None,
            revision=self.revision + 1,
        )
        return Change(after, rows)

    # Helpers

    def _with(
        self,
        *,
        settings: Settings | None = None,
        seats: tuple[Seat, ...] | None = None,
        clocks: tuple[SeatClock, ...] | None = None,
        host: str | None = "",
        status: Status | None = None,
        rules: int | None = None,
        barred: tuple[Barred, ...] | None = None,
    ) -> "Change":
        after = replace(
            self,
            settings=settings or self.settings,
            seats=self.seats if seats is None else seats,
            clocks=self.clocks if clocks is None else clocks,
            host=self.host if host == "" else host,
            status=status or self.status,
            rules=self.rules if rules is None else rules,
            barred=self.barred if barred is None else barred,
        )
        return Change(self if after == self else replace(after, revision=self.revision + 1), ())

    def _occupant(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise no_such_seat(seat, len(self.seats))
        return self.seats[seat]

    def _check_level(self, level: int) -> None:
        try:
            level_of(self.settings.game, level)
        except BadLevel:
            raise no_such_level(level) from None

    def _must_be_open(self) -> None:
        if self.status != "open":
            raise Refused("not-open")
        if self.sealing.sealed_at is not None:
            raise Refused("not-open", "seal.sealed")

    def _must_be_host(self, player: str) -> None:
        if player != self.host:
            raise Refused("forbidden")


@final
@dataclass(frozen=True)
class Change:
    """What a request does to a table."""

    after: TableState
    """The next state; the same object if there is nothing to do."""
    moves: tuple[MoveRow, ...]
    """The moves to be stored, with their idempotency keys."""


def message_keys(moves: Iterable[MoveRow]) -> dict[tuple[int, str], int]:
    """The idempotency keys of stored moves."""
    return {(move.seat, move.key): move.ply for move in moves if move.key is not None}


def new_table_state(
    table: str, settings: Settings, host: str, server_seed: bytes, now: float, rematch_of: str | None = None
) -> TableState:
    """A new table."""
    return TableState(
        id=table,
        settings=settings,
        status="open",
        host=host,
        server_seed=server_seed,
        commitment=Fair(server_seed).commitment,
        seats=tuple(Seat() for _ in range(settings.seats)),
        clocks=tuple(SeatClock() for _ in range(settings.seats)),
        created_at=now,
        rules=registry.find(settings.game).version,
        rematch_of=rematch_of,
    )


def _put(row: tuple[object, ...], index: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*row[:index], value, *row[index + 1 :])
