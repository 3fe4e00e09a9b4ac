"""A person at a browser: clicks and keys on what is visible.

What a test is not about need not be clicked: `asked` and `against_bots` create tables over HTTP, and `finished` plays a
game to its end over websockets while the browsers watch.
"""

import asyncio
import contextlib
import json
import random
import re
import uuid
from collections.abc import Callable
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

from server_process import Guest, Player, Server

WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Timeout in milliseconds."""

_READY = """() => document.querySelector('[data-over="true"]') !== null
  || document.querySelector('[data-legal="true"]:not([aria-pressed="true"])') !== null"""
_TALLY = "dialog[open] #tally-spoken"
_DRAWN = """document.fonts.ready.then(
  () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true)))))"""
_BARE = "/healthz"
"""A page of the server without a script."""
_KEEP = """(kept) => {
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  sessionStorage.clear();
}"""
_FREE: WeakKeyDictionary[Browser, dict[tuple[str, bool], list["Person"]]] = WeakKeyDictionary()
"""Browser contexts to reuse, by server and whether it is a phone."""
_TAKEN: WeakKeyDictionary[Browser, list[tuple[tuple[str, bool], "Person"]]] = WeakKeyDictionary()


def _kept(settings: dict[str, Any]) -> dict[str, str]:
    """The initial local storage."""
    # Nobody here is a newcomer, and nothing waits to be watched, unless a test is about that. Bots of the lowest level
    # answer at once; their strength doesn't matter here.
    known = {"coach": "*", "soundsAsked": True, "animation": True, "pace": "off"}
    return {
        "zashiki.settings": json.dumps({"language": "en", "confirm": False, **known, **settings}),
        "zashiki.usual": '{"level": 1}',
    }


async def everybody_leaves(browser: Browser) -> None:
    """Reset the contexts: the next person has no cookies, settings or tables of the previous one."""
    free = _FREE.setdefault(browser, {})
    for key, person in _TAKEN.pop(browser, []):
        with contextlib.suppress(Error):  # a broken context is not reused
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
    """One browser context with its own cookies."""

    def __init__(self, server: Server, context: BrowserContext, page: Page, seed: int) -> None:
        self.server = server
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
        """Errors of the page."""
        self.missed = 0
        self.heard: list[str] = []
        """Every message received over a websocket."""
        self.sent: list[str] = []
        """Every message sent over one."""
        self._views: list[dict[str, Any]] = []
        self._read = 0
        """How many messages have been searched for views."""
        self._asked = 0
        """How many requests the page has made."""
        self._under_way: set[Request] = set()
        self._answered = asyncio.Event()
        self._heard = asyncio.Event()

    @classmethod
    async def at(
        cls,
        server: Server,
        browser: Browser,
        *,
        phone: bool = False,
        still: bool = True,
        seed: int = 1,
        **settings: Any,
    ) -> Self:
        """A person with a new context and no page open yet."""
        context = await browser.new_context(
            viewport=PHONE if phone else WIDE,
            is_mobile=phone,
            has_touch=phone,
            base_url=server.address,
            locale="en-GB",
            reduced_motion="reduce" if still else "no-preference",
        )
        for key, value in _kept(settings).items():
            await context.add_init_script(f"localStorage.getItem({key!r}) ?? localStorage.setItem({key!r}, {value!r})")
        context.set_default_timeout(PATIENCE)
        return cls(server, context, await context.new_page(), seed)

    @classmethod
    async def back(
        cls, server: Server, browser: Browser, *, phone: bool = False, seed: int = 1, **settings: Any
    ) -> "Person":
        """A person with a reused context: nothing of the previous person is left, but the client is in the HTTP cache.

        With an empty cache, loading a table takes longer than most tests. Tests that change more than
        `everybody_leaves` resets (init scripts, the clock, the network) need a new context: `at`.
        """
        free = _FREE.setdefault(browser, {}).setdefault((server.address, phone), [])
        person = free.pop() if free else await Person.at(server, browser, phone=phone, **settings)
        person._begin(seed)
        _TAKEN.setdefault(browser, []).append(((server.address, phone), person))
        await person.page.goto(_BARE)
        await person.page.evaluate(_KEEP, _kept(settings))
        return person

    def _said(self, message: ConsoleMessage) -> None:
        # The page without a script (`_BARE`) has no icon, which is no error of the client.
        known = message.location["url"].endswith("/favicon.ico")
        if message.type == "error" and not known:
            self.errors.append(message.text)

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)
        socket.on("framesent", lambda text: self.sent.append(str(text)))

    def _hear(self, text: str | bytes) -> None:
        self.heard.append(str(text))
        self._heard.set()

    def _asks(self, request: Request) -> None:
        self._asked += 1
        self._under_way.add(request)

    def _has_answer(self, request: Request) -> None:
        self._under_way.discard(request)
        self._answered.set()

    async def move_and_see(self) -> None:
        """Make a whole move, which may take several clicks, and wait for its update from the server."""
        await self.ready()
        before = await self._shown()
        # The page knows of an update before this process does: what is legal then is the answer to the next question.
        while await self._shown() == before:
            await self._choose()
            await self.page.wait_for_function(f"() => ({_READY})() || !document.querySelector('.seat.own.turn')")
        while (await self.views())[-1]["ply"] <= before:
            self._heard.clear()
            await asyncio.wait_for(self._heard.wait(), PATIENCE / 1000)

    async def _shown(self) -> int:
        """The ply that the page shows."""
        return int(await self.page.locator("[data-at]").get_attribute("data-at") or 0)

    async def visit(self, path: str) -> None:
        """Open a page and wait until all of it is loaded, including fonts."""
        self._under_way.clear()
        await self.page.goto(path)
        await expect(self.page.locator("main h1").first).to_be_visible(timeout=PATIENCE)
        await expect(self.page.locator('main [aria-busy="true"]')).to_have_count(0, timeout=PATIENCE)
        await self.settled()

    async def settled(self) -> None:
        """Wait until all requests of the page are done, it is painted, and it has made no further requests.

        Like `networkidle`, without its half second of silence.
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
        """The id of the current table."""
        return self.page.url.partition("/table/")[2].partition("?")[0]

    async def move(self) -> bool:
        """Make a move as soon as possible; False if the game is over."""
        await self.ready()
        if await self.page.locator('[data-over="true"]').count():
            return False
        await self._choose()
        return True

    async def _choose(self) -> None:
        """Click on a legal move, and confirm if necessary."""
        await self._click(self.page.locator('[data-legal="true"]:not([aria-pressed="true"]):visible'))
        await self._click(self.page.locator("#prompt .primary:enabled"))

    async def _click(self, found: Locator) -> None:
        """Click on one of them, if there are any; it may disappear meanwhile."""
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

    async def ready(self, condition: str = _READY) -> None:
        """Wait until there is a move to make, or the game is over. The tally of a round is closed with a key."""
        tally = self.page.locator(_TALLY)
        while True:
            await self.page.wait_for_function(f"() => ({condition})() || document.querySelector('{_TALLY}') !== null")
            if not await tally.count():
                return
            await self.page.keyboard.press("Enter")
            # The tally of another round may follow at once.
            await self.page.evaluate(_DRAWN)

    async def over(self) -> None:
        """Wait for the end."""
        await self.ready("""() => document.querySelector('[data-over="true"]') !== null""")
        await expect(self.page.locator('[data-over="true"]')).to_be_visible(timeout=PATIENCE)

    async def views(self) -> list[dict[str, Any]]:
        """Every view received by this browser, in order."""
        messages = [json.loads(text) for text in self.heard[self._read :]]
        self._read = len(self.heard)
        self._views += [message["view"] for message in messages if message.get("view")]
        return self._views

    def moves_sent(self) -> int:
        """How many moves the page has sent."""
        return sum(json.loads(message)["type"] == "move" for message in self.sent)

    async def play_fast(self) -> None:
        """Play until the game is over, but over a websocket: the browser sees the same as after clicks."""
        await self.play_fast_until(lambda player: player.over)

    async def play_fast_until(self, enough: Callable[[Player], bool]) -> None:
        """Play like that until the view of the player is one to stop at."""
        guest = Guest(self.server, uuid.uuid4().hex)
        for cookie in await self.context.cookies():
            guest.http.cookies.set(cookie["name"], cookie["value"])
        player = Player(guest, self.table)
        await player.play(until=lambda: enough(player))
        await guest.leave()


async def next_move(*people: Person) -> Person:
    """The player whose turn it is makes a move by clicking; returns that player."""
    seen = [(await person.views())[-1] for person in people]
    waiting = max(seen, key=lambda view: int(view["ply"]))["waiting"]
    mover = next(person for person, view in zip(people, seen, strict=True) if view["seat"] in waiting)
    await mover.move_and_see()
    return mover


async def all_move(*people: Person) -> None:
    """Everybody makes at least one move by clicking."""
    moved: set[Person] = set()
    while len(moved) < len(people):
        moved.add(await next_move(*people))


async def finished(*people: Person) -> None:
    """Play their game to its end as fast as the server can; all see it in their browsers."""
    await asyncio.gather(*(person.play_fast() for person in people))
    for person in people:
        await person.over()


async def introduced(server: Server, browser: Browser, name: str, **likes: Any) -> Person:
    """A guest with a name."""
    person = await Person.back(server, browser, **likes)
    await asked(person, "/guest", name=name)
    return person


async def asked(person: Person, path: str, **data: Any) -> dict[str, Any]:
    """Send a request; returns the response."""
    answer = await person.context.request.post(f"/api/v1{path}", data=data)
    assert answer.ok, await answer.text()
    found: dict[str, Any] = await answer.json()
    return found


async def against_bots(person: Person, **settings: Any) -> str:
    """Join a new table with bots on all other seats; returns its id."""
    table = (await asked(person, "/tables", settings=settings, fill=1))["id"]
    await person.page.goto(f"/table/{table}")
    await person.page.wait_for_selector("#prompt")
    return str(table)
