"""Options over HTTP: what a client needs to offer them, and what is wrong with those that somebody made."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

import zashiki
from server.client import RunningServer, running_server
from zashiki.games.hiroba.tiles import TILES

NINE = list(TILES[:9])


@pytest.fixture
async def server(tmp_path: Path) -> AsyncGenerator[RunningServer]:
    async with running_server(tmp_path) as there:
        yield there


async def test_a_client_can_offer_every_option_without_knowing_the_game(server: RunningServer) -> None:
    for game in await server.anonymous().get("games"):
        for option in game["options"]:
            for seats in map(str, game["seats"]):
                if option["choices"] is not None:
                    assert option["choices"][seats][0] == option["defaults"][seats]
                else:
                    assert option["low"] <= option["defaults"][seats] <= option["high"]
            assert (option["example"] is not None) == (option["kind"] in ("table", "tiles"))


async def test_every_length_of_a_game_can_be_played(server: RunningServer) -> None:
    stranger = server.anonymous()
    for game in await stranger.get("games"):
        for length in game["lengths"]:
            for seats in game["seats"]:
                asked = await stranger.post(f"games/{game['key']}/options", seats=seats, options=length["options"])
                assert asked["problems"] == [], length["key"]
    assert [one["key"] for one in (await stranger.get("games/sakura"))["lengths"]] == ["short", "usual"]


async def test_tile_options_are_described(server: RunningServer) -> None:
    """HB-R8"""
    (tiles,) = (await server.anonymous().get("games/hiroba"))["options"]
    assert (tiles["key"], tiles["kind"], tiles["low"], tiles["high"]) == ("tiles", "tiles", 9, 12)
    assert tiles["choices"] == {"2": ["standard"], "3": ["standard"], "4": ["standard"]}
    assert tiles["example"] == list(TILES)


async def test_options_are_returned_in_canonical_form(server: RunningServer) -> None:
    stranger = server.anonymous()
    for game in zashiki.games().values():
        asked = await stranger.post(f"games/{game.key}/options", seats=game.usual_seats)
        assert asked == {"options": game.checked(game.usual_seats, {}), "problems": []}
    loose = ["\n".join(tile.split()) for tile in NINE]
    assert await stranger.post("games/hiroba/options", seats=2, options={"tiles": loose}) == {
        "options": {"tiles": NINE},
        "problems": [],
    }


async def test_every_problem_is_reported(server: RunningServer) -> None:
    """HB-1.1, HB-2.1, HB-R8: every tile with all its problems, by its place in the list."""
    tiles: list[Any] = [*NINE[:6], "~~b bab bbB", 7]
    asked = await server.anonymous().post("games/hiroba/options", seats=2, options={"tiles": tiles, "dice": 1})
    assert asked["options"] is None
    found = [(one["option"], one["at"], one["code"], one["rule"], one["facts"]) for one in asked["problems"]]
    assert found == [
        ("dice", None, "option.unknown", None, {"option": "dice", "known": ["tiles"]}),
        ("tiles", None, "tiles.count", "HB-R8", {"count": 8, "least": 9, "most": 12}),
        ("tiles", 6, "tile.ponds", "HB-1.1", {"count": 2}),
        ("tiles", 6, "tile.garden_size", "HB-1.1", {"garden": "a", "count": 1}),
        ("tiles", 7, "tile.shape", "HB-R8", {}),
    ]
    assert all(one["text"] for one in asked["problems"])


async def test_an_impossible_number_of_seats(server: RunningServer) -> None:
    asked = await server.anonymous().post("games/hiroba/options", seats=7, options={"tiles": NINE})
    assert asked["options"] is None
    (problem,) = asked["problems"]
    assert (problem["option"], problem["code"], problem["rule"]) == ("seats", "option.seats", None)
    assert problem["facts"] == {"count": 7, "known": [2, 3, 4]}


async def test_option_checks_are_bounded(server: RunningServer) -> None:
    """However much somebody sends, little is looked at and little comes back."""
    stranger = server.anonymous()
    many = await stranger.post("games/hiroba/options", seats=2, options={"tiles": ["x"] * 10_000})
    assert len(many["problems"]) == 1 + 12
    (long,) = (await stranger.post("games/hiroba/options", seats=2, options={"tiles": [*NINE, " " * 60_000]}))[
        "problems"
    ]
    assert (long["at"], long["code"]) == (9, "tile.shape")
    path = "games/hiroba/options"
    for wrong in ({"x" * 41: 1}, {f"x{number}": 1 for number in range(33)}):
        await stranger.refused("bad-request", "POST", path, 422, seats=2, options=wrong)
    for seats in (-1, 100, "2", None, 2.5):
        await stranger.refused("bad-request", "POST", path, 422, seats=seats)
    await stranger.refused("too-big", "POST", path, 413, seats=2, options={"tiles": "a" * 70_000})
    await stranger.refused("not-found", "POST", "games/poker/options", 404, seats=2)


async def test_option_checks_are_rate_limited(tmp_path: Path) -> None:
    async with running_server(tmp_path, rate_requests="3/day") as there:
        stranger = there.anonymous()
        for _ in range(3):
            await stranger.post("games/hiroba/options", seats=2)
        await stranger.refused("rate", "POST", "games/hiroba/options", 429, seats=2)


async def test_a_table_with_wrong_tiles_is_refused_with_the_reason(server: RunningServer) -> None:
    """HB-R8: the same check as for everybody, and the tile that fails is named."""
    guest = await server.guest("Aki")
    wrong = {"game": "hiroba", "seats": 2, "options": {"tiles": [*NINE[:8], "~~b bab bbB"]}}
    response = await guest.client.post("/api/v1/tables", json={"settings": wrong})
    assert response.status_code == 422
    text = response.json()["error"]["text"]
    assert "option tiles[8]: '~~b bab bbB' is not possible" in text
    assert "a tile needs exactly one pond, but this one has 2 (HB-1.1)" in text
    loose = {"game": "hiroba", "seats": 2, "options": {"tiles": [tile.replace(" ", "") for tile in NINE]}}
    table = await guest.post("tables", 201, settings=loose, fill=1)
    assert table["settings"]["options"] == {"tiles": NINE}
