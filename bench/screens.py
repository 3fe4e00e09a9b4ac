"""Cheap websocket clients for a benchmark, so that the server is what is measured.

A `Screen` reads frames and passes their bytes on. A `LoadedTable` is one table with all its screens: it makes random
moves, one after the other, and records when each has reached the last screen. Nothing is parsed as JSON: the few
necessary values are found by searching the bytes.
"""

import asyncio
import base64
import os
import random
import re
from collections.abc import Callable
from time import perf_counter
from typing import Final, cast, final

VERSION: Final = re.compile(rb'^\{"type":"update","version":(\d+),')
ACTION: Final = re.compile(rb'"action":(\d+)')
PING, PONG, CLOSE = 9, 10, 8


def frame(payload: bytes, opcode: int = 1) -> bytes:
    """Return a frame as clients send it: masked, here with zeros."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | opcode, 0x80 | size, 0, 0, 0, 0)) + payload
    return bytes((0x80 | opcode, 0x80 | 126)) + size.to_bytes(2, "big") + bytes(4) + payload


@final
class Screen(asyncio.Protocol):
    """One websocket."""

    def __init__(self, path: str, cookie: str, hear: Callable[["Screen", bytes], None], seat: int | None) -> None:
        self.hear = hear
        self.seat = seat
        """The seat of the screen; None for a spectator."""
        self.latest = b""
        """The last message with a view."""
        self.closed = False
        self._path, self._cookie = path, cookie
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._shaken = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one without saying so
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (f"GET {self._path} HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade")
        more = (f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Cookie: {self._cookie}", "", "")
        self._transport.write("\r\n".join((*lines, *more)).encode())

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._shaken:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self._shaken = True
        start, size = 0, len(buffer)
        while size - start >= 2:
            length, begin = buffer[start + 1], start + 2
            if length >= 126:
                begin += 2 if length == 126 else 8
                if size < begin:
                    break
                length = int.from_bytes(buffer[start + 2 : begin], "big")
            if size < begin + length:
                break
            self._take(buffer[start] & 0x0F, bytes(buffer[begin : begin + length]))
            start = begin + length
        del buffer[:start]

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == PING:
            self._write(frame(payload, PONG))
        elif opcode == CLOSE:
            self.close()
        else:
            self.hear(self, payload)

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._write(frame(text))

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True

    def close(self) -> None:
        """Close it."""
        self.closed = True
        if self._transport is not None:
            self._transport.close()


@final
class LoadedTable:
    """One table and all its screens."""

    def __init__(self, done: Callable[["LoadedTable", float], None], seed: int) -> None:
        self.screens: list[Screen] = []
        self.done = done
        """Called when a move has reached the last screen, with the seconds it took."""
        self.ready = asyncio.Event()
        """Set when every screen shows something."""
        self.trouble: bytes | None = None
        """Unexpected messages."""
        self.busy = False
        """Whether a move is in flight."""
        self._rng = random.Random(seed)
        self._version = -1
        self._missing: set[Screen] = set()
        self._acknowledged = True
        self._sent_at = 0.0
        self._moves = 0

    async def sit(self, host: str, port: int, path: str, cookie: str, seat: int | None) -> None:
        """Add a screen."""
        screen = Screen(path, cookie, self._heard, seat)
        self.screens.append(screen)
        await asyncio.get_running_loop().create_connection(lambda: screen, host, port)

    def _heard(self, screen: Screen, payload: bytes) -> None:
        if payload.startswith(b'{"type":"update"'):
            screen.latest = payload
            found = VERSION.match(payload)
            if found is not None and int(found[1]) > self._version and screen in self._missing:
                self._missing.discard(screen)
                self._finish()
        elif payload.startswith(b'{"type":"ok"'):
            self._acknowledged = True
            self._finish()
        elif payload.startswith(b'{"type":"welcome"'):
            screen.latest = payload
            if all(one.latest for one in self.screens):
                self.ready.set()
        elif payload.startswith((b'{"type":"no"', b'{"type":"bye"')):
            self.trouble = payload

    def _finish(self) -> None:
        if self.busy and self._acknowledged and not self._missing:
            self.busy = False
            self.done(self, perf_counter() - self._sent_at)

    def move(self) -> bool:
        """Make a random move; return False if the game is over."""
        any_view = self.screens[0].latest
        start = any_view.index(b'"view":{')
        begin = any_view.index(b'"waiting":[', start) + 11
        waiting = any_view[begin : any_view.index(b"]", begin)]
        if not waiting:
            return False
        seat = int(waiting.split(b",")[0])
        mover = next(screen for screen in self.screens if screen.seat == seat)
        view = mover.latest
        start = view.index(b'"view":{')
        begin = view.index(b'"ply":', start) + 6
        ply = view[begin : view.index(b",", begin)]
        begin = view.index(b'"moves":[', start)
        actions = ACTION.findall(view, begin, view.index(b'],"scores":', begin))
        self._version = int(ply)
        self._missing = set(self.screens)
        self._acknowledged = False
        self.busy = True
        self._moves += 1
        self._sent_at = perf_counter()
        mover.send(
            b'{"type":"move","id":"m%d","version":%b,"action":%b}' % (self._moves, ply, self._rng.choice(actions))
        )
        return True

    def close(self) -> None:
        """Close all screens."""
        for screen in self.screens:
            screen.close()
