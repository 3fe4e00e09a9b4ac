"""Memory: whole games with everything around them, round after round, and nothing is left over.

`make test` plays a few games in each round and counts allocated blocks. At night the rounds are long, and the resident
size of the process is compared as well.
"""

import gc
import os
import statistics
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from nightly import number, tally
from server.client import Client, RunningServer, play, running_server
from zashiki import Rng
from zashiki.table import rooms

ROUNDS = 5
MOVES = number("ZASHIKI_MEMORY_MOVES", 120)
"""In each round, at least."""
SEED = number("ZASHIKI_MEMORY_SEED", 1)
LONG = 5000
"""Moves in a round from which on the resident size says something."""
SPREAD = 0.05
"""By how much the resident size may differ at the end of each round."""
PER_MOVE = 1.0
"""Blocks that may be left over for each move: what is kept of a move would be several."""
NOISE = 5000
"""Blocks by which two rounds may differ, however short they are."""
KINDS = ("Room", "TableState", "Connection", "Task", "BotTurn", "Slot")
"""What belongs to one table or one connection, and must go with it."""
FEW = 8
"""How many more of a kind there may be after three rounds; each has about as many games."""
GAMES = (("hiroba", 2), ("sakura", 2), ("hagakure", 3))


async def one_game(server: RunningServer, people: list[Client], stranger: Client, rng: Rng, turn: int) -> int:
    """A game of people who sit down, play, chat, are watched and go; returns its moves."""
    game, seats = GAMES[turn % len(GAMES)]
    options = {} if game == "hiroba" else {"rounds": 1}
    table = (await people[0].table(game, seats=seats, options=options))["id"]
    for one in people[1:seats]:
        await one.sit(table)
    await people[0].post(f"tables/{table}/start")
    sockets = [await one.connect(table) for one in people[:seats]]
    watching = await stranger.connect(table)
    await sockets[0].request("phrase", code="hello")
    await play(sockets, rng)
    moves = int(sockets[0].view["ply"])
    await stranger.get(f"tables/{table}/record")
    await stranger.get(f"tables/{table}/replay", count=2)
    await stranger.get("tables")
    for socket in (*sockets, watching):
        await socket.close()
    server.sockets.clear()  # what the tests remember of it is no concern of the server
    return moves


def live_objects() -> Counter[str]:
    """How many there are of what belongs to one table or one connection."""
    names = [type(one).__qualname__ for one in gc.get_objects()]
    return Counter(name for name in names if name in KINDS)


def resident() -> int:
    """The resident size of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def test_memory_stays_the_same_round_after_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "IDLE", -1.0)
    blocks: list[int] = []
    objects: list[Counter[str]] = []
    sizes: list[int] = []
    rng = Rng(SEED)
    games = 0
    async with running_server(tmp_path, max_tables=10**6) as server:
        people, stranger = await server.guests("Aki", "Ben", "Chie"), server.anonymous()
        for _ in range(ROUNDS):
            moves = 0
            while moves < MOVES or games % len(GAMES):
                moves += await one_game(server, people, stranger, rng, games)
                games += 1
            tally("moves while memory is watched", moves)
            await server.services.rooms.evict_idle()
            assert server.services.rooms.loaded() == []
            assert server.services.connections == {}
            gc.collect()
            objects.append(live_objects())
            blocks.append(sys.getallocatedblocks())
            if Path("/proc/self/statm").exists():
                sizes.append(resident())
    # The first round fills caches.
    more = {name: count for name, count in (objects[-1] - objects[1]).items() if count > FEW}
    assert not more, f"objects are left over: {more}"
    left = statistics.median(after - before for before, after in pairwise(blocks[1:]))
    assert left < PER_MOVE * moves + NOISE, f"{left:.0f} blocks a round are left over: {blocks}"
    if moves >= LONG and sizes:
        assert max(sizes) <= (1 + SPREAD) * min(sizes), f"the resident size grows: {sizes}"
