"""The second factor of an account, over HTTP: after the password, a code of an authenticator app or a recovery code.

There is no state between the two steps that could be stolen or would have to end: a request without the code is refused
with `code-needed`, and sent again with both. A passkey needs no code: it is a thing that somebody has, and cannot be
given to a copy of this site.
"""

import unicodedata
from typing import Annotated, Final

from fastapi import Request
from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

from zashiki.server.authentication import BrowserVisitor, ConfirmedVisitor, ServicesDep
from zashiki.server.responses import json_response, no_content, problem_responses
from zashiki.server.services import Services
from zashiki.server.sign_in_limits import spend_code
from zashiki.server.strict_json import new_router
from zashiki.server.totp import DIGITS, key_text, new_secret, step_of, uri_of
from zashiki.store.rows import PlayerRow
from zashiki.table.refusals import Refused
from zashiki.table.settings import Model

router = new_router("", "people")
LONGEST_CODE: Final = 60
SecondCode = Annotated[
    str | None,
    Field(max_length=LONGEST_CODE, description="What an authenticator app shows, or a recovery code; if one is on."),
]


class FirstCode(Model):
    """Begin to use an authenticator app."""

    code: str = Field(min_length=1, max_length=LONGEST_CODE, description="What the app shows now.")


class AppState(TypedDict):
    """Whether signing in needs a code of an authenticator app."""

    on: bool


class AppSetup(TypedDict):
    """What an authenticator app needs; it is shown only once."""

    key: str
    """To be typed into the app."""
    uri: str
    """To be opened by the app, or shown as a QR code."""


async def check_code(services: Services, request: Request, player: PlayerRow, code: str | None) -> None:
    """After the right password: `Refused` if the account has an authenticator app, and this is no code of it."""
    known = await services.totp.counting(player.id)
    if known is None:
        return
    plain = _plain(code or "")
    if not plain:
        raise Refused("code-needed")
    if len(plain) > DIGITS:
        right = await services.recovery_codes.use(player.id, plain)
    else:
        await spend_code(services, request, player.id)
        step = step_of(known.secret, plain, services.now(), known.last_step)
        right = step is not None and await services.totp.use(known, step)
    if not right:
        raise Refused("wrong-code")


def _plain(code: str) -> str:
    """A code without the spaces between its groups, and in the letters of ASCII if a keyboard had others."""
    return "".join(char for char in unicodedata.normalize("NFKC", code) if char.isalnum())


@router.get("/me/totp", response_model=AppState, responses=problem_responses(401, 403))
async def get_app_state(visitor: BrowserVisitor, services: ServicesDep) -> Response:
    """Ask whether my account has an authenticator app."""
    return json_response({"on": await services.totp.counting(visitor.id) is not None})


@router.post("/me/totp", response_model=AppSetup, status_code=201, responses=problem_responses(401, 403))
async def set_up_app(visitor: ConfirmedVisitor, services: ServicesDep) -> Response:
    """Set up an authenticator app; it counts only after a first code."""
    if visitor.player.guest:
        raise Refused("account-needed", "totp.guest")
    secret = new_secret()
    if not await services.totp.begin(visitor.id, secret):
        raise Refused("forbidden", "totp.on")
    return json_response({"key": key_text(secret), "uri": uri_of(secret, visitor.player.name)}, 201)


@router.put("/me/totp", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def begin_with_app(body: FirstCode, visitor: ConfirmedVisitor, services: ServicesDep) -> Response:
    """Begin to use the authenticator app that was set up, with a first code."""
    now = services.now()
    known = await services.totp.find(visitor.id)
    if known is None:
        raise Refused("forbidden", "totp.none")
    if known.confirmed_at is not None:
        raise Refused("forbidden", "totp.on")
    step = step_of(known.secret, _plain(body.code), now, known.last_step)
    if step is None or not await services.totp.confirm(known, step, now):
        raise Refused("wrong-code", "totp.first")
    return no_content()


@router.delete("/me/totp", status_code=204, response_class=Response, responses=problem_responses(401, 403))
async def remove_app(visitor: ConfirmedVisitor, services: ServicesDep) -> Response:
    """Remove my authenticator app: the password is enough again."""
    if not await services.totp.remove(visitor.id):
        raise Refused("forbidden", "totp.none")
    return no_content()
