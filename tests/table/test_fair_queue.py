"""The fair queue: order, shares, bounds; and bots' turns that go through it, counted in turns and never in seconds."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.harness import PEOPLE, STRANGER, FakeCluster, RecordingListener, changed, fake_cluster, play, settings
from zashiki.bots.analysis import RatedMove
from zashiki.table import bot_turns, fair_queue, slots
from zashiki.table.bot_pool import BotPool, Job
from zashiki.table.bot_turn import BotTurn
from zashiki.table.bot_turns import LocalBotTurns, claim_of, lane_of
from zashiki.table.fair_queue import MOST_OF_OWNER, PASSED_OVER, Claim, FairQueue, Lane
from zashiki.table.refusals import Refused
from zashiki.table.room import Room
from zashiki.table.settings import Settings
from zashiki.table.slots import UNWATCHED, Slots

OWNERS = ("anna", "bert", "cleo")
COSTS = (100, 250, 1000)


def taken(queue: FairQueue, *, unwatched: bool = True) -> str | None:
    """The key of the next one."""
    found = queue.take(unwatched=unwatched)
    return None if found is None else found[0]


def all_taken(queue: FairQueue) -> list[str]:
    return [key for _ in range(len(queue)) if (key := taken(queue)) is not None]


def test_two_hundred_turns_of_one_host_do_not_delay_a_strangers() -> None:
    for lane in Lane:
        queue = FairQueue()
        for number in range(200):
            queue.add(f"many{number:03}", Claim("many", lane, 1000))
        for _ in range(10):
            queue.take()
        queue.add("one", Claim("stranger", lane, 100))
        assert taken(queue) == "one"


def test_tables_where_people_wait_come_first() -> None:
    queue = FairQueue()
    for number in range(200):
        queue.add(f"bots{number}", Claim(f"host{number}", Lane.UNWATCHED, 100))
    queue.add("seated", Claim("host1", Lane.SEATED, 1000))
    queue.add("connected", Claim("host2", Lane.CONNECTED, 1000))
    assert [taken(queue), taken(queue)] == ["connected", "seated"]


def test_owners_share_by_cost() -> None:
    queue = FairQueue()
    for number in range(100):
        queue.add(f"dear{number:03}", Claim("dear", Lane.CONNECTED, 1000))
        queue.add(f"cheap{number:03}", Claim("cheap", Lane.CONNECTED, 100))
    first = Counter(key[:4] for key in (taken(queue) or "" for _ in range(55)))
    assert first == {"dear": 5, "chea": 50}


def test_no_lane_starves() -> None:
    """However much is asked for where people wait, one part in twenty of the time is left for those behind."""
    queue = FairQueue()
    for number in range(MOST_OF_OWNER):
        queue.add(f"bots{number:03}", Claim("bots", Lane.UNWATCHED, 100))
    done: Counter[str] = Counter()
    for number in range(40 * PASSED_OVER):
        queue.add(f"person{number}", Claim("person", Lane.CONNECTED, 100))
        done[(taken(queue) or "")[:4]] += 1
    assert done["bots"] == 40 * PASSED_OVER // (PASSED_OVER + 1)
    assert taken(queue, unwatched=False) == "person" + str(done["pers"])


def test_a_turn_for_which_somebody_waits_by_now_moves_ahead() -> None:
    queue = FairQueue()
    for number in range(9):
        queue.add(f"bots{number}", Claim("bots", Lane.UNWATCHED, 100))
    assert queue.add("bots7", Claim("bots", Lane.CONNECTED, 100))
    assert queue.add("bots7", Claim("bots", Lane.UNWATCHED, 100))  # and never back
    assert len(queue) == 9
    assert all_taken(queue) == ["bots7", *(f"bots{number}" for number in (0, 1, 2, 3, 4, 5, 6, 8))]


def test_the_queue_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST", MOST_OF_OWNER + 1)
    queue = FairQueue()
    claim = Claim("anna", Lane.SEATED, 100)
    assert all(queue.add(f"a{number}", claim) for number in range(MOST_OF_OWNER))
    assert not queue.add("one more", claim)
    assert queue.add("a0", claim)  # it is there
    assert queue.add("b", Claim("bert", Lane.SEATED, 100))
    assert not queue.add("c", Claim("cleo", Lane.SEATED, 100))
    assert queue.remove("b")
    assert not queue.remove("b")
    assert queue.add("c", Claim("cleo", Lane.SEATED, 100))
    assert len(all_taken(queue)) == MOST_OF_OWNER + 1
    assert queue.add("one more", claim)


Step = tuple[str, int, str, Lane, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("add", "add", "add", "take", "take without unwatched", "remove")),
        st.integers(0, 20),
        st.sampled_from(OWNERS),
        st.sampled_from(Lane),
        st.sampled_from(COSTS),
    ),
    max_size=120,
)


@given(STEPS)
def test_everything_is_taken_once_and_each_owners_turns_in_order(steps: list[Step]) -> None:
    queue = FairQueue()
    waiting: dict[str, Lane] = {}
    for what, number, owner, lane, cost in steps:
        key = f"{owner}{number}"
        if what == "add":
            assert queue.add(key, Claim(owner, lane, cost))
            waiting[key] = min(lane, waiting.get(key, lane))
        elif what == "remove":
            assert queue.remove(key) == (waiting.pop(key, None) is not None)
        else:
            unwatched = what == "take"
            found = queue.take(unwatched=unwatched)
            possible = {one for one, its in waiting.items() if unwatched or its is not Lane.UNWATCHED}
            assert (found is None) == (not possible)
            if found is not None:
                assert found[0] in possible
                assert found[1].lane == waiting.pop(found[0])
        assert len(queue) == len(waiting)
    rest = all_taken(queue)
    assert sorted(rest) == sorted(waiting)
    assert queue.take() is None


@given(st.lists(st.tuples(st.sampled_from(OWNERS), st.sampled_from(COSTS)), min_size=1, max_size=60))
def test_who_waits_is_never_behind_by_more_than_one_turn_of_each(asked: list[tuple[str, int]]) -> None:
    """While two owners wait, what they get differs by no more than their dearest turns."""
    queue = FairQueue()
    left: Counter[str] = Counter()
    for number, (owner, cost) in enumerate(asked):
        queue.add(f"{owner}{number:03}", Claim(owner, Lane.CONNECTED, cost))
        left[owner] += 1
    spent: Counter[str] = Counter()
    while min(left[owner] for owner in OWNERS[:2]) > 0:
        found = queue.take()
        assert found is not None
        spent[found[1].owner] += found[1].cost
        left[found[1].owner] -= 1
        assert abs(spent[OWNERS[0]] - spent[OWNERS[1]]) <= 2 * max(COSTS)


# Slots


def test_bots_alone_leave_processes_free_for_people() -> None:
    freed: list[int] = []
    here = Slots(4, lambda: freed.append(1))
    first, second = here.take(Lane.UNWATCHED), here.take(Lane.UNWATCHED)
    assert (here.free, here.unwatched) == (True, False)
    third, fourth = here.take(Lane.CONNECTED), here.take(Lane.SEATED)
    assert (here.free, here.unwatched) == (False, False)
    first.thought()
    first.thought()
    assert (here.free, here.unwatched) == (True, True)
    for slot in (first, second, third, fourth, first):
        slot.done()
    assert sum(here.thinking.values()) == sum(here.open.values()) == 0
    assert freed


def test_few_turns_of_bots_alone_are_in_progress_at_once() -> None:
    here = Slots(4, lambda: None)
    begun = []
    while here.unwatched:
        begun.append(here.take(Lane.UNWATCHED))
        begun[-1].thought()
    assert len(begun) == UNWATCHED
    begun[0].done()
    assert here.unwatched


# Turns of real tables, through this process's queue


class GatedPool:
    """In place of a pool: notes what is decided for whom, and decides when it is allowed to."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self.begun: list[Job] = []
        self.hints = 0
        self.gate = asyncio.Semaphore(0)
        self.arrived = asyncio.Event()

    async def choose(self, job: Job) -> int:
        self.begun.append(job)
        self.arrived.set()
        await self.gate.acquire()
        _, state = job.replay()
        return int(state.legal(job.seat)[0])

    async def hint(self, job: Job) -> list[RatedMove]:
        self.hints += 1
        self.arrived.set()
        await self.gate.acquire()
        return []

    def close(self) -> None:
        pass

    async def next(self) -> None:
        """Let one decision be made, and wait until the next has begun."""
        self.arrived.clear()
        self.gate.release()
        async with asyncio.timeout(30):
            await self.arrived.wait()


@pytest.fixture
def pool() -> GatedPool:
    return GatedPool()


@pytest.fixture
async def cluster(pool: GatedPool, tmp_path: Path) -> AsyncGenerator[FakeCluster]:
    real = cast(BotPool, pool)
    async with fake_cluster(tmp_path, bot_turns=LocalBotTurns(real), chooser=real) as cluster:
        yield cluster


async def bots_table(cluster: FakeCluster, host: str) -> Room:
    """A running table of bots alone, with a game that nobody else plays here."""
    room = await cluster.rooms.create(settings("hijun"), host)
    await changed(room, lambda state: state.start(host, cluster.clock(), 1))
    return room


async def test_a_strangers_bot_is_next_though_200_tables_of_bots_wait(cluster: FakeCluster, pool: GatedPool) -> None:
    busy = [await bots_table(cluster, PEOPLE[0]) for _ in range(200)]
    local = cluster.service.bot_turns
    assert isinstance(local, LocalBotTurns)
    assert local.waiting >= 200
    room = await cluster.rooms.create(settings("hagakure"), STRANGER)
    await changed(room, lambda state: state.sit(STRANGER, STRANGER, 0, None))
    room.enter(RecordingListener(STRANGER, 0))
    await changed(room, lambda state: state.start(STRANGER, cluster.clock(), 1))
    while room.state.waiting() == (0,):
        await play(room, 0)
    before = len(pool.begun)
    await pool.next()  # what had begun ends
    assert [job.game for job in pool.begun[before:]] == ["hagakure"]
    pool.arrived.clear()
    assert len({room.id for room in busy}) == 200
    assert local.waiting >= 200  # nothing was lost


async def test_a_hint_waits_like_a_turn_and_is_first(cluster: FakeCluster, pool: GatedPool) -> None:
    for _ in range(20):
        await bots_table(cluster, PEOPLE[0])
    room = await cluster.rooms.create(settings("hagakure"), STRANGER)
    for seat, player in enumerate((STRANGER, PEOPLE[1], PEOPLE[2])):
        await changed(room, lambda state, who=player, at=seat: state.sit(who, who, at, None))  # type: ignore[misc]
    await changed(room, lambda state: state.start(STRANGER, cluster.clock()))
    (seat,) = room.state.waiting()
    hinting = asyncio.create_task(cluster.service.bot_turns.hint(room.state, seat, STRANGER))
    await asyncio.sleep(0)
    assert pool.hints == 0
    await pool.next()
    assert pool.hints == 1
    pool.gate.release()
    assert await hinting == []


async def test_a_hint_that_nobody_waits_for_leaves_the_queue(
    cluster: FakeCluster, pool: GatedPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bots_table(cluster, PEOPLE[0])
    local = cluster.service.bot_turns
    assert isinstance(local, LocalBotTurns)
    room = await cluster.rooms.create(settings("hagakure"), STRANGER)
    for seat, player in enumerate((STRANGER, PEOPLE[1], PEOPLE[2])):
        await changed(room, lambda state, who=player, at=seat: state.sit(who, who, at, None))  # type: ignore[misc]
    await changed(room, lambda state: state.start(STRANGER, cluster.clock()))
    (seat,) = room.state.waiting()
    known = len(local.queue)
    gone = asyncio.create_task(local.hint(room.state, seat, STRANGER))
    await asyncio.sleep(0)
    assert len(local.queue) == known + 1
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    assert len(local.queue) == known
    monkeypatch.setattr(bot_turns, "HINT_TIMEOUT", 0)
    with pytest.raises(Refused, match="No hint"):
        await local.hint(room.state, seat, STRANGER)
    assert len(local.queue) == known


async def test_a_turn_that_found_no_room_is_asked_again(
    cluster: FakeCluster, pool: GatedPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_queue, "MOST", 4)
    rooms = [await bots_table(cluster, PEOPLE[0]) for _ in range(3)]
    local = cluster.service.bot_turns
    assert isinstance(local, LocalBotTurns)
    asked = {turn.key for room in rooms for turn in room.state.bots_due()}
    assert local.waiting == 1 + 4 < len(asked)
    monkeypatch.setattr(fair_queue, "MOST", 1000)
    cluster.clock.advance(10_000)
    await cluster.service.deadlines.check()
    assert local.waiting == len(asked)


async def test_whoever_comes_to_watch_moves_the_table_ahead(cluster: FakeCluster, pool: GatedPool) -> None:
    await bots_table(cluster, PEOPLE[0])
    room = await cluster.rooms.create(settings("hagakure"), PEOPLE[0])
    await changed(room, lambda state: state.start(PEOPLE[0], cluster.clock(), 1))
    room.enter(RecordingListener(None))
    await pool.next()
    assert pool.begun[-1].game == "hagakure"


def test_the_lane_and_the_account_of_a_turn() -> None:
    assert lane_of(connected=True, seated=False) is Lane.CONNECTED
    assert lane_of(connected=False, seated=True) is Lane.SEATED
    assert lane_of(connected=False, seated=False) is Lane.UNWATCHED
    turn = BotTurn("table", 1, 5, 20, 0.0)
    assert claim_of(turn, "hagakure", "anna", Lane.SEATED) == Claim("anna", Lane.SEATED, 1000)
    assert claim_of(turn, "hagakure", None, Lane.SEATED).owner == "table"
    assert slots.UNWATCHED < 20


async def test_after_everybody_has_left_a_table_is_one_of_bots_alone(tmp_path: Path) -> None:
    async with fake_cluster(tmp_path) as cluster:
        room = await cluster.rooms.create(Settings(game="hagakure", seats=3), PEOPLE[0])
        await changed(room, lambda state: state.sit(PEOPLE[0], PEOPLE[0], 0, None))
        await changed(room, lambda state: state.start(PEOPLE[0], cluster.clock(), 1))
        while room.state.waiting() != (0,):
            await cluster.bots_play()
        assert {claim.lane for claim in cluster.bot_turns.claims} <= {Lane.SEATED}
        cluster.bot_turns.claims.clear()
        await changed(room, lambda state: state.leave(PEOPLE[0], cluster.clock()))
        assert [claim.lane for claim in cluster.bot_turns.claims] == [Lane.UNWATCHED]
