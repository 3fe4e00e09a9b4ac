"""A house for tests: the database and the rooms are real; the clock, the bots and what carries news are ours."""

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
from zashiki.table.bot_turns import BotTurns, Do
from zashiki.table.news import Hear, LocalNews, News, NewsChannel
from zashiki.table.room import Listener, Room
from zashiki.table.rooms import Rooms
from zashiki.table.settings import Clock, Settings
from zashiki.table.state import Change, TableState, Turn

PEOPLE = ("anna", "bert", "cleo", "dora", "emil", "fay", "gus")
"""Who plays here. Their ids are their names."""
STRANGER = "zoe"
"""Somebody who never sits down."""
SHORT: dict[str, dict[str, Json]] = {"hagakure": {"rounds": 1}, "sakura": {"rounds": 1}}
"""Options that make games short."""
BEGIN = 1_000_000.0
"""When everything begins."""


@final
class Hours:
    """A clock that stands still until somebody lets time pass."""

    def __init__(self) -> None:
        self.at = BEGIN

    def __call__(self) -> float:
        return self.at

    def wait(self, seconds: float) -> None:
        self.at += seconds


class Ear(Listener):
    """A connection that keeps all it hears."""

    def __init__(self, player: str | None, seat: int | None = None) -> None:
        self.player = player
        self.seat = seat
        self.heard: list[dict[str, Any]] = []

    def hear(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def of(self, kind: str) -> list[dict[str, Any]]:
        """What was heard of one type."""
        return [message for message in self.heard if message["type"] == kind]


@final
class HandDesk(BotTurns):
    """Turns of bots are collected; a test has them taken when it likes. Bots make the first move that is legal."""

    def __init__(self) -> None:
        self.asked: list[Turn] = []
        self.do: Do | None = None
        self.thought: asyncio.Event | None = None
        """If there is one, nobody answers before it is set."""

    def open(self, do: Do) -> None:
        self.do = do

    def ask(self, turn: Turn) -> None:
        self.asked.append(turn)

    async def think(self, state: TableState, turn: Turn) -> int:
        if self.thought is not None:
            await self.thought.wait()
        assert state.match is not None
        return state.match.legal(turn.seat)[0]

    async def hint(self, state: TableState, seat: int) -> list[RatedMove]:
        return []

    async def close(self) -> None:
        pass

    @property
    def waiting(self) -> int:
        return len(self.asked)


@final
class Rumours(NewsChannel):
    """Carries news between rooms of one process; with `luck`, some of it is lost or doubled, as news may be."""

    def __init__(self, worker: str, others: "list[Rumours]", luck: random.Random | None = None) -> None:
        self.worker = worker
        self.others = others
        self.luck = luck
        self.hear: Hear | None = None
        self.missed: Callable[[], Awaitable[None]] | None = None
        others.append(self)

    async def open(self, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        self.hear, self.missed = hear, missed

    async def publish(self, news: News) -> None:
        times = 1 if self.luck is None else self.luck.choice((0, 1, 1, 2))
        for other in self.others:
            for _ in range(times):
                if other is not self and other.hear is not None:
                    await other.hear({**news, "from": self.worker})

    async def check(self) -> None:
        pass

    async def close(self) -> None:
        self.hear = self.missed = None


@final
class Parlour:
    """A house with one process or several, all over one database."""

    def __init__(self, url: str, workers: int, luck: random.Random | None, desk: BotTurns | None = None) -> None:
        self.url = url
        self.clock = Hours()
        self.desk = HandDesk()
        self.buses: list[Rumours] = []
        self.databases = [Database(url, durable=False) for _ in range(workers)]
        self.all_rooms: list[Rooms] = []
        for number, database in enumerate(self.databases):
            bus: NewsChannel = LocalNews() if workers == 1 else Rumours(f"worker {number}", self.buses, luck)
            worker = f"worker {number}"
            rooms = Rooms(database, bus, desk or self.desk, worker=worker, alone=workers == 1, now=self.clock)
            rooms.bot_turns.open(rooms.bot_turn)
            self.all_rooms.append(rooms)

    @property
    def rooms(self) -> Rooms:
        """Of the first process."""
        return self.all_rooms[0]

    async def listen(self) -> None:
        """Let the processes hear of each other."""
        for rooms, bus in zip(self.all_rooms, self.buses, strict=True):
            await bus.open(rooms._heard, rooms._missed)

    async def quiet(self) -> None:
        """Wait until everybody has heard all news, and found out what was lost of it."""
        for rooms in self.all_rooms:
            while rooms._tasks:
                await asyncio.gather(*rooms._tasks)
        for bus in self.buses:
            if bus.missed is not None:
                await bus.missed()

    async def bots_play(self) -> None:
        """Have every turn taken that was handed in."""
        while self.desk.asked:
            await self.rooms.bot_turn(self.desk.asked.pop(0))

    async def written(self, table: str) -> list[MoveRow]:
        """The moves that are in the database."""
        async with self.databases[0].reading() as connection:
            found = await connection.execute(select(moves).where(moves.c.table == table).order_by(moves.c.ply))
            return [MoveRow(one.ply, one.seat, one.move, one.key, one.by, one.made_at) for one in found]

    async def close(self) -> None:
        for rooms in self.all_rooms:
            await rooms.close()
        for database in self.databases:
            await database.close()


@final
class Drawn:
    """In place of `secrets`: the same ids and seeds on every run."""

    def __init__(self) -> None:
        self.luck = random.Random(7)

    def choice(self, letters: str) -> str:
        return self.luck.choice(letters)

    def token_bytes(self, length: int) -> bytes:
        return self.luck.randbytes(length)


@asynccontextmanager
async def parlour(
    place: Path | str, workers: int = 1, luck: random.Random | None = None, desk: BotTurns | None = None
) -> AsyncGenerator[Parlour]:
    """A house in a folder, over SQLite; where there is one already, that one. Or in the database at an address."""
    if isinstance(place, str):
        url = place
    else:
        file = place / "house.db"
        if not file.exists():
            file.write_bytes(_new_house())
        url = f"sqlite:///{file}"
    house = Parlour(url, workers, luck, desk)
    with patch("zashiki.table.rooms.secrets", Drawn()):
        try:
            if workers > 1:
                await house.listen()
            yield house
        finally:
            await house.close()


@cache
def _new_house() -> bytes:
    """The file of a house where nobody has played yet. (Migrations take longer than most tests.)"""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as elsewhere:
        url = f"sqlite:///{folder}/house.db"
        elsewhere.submit(lambda: asyncio.run(furnish(url))).result()
        return Path(folder, "house.db").read_bytes()


async def furnish(url: str) -> None:
    """Make a database a house with people in it."""
    database = Database(url)
    await database.migrate()
    async with database.writing() as connection:
        await connection.execute(insert(players), [_person(name) for name in (*PEOPLE, STRANGER)])
    await database.close()


def _person(name: str) -> dict[str, Any]:
    return {"id": name, "name": name, "preferences": {}, "created_at": BEGIN, "seen_at": BEGIN}


def settings(game: str = "hagakure", seats: int | None = None, **given: Any) -> Settings:
    """How a table is set up; the game is a short one, and fewest play it."""
    from zashiki import registry

    options = {**SHORT.get(game, {}), **given.pop("options", {})}
    return Settings(game=game, seats=seats or registry.find(game).seat_counts[0], options=options, **given)


def timed(seconds: int = 30, reserve: int = 60) -> Clock:
    """A clock of so many seconds a move."""
    return Clock(kind="move", seconds=seconds, reserve=reserve)


async def table_of(rooms: Rooms, chosen: Settings, people: int | None = None) -> Room:
    """A table where as many people sit as are said (all, if not), the first being the host; nobody has dealt."""
    room = await rooms.create(chosen, PEOPLE[0])
    for seat in range(chosen.seats if people is None else people):
        await sit(room, PEOPLE[seat], seat)
    return room


async def sit(room: Room, player: str, seat: int | None = None, seed: str | None = None) -> None:
    await changed(room, lambda state: state.sit(player, player, seat, seed))


async def started(rooms: Rooms, chosen: Settings, people: int | None = None, fill: int | None = 1) -> Room:
    """The same, and the game has begun; bots have taken the other seats."""
    room = await table_of(rooms, chosen, people)
    await changed(room, lambda state: state.start(PEOPLE[0], rooms.now(), fill))
    return room


async def changed(room: Room, decide: Callable[[TableState], Change | int | None]) -> TableState:
    """What the change has made of the sitting."""
    done = await room.change(decide)
    assert isinstance(done, TableState)
    return done


async def play(room: Room, seat: int, key: str | None = None, choice: int = 0) -> TableState:
    """The seat makes one of its legal moves."""
    match = room.state.match
    assert match is not None
    legal = match.legal(seat)
    action = legal[choice % len(legal)]
    version = room.state.ply
    return await changed(room, lambda now: now.play(seat, action, version, key, room.rooms.now()))


async def play_on(room: Room, most: int = 10**9, choices: random.Random | None = None) -> TableState:
    """People play: at most so many moves, at random or always the first that is legal."""
    while most > 0 and room.state.waiting():
        seats = room.state.waiting()
        seat = seats[0] if choices is None else choices.choice(seats)
        await play(room, seat, f"key{room.state.ply}", 0 if choices is None else choices.randrange(1000))
        most -= 1
    return room.state
