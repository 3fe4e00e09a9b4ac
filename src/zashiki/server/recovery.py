"""Recovery codes over HTTP: the only way back into an account whose password is forgotten."""

from fastapi import Request
from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki.server.accounts import enter_account
from zashiki.server.authentication import (
    BrowserVisitor,
    ConfirmedVisitor,
    OptionalVisitor,
    ServicesDep,
)
from zashiki.server.names import ExistingName
from zashiki.server.password_rules import ChosenPassword, check_password
from zashiki.server.passwords import hash_password
from zashiki.server.people import MyData
from zashiki.server.responses import json_response, problem_responses
from zashiki.server.sign_in_limits import spend_password
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.table.refusals import Refused
from zashiki.table.settings import Model

router = new_router("", "people")


class Recovery(Model):
    """Choose another password with a recovery code."""

    name: ExistingName
    code: str = Field(min_length=1, max_length=60, description="One of the account's recovery codes.")
    new: ChosenPassword = Field(description="The new password.")
    keep: bool = Field(default=True, description="Whether the account takes over the guest's games.")


class CodesLeft(TypedDict):
    """How many recovery codes can still be used."""

    left: int


class NewCodes(TypedDict):
    """New recovery codes; they are shown only once."""

    codes: list[str]


@router.get("/me/recovery-codes", response_model=CodesLeft, responses=problem_responses(401, 403))
async def count_recovery_codes(visitor: BrowserVisitor, services: ServicesDep) -> Response:
    """Ask how many recovery codes I have left."""
    return json_response({"left": await services.recovery_codes.left(visitor.id)})


@router.post("/me/recovery-codes", response_model=NewCodes, status_code=201, responses=problem_responses(401, 403))
async def renew_recovery_codes(visitor: ConfirmedVisitor, services: ServicesDep) -> Response:
    """Get ten new recovery codes; all earlier ones end."""
    if visitor.player.guest:
        raise Refused("account-needed", "recovery.guest")
    return json_response({"codes": await services.recovery_codes.renew(visitor.id)}, 201)


@router.post("/login/recovery", response_model=MyData, responses=problem_responses(401, 403), openapi_extra=ANYBODY)
async def recover_account(
    body: Recovery, request: Request, visitor: OptionalVisitor, services: ServicesDep
) -> Response:
    """Choose another password with a recovery code, and sign in. All sessions and tokens of the account are ended."""
    player = await services.people.by_login(body.name)
    await spend_password(services, request, body.name, None if player is None else player.id)
    # Before the code is used up, and for unknown names, too: the answer takes as long.
    await check_password(services, body.new, body.name, "new")
    hashed = await hash_password(services, body.new)
    if player is None or not await services.recovery_codes.use(player.id, body.code):
        raise Refused("wrong-password", "recovery.wrong")
    await services.people.reset_password(player.id, hashed)
    await services.devices.forget_others(player.id, None)
    services.table_service.player_changed(player.id)
    same = visitor is not None and visitor.id == player.id
    return await enter_account(request, services, None if same else visitor, player, keep=body.keep)
