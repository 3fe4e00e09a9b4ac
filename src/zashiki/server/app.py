"""The application: routes, refusals, health."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import JsonValue
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Route

import zashiki
from zashiki.server import (
    accounts,
    conduct,
    documentation,
    games,
    lessons,
    operators,
    passkeys,
    people,
    records,
    recovery,
    reports,
    second_factor,
    sessions,
    sockets,
    static_client,
    tables,
)
from zashiki.server.addresses import address_of
from zashiki.server.config import Config
from zashiki.server.connections import files_limit, open_files
from zashiki.server.middleware import Middleware
from zashiki.server.responses import SharedResponse, json_response, problem_response
from zashiki.server.services import Services
from zashiki.store.database import Unavailable
from zashiki.table.input_errors import refused_input, shown_value
from zashiki.table.refusals import Refused

PARTS: Final = (
    *(games, lessons, accounts, people, sessions, passkeys, recovery, second_factor, conduct, reports, operators),
    *(tables, records, sockets),
)
"""The modules with routes."""
LOCAL: Final = frozenset({"127.0.0.1", "::1"})

log = structlog.get_logger("zashiki.http")


@asynccontextmanager
async def running_app(config: Config) -> AsyncGenerator[FastAPI]:
    """A running server as an ASGI application; it is shut down at the end."""
    services = Services(config)
    try:
        await services.open()
        yield create_app(services)
    finally:
        await services.close()


def create_app(services: Services | None = None) -> FastAPI:
    """The application; its services may also be set later, as `app.state.services`."""
    app = FastAPI(
        title="Zashiki",
        version=zashiki.__version__,
        summary="Games, tables, people and records. Moves are made over a websocket: see the protocol.",
        docs_url=None,  # FastAPI's page loads scripts from other sites
        redoc_url=None,
        openapi_url=None,  # generated lazily, see below
        # The routes themselves: including routers would build every route a second time, at the first request.
        routes=[route for part in PARTS for route in part.router.routes],
    )
    app.state.services = services
    app.add_api_route("/api/openapi.json", _openapi, methods=["GET"], include_in_schema=False)
    app.add_api_route("/healthz", _health, methods=["GET"], include_in_schema=False)
    app.add_api_route("/metrics", _metrics, methods=["GET"], include_in_schema=False)
    app.router.routes += [*static_client.routes(), *documentation.routes()]
    app.router.default = static_client.or_file(app.router.default)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Unavailable, _unavailable)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(Middleware)
    return app


async def _openapi(request: Request) -> Response:
    """The OpenAPI schema, generated lazily in a thread because that takes a while."""
    return SharedResponse(
        await asyncio.to_thread(lambda: to_json(request.app.openapi())), media_type="application/json"
    )


async def _health(request: Request) -> Response:
    """Whether all parts of the server work."""
    services: Services = request.app.state.services
    parts = await services.healthy()
    fine = all(parts.values())
    status = "ok" if fine else "trouble" if parts["books"] else "damaged"
    about: dict[str, Any] = {"status": status, "parts": parts, "clock": services.clock_off()}
    if (backup := services.backup_state()) is not None:
        about["backup"] = backup  # a backup that fails stops nobody, so it is no reason for a 503
    return json_response(about, 200 if fine else 503)


async def _metrics(request: Request) -> Response:
    """Metrics for Prometheus."""
    services: Services = request.app.state.services
    allowed = services.config.metrics
    if allowed == "off" or (allowed == "local" and address_of(request) not in LOCAL):
        raise Refused("not-found")
    services.metrics.tables.set(len(services.rooms.loaded()))
    services.metrics.work_waiting.set(services.scheduler.waiting)
    services.metrics.work_refused.set(services.scheduler.refused)
    for why, count in services.door.turned_away.items():
        services.metrics.turned_away.labels(why).set(count)
    services.metrics.open_files.set(open_files())
    services.metrics.files_limit.set(files_limit())
    services.metrics.bots_waiting.set(services.bot_turns.waiting)
    services.metrics.damage.set(len(services.database.damage.incidents))
    services.metrics.backup(services.backup_state())
    return PlainTextResponse(services.metrics.text(), media_type="text/plain; version=0.0.4")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return problem_response(error)


async def _unavailable(request: Request, error: Exception) -> Response:
    log.error("storage", error=str(error))
    return problem_response(Refused("storage"))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first: Any = error.errors()[0]
    if first["type"] == "json_invalid":
        facts = {"problem": first["ctx"]["error"]}
        expected: JsonValue = {"format": "json"}
        return problem_response(Refused("bad-message", "request.not_json", facts, expected=expected, where=["body"]))
    return problem_response(refused_input("bad-request", first))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and (page := await static_client.not_found_page(request)) is not None:
        return page
    if error.status_code == 405:
        return _wrong_method(request)
    code = {404: "not-found", 413: "too-big", 400: "bad-message"}.get(error.status_code, "bad-request")
    response = problem_response(Refused(code))
    response.status_code = error.status_code
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def _wrong_method(request: Request) -> Response:
    value, allowed = shown_value((), request.method), _methods(request)
    refused = Refused("bad-request", "request.method", value=value, expected=[*allowed], where=["method"])
    response = problem_response(refused)
    response.status_code = 405
    response.headers["Allow"] = ", ".join(allowed)
    return response


def _methods(request: Request) -> list[str]:
    """The methods allowed at this address, each of which has a route of its own."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    here = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    # An address that is named as a whole is not an example of one with an id in it.
    here = [route for route in here if "{" not in route.path] or here
    return sorted({method for route in here for method in route.methods or ()})
