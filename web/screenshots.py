"""Every screen of the client, wide and on a phone, light and dark: `make screenshots`.

A real house with bots, and Chromium. The pictures go to `web/screenshots/`, to be looked at; those of the README are
kept in `docs/images/`.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, Page, async_playwright
from rich.progress import Progress

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from houses import House  # noqa: E402
from web.conftest import CALM  # noqa: E402
from web.people import Person  # noqa: E402

PAGES: Final = {
    "home": "/",
    "new": "/new/hagakure",
    "rules": "/rules",
    "replay": "/replay",
    "me": "/me",
    "settings": "/settings",
    "about": "/about",
}
TABLES: Final[dict[str, tuple[dict[str, Any], int]]] = {
    "hagakure": ({"game": "hagakure", "seats": 4}, 12),
    "hagakure-5": ({"game": "hagakure", "seats": 5}, 4),
    "hijun-discard": ({"game": "hijun", "seats": 4}, 0),
    "hijun": ({"game": "hijun", "seats": 4}, 6),
    "hiroba": ({"game": "hiroba", "seats": 3}, 12),
    "hitohira": ({"game": "hitohira", "seats": 3}, 14),
    "sakura": ({"game": "sakura", "seats": 2}, 6),
    "sakura-4": ({"game": "sakura", "seats": 4}, 5),
}
"""What is set up, and how many moves are made before the picture is taken."""
README: Final = {"home": "home-wide-light", "sakura": "sakura-wide-light", "hiroba": "hiroba-phone-dark"}


async def shoot(page: Page, path: Path, *, whole: bool) -> None:
    """Take a picture when nothing moves any more."""
    await page.evaluate("document.fonts.ready.then(() => true)")
    await page.wait_for_load_state("networkidle")
    await page.screenshot(path=path, full_page=whole)


async def screens(house: House, browser: Browser, folder: Path, only: str, *, phone: bool, dark: bool) -> None:
    """All screens of one kind."""
    kind = f"{'phone' if phone else 'wide'}-{'dark' if dark else 'light'}"
    theme = "dark" if dark else "light"
    person = await Person.at(house, browser, phone=phone, theme=theme)
    page = person.page
    for name, address in PAGES.items():
        if only in name:
            await page.goto(address)
            await shoot(page, folder / f"{name}-{kind}.png", whole=True)
    await person.context.request.post("/api/v1/guest", data={"name": "Aki"})
    for name, (settings, moves) in TABLES.items():
        if only not in name:
            continue
        made = await person.context.request.post("/api/v1/tables", data={"settings": settings, "seed": "s", "fill": 2})
        await page.goto(f"/table/{(await made.json())['id']}")
        await page.wait_for_selector("#prompt")
        for _ in range(moves):
            await person.move()
        await page.wait_for_timeout(400)
        await shoot(page, folder / f"{name}-{kind}.png", whole=False)
        if not phone:
            await page.goto(f"/rules/{settings['game']}")
            await shoot(page, folder / f"rules-{settings['game']}-{kind}.png", whole=True)
    if only in "over":
        await person.play_now("hagakure")
        await person.play_on()
        await shoot(page, folder / f"over-{kind}.png", whole=False)
        await page.goto(f"/replay/{person.table}")
        await page.wait_for_selector("[data-at]")
        await shoot(page, folder / f"replaying-{kind}.png", whole=False)
    await person.context.close()


async def all_screens(folder: Path, only: str) -> None:
    """Everything, in turn."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, Progress() as progress:
        async with House(database=f"sqlite:///{home}/house.db", bot_pace=0.05) as house, async_playwright() as play:
            browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=CALM)
            for phone in progress.track((False, True), description="screens"):
                for dark in (False, True):
                    await screens(house, browser, folder, only, phone=phone, dark=dark)
            await browser.close()


def main() -> None:
    """Take all pictures, or those whose name has a word in it."""
    parser = argparse.ArgumentParser(description="Pictures of every screen.")
    parser.add_argument("--only", default="", help="a part of the names")
    parser.add_argument("--to", type=Path, default=ROOT / "web" / "screenshots", help="the folder")
    parser.add_argument("--readme", action="store_true", help="also renew the pictures of the README")
    args = parser.parse_args()
    asyncio.run(all_screens(args.to, args.only))
    if args.readme:
        for name, picture in README.items():
            shutil.copy(args.to / f"{picture}.png", ROOT / "docs" / "images" / f"{name}.png")


if __name__ == "__main__":
    main()
