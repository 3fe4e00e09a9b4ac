"""A game that the client was not built with: found on the home page, set up, read about, played and replayed."""

import re
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from examples.conftest import EXAMPLE, environment, install
from server_process import Server
from web.conftest import opened
from web.people import Person
from web.test_pages import found_by_axe


@pytest_asyncio.fixture(loop_scope="session")
async def with_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Server]:
    """A server with the example game installed."""
    target = tmp_path / "installed"
    install(EXAMPLE, target)
    monkeypatch.setenv("PYTHONPATH", environment(target)["PYTHONPATH"])
    async with opened(tmp_path) as server:
        yield server
        assert server.problems() == []


async def test_an_installed_game_is_played_at_the_generic_table(with_example: Server, browser: Browser) -> None:
    person = await Person.at(with_example, browser)
    page = person.page
    await person.play_now("Tanzaku")
    await person.page.wait_for_function("() => document.querySelector('[data-legal=\"true\"]')")
    own = page.locator('#hand [data-action="0"], .hand [data-action="0"]')
    await expect(own).to_have_accessible_name(re.compile(r"^Keep your card, card \d+$"))
    await expect(page.get_by_role("group", name="Pile").get_by_role("button")).to_have_accessible_name(
        "Swap it for one from the pile"
    )
    await expect(page.get_by_role("img", name="a card, face down")).to_have_count(2)
    assert await found_by_axe(person) == []
    await person.play_on()
    await expect(page.locator('[data-over="true"]')).to_be_visible()
    log = page.get_by_text(re.compile(r"^Seat \d"))
    await expect(log).to_have_count(0)  # players are called by their names
    assert person.errors == []


async def test_the_lessons_of_an_installed_game_are_taken_at_the_generic_table(
    with_example: Server, browser: Browser
) -> None:
    person = await Person.at(with_example, browser)
    page = person.page
    await person.visit("/learn")
    await expect(page.get_by_role("article", name="Tanzaku")).to_contain_text("0 of 1")
    await page.get_by_role("link", name="Tanzaku").click()
    await expect(page.get_by_text("Have the highest card when everybody shows theirs.")).to_be_visible()
    assert await found_by_axe(person) == []
    await page.get_by_role("link", name="Begin").click()
    lesson = page.locator("#prompt")
    await expect(lesson).to_contain_text("Hardly anybody holds less")
    swap = page.get_by_role("button", name="Swap it for one from the pile")
    await expect(swap).to_have_attribute("data-lit", "move")
    await page.locator('.hand [data-action="0"]').click()
    await expect(lesson).to_contain_text("Your 3 would win only against 1 and 2.")
    await swap.click()
    await expect(lesson).to_contain_text("Your 11 beat 8 and 6", timeout=20_000)
    await expect(page.get_by_role("group", name="Last round")).to_have_attribute("data-lit", "spot")
    assert await found_by_axe(person) == []
    await page.get_by_role("button", name="Continue").click()
    await expect(lesson).to_contain_text("Now you hold card 10.", timeout=20_000)
    await page.locator('.hand [data-action="0"]').click()
    await expect(lesson).to_contain_text("Two points, and the game.")
    await lesson.get_by_role("link", name="All lessons").click()
    await expect(page.get_by_role("heading", name="Learn Tanzaku")).to_be_visible()
    assert person.errors == []


async def test_a_game_without_lessons_says_so_and_shows_its_rules(
    with_example: Server, tmp_path: Path, browser: Browser
) -> None:
    shutil.rmtree(tmp_path / "installed" / "zashiki_tanzaku" / "lessons")
    person = await Person.at(with_example, browser)
    page = person.page
    await person.visit("/learn")
    card = page.get_by_role("article", name="Tanzaku")
    await expect(card).to_contain_text("There are no lessons for this game.")
    await card.get_by_role("link").click()
    await expect(page.get_by_role("alert")).to_have_text("There are no lessons for this game.")
    await page.get_by_role("link", name="Read the rules").click()
    await expect(page.locator("#TA-2\\.2")).to_be_visible()


async def test_an_installed_game_can_be_set_up_and_read_about(with_example: Server, browser: Browser) -> None:
    person = await Person.at(with_example, browser, phone=True, language="ja")
    page = person.page
    await person.visit("/rules/tanzaku")
    await expect(page.locator("#TA-2\\.2")).to_contain_text("取り替えられるのは1度だけ")
    await person.visit("/new/tanzaku")
    await expect(page.get_by_role("spinbutton")).to_have_value("3")
    await person.visit("/")
    card = page.get_by_role("article", name=re.compile("短冊"))
    await card.get_by_role("button").click()
    await page.wait_for_url("**/table/*")
    await expect(page.locator("#prompt")).to_contain_text(re.compile("あなたのカードは|の番です"))
    assert await found_by_axe(person) == []
    assert person.errors == []
