"""Frames that nobody should send: each is answered, nothing breaks, and the table goes on."""

import asyncio
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from nightly import examples, tally
from server.client import Json, RunningServer, SocketClient, play, running_server
from zashiki import Rng
from zashiki.table.messages import LONGEST

KINDS = ("move", "look", "sync", "chat", "phrase", "ping")
FIELDS = ("type", "id", "version", "action", "seat", "since", "text", "code")

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.integers()
    | st.sampled_from([10**400, -(10**400), 2**31, 2**63, 2**64])
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from([*KINDS, "hello", "pass", "0", "\0", "a" * 64, "a" * 65, "<b>", "\u202e"])
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
near = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS), "id": st.sampled_from(["a", "b"])},
    optional={
        "version": st.integers(0, 40) | values,
        "action": st.integers(0, 60) | st.sampled_from(["pass", "draw 1"]) | values,
        "seat": st.sampled_from([0, 1, 2, None]) | values,
        "since": st.integers(0, 50) | values,
        "text": st.text(max_size=30) | values,
        "code": st.sampled_from(["hello", "nothing"]) | values,
    },
)
far = st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=5), values, max_size=6)
raw = st.sampled_from(
    [
        "NaN",
        "-",
        '{"type": "ping", "id": NaN}',
        '{"type": "move", "id": "n", "version": Infinity, "action": 0}',
        '{"type": "move", "id": "n", "version": 1e999, "action": 0}',
        '{"type": "move", "id": "big", "version": 0, "action": ' + "9" * 3500 + "}",
        "9" * 5000,
        '{"type": "move", "id": "big", "version": ' + "9" * 5000 + "}",
        "[" * 2000,
        '{"a":' * 700 + "1" + "}" * 700,
        '{"type": "chat", "id": "deep", "text": ' + "[" * 1500 + "]" * 1500 + "}",
        '{"type": "chat", "id": "half", "text": "\\ud800"}',
        '{"type": "ping", "id": "twice", "id": "second"}',
        '{"type": "chat", "id": "nul", "text": "\\u0000"}',
        " " * LONGEST,
        "x" * (4 * LONGEST),
        '{"type": "chat", "id": "long", "text": "' + "x" * LONGEST + '"}',
        "\ufeff{}",
    ]
)
frames = st.lists(
    (near | far | values).map(lambda one: json.dumps(one, ensure_ascii=False))
    | (near | far).map(lambda one: json.dumps(one).encode())
    | raw
    | st.binary(max_size=60)
    | st.text(max_size=60),
    min_size=1,
    max_size=12,
)


async def sample_table(server: RunningServer) -> tuple[str, list[SocketClient]]:
    """A game with two people, one who watches and one who has no name."""
    aki, ben, chika = await server.guests("Aki", "Ben", "Chika")
    table = (await aki.table(game="hiroba", seats=2))["id"]
    await ben.sit(table)
    await aki.post(f"tables/{table}/start")
    return table, [await one.connect(table) for one in (aki, ben, chika, server.anonymous())]


async def answered(socket: SocketClient, frame: str | bytes) -> Json:
    """Send a frame; its answer."""
    socket.send(frame)
    return await socket.until(lambda one: one["type"] in ("ok", "no"))


def test_every_frame_is_answered_and_the_table_continues(tmp_path_factory: Any) -> None:
    with asyncio.Runner() as runner:
        context = running_server(tmp_path_factory.mktemp("server"))
        server = runner.run(context.__aenter__())
        table, sockets = runner.run(sample_table(server))

        @settings(max_examples=examples(60))
        @given(st.lists(st.tuples(st.integers(0, 3), frames), min_size=1, max_size=4))
        def fuzz(sent: list[tuple[int, list[str | bytes]]]) -> None:
            runner.run(_fuzz(sent))

        async def _fuzz(sent: list[tuple[int, list[str | bytes]]]) -> None:
            for number, several in sent:
                tally("frames", len(several))
                for frame in several:
                    answer = await answered(sockets[number], frame)
                    assert answer["type"] == "ok" or answer["code"] != "trouble", (frame, answer)
                    assert answer["type"] == "ok" or answer["text"]
            for number, socket in enumerate(sockets):
                assert (await socket.request("ping", f"after{number}"))["type"] == "ok", "still there"

        async def goes_on() -> None:
            room = await server.services.rooms.get(table)
            game = room.state.match
            assert game is not None
            assert sockets[3].view == game.view(None)
            for seat, socket in enumerate(
                sockets[:2]
            ):  # a frame may have asked for a spectator's view, which has no moves
                assert (await socket.request("look", "own", seat=seat))["type"] == "ok"
            await play(sockets[:2], Rng(1), 3)

        try:
            fuzz()
            runner.run(goes_on())
        finally:
            runner.run(context.__aexit__(None, None, None))


async def test_many_frames_at_the_same_time_are_all_answered(server: RunningServer) -> None:
    """Without waiting for answers: as many come as were asked for, in the same order."""
    _, sockets = await sample_table(server)
    socket = sockets[0]
    await socket.all_so_far()
    for number in range(100):
        socket.send({"type": ("ping", "sync", "dance", "look")[number % 4], "id": f"n{number}", "since": 0})
    answers = [await socket.until(lambda one: one["type"] in ("ok", "no")) for _ in range(100)]
    assert [one["id"] for one in answers] == [f"n{number}" for number in range(100)]
