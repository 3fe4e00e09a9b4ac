"""A real server and a real, clean browser."""

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
"""Flags for a browser without background traffic."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser belongs to the event loop that started it, so its tests share one."""
    for item in items:
        if item.path.parent == Path(__file__).parent and is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def opened(folder: Path, **settings: Any) -> Server:
    """`zashiki serve`, with the installed client."""
    # ZASHIKI_TRY_CLIENT: a client built by hand, to test it without installing the package.
    if "ZASHIKI_TRY_CLIENT" in os.environ:
        settings = {"client": os.environ["ZASHIKI_TRY_CLIENT"], **settings}
    return Server(database=f"sqlite:///{folder}/zashiki.db", **settings)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def _shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Server]:
    async with opened(tmp_path_factory.mktemp("server")) as there:
        yield there


@pytest_asyncio.fixture(loop_scope="session")
async def server(_shared: Server) -> AsyncGenerator[Server]:
    """The server shared by all tests: each has its own guests, and finds its tables by their links alone.

    Starting one takes longer than most tests. Tests that stop it, configure it differently or create a table listed in
    the lobby use `own_server`.
    """
    before = len(_shared.problems())
    yield _shared
    assert _shared.problems()[before:] == []


@pytest_asyncio.fixture(loop_scope="session")
async def own_server(tmp_path: Path) -> AsyncGenerator[Server]:
    """A server for one test, which may stop it."""
    async with opened(tmp_path) as there:
        yield there
        assert there.problems() == []


def chromium() -> str:
    """The path of Chromium."""
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
    """Chromium, reset after each test."""
    yield _started
    await everybody_leaves(_started)
