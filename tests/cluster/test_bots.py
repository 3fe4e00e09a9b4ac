"""Bots through the queue: they move for people on any worker, whichever process is killed meanwhile."""

import asyncio
import os
from pathlib import Path

from saq.job import Status

import zashiki
from cluster.harness import Cluster
from server_process import Player, Process, at_once, eventually
from zashiki.core.record import bot, person
from zashiki.table.bot_queue import EXPIRES, BotQueue


async def test_bots_play_with_people_on_two_workers(cluster: Cluster) -> None:
    aki, ben = await cluster.guests("Aki", "Ben")
    with cluster.no_problems():
        table = await aki.open_table("hiroba", seats=4)
        await ben.sit(table)
        await aki.start(table, fill=1)
        players = [Player(aki, table), Player(ben, table)]
        await at_once(*(player.play() for player in players))
    record = await ben.record(table)
    assert record["players"] == [person("Aki"), person("Ben"), bot(1), bot(1)]
    assert zashiki.verify(record) > 0
    assert len({seat for seat, _ in zashiki.replay(record).history()} - {zashiki.CHANCE}) == 4


async def test_hints_are_queued(cluster: Cluster) -> None:
    people = await cluster.guests("Aki", "Ben", "Chie")
    with cluster.no_problems():
        table = await people[0].open_table("hagakure", seats=3)
        for guest in people[1:]:
            await guest.sit(table)
        await people[0].start(table)
        views = [(await guest.get(f"/api/v1/tables/{table}/view"))["view"] for guest in people]
        guest, view = next((guest, view) for guest, view in zip(people, views, strict=True) if view["moves"])
        hint = await guest.post(f"/api/v1/tables/{table}/hint")
    assert sorted(one["action"] for one in hint) == sorted(move["action"] for move in view["moves"])


async def test_bots_continue_when_the_server_that_asked_them_is_killed(cluster: Cluster) -> None:
    (aki,) = await cluster.guests("Aki")
    async with cluster.server() as north:
        aki.server = north
        table = await aki.open_table("hagakure", seats=4, fill=1)
        player = Player(aki, table)
        await player.play(until=lambda: len(player.made) == 3)
        await north.kill()
    known, aki.server = player.ply, cluster.second
    await at_once(player.play())
    record = await aki.record(table)
    assert zashiki.verify(record) > 0
    assert known < player.ply == zashiki.replay(record).ply
    moves = zashiki.replay(record).history()
    assert [ply for ply, (seat, _) in enumerate(moves) if seat == player.seat] == list(player.made.values())


async def test_another_bot_worker_takes_over_from_a_stopped_and_a_killed_one(cluster: Cluster) -> None:
    (aki,) = await cluster.guests("Aki")
    queue = BotQueue(cluster.redis.url)
    # They move after ten seconds, so that they are in the middle of it for long enough to be ended.
    slow = cluster.bot_worker(bot_pace=10)
    await slow.start()
    assert await cluster.bots.stop() == 0
    try:
        table = await aki.open_table("hiroba", seats=2, fill=1)
        player = Player(aki, table)
        # Wherever the game begins, soon a bot has to move, and will not for a while.
        playing = asyncio.create_task(player.play())
        await eventually(lambda: _taken(queue))
        first = await _taken_by(queue)
        children = _children(slow)
        assert await slow.stop() == 0
        await eventually(lambda: not any(_runs(child) for child in children))

        await slow.start()
        await eventually(lambda: _taken(queue, but=first))  # what it was in the middle of is taken once more
        await eventually(lambda: len(_children(slow)) > 0)
        await eventually(lambda: _gives_signs(queue))
        children = _children(slow)
        known = player.ply
        (killed,) = await _taken_by(queue)
        await slow.kill()
        await _expire_heartbeat(queue, killed)
        await cluster.bots.start()
        await at_once(playing)
        assert player.ply > known
        await eventually(lambda: not any(_runs(child) for child in children))  # nobody thinks on alone
    finally:
        await slow.kill()
        await queue.disconnect()
        if cluster.bots.process is None:
            await cluster.bots.start()
    assert zashiki.verify(await aki.record(table)) > 0
    assert slow.problems() == []


async def _taken_by(queue: BotQueue) -> list[str | None]:
    """The bot-workers that are in the middle of a turn."""
    return [job.worker_id async for job in queue.iter_jobs([Status.ACTIVE])]


async def _taken(queue: BotQueue, but: list[str | None] | None = None) -> bool:
    """Whether somebody is in the middle of the only turn there is; somebody else than before."""
    return await _taken_by(queue) not in ([], but)


async def _gives_signs(queue: BotQueue) -> bool:
    """Whether the heartbeats of all who are in the middle of a turn have arrived."""
    return set(await _taken_by(queue)) <= (await queue.info())["workers"].keys()


async def _expire_heartbeat(queue: BotQueue, worker: str | None) -> None:
    """Let the seconds pass after which a silent bot-worker counts as dead."""
    heartbeat = queue.namespace(f"worker_info:{worker}")
    assert 0 < await queue.redis.ttl(heartbeat) <= EXPIRES
    await queue.redis.delete(heartbeat)


def _children(process: Process) -> list[int]:
    """The processes that a process has started, and theirs."""
    found: list[int] = []
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # it has just ended
    waiting = [process.pid]
    while waiting:
        parent = waiting.pop()
        own = [child for child, of in parents.items() if of == parent]
        found += own
        waiting += own
    return found


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
