"""Passkeys: adding one, signing in, and everything that must not pass for it."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.authenticator import Authenticator
from server.client import PASSWORD, Client, RunningServer, running_server
from zashiki.server.authentication import CONFIRMED_FOR
from zashiki.server.passkeys import CHALLENGE_COOKIE
from zashiki.store.passkeys import CHALLENGE_SECONDS

HERE, NAME = "https://games.test", "games.test"


@pytest.fixture
async def installation(tmp_path: Path) -> AsyncGenerator[RunningServer]:
    async with running_server(tmp_path, public_url=HERE) as server:
        yield server


def browser(server: RunningServer) -> Client:
    return server.anonymous(scheme="https")


async def account(server: RunningServer, name: str = "Aki") -> Client:
    return await (await server.guest(scheme="https")).account(name)


async def add(client: Client, key: Authenticator, label: str = "My phone") -> dict[str, Any]:
    options = await client.post("me/passkeys/options")
    found: dict[str, Any] = await client.post("me/passkeys", 201, label=label, credential=key.create(options))
    return found


async def sign_in(client: Client, key: Authenticator) -> dict[str, Any]:
    options = await client.post("login/passkey/options")
    found: dict[str, Any] = await client.post("login/passkey", credential=key.sign(options))
    return found


async def refused(client: Client, key: Authenticator) -> str:
    options = await client.post("login/passkey/options")
    error = await client.refused("wrong-passkey", "POST", "login/passkey", 403, credential=key.sign(options))
    return str(error["facts"].get("reason", ""))


async def test_a_passkey_is_added_used_listed_and_removed(installation: RunningServer) -> None:
    aki, key = await account(installation), Authenticator(HERE, NAME)
    options = await aki.post("me/passkeys/options")
    assert options["rp"]["id"] == NAME
    assert options["authenticatorSelection"]["residentKey"] == "required"
    added = await add(aki, key)
    assert (added["label"], added["used_at"]) == ("My phone", None)
    again = await aki.post("me/passkeys/options")
    assert [one["id"] for one in again["excludeCredentials"]] == [added["id"]]
    phone = browser(installation)
    assert (await sign_in(phone, key))["id"] == aki.id
    await phone.post("me/tokens", 201, label="signing in is a confirmation")
    (listed,) = await aki.get("me/passkeys")
    assert listed["used_at"] is not None
    await aki.delete(f"me/passkeys/{added['id']}")
    assert await aki.get("me/passkeys") == []
    await refused(browser(installation), key)
    assert (await phone.get("me"))["id"] == aki.id


async def test_a_guest_who_signs_in_brings_their_games_along(installation: RunningServer) -> None:
    aki, key = await account(installation), Authenticator(HERE, NAME)
    await add(aki, key)
    guest = await installation.guest("Guest", scheme="https")
    table = (await guest.table())["id"]
    await sign_in(guest, key)
    assert [one["id"] for one in await aki.get("me/tables", status="open")] == [table]


@pytest.mark.parametrize(
    "false",
    [
        {"origin": "https://games.test.evil.example"},
        {"origin": "http://games.test"},
        {"rp_id": "evil.example"},
        {"key": Authenticator(HERE, NAME).key},
        {"id": b"unknown"},
    ],
)
async def test_other_sites_and_other_keys_do_not_pass(installation: RunningServer, false: dict[str, Any]) -> None:
    aki, key = await account(installation), Authenticator(HERE, NAME)
    await add(aki, key)
    await refused(browser(installation), replace(key, **false))
    if "origin" in false or "rp_id" in false:
        options = await aki.post("me/passkeys/options")
        made = Authenticator(**{"origin": HERE, "rp_id": NAME, **false}).create(options)
        await aki.refused("wrong-passkey", "POST", "me/passkeys", 403, label="x", credential=made)
    await sign_in(browser(installation), key)


async def test_a_challenge_is_answered_once_in_time_and_by_the_browser_that_asked(
    installation: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    aki, key = await account(installation), Authenticator(HERE, NAME)
    await add(aki, key)
    thief, victim = browser(installation), browser(installation)
    options = await victim.post("login/passkey/options")
    answer = key.sign(options)
    error = await thief.refused("wrong-passkey", "POST", "login/passkey", 403, credential=answer)
    assert error["facts"]["reason"] == "passkeys.expired"
    cookie = victim.client.cookies[CHALLENGE_COOKIE]
    await victim.post("login/passkey", credential=answer)
    thief.client.cookies.set(CHALLENGE_COOKIE, cookie)
    await thief.refused("wrong-passkey", "POST", "login/passkey", 403, credential=answer)
    other = await thief.post("login/passkey/options")
    assert other["challenge"] != options["challenge"]
    await thief.refused("wrong-passkey", "POST", "login/passkey", 403, credential=answer)
    late, start = browser(installation), installation.services.now()
    options = await late.post("login/passkey/options")
    monkeypatch.setattr(installation.services, "now", lambda: start + CHALLENGE_SECONDS + 60)
    await late.refused("wrong-passkey", "POST", "login/passkey", 403, credential=key.sign(options))


async def test_a_challenge_for_adding_is_no_challenge_for_signing_in(installation: RunningServer) -> None:
    aki, key = await account(installation), Authenticator(HERE, NAME)
    await add(aki, key)
    options = await aki.post("me/passkeys/options")
    await aki.refused("wrong-passkey", "POST", "login/passkey", 403, credential=key.sign(options))
    options = await aki.post("login/passkey/options")
    made = Authenticator(HERE, NAME).create(options)
    await aki.refused("wrong-passkey", "POST", "me/passkeys", 403, label="x", credential=made)


async def test_a_copied_passkey_is_noticed_by_its_counter(installation: RunningServer) -> None:
    aki, key = await account(installation), Authenticator(HERE, NAME, count=1)
    await add(aki, key)
    copy = replace(key, count=2)
    key.count = 5
    await sign_in(browser(installation), key)
    await refused(browser(installation), copy)
    await refused(browser(installation), replace(key, count=5))
    synced = Authenticator(HERE, NAME)
    await add(aki, synced)
    for _ in range(2):
        await sign_in(browser(installation), synced)


async def test_only_a_confirmed_account_adds_and_removes(
    installation: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    aki, ben, key = await account(installation), await account(installation, "Ben"), Authenticator(HERE, NAME)
    added = await add(aki, key)
    await ben.refused("no-such-session", "DELETE", f"me/passkeys/{added['id']}", 404)
    options = await ben.post("me/passkeys/options")
    await ben.refused("wrong-passkey", "POST", "me/passkeys", 403, label="x", credential=key.create(options))
    guest = await installation.guest("Guest", scheme="https")
    await guest.refused("account-needed", "POST", "me/passkeys/options", 403)
    program = await aki.token(scopes=["manage", "play"])
    await program.refused("forbidden", "POST", "me/passkeys/options", 403)
    start = installation.services.now()
    monkeypatch.setattr(installation.services, "now", lambda: start + CONFIRMED_FOR + 1)
    await aki.refused("not-confirmed", "POST", "me/passkeys/options", 403)
    await aki.refused("not-confirmed", "DELETE", f"me/passkeys/{added['id']}", 403)
    await aki.post("me/confirm", 204, password=PASSWORD)
    await aki.delete(f"me/passkeys/{added['id']}")


@pytest.mark.parametrize("url", ["http://games.test", "https://192.0.2.1", "http://127.0.0.1:8765"])
async def test_where_browsers_have_no_passkeys_the_reason_is_told(tmp_path: Path, url: str) -> None:
    async with running_server(tmp_path, public_url=url) as server:
        aki = await (await server.guest(scheme=url.partition(":")[0])).account("Aki")
        error = await aki.refused("forbidden", "POST", "me/passkeys/options", 403)
        assert error["facts"]["reason"] == "passkeys.https"


async def test_localhost_has_passkeys_without_tls(tmp_path: Path) -> None:
    async with running_server(tmp_path, public_url="http://localhost:8765") as server:
        aki, key = await (await server.guest()).account("Aki"), Authenticator("http://localhost:8765", "localhost")
        await add(aki, key)
        await sign_in(server.anonymous(), key)


@pytest.mark.parametrize(
    "credential", [{}, {"id": 5}, {"id": "x", "rawId": [], "response": None, "type": "public-key"}]
)
async def test_nonsense_is_refused(installation: RunningServer, credential: dict[str, Any]) -> None:
    aki = await account(installation)
    await aki.post("me/passkeys/options")
    await aki.refused("wrong-passkey", "POST", "me/passkeys", 403, label="x", credential=credential)
    await aki.post("login/passkey/options")
    await aki.refused("wrong-passkey", "POST", "login/passkey", 403, credential=credential)


async def test_only_ones_own_passkey_confirms(installation: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    aki, ben = await account(installation), await account(installation, "Ben")
    key, bens = Authenticator(HERE, NAME), Authenticator(HERE, NAME)
    added = await add(aki, key)
    await add(ben, bens)
    start = installation.services.now()
    monkeypatch.setattr(installation.services, "now", lambda: start + CONFIRMED_FOR + 1)
    options = await aki.post("me/confirm/passkey/options")
    assert [one["id"] for one in options["allowCredentials"]] == [added["id"]]
    await aki.refused("wrong-passkey", "POST", "me/confirm/passkey", 403, credential=bens.sign(options))
    await aki.refused("wrong-passkey", "POST", "me/confirm/passkey", 403, credential=key.sign(options))
    options = await aki.post("login/passkey/options")
    await aki.refused("wrong-passkey", "POST", "me/confirm/passkey", 403, credential=key.sign(options))
    await aki.refused("not-confirmed", "POST", "me/tokens", 403, label="x")
    options = await aki.post("me/confirm/passkey/options")
    await aki.post("me/confirm/passkey", 204, credential=key.sign(options))
    await aki.post("me/tokens", 201, label="x")
    await ben.refused("not-confirmed", "POST", "me/tokens", 403, label="x")
