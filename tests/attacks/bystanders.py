"""What strangers notice of an attack: how long their moves take, and `/healthz`; and the server that is attacked."""

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from attacks.attackers import answer, request
from server_process import Guest, Player, Server
from zashiki import Rng, registry
from zashiki.server.config import Config
from zashiki.store.database import Database
from zashiki.store.people import People
from zashiki.store.tables import Tables
from zashiki.table.records import RecordImporter

ROOT: Final = Path(__file__).parents[1]
PAUSE: Final = 0.02
"""Seconds between two moves, and two looks at `/healthz`."""
GAMES: Final = 60
LIMITS: Final = {
    name: about.default for name, about in Config.model_fields.items() if name.startswith(("rate_", "max_"))
}
"""Attacked is what people run: the limits are those by default."""


@dataclass
class Noticed:
    """What took how long, in milliseconds."""

    moves: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return f"move p50 {at(self.moves, 0.5):.0f} p99 {at(self.moves, 0.99):.0f} of {len(self.moves)}; " + (
            f"healthz p50 {at(self.health, 0.5):.0f} p99 {at(self.health, 0.99):.0f} of {len(self.health)} ms"
        )


def at(values: list[float], share: float) -> float:
    """The value below which this share lies; infinite if there are none."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("inf")


@dataclass
class Target:
    """A server, and what is on it."""

    server: Server
    table: str
    """A long finished game."""
    secret: str
    """Of the session of somebody with many finished games."""
    guests: list[Guest]
    players: list[Player] = field(default_factory=list)

    async def sit_down(self) -> None:
        """Begin a game."""
        await self.get_up()
        host, *others = self.guests
        new = {"settings": {"game": "hagakure", "seats": 3, "options": {"rounds": 20}}}
        key = str((await host.post("/api/v1/tables", **new))["id"])
        for other in others:
            await other.post(f"/api/v1/tables/{key}/sit")
        await host.post(f"/api/v1/tables/{key}/start")
        self.players = [Player(guest, key) for guest in self.guests]
        for player in self.players:
            player.socket = await player.guest.connection(f"/ws/tables/{key}")
            player.receive(json.loads(await player.socket.recv()))

    async def get_up(self) -> None:
        """Leave the table."""
        for player in self.players:
            if player.socket is not None:
                await player.socket.close()
        self.players = []

    async def attacked(self, name: str, seconds: float, number: int) -> tuple[Noticed, dict[str, int]]:
        """Let an attack run while strangers play: what they notice, and what the attackers have seen."""
        about = {"table": self.table, "secret": self.secret, "source": f"127.0.{number}.2", "net": number}
        line = [sys.executable, "-m", "attacks.attackers", name, str(self.server.port), str(seconds), json.dumps(about)]
        process = await asyncio.create_subprocess_exec(*line, cwd=ROOT, stdout=subprocess.PIPE)
        try:
            assert process.stdout is not None
            assert (await process.stdout.readline()).strip() == b"on"
            noticed = await self.watched(seconds)
            seen: dict[str, int] = json.loads(await asyncio.wait_for(process.stdout.readline(), 30))
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return noticed, seen

    async def longest_work(self) -> float:
        """The longest time that the server's event loop has worked at a stretch, in milliseconds of the processor."""
        text = (await self.guests[0].http.get(f"{self.server.address}/metrics")).text
        found = re.search(r"^zashiki_loop_work_worst_seconds (\S+)$", text, re.MULTILINE)
        assert found, text
        return 1000 * float(found[1])

    async def watched(self, seconds: float) -> Noticed:
        """What strangers notice for a while."""
        noticed = Noticed()
        until = perf_counter() + seconds
        health = asyncio.create_task(_watch_health(self.server.port, until, noticed.health))
        await self._play(until, noticed.moves)
        await health
        return noticed

    async def _play(self, until: float, taken: list[float]) -> None:
        """People play; a move takes as long as until everybody sees it."""
        while perf_counter() < until:
            mover = next((player for player in self.players if player.may_move()), None)
            if mover is None:  # the game is over
                await self.sit_down()
                continue
            began, ply = perf_counter(), mover.ply
            assert mover.socket is not None
            await mover.send(mover.socket, mover.a_move())
            async with asyncio.timeout(60):
                while mover.unanswered is not None or any(player.ply == ply for player in self.players):
                    for player in self.players:
                        if player.ply == ply or player.unanswered is not None:
                            assert player.socket is not None
                            player.receive(json.loads(await player.socket.recv()))
            assert not mover.refusals, mover.refusals
            taken.append(1000 * (perf_counter() - began))
            await asyncio.sleep(PAUSE)


async def _watch_health(port: int, until: float, taken: list[float]) -> None:
    """Look at `/healthz`, each time on a new connection, as a monitor does."""
    while perf_counter() < until:
        began = perf_counter()
        async with asyncio.timeout(60):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request("GET", "/healthz", port, Connection="close"))
            status, _, body = await answer(reader)
            assert status == 200, body
        taken.append(1000 * (perf_counter() - began))
        writer.close()
        await asyncio.sleep(PAUSE)


@asynccontextmanager
async def target(folder: Path, **settings: Any) -> AsyncGenerator[Target]:
    """A server with a long game, somebody with many games, and two people who play."""
    url = f"sqlite:///{folder}/zashiki.db"
    table, secret = await _fill(url)
    given = {"database": url, "durable": False, **LIMITS, "rate_messages": "100000/second", **settings}
    # Strangers move faster than people, and the attackers of `syncs` stay below the limit by themselves.
    async with Server(**given) as server:
        guests = [await Guest(server, name).arrive() for name in ("Aki", "Ben", "Chie")]
        one = Target(server, table, secret, guests)
        try:
            await one.sit_down()
            yield one
        finally:
            await one.get_up()
            for guest in guests:
                await guest.leave()


async def _fill(url: str) -> tuple[str, str]:
    """Import finished games: the id of a long one, and the session of somebody who has many."""
    database = Database(url, durable=False)
    await database.migrate()
    tables, people, now = Tables(database), People(database), time.time()
    importer = RecordImporter(tables)
    long = _played("hagakure", 5, 3, rounds=20)
    table, _ = await importer.add(long, now)
    player = await people.new_guest("exporter", "Exporter", now)
    secret = await people.new_session(player.id, "cookie", "a browser", now, 1e6)
    for seed in range(GAMES):
        await importer.add(_played("hagakure", 3, seed, rounds=1), now)
    async with database.writing() as connection:
        await connection.exec_driver_sql("UPDATE seats SET player = 'exporter' WHERE seat = 0")
        await connection.exec_driver_sql("UPDATE results SET player = 'exporter' WHERE seat = 0")
    await database.close()
    return table, secret


def _played(game: str, seats: int, seed: int, **options: Any) -> Any:
    match, rng = registry.new(game, seats=seats, seed=seed, **options), Rng(seed)
    while not match.over:
        moves = list(match.moves())
        match.play(moves[int(rng.below(len(moves)))])
    return match.record(players=[f"Player {seat}" for seat in range(seats)])
