"""Rated tables over HTTP: accounts only, who agrees to what, and no programs."""

from server.client import PASSWORD, RunningServer
from server.played_games import TWO


async def test_a_guest_makes_an_account_and_sits_down(server: RunningServer) -> None:
    (aki,) = await server.accounts("Aki")
    ben = await server.guest("Ben")
    await ben.refused("account-needed", "POST", "tables", 403, settings={**TWO, "rated": True})
    table = await aki.table(**TWO, rated=True)
    error = await ben.refused("account-needed", "POST", f"tables/{table['id']}/sit", 403, terms=table["terms"])
    assert "make an account" in error["text"]
    await ben.post("me/account", 201, name="Ben", password=PASSWORD)
    seats = (await ben.sit(table["id"], terms=table["terms"]))["seats"]
    assert [seat["agreed"] for seat in seats] == [True, True]
    assert (await aki.post(f"tables/{table['id']}/start"))["status"] == "running"


async def test_a_casual_table_cannot_become_rated_behind_somebodys_back(server: RunningServer) -> None:
    aki, ben = await server.accounts("Aki", "Ben")
    table = (await aki.table(**TWO))["id"]
    await ben.sit(table)
    quick = {"kind": "move", "seconds": 5}
    path = f"tables/{table}"
    await aki.refused("bad-settings", "PUT", f"{path}/settings", 409, **TWO, rated=True, clock=quick)
    after = await aki.put(f"{path}/settings", **TWO, rated=True, clock={**quick, "seconds": 15})
    assert [seat["agreed"] for seat in after["seats"]] == [True, False]
    await aki.refused("not-agreed", "POST", f"{path}/start", 409)
    await ben.agree(table)
    assert (await aki.post(f"{path}/start"))["status"] == "running"


async def test_whoever_is_sent_away_is_not_back_at_once(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = (await aki.table(**TWO))["id"]
    await ben.sit(table)
    await aki.delete(f"tables/{table}/seats/1", 200)
    await ben.refused("removed", "POST", f"tables/{table}/sit", 403)
    await ben.refused("forbidden", "POST", f"tables/{table}/readmit", 403, player=ben.id)
    assert (await aki.get(f"tables/{table}"))["barred"] == [{"player": ben.id, "name": "Ben", "guest_code": None}]
    await aki.post(f"tables/{table}/readmit", player=ben.id)
    await ben.sit(table)


async def test_programs_do_not_play_rated_games(server: RunningServer) -> None:
    aki, ben = await server.accounts("Aki", "Ben")
    program = await aki.token()
    await program.refused("forbidden", "POST", "tables", 403, settings={**TWO, "rated": True})
    table = (await aki.table(**TWO, rated=True))["id"]
    await ben.sit(table)
    await ben.agree(table)
    await aki.post(f"tables/{table}/start")
    view = (await program.get(f"tables/{table}/view"))["view"]
    move = {"id": "m1", "version": view["ply"], "action": 0}
    error = await program.refused("forbidden", "POST", f"tables/{table}/moves", 403, **move)
    assert error["facts"]["reason"] == "rated.program"
    socket = await program.connect(table)
    done = await socket.request("move", "m2", version=view["ply"], action=0)
    assert done["facts"]["reason"] == "rated.program"


async def test_a_rematch_agrees_to_what_was_played(server: RunningServer) -> None:
    from server.test_people import played

    aki, ben, chika = await server.accounts("Aki", "Ben", "Chika")
    over = await played(aki, ben, chika, rated=True)
    again = (await aki.post(f"tables/{over['id']}/rematch", 201))["id"]
    for other in (ben, chika):
        await other.post(f"tables/{over['id']}/rematch", 201)
    assert [seat["agreed"] for seat in (await aki.get(f"tables/{again}"))["seats"]] == [True] * 3
    assert (await aki.post(f"tables/{again}/start"))["status"] == "running"
