"""The documentation in a browser, as a server serves it: search, light and dark, keyboard, and no errors."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from server_process import Server
from web.conftest import CALM, chromium, opened

# The server and the browser belong to the event loop in which they were started.
pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

PAGES = ("", "tutorials/first-game/", "reference/zashiki/", "bench/strength/", "bench/results/", "rules/sakura.ja/")
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
CONTRAST = """() => axe.run({
  runOnly: ["color-contrast", "image-alt", "link-name", "svg-img-alt", "document-title"],
  resultTypes: ["violations"],  // all that passes would be described, too, which takes longer than to look at it
}).then((found) => found.violations.map((one) => [one.id, one.nodes[0].html.slice(0, 200)]))"""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory, site: Path) -> AsyncGenerator[Server]:
    """A server with the site that was just built."""
    async with opened(tmp_path_factory.mktemp("server"), docs=site) as there:
        yield there


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncGenerator[Browser]:
    async with async_playwright() as playwright:
        there = await playwright.chromium.launch(executable_path=chromium(), args=CALM)
        yield there
        await there.close()


def listen(page: Page, server: Server) -> list[str]:
    """Collect the page's errors and its requests to other hosts."""
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on(
        "request",
        lambda asked: None if asked.url.startswith((server.address, "data:", "blob:")) else heard.append(asked.url),
    )
    return heard


async def test_it_works_under_the_content_security_policy(server: Server, browser: Browser) -> None:
    for phone, scheme in ((False, "light"), (True, "dark")):
        context = await browser.new_context(
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
            color_scheme="dark" if phone else "light",
            base_url=f"{server.address}/docs/",
        )
        page = await context.new_page()
        heard = listen(page, server)
        for path in PAGES:
            await page.goto(path)
            await expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "sumi" if phone else "washi")
            wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{path} scrolls sideways"
            await page.evaluate(AXE.read_text("utf-8"))
            assert await page.evaluate(CONTRAST) == [], (path, scheme)
        assert heard == []
        await context.close()


async def test_search_and_light_by_keyboard(server: Server, browser: Browser) -> None:
    page = await browser.new_page(color_scheme="light")
    heard = listen(page, server)
    await page.goto(f"{server.address}/docs/")
    await expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching")
    await page.keyboard.press("s")
    await page.keyboard.type("Nobori")
    await expect(page.locator(".md-search-result__item").first).to_be_visible()
    await page.locator(".md-search__input").fill("")
    await page.keyboard.insert_text("花札")
    await page.keyboard.press("End")  # the search listens to keys
    await expect(page.locator(".md-search-result__item", has_text="花札").first).to_be_visible()
    await page.keyboard.press("Escape")
    await page.locator("label[title='Switch to dark']").press("Enter")
    await expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "sumi")
    await page.reload()
    await expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "sumi")
    assert heard == []
    await page.close()


@pytest.mark.parametrize(("language", "words"), [("en", "Read the documentation"), ("ja", "ドキュメントを読む")])
async def test_the_about_page_links_to_it(server: Server, browser: Browser, language: str, words: str) -> None:
    """Neither the client's router nor its service worker may answer instead: they do not know the site."""
    page = await browser.new_page()
    await page.add_init_script(f"localStorage.setItem('zashiki.settings', '{{\"language\": \"{language}\"}}')")
    await page.goto(f"{server.address}/about")
    await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    await page.get_by_role("link", name=words).click()
    await expect(page).to_have_url(f"{server.address}/docs/")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Zashiki 座敷")
    await page.go_back()
    await page.get_by_role(
        "link", name={"en": "how to run your own server", "ja": "自分のサーバーを立てる"}[language]
    ).click()
    await expect(page).to_have_url(f"{server.address}/docs/hosting/")
    await page.close()
