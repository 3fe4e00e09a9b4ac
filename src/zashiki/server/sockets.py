"""The websockets: one for each table that somebody looks at, and one for news of one's own."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Final, final

import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.datastructures import Headers
from starlette.websockets import WebSocketState

from zashiki.server.authentication import Visitor, address_of, services_of, visitor_of
from zashiki.server.middleware import foreign
from zashiki.server.services import Services
from zashiki.server.tables import make_move, may_see, room_for
from zashiki.store.database import Unavailable
from zashiki.store.rows import ChatRow
from zashiki.table import serializers
from zashiki.table.messages import PROTOCOL, Chat, Incoming, Look, Move, Outgoing, Phrase, Sync, id_of, read, write
from zashiki.table.phrases import PHRASES
from zashiki.table.refusals import Refused
from zashiki.table.room import Listener, Room
from zashiki.table.rooms import new_id
from zashiki.table.state import TableState

router = APIRouter()
UNREAD: Final = 256
"""Messages that wait for a connection to take them; with more it is given up."""
REFUSED: Final = 4400
"""The close code after a `bye`: the connection is not possible."""
GOING_AWAY: Final = 1012
"""The close code when the house closes or restarts."""

log = structlog.get_logger("zashiki.socket")


@final
class Connection(Listener):
    """One websocket: what it is sent waits in a queue, so that nobody waits for it."""

    def __init__(self, socket: WebSocket, services: Services, visitor: Visitor | None) -> None:
        self.socket = socket
        self.services = services
        self.visitor = visitor
        self.player = None if visitor is None else visitor.id
        self.key = new_id()
        """To count its messages by."""
        self.seat = None
        self.chosen = False
        """Whether the eyes were chosen, rather than the first seat of one's own."""
        self.muted: frozenset[str] = frozenset()
        self._unread: asyncio.Queue[str | None] = asyncio.Queue(UNREAD)
        self._over = False

    def hear(self, text: str) -> None:
        if self._over:
            return
        if self._unread.full():
            while not self._unread.empty():
                self._unread.get_nowait()
            self.turn_out(Refused("too-slow"))
        else:
            self._unread.put_nowait(text)

    def say(self, message: Outgoing) -> None:
        """Send a message."""
        self.hear(write(message))

    def turn_out(self, refused: Refused) -> None:
        """Send what there is, then why this is the end."""
        self.say(_bye(refused))
        if not self._over:
            self._over = True
            if self._unread.full():
                self._unread.get_nowait()
            self._unread.put_nowait(None)

    async def refresh(self) -> None:
        """Something has changed about the person: who they are, whom they do not hear, whether they may be here."""
        if self.visitor is None:
            return
        found = await self.services.people.by_session(self.visitor.session.id, self.services.rooms.now())
        if found is None or found[0].id != self.player:
            self.turn_out(Refused("not-signed-in", "This session has ended; come in again."))
            return
        self.visitor = Visitor(*found)
        self.muted = frozenset(await self.services.people.muted(self.visitor.id))

    def mutes(self, player: str | None) -> bool:
        return player in self.muted

    def reseat(self, state: TableState) -> None:
        """Look with the eyes of one's own seat, if one has one now."""
        if not may_see(state, self.player):
            self.turn_out(Refused("no-such-table"))  # the game has begun, and it is not for spectators
        own = state.seats_of(self.player)
        if self.seat is not None and self.seat not in own:
            self.seat, self.chosen = None, False
        if self.seat is None and own and not self.chosen:
            asked = [seat for seat in own if seat in state.waiting()]
            self.seat = (asked or own)[0]

    async def send_all(self) -> None:
        """Send what comes, until the end."""
        while (text := await self._unread.get()) is not None:
            await self.services.rooms.loop_budget()
            await self.socket.send_text(text)

    async def receive(self) -> str | bytes:
        """The next message."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""


def _bye(refused: Refused) -> Outgoing:
    return {"type": "bye", "code": refused.code, "text": str(refused)}


async def _turn_away(socket: WebSocket, refused: Refused) -> None:
    """A browser does not see why a websocket is refused, so it is accepted, told, and closed."""
    with suppress(RuntimeError, WebSocketDisconnect):  # gone already
        if socket.application_state == WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_text(write(_bye(refused)))
        await socket.close(REFUSED, refused.code)


@asynccontextmanager
async def _counted(connection: Connection) -> AsyncGenerator[None]:
    """Nobody may have more connections than is good for the others."""
    services = connection.services
    config, all_of_them = services.config, services.connections
    whose = connection.player or address_of(connection.socket)
    if len(all_of_them.get(whose, ())) >= config.max_connections_per_player:
        raise Refused("too-many", "You have too many connections open; close some first.")
    if sum(map(len, all_of_them.values())) >= config.max_connections:
        raise Refused("busy", "The house is full; try again later.")
    all_of_them.setdefault(whose, set()).add(connection)
    services.empty.clear()
    services.metrics.connections.inc()
    try:
        yield
    finally:
        all_of_them[whose].discard(connection)
        if not all_of_them[whose]:
            del all_of_them[whose]
        if not all_of_them:
            services.empty.set()
        services.metrics.connections.dec()
        services.sweeper.ended += 1


async def _enter(socket: WebSocket) -> tuple[Services, Visitor | None]:
    services = services_of(socket)
    await services.rooms.loop_budget()
    if foreign(Headers(scope=socket.scope), services.config.public_url):
        raise Refused("origin")
    await services.rate_limits.spend(services.config.rate_requests, "address", address_of(socket))
    protocol = socket.query_params.get("protocol", str(PROTOCOL))
    if protocol != str(PROTOCOL):
        raise Refused("bad-message", f"protocol {protocol[:8]!r} is not spoken here; it is {PROTOCOL}")
    return services, await visitor_of(socket)


async def _run(connection: Connection, handle: asyncio.Task[None]) -> None:
    """Send and handle, until one of them ends or the house closes."""
    sending = asyncio.create_task(connection.send_all())
    closing = asyncio.create_task(connection.services.closing.wait())
    try:
        await asyncio.wait({sending, handle, closing}, return_when=asyncio.FIRST_COMPLETED)
        code = REFUSED
        if closing.done():
            connection.turn_out(Refused("busy", "The house closes or restarts; connect again in a moment."))
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
    """Be at a table."""
    try:
        services, visitor = await _enter(socket)
        room = await room_for(services, visitor, table)
        since = _whole(socket.query_params.get("since", "0"))
        connection = Connection(socket, services, visitor)
        async with _counted(connection):
            await socket.accept()
            if visitor is not None:
                connection.muted = frozenset(await services.people.muted(visitor.id))
            await services.rooms.loop_budget()
            said = await _said(room)
            connection.reseat(room.state)
            _welcome(connection, room, since, said)
            room.enter(connection)
            try:
                await _run(connection, asyncio.create_task(_listen(connection, room)))
            finally:
                room.exit(connection)
    except Refused as refused:
        await _turn_away(socket, refused)
    except Unavailable:
        await _turn_away(socket, Refused("storage"))


async def _said(room: Room) -> list[ChatRow]:
    """What was said last, up to this moment: nothing may be said unheard while it is read."""
    while True:
        number = room.said
        rows = await room.rooms.tables.said(room.id)
        if room.said == number:
            return rows


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 7:
        raise Refused("bad-message", f"since: {text[:20]!r} is no event's number")
    return int(text)


def _welcome(connection: Connection, room: Room, since: int, said: list[ChatRow]) -> None:
    here, spectators = room.presence()
    connection.say(
        {
            "type": "welcome",
            "protocol": PROTOCOL,
            "now": connection.services.rooms.now(),
            "table": serializers.table_data(room.state, connection.player, here, spectators),
            "seat": connection.seat,
            "view": serializers.view(room.state, connection.seat),
            "events": serializers.events(room.state, connection.seat, since),
            "chat": [serializers.chat_data(row) for row in said if not connection.mutes(row.player)],
        }
    )


async def _listen(connection: Connection, room: Room | None) -> None:
    """Answer every message, one after the other."""
    metrics = connection.services.metrics
    while True:
        raw = await connection.receive()
        began = perf_counter()
        await connection.services.rooms.loop_budget()
        kind, refused = await _answer(connection, room, raw)
        if refused is not None:
            connection.say({"type": "no", "id": id_of(raw), **refused.data()})
            if refused.code == "stale" and room is not None:
                # What has happened was told, or is on its way, in the same order: only the view may be an old one.
                _sync(connection, room, None)
        metrics.messages.labels(kind, "ok" if refused is None else "no").inc()
        metrics.message_seconds.labels(kind).observe(perf_counter() - began)


async def _answer(connection: Connection, room: Room | None, raw: str | bytes) -> tuple[str, Refused | None]:
    """What kind of message it was, and why it is refused if it is."""
    services, kind = connection.services, "unknown"
    try:
        await services.rate_limits.spend_here(services.config.rate_messages, "socket", connection.key)
        message = read(raw)
        kind = message.type
        version = await _handle(connection, room, message)
        connection.say({"type": "ok", "id": message.id, "version": version})
    except Refused as refused:
        return kind, refused
    except Unavailable:
        return kind, Refused("storage")
    except Exception:
        log.exception("message failed", kind=kind)
        return kind, Refused("trouble")
    return kind, None


async def _handle(connection: Connection, room: Room | None, message: Incoming) -> int:
    """Do what a message asks; the version to answer with."""
    if room is None:
        if message.type != "ping":
            raise Refused("bad-message", f"{message.type}: on this connection only ping is answered")
        return 0
    match message:
        case Move():
            if connection.player is None:
                raise Refused("not-signed-in")
            ply, _ = await make_move(
                connection.services,
                room,
                connection.player,
                _seat_meant(connection, room, message),
                message.action,
                message.version,
                message.id,
            )
            return ply
        case Look():
            if message.seat is not None:
                if connection.player is None:
                    raise Refused("not-seated")
                room.state.own_seat(connection.player, message.seat)
            connection.seat, connection.chosen = message.seat, True
            _sync(connection, room, 0)
        case Sync():
            _sync(connection, room, message.since)
        case Chat() | Phrase():
            await _speak(connection, room, message)
        case _:
            pass
    return room.state.ply


def _seat_meant(connection: Connection, room: Room, message: Move) -> int | None:
    """At a table on one device, the seat whose eyes are open, if the message names none."""
    several = len(room.state.seats_of(connection.player)) > 1
    return connection.seat if message.seat is None and several else message.seat


def _sync(connection: Connection, room: Room, since: int | None) -> None:
    """Send a fresh view, and the events from this number on, or none."""
    connection.say(serializers.synced(room.state, connection.seat, since, connection.services.rooms.now()))


async def _speak(connection: Connection, room: Room, message: Chat | Phrase) -> None:
    visitor, services, state = connection.visitor, connection.services, room.state
    if visitor is None:
        raise Refused("not-signed-in")
    own = state.seats_of(visitor.id)
    phrase = message.code if isinstance(message, Phrase) else None
    text = message.text if isinstance(message, Chat) else None
    if not own and state.status == "running" and not state.settings.spectator_chat:
        raise Refused("chat-closed", "Spectators are silent while the game is running.")
    if text is not None and not state.settings.chat:
        raise Refused("chat-closed", "This table speaks in preset phrases only.")
    if phrase is not None and phrase not in PHRASES:
        raise Refused("no-such-phrase")
    await services.rate_limits.spend(services.config.rate_chat, "chat", visitor.id)
    row = ChatRow(
        n=0,
        player=visitor.id,
        name=visitor.player.name,
        seat=own[0] if own else None,
        phrase=phrase,
        text=None if text is None else _clean(text),
        said_at=services.rooms.now(),
    )
    services.rooms.said(room, await services.rooms.tables.say(room.id, row))


def _clean(text: str) -> str:
    """What was written, on one line and without characters that cannot be seen."""
    kept = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not kept:
        raise Refused("bad-message", "text: there is nothing to read in it")
    return kept


@router.websocket("/ws/me")
async def my_news(socket: WebSocket) -> None:
    """Hear of one's own turns, and of changes in the lists of tables."""
    try:
        services, visitor = await _enter(socket)
        if visitor is None:
            raise Refused("not-signed-in")
        connection = Connection(socket, services, visitor)
        async with _counted(connection):
            await socket.accept()
            services.notifications.enter(visitor.id, connection)
            try:
                hello: Outgoing = {
                    "type": "hello",
                    "protocol": PROTOCOL,
                    "now": services.rooms.now(),
                    "player": visitor.id,
                }
                connection.say(hello)
                await _run(connection, asyncio.create_task(_listen(connection, None)))
            finally:
                services.notifications.exit(visitor.id, connection)
    except Refused as refused:
        await _turn_away(socket, refused)
    except Unavailable:
        await _turn_away(socket, Refused("storage"))
