"""What a crowd does to a stranger, on one real `zashiki serve` with SQLite: `python bench/crowd.py bots` or `restart`.

- `bots`: 200 tables of bots alone, of level 3, are running. How long does a stranger wait for a bot of level 1?
- `restart`: the server starts with 2,002 running tables that wait for a bot; people reconnect to 30 of them, to others
  nobody does, and half are tables of bots alone. How long until it is healthy, until every bot of a watched table has
  moved, and until all have; and how long do a stranger's moves take meanwhile?

The numbers depend on the machine; what counts is two versions of the code beside each other on the same one. Set
PYTHONPATH to the `src` of the version to measure.
"""

import argparse
import asyncio
import json
import math
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect

from zashiki.server.config import Config
from zashiki.store.database import Database
from zashiki.table.bot_turns import BotTurns
from zashiki.table.news import LocalNews
from zashiki.table.room import Room
from zashiki.table.service import TableService
from zashiki.table.settings import Settings
from zashiki.table.state import Change, TableState

RATES: Final = ("REQUESTS", "GUESTS", "TABLES", "MESSAGES")
FREE: Final = {
    **{f"ZASHIKI_RATE_{name}": "1000000/second" for name in RATES},
    "ZASHIKI_MAX_TABLES": "100000",
    **({"ZASHIKI_MAX_BOT_TABLES": "100000"} if "max_bot_tables" in Config.model_fields else {}),
    "ZASHIKI_LOG_LEVEL": "warning",
}
"""One person is a crowd here."""
WATCHED: Final = 30
HOSTS: Final = 80


class IdleBots(BotTurns):
    """Bots that never move, while tables are set up; takes the calls of any version."""

    def open(self, *_: Any) -> None:
        pass

    def ask(self, *_: Any) -> None:
        pass

    async def hint(self, *_: Any) -> Any:
        return []

    async def close(self) -> None:
        pass

    @property
    def waiting(self) -> int:
        return 0


class Installation:
    """A server process on one database file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "zashiki.db"
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.http = httpx.AsyncClient(timeout=120)

    async def start(self) -> float:
        """Start it; returns the seconds until it is healthy."""
        began = time.perf_counter()
        line = [sys.executable, "-m", "zashiki", "serve", "--port", "0", "--database", f"sqlite:///{self.file}"]
        environment = {**os.environ, **FREE}
        self.process = subprocess.Popen(line, cwd=self.folder, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = await asyncio.to_thread(self.process.stdout.readline)
        self.address = said[said.index("http://") :].split()[0].rstrip(".")
        while (await self.http.get(f"{self.address}/healthz")).status_code != 200:
            await asyncio.sleep(0.02)
        return time.perf_counter() - began

    async def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            await asyncio.to_thread(self.process.wait)

    async def guest(self, name: str) -> tuple[str, str]:
        """The id and the cookie of a new guest."""
        answer = await self.http.post(f"{self.address}/api/v1/guest", json={"name": name})
        cookie = f"zashiki={answer.cookies['zashiki']}"
        self.http.cookies.clear()
        return str(answer.json()["id"]), cookie

    async def post(self, path: str, cookie: str, **body: Any) -> Any:
        answer = await self.http.post(f"{self.address}/api/v1/{path}", json=body, headers={"Cookie": cookie})
        answer.raise_for_status()
        return answer.json()

    def at_table(self, table: str, cookie: str) -> Any:
        url = self.address.replace("http", "ws") + f"/ws/tables/{table}"
        return connect(url, additional_headers={"Cookie": cookie}, max_size=None, open_timeout=120)


async def until(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of these types."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] in kinds:
            return message


async def moves(socket: ClientConnection, view: dict[str, Any], seat: int, seconds: list[float], number: int) -> None:
    """Make a move, and measure how long its answer takes."""
    began = time.perf_counter()
    action = view["moves"][number % len(view["moves"])]["action"]
    await socket.send(json.dumps({"type": "move", "id": f"m{number}", "version": view["ply"], "action": action}))
    assert (await until(socket, "ok", "no"))["type"] == "ok"
    seconds.append(time.perf_counter() - began)


async def answers(installation: Installation, times: int) -> list[float]:
    """How long bots of level 1 take to answer a stranger: from the move until it is the stranger's turn again."""
    _, cookie = await installation.guest("stranger")
    seconds: list[float] = []
    number = 0
    while len(seconds) < times:
        table = (await installation.post("tables", cookie, settings={"game": "hiroba", "seats": 2}, fill=1))["id"]
        async with installation.at_table(table, cookie) as socket:
            view = (await until(socket, "welcome"))["view"]
            while not view["over"] and len(seconds) < times:
                while not view["moves"] and not view["over"]:
                    view = (await until(socket, "update"))["view"]
                if view["over"]:
                    break
                number += 1
                sent: list[float] = []
                await moves(socket, view, 0, sent, number)
                began = time.perf_counter()
                view = await installation.http.get(
                    f"{installation.address}/api/v1/tables/{table}/view", headers={"Cookie": cookie}
                )
                view = view.json()["view"]
                waited = not view["moves"] and not view["over"]
                while not view["moves"] and not view["over"]:
                    view = (await until(socket, "update"))["view"]
                if waited:
                    seconds.append(time.perf_counter() - began)
    return seconds


def told(name: str, seconds: list[float]) -> None:
    """Print quantiles."""
    ordered = sorted(seconds)
    p50, p99 = (ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)] for part in (0.5, 0.99))
    sys.stdout.write(f"{name}: p50 {p50:.3f} s, p99 {p99:.3f} s, worst {ordered[-1]:.3f} s ({len(ordered)})\n")
    sys.stdout.flush()


async def bots(folder: Path, tables: int) -> None:
    """A stranger's bot, without a crowd and beside it."""
    installation = Installation(folder)
    await installation.start()
    try:
        told("answers of a stranger's bot, alone", await answers(installation, 20))
        _, host = await installation.guest("host")
        for _ in range(tables):
            await installation.post("tables", host, settings={"game": "hagakure", "seats": 4}, sit=False, fill=3)
        told(f"beside {tables} tables of bots", await answers(installation, 20))
    finally:
        await installation.stop()


async def set_up(file: Path, people: list[str], tables: int) -> list[str]:
    """Create running tables that wait for a bot, every second with a person; the tables of the first ones."""
    database = Database(f"sqlite:///{file}", durable=False)
    service = TableService(database, LocalNews(), IdleBots(), None, alone=True)
    first: list[str] = []
    for number in range(tables):
        room = await service.rooms.create(Settings(game="hagakure", seats=4), people[number % len(people)])
        seated = number % 2 == 0
        await begin(room, seated=seated)
        if seated and len(first) < WATCHED:
            first.append(room.id)
        service.rooms.discard(room)
    await service.close()
    await database.close()
    return first


async def begin(room: Room, *, seated: bool) -> None:
    """Start the game, and play until it waits for a bot."""
    host, now = room.state.host or "", time.time()
    if seated:
        await room.change(lambda state: state.sit(host, host, 0, None))
    await room.change(lambda state: state.start(host, now, 1))
    while seated and room.state.waiting() == (0,):
        assert room.state.match is not None
        action = room.state.match.legal(0)[0]
        await room.change(partial(move_of_first_seat, action, now))


def move_of_first_seat(action: int, now: float, state: TableState) -> Change | int:
    """Make a move for a person."""
    return state.play(0, action, state.ply, None, now)


async def stranger(installation: Installation, seconds: list[float], stop: asyncio.Event) -> None:
    """Two people at a table of their own make a move every tenth of a second."""
    cookies = [(await installation.guest(f"stranger {n}"))[1] for n in range(2)]
    number = 0
    while not stop.is_set():
        table = (await installation.post("tables", cookies[0], settings={"game": "hiroba", "seats": 2}))["id"]
        await installation.post(f"tables/{table}/sit", cookies[1])
        await installation.post(f"tables/{table}/start", cookies[0])
        async with installation.at_table(table, cookies[0]) as one, installation.at_table(table, cookies[1]) as two:
            sockets = (one, two)
            views = [(await until(socket, "welcome"))["view"] for socket in sockets]
            while not stop.is_set() and not views[0]["over"]:
                seat = next(n for n in range(2) if views[n]["moves"])
                ply, number = views[seat]["ply"], number + 1
                await moves(sockets[seat], views[seat], seat, seconds, number)
                for n, socket in enumerate(sockets):
                    answer = await installation.http.get(
                        f"{installation.address}/api/v1/tables/{table}/view", headers={"Cookie": cookies[n]}
                    )
                    views[n] = answer.json()["view"]
                    assert views[n]["ply"] > ply
                    del socket
                await asyncio.sleep(0.1)


async def watched(installation: Installation, table: str, cookie: str, began: float) -> float:
    """The seconds until the bot of a table has moved to which its person has reconnected."""
    async with installation.at_table(table, cookie) as socket:
        view = (await until(socket, "welcome"))["view"]
        ply = view["ply"]
        while view["ply"] == ply and not view["moves"]:
            view = (await until(socket, "update"))["view"]
    return time.perf_counter() - began


async def restart(folder: Path, tables: int) -> None:
    """A restart with many running tables."""
    installation = Installation(folder)
    await installation.start()
    people = [await installation.guest(f"host {number}") for number in range(HOSTS)]
    await installation.stop()
    mine = await set_up(installation.file, [player for player, _ in people], tables)
    cookies = [people[2 * number % HOSTS][1] for number in range(WATCHED)]
    books = sqlite3.connect(f"file:{installation.file}?mode=ro", uri=True)
    before = dict(books.execute("SELECT id, ply FROM tables WHERE status = 'running'"))
    await asyncio.sleep(6)  # so that it counts as a pause
    sys.stdout.write(f"{len(before)} running tables; healthy after {await installation.start():.1f} s\n")
    began, stop = time.perf_counter(), asyncio.Event()
    latencies: list[float] = []
    strangers = asyncio.create_task(stranger(installation, latencies, stop))
    try:
        back = asyncio.gather(*(watched(installation, t, c, began) for t, c in zip(mine, cookies, strict=True)))
        for second in (10, 35, 60, 90):
            await asyncio.sleep(max(0.0, began + second - time.perf_counter()))
            now = books.execute("SELECT id, ply FROM tables WHERE id NOT IN (SELECT '')").fetchall()
            moved = sum(before[table] != ply for table, ply in now if table in before)
            statm = Path(f"/proc/{installation.process.pid}/statm").read_text().split()[1]  # type: ignore[union-attr]
            sys.stdout.write(f"after {second} s: {moved} tables have moved on, {int(statm) * 4 / 1024:.0f} MiB\n")
            told("a stranger's moves so far", latencies)
        told("until the bots of watched tables had moved", await asyncio.wait_for(back, 300))
    finally:
        stop.set()
        await asyncio.gather(strangers, return_exceptions=True)
        await installation.stop()


def main() -> None:
    """Parse the command line, and measure."""
    parser = argparse.ArgumentParser(description="What a crowd does to a stranger.")
    parser.add_argument("what", choices=("bots", "restart"))
    parser.add_argument("--tables", type=int, help="200 of bots, or 2002 at a restart")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if args.what == "bots":
            asyncio.run(bots(Path(folder), args.tables or 200))
        else:
            asyncio.run(restart(Path(folder), args.tables or 2002))


if __name__ == "__main__":
    main()
