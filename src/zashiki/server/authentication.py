"""Who is asking: a browser with its cookie, or a program with its token."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from zashiki.server.middleware import RENEWED
from zashiki.server.services import Services
from zashiki.store.database import Unavailable
from zashiki.store.rows import PlayerRow, SessionRow
from zashiki.table.refusals import Refused

COOKIE: Final = "zashiki"
DAY: Final = 86_400.0

cookie_scheme = APIKeyCookie(name=COOKIE, scheme_name="cookie", auto_error=False, description="A browser's session.")
token_scheme = HTTPBearer(scheme_name="token", auto_error=False, description="A program's token.")


@dataclass(frozen=True)
class Visitor:
    """Somebody who is known."""

    player: PlayerRow
    session: SessionRow
    prolonged: bool = False
    """Whether the session lasts longer since just now: the browser must know it, too."""

    @property
    def id(self) -> str:
        """Of the player."""
        return self.player.id


def services_of(connection: HTTPConnection) -> Services:
    """The house that was asked."""
    services: Services = connection.app.state.estate
    return services


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client is not None else "unknown"


async def visitor_of(connection: HTTPConnection) -> Visitor | None:
    """Who asks; None if nobody says. `Refused` if a token is wrong."""
    services = services_of(connection)
    now = services.rooms.now()
    header = connection.headers.get("authorization", "")
    scheme, _, token = header.partition(" ")
    try:
        if header:
            found = await services.people.by_secret(token, "token", now) if scheme.lower() == "bearer" else None
            if found is None:
                raise Refused("not-signed-in", "This token is not (or no longer) valid.")
            return Visitor(*found)
        secret = connection.cookies.get(COOKIE)
        found = None if not secret else await services.people.by_secret(secret, "cookie", now)
    except Unavailable:
        raise Refused("storage", "The house cannot look you up right now; try again in a moment.") from None
    if found is None:
        return None
    player, session = found
    lasts = services.config.session_days * DAY
    late = session.expires_at < now + lasts - DAY  # once a day is enough
    if late and connection.scope["type"] == "http":
        await services.people.prolong(player.id, session.id, now, lasts)
        return Visitor(player, session, prolonged=True)
    return Visitor(player, session)


async def _maybe(
    request: Request,
    cookie: Annotated[str | None, Depends(cookie_scheme)],
    token: Annotated[HTTPAuthorizationCredentials | None, Depends(token_scheme)],
) -> Visitor | None:
    visitor = await visitor_of(request)
    if visitor is not None and visitor.prolonged:
        carrier = Response()
        let_in(carrier, request, request.cookies[COOKIE])
        setattr(request.state, RENEWED, carrier.headers["set-cookie"])
    return visitor


async def _must(visitor: Annotated[Visitor | None, Depends(_maybe)]) -> Visitor:
    if visitor is None:
        raise Refused("not-signed-in")
    return visitor


Somebody = Annotated[Visitor | None, Depends(_maybe)]
"""Whoever asks, known or not."""
Me = Annotated[Visitor, Depends(_must)]
"""Somebody who is known."""


async def _services(connection: HTTPConnection) -> Services:
    return services_of(connection)  # FastAPI would send a plain function into a thread, for every request


House = Annotated[Services, Depends(_services)]
"""The house."""


def let_in(response: Response, request: HTTPConnection, secret: str) -> None:
    """Give the browser its cookie."""
    services = services_of(request)
    response.set_cookie(COOKIE, secret, max_age=int(services.config.session_days * DAY), **_shape(request))


def let_out(response: Response, request: HTTPConnection) -> None:
    """Take the cookie back."""
    response.delete_cookie(COOKIE, **_shape(request))


def _shape(request: HTTPConnection) -> dict[str, Any]:
    public = services_of(request).config.public_url or ""
    secure = request.url.scheme in ("https", "wss") or public.startswith("https:")
    return {"path": "/", "httponly": True, "samesite": "lax", "secure": secure}
