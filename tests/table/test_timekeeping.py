"""The time of day is set while games are running: turns are neither longer nor shorter, and time never goes back."""

import asyncio
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server_process import Guest, Server, eventually
from table.harness import FakeCluster, fake_cluster, play, settings, started, timed
from zashiki.table import timekeeping
from zashiki.table.room import Room
from zashiki.table.steady_clock import SLEW, SteadyClock
from zashiki.table.timekeeping import CLOSED_FOR, FAR

HOUR = 3600.0


class Hands:
    """Two clocks: one that is set, and one that runs on."""

    def __init__(self) -> None:
        self.steady = 50.0
        self.day = 1_000_000.0

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.day, lambda: self.steady)

    def run(self, seconds: float) -> None:
        self.steady += seconds
        self.day += seconds


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(-2 * HOUR, 2 * HOUR)), max_size=50))
def test_the_clock_runs_evenly_whatever_is_done_to_the_time_of_day(steps: list[tuple[float, float]]) -> None:
    hands = Hands()
    clock = hands.clock()
    for seconds, step in steps:
        before = clock()
        hands.run(seconds)
        hands.day += step
        clock.approach(hands.day)
        assert (1 - SLEW) * seconds - 1e-6 <= clock() - before <= (1 + SLEW) * seconds + 1e-6


def test_a_small_difference_is_corrected() -> None:
    hands = Hands()
    clock = hands.clock()
    hands.day -= 2.0
    for _ in range(250):
        hands.run(1.0)
        clock.approach(hands.day)
    assert clock() == pytest.approx(hands.day)


def remaining(cluster: FakeCluster, room: Room) -> float:
    """The seconds that are left for the running turn."""
    deadline = room.state.deadline(0)
    assert deadline is not None
    return deadline - room.context.now()


async def runs(cluster: FakeCluster, seconds: float) -> None:
    """Time passes on a running server."""
    for _ in range(round(seconds)):
        cluster.clock.advance(1.0)
        await cluster.service.timekeeping.heartbeat()
        await cluster.service.deadlines.check()


@pytest.mark.parametrize("step", [HOUR, -HOUR, 20 * HOUR, -20 * HOUR, CLOSED_FOR + 1, -CLOSED_FOR - 1])
async def test_a_running_turn_keeps_its_time(tmp_path: Path, step: float) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(clock=timed(60, 0)))
        (seat,) = room.state.waiting()
        await runs(cluster, 20)
        before = cluster.service.context.now()
        cluster.set_by += step
        await runs(cluster, 20)
        assert cluster.service.context.now() > before
        assert remaining(cluster, room) == pytest.approx(20, abs=1)
        assert not room.state.seats[seat].stand_in
        await runs(cluster, 19)
        assert not room.state.seats[seat].stand_in
        await runs(cluster, 2)
        assert room.state.seats[seat].stand_in


@pytest.mark.parametrize("step", [HOUR, -HOUR])
async def test_a_reserve_is_charged_for_the_time_that_was_thought(tmp_path: Path, step: float) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(clock=timed(30, 60)))
        (seat,) = room.state.waiting()
        await runs(cluster, 30)
        cluster.set_by += step
        await runs(cluster, 10)
        assert (await play(room, seat)).clocks[seat].reserve == pytest.approx(50, abs=1)


async def test_a_restart_after_the_clock_was_set_back(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings(clock=timed(60, 0)))
        await runs(cluster, 20)
        table, before = room.id, cluster.service.context.now()
        stored = await cluster.tables.last_alive()
    async with fake_cluster(tmp_path) as cluster:
        cluster.clock.at = before - HOUR
        await cluster.service.timekeeping.heartbeat()
        room = await cluster.rooms.get(table)
        assert cluster.service.context.now() >= before - 1e-6
        assert await cluster.tables.last_alive() == stored
        assert remaining(cluster, room) == pytest.approx(40, abs=0.1)
        assert cluster.service.timekeeping.off == pytest.approx(HOUR, abs=1)
        await runs(cluster, 10)
        assert remaining(cluster, room) == pytest.approx(30, abs=0.5)
        assert (await cluster.tables.last_alive() or 0) > (stored or 0)
        # What happens now is not older than what happened before.
        (seat,) = room.state.waiting()
        await play(room, seat)
        made = [row.made_at for row in await cluster.stored_moves(table)]
        assert made == sorted(made)
        assert made[-1] > before


async def test_processes_follow_the_books_and_a_step_is_counted_once(tmp_path: Path) -> None:
    """One process notices first that the time of day was set forward; the others neither undo nor repeat it."""
    async with fake_cluster(tmp_path, workers=3) as cluster:
        room = await started(cluster.rooms, settings(clock=timed(60, 0)))
        for service in cluster.services:
            await service.timekeeping.heartbeat()
        cluster.clock.advance(1.0)
        cluster.set_by = HOUR
        await cluster.services[0].timekeeping.heartbeat()
        await asyncio.gather(*(service.timekeeping.heartbeat() for service in cluster.services * 2))
        await cluster.services[2].timekeeping.follow()
        times = [service.context.now() for service in cluster.services]
        assert max(times) - min(times) < 0.1
        await room.catch_up()
        assert remaining(cluster, room) == pytest.approx(59, abs=0.1)


async def test_with_postgresql_the_clock_of_a_machine_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database tells the time; a machine whose clock is wrong by an hour is told, and does no harm."""
    async with fake_cluster(tmp_path, workers=2) as cluster:
        clock = cluster.clock

        async def time_of_day(_: object) -> float:
            return clock()

        monkeypatch.setattr("zashiki.store.tables.Tables.time_of_day", time_of_day)
        right, wrong = cluster.services
        await right.timekeeping.heartbeat()
        room = await started(cluster.rooms, settings(clock=timed(60, 0)))
        cluster.set_by = HOUR
        wrong.context.now.begin(clock() + HOUR)  # as a process that starts on such a machine
        await wrong.timekeeping.heartbeat()
        assert wrong.context.now() == pytest.approx(right.context.now(), abs=0.1)
        await room.catch_up()
        assert remaining(cluster, room) == pytest.approx(60, abs=0.1)
        assert wrong.timekeeping.machine_off == pytest.approx(HOUR, abs=1)
        assert abs(wrong.timekeeping.off) < FAR
        assert timekeeping.SLOWEST < CLOSED_FOR


STEPPED = """
import time
from pathlib import Path

real, step = time.time, Path(__file__).with_name("step")


def stepped() -> float:
    return real() + float(step.read_text() or 0)


time.time = stepped
"""
"""Imported by Python itself at the start of a process."""


async def test_a_real_server_whose_clock_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(STEPPED, "utf-8")
    step = tmp_path / "step"

    def set_by(seconds: float) -> None:
        (tmp_path / "new").write_text(str(seconds), "utf-8")
        (tmp_path / "new").replace(step)

    set_by(0)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    server = Server(database=f"sqlite:///{tmp_path}/zashiki.db")
    try:
        await server.start()
        aki, ben, chie = [await Guest(server, name).arrive() for name in ("Aki", "Ben", "Chie")]
        clock = {"kind": "move", "seconds": 300, "reserve": 0}
        table = await aki.open_table("hagakure", seats=3, clock=clock)
        await ben.sit(table)
        await chie.sit(table)
        await aki.start(table)

        async def now_and_left() -> tuple[float, float]:
            seen = await aki.get(f"/api/v1/tables/{table}/view")
            (deadline,) = [one["deadline"] for one in seen["clocks"] if one["deadline"] is not None]
            return seen["now"], deadline - seen["now"]

        async def is_off(seconds: float) -> bool:
            health = (await aki.http.get(f"{server.address}/healthz")).json()
            return bool(health["status"] == "ok" and abs(health["clock"] - seconds) < 60)

        began, left = await now_and_left()
        set_by(-HOUR)
        await eventually(lambda: is_off(HOUR))
        now, later = await now_and_left()
        assert now >= began
        assert left - 60 < later <= left
        await server.stop()
        await server.start()  # still set back
        again, left = await now_and_left()
        assert again >= now
        assert later - 60 < left <= later + 1
        set_by(HOUR)
        await eventually(lambda: is_off(0))
        now, later = await now_and_left()
        assert now >= again + HOUR - 60
        assert left - 60 < later <= left + 1
        seats = (await aki.get(f"/api/v1/tables/{table}"))["seats"]
        assert not any(seat["stand_in"] for seat in seats)
        await asyncio.gather(*(guest.leave() for guest in (aki, ben, chie)))
    finally:
        await server.kill()
