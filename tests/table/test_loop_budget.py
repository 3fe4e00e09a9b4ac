"""Nobody holds up the others: each round of the event loop does a limited amount of work."""

import asyncio
from time import perf_counter

from zashiki.table.loop_budget import LoopBudget


def work(seconds: float) -> None:
    """Take a while, as working out a view does."""
    until = perf_counter() + seconds
    while perf_counter() < until:
        pass


async def test_much_work_is_spread_over_iterations_in_order() -> None:
    loop_budget, rounds, ended = LoopBudget(0.002), 0, False
    order: list[int] = []

    async def one(number: int) -> None:
        await loop_budget()
        order.append(number)
        work(0.001)

    def next_round() -> None:
        nonlocal rounds
        rounds += 1
        if not ended:
            asyncio.get_running_loop().call_soon(next_round)

    next_round()
    await asyncio.gather(*(one(number) for number in range(40)))
    ended = True
    assert order == list(range(40))
    assert rounds >= 40 / 2, "two milliseconds' worth in a round, and no more"


async def test_single_work_does_not_wait() -> None:
    loop_budget, next_round = LoopBudget(), asyncio.Event()
    asyncio.get_running_loop().call_soon(next_round.set)
    for _ in range(100):
        await loop_budget()
    assert not next_round.is_set()
    await next_round.wait()
