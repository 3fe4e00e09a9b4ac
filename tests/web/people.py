"""Somebody at a screen: clicks and keys on what can be seen.

Where a test is not about the way there, it need not be clicked: `asked` and `against_bots` set up tables over HTTP, and
`finished` plays a game to its end over websockets while the browsers look on.
"""

import asyncio
import contextlib
import json
import random
import re
import uuid
from typing import Any, Self
from weakref import WeakKeyDictionary

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    TimeoutError,  # noqa: A004
    ViewportSize,
    WebSocket,
    expect,
)

from server_process import Guest, House, Player

WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds after which something that should happen counts as lost."""

_READY = """() => document.querySelector('[data-over="true"]') !== null
  || document.querySelector('[data-legal="true"]:not([aria-pressed="true"])') !== null"""
_DRAWN = """document.fonts.ready.then(
  () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true)))))"""
_BARE = "/healthz"
"""A page of the house without a script."""
_KEEP = """(kept) => {
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  sessionStorage.clear();
}"""
_FREE: WeakKeyDictionary[Browser, dict[tuple[str, bool], list["Person"]]] = WeakKeyDictionary()
"""Screens at which somebody may sit down again: by the house and whether it is a phone."""
_TAKEN: WeakKeyDictionary[Browser, list[tuple[tuple[str, bool], "Person"]]] = WeakKeyDictionary()


def _kept(settings: dict[str, Any]) -> dict[str, str]:
    """What the browser keeps for them from the beginning."""
    # Bots of the lowest level answer at once; how well they play is none of a browser's business.
    return {
        "zashiki.settings": json.dumps({"language": "en", "confirm": False, **settings}),
        "zashiki.usual": '{"level": 1}',
    }


async def everybody_leaves(browser: Browser) -> None:
    """The next person at one of these screens has no cookies, no settings and no tables of the one before."""
    free = _FREE.setdefault(browser, {})
    for key, person in _TAKEN.pop(browser, []):
        with contextlib.suppress(Error):  # a screen that is broken is not used again
            await person.page.unroute_all()
            await person.page.goto(_BARE)
            await person.page.set_viewport_size(PHONE if key[1] else WIDE)
            await person.context.clear_cookies()
            await person.context.clear_permissions()
            free[key].append(person)
    stay = [person.context for people in free.values() for person in people]
    for context in browser.contexts:
        if context not in stay:
            await context.close()


class Person:
    """One browser window with its own cookies."""

    def __init__(self, house: House, context: BrowserContext, page: Page, seed: int) -> None:
        self.house = house
        self.context = context
        self.page = page
        self._begin(seed)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", self._connected)
        page.on("request", self._asks)
        page.on("requestfinished", self._has_answer)
        page.on("requestfailed", self._has_answer)

    def _begin(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.errors: list[str] = []
        """What the page complained about; nothing, if all is well."""
        self.missed = 0
        self.heard: list[str] = []
        """Every message that came over a websocket."""
        self._asked = 0
        """How many requests the page has made."""
        self._under_way: set[Request] = set()
        self._answered = asyncio.Event()

    @classmethod
    async def at(
        cls, house: House, browser: Browser, *, phone: bool = False, still: bool = True, seed: int = 1, **settings: Any
    ) -> Self:
        """Somebody who has just sat down at a screen and has opened no page yet."""
        context = await browser.new_context(
            viewport=PHONE if phone else WIDE,
            is_mobile=phone,
            has_touch=phone,
            base_url=house.address,
            locale="en-GB",
            reduced_motion="reduce" if still else "no-preference",
        )
        for key, value in _kept(settings).items():
            await context.add_init_script(f"localStorage.getItem({key!r}) ?? localStorage.setItem({key!r}, {value!r})")
        context.set_default_timeout(PATIENCE)
        return cls(house, context, await context.new_page(), seed)

    @classmethod
    async def back(
        cls, house: House, browser: Browser, *, phone: bool = False, seed: int = 1, **settings: Any
    ) -> "Person":
        """Somebody at a screen where others sat before them: of those nothing is left, but the client is known there.

        A browser that begins with nothing takes longer to show a table than most tests take. Whoever changes more
        than `everybody_leaves` puts right (scripts of their own, the clock, the network) sits down at a new one: `at`.
        """
        free = _FREE.setdefault(browser, {}).setdefault((house.address, phone), [])
        person = free.pop() if free else await Person.at(house, browser, phone=phone, **settings)
        person._begin(seed)
        _TAKEN.setdefault(browser, []).append(((house.address, phone), person))
        await person.page.goto(_BARE)
        await person.page.evaluate(_KEEP, _kept(settings))
        return person

    def _said(self, message: ConsoleMessage) -> None:
        # That the house does not know somebody yet is no error of the page, though the browser calls it one; nor is it
        # that there is no icon where a page without a script (`_BARE`) does not name one.
        known = "401 (Unauthorized)" in message.text or message.location["url"].endswith("/favicon.ico")
        if message.type == "error" and not known:
            self.errors.append(message.text)

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, text: str | bytes) -> None:
        self.heard.append(str(text))

    def _asks(self, request: Request) -> None:
        self._asked += 1
        self._under_way.add(request)

    def _has_answer(self, request: Request) -> None:
        self._under_way.discard(request)
        self._answered.set()

    async def move_and_see(self) -> None:
        """Make a whole move, which may take several clicks, and wait until the house has told that it was made."""
        await self.page.wait_for_function(_READY)
        before = (await self.views())[-1]["ply"]
        while (await self.views())[-1]["ply"] == before:
            await self._choose()
            await self.page.wait_for_function(f"() => ({_READY})() || !document.querySelector('.seat.own.turn')")

    async def visit(self, path: str) -> None:
        """Open a page and wait until all of it is there to be read: letters, too, which a page waits for a little."""
        self._under_way.clear()
        await self.page.goto(path)
        await expect(self.page.locator("main h1").first).to_be_visible(timeout=PATIENCE)
        await expect(self.page.locator('main [aria-busy="true"]')).to_have_count(0, timeout=PATIENCE)
        await self.settled()

    async def settled(self) -> None:
        """Wait until the page has all that it has asked for, has drawn it, and has not asked for more meanwhile.

        What `networkidle` waits for, without its half second of silence.
        """
        asked = -1
        while asked != self._asked or self._under_way:
            asked = self._asked
            while self._under_way:
                self._answered.clear()
                await asyncio.wait_for(self._answered.wait(), PATIENCE / 1000)
            await self.page.evaluate(_DRAWN)

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
        await self._choose()
        return True

    async def _choose(self) -> None:
        """Click on what is lit, and confirm where that is asked for."""
        await self._click(self.page.locator('[data-legal="true"]:not([aria-pressed="true"]):visible'))
        await self._click(self.page.locator("#prompt .primary:enabled"))

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

    async def play_fast(self) -> None:
        """Play until the game is over, but over a websocket: the browser sees the same as after clicks."""
        guest = Guest(self.house, uuid.uuid4().hex)
        for cookie in await self.context.cookies():
            guest.http.cookies.set(cookie["name"], cookie["value"])
        await Player(guest, self.table).play()
        await guest.leave()


async def next_move(*people: Person) -> Person:
    """Whoever's turn it is makes a move by clicking; who that was."""
    seen = [(await person.views())[-1] for person in people]
    waiting = max(seen, key=lambda view: int(view["ply"]))["waiting"]
    mover = next(person for person, view in zip(people, seen, strict=True) if view["seat"] in waiting)
    await mover.move_and_see()
    return mover


async def all_move(*people: Person) -> None:
    """Each makes a move by clicking, and more where a turn is made of several."""
    moved: set[Person] = set()
    while len(moved) < len(people):
        moved.add(await next_move(*people))


async def finished(*people: Person) -> None:
    """Play their game to its end as fast as the house can; all of them see it in their browsers."""
    await asyncio.gather(*(person.play_fast() for person in people))
    for person in people:
        await person.over()


async def introduced(house: House, browser: Browser, name: str, **likes: Any) -> Person:
    """Somebody whom the house knows by name."""
    person = await Person.back(house, browser, **likes)
    await asked(person, "/guest", name=name)
    return person


async def asked(person: Person, path: str, **data: Any) -> dict[str, Any]:
    """Ask the house for something; what it answers."""
    answer = await person.context.request.post(f"/api/v1{path}", data=data)
    assert answer.ok, await answer.text()
    found: dict[str, Any] = await answer.json()
    return found


async def against_bots(person: Person, **settings: Any) -> str:
    """Sit down at a new table with bots on all other seats; its id."""
    table = (await asked(person, "/tables", settings=settings, seed="mine", fill=1))["id"]
    await person.page.goto(f"/table/{table}")
    await person.page.wait_for_selector("#prompt")
    return str(table)
