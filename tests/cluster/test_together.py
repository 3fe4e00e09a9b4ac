"""Where all decide at the same time, they may do so on different workers."""

import asyncio
from typing import Any

from cluster.harness import Cluster
from server_process import Guest

PHASES = 3
"""How many such phases are played."""


async def test_simultaneous_decisions_are_all_accepted(cluster: Cluster) -> None:
    people = await cluster.guests("Aki", "Ben", "Chie", "Dora")
    table = await people[0].open_table("hijun", seats=4)
    for guest in people[1:]:
        await guest.sit(table)
    await people[0].start(table)
    phases = 0
    made: list[int] = []
    with cluster.no_problems():
        while phases < PHASES:
            views = await asyncio.gather(*(_view(guest, table) for guest in people))
            waiting = views[0]["waiting"]
            assert all(view["ply"] == views[0]["ply"] for view in views)
            assert waiting, "the game is over"
            phases += len(waiting) == 4
            made += await asyncio.gather(*(_move(people[seat], table, views[seat]) for seat in waiting))
    assert len(set(made)) == len(made)
    assert (await _view(people[0], table))["ply"] == max(made) + 1


async def _view(guest: Guest, table: str) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get(f"/api/v1/tables/{table}/view"))["view"]
    return found


async def _move(guest: Guest, table: str, view: dict[str, Any]) -> int:
    ply, action = view["ply"], view["moves"][0]["action"]
    done = await guest.post(f"/api/v1/tables/{table}/moves", id=f"m{ply}", version=ply, action=action)
    return int(done["version"])
