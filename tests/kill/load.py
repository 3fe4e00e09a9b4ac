"""Load for a server: many tables, where everybody plays in the background whatever happens to the server."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from kill.database_checks import DatabaseChecks
from server_process import Guest, Player, Server, at_once, eventually

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
    """Many tables on one server."""

    server: Server
    checks: DatabaseChecks
    players: list[Player]
    playing: "asyncio.Future[list[Any]]"

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
        return all(table in over or ply > before[table] for table, ply in self.plies().items())

    async def until(self, what: Callable[[], bool]) -> None:
        """Wait for a condition; errors of the players are raised at once."""

        def done() -> bool:
            if self.playing.done():
                self.playing.result()
            return what()

        await eventually(done)

    def play(self) -> None:
        """Everybody plays, in the background."""
        self.playing = asyncio.ensure_future(at_once(*(player.play() for player in self.players)))

    async def pause(self) -> None:
        """Everybody stops."""
        self.playing.cancel()
        await asyncio.gather(self.playing, return_exceptions=True)


@asynccontextmanager
async def run_load(url: str, tables: int, kind: type[Player] = Player, **settings: Any) -> AsyncGenerator[Load]:
    """Set up `tables` tables and let everybody play; the server is killed at the end."""
    async with Server(database=url, max_connections_per_player=1000, **settings) as server:
        guests = await asyncio.gather(*(Guest(server, f"guest{n}").arrive() for n in range(10)))

        async def set_up(number: int) -> list[Player]:
            game, about, people = TABLES[number % len(TABLES)]
            here = [guests[(number + n) % len(guests)] for n in range(people)]
            table = await here[0].open_table(game, **about)
            for guest in here[1:]:
                await guest.sit(table)
            await here[0].start(table, fill=1)
            return [kind(guest, table, seed=number) for guest in here]

        found = await asyncio.gather(*(set_up(number) for number in range(tables)))
        load = Load(server, DatabaseChecks(url), [player for players in found for player in players], asyncio.Future())
        load.play()
        try:
            yield load
        finally:
            await load.pause()
            await load.checks.close()
            for guest in guests:
                await guest.leave()
