"""Which tables are in whose lists, and who may see what of them: private games, and several hands on one device."""

from server.client import RunningServer
from server.played_games import THREE, TWO, finished, seated, started
from zashiki import Rng


async def test_lists_of_tables(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    by_link = (await aki.table())["id"]
    listed = (await aki.table("hijun", access="open"))["id"]
    newer = (await aki.table("hiroba", access="open"))["id"]
    await ben.sit(newer)
    for person in (ben, server.anonymous()):
        assert [one["id"] for one in await person.get("tables")] == [newer, listed]
    assert [one["id"] for one in await ben.get("tables", game="hijun")] == [listed]
    assert [one["id"] for one in await ben.get("tables", limit=1)] == [newer]
    assert await ben.get("tables", game="nothing") == []
    (mine,) = await ben.get("me/tables", status="open")
    assert (mine["id"], [one["yours"] for one in mine["seats"]][:2]) == (newer, [False, True])
    assert {one["id"] for one in await aki.get("me/tables", status="open")} == {by_link, listed, newer}
    pages: list[str] = []
    path = "me/tables?status=open&limit=1"
    while page := await aki.get(f"{path}&after={pages[-1]}" if pages else path):
        pages += [one["id"] for one in page]
    assert pages == [newer, listed, by_link], "page by page"
    await aki.post(f"tables/{listed}/close")
    await aki.put(f"tables/{newer}/settings", **TWO, access="open")
    await aki.post(f"tables/{newer}/start")
    (running,) = await server.anonymous().get("tables")
    assert (running["id"], running["status"]) == (newer, "running")
    (mine,) = await ben.get("me/tables")
    assert mine["waiting"] == running["waiting"] != []
    for path in ("tables?limit=0", "tables?limit=101", "me/tables?status=closed", "me/tables?after=A"):
        await ben.refused("bad-request", "GET", path, 422)


async def test_a_list_shows_the_same_as_the_table(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    tables = [await started(aki, ben, clock={"kind": "move"}), await finished(aki, ben)]
    for table, status in zip(tables, ("running", "over"), strict=True):
        (listed,) = await aki.get("me/tables", status=status)
        assert listed == await aki.get(f"tables/{table}")


# Who may see what


async def test_a_private_game_does_not_exist_for_strangers(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    settings = {**TWO, "spectators": False, "access": "open"}
    table = (await aki.post("tables", 201, settings=settings))["id"]
    assert [one["id"] for one in await chika.get("tables")] == [table], "somebody may still sit down"
    watching = await chika.connect(table)
    nameless = await server.anonymous().connect(table)
    await ben.sit(table)
    await aki.post(f"tables/{table}/start")
    for socket in (watching, nameless):
        assert (await socket.bye())["code"] == "no-such-table"
        assert not any('"view":{' in text for text in socket.received)
    over = await finished(aki, ben, **{**settings, "access": "link"})
    for hidden in (table, over):
        for person in (chika, server.anonymous()):
            known = person is chika
            for method, path, body in (
                ("GET", "", {}),
                ("GET", "/view", {}),
                ("GET", "/scores", {}),
                ("GET", "/record", {}),
                ("GET", "/replay", {}),
                ("GET", "/frames", {}),
                ("PUT", "/settings", settings),
                ("POST", "/sit", {}),
                ("POST", "/leave", {}),
                ("POST", "/return", {}),
                ("PUT", "/seats/0", {"level": 1}),
                ("DELETE", "/seats/0", {}),
                ("POST", "/seats/0/stand-in", {}),
                ("POST", "/start", {}),
                ("POST", "/close", {}),
                ("POST", "/rematch", {}),
                ("POST", "/moves", {"id": "x", "version": 0, "action": 0}),
                ("POST", "/hint", {}),
            ):
                code = "no-such-table" if known or method == "GET" else "not-signed-in"
                status = 404 if code == "no-such-table" else 401
                found = await person.refused(code, method, f"tables/{hidden}{path}", status, **body)
                if known:
                    missing = await person.refused(code, method, f"tables/nowhere2345678{path}", status, **body)
                    assert found == missing, "indistinguishable from a table that does not exist"
            socket = person.websocket(f"/ws/tables/{hidden}")
            assert (await socket.bye())["code"] == "no-such-table"
    assert await chika.get("tables") == []
    assert (await aki.get(f"tables/{table}"))["status"] == "running"


async def test_the_host_sees_a_private_game_without_a_seat(server: RunningServer) -> None:
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    table = (await aki.post("tables", 201, settings={**TWO, "spectators": False}, sit=False))["id"]
    await ben.sit(table)
    await chika.sit(table)
    await aki.post(f"tables/{table}/start")
    assert (await aki.get(f"tables/{table}/view"))["seat"] is None


# One device


async def test_a_table_on_one_device(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    settings = {**THREE, "one_device": True}
    table = (await aki.post("tables", 201, settings=settings, sit=False))["id"]
    for name in ("Mother", "  Father\t"):
        await aki.sit(table, name=name)
    await aki.refused("bad-request", "POST", f"tables/{table}/sit", 422, name="\0")
    await ben.refused("forbidden", "POST", f"tables/{table}/sit", 403, name="Ben")
    assert seated(await aki.put(f"tables/{table}/seats/2", level=1)) == ["Mother", "Father", "bot 1"]
    await aki.post(f"tables/{table}/start")
    socket = await aki.connect(table)
    core = (await server.services.rooms.get(table)).state.match
    assert core is not None
    for seat in (0, 1):
        came = await socket.exchange("look", f"look{seat}", seat=seat)
        assert [one["type"] for one in came[-2:]] == ["synced", "ok"]
        assert (came[-2]["seat"], came[-2]["view"]["seat"]) == (seat, seat)
        assert (await aki.get(f"tables/{table}/view", seat=seat))["view"]["seat"] == seat
    for wrong, code in ((2, "not-your-seat"), (3, "no-such-seat"), (-1, "no-such-seat")):
        assert (await socket.request("look", seat=wrong))["code"] == code
    assert (await socket.exchange("look", seat=None))[-2]["view"]["seat"] is None


async def test_only_the_chosen_seats_hand_is_sent(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    table = (await aki.post("tables", 201, settings={**THREE, "one_device": True}, sit=False))["id"]
    for name in ("Mother", "Father", "Child"):
        await aki.sit(table, name=name)
    await aki.post(f"tables/{table}/start")
    socket = await aki.connect(table)
    looked, rng = socket.welcome["seat"], Rng(3)
    while not socket.view["over"]:
        seat = socket.view["waiting"][0]
        if seat != looked:
            came = await socket.exchange("look", f"l{socket.view['ply']}", seat=seat)
            assert all(one["view"]["seat"] in (looked, seat) for one in came if "view" in one)
            looked = seat
        moves = socket.view["moves"]
        action = moves[int(rng.below(len(moves)))]["action"]
        came = await socket.exchange("move", f"m{socket.view['ply']}", version=socket.view["ply"], action=action)
        assert came[-1]["type"] == "ok", came[-1]
        assert all(one["view"]["seat"] == looked for one in came if "view" in one)
    assert (await aki.get("me"))["statistics"][0]["games"] == 3
