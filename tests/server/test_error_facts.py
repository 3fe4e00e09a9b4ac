"""Error responses describe invalid input by data: what was given, what is expected, and where."""

import sys
from typing import Any

import pytest

import zashiki
from server.client import Json, RunningServer
from zashiki.table.input_errors import LONGEST_VALUE
from zashiki.table.refusals import REASONS
from zashiki.table.sealing import HEX

TABLE: Json = {"game": "hiroba", "seats": 2}
NUMBERS = {"min": -sys.float_info.max, "max": sys.float_info.max}


def facts(error: Json) -> tuple[Any, Any, Any]:
    return error["where"], error["value"], error["expected"]


@pytest.mark.parametrize(
    ("settings", "where", "value", "expected"),
    [
        ({"game": "chess"}, ["game"], "chess", ["hagakure", "hijun", "hiroba", "hitohira", "sakura"]),
        ({"game": "hiroba", "seats": 9}, ["seats"], 9, [2, 3, 4]),
        ({"game": "hiroba", "seats": "two"}, ["seats"], "two", {"type": "integer"}),
        ({"game": "hiroba", "stand_in": 6}, ["stand_in"], 6, {"max": 5}),
        ({"game": "hiroba", "access": "all"}, ["access"], "all", ["open", "link"]),
        ({"game": "hiroba", "clock": {"kind": "move", "seconds": 1}}, ["clock", "seconds"], 1, {"min": 5}),
        ({"game": "hiroba", "colour": "red"}, ["colour"], "red", {"absent": True}),
        ({"game": "hiroba", "rated": True, "hints": True}, ["hints"], True, [False]),
        (
            {"game": "hagakure", "options": {"rounds": 99}},
            ["options", "rounds"],
            99,
            {"type": "integer", "min": 1, "max": 20},
        ),
        ({"seats": 2}, ["game"], None, {"required": "game"}),
        ({"game": "x" * 500}, ["game"], "x" * LONGEST_VALUE, {"max_length": 20}),
    ],
)
async def test_wrong_settings(
    server: RunningServer, settings: Json, where: list[str], value: object, expected: object
) -> None:
    aki = await server.guest("Aki")
    error = await aki.refused("bad-request", "POST", "tables", 422, settings=settings)
    assert facts(error) == (["body", "settings", *where], value, expected)
    assert error["text"]


@pytest.mark.parametrize(
    ("settings", "reason", "where", "expected"),
    [
        ({"rated": True, "hints": True}, "rated_hints", ["hints"], [False]),
        ({"rated": True, "one_device": True}, "rated_one_device", ["one_device"], [False]),
        ({"one_device": True, "clock": {"kind": "days"}}, "one_device_clock", ["clock", "kind"], ["none"]),
        ({"one_device": True, "access": "open"}, "one_device_open", ["access"], ["link"]),
    ],
)
async def test_settings_that_do_not_go_together(
    server: RunningServer, settings: Json, reason: str, where: list[str], expected: object
) -> None:
    aki = await server.guest("Aki")
    error = await aki.refused("bad-request", "POST", "tables", 422, settings={**TABLE, **settings})
    assert (error["where"], error["expected"]) == (["body", "settings", *where], expected)
    assert error["facts"] == {"reason": f"settings.{reason}", "text": REASONS[f"settings.{reason}"]}


async def test_settings_that_do_not_fit_who_is_seated(server: RunningServer) -> None:
    aki, ben, chie = [await server.guest(name) for name in ("Aki", "Ben", "Chie")]
    table = (await aki.table(game="hiroba", seats=3))["id"]
    for guest in (aki, ben, chie):
        await guest.post(f"tables/{table}/sit")
    error = await aki.refused("bad-settings", "PUT", f"tables/{table}/settings", 409, **TABLE)
    assert facts(error) == (["body", "seats"], 2, {"min": 3})
    assert error["facts"] == {"reason": "settings.too_few_seats", "people": 3}
    rated: Json = {**TABLE, "rated": True}
    error = await aki.refused("bad-settings", "POST", "tables", 409, settings=rated, fill=1)
    assert facts(error) == (["body", "fill"], 1, {"absent": True})
    assert error["facts"] == {"reason": "settings.rated_fill"}


async def test_unknown_options_name_the_known_ones(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    error = await aki.refused(
        "bad-request", "POST", "tables", 422, settings={"game": "hagakure", "options": {"speed": 3}}
    )
    assert error["where"] == ["body", "settings", "options", "speed"]
    assert "rounds" in error["expected"]


async def test_wrong_queries_and_bodies(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    error = await aki.refused("bad-request", "GET", "tables", 422, limit=1000)
    assert facts(error) == (["query", "limit"], "1000", {"max": 100})
    response = await aki.client.post("/api/v1/tables", content=b"{", headers={"content-type": "application/json"})
    assert facts(response.json()["error"]) == (["body"], None, {"format": "json"})
    table = (await aki.table(**TABLE))["id"]
    error = await aki.refused("no-such-seat", "POST", f"tables/{table}/sit", 404, seat=7)
    assert facts(error) == (["seat"], 7, {"type": "integer", "min": 0, "max": 1})


async def test_secrets_are_never_repeated(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    error = await aki.refused("bad-request", "POST", "login", 422, name="Aki", password="sesame")
    assert facts(error) == (["body", "password"], None, {"min_length": 8})
    assert "sesame" not in str(error)


async def test_websocket_messages(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    table = (await aki.table(**TABLE))["id"]
    socket = await aki.connect(table)
    no = await socket.request("move", version=-1, action=0)
    assert facts(no) == (["version"], -1, {"min": 0})
    no = await socket.request("dance")
    assert (no["where"], no["expected"]) == ([], ["move", "look", "sync", "chat", "phrase", "ping"])
    no = await socket.request("chat", text="x" * 301)
    assert facts(no) == (["text"], None, {"max_length": 300})
    no = await socket.request("chat", text="hello", loud=True)
    assert facts(no) == (["loud"], True, {"absent": True})
    no = await socket.request("look", seat=9)
    assert facts(no) == (["seat"], 9, {"type": "integer", "min": 0, "max": 1})


async def test_broken_records(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    record: Json = {**zashiki.new("hiroba", seed=1).record().data, "game": "chess"}
    with pytest.raises(zashiki.ZashikiError) as wrong:
        zashiki.replay(record)
    error = await aki.refused("bad-request", "POST", "records/check", 422, **record)
    assert facts(error) == ([wrong.value.where], wrong.value.value, None)


async def test_unknown_moves_name_the_legal_ones(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    table = (await aki.post("tables", 201, settings=TABLE, sit=True, fill=1))["id"]
    socket = await aki.connect(table)
    while not socket.view["moves"]:
        await socket.next()
    moves, version = socket.view["moves"], socket.view["ply"]
    for key, action, known in (("a", "fly", "name"), ("b", 10**6, "action")):
        no = await socket.request("move", key, version=version, action=action)
        assert facts(no) == (["action"], action, [move[known] for move in moves])
        assert no["facts"] == {"reason": "move.unknown", "move": str(action)}


async def test_reasons_are_codes_with_facts(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    shared = (await aki.table(**TABLE, one_device=True))["id"]
    error = await ben.refused("forbidden", "POST", f"tables/{shared}/sit", 403)
    assert error["facts"] == {"reason": "seats.one_device"}
    quiet = (await aki.table(**TABLE, chat=False))["id"]
    socket = await aki.connect(quiet)
    no = await socket.request("chat", text="hello")
    assert no["facts"] == {"reason": "chat.phrases_only"}
    no = await socket.request("phrase", code="shout")
    assert (no["where"], no["value"]) == (["code"], "shout")
    assert "hello" in no["expected"]
    no = await (await aki.connect((await aki.table(**TABLE))["id"])).request("chat", text="\u200b")
    assert (facts(no), no["facts"]) == ((["text"], None, {"min_length": 1}), {"reason": "chat.blank"})
    account = await (await server.guest()).account("Chie")
    error = await account.refused("name-taken", "POST", "me/account", 409, name="Chie", password="long enough")
    assert error["facts"] == {"reason": "account.exists"}


async def test_a_bye_has_the_same_fields(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    table = (await aki.table(**TABLE))["id"]
    bye = await aki.websocket(f"/ws/tables/{table}", protocol=9).bye()
    assert facts(bye) == (["query", "protocol"], "9", [1])
    assert bye["facts"] == {"reason": "request.protocol", "supported": 1}


@pytest.mark.parametrize(
    ("method", "path", "content", "where", "expected", "reason"),
    [
        ("PATCH", "me", b'{"preferences": {"a": 1e999}}', ["body", "preferences"], NUMBERS, "preferences.number"),
        ("PATCH", "tables", b"{}", ["method"], ["GET", "POST"], "request.method"),
    ],
)
async def test_requests_that_cannot_be_granted(
    server: RunningServer, method: str, path: str, content: bytes, where: list[str], expected: object, reason: str
) -> None:
    aki = await server.guest("Aki")
    headers = {"content-type": "application/json"}
    response = await aki.client.request(method, f"/api/v1/{path}", content=content, headers=headers)
    error = response.json()["error"]
    assert (error["where"], error["expected"], error["facts"]["reason"]) == (where, expected, reason)


async def test_lengths_that_are_no_numbers(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    response = await aki.client.post("/api/v1/logout", headers={"content-length": "many"})
    error = response.json()["error"]
    assert facts(error) == (["header", "content-length"], "many", {"type": "integer", "min": 0})


async def test_seeds_and_commitments_that_cannot_be_used(server: RunningServer) -> None:
    """Neither is repeated: a seed is a secret, and a commitment may be one by mistake."""
    aki = await server.guest("Aki")
    table = (await aki.table("hiroba", seats=2))["id"]
    error = await aki.refused("bad-request", "POST", f"tables/{table}/sit", 422, commitment="short")
    assert facts(error) == (["body", "commitment"], None, {"pattern": HEX})
    body = {"seal": "a" * 64, "seeds": [{"seat": 0, "seed": "half a secret"}]}
    error = await aki.refused("bad-request", "POST", f"tables/{table}/reveal", 422, **body)
    assert facts(error) == (["body", "seeds", 0, "seed"], None, {"pattern": HEX})


async def test_names_that_are_too_long(server: RunningServer) -> None:
    error = await server.anonymous().refused("bad-request", "POST", "guest", 422, name="x" * 25)
    assert facts(error) == (["body", "name"], None, {"min_length": 1, "max_length": 24})
