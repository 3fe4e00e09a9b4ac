"""`zashiki admin doctor` names each thing that is broken, and says what to do."""

import json
import os
import sqlite3
import time
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from backing_services import redis_url
from cli.command import POSIX, Command
from old_databases import KINDS, at, fill, new_address
from store.test_examine import damage
from zashiki.cli.admin import doctor
from zashiki.cli.progress import Bar
from zashiki.server import checkup
from zashiki.server.config import PREFIX, Config
from zashiki.server.retention import policy_of
from zashiki.store import files
from zashiki.store.files import ServerLock
from zashiki.store.shipping import Shipper

GUEST = "INSERT INTO players (id, name, preferences, created_at, seen_at) VALUES ('old{number}', 'Aki', '{{}}', 1, 1)"
Findings = dict[str, list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without settings, and no settings from outside."""
    monkeypatch.chdir(tmp_path)
    tmp_path.chmod(0o700)
    for name in [*os.environ]:
        if name.startswith(PREFIX) and name != f"{PREFIX}EXPECT_LANE":
            monkeypatch.delenv(name)
    monkeypatch.setenv(f"{PREFIX}PORT", "0")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    at(new_address("sqlite", tmp_path, "zashiki"), fill)
    return tmp_path / "zashiki.db"


def examined(command: Command, *more: str) -> tuple[int, Findings]:
    ran = command("admin", "doctor", "--json", *more)
    found: Findings = {}
    for one in json.loads(ran.out):
        found.setdefault(one["check"], []).append(one)
    return ran.code, found


def worst(found: Findings) -> dict[str, str]:
    """Every check that is not ok."""
    order = ("ok", "warn", "fail")
    states = {check: max((one["state"] for one in ones), key=order.index) for check, ones in found.items()}
    return {check: state for check, state in states.items() if state != "ok" and check != "version"}


def raw(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize("kind", KINDS)
def test_a_sound_installation_has_nothing_wrong(kind: str, command: Command, tmp_path: Path) -> None:
    url = new_address(kind, tmp_path, "zashiki")
    at(url, fill)
    code, found = examined(command, "--full", "--database", url)
    assert code == 0
    assert worst(found) == ({"backup": "warn"} if kind == "sqlite" else {})
    assert found["games"][-1]["found"] == "4 games replayed"
    assert all(bool(one["remedy"]) == (one["state"] != "ok") for ones in found.values() for one in ones)
    ran = command("admin", "doctor", "--database", url)
    assert ran.out.splitlines()[-1].startswith("0 failures")
    assert "schema: " in ran.out


@POSIX
def test_files_that_others_can_read(command: Command, file: Path, tmp_path: Path) -> None:
    file.chmod(0o644)
    tmp_path.chmod(0o777)
    code, found = examined(command)
    assert code == 1
    assert worst(found) == {"permissions": "fail", "folder": "fail", "backup": "warn"}
    assert "chmod 600" in found["permissions"][0]["remedy"]
    tmp_path.chmod(0o755)
    assert worst(examined(command)[1])["folder"] == "warn"


def test_a_missing_database(command: Command) -> None:
    code, found = examined(command)
    assert code == 1
    assert worst(found)["database"] == "fail"


def test_damage_and_games_that_do_not_fit(command: Command, file: Path) -> None:
    raw(
        file,
        """UPDATE moves SET move = 'nonsense' WHERE "table" = 'one' AND ply = 5""",
        """DELETE FROM moves WHERE "table" = 'two' AND ply = 5""",
        """UPDATE results SET "table" = 'nowhere' WHERE "table" = 'three'""",
    )
    code, found = examined(command, "--full")
    assert code == 1
    assert worst(found) == {"moves": "fail", "games": "fail", "pages": "fail", "backup": "warn"}
    assert "table two" in found["moves"][0]["found"]
    assert {one["found"].split(":")[0] for one in found["games"][:-1]} == {"table one", "table two"}
    assert found["pages"][0]["found"] == "orphaned row in results"


def test_a_damaged_page(command: Command, file: Path) -> None:
    damage(file, "chat")
    code, found = examined(command)
    assert (code, worst(found)["pages"]) == (1, "fail")


def test_an_older_schema_and_a_clock_set_back(command: Command, file: Path) -> None:
    raw(file, f"UPDATE server_state SET value = {time.time() + 3600} WHERE key = 'alive'")
    raw(file, f"INSERT OR IGNORE INTO server_state VALUES ('alive', {time.time() + 3600})")
    assert worst(examined(command)[1]) == {"clock": "fail", "backup": "warn"}
    raw(file, "UPDATE alembic_version SET version_num = '0001'")
    assert worst(examined(command)[1])["schema"] == "fail"


def test_a_server_that_runs_is_named(command: Command, file: Path) -> None:
    lock = ServerLock(file)
    lock.acquire()
    try:
        _, found = examined(command)
    finally:
        lock.release()
    assert found["lock"][0]["found"] == "used by this process"


def test_a_continuous_backup_is_restored_for_a_trial(
    command: Command, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"{PREFIX}BACKUP_TO", str(tmp_path / "elsewhere"))
    assert worst(examined(command)[1]) == {"backup": "fail"}
    shipper = Shipper(file, tmp_path / "elsewhere")
    shipper.ship()
    shipper.ship()
    shipper.close()
    _, found = examined(command)
    assert worst(found) == {}
    assert "restored for a trial" in found["backup"][-1]["found"]
    next((tmp_path / "elsewhere").glob("*/*.wal")).unlink()
    assert worst(examined(command)[1]) == {"backup": "fail"}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"bot_pace": 0}, "bot_pace"),
        ({"durable": False}, "durable"),
        ({"metrics": "open"}, "metrics"),
        ({"webhook": "https://example.org"}, "not signed"),
        ({"trusted_proxies": "*"}, "every proxy"),
        ({"host": "0.0.0.0"}, "without TLS"),
        ({"public_url": "http://games.example.org"}, "public_url"),
        ({"public_url": "https://games.example.org", "host": "0.0.0.0"}, "past the proxy"),
        ({"public_url": "games.example.org"}, "public_url"),
        ({"public_url": "https://games.example.org/zashiki"}, "public_url"),
        ({"public_url": "https://203.0.113.5"}, "public_url"),
        ({"public_url": "https://games.example.org", "trusted_proxies": ""}, "(none)"),
        ({"public_url": "https://games.example.org", "trusted_proxies": "10.0.0.0/8"}, "10.0.0.0/8"),
        ({"chat_days": 0, "audit_days": 0}, "kept for ever: chat_days, audit_days"),
    ],
)
def test_unwise_settings(settings: dict[str, Any], words: str) -> None:
    (found,) = checkup.settings(Config(**settings))
    assert (found.state, words in found.found, bool(found.remedy)) == ("warn", True, True)


@pytest.mark.parametrize(
    "settings",
    [
        {"public_url": "https://games.example.org"},
        {"public_url": "https://games.example.org:8443/"},
        {"public_url": "https://games.example.org", "trusted_proxies": "10.0.0.7, 127.0.0.0/8"},
        {"public_url": "https://games.example.org", "trusted_proxies": "::1"},
        {"public_url": "http://localhost:8765"},
    ],
)
def test_settings_that_fit_each_other(settings: dict[str, Any]) -> None:
    assert [one.state for one in checkup.settings(Config(**settings))] == ["ok"]


def test_what_is_kept_for_ever_is_all_of_it() -> None:
    """Every kind of data that can be deleted has its setting here."""
    settings: dict[str, Any] = {f"{name}_days": 0 for name in checkup.KEPT}
    assert {*asdict(policy_of(Config(**settings))).values()} == {None}


def test_what_should_have_been_deleted_long_ago(command: Command, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw(file, *(GUEST.format(number=number) for number in range(12)))
    _, found = examined(command)
    assert found["retention"][0]["found"].startswith("old enough to be deleted: 12 unused guests")
    monkeypatch.setattr(doctor, "MANY", 12)
    _, found = examined(command)
    assert worst(found) == {"retention": "warn", "backup": "warn"}
    assert "admin prune" in found["retention"][0]["remedy"]
    command("admin", "prune")
    assert examined(command)[1]["retention"][0]["found"] == "old enough to be deleted: nothing"


def test_a_long_comparison_shows_how_far_it_is(command: Command, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, int, int]] = []
    monkeypatch.setattr(Bar, "at", lambda bar, done: shown.append((bar.verb, done, bar.total)))
    monkeypatch.setattr(doctor, "SHORT_WAIT", 0.0)
    ran = command("admin", "doctor")
    assert f"in {file.name}, 10 seconds at most" in ran.err
    assert [one for one in shown if one[0] == "comparing moves"] == [("comparing moves", n, 4) for n in (1, 2, 3, 4)]
    assert ("games", 4, 4) in shown


def test_disks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(checkup, "NO_SPACE", 10**18)
    assert [one.state for one in checkup.room("disk", tmp_path)] == ["fail"]
    monkeypatch.undo()
    monkeypatch.setattr(files, "file_system_of", lambda *_: "nfs4")
    (tmp_path / "zashiki.db").touch(0o600)
    found = {one.check: one.state for one in checkup.database_files(tmp_path / "zashiki.db")}
    assert found["file system"] == "fail"


async def test_redis() -> None:
    assert [one.state for one in await checkup.redis(redis_url())] == ["ok", "ok"]
    assert [one.state for one in await checkup.redis("redis://127.0.0.1:1/0")] == ["fail"]


async def test_a_redis_that_deletes_what_waits_in_it() -> None:
    url = redis_url()
    async with Redis.from_url(url) as client:
        await client.config_set("maxmemory-policy", "allkeys-lru")
        try:
            found = {one.check: one for one in await checkup.redis(url)}
        finally:
            await client.config_set("maxmemory-policy", "noeviction")
    assert (found["redis memory"].state, "noeviction" in found["redis memory"].remedy) == ("warn", True)
    assert "allkeys-lru" in found["redis memory"].found


def test_an_old_redis_and_one_without_a_disk() -> None:
    about = {"redis_version": "6.0.16", "rdb_last_bgsave_status": "err", "aof_enabled": 1}
    version, disk = checkup.redis_state(about)
    assert (version.state, version.remedy) == ("fail", "install 6.2 or newer")
    assert (disk.state, "snapshot" in disk.found, "make room" in disk.remedy) == ("fail", True, True)
    *_, disk = checkup.redis_state({"redis_version": "7.4.1", "aof_enabled": 1})
    assert (disk.state, "append-only" in disk.found) == ("ok", True)


def test_ports(unused_tcp_port: int) -> None:
    free = Config(port=unused_tcp_port)
    assert checkup.port(free, None).state == "ok"
    assert checkup.port(free, "process 1").state == "warn"
