"""Sessions and tokens over HTTP: list, create, end."""

from typing import Annotated, Final, Literal, get_args

from fastapi import Path, Request
from pydantic import Field, JsonValue
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki.server.authentication import DAY, BrowserVisitor, ConfirmedVisitor, Scope, ServicesDep
from zashiki.server.responses import json_response, no_content, problem_responses
from zashiki.server.strict_json import new_router
from zashiki.table.refusals import Refused
from zashiki.table.settings import NO_NUL, Model

router = new_router("", "people")
MOST_TOKENS: Final = 20
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)


class NewToken(Model):
    """A token for a program."""

    label: str = Field(min_length=1, max_length=60, pattern=NO_NUL, description="What it is for.")
    scopes: list[Scope] = Field(
        default=["read", "play"], min_length=1, max_length=3, description="What it may do; `read` is always included."
    )


class SessionData(TypedDict):
    """A signed-in browser, or a token."""

    id: str
    kind: Literal["cookie", "token"]
    label: str
    created_at: float
    expires_at: float
    current: bool
    scopes: list[Scope] | None
    """What a token may do; null for a browser."""


class TokenData(TypedDict):
    """A new token; it is shown only once."""

    token: str


@router.get("/me/sessions", response_model=list[SessionData], responses=problem_responses(401, 403))
async def list_sessions(visitor: BrowserVisitor, services: ServicesDep) -> Response:
    """List my sessions and tokens."""
    rows = await services.people.sessions(visitor.id)
    return json_response(
        [
            {
                "id": row.id,
                "kind": row.kind,
                "label": row.label,
                "created_at": row.created_at,
                "expires_at": row.expires_at,
                "current": row.id == visitor.session.id,
                "scopes": list(row.scopes) if row.kind == "token" else None,
            }
            for row in rows
        ]
    )


SessionId = Annotated[str, Path(max_length=32, pattern="^[0-9a-f]+$")]


@router.delete(
    "/me/sessions/{session}", status_code=204, response_class=Response, responses=problem_responses(401, 403, 404)
)
async def end_session(visitor: BrowserVisitor, services: ServicesDep, session: SessionId) -> Response:
    """End one of my sessions or tokens."""
    if not await services.people.end_session(visitor.id, session):
        raise Refused("no-such-session")
    services.table_service.player_changed(visitor.id)
    return no_content()


@router.post("/me/tokens", response_model=TokenData, status_code=201, responses=problem_responses(401, 403, 409))
async def create_token(body: NewToken, request: Request, visitor: ConfirmedVisitor, services: ServicesDep) -> Response:
    """Create a token, so that a program can play as me."""
    tokens = [row for row in await services.people.sessions(visitor.id) if row.kind == "token"]
    if len(tokens) >= MOST_TOKENS:
        most: JsonValue = {"max": MOST_TOKENS}
        raise Refused("too-many", "tokens.too_many", {"limit": MOST_TOKENS}, value=len(tokens), expected=most)
    lasts = services.config.token_days * DAY
    network = services.moderation.network_hash(request)
    scopes = [scope for scope in SCOPES if scope == "read" or scope in body.scopes]
    secret = await services.people.new_session(
        visitor.id, "token", body.label, services.now(), lasts, network, scopes=scopes
    )
    return json_response({"token": secret}, 201)
