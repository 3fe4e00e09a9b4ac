"""Frames that nobody should send: valid messages changed by grammar, rubbish, and frames against the protocol."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from fuzz.wire import BINARY, CLOSE, PING, PONG, TEXT, frame
from zashiki.table.messages import LONGEST

KINDS = ("move", "look", "sync", "chat", "phrase", "ping")
MOVES = ("pass", "draw 1", "play 9", "0", "place a1", "")
NUMBERS = (0, 1, 2, 3, 7, -1, 2**31, 2**63, -(2**63), 2**64, 10**30, 1.5, 1e308, -0.0)
TEXTS = (
    "",
    "a",
    "a" * 64,
    "a" * 65,
    "\0",
    "\u202e",
    "<b>",
    "ことのは",
    "\U0001d159",
    "'; DROP TABLE moves; --",
    "x" * 301,
)


def value(chance: Random, depth: int = 0) -> Any:
    """Any JSON value."""
    kind = chance.randrange(9 if depth < 3 else 6)
    if kind < 2:
        return chance.choice(NUMBERS)
    if kind < 4:
        return chance.choice(TEXTS)
    if kind < 6:
        return chance.choice((None, True, False))
    if kind < 8:
        return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(TEXTS): value(chance, depth + 1) for _ in range(chance.randrange(4))}


def message(chance: Random, version: int) -> dict[str, Any]:
    """A valid message, if it is lucky."""
    kind = chance.choice(KINDS)
    made: dict[str, Any] = {"type": kind, "id": f"f{chance.randrange(10**6)}"}
    match kind:
        case "move":
            action = chance.choice(MOVES) if chance.random() < 0.3 else chance.randrange(60)
            made |= {"version": max(0, version - (chance.random() < 0.1)), "action": action}
        case "look":
            made["seat"] = chance.choice((0, 1, None))
        case "sync":
            made["since"] = 10**6 if chance.random() < 0.9 else chance.randrange(50)
        case "chat":
            # Rarely: it is kept, and what is kept for ever is not what is tried here.
            made["text"] = "" if chance.random() < 0.95 else chance.choice(TEXTS)
        case "phrase":
            made["code"] = "nothing" if chance.random() < 0.95 else "hello"
    return made


def changed(chance: Random, made: dict[str, Any]) -> dict[str, Any]:
    """The message with one thing wrong."""
    key = chance.choice([*made, "seat", "more"])
    match chance.randrange(4):
        case 0:
            made.pop(key, None)
        case 1:
            made[key] = value(chance)
        case 2:
            made[f"{key}{chance.choice(TEXTS)}"] = made.get(key)
        case 3:
            made["type"] = chance.choice(KINDS)
    return made


def cut(chance: Random, text: bytes) -> bytes:
    """The text with some bytes gone, doubled or others."""
    at = chance.randrange(len(text) + 1)
    match chance.randrange(3):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + chance.randbytes(chance.randrange(1, 4)) + text[at + 1 :]
        case _:
            return text[:at] + text[max(0, at - 9) :]


HUGE: tuple[bytes, ...] = (
    b"9" * 5000,
    b"[" * 2000,
    b'{"a":' * 700 + b"1" + b"}" * 700,
    b" " * LONGEST,
    b"x" * (4 * LONGEST),
    b'{"type":"ping","id":NaN}',
    b'{"type":"move","id":"n","version":1e999,"action":0}',
    b'{"type":"move","id":"n","version":0,"action":' + b"9" * 3500 + b"}",
    b'{"type":"chat","id":"half","text":"\\ud800"}',
    b'{"type":"ping","id":"twice","id":"second"}',
    b"\xef\xbb\xbf{}",
)


def payload(chance: Random, version: int) -> bytes:
    """The contents of one message."""
    luck = chance.random()
    if luck < 0.01:
        return chance.choice(HUGE)
    if luck < 0.05:
        return chance.randbytes(chance.randrange(60))
    if luck < 0.1:
        return json.dumps(value(chance)).encode()
    made = message(chance, version)
    if luck < 0.6:
        made = changed(chance, made)
    text = json.dumps(made, ensure_ascii=luck < 0.3).encode("utf-8", "replace")
    return cut(chance, text) if luck < 0.25 else text


def frames(chance: Random, version: int) -> tuple[bytes, int]:
    """One message, sometimes in pieces, with pings between; and how many frames that is."""
    data = payload(chance, version)
    kind = TEXT
    try:
        data.decode()
    except UnicodeDecodeError:
        kind = BINARY
    if kind == TEXT and chance.random() < 0.1:
        kind = BINARY
    luck = chance.random()
    if luck < 0.9:
        return frame(kind, data, chance), 1
    if luck < 0.95:
        control = chance.choice((PING, PONG))
        return frame(control, chance.randbytes(chance.randrange(126)), chance) + frame(kind, data, chance), 2
    at = chance.randrange(len(data) + 1)
    first = frame(kind, data[:at], chance, last=False)
    between = frame(PING, b"", chance) if luck < 0.97 else b""
    return first + between + frame(0, data[at:], chance), 3 if between else 2


VIOLATIONS: tuple[Callable[[Random], bytes], ...] = (
    lambda chance: frame(TEXT, b"{}", chance, masked=False),
    lambda chance: frame(TEXT, b"{}", chance, reserved=chance.choice((0x10, 0x20, 0x40))),
    lambda chance: frame(chance.choice((3, 4, 5, 6, 7, 11, 12, 15)), b"{}", chance),
    lambda chance: frame(TEXT, b'{"type":"ping","id":"\xff"}', chance),
    lambda chance: frame(TEXT, b"\xc0\xaf", chance, last=False) + frame(0, b"\xff", chance),
    lambda chance: frame(PING, b"x" * 126, chance),
    lambda chance: frame(PING, b"", chance, last=False),
    lambda chance: frame(0, b"nothing goes on here", chance),
    lambda chance: frame(TEXT, b"{", chance, last=False) + frame(TEXT, b"}", chance),
    lambda chance: frame(TEXT, b"x" * (4 * LONGEST + 1), chance),
    lambda chance: bytes([0x81, 0xFF]) + (2**62).to_bytes(8, "big") + bytes(4),
    lambda chance: bytes([0x81, 0xFF]) + (2**64 - 1).to_bytes(8, "big") + bytes(4),
    lambda chance: frame(CLOSE, b"\x03", chance),
    lambda chance: frame(CLOSE, chance.choice((b"\x00\x01", b"\x03\xed", b"\xff\xff", b"\x03\xe8\xff")), chance),
)
"""Frames against the protocol: the server closes such a connection, and only that."""
