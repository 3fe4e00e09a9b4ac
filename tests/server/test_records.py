"""Points, replays and draws over HTTP, of tables and of records."""

import asyncio
import json
import threading
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import zashiki
from server.client import Json, RunningServer, play
from server.played_games import finished, started
from support import changed, rules_page
from zashiki import Match, Rng
from zashiki.core import replay
from zashiki.core.fair import from_data
from zashiki.core.match import Viewer
from zashiki.core.record import person as recorded_person
from zashiki.server.services import REPLAYING
from zashiki.testing.case import play_at_random

GAMES: list[Json] = [
    {"game": "hagakure", "seats": 3, "options": {"rounds": 1}},
    {"game": "hijun", "seats": 4, "options": {}},
    {"game": "hiroba", "seats": 2},
    {"game": "hitohira", "seats": 2, "options": {"memory": "strict"}},
    {"game": "sakura", "seats": 2, "options": {"rounds": 1}},
]


async def watched(server: RunningServer, settings: Json) -> tuple[str, dict[int, Match]]:
    """A game that people play to its end; how it stood after each of their moves."""
    people = [await server.guest(f"Seat {seat}") for seat in range(settings["seats"])]
    table = await started(*people, **settings)
    sockets = [await one.connect(table) for one in people]
    past: dict[int, Match] = {}
    while True:
        game = (await server.services.rooms.get(table)).state.match
        assert game is not None
        past[game.ply] = game
        if game.over:
            return table, past
        assert await people[0].get(f"tables/{table}/scores") == game.breakdown()
        await play(sockets, Rng(game.ply), 1)


@pytest.mark.parametrize("settings", GAMES, ids=lambda one: str(one["game"]))
async def test_a_replay_shows_what_each_seat_saw(server: RunningServer, settings: Json) -> None:
    table, past = await watched(server, settings)
    over = past[max(past)]
    stranger = server.anonymous()
    record = await stranger.get(f"tables/{table}/record")
    seats: list[tuple[Json, Viewer]] = [({"seat": seat}, seat) for seat in range(settings["seats"])]
    for query, viewer in (({}, "open"), ({"open": False}, None), *seats):
        frames: list[Json] = []
        while len(frames) <= over.ply:
            shown = await stranger.get(f"tables/{table}/replay", **query, **{"from": len(frames)})
            assert shown.pop("from") == len(frames)
            assert len(shown["frames"]) == min(50, over.ply + 1 - len(frames))
            body = {"record": record, **query, "from": len(frames)}
            same = await stranger.post("records/replay", **body)
            assert same.pop("from") == len(frames)
            assert same == shown, "a record has all that the table has"
            frames += shown.pop("frames")
            assert shown == {
                "game": settings["game"],
                "version": record["version"],
                "seats": settings["seats"],
                "options": record["options"],
                "players": [recorded_person(f"Seat {seat}") for seat in range(settings["seats"])],
                "plies": over.ply,
                "move_seats": [mover for mover, _ in over.history()],
                "viewer": viewer,
                "scores": over.breakdown(),
            }
        assert [frame["ply"] for frame in frames] == list(range(over.ply + 1))
        for ply, then in past.items():
            assert frames[ply]["view"] == (then.open_view() if viewer == "open" else then.view(viewer))
        events: list[Any] = [event for frame in frames for event in frame["events"]]
        assert events == (over.open_events() if viewer == "open" else over.events(viewer))
    chance = await stranger.post("records/chance", **record)
    stream = from_data(chance["fair"])
    assert stream is not None
    assert chance["fair"] == record["fair"]
    assert len(chance["draws"]) == sum(move.startswith("* ") for move in record["moves"])
    for number, draw in enumerate(chance["draws"]):
        assert stream.draw(number, draw["weights"]) == draw["index"]
        assert record["moves"][draw["ply"]] == f"* {draw['name']}"


async def test_there_are_no_points_before_the_game(server: RunningServer) -> None:
    aki = await server.guest("Aki")
    assert await aki.get(f"tables/{(await aki.table())['id']}/scores") == []
    await aki.refused("no-such-table", "GET", "tables/nowhere/scores", 404)


async def test_a_running_game_has_no_replay(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    for table in ((await aki.table())["id"], await started(aki, ben)):
        for person in (aki, server.anonymous()):
            for query in ({}, {"seat": 0}, {"open": "true"}, {"open": "false", "from": 2}):
                await person.refused("no-record", "GET", f"tables/{table}/replay", 409, **query)
    await aki.refused("no-such-table", "GET", "tables/nowhere/replay", 404)


async def test_what_happened_since_my_last_move(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await started(aki, ben, game="hiroba", seats=2)
    sockets = [await one.connect(table) for one in (aki, ben)]
    await play(sockets, Rng(4), 5)
    game = (await server.services.rooms.get(table)).state.match
    assert game is not None
    for seat, person in enumerate((aki, ben)):
        mine = max(ply for ply, (mover, _) in enumerate(game.history(), 1) if mover == seat)
        seen = await person.get(f"tables/{table}/frames")
        assert seen["frames"][0]["ply"] == mine
        assert seen["frames"][-1]["view"] == game.view(seat)
        first = await person.get(f"tables/{table}/frames", **{"from": mine, "count": 1})
        assert first["frames"] == seen["frames"][:1]
    watching = await server.anonymous().get(f"tables/{table}/frames")
    assert watching["seat"] is None
    assert watching["frames"][-1]["view"] == game.view(None)
    await aki.refused("bad-request", "GET", f"tables/{table}/frames", 422, **{"from": game.ply + 1})
    waiting = (await aki.table())["id"]
    assert await aki.get(f"tables/{waiting}/frames") == {"seat": 0, "ply": 0, "frames": []}
    await aki.refused("no-such-table", "GET", "tables/nowhere/frames", 404)


async def test_what_happened_while_a_bot_played_for_me(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await started(aki, ben, game="hiroba", seats=2)
    sockets = [await one.connect(table) for one in (aki, ben)]
    await play(sockets, Rng(4), 5)
    state = (await server.services.rooms.get(table)).state
    assert state.match is not None
    mine = max(ply for ply, (mover, _) in enumerate(state.match.history(), 1) if mover == 1)
    asked = 1 in state.waiting()
    await ben.post(f"tables/{table}/leave")
    if not asked:  # the bot moves after Aki
        await play(sockets[:1], Rng(5), 1)
    await sockets[0].until(lambda one: one["type"] == "update" and 0 in one["view"]["waiting"])
    await ben.post(f"tables/{table}/return")
    game = (await server.services.rooms.get(table)).state.match
    assert game is not None
    assert max(ply for ply, (mover, _) in enumerate(game.history(), 1) if mover == 1) > mine, "the bot has moved"
    seen = await ben.get(f"tables/{table}/frames")
    assert seen["frames"][0]["ply"] == mine
    assert [frame["mover"] for frame in seen["frames"][1:]].count(1) > 0
    assert [frame["view"]["seat"] for frame in seen["frames"]] == [1] * len(seen["frames"])
    assert seen["frames"][-1]["view"] == game.view(1)


async def test_spectators_look_back_from_the_present(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await started(aki, ben, game="sakura", seats=2)
    sockets = [await one.connect(table) for one in (aki, ben)]
    await play(sockets, Rng(4), 20)
    game = (await server.services.rooms.get(table)).state.match
    assert game is not None
    assert game.ply > 60, "there is more than one response tells"
    seen = await server.anonymous().get(f"tables/{table}/frames")
    assert seen["frames"][0]["ply"] == game.ply - 49
    assert seen["frames"][-1]["view"] == game.view(None)
    few = await server.anonymous().get(f"tables/{table}/frames", count=3)
    assert few["frames"][-1]["view"] == game.view(None)


async def test_invalid_replay_requests(server: RunningServer) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await finished(aki, ben)
    record = await aki.get(f"tables/{table}/record")
    for query in ({"count": 51}, {"count": 0}, {"from": -1}, {"seat": -1}, {"open": "perhaps"}):
        await aki.refused("bad-request", "GET", f"tables/{table}/replay", 422, **query)
        await aki.refused("bad-request", "POST", "records/replay", 422, record=record, **query)
    plies = record["result"]["plies"]
    error = await aki.refused("bad-request", "GET", f"tables/{table}/replay", 422, **{"from": plies + 1})
    assert f"0 to {plies}" in error["text"]
    await aki.refused("no-such-seat", "GET", f"tables/{table}/replay", 404, seat=2)
    await aki.refused("no-such-seat", "POST", "records/replay", 404, record=record, seat=2)
    both = await aki.get(f"tables/{table}/replay", seat=1, open=True, count=1)
    assert both["viewer"] == "open"


async def test_a_replay_of_unsupported_rules(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    aki, ben = await server.guests("Aki", "Ben")
    table = await finished(aki, ben)
    monkeypatch.setattr(zashiki.games()["hiroba"], "version", 99)
    await aki.refused("game-changed", "GET", f"tables/{table}/replay", 409)


async def test_a_broken_record_is_refused_by_every_route(server: RunningServer) -> None:
    game = play_at_random(zashiki.new("hagakure", seats=3, seed=4, rounds=1), Rng(4))
    record = game.record()
    data: Json = json.loads(record.to_json())
    stranger = server.anonymous()
    for wrong in (
        {**data, "seats": 4},
        {key: value for key, value in data.items() if key != "moves"},
        changed(record, moves=record.moves[:-1]),
        changed(record, moves=[*record.moves[:-1], "0 play 99"]),
        changed(record, result={**data["result"], "scores": [99, 0, 0]}),
        changed(record, version=99),
        changed(record, game="go"),
        {},
    ):
        checked = await stranger.refused("bad-request", "POST", "records/check", 422, **wrong)
        assert await stranger.refused("bad-request", "POST", "records/chance", 422, **wrong) == checked
        assert await stranger.refused("bad-request", "POST", "records/replay", 422, record=wrong) == checked
    swapped = next(n for n, line in enumerate(record.moves[1:-1], 1) if line[0] == record.moves[n + 1][0] == "*")
    moves = list(record.moves)
    moves[swapped], moves[swapped + 1] = moves[swapped + 1], moves[swapped]
    await stranger.refused("bad-request", "POST", "records/check", 422, **changed(record, moves=moves))


async def test_an_unfinished_record_can_be_replayed(server: RunningServer) -> None:
    """A record contains everything; the server gives none before the end."""
    game = play_at_random(zashiki.new("sakura", seats=2, seed=4), Rng(4), 5)
    record = json.loads(game.record(reveal=False).to_json())
    shown = await server.anonymous().post("records/replay", record=record, seat=0, **{"from": game.ply})
    assert shown["frames"][0]["view"] == game.view(0)
    assert shown["players"] == [recorded_person(None), recorded_person(None)]
    chance = await server.anonymous().post("records/chance", **record)
    assert chance["fair"]["server_seed"] is None


async def test_replays_do_not_block_other_requests(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record is gone through in a thread, and never many at once."""
    aki, ben = await server.guests("Aki", "Ben")
    table = await finished(aki, ben)
    show, under_way, most = replay.show, [0], [0]

    def counted(*given: Any) -> Any:
        assert threading.current_thread() is not threading.main_thread()
        under_way.append(0)
        most.append(len(under_way))
        try:
            return show(*given)
        finally:
            under_way.pop()

    monkeypatch.setattr(replay, "show", counted)
    await asyncio.gather(*(aki.get(f"tables/{table}/replay", seat=n % 2) for n in range(8)))
    assert len(most) == 9
    assert max(most) <= 1 + REPLAYING


async def test_rules_in_the_requested_language(server: RunningServer) -> None:
    stranger = server.anonymous()
    for key in zashiki.games():
        english = await stranger.get(f"games/{key}/rules")
        assert (english["language"], english["markdown"]) == ("en", rules_page(key))
        assert await stranger.get(f"games/{key}/rules", language="en") == english
        japanese = await stranger.get(f"games/{key}/rules", language="ja")
        assert japanese["language"] == "ja"
        assert zashiki.games()[key].kanji in japanese["markdown"]
    for wrong in ("", "../ja", "ja_JP", "x" * 36):
        await stranger.refused("bad-request", "GET", "games/hiroba/rules", 422, language=wrong)


@pytest.mark.parametrize(
    ("wanted", "written"),
    [("pl", "pl"), ("PL-pl", "pl"), ("pt-BR", "pt-BR"), ("pt", "en"), ("zh-Hant-TW", "zh-Hant"), ("ja", "en")],
)
async def test_rules_in_the_best_language_that_exists(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, written: str
) -> None:
    for name in ("rules.md", "rules.pl.md", "rules.pt-BR.md", "rules.zh-Hant.md", "rules.py", "myrules.ja.md"):
        (tmp_path / name).write_text(f"# {name}", "utf-8")
    monkeypatch.setattr(resources, "files", lambda _: tmp_path)
    page = await server.anonymous().get("games/hiroba/rules", language=wanted)
    name = "rules.md" if written == "en" else f"rules.{written}.md"
    assert (page["language"], page["markdown"]) == (written, f"# {name}")
