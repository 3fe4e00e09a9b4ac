"""Recovery codes: another password for whoever has one of them, once."""

from pathlib import Path

from sqlalchemy import select

from server.client import PASSWORD, Client, Json, RunningServer, running_server
from zashiki.store.recovery_codes import CODES
from zashiki.store.schema import recovery_codes

NEW = "tomato-lamp"


async def refused(client: Client, name: str, code: str, new: str = NEW, status: int = 403) -> Json:
    body = {"name": name, "code": code, "new": new}
    error: Json = (await client.ask("POST", "login/recovery", status, json=body))["error"]
    return error


async def test_a_code_gives_another_password_once(server: RunningServer) -> None:
    aki = await (await server.guest()).account("Aki")
    program = await aki.token()
    codes = (await aki.post("me/recovery-codes", 201))["codes"]
    assert len(set(codes)) == CODES
    stranger = server.anonymous()
    me = await stranger.post("login/recovery", name="AKI", code=codes[0].upper().replace("-", " "), new=NEW)
    assert me["id"] == aki.id
    assert await stranger.get("me/recovery-codes") == {"left": CODES - 1}
    await aki.refused("not-signed-in", "GET", "me", 401)
    await program.refused("not-signed-in", "GET", "me", 401)
    other = server.anonymous()
    error = await refused(other, "Aki", codes[0])
    assert (error["code"], error["facts"]) == ("wrong-password", {"reason": "recovery.wrong"})
    await other.refused("wrong-password", "POST", "login", 403, name="Aki", password=PASSWORD)
    await other.post("login", name="Aki", password=NEW)


async def test_new_codes_replace_the_old_ones_and_are_not_stored(server: RunningServer) -> None:
    aki, ben = [await (await server.guest()).account(name) for name in ("Aki", "Ben")]
    old = (await aki.post("me/recovery-codes", 201))["codes"]
    new = (await aki.post("me/recovery-codes", 201))["codes"]
    await ben.post("me/recovery-codes", 201)
    stranger = server.anonymous()
    for name, code in (("Aki", old[0]), ("Ben", new[0]), ("Nobody", new[0]), ("Aki", "x")):
        assert (await refused(stranger, name, code))["code"] == "wrong-password"
    async with server.services.database.reading() as connection:
        stored = [str(row) for row in await connection.execute(select(recovery_codes))]
    assert len(stored) == 2 * CODES
    assert not any(code in row for code in new for row in stored)
    assert (await refused(stranger, "Aki", new[0], "password", 422))["code"] == "bad-request"
    await stranger.post("login/recovery", name="Aki", code=new[0], new=NEW)


async def test_only_a_browser_of_the_account_makes_codes(server: RunningServer) -> None:
    guest = await server.guest()
    await guest.refused("account-needed", "POST", "me/recovery-codes", 403)
    aki = await (await server.guest()).account("Aki")
    program = await aki.token(scopes=["manage"])
    for method in ("GET", "POST"):
        await program.refused("forbidden", method, "me/recovery-codes", 403)


async def test_guessing_codes_is_limited(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_passwords="2/day") as server:
        await (await server.guest()).account("Aki")
        body = {"name": "Aki", "code": "abcd-abcd-abcd-abcd", "new": NEW}
        stranger = server.anonymous("192.0.2.1")
        found = [(await stranger.client.post("/api/v1/login/recovery", json=body)).status_code for _ in range(3)]
        assert found == [403, 403, 429]
