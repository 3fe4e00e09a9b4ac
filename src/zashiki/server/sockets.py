"""The websockets: one for each table that somebody has open, and a personal one for notices."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Final, final

import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import JsonValue
from starlette.datastructures import Headers
from starlette.websockets import WebSocketState

from zashiki.core.jsontypes import Facts
from zashiki.server.addresses import network_at
from zashiki.server.authentication import Visitor, player_id, services_of, visitor_of
from zashiki.server.middleware import is_cross_site
from zashiki.server.services import Services
from zashiki.store.database import Unavailable
from zashiki.store.rows import ChatRow
from zashiki.table import serializers
from zashiki.table.access import SeatSelection
from zashiki.table.chat import chat_row
from zashiki.table.ids import new_id
from zashiki.table.messages import (
    PROTOCOL,
    Chat,
    Incoming,
    Look,
    Move,
    Outgoing,
    Phrase,
    Sync,
    WelcomeWithoutEvents,
    id_of,
    read,
    write,
)
from zashiki.table.refusals import Refused
from zashiki.table.room import Listener, Room
from zashiki.table.scheduler import set_owner
from zashiki.table.slices import events_in_slices, with_events
from zashiki.table.state import TableState

router = APIRouter()
UNREAD: Final = 256
"""Unsent messages after which a connection is dropped as too slow."""
REFUSED: Final = 4400
"""The close code after a `bye`: the connection was refused."""
UNREAD_SIZE: Final = 4_000_000
"""The same in characters: a history may be long, and asked for often."""
BACKLOG: Final = 1_000_000
"""Unsent characters from which on nobody is sent a history: first they must read what they have asked for."""
TOGETHER: Final = 16_384
"""Characters that are sent in one turn."""
SEND_PRICE: Final = 0.000_2
"""Seconds that sending them takes, about."""
GOING_AWAY: Final = 1012
"""The close code when the server shuts down or restarts."""

log = structlog.get_logger("zashiki.socket")


@final
class Connection(Listener):
    """One websocket. Outgoing messages are queued, so that nobody waits for a slow client."""

    def __init__(self, socket: WebSocket, services: Services, visitor: Visitor | None) -> None:
        self.socket = socket
        self.services = services
        self.visitor = visitor
        self.player = player_id(visitor)
        self.seat = None
        self.selection = SeatSelection(self.player)
        self.key = new_id()
        """Identifies the connection for rate limits."""
        self.muted: frozenset[str] = frozenset()
        self._unread: asyncio.Queue[str | None] = asyncio.Queue(UNREAD)
        self._unread_size = 0
        self._over = False

    def send(self, text: str) -> None:
        if self._over:
            return
        if self._unread.full() or self._unread_size + len(text) > UNREAD_SIZE:
            while not self._unread.empty():
                self._unread.get_nowait()
            self._unread_size = 0
            self.disconnect(Refused("too-slow"))
        else:
            self._unread.put_nowait(text)
            self._unread_size += len(text)

    def send_message(self, message: Outgoing) -> None:
        """Queue a message."""
        self.send(write(message))

    def disconnect(self, refused: Refused) -> None:
        """Send what is queued, then the reason for closing."""
        self.send_message(_bye(refused))
        if not self._over:
            self._over = True
            if self._unread.full():
                self._unread.get_nowait()
            self._unread.put_nowait(None)

    async def refresh(self) -> None:
        """Something has changed about the person: their name, whom they mute, whether they may still be here."""
        try:
            self.services.moderation.check_network(self.socket)
            if self.player is not None:
                self.services.moderation.check_person(self.player)
        except Refused as refused:
            self.disconnect(refused)
            return
        if self.visitor is None:
            return
        found = await self.services.people.by_session(self.visitor.session.id, self.services.now())
        if found is None or found[0].id != self.player:
            self.disconnect(Refused("not-signed-in", "session.ended"))
            return
        self.visitor = Visitor(*found)
        self.muted = await self.services.people.unheard(self.visitor.id)

    def mutes(self, player: str | None) -> bool:
        return player in self.muted

    def seats_changed(self, state: TableState) -> None:
        try:
            self.selection.follow(state)
        except Refused as refused:
            self.disconnect(refused)
        self.seat = self.selection.seat

    def choose_seat(self, state: TableState, seat: int | None) -> None:
        """Show the view of another of the player's seats."""
        self.selection.choose(state, seat)
        self.seat = seat

    async def send_all(self) -> None:
        """Send queued messages until the connection ends; what is short shares a turn."""
        left = 0
        while (text := await self._unread.get()) is not None:
            self._unread_size -= len(text)
            if len(text) > left:
                await self.services.scheduler.turn(SEND_PRICE)
                left = TOGETHER
            left -= len(text)
            await self.socket.send_text(text)
            if self._unread.empty():
                left = 0

    def check_backlog(self) -> None:
        """`Refused` if the client has not read what it has asked for."""
        if self._unread_size > BACKLOG:
            raise Refused("busy", "connections.unread")

    async def receive(self) -> str | bytes:
        """The next message."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""


def _bye(refused: Refused) -> Outgoing:
    return {"type": "bye", **refused.data()}


async def _reject(socket: WebSocket, refused: Refused) -> None:
    """Accept the websocket, send the reason, and close it: a browser cannot see why a handshake fails."""
    with suppress(RuntimeError, WebSocketDisconnect):  # gone already
        if socket.application_state == WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_text(write(_bye(refused)))
        await socket.close(REFUSED, refused.code)


@asynccontextmanager
async def _counted(connection: Connection) -> AsyncGenerator[None]:
    """Enforces the limits on connections, and counts this one while it lasts."""
    services = connection.services
    config, connections = services.config, services.connections
    owner = connection.player or network_at(connection.socket)
    if len(connections.get(owner, ())) >= config.max_connections_per_player:
        most = config.max_connections_per_player
        raise Refused("too-many", "connections.too_many", {"limit": most}, expected={"max": most})
    network, networks = network_at(connection.socket), services.networks
    if networks[network] >= config.max_connections_per_network:
        most = config.max_connections_per_network
        raise Refused("too-many", "connections.network", {"limit": most}, expected={"max": most})
    if networks.total() >= config.max_connections:
        raise Refused("busy", "server.full")
    networks[network] += 1
    connections.setdefault(owner, set()).add(connection)
    services.empty.clear()
    services.metrics.connections.inc()
    try:
        yield
    finally:
        networks[network] -= 1
        if not networks[network]:
            del networks[network]
        connections[owner].discard(connection)
        if not connections[owner]:
            del connections[owner]
        if not connections:
            services.empty.set()
        services.metrics.connections.dec()
        services.gc_schedule.ended += 1


async def _enter(socket: WebSocket) -> tuple[Services, Visitor | None]:
    services = services_of(socket)
    set_owner(network_at(socket))
    await services.scheduler.admit()
    headers = Headers(scope=socket.scope)
    services.hosts.check(headers.get("host", ""))
    if is_cross_site(headers, services.config.public_url):
        raise Refused("origin")
    services.moderation.check_network(socket)
    await services.rate_limits.spend(services.config.rate_requests, "address", network_at(socket))
    protocol = socket.query_params.get("protocol", str(PROTOCOL))
    if protocol != str(PROTOCOL):
        where: list[str | int] = ["query", "protocol"]
        facts: Facts = {"supported": PROTOCOL}
        raise Refused("bad-message", "request.protocol", facts, value=protocol[:8], expected=[PROTOCOL], where=where)
    visitor = await visitor_of(socket)
    if visitor is not None:
        visitor.require("read", services.now())
    return services, visitor


async def _run(connection: Connection, handle: asyncio.Task[None]) -> None:
    """Send and handle messages until the connection ends or the server shuts down."""
    sending = asyncio.create_task(connection.send_all())
    closing = asyncio.create_task(connection.services.closing.wait())
    try:
        await asyncio.wait({sending, handle, closing}, return_when=asyncio.FIRST_COMPLETED)
        code = REFUSED
        if closing.done():
            connection.disconnect(Refused("busy", "server.closing"))
            code = GOING_AWAY
            with suppress(Exception):
                await asyncio.wait_for(asyncio.shield(sending), 2)
        if connection.socket.client_state == WebSocketState.CONNECTED and not handle.done():
            with suppress(RuntimeError, WebSocketDisconnect):
                await connection.socket.close(code)
    finally:
        for task in (sending, handle, closing):
            task.cancel()
        for result in await asyncio.gather(sending, handle, closing, return_exceptions=True):
            if isinstance(result, Exception) and not isinstance(result, (WebSocketDisconnect, RuntimeError)):
                log.error("connection failed", error=repr(result), exc_info=result)


@router.websocket("/ws/tables/{table}")
async def at_table(socket: WebSocket, table: str) -> None:
    """Connect to a table."""
    try:
        services, visitor = await _enter(socket)
        room = await services.rooms.get_visible(table, player_id(visitor))
        since = _event_number(socket.query_params.get("since", "0"))
        connection = Connection(socket, services, visitor)
        async with _counted(connection):
            await socket.accept()
            if visitor is not None:
                connection.muted = await services.people.unheard(visitor.id)
            await services.scheduler.turn()
            await _welcome(connection, room, since)
            room.enter(connection)
            try:
                await _run(connection, asyncio.create_task(_listen(connection, room)))
            finally:
                room.exit(connection)
    except Refused as refused:
        await _reject(socket, refused)
    except Unavailable:
        await _reject(socket, Refused("storage"))


def _event_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 7:
        expected: JsonValue = {"type": "integer", "min": 0}
        where: list[str | int] = ["query", "since"]
        raise Refused("bad-message", "request.event_number", value=text[:20], expected=expected, where=where)
    return int(text)


async def _welcome(connection: Connection, room: Room, since: int) -> None:
    """Send the complete state; it is the current one when this returns."""

    def current() -> tuple[TableState, int | None]:
        connection.seats_changed(room.state)
        return room.state, connection.seat

    chat_read, history = -2, list[ChatRow]()
    while chat_read != room.last_chat:
        history = await room.chat_history()
        chat_read = room.last_chat
        events = await events_in_slices(connection.services.scheduler, current, since)
    connected, spectators = room.presence()
    welcome: WelcomeWithoutEvents = {
        "type": "welcome",
        "protocol": PROTOCOL,
        "now": connection.services.now(),
        "table": serializers.table_data(room.state, connection.player, connected, spectators),
        "seat": connection.seat,
        "view": serializers.view(room.state, connection.seat),
        "chat": [serializers.chat_data(row) for row in history if not connection.mutes(row.player)],
    }
    connection.send(with_events(welcome, events).decode())


async def _listen(connection: Connection, room: Room | None) -> None:
    """Handle incoming messages, one after the other."""
    metrics = connection.services.metrics
    while True:
        raw = await connection.receive()
        began = perf_counter()
        kind, refused = await _respond(connection, room, raw)
        if refused is not None:
            connection.send_message({"type": "no", "id": id_of(raw), **refused.data()})
            if refused.code == "stale" and room is not None:
                # All events were sent, or are queued in order: only the client's view may be outdated.
                await _sync(connection, room, None)
        metrics.messages.labels(kind, "ok" if refused is None else "no").inc()
        metrics.message_seconds.labels(kind).observe(perf_counter() - began)


async def _respond(connection: Connection, room: Room | None, raw: str | bytes) -> tuple[str, Refused | None]:
    """Handle a message and acknowledge it; its type, and the refusal if it was refused."""
    services, kind = connection.services, "unknown"
    try:
        await services.scheduler.admit()
        await services.rate_limits.spend_locally(services.config.rate_messages, "socket", connection.key)
        message = read(raw)
        kind = message.type
        version = await _handle(connection, room, message)
        connection.send_message({"type": "ok", "id": message.id, "version": version})
    except Refused as refused:
        return kind, refused
    except Unavailable:
        return kind, Refused("storage")
    except Exception:
        log.exception("message failed", kind=kind)
        return kind, Refused("trouble")
    return kind, None


async def _handle(connection: Connection, room: Room | None, message: Incoming) -> int:
    """Do what a message asks; the version for the acknowledgement."""
    if room is None:
        if message.type != "ping":
            only: JsonValue = ["ping"]
            raise Refused("bad-message", "connections.ping_only", value=message.type, expected=only, where=["type"])
        return 0
    if connection.visitor is not None and isinstance(message, Move | Chat | Phrase):
        connection.visitor.require("play", connection.services.now())
    match message:
        case Move():
            if connection.player is None:
                raise Refused("not-signed-in")
            seat = connection.selection.acting_seat(room.state, message.seat)
            program = connection.visitor is not None and connection.visitor.is_program
            ply, _ = await room.play(
                connection.player, seat, message.action, message.version, message.id, program=program
            )
            return ply
        case Look():
            connection.choose_seat(room.state, message.seat)
            connection.check_backlog()
            await _sync(connection, room, 0)
        case Sync():
            connection.check_backlog()
            await _sync(connection, room, message.since)
        case Chat() | Phrase():
            await _chat(connection, room, message)
        case _:
            pass
    return room.state.ply


async def _sync(connection: Connection, room: Room, since: int | None) -> None:
    """Send a fresh view, and the events from this number on, or none."""
    scheduler, now = connection.services.scheduler, connection.services.now
    events = []
    if since is not None:
        events = await events_in_slices(scheduler, lambda: (room.state, connection.seat), since)
    connection.send(with_events(serializers.synced(room.state, connection.seat, now()), events).decode())


async def _chat(connection: Connection, room: Room, message: Chat | Phrase) -> None:
    visitor, services = connection.visitor, connection.services
    if visitor is None:
        raise Refused("not-signed-in")
    phrase = message.code if isinstance(message, Phrase) else None
    text = services.words.masked(message.text) if isinstance(message, Chat) else None
    services.moderation.check_chat(visitor.id)
    row = chat_row(room.state, visitor.id, visitor.player.name, services.now(), text=text, phrase=phrase)
    await services.rate_limits.spend(services.config.rate_chat, "chat", visitor.id)
    await room.say(row)


@router.websocket("/ws/me")
async def my_news(socket: WebSocket) -> None:
    """Connect for one's own notices: turns, and changes in the lists of tables."""
    try:
        services, visitor = await _enter(socket)
        if visitor is None:
            raise Refused("not-signed-in")
        connection = Connection(socket, services, visitor)
        async with _counted(connection):
            await socket.accept()
            services.notifications.add(visitor.id, connection)
            try:
                hello: Outgoing = {
                    "type": "hello",
                    "protocol": PROTOCOL,
                    "now": services.now(),
                    "player": visitor.id,
                }
                connection.send_message(hello)
                await _run(connection, asyncio.create_task(_listen(connection, None)))
            finally:
                services.notifications.remove(visitor.id, connection)
    except Refused as refused:
        await _reject(socket, refused)
    except Unavailable:
        await _reject(socket, Refused("storage"))
