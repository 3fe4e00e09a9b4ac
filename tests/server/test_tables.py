"""Tables over HTTP: creating, joining, starting, leaving, playing, rematches, and who may see what."""

import asyncio
from pathlib import Path

import pytest

import zashiki
from server.client import RunningServer, play, running_server
from server.played_games import THREE, TWO, finished, seated, started
from zashiki import Rng
from zashiki.core.record import person as recorded_person
from zashiki.table import stand_ins


async def test_a_new_table(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    table = await aki.table()
    assert table["settings"]["seats"] == zashiki.games()["hagakure"].usual_seats
    assert table["settings"]["options"] == zashiki.games()["hagakure"].checked(table["settings"]["seats"], {})
    assert (table["status"], table["host"], table["ply"]) == ("open", aki.id, 0)
    assert len(table["commitment"]) == 64
    assert table["server_seed"] is None
    assert [one["yours"] for one in table["seats"]] == [True] + [False] * (len(table["seats"]) - 1)
    assert [one["own_seed"] for one in table["seats"]] == [False] * len(table["seats"])
    assert await aki.get(f"tables/{table['id']}") == table
    without = await aki.post("tables", 201, settings=TWO, sit=False)
    assert seated(without) == ["-", "-"]
    with_bots = await aki.post("tables", 201, settings=TWO, fill=2)
    assert seated(with_bots) == ["Aki", "bot 2"]
    assert with_bots["status"] == "running"
    only_bots = await aki.post("tables", 201, settings=TWO, sit=False, fill=1)
    assert seated(only_bots) == ["bot 1", "bot 1"]


async def test_impossible_settings(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    for wrong in (
        {"game": "poker"},
        {"game": "hiroba", "seats": 9},
        {"game": "hiroba", "options": {"wings": 1}},
        {"game": "hagakure", "options": {"rounds": 0}},
        {"game": "hiroba", "rated": True, "hints": True},
        {"game": "hiroba", "one_device": True, "access": "open"},
        {"game": "hiroba", "one_device": True, "clock": {"kind": "move"}},
        {"game": "hiroba", "clock": {"kind": "move", "seconds": 1}},
        {"game": "hiroba", "stand_in": 6},
        {"game": "hiroba", "unknown": 1},
        {"game": "hiroba", "spectators": "yes"},
        {},
    ):
        await aki.refused("bad-request", "POST", "tables", 422, settings=wrong)
    await aki.refused("bad-settings", "POST", "tables", 409, settings={**TWO, "rated": True}, fill=1)
    await aki.refused("bad-request", "POST", "tables", 422, settings=TWO, fill=0)
    await aki.refused("bad-request", "POST", "tables", 422, settings=TWO, commitment="x" * 64)
    assert await aki.get("me/tables", status="open") == [], "what is refused leaves nothing behind"


async def test_the_number_of_tables_is_limited(tmp_path: Path) -> None:
    async with running_server(tmp_path, max_tables=2) as server:
        aki = await server.guest("Aki")
        first = await aki.table()
        await aki.table()
        await aki.refused("too-many", "POST", "tables", 409, settings=TWO)
        await aki.post(f"tables/{first['id']}/close")
        await aki.table()


async def test_the_number_of_tables_of_bots_alone_is_limited(tmp_path: Path) -> None:
    async with running_server(tmp_path, max_bot_tables=2) as server:
        aki, ben = await server.guests("Aki", "Ben")
        waiting = [(await aki.post("tables", 201, settings={"game": "hijun"}, sit=False))["id"] for _ in range(3)]
        starts = (aki.client.post(f"/api/v1/tables/{table}/start", json={"fill": 1}) for table in waiting)
        assert sorted(answer.status_code for answer in await asyncio.gather(*starts)) == [200, 200, 409]
        said = await aki.refused("too-many", "POST", "tables", 409, settings=TWO, sit=False, fill=1)
        assert (said["facts"], said["expected"]) == ({"reason": "tables.too_many_bots", "limit": 2}, {"max": 2})
        played = await aki.post("tables", 201, settings=TWO, fill=1)
        # Somebody who leaves a table to its bots is not kept there; but it counts.
        await aki.post(f"tables/{played['id']}/leave")
        await ben.post("tables", 201, settings=TWO, sit=False, fill=1)


async def test_changing_the_settings(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = (await aki.table("hagakure", seats=4))["id"]
    await ben.sit(table, seat=3)
    await ben.refused("forbidden", "PUT", f"tables/{table}/settings", 403, **TWO)
    changed = await aki.put(f"tables/{table}/settings", **TWO)
    assert (changed["game"], seated(changed)) == ("hiroba", ["Aki", "Ben"])
    await aki.put(f"tables/{table}/settings", **THREE)
    third = await server.guest("Chika")
    await third.sit(table)
    await aki.refused("bad-settings", "PUT", f"tables/{table}/settings", 409, **TWO)
    await aki.refused("bad-request", "PUT", f"tables/{table}/settings", 422, game="poker")
    await aki.post(f"tables/{table}/start")
    await aki.refused("not-open", "PUT", f"tables/{table}/settings", 409, **TWO)


# Seats


async def test_sitting_down(server: RunningServer) -> None:
    aki, ben, chika, dai = await server.guests("Aki", "Ben", "Chika", "Dai")
    table = (await aki.table("hagakure", seats=3))["id"]
    path = f"tables/{table}/sit"
    assert seated(await ben.sit(table, seat=2, commitment="b" * 64)) == ["Aki", "-", "Ben"]
    await chika.refused("seat-taken", "POST", path, 409, seat=2)
    await chika.refused("no-such-seat", "POST", path, 404, seat=3)
    await chika.refused("bad-request", "POST", path, 422, seat=-1)
    await chika.refused("bad-request", "POST", path, 422, commitment="B" * 64)
    await chika.refused("bad-request", "POST", path, 422, commitment="b" * 63)
    assert seated(await ben.sit(table, seat=1)) == ["Aki", "Ben", "-"], "who sits already moves over"
    assert seated(await ben.sit(table)) == ["Aki", "Ben", "-"], "and stays without a wish"
    assert seated(await chika.sit(table, name="Not me")) == ["Aki", "Ben", "Chika"], "names are for one device"
    await dai.refused("table-full", "POST", path, 409)
    await server.anonymous().refused("not-signed-in", "POST", path, 401)
    await aki.post(f"tables/{table}/start")
    await dai.refused("not-open", "POST", path, 409)
    await dai.refused("no-such-table", "POST", "tables/nowhere/sit", 404)


async def test_bots_and_empty_seats(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    table = (await aki.table("hagakure", seats=4))["id"]
    await ben.sit(table)
    path = f"tables/{table}/seats"
    await ben.refused("forbidden", "PUT", f"{path}/2", 403, level=1)
    await aki.refused("seat-taken", "PUT", f"{path}/1", 409, level=1)
    await aki.refused("no-such-seat", "PUT", f"{path}/4", 404, level=1)
    await aki.refused("bad-request", "PUT", f"{path}/2", 422, level=6)
    await aki.refused("bad-request", "PUT", f"{path}/16", 422, level=1)
    assert seated(await aki.put(f"{path}/2", level=1)) == ["Aki", "Ben", "bot 1", "-"]
    assert seated(await aki.put(f"{path}/2", level=3)) == ["Aki", "Ben", "bot 3", "-"]
    await chika.refused("forbidden", "DELETE", f"{path}/2", 403)
    assert seated(await ben.delete(f"{path}/1", 200)) == ["Aki", "-", "bot 3", "-"]
    await ben.sit(table)
    assert seated(await aki.delete(f"{path}/1", 200)) == ["Aki", "-", "bot 3", "-"]
    await aki.refused("not-full", "POST", f"tables/{table}/start", 409)
    await ben.refused("forbidden", "POST", f"tables/{table}/start", 403)
    running = await aki.post(f"tables/{table}/start", fill=1)
    assert seated(running) == ["Aki", "bot 1", "bot 3", "bot 1"]
    await aki.refused("not-open", "POST", f"tables/{table}/start", 409)
    await aki.refused("not-open", "PUT", f"{path}/2", 409, level=1)
    await aki.refused("not-open", "DELETE", f"{path}/2", 409)


async def test_a_rated_table_is_for_people(server: RunningServer) -> None:
    aki, ben = await server.accounts("Aki", "Ben")
    table = await aki.table(**TWO, rated=True)
    assert table["settings"]["hints"] is False
    path = f"tables/{table['id']}"
    await aki.refused("bad-settings", "POST", f"{path}/start", 409, fill=1)
    await ben.sit(table["id"])
    await ben.agree(table["id"])
    await aki.post(f"{path}/start")
    await aki.refused("no-hints", "POST", f"{path}/hint", 403)


async def test_leaving_before_the_game(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = (await aki.table("hagakure", seats=3))["id"]
    await ben.refused("not-seated", "POST", f"tables/{table}/leave", 403)
    await ben.sit(table)
    await ben.refused("not-your-seat", "POST", f"tables/{table}/leave", 403, seat=0)
    left = await aki.post(f"tables/{table}/leave")
    assert (seated(left), left["host"]) == (["-", "Ben", "-"], ben.id), "somebody else is the host now"
    left = await ben.post(f"tables/{table}/leave")
    assert (left["status"], left["host"]) == ("closed", None)


async def test_leaving_and_returning(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    table = await started(aki, ben)
    path = f"tables/{table}"
    await chika.refused("not-seated", "POST", f"{path}/leave", 403)
    await chika.refused("not-seated", "POST", f"{path}/return", 403)
    left = await ben.post(f"{path}/leave")
    assert left["seats"][1]["stand_in"]
    assert left["seats"][1]["yours"] is False or left["seats"][1]["player"] == ben.id
    view = (await ben.get(f"{path}/view"))["view"]
    await ben.refused("stand-in", "POST", f"{path}/moves", 409, id="a", version=view["ply"], action=0)
    back = await ben.post(f"{path}/return")
    assert back["seats"][1]["stand_in"] is False
    await play([await aki.connect(table), await ben.connect(table)], Rng(1), 6)


async def test_a_bot_can_replace_an_absent_player(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    table = await started(aki, ben)
    asked = (await aki.get(f"tables/{table}"))["waiting"][0]
    gone, other = (aki, ben) if asked == 0 else (ben, aki)
    path = f"tables/{table}/seats/{asked}/stand-in"
    error = await other.refused("too-soon", "POST", path, 409)
    assert 0 < error["facts"]["seconds"] <= 60
    await other.refused("no-choice", "POST", f"tables/{table}/seats/{1 - asked}/stand-in", 409)
    await chika.refused("not-seated", "POST", path, 403)
    monkeypatch.setattr(stand_ins, "ABSENCE", 0.0)  # the clock itself must not jump: to the server that is a pause
    socket = await gone.connect(table)
    await other.refused("too-soon", "POST", path, 409)
    await socket.close()
    assert (await other.post(path))["seats"][asked]["stand_in"]


async def test_closing(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = (await aki.table())["id"]
    await ben.refused("forbidden", "POST", f"tables/{table}/close", 403)
    assert (await aki.post(f"tables/{table}/close"))["status"] == "closed"
    await aki.refused("not-open", "POST", f"tables/{table}/close", 409)
    await aki.refused("not-open", "POST", f"tables/{table}/sit", 409)
    await aki.refused("not-running", "POST", f"tables/{table}/return", 409)


# Playing


async def test_moves_over_http(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    table = await started(aki, ben)
    path = f"tables/{table}"
    seat = (await aki.get(path))["waiting"][0]
    mover, other = (aki, ben) if seat == 0 else (ben, aki)
    view = (await mover.get(f"{path}/view"))["view"]
    ply, action = view["ply"], view["moves"][0]["action"]
    for wrong, code, status in (
        ({"version": ply + 1}, "stale", 409),
        ({"action": "no such move"}, "unknown-move", 409),
        ({"action": 10**30}, "unknown-move", 409),
        ({"action": -1}, "unknown-move", 409),
        ({"seat": 1 - seat}, "not-your-seat", 403),
        ({"seat": 5}, "no-such-seat", 404),
        ({"id": ""}, "bad-request", 422),
        ({"id": "a b"}, "bad-request", 422),
        ({"action": 1.5}, "bad-request", 422),
        ({"action": None}, "bad-request", 422),
        ({"version": -1}, "bad-request", 422),
        ({"what": 1}, "bad-request", 422),
    ):
        await mover.refused(
            code, "POST", f"{path}/moves", status, **{"id": "m", "version": ply, "action": action, **wrong}
        )
    await chika.refused("not-seated", "POST", f"{path}/moves", 403, id="m", version=ply, action=action)
    error = await other.refused("illegal", "POST", f"{path}/moves", 409, id="m", version=ply, action=action)
    assert error["rule"] is not None
    assert error["facts"]["reason"]
    done = await mover.post(f"{path}/moves", id="m", version=ply, action=action)
    assert done["version"] == ply
    assert done["view"]["ply"] > ply
    assert (await mover.post(f"{path}/moves", id="m", version=ply, action=action))["version"] == ply, "the same again"
    again = await mover.post(f"{path}/moves", id="m", version=0, action="whatever")
    assert again["version"] == ply, "what counts is the id"
    await mover.refused("stale", "POST", f"{path}/moves", 409, id="n", version=ply, action=action)


async def test_views_over_http(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    table = (await aki.table(**TWO))["id"]
    path = f"tables/{table}/view"
    assert (await aki.get(path))["view"] is None
    await ben.sit(table)
    await aki.post(f"tables/{table}/start")
    core = (await server.services.rooms.get(table)).state.match
    assert core is not None
    for person, seat in ((aki, 0), (ben, 1), (chika, None), (server.anonymous(), None)):
        found = await person.get(path)
        assert (found["seat"], found["view"], found["events"]) == (seat, core.view(seat), core.events(seat))
    assert (await aki.get(path, since=2))["events"] == core.events(0, 2)
    assert (await aki.get(path, since=1000))["events"] == []
    await aki.refused("not-your-seat", "GET", path, 403, seat=1)
    await chika.refused("not-seated", "GET", path, 403, seat=1)
    await server.anonymous().refused("not-seated", "GET", path, 403, seat=0)
    await aki.refused("bad-request", "GET", path, 422, seat=-1)
    await aki.refused("bad-request", "GET", path, 422, since=-1)


async def test_hints(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(job: object) -> None:
        raise TimeoutError

    aki = await server.guest("Aki")
    made = await aki.post("tables", 201, settings={"game": "hagakure", "seats": 3}, fill=1)
    path = f"tables/{made['id']}"
    socket = await aki.connect(made["id"])
    while not socket.view["moves"]:
        await socket.next()
    hints = await aki.post(f"{path}/hint")
    assert sorted(one["action"] for one in hints) == sorted(one["action"] for one in socket.view["moves"])
    assert all(0 <= one["chance"] <= 1 for one in hints)
    await aki.refused("not-your-seat", "POST", f"{path}/hint", 403, seat=1)
    await (await server.guest()).refused("not-seated", "POST", f"{path}/hint", 403)
    before = (await aki.table())["id"]
    await aki.refused("no-choice", "POST", f"tables/{before}/hint", 409)
    with monkeypatch.context() as context:
        context.setattr(server.services.bot_pool, "hint", nobody)
        await aki.refused("busy", "POST", f"{path}/hint", 503)
    without = (await aki.post("tables", 201, settings={**TWO, "hints": False}, fill=1))["id"]
    await aki.refused("no-hints", "POST", f"tables/{without}/hint", 403)


async def test_records(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await started(aki, ben)
    for person in (aki, server.anonymous()):
        await person.refused("no-record", "GET", f"tables/{table}/record", 409)
    over = await finished(aki, ben)
    about = await server.anonymous().get(f"tables/{over}")
    record = await server.anonymous().get(f"tables/{over}/record")
    assert zashiki.verify(record) > 0
    assert record["fair"]["commitment"] == about["commitment"]
    assert record["fair"]["server_seed"] == about["server_seed"]
    assert record["players"] == [recorded_person("Aki"), recorded_person("Ben")]
    assert (record["result"]["scores"], record["result"]["winners"]) == (about["scores"], about["winners"])
    checked = await server.anonymous().post("records/check", **record)
    assert (checked["game"], checked["over"], checked["plies"]) == ("hiroba", True, about["ply"])
    assert checked["draws"] > 0
    await aki.refused("bad-request", "POST", "records/check", 422, **{**record, "seats": 3})
    await aki.refused("bad-request", "POST", "records/check", 422, anything=1)
    for path in ("sit", "leave", "start", "close"):
        await aki.refused("not-open", "POST", f"tables/{over}/{path}", 409)
    await aki.refused("not-running", "POST", f"tables/{over}/return", 409)


# Playing again


async def test_a_rematch_is_one_table_for_all(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    running = await started(aki, ben)
    await aki.refused("not-over", "POST", f"tables/{running}/rematch", 409)
    over = await finished(aki, ben)
    await chika.refused("not-seated", "POST", f"tables/{over}/rematch", 403)
    watcher = await chika.connect(over)
    first = await ben.post(f"tables/{over}/rematch", 201)
    assert seated(first) == ["-", "Ben"], "everybody where they sat"
    assert first["rematch_of"] == over
    assert (await watcher.until(lambda one: one["type"] == "table" and one["table"]["rematch"]))["table"][
        "rematch"
    ] == first["id"]
    second = await aki.post(f"tables/{over}/rematch", 201)
    assert second["id"] == first["id"]
    assert seated(second) == ["Aki", "Ben"]
    assert (await aki.post(f"tables/{over}/rematch", 201))["id"] == first["id"]
    assert (await aki.get(f"tables/{over}"))["rematch"] == first["id"]
    await ben.post(f"tables/{first['id']}/start")
    assert (await aki.post(f"tables/{over}/rematch", 201))["status"] == "running"


async def test_simultaneous_rematch_requests_get_the_same_table(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    over = await finished(aki, ben, chika)
    asked = [one.post(f"tables/{over}/rematch", 201) for one in (aki, ben, chika)]
    tables = await asyncio.gather(*asked)
    assert len({one["id"] for one in tables}) == 1
    assert seated(await aki.get(f"tables/{tables[0]['id']}")) == ["Aki", "Ben", "Chika"]
    assert len(await aki.get("me/tables", status="open")) == 1


async def test_a_rematch_with_other_settings_keeps_the_bots(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    made = await aki.post("tables", 201, settings=THREE, fill=2)
    await play([await aki.connect(made["id"])], Rng(1))
    other = {"game": "hagakure", "seats": 4, "options": {"rounds": 2}}
    again = await aki.post(f"tables/{made['id']}/rematch", 201, settings=other)
    assert (again["settings"]["seats"], again["settings"]["options"]["rounds"]) == (4, 2)
    assert seated(again) == ["Aki", "bot 2", "bot 2", "-"]
    await aki.refused("bad-request", "POST", f"tables/{made['id']}/rematch", 422, settings={"game": "poker"})


async def test_a_closed_rematch_can_be_requested_again(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    over = await finished(aki, ben)
    first = await aki.post(f"tables/{over}/rematch", 201)
    await aki.post(f"tables/{first['id']}/leave")
    second = await ben.post(f"tables/{over}/rematch", 201)
    assert second["id"] != first["id"]
    assert second["status"] == "open"
    assert (await aki.post(f"tables/{over}/rematch", 201))["id"] == second["id"]


# Lists


async def test_junk_from_one_network_does_not_push_the_tables_of_others_out_of_sight(tmp_path: Path) -> None:
    async with running_server(tmp_path) as server:
        real = [
            (await (await server.guest(f"Real {n}", address=f"192.0.2.{n}")).table(access="open"))["id"]
            for n in range(3)
        ]
        junk = []
        for host in [await server.guest(f"Junk {n}", address=f"2001:db8::{n}") for n in range(4)]:
            junk += [(await host.table(access="open"))["id"] for _ in range(5)]
        stranger = server.anonymous("192.0.2.99")
        first = [table["id"] for table in await stranger.get("tables", limit=6)]
        assert sorted(first[3:]) == sorted(real), "three of the network that has opened the newest, then the others"
        listed, last = list[str](), ""
        while page := await stranger.get(f"tables?limit=4{last}"):
            listed += [table["id"] for table in page]
            last = f"&after={listed[-1]}"
        assert sorted(listed) == sorted(real + junk), "each of them once"
        assert [table for table in listed if table in junk] == junk[::-1]


async def test_open_tables_of_a_network_are_limited(tmp_path: Path) -> None:
    async with running_server(tmp_path, max_tables_per_network=3) as server:
        hosts = [await server.guest(f"Host {n}", address=f"2001:db8::{n}") for n in range(4)]
        tables = [(await host.table())["id"] for host in hosts[:3]]
        about = await hosts[3].refused("too-many", "POST", "tables", 409, settings=TWO)
        assert about["facts"] == {"reason": "tables.too_many_of_network", "limit": 3}
        other = await server.guest("Other", address="2001:db8:1::1")
        await other.table()
        await hosts[0].post(f"tables/{tables[0]}/close")
        await hosts[3].table()
