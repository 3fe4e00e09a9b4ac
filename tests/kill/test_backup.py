"""A lost disk: a server is killed under load, its database is deleted and restored from the continuous backup."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from kill.load import Load, run_load
from server_process import Server, eventually
from zashiki.store.generations import generations, read_segment

Rows = dict[str, list[tuple[Any, ...]]]


async def passes(load: Load) -> int:
    """How often everything committed before has been shipped."""
    async with httpx.AsyncClient(timeout=60) as http:
        about = (await http.get(f"{load.server.address}/healthz")).json()
    assert about["backup"]["problem"] is None
    return int(about["backup"]["passes"])


async def shipped(load: Load) -> None:
    """Wait until a pass is over that began after now."""
    before = await passes(load)

    async def done() -> bool:
        return await passes(load) >= before + 2

    await eventually(done)


def moves_in(file: Path) -> Rows:
    found: Rows = defaultdict(list)
    with closing(sqlite3.connect(file)) as raw:
        for table, *row in raw.execute('SELECT "table", ply, seat, move, key, "by", made_at FROM moves ORDER BY 1, 2'):
            found[table].append(tuple(row))
    return found


def restore(folder: Path, file: Path) -> subprocess.CompletedProcess[str]:
    line = [
        sys.executable,
        "-m",
        "zashiki",
        "admin",
        "restore",
        "--from",
        str(folder),
        "--database",
        f"sqlite:///{file}",
    ]
    return subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)


def last_position(folder: Path) -> int:
    """Where the last segment ends."""
    generation = [one for one in generations(folder) if one.complete][-1]
    manifest = generation.manifest()
    digest, position = manifest.sha256, 0
    for number, path in enumerate(generation.segments(), 1):
        about, _, digest = read_segment(path, number, digest, manifest.page_size)
        position = about.position
    return position


async def test_a_lost_disk_costs_nothing_that_was_shipped(tmp_path: Path) -> None:
    backup = tmp_path / "elsewhere"
    async with run_load(tmp_path, 4, backup_to=backup, backup_every=0.1) as load:
        file = Path(load.house.database.partition(":///")[2])
        await load.until(lambda: load.acknowledged > 20)
        promised = [(player, dict(player.made)) for player in load.players]
        await shipped(load)
        await load.until(lambda: load.acknowledged > 40)
        await load.server.kill()
        await load.pause()
        # What the lost disk had on it, for comparison.
        (tmp_path / "lost").mkdir()
        for end in ("", "-wal"):
            shutil.copy(f"{file}{end}", tmp_path / "lost" / f"zashiki.db{end}")
        lost = moves_in(tmp_path / "lost" / "zashiki.db")
        file.unlink()  # its log is still there, and must not be taken for that of the restored one

        done = await asyncio.to_thread(restore, backup, file)
        assert done.returncode == 0, done.stderr
        assert f"(position {last_position(backup):,})" in done.stdout
        assert "is not used" in done.stderr
        found = moves_in(file)
        for table, rows in found.items():
            assert rows == lost[table][: len(rows)]  # byte by byte what was there, from the beginning
        for player, made in promised:
            at = Counter((row[1], row[3], row[0]) for row in found[player.table])
            assert all(at[player.seat, key, ply] == 1 for key, ply in made.items())
        async with Server(database=f"sqlite:///{file}") as again, httpx.AsyncClient(timeout=60) as http:
            assert (await http.get(f"{again.address}/healthz")).json()["status"] == "ok"
            for table in found:
                answer = await http.get(f"{again.address}/api/v1/tables/{table}")
                assert answer.status_code in (200, 404), answer.text


async def test_a_full_backup_disk_stops_no_game_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("in the way")
    async with run_load(tmp_path, 2, backup_to=tmp_path / "elsewhere", backup_every=0.1) as load:
        await load.until(lambda: load.acknowledged > 5)

        async def about() -> Any:
            async with httpx.AsyncClient(timeout=60) as http:
                answer = await http.get(f"{load.server.address}/healthz")
            return answer.status_code, answer.json()["backup"]

        async def failing() -> bool:
            code, backup = await about()
            return code == 200 and backup["lag"] is None and backup["problem"] is not None

        async def fine() -> bool:
            return (await about())[1]["problem"] is None and (await about())[1]["passes"] > 1

        await eventually(failing)
        before = load.plies()
        await load.until(lambda: load.all_further_than(before))
        (tmp_path / "elsewhere").unlink()
        await eventually(fine)
