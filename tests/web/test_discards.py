"""Picking several cards before they are sent: at a table on a phone, and in a lesson."""

from playwright.async_api import Browser, Locator, expect

from server_process import Server
from web.people import Person

DUE = 4
"""Discards of each of four players (HJ-2.3)."""


async def top_and_bottom(one: Locator) -> tuple[float, float]:
    """Where it is on the screen."""
    box = await one.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


async def test_on_a_phone_picked_cards_stay_in_view_and_one_too_many_is_refused(
    server: Server, browser: Browser
) -> None:
    person = await Person.back(server, browser, phone=True, confirm=True)
    await person.play_now("hijun")
    page = person.page
    await page.wait_for_selector('[data-legal="true"]')
    await person.settled()
    cards = page.locator(".hand .move-button")
    for place in range(DUE):
        await cards.nth(place).click()
    chosen = page.locator('.hand [aria-pressed="true"]')
    await expect(chosen).to_have_count(DUE)
    _, below = await top_and_bottom(page.locator("#prompt"))
    for place in range(DUE):
        top, _ = await top_and_bottom(cards.nth(place))
        assert top >= below, "the prompt covers no picked card"

    names = [await one.get_attribute("aria-label") for one in await chosen.all()]
    await expect(cards.nth(DUE)).to_have_attribute("data-legal", "false")
    await cards.nth(DUE).click()
    await expect(page.get_by_role("status").filter(has_text="Only 4: put one back first")).to_be_visible()
    assert [await one.get_attribute("aria-label") for one in await chosen.all()] == names, "none was replaced"

    await cards.nth(0).click()
    await cards.nth(DUE).click()
    await expect(cards.nth(0)).to_have_attribute("aria-pressed", "false")
    await expect(cards.nth(DUE)).to_have_attribute("aria-pressed", "true")
    await page.get_by_role("button", name="Confirm").click()
    await expect(cards).to_have_count(9)
    assert person.errors == []


async def test_in_a_lesson_discards_are_picked_in_any_order(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, confirm=True)
    page = person.page
    await page.goto("/learn/hijun/discard")
    await page.get_by_role("button", name="Continue").click()
    for value in (9, 2, 12):
        await page.get_by_role("button", name=f"Discard clover {value}", exact=True).click()
    await page.get_by_role("button", name="Discard plum 13").click()
    await page.get_by_role("button", name="Confirm").click()
    # Three of them reach their goals; the other one is answered, and is asked for once more.
    await expect(page.locator(".answer.not-this")).to_contain_text("here discard the clovers")
    await expect(page.locator("#prompt")).to_contain_text("The last clover.")
    await page.get_by_role("button", name="Discard clover 5", exact=True).click()
    await page.get_by_role("button", name="Confirm").click()
    await expect(page.locator("#prompt")).to_contain_text("The first leader is drawn")
    assert person.errors == []
