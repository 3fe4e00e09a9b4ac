"""Who is asking: a browser with its cookie, or a program with its token."""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, final

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from zashiki.server.middleware import RENEWED
from zashiki.server.services import Services
from zashiki.store.database import Unavailable
from zashiki.store.passkeys import CHALLENGE_SECONDS
from zashiki.store.rows import PlayerRow, SessionRow
from zashiki.table.refusals import Refused
from zashiki.table.scheduler import set_owner

COOKIE: Final = "zashiki"
DEVICE_COOKIE: Final = "zashiki_device"
DEVICE_DAYS: Final = 400
"""As long as browsers keep any cookie."""
DAY: Final = 86_400.0
OWN_DATA: Final = frozenset(
    {
        ("GET", "/api/v1/me/export"),
        ("POST", "/api/v1/me/confirm"),
        ("POST", "/api/v1/me/confirm/passkey/options"),
        ("POST", "/api/v1/me/confirm/passkey"),
        ("DELETE", "/api/v1/me"),
    }
)
"""What somebody who is banned may still do: their data is theirs."""
CONFIRMED_FOR: Final = 900.0
"""Seconds for which a browser may change credentials after its user has proved who they are."""

Scope = Literal["read", "play", "manage"]
"""What a token may be created for."""
Need = Literal["anybody", "read", "play", "manage", "browser", "confirmed"]
"""What a request needs: nothing, a token with a scope or any browser, a browser, or one that was confirmed lately."""

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

    @property
    def is_program(self) -> bool:
        """Whether it is a program, with a token."""
        return self.session.kind == "token"

    def require(self, need: Need, now: float) -> None:
        """`Refused` unless this visitor may do what needs that."""
        if self.is_program:
            self._require_scope(need)
        elif need == "confirmed" and not self.player.guest and self.session.confirmed_at < now - CONFIRMED_FOR:
            raise Refused("not-confirmed")

    def _require_scope(self, need: Need) -> None:
        if need in ("browser", "confirmed"):
            raise Refused("forbidden", "token.browser_only")
        if need != "anybody" and need not in self.session.scopes:
            raise Refused("forbidden", "token.scope", {"needs": need}, value=" ".join(self.session.scopes))


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
            set_owner(found[0].id)
            return Visitor(*found)
        secret = connection.cookies.get(COOKIE)
        found = None if not secret else await services.people.by_secret(secret, "cookie", now)
    except Unavailable:
        raise Refused("storage", "session.unavailable") from None
    if found is None:
        return None
    player, session = found
    set_owner(player.id)
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


@final
class Needs:
    """A dependency: whoever sent the request, who must be signed in and may do what needs this."""

    def __init__(self, need: Need) -> None:
        self.need: Need = need

    async def __call__(
        self, request: Request, visitor: Annotated[Visitor | None, Depends(_optional_visitor)]
    ) -> Visitor:
        if visitor is None:
            raise Refused("not-signed-in")
        visitor.require(self.need, services_of(request).now())
        return visitor


OptionalVisitor = Annotated[Visitor | None, Depends(_optional_visitor)]
"""Whoever sent the request, signed in or not."""
ReadingVisitor = Annotated[Visitor, Depends(Needs("read"))]
"""Somebody signed in, or a program that may see what they see."""
PlayingVisitor = Annotated[Visitor, Depends(Needs("play"))]
"""Somebody signed in, or a program that may play for them."""
ManagingVisitor = Annotated[Visitor, Depends(Needs("manage"))]
"""Somebody signed in, or a program that may manage their tables and profile."""
BrowserVisitor = Annotated[Visitor, Depends(Needs("browser"))]
"""Somebody signed in with a browser: no program may do this."""
ConfirmedVisitor = Annotated[Visitor, Depends(Needs("confirmed"))]
"""The same, who has just proved to be the owner of the account: a forgotten browser must not be enough."""


def need_of(route: Any) -> Need | None:
    """What a route needs; None if it does not say."""
    for part in route.dependant.dependencies:
        if isinstance(part.call, Needs):
            return part.call.need
        if part.call is _optional_visitor:
            return "anybody"
    return None


async def _services(connection: HTTPConnection) -> Services:
    return services_of(connection)  # async, because FastAPI would run a plain function in a thread for every request


ServicesDep = Annotated[Services, Depends(_services)]
"""The services of this application."""


def player_id(visitor: Visitor | None) -> str | None:
    """Who it is; None if nobody is signed in."""
    return None if visitor is None else visitor.id


def set_device_cookie(response: Response, request: HTTPConnection, secret: str) -> None:
    """Let the browser show later that the account has signed in there."""
    response.set_cookie(DEVICE_COOKIE, secret, max_age=int(DEVICE_DAYS * DAY), **cookie_attributes(request))


def set_challenge_cookie(response: Response, request: HTTPConnection, name: str, secret: str) -> None:
    """Let only this browser answer a challenge."""
    response.set_cookie(name, secret, max_age=int(CHALLENGE_SECONDS), **cookie_attributes(request))


def set_session_cookie(response: Response, request: HTTPConnection, secret: str) -> None:
    """Sign the browser in."""
    services = services_of(request)
    response.set_cookie(COOKIE, secret, max_age=int(services.config.session_days * DAY), **cookie_attributes(request))


def clear_session_cookie(response: Response, request: HTTPConnection) -> None:
    """Sign the browser out."""
    response.delete_cookie(COOKIE, **cookie_attributes(request))


def cookie_attributes(request: HTTPConnection) -> dict[str, Any]:
    """What all our cookies have in common."""
    public = services_of(request).config.public_url or ""
    secure = request.url.scheme in ("https", "wss") or public.startswith("https:")
    return {"path": "/", "httponly": True, "samesite": "lax", "secure": secure}
