"""Somebody at a screen: clicks and keys on what can be seen, nothing else."""

import asyncio
import json
import random
import re
from typing import Any, Self

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    TimeoutError,  # noqa: A004
    WebSocket,
    expect,
)

from houses import House

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds after which something that should happen counts as lost."""

_READY = """() => document.querySelector('[data-over="true"]') !== null
  || document.querySelector('[data-may="true"]:not([aria-pressed="true"])') !== null"""


class Person:
    """One browser window with its own cookies."""

    def __init__(self, house: House, context: BrowserContext, page: Page, seed: int) -> None:
        self.house = house
        self.context = context
        self.page = page
        self.chance = random.Random(seed)
        self.errors: list[str] = []
        """What the page complained about; nothing, if all is well."""
        self.missed = 0
        self.heard: list[str] = []
        """Every message that came over a websocket."""
        self._news = asyncio.Event()
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", self._connected)

    @classmethod
    async def at(
        cls, house: House, browser: Browser, *, phone: bool = False, still: bool = True, seed: int = 1, **settings: Any
    ) -> Self:
        """Somebody who has just sat down at a screen and has opened no page yet."""
        context = await browser.new_context(
            viewport=PHONE if phone else WIDE,  # type: ignore[arg-type]
            is_mobile=phone,
            has_touch=phone,
            base_url=house.address,
            locale="en-GB",
            reduced_motion="reduce" if still else "no-preference",
        )
        kept = json.dumps({"language": "en", "confirm": False, **settings})
        # Bots of the lowest level answer at once; how well they play is none of a browser's business.
        for key, value in (("zashiki.settings", kept), ("zashiki.usual", '{"level": 1}')):
            await context.add_init_script(f"localStorage.getItem({key!r}) ?? localStorage.setItem({key!r}, {value!r})")
        context.set_default_timeout(PATIENCE)
        return cls(house, context, await context.new_page(), seed)

    def _said(self, message: ConsoleMessage) -> None:
        # That the house does not know somebody yet is no error of the page, though the browser calls it one.
        if message.type == "error" and "401 (Unauthorized)" not in message.text:
            self.errors.append(message.text)

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, text: str | bytes) -> None:
        self.heard.append(str(text))
        self._news.set()

    async def move_and_see(self) -> None:
        """Make a move, and wait until the house has told that it was made."""
        before = (await self.views())[-1]["ply"]
        await self.move()
        while (await self.views())[-1]["ply"] == before:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE / 1000)

    async def visit(self, path: str) -> None:
        """Open a page and wait until all of it is there to be read: letters, too, which a page waits for a little."""
        await self.page.goto(path)
        await expect(self.page.locator("main h1").first).to_be_visible(timeout=PATIENCE)
        await expect(self.page.locator('main [aria-busy="true"]')).to_have_count(0, timeout=PATIENCE)
        await self.page.wait_for_load_state("networkidle")

    async def play_now(self, game: str) -> None:
        """From the home page to a table against bots."""
        await self.page.goto("/")
        box = self.page.get_by_role("article", name=re.compile(game, re.IGNORECASE))
        await box.get_by_role("button", name="Play now").click()
        await self.page.wait_for_url("**/table/*")

    @property
    def table(self) -> str:
        """The id of the table where they are."""
        return self.page.url.partition("/table/")[2].partition("?")[0]

    async def move(self) -> bool:
        """Make a move as soon as there is one to make; False if the game is over."""
        page = self.page
        await page.wait_for_function(_READY)
        if await page.locator('[data-over="true"]').count():
            return False
        lit = page.locator('[data-may="true"]:not([aria-pressed="true"]):visible')
        await self._click(lit)
        await self._click(page.locator("#prompt .primary:enabled"))
        return True

    async def _click(self, found: Locator) -> None:
        """Click on one of them, if there are any. What goes away under the mouse was not clicked."""
        count = await found.count()
        if count == 0:
            return
        try:
            await found.nth(self.chance.randrange(count)).click(timeout=3000)
            self.missed = 0
        except TimeoutError:
            self.missed += 1
            assert self.missed < 5, f"{await found.all_inner_texts()} cannot be clicked"

    async def play_on(self) -> None:
        """Play until the game is over."""
        while await self.move():
            pass

    async def over(self) -> None:
        """Wait for the end."""
        await expect(self.page.locator('[data-over="true"]')).to_be_visible(timeout=PATIENCE)

    async def views(self) -> list[dict[str, Any]]:
        """Every view that has reached this browser, in order."""
        messages = [json.loads(text) for text in self.heard]
        return [message["view"] for message in messages if message.get("view")]
