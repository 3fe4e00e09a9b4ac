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
OWN_DATA: Final = frozenset({("GET", "/api/v1/me/export"), ("DELETE", "/api/v1/me")})
"""What somebody who is banned may still do: their data is theirs."""

cookie_scheme = APIKeyCookie(name=COOKIE, scheme_name="cookie", auto_error=False, description="A browser's session.")
token_scheme = HTTPBearer(scheme_name="token", auto_error=False, description="A program's token.")


@dataclass(frozen=True)
class Visitor:
    """Somebody who is signed in, as a guest or with an account."""

    player: PlayerRow
    session: SessionRow
    prolonged: bool = False
    """Whether the session was just extended: the browser needs a new cookie."""

    @property
    def id(self) -> str:
        """The player's id."""
        return self.player.id


def services_of(connection: HTTPConnection) -> Services:
    """The services of this application."""
    services: Services = connection.app.state.services
    return services


async def visitor_of(connection: HTTPConnection) -> Visitor | None:
    """Who sent a request; None if nobody is signed in. `Refused` if a token is invalid, or the person is banned."""
    visitor = await _find_visitor(connection)
    if visitor is not None and (connection.scope.get("method"), connection.scope["path"]) not in OWN_DATA:
        services_of(connection).moderation.check_person(visitor.id)
    return visitor


async def _find_visitor(connection: HTTPConnection) -> Visitor | None:
    services = services_of(connection)
    now = services.now()
    header = connection.headers.get("authorization", "")
    scheme, _, token = header.partition(" ")
    try:
        if header:
            found = await services.people.by_secret(token, "token", now) if scheme.lower() == "bearer" else None
            if found is None:
                raise Refused("not-signed-in", "token.invalid")
            return Visitor(*found)
        secret = connection.cookies.get(COOKIE)
        found = None if not secret else await services.people.by_secret(secret, "cookie", now)
    except Unavailable:
        raise Refused("storage", "session.unavailable") from None
    if found is None:
        return None
    player, session = found
    lasts = services.config.session_days * DAY
    late = session.expires_at < now + lasts - DAY  # once a day is enough
    if late and connection.scope["type"] == "http":
        await services.people.prolong(player.id, session.id, now, lasts)
        return Visitor(player, session, prolonged=True)
    return Visitor(player, session)


async def _optional_visitor(
    request: Request,
    cookie: Annotated[str | None, Depends(cookie_scheme)],
    token: Annotated[HTTPAuthorizationCredentials | None, Depends(token_scheme)],
) -> Visitor | None:
    visitor = await visitor_of(request)
    if visitor is not None and visitor.prolonged:
        response = Response()
        set_session_cookie(response, request, request.cookies[COOKIE])
        setattr(request.state, RENEWED, response.headers["set-cookie"])
    return visitor


async def _current_visitor(visitor: Annotated[Visitor | None, Depends(_optional_visitor)]) -> Visitor:
    if visitor is None:
        raise Refused("not-signed-in")
    return visitor


OptionalVisitor = Annotated[Visitor | None, Depends(_optional_visitor)]
"""Whoever sent the request, signed in or not."""
CurrentVisitor = Annotated[Visitor, Depends(_current_visitor)]
"""Whoever sent the request; it is refused if nobody is signed in."""


async def _services(connection: HTTPConnection) -> Services:
    return services_of(connection)  # async, because FastAPI would run a plain function in a thread for every request


ServicesDep = Annotated[Services, Depends(_services)]
"""The services of this application."""


def player_id(visitor: Visitor | None) -> str | None:
    """Who it is; None if nobody is signed in."""
    return None if visitor is None else visitor.id


def set_session_cookie(response: Response, request: HTTPConnection, secret: str) -> None:
    """Sign the browser in."""
    services = services_of(request)
    response.set_cookie(COOKIE, secret, max_age=int(services.config.session_days * DAY), **_cookie_attributes(request))


def clear_session_cookie(response: Response, request: HTTPConnection) -> None:
    """Sign the browser out."""
    response.delete_cookie(COOKIE, **_cookie_attributes(request))


def _cookie_attributes(request: HTTPConnection) -> dict[str, Any]:
    public = services_of(request).config.public_url or ""
    secure = request.url.scheme in ("https", "wss") or public.startswith("https:")
    return {"path": "/", "httponly": True, "samesite": "lax", "secure": secure}
