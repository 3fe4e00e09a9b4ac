"""Error responses describe invalid input by data: what was given, what is expected, and where."""

from typing import Any

import pytest

import zashiki
from server.client import Json, RunningServer
from zashiki.table.input_errors import LONGEST_VALUE

TABLE: Json = {"game": "hiroba", "seats": 2}


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
