"""Running and finished games for the tests."""

from typing import Any

from server.client import Client, Json, play
from zashiki import Rng

TWO: Json = {"game": "hiroba", "seats": 2}
THREE: Json = {"game": "hagakure", "seats": 3, "options": {"rounds": 1}}


async def started(*people: Client, **settings: Any) -> str:
    """A running game."""
    host, *others = people
    wanted = {**(TWO if len(people) == 2 else THREE), **settings}
    table: str = (await host.post("tables", 201, settings=wanted))["id"]
    for other in others:
        await other.sit(table)
    await host.post(f"tables/{table}/start")
    return table


async def finished(*people: Client, **settings: Any) -> str:
    """A finished game."""
    table = await started(*people, **settings)
    sockets = [await one.connect(table) for one in people]
    await play(sockets, Rng(4))
    for socket in sockets:
        await socket.close()
    return table


def seated(table: Json) -> list[str]:
    """Who sits where: a name, a bot's level, or nobody."""
    return [f"bot {one['level']}" if one["kind"] == "bot" else one["name"] or "-" for one in table["seats"]]


# Setting up
