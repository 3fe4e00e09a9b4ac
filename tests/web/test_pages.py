"""Every page: nothing that keeps somebody out, in light and dark; rules offline; both languages."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from houses import House
from web.people import Person

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GAMES = ("hagakure", "hijun", "hiroba", "hitohira", "sakura")
PAGES = ("/", "/new/hagakure", "/rules", "/replay", "/me", "/settings", "/about", *(f"/rules/{game}" for game in GAMES))


TRIED = ("label-content-name-mismatch",)
"""Rules that axe-core itself marks as experimental: this one takes what is drawn on a card for its label."""


async def serious(person: Person) -> list[str]:
    """What axe-core finds on the page that is open."""
    await person.page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = await person.page.evaluate(
        "(rules) => axe.run({ rules }).then((found) => found.violations)", {one: {"enabled": False} for one in TRIED}
    )
    return [
        f"{one['id']}: {node['html'][:300]} {node['failureSummary']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing_serious_on_any_page(theme: str, house: House, browser: Browser) -> None:
    person = await Person.at(house, browser, theme=theme)
    found: dict[str, list[str]] = {}
    for path in PAGES:
        await person.page.goto(path)
        await person.page.wait_for_load_state("networkidle")
        if problems := await serious(person):
            found[path] = problems
    assert found == {}
    assert person.errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing_serious_at_any_table(theme: str, house: House, browser: Browser) -> None:
    found: dict[str, list[str]] = {}
    for game in GAMES:
        person = await Person.at(house, browser, theme=theme, phone=theme == "dark")
        await person.play_now(game)
        for _ in range(3):
            await person.move()
        if problems := await serious(person):
            found[game] = problems
        await person.context.close()
    assert found == {}


async def test_rules_are_there_offline(house: House, browser: Browser) -> None:
    person = await Person.at(house, browser)
    await person.page.goto("/")
    await person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    await person.page.reload()
    await person.context.set_offline(True)
    for game in GAMES:
        await person.page.goto(f"/rules/{game}")
        await expect(person.page.locator("[id$='-1.1']").first).to_be_attached()


async def test_everything_is_there_in_japanese(house: House, browser: Browser) -> None:
    person = await Person.at(house, browser, language="ja")
    for path in PAGES:
        await person.page.goto(path)
        await person.page.wait_for_load_state("networkidle")
        assert await person.page.evaluate("document.documentElement.lang") == "ja"
        text = await person.page.inner_text("main")
        letters = [one for one in text if one.isalpha()]
        assert sum(one > "\u3000" for one in letters) > 0.6 * len(letters), f"{path}: {text[:200]}"
