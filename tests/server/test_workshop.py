"""Work in threads is taken in a fair order, and what would wait for too long is refused."""

import asyncio
import threading
from pathlib import Path

import pytest

from server.client import PASSWORD, running_server
from zashiki.server import passwords
from zashiki.server.services import HASHING
from zashiki.server.workshop import MOST, Workshop
from zashiki.table.refusals import Refused


async def test_owners_take_turns_and_too_much_is_refused() -> None:
    workshop, order, begin = Workshop(1, most_of_owner=3, most=5), list[str](), asyncio.Event()

    async def work(owner: str) -> None:
        async with workshop.place(owner):
            order.append(owner)
            await begin.wait()

    tasks = [asyncio.create_task(work(owner)) for owner in ("a", "a", "a", "a", "a", "b", "b", "c")]
    await asyncio.sleep(0)
    begin.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert order == ["a", "a", "b", "a", "b", "a"]
    assert [isinstance(result, Refused) for result in results] == [False] * 4 + [True] + [False] * 2 + [True]


async def test_whoever_goes_away_leaves_the_place_to_others() -> None:
    workshop, begin = Workshop(1), asyncio.Event()

    async def work() -> None:
        async with workshop.place("a"):
            await begin.wait()

    first, waiting, given, last = tasks = [asyncio.create_task(work()) for _ in range(4)]
    await asyncio.sleep(0)
    waiting.cancel()
    begin.set()
    first.add_done_callback(lambda _: given.cancel())  # just when it is their turn
    results = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 10)
    assert results[0] is None
    assert results[3] is None
    assert last.done()
    await asyncio.wait_for(work(), 10)


class SlowHasher:
    """Waits before it says no."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.begun = 0

    def hash(self, _: str) -> str:
        return "hash"

    def verify(self, *_: str) -> bool:
        self.begun += 1
        self.go_on.wait(60)
        return False


async def test_sign_ins_that_would_wait_for_long_are_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Forty at once: nobody waits for all the others.
    hasher = SlowHasher()
    monkeypatch.setattr(passwords, "_hasher", hasher)
    passwords._unknown_password.cache_clear()
    async with running_server(tmp_path) as server:

        async def attempt(number: int) -> tuple[int, str | None]:
            about = {"name": f"Nobody {number}", "password": PASSWORD}
            answer = await server.anonymous(f"192.0.2.{number}").client.post("/api/v1/login", json=about)
            return answer.status_code, answer.headers.get("retry-after")

        attempts = [asyncio.create_task(attempt(number)) for number in range(40)]
        refused = 40 - HASHING - MOST
        for early, one in enumerate(asyncio.as_completed(attempts, timeout=60), start=1):
            assert await one == ((503, "1") if early <= refused else (403, None))
            if early == refused:
                assert hasher.begun <= HASHING
                hasher.go_on.set()
    passwords._unknown_password.cache_clear()
