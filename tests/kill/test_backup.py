"""A lost disk: a server is killed under load, its database is deleted and restored from the continuous backup."""

import asyncio
import shutil
import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from kill.load import Load, run_load
from server.client import play, running_server
from server.played_games import started
from server_process import eventually
from zashiki import Rng
from zashiki.cli import main as cli
from zashiki.store.database import Database
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


async def restore(folder: Path, file: Path) -> int:
    """Run the command, in this process."""
    line = ["admin", "restore", "--from", str(folder), "--database", f"sqlite:///{file}"]
    return await asyncio.to_thread(cli.main, line)


def last_position(folder: Path) -> int:
    """Where the last segment ends."""
    generation = [one for one in generations(folder) if one.complete][-1]
    manifest = generation.manifest()
    digest, position = manifest.sha256, 0
    for number, path in enumerate(generation.segments(), 1):
        about, _, digest = read_segment(path, number, digest, manifest.page_size)
        position = about.position
    return position


async def test_a_lost_disk_costs_nothing_that_was_shipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backup = tmp_path / "elsewhere"
    async with run_load(tmp_path, 2, backup_to=backup, backup_every=0.1) as load:
        file = Path(load.installation.database.partition(":///")[2])
        assert f"process {load.server.pid} of this machine" in (in_use(file) or "")
        await load.until(lambda: load.acknowledged > 10)
        promised = [(player, dict(player.made)) for player in load.players]
        await shipped(load)
        before = load.acknowledged
        await load.until(lambda: load.acknowledged > before)
        await load.server.kill()
        await load.pause()
        assert in_use(file) is None  # what was killed does not lock it
        # What the lost disk had on it, for comparison.
        (tmp_path / "lost").mkdir()
        for end in ("", "-wal"):
            shutil.copy(f"{file}{end}", tmp_path / "lost" / f"zashiki.db{end}")
        lost = moves_in(tmp_path / "lost" / "zashiki.db")
        file.unlink()  # its log is still there, and must not be taken for that of the restored one

        assert await restore(backup, file) == 0
        said = capsys.readouterr()
        assert f"(position {last_position(backup):,})" in said.out
        assert "is not used" in said.err
        found = moves_in(file)
        for table, rows in found.items():
            assert rows == lost[table][: len(rows)]  # byte by byte what was there, from the beginning
        for player, made in promised:
            at = Counter((row[1], row[3], row[0]) for row in found[player.table])
            assert all(at[player.seat, key, ply] == 1 for key, ply in made.items())
        async with running_server(tmp_path) as again:
            stranger = again.anonymous()
            assert (await stranger.client.get("/healthz")).json()["status"] == "ok"
            for table in found:
                assert (await stranger.get(f"tables/{table}"))["ply"] >= len(found[table])


def in_use(file: Path) -> str | None:
    return Database(f"sqlite:///{file}", pool=1).in_use()


async def test_a_full_backup_disk_stops_no_game_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("in the way")
    async with running_server(tmp_path, backup_to=str(tmp_path / "elsewhere"), backup_every=0.1) as server:
        aki, ben = await server.guests("Aki", "Ben")
        table = await started(aki, ben)
        sockets = [await one.connect(table) for one in (aki, ben)]

        async def about() -> Any:
            answer = await aki.client.get("/healthz")
            assert answer.status_code == 200
            return answer.json()["backup"]

        async def failing() -> bool:
            backup = await about()
            return backup["lag"] is None and backup["problem"] is not None

        async def fine() -> bool:
            backup = await about()
            return backup["problem"] is None and backup["passes"] > 1

        await eventually(failing)
        await play(sockets, Rng(4))
        assert await failing()
        (tmp_path / "elsewhere").unlink()
        await eventually(fine)
