"""Rated tables over HTTP: accounts only, who agrees to what, and no programs."""

import pytest

from server.client import PASSWORD, RunningServer, play
from server.played_games import TWO
from server.test_people import played
from zashiki import Rng


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
    aki, ben, chika = await server.accounts("Aki", "Ben", "Chika")
    over = await played(aki, ben, chika, rated=True)
    again = (await aki.post(f"tables/{over['id']}/rematch", 201))["id"]
    for other in (ben, chika):
        await other.post(f"tables/{over['id']}/rematch", 201)
    assert [seat["agreed"] for seat in (await aki.get(f"tables/{again}"))["seats"]] == [True] * 3
    assert (await aki.post(f"tables/{again}/start"))["status"] == "running"


async def test_a_new_guest_from_the_same_address_is_kept_away(server: RunningServer) -> None:
    aki = await server.guest("Aki", address="198.51.100.1")
    table = (await aki.table(**TWO))["id"]
    for number in range(2):
        ben = await server.guest(f"Ben{number}", address=f"2001:db8::{number}")
        if number == 0:
            await ben.sit(table)
            await aki.delete(f"tables/{table}/seats/1", 200)
        await ben.refused("removed", "POST", f"tables/{table}/sit", 403)
    other = await server.guest("Chika", address="2001:db8:1::1")
    await other.sit(table)


@pytest.mark.parametrize(
    ("addresses", "counted"), [(("198.51.100.1", "198.51.100.2"), 1), (("2001:db8::1", "2001:db8::2"), 0)]
)
async def test_two_in_one_network_are_not_rated_against_each_other(
    addresses: tuple[str, str], counted: int, server: RunningServer
) -> None:
    people = [
        await (await server.guest(address=address)).account(name)
        for name, address in zip(("Aki", "Ben"), addresses, strict=True)
    ]
    table = (await people[0].table(**TWO, rated=True))["id"]
    await people[1].sit(table, terms=(await people[1].get(f"tables/{table}"))["terms"])
    await people[0].post(f"tables/{table}/start")
    sockets = [await one.connect(table) for one in people]
    await play(sockets, Rng(4))
    assert [(await one.get("me"))["statistics"][0]["rated_games"] for one in people] == [counted] * 2
    # Why a game counts less is told to whom it concerns, and nobody else.
    reason = [] if counted else ["network"]
    for seat, one in enumerate([*people, server.anonymous()]):
        found = await one.get(f"tables/{table}/ratings")
        assert [line["weight"] > 0 for line in found] == [bool(counted)] * 2
        assert [line["reasons"] for line in found if line["seat"] != seat] == [[]] * (2 if seat == 2 else 1)
        assert all(set(reason) <= set(line["reasons"]) for line in found if line["seat"] == seat)
