"""Failures of the environment: a full disk, a database of another version, a port in use."""

import os
import resource
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from kill.load import run_load
from server_process import Guest, Server, eventually
from zashiki.store.files import ServerLock


def on_the_disk_of(server: Server, *, room: bool) -> None:
    """Let writes of the server succeed, or fail as if the disk were full."""
    most = resource.RLIM_INFINITY
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most if room else 0, most))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can set the limits of another process")
async def test_a_full_disk_refuses_moves_only_and_loses_none(tmp_path: Path) -> None:
    async with run_load(tmp_path, 3) as load:
        await load.until(lambda: load.acknowledged > 10)
        on_the_disk_of(load.server, room=False)
        refused = [player for player in load.players if player.table == load.players[0].table]
        await load.until(lambda: any(player.refusals for player in refused))
        guest = refused[0].guest
        assert {one["code"] for player in load.players for one in player.refusals} == {"storage"}
        answer = await guest.http.post(f"{load.server.address}/api/v1/tables", json={"settings": {"game": "hiroba"}})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "storage")
        assert (await guest.get(f"/api/v1/tables/{refused[0].table}"))["status"] == "running"
        before = load.plies()
        await load.checks.check(load.players)
        on_the_disk_of(load.server, room=True)
        # Everybody sends the very message again that was refused, until it is taken.
        await load.until(lambda: load.all_further_than(before))
        await load.checks.check(load.players)


async def test_a_foreign_lock_refuses_moves_and_sign_ups_in_time_and_loses_none(tmp_path: Path) -> None:
    async with run_load(tmp_path, 3, database_wait=0.5) as load:
        await load.until(lambda: load.acknowledged > 10)
        foreign = sqlite3.connect(tmp_path / "zashiki.db", isolation_level=None)
        foreign.execute("BEGIN IMMEDIATE")
        await load.until(lambda: any(player.refusals for player in load.players))
        codes = {one["code"] for player in load.players for one in player.refusals}
        assert codes <= {"storage", "busy"}
        guest = load.players[0].guest
        # While the lock is held: it waits neither for that nor for minutes behind everybody else.
        async with httpx.AsyncClient(timeout=30) as stranger:
            answer = await stranger.post(f"{load.server.address}/api/v1/guest", json={"name": "new"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "storage")
        assert (await guest.get(f"/api/v1/tables/{load.players[0].table}"))["status"] == "running"
        before = load.plies()
        foreign.execute("ROLLBACK")
        foreign.close()
        await load.until(lambda: load.all_further_than(before))
        await load.checks.check(load.players)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can set the limits of another process")
async def test_the_health_check_fails_without_write_access(tmp_path: Path) -> None:
    async with Server(database=f"sqlite:///{tmp_path}/zashiki.db") as server, httpx.AsyncClient() as http:

        async def health() -> tuple[int, bool]:
            answer = await http.get(f"{server.address}/healthz")
            return answer.status_code, answer.json()["parts"]["database"]

        async def healthy() -> bool:
            return await health() == (200, True)

        async def ill() -> bool:
            return await health() == (503, False)

        assert await healthy()
        on_the_disk_of(server, room=False)
        await eventually(ill)
        on_the_disk_of(server, room=True)
        await eventually(healthy)


def serve(database: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """A server that should not start."""
    line = [sys.executable, "-m", "zashiki", "serve", "--database", f"sqlite:///{database}", *more]
    # No settings from outside.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ZASHIKI_")}
    return subprocess.run(line, env=environment, capture_output=True, text=True, timeout=60, check=False)


async def test_a_newer_database_is_refused_in_one_line_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "zashiki.db"
    async with Server(database=f"sqlite:///{file}") as server:
        await (guest := await Guest(server, "Aki").arrive()).leave()
        await server.stop()
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    done = serve(file, "--port", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "9999" in done.stderr
    with sqlite3.connect(file) as raw:
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
        assert raw.execute("SELECT id FROM players").fetchall() == [(guest.id,)]


def test_a_second_server_on_the_same_file_is_refused_and_told_whose_it_is(tmp_path: Path) -> None:
    file = tmp_path / "zashiki.db"
    lock = ServerLock(file)
    lock.acquire()  # as a server does: the test of a lost disk looks at a real one
    try:
        done = serve(file, "--port", "0")
    finally:
        lock.release()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"process {os.getpid()} of this machine" in done.stderr


def test_a_port_in_use_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = serve(tmp_path / "zashiki.db", "--port", str(port))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert f"port {port}" in done.stderr
