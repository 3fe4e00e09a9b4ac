"""Accounts over HTTP: play as a guest, register, sign in, export one's data, delete it."""

from typing import Any, Final

from fastapi import Request
from pydantic import Field
from pydantic_core import to_json
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki.server.addresses import network_at
from zashiki.server.authentication import (
    DAY,
    DEVICE_COOKIE,
    BrowserVisitor,
    ConfirmedVisitor,
    OptionalVisitor,
    Scope,
    ServicesDep,
    Visitor,
    clear_session_cookie,
    set_device_cookie,
    set_session_cookie,
)
from zashiki.server.names import ExistingName, Name, check_name_free
from zashiki.server.password_rules import ChosenPassword, check_password
from zashiki.server.passwords import hash_password, verify_password
from zashiki.server.people import MyData, my_data, reload_player
from zashiki.server.responses import json_response, no_content, problem_responses
from zashiki.server.second_factor import SecondCode, check_code
from zashiki.server.services import Services
from zashiki.server.sign_in_limits import spend_password
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.store.rows import PlayerRow
from zashiki.table.ids import guest_name, new_id
from zashiki.table.persistence import record_of_rows
from zashiki.table.refusals import Refused
from zashiki.table.settings import Model

router = new_router("", "people")
RECORD_PRICE: Final = 0.015
"""Seconds that the record of a game takes, about."""


class NewGuest(Model):
    """Play as a guest."""

    name: Name | None = Field(default=None, description="Any name that no account has; by default one is made up.")


class Credentials(Model):
    """A name and its password."""

    name: Name
    password: ChosenPassword


class SignIn(Model):
    """Sign in."""

    name: ExistingName
    password: str = Field(min_length=8, max_length=200)
    code: SecondCode = None
    keep: bool = Field(default=True, description="Whether the account takes over the guest's games.")


class Confirmation(Model):
    """Confirm that it is me."""

    password: str = Field(min_length=1, max_length=200)
    code: SecondCode = None


class NewPassword(Model):
    """Change the password."""

    old: str = Field(min_length=8, max_length=200)
    new: ChosenPassword


class CurrentSession(TypedDict):
    """Who is using this browser."""

    me: MyData | None
    """Null for a visitor who is nobody yet."""
    scopes: list[Scope] | None
    """What this token may do; null for a browser."""


@router.post(
    "/guest", response_model=MyData, status_code=201, responses=problem_responses(401, 403, 409), openapi_extra=ANYBODY
)
async def create_guest(body: NewGuest, request: Request, visitor: OptionalVisitor, services: ServicesDep) -> Response:
    """Play as a guest: a cookie identifies you from now on."""
    if visitor is not None:
        return json_response(await my_data(services, visitor.player), 201)
    await services.rate_limits.spend(services.config.rate_guests, "guests", network_at(request))
    await services.rate_limits.spend(services.config.rate_guests_daily, "guests of a day", network_at(request))
    player_id = new_id()
    name = body.name or guest_name(player_id)
    services.words.check_name(name)
    await check_name_free(services, name, player_id)
    player = await services.people.new_guest(player_id, name, services.now())
    response = json_response(await my_data(services, player), 201)
    await new_cookie(response, request, services, player.id)
    return response


async def new_cookie(response: Response, request: Request, services: Services, player: str) -> None:
    """Start a session of this browser, which has just proved whose it is."""
    label = request.headers.get("user-agent", "a browser")[:60]
    now, lasts = services.now(), services.config.session_days * DAY
    network = services.moderation.network_hash(request)
    secret = await services.people.new_session(player, "cookie", label, now, lasts, network, confirmed_at=now)
    set_session_cookie(response, request, secret)


async def renew_cookie(response: Response, request: Request, services: Services, visitor: Visitor) -> None:
    """Give this browser another secret, and end all other sessions and tokens: whoever had one of them is out."""
    lasts = services.config.session_days * DAY
    secret = await services.people.renew_session(visitor.id, visitor.session.id, services.now(), lasts)
    set_session_cookie(response, request, secret)
    services.table_service.player_changed(visitor.id)


async def remember_device(response: Response, request: Request, services: Services, player: str) -> None:
    """Let the account sign in from this device whatever strangers try."""
    secret = await services.devices.remember(request.cookies.get(DEVICE_COOKIE), player, services.now())
    set_device_cookie(response, request, secret)


@router.get("/session", response_model=CurrentSession, responses=problem_responses(401), openapi_extra=ANYBODY)
async def get_session(visitor: OptionalVisitor, services: ServicesDep) -> Response:
    """Ask who I am, if anybody: for a browser that may have no session yet."""
    if visitor is None:
        return json_response({"me": None, "scopes": None})
    scopes = list(visitor.session.scopes) if visitor.is_program else None
    return json_response({"me": await my_data(services, visitor.player), "scopes": scopes})


@router.post("/me/account", response_model=MyData, status_code=201, responses=problem_responses(401, 403, 409))
async def register(body: Credentials, request: Request, visitor: BrowserVisitor, services: ServicesDep) -> Response:
    """Turn the guest into an account; all games are kept. Other sessions and tokens of the guest are ended."""
    await services.rate_limits.spend(services.config.rate_password_networks, "passwords", network_at(request))
    if not visitor.player.guest:
        raise Refused("name-taken", "account.exists")
    services.words.check_name(body.name)
    await check_password(services, body.password, body.name, "password")
    hashed = await hash_password(services, body.password)
    if not await services.people.name_account(visitor.id, body.name, services.now(), password=hashed):
        raise Refused("name-taken")
    response = json_response(await my_data(services, await reload_player(services, visitor.id)), 201)
    await renew_cookie(response, request, services, visitor)
    await remember_device(response, request, services, visitor.id)
    return response


@router.post("/login", response_model=MyData, responses=problem_responses(401, 403, 409), openapi_extra=ANYBODY)
async def sign_in(body: SignIn, request: Request, visitor: OptionalVisitor, services: ServicesDep) -> Response:
    """Sign in to an account; it takes over the guest's tables and results, except where it has a seat itself."""
    player = await services.people.by_login(body.name)
    await spend_password(services, request, body.name, None if player is None else player.id)
    if not await verify_password(services, player, body.password) or player is None:
        raise Refused("wrong-password")
    await check_code(services, request, player, body.code)
    return await enter_account(request, services, visitor, player, keep=body.keep)


async def enter_account(
    request: Request, services: Services, visitor: Visitor | None, player: PlayerRow, *, keep: bool
) -> Response:
    """Let this browser act for an account; with `keep`, the account takes over the guest's games."""
    services.moderation.check_person(player.id)
    if visitor is not None and visitor.session.kind == "cookie":
        if visitor.player.guest and keep:
            # Nobody has two seats at a table by signing in: they would see two hands.
            await services.table_service.remove_player(visitor.id, beside=player.id)
            await services.table_service.tables_rewritten(await services.people.merge(visitor.id, player.id))
            await services.moderation.reload()
        else:
            await services.people.end_session(visitor.id, visitor.session.id)
        services.table_service.player_changed(visitor.id)
    response = json_response(await my_data(services, player))
    await new_cookie(response, request, services, player.id)
    await remember_device(response, request, services, player.id)
    return response


@router.post("/me/confirm", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def confirm(body: Confirmation, request: Request, visitor: BrowserVisitor, services: ServicesDep) -> Response:
    """Confirm with my password that it is me: for a while, this browser may then change credentials."""
    await spend_password(services, request, visitor.player.login or visitor.id, visitor.id)
    if not await verify_password(services, visitor.player, body.password):
        raise Refused("wrong-password")
    await check_code(services, request, visitor.player, body.code)
    await services.people.confirm_session(visitor.session.id, services.now())
    return no_content()


@router.post("/logout", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def sign_out(request: Request, visitor: BrowserVisitor, services: ServicesDep) -> Response:
    """Sign out. A guest cannot sign in again."""
    await services.people.end_session(visitor.id, visitor.session.id)
    services.table_service.player_changed(visitor.id)
    response = no_content()
    clear_session_cookie(response, request)
    return response


@router.put("/me/password", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def change_password(
    body: NewPassword, request: Request, visitor: BrowserVisitor, services: ServicesDep
) -> Response:
    """Change my password; all other sessions and tokens are ended."""
    if await services.totp.counting(visitor.id) is not None:
        visitor.require("confirmed", services.now())  # this is a confirmation as well, so a password is not enough
    await spend_password(services, request, visitor.player.login or visitor.id, visitor.id)
    if not await verify_password(services, visitor.player, body.old):
        raise Refused("wrong-password")
    await check_password(services, body.new, visitor.player.name, "new")
    await services.people.change(visitor.id, password=await hash_password(services, body.new))
    await services.devices.forget_others(visitor.id, request.cookies.get(DEVICE_COOKIE))
    response = no_content()
    await renew_cookie(response, request, services, visitor)
    return response


@router.get("/me/export", response_model=dict[str, Any], responses=problem_responses(401, 403))
async def export_data(visitor: BrowserVisitor, services: ServicesDep) -> Response:
    """Export everything stored about me: profile, results, chat, records of finished games."""
    await services.rate_limits.spend(services.config.rate_exports, "exports", visitor.id)
    kept = await services.people.everything(visitor.id)
    records: list[bytes] = []
    for table in sorted({row["table"] for row in kept["results"]}):
        found = await services.tables.find(table)
        if found is not None and found[0].status == "over":
            await services.scheduler.turn(RECORD_PRICE)  # one game at a time: somebody may have played thousands
            records.append(to_json({"table": table, **record_of_rows(*found).data}))
    about = to_json({"format": "zashiki-export/1", **kept})[:-1]
    return Response(b"".join((about, b',"records":[', b",".join(records), b"]}")), media_type="application/json")


@router.delete("/me", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def delete_me(request: Request, visitor: ConfirmedVisitor, services: ServicesDep) -> Response:
    """Delete my data. Bots take over my running games; finished games are kept without my name."""
    await services.table_service.remove_player(visitor.id)
    await services.table_service.tables_rewritten(await services.people.delete(visitor.id, services.now()))
    services.table_service.player_changed(visitor.id)
    response = no_content()
    clear_session_cookie(response, request)
    return response
