"""HTTP requests that nobody should send: by the description of the interface, in hostile orders, and raw rubbish."""

import hashlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote

from fuzz.frames import TEXTS, cut, value
from zashiki import registry

MOST_TABLES = 60
"""Tables that are played with at the same time."""


def request(method: str, path: str, cookie: str, body: bytes | None, more: tuple[str, ...] = ()) -> bytes:
    """A request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *([f"Cookie: {cookie}"] if cookie else []), *more]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + (body or b"")


class Described:
    """Requests by the OpenAPI description: the right shape, wrong in places."""

    def __init__(self, description: dict[str, Any], ids: dict[str, list[str]]) -> None:
        self.schemas = description["components"]["schemas"]
        self.ids = ids
        # Deleting oneself would leave nobody to go on with.
        self.operations = [
            (method.upper(), path, about)
            for path, methods in description["paths"].items()
            for method, about in methods.items()
            if (method, path) != ("delete", "/api/v1/me") and "logout" not in path
        ]

    def make(self, chance: Random, cookie: str) -> bytes:
        method, path, about = chance.choice(self.operations)
        query: list[str] = []
        for parameter in about.get("parameters", ()):
            name = parameter["name"]
            known = self.ids.get(name, [])
            given = (
                chance.choice(known) if known and chance.random() < 0.8 else str(self.of(parameter["schema"], chance))
            )
            if parameter["in"] == "path":
                path = path.replace(f"{{{name}}}", quote(given, safe="") or "x")
            elif parameter["in"] == "query" and chance.random() < 0.5:
                query.append(f"{name}={quote(given, safe='')}")
        body = None
        if "requestBody" in about:
            content = about["requestBody"]["content"].get("application/json", {})
            made = json.dumps(self.of(content.get("schema", {}), chance)).encode()
            body = cut(chance, made) if chance.random() < 0.1 else made
        path = f"{path}?{'&'.join(query)}" if query else path
        return request(method, path, cookie if chance.random() < 0.9 else "", body)

    def of(self, schema: dict[str, Any], chance: Random, depth: int = 0) -> Any:
        """A value of a schema; now and then another one."""
        if chance.random() < 0.07 or depth > 6:
            return value(chance)
        if "$ref" in schema:
            return self.of(self.schemas[schema["$ref"].rpartition("/")[2]], chance, depth + 1)
        for several in ("anyOf", "oneOf", "allOf"):
            if several in schema:
                return self.of(chance.choice(schema[several]), chance, depth + 1)
        if "enum" in schema or "const" in schema:
            return chance.choice(schema.get("enum") or [schema["const"]])
        match schema.get("type"):
            case "object":
                needed = schema.get("required", ())
                return {
                    name: self.of(inner, chance, depth + 1)
                    for name, inner in schema.get("properties", {}).items()
                    if name in needed or chance.random() < 0.3
                }
            case "array":
                return [self.of(schema.get("items", {}), chance, depth + 1) for _ in range(chance.randrange(3))]
            case "integer" | "number":
                low, high = schema.get("minimum", -5), schema.get("maximum", 100)
                return chance.choice((low, high, low - 1, high + 1, chance.randint(int(low), int(max(low, high)))))
            case "boolean":
                return chance.random() < 0.5
            case "string":
                if "pattern" in schema and "64" in schema["pattern"]:
                    return chance.randbytes(32).hex()
                return chance.choice(TEXTS)
            case _:
                return value(chance)


class Orders:
    """What people may do at tables, in any order: sit, commit, seal, reveal, leave, come back, close, play again."""

    def __init__(self, cookies: list[str]) -> None:
        self.cookies = cookies
        self.tables: list[str] = []
        self.seals: dict[str, str] = {}

    def learn(self, answer: bytes) -> None:
        """Remember a table from a response."""
        try:
            about = json.loads(answer)
        except ValueError:
            return
        if isinstance(about, dict) and isinstance(about.get("sealing"), dict):
            table = str(about["id"])
            if about["status"] in ("over", "closed"):
                self.tables = [one for one in self.tables if one != table]
            elif table not in self.tables and len(self.tables) < MOST_TABLES:
                self.tables.append(table)
            self.seals[table] = about["sealing"]["seal"] or "0" * 64
            if len(self.seals) > 10 * MOST_TABLES:
                self.seals.clear()

    def make(self, chance: Random) -> bytes:
        person = chance.randrange(len(self.cookies))
        cookie = self.cookies[person]
        seed = hashlib.sha256(f"seed {person}".encode()).digest()
        commitment = chance.choice((hashlib.sha256(seed).hexdigest(), None, "0" * 64))
        if len(self.tables) < 4 or (len(self.tables) < MOST_TABLES and chance.random() < 0.02):
            return self._create(chance, cookie, commitment)
        table = chance.choice(self.tables)
        seat = chance.randrange(3)
        doings: list[tuple[str, str, Any]] = [
            ("POST", "sit", {"seat": chance.choice((None, seat)), "commitment": commitment}),
            ("POST", "commit", {"commitments": [{"seat": seat, "commitment": commitment or "0" * 64}]}),
            ("POST", "start", {"fill": chance.choice((None, 1, 1))}),
            (
                "POST",
                "reveal",
                {
                    "seal": self.seals.get(table, "0" * 64),
                    "seeds": [{"seat": seat, "seed": seed.hex() if chance.random() < 0.8 else "1" * 64}],
                },
            ),
            ("POST", "leave", {"seat": chance.choice((None, seat))}),
            ("POST", "return", {"seat": chance.choice((None, seat))}),
            ("POST", "close", None),
            ("PUT", f"seats/{seat}", {"level": chance.randrange(1, 3)}),
            ("DELETE", f"seats/{seat}", None),
            ("POST", f"seats/{seat}/stand-in", None),
            ("PUT", "settings", self._settings(chance)),
            ("POST", "rematch", {"commitment": commitment}),
            ("GET", "view", None),
            ("GET", "", None),
            (
                "POST",
                "moves",
                {"id": f"m{chance.randrange(99)}", "version": chance.randrange(9), "action": chance.randrange(40)},
            ),
        ]
        method, doing, body = chance.choice(doings)
        path = f"/api/v1/tables/{table}/{doing}".rstrip("/")
        return request(
            method, path, cookie, None if body is None and method == "GET" else json.dumps(body or {}).encode()
        )

    def _create(self, chance: Random, cookie: str, commitment: str | None) -> bytes:
        body = {"settings": self._settings(chance), "commitment": commitment}
        return request("POST", "/api/v1/tables", cookie, json.dumps(body).encode())

    def _settings(self, chance: Random) -> dict[str, Any]:
        kind = chance.choice(("none", "move", "days"))
        return {
            "game": chance.choice(sorted(registry.games())),
            "seats": chance.choice((2, 3)),
            "rated": chance.random() < 0.3,
            "one_device": chance.random() < 0.1,
            "clock": {"kind": kind},
        }


def rubbish(chance: Random) -> Iterator[bytes]:
    """Requests that are none, each for a connection of its own."""
    body = b'{"name":"Aki"}'
    long = b"x" * 70_000
    yield chance.randbytes(chance.randrange(1, 400)) + b"\r\n\r\n"
    yield b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    yield b"GET /\r\n\r\n"
    yield b"GET / HTTP/9.9\r\nHost: a\r\n\r\n"
    yield b"GET /" + long + b" HTTP/1.1\r\nHost: a\r\n\r\n"
    yield b"GET / HTTP/1.1\r\nHost: a\r\nX: " + long + b"\r\n\r\n"
    yield b"GET / HTTP/1.1\r\nHost: a\r\nX\x00Y: b\r\n\r\n"
    yield b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"
    yield b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n"
    yield b"GET http://elsewhere.test/ HTTP/1.1\r\nHost: a\r\n\r\n"
    yield b"GET /%00%ff%c0%af/../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n"
    yield b"GET /docs/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: a\r\n\r\n"
    yield b"GET /?" + b"a=b&" * 4000 + b" HTTP/1.1\r\nHost: a\r\n\r\n"
    yield b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"
    yield b"BREW /api/v1/guest HTTP/1.1\r\nHost: a\r\n\r\n"
    post = b"POST /api/v1/guest HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    yield post + b"Content-Length: -1\r\n\r\n" + body
    yield post + b"Content-Length: 99999999999999999999\r\n\r\n" + body
    yield post + b"Content-Length: 14\r\nContent-Length: 15\r\n\r\n" + body
    yield post + b"Content-Length: 14\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    yield post + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + body
    yield post + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n" + body
    yield post + b"Content-Length: 3\r\n\r\n" + b"\xff\xfe\xfd"
    yield post + b"Content-Encoding: gzip\r\nContent-Length: 14\r\n\r\n" + body
    upgrade = b" HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    yield b"GET /ws/me" + upgrade + b"Sec-WebSocket-Version: 7\r\n\r\n"
    yield b"GET /ws/tables/" + long[:300] + upgrade + b"\r\n"
