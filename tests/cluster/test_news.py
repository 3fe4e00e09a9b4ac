"""What happens on one server reaches the clients of the other."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from cluster.harness import Cluster
from server_process import PATIENCE, Guest, Player, eventually


@asynccontextmanager
async def at(player: Player) -> AsyncGenerator[None]:
    """Be at the table, and only listen."""
    staying = asyncio.create_task(player.play(moving=False))
    try:
        await eventually(lambda: bool(player.about))
        yield
    finally:
        staying.cancel()
        await asyncio.gather(staying, return_exceptions=True)


@asynccontextmanager
async def news_of(guest: Guest) -> AsyncGenerator[list[dict[str, Any]]]:
    """What comes on the personal connection."""
    received: list[dict[str, Any]] = []
    async with guest.connection("/ws/me") as socket:

        async def listen() -> None:
            while True:
                received.append(json.loads(await socket.recv()))

        listening = asyncio.create_task(listen())
        try:
            await eventually(lambda: bool(received))
            assert received[0]["type"] == "hello"
            yield received
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


def here(player: Player) -> list[bool]:
    return [seat["here"] for seat in player.about["seats"]]


async def test_chat_reaches_the_other_server_in_order(cluster: Cluster) -> None:
    people = await cluster.guests("Aki", "Ben")
    with cluster.no_problems():
        table = await people[0].open_table("hiroba", seats=2)
        await people[1].sit(table)
        aki, ben = (Player(guest, table) for guest in people)
        async with at(aki), at(ben):
            for number in range(6):
                speaker = (aki, ben)[number % 2]
                assert speaker.socket is not None
                await speaker.send(speaker.socket, {"type": "chat", "text": f"line {number}"})
                await eventually(lambda number=number: len(aki.said) == len(ben.said) == number + 1)
    assert aki.said == ben.said
    assert [(line["n"], line["name"], line["text"]) for line in ben.said] == [
        (number, ("Aki", "Ben")[number % 2], f"line {number}") for number in range(6)
    ]


async def test_simultaneous_chat(cluster: Cluster) -> None:
    people = await cluster.guests("Aki", "Ben")
    table = await people[0].open_table("hiroba", seats=2)
    await people[1].sit(table)
    aki, ben = (Player(guest, table) for guest in people)
    async with at(aki), at(ben):
        for count in range(5):
            assert aki.socket is not None
            assert ben.socket is not None
            await asyncio.gather(
                aki.send(aki.socket, {"type": "chat", "text": "now"}),
                ben.send(ben.socket, {"type": "phrase", "code": "well-played"}),
            )
            await eventually(lambda count=count: len(aki.said) == len(ben.said) == 2 * count + 2)
            await eventually(lambda: aki.unanswered is ben.unanswered is None)
    assert not aki.refusals
    assert not ben.refusals
    for player in (aki, ben):
        assert sorted(line["n"] for line in player.said) == list(range(10))


async def test_presence_is_known_on_both_servers(cluster: Cluster) -> None:
    people = await cluster.guests("Aki", "Ben", "Chie")
    table = await people[0].open_table("hiroba", seats=2)
    await people[1].sit(table)
    aki, ben, chie = (Player(guest, table) for guest in people)
    with cluster.no_problems():
        async with at(aki):
            await eventually(lambda: here(aki) == [True, False])
            async with at(ben):
                # Who comes later learns at once who was there before, also on the other worker.
                await eventually(lambda: here(aki) == here(ben) == [True, True])
                async with at(chie):
                    await eventually(lambda: aki.about["spectators"] == ben.about["spectators"] == 1)
                    seen = await people[1].get(f"/api/v1/tables/{table}")
                    assert [seat["here"] for seat in seen["seats"]] == [True, True]
                await eventually(lambda: aki.about["spectators"] == ben.about["spectators"] == 0)
            await eventually(lambda: here(aki) == [True, False])


async def test_presence_ends_when_a_server_stops(cluster: Cluster) -> None:
    people = await cluster.guests("Aki", "Ben")
    async with cluster.server() as north:
        people[1].server = north
        table = await people[0].open_table("hiroba", seats=2)
        await people[1].sit(table)
        aki, ben = (Player(guest, table) for guest in people)
        async with at(aki), at(ben):
            await eventually(lambda: here(aki) == [True, True])
            people[1].server = cluster.second  # where the reverse proxy would send the browser next
            assert await north.stop() == 0
            await eventually(lambda: ben.connects == 2)
            await eventually(lambda: here(aki) == here(ben) == [True, True])
        assert north.problems() == []


async def test_turn_notices_reach_the_personal_connection_on_any_server(cluster: Cluster) -> None:
    people = await cluster.guests("Aki", "Ben")
    table = await people[0].open_table("hiroba", seats=2)
    await people[1].sit(table)
    with cluster.no_problems():
        async with news_of(people[0]) as to_aki, news_of(people[1]) as to_ben:
            await people[0].start(table)
            received = {"Aki": to_aki, "Ben": to_ben}
            for _ in range(4):  # two turns of each: one moves, the other is notified
                views = [(await guest.get(f"/api/v1/tables/{table}/view"))["view"] for guest in people]
                (seat,) = views[0]["waiting"]
                await eventually(
                    lambda seat=seat: any(
                        news["type"] == "turn" and news["seat"] == seat and news["table"] == table
                        for news in received[people[seat].name]
                    )
                )
                for news in received.values():
                    del news[1:]
                move = views[seat]["moves"][0]["action"]
                ply = views[seat]["ply"]
                await people[seat].post(f"/api/v1/tables/{table}/moves", id=f"m{ply}", version=ply, action=move)


async def test_list_changes_reach_the_other_server(cluster: Cluster) -> None:
    aki, ben = await cluster.guests("Aki", "Ben")
    with cluster.no_problems():
        async with news_of(ben) as received:
            hidden = await aki.open_table("hiroba")
            table = await aki.open_table("hiroba", access="open")
            await eventually(lambda: {"type": "lobby", "table": table} in received)
            assert {"type": "lobby", "table": hidden} not in received  # not his, and not listed
        assert table in [one["id"] for one in await ben.get("/api/v1/tables")]


async def test_changes_on_one_server_are_visible_on_the_other_at_once(cluster: Cluster) -> None:
    """A browser may be sent to another worker with every request."""
    (aki,) = await cluster.guests("Aki")
    table = await aki.open_table("hiroba", seats=3)
    for number in range(20):
        aki.server = (cluster.second, cluster.first)[number % 2]
        seats = (await aki.get(f"/api/v1/tables/{table}"))["seats"]
        assert [seat["seat"] for seat in seats if seat["yours"]] == [(number + 2) % 3 if number else 0]
        aki.server = (cluster.first, cluster.second)[number % 2]
        await aki.sit(table, seat=number % 3)


async def test_a_session_ends_on_both_servers(cluster: Cluster) -> None:
    (aki,) = await cluster.guests("Aki")
    table = await aki.open_table("hiroba")
    aki.server = cluster.second
    async with asyncio.timeout(PATIENCE), aki.connection(f"/ws/tables/{table}") as socket:
        assert json.loads(await socket.recv())["type"] == "welcome"
        aki.server = cluster.first
        assert (await aki.http.post(f"{aki.server.address}/api/v1/logout")).status_code == 204
        async for raw in socket:
            if json.loads(raw)["type"] == "bye":
                break
        await socket.wait_closed()
