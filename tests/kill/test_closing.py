"""A graceful shutdown and restart: everybody is notified, and nothing is lost."""

import asyncio
from pathlib import Path
from typing import Any

from kill.load import run_load
from kill.test_kill import play_to_the_end
from server_process import Player

SECONDS = 30
"""Time for the shutdown."""


class RecordsClosing(Player):
    """Remembers how the server closed the connection."""

    byes: list[str]

    def receive(self, message: dict[str, Any]) -> None:
        super().receive(message)
        if message["type"] == "bye":
            self.byes = [*getattr(self, "byes", []), message["code"]]


async def test_shutdown_is_announced_and_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    async with run_load(tmp_path, 5, RecordsClosing, shutdown_seconds=SECONDS) as load:
        # Whoever is still at the door when it closes is not told.
        await load.until(lambda: all(player.view is not None for player in load.players))
        await load.until(lambda: load.acknowledged > 40)
        async with asyncio.timeout(SECONDS):
            assert await load.server.stop() == 0
        await load.until(lambda: all(hasattr(player, "byes") or player.over for player in load.players))
        await load.pause()
        await load.checks.check(load.players)
        assert {bye for player in load.players for bye in getattr(player, "byes", [])} == {"busy"}
        assert load.server.problems() == []
        await load.server.start()
        for player in load.players:
            if player.about["game"] != "hijun":  # where a bot goes on by itself
                found = await player.guest.get(f"/api/v1/tables/{player.table}/view")
                assert found["view"] == load.checks.games[player.table].view(player.seat)
        load.play()
        await play_to_the_end(load, set(load.tables()))
