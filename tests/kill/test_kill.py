"""The house is killed again and again while fifty tables play: nothing that anybody was told is lost."""

import asyncio
import random
import subprocess
from pathlib import Path

import zashiki
from backing_services import new_postgres_database
from kill.load import LONG, Evening, evening
from nightly import number, tally
from server_process import House, eventually

# How often, with how many tables and when is the same on every run, unless `make night` wants more of it.
TABLES, KILLS = number("ZASHIKI_KILL_TABLES", 50), number("ZASHIKI_KILLS", 4)


async def kill_and_restart(night: Evening, chance: random.Random) -> None:
    """Let them play for a while, kill the house at some moment, open it again, look into the books."""
    enough = night.acknowledged + chance.randrange(100)
    await night.until(lambda: night.acknowledged >= enough)
    await asyncio.sleep(chance.uniform(0.0, 0.05))
    await night.house.kill()
    tally("kills")
    if chance.random() < 0.25:  # it may also die while it opens
        opening = asyncio.ensure_future(night.house.start())
        await asyncio.sleep(chance.uniform(0.0, 2.0))
        await night.house.kill()
        tally("kills")
        await asyncio.gather(opening, return_exceptions=True)
    before = night.plies()
    await night.house.start()
    await night.books.check(night.players)
    await night.until(lambda: night.all_further_than(before))


async def play_to_the_end(night: Evening, tables: set[str]) -> None:
    """Go on until these tables are over: their records are as they should be."""
    await night.until(lambda: tables <= night.over())
    await night.books.check(night.players)
    for table in tables:
        record = await night.tables()[table][0].guest.record(table)
        assert zashiki.verify(record) > 0
        game = night.books.games[table]
        assert zashiki.replay(record).scores == game.scores
        assert record["result"]["over"]


async def test_fifty_tables_lose_nothing_when_the_house_is_killed_again_and_again(tmp_path: Path) -> None:
    chance = random.Random(number("ZASHIKI_KILL_SEED", 20513))
    async with evening(f"sqlite:///{tmp_path}/house.db", TABLES) as night:
        for _ in range(KILLS):
            await kill_and_restart(night, chance)
        await play_to_the_end(night, {player.table for player in night.players if player.about["game"] not in LONG})
        assert night.books.games.keys() == night.tables().keys()


async def test_nothing_is_lost_in_postgresql_either() -> None:
    chance = random.Random(number("ZASHIKI_KILL_SEED", 7))
    async with evening(new_postgres_database(), max(3, TABLES // 5)) as night:
        for _ in range(max(2, KILLS // 4)):
            await kill_and_restart(night, chance)
        await play_to_the_end(night, {player.table for player in night.players if player.about["game"] == "hiroba"})


def processes() -> dict[int, int]:
    """All processes, with their parents."""
    lines = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return {int(line.split()[0]): int(line.split()[1]) for line in lines.splitlines()}


async def test_processes_that_think_end_with_a_house_that_is_killed(tmp_path: Path) -> None:
    async with House(database=f"sqlite:///{tmp_path}/house.db", bot_processes=2) as house:
        children: set[int] = set()

        def all_there() -> bool:
            children.update(pid for pid, parent in processes().items() if parent == house.pid)
            return len(children) >= 2

        await eventually(all_there)
        await house.kill()
        await eventually(lambda: not children & processes().keys())
