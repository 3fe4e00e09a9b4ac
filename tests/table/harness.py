"""Table services for tests: the database and the rooms are real; clock, bots and news channel are fakes."""

import asyncio
import json
import random
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, final
from unittest.mock import patch

from sqlalchemy import insert, select

from zashiki.bots.analysis import RatedMove
from zashiki.core.jsontypes import Json
from zashiki.store.database import Database
from zashiki.store.rows import MoveRow
from zashiki.store.schema import moves, players
from zashiki.store.tables import Tables
from zashiki.table.agreement import Caller, terms_at
from zashiki.table.bot_player import MoveChooser
from zashiki.table.bot_pool import Job
from zashiki.table.bot_turn import BotTurn
from zashiki.table.bot_turns import BotTurns, TakeTurn
from zashiki.table.fair_queue import Claim
from zashiki.table.news import LocalNews, News, NewsChannel, Receive
from zashiki.table.notices import Notifier, TurnNotice
from zashiki.table.room import Listener, Room
from zashiki.table.rooms import Rooms
from zashiki.table.service import TableService
from zashiki.table.settings import Clock, Settings
from zashiki.table.state import Change, TableState

PEOPLE = ("anna", "bert", "cleo", "dora", "emil", "fay", "gus")
"""Players; their ids are their names."""
STRANGER = "zoe"
"""Somebody who never takes a seat."""
SHORT: dict[str, dict[str, Json]] = {"hagakure": {"rounds": 1}, "sakura": {"rounds": 1}}
"""Options that make games short."""
BEGIN = 1_000_000.0
"""The time at which every test begins."""


class PlayedOn(Exception):
    """The match of a state was played on, where a copy should have been: `conftest.py` watches them all."""


@final
class FakeClock:
    """A clock that stands still until a test advances it."""

    def __init__(self) -> None:
        self.at = BEGIN

    def __call__(self) -> float:
        return self.at

    def advance(self, seconds: float) -> None:
        self.at += seconds


class RecordingListener(Listener):
    """A connection that keeps everything it is sent."""

    def __init__(self, player: str | None, seat: int | None = None) -> None:
        self.player = player
        self.seat = seat
        self.received: list[dict[str, Any]] = []

    def send(self, text: str) -> None:
        self.received.append(json.loads(text))

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of one type."""
        return [message for message in self.received if message["type"] == kind]


@final
class RecordingNotifier(Notifier):
    """Keeps all notices."""

    def __init__(self) -> None:
        self.turns: list[TurnNotice] = []
        self.lists: list[tuple[str, list[str] | None]] = []
        self.on_change: Callable[[TableState], None] | None = None

    def your_turn(self, notice: TurnNotice) -> None:
        self.turns.append(notice)

    def lists_changed(self, table: str, people: list[str] | None) -> None:
        self.lists.append((table, people))

    async def player_changed(self, player: str) -> None:
        pass

    def table_changed(self, before: TableState, after: TableState) -> None:
        if self.on_change is not None:
            self.on_change(after)


@final
class ManualBotTurns(BotTurns):
    """Collects bots' turns; tests decide when they are taken."""

    def __init__(self) -> None:
        self.asked: list[BotTurn] = []
        self.claims: list[Claim] = []
        """Of the same turns."""

    def open(self, take_turn: TakeTurn) -> None:
        pass

    def ask(self, turn: BotTurn, claim: Claim) -> None:
        self.asked.append(turn)
        self.claims.append(claim)

    async def hint(self, state: TableState, seat: int, player: str) -> list[RatedMove]:
        return []

    async def close(self) -> None:
        pass

    @property
    def waiting(self) -> int:
        return len(self.asked)


@final
class FirstLegalMove(MoveChooser):
    """Thinks for bots: always the first legal move."""

    def __init__(self) -> None:
        self.allowed: asyncio.Event | None = None
        """If there is one, nothing is chosen before it is set."""
        self.asked = asyncio.Event()
        """Set once a move was asked for."""

    async def choose(self, job: Job) -> int:
        self.asked.set()
        if self.allowed is not None:
            await self.allowed.wait()
        _, state = job.replay()
        return state.legal(job.seat)[0]


@final
class FakeNews(NewsChannel):
    """Carries news between the services of one process; with `luck`, some of it is lost or duplicated."""

    def __init__(self, worker: str, channels: "list[FakeNews]", luck: random.Random | None = None) -> None:
        self.worker = worker
        self.channels = channels
        self.luck = luck
        self.receive: Receive | None = None
        self.resync: Callable[[], Awaitable[None]] | None = None
        channels.append(self)

    async def open(self, receive: Receive, resync: Callable[[], Awaitable[None]]) -> None:
        self.receive, self.resync = receive, resync

    async def publish(self, news: News) -> None:
        times = 1 if self.luck is None else self.luck.choice((0, 1, 1, 2))
        for other in self.channels:
            for _ in range(times):
                if other is not self and other.receive is not None:
                    await other.receive({**news, "from": self.worker})

    async def check(self) -> None:
        pass

    async def close(self) -> None:
        self.receive = self.resync = None


@final
class FakeCluster:
    """One table service or several, all over one database."""

    def __init__(
        self,
        url: str,
        workers: int,
        luck: random.Random | None,
        bot_turns: BotTurns | None = None,
        chooser: MoveChooser | None = None,
    ) -> None:
        self.url = url
        self.clock = FakeClock()
        self.set_by = 0.0
        """Seconds by which the time of day was set forward, or (negative) back."""
        self.bot_turns = ManualBotTurns()
        self.chooser = FirstLegalMove()
        self.channels: list[FakeNews] = []
        self.databases = [Database(url, durable=False) for _ in range(workers)]
        self.notifiers = [RecordingNotifier() for _ in range(workers)]
        self.services: list[TableService] = []
        for number, database in enumerate(self.databases):
            channel = LocalNews() if workers == 1 else FakeNews(f"worker {number}", self.channels, luck)
            service = TableService(
                database,
                channel,
                bot_turns or self.bot_turns,
                chooser or self.chooser,
                alone=workers == 1,
                notifier=self.notifiers[number],
                now=self.wall,
                steady=self.clock,
            )
            service.bot_turns.open(service.bot_player.take_turn)
            self.services.append(service)

    def wall(self) -> float:
        """The time of day."""
        return self.clock() + self.set_by

    @property
    def service(self) -> TableService:
        """The first one."""
        return self.services[0]

    @property
    def rooms(self) -> Rooms:
        """The rooms of the first service."""
        return self.service.rooms

    @property
    def tables(self) -> Tables:
        """The tables in the database."""
        return self.service.context.tables

    @property
    def all_rooms(self) -> list[Rooms]:
        """The rooms of each service."""
        return [service.rooms for service in self.services]

    async def connect(self) -> None:
        """Let the services receive each other's news."""
        for service, channel in zip(self.services, self.channels, strict=True):
            await channel.open(service.cluster.receive, service.cluster.resync)

    async def settle(self) -> None:
        """Wait until all news has arrived, and what was lost of it was found out."""
        for service in self.services:
            await service.context.tasks.settle()
        for channel in self.channels:
            if channel.resync is not None:
                await channel.resync()

    async def take_turn(self, turn: BotTurn) -> None:
        """Have a bot's turn taken."""
        await self.service.bot_player.take_turn(turn)

    async def bots_play(self) -> None:
        """Have every turn taken that was asked for."""
        while self.bot_turns.asked:
            await self.take_turn(self.bot_turns.asked.pop(0))

    async def stored_moves(self, table: str) -> list[MoveRow]:
        """The moves that are in the database."""
        async with self.databases[0].reading() as connection:
            found = await connection.execute(select(moves).where(moves.c.table == table).order_by(moves.c.ply))
            return [MoveRow(one.ply, one.seat, one.move, one.key, one.by, one.made_at) for one in found]

    async def close(self) -> None:
        for service in self.services:
            await service.close()
        for database in self.databases:
            await database.close()


@final
class FixedSecrets:
    """In place of `secrets`: the same ids and seeds on every run."""

    def __init__(self) -> None:
        self.luck = random.Random(7)

    def choice(self, letters: str) -> str:
        return self.luck.choice(letters)

    def token_bytes(self, length: int) -> bytes:
        return self.luck.randbytes(length)


@asynccontextmanager
async def fake_cluster(
    database: Path | str,
    workers: int = 1,
    luck: random.Random | None = None,
    bot_turns: BotTurns | None = None,
    chooser: MoveChooser | None = None,
) -> AsyncGenerator[FakeCluster]:
    """Services over a SQLite file in this folder, which is created if need be; or over the database at a URL."""
    if isinstance(database, str):
        url = database
    else:
        file = database / "zashiki.db"
        if not file.exists():
            file.write_bytes(_new_database())
        url = f"sqlite:///{file}"
    cluster = FakeCluster(url, workers, luck, bot_turns, chooser)
    with patch("zashiki.table.ids.secrets", FixedSecrets()):
        try:
            if workers > 1:
                await cluster.connect()
            yield cluster
        finally:
            await cluster.close()


@cache
def _new_database() -> bytes:
    """A database file with people but no tables. (Migrations take longer than most tests.)"""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as executor:
        url = f"sqlite:///{folder}/zashiki.db"
        executor.submit(lambda: asyncio.run(prepare_database(url))).result()
        return Path(folder, "zashiki.db").read_bytes()


async def prepare_database(url: str) -> None:
    """Create the schema, and some people."""
    database = Database(url)
    await database.migrate()
    async with database.writing() as connection:
        await connection.execute(insert(players), [_person(name) for name in (*PEOPLE, STRANGER)])
    await database.close()


def _person(name: str) -> dict[str, Any]:
    return {"id": name, "name": name, "login": name, "preferences": {}, "created_at": BEGIN, "seen_at": BEGIN}


def settings(game: str = "hagakure", seats: int | None = None, **given: Any) -> Settings:
    """Settings of a short game with the fewest players."""
    from zashiki import registry

    options = {**SHORT.get(game, {}), **given.pop("options", {})}
    return Settings(game=game, seats=seats or registry.find(game).seat_counts[0], options=options, **given)


def timed(seconds: int = 30, reserve: int = 60) -> Clock:
    """A clock with this many seconds per move."""
    return Clock(kind="move", seconds=seconds, reserve=reserve)


async def table_of(rooms: Rooms, chosen: Settings, people: int | None = None) -> Room:
    """An open table with this number of people seated (by default all), the first of them its host."""
    room = await rooms.create(chosen, PEOPLE[0])
    for seat in range(chosen.seats if people is None else people):
        await sit(room, PEOPLE[seat], seat)
    return room


async def sit(room: Room, player: str, seat: int | None = None) -> None:
    await changed(room, lambda state: state.sit(player, player, seat, None, caller=agreeing(state)))


def agreeing(state: TableState) -> Caller:
    """Somebody with an account, who agrees to what the table shows."""
    return Caller(account=True, terms=terms_at(state.settings))


async def started(rooms: Rooms, chosen: Settings, people: int | None = None, fill: int | None = 1) -> Room:
    """The same, started; bots have taken the other seats."""
    room = await table_of(rooms, chosen, people)
    await changed(room, lambda state: state.start(PEOPLE[0], rooms.context.now(), fill))
    return room


async def changed(room: Room, decide: Callable[[TableState], Change | int | None]) -> TableState:
    """The state after the change."""
    done = await room.change(decide)
    assert isinstance(done, TableState)
    return done


async def play(room: Room, seat: int, key: str | None = None, choice: int = 0) -> TableState:
    """Make one of the seat's legal moves."""
    match = room.state.match
    assert match is not None
    legal = match.legal(seat)
    action = legal[choice % len(legal)]
    version = room.state.ply
    return await changed(room, lambda now: now.play(seat, action, version, key, room.context.now()))


async def play_on(room: Room, most: int = 10**9, choices: random.Random | None = None) -> TableState:
    """Play on for people: at most this number of moves, random or always the first legal one."""
    while most > 0 and room.state.waiting():
        seats = room.state.waiting()
        seat = seats[0] if choices is None else choices.choice(seats)
        await play(room, seat, f"key{room.state.ply}", 0 if choices is None else choices.randrange(1000))
        most -= 1
    return room.state
