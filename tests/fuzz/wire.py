"""HTTP and websockets byte by byte: a client that can send what no library would, and many frames a second."""

import asyncio
import base64
import os
import struct
from dataclasses import dataclass
from random import Random
from urllib.parse import urlsplit

PATIENCE = 60.0
"""Seconds after which a missing answer is a hang; long, for a busy machine."""
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Hang(AssertionError):
    """There was no answer."""


class Gone(Exception):
    """The server has closed the connection, with this code of a websocket, or none."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Answer:
    """An HTTP response."""

    status: int
    headers: dict[str, str]
    body: bytes


def frame(
    kind: int, data: bytes, chance: Random, *, last: bool = True, masked: bool = True, reserved: int = 0
) -> bytes:
    """A frame as a client sends it; or not quite."""
    size, mask = len(data), 0x80 if masked else 0
    head = bytes([(0x80 if last else 0) | reserved | kind])
    if size < 126:
        head += bytes([mask | size])
    elif size < 65_536:
        head += bytes([mask | 126]) + struct.pack("!H", size)
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", size)
    if not masked:
        return head + data
    key = chance.randbytes(4)
    long_key = (key * (size // 4 + 1))[:size]
    mixed = int.from_bytes(data, "big") ^ int.from_bytes(long_key, "big")
    return head + key + mixed.to_bytes(size, "big")


class Wire:
    """A connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def to(cls, address: str) -> "Wire":
        found = urlsplit(address)
        return cls(*await asyncio.wait_for(asyncio.open_connection(found.hostname, found.port), PATIENCE))

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        try:
            await asyncio.wait_for(self.writer.drain(), PATIENCE)
        except TimeoutError:
            raise Hang("nothing is read any more") from None
        except OSError:
            raise Gone from None

    async def _read(self, size: int) -> bytes:
        try:
            return await asyncio.wait_for(self.reader.readexactly(size), PATIENCE)
        except TimeoutError:
            raise Hang("no answer") from None
        except (asyncio.IncompleteReadError, OSError):
            raise Gone from None

    async def answer(self) -> Answer:
        """Read an HTTP response."""
        try:
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)
        except TimeoutError:
            raise Hang("no answer") from None
        except (asyncio.IncompleteReadError, OSError):
            raise Gone from None
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}
        status = int(first.split()[1])
        if status < 200 or status in (204, 304):
            return Answer(status, headers, b"")
        if "content-length" in headers:
            return Answer(status, headers, await self._read(int(headers["content-length"])))
        body = b""
        while headers.get("transfer-encoding") == "chunked":
            size = int((await self.reader.readline()).split(b";")[0], 16)
            body += (await self._read(size + 2))[:-2]
            if not size:
                break
        return Answer(status, headers, body)

    async def upgrade(self, path: str, cookie: str) -> Answer:
        """Open a websocket."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            "Host: localhost",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            f"Cookie: {cookie}",
        ]
        await self.send("\r\n".join([*lines, "", ""]).encode())
        return await self.answer()

    async def receive(self) -> tuple[int, bytes]:
        """Read a frame of the server; `Gone` with its code if it closes."""
        first, second = await self._read(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack("!H", await self._read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self._read(8))
        data = await self._read(size)
        if first & 0x0F == CLOSE:
            raise Gone(struct.unpack("!H", data[:2])[0] if len(data) >= 2 else None)
        return first & 0x0F, data

    async def until_gone(self) -> int | None:
        """Read until the server closes; the code."""
        try:
            while True:
                await self.receive()
        except Gone as gone:
            return gone.code

    def close(self) -> None:
        self.writer.transport.abort()
