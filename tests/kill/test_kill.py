"""Processes are killed again and again while many tables play: nothing acknowledged is lost or doubled."""

import asyncio
import random
from pathlib import Path

import zashiki
from kill.installation import ALONE, TOGETHER, Strike, postgres_installation, sqlite_installation
from kill.load import LONG, Load, load_on
from nightly import number, tally
from postgres_process import alive, children
from server_process import Server, eventually

# How often, with how many tables and when is the same on every run, unless `make night` wants more of it.
TABLES, KILLS = number("ZASHIKI_KILL_TABLES", 50), number("ZASHIKI_KILLS", 4)
SECONDS = number("ZASHIKI_KILL_SECONDS", 1800)
"""After that there are no more kills."""
CLUSTER_TABLES = number("ZASHIKI_KILL_TABLES", 4)


async def kill_and_restart(load: Load, chance: random.Random, strike: Strike, where: str) -> None:
    """Let everybody play for a while, kill something and start it again, compare the database, and play on."""
    if len(load.over()) > len(load.tables()) // 2:
        await load.open_tables(len(load.over()))
        load.play()
    known = load.acknowledged
    enough = known + chance.randrange(100)
    unfinished = len(load.tables()) - len(load.over())
    await load.until(lambda: load.acknowledged >= enough or len(load.tables()) - len(load.over()) < unfinished)
    await asyncio.sleep(chance.uniform(0.0, 0.05))
    before = load.plies()
    for killed in await strike(load.installation, chance):
        tally(f"kills on {where}")
        tally(f"kills on {where}: {killed}")
    await load.checks.check(load.players, load.crowd)
    await load.until(lambda: load.all_further_than(before))


async def kill_many(load: Load, chance: random.Random, strikes: list[Strike], where: str) -> None:
    """Kill as often as asked for, or as there is time for."""
    end = asyncio.get_running_loop().time() + SECONDS
    for strike in turns(strikes, KILLS, chance):
        if asyncio.get_running_loop().time() < end:
            await kill_and_restart(load, chance, strike, where)
    assert all(one.promised for one in load.crowd.people)


async def play_to_the_end(load: Load, tables: set[str]) -> None:
    """Play until these tables are over, and check their records."""
    while not tables <= load.over():  # however long it takes, as long as everybody goes on
        before = load.plies()
        await load.until(lambda: tables <= load.over() or load.all_further_than(before))  # noqa: B023
    await load.checks.check(load.players, load.crowd)
    for table in tables:
        record = await load.tables()[table][0].guest.record(table)
        assert zashiki.verify(record) > 0
        game = load.checks.games[table]
        assert zashiki.replay(record).scores == game.scores
        assert record["result"]["over"]


def turns(strikes: list[Strike], times: int, chance: random.Random) -> list[Strike]:
    """Each of them equally often, in random order."""
    found: list[Strike] = []
    while len(found) < times:
        found += chance.sample(strikes, len(strikes))
    return found[:times]


async def test_fifty_tables_lose_nothing_when_the_server_is_killed_repeatedly(tmp_path: Path) -> None:
    chance = random.Random(number("ZASHIKI_KILL_SEED", 20513))
    async with sqlite_installation(tmp_path) as installation, load_on(installation, TABLES) as load:
        load.crowd.begin()
        await kill_many(load, chance, ALONE, "SQLite")
        await play_to_the_end(load, {player.table for player in load.players if player.about["game"] not in LONG})


async def test_nothing_is_lost_when_anything_is_killed_in_a_cluster() -> None:
    chance = random.Random(number("ZASHIKI_KILL_SEED", 7))
    async with postgres_installation() as installation, load_on(installation, CLUSTER_TABLES) as load:
        load.crowd.begin()
        await kill_many(load, chance, TOGETHER, "PostgreSQL")
        await play_to_the_end(load, {player.table for player in load.players if player.about["game"] == "hiroba"})


async def test_bot_processes_end_with_a_killed_server(tmp_path: Path) -> None:
    async with Server(database=f"sqlite:///{tmp_path}/zashiki.db", bot_processes=2) as server:
        thinking: set[int] = set()

        def all_there() -> bool:
            thinking.update(children(server.pid))
            return len(thinking) >= 2

        await eventually(all_there)
        await server.kill()
        await eventually(lambda: not any(alive(pid) for pid in thinking))
