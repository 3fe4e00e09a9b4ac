"""The second factor: codes of an authenticator app, and everything that must not pass for one."""

import base64
import json
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from sqlalchemy import select

from server.client import PASSWORD, Client, RunningServer, running_server
from zashiki.server.authentication import CONFIRMED_FOR
from zashiki.server.totp import STEP, code_at, step_of
from zashiki.store.operations import COMMAND_LINE
from zashiki.store.people import OPERATOR
from zashiki.store.schema import totp

WRONG = "00000"
"""No app ever shows it."""


@pytest.mark.parametrize(
    ("time", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(time: int, code: str) -> None:
    assert code_at(b"12345678901234567890", time // STEP, 8) == code


def test_a_clock_may_be_wrong_by_one_step_and_no_step_counts_twice() -> None:
    secret, step = bytes(20), 1000
    now = step * STEP + 29.9
    for near in (step - 1, step, step + 1):
        assert step_of(secret, code_at(secret, near), now, 0) == near
        assert step_of(secret, code_at(secret, near), now, near) is None
    for far in (step - 2, step + 2):
        assert step_of(secret, code_at(secret, far), now, 0) is None
    for nonsense in ("", "12345", "\uff11\uff12\uff13\uff14\uff15\uff16"):
        assert step_of(secret, nonsense, now, 0) is None


class App:
    """An authenticator app, and the time that it shares with the server."""

    def __init__(self, server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.start, self.passed = server.services.now(), 0.0
        self.secret = b""
        monkeypatch.setattr(server.services, "now", lambda: self.start + self.passed)

    def learn(self, key: str) -> None:
        self.secret = base64.b32decode(key)

    def wait(self, seconds: float = STEP) -> None:
        self.passed += seconds

    def code(self) -> str:
        """The code of now, which nobody has used: time passes until there is one."""
        self.wait()
        return code_at(self.secret, int(self.start + self.passed) // STEP)


@pytest.fixture
def app(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> App:
    return App(server, monkeypatch)


async def protected(server: RunningServer, app: App, name: str = "Aki") -> Client:
    """An account with an authenticator app."""
    client = await (await server.guest()).account(name)
    app.learn((await client.post("me/totp", 201))["key"])
    await client.put("me/totp", 204, code=app.code())
    return client


async def enter(client: Client, code: str | None, name: str = "Aki") -> str:
    """Sign in; what it is refused for, if it is."""
    body = {"name": name, "password": PASSWORD, "code": code}
    response = await client.client.post("/api/v1/login", json=body)
    return "" if response.status_code == 200 else str(response.json()["error"]["code"])


async def test_an_app_is_set_up_asked_for_and_removed(server: RunningServer, app: App) -> None:
    aki = await (await server.guest()).account("Aki & Co")
    setup = await aki.post("me/totp", 201)
    uri = urlsplit(setup["uri"])
    assert (uri.scheme, uri.netloc, unquote(uri.path)) == ("otpauth", "totp", "/Zashiki:Aki & Co")
    about = {"secret": [setup["key"]], "issuer": ["Zashiki"], "digits": ["6"], "period": ["30"]}
    assert parse_qs(uri.query) == about
    assert await aki.get("me/totp") == {"on": False}
    assert await enter(server.anonymous(), None, "Aki & Co") == "", "it counts only after a first code"
    error = await aki.refused("wrong-code", "PUT", "me/totp", 403, code=WRONG)
    assert error["facts"]["reason"] == "totp.first"
    app.learn(setup["key"])
    code = app.code()
    await aki.put("me/totp", 204, code=f"{code[:3]} {code[3:]}")
    assert await aki.get("me/totp") == {"on": True}
    phone = server.anonymous()
    assert await enter(phone, None, "Aki & Co") == "code-needed"
    await phone.refused("not-signed-in", "GET", "me", 401)
    assert await enter(phone, code, "Aki & Co") == "wrong-code", "the first code is used up"
    assert await enter(phone, app.code(), "Aki & Co") == ""
    await phone.delete("me/totp")
    assert await enter(server.anonymous(), None, "Aki & Co") == ""


async def test_the_password_comes_first(server: RunningServer, app: App) -> None:
    await protected(server, app)
    body = {"name": "Aki", "password": "wrong horse"}
    stranger = server.anonymous()
    await stranger.refused("wrong-password", "POST", "login", 403, **body)
    code = app.code()
    await stranger.refused("wrong-password", "POST", "login", 403, **body, code=code)
    await stranger.refused("wrong-password", "POST", "login", 403, name="Nobody", password=PASSWORD, code=code)
    assert await enter(stranger, code) == "", "a wrong password uses up no code"


async def test_each_code_is_accepted_once(server: RunningServer, app: App) -> None:
    await protected(server, app)
    code = app.code()
    assert await enter(server.anonymous(), code) == ""
    assert await enter(server.anonymous(), code) == "wrong-code"
    earlier = code_at(app.secret, int(server.services.now()) // STEP - 1)
    assert await enter(server.anonymous(), earlier) == "wrong-code"
    for nonsense in (WRONG, "abcdef", "x" * 60):
        assert await enter(server.anonymous(), nonsense) == "wrong-code"
    wide = app.code().translate({ord("0") + n: 0xFF10 + n for n in range(10)})
    assert await enter(server.anonymous(), f" {wide[:3]}-{wide[3:]}") == "", "as a Japanese keyboard may type it"


async def test_two_who_send_the_same_code_do_not_both_get_in(server: RunningServer, app: App) -> None:
    aki = await protected(server, app)
    known = await server.services.totp.counting(aki.id)
    assert known is not None
    step = known.last_step + 1
    assert [await server.services.totp.use(known, step) for _ in range(2)] == [True, False]


async def test_a_recovery_code_works_when_the_phone_is_lost(server: RunningServer, app: App) -> None:
    aki = await protected(server, app)
    ben = await (await server.guest()).account("Ben")
    codes = (await aki.post("me/recovery-codes", 201))["codes"]
    (other, *_) = (await ben.post("me/recovery-codes", 201))["codes"]
    phone = server.anonymous()
    assert await enter(phone, other) == "wrong-code"
    assert await enter(phone, codes[0]) == ""
    assert await enter(server.anonymous(), codes[0]) == "wrong-code"
    stranger = server.anonymous()
    await stranger.post("login/recovery", name="Aki", code=codes[1], new="tomato-lamp")
    assert await stranger.get("me/totp") == {"on": True}, "a forgotten password removes nothing"
    await stranger.delete("me/totp")


async def test_with_an_app_a_password_alone_confirms_nothing(server: RunningServer, app: App) -> None:
    aki = await protected(server, app)
    app.wait(CONFIRMED_FOR + 1)
    await aki.refused("not-confirmed", "DELETE", "me/totp", 403)
    await aki.refused("not-confirmed", "POST", "me/totp", 403)
    await aki.refused("code-needed", "POST", "me/confirm", 403, password=PASSWORD)
    await aki.refused("wrong-code", "POST", "me/confirm", 403, password=PASSWORD, code=WRONG)
    # A new password counts as a confirmation, so it needs one.
    await aki.refused("not-confirmed", "PUT", "me/password", 403, old=PASSWORD, new="tomato-lamp")
    await aki.refused("not-confirmed", "DELETE", "me/totp", 403)
    await aki.post("me/confirm", 204, password=PASSWORD, code=app.code())
    error = await aki.refused("forbidden", "POST", "me/totp", 403)
    assert error["facts"]["reason"] == "totp.on", "nobody replaces it unseen"
    await aki.put("me/password", 204, old=PASSWORD, new="tomato-lamp")
    await aki.delete("me/totp")


async def test_only_a_browser_of_an_account_has_an_app(server: RunningServer, app: App) -> None:
    guest = await server.guest()
    await guest.refused("account-needed", "POST", "me/totp", 403)
    aki = await protected(server, app)
    program = await aki.token(scopes=["manage", "play"])
    for method in ("GET", "POST", "PUT", "DELETE"):
        await program.refused("forbidden", method, "me/totp", 403, **({"code": WRONG} if method == "PUT" else {}))
    await aki.refused("forbidden", "PUT", "me/totp", 403, code=app.code())
    await aki.delete("me/totp")
    await aki.refused("forbidden", "DELETE", "me/totp", 403)
    await aki.refused("forbidden", "PUT", "me/totp", 403, code=WRONG)


async def test_a_secret_is_shown_once_and_never_again(server: RunningServer, app: App) -> None:
    aki = await protected(server, app)
    export = await aki.get("me/export")
    assert [list(one) for one in export["authenticator_apps"]] == [["confirmed_at"]]
    assert export["recovery_codes_left"] == 0
    assert len(export["devices"]) == 1
    async with server.services.database.reading() as connection:
        (row,) = (await connection.execute(select(totp))).all()
    known = await server.services.totp.counting(aki.id)
    shown = json.dumps(export) + json.dumps(await aki.get("me")) + repr(known)
    for form in (row.secret.hex(), base64.b32encode(row.secret).decode(), repr(row.secret)):
        assert form not in shown


async def test_an_operator_signs_in_with_the_code_too(server: RunningServer, app: App) -> None:
    dora = await protected(server, app, "Dora")
    await server.services.moderation.operations.set_role(COMMAND_LINE, 0, dora.id, OPERATOR, "x")
    body = {"name": "Dora", "password": PASSWORD}
    await dora.refused("code-needed", "POST", "operator/session", 403, **body)
    await dora.refused("wrong-code", "POST", "operator/session", 403, **body, code=WRONG)
    await dora.refused("not-operator", "GET", "operator/overview", 403)
    await dora.post("operator/session", 204, **body, code=app.code())
    await dora.get("operator/overview")


async def test_a_password_given_by_an_operator_removes_the_app_and_says_so(server: RunningServer, app: App) -> None:
    aki = await protected(server, app)
    codes = (await aki.post("me/recovery-codes", 201))["codes"]
    operations = server.services.moderation.operations
    removed = await operations.reset_password(COMMAND_LINE, 0, aki.id, "hashed", "lost everything")
    assert removed == {"sessions": 1, "passkeys": 0, "recovery_codes": 10, "totp": 1, "devices": 1}
    noted = await server.services.moderation.audit.since(0)
    assert noted[-1].details["removed"] == removed
    assert await server.services.totp.find(aki.id) is None
    body = {"name": "Aki", "code": codes[0], "new": "tomato-lamp"}
    await server.anonymous().refused("wrong-password", "POST", "login/recovery", 403, **body)


async def test_guessing_codes_is_limited_and_keeps_no_owner_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_server(tmp_path, rate_codes="3/day") as server:
        app = App(server, monkeypatch)
        aki = await protected(server, app)
        codes = (await aki.post("me/recovery-codes", 201))["codes"]
        # Whoever does not know the password uses up nothing.
        for n in range(5):
            stranger = server.anonymous(f"192.0.2.{n + 1}")
            body = {"name": "Aki", "password": "wrong horse", "code": WRONG}
            await stranger.refused("wrong-password", "POST", "login", 403, **body)
        # A thief who does gets three guesses, from however many networks.
        thieves = [server.anonymous(f"198.51.100.{n + 1}") for n in range(4)]
        assert [await enter(one, WRONG) for one in thieves] == [*["wrong-code"] * 3, "rate"]
        assert await enter(server.anonymous("203.0.113.1"), app.code()) == "rate"
        assert await enter(server.anonymous("203.0.113.1"), codes[0]) == "", "a recovery code cannot be guessed"
        assert await enter(aki, app.code()) == "", "on a device of one's own there is an allowance of its own"
