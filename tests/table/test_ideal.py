"""Whatever arrives, from whom, in which order and how often: the table is what an ideal sequential table would be.

The ideal table is a plain `Match` of the engine that is played with what was accepted, one after another. Scripts of
messages are made up by Hypothesis: good ones, repeated ones, stale ones, ones from the future, for foreign seats,
illegal, unknown and broken ones, several of them at the same time, through one process or two that share a database
while news between them is lost and doubled.
"""

import asyncio
import json
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from backing_services import new_postgres_database
from nightly import examples
from support import seen_by
from table.harness import (
    PEOPLE,
    STRANGER,
    FakeCluster,
    RecordingListener,
    changed,
    fake_cluster,
    prepare_database,
    started,
    timed,
)
from table.harness import settings as table_settings
from zashiki import Match
from zashiki.core.errors import ZashikiError
from zashiki.core.fair import SealedFair
from zashiki.core.game import CHANCE
from zashiki.table.messages import LONGEST, Move, id_of, read
from zashiki.table.refusals import Refused
from zashiki.table.rooms import Rooms
from zashiki.table.state import Change, TableState

BROKEN = (
    b"",
    b"{}",
    b"[]",
    b"null",
    b"\xff\xfe",
    b"{" * 3000,
    b"[" * (LONGEST - 1),
    b'{"type": "move"}',
    b'{"type": "move", "id": "x", "version": -1, "action": 0}',
    b'{"type": "move", "id": "x", "version": 1e9, "action": 0}',
    b'{"type": "move", "id": "x", "version": true, "action": 0}',
    b'{"type": "move", "id": "x", "version": 0, "action": 1.5}',
    b'{"type": "move", "id": "x", "version": 0, "action": null}',
    b'{"type": "move", "id": "x", "version": 0, "action": [0]}',
    b'{"type": "move", "id": "", "version": 0, "action": 0}',
    b'{"type": "move", "id": "bot 3", "version": 0, "action": 0}',
    b'{"type": "move", "id": "x", "version": 0, "action": 0, "seat": "0"}',
    b'{"type": "move", "id": "x", "version": 0, "action": 0, "by": "me"}',
    b'{"type": "move", "id": "x", "version": 0, "action": "\\ud800"}',
    b'{"type": "dance", "id": "x"}',
    b"x" * (LONGEST + 1),
)


@dataclass
class Sent:
    """One message, and what became of it."""

    player: str
    raw: bytes
    answer: tuple[str, object] | None = None
    """Either `ok` and the ply, or `no` and the code."""


@dataclass
class Ideal:
    """A table where one thing happens after the other, in one place."""

    table: Match
    seats: dict[str, list[int]]
    asked: dict[int, int] = field(default_factory=dict)
    """Since which ply each seat is asked for the decision it has to take."""
    keys: dict[tuple[int, str], int] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    """The seats where bots stand in."""

    def __post_init__(self) -> None:
        self.asked = dict.fromkeys(self.table.waiting, self.table.ply)

    def play(self, seat: int, action: int, key: str | None) -> None:
        before, ply = self.table.waiting, self.table.ply
        self.table.play(seat, action)
        still = {one: self.asked[one] for one in before if one != seat}
        self.asked = {one: still.get(one, self.table.ply) for one in self.table.waiting}
        if key is not None:
            self.keys[seat, key] = ply

    def verdict(self, sent: Sent) -> tuple[str, object]:
        """How this table would answer now."""
        try:
            message = read(sent.raw)
        except Refused as refused:
            return "no", refused.code
        assert isinstance(message, Move)
        own = self.seats.get(sent.player, [])
        if not own:
            return "no", "not-seated"
        seat = own[0] if message.seat is None else message.seat
        if not 0 <= seat < self.table.seats:
            return "no", "no-such-seat"
        if seat not in own:
            return "no", "not-your-seat"
        if (seat, message.id) in self.keys:
            return "ok", self.keys[seat, message.id]
        if self.table.over:
            return "no", "not-running"
        if seat in self.away:
            return "no", "stand-in"
        return self._judged(seat, message)

    def _judged(self, seat: int, message: Move) -> tuple[str, object]:
        ply = self.table.ply
        try:
            action = message.action if isinstance(message.action, int) else self.table.parse(seat, message.action)
            legal = self.table.why_not(seat, action) is None
        except ZashikiError:
            return "no", "unknown-move"
        if message.version > ply or message.version < self.asked.get(seat, 0):
            return "no", "stale"
        if legal:
            return "ok", ply
        # Not asked any more: the choice was made on an older view.
        return "no", "stale" if seat not in self.asked and message.version < ply else "illegal"


WRONG = ("stale", "future", "foreign", "foreign", "illegal", "unknown", "key", "broken")
KINDS = ("good",) * 6 + ("again",) * 3 + WRONG
T = TypeVar("T")


@dataclass(frozen=True)
class Wish:
    """A message to be made up when the time has come: of what kind, and numbers to choose with."""

    kind: str
    numbers: tuple[int, ...]

    def pick(self, which: int, choices: Sequence[T]) -> T:
        return choices[self.numbers[which] % len(choices)]


@dataclass(frozen=True)
class Step:
    """What happens at the same time: messages, or somebody leaves or comes back, or bots answer."""

    wishes: list[Wish]
    kind: str = "messages"
    number: int = 0


class Script:
    """One story at one table."""

    def __init__(self, cluster: FakeCluster) -> None:
        self.cluster = cluster
        self.numbers = count()
        self.sent: list[Sent] = []
        self.listeners: list[RecordingListener] = []

    async def begin(self, game: str, people: int | None) -> None:
        first = self.cluster.rooms
        chosen = table_settings(game, clock=timed(30, 600))
        room = await started(first, chosen, people)
        self.table = room.id
        self.seats = {name: list(room.state.seats_of(name)) for name in (*PEOPLE, STRANGER)}
        fair = SealedFair(room.state.server_seed, tuple(seat.seed or "" for seat in room.state.seats))
        self.ideal = Ideal(Match(room.state.game, chosen.seats, dict(chosen.options), fair), self.seats)
        self.ideal.away.update(index for index, seat in enumerate(room.state.seats) if seat.kind == "bot")
        self.events_sent = self.ideal.table.event_count
        for rooms in self.cluster.all_rooms:
            here = await rooms.get(self.table)
            for seat in (None, *range(chosen.seats)):
                player = STRANGER if seat is None else room.state.seats[seat].player
                if player is not None:
                    listener = RecordingListener(player, seat)
                    here.enter(listener)
                    self.listeners.append(listener)

    # Making messages up

    def made_up(self, wish: Wish) -> Sent:
        if wish.kind == "broken":
            return Sent(wish.pick(0, (*PEOPLE, STRANGER)), wish.pick(1, BROKEN))
        if wish.kind == "again" and self.sent:
            old = wish.pick(0, self.sent[-8:])
            return Sent(old.player, old.raw)
        match = self.ideal.table
        seat = wish.pick(0, match.waiting or (0,))
        player = next((name for name, own in self.seats.items() if seat in own), STRANGER)
        message: dict[str, Any] = {"type": "move", "id": f"k{next(self.numbers)}", "version": match.ply}
        message["action"] = wish.pick(1, match.legal(seat) or [0])
        if wish.kind == "stale":
            message["version"] = max(0, match.ply - wish.pick(2, range(1, 9)))
        elif wish.kind == "future":
            message["version"] = match.ply + wish.pick(2, range(1, 9))
        elif wish.kind == "foreign":
            message["seat"] = wish.pick(2, (seat, seat, seat, -1, match.seats, 10**30))
            player = wish.pick(3, (*(name for name, own in self.seats.items() if own), STRANGER))
        elif wish.kind == "illegal":
            message["action"] = wish.pick(2, range(match.game.action_count))
            player = wish.pick(3, (*PEOPLE[: match.seats], STRANGER))
        elif wish.kind == "unknown":
            message["action"] = wish.pick(2, (-1, 10**30, "", "dance", "deal 1", match.game.action_count))
        elif wish.kind == "key" and self.sent:  # another message under an old name
            message["id"] = id_of(wish.pick(2, self.sent).raw) or "x"
        if wish.kind != "unknown" and wish.pick(4, (True, False, False)):
            message["action"] = match.name(0, message["action"]).upper()
        return Sent(player, json.dumps(message).encode())

    # What happens

    async def step(self, step: Step) -> None:
        self.cluster.clock.advance((0.0, 1.0, 29.0)[step.number % 3])
        if step.kind == "messages":
            await self.messages(step.wishes)
        elif step.kind == "bots":
            await self.bots_answer(step.number)
        else:
            await self.leave_or_come_back(step.number)

    async def messages(self, wishes: list[Wish]) -> None:
        """Several messages at the same time, each to any of the processes."""
        batch = [self.made_up(wish) for wish in wishes]
        self.sent += batch
        everywhere = self.cluster.all_rooms
        await asyncio.gather(
            *(self.deliver(wish.pick(5, everywhere), one) for wish, one in zip(wishes, batch, strict=True))
        )
        await self.compare(batch)

    async def deliver(self, rooms: Rooms, sent: Sent) -> None:
        """As a connection does it."""
        assert sent.answer is None
        try:
            message = read(sent.raw)
            assert isinstance(message, Move)
            mine = -1

            def decide(state: TableState) -> Change | int:
                nonlocal mine
                mine = state.own_seat(sent.player, message.seat)
                return state.play(mine, message.action, message.version, message.id, rooms.context.now())

            room = await rooms.get(self.table)
            done = await room.change(decide)
            sent.answer = ("ok", done if isinstance(done, int) else done.keys[mine, message.id])
        except Refused as refused:
            sent.answer = ("no", refused.code)

    async def leave_or_come_back(self, number: int) -> None:
        people = [name for name, own in self.seats.items() if own]
        person = people[number % len(people)]
        rooms = self.cluster.all_rooms
        room = await rooms[number // 10 % len(rooms)].get(self.table)
        (seat,) = self.seats[person]
        now = self.cluster.clock()
        if seat not in self.ideal.away and not self.ideal.table.over:
            await changed(room, lambda state: state.leave(person, now))
            self.ideal.away.add(seat)
        elif not self.ideal.table.over and seat not in self.ideal.table.waiting:
            await changed(room, lambda state: state.take_back(person, None, now))
            self.ideal.away.discard(seat)
        await self.compare([])

    async def bots_answer(self, number: int) -> None:
        """Bots answer, each twice, some of them too late, at any of the processes."""
        turns = self.cluster.bot_turns.asked[-3:] * 2
        random.Random(number).shuffle(turns)
        services = self.cluster.services
        players = [services[(number + n) % len(services)].bot_player for n in range(len(turns))]
        await asyncio.gather(*(player.take_turn(turn) for player, turn in zip(players, turns, strict=True)))
        await self.compare([])

    # What must be so

    async def compare(self, batch: Sequence[Sent]) -> None:
        await self.cluster.settle()
        before = self.ideal.table.ply
        verdicts = [[self.ideal.verdict(one)] for one in batch]
        rows = await self.cluster.stored_moves(self.table)
        assert [row.ply for row in rows] == list(range(len(rows)))
        for row in rows[before:]:
            if row.seat != CHANCE:
                action = self.ideal.table.parse(row.seat, row.move)
                self.ideal.play(row.seat, action, row.key)
                for one, possible in zip(batch, verdicts, strict=True):
                    possible.append(self.ideal.verdict(one))
        # Chance, too, did what it would have done at the ideal table.
        game = self.ideal.table.game
        assert [(row.seat, row.move) for row in rows] == [
            (seat, game.name(seat, action)) for seat, action in self.ideal.table.history()
        ]
        for one, possible in zip(batch, verdicts, strict=True):
            assert one.answer in possible, one
        self.compare_keys(rows)
        await self.compare_rooms()

    def compare_keys(self, rows: Sequence[Any]) -> None:
        """Every answer was the truth, and the same each time; what was refused is not there."""
        made = {(row.seat, row.key): row.ply for row in rows if row.by == "person"}
        accepted: dict[tuple[int, str], object] = {}
        for one in self.sent:
            assert one.answer is not None
            if one.answer[0] == "ok":
                message = read(one.raw)
                assert isinstance(message, Move)
                seat = self.seats[one.player][0]
                assert accepted.setdefault((seat, message.id), one.answer[1]) == one.answer[1]
        assert accepted == made

    async def compare_rooms(self) -> None:
        match = self.ideal.table
        eye = (None, *range(match.seats))[match.ply % (match.seats + 1)]
        for rooms in self.cluster.all_rooms:
            state = (await rooms.get(self.table)).state
            assert state.match is not None
            assert state.match.history() == match.history()
            assert state.match.view(eye) == match.view(eye)
            assert {seat: state.clocks[seat].asked_ply for seat in state.waiting()} == self.ideal.asked
            assert state.status == ("over" if match.over else "running")
        for listener in self.listeners:
            self.compare_ear(listener)
        self.events_sent = match.event_count

    def compare_ear(self, listener: RecordingListener) -> None:
        """Each connection heard everything that its seat may hear, once, in order."""
        updates = listener.of("update")
        listener.received.clear()
        events = [event for update in updates for event in update["events"]]
        assert events == self.ideal.table.events(listener.seat, self.events_sent)
        if updates:
            assert updates[-1]["view"] == self.ideal.table.view(listener.seat)

    async def end(self) -> None:
        """At the end, all there is to see; also for a process that has not loaded the table yet."""
        viewers: list[int | None] = [None, *range(self.ideal.table.seats)]
        fresh = FakeCluster(self.cluster.url, 1, None)
        for rooms in (*self.cluster.all_rooms, fresh.rooms):
            state = (await rooms.get(self.table)).state
            assert state.match is not None
            for seat in viewers:
                assert seen_by(state.match, seat) == seen_by(self.ideal.table, seat)
        await fresh.close()


async def run_steps(
    steps: list[Step], game: str, people: int | None, database: Path | str, luck: int | None = None
) -> None:
    """Run the steps at a table of one process, or of two if there is luck or a database server."""
    workers = 1 if isinstance(database, Path) and luck is None else 2
    async with fake_cluster(database, workers, None if luck is None else random.Random(luck)) as cluster:
        script = Script(cluster)
        await script.begin(game, people)
        for step in steps:
            await script.step(step)
        await script.end()


STORIES = settings(
    max_examples=examples(12), phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck)
)
numbers = st.integers(0, 999)
wishes = st.builds(Wish, st.sampled_from(KINDS), st.tuples(*[numbers] * 6))
talk = st.builds(Step, st.lists(wishes, min_size=1, max_size=5), number=numbers)
others = st.builds(Step, st.just([]), st.sampled_from(["leave", "bots", "bots"]), numbers)
steps = st.lists(talk | talk | others, min_size=20, max_size=30)
games = st.sampled_from(["hagakure", "hijun", "hijun", "hiroba", "hitohira", "sakura"])
people = st.sampled_from([None, 1, 2])


@STORIES
@given(steps, games, people)
def test_one_process(steps: list[Step], game: str, people: int | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run_steps(steps, game, people, Path(folder)))


@STORIES
@given(steps, games, people, numbers)
def test_two_processes(steps: list[Step], game: str, people: int | None, luck: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run_steps(steps, game, people, Path(folder), luck))


@settings(STORIES, max_examples=examples(3))
@given(steps, games, people)
def test_two_processes_on_a_server(steps: list[Step], game: str, people: int | None) -> None:
    url = new_postgres_database()
    asyncio.run(prepare_database(url))
    asyncio.run(run_steps(steps, game, people, url))
