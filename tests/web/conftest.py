"""A real house and a real browser for each test that wants one."""

import os
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from houses import House

CALM = [
    "--no-sandbox",  # as root, in a machine that is thrown away afterwards
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
"""A browser that asks nothing of the world."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    """`zashiki serve`, with the client as it is installed."""
    # ZASHIKI_TRY_CLIENT: a client that was built by hand, to try it before the package is built.
    client = {"client": os.environ["ZASHIKI_TRY_CLIENT"]} if "ZASHIKI_TRY_CLIENT" in os.environ else {}
    async with House(database=f"sqlite:///{tmp_path}/house.db", **client) as there:
        yield there
        assert there.troubles() == []


def chromium() -> str:
    """Where Chromium is."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "there is no Chromium: install the package chromium, or run `make test`, which does"
    return path


@pytest.fixture
async def browser() -> AsyncGenerator[Browser]:
    """Chromium."""
    async with async_playwright() as playwright:
        there = await playwright.chromium.launch(executable_path=chromium(), args=CALM)
        yield there
        await there.close()
