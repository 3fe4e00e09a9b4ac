"""Hagakure's own parts of the table in a browser."""

import re

from playwright.async_api import Browser, Locator, Page, Route, expect

from server_process import Server
from web.people import Person


async def box(found: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom."""
    there = await found.bounding_box()
    assert there is not None
    return there["x"], there["y"], there["x"] + there["width"], there["y"] + there["height"]


def around(outer: tuple[float, float, float, float], inner: tuple[float, float, float, float]) -> bool:
    """Whether one box holds the other, give or take a pixel."""
    return all(a <= b + 1 for a, b in zip(outer[:2], inner[:2], strict=True)) and all(
        a >= b - 1 for a, b in zip(outer[2:], inner[2:], strict=True)
    )


async def choosing_a_token(person: Person) -> Page:
    await person.play_now("hagakure")
    await person.page.get_by_role("button", name="Play Double").wait_for()
    return person.page


async def test_what_a_token_does_is_said_before_it_is_played(server: Server, browser: Browser) -> None:
    """In the confirmation and in the name of its button: a tooltip is neither read out nor touched."""
    person = await Person.back(server, browser, phone=True, confirm=True)
    page = await choosing_a_token(person)
    await page.get_by_role("button", name="Play Zero: score 0 this round").tap()
    await expect(page.locator("#prompt")).to_contain_text("Play Zero: score 0 this round?")


async def test_the_tokens_of_others_are_explained(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, phone=True)
    page = await choosing_a_token(person)
    explain = page.get_by_role("button", name=re.compile(r"^What .+'s tokens do$")).first
    left, top, right, bottom = await box(explain)
    assert min(right - left, bottom - top) >= 44
    await explain.tap()
    dialog = page.get_by_role("dialog", name=re.compile(r"^.+: tokens$"))
    for does in ("count double", "no points and no penalty", "2 extra points", "Swap your whole hand", "See the Yomi"):
        await expect(dialog).to_contain_text(does)
    await page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()


async def test_the_frame_of_a_chosen_target_of_look_is_around_its_cards(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, confirm=True)
    page = await choosing_a_token(person)
    await page.get_by_role("button", name="Look: available").click()
    panel = page.locator('.seat[data-seat="1"]')
    target = panel.get_by_role("button", name="Play Look")
    await target.click()
    await expect(target).to_have_attribute("aria-pressed", "true")
    assert around(await box(target), await box(panel.locator('[data-place="hand-1"]')))


async def test_a_hand_that_was_looked_at_is_not_cut_off_on_a_phone(server: Server, browser: Browser) -> None:
    """The narrowest panel beside banners: three players, five cards."""
    person = await Person.back(server, browser, phone=True)
    page = person.page
    await page.goto("/learn/hagakure/look")
    await page.get_by_role("button", name="Continue").tap()
    await page.get_by_role("button", name="Look: available").tap()
    await (
        page.get_by_role("group", name="Tokens")
        .get_by_role("button", name=re.compile(r"^Play Look: see .+'s hand$"))
        .first.tap()
    )
    panel = page.locator('.seat[data-seat="1"]')
    cards = panel.locator('[data-place="hand-1"] [data-piece]')
    await expect(cards).to_have_count(5)
    assert around(await box(panel), await box(cards.last))


async def test_a_hint_for_another_token_brings_the_tokens_back(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    page = await choosing_a_token(person)

    async def doubles(route: Route) -> None:
        answer = await route.fetch()
        moves = sorted(
            await answer.json(), key=lambda move: move["label"] != "Play Double: this round counts twice, a penalty too"
        )
        await route.fulfill(response=answer, json=moves)

    await page.route("**/hint", doubles)
    await page.get_by_role("button", name="Look: available").click()
    await expect(page.get_by_role("button", name="Play Double")).to_have_count(0)
    await page.get_by_role("button", name="Hint").click()
    await expect(page.get_by_role("button", name=re.compile("^Play Double.*best move"))).to_be_visible()
