"""The event loop is shared fairly: nobody holds up the others, and too much is refused at the door."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zashiki.table import scheduler as module
from zashiki.table.refusals import Refused
from zashiki.table.scheduler import OWNER, Scheduler, owned_by

Work = Callable[[], None]


class Clock:
    """A clock that only work moves, so that what work costs is the same on every machine."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(module, "perf_counter", lambda: self.now)

    def work(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def done(owner: str, turn: Callable[[], Awaitable[None]], work: Work) -> None:
    """Wait for a turn, and work."""
    with owned_by(owner):
        await turn()
        work()


async def iterations(number: int) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


async def test_much_work_is_spread_over_iterations_in_order(clock: Clock) -> None:
    scheduler, rounds, ended = Scheduler(0.002), 0, False
    order: list[int] = []

    def next_round() -> None:
        nonlocal rounds
        rounds += 1
        if not ended:
            asyncio.get_running_loop().call_soon(next_round)

    def work(number: int) -> None:
        order.append(number)
        clock.work(0.001)

    next_round()
    await asyncio.gather(*(done("all", scheduler.turn, lambda n=number: work(n)) for number in range(40)))  # type: ignore[misc]
    ended = True
    assert order == list(range(40))
    assert rounds >= 40 / 2, "two milliseconds' worth in a round, and no more"


async def test_single_work_does_not_wait() -> None:
    scheduler, next_round = Scheduler(), asyncio.Event()
    asyncio.get_running_loop().call_soon(next_round.set)
    for turn in (scheduler.turn, scheduler.admit, scheduler.first):
        for _ in range(30):
            await turn()
    assert not next_round.is_set()
    await next_round.wait()


async def test_a_newcomer_is_served_within_one_round(clock: Clock) -> None:
    # Twenty who ask again as soon as they were served, each with several tasks.
    scheduler, order, ended = Scheduler(), list[str](), False

    async def greedy(owner: str) -> None:
        with owned_by(owner):
            while not ended:
                await scheduler.turn()
                order.append(owner)
                clock.work(0.01)

    tasks = [asyncio.create_task(greedy(f"greedy {number % 20}")) for number in range(100)]
    while len(order) < 500:
        await asyncio.sleep(0)
    for _ in range(10):
        before = len(order)
        await done("newcomer", scheduler.admit, lambda: order.append("newcomer"))
        assert len(order) - before <= 20 + 1
        while len(order) < before + 50:
            await asyncio.sleep(0)
    had = Counter(order[100:])
    ended = True
    await asyncio.gather(*tasks)
    greedy_ones = [had[f"greedy {number}"] for number in range(20)]
    assert max(greedy_ones) - min(greedy_ones) <= 2, "and among themselves they have the same"


async def test_what_costs_more_comes_less_often(clock: Clock) -> None:
    scheduler, had, ended = Scheduler(), Counter[str](), False

    async def ask(owner: str, seconds: float) -> None:
        with owned_by(owner):
            while not ended:
                await scheduler.turn()
                had[owner] += 1
                clock.work(seconds)

    tasks = [
        asyncio.create_task(ask(owner, seconds))
        for owner, seconds in (("dear", 0.05), ("cheap", 0.005))
        for _ in range(4)
    ]
    while had["dear"] < 50:
        await asyncio.sleep(0)
    share = had["cheap"] / had["dear"]
    ended = True
    await asyncio.gather(*tasks)
    assert 9 <= share <= 11, "both declared the same price, and had the same time"


@given(
    st.lists(
        st.tuples(st.sampled_from("abcde"), st.sampled_from([0.0001, 0.002, 0.02]), st.sampled_from([0.001, 0.01])),
        min_size=1,
        max_size=60,
    ),
    st.sets(st.integers(0, 59)),
)
def test_everybody_gets_every_turn_in_order_whoever_leaves(
    asked: list[tuple[str, float, float]], leaving: set[int]
) -> None:
    served: list[tuple[str, int]] = []

    async def play() -> None:
        scheduler, clock = Scheduler(most_of_owner=1000), [0.0]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "perf_counter", lambda: clock[0])

            async def one(number: int, owner: str, cost: float, price: float) -> None:
                with owned_by(owner):
                    await (scheduler.admit(price) if number % 2 else scheduler.turn(price))
                    served.append((owner, number))
                    clock[0] += cost

            tasks = [asyncio.create_task(one(number, *about)) for number, about in enumerate(asked)]
            await asyncio.sleep(0)
            cancelled = {number for number in leaving if number < len(tasks) and not tasks[number].done()}
            for number in cancelled:
                tasks[number].cancel()
            await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 30)
            await iterations(3)
            assert scheduler.waiting == 0
            assert not scheduler._owners
            kept = [number for number in range(len(tasks)) if not tasks[number].cancelled()]
            assert sorted(number for _, number in served) == kept

    asyncio.run(play())
    for owner in "abcde":
        own = [number for name, number in served if name == owner]
        assert own == sorted(own)


async def test_the_queue_of_an_owner_is_bounded(clock: Clock) -> None:
    scheduler = Scheduler(most_of_owner=5)
    hog = asyncio.create_task(done("hog", scheduler.turn, lambda: clock.work(1)))
    tasks = [asyncio.create_task(done("greedy", scheduler.admit, lambda: None)) for _ in range(9)]
    stranger = asyncio.create_task(done("stranger", scheduler.admit, lambda: None))
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [getattr(result, "code", None) for result in results] == [None] * 6 + ["busy"] * 3  # one was being given
    await asyncio.gather(stranger, hog)
    assert scheduler.refused == 3


async def test_when_all_is_full_whoever_has_the_most_waiting_makes_room(clock: Clock) -> None:
    scheduler = Scheduler(most_of_owner=50, most=10)
    hog = asyncio.create_task(done("hog", scheduler.turn, lambda: clock.work(1)))
    greedy = [asyncio.create_task(done("greedy", scheduler.admit, lambda: clock.work(1))) for _ in range(12)]
    strangers = [
        asyncio.create_task(done(f"stranger {number}", scheduler.admit, lambda: clock.work(1))) for number in range(5)
    ]
    assert await asyncio.gather(hog, *strangers) == [None] * 6
    results = await asyncio.gather(*greedy, return_exceptions=True)
    assert [isinstance(result, Refused) for result in results] == [False] * 6 + [True] * 6
    assert scheduler.waiting == 0


async def test_inner_turns_are_never_refused_and_committed_work_comes_first(clock: Clock) -> None:
    scheduler, order, number = Scheduler(most_of_owner=2, most=4), list[str](), count()

    def note(kind: str) -> Work:
        def work() -> None:
            order.append(f"{kind} {next(number)}")
            clock.work(1)

        return work

    hog = asyncio.create_task(done("hog", scheduler.turn, lambda: clock.work(1)))
    inner = [asyncio.create_task(done("one", scheduler.turn, note("inner"))) for _ in range(8)]
    told = [asyncio.create_task(done("one", scheduler.first, note("told"))) for _ in range(3)]
    clocks = asyncio.create_task(done("", scheduler.turn, note("clock")))
    await asyncio.gather(hog, *inner, *told, clocks)
    kinds = [entry.split()[0] for entry in order]
    assert kinds == ["inner", "told", "told", "told", "clock", *["inner"] * 7]  # the first was being given


async def test_tasks_inherit_whom_they_work_for() -> None:
    async def owner() -> str:
        return OWNER.get()

    with owned_by("somebody"):
        task = asyncio.create_task(owner())
    assert await task == "somebody"
    assert OWNER.get() == ""


async def test_owners_who_owe_nothing_are_forgotten(clock: Clock) -> None:
    scheduler, ended = Scheduler(most=20), False

    async def greedy() -> None:
        with owned_by("greedy"):
            while not ended:
                await scheduler.turn()
                clock.work(0.002)

    tasks = [asyncio.create_task(greedy()) for _ in range(3)]
    for number in range(300):
        await done(f"visitor {number}", scheduler.admit, lambda: clock.work(0.0005))
        assert len(scheduler._owners) <= 21
    ended = True
    await asyncio.gather(*tasks)
