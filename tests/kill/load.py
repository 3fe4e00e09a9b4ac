"""Load for a house: many tables, where everybody plays in the background whatever happens to its processes."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from kill.bystanders import Crowd
from kill.database_checks import DatabaseChecks
from kill.installation import Installation, sqlite_installation
from server_process import Guest, Player, Server, before_retry, eventually

TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("hagakure", {"seats": 3, "options": {"rounds": 2}}, 3),
    ("hijun", {"seats": 4}, 3),
    ("hiroba", {"seats": 2}, 2),
    ("hitohira", {"seats": 2}, 2),
    ("sakura", {"seats": 2, "options": {"rounds": 1}}, 2),
    ("hagakure", {"seats": 4, "options": {"rounds": 1}}, 2),
    ("hiroba", {"seats": 3}, 2),
    ("hagakure", {"seats": 3, "options": {"rounds": 1}}, 2),
    ("hitohira", {"seats": 2}, 2),
    ("sakura", {"seats": 3, "options": {"rounds": 1}}, 3),
]
"""What is played, and by how many people; bots of the first level sit on the other seats. Rounds are few, so that many
games reach their end; there are always some that do not before the last kill."""
LONG = ("hijun", "hitohira")
"""Games that take a while."""


@dataclass
class Load:
    """Many tables in one house."""

    installation: Installation
    checks: DatabaseChecks
    guests: list[Guest]
    kind: type[Player]
    crowd: Crowd
    players: list[Player] = field(default_factory=list)
    _numbers: "count[int]" = field(default_factory=count)
    _playing: "dict[Player, asyncio.Task[None]]" = field(default_factory=dict)

    @property
    def server(self) -> Server:
        """The first server, or the only one."""
        return self.installation.servers[0]

    @property
    def acknowledged(self) -> int:
        """The number of acknowledged moves."""
        return sum(len(player.made) for player in self.players)

    def tables(self) -> dict[str, list[Player]]:
        """Who sits where."""
        found: dict[str, list[Player]] = {}
        for player in self.players:
            found.setdefault(player.table, []).append(player)
        return found

    def over(self) -> set[str]:
        """Tables whose games are over."""
        return {table for table, players in self.tables().items() if any(player.over for player in players)}

    def plies(self) -> dict[str, int]:
        """The ply of every table, as far as its players know."""
        return {table: max(player.ply for player in players) for table, players in self.tables().items()}

    def all_further_than(self, before: dict[str, int]) -> bool:
        """Whether every unfinished table has made progress since."""
        over = self.over()
        return all(table in over or ply > before.get(table, -1) for table, ply in self.plies().items())

    async def until(self, what: Callable[[], bool]) -> None:
        """Wait for a condition; errors of the players are raised at once."""

        def done() -> bool:
            self.crowd.raise_errors()
            for task in self._playing.values():
                if task.done():
                    task.result()
            return what()

        await eventually(done)

    async def open_tables(self, tables: int) -> None:
        """Set up new tables, which do not play yet."""
        found = await asyncio.gather(*(self._set_up(next(self._numbers)) for _ in range(tables)))
        self.players += [player for players in found for player in players]

    async def _set_up(self, number: int) -> list[Player]:
        """Open a table; and another one if that ends halfway, as a connection may be of before a kill."""
        for _ in range(len(self.guests)):
            try:
                return await self._open_table(number)
            except httpx.TransportError:
                await before_retry()
            except AssertionError as error:
                if not str(error).startswith("503"):
                    raise
                await before_retry()  # busy
        return await self._open_table(number)

    async def _open_table(self, number: int) -> list[Player]:
        game, about, people = TABLES[number % len(TABLES)]
        here = [self.guests[(number + n) % len(self.guests)] for n in range(people)]
        table = await here[0].open_table(game, **about)
        for guest in here[1:]:
            await guest.sit(table)
        await here[0].start(table, fill=1)
        return [self.kind(guest, table, seed=number) for guest in here]

    def play(self) -> None:
        """Everybody plays, in the background."""
        for player in self.players:
            if player not in self._playing:
                self._playing[player] = asyncio.create_task(player.play())

    async def pause(self) -> None:
        """Everybody stops."""
        tasks, self._playing = list(self._playing.values()), {}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def load_on(
    installation: Installation, tables: int, kind: type[Player] = Player, now: Callable[[], int] = lambda: 0
) -> AsyncGenerator[Load]:
    """Set up `tables` tables and let everybody play; a crowd is there for other things."""
    servers = installation.servers
    names = [f"guest{n}" for n in range(10)]
    guests = await asyncio.gather(*(Guest(servers[n % len(servers)], name).arrive() for n, name in enumerate(names)))
    load = Load(installation, DatabaseChecks(installation.database), guests, kind, Crowd([*servers], now))
    try:
        await load.open_tables(tables)
        load.play()
        yield load
    finally:
        await load.pause()
        await load.crowd.leave()
        await load.checks.close()
        for guest in guests:
            await guest.leave()


@asynccontextmanager
async def run_load(folder: Path, tables: int, kind: type[Player] = Player, **settings: Any) -> AsyncGenerator[Load]:
    """The same in a house with SQLite; the server is killed at the end."""
    async with sqlite_installation(folder, **settings) as installation, load_on(installation, tables, kind) as load:
        yield load
