"""For every request: size limits, origin checks, security headers, the log. Plain ASGI, so nothing is buffered."""

import uuid
from collections.abc import MutableMapping
from time import perf_counter
from typing import Any, Final, final
from urllib.parse import urlsplit

import structlog
from pydantic import JsonValue
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zashiki.core.jsontypes import Facts
from zashiki.server.addresses import NETWORK, network_at
from zashiki.server.responses import problem_response
from zashiki.server.services import Services
from zashiki.table.refusals import Refused
from zashiki.table.scheduler import owned_by

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
METHODS: Final = SAFE | {"POST", "PUT", "PATCH", "DELETE"}
HEALTH: Final = "/healthz"
PROBES: Final = frozenset({HEALTH, "/metrics"})
"""What operators ask for: it waits for nobody."""
SECURITY: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

RENEWED: Final = "renewed_cookie"
"""Key in the request's state for a cookie to be set by its response."""

log = structlog.get_logger("zashiki.http")


def is_cross_site(headers: Headers, public_url: str | None) -> bool:
    """Whether a browser sent this request on behalf of another origin."""
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return True
    origin = headers.get("origin")
    if origin is None:
        return False  # not a browser, or a plain navigation
    ours = {headers.get("host", "").lower()}
    if public_url is not None:
        ours.add(urlsplit(public_url).netloc.lower())
    theirs = origin.lower().partition("://")[2]  # empty for `null`
    return not theirs or theirs not in ours


@final
class Middleware:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = perf_counter()
        status = 0

        async def respond(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_security_headers(message, scope)
            await send(message)

        structlog.contextvars.bind_contextvars(request=uuid.uuid4().hex[:12])
        try:
            network = network_at(HTTPConnection(scope))
            NETWORK.set(network)
            with owned_by(network):
                if scope["path"] not in PROBES:
                    await _services(scope).scheduler.admit()
                await _check(scope, Headers(scope=scope))
                await self.app(scope, _LimitedReceive(receive, _max_bytes(scope)), respond)
        except Refused as refused:
            await problem_response(refused)(scope, receive, respond)
        except Exception:
            log.exception("request failed", path=scope["path"])
            if status:
                raise  # the response has already begun
            await problem_response(Refused("trouble"))(scope, receive, respond)
        finally:
            _log(scope, status, perf_counter() - began)
            structlog.contextvars.unbind_contextvars("request")


def _services(scope: Scope) -> Services:
    services: Services = scope["app"].state.services
    return services


async def _check(scope: Scope, headers: Headers) -> None:
    config = _services(scope).config
    if scope["path"] != HEALTH:
        _services(scope).hosts.check(headers.get("host", ""))
    if scope["path"].startswith("/api/"):
        _services(scope).moderation.check_network(HTTPConnection(scope))
        await _services(scope).rate_limits.spend(config.rate_requests, "address", network_at(HTTPConnection(scope)))
    if scope["method"] not in SAFE and is_cross_site(headers, config.public_url):
        raise Refused("origin")
    length = headers.get("content-length", "0")
    where: list[str | int] = ["header", "content-length"]
    if not length.isascii() or not length.isdigit():
        expected: JsonValue = {"type": "integer", "min": 0}
        raise Refused("bad-message", "request.content_length", value=length[:20], expected=expected, where=where)
    limit = _max_bytes(scope)
    if len(length) > 9 or int(length) > limit:
        facts: Facts = {"bytes": length[:20], "limit": limit}
        expected = {"max_bytes": limit}
        raise Refused("too-big", "request.too_long", facts, value=length[:20], expected=expected, where=where)


def _max_bytes(scope: Scope) -> int:
    config = _services(scope).config
    return config.max_record if scope["path"].startswith("/api/v1/records/") else config.max_body


def _log(scope: Scope, status: int, seconds: float) -> None:
    route = getattr(scope.get("route"), "path", "none")
    method = scope["method"] if scope["method"] in METHODS else "other"  # anything a client may make up
    metrics = _services(scope).metrics
    metrics.requests.labels(method, route, str(status)).inc()
    metrics.request_seconds.labels(route).observe(seconds)
    # A page loads a hundred files: operators want to see what people do, not these.
    level = log.info if scope["path"].startswith("/api/") or status >= 400 else log.debug
    level("request", method=method, route=route, status=status, milliseconds=round(1000 * seconds, 1))


def _add_security_headers(message: Message, scope: Scope) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in SECURITY.items():
        headers.setdefault(name, value)
    if scope.get("scheme") == "https" or (_services(scope).config.public_url or "").startswith("https:"):
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
    renewed = scope.get("state", {}).get(RENEWED)
    if renewed is not None:
        headers.setdefault("Set-Cookie", renewed)  # unless the response sets a cookie itself


@final
class _LimitedReceive:
    """Reads a body up to a limit, whatever its Content-Length says."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self.receive = receive
        self.left = limit

    async def __call__(self) -> MutableMapping[str, Any]:
        message = await self.receive()
        if message["type"] == "http.request":
            self.left -= len(message.get("body", b""))
            if self.left < 0:
                raise HTTPException(413, "the body is too long")  # FastAPI would report other errors as bad JSON
        return message
