"""The server sends a seat only what the engine shows to it: every message of whole games, byte by byte."""

import json
from typing import Any

import pytest

import zashiki
from server.client import Client, Json, RunningServer, SocketClient, play
from zashiki import Match, Rng
from zashiki.core.errors import IllegalMove, UnknownMove
from zashiki.core.fair import commitment_of

NOTHING_WRONG: Json = {"value": None, "expected": None, "where": None}
GAMES: list[Json] = [
    {"game": "hagakure", "seats": 3, "options": {"rounds": 2}},
    {"game": "hijun", "seats": 4},
    {"game": "hiroba", "seats": 4},
    {"game": "hitohira", "seats": 3, "options": {"memory": "strict"}},
    {"game": "sakura", "seats": 4, "options": {"rounds": 1, "teams": "two"}},
]


class Watch:
    """A game with somebody on every seat and two who watch: what the table was after every change."""

    def __init__(
        self,
        server: RunningServer,
        table: str,
        people: list[Client],
        sockets: list[SocketClient],
        watchers: list[SocketClient],
    ) -> None:
        self.server = server
        self.table = table
        self.people = people
        self.sockets = sockets
        self.watchers = watchers
        self.past: dict[int, Match] = {}

    async def now(self) -> Match:
        """The game as it stands; it is never played on, so it can be kept."""
        game = (await self.server.services.rooms.get(self.table)).state.match
        assert game is not None
        self.past[game.ply] = game
        return game

    @property
    def viewer(self) -> list[tuple[SocketClient, int | None]]:
        return [
            *((socket, seat) for seat, socket in enumerate(self.sockets)),
            *((socket, None) for socket in self.watchers),
        ]

    async def secrets(self) -> list[str]:
        """What must not be out before the end."""
        state = (await self.server.services.rooms.get(self.table)).state
        return [state.server_seed.hex(), *(seat.seed for seat in state.seats if seat.seed)]


async def begun(server: RunningServer, settings: Json) -> Watch:
    people = [await server.guest(f"Seat {seat}") for seat in range(settings["seats"])]
    own = [commitment_of(person.seed("own")) for person in people]
    table = (await people[0].post("tables", 201, settings=settings, commitment=own[0]))["id"]
    early = await server.anonymous().connect(table)
    for seat, person in enumerate(people[1:], 1):
        await person.sit(table, commitment=own[seat])
    await people[0].post(f"tables/{table}/start")
    for person in people:
        await person.reveal(table, "own")
    sockets = [await person.connect(table) for person in people]
    watch = Watch(server, table, people, sockets, [early, await (await server.guest("Watcher")).connect(table)])
    await watch.now()
    return watch


def check(watch: Watch, socket: SocketClient, seat: int | None, secrets: list[str]) -> None:
    """Check every message on a socket: all of it is the engine's view for this seat, or public."""
    everything = watch.past[max(watch.past)].events(seat)
    events_sent = 0
    over = False
    for text in socket.received:
        message: Json = json.loads(text)
        kind = message.pop("type")
        if message.get("view") is not None:
            ply = message["view"]["ply"]
            assert message.pop("version", ply) == ply
            assert message.pop("view") == watch.past[ply].view(seat)
            over = watch.past[ply].over
        if events := message.pop("events", []):
            first = events[0]["n"]
            assert events == everything[first : first + len(events)]
            assert first == events_sent or kind == "welcome"
            events_sent = first + len(events)
        if "table" in message:
            table = message["table"]
            over = table["status"] == "over"
            assert table["server_seed"] is None or over
            if table["status"] != "open":
                known = watch.past[table["ply"]]
                assert table.pop("scores") == known.scores
                assert table.pop("waiting") == list(known.waiting)
        message.pop("clocks", None)
        rest = json.dumps(message)
        assert over or not [secret for secret in secrets if secret in text], rest
        assert kind in ("welcome", "update", "table", "ok", "no"), kind
        if kind in ("update", "ok"):
            assert message.keys() <= {"id", "version", "now"}


async def check_http(watch: Watch, game: Match, secrets: list[str], rng: Rng) -> None:
    """What can be asked for while the game is running gives nothing more."""
    path = f"tables/{watch.table}"
    answers: list[Any] = []
    for person, seat in [
        *((person, seat) for seat, person in enumerate(watch.people)),
        (watch.server.anonymous(), None),
    ]:
        found = await person.get(f"{path}/view")
        assert (found["view"], found["events"]) == (game.view(seat), game.events(seat))
        other = 0 if seat != 0 else 1
        code = "not-seated" if seat is None else "not-your-seat"
        answers.append(await person.refused(code, "GET", f"{path}/view", 403, seat=other))
        answers.append(await person.refused("no-record", "GET", f"{path}/record", 409))
        for viewer in ("", "?open=true", "?open=false", f"?seat={other}", f"?seat={seat or 0}"):
            await person.refused("no-record", "GET", f"{path}/replay{viewer}", 409)
        assert await person.get(f"{path}/scores") == game.breakdown()
        answers.append(await person.refused(code, "GET", f"{path}/frames", 403, seat=other))
        seen = await person.get(f"{path}/frames", **{"from": 0})
        answers.append(seen)
        assert (seen["seat"], seen["ply"]) == (seat, game.ply)
        for frame in seen["frames"]:
            then = watch.past.get(frame["ply"])
            assert then is None or frame["view"] == then.view(seat), "a look back shows what was seen then"
        answers.append(await person.get(path))
        if seat is not None:
            answers.append(await person.refused(code, "POST", f"{path}/hint", 403, seat=other))
            export = await person.get("me/export")
            assert export["records"] == []
            own = person.seed("own")
            assert not [secret for secret in secrets if secret != own and secret in json.dumps(export)]
            await check_refusals(watch, game, person, seat, rng)
    assert not [secret for secret in secrets if secret in json.dumps(answers)]


async def check_refusals(watch: Watch, game: Match, person: Client, seat: int, rng: Rng) -> None:
    """A refused move says what the engine says to this seat, and nothing else."""
    legal = game.legal(seat)
    for _ in range(3):
        action = int(rng.below(60))
        if action in legal:
            continue
        expected: Json
        try:
            reason = game.why_not(seat, action)
            assert reason is not None
            facts = {"reason": reason.code, **reason.facts}
            expected = {"code": "illegal", "text": reason.text, "rule": reason.rule, "facts": facts, **NOTHING_WRONG}
        except UnknownMove:
            wrong = {"value": action, "expected": legal, "where": ["action"]}
            text, facts = f"There is no move {action} in this game.", {"reason": "move.unknown", "move": str(action)}
            expected = {"code": "unknown-move", "text": text, "rule": None, "facts": facts, **wrong}
        except IllegalMove as error:
            raise AssertionError("why_not gives reasons") from error
        body = {"id": "try", "version": game.ply, "action": action}
        found = await person.ask("POST", f"tables/{watch.table}/moves", 409, json=body)
        assert found["error"] == expected


@pytest.mark.parametrize("settings", GAMES, ids=lambda one: str(one["game"]))
async def test_no_message_reveals_more_than_the_seat_may_know(server: RunningServer, settings: Json) -> None:
    watch = await begun(server, settings)
    secrets = await watch.secrets()
    assert len(secrets) == settings["seats"] + 1
    rng, moves = Rng(11), 0
    while not (game := await watch.now()).over:
        if moves in (0, 7, 30):
            await check_http(watch, game, secrets, rng)
        await play(watch.sockets, rng, 1)
        moves += 1
    for socket, seat in watch.viewer:
        await socket.all_so_far()
        check(watch, socket, seat, secrets)
        assert socket.view == watch.past[max(watch.past)].view(seat)
    about = await server.anonymous().get(f"tables/{watch.table}")
    assert about["server_seed"] == secrets[0], "now it is out"
    record = await server.anonymous().get(f"tables/{watch.table}/record")
    assert record["fair"]["player_seeds"] == secrets[1:]
    assert zashiki.verify(record) > 0


async def test_reconnecting_reveals_nothing_more(server: RunningServer) -> None:
    """Also for those who connect late, request everything again, or switch seats."""
    watch = await begun(server, GAMES[0])
    secrets = await watch.secrets()
    await play(watch.sockets, Rng(2), 9)
    game = await watch.now()
    for seat, person in enumerate([*watch.people, server.anonymous()]):
        viewer = seat if seat < len(watch.people) else None
        socket = await person.connect(watch.table)
        (synced,) = (one for one in await socket.exchange("sync", since=3) if one["type"] == "synced")
        assert (synced["view"], synced["events"]) == (game.view(viewer), game.events(viewer, 3))
        other = 0 if viewer != 0 else 1
        no = await socket.request("look", seat=other)
        assert no["code"] == ("not-seated" if viewer is None else "not-your-seat")
        (as_others,) = (one for one in await socket.exchange("look", seat=None) if one["type"] == "synced")
        assert (as_others["view"], as_others["events"]) == (game.view(None), game.events(None))
        stale = await socket.exchange("move", version=game.ply + 1, action=game.legal(game.waiting[0])[0])
        assert stale[-1]["code"] in ("stale", "not-signed-in", "illegal")
        assert not [secret for secret in secrets for text in socket.received if secret in text]
        await socket.close()
