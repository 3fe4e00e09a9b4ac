"""Power cuts: whatever the disk forgets of what was not flushed, everything acknowledged is there, once."""

import os
import random
import subprocess
import sys
from pathlib import Path

from nightly import number, tally
from power.disk import Disk
from power.recording import Operation, Recording
from power.session import FILE, SHARES, Session, cuts, examine, play, state_of
from server_process import Guest, Server
from zashiki.store.backup import check
from zashiki.store.database import Database
from zashiki.store.generations import generations
from zashiki.store.recovery import restore

CUTS = number("ZASHIKI_CUTS", 10)
MOVES = number("ZASHIKI_CUT_MOVES", 150)
SEED = number("ZASHIKI_CUT_SEED", 20513)


async def test_no_power_cut_loses_what_was_acknowledged(tmp_path: Path) -> None:
    """And a server starts on what is left."""
    session = await play(tmp_path, 6, MOVES)
    chance = random.Random(SEED)
    promised = session.promises(session.recording.position())
    assert sum(len(made) for _, made in promised.moves) >= min(MOVES, 100)
    forgotten = 0
    for at, disk in cuts(session, CUTS, chance):
        promises = session.promises(at)
        forgotten += disk.unflushed
        for kept in SHARES:
            with state_of(disk, chance, kept) as folder:
                books = await examine(folder, promises)
                assert books.balanced, (at, kept, books)
        tally("power cuts")
        tally("states after power cuts", len(SHARES))
    assert forgotten > 0
    with state_of(disk, chance, 0.5) as folder:
        async with Server(database=f"sqlite:///{folder / FILE}") as server:
            guest = await Guest(server, "Aki").arrive()
            assert await guest.open_table("hiroba", seats=2)
            await guest.leave()
            assert "Traceback" not in server.log()
    tally("acknowledged before power cuts", promised_count(session))


def promised_count(session: Session) -> int:
    """Everything that was acknowledged."""
    promises = session.promises(session.recording.position())
    return sum(len(made) for _, made in promises.moves) + sum(len(facts) for _, facts in promises.others)


async def test_without_durable_a_power_cut_loses_the_newest_only(tmp_path: Path) -> None:
    """And this shows that the cuts find what is not flushed."""
    session = await play(tmp_path, 4, MOVES // 2, durable=False)
    chance = random.Random(SEED)
    lost = 0
    for at, disk in cuts(session, CUTS // 2, chance):
        promises = session.promises(at)
        for kept in (0.0, None, 0.5):
            with state_of(disk, chance, kept) as folder:
                books = await examine(folder, promises)  # not damaged, and no game has a gap
                assert not books.doubled.total()
                lost += books.lost.total()
    assert lost > 0


async def test_a_backup_that_was_reported_survives_a_power_cut(tmp_path: Path) -> None:
    """And one that replaces another leaves either of them, complete, at any moment."""
    database = Database(f"sqlite:///{tmp_path / FILE}")
    await database.migrate()
    await database.close()
    home = tmp_path / "backups"
    home.mkdir()
    recording = Recording(home, tmp_path / "log")
    file = home / "zashiki.backup"
    line = [sys.executable, "-m", "zashiki", "admin", "backup", str(file), "--database", str(database)]
    reported: list[int] = []
    for more in ([], ["--force"]):
        subprocess.run([*line, *more], env={**os.environ, **recording.environment}, check=True, capture_output=True)
        reported.append(recording.position())
    chance, disk = random.Random(SEED), Disk(home)
    for operation in recording.read():
        disk.run(operation)
        for kept in SHARES:
            with state_of(disk, chance, kept) as folder:
                found = folder / file.name
                assert found.exists() or operation.end < reported[0]
                if found.exists():
                    check(found)
        tally("power cuts on a backup")
        tally("states after power cuts", len(SHARES))


def is_there(target: Path) -> bool:
    """Whether a continuous backup has begun."""
    return any(one.complete for one in generations(target))


async def test_a_continuous_backup_survives_power_cuts(tmp_path: Path) -> None:
    """Once there is one, it can be restored after every cut, without a gap."""
    session = await play(tmp_path, 2, MOVES // 3, backup_to=tmp_path / "house" / "backup", backup_every=0.1)
    chance = random.Random(SEED)
    there = False
    for at, disk in cuts(session, CUTS, chance):
        for kept in (0.0, 0.5):
            with state_of(disk, chance, kept) as folder:
                (folder / FILE).unlink(missing_ok=True)
                for old in folder.glob(f"{FILE}-*"):
                    old.unlink()
                if not there and not is_there(folder / "backup"):
                    continue
                there = there or kept == 0.0
                restore(folder / "backup", folder / FILE, None, lambda done, total: None)
                books = await examine(folder, session.promises(at))
                assert not books.doubled.total()
        tally("power cuts on a backup")
        tally("states after power cuts", 2)
    assert there


def test_a_new_folder_is_lost_until_the_one_above_is_flushed() -> None:
    inside: list[tuple[str, int, int, str, bytes]] = [
        ("mkdir", 0, 0, "/d/new", b""),
        ("create", 8, 0, "/d/new/b", b""),
        ("flush", 9, 1, "/d/new", b""),
        ("flushed", 9, 1, "/d/new", b""),
    ]
    assert states(*inside) == {(), (("/d/new/b", b""),)}
    above: list[tuple[str, int, int, str, bytes]] = [("flush", 1, 2, "/d", b""), ("flushed", 1, 2, "/d", b"")]
    assert states(*inside, *above) == {(("/d/new/b", b""),)}


# The model of the disk, without which the rest would prove nothing.


def operations(*done: tuple[str, int, int, str, bytes]) -> list[Operation]:
    return [Operation(kind, file, at, name, "", data, n) for n, (kind, file, at, name, data) in enumerate(done)]


FLUSHED = [("create", 7, 0, "/d/a", b""), ("flush", 1, 1, "/d", b""), ("flushed", 1, 1, "/d", b"")]


def states(*done: tuple[str, int, int, str, bytes]) -> set[tuple[tuple[str, bytes], ...]]:
    """All states that are found after these operations."""
    disk, chance = Disk(Path("/d")), random.Random(1)
    for operation in operations(*done):
        disk.run(operation)
    return {tuple(disk.after_cut(chance, kept).items()) for _ in range(400) for kept in (0.0, 1.0, None, 0.5)}


def test_only_what_was_written_before_a_flush_began_is_kept() -> None:
    before: tuple[str, int, int, str, bytes] = ("write", 7, 0, "", b"one")
    during: tuple[str, int, int, str, bytes] = ("write", 7, 0, "", b"two")
    flush: list[tuple[str, int, int, str, bytes]] = [("flush", 7, 2, "/d/a", b""), ("flushed", 7, 2, "/d/a", b"")]
    assert states(*FLUSHED, before) == {(("/d/a", b""),), (("/d/a", b"one"),)}
    assert states(*FLUSHED, before, flush[0]) == {(("/d/a", b""),), (("/d/a", b"one"),)}
    assert states(*FLUSHED, before, *flush) == {(("/d/a", b"one"),)}
    assert states(*FLUSHED, before, flush[0], during, flush[1]) == {(("/d/a", b"one"),), (("/d/a", b"two"),)}


def test_writes_are_torn_and_reordered() -> None:
    found = {
        dict(state)["/d/a"] for state in states(*FLUSHED, ("write", 7, 0, "", b"x" * 1024), ("size", 7, 4, "", b""))
    }
    assert {b"", b"x" * 4, b"x" * 1024, b"x" * 512, bytes(512) + b"x" * 512, bytes(4)} <= found


def test_a_name_is_lost_until_its_folder_is_flushed() -> None:
    assert states(FLUSHED[0]) == {(), (("/d/a", b""),)}
    assert states(*FLUSHED) == {(("/d/a", b""),)}
    assert states(*FLUSHED, ("unlink", 0, 0, "/d/a", b"")) == {(), (("/d/a", b""),)}
