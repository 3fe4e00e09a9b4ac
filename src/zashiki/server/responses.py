"""HTTP responses: JSON, and refusals with their code."""

import asyncio
import gzip
import re
from typing import Any, Final, final

from pydantic import BaseModel
from pydantic_core import to_json
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from zashiki.table.refusals import CODES, RefusalData, Refused

STATUS: Final = {
    "bad-message": 400,
    "bad-request": 422,
    "account-needed": 403,
    "bad-settings": 409,
    "banned": 403,
    "blocked": 403,
    "busy": 503,
    "chat-closed": 403,
    "code-needed": 403,
    "forbidden": 403,
    "game-changed": 409,
    "host": 421,
    "illegal": 409,
    "muted": 403,
    "name-taken": 409,
    "no-choice": 409,
    "no-hints": 403,
    "no-record": 409,
    "no-such-phrase": 404,
    "no-such-player": 404,
    "no-such-seat": 404,
    "no-such-session": 404,
    "no-such-table": 404,
    "no-such-warning": 404,
    "not-confirmed": 403,
    "not-found": 404,
    "not-agreed": 409,
    "not-full": 409,
    "not-open": 409,
    "not-operator": 403,
    "not-over": 409,
    "not-running": 409,
    "not-seated": 403,
    "not-signed-in": 401,
    "not-your-seat": 403,
    "origin": 403,
    "rate": 429,
    "removed": 403,
    "seat-taken": 409,
    "stale": 409,
    "stand-in": 409,
    "storage": 503,
    "table-full": 409,
    "too-big": 413,
    "too-many": 409,
    "too-slow": 409,
    "too-soon": 409,
    "trouble": 500,
    "unknown-move": 409,
    "wrong-code": 403,
    "wrong-passkey": 403,
    "wrong-password": 403,
}
"""The HTTP status of each refusal code."""
assert STATUS.keys() == CODES.keys()

LONG: Final = 1024
"""Bytes from which on compression pays off."""
GZIP_LEVEL: Final = 5


class Problem(BaseModel):
    """The body of every error response."""

    error: RefusalData


def json_response(data: Any, status: int = 200) -> Response:
    """A JSON response."""
    return Response(to_json(data), status, media_type="application/json")


@final
class SharedResponse(Response):
    """JSON without secrets, compressed if it is long and the client accepts that.

    The length of a compressed response reveals something about its contents to anybody who can watch the connection
    and choose a part of the response. So nothing secret is ever compressed: no session, no token, no view of a running
    game. What is the same for everybody may be: games and rules, lists, records, replays.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.headers["Vary"] = "Accept-Encoding"
        if len(self.body) >= LONG and accepts(Headers(scope=scope), "gzip"):
            self.body = await asyncio.to_thread(gzip.compress, bytes(self.body), GZIP_LEVEL, mtime=0)
            self.headers["Content-Encoding"] = "gzip"
            self.headers["Content-Length"] = str(len(self.body))
        await super().__call__(scope, receive, send)


def shared_response(data: Any) -> Response:
    """JSON without secrets."""
    return SharedResponse(to_json(data), media_type="application/json")


def accepts(headers: Headers, coding: str) -> bool:
    """Whether the client accepts this content coding."""
    for part in headers.get("accept-encoding", "").lower().split(","):
        name, _, rest = part.partition(";")
        if name.strip() == coding:
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", rest)
    return False


def no_content() -> Response:
    """Success without content."""
    return Response(status_code=204)


def problem_response(refused: Refused) -> Response:
    """The response to a refused request."""
    response = json_response({"error": refused.data()}, STATUS.get(refused.code, 422))
    if refused.code == "rate":
        response.headers["Retry-After"] = str(refused.facts.get("seconds", 10))
    if refused.code == "busy":
        response.headers["Retry-After"] = "1"
    if refused.code == "not-signed-in":
        response.headers["WWW-Authenticate"] = 'Bearer realm="zashiki"'
    return response


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For OpenAPI: the error responses of a route; some are possible for every route."""
    about = {
        400: "The request could not be read.",
        401: "Nobody is signed in.",
        403: "You may not do that.",
        404: "There is no such thing.",
        409: "Not possible in the current state.",
        413: "Too long.",
        421: "The server is not known by this name.",
        422: "A value in the request is invalid.",
        429: "Too many requests.",
        503: "Temporarily unavailable.",
    }
    wanted = {400, 413, 421, 422, 429, 503, *statuses}
    # FastAPI learns about the model from one response of each route; giving it to all would slow the start down.
    same = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    responses: dict[int | str, dict[str, Any]] = {status: {"description": about[status], **same} for status in wanted}
    responses[400] = {"description": about[400], "model": Problem}
    return responses
