"""How heavy the client is and how quick: `make bench` (needs Chromium).

A real house (the installed package) and a real Chromium on one machine:

- *weight*: script and style that a browser with an empty cache fetches, as they come over the wire, for the home page
  and for each game's table; fonts and art are counted apart.
- *to the table*: from the click on *Play now* to a table on which something is asked of somebody, the best and the
  middle one of several tries.
- *layout shift*: what the browser counts while cards move in a whole game (0 is none).
- *frames*: the time between two frames while tricks are taken, and how many of a second's 60 were missed.
"""

import argparse
import asyncio
import platform
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Page, async_playwright
from rich.console import Console
from rich.table import Table as Grid

ROOT: Final = Path(__file__).parents[1]
sys.path[0] = str(ROOT / "tests")  # instead of this folder, where `web` would be this very file

from houses import House  # noqa: E402
from web.conftest import CALM  # noqa: E402
from web.people import Person  # noqa: E402

GAMES: Final = ("hagakure", "hijun", "hiroba", "hitohira", "sakura")
LIMITS: Final = {"home": 150, "table": 250}
"""Kilobytes of script and style."""
_WATCH: Final = """() => {
  window.shift = 0; window.gaps = []; let last = performance.now();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: false });
  const tick = (now) => { window.gaps.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(tick); });
}"""


async def weigh(context: BrowserContext, page: Page, path: str, ready: str) -> Counter[str]:
    """Bytes over the wire by kind, for one page in an empty browser."""
    session = await context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    bytes_: Counter[str] = Counter()

    def answered(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def finished(event: dict[str, Any]) -> None:
        bytes_[kinds.get(event["requestId"], "Other")] += int(event["encodedDataLength"])

    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", finished)
    await session.send("Network.enable")
    await page.goto(path)
    await page.wait_for_selector(ready)
    await page.wait_for_load_state("networkidle")
    await session.detach()
    return bytes_


def code(bytes_: Counter[str]) -> float:
    """Kilobytes of script and style."""
    return (bytes_["Script"] + bytes_["Stylesheet"]) / 1000


async def weights(house: House, browser: Browser) -> list[list[str]]:
    """The home page and every table."""
    rows: list[list[str]] = []
    for name in ("home", *GAMES):
        person = await Person.at(house, browser)
        if name == "home":
            found = await weigh(person.context, person.page, "/", "article")
        else:
            await person.context.request.post("/api/v1/guest", data={"name": "Aki"})
            made = await person.context.request.post("/api/v1/tables", data={"settings": {"game": name}, "fill": 1})
            found = await weigh(person.context, person.page, f"/table/{(await made.json())['id']}", "#prompt")
        limit = LIMITS["home" if name == "home" else "table"]
        other = (found["Font"] + found["Image"]) / 1000
        rows.append([name, f"{code(found):.0f} of {limit} kB", f"{other:.0f} kB"])
        await person.context.close()
    return rows


async def openings(house: House, browser: Browser, tries: int) -> list[list[str]]:
    """From the click to the table."""
    rows: list[list[str]] = []
    for game in GAMES:
        times: list[float] = []
        for _ in range(tries):
            person = await Person.at(house, browser)
            await person.page.goto("/")
            await person.page.wait_for_load_state("networkidle")
            began = perf_counter()
            box = person.page.locator(f'article[aria-labelledby="box-{game}"]')
            await box.get_by_role("button", name="Play now").click()
            await person.page.wait_for_selector("#prompt")
            times.append(perf_counter() - began)
            await person.context.close()
        rows.append([game, f"{1000 * min(times):.0f} ms", f"{1000 * statistics.median(times):.0f} ms"])
    return rows


async def motion(house: House, browser: Browser, moves: int) -> list[list[str]]:
    """Shift and frames while cards move."""
    rows: list[list[str]] = []
    for game in GAMES:
        person = await Person.at(house, browser, still=False)
        await person.play_now(game)
        await person.page.wait_for_selector("#prompt")
        await person.page.evaluate(_WATCH)
        for _ in range(moves):
            if not await person.move():
                break
        shift, gaps = await person.page.evaluate("() => [window.shift, window.gaps]")
        gaps = sorted(gaps)
        missed = sum(max(0, round(gap / (1000 / 60)) - 1) for gap in gaps)
        rows.append(
            [
                game,
                f"{shift:.4f}",
                f"{statistics.median(gaps):.1f} ms",
                f"{gaps[int(0.99 * len(gaps))]:.1f} ms",
                f"{missed} of {len(gaps) + missed}",
            ]
        )
        await person.context.close()
    return rows


async def measure(args: argparse.Namespace) -> list[tuple[str, list[str], list[list[str]]]]:
    """Everything, in turn."""
    with tempfile.TemporaryDirectory() as folder, Console(stderr=True).status("measuring") as status:
        async with House(database=f"sqlite:///{folder}/house.db", bot_pace=0.6) as house, async_playwright() as play:
            browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=CALM)
            status.update("weight")
            weight = await weights(house, browser)
            status.update("from the click to the table")
            opening = await openings(house, browser, args.tries)
            status.update("shift and frames")
            moving = await motion(house, browser, args.moves)
            await browser.close()
    return [
        ("Weight", ["page", "script and style", "fonts and art"], weight),
        ("From the click on Play now to the table", ["game", "best", "median"], opening),
        ("While cards move", ["game", "layout shift", "frame", "99 % of frames", "frames missed"], moving),
    ]


def main() -> None:
    """Measure, show tables, and write them as Markdown if asked."""
    parser = argparse.ArgumentParser(description="Weight and speed of the client in Chromium.")
    parser.add_argument("--tries", type=int, default=5, help="openings of each table")
    parser.add_argument("--moves", type=int, default=12, help="moves of mine in each game")
    parser.add_argument("--write", type=Path, help="a Markdown file for the tables")
    args = parser.parse_args()
    parts = asyncio.run(measure(args))
    lines = [f"Python {platform.python_version()}, Chromium headless, on the machine that also runs the house.", ""]
    for title, heads, rows in parts:
        grid = Grid(*heads, title=title)
        for row in rows:
            grid.add_row(*row)
        Console(width=120).print(grid)
        lines += [f"## {title}", "", "| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
        lines += ["| " + " | ".join(row) + " |" for row in rows] + [""]
    if args.write:
        args.write.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
