"""People over HTTP: play as a guest, register, sign in, export one's data, delete it."""

import asyncio
import json
import unicodedata
from functools import cache
from sys import float_info
from typing import Annotated, Any, Final, Literal

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import Path, Query, Request
from pydantic import AfterValidator, Field, JsonValue
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki.server.addresses import network_at
from zashiki.server.authentication import (
    DAY,
    CurrentVisitor,
    OptionalVisitor,
    ServicesDep,
    clear_session_cookie,
    set_session_cookie,
)
from zashiki.server.responses import json_response, no_content, problem_responses
from zashiki.server.services import Services
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.store.people import LONGEST_LOGIN, folded
from zashiki.store.rows import PlayerRow
from zashiki.table import serializers
from zashiki.table.ids import guest_code, guest_name, new_id
from zashiki.table.input_errors import InputError
from zashiki.table.messages import TableData
from zashiki.table.persistence import record_of_rows
from zashiki.table.refusals import Refused
from zashiki.table.settings import NO_NUL, Model

router = new_router("", "people")
LONGEST_NAME: Final = 24
MOST_TOKENS: Final = 20
MOST_PREFERENCES: Final = 8000
"""Characters of a person's preferences, as JSON."""
INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of invisible or unassigned characters."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters of other categories that are blank all the same."""
_hasher = PasswordHasher()  # Argon2id with the low-memory parameters of RFC 9106


def tidy_name(name: str) -> str:
    """The name as it is shown: single spaces, nothing invisible; `InputError` if that is impossible."""
    if len(name) > 10 * LONGEST_NAME:
        raise _wrong_length()
    kept = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", name))
    tidy = " ".join("".join(char for char in kept if not _is_variation(char)).split())
    if not 1 <= len(tidy) <= LONGEST_NAME or len(folded(tidy)) > LONGEST_LOGIN:
        raise _wrong_length()
    if any(unicodedata.category(char) in INVISIBLE or char in BLANK for char in tidy):
        raise InputError("a name consists of letters, digits, signs and spaces", (), None, {"format": "name"})
    return tidy


def _wrong_length() -> InputError:
    expected: JsonValue = {"min_length": 1, "max_length": LONGEST_NAME}
    return InputError(f"a name has 1 to {LONGEST_NAME} characters", (), None, expected)


def _is_variation(char: str) -> bool:
    """Whether it is a variation selector: two names must not differ in these only."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


Name = Annotated[
    str,
    AfterValidator(tidy_name),
    Field(json_schema_extra={"format": "name", "minLength": 1, "maxLength": LONGEST_NAME}),
]
"""A name in a request: visible letters, digits, signs and spaces."""


class NewGuest(Model):
    """Play as a guest."""

    name: Name | None = Field(default=None, description="Any name that no account has; by default one is made up.")


class Credentials(Model):
    """A name and its password."""

    name: Name
    password: str = Field(min_length=8, max_length=200)


class SignIn(Credentials):
    """Sign in."""

    keep: bool = Field(default=True, description="Whether the account takes over the guest's games.")


class NewPassword(Model):
    """Change the password."""

    old: str = Field(min_length=8, max_length=200)
    new: str = Field(min_length=8, max_length=200)


class ProfileChanges(Model):
    """Change my name or my preferences."""

    name: Name | None = None
    preferences: dict[str, JsonValue] | None = Field(default=None, description="Whatever a client wants to store.")


class NewToken(Model):
    """A token for a program."""

    label: str = Field(min_length=1, max_length=60, pattern=NO_NUL, description="What it is for.")


class StatisticsData(TypedDict):
    """A person's statistics for one game."""

    game: str
    games: int
    wins: float
    mean_score: float
    best_score: int
    last_played_at: float
    rated_games: int
    rating: float | None
    doubt: float | None


class PlayerData(TypedDict):
    """What everybody may know about a person."""

    id: str
    name: str
    guest: bool
    guest_code: str | None
    """The code of a guest who has not chosen a name, such as `3yy7`; their `name` is made up from it, in English."""
    created_at: float
    statistics: list[StatisticsData]


class MyData(PlayerData):
    """What only the person may know about themselves."""

    preferences: dict[str, Any]
    muted: list[str]


class CurrentSession(TypedDict):
    """Who is using this browser."""

    me: MyData | None
    """Null for a visitor who is nobody yet."""


class SessionData(TypedDict):
    """A signed-in browser, or a token."""

    id: str
    kind: Literal["cookie", "token"]
    label: str
    created_at: float
    expires_at: float
    current: bool


class TokenData(TypedDict):
    """A new token; it is shown only once."""

    token: str


async def player_data(services: Services, player: PlayerRow) -> PlayerData:
    """The public profile."""
    statistics: list[Any] = await services.people.statistics(player.id)
    return {
        "id": player.id,
        "name": player.name,
        "guest": player.guest,
        "guest_code": guest_code(player.id, player.name) if player.guest else None,
        "created_at": player.created_at,
        "statistics": statistics,
    }


async def _my_data(services: Services, player: PlayerRow) -> MyData:
    return {
        **(await player_data(services, player)),
        "preferences": player.preferences,
        "muted": await services.people.muted(player.id),
    }


async def _reload(services: Services, player: str) -> PlayerRow:
    found = await services.people.find(player)
    if found is None:
        raise Refused("not-signed-in")
    return found


async def _hash_password(services: Services, password: str) -> str:
    async with services.hashing:
        return await asyncio.to_thread(_hasher.hash, password)


@cache
def _unknown_password() -> str:
    return _hasher.hash("nobody has this password")


async def _verify_password(services: Services, player: PlayerRow | None, password: str) -> bool:
    """Whether it is the right password; takes just as long if there is no such account."""
    stored = player.password if player is not None and player.password is not None else None

    def verify() -> bool:
        try:
            return _hasher.verify(stored or _unknown_password(), password)
        except (VerificationError, InvalidHashError):
            return False

    async with services.hashing:
        return await asyncio.to_thread(verify) and stored is not None


@router.post(
    "/guest", response_model=MyData, status_code=201, responses=problem_responses(401, 403, 409), openapi_extra=ANYBODY
)
async def create_guest(body: NewGuest, request: Request, visitor: OptionalVisitor, services: ServicesDep) -> Response:
    """Play as a guest: a cookie identifies you from now on."""
    if visitor is not None:
        return json_response(await _my_data(services, visitor.player), 201)
    await services.rate_limits.spend(services.config.rate_guests, "guests", network_at(request))
    player_id = new_id()
    name = body.name or guest_name(player_id)
    await _check_name_free(services, name)
    player = await services.people.new_guest(player_id, name, services.now())
    response = json_response(await _my_data(services, player), 201)
    await _new_cookie(response, request, services, player.id)
    return response


async def _check_name_free(services: Services, name: str) -> None:
    """A guest may have any name but an account's: nobody can pose as somebody else."""
    if await services.people.by_login(name) is not None:
        raise Refused("name-taken")


async def _new_cookie(response: Response, request: Request, services: Services, player: str) -> None:
    label = request.headers.get("user-agent", "a browser")[:60]
    lasts = services.config.session_days * DAY
    secret = await services.people.new_session(player, "cookie", label, services.now(), lasts)
    set_session_cookie(response, request, secret)


@router.get("/session", response_model=CurrentSession, responses=problem_responses(401), openapi_extra=ANYBODY)
async def get_session(visitor: OptionalVisitor, services: ServicesDep) -> Response:
    """Ask who I am, if anybody: for a browser that may have no session yet."""
    return json_response({"me": None if visitor is None else await _my_data(services, visitor.player)})


@router.get("/me", response_model=MyData, responses=problem_responses(401))
async def get_me(visitor: CurrentVisitor, services: ServicesDep) -> Response:
    """Get my profile and statistics."""
    return json_response(await _my_data(services, visitor.player))


@router.patch("/me", response_model=MyData, responses=problem_responses(401, 403, 409))
async def update_me(body: ProfileChanges, visitor: CurrentVisitor, services: ServicesDep) -> Response:
    """Change my name or my preferences."""
    values: dict[str, Any] = {}
    if body.name is not None:
        values["name"] = body.name
        if visitor.player.guest:
            await _check_name_free(services, body.name)
        else:
            values["login"] = folded(body.name)
    if body.preferences is not None:
        values["preferences"] = _check_preferences(body.preferences)
    if values and not await services.people.change(visitor.id, **values):
        raise Refused("name-taken")
    services.table_service.player_changed(visitor.id)
    return json_response(await _my_data(services, await _reload(services, visitor.id)))


def _check_preferences(preferences: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """`Refused` if the preferences cannot be stored."""
    where: list[str | int] = ["body", "preferences"]
    try:
        text = json.dumps(preferences, allow_nan=False)
    except ValueError:
        numbers: JsonValue = {"min": -float_info.max, "max": float_info.max}
        raise Refused("bad-request", "preferences.number", expected=numbers, where=where) from None
    if len(text) > MOST_PREFERENCES:
        limit: JsonValue = {"max_length": MOST_PREFERENCES}
        raise Refused("too-big", "preferences.too_long", {"limit": MOST_PREFERENCES}, expected=limit, where=where)
    return preferences


@router.post("/me/account", response_model=MyData, status_code=201, responses=problem_responses(401, 403, 409))
async def register(body: Credentials, request: Request, visitor: CurrentVisitor, services: ServicesDep) -> Response:
    """Turn the guest into an account; all games are kept."""
    await services.rate_limits.spend(services.config.rate_passwords, "passwords", network_at(request))
    if not visitor.player.guest:
        raise Refused("name-taken", "account.exists")
    hashed = await _hash_password(services, body.password)
    if not await services.people.change(visitor.id, name=body.name, login=folded(body.name), password=hashed):
        raise Refused("name-taken")
    services.table_service.player_changed(visitor.id)
    return json_response(await _my_data(services, await _reload(services, visitor.id)), 201)


@router.post("/login", response_model=MyData, responses=problem_responses(401, 403, 409), openapi_extra=ANYBODY)
async def sign_in(body: SignIn, request: Request, visitor: OptionalVisitor, services: ServicesDep) -> Response:
    """Sign in to an account; it takes over the guest's tables and results."""
    await services.rate_limits.spend(services.config.rate_passwords, "passwords", network_at(request))
    await services.rate_limits.spend(services.config.rate_passwords, "passwords of", folded(body.name))
    player = await services.people.by_login(body.name)
    if not await _verify_password(services, player, body.password) or player is None:
        raise Refused("wrong-password")
    if visitor is not None and visitor.session.kind == "cookie":
        if visitor.player.guest and body.keep:
            await services.table_service.tables_rewritten(await services.people.merge(visitor.id, player.id))
        else:
            await services.people.end_session(visitor.id, visitor.session.id)
        services.table_service.player_changed(visitor.id)
    response = json_response(await _my_data(services, player))
    await _new_cookie(response, request, services, player.id)
    return response


@router.post("/logout", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def sign_out(request: Request, visitor: CurrentVisitor, services: ServicesDep) -> Response:
    """Sign out. A guest cannot sign in again."""
    await services.people.end_session(visitor.id, visitor.session.id)
    services.table_service.player_changed(visitor.id)
    response = no_content()
    clear_session_cookie(response, request)
    return response


@router.put("/me/password", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def change_password(
    body: NewPassword, request: Request, visitor: CurrentVisitor, services: ServicesDep
) -> Response:
    """Change my password; all other sessions and tokens are ended."""
    await services.rate_limits.spend(services.config.rate_passwords, "passwords", network_at(request))
    if not await _verify_password(services, visitor.player, body.old):
        raise Refused("wrong-password")
    await services.people.change(visitor.id, password=await _hash_password(services, body.new))
    await services.people.end_other_sessions(visitor.id, but=visitor.session.id)
    services.table_service.player_changed(visitor.id)
    return no_content()


@router.get("/me/sessions", response_model=list[SessionData], responses=problem_responses(401))
async def list_sessions(visitor: CurrentVisitor, services: ServicesDep) -> Response:
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
            }
            for row in rows
        ]
    )


SessionId = Annotated[str, Path(max_length=32, pattern="^[0-9a-f]+$")]


@router.delete(
    "/me/sessions/{session}", status_code=204, response_class=Response, responses=problem_responses(401, 403, 404)
)
async def end_session(visitor: CurrentVisitor, services: ServicesDep, session: SessionId) -> Response:
    """End one of my sessions or tokens."""
    if not await services.people.end_session(visitor.id, session):
        raise Refused("no-such-session")
    services.table_service.player_changed(visitor.id)
    return no_content()


@router.post("/me/tokens", response_model=TokenData, status_code=201, responses=problem_responses(401, 403, 409))
async def create_token(body: NewToken, visitor: CurrentVisitor, services: ServicesDep) -> Response:
    """Create a token, so that a program can play as me."""
    tokens = [row for row in await services.people.sessions(visitor.id) if row.kind == "token"]
    if len(tokens) >= MOST_TOKENS:
        most: JsonValue = {"max": MOST_TOKENS}
        raise Refused("too-many", "tokens.too_many", {"limit": MOST_TOKENS}, value=len(tokens), expected=most)
    lasts = services.config.token_days * DAY
    secret = await services.people.new_session(visitor.id, "token", body.label, services.now(), lasts)
    return json_response({"token": secret}, 201)


@router.get("/me/tables", response_model=list[TableData], responses=problem_responses(401))
async def list_my_tables(
    visitor: CurrentVisitor,
    services: ServicesDep,
    status: Annotated[Literal["open", "running", "over"], Query()] = "running",
    after: Annotated[
        str | None,
        Query(max_length=32, pattern="^[0-9a-z]+$", description="The last table of the previous page."),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """List the tables where I sit or that I host, the most recently changed first."""
    found = await services.tables.tables_of(visitor.id, [status], limit, after)
    return json_response([serializers.listed_table(row, seats, visitor.id) for row, seats in found])


@router.get("/me/export", response_model=dict[str, Any], responses=problem_responses(401))
async def export_data(visitor: CurrentVisitor, services: ServicesDep) -> Response:
    """Export everything stored about me: profile, results, chat, records of finished games."""
    kept = await services.people.everything(visitor.id)
    records: list[Any] = []
    for table in sorted({row["table"] for row in kept["results"]}):
        found = await services.tables.find(table)
        if found is not None and found[0].status == "over":
            records.append({"table": table, **record_of_rows(*found).data})
    return json_response({"format": "zashiki-export/1", **kept, "records": records})


@router.delete("/me", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def delete_me(request: Request, visitor: CurrentVisitor, services: ServicesDep) -> Response:
    """Delete my data. Bots take over my running games; finished games are kept without my name."""
    await services.table_service.remove_player(visitor.id)
    await services.table_service.tables_rewritten(await services.people.delete(visitor.id))
    services.table_service.player_changed(visitor.id)
    response = no_content()
    clear_session_cookie(response, request)
    return response


PlayerId = Annotated[str, Path(max_length=32, pattern="^[0-9a-z]+$", description="The player's id.")]


@router.get(
    "/players/{player}", response_model=PlayerData, responses=problem_responses(401, 404), openapi_extra=ANYBODY
)
async def get_player(visitor: OptionalVisitor, services: ServicesDep, player: PlayerId) -> Response:
    """Get somebody's public profile: name, statistics, ratings."""
    found = await services.people.find(player)
    if found is None:
        raise Refused("no-such-player")
    return json_response(await player_data(services, found))


@router.put("/me/muted/{player}", status_code=204, response_class=Response, responses=problem_responses(401, 403, 404))
async def mute(visitor: CurrentVisitor, services: ServicesDep, player: PlayerId) -> Response:
    """Mute somebody: their chat is no longer sent to me."""
    if await services.people.find(player) is None:
        raise Refused("no-such-player")
    await services.people.mute(visitor.id, player, on=True)
    services.table_service.player_changed(visitor.id)
    return no_content()


@router.delete("/me/muted/{player}", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def unmute(visitor: CurrentVisitor, services: ServicesDep, player: PlayerId) -> Response:
    """Unmute somebody."""
    await services.people.mute(visitor.id, player, on=False)
    services.table_service.player_changed(visitor.id)
    return no_content()
