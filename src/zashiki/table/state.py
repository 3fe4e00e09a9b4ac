"""One table as it stands: settings, seats, clocks and the game. Nothing here waits, writes or sends.

A sitting is never changed. Whatever is asked of it gives a `Change`: the sitting afterwards, and the moves to be
written down. Whoever asked stores the change, and only then is it true. `now` always comes from outside.
"""

from dataclasses import dataclass, field, replace
from typing import Final, Literal, final

from zashiki import registry
from zashiki.bots.levels import level as level_of
from zashiki.core.errors import BadLevel, IllegalMove, UnknownMove
from zashiki.core.fair import Fair
from zashiki.core.game import CHANCE, Game
from zashiki.core.match import Match
from zashiki.store.rows import MoveRow
from zashiki.table.refusals import Refused, illegal
from zashiki.table.seats import Seat, SeatClock, checked_seed, player_seeds
from zashiki.table.settings import Settings

Status = Literal["open", "running", "over", "closed"]
ABSENCE: Final = 60.0
"""Seconds that others wait for somebody who is gone before a bot may play on."""
BOT_PATIENCE: Final = 20.0
"""Seconds after which a bot that has not answered is asked again."""


@dataclass(frozen=True)
class Turn:
    """A decision that a bot has to take."""

    table: str
    seat: int
    level: int
    asked_ply: int
    asked_at: float

    @property
    def key(self) -> str:
        """One and the same for one decision, whoever asks for it."""
        return f"{self.table}:{self.asked_ply}:{self.seat}"


@final
@dataclass(frozen=True)
class TableState:
    """One table as it stands."""

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
    """How many changes there were."""
    match: Match | None = field(default=None, repr=False)
    """The game; None before it starts. Never played on: a change plays on a copy."""
    keys: dict[tuple[int, str], int] = field(default_factory=dict, repr=False)
    """At which ply each message of a seat made its move. It only grows; what lies beyond the last ply is not there."""
    rules: int = 0
    """The version of the game's rules that is played."""
    rematch: str | None = None
    rematch_of: str | None = None
    started_at: float | None = None
    ended_at: float | None = None

    # Knowing

    @property
    def game(self) -> Game:
        """What is played here, by the rules it is played by: the newest, as long as nothing was dealt."""
        newest = registry.find(self.settings.game)
        return newest if self.status == "open" else newest.of_version(self.rules) or newest

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return 0 if self.match is None else self.match.ply

    def waiting(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.match.waiting if self.match is not None and self.status == "running" else ()

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """Where this person sits."""
        return tuple(seat for seat, place in enumerate(self.seats) if player is not None and place.player == player)

    def bot_level(self, seat: int) -> int | None:
        """The level of the bot that plays this seat; None if a person does."""
        place = self.seats[seat]
        return self.settings.stand_in if place.stand_in else place.level

    def bots_due(self) -> list[Turn]:
        """The decisions that bots have to take now."""
        due: list[Turn] = []
        for seat in self.waiting():
            level, clock = self.bot_level(seat), self.clocks[seat]
            if level is not None and clock.asked_ply is not None and clock.asked_at is not None:
                due.append(Turn(self.id, seat, level, clock.asked_ply, clock.asked_at))
        return due

    def deadline(self, now: float) -> float | None:
        """When something must happen by itself: somebody's time is over, or a bot has to be asked again."""
        times: list[float] = []
        for seat in self.waiting():
            if self.bot_level(seat) is not None:
                times.append(now + BOT_PATIENCE)
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
            raise Refused("no-such-seat", f"seat {seat}: there are seats 0 to {len(self.seats) - 1}")
        if seat not in own:
            raise Refused("not-your-seat", facts={"seats": list(own)})
        return seat

    # Before the game

    def sit(self, player: str, name: str, seat: int | None, seed: str | None) -> "Change":
        """Take a seat, any empty one if none is named; sitting on one's own seat again changes name and seed."""
        self._must_be_open()
        if self.settings.one_device and player != self.host:
            raise Refused("forbidden", "This table is on the host's device: only the host gives seats.")
        own = self.seats_of(player)
        if seat is None:
            empty = [index for index, place in enumerate(self.seats) if place.kind == "empty"]
            choices = empty if self.settings.one_device else [*own, *empty]
            if not choices:
                raise Refused("table-full")
            seat = choices[0]
        place = self._occupant(seat)
        if place.kind != "empty" and seat not in own:
            raise Refused("seat-taken", facts={"seat": seat})
        places = list(self.seats)
        if own and seat not in own and not self.settings.one_device:
            places[own[0]] = Seat()  # moves over
        places[seat] = Seat(player, name, seed=checked_seed(seed))
        return self._with(seats=tuple(places))

    def put_bot(self, by: str, seat: int, level: int) -> "Change":
        """Let a bot take an empty seat, or let the bot there play at another level."""
        self._must_be_open()
        self._must_be_host(by)
        self._check_level(level)
        if self._occupant(seat).kind == "person":
            raise Refused("seat-taken", facts={"seat": seat})
        return self._with(seats=_put(self.seats, seat, Seat(level=level)))

    def clear(self, by: str, seat: int) -> "Change":
        """Send whoever sits there away: the host a bot or a person, everybody else themselves."""
        self._must_be_open()
        place = self._occupant(seat)
        if place.player != by:
            self._must_be_host(by)
        return self._with(seats=_put(self.seats, seat, Seat()))

    def set_up(self, by: str, settings: Settings) -> "Change":
        """Play something else, or otherwise. People keep their seats as far as there are any.

        Only at a table on one device somebody has several seats: else they would see several hands.
        """
        self._must_be_open()
        self._must_be_host(by)
        places = list(self.seats)
        for seat, place in enumerate(places):
            if place.player is not None and not settings.one_device and seat != self.seats_of(place.player)[0]:
                places[seat] = Seat()
        people = [place for place in places if place.kind == "person"]
        kept = places[: settings.seats]
        lost = [place for place in places[settings.seats :] if place.kind == "person"]
        kept += [Seat()] * (settings.seats - len(kept))
        for place in lost:
            free = next((index for index, one in enumerate(kept) if one.kind != "person"), None)
            if free is None:
                raise Refused("bad-settings", f"{len(people)} people sit here: there must be at least so many seats")
            kept[free] = place
        rules = registry.find(settings.game).version
        clock = tuple(SeatClock() for _ in kept)
        return self._with(settings=settings, seats=tuple(kept), clocks=clock, rules=rules)

    def start(self, by: str, now: float, fill: int | None = None) -> "Change":
        """Deal. Empty seats are taken by bots of level `fill`."""
        self._must_be_open()
        self._must_be_host(by)
        places = list(self.seats)
        for seat, place in enumerate(places):
            if place.kind == "empty" and fill is not None:
                self._check_level(fill)
                places[seat] = Seat(level=fill)
        if any(place.kind == "empty" for place in places):
            raise Refused("not-full")
        if self.settings.rated and any(place.kind == "bot" for place in places):
            raise Refused("bad-settings", "a rated table is for people only: nobody but people may sit here")
        if self.settings.rated and len({place.player for place in places}) < len(places):
            raise Refused("bad-settings", "a rated table needs somebody else on every seat")
        return replace(self, seats=tuple(places)).deal(now)

    def deal(self, now: float, game: Game | None = None) -> "Change":
        """Begin with whoever sits here, under the rules as they are now, or by an earlier version of the game."""
        game = game or self.game
        # From now on every seat has a seed, be it an empty one: the seeds of a game are those that are there.
        places = tuple(replace(place, seed=place.seed or "") for place in self.seats)
        fair = Fair(self.server_seed, player_seeds(places))
        match = Match(game, self.settings.seats, dict(self.settings.options), fair)
        bank = self.settings.clock.bank
        fresh = replace(
            self,
            status="running",
            seats=places,
            clocks=tuple(SeatClock(reserve=bank) for _ in places),
            rules=game.version,
            started_at=now,
        )
        return fresh._moved(match, None, None, "chance", now)

    def close(self, by: str) -> "Change":
        """Give up a table that nobody plays at."""
        self._must_be_open()
        self._must_be_host(by)
        return self._with(status="closed")

    def given_up(self) -> "Change":
        """Nobody has come for a long time."""
        self._must_be_open()
        return self._with(status="closed")

    # During the game

    def play(
        self, seat: int, action: int | str, version: int, key: str | None, now: float, *, bot: bool = False
    ) -> "Change | int":
        """A move of this seat, or the ply at which the same message made its move before."""
        if key is not None and (ply := self.keys.get((seat, key), self.ply)) < self.ply:
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
        return self._moved(match, seat, key, "bot" if bot else "person", now)

    def _action(self, seat: int, action: int | str) -> int:
        assert self.match is not None
        try:
            if isinstance(action, str):
                return self.match.parse(seat, action)
            self.match.name(seat, action)
        except UnknownMove as error:
            raise Refused("unknown-move", str(error)) from None
        return action

    def leave(self, player: str, now: float, seat: int | None = None) -> "Change":
        """Get up: before the game the seat is empty again, during the game a bot plays on."""
        own = self.seats_of(player) if seat is None else (self.own_seat(player, seat),)
        if not own:
            raise Refused("not-seated")
        if self.status == "running":
            return self._stand_in(tuple(one for one in own if not self.seats[one].stand_in), now)
        self._must_be_open()
        places = tuple(Seat() if index in own else place for index, place in enumerate(self.seats))
        host = self.host
        if host == player:
            host = next((place.player for place in places if place.kind == "person"), None)
        return self._with(seats=places, host=host, status="open" if host is not None else "closed")

    def take_back(self, player: str, seat: int | None, now: float) -> "Change":
        """Play on in person where a bot has stood in: on this seat, or on all of one's own.

        Where there is a clock, a decision that the bot is about to take is the bot's: else one could get up and sit
        down again, and with every time the clock would begin anew.
        """
        if self.status != "running":
            raise Refused("not-running")
        own = self.seats_of(player) if seat is None else (self.own_seat(player, seat),)
        if not own:
            raise Refused("not-seated")
        places, clocks = list(self.seats), list(self.clocks)
        for one in own:
            asked_at = clocks[one].asked_at
            if not places[one].stand_in:
                continue
            if asked_at is not None:
                if self.settings.clock.per_move is not None and now < asked_at + BOT_PATIENCE:
                    raise Refused("stand-in", "The bot is about to make this move for you; take your seat back then.")
                clocks[one] = replace(clocks[one], asked_at=now)
            places[one] = replace(places[one], stand_in=False)
        return self._with(seats=tuple(places), clocks=tuple(clocks))

    def replace_absent(self, by: str, seat: int, now: float) -> "Change":
        """Let a bot play on for somebody who is gone and keeps the others waiting, at a table without a clock.

        Whether they are gone is for the caller to know.
        """
        self.own_seat(by, None)
        self._occupant(seat)
        if self.settings.clock.per_move is not None:
            raise Refused("too-soon", "The clock decides how long they may take.")
        asked_at = self.clocks[seat].asked_at
        if seat not in self.waiting() or self.bot_level(seat) is not None or asked_at is None:
            raise Refused("no-choice", "Nobody waits for this seat.")
        if now - asked_at < ABSENCE:
            raise Refused("too-soon", facts={"seconds": ABSENCE - (now - asked_at)})
        return self._stand_in((seat,), now)

    def overdue(self, now: float) -> tuple[int, ...]:
        """The people whose time is over."""
        late: list[int] = []
        for seat in self.waiting():
            end = self.clocks[seat].deadline(self.settings.clock)
            if self.bot_level(seat) is None and end is not None and end <= now:
                late.append(seat)
        return tuple(late)

    def time_out(self, now: float) -> "Change | None":
        """Bots play on for those whose time is over."""
        late = self.overdue(now)
        return self._stand_in(late, now) if late else None

    def _stand_in(self, seats: tuple[int, ...], now: float) -> "Change":
        """Let bots play on for these people."""
        places, clocks = list(self.seats), list(self.clocks)
        for seat in seats:
            places[seat] = replace(places[seat], stand_in=True)
            if clocks[seat].asked_at is not None:
                reserve = self._reserve_after(clocks[seat], now)
                clocks[seat] = replace(clocks[seat], asked_at=now, reserve=reserve)
        return self._with(seats=tuple(places), clocks=tuple(clocks))

    def touched(self) -> "Change":
        """The same again: written down once more, it gets a new deadline."""
        return Change(replace(self, revision=self.revision + 1), ())

    def _moved(
        self, match: Match, seat: int | None, key: str | None, by: Literal["person", "bot", "chance"], now: float
    ) -> "Change":
        """The sitting after the moves that `table` has and this one has not."""
        before, first = self.waiting() if self.match is not None else (), self.ply
        over = match.over
        clocks: list[SeatClock] = []
        for index, old in enumerate(self.clocks):
            thought = index == seat and by == "person"  # nobody pays for a bot that is slow
            reserve = self._reserve_after(old, now) if thought else old.reserve
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
            clocks=tuple(clocks),
            status="over" if over else "running",
            ended_at=now if over else None,
            revision=self.revision + 1,
        )
        return Change(after, rows)

    def _reserve_after(self, clock: SeatClock, now: float) -> float:
        per_move = self.settings.clock.per_move
        if clock.asked_at is None or per_move is None:
            return clock.reserve
        return max(0.0, clock.reserve - max(0.0, now - clock.asked_at - per_move))

    # Asking

    def _with(
        self,
        *,
        settings: Settings | None = None,
        seats: tuple[Seat, ...] | None = None,
        clocks: tuple[SeatClock, ...] | None = None,
        host: str | None = "",
        status: Status | None = None,
        rules: int | None = None,
    ) -> "Change":
        after = replace(
            self,
            settings=settings or self.settings,
            seats=self.seats if seats is None else seats,
            clocks=self.clocks if clocks is None else clocks,
            host=self.host if host == "" else host,
            status=status or self.status,
            rules=self.rules if rules is None else rules,
        )
        return Change(self if after == self else replace(after, revision=self.revision + 1), ())

    def _occupant(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise Refused("no-such-seat", f"seat {seat}: there are seats 0 to {len(self.seats) - 1}")
        return self.seats[seat]

    def _check_level(self, level: int) -> None:
        try:
            level_of(self.settings.game, level)
        except BadLevel as error:
            raise Refused("bad-request", str(error)) from None

    def _must_be_open(self) -> None:
        if self.status != "open":
            raise Refused("not-open")

    def _must_be_host(self, player: str) -> None:
        if player != self.host:
            raise Refused("forbidden")


@final
@dataclass(frozen=True)
class Change:
    """What a request does to a sitting."""

    after: TableState
    """The sitting when it is done; the very same, if there is nothing to do."""
    moves: tuple[MoveRow, ...]
    """The moves to be written down."""


def new_table_state(
    table: str, settings: Settings, host: str, server_seed: bytes, now: float, rematch_of: str | None = None
) -> TableState:
    """A table that was just set up."""
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
