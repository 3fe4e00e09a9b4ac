"""A real house, and a real browser in which nobody was before."""

import os
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright
from pytest_asyncio import is_async_test

from server_process import Server
from web.people import everybody_leaves

CALM = [
    "--no-sandbox",  # as root, in a machine that is thrown away afterwards
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
"""A browser that asks nothing of the world."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser belongs to the loop in which it was started, so its tests share that one."""
    for item in items:
        if item.path.parent == Path(__file__).parent and is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def opened(folder: Path, **settings: Any) -> Server:
    """`zashiki serve`, with the client as it is installed."""
    # ZASHIKI_TRY_CLIENT: a client that was built by hand, to try it before the package is built.
    if "ZASHIKI_TRY_CLIENT" in os.environ:
        settings = {"client": os.environ["ZASHIKI_TRY_CLIENT"], **settings}
    return Server(database=f"sqlite:///{folder}/house.db", **settings)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def _shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Server]:
    async with opened(tmp_path_factory.mktemp("house")) as there:
        yield there


@pytest_asyncio.fixture(loop_scope="session")
async def house(_shared: Server) -> AsyncGenerator[Server]:
    """The house of all tests: nobody knows anybody from the test before, and tables are found by their links alone.

    To open one takes longer than most tests. Whoever stops it, sets it up differently or opens a table that is listed
    in the lobby takes `own_house`.
    """
    before = len(_shared.problems())
    yield _shared
    assert _shared.problems()[before:] == []


@pytest_asyncio.fixture(loop_scope="session")
async def own_house(tmp_path: Path) -> AsyncGenerator[Server]:
    """A house for one test, which may close it."""
    async with opened(tmp_path) as there:
        yield there
        assert there.problems() == []


def chromium() -> str:
    """Where Chromium is."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "there is no Chromium: install the package chromium, or run `make test`, which does"
    return path


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def _started() -> AsyncGenerator[Browser]:
    async with async_playwright() as playwright:
        there = await playwright.chromium.launch(executable_path=chromium(), args=CALM)
        yield there
        await there.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(_started: Browser) -> AsyncGenerator[Browser]:
    """Chromium; whoever was in it has gone when the next test begins."""
    yield _started
    await everybody_leaves(_started)
