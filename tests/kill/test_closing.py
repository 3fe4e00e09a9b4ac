"""The house closes and opens again, as it should: everybody is told, everything is there afterwards."""

import asyncio
from pathlib import Path
from typing import Any

from kill.load import evening
from kill.test_kill import play_to_the_end
from server_process import Player

SECONDS = 30
"""Time to close."""


class Attentive(Player):
    """Remembers how the house took leave."""

    byes: list[str]

    def hear(self, message: dict[str, Any]) -> None:
        super().hear(message)
        if message["type"] == "bye":
            self.byes = [*getattr(self, "byes", []), message["code"]]


async def test_a_house_that_closes_tells_everybody_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async with evening(f"sqlite:///{tmp_path}/house.db", 5, Attentive, shutdown_seconds=SECONDS) as night:
        # Whoever is still at the door when it closes is not told.
        await night.until(lambda: all(player.view is not None for player in night.players))
        await night.until(lambda: night.acknowledged > 40)
        async with asyncio.timeout(SECONDS):
            assert await night.house.stop() == 0
        await night.until(lambda: all(hasattr(player, "byes") or player.over for player in night.players))
        await night.pause()
        await night.books.check(night.players)
        assert {bye for player in night.players for bye in getattr(player, "byes", [])} == {"busy"}
        assert night.house.troubles() == []
        await night.house.start()
        for player in night.players:
            if player.about["game"] != "hijun":  # where a bot goes on by itself
                found = await player.guest.get(f"/api/v1/tables/{player.table}/view")
                assert found["view"] == night.books.games[player.table].view(player.seat)
        night.play()
        await play_to_the_end(night, set(night.tables()))
