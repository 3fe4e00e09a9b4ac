"""Custom tiles (HB-R8): drawn by keyboard, checked by the server, played with, and shared by a link."""

import pytest
from playwright.async_api import Browser, Page, expect

from server_process import Server
from web.people import Person
from web.test_pages import found_by_axe

NINE = "~abbabbbB.b~bbbbAab.~aababbBb.~bbbbabaA.a~bAabbbb.b~bbbbaAa.aaba~bbbB.~aAaabbbb.~abaaBabb"
"""Nine tiles as encoded in a link: gardens `a` and `b`, the pond `~`, a capital letter for the starting square."""
KEPT = "() => JSON.parse(localStorage.getItem('zashiki.settings')).tiles"


async def checked(page: Page) -> None:
    """Wait for the server's verdict on the current tiles."""
    await expect(page.locator('[role="status"][data-known]')).to_have_attribute("data-known", "true")


async def focused(page: Page) -> str:
    """The name of the focused element."""
    name: str = await page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.value")
    return name


async def tabbed_to(page: Page, name: str) -> None:
    """Press Tab until an element of this name has the focus."""
    for _ in range(40):
        await page.keyboard.press("Tab")
        if (await focused(page)).startswith(name):
            return
    pytest.fail(f"{name} cannot be reached with Tab")


async def has_pebble(person: Person) -> bool:
    """Whether one of their pebbles is on the board."""
    view = (await person.views())[-1]
    return any(one["pebble"] and one["pebble"]["seat"] == view["seat"] for one in view["board"]["squares"])


async def test_tiles_are_drawn_by_keyboard_refused_corrected_played_and_shared(
    server: Server, browser: Browser
) -> None:
    aki = await Person.at(server, browser, tiles=NINE)
    page = aki.page
    await aki.visit("/new/hiroba")
    await page.get_by_role("radio", name="Standard").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("radio", name="My own tiles")).to_be_checked()
    await expect(page.get_by_role("button", name="Tile 9")).to_be_visible()
    await checked(page)
    await expect(page.get_by_text("All 9 tiles are fine.")).to_be_visible()

    # Tab reaches the middle square of the edited tile; from there arrows lead to its edge.
    await tabbed_to(page, "Row 2, column 2: garden a")
    await page.keyboard.press("3")
    await expect(page.get_by_role("radio", name="Pond")).to_be_checked()
    for _ in range(2):
        await page.keyboard.press("ArrowDown")
    assert await focused(page) == "Row 3, column 2: garden b"
    await page.keyboard.press("Enter")
    assert await focused(page) == "Row 3, column 2: pond"
    await expect(page.get_by_role("button", name="Row 1, column 1: garden b")).to_be_visible()
    await expect(page.get_by_role("button", name="Tile 1, needs changes")).to_be_visible()
    said = page.locator('[role="status"][data-known]')
    await expect(said).to_contain_text("Tile 1 needs changes:")
    await expect(said.get_by_role("listitem")).to_contain_text(["garden b is in pieces", "not be next to the pond"])
    await expect(said.get_by_role("link", name="HB-1.1")).to_have_attribute("href", "/rules/hiroba#HB-1.1")
    await expect(said.get_by_role("link", name="HB-2.1")).to_have_attribute("href", "/rules/hiroba#HB-2.1")
    assert await found_by_axe(aki) == []

    # The server refuses such a table, too.
    await page.get_by_label("Your name").fill("Aki")
    await page.get_by_role("button", name="Create table").click()
    await expect(page.get_by_role("alert").filter(has_text="Some of these tiles can't be played yet")).to_be_visible()

    # Undo it; then move the start beside the pond (HB-2.1), and elsewhere.
    await page.get_by_role("button", name="Row 3, column 2").focus()
    await page.keyboard.press("Control+z")
    await expect(page.get_by_text("All 9 tiles are fine.")).to_be_visible()
    for key in ("4", "ArrowUp", "ArrowLeft", " "):
        await page.keyboard.press(key)
    assert await focused(page) == "Row 2, column 1: garden b, starting square"
    await expect(said.get_by_role("listitem")).to_contain_text(["not be next to the pond"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    assert await focused(page) == "Row 3, column 1: garden b, starting square"
    await expect(page.get_by_text("All 9 tiles are fine.")).to_be_visible()
    drawn = f"~abbabBbb{NINE[9:]}"
    assert await page.evaluate(KEPT) == drawn

    await aki.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.get_by_role("button", name="Copy link").click()
    await expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link: str = await page.evaluate("navigator.clipboard.readText()")
    assert link == f"{server.address}/new/hiroba?tiles={drawn}"

    # Others see the tiles they are going to play with.
    await page.get_by_role("button", name="Create table").click()
    await page.wait_for_url("**/table/*")
    await expect(page.get_by_text("custom (9 tiles)")).to_be_visible()
    await expect(page.get_by_role("img", name="Tile 9;")).to_be_visible()
    await page.get_by_role("button", name="Change").click()
    await expect(page.get_by_role("button", name="Tile 9")).to_be_visible()
    await expect(page.get_by_role("button", name="Row 3, column 1: garden b, starting square")).to_be_visible()
    await page.get_by_role("button", name="Cancel").click()
    await page.get_by_role("button", name="Start with bots").click()
    await page.wait_for_selector("#prompt")
    while not await has_pebble(aki):
        await aki.move()
    view = (await aki.views())[-1]
    assert {one["tile"] for one in view["board"]["tiles"]} == set(range(1, 10)), "there are no others to draw from"
    assert [one for one in aki.errors if "400 (Bad Request)" not in one and "422" not in one] == []

    ren = await Person.at(server, browser, phone=True, theme="dark", tiles=NINE)
    await ren.visit(link)
    await expect(ren.page.get_by_text("These tiles come from the link you opened.")).to_be_visible()
    await expect(ren.page.get_by_text("Your own tiles are still saved")).to_be_visible()
    await expect(ren.page.get_by_role("button", name="Row 3, column 1: garden b, starting square")).to_be_visible()
    await checked(ren.page)
    await ren.page.get_by_role("button", name="Turn").tap()
    assert await ren.page.evaluate(KEPT) == NINE, "nobody has said that they are to be kept"
    wide = await ren.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    small = await ren.page.evaluate(
        """[...document.querySelectorAll(".editor button, .editor label")].map((one) => one.getBoundingClientRect())
          .filter(({ width, height }) => Math.min(width, height) < 44).length"""
    )
    assert small == 0, "everything is large enough for a finger"
    assert await found_by_axe(ren) == []
    await ren.page.get_by_role("button", name="Save these tiles").tap()
    await expect(ren.page.get_by_text("These tiles are now saved in this browser.")).to_be_visible()
    assert (await ren.page.evaluate(KEPT)).startswith("Bb~baabbb."), "turned"
    assert ren.errors == []


@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        ("<img src=x onerror=alert(1)>", "tile 1 must be nine of the characters"),
        (NINE.replace("a~b", "a~", 1), "tile 5 must be nine of the characters"),
        (NINE.rpartition(".")[0], "there must be 9 to 12"),
        (".".join([NINE] * 200), "there must be 9 to 12"),
    ],
    ids=["markup", "eight letters", "eight tiles", "endless"],
)
async def test_a_broken_link_is_explained_and_the_form_starts_with_the_defaults(
    tiles: str, why: str, server: Server, browser: Browser
) -> None:
    aki = await Person.back(server, browser, tiles=NINE)
    await aki.visit(f"/new/hiroba?tiles={tiles}")
    await expect(aki.page.get_by_role("alert").filter(has_text=why)).to_be_visible()
    await expect(aki.page.get_by_role("radio", name="Standard")).to_be_checked()
    assert await aki.page.evaluate(KEPT) == NINE
    assert aki.errors == []


async def test_an_offline_editor_says_so_and_checks_the_tiles_later(server: Server, browser: Browser) -> None:
    aki = await Person.at(server, browser, language="ja")
    page = aki.page
    await page.clock.install()
    await page.route("**/api/v1/games/hiroba/options", lambda route: route.abort())
    await aki.visit(f"/new/hiroba?tiles={NINE.replace('~', 'a', 1)}")
    status = page.locator('[role="status"][data-known="false"]')
    await expect(status).to_contain_text("サーバーにつながりません。")
    await page.unroute("**/api/v1/games/hiroba/options")
    await page.clock.run_for(10_000)
    await checked(page)
    problems = page.locator('[role="status"][data-known]')
    await expect(problems).to_contain_text("池は1枚のタイルにちょうど1か所必要です（今は0か所）")
    await expect(page.get_by_role("button", name="タイル1、要修正")).to_be_visible()
