"""How the house answers over HTTP: JSON for what was asked, a refusal with its code for what cannot be."""

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
    "bad-settings": 409,
    "busy": 503,
    "chat-closed": 403,
    "forbidden": 403,
    "game-changed": 409,
    "illegal": 409,
    "name-taken": 409,
    "no-choice": 409,
    "no-hints": 403,
    "no-record": 409,
    "no-such-phrase": 404,
    "no-such-player": 404,
    "no-such-seat": 404,
    "no-such-session": 404,
    "no-such-table": 404,
    "not-found": 404,
    "not-full": 409,
    "not-open": 409,
    "not-over": 409,
    "not-running": 409,
    "not-seated": 403,
    "not-signed-in": 401,
    "not-your-seat": 403,
    "origin": 403,
    "rate": 429,
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
    "wrong-password": 403,
}
"""The status of each refusal."""
assert STATUS.keys() == CODES.keys()

LONG: Final = 1024
"""Bytes from which on compressing is worth its while."""
GZIP_LEVEL: Final = 5


class Problem(BaseModel):
    """What every refused request is answered with."""

    error: RefusalData


def answer(data: Any, status: int = 200) -> Response:
    """JSON."""
    return Response(to_json(data), status, media_type="application/json")


@final
class Shared(Response):
    """JSON that is not about whoever asks, compressed if it is long and the other side takes it so.

    How short a compressed answer becomes tells something about what is in it, to anybody who can see the line and
    choose a part of the answer. So nothing with a secret in it is ever compressed: no session, no token, no view of a
    game that is running. What is shared may be: games and rules, lists, records, replays.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.headers["Vary"] = "Accept-Encoding"
        if len(self.body) >= LONG and accepts(Headers(scope=scope), "gzip"):
            self.body = await asyncio.to_thread(gzip.compress, bytes(self.body), GZIP_LEVEL, mtime=0)
            self.headers["Content-Encoding"] = "gzip"
            self.headers["Content-Length"] = str(len(self.body))
        await super().__call__(scope, receive, send)


def shared(data: Any) -> Response:
    """JSON that is the same for everybody."""
    return Shared(to_json(data), media_type="application/json")


def accepts(headers: Headers, coding: str) -> bool:
    """Whether the other side takes an answer in this coding."""
    for part in headers.get("accept-encoding", "").lower().split(","):
        name, _, rest = part.partition(";")
        if name.strip() == coding:
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", rest)
    return False


def nothing() -> Response:
    """It was done, and there is nothing to say."""
    return Response(status_code=204)


def problem(refused: Refused) -> Response:
    """A refusal."""
    response = answer({"error": refused.data()}, STATUS.get(refused.code, 422))
    if refused.code == "rate":
        response.headers["Retry-After"] = str(refused.facts.get("seconds", 10))
    if refused.code == "not-signed-in":
        response.headers["WWW-Authenticate"] = 'Bearer realm="zashiki"'
    return response


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For OpenAPI: the refusals that a request may meet; some may meet any."""
    about = {
        400: "The request could not be read.",
        401: "Nobody is signed in.",
        403: "That is not yours to do.",
        404: "There is no such thing.",
        409: "It does not fit how things stand.",
        413: "Too long.",
        422: "Something in it is not possible.",
        429: "Too much at once.",
        503: "Not possible right now.",
    }
    wanted = {400, 413, 422, 429, 503, *statuses}
    # One for each request tells FastAPI of the model; to look at it for all of them takes a good part of the start.
    same = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    answers: dict[int | str, dict[str, Any]] = {status: {"description": about[status], **same} for status in wanted}
    answers[400] = {"description": about[400], "model": Problem}
    return answers
