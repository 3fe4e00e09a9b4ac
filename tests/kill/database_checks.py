"""Checks of a server's database: it must contain what clients were told."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from server_process import Player
from zashiki import Match, registry
from zashiki.store.database import Database
from zashiki.store.schema import moves, tables


class DatabaseChecks:
    """Remembers the last checked contents, and replays every game."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.games: dict[str, Match] = {}
        """Every game, replayed by the rules."""
        self._known: dict[str, list[tuple[Any, ...]]] = {}

    async def check(self, players: Sequence[Player]) -> None:
        """Every acknowledged move is stored once, at the acknowledged ply; every game is legal so far."""
        promised = [(player, dict(player.made)) for player in players]  # what comes while we read may be missing there
        written: dict[str, list[Any]] = defaultdict(list)
        async with self.database.reading() as connection:
            heads = list(await connection.execute(select(tables)))
            for row in await connection.execute(select(moves).order_by(moves.c.table, moves.c.ply)):
                written[row.table].append(row)
        for head in heads:
            self._check_game(head, written[head.id])
        for player, made in promised:
            keys = Counter(row.key for row in written[player.table] if row.seat == player.seat)
            assert [key for key in made if keys[key] != 1] == []
            at = {row.key: row.ply for row in written[player.table] if row.seat == player.seat}
            assert {key: at[key] for key in made} == made

    def _check_game(self, head: Any, rows: list[Any]) -> None:
        assert [row.ply for row in rows] == list(range(head.ply)), f"{head.id}: a move is missing or there twice"
        known = self._known.get(head.id, [])
        assert [tuple(row) for row in rows[: len(known)]] == known, f"{head.id}: what was written has changed"
        self._known[head.id] = [tuple(row) for row in rows]
        if head.id not in self.games:
            seats = len(head.clocks)
            self.games[head.id] = Match(registry.find(head.game), seats, head.settings["options"], None)
        game = self.games[head.id]
        game.repeat([(row.seat, game.parse(row.seat, row.move)) for row in rows[len(known) :]])
        assert (head.status == "over") == game.over

    async def close(self) -> None:
        await self.database.close()
