"""What can be watched from outside, in Prometheus' form."""

import asyncio
from time import perf_counter, thread_time
from typing import Final, final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BEAT: Final = 0.02
"""Seconds between two looks at whether the event loop still runs."""


@final
class Metrics:
    """The measurements of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.requests = Counter("zashiki_requests", "HTTP requests.", ["method", "route", "status"], registry=registry)
        self.request_seconds = Histogram(
            "zashiki_request_seconds", "Time to answer an HTTP request.", ["route"], registry=registry
        )
        self.messages = Counter(
            "zashiki_messages", "Messages on websockets, by type and answer.", ["type", "answer"], registry=registry
        )
        self.message_seconds = Histogram(
            "zashiki_message_seconds",
            "Time to answer a message.",
            ["type"],
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
            registry=registry,
        )
        self.moves = Counter("zashiki_moves", "Moves written down here, by who made them.", ["by"], registry=registry)
        self.games = Counter("zashiki_games_over", "Games that ended here.", ["game"], registry=registry)
        self.connections = Gauge("zashiki_connections", "Websockets.", registry=registry)
        self.tables = Gauge("zashiki_tables", "Tables taken up in this process.", registry=registry)
        self.bots_waiting = Gauge("zashiki_bots_waiting", "Bots' turns that are not done yet.", registry=registry)
        self.loop_delay = Histogram(
            "zashiki_loop_delay_seconds",
            "How late the event loop comes round.",
            buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5),
            registry=registry,
        )
        self.worst_delay = Gauge(
            "zashiki_loop_delay_worst_seconds", "The longest that the event loop was blocked.", registry=registry
        )
        self.worst_work = Gauge(
            "zashiki_loop_work_worst_seconds",
            "The longest that the event loop worked without coming round; the rest of a delay is the machine's.",
            registry=registry,
        )
        self._worst = 0.0
        self._worst_work = 0.0

    async def watch(self) -> None:
        """Measure the event loop, for as long as it runs."""
        while True:
            began, worked = perf_counter(), thread_time()
            await asyncio.sleep(BEAT)
            late, work = perf_counter() - began - BEAT, thread_time() - worked
            self.loop_delay.observe(late)
            if late > self._worst:
                self._worst = late
                self.worst_delay.set(late)
            # In a beat that was in time the loop may have come round often: only what is late is one stretch.
            work = min(work, late)
            if work > self._worst_work:
                self._worst_work = work
                self.worst_work.set(work)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)
