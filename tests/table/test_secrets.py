"""What leaves a table: each hears what their own seat may know, and nobody the server's seed before the end."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support import dumped
from table.harness import PEOPLE, STRANGER, RecordingListener, changed, fake_cluster, play, settings, started, table_of
from zashiki import Match, registry
from zashiki.core.errors import IllegalMove
from zashiki.core.fair import SealedFair, commitment_of
from zashiki.core.game import CHANCE
from zashiki.table import serializers
from zashiki.table.messages import TableData, Update
from zashiki.table.persistence import row_of, seats_of
from zashiki.table.refusals import Refused
from zashiki.table.room import Listener, Room
from zashiki.table.state import TableState

GAMES = sorted(registry.games())


class Raw(Listener):
    """A listener that keeps the texts."""

    def __init__(self, player: str | None, seat: int | None, viewer: int | None) -> None:
        self.player = player
        self.seat = seat
        self.viewer = viewer
        """The seat whose view they may have."""
        self.texts: list[str] = []
        self.checked = 0
        """How many of them were checked."""

    def send(self, text: str) -> None:
        self.texts.append(text)


def all_listeners(seats: int) -> list[Raw]:
    """All players, honest or not, and others who claim a seat or do not."""
    found = [Raw(PEOPLE[seat], seat, seat) for seat in range(seats)]
    found += [Raw(PEOPLE[seat], None, None) for seat in range(seats)]
    found += [Raw(PEOPLE[seat], (seat + 1) % seats, None) for seat in range(seats)]
    found += [Raw(player, seat, None) for player in (STRANGER, None) for seat in (None, 0, seats - 1, 99)]
    return found


def out(state: TableState) -> str:
    """Everything that can be asked about a table, by anybody, as one text."""
    row, seats = row_of(state, 0.0), seats_of(state)
    asked: list[Any] = [repr(state)]
    for player in (None, STRANGER, *PEOPLE):
        asked += [serializers.table_data(state, player), serializers.listed_table(row, seats, player)]
    for seat in (None, *range(len(state.seats))):
        asked += [
            serializers.synced(state, seat, 0.0),
            serializers.view(state, seat),
            serializers.events(state, seat, 0),
        ]
    return dumped(asked)


def check_refusals(room: Room, ideal: Match, choices: random.Random, secret: str) -> None:
    """A move that is not possible is answered with the reason of the rules, for this seat, and nothing more."""
    seat = choices.randrange(ideal.seats)
    action = choices.randrange(ideal.game.action_count)
    reason = ideal.why_not(seat, action)
    if reason is None:
        return
    with pytest.raises(Refused) as refusal:
        room.state.play(seat, action, ideal.ply, None, 0.0)
    with pytest.raises(IllegalMove) as error:
        ideal.play(seat, action)
    facts = {"reason": reason.code, **error.value.reason.facts}
    expected = {"code": "illegal", "text": reason.text, "rule": reason.rule, "facts": facts}
    assert refusal.value.data() == {**expected, "value": None, "expected": None, "where": None}
    assert secret not in dumped(refusal.value.data())


@pytest.mark.parametrize("game", GAMES)
async def test_every_listener_gets_exactly_their_seats_view(game: str, tmp_path: Path) -> None:
    choices = random.Random(game)
    async with fake_cluster(tmp_path) as cluster:
        chosen = settings(game)
        room = await table_of(cluster.rooms, chosen)
        listeners = all_listeners(chosen.seats)
        for listener in listeners:
            room.enter(listener)
        secret = room.state.server_seed.hex()
        await changed(room, lambda state: state.start(PEOPLE[0], cluster.clock()))
        assert secret not in out(room.state)
        fair = SealedFair(room.state.server_seed, tuple(seat.seed or "" for seat in room.state.seats))
        ideal, since = Match(room.state.game, chosen.seats, dict(chosen.options), fair), 0
        while True:
            check_received(listeners, ideal, room, since)
            if ideal.over:
                break
            since = ideal.event_count
            check_refusals(room, ideal, choices, secret)
            cluster.clock.advance(1)
            seat = choices.choice(ideal.waiting)
            action = choices.choice(ideal.legal(seat))
            await play(room, seat, choice=ideal.legal(seat).index(action))
            ideal.play(seat, action)
        assert room.state.status == "over"
        for listener in listeners:
            *before, last = listener.texts
            assert secret not in "".join(before)
            assert json.loads(last)["table"]["server_seed"] == secret
        assert secret in out(room.state)


def check_received(listeners: list[Raw], ideal: Match, room: Room, since: int) -> None:
    """Exactly one update, word for word; and of the table only what everybody may know."""
    views = {
        viewer: (ideal.view(viewer), ideal.events(viewer, since))
        for viewer in {listener.viewer for listener in listeners}
    }
    loads = cache(json.loads)
    public: dict[str, Any] = {**ideal.view(None)}
    for listener in listeners:
        received = [loads(text) for text in listener.texts[listener.checked :]]
        listener.checked = len(listener.texts)
        (update,) = [message for message in received if message["type"] == "update"]
        assert set(update) == set(Update.__annotations__)
        assert update["version"] == ideal.ply
        assert (update["view"], update["events"]) == views[listener.viewer]
        assert update["clocks"] == serializers.clocks(room.state)
        for table in [message["table"] for message in received if message["type"] == "table"]:
            assert set(table) == set(TableData.__annotations__)
            if table["status"] in ("running", "over"):
                assert all(table[key] == public[key] for key in ("waiting", "scores", "winners"))


async def test_seeds_of_others_are_not_sent(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await cluster.rooms.create(settings(), PEOPLE[0])
        seeds = ["5e" * 32, "a3" * 32]
        for seat, seed in enumerate(seeds):
            own = commitment_of(seed)
            await changed(room, lambda state: state.sit(PEOPLE[seat], PEOPLE[seat], seat, own))  # noqa: B023
        await changed(room, lambda state: state.start(PEOPLE[0], cluster.clock(), fill=1))
        seal = serializers.table_data(room.state, None)["sealing"]["seal"] or ""
        await changed(room, lambda state: state.reveal(PEOPLE[0], seal, {0: seeds[0]}, cluster.clock()))
        data = serializers.table_data(room.state, PEOPLE[1])
        assert [seat["revealed"] for seat in data["seats"]][:2] == [True, False]
        assert not any(seed in dumped(data) for seed in seeds)


async def test_whoever_left_a_seat_loses_its_view(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await table_of(cluster.rooms, settings())
        listener = RecordingListener(PEOPLE[1], 1)
        room.enter(listener)
        await changed(room, lambda state: state.leave(PEOPLE[1], cluster.clock()))
        await changed(room, lambda state: state.sit(PEOPLE[3], PEOPLE[3], 1, None))
        await changed(room, lambda state: state.start(PEOPLE[0], cluster.clock()))
        (update,) = listener.of("update")
        assert update["view"]["seat"] is None
        assert room.state.match is not None
        assert update["events"] == room.state.match.events(None)


async def test_the_seed_of_a_closed_table_stays_secret(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await table_of(cluster.rooms, settings())
        await changed(room, lambda state: state.close(PEOPLE[0]))
        assert room.state.server_seed.hex() not in out(room.state)


async def test_no_message_contains_the_moves_of_a_running_game(tmp_path: Path) -> None:
    """What was dealt is in the database, for the server alone."""
    async with fake_cluster(tmp_path) as cluster:
        room = await started(cluster.rooms, settings("hijun"))
        listener = RecordingListener(None)
        room.enter(listener)
        hidden = {row.move for row in await cluster.stored_moves(room.id) if row.seat == CHANCE}
        assert hidden
        for seat in room.state.waiting():
            await play(room, seat)
        for update in listener.of("update"):
            assert hidden.isdisjoint(json.dumps(update).split('"'))
