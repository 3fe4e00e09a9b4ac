"""Checks of a server's database: it must contain what clients were told."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from kill.bystanders import Bystander, Crowd
from nightly import tally
from server_process import Player
from zashiki import Match, registry
from zashiki.store.database import Database
from zashiki.store.schema import moves, tables


@dataclass
class Books:
    """What was acknowledged, and what of it is not there exactly once."""

    acknowledged: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    doubled: Counter[str] = field(default_factory=Counter)

    def add(self, what: str, acknowledged: int, lost: int, doubled: int) -> None:
        self.acknowledged[what] += acknowledged
        self.lost[what] += lost
        self.doubled[what] += doubled

    @property
    def balanced(self) -> bool:
        return not self.lost.total() and not self.doubled.total()


@dataclass(frozen=True)
class Promises:
    """What was acknowledged up to some moment."""

    moves: list[tuple[Player, dict[str, int]]]
    others: list[tuple[Bystander, list[Any]]]

    async def check(self, connection: AsyncConnection) -> Books:
        """Compare with a database."""
        books = Books()
        there: defaultdict[tuple[str, int, str], list[int]] = defaultdict(list)
        for row in await connection.execute(select(moves.c.table, moves.c.seat, moves.c.key, moves.c.ply)):
            if row.key is not None:
                there[row.table, row.seat, row.key].append(row.ply)
        for player, made in self.moves:
            found = {key: there.get((player.table, player.seat or 0, key), []) for key in made}
            lost = sum(made[key] not in plies for key, plies in found.items())
            books.add("moves", len(made), lost, sum(len(plies) > 1 for plies in found.values()))
        for one, facts in self.others:
            books.add(one.what, *await one.check(connection, facts))
        return books


class DatabaseChecks:
    """Remembers the last checked contents, and replays every game."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.games: dict[str, Match] = {}
        """Every game, replayed by the rules."""
        self._known: dict[str, list[tuple[Any, ...]]] = {}
        self._counted: Counter[str] = Counter()
        self._where = "on SQLite" if self.database.sqlite else "on PostgreSQL"

    def count(self, books: Books) -> None:
        """Count what has been acknowledged since, for the report of the night, and whatever is wrong."""
        for what, number in books.acknowledged.items():
            tally(f"acknowledged {what} {self._where}", number - self._counted[what])
        self._counted = books.acknowledged
        tally(f"acknowledged, but lost {self._where}", books.lost.total())
        tally(f"acknowledged, but twice {self._where}", books.doubled.total())

    async def check(self, players: Sequence[Player], crowd: Crowd | None = None) -> None:
        """Everything acknowledged is stored once, moves at the acknowledged ply; every game is legal so far."""
        # What comes while we read may be missing there.
        promises = Promises(
            [(player, dict(player.made)) for player in players], [] if crowd is None else crowd.promises()
        )
        written: dict[str, list[Any]] = defaultdict(list)
        async with self.database.reading() as connection:
            heads = list(await connection.execute(select(tables)))
            for row in await connection.execute(select(moves).order_by(moves.c.table, moves.c.ply)):
                written[row.table].append(row)
            books = await promises.check(connection)
        own = {player.table for player in players}
        for head in heads:
            if head.id in own:
                self._check_game(head, written[head.id])
        self.count(books)
        assert books.balanced, books

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
