"""A server under load whose writes are recorded, and the examination of what a power cut leaves of its database."""

import random
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from kill.bystanders import Crowd
from kill.database_checks import Books, Promises
from kill.installation import sqlite_installation
from kill.load import load_on
from power.disk import Disk
from power.recording import Recording
from server_process import Player
from zashiki.store.database import Database
from zashiki.store.schema import moves, tables

SHARES: tuple[float | None, ...] = (0.0, 1.0, None, 0.5, 0.9)
"""How much of what was not flushed is on disk, in the states of one cut."""
FILE = "zashiki.db"


class RemembersMoments(Player):
    """Remembers how much had been logged when each move was acknowledged."""

    recording: Recording
    moments: dict[str, int]

    def receive(self, message: dict[str, Any]) -> None:
        known = len(self.made)
        super().receive(message)
        if len(self.made) > known:
            if not hasattr(self, "moments"):
                self.moments = {}
            self.moments[message["id"]] = self.recording.position()


@dataclass
class Session:
    """What was written, and what was acknowledged when."""

    recording: Recording
    players: list[RemembersMoments]
    crowd: Crowd

    def promises(self, at: int) -> Promises:
        """What had been acknowledged when the log had this size."""
        made = [
            (player, {key: ply for key, ply in player.made.items() if player.moments[key] <= at})
            for player in self.players
        ]
        return Promises(list(made), self.crowd.promises(at))


async def play(folder: Path, tables: int, acknowledged: int, **settings: Any) -> Session:
    """Let people play on a server until so many moves are acknowledged."""
    home = folder / "house"
    home.mkdir()
    recording = Recording(home, folder / "log")

    class Here(RemembersMoments):
        pass

    Here.recording = recording
    async with (
        sqlite_installation(home, recording.environment, **settings) as installation,
        load_on(installation, tables, Here, recording.position) as load,
    ):
        load.crowd.begin()
        await load.until(lambda: load.acknowledged >= acknowledged or len(load.over()) == tables)
        await load.crowd.end()
        await load.pause()
        found = [player for player in load.players if isinstance(player, RemembersMoments)]
        return Session(recording, found, load.crowd)


def cuts(session: Session, count: int, chance: random.Random) -> Iterator[tuple[int, Disk]]:
    """The disk at random moments; it is only valid until the next one."""
    operations = list(session.recording.read())
    moments = set(chance.sample(range(len(operations)), min(count, len(operations))))
    disk = Disk(session.recording.folder)
    for number, operation in enumerate(operations):
        disk.run(operation)
        if number in moments:
            yield operation.end, disk


@contextmanager
def state_of(disk: Disk, chance: random.Random, kept: float | None) -> Iterator[Path]:
    """A folder as somebody may find it after a cut."""
    folder = Path(tempfile.mkdtemp(prefix="zcut"))
    try:
        disk.write(disk.after_cut(chance, kept), folder)
        yield folder
    finally:
        shutil.rmtree(folder)


async def examine(folder: Path, promises: Promises) -> Books:
    """Open a database as the server does, and compare it with what was acknowledged."""
    database = Database(f"sqlite:///{folder / FILE}")
    try:
        await database.migrate()
        async with database.reading() as connection:
            for check in ("integrity_check", "foreign_key_check"):
                said = [tuple(row) for row in await connection.exec_driver_sql(f"PRAGMA {check}")]
                assert said in ([], [("ok",)]), said
            # No game has a gap, and none is behind or ahead of what its table says.
            counted = (
                select(moves.c.table, func.count().label("moves"), func.max(moves.c.ply).label("last"))
                .group_by(moves.c.table)
                .subquery()
            )
            query = select(tables.c.id, tables.c.ply, counted.c.moves, counted.c.last)
            for row in await connection.execute(query.outerjoin(counted, counted.c.table == tables.c.id)):
                assert (row.ply, row.ply - 1) == (row.moves or 0, -1 if row.last is None else row.last), row
            return await promises.check(connection)
    finally:
        await database.close()
