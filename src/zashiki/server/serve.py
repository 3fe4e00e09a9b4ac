"""Running a server process: `zashiki serve` and `zashiki bot-worker`."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, final

import structlog
import uvicorn
from starlette.types import ASGIApp

from zashiki.server import logs
from zashiki.server.app import running_app
from zashiki.server.config import BadConfig, Config
from zashiki.server.connections import Door, GuardedProtocol, raise_files_limit
from zashiki.server.services import Services
from zashiki.table.bot_turns import QueuedBotTurns
from zashiki.table.messages import LONGEST

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
SWITCH: Final = 0.000_5
"""Seconds after which a thread that computes lets another one run: the event loop does not wait long for any."""
GOODBYE_TIMEOUT: Final = 5.0
"""Seconds for telling all connections that the server shuts down."""

log = structlog.get_logger("zashiki")


@final
class _Server(uvicorn.Server):
    """Uvicorn without signal handlers, and with a callback for when it is ready."""

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

    async def wait_for_close_frames(self) -> None:
        """Wait until every websocket has completed its closing handshake.

        Uvicorn's own shutdown cuts connections: unread incoming data then resets the connection, and the client may
        lose the message that says why it was closed.
        """
        while any(getattr(one, "close_sent", False) for one in self.server_state.connections):
            await asyncio.sleep(0.02)


def serve(config: Config, ready: Callable[[str], None]) -> None:
    """Serve until a signal arrives; `ready` is called with the address once people can connect."""
    logs.set_up(config)
    sys.setswitchinterval(SWITCH)
    raise_files_limit()
    # First, so that nothing starts if the port is taken: Uvicorn would bind it last, and only log an error.
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.create_server((config.host, config.port), family=family) as listener, suppress(KeyboardInterrupt):
        _run(_serve(config, ready, listener))


def _run(work: object) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)  # type: ignore[arg-type]
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(work)  # type: ignore[arg-type]


def listening(app: ASGIApp, config: Config, door: Door | None = None) -> uvicorn.Config:
    """How the server listens."""
    return uvicorn.Config(
        app,
        http=partial(GuardedProtocol, door=door or Door(config)),  # type: ignore[arg-type]
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
        ws_max_size=4 * LONGEST,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        # Chat of others and a player's own hand share a connection: compressed together, the length of messages
        # would reveal something about the hand to anybody who watches the connection.
        ws_per_message_deflate=False,
        proxy_headers=True,
        forwarded_allow_ips=config.trusted_proxies,
        timeout_graceful_shutdown=max(1, round(config.shutdown_seconds)),
    )


async def _serve(config: Config, ready: Callable[[str], None], listener: socket.socket) -> None:
    async with running_app(config) as app:
        services: Services = app.state.services

        def opened(address: str) -> None:
            ready(address)
            services.ready()

        server = _Server(listening(app, config, services.door), opened)

        async def shut_down() -> None:
            with suppress(TimeoutError):
                async with asyncio.timeout(GOODBYE_TIMEOUT):
                    await services.empty.wait()
                    await server.wait_for_close_frames()
            server.should_exit = True

        stopping: set[asyncio.Task[None]] = set()

        def stop() -> None:
            if services.closing.is_set():
                server.should_exit = server.force_exit = True  # asked twice: stop at once
            services.closing.set()
            stopping.add(asyncio.create_task(shut_down()))

        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, stop)
        await server.serve([listener])
        log.info("stopped")


def bot_worker(config: Config, ready: Callable[[str], None]) -> None:
    """Take bots' turns from the queue until a signal arrives."""
    logs.set_up(config)
    if config.redis is None:
        raise BadConfig(None, "the address of the Redis that the servers use", "redis")
    with suppress(KeyboardInterrupt):
        _run(_bot_worker(config, ready))


async def _bot_worker(config: Config, ready: Callable[[str], None]) -> None:
    services = Services(config, thinks=True)
    bot_turns = services.bot_turns
    assert isinstance(bot_turns, QueuedBotTurns)
    from saq import Worker

    from zashiki.table.bot_queue import CONCURRENCY, TIMERS

    async def started(context: dict[str, Any]) -> None:
        await context["worker"].worker_info()  # a heartbeat before any job is taken
        ready(f"{config.bot_processes} bot processes")

    try:
        await services.open()
        worker: Worker[Any] = Worker(
            bot_turns.queue,
            functions=[("turn", bot_turns.turn), ("hint", bot_turns.answer_hint)],
            concurrency=CONCURRENCY,
            startup=started,
            timers=TIMERS,
            shutdown_grace_period_s=0,  # unfinished turns go back into the queue
        )
        services.ready()
        await worker.start()
        log.info("stopped")
    finally:
        await services.close()
