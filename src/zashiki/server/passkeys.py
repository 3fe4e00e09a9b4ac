"""Passkeys over HTTP: add one to an account, sign in with one, list and remove them.

A challenge is made by the server, answered once, within minutes, and only by the browser that asked for it: a cookie
that scripts cannot read tells which that is.
"""

import json
from ipaddress import ip_address
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import webauthn
from fastapi import Path, Request
from pydantic import Field, JsonValue
from starlette.responses import Response
from typing_extensions import TypedDict
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from zashiki.server.accounts import enter_account
from zashiki.server.addresses import network_at
from zashiki.server.authentication import (
    BrowserVisitor,
    ConfirmedVisitor,
    OptionalVisitor,
    ServicesDep,
    set_challenge_cookie,
)
from zashiki.server.people import MyData
from zashiki.server.responses import json_response, no_content, problem_responses
from zashiki.server.services import Services
from zashiki.server.strict_json import ANYBODY, new_router
from zashiki.store.passkeys import PasskeyRow
from zashiki.table.refusals import Refused
from zashiki.table.settings import NO_NUL, Model

router = new_router("", "people")
MOST_PASSKEYS: Final = 20
CHALLENGE_COOKIE: Final = "zashiki_challenge"
Credential = Annotated[
    dict[str, JsonValue], Field(description="What the browser's `PublicKeyCredential.toJSON()` returned.")
]


class NewPasskey(Model):
    """Add a passkey."""

    label: str = Field(min_length=1, max_length=60, pattern=NO_NUL, description="What I call it.")
    credential: Credential


class PasskeyConfirmation(Model):
    """Confirm with a passkey that it is me."""

    credential: Credential


class PasskeySignIn(Model):
    """Sign in with a passkey."""

    credential: Credential
    keep: bool = Field(default=True, description="Whether the account takes over the guest's games.")


class PasskeyData(TypedDict):
    """A passkey."""

    id: str
    label: str
    created_at: float
    used_at: float | None
    """Null if it was not used yet."""


def _site(request: Request, services: Services) -> tuple[str, str]:
    """The origin and the name that passkeys are made for; `Refused` where browsers have none."""
    url = urlsplit(services.config.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}")
    name = url.hostname or ""
    local = name == "localhost" or name.endswith(".localhost")
    if url.scheme != "https" and not local:
        raise Refused("forbidden", "passkeys.https")
    try:
        ip_address(name)
    except ValueError:
        return f"{url.scheme}://{url.netloc}", name
    raise Refused("forbidden", "passkeys.https")


async def _options(request: Request, services: Services, purpose: str, player: str | None, make: Any) -> Response:
    challenge, secret = await services.passkeys.challenge(purpose, player, services.now())
    found: dict[str, Any] = json.loads(webauthn.options_to_json(make(challenge)))
    response = json_response(found)
    set_challenge_cookie(response, request, CHALLENGE_COOKIE, secret)
    return response


async def _challenge(request: Request, services: Services, purpose: str, player: str | None) -> bytes:
    secret = request.cookies.get(CHALLENGE_COOKIE, "")
    found = await services.passkeys.take(secret, purpose, player, services.now())
    if found is None:
        raise Refused("wrong-passkey", "passkeys.expired")
    return found


@router.post("/me/passkeys/options", response_model=dict[str, Any], responses=problem_responses(401, 403, 409))
async def passkey_options(request: Request, visitor: ConfirmedVisitor, services: ServicesDep) -> Response:
    """Get the options with which a browser creates a passkey for my account."""
    _, name = _site(request, services)
    if visitor.player.guest:
        raise Refused("account-needed", "passkeys.guest")
    known = await services.passkeys.of(visitor.id)
    if len(known) >= MOST_PASSKEYS:
        most: JsonValue = {"max": MOST_PASSKEYS}
        raise Refused("too-many", "passkeys.too_many", {"limit": MOST_PASSKEYS}, expected=most)

    def make(challenge: bytes) -> Any:
        return webauthn.generate_registration_options(
            rp_id=name,
            rp_name="Zashiki",
            user_id=visitor.id.encode(),
            user_name=visitor.player.name,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one.id)) for one in known],
        )

    return await _options(request, services, "register", visitor.id, make)


@router.post("/me/passkeys", response_model=PasskeyData, status_code=201, responses=problem_responses(401, 403, 409))
async def add_passkey(body: NewPasskey, request: Request, visitor: ConfirmedVisitor, services: ServicesDep) -> Response:
    """Add a passkey to my account."""
    origin, name = _site(request, services)
    challenge = await _challenge(request, services, "register", visitor.id)
    try:
        made = webauthn.verify_registration_response(
            credential=body.credential, expected_challenge=challenge, expected_rp_id=name, expected_origin=origin
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        raise Refused("wrong-passkey") from None
    passkey = PasskeyRow(
        id=bytes_to_base64url(made.credential_id),
        player=visitor.id,
        label=body.label,
        public_key=made.credential_public_key,
        sign_count=made.sign_count,
        created_at=services.now(),
        used_at=None,
    )
    if not await services.passkeys.add(passkey):
        raise Refused("wrong-passkey")
    return json_response(_shown(passkey), 201)


@router.get("/me/passkeys", response_model=list[PasskeyData], responses=problem_responses(401, 403))
async def list_passkeys(visitor: BrowserVisitor, services: ServicesDep) -> Response:
    """List my passkeys."""
    return json_response([_shown(one) for one in await services.passkeys.of(visitor.id)])


def _shown(passkey: PasskeyRow) -> PasskeyData:
    return {
        "id": passkey.id,
        "label": passkey.label,
        "created_at": passkey.created_at,
        "used_at": passkey.used_at,
    }


PasskeyId = Annotated[str, Path(max_length=1400, pattern="^[A-Za-z0-9_-]+$")]


@router.delete(
    "/me/passkeys/{passkey}", status_code=204, response_class=Response, responses=problem_responses(401, 403, 404)
)
async def remove_passkey(visitor: ConfirmedVisitor, services: ServicesDep, passkey: PasskeyId) -> Response:
    """Remove one of my passkeys."""
    if not await services.passkeys.remove(visitor.id, passkey):
        raise Refused("no-such-session", "passkeys.unknown")
    return no_content()


@router.post(
    "/login/passkey/options",
    response_model=dict[str, Any],
    responses=problem_responses(401, 403),
    openapi_extra=ANYBODY,
)
async def passkey_challenge(request: Request, visitor: OptionalVisitor, services: ServicesDep) -> Response:
    """Get the options with which a browser signs in by a passkey."""
    await services.rate_limits.spend(services.config.rate_password_networks, "passkeys", network_at(request))
    _, name = _site(request, services)
    return await _options(
        request,
        services,
        "sign-in",
        None,
        lambda challenge: webauthn.generate_authentication_options(rp_id=name, challenge=challenge),
    )


@router.post("/login/passkey", response_model=MyData, responses=problem_responses(401, 403), openapi_extra=ANYBODY)
async def sign_in_with_passkey(
    body: PasskeySignIn, request: Request, visitor: OptionalVisitor, services: ServicesDep
) -> Response:
    """Sign in to the account of a passkey, as with a password."""
    known = await _verify(body.credential, request, services, "sign-in", None)
    player = await services.people.find(known.player)
    if player is None:
        raise Refused("wrong-passkey")
    return await enter_account(request, services, visitor, player, keep=body.keep)


@router.post("/me/confirm/passkey/options", response_model=dict[str, Any], responses=problem_responses(401, 403))
async def passkey_confirmation(request: Request, visitor: BrowserVisitor, services: ServicesDep) -> Response:
    """Get the options with which a browser confirms by a passkey that it is me."""
    _, name = _site(request, services)
    known = [
        PublicKeyCredentialDescriptor(base64url_to_bytes(one.id)) for one in await services.passkeys.of(visitor.id)
    ]

    def make(challenge: bytes) -> Any:
        return webauthn.generate_authentication_options(rp_id=name, challenge=challenge, allow_credentials=known)

    return await _options(request, services, "confirm", visitor.id, make)


@router.post("/me/confirm/passkey", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def confirm_with_passkey(
    body: PasskeyConfirmation, request: Request, visitor: BrowserVisitor, services: ServicesDep
) -> Response:
    """Confirm with a passkey that it is me, as with a password."""
    known = await _verify(body.credential, request, services, "confirm", visitor.id)
    if known.player != visitor.id:
        raise Refused("wrong-passkey")
    await services.people.confirm_session(visitor.session.id, services.now())
    return no_content()


async def _verify(
    credential: dict[str, JsonValue], request: Request, services: Services, purpose: str, player: str | None
) -> PasskeyRow:
    """The passkey with which a browser has answered its challenge; `Refused` if it is none."""
    origin, name = _site(request, services)
    challenge = await _challenge(request, services, purpose, player)
    known = await services.passkeys.find(str(credential.get("id", ""))[:1400])
    if known is None:
        raise Refused("wrong-passkey")
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=name,
            expected_origin=origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        raise Refused("wrong-passkey") from None
    if not await services.passkeys.used(known, found.new_sign_count, services.now()):
        raise Refused("wrong-passkey")
    return known
