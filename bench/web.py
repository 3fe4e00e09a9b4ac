"""The weight and speed of the client: `make bench` (needs Chromium).

A real server (the installed package, or the given sources and client) and a real Chromium on one machine:

- *weight*: script and style that a browser with an empty cache fetches, as sent over the wire with all headers, for the
  home page (with what it prefetches) and for each game's table; fonts and art are listed separately.
- *to the table*: from the click on *Play now* to the first frame of a table at which somebody has to act. Each time it
  is a browser with an empty cache and a new guest, without hovering first. The parts: until the table is set up, until
  the browser has received it, and until it is drawn. The first table after the start of the server is measured
  separately.
- *layout shift*: the browser's sum over a whole game (0 is none), and what was shifted most. Animations do not count.
  A script makes the moves, so that no shift is excused by a recent click.
- *motion*: a trace of moves being made, tricks taken, cards captured, petals drawn, pebbles placed. Frames per second
  during animations, compared with a peer in the same run: an empty page with one animated card, while nothing else
  happens, and while bots think at a table as they do when somebody plays. And what does not depend on other load: the
  longest work of the main thread to start animations (receive a view, change the page, measure it) and at a stretch
  while they run, where a frame has 16 ms; forced layouts per start (1: to know the target positions); animations that
  the browser cannot run on the compositor alone.
"""

import argparse
import asyncio
import os
import platform
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Page, async_playwright
from rich.console import Console

ROOT: Final = Path(__file__).parents[1]
sys.path[0:1] = [str(ROOT), str(ROOT / "tests")]  # instead of this folder, where `web` would be this very file

from bench.motion import CATEGORIES, SCRIPT, Motion, read  # noqa: E402
from bench.showing import Sheet  # noqa: E402

from server_process import Guest, Server  # noqa: E402
from web.conftest import CALM  # noqa: E402
from web.people import Person  # noqa: E402

MOVES: Final = {
    "hagakure": ("tricks taken", ("event.trick", "event.trick_fools")),
    "hijun": ("tricks taken", ("event.trick",)),
    "hiroba": ("pebbles placed", ("event.pebble",)),
    "hitohira": ("petals drawn", ("event.drawn",)),
    "sakura": ("captures", ("event.play_captures", "event.flip_captures", "event.captures")),
}
"""Events to wait for in each game while it is traced."""
GAMES: Final = tuple(MOVES)
LIMITS: Final = {"home": 150, "table": 250}
"""Kilobytes of script and style."""
BETWEEN: Final = 0.6
"""Seconds between the moves of bots, as for people."""
LONGEST: Final = 40
"""Maximum seconds of a game that are traced."""

Row = list[str]
Part = tuple[str, Row, list[Row]]
Say = Callable[[str], None]

TIMES: Final = """
  addEventListener("click", (event) => (window.clicked ??= event.timeStamp), true);
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...all) {
      super(...all);
      if (!String(all[0]).includes("/ws/tables/")) return;
      this.addEventListener("message", () => (window.told = performance.now()), { once: true });
    }
  };
  addEventListener("DOMContentLoaded", () => {
    const watch = new MutationObserver(() => {
      if (document.querySelector("#prompt") === null) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => (window.drawn = performance.now())));
    });
    watch.observe(document.body, { subtree: true, childList: true });
  });
"""
HASTE: Final = """
  const wait = setTimeout;
  window.setTimeout = (act, time, ...all) => wait(act, time / 10, ...all);
"""
"""Nobody has to see what happens: what stays on the screen for a second goes on after a tenth of it."""
SHIFTS: Final = """
  window.shifts = {};
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const area = ({ previousRect: a, currentRect: b }) => Math.max(a.width * a.height, b.width * b.height);
      const [worst] = [...sources].sort((one, other) => area(other) - area(one));
      const node = worst?.node?.nodeType === 3 ? worst.node.parentElement : worst?.node;
      const name = (one) => [one.tagName.toLowerCase(), ...one.classList].filter((part) => !/^(s|svelte)-/.test(part));
      const path = [node?.parentElement, node].filter(Boolean).map((one) => name(one).join("."));
      const where = path.join(" > ") || "?";
      window.shifts[where] = (window.shifts[where] ?? 0) + value;
    }
  }).observe({ type: "layout-shift", buffered: false });
"""
PLAY: Final = """async ([moves, calm]) => {
  let changed = performance.now();
  const watch = new MutationObserver(() => (changed = performance.now()));
  watch.observe(document.querySelector("#prompt").closest(".stage"), {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
  const lit = () => [...document.querySelectorAll('[data-legal="true"]:not([aria-pressed="true"])')]
    .filter((one) => one.checkVisibility());
  let chance = 7;
  const pick = (all) => all[(chance = (chance * 48271) % 2147483647) % all.length];
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  let made = 0;
  for (let waited = 0; made < moves && waited < 3000; waited += 1) {
    await frame();
    if (document.querySelector('[data-over="true"]') !== null) return [made, true];
    document.querySelector("dialog[open] #tally-spoken ~ footer .primary")?.click();
    if (performance.now() - changed < calm) continue;
    const found = lit();
    if (found.length === 0) continue;
    pick(found).click();
    await frame();
    document.querySelector("#prompt .primary:enabled")?.click();
    made += 1;
    waited = 0;
  }
  return [made, false];
}"""
"""Makes up to this many random moves; returns how many, and whether the game is over.

Somebody who moves ends the display of what came before, so each move waits until the table has not changed for so many
milliseconds: everything is shown at its pace.
"""
SHOWN: Final = 2000
"""Milliseconds: longer than any scene stays at normal speed."""
HASTENED: Final = SHOWN / 10
"""The same with `HASTE`."""
PACE: Final = "normal"
"""The pace of people who have chosen none; in tests nothing is held."""
CARD: Final = """<style>
  body { margin: 0; background: #dfe3c5 }
  div { position: absolute; inset: 40% auto auto 40%; width: 100px; height: 140px; background: #f6f1e4 }
</style><div></div>"""
GLIDE: Final = """async (times) => {
  const card = document.querySelector("div");
  for (let n = 0; n < times; n += 1) {
    const begun = card.animate([{ offset: 0, translate: "-300px 200px", scale: "0.5" }], { duration: 260 });
    await begun.finished;
    begun.cancel();
    await new Promise((done) => setTimeout(done, 300));
  }
}"""


# Weight


async def weigh(context: BrowserContext, page: Page, path: str, ready: str) -> tuple[Counter[str], int]:
    """Return the bytes sent by kind for one page in an empty browser, and the number of script and style files."""
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
    return bytes_, sum(1 for kind in kinds.values() if kind in ("Script", "Stylesheet"))


async def weights(server: Server, browser: Browser, say: Say) -> list[Row]:
    """Measure the home page and every table."""
    rows: list[Row] = []
    for name in ("home", *GAMES):
        say(f"weight: {name}")
        person = await Person.at(server, browser)
        if name == "home":
            found, files = await weigh(person.context, person.page, "/", "article")
        else:
            await person.context.request.post("/api/v1/guest", data={"name": "Aki"})
            made = await person.context.request.post("/api/v1/tables", data={"settings": {"game": name}, "fill": 1})
            path = f"/table/{(await made.json())['id']}"
            found, files = await weigh(person.context, person.page, path, "#prompt")
        code, other = found["Script"] + found["Stylesheet"], found["Font"] + found["Image"]
        limit = LIMITS["home" if name == "home" else "table"]
        rows.append([name, f"{code / 1000:.0f} of {limit} kB", str(files), f"{other / 1000:.0f} kB"])
        await person.context.close()
    return rows


# From the click to the table


async def opening(server: Server, browser: Browser, game: str) -> tuple[float, float, float]:
    """Return the milliseconds from the click until the table is set up, received and drawn."""
    person = await Person.at(server, browser, still=False)
    await person.context.add_init_script(TIMES)
    await person.page.goto("/")
    await person.page.wait_for_load_state("networkidle")
    box = person.page.locator(f'article[aria-labelledby="box-{game}"]')
    await box.get_by_role("button", name="Play now").click()
    await person.page.wait_for_function("() => window.drawn !== undefined")
    set_up, received, drawn = await person.page.evaluate(
        """() => [
          performance.getEntriesByType("resource").findLast(({ name }) => name.endsWith("/api/v1/tables")).responseEnd,
          window.told, window.drawn,
        ].map((time) => time - window.clicked)"""
    )
    await person.context.close()
    return set_up, received, drawn


async def openings(server: Server, browser: Browser, tries: int, say: Say) -> list[Row]:
    """Measure from the click to the table."""
    rows: list[Row] = []
    for game in GAMES:
        times: list[tuple[float, float, float]] = []
        for number in range(tries):
            say(f"from the click to the table: {game}, {number + 1} of {tries}")
            times.append(await opening(server, browser, game))
        rows.append(opened(game, times))
    return rows


def opened(name: str, times: list[tuple[float, float, float]]) -> Row:
    whole = [drawn for _, _, drawn in times]
    steps = [(first, second - first, third - second) for first, second, third in times]
    middle = [f"{statistics.median(step):.0f}" for step in zip(*steps, strict=True)]
    return [
        name,
        *(f"{value:.0f} ms" for value in (min(whole), statistics.median(whole), max(whole))),
        " + ".join(middle),
    ]


# Layout shift


async def shifts(server: Server, browser: Browser, moves: int, say: Say) -> list[Row]:
    """Measure layout shifts in a game, on both kinds of screen."""
    rows: list[Row] = []
    for game in GAMES:
        say(f"layout shift: {game}")
        screens = (shifted(server, browser, game, moves, phone=phone) for phone in (False, True))
        rows += await asyncio.gather(*screens)
    return rows


async def shifted(server: Server, browser: Browser, game: str, moves: int, *, phone: bool) -> Row:
    person = await Person.at(server, browser, phone=phone, still=False, pace=PACE)
    await person.context.add_init_script(HASTE)
    await person.context.request.post("/api/v1/guest", data={"name": "Aki"})
    made = await person.context.request.post("/api/v1/tables", data={"settings": {"game": game}, "fill": 1})
    await person.page.goto(f"/table/{(await made.json())['id']}")
    await person.page.wait_for_selector("#prompt")
    await person.page.wait_for_load_state("networkidle")
    await person.page.evaluate(f"() => {{{SHIFTS}}}")
    count, over = await person.page.evaluate(PLAY, [moves, HASTENED])
    found: dict[str, float] = await person.page.evaluate("() => window.shifts")
    await person.context.close()
    worst = max(found, key=lambda where: found[where], default=None)
    return [
        game,
        "phone" if phone else "wide",
        f"{count} moves, {'to the end' if over else 'not to the end'}",
        f"{sum(found.values()):.4f}",
        "" if worst is None else f"`{worst}` {found[worst]:.4f}",
    ]


# Motion


async def traced(browser: Browser, page: Page, act: Callable[[], Awaitable[object]]) -> Motion:
    await browser.start_tracing(page=page, categories=CATEGORIES)
    await act()
    return read(await browser.stop_tracing())


async def peer(browser: Browser, times: int) -> Motion:
    """Measure one card on an empty page."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    await context.add_init_script(SCRIPT)
    page = await context.new_page()
    await page.goto("about:blank")
    await page.set_content(CARD)
    found = await traced(browser, page, lambda: page.evaluate(GLIDE, times))
    await context.close()
    return found


@asynccontextmanager
async def thinking(server: Server) -> AsyncGenerator[None]:
    """Let bots play at a table without viewers."""
    guest = await Guest(server, "Ben").arrive()
    table = await guest.open_table("sakura", fill=3)
    await guest.post(f"/api/v1/tables/{table}/leave")  # a bot plays on
    yield
    await guest.leave()


async def game_moves(server: Server, browser: Browser, game: str, wanted: int) -> Motion:
    """Make moves in a game until the wanted events were seen often enough."""
    person = await Person.at(server, browser, still=False, pace=PACE)
    await person.context.add_init_script(SCRIPT)
    await person.play_now(game)
    await person.page.wait_for_selector("#prompt")
    await person.page.wait_for_load_state("networkidle")
    codes = MOVES[game][1]

    async def seen() -> int:
        names = await person.page.evaluate("() => performance.getEntriesByType('mark').map(({ name }) => name)")
        return sum(1 for name in names if name.removeprefix("told ") in codes)

    before = await seen()

    async def play() -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + LONGEST
        while await seen() < before + wanted and loop.time() < end:
            if (await person.page.evaluate(PLAY, [1, SHOWN]))[1]:
                break
        await asyncio.sleep(1.5)

    found = await traced(browser, person.page, play)
    await person.context.close()
    return found


async def motions(server: Server, browser: Browser, wanted: int, say: Say) -> list[Row]:
    """Measure all animations."""
    say("motion: a single card")
    calm = await peer(browser, 4 * wanted)
    async with thinking(server):
        say("motion: a single card, while bots think")
        busy = await peer(browser, 4 * wanted)
    rows = [moved("one card", "", calm, calm), moved("one card, bots think", "", busy, calm)]
    for game in GAMES:
        say(f"motion: {game}")
        found = await game_moves(server, browser, game, wanted)
        name, codes = MOVES[game]
        seen = sum(found.told[code] for code in codes)
        rows.append(moved(game, f"{seen} {name}", found, calm))
    return rows


def moved(name: str, what: str, motion: Motion, calm: Motion) -> Row:
    helpless = ", ".join(f"{count} × {of}" for of, count in motion.helpless.most_common(3))
    return [
        name,
        what,
        f"{motion.seconds:.1f} s",
        f"{motion.rate:.0f}",
        f"{motion.rate / calm.rate:.2f}" if calm.rate else "",
        f"{statistics.median(motion.starts or [0]):.0f} / {max(motion.starts, default=0):.0f} ms",
        f"{max(motion.tasks, default=0):.0f} ms",
        f"{motion.forced / max(1, len(motion.starts)):.1f}",
        helpless or "none",
    ]


# All of it


@asynccontextmanager
async def opened_server(folder: str, name: str, pace: float) -> AsyncGenerator[Server]:
    client = {"client": os.environ["ZASHIKI_TRY_CLIENT"]} if "ZASHIKI_TRY_CLIENT" in os.environ else {}
    async with Server(database=f"sqlite:///{folder}/{name}.db", bot_pace=pace, **client) as server:
        yield server


async def measure(args: argparse.Namespace, say: Say) -> list[Part]:
    """Measure everything, in turn."""
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as play:
            browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=CALM)
            say("from the click to the first table of a server")
            first: list[tuple[float, float, float]] = []
            for number in range(args.servers):
                async with opened_server(folder, f"first{number}", BETWEEN) as server:
                    first.append(await opening(server, browser, "hagakure"))
            async with opened_server(folder, "server", BETWEEN) as server:
                times = await openings(server, browser, args.tries, say)
                weight = await weights(server, browser, say)
                motion = await motions(server, browser, args.seen, say)
            async with opened_server(folder, "quick", 0) as server:
                shift = await shifts(server, browser, args.moves, say)
            await browser.close()
    return [
        ("Weight", ["page", "script and style", "files", "fonts and art"], weight),
        (
            "From the click on Play now to the table",
            ["game", "best", "median", "worst", "set up + received + drawn (ms)"],
            [*times, opened("first of a server", first)],
        ),
        ("Layout shift in a game", ["game", "screen", "played", "sum", "most of it"], shift),
        (
            "While something glides",
            [
                "page",
                "traced",
                "gliding",
                "frames a second",
                "of the peer's",
                "work to start it (median / most)",
                "longest work while it glides",
                "layouts forced",
                "not by the browser alone",
            ],
            motion,
        ),
    ]


def main() -> None:
    """Measure, print tables, and write them as Markdown if asked."""
    parser = argparse.ArgumentParser(description="Weight and speed of the client in Chromium.")
    parser.add_argument("--quick", action="store_true", help="a smoke test, in about a minute")
    parser.add_argument("--servers", type=int, default=3, help="servers of which the first table is opened")
    parser.add_argument("--tries", type=int, default=7, help="openings of each table")
    parser.add_argument("--moves", type=int, default=1000, help="moves of mine in each game for the layout shift")
    parser.add_argument("--seen", type=int, default=4, help="tricks, captures … that are traced in each game")
    parser.add_argument("--write", type=Path, help="a Markdown file for the tables")
    args = parser.parse_args()
    if args.quick:
        args.servers, args.tries, args.moves, args.seen = 1, 2, 8, 1
    console = Console(stderr=True)
    with console.status("measuring") as status:
        parts = asyncio.run(measure(args, status.update if console.is_terminal else console.print))
    lines = [f"Python {platform.python_version()}, Chromium headless, on the machine that also runs the server.", ""]
    for title, heads, rows in parts:
        sheet = Sheet(heads, rows, title)
        sheet.show()
        lines += [f"## {title}", "", *sheet.lines, ""]
    if args.write:
        args.write.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
