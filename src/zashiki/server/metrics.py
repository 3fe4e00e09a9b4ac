"""Metrics for Prometheus."""

import asyncio
from time import perf_counter, thread_time
from typing import Any, Final, final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BEAT: Final = 0.02
"""Seconds between measurements of the event loop."""


@final
class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.requests = Counter("zashiki_requests", "HTTP requests.", ["method", "route", "status"], registry=registry)
        self.request_seconds = Histogram(
            "zashiki_request_seconds", "Time to answer an HTTP request.", ["route"], registry=registry
        )
        self.messages = Counter(
            "zashiki_messages", "Websocket messages, by type and answer.", ["type", "answer"], registry=registry
        )
        self.message_seconds = Histogram(
            "zashiki_message_seconds",
            "Time to answer a message.",
            ["type"],
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
            registry=registry,
        )
        self.moves = Counter(
            "zashiki_moves", "Moves committed by this process, by who made them.", ["by"], registry=registry
        )
        self.games = Counter("zashiki_games_over", "Games that ended in this process.", ["game"], registry=registry)
        self.connections = Gauge("zashiki_connections", "Open websockets.", registry=registry)
        self.tables = Gauge("zashiki_tables", "Tables loaded in this process.", registry=registry)
        self.bots_waiting = Gauge("zashiki_bots_waiting", "Bots' turns that are not finished.", registry=registry)
        self.work_waiting = Gauge(
            "zashiki_work_waiting", "Pieces of work that wait for their turn on the event loop.", registry=registry
        )
        self.work_refused = Gauge(
            "zashiki_work_refused", "Requests and messages refused as busy since the start.", registry=registry
        )
        self.turned_away = Gauge(
            "zashiki_connections_turned_away",
            "Connections refused (full, network) or cut off (slow, unread, spare: nothing was asked) since the start.",
            ["why"],
            registry=registry,
        )
        self.open_files = Gauge("zashiki_open_files", "Files and connections that are open.", registry=registry)
        self.files_limit = Gauge("zashiki_open_files_limit", "How many may be open.", registry=registry)
        self.damage = Gauge("zashiki_damage", "Kinds of damage found in the database.", registry=registry)
        self.backup_lag = Gauge(
            "zashiki_backup_lag_seconds", "Seconds that the continuous backup is behind.", registry=registry
        )
        self.backup_failing = Gauge(
            "zashiki_backup_failing", "1 while the continuous backup fails, or has not begun.", registry=registry
        )
        self.loop_delay = Histogram(
            "zashiki_loop_delay_seconds",
            "Delay of the event loop.",
            buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5),
            registry=registry,
        )
        self.worst_delay = Gauge(
            "zashiki_loop_delay_worst_seconds", "Longest delay of the event loop.", registry=registry
        )
        self.worst_work = Gauge(
            "zashiki_loop_work_worst_seconds",
            "Longest time that one iteration of the event loop was busy; the rest of a delay is due to the machine.",
            registry=registry,
        )
        self._worst = 0.0
        self._worst_work = 0.0

    async def watch(self) -> None:
        """Measure the event loop until cancelled."""
        while True:
            began, worked = perf_counter(), thread_time()
            await asyncio.sleep(BEAT)
            late, work = perf_counter() - began - BEAT, thread_time() - worked
            self.loop_delay.observe(late)
            if late > self._worst:
                self._worst = late
                self.worst_delay.set(late)
            # In an interval without delay there may have been many iterations: only a delay is a single one.
            work = min(work, late)
            if work > self._worst_work:
                self._worst_work = work
                self.worst_work.set(work)

    def backup(self, state: dict[str, Any] | None) -> None:
        """Set what there is to say about the continuous backup."""
        if state is not None:
            self.backup_lag.set(float("nan") if state["lag"] is None else state["lag"])
            self.backup_failing.set(state["lag"] is None or state["problem"] is not None)

    def text(self) -> bytes:
        """All metrics in the Prometheus text format."""
        return generate_latest(self.registry)
