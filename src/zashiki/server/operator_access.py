"""Who may use the page for operators: a sign-in of its own, which ends after half an hour without a request."""

from typing import Annotated, Any, Final

from fastapi import Depends, Request
from starlette.responses import Response

from zashiki.server.authentication import cookie_attributes, services_of
from zashiki.server.middleware import is_cross_site
from zashiki.server.services import Services
from zashiki.store.audit import Operator
from zashiki.store.people import OPERATOR
from zashiki.table.refusals import Refused

COOKIE: Final = "zashiki-operator"
PATH: Final = "/api/v1/operator"
"""The only part of the server that gets the cookie."""
IDLE: Final = 1800.0
"""Seconds without a request after which an operator has to sign in again."""
LONGEST: Final = 12 * 3600.0
"""Seconds after which they have to in any case."""
RENEWED: Final = 60.0
"""Seconds between two updates of a session: once a minute is enough."""


async def current_operator(request: Request) -> Operator:
    """Whoever sent the request, if it is an operator who has signed in for it; `Refused` for everybody else."""
    services = services_of(request)
    secret = request.cookies.get(COOKIE)
    if "authorization" in request.headers or not secret:
        raise Refused("not-operator")  # never with a token
    if is_cross_site(request.headers, services.config.public_url):
        raise Refused("origin")
    now = services.now()
    found = await services.people.by_secret(secret, OPERATOR, now)
    if found is None or found[0].role != OPERATOR or found[1].created_at < now - LONGEST:
        raise Refused("not-operator")
    player, session = found
    services.moderation.check_person(player.id)
    if session.expires_at < now + IDLE - RENEWED:
        await services.people.prolong(player.id, session.id, now, IDLE)
    return Operator(player.id, player.name)


CurrentOperator = Annotated[Operator, Depends(current_operator)]
"""The operator who sent the request; it is refused for everybody else."""


async def enter(response: Response, request: Request, services: Services, player: str) -> None:
    """Begin a session at the page, and put it into a cookie that only its requests carry."""
    label = request.headers.get("user-agent", "a browser")[:60]
    network = services.moderation.network_hash(request)
    secret = await services.people.new_session(player, OPERATOR, label, services.now(), IDLE, network)
    response.set_cookie(COOKIE, secret, **_attributes(request))


async def leave(response: Response, request: Request, services: Services) -> None:
    """End the session."""
    found = await services.people.by_secret(request.cookies.get(COOKIE, ""), OPERATOR, services.now())
    if found is not None:
        await services.people.end_session(found[0].id, found[1].id)
    response.delete_cookie(COOKIE, **_attributes(request))


def _attributes(request: Request) -> dict[str, Any]:
    return {**cookie_attributes(request), "path": PATH, "samesite": "strict"}
