"""Power cuts on a real file system, with SQLite and with PostgreSQL."""

import os
import random
from collections.abc import Generator
from pathlib import Path

import pytest

from kill.installation import Installation, postgres_installation, sqlite_installation
from kill.load import Load, load_on
from nightly import number, tally
from power.ext4 import Ext4, possible
from zashiki.store.database import Database

CUTS = number("ZASHIKI_EXT4_CUTS", 0)
SEED = number("ZASHIKI_CUT_SEED", 20513)
TABLES = 4

pytestmark = pytest.mark.skipif(possible() is not None, reason=possible() or "")


@pytest.fixture
def disk(tmp_path: Path) -> Generator[Ext4]:
    made = Ext4(tmp_path)
    made.mount()
    try:
        yield made
    finally:
        made.discard()


at_night = pytest.mark.skipif(CUTS == 0, reason="it takes long: 'make night' does it")


def test_a_cut_forgets_what_was_not_flushed(disk: Ext4) -> None:
    with (disk.folder / "kept").open("wb") as kept, (disk.folder / "forgotten").open("wb") as forgotten:
        kept.write(b"kept")
        kept.flush()
        os.fsync(kept.fileno())
        forgotten.write(b"forgotten")
        forgotten.flush()
        disk.cut()
    disk.unmount()
    disk.mount()
    assert (disk.folder / "kept").read_bytes() == b"kept"
    assert not (disk.folder / "forgotten").exists() or (disk.folder / "forgotten").read_bytes() == b""


async def cut_and_restart(
    installation: Installation, load: Load, disk: Ext4, chance: random.Random, where: str
) -> None:
    """Let everybody play for a while, cut the power of the database, start again, and compare."""
    if len(load.over()) > len(load.tables()) // 2:
        await load.open_tables(TABLES)
        load.play()
    enough = load.acknowledged + chance.randrange(5, 60)
    await load.until(lambda: load.acknowledged >= enough or len(load.over()) == len(load.tables()))
    before = load.plies()
    await load.checks.close()  # files that are open keep the disk
    disk.cut()
    if installation.postgres is not None:
        await installation.postgres.kill()
    else:
        await installation.servers[0].kill()
    disk.unmount()
    disk.mount()
    if installation.postgres is not None:
        await installation.postgres.start()
    else:
        await installation.servers[0].start()
    tally(f"power cuts on ext4 with {where}")
    load.checks.database = Database(installation.database)
    await load.checks.check(load.players, load.crowd)
    await load.until(lambda: load.all_further_than(before))


@at_night
async def test_power_cuts_lose_nothing_from_sqlite_on_ext4(disk: Ext4) -> None:
    chance = random.Random(SEED)
    async with sqlite_installation(disk.folder) as installation, load_on(installation, TABLES) as load:
        load.crowd.begin()
        for _ in range(CUTS):
            await cut_and_restart(installation, load, disk, chance, "SQLite")


@at_night
async def test_power_cuts_lose_nothing_from_postgresql_on_ext4(disk: Ext4) -> None:
    chance = random.Random(SEED)
    async with postgres_installation(disk.folder) as installation, load_on(installation, TABLES) as load:
        load.crowd.begin()
        for _ in range(CUTS):
            await cut_and_restart(installation, load, disk, chance, "PostgreSQL")
