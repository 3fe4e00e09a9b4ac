"""The continuous backup: everything committed is in the folder after a pass, and damage there is noticed."""

import random
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from zashiki.store import shipping
from zashiki.store.generations import MANIFEST, SNAPSHOT, BadBackup, generations
from zashiki.store.recovery import Occupied, Restored, restore
from zashiki.store.shipping import Shipper
from zashiki.store.wal import log_of

Dump = list[str]


class Clock:
    """Moves by a second with every look at it."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        self.time += 1
        return self.time


class House:
    """A database as a server uses it, and its backup."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.file, self.target = folder / "zashiki.db", folder / "backup"
        self.clock = Clock()
        self.rng = random.Random(7)
        self.connection = self.connect()
        for name in ("players", "tables", "moves"):
            self.connection.execute(f"CREATE TABLE IF NOT EXISTS {name} (id INTEGER PRIMARY KEY, content BLOB)")
        self.shipper = Shipper(self.file, self.target, now=self.clock, **settings)

    def connect(self, checkpoint: int = 0) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, isolation_level=None, timeout=10)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA wal_autocheckpoint={checkpoint}")
        return connection

    def write(self, rows: int = 5) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        for _ in range(rows):
            content = self.rng.randbytes(self.rng.randrange(3000))
            self.connection.execute("INSERT INTO moves (content) VALUES (?)", (content,))
        self.connection.execute("COMMIT")

    def shrink(self) -> None:
        self.connection.execute("DELETE FROM moves WHERE id % 3 > 0")
        self.connection.execute("VACUUM")

    def dump(self) -> Dump:
        return dump(self.connection)

    def close(self) -> None:
        self.shipper.close()
        self.connection.close()


def dump(connection: sqlite3.Connection) -> Dump:
    return list(connection.iterdump())


@contextmanager
def opened(tmp_path: Path, **settings: Any) -> Generator[House]:
    house = House(tmp_path, **settings)
    try:
        yield house
    finally:
        house.close()


def restored(house: House, at: float | None = None) -> tuple[Restored, Dump]:
    file = house.file.with_name("restored.db")
    file.unlink(missing_ok=True)
    found = restore(house.target, file, at, lambda _done, _total: None)
    with closing(sqlite3.connect(file)) as connection:
        return found, dump(connection)


def trouble(house: House) -> str | None:
    """What the backup complains about."""
    return house.shipper.state.problem


def newest(house: House) -> Path:
    return generations(house.target)[-1].folder


def test_every_pass_ships_everything_and_every_moment_can_be_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipping, "CHECKPOINT", 100)
    with opened(tmp_path) as house:
        moments: list[tuple[float, Dump]] = []
        for number in range(12):
            house.write(40)
            if number == 6:
                house.shrink()
            house.shipper.ship()
            moments.append((house.clock.time, house.dump()))
        assert trouble(house) is None
        assert len(generations(house.target)) == 1  # the log was restarted in between, with no gap
        assert house.shipper.state.position > 2 * shipping.CHECKPOINT
        assert log_of(house.file).stat().st_size < 4096 * house.shipper.state.position
        found, last = restored(house)
        assert last == house.dump()
        assert (found.problems, found.position) == ((), house.shipper.state.position)
        for at, expected in moments[::3]:
            assert restored(house, at)[1] == expected
        with pytest.raises(BadBackup, match="begins at 2027"):
            restored(house, moments[0][0] - 100)


def test_a_log_that_somebody_else_restarts_begins_a_new_generation(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        house.write()
        house.shipper.ship()
        house.shipper._guard.execute("ROLLBACK")  # type: ignore[union-attr]
        for _ in range(2):
            house.write()
            house.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        house.write()
        house.shipper.ship()
        assert "restarted by somebody else" in (trouble(house) or "")
        house.shipper.ship()
        assert trouble(house) is None
        assert len(generations(house.target)) == 2
        assert restored(house)[1] == house.dump()


def test_others_cannot_restart_the_log_unseen(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        other = house.connect(checkpoint=1)  # as the commands of `zashiki admin` do
        for _ in range(30):
            house.write()
            other.execute("INSERT INTO players (content) VALUES (x'00')")
            house.shipper.ship()
        other.close()
        assert len(generations(house.target)) == 1
        assert restored(house)[1] == house.dump()


def test_a_log_is_restarted_while_others_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipping, "CHECKPOINT", 5)
    with opened(tmp_path) as house:
        control = house.shipper._control
        between = iter(range(1000))

        def busy() -> sqlite3.Connection:
            if next(between) % 3 == 0:
                house.write(1)  # somebody is always faster
            return control()

        monkeypatch.setattr(house.shipper, "_control", busy)
        for _ in range(60):
            house.shipper.ship()
        monkeypatch.undo()
        house.shipper.ship()
        house.shipper.ship()
        assert trouble(house) is None
        assert len(generations(house.target)) == 1
        assert restored(house)[1] == house.dump()


def test_a_long_reader_is_not_waited_for_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipping, "CHECKPOINT", 20)
    with opened(tmp_path) as house:
        house.shipper.ship()
        reader = house.connect()
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM moves").fetchone()
        tried: list[bool] = []
        restart = house.shipper._restart_log

        def counted(chain: Any) -> bool:
            tried.append(restart(chain))
            return tried[-1]

        monkeypatch.setattr(house.shipper, "_restart_log", counted)
        for _ in range(30):
            house.write(1)
            house.shipper.ship()
        assert 0 < tried.count(False) == len(tried) < 10  # while it held everybody up, every pass would be one
        reader.close()
        for _ in range(30):
            house.write(5)
            house.shipper.ship()
        assert tried[-1]
        assert (trouble(house), len(generations(house.target))) == (None, 1)
        assert restored(house)[1] == house.dump()


def test_a_new_generation_begins_while_the_old_one_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path, renew=20.0, keep=60.0) as house:
        names: set[str] = set()
        for _ in range(60):
            house.write()
            house.shipper.ship()
            names |= {one.name for one in generations(house.target)}
        assert trouble(house) is None
        left = {one.name for one in generations(house.target)}
        assert len(names) > len(left) > 1  # the oldest are deleted
        assert restored(house)[1] == house.dump()


def test_a_full_folder_stops_nobody_and_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with opened(tmp_path) as house:
        house.write()
        house.shipper.ship()
        with monkeypatch.context() as disk:
            disk.setattr(shipping, "write_segment", full)
            for _ in range(3):
                house.write()
                house.shipper.ship()
            assert trouble(house) == "OSError: No space left on device"
            assert house.shipper.state.waiting > 0
        house.shipper.ship()
        assert trouble(house) is None
        assert house.shipper.state == replace(house.shipper.state, waiting=0)
        assert len(generations(house.target)) == 1
        assert restored(house)[1] == house.dump()
        # If it stays full, the log must not grow for ever; then it begins anew.
        monkeypatch.setattr(shipping, "LOG_MOST", 3_000_000)
        with monkeypatch.context() as disk:
            disk.setattr(shipping, "write_segment", full)
            for _ in range(12):
                house.write(300)
                house.shipper.ship()
            assert log_of(house.file).stat().st_size < 12_000_000
        house.shipper.ship()
        house.shipper.ship()
        assert trouble(house) is None
        assert restored(house)[1] == house.dump()


def test_a_folder_that_cannot_be_written_is_reported_and_retried(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        house.target.write_text("a file is in the way")
        house.write()
        house.shipper.ship()
        assert trouble(house) is not None
        assert house.shipper.state.generation is None
        house.target.unlink()
        house.shipper.ship()
        house.shipper.ship()
        assert trouble(house) is None
        assert restored(house)[1] == house.dump()


def filled(house: House) -> list[Dump]:
    """A backup of several segments; what it contained after each."""
    after = []
    for _ in range(6):
        house.write()
        house.shipper.ship()
        after.append(house.dump())
    return after


@pytest.mark.parametrize("harm", ["damaged", "truncated", "missing"])
def test_a_bad_segment_is_named_and_everything_before_it_is_restored(harm: str, tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        after = filled(house)
        segments = sorted(newest(house).glob("*.wal"))
        victim = segments[3]
        content = bytearray(victim.read_bytes())
        if harm == "missing":
            victim.unlink()
        else:
            content[len(content) // 2] ^= 1
            victim.write_bytes(content if harm == "damaged" else content[:-7])
        found, last = restored(house)
        assert found.segments == 3
        assert len(found.problems) == 1
        assert str(victim) in found.problems[0]
        assert last in after[:4]


@pytest.mark.parametrize("part", [SNAPSHOT, MANIFEST])
def test_a_bad_copy_falls_back_to_the_generation_before(part: str, tmp_path: Path) -> None:
    with opened(tmp_path, renew=40.0) as house:
        while len(generations(house.target)) < 2:
            house.write()
            house.shipper.ship()
        path = newest(house) / part
        path.write_bytes(path.read_bytes()[: -len(path.read_bytes()) // 2])
        found, _ = restored(house)
        assert found.generation == generations(house.target)[0].name
        assert str(path) in found.problems[0]
        shutil.rmtree(generations(house.target)[0].folder)
        with pytest.raises(BadBackup, match=part):
            restored(house)


def test_a_restore_replaces_nothing_and_is_not_mixed_with_an_old_log(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        filled(house)
        expected = house.dump()
        with pytest.raises(Occupied):
            restore(house.target, house.file, None, lambda _done, _total: None)
        # The database was deleted, its log was not: SQLite would take it for that of the restored one.
        file = tmp_path / "lost.db"
        shutil.copy(log_of(house.file), log_of(file))
        found = restore(house.target, file, None, lambda _done, _total: None)
        assert [one.name.partition(".old-")[0] for one in found.set_aside] == ["lost.db-wal"]
        with closing(sqlite3.connect(file)) as connection:
            assert dump(connection) == expected
        with pytest.raises(BadBackup, match="no continuous backup"):
            restore(tmp_path / "nowhere", tmp_path / "x.db", None, lambda _done, _total: None)
        assert not (tmp_path / "x.db").exists()


def test_files_of_a_backup_are_private(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        filled(house)
        assert {oct(file.stat().st_mode & 0o777) for file in newest(house).iterdir()} == {"0o600"}
        assert oct(newest(house).stat().st_mode & 0o777) == "0o700"
