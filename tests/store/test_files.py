"""The files of SQLite belong to one person and to one server."""

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from store.captured import Captured
from zashiki.store import database as databases
from zashiki.store import files
from zashiki.store.database import Database, DatabaseInUse
from zashiki.store.files import InUse, ServerLock

HOLD = """
import sys, time
from collections.abc import Iterator
from pathlib import Path
from zashiki.store.files import ServerLock
ServerLock(Path(sys.argv[1])).acquire()
if len(sys.argv) > 2:
    import os
    if os.fork() == 0:
        time.sleep(600)
print("held", flush=True)
time.sleep(600)
"""


@pytest.fixture
def logs(monkeypatch: pytest.MonkeyPatch) -> Captured:
    """What opening a database logs."""
    captured = Captured()
    monkeypatch.setattr(databases, "log", captured)
    return captured


def modes(folder: Path) -> dict[str, str]:
    return {file.name: oct(stat.S_IMODE(file.stat().st_mode)) for file in folder.iterdir()}


def holder(file: Path, *more: str) -> subprocess.Popen[str]:
    """Another process that holds the lock."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    line = [sys.executable, "-c", HOLD, str(file), *more]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


# Secrets


@pytest.fixture
def careless() -> Iterator[None]:
    """A user whose new files anybody may read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("careless")
async def test_no_file_of_a_new_database_is_ever_readable_by_others(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/zashiki.db")
    database.claim()
    seen: list[dict[str, str]] = []
    event.listen(database.engine.sync_engine, "connect", lambda *_: seen.append(modes(tmp_path)), insert=True)
    await database.migrate()
    assert seen[0] == {"zashiki.db": "0o600", "zashiki.db.lock": "0o600"}  # before anything is in it
    async with database.reading():
        found = modes(tmp_path)
    await database.close()
    assert found.keys() == {"zashiki.db", "zashiki.db-wal", "zashiki.db-shm", "zashiki.db.lock"}
    assert set(found.values()) == {"0o600"}


async def test_the_files_of_an_older_version_are_taken_away_from_others(tmp_path: Path, logs: Captured) -> None:
    old = Database(f"sqlite:///{tmp_path}/zashiki.db")
    await old.migrate()
    async with old.reading():
        for file in tmp_path.iterdir():
            file.chmod(0o644)
        new = Database(f"sqlite:///{tmp_path}/zashiki.db")
        assert set(modes(tmp_path).values()) == {"0o644"}
        new.claim()
        assert set(modes(tmp_path).values()) == {"0o600"}
        assert {Path(line["file"]).name for line in logs} == {"zashiki.db", "zashiki.db-wal", "zashiki.db-shm"}
        await new.close()
    await old.close()


async def test_files_that_cannot_be_taken_away_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logs: Captured
) -> None:
    database = Database(f"sqlite:///{tmp_path}/zashiki.db")
    (tmp_path / "zashiki.db").touch(0o644)

    def not_mine(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", not_mine)
    database.claim()
    assert [(line["log_level"], Path(line["file"]).name) for line in logs] == [("error", "zashiki.db")]
    await database.close()


# One server


async def test_a_second_server_is_refused_and_told_who_is_there(tmp_path: Path) -> None:
    file = tmp_path / "zashiki.db"
    other = holder(file)
    (tmp_path / "alias.db").symlink_to(file)
    try:
        for name in ("zashiki.db", "alias.db"):
            database = Database(f"sqlite:///{tmp_path}/{name}")
            with pytest.raises(DatabaseInUse, match=f"process {other.pid} of this machine"):
                database.claim()
            assert f"process {other.pid}" in (database.in_use() or "")
            await database.close()
    finally:
        end(other)
    database = Database(f"sqlite:///{file}")
    assert database.in_use() is None  # although the file of the lock is still there
    database.claim()
    await database.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only Unix forks")
def test_a_process_that_a_killed_server_has_left_behind_does_not_keep_the_lock(tmp_path: Path) -> None:
    other = holder(tmp_path / "zashiki.db", "forks")
    try:
        other.send_signal(signal.SIGKILL)
        other.wait()
        lock = ServerLock(tmp_path / "zashiki.db")
        lock.acquire()
        lock.release()
    finally:
        os.killpg(other.pid, signal.SIGKILL)  # what it has forked; it leads a group of its own
        end(other)


def test_one_process_cannot_take_the_lock_twice(tmp_path: Path) -> None:
    first, second = ServerLock(tmp_path / "zashiki.db"), ServerLock(tmp_path / "zashiki.db")
    first.acquire()
    with pytest.raises(InUse, match="this process"):
        second.acquire()
    assert second.taken() == "this process"
    first.release()
    second.acquire()
    second.release()
    assert second.taken() is None


def test_who_looks_at_the_lock_does_not_take_it(tmp_path: Path) -> None:
    lock = ServerLock(tmp_path / "zashiki.db")
    assert lock.taken() is None
    assert not lock.path.exists()


def test_an_unreadable_note_in_the_lock_does_not_matter(tmp_path: Path) -> None:
    other = holder(tmp_path / "zashiki.db")
    try:
        lock = ServerLock(tmp_path / "zashiki.db")
        lock.path.write_text("?")
        assert lock.taken() == "another process"
    finally:
        end(other)


@pytest.mark.parametrize(
    ("path", "expected"), [("/srv/games/zashiki.db", "nfs4"), ("/srv/my games/x", "ext4"), ("/srv/gamesx", None)]
)
def test_network_file_systems_are_recognised(path: str, expected: str | None, tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("root / xfs rw 0 0\nhost:/x /srv/games nfs4 rw 0 0\n/dev/sdb /srv/my\\040games ext4 rw 0 0\n")
    assert files.file_system_of(Path(path), mounts) == (expected or "xfs")
    assert files.file_system_of(Path(path), tmp_path / "none") is None


async def test_a_database_on_a_network_file_system_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logs: Captured
) -> None:
    monkeypatch.setattr(files, "on_network", lambda _: "nfs4")
    database = Database(f"sqlite:///{tmp_path}/zashiki.db")
    database.claim()
    assert [(line["log_level"], line["kind"]) for line in logs] == [("error", "nfs4")]
    await database.close()


async def test_postgresql_serves_several() -> None:
    database = Database("postgresql://me@127.0.0.1:1/name")
    database.claim()
    assert database.in_use() is None
    await database.close()
