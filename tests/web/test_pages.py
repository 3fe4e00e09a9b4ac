"""Every page: accessible in both themes, without layout shift, rules offline, both languages."""

import os
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright, expect

from server_process import Server
from web.conftest import CALM, chromium
from web.people import PHONE, Person, asked, everybody_leaves, introduced

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GAMES = ("hagakure", "hijun", "hiroba", "hitohira", "sakura")
RULES = tuple(f"/rules/{game}" for game in GAMES)
PAGES = ("/", "/new/hagakure", "/learn", "/learn/hagakure", "/rules", "/replay", "/me", "/settings", "/about", *RULES)
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental")

SHIFTS = """new PerformanceObserver((list) => {
  window.shifts ??= [];
  for (const one of list.getEntries()) window.shifts.push({
    value: one.value,
    what: one.sources.map((source) => (source.node?.outerHTML ?? source.node?.textContent ?? "").slice(0, 120)),
  });
}).observe({ type: "layout-shift", buffered: true })"""
"""Records layout shifts."""


RUN = """([tags, category]) => {
  const chosen = axe.getRules(tags).filter((rule) => rule.tags.includes(category)).map((rule) => rule.ruleId);
  // All that passes would be described, too, which takes as long again.
  const runOnly = category === null ? { type: "tag", values: tags } : chosen;
  return axe.run({ runOnly, resultTypes: ["violations"] }).then((found) => found.violations);
}"""


async def found_by_axe(person: Person, category: str | None = None) -> list[tuple[str, str]]:
    """The findings of axe-core with all its rules, including best practices: impact and description.

    With a category, such as `cat.color`, only the rules of that.
    """
    if not await person.page.evaluate("'axe' in window"):
        await person.page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = await person.page.evaluate(RUN, (TAGS, category))
    return [
        (one["impact"], f"{one['id']}: {node['html'][:300]} {node['failureSummary']}")
        for one in found
        for node in one["nodes"]
    ]


TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll(".table.options, .summary")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML.slice(0, 200))"""


async def rules_fit_a_phone(person: Person, title: str) -> None:
    """The summary is visible first, and the table of options fits and is still a table."""
    page = person.page
    options = page.locator("#options").get_by_role("table")
    await expect(options.get_by_role("rowheader").first).to_be_attached()
    first = page.locator("article h2").first
    await expect(first).to_have_text(title)
    await expect(first).to_be_in_viewport()
    await expect(page.locator("#in-short li").first).to_be_in_viewport(ratio=1)
    assert await page.evaluate(TOO_WIDE) == []
    assert await found_by_axe(person) == []


async def test_axe_finds_nothing_on_any_page(server: Server, browser: Browser) -> None:
    person = await Person.at(server, browser)
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    shown = person.page.locator("html")
    for path in (*PAGES, "/new", "/nowhere"):
        await person.page.emulate_media(color_scheme="light")
        await person.visit(path)
        await expect(shown).to_have_attribute("data-theme", "light")
        # Collapsed parts belong to the page.
        await person.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        if problems := await found_by_axe(person):
            found[path, "light"] = problems
        # The dark theme changes nothing but colours: no component depends on it.
        await person.page.emulate_media(color_scheme="dark")
        await expect(shown).to_have_attribute("data-theme", "dark")
        if problems := await found_by_axe(person, "cat.color"):
            found[path, "dark"] = problems
    assert found == {}
    # One of these addresses is a 404 on purpose, which the browser logs as an error.
    assert [one for one in person.errors if "404 (Not Found)" not in one] == []


@pytest.mark.parametrize("phone", [True, False])
async def test_pages_load_without_layout_shift(phone: bool, server: Server, browser: Browser) -> None:
    person = await Person.at(server, browser, phone=phone)
    await person.context.add_init_script(SHIFTS)
    await person.context.request.post("/api/v1/guest", data={"name": "Wolfeschlegelsteinhausen"})
    for game in ("hagakure", "sakura"):
        await person.context.request.post("/api/v1/tables", data={"settings": {"game": game}, "fill": 1})
    for path in (*PAGES, "/new", "/nowhere"):
        await person.visit(path)
        await person.page.wait_for_load_state("networkidle")  # late content may shift the layout, too
        await person.page.evaluate("document.fonts.ready.then(() => true)")
        shifts = await person.page.evaluate("window.shifts ?? []")
        assert sum(one["value"] for one in shifts) < 0.01, f"{path}: {shifts}"
        if phone and path in RULES:  # checked here, because these pages load slowly
            await rules_fit_a_phone(person, "In short")


WEIGHT = """() => performance.getEntriesByType("resource")
  .filter(({ name }) => /\\.(js|css)$/.test(new URL(name).pathname))
  .reduce((all, one) => all + one.encodedBodySize, 0)"""


async def weight(person: Person) -> int:
    """The weight of the open page, once it has loaded all that it wants."""
    await person.page.wait_for_load_state("networkidle")
    found: int = await person.page.evaluate(WEIGHT)
    return found


async def test_pages_stay_light(server: Server, browser: Browser) -> None:
    """Script and style, as they are sent: at most 150 kB for the home page, 250 kB for a table.

    Each page in a new context: what a service worker hands out is no longer packed.
    """
    person = await Person.at(server, browser)
    await person.visit("/")
    assert 50_000 < await weight(person) <= 150_000
    for game in GAMES:
        person = await Person.at(server, browser)
        await asked(person, "/guest", name="Aki")
        table = (await asked(person, "/tables", settings={"game": game}, fill=1))["id"]
        await person.page.goto(f"/table/{table}")
        await person.page.wait_for_selector("#prompt")
        assert 50_000 < await weight(person) <= 250_000, game
        await person.context.close()


async def test_navigation_moves_the_focus_to_the_heading(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    page = person.page
    await person.visit("/")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("main")).to_be_focused()
    for link, heading in (("Settings", "Settings"), ("Rules", "Rules"), ("Me", "You"), ("About", "About Zashiki")):
        await page.get_by_role("link", name=link, exact=True).first.click()
        await expect(page.get_by_role("heading", name=heading, level=1)).to_be_focused()
        assert (await page.title()).endswith("· Zashiki")
    await page.go_back()
    await expect(page.get_by_role("heading", name="You", level=1)).to_be_focused()


async def test_a_reused_browser_keeps_nothing_of_the_previous_person(server: Server, browser: Browser) -> None:
    """Other tests rely on it (`Person.back`)."""
    aki = await introduced(server, browser, "Akihiko", phone=True, language="ja", theme="dark")
    await aki.visit("/me")
    name = aki.page.get_by_text("Akihiko")
    await expect(name.first).to_be_attached()
    await everybody_leaves(browser)
    ren = await Person.back(server, browser, phone=True)
    assert ren is aki
    assert await ren.context.cookies() == []
    assert ren.heard == ren.errors == []
    await ren.visit("/me")
    shown = ren.page.locator("html")
    await expect(shown).to_have_attribute("lang", "en")
    await expect(shown).to_have_attribute("data-theme", "light")
    await expect(name).to_have_count(0)


async def test_the_app_can_be_installed(server: Server, tmp_path: Path) -> None:
    """By Chromium's criteria; in a persistent context, because nothing can be installed from a private window."""
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=chromium(), args=CALM
        )
        page = context.pages[0]
        await page.goto(server.address)
        await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        asked = await context.new_cdp_session(page)
        assert (await asked.send("Page.getInstallabilityErrors"))["installabilityErrors"] == []
        manifest = await asked.send("Page.getAppManifest")
        assert manifest["errors"] == []
        for one in await page.evaluate(
            "fetch('/manifest.webmanifest').then((answer) => answer.json())"
            ".then((all) => [...all.icons, ...all.screenshots, ...all.shortcuts.flatMap((one) => one.icons)])"
        ):
            answer = await context.request.get(server.address + one["src"])
            assert answer.headers["content-type"] == one["type"]
        await context.close()


async def test_an_update_is_offered_but_not_during_a_game(browser: Browser, tmp_path: Path) -> None:
    there = tmp_path / "client"
    shutil.copytree(os.environ.get("ZASHIKI_TRY_CLIENT") or str(files("zashiki") / "web"), there)
    async with Server(database=f"sqlite:///{tmp_path}/zashiki.db", client=str(there)) as server:
        person = await Person.at(server, browser)
        page = person.page
        await page.goto("/")
        await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        await page.wait_for_function("navigator.serviceWorker.controller !== null")
        await person.play_now("hagakure")
        await page.wait_for_selector("#prompt")
        for packed in there.glob("sw.js*"):
            if packed.name != "sw.js":
                packed.unlink()
        with (there / "sw.js").open("a") as script:
            script.write("\n// a newer one\n")
        await server.stop()
        await server.start()
        await page.evaluate("navigator.serviceWorker.ready.then((found) => found.update()).then(() => true)")
        await page.wait_for_function(
            "navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)"
        )
        offer = page.get_by_role("button", name="Update now")
        await expect(offer).to_have_count(0)
        await page.goto("/rules")
        await expect(offer).to_be_visible()
        async with page.expect_event("load"):
            await offer.click()
        await expect(page.get_by_role("heading", name="Rules", level=1)).to_be_visible()
        await expect(offer).to_have_count(0)


async def fits_a_phone_on_its_side(person: Person) -> None:
    """The prompt and the hand are visible at once, and the page scrolls vertically only."""
    page = person.page
    await page.wait_for_selector('[data-legal="true"]')
    await expect(page.locator("#prompt")).to_be_in_viewport(ratio=1)
    await expect(page.locator("section.hand")).to_be_in_viewport()
    await person.move()
    wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing_serious_at_any_table(theme: str, server: Server, browser: Browser) -> None:
    """The dark theme on a phone, first in landscape."""
    found: dict[str, list[str]] = {}
    phone = theme == "dark"
    person = await Person.back(server, browser, theme=theme, phone=phone)
    for game in GAMES:
        await person.context.clear_cookies()  # a new guest each time, without other tables waiting
        if phone:
            await person.page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
        await person.play_now(game)
        if phone:
            await fits_a_phone_on_its_side(person)
            await person.page.set_viewport_size(PHONE)
        for _ in range(3):
            await person.move()
        if problems := [what for impact, what in await found_by_axe(person) if impact in ("serious", "critical")]:
            found[game] = problems
    assert found == {}
    assert person.errors == []


async def test_rules_work_offline(server: Server, browser: Browser) -> None:
    person = await Person.at(server, browser)
    await person.page.goto("/")
    await person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    await person.page.reload()
    await person.context.set_offline(True)
    for game in GAMES:
        await person.page.goto(f"/rules/{game}")
        await expect(person.page.locator("[id$='-1.1']").first).to_be_attached()


async def is_japanese(person: Person) -> None:
    """Whether most letters of the page are Japanese."""
    assert await person.page.evaluate("document.documentElement.lang") == "ja"
    text = await person.page.inner_text("main")
    letters = [one for one in text if one.isalpha()]
    assert sum(one > "\u3000" for one in letters) > 0.6 * len(letters), f"{person.page.url}: {text[:200]}"


async def test_every_page_is_translated_into_japanese(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, language="ja")
    for path in PAGES:
        if path not in RULES:
            await person.visit(path)
            await is_japanese(person)


async def test_japanese_rules_on_a_phone(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, phone=True, language="ja")
    for path in RULES:
        await person.visit(path)
        await is_japanese(person)
        await rules_fit_a_phone(person, "ゲームの概要")
