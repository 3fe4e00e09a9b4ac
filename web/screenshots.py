"""Every screen of the client, wide and on a phone, light and dark: `make screenshots`.

It runs a real server with bots, and Chromium. The screenshots go to `web/screenshots/`, with an `index.html` that shows
them side by side. `--keep` also renews those of the README (`docs/images/`) and of the web app manifest
(`web/public/`).
"""

import argparse
import asyncio
import base64
import shutil
import sys
import tempfile
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any, Final, Literal

from playwright.async_api import Browser, Page, ViewportSize, async_playwright
from rich.progress import Progress

import zashiki

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from server_process import Server  # noqa: E402
from support import Setting  # noqa: E402
from web.conftest import CALM  # noqa: E402
from web.people import PHONE, WIDE, Person  # noqa: E402
from zashiki.core.fair import commitment_of  # noqa: E402
from zashiki.testing.case import play_at_random  # noqa: E402

PAGES: Final = {
    "home": "/",
    "new": "/new/hagakure",
    "rules": "/rules",
    "learn": "/learn",
    "replay": "/replay",
    "me": "/me",
    "settings": "/settings",
    "about": "/about",
    "nowhere": "/nowhere",
    **{f"rules-{game}": f"/rules/{game}" for game in zashiki.games()},
    **{f"course-{game}": f"/learn/{game}" for game in zashiki.games()},
}
LESSONS: Final = {
    "hagakure": "tricks",
    "hijun": "two",
    "hiroba": "gardens",
    "hitohira": "fail",
    "sakura": "match",
}
"""One lesson of each game, shown when it asks for the first move."""
TABLES: Final[dict[str, tuple[dict[str, Any], int]]] = {
    "hagakure-3": ({"game": "hagakure", "seats": 3}, 9),
    "hagakure": ({"game": "hagakure", "seats": 4}, 12),
    "hagakure-5": ({"game": "hagakure", "seats": 5}, 4),
    "hijun-discard": ({"game": "hijun", "seats": 4}, 0),
    "hijun": ({"game": "hijun", "seats": 4}, 7),
    "hijun-6": ({"game": "hijun", "seats": 6}, 6),
    "hiroba-2": ({"game": "hiroba", "seats": 2}, 8),
    "hiroba": ({"game": "hiroba", "seats": 3}, 14),
    "hiroba-4": ({"game": "hiroba", "seats": 4}, 14),
    "hitohira-2": ({"game": "hitohira", "seats": 2}, 9),
    "hitohira": ({"game": "hitohira", "seats": 3}, 14),
    "hitohira-4": ({"game": "hitohira", "seats": 4}, 12),
    "sakura": ({"game": "sakura", "seats": 2}, 6),
    "sakura-4": ({"game": "sakura", "seats": 4, "options": {"teams": "two"}}, 5),
    "sakura-7": ({"game": "sakura", "seats": 7}, 3),
}
"""The settings of each table, and how many moves to make before the screenshot."""
TILES: Final = "~abbabbbB.b~bbbbAab.~aababbBb.~bbbbabaA.a~bAabbbb.b~bbbbaAa.aaba~bbbB.~aAaabbbb.~abaaBabb"
"""Nine custom tiles, as encoded in a link."""
WATCHED: Final = ("hijun", "hitohira")
"""Tables that are also shown to a spectator."""
README: Final = {
    "home": "home-wide-light",
    "sakura": "sakura-wide-light",
    "hagakure": "hagakure-phone-light",
    "hiroba": "hiroba-phone-dark",
    "hitohira": "hitohira-phone-light",
    "lesson": "lesson-hiroba-wide-light",
    "hint": "hint-wide-light",
    "tally": "tally-wide-light",
}
OFFERED: Final = {"wide": ("home-wide-light", WIDE), "narrow": ("hagakure-phone-light", PHONE)}
"""The screenshots of the manifest, and their sizes."""
PRESS: Final = """async ([picture, size]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(size.width, size.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""));
}"""
"""Crops and compresses a picture in the browser."""
KINDS: Final[dict[str, tuple[ViewportSize, Literal["light", "dark"]]]] = {
    "wide-light": (WIDE, "light"),
    "wide-dark": (WIDE, "dark"),
    "phone-light": (PHONE, "light"),
    "phone-dark": (PHONE, "dark"),
}
FIRST_GAME: Final = ("offer", "goal", "tip", "hint", "how-to-play", "tally")
SEALED: Final = ("sealing", "seal", "seal-menu", "fair-good", "fair-bad")
LATE: Final = 32 * "5e"
"""The seed of a device that reveals it later."""
FORGE: Final = """(table) => {
  const kept = JSON.parse(localStorage["zashiki.seeds"]);
  kept[table].revealed.seal = "0".repeat(64);
  localStorage["zashiki.seeds"] = JSON.stringify(kept);
}"""
VISION: Final = ("deuteranopia", "protanopia", "tritanopia", "achromatopsia")
"""Simulated colour blindness: nothing may be expressed by colour alone."""


class Camera:
    """Takes a screenshot of a page in all variants."""

    def __init__(self, folder: Path, only: str, told: Callable[[], None]) -> None:
        self.folder = folder
        self.only = only
        self.told = told

    def wants(self, name: str) -> bool:
        """Whether this screen was requested."""
        return self.only in name

    async def shoot(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Take one screen, when all animations are over."""
        for kind, (size, scheme) in KINDS.items():
            await page.set_viewport_size(size)
            await page.emulate_media(color_scheme=scheme)
            await self._still(page)
            await page.screenshot(path=self.folder / f"{name}-{kind}.png", full_page=whole)
        await page.set_viewport_size(WIDE)
        await page.emulate_media(color_scheme="light")
        self.told()

    async def vision(self, page: Page, name: str) -> None:
        """Take the same screen with simulated colour blindness."""
        session = await page.context.new_cdp_session(page)
        for deficiency in VISION:
            await session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
            await page.screenshot(path=self.folder / f"{name}-{deficiency}.png")
        await session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
        await session.detach()

    async def _still(self, page: Page) -> None:
        await page.wait_for_load_state("networkidle")
        await page.evaluate(
            """() => Promise.all([document.fonts.ready, ...document.getAnimations().map((one) => one.finished)])
                 .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""
        )


async def at_tables(server: Server, browser: Browser, camera: Camera) -> None:
    """Tables in the middle of the game, some of them for a spectator."""
    person = await Person.at(server, browser, theme="system")
    await person.context.request.post("/api/v1/guest", data={"name": "Aki"})
    for name, (settings, moves) in TABLES.items():
        if not camera.wants(name):
            continue
        made = await person.context.request.post("/api/v1/tables", data={"settings": settings, "fill": 2})
        address = f"/table/{(await made.json())['id']}"
        await person.page.goto(address)
        await person.page.wait_for_selector("#prompt")
        for _ in range(moves):
            await person.move()
        await person.ready()
        await camera.shoot(person.page, name)
        if name == settings["game"]:
            await camera.vision(person.page, name)
        if name in WATCHED:
            guest = await Person.at(server, browser, theme="system")
            await guest.page.goto(address)
            await guest.page.wait_for_selector("#prompt")
            await camera.shoot(guest.page, f"watching-{name}")
            await guest.context.close()
    await person.context.close()


async def around(server: Server, browser: Browser, camera: Camera) -> None:
    """All other pages: for a new visitor, and for a player with games."""
    person = await Person.at(server, browser, theme="system")
    page = person.page
    for name, address in PAGES.items():
        if camera.wants(name):
            await page.goto(address)
            await camera.shoot(page, name, whole=True)
    if camera.wants("tiles"):
        await draw_tiles(page, camera)
    await person.context.request.post("/api/v1/guest", data={"name": "Aki"})
    if camera.wants("waiting"):
        made = await person.context.request.post("/api/v1/tables", data={"settings": {"game": "hagakure", "seats": 4}})
        await page.goto(f"/table/{(await made.json())['id']}")
        await camera.shoot(page, "waiting")
    if camera.wants("waiting-tiles"):
        settings = {"game": "hiroba", "options": {"tiles": TILES.split(".")}}
        made = await person.context.request.post("/api/v1/tables", data={"settings": settings})
        await page.goto(f"/table/{(await made.json())['id']}")
        await camera.shoot(page, "waiting-tiles", whole=True)
    if camera.wants("over"):
        settings = {"game": "hagakure", "options": {"rounds": 1}}
        made = await person.context.request.post("/api/v1/tables", data={"settings": settings, "fill": 2})
        await page.goto(f"/table/{(await made.json())['id']}")
        await person.play_on()
        await camera.shoot(page, "over")
        await page.goto("/")
        await camera.shoot(page, "home-again", whole=True)
    for game in zashiki.games():
        if not camera.wants(f"replaying-{game}"):
            continue
        match = play_at_random(Setting(game, zashiki.games()[game].seat_counts[-1]).table(seed=5), zashiki.Rng(5))
        record = {"name": "game.json", "mimeType": "application/json", "buffer": match.record().to_json().encode()}
        await page.goto("/replay")
        await page.locator('input[type="file"]').set_input_files(record)  # type: ignore[arg-type]
        await page.wait_for_selector("[data-at]")
        slider = page.get_by_role("slider")
        await slider.fill(str(int(await slider.get_attribute("max") or 0) * 2 // 5))
        await page.wait_for_selector('[data-at][aria-busy="false"]')
        await camera.shoot(page, f"replaying-{game}")
    await person.context.close()


async def lessons(server: Server, browser: Browser, camera: Camera) -> None:
    """A lesson of each game, in both languages, at its first goal."""
    for game, lesson in LESSONS.items():
        for language, name in (("en", f"lesson-{game}"), ("ja", f"lesson-{game}-ja")):
            if not camera.wants(name):
                continue
            person = await Person.at(server, browser, theme="system", language=language)
            page = person.page
            await page.goto(f"/learn/{game}/{lesson}")
            while True:
                await page.wait_for_selector(".lesson-card:not([data-phase='showing'])")
                if await page.locator(".lesson-card").get_attribute("data-phase") != "reading":
                    break
                await page.locator(".lesson-card .primary").click()
            await camera.shoot(page, name)
            await person.context.close()


async def first_game(server: Server, browser: Browser, camera: Camera) -> None:
    """What a newcomer is told at a table: the offer, the goal, a tip, a hint, a tally, and how to play."""
    if not any(camera.wants(name) for name in FIRST_GAME):
        return
    person = await Person.at(server, browser, theme="system", coach="", soundsAsked=False, pace="fast")
    page = person.page
    await person.context.request.post("/api/v1/guest", data={"name": "Aki"})
    settings = {"game": "hagakure", "seats": 3, "options": {"rounds": 2}}
    made = await person.context.request.post("/api/v1/tables", data={"settings": settings, "fill": 2})
    await page.goto(f"/table/{(await made.json())['id']}")
    await page.wait_for_selector(".bubble.placed")
    await camera.shoot(page, "offer")
    await page.get_by_role("button", name="Show me while I play").click()
    await page.wait_for_selector(".bubble.placed")
    await camera.shoot(page, "goal")
    await page.get_by_role("button", name="Got it").click()
    await page.wait_for_selector('[data-legal="true"]')
    await page.wait_for_selector(".bubble.placed")
    await camera.shoot(page, "tip")
    await page.get_by_role("button", name="No more tips").click()
    await page.get_by_role("button", name="Hint").click()
    await page.wait_for_selector(".hint-panel")
    await camera.shoot(page, "hint")
    await page.keyboard.press("?")
    await page.get_by_role("dialog").wait_for()
    await camera.shoot(page, "how-to-play")
    await page.keyboard.press("Escape")
    tally, legal = "#tally-spoken", '[data-legal="true"]:not([aria-pressed="true"])'
    while await page.wait_for_selector(f"{tally}, {legal}", state="attached") and not await page.locator(tally).count():
        await person.move()
    await camera.shoot(page, "tally")
    await person.context.close()


async def sealed_deal(server: Server, browser: Browser, camera: Camera) -> None:
    """A deal in both languages: while seeds are revealed, its seal at the table, and the check after the game."""
    for suffix, language in (("", "en"), ("-ja", "ja")):
        if not any(camera.wants(name + suffix) for name in SEALED):
            continue
        here, there = [await Person.at(server, browser, theme="system", language=language) for _ in range(2)]
        page, api = here.page, "/api/v1/tables"
        for person, name in ((here, "Aki"), (there, "Ren")):
            await person.context.request.post("/api/v1/guest", data={"name": name})
        # With days per move, there is time enough for all the screenshots before the seeds must be revealed.
        settings = {"game": "sakura", "seats": 2, "options": {"rounds": 3}, "clock": {"kind": "days"}}
        table = (await (await here.context.request.post(api, data={"settings": settings})).json())["id"]
        # Ren's device is a program, which takes its time to reveal.
        sit = {"commitment": commitment_of(LATE)}
        await there.context.request.post(f"{api}/{table}/sit", data=sit)
        await page.goto(f"/table/{table}")
        await page.locator(".start .primary").click()
        await page.locator('.start [aria-disabled="true"]').wait_for()
        await camera.shoot(page, f"sealing{suffix}")
        about = await (await there.context.request.get(f"{api}/{table}")).json()
        seeds = {"seal": about["sealing"]["seal"], "seeds": [{"seat": 1, "seed": LATE}]}
        await there.context.request.post(f"{api}/{table}/reveal", data=seeds)
        await page.wait_for_selector("#prompt")
        await page.locator("[popovertarget$='-seal']").click()
        await camera.shoot(page, f"seal{suffix}")
        await page.keyboard.press("Escape")
        await page.locator("[popovertarget$='-menu']").click()
        await camera.shoot(page, f"seal-menu{suffix}")
        await page.keyboard.press("Escape")
        await there.page.goto(f"/table/{table}")
        await asyncio.gather(here.play_fast(), there.play_fast())
        await page.goto(f"/replay/{table}")
        await page.locator("#replay-tab-fair").click()
        await page.locator(".verdict").wait_for()
        await camera.shoot(page, f"fair-good{suffix}", whole=True)
        # The same as if the server had dealt from another list than the one it showed.
        await page.evaluate(FORGE, table)
        await page.reload()
        await page.locator("#replay-tab-fair").click()
        await page.locator(".verdict").wait_for()
        await camera.shoot(page, f"fair-bad{suffix}", whole=True)
        for person in (here, there):
            await person.context.close()


async def draw_tiles(page: Page, camera: Camera) -> None:
    """The tile editor: opened by a link, and with an invalid tile."""
    await page.goto(f"/new/hiroba?tiles={TILES}")
    await page.wait_for_selector('[role="status"][data-known="true"]')
    await camera.shoot(page, "tiles", whole=True)
    await page.get_by_role("radio", name="Pond").check(force=True)
    await page.get_by_role("button", name="Row 2, column 3").click()
    await page.get_by_text("Tile 1 needs changes").wait_for()
    await camera.shoot(page, "tiles-wrong", whole=True)


async def keep(folder: Path, browser: Browser) -> None:
    """Renew the pictures in the repository."""
    for name, picture in README.items():
        shutil.copy(folder / f"{picture}.png", ROOT / "docs" / "images" / f"{name}.png")
    page = await browser.new_page()  # an empty page, whose content security policy allows data URLs
    for name, (picture, size) in OFFERED.items():
        taken = base64.b64encode((folder / f"{picture}.png").read_bytes()).decode()
        pressed: str = await page.evaluate(PRESS, [taken, size])
        (ROOT / "web" / "public" / f"screenshot-{name}.webp").write_bytes(base64.b64decode(pressed))


def contact_sheet(folder: Path) -> None:
    """An overview of all screenshots on one page."""
    names = sorted({path.stem.removesuffix(f"-{kind}") for kind in KINDS for path in folder.glob(f"*-{kind}.png")})
    kinds = (*KINDS, *VISION)
    rows = [
        f"<h2>{escape(name)}</h2><p>"
        + "".join(
            f'<img src="{name}-{kind}.png" alt="{kind}" height="500"> ' for kind in kinds if _there(folder, name, kind)
        )
        + "</p>"
        for name in names
    ]
    page = f"<!doctype html><meta charset=utf-8><title>Zashiki: every screen</title>{''.join(rows)}"
    (folder / "index.html").write_text(page, "utf-8")


def _there(folder: Path, name: str, kind: str) -> bool:
    return (folder / f"{name}-{kind}.png").exists()


SCENES: Final = (at_tables, around, lessons, first_game, sealed_deal)


async def all_screens(folder: Path, only: str, *, kept: bool) -> None:
    """Take everything: tables and pages in parallel."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [*PAGES, *TABLES, *(f"watching-{name}" for name in WATCHED), "waiting", "over", "home-again"]
    names += ["tiles", "tiles-wrong", "waiting-tiles"]
    names += [f"replaying-{game}" for game in zashiki.games()]
    names += [name for game in LESSONS for name in (f"lesson-{game}", f"lesson-{game}-ja")]
    names += [*FIRST_GAME, *SEALED, *(f"{name}-ja" for name in SEALED)]
    with tempfile.TemporaryDirectory() as home, Progress() as progress:
        task = progress.add_task("screens", total=sum(only in name for name in names))
        camera = Camera(folder, only, lambda: progress.advance(task))
        async with Server(database=f"sqlite:///{home}/zashiki.db", bot_pace=0.02) as server, async_playwright() as play:
            browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=CALM)
            await asyncio.gather(*(take(server, browser, camera) for take in SCENES))
            if kept:
                await keep(folder, browser)
            await browser.close()
    contact_sheet(folder)


def main() -> None:
    """Take all screenshots, or those whose names contain a word."""
    parser = argparse.ArgumentParser(description="Pictures of every screen.")
    parser.add_argument("--only", default="", help="a part of the names")
    parser.add_argument("--to", type=Path, default=ROOT / "web" / "screenshots", help="the folder")
    parser.add_argument("--keep", action="store_true", help="also renew the pictures of the README and the manifest")
    args = parser.parse_args()
    if args.keep and args.only:
        parser.error("--keep renews pictures of several screens: leave --only away")
    asyncio.run(all_screens(args.to, args.only, kept=args.keep))
    print(f"See {args.to / 'index.html'}")


if __name__ == "__main__":
    main()
