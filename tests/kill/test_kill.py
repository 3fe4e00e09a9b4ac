"""The server is killed repeatedly while fifty tables play: nothing acknowledged is lost."""

import asyncio
import random
import subprocess
from pathlib import Path

import zashiki
from backing_services import new_postgres_database
from kill.load import LONG, Load, run_load
from nightly import number, tally
from server_process import Server, eventually

# How often, with how many tables and when is the same on every run, unless `make night` wants more of it.
TABLES, KILLS = number("ZASHIKI_KILL_TABLES", 50), number("ZASHIKI_KILLS", 4)


async def kill_and_restart(load: Load, chance: random.Random) -> None:
    """Let everybody play for a while, kill and restart the server, check the database."""
    enough = load.acknowledged + chance.randrange(100)
    await load.until(lambda: load.acknowledged >= enough)
    await asyncio.sleep(chance.uniform(0.0, 0.05))
    await load.server.kill()
    tally("kills")
    if chance.random() < 0.25:  # it may also die while it starts
        opening = asyncio.ensure_future(load.server.start())
        await asyncio.sleep(chance.uniform(0.0, 2.0))
        await load.server.kill()
        tally("kills")
        await asyncio.gather(opening, return_exceptions=True)
    before = load.plies()
    await load.server.start()
    await load.checks.check(load.players)
    await load.until(lambda: load.all_further_than(before))


async def play_to_the_end(load: Load, tables: set[str]) -> None:
    """Play until these tables are over, and check their records."""
    await load.until(lambda: tables <= load.over())
    await load.checks.check(load.players)
    for table in tables:
        record = await load.tables()[table][0].guest.record(table)
        assert zashiki.verify(record) > 0
        game = load.checks.games[table]
        assert zashiki.replay(record).scores == game.scores
        assert record["result"]["over"]


async def test_fifty_tables_lose_nothing_when_the_server_is_killed_repeatedly(tmp_path: Path) -> None:
    chance = random.Random(number("ZASHIKI_KILL_SEED", 20513))
    async with run_load(f"sqlite:///{tmp_path}/zashiki.db", TABLES) as load:
        for _ in range(KILLS):
            await kill_and_restart(load, chance)
        await play_to_the_end(load, {player.table for player in load.players if player.about["game"] not in LONG})
        assert load.checks.games.keys() == load.tables().keys()


async def test_nothing_is_lost_in_postgresql_either() -> None:
    chance = random.Random(number("ZASHIKI_KILL_SEED", 7))
    async with run_load(new_postgres_database(), max(3, TABLES // 5)) as load:
        for _ in range(max(2, KILLS // 4)):
            await kill_and_restart(load, chance)
        await play_to_the_end(load, {player.table for player in load.players if player.about["game"] == "hiroba"})


def processes() -> dict[int, int]:
    """All processes, with their parents."""
    lines = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return {int(line.split()[0]): int(line.split()[1]) for line in lines.splitlines()}


async def test_bot_processes_end_with_a_killed_server(tmp_path: Path) -> None:
    async with Server(database=f"sqlite:///{tmp_path}/zashiki.db", bot_processes=2) as server:
        children: set[int] = set()

        def all_there() -> bool:
            children.update(pid for pid, parent in processes().items() if parent == server.pid)
            return len(children) >= 2

        await eventually(all_there)
        await server.kill()
        await eventually(lambda: not children & processes().keys())
