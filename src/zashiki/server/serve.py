"""Running a house: `zashiki serve` and `zashiki bot-worker`."""

import asyncio
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any, Final, final

import structlog
import uvicorn
from starlette.types import ASGIApp

from zashiki.server import logs
from zashiki.server.app import running_app
from zashiki.server.config import BadConfig, Config
from zashiki.server.services import Services
from zashiki.table.bot_turns import QueuedBotTurns
from zashiki.table.messages import LONGEST

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
FAREWELL: Final = 5.0
"""Seconds in which everybody is told that the house closes."""

log = structlog.get_logger("zashiki")


@final
class _Server(uvicorn.Server):
    """Uvicorn that leaves signals to us, and says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self.ready = ready

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self.ready(f"http://{f'[{host}]' if ':' in host else host}:{port}")

    async def farewell(self) -> None:
        """Wait until everybody has heard the last word.

        Uvicorn's own end cuts connections off: what somebody sends at this moment stays unread, at which the other
        side's system throws away what it has not read either, and that is why the house closes.
        """
        while any(getattr(one, "close_sent", False) for one in self.server_state.connections):
            await asyncio.sleep(0.02)


def serve(config: Config, ready: Callable[[str], None]) -> None:
    """Serve until a signal comes; `ready` is told the address as soon as somebody can come in."""
    logs.set_up(config)
    # First of all, so that a house that cannot be reached is not opened: Uvicorn would do it last, and only log it.
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.create_server((config.host, config.port), family=family) as door, suppress(KeyboardInterrupt):
        _run(_serve(config, ready, door))


def _run(work: object) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)  # type: ignore[arg-type]
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(work)  # type: ignore[arg-type]


def listening(app: ASGIApp, config: Config) -> uvicorn.Config:
    """How the house is reached."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
        ws_max_size=4 * LONGEST,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        # What others say at a table and what only one may see go over the same connection: compressed together, the
        # length of the one would tell about the other to whoever can see the line.
        ws_per_message_deflate=False,
        proxy_headers=True,
        forwarded_allow_ips=config.trusted_proxies,
        timeout_graceful_shutdown=max(1, round(config.shutdown_seconds)),
    )


async def _serve(config: Config, ready: Callable[[str], None], door: socket.socket) -> None:
    async with running_app(config) as app:
        services: Services = app.state.services

        def opened(address: str) -> None:
            ready(address)
            services.ready()

        server = _Server(listening(app, config), opened)

        async def take_leave() -> None:
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await services.empty.wait()
                    await server.farewell()
            server.should_exit = True

        leaving: set[asyncio.Task[None]] = set()

        def stop() -> None:
            if services.closing.is_set():
                server.should_exit = server.force_exit = True  # asked twice: do not wait for anybody
            services.closing.set()
            leaving.add(asyncio.create_task(take_leave()))

        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, stop)
        await server.serve([door])
        log.info("closed")


def bot_worker(config: Config, ready: Callable[[str], None]) -> None:
    """Take bots' turns from the queue until a signal comes."""
    logs.set_up(config)
    if config.redis is None:
        raise BadConfig(None, "the address of the Redis that the servers use", "redis")
    with suppress(KeyboardInterrupt):
        _run(_bot_worker(config, ready))


async def _bot_worker(config: Config, ready: Callable[[str], None]) -> None:
    services = Services(config, thinks=True)
    desk = services.bot_turns
    assert isinstance(desk, QueuedBotTurns)
    from saq import Worker

    from zashiki.table.bot_queue import AT_ONCE, TIMERS

    async def begun(context: dict[str, Any]) -> None:
        await context["worker"].worker_info()  # a sign of life, before anything is taken
        ready(f"{config.bot_processes} processes think")

    try:
        await services.open()
        worker: Worker[Any] = Worker(
            desk.queue,
            functions=[("turn", desk.turn), ("advise", desk.advise)],
            concurrency=AT_ONCE,
            startup=begun,
            timers=TIMERS,
            shutdown_grace_period_s=0,  # turns under way go back into the queue
        )
        services.ready()
        await worker.start()
        log.info("closed")
    finally:
        await services.close()
