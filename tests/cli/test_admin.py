"""`zashiki admin`, with real databases."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

import zashiki
from cli.command import Command, environment, forged, outside, played, refused, usage_refused
from old_databases import BEGIN, DAY, KINDS, NAMES, SampleDatabase, at, fill, new_address, newer_steps
from support import record_of
from zashiki.cli.admin import common
from zashiki.cli.progress import Bar
from zashiki.core.record import Record, person
from zashiki.store import steps
from zashiki.store.files import ServerLock
from zashiki.store.schema import metadata, moves, results
from zashiki.store.tables import Tables
from zashiki.table.persistence import table_state_of
from zashiki.table.state import TableState


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A filled database of either kind."""
    found = new_address(request.param, tmp_path)
    at(found, fill)
    return found


@pytest.fixture
def sample_url(tmp_path: Path) -> str:
    """A filled SQLite database, for tests where the kind makes no difference."""
    found = new_address("sqlite", tmp_path)
    at(found, fill)
    return found


@pytest.fixture
def empty_url(tmp_path: Path) -> str:
    """A database without games."""
    found = new_address("sqlite", tmp_path, "empty")
    at(found, lambda sample: sample.create())
    return found


def everything(url: str) -> Any:
    return at(url, lambda sample: sample.everything())


# The command itself


def test_admin_alone_shows_the_help(command: Command) -> None:
    ran = command("admin")
    assert (ran.code, ran.err) == (0, "")
    for name in ("backup", "restore", "export", "import", "repair"):
        assert f"\n  {name} " in ran.out


def test_the_other_commands_do_not_import_the_database() -> None:
    heavy = ("asyncio", "sqlalchemy", "alembic", "pydantic")
    code = f"import sys, zashiki.cli.main; print([name for name in {heavy} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("backup", "'FILE'; see zashiki admin backup --help"),
        ("restore", "'FILE'"),
        ("export", "'FOLDER'"),
        ("import", "'FILE"),
        ("bakup x", "Did you mean 'backup'?"),
        ("backup x --database mysql://me:secret@host/db", "expected sqlite:///FILE or postgresql://"),
        ("backup x --database sqlite://", "a file: a database in memory is lost"),
        ("export x --game chess", "expected one of hagakure"),
        ("export x --since yesterday", "'yesterday' is not possible; expected a date such as 2026-05-31"),
    ],
)
def test_wrong_input(command: Command, line: str, words: str) -> None:
    found = usage_refused(command("admin", *line.split(" ")))
    assert words in found
    assert "secret" not in found


@pytest.mark.parametrize("line", ["backup {tmp}/x", "export {tmp}/x", "import {tmp}/x", "repair"])
def test_a_missing_database_is_reported(command: Command, tmp_path: Path, line: str) -> None:
    words = line.replace("{tmp}", str(tmp_path)).split(" ")
    missing = tmp_path / "folder" / "zashiki.db"
    assert "is not a Zashiki database" in refused(command("admin", *words, "--database", f"sqlite:///{missing}"), 1)
    assert not missing.parent.exists(), "nothing is made by looking"
    other = tmp_path / "other.db"
    other.write_text("A letter, which is no database. " * 100, "utf-8")
    assert "file is not a database" in refused(command("admin", *words, "--database", f"sqlite:///{other}"), 1)
    gone = "postgresql://me:secret@127.0.0.1:1/zashiki"
    found = refused(command("admin", *words, "--database", gone), 1)
    assert "postgresql://me:***@127.0.0.1:1/zashiki: " in found
    assert not (tmp_path / "x").exists()


def test_an_empty_postgresql_is_refused(command: Command, tmp_path: Path) -> None:
    empty = new_address("postgresql", tmp_path)
    assert "is not a Zashiki database" in refused(command("admin", "repair", "--database", empty), 1)


@pytest.mark.parametrize("line", ["backup x", "export x", "import x", "repair"])
def test_databases_of_other_versions_are_refused_except_for_backups(
    command: Command, empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as newer:
        newer.setattr(steps, "SCRIPTS", newer_steps(tmp_path))
        ran = command("admin", *line.split(" "), "--database", empty_url)
        if line == "backup x":
            assert ran.code == 0, "a backup before the migration must work"
        else:
            assert "is of an older version; 'zashiki serve' migrates it" in refused(ran, 1)
        at(empty_url, lambda sample: sample.database.migrate())
    ran = command("admin", *line.split(" "), "--database", empty_url)
    assert "was migrated by a newer version of Zashiki (schema 9999)" in refused(ran, 1)


def test_the_database_is_the_one_that_the_server_would_use(
    command: Command, sample_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "sqlite:///zashiki.db: is not a Zashiki database" in refused(command("admin", "repair"), 1)
    (tmp_path / "zashiki.toml").write_text('database = "sqlite:///sample.db"\n', "utf-8")
    assert "running" in command("admin", "repair").out
    monkeypatch.setenv("ZASHIKI_DATABASE", "sqlite:///elsewhere.db")
    assert "sqlite:///elsewhere.db: is not a Zashiki database" in refused(command("admin", "repair"), 1)
    assert "running" in command("admin", "repair", "--database", sample_url).out


# backup and restore


def test_a_backup_is_restored_into_another_database(command: Command, url: str, tmp_path: Path) -> None:
    path = tmp_path / "backup.gz"
    ran = command("admin", "backup", path, "--database", url)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{path}: 4 people, 4 tables, ")
    for number, kind in enumerate(KINDS):
        new = new_address(kind, tmp_path, f"new{number}")
        ran = command("admin", "restore", path, "--database", new)
        assert (ran.code, ran.err) == (0, "")
        assert ": 4 people, 4 tables, " in ran.out
        assert everything(new) == everything(url)
        line = refused(command("admin", "restore", path, "--database", new), 1)
        assert f"is not empty: it has {len(metadata.tables) + 1} tables" in line


def test_a_backup_is_not_replaced_by_accident(command: Command, sample_url: str, tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("precious", "utf-8")
    line = refused(command("admin", "backup", path, "--database", sample_url), 1)
    assert line == f"zashiki: {path}: already exists; --force replaces it\n"
    assert path.read_text("utf-8") == "precious"
    assert command("admin", "backup", path, "--force", "--database", sample_url).code == 0
    assert command("admin", "restore", path, "--database", new_address("sqlite", tmp_path, "new")).code == 0
    line = refused(command("admin", "backup", tmp_path / "no" / "x", "--database", sample_url), 1)
    assert line == f"zashiki: {tmp_path}/no/x: No such file or directory\n"


def test_nothing_is_restored_or_repaired_under_a_server(command: Command, sample_url: str, tmp_path: Path) -> None:
    path, new = tmp_path / "backup.gz", tmp_path / "new.db"
    for file in (new, Path(sample_url.partition(":///")[2])):
        lock = ServerLock(file)
        lock.acquire()
        try:
            url = f"sqlite:///{file}"
            if file != new:
                command("admin", "backup", path, "--database", url)  # harmless
                assert path.exists()
                before = everything(sample_url)
            for words in (("restore", path), ("repair", "--apply", "--force")):
                if words[0] == "restore" or file != new:
                    line = refused(command("admin", *words, "--database", url), 2)
                    assert "a file that no other server uses (this process)" in line
        finally:
            lock.release()
    assert everything(sample_url) == before
    assert not new.exists()


def test_bad_backups_are_refused(command: Command, sample_url: str, tmp_path: Path) -> None:
    path, new = tmp_path / "backup.gz", tmp_path / "new.db"
    command("admin", "backup", path, "--database", sample_url)
    whole = path.read_bytes()
    for content, words in ((whole[:-100], "is incomplete: its end is missing"), (b"{}", "is not a Zashiki backup")):
        path.write_bytes(content)
        line = refused(command("admin", "restore", path, "--database", f"sqlite:///{new}"), 1)
        assert line == f"zashiki: {path}: {words}\n"
    path.unlink()
    assert "No such file or directory" in refused(
        command("admin", "restore", path, "--database", f"sqlite:///{new}"), 1
    )
    assert not new.exists()


def test_a_backup_shows_its_progress_and_can_be_interrupted(
    command: Command, sample_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[int, int]] = []

    class Watched(Bar):
        def at(self, done: int) -> None:
            shown.append((done, self.total))

    monkeypatch.setattr(common, "Bar", Watched)
    command("admin", "backup", tmp_path / "x", "--database", sample_url)
    assert shown[-1][0] == shown[-1][1] > 100

    def impatient(_self: object, _done: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Watched, "at", impatient)
    ran = command("admin", "backup", tmp_path / "y", "--database", sample_url)
    assert (ran.code, ran.out, ran.err) == (130, "", "")
    assert not [one for one in tmp_path.iterdir() if "y" in one.name]


# export


def test_every_exported_record_verifies(command: Command, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "records" / "all"
    ran = command("admin", "export", folder, "--database", url)
    assert (ran.code, ran.out, ran.err) == (0, f"3 records in {folder}\n", "")
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["2026-02-02-hiroba-one.json", "2026-02-03-hiroba-two.json", "2026-02-04-hagakure-three.json"]
    for path in folder.iterdir():
        assert command("verify", path).code == 0
        record = zashiki.load(path)
        assert record == kept(url)[path.stem.rsplit("-", 1)[1]], "the same that the server gives"
        assert [player["name"] for player in record.players] == list(NAMES[: record.data["seats"]])
        assert abs(path.stat().st_mtime - BEGIN) < 3 * DAY, "the file is as old as the game"
    assert command("admin", "export", folder, "--database", url).code == 0, "once more does no harm"


@pytest.mark.parametrize(
    ("options", "tables"),
    [
        (["--game", "hagakure"], ["three"]),
        (["--since", "2026-02-03"], ["three", "two"]),
        (["--since", "2026-02-03T23:59:59+00:00", "--game", "hiroba"], []),
        (["--since", "2026-02-04", "--game", "hagakure"], ["three"]),
    ],
)
def test_a_selection_of_records_is_exported(
    command: Command, sample_url: str, tmp_path: Path, options: list[str], tables: list[str]
) -> None:
    assert command("admin", "export", tmp_path / "some", *options, "--database", sample_url).code == 0
    assert sorted(path.stem.rsplit("-", 1)[1] for path in (tmp_path / "some").iterdir()) == tables


def test_records_that_do_not_verify_are_not_exported(
    command: Command, sample_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cheat(sample: SampleDatabase) -> None:
        async with sample.database.writing() as connection:
            one = select(moves.c.move).where(moves.c.table == "one", moves.c.ply == 1).scalar_subquery()
            await connection.execute(update(moves).where(moves.c.table == "one", moves.c.ply == 0).values(move=one))

    at(sample_url, cheat)
    monkeypatch.setattr(zashiki.games()["hagakure"], "version", 2)
    ran = command("admin", "export", tmp_path / "some", "--database", sample_url)
    assert (ran.code, ran.out) == (1, f"1 record in {tmp_path}/some\n")
    cheated, old = ran.err.splitlines()
    assert cheated.startswith("zashiki: table one: ")
    assert (
        old
        == "zashiki: table three: was played under version 1 of the rules, which is not supported; this is version 2"
    )
    assert [path.name for path in (tmp_path / "some").iterdir()] == ["2026-02-03-hiroba-two.json"]


def test_exporting_to_a_file_is_refused(command: Command, sample_url: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refused(command("admin", "export", tmp_path / "file", "--database", sample_url), 1)


# import


def kept(url: str) -> dict[str, Record]:
    """Every finished game of a database, as its server would export it."""

    async def work(sample: SampleDatabase) -> dict[str, Record]:
        tables = Tables(sample.database)
        found: dict[str, Record] = {}
        for table in await tables.finished():
            rows = await tables.find(table)
            assert rows is not None
            found[table] = record_of(await table_state_of(*rows))
        return found

    return at(url, work)


def test_records_are_imported(command: Command, url: str, tmp_path: Path) -> None:
    old = new_address("sqlite", tmp_path, "old")
    at(old, fill)

    async def more(sample: SampleDatabase) -> TableState:
        return await sample.table("four", game="sakura", seats=2, at=BEGIN + 3 * DAY, seed=9)

    at(old, more)
    folder = tmp_path / "records"
    command("admin", "export", folder, "--database", old)
    before = everything(url)
    ran = command("admin", "import", folder, "--database", url)
    assert (ran.code, ran.out, ran.err) == (0, "1 record imported, 3 already known, 0 refused\n", "")
    (new,) = kept(url).keys() - {"one", "two", "three"}
    assert kept(url)[new] == kept(old)["four"]
    assert everything(url)["ratings"] == before["ratings"] == []
    rows = everything(url)
    (row,) = [row for row in rows["tables"] if row.id == new]
    assert (row.status, row.host, row.listed, row.deadline) == ("over", None, False, None)
    assert abs(row.ended_at - at(old, ended)) < 1, "the file told when the game ended"
    mine = [one for one in rows["results"] if one.table == new]
    record = kept(url)[new].data
    assert [one.score for one in mine] == record["result"]["scores"]
    assert [one.seat for one in mine if one.share > 0] == record["result"]["winners"]
    assert not any(one.rated or one.player or one.left for one in mine)
    ran = command("admin", "import", *sorted(folder.iterdir()), "--database", url)
    assert (ran.code, ran.out) == (0, "0 records imported, 4 already known, 0 refused\n")


async def ended(sample: SampleDatabase) -> float:
    async with sample.database.reading() as connection:
        found = await connection.execute(select(results.c.ended_at).where(results.c.table == "four"))
        return float(found.scalars().first() or 0)


def test_a_game_of_the_terminal_is_imported(command: Command, empty_url: str, record: Path) -> None:
    """It has no player seeds and no names, and must still verify when exported again."""
    assert command("admin", "import", record, record, "--database", empty_url).out.startswith(
        "1 record imported, 1 already known"
    )
    (kept_one,) = kept(empty_url).values()
    assert kept_one.data["fair"] == zashiki.load(record).data["fair"]
    assert kept_one.players == [person(None)] * 4
    assert zashiki.verify(kept_one) > 0


def test_the_same_deal_with_other_moves_is_another_game(command: Command, empty_url: str, tmp_path: Path) -> None:
    for name, last in (("first", 0), ("last", -1)):
        match = zashiki.new("hiroba", seed=5)
        while not match.over:
            seat = match.waiting[0]
            match.play(seat, match.legal(seat)[last])
        zashiki.save(match.record(), tmp_path / f"{name}.json")
    ran = command("admin", "import", tmp_path / "first.json", tmp_path / "last.json", "--database", empty_url)
    assert ran.out == "2 records imported, 0 already known, 0 refused\n"


def test_impossible_names_are_cleaned(command: Command, empty_url: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    zashiki.save(played(rounds=1).record(players=["a\0b\n", "x" * 100, " \t", "Zoë 🌸"]), path)
    assert command("admin", "import", path, "--database", empty_url).code == 0
    (kept_one,) = kept(empty_url).values()
    assert [player["name"] for player in kept_one.players] == ["ab", "x" * 40, None, "Zoë 🌸"]


def wrong_records(path: Path) -> dict[str, tuple[Path, str]]:
    """Records that are rejected, and why."""
    running = played(rounds=1, moves=3).record()
    zashiki.save(running, path / "running.json")
    whole = played(rounds=1).record()
    for name in ("tampered", "unlucky", "older", "seeds", "nul"):
        zashiki.save(whole, path / f"{name}.json")
    forged(path / "tampered.json", lambda data: data["moves"].pop(), fitting=False)
    forged(path / "unlucky.json", lambda data: data["fair"].update(commitment="0" * 64))
    forged(path / "older.json", lambda data: data.update(version=0))
    for name, seeds in (("seeds", ("a", "b", "c", "d", "e")), ("nul", ("a\0", "b"))):
        fair = zashiki.Fair(bytes(32), seeds)
        match = zashiki.new("hagakure", fair=fair, rounds=1)
        while not match.over:
            match.play(match.waiting[0], match.legal(match.waiting[0])[0])
        zashiki.save(match.record(), path / f"{name}.json")
    (path / "letter.json").write_text("Dear friends", "utf-8")
    return {
        "running.json": (path, "the game is not over"),
        "tampered.json": (path, "expected 37 moves"),
        "unlucky.json": (path, "the hash of the server seed"),
        "older.json": (path, "expected version 1 of Hagakure"),
        "seeds.json": (path, "player seeds cannot be stored: 5 of them for 4 seats"),
        "nul.json": (path, "player seeds cannot be stored"),
        "letter.json": (path, "JSON"),
        "missing.json": (path, "No such file or directory"),
    }


def test_rejected_records_are_reported(command: Command, empty_url: str, record: Path, tmp_path: Path) -> None:
    folder = tmp_path / "wrong"
    folder.mkdir()
    wrong = wrong_records(folder)
    before = everything(empty_url)
    ran = command("admin", "import", *(folder / name for name in wrong), record, "--database", empty_url)
    assert (ran.code, ran.out) == (1, f"1 record imported, 0 already known, {len(wrong)} refused\n")
    lines = ran.err.splitlines()
    assert len(lines) == len(wrong)
    for line, (name, (path, words)) in zip(lines, wrong.items(), strict=True):
        assert line.startswith(f"zashiki: {path / name}: ")
        assert words in line
    after = everything(empty_url)
    assert len(after["tables"]) == len(before["tables"]) + 1


@pytest.mark.parametrize(
    "change", [lambda data: data.update(fair=None), lambda data: data["fair"].update(server_seed=None)]
)
def test_deals_that_cannot_be_checked_are_reported(
    command: Command, empty_url: str, record: Path, tmp_path: Path, change: Callable[[Any], object]
) -> None:
    forged(record, change)
    ran = command("admin", "import", record, "--database", empty_url)
    assert (ran.code, ran.out) == (1, "0 records imported, 0 already known, 1 refused\n")
    assert "its draws cannot be verified: it has no seeds" in ran.err
    for words in ("1 record imported, 0 already known", "0 records imported, 1 already known"):
        ran = command("admin", "import", "--unverified", record, "--database", empty_url)
        assert ran.out.startswith(words)
        assert ran.code == 0
    (kept_one,) = kept(empty_url).values()
    assert kept_one.moves == zashiki.load(record).moves
    assert kept_one.data["fair"] is None
    ran = command("admin", "export", tmp_path / "out", "--database", empty_url)
    assert (ran.code, ran.out) == (1, f"0 records in {tmp_path}/out\n")
    assert "its draws cannot be verified" in ran.err
    assert command("admin", "export", tmp_path / "out", "--unverified", "--database", empty_url).code == 0
    (path,) = (tmp_path / "out").iterdir()
    assert zashiki.load(path) == kept_one


# repair


async def break_a_move(sample: SampleDatabase) -> None:
    async with sample.database.writing() as connection:
        await connection.execute(
            update(moves).where(moves.c.table == "running", moves.c.ply == 22).values(move="fly away")
        )


def test_healthy_tables_need_no_repair(command: Command, sample_url: str) -> None:
    before = everything(sample_url)
    ran = command("admin", "repair", "--database", sample_url)
    assert (ran.code, ran.err) == (0, "")
    assert "1 table fine, nothing to repair" in ran.out
    assert command("admin", "repair", "--apply", "--database", sample_url).out == ran.out
    assert everything(sample_url) == before


def test_a_database_without_games_needs_no_repair(command: Command, empty_url: str) -> None:
    assert command("admin", "repair", "--database", empty_url).out == "no table is running\n"


def test_a_table_is_moved_to_newer_rules_that_its_game_fits(
    command: Command, sample_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zashiki.games()["hiroba"], "version", 2)
    before = everything(sample_url)
    ran = command("admin", "repair", "--database", sample_url)
    (line,) = [line for line in ran.out.splitlines() if line.startswith("running")]
    assert line.split()[1:5] == ["hiroba", "1", "→", "2"]
    assert line.endswith("fits the newer rules")
    assert "0 tables fine, 1 to repair; nothing was written, --apply does it" in ran.out
    assert everything(sample_url) == before
    assert "0 tables fine, 1 repaired" in command("admin", "repair", "--apply", "--database", sample_url).out
    assert "1 table fine, nothing to repair" in command("admin", "repair", "--database", sample_url).out


def test_a_broken_table_is_repaired(command: Command, url: str) -> None:
    at(url, break_a_move)
    before = everything(url)
    ran = command("admin", "repair", "--database", url)
    assert ran.code == 0
    assert "broken at ply 22: " in ran.out
    assert "fly away" in ran.out
    assert everything(url) == before
    assert "0 tables fine, 1 repaired" in command("admin", "repair", "--apply", "--database", url).out
    after = everything(url)
    (row,) = [row for row in after["tables"] if row.id == "running"]
    assert row.ply == 22
    (lost,) = after["undone"]
    assert lost.moves[0]["move"] == "fly away"
    assert "1 table fine, nothing to repair" in command("admin", "repair", "--database", url).out


def test_the_database_of_a_running_server_is_not_repaired(command: Command, sample_url: str) -> None:
    at(sample_url, break_a_move)
    at(sample_url, lambda sample: sample.close(time.time() + 100))  # the server looks alive for the whole test
    before = everything(sample_url)
    assert "the server is running; stop it first" in refused(
        command("admin", "repair", "--apply", "--database", sample_url), 1
    )
    assert everything(sample_url) == before
    assert "broken at ply 22" in command("admin", "repair", "--database", sample_url).out, "looking is no harm"
    assert "1 repaired" in command("admin", "repair", "--apply", "--force", "--database", sample_url).out


def test_an_irreparable_table_is_reported(command: Command, sample_url: str) -> None:
    async def another_game(sample: SampleDatabase) -> None:
        found = await Tables(sample.database).find("running")
        assert found is not None
        await sample.change("running", settings={**found[0].settings, "options": {"wings": 2}})

    at(sample_url, another_game)
    ran = command("admin", "repair", "--apply", "--database", sample_url)
    assert ran.code == 1
    assert "cannot be repaired: " in ran.out
    assert "wings" in ran.out


def test_the_command_works_as_a_process(sample_url: str, tmp_path: Path) -> None:
    ran = outside("admin", "backup", tmp_path / "x", "--database", sample_url)
    assert (ran.returncode, ran.stderr) == (0, "")
    ran = outside("admin", "restore", tmp_path / "x", "--database", sample_url)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "is not empty" in ran.stderr
    assert ran.stderr.count("\n") == 1
