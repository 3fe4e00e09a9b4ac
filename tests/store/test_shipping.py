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


class Installation:
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
def opened(tmp_path: Path, **settings: Any) -> Generator[Installation]:
    installation = Installation(tmp_path, **settings)
    try:
        yield installation
    finally:
        installation.close()


def restored(installation: Installation, at: float | None = None) -> tuple[Restored, Dump]:
    file = installation.file.with_name("restored.db")
    file.unlink(missing_ok=True)
    found = restore(installation.target, file, at, lambda _done, _total: None)
    with closing(sqlite3.connect(file)) as connection:
        return found, dump(connection)


def trouble(installation: Installation) -> str | None:
    """What the backup complains about."""
    return installation.shipper.state.problem


def newest(installation: Installation) -> Path:
    return generations(installation.target)[-1].folder


def test_every_pass_ships_everything_and_every_moment_can_be_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipping, "CHECKPOINT", 100)
    with opened(tmp_path) as installation:
        moments: list[tuple[float, Dump]] = []
        for number in range(12):
            installation.write(40)
            if number == 6:
                installation.shrink()
            installation.shipper.ship()
            moments.append((installation.clock.time, installation.dump()))
        assert trouble(installation) is None
        assert len(generations(installation.target)) == 1  # the log was restarted in between, with no gap
        assert installation.shipper.state.position > 2 * shipping.CHECKPOINT
        assert log_of(installation.file).stat().st_size < 4096 * installation.shipper.state.position
        found, last = restored(installation)
        assert last == installation.dump()
        assert (found.problems, found.position) == ((), installation.shipper.state.position)
        for at, expected in moments[::3]:
            assert restored(installation, at)[1] == expected
        with pytest.raises(BadBackup, match="begins at 2027"):
            restored(installation, moments[0][0] - 100)


def test_a_log_that_somebody_else_restarts_begins_a_new_generation(tmp_path: Path) -> None:
    with opened(tmp_path) as installation:
        installation.write()
        installation.shipper.ship()
        installation.shipper._guard.execute("ROLLBACK")  # type: ignore[union-attr]
        for _ in range(2):
            installation.write()
            installation.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        installation.write()
        installation.shipper.ship()
        assert "restarted by somebody else" in (trouble(installation) or "")
        installation.shipper.ship()
        assert trouble(installation) is None
        assert len(generations(installation.target)) == 2
        assert restored(installation)[1] == installation.dump()


def test_others_cannot_restart_the_log_unseen(tmp_path: Path) -> None:
    with opened(tmp_path) as installation:
        other = installation.connect(checkpoint=1)  # as the commands of `zashiki admin` do
        for _ in range(30):
            installation.write()
            other.execute("INSERT INTO players (content) VALUES (x'00')")
            installation.shipper.ship()
        other.close()
        assert len(generations(installation.target)) == 1
        assert restored(installation)[1] == installation.dump()


def test_a_log_is_restarted_while_others_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipping, "CHECKPOINT", 5)
    with opened(tmp_path) as installation:
        control = installation.shipper._control
        between = iter(range(1000))

        def busy() -> sqlite3.Connection:
            if next(between) % 3 == 0:
                installation.write(1)  # somebody is always faster
            return control()

        monkeypatch.setattr(installation.shipper, "_control", busy)
        for _ in range(60):
            installation.shipper.ship()
        monkeypatch.undo()
        installation.shipper.ship()
        installation.shipper.ship()
        assert trouble(installation) is None
        assert len(generations(installation.target)) == 1
        assert restored(installation)[1] == installation.dump()


def test_a_long_reader_is_not_waited_for_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipping, "CHECKPOINT", 20)
    with opened(tmp_path) as installation:
        installation.shipper.ship()
        reader = installation.connect()
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM moves").fetchone()
        tried: list[bool] = []
        restart = installation.shipper._restart_log

        def counted(chain: Any) -> bool:
            tried.append(restart(chain))
            return tried[-1]

        monkeypatch.setattr(installation.shipper, "_restart_log", counted)
        for _ in range(30):
            installation.write(1)
            installation.shipper.ship()
        assert 0 < tried.count(False) == len(tried) < 10  # while it held everybody up, every pass would be one
        reader.close()
        for _ in range(30):
            installation.write(5)
            installation.shipper.ship()
        assert tried[-1]
        assert (trouble(installation), len(generations(installation.target))) == (None, 1)
        assert restored(installation)[1] == installation.dump()


def test_a_new_generation_begins_while_the_old_one_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path, renew=20.0, keep=60.0) as installation:
        names: set[str] = set()
        for _ in range(60):
            installation.write()
            installation.shipper.ship()
            names |= {one.name for one in generations(installation.target)}
        assert trouble(installation) is None
        left = {one.name for one in generations(installation.target)}
        assert len(names) > len(left) > 1  # the oldest are deleted
        assert restored(installation)[1] == installation.dump()


def test_a_full_folder_stops_nobody_and_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with opened(tmp_path) as installation:
        installation.write()
        installation.shipper.ship()
        with monkeypatch.context() as disk:
            disk.setattr(shipping, "write_segment", full)
            for _ in range(3):
                installation.write()
                installation.shipper.ship()
            assert trouble(installation) == "OSError: No space left on device"
            assert installation.shipper.state.waiting > 0
        installation.shipper.ship()
        assert trouble(installation) is None
        assert installation.shipper.state == replace(installation.shipper.state, waiting=0)
        assert len(generations(installation.target)) == 1
        assert restored(installation)[1] == installation.dump()
        # If it stays full, the log must not grow for ever; then it begins anew.
        monkeypatch.setattr(shipping, "LOG_MOST", 3_000_000)
        with monkeypatch.context() as disk:
            disk.setattr(shipping, "write_segment", full)
            for _ in range(12):
                installation.write(300)
                installation.shipper.ship()
            assert log_of(installation.file).stat().st_size < 12_000_000
        installation.shipper.ship()
        installation.shipper.ship()
        assert trouble(installation) is None
        assert restored(installation)[1] == installation.dump()


def test_a_folder_that_cannot_be_written_is_reported_and_retried(tmp_path: Path) -> None:
    with opened(tmp_path) as installation:
        installation.target.write_text("a file is in the way")
        installation.write()
        installation.shipper.ship()
        assert trouble(installation) is not None
        assert installation.shipper.state.generation is None
        installation.target.unlink()
        installation.shipper.ship()
        installation.shipper.ship()
        assert trouble(installation) is None
        assert restored(installation)[1] == installation.dump()


def filled(installation: Installation) -> list[Dump]:
    """A backup of several segments; what it contained after each."""
    after = []
    for _ in range(6):
        installation.write()
        installation.shipper.ship()
        after.append(installation.dump())
    return after


@pytest.mark.parametrize("harm", ["damaged", "truncated", "missing"])
def test_a_bad_segment_is_named_and_everything_before_it_is_restored(harm: str, tmp_path: Path) -> None:
    with opened(tmp_path) as installation:
        after = filled(installation)
        segments = sorted(newest(installation).glob("*.wal"))
        victim = segments[3]
        content = bytearray(victim.read_bytes())
        if harm == "missing":
            victim.unlink()
        else:
            content[len(content) // 2] ^= 1
            victim.write_bytes(content if harm == "damaged" else content[:-7])
        found, last = restored(installation)
        assert found.segments == 3
        assert len(found.problems) == 1
        assert str(victim) in found.problems[0]
        assert last in after[:4]


@pytest.mark.parametrize("part", [SNAPSHOT, MANIFEST])
def test_a_bad_copy_falls_back_to_the_generation_before(part: str, tmp_path: Path) -> None:
    with opened(tmp_path, renew=40.0) as installation:
        while len(generations(installation.target)) < 2:
            installation.write()
            installation.shipper.ship()
        path = newest(installation) / part
        path.write_bytes(path.read_bytes()[: -len(path.read_bytes()) // 2])
        found, _ = restored(installation)
        assert found.generation == generations(installation.target)[0].name
        assert str(path) in found.problems[0]
        shutil.rmtree(generations(installation.target)[0].folder)
        with pytest.raises(BadBackup, match=part):
            restored(installation)


def test_a_restore_replaces_nothing_and_is_not_mixed_with_an_old_log(tmp_path: Path) -> None:
    with opened(tmp_path) as installation:
        filled(installation)
        expected = installation.dump()
        with pytest.raises(Occupied):
            restore(installation.target, installation.file, None, lambda _done, _total: None)
        # The database was deleted, its log was not: SQLite would take it for that of the restored one.
        file = tmp_path / "lost.db"
        shutil.copy(log_of(installation.file), log_of(file))
        found = restore(installation.target, file, None, lambda _done, _total: None)
        assert [one.name.partition(".old-")[0] for one in found.set_aside] == ["lost.db-wal"]
        with closing(sqlite3.connect(file)) as connection:
            assert dump(connection) == expected
        with pytest.raises(BadBackup, match="no continuous backup"):
            restore(tmp_path / "nowhere", tmp_path / "x.db", None, lambda _done, _total: None)
        assert not (tmp_path / "x.db").exists()


def test_files_of_a_backup_are_private(tmp_path: Path) -> None:
    with opened(tmp_path) as installation:
        filled(installation)
        assert {oct(file.stat().st_mode & 0o777) for file in newest(installation).iterdir()} == {"0o600"}
        assert oct(newest(installation).stat().st_mode & 0o777) == "0o700"
