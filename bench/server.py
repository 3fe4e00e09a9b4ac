"""How many tables one server process holds, and how long a move takes to reach every screen: `make bench` (Linux).

One real `zashiki serve` runs on a fresh database; this process plays all its guests, each with a websocket like a
browser's. Every table has three screens: hagakure (3 people), sakura (2 people and a spectator), hiroba (the same), in
turn. Games that end are followed by new ones. There are two modes:

- *paced*: every table makes a move every two seconds, as people might. Does the server keep up, and at what latency?
- *flat out*: every table makes its next move as soon as the last one has reached all its screens: the maximum rate.

The latency of a move is the time from sending it to its arrival at the last screen of its table, including the time
that this process needs for all its screens. The loop delay is the longest lag of the server's event loop since it
started, including the arrival of all guests; in brackets the longest time that it worked at a stretch: the rest is
waiting for the machine, which these processes share. In the same run, flat out, a bare room of the same framework
neither checks, computes nor stores anything (`bench/peer.py`): × is the share of its rate that remains with an
authority at every table.
"""

import argparse
import asyncio
import os
import platform
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import httpx
from rich.console import Console

import zashiki

ROOT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from bench.screens import LoadedTable  # noqa: E402
from bench.showing import Sheet, tell  # noqa: E402

from backing_services import new_postgres_database  # noqa: E402

KINDS: Final[list[tuple[dict[str, Any], int]]] = [
    ({"game": "hagakure", "seats": 3, "options": {"rounds": 20}}, 3),
    ({"game": "sakura", "seats": 2}, 2),
    ({"game": "hiroba", "seats": 2}, 2),
]
"""What is played, and by how many people."""
SCREENS: Final = 3
PACE: Final = 2.0
GUESTS: Final = 40
FREE: Final = {
    **{f"ZASHIKI_RATE_{name}": "1000000/second" for name in ("REQUESTS", "GUESTS", "TABLES", "MESSAGES")},
    "ZASHIKI_MAX_TABLES": "100000",
    "ZASHIKI_MAX_BOT_TABLES": "100000",
    "ZASHIKI_MAX_TABLES_PER_NETWORK": "100000",
    "ZASHIKI_MAX_CONNECTIONS_PER_NETWORK": "100000",
    "ZASHIKI_MAX_CONNECTIONS": "100000",
    "ZASHIKI_MAX_CONNECTIONS_PER_PLAYER": "100000",
    "ZASHIKI_LOG_LEVEL": "warning",
}
"""Rate limits for the benchmark's guests, who are few, and faster than people."""
HEADS: Final = [
    *("database", "tables", "mode", "moves/s", "p50", "p99", "worst"),
    *("server CPU", "this CPU", "memory", "loop delay", "peer"),
]


@dataclass
class Measured:
    """One mode of play, for a while."""

    moves: float
    """Per second."""
    wanted: float | None
    latencies: list[float]
    server: float
    """CPU time of the server, relative to wall time."""
    driver: float
    """The same for this process."""
    memory: float = 0.0
    delay: float = 0.0
    work: float = 0.0


@dataclass
class Target:
    """A running server."""

    port: int
    process: subprocess.Popen[bytes]
    guests: list[tuple[str, str]] = field(default_factory=list)
    http: httpx.AsyncClient = field(default_factory=lambda: httpx.AsyncClient(timeout=60))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def processor_time(self) -> float:
        """Return the CPU seconds of the server."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the server's memory in bytes."""
        return float(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    async def metric(self, name: str) -> float:
        """Return the server's metrics."""
        found = re.search(rf"^{name} (\S+)$", (await self.http.get(f"{self.address}/metrics")).text, re.MULTILINE)
        assert found, name
        return float(found[1])

    async def post(self, path: str, cookie: str, **body: Any) -> Any:
        answer = await self.http.post(f"{self.address}/api/v1{path}", json=body, headers={"Cookie": cookie})
        answer.raise_for_status()
        return answer.json()

    async def create_guests(self) -> None:
        """Create guests."""
        for number in range(GUESTS):
            async with httpx.AsyncClient() as visitor:
                await visitor.post(f"{self.address}/api/v1/guest", json={"name": f"guest {number}"})
                self.guests.append((str(number), f"zashiki={visitor.cookies['zashiki']}"))

    async def new_table(self, number: int) -> tuple[str, list[tuple[str, int | None]]]:
        """Set up a game; return its id, and for each screen the cookie and the seat."""
        settings, people = KINDS[number % len(KINDS)]
        here = [self.guests[(number + n) % GUESTS][1] for n in range(SCREENS)]
        table = (await self.post("/tables", here[0], settings=settings))["id"]
        for cookie in here[1:people]:
            await self.post(f"/tables/{table}/sit", cookie)
        await self.post(f"/tables/{table}/start", here[0])
        return table, [(cookie, seat if seat < people else None) for seat, cookie in enumerate(here)]


class Tables:
    """All tables of one measurement."""

    def __init__(self, target: Target, count: int) -> None:
        self.target = target
        self.count = count
        self.tables: list[LoadedTable | None] = [None] * count
        self.latencies: list[float] = []
        self.flat_out = False
        self._again: set[asyncio.Task[None]] = set()
        self._number = count

    async def set_up(self) -> None:
        """Seat everybody."""
        for start in range(0, self.count, 20):
            await asyncio.gather(*(self._open(at, at) for at in range(start, min(start + 20, self.count))))

    async def _open(self, at: int, number: int) -> None:
        table = LoadedTable(self._done, number)
        if self.target.guests:
            key, screens = await self.target.new_table(number)
        else:
            key, screens = f"t{number}", [("", 0 if n == 0 else None) for n in range(SCREENS)]
        for cookie, seat in screens:
            await table.sit("127.0.0.1", self.target.port, f"/ws/tables/{key}", cookie, seat)
        await table.ready.wait()
        self.tables[at] = table

    def _done(self, table: LoadedTable, seconds: float) -> None:
        self.latencies.append(seconds)
        if self.flat_out:
            self._move(table)

    def _move(self, table: LoadedTable) -> None:
        if table.move():
            return
        at = self.tables.index(table)
        self.tables[at] = None
        table.close()
        self._number += 1
        task = asyncio.create_task(self._another(at, self._number))
        self._again.add(task)
        task.add_done_callback(self._again.discard)

    async def _another(self, at: int, number: int) -> None:
        await self._open(at, number * len(KINDS) + at % len(KINDS))
        if self.flat_out and (table := self.tables[at]) is not None:
            self._move(table)

    async def play(self, seconds: float, *, flat_out: bool) -> Measured:
        """Play for a while."""
        self.flat_out = flat_out
        await asyncio.sleep(0.5)
        self.latencies.clear()
        began, server, driver = perf_counter(), self.target.processor_time(), _own_time()
        if flat_out:
            for table in list(self.tables):
                if table is not None and not table.busy:
                    self._move(table)
            await asyncio.sleep(seconds)
        else:
            await self._paced(seconds)
        passed = perf_counter() - began
        found = Measured(
            moves=len(self.latencies) / passed,
            wanted=None if flat_out else self.count / PACE,
            latencies=sorted(self.latencies),
            server=(self.target.processor_time() - server) / passed,
            driver=(_own_time() - driver) / passed,
        )
        self.flat_out = False
        while self._again or any(table is not None and table.busy for table in self.tables):
            await asyncio.sleep(0.01)
            self._check()
        self._check()
        return found

    def _check(self) -> None:
        """Fail if anything was refused or disconnected."""
        for table in self.tables:
            if table is not None and (table.trouble or any(screen.closed for screen in table.screens)):
                raise RuntimeError(f"a table was lost: {table.trouble!r}")

    async def _paced(self, seconds: float) -> None:
        """Spread the tables' moves over every two seconds."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        turns = max(1, round(seconds / PACE))
        for turn in range(turns):
            for at in range(self.count):
                moment = began + PACE * (turn + at / self.count)
                if moment > loop.time():
                    await asyncio.sleep(moment - loop.time())
                table = self.tables[at]
                if table is not None and not table.busy:
                    self._move(table)
        await asyncio.sleep(max(0.0, began + PACE * turns - loop.time()))

    def close(self) -> None:
        """Close all tables."""
        for table in self.tables:
            if table is not None:
                table.close()


def _own_time() -> float:
    times = os.times()
    return times.user + times.system


@asynccontextmanager
async def server(database: str) -> AsyncGenerator[Target]:
    """A real server."""
    line = [sys.executable, "-m", "zashiki", "serve", "--port", "0", "--database", database]
    paths = [str(Path(part).resolve()) for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    environment = {**os.environ, **FREE, "PYTHONPATH": os.pathsep.join(paths)}
    with tempfile.TemporaryDirectory() as home:  # a folder without settings
        process = subprocess.Popen(line, stdout=subprocess.PIPE, env=environment, cwd=home)
        try:
            assert process.stdout is not None
            said = await asyncio.to_thread(process.stdout.readline)
            found = re.search(rb":(\d+) ", said)
            assert found, said
            target = Target(int(found[1]), process)
            await target.create_guests()
            yield target
            await target.http.aclose()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


@asynccontextmanager
async def bare_room(size: int) -> AsyncGenerator[Target]:
    """The baseline."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    line = [sys.executable, "-c", f"from bench.peer import serve; serve({port}, {size})"]
    process = subprocess.Popen(line, cwd=ROOT)
    try:
        target = Target(port, process)
        for _ in range(200):
            try:
                await target.http.get(target.address)
                break
            except httpx.ConnectError:
                await asyncio.sleep(0.05)
        yield target
        await target.http.aclose()
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


async def measure(database: str, count: int, seconds: float, modes: list[str]) -> tuple[dict[str, Measured], int]:
    """Measure one server with this many tables: each mode, and the mean size of an update."""
    found: dict[str, Measured] = {}
    async with server(database) as target:
        tables = Tables(target, count)
        await tables.set_up()
        for mode in modes:
            one = await tables.play(seconds, flat_out=mode == "flat out")
            one.memory = target.memory()
            one.delay = await target.metric("zashiki_loop_delay_worst_seconds")
            one.work = await target.metric("zashiki_loop_work_worst_seconds")
            found[mode] = one
        size = [len(screen.latest) for table in tables.tables if table is not None for screen in table.screens]
        tables.close()
    return found, round(statistics.mean(size))


async def measure_peer(size: int, count: int, seconds: float) -> Measured:
    async with bare_room(size) as target:
        tables = Tables(target, count)
        await tables.set_up()
        found = await tables.play(seconds, flat_out=True)
        tables.close()
        return found


def row(name: str, count: int, mode: str, one: Measured, peer: Measured | None) -> list[str]:
    """Return a line of the report."""
    late = one.latencies or [0.0]
    return [
        name,
        str(count),
        mode,
        f"{one.moves:.0f}" + ("" if one.wanted is None else f" of {one.wanted:.0f}"),
        f"{1000 * late[len(late) // 2]:.1f} ms",
        f"{1000 * late[min(len(late) - 1, int(0.99 * len(late)))]:.1f} ms",
        f"{1000 * late[-1]:.0f} ms",
        f"{100 * one.server:.0f} %",
        f"{100 * one.driver:.0f} %",
        f"{one.memory / 1e6:.0f} MB",
        f"{1000 * one.delay:.0f} ({1000 * one.work:.0f}) ms",
        "" if peer is None else f"{peer.moves:.0f} ({one.moves / peer.moves:.2f}×)",
    ]


async def all_rows(args: argparse.Namespace, console: Console) -> list[list[str]]:
    """Measure everything, in turn."""
    rows: list[list[str]] = []
    for count in args.tables:
        peer: Measured | None = None
        for name in args.databases:
            with tempfile.TemporaryDirectory() as folder, console.status(f"{name}, {count} tables"):
                database = f"sqlite:///{folder}/zashiki.db" if name == "sqlite" else new_postgres_database()
                found, size = await measure(database, count, args.seconds, args.modes)
                if peer is None and "flat out" in args.modes:
                    peer = await measure_peer(size, count, min(5.0, args.seconds))
                for mode, one in found.items():
                    rows.append(row(name, count, mode, one, peer if mode == "flat out" else None))
                    console.print("  ".join(rows[-1]))
    return rows


def main() -> None:
    """Measure, print a table, and write it as Markdown if asked."""
    parser = argparse.ArgumentParser(description="Tables and moves per second that one server process holds.")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 500], help="how many at once")
    parser.add_argument("--databases", nargs="+", default=["sqlite", "postgresql"], choices=["sqlite", "postgresql"])
    parser.add_argument("--modes", nargs="+", default=["paced", "flat out"], choices=["paced", "flat out"])
    parser.add_argument("--seconds", type=float, default=10.0, help="for each mode")
    parser.add_argument("--write", type=Path, help="a Markdown file for the table")
    args = parser.parse_args()
    try:
        import uvloop
    except ImportError:
        rows = asyncio.run(all_rows(args, Console(stderr=True)))
    else:
        rows = uvloop.run(all_rows(args, Console(stderr=True)))
    title = (
        f"zashiki {zashiki.__version__} ({zashiki.lane()}), Python {platform.python_version()}, "
        f"{os.cpu_count()} cores; one server process, {SCREENS} screens a table, {args.seconds:.0f} s each; "
        "latency from the click to the last screen"
    )
    tell("One server process", Sheet(HEADS, rows, f"{title}."), args.write)


if __name__ == "__main__":
    main()
