"""Redis goes away in the middle of everything, and comes back having forgotten all."""

import asyncio

import httpx

import zashiki
from cluster.harness import Cluster
from server_process import Player, at_once, eventually


async def test_tables_survive_a_redis_outage(cluster: Cluster) -> None:
    people = await cluster.guests("Aki", "Ben", "Chie", "Dora", "Emil")
    with_people = await people[0].open_table("hagakure", seats=4)
    for guest in people[1:4]:
        await guest.sit(with_people)
    await people[0].start(with_people)
    with_bots = await people[4].open_table("hagakure", seats=4, fill=1)
    others = [Player(guest, with_people) for guest in people[:4]]
    alone = Player(people[4], with_bots)
    playing = asyncio.ensure_future(at_once(*(player.play() for player in (*others, alone))))
    await eventually(lambda: all(player.ply > 12 for player in (*others, alone)))

    cluster.redis.kill()
    health = await httpx.AsyncClient().get(f"{cluster.first.address}/healthz")
    assert health.status_code == 503
    assert health.json()["parts"] == {"database": True, "bus": False, "books": True}
    # No news arrives now, but every server compares revisions regularly.
    moves = sum(len(player.made) for player in others)
    await eventually(lambda: sum(len(player.made) for player in others) > moves + 1)
    cluster.redis.start()
    await playing

    for table, players in ((with_people, others), (with_bots, [alone])):
        record = await people[4].record(table)
        assert zashiki.verify(record) > 0
        end = zashiki.replay(record)
        for player in players:
            assert len(player.events) == end.event_count
            made = [ply for ply, (seat, _) in enumerate(end.history()) if seat == player.seat]
            assert list(player.made.values()) == made
    await eventually(lambda: _healthy(cluster))
    for process in cluster.processes:
        assert "Traceback" not in process.log()
        assert not [line for line in process.problems() if "[warning" not in line]


async def _healthy(cluster: Cluster) -> bool:
    async with httpx.AsyncClient() as client:
        answers = [await client.get(f"{server.address}/healthz") for server in (cluster.first, cluster.second)]
    return all(answer.status_code == 200 for answer in answers)
