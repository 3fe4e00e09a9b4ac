"""Backups: everything comes back, from either database into either; nothing else is taken for a backup."""

import asyncio
import gzip
import hashlib
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, inspect, select, text

from old_databases import BEGIN, KINDS, NAMES, SampleDatabase, new_address, newer_steps, opened, random_move
from zashiki import Rng
from zashiki.store import steps
from zashiki.store.archive import BadArchive, Header, NotWritten, Reader, Writer
from zashiki.store.backup import NotEmpty, backup, check, restore
from zashiki.store.database import Database, Unavailable
from zashiki.store.schema import (
    challenges,
    devices,
    moves,
    passkeys,
    recovery_codes,
    reserved_names,
    tables,
    totp,
    undone,
)


async def filled(database: Database) -> SampleDatabase:
    """Something in every table, and every kind of value."""
    sample = SampleDatabase(database)
    await sample.create(accounts=True)
    await sample.table("over", rated=True)
    await sample.table("running", moves=5, game="hagakure", clock={"kind": "move"}, seed=2)
    await sample.say("over", "well played \U0001f375", 'a "line"\nand another')
    await sample.close(BEGIN)
    await sample.moderate(BEGIN)
    async with database.writing() as connection:
        await connection.execute(
            insert(undone),
            [{"table": "running", "ply": 3, "rules": 1, "moves": [{"ply": 3}], "why": "x", "at": n} for n in range(3)],
        )
        await connection.execute(insert(devices).values(key="d" * 64, player="p1", created_at=BEGIN, seen_at=BEGIN))
        await connection.execute(insert(reserved_names).values(skeleton="aki", player="p1", until=None))
        passkey = {"id": "credential", "player": "p1", "label": "a key", "public_key": b"\0\xff", "sign_count": 7}
        await connection.execute(insert(passkeys).values(**passkey, created_at=BEGIN))
        await connection.execute(insert(recovery_codes).values(key="r" * 64, player="p1"))
        await connection.execute(insert(totp).values(player="p1", secret=bytes(range(20)), last_step=5))
        await connection.execute(
            insert(challenges).values(key="c" * 64, challenge=bytes(32), purpose="sign-in", expires_at=BEGIN)
        )
    return sample


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database and its backup; read-only."""
    folder = tmp_path_factory.mktemp("first")

    async def make() -> None:
        async with opened(f"sqlite:///{folder}/zashiki.db") as database:
            await filled(database)
            await backup(database, folder / "backup.gz", BEGIN)

    asyncio.run(make())
    return folder


@pytest.fixture
def path(first: Path, tmp_path: Path) -> Path:
    """A backup of one's own."""
    return Path(shutil.copy(first / "backup.gz", tmp_path))


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
async def test_everything_is_restored(source: str, target: str, tmp_path: Path) -> None:
    path = tmp_path / "backup.gz"
    async with opened(new_address(source, tmp_path, "old")) as old, opened(new_address(target, tmp_path, "new")) as new:
        before = await (await filled(old)).everything()
        assert all(before.values()), "every table has rows in this test"
        header = await backup(old, path, BEGIN)
        assert header == await restore(new, path)
        assert await SampleDatabase(new).everything() == before
        assert header.rows == {name: len(rows) for name, rows in before.items()}
        # What PostgreSQL counts by itself goes on behind the rows that came.
        async with new.writing() as connection:
            await connection.execute(insert(undone).values(table="over", ply=0, rules=1, moves=[], why="", at=0))
            assert (await connection.execute(select(undone.c.id).order_by(undone.c.id))).scalars().all() == [1, 2, 3, 4]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_backup_is_a_consistent_snapshot(kind: str, tmp_path: Path) -> None:
    async with opened(new_address(kind, tmp_path)) as database, opened(new_address("sqlite", tmp_path, "new")) as new:
        sample = SampleDatabase(database)
        await sample.create()
        states = [await sample.table(f"t{number}", moves=2, seed=number) for number in range(3)]
        saving = asyncio.create_task(backup(database, tmp_path / "backup.gz", BEGIN))
        rng, turn = Rng(7), 0
        while not saving.done() and any(state.status == "running" for state in states):
            turn = (turn + 1) % len(states)
            if states[turn].status == "running":
                change = random_move(states[turn], rng, f"later {states[turn].ply}", BEGIN)
                states[turn] = await sample.write(states[turn], change, BEGIN)
        await saving
        await restore(new, tmp_path / "backup.gz")
        async with new.reading() as connection:
            for row in await connection.execute(select(tables)):
                made = await connection.execute(select(moves.c.ply).where(moves.c.table == row.id))
                assert sorted(made.scalars()) == list(range(row.ply))


@pytest.mark.parametrize("kind", KINDS)
async def test_only_an_empty_database_is_restored(kind: str, tmp_path: Path, path: Path) -> None:
    async with opened(new_address(kind, tmp_path)) as database:
        async with database.writing() as connection:
            await connection.execute(text("CREATE TABLE recipes (name TEXT)"))
        with pytest.raises(NotEmpty) as refused:
            await restore(database, path)
        assert refused.value.tables == 1
        async with database.reading() as connection:
            assert await connection.run_sync(lambda sync: inspect(sync).get_table_names()) == ["recipes"]


@pytest.mark.parametrize("kind", KINDS)
async def test_all_or_nothing(kind: str, tmp_path: Path, path: Path, first: Path) -> None:
    """A row that contradicts another, at the end of a file that is otherwise right."""
    forged(path, lambda lines: lines[-2][1].__setitem__(1, "no such table"))
    async with opened(new_address(kind, tmp_path)) as database:
        with pytest.raises(BadArchive, match="does not fit the schema"):
            await restore(database, path)
        async with database.reading() as connection:
            assert await connection.run_sync(lambda sync: inspect(sync).get_table_names()) == []
        await restore(database, first / "backup.gz")  # and it is still good for another try


def forged(path: Path, change: Callable[[list[Any]], object], *, fitting: bool = True) -> Path:
    """Change the lines of a backup; `fitting` makes the checksum fit again."""
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    change(lines)
    texts = [json.dumps(line, separators=(",", ":")) + "\n" for line in lines]
    if fitting:
        digest = hashlib.sha256("".join(texts[:-1]).encode()).hexdigest()
        texts[-1] = json.dumps({"sha256": digest}) + "\n"
    path.write_bytes(gzip.compress("".join(texts).encode()))
    return path


# Damaged backups


def test_truncated_backups_are_detected(path: Path) -> None:
    whole = path.read_bytes()
    plain = gzip.decompress(whole)
    lines = plain.splitlines(keepends=True)
    cuts = [whole[:length] for length in range(0, len(whole), 97)] + [whole[:-1], whole[:-8]]
    cuts += [gzip.compress(b"".join(lines[:count])) for count in (0, 1, 2, len(lines) // 2, len(lines) - 1)]
    cuts.append(gzip.compress(plain[:-1]))
    for cut in cuts:
        path.write_bytes(cut)
        with pytest.raises(BadArchive, match=r"is incomplete|not a Zashiki backup"):
            check(path)


def test_changed_bytes_are_detected_or_harmless(path: Path) -> None:
    whole, before = path.read_bytes(), read(path)
    unnoticed = 0
    for position in range(0, len(whole), 13):
        path.write_bytes(whole[:position] + bytes([whole[position] ^ 0x20]) + whole[position + 1 :])
        try:
            assert read(path) == before
            unnoticed += 1
        except BadArchive:
            pass
    assert unnoticed <= 10, "only the packer's own notes, such as its time, mean nothing"


def read(path: Path) -> list[Any]:
    with path.open("rb") as stream:
        reader = Reader(stream)
        return [reader.header, *reader.rows()]


@pytest.mark.parametrize(
    ("change", "fitting", "words"),
    [
        (lambda lines: lines[1][1].__setitem__(1, 5.0), False, "its checksum is wrong"),
        (lambda lines: lines[0].update(made_at=5.0), False, "its checksum is wrong"),
        (lambda lines: lines.pop(3), False, "its checksum is wrong"),
        (lambda lines: lines.insert(3, lines[2]), False, "too many rows of 'challenges'"),
        (lambda lines: lines.append(lines[2]), False, "there is data after its end"),
        (lambda lines: lines.insert(1, ["thieves", []]), True, "too many rows of 'thieves'"),
        (lambda lines: lines.insert(1, 5), True, "a line is not a row"),
        (lambda lines: lines[0]["rows"].pop("players"), True, "its first line is wrong"),
        (lambda lines: lines[0].pop("schema"), True, "its first line is wrong"),
        (lambda lines: lines[0]["columns"]["moves"].reverse(), True, "its tables are different"),
        (lambda lines: lines[0].update(schema="9999"), True, "made by a newer version of Zashiki"),
        (lambda lines: lines[0].update(format="zashiki-backup/2"), True, "has format zashiki-backup/2"),
        (lambda lines: lines[0].update(format="zashiki-record/1"), True, "is not a Zashiki backup"),
        (lambda lines: lines.__setitem__(0, []), True, "is not a Zashiki backup"),
    ],
)
async def test_a_changed_file_is_refused(
    tmp_path: Path, path: Path, change: Callable[[list[Any]], object], fitting: bool, words: str
) -> None:
    forged(path, change, fitting=fitting)
    async with opened(new_address("sqlite", tmp_path, "new")) as database:
        with pytest.raises(BadArchive, match=words):
            await restore(database, path)
    assert not (tmp_path / "new.db").exists(), "a file that is refused costs nothing"


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"\x1f\x8b", b"SQLite format 3\0", gzip.compress(b"\xff\n")],
    ids=["nothing", "json", "the beginning of one", "a database", "something packed"],
)
def test_other_files_are_not_backups(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(BadArchive, match="is not a Zashiki backup"):
        check(tmp_path / "other")


# Steps of the schema


@pytest.fixture
def a_newer_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes this Zashiki the next one."""
    return lambda: monkeypatch.setattr(steps, "SCRIPTS", newer_steps(tmp_path))


@pytest.mark.parametrize("kind", KINDS)
async def test_an_older_backup_is_migrated(
    kind: str, tmp_path: Path, path: Path, a_newer_version: Callable[[], None]
) -> None:
    a_newer_version()
    async with opened(new_address(kind, tmp_path)) as database:
        await restore(database, path)
        async with database.reading() as connection:
            assert await connection.run_sync(steps.step_of) == "9999"
            mottos = await connection.execute(text("SELECT name, motto FROM players ORDER BY id"))
            assert [tuple(row) for row in mottos] == [(name, "none") for name in NAMES]


async def test_an_old_database_can_be_backed_up_before_migrating(
    first: Path, path: Path, a_newer_version: Callable[[], None]
) -> None:
    before, last = read(path), steps.known_steps()[-1]
    a_newer_version()
    async with opened(f"sqlite:///{first}/zashiki.db") as database:
        assert (await backup(database, path, BEGIN, force=True)).schema == last
    assert read(path) == before


async def test_a_newer_backup_is_refused(
    tmp_path: Path, path: Path, a_newer_version: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_newer_version()
    async with opened(new_address("sqlite", tmp_path, "newer")) as database:
        await restore(database, path)
        await backup(database, path, BEGIN, force=True)
    monkeypatch.undo()
    with pytest.raises(BadArchive, match="made by a newer version of Zashiki: its schema is 9999"):
        check(path)


async def test_foreign_databases_are_not_backed_up(tmp_path: Path) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        with pytest.raises(Unavailable, match="not a database that this version"):
            await backup(database, tmp_path / "backup.gz", BEGIN)
    assert not list(tmp_path.glob("*.gz*"))


# The file


async def test_the_file_is_private_and_never_replaced_by_accident(tmp_path: Path, path: Path, first: Path) -> None:
    before = path.read_bytes()
    async with opened(f"sqlite:///{first}/zashiki.db") as database:
        with pytest.raises(FileExistsError):
            await backup(database, path, BEGIN + 1)
        assert path.read_bytes() == before
        await backup(database, path, BEGIN + 1, force=True)
        assert check(path).made_at == BEGIN + 1
        with pytest.raises(OSError, match="is not a regular file"):
            await backup(database, tmp_path, BEGIN, force=True)
    assert path.stat().st_mode & 0o077 == 0, "it holds seeds and passwords"
    assert list(tmp_path.iterdir()) == [path]


async def test_a_backup_that_fails_leaves_the_old_one(tmp_path: Path, path: Path, first: Path) -> None:
    before = path.read_bytes()

    def interrupted(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    async with opened(f"sqlite:///{first}/zashiki.db") as database:
        with pytest.raises(KeyboardInterrupt):
            await backup(database, path, BEGIN, force=True, progress=interrupted)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_reported_as_such() -> None:
    class Full(io.BytesIO):
        def write(self, _data: Any) -> int:
            raise OSError(28, "No space left on device")

    with pytest.raises(NotWritten, match="No space left on device"):
        Writer(Full(), Header("0001", BEGIN, {}, {})).end()


async def test_progress_reaches_the_end(tmp_path: Path, path: Path) -> None:
    steps: list[tuple[int, int]] = []
    async with opened(new_address("sqlite", tmp_path, "new")) as database:
        await restore(database, path, progress=lambda done, total: steps.append((done, total)))
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert steps[-1][0] == steps[-1][1] == 2 * check(path).total
