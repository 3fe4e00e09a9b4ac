"""Connections before any request: how many there may be, and how long they may take.

A request that is begun and never ended costs whoever sends it nothing, and the server a connection and an open file. So
the head of a request has to arrive within some seconds, its body at a minimum rate, and somebody has to read the
response; what takes longer is cut off. (Idle connections between requests are closed by Uvicorn, websockets that do not
answer pings as well.) One network has a limited number of connections, and all together leave some files free, so that
the database, bots and the log never lack any.
"""

import asyncio
import os
from collections import Counter
from ipaddress import ip_address, ip_network
from time import monotonic
from typing import Any, Final, final

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from zashiki.server.addresses import network_of
from zashiki.server.config import Config

resource: Any
try:
    import resource
except ImportError:  # Windows
    resource = None

MOST_FILES: Final = 1_048_576
"""More open files than anybody needs, where the system sets no limit."""
RESERVED: Final = 128
"""Open files that are not for connections; a quarter of them if there are few."""
BODY_RATE: Final = 20_000
"""Bytes per second at which a body has to arrive."""
UNREAD_SECONDS: Final = 20.0
"""Seconds after which somebody who reads nothing of a response is cut off."""
AT_ONCE: Final = 24
"""Connections of one network that are served at once; a page needs eight."""
PACE: Final = 0.01
"""Seconds between further ones: a handshake takes time that no scheduler has given."""
SWEEP: Final = 1.0
"""Seconds between checks of all connections."""
WARN_EVERY: Final = 10.0
"""Seconds between warnings of the same kind: a flood of connections must not become a flood of lines."""
TOO_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
FULL: Final = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n"

log = structlog.get_logger("zashiki.connections")


def raise_files_limit() -> int:
    """Allow this process as many open files as the system lets it have; returns how many these are."""
    if resource is None:
        return MOST_FILES
    soft, hard = _soft_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most: int = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft >= most:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError) as error:
        log.warning("the limit of open files stays as it is", files=soft, error=str(error))
        return soft
    return most


def files_limit() -> int:
    """How many files this process may have open."""
    return MOST_FILES if resource is None else _soft_limit()


def _soft_limit() -> int:
    soft: int = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(MOST_FILES, soft)


def open_files() -> int:
    """How many files this process has open; 0 where the system does not tell."""
    try:
        return len(os.listdir("/dev/fd"))
    except OSError:
        return 0


@final
class Door:
    """Lets connections in, watches them, and cuts off those that take too long."""

    def __init__(self, config: Config) -> None:
        self._per_network = config.max_connections_per_network
        self._seconds = config.request_seconds
        self._trusted = [one.strip() for one in config.trusted_proxies.split(",")]
        files = files_limit()
        self._most = files - min(RESERVED, files // 4)
        self._inside: set[GuardedProtocol] = set()
        """Connections that have not become websockets."""
        self._networks: Counter[str] = Counter()
        self._count = 0
        self._next_at: dict[str, float] = {}
        """When each network has used up what it may have connected so far."""
        self.turned_away = Counter[str]()
        """Connections that were not let in, or cut off, by why."""
        self._warned: dict[str, float] = {}
        self._sweeping: asyncio.TimerHandle | None = None

    def enter(self, protocol: "GuardedProtocol", address: str) -> bool:
        """A new connection; False if it cannot be let in."""
        network = network_of(address)
        full = self._count >= self._most
        # A proxy connects for many networks; it says for which, and their websockets are counted by that.
        if full or (self._networks[network] >= self._per_network and not self._is_proxy(address)):
            self._turn_away("full" if full else "network", network)
            return False
        protocol.network = network
        self._networks[network] += 1
        self._count += 1
        self._inside.add(protocol)
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self._sweep)
        return True

    def delay(self, network: str, address: str) -> float:
        """How long a new connection has to wait, so that connecting takes nobody's time away."""
        if self._is_proxy(address):
            return 0.0
        now = monotonic()
        used_up = self._next_at[network] = max(now, self._next_at.get(network, 0.0)) + PACE
        return max(0.0, used_up - now - AT_ONCE * PACE)

    def _is_proxy(self, address: str) -> bool:
        return any(one == "*" or address == one or _is_within(address, one) for one in self._trusted)

    def upgraded(self, protocol: "GuardedProtocol") -> None:
        """A connection has become a websocket."""
        self._inside.discard(protocol)

    def leave(self, protocol: "GuardedProtocol") -> None:
        """A connection has ended."""
        self._inside.discard(protocol)
        if protocol.network is None:
            return
        self._count -= 1
        self._networks[protocol.network] -= 1
        if not self._networks[protocol.network]:
            del self._networks[protocol.network]
        protocol.network = None

    def _sweep(self) -> None:
        now = monotonic()
        self._sweeping = None
        for protocol in list(self._inside):
            if protocol.is_late(now, self._seconds):
                self._turn_away("spare" if protocol.is_spare else "slow", protocol.network or "")
                protocol.cut_off()
            elif protocol.is_unread(now):
                self._turn_away("unread", protocol.network or "")
                protocol.transport.abort()
        self._next_at = {network: at for network, at in self._next_at.items() if at > now}
        if self._inside:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def _turn_away(self, why: str, network: str) -> None:
        self.turned_away[why] += 1
        if why == "spare":
            return  # nobody was disturbed
        now = monotonic()
        if now - self._warned.get(why, -WARN_EVERY) >= WARN_EVERY:
            self._warned[why] = now
            so_far = self.turned_away[why]
            log.warning(
                "connection refused" if why in ("full", "network") else "connection cut off",
                why=why,
                network=network,
                so_far=so_far,
            )


def _is_within(address: str, network: str) -> bool:
    try:
        return "/" in network and ip_address(address) in ip_network(network, strict=False)
    except ValueError:
        return False


class GuardedProtocol(HttpToolsProtocol):
    """Uvicorn's protocol, which never stops waiting for a request by itself."""

    def __init__(self, door: Door, **more: Any) -> None:
        super().__init__(**more)
        self.door = door
        self.network: str | None = None
        """Where it comes from; None if it was not let in."""
        self._waiting_since: float | None = None
        """Since when the server has been waiting for the rest of a request."""
        self._received = 0
        self._held: bytearray | None = None
        """What has come so far on a connection that has to wait before it is served; None if it does not."""
        self.is_spare = True
        """Whether nothing was ever asked here: browsers connect once more than they need, in case they need it."""
        self._unread: tuple[int, float] = (0, 0.0)
        """The bytes of responses that were not read, and since when there have been as many."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.door.enter(self, address):
            transport.write(FULL)
            transport.close()
            return
        self._wait()
        delay = self.door.delay(self.network or "", address)
        if delay > 0:
            self._held = bytearray()
            self.loop.call_later(delay, self._serve)

    def _serve(self) -> None:
        """The connection has waited for long enough."""
        held, self._held = self._held, None
        if self.network is not None and not self.transport.is_closing():
            self._wait()
            self.flow.resume_reading()
            if held:
                self.data_received(bytes(held))

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._held is not None:
            self._held += data
            self.flow.pause_reading()
        elif self.network is not None and not self.transport.is_closing():
            super().data_received(data)

    def handle_websocket_upgrade(self) -> None:
        self._waiting_since = None
        super().handle_websocket_upgrade()
        self.door.upgraded(self)
        websocket: Any = self.transport.get_protocol()
        connection_lost = websocket.connection_lost

        def lost(exc: Exception | None) -> None:
            self.door.leave(self)
            connection_lost(exc)

        websocket.connection_lost = lost

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.is_spare = False
        self._wait()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._wait()

    def on_body(self, body: bytes) -> None:
        self._received += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._waiting_since = None
        super().on_message_complete()

    def _wait(self) -> None:
        self._waiting_since = monotonic()
        self._received = 0

    def is_late(self, now: float, seconds: float) -> bool:
        """Whether the rest of a request should have arrived."""
        if self._waiting_since is None or self.flow.read_paused:
            return False
        return now - self._waiting_since > seconds + self._received / BODY_RATE

    def is_unread(self, now: float) -> bool:
        """Whether nothing of a response was read for too long."""
        size = self.transport.get_write_buffer_size()
        if size == 0 or size != self._unread[0]:
            self._unread = (size, now)
            return False
        return now - self._unread[1] > UNREAD_SECONDS

    def cut_off(self) -> None:
        """End a connection that has taken too long."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(TOO_LATE)
        self.transport.close()
