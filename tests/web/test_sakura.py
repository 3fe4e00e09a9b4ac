"""Sakura's table: its marks have words, and nothing that it says is cut off. In lessons, every card is known."""

from playwright.async_api import Browser, expect

from server_process import Server
from web.people import Person

CLIPPED = """(root) => [root, ...root.querySelectorAll(":not(.hidden-text)")].filter(
  (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== "visible"
).map((one) => one.className)"""
"""The elements in which something is cut off."""


async def test_the_green_line_has_a_legend(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    await person.visit("/learn/sakura/sets")
    hand = person.page.locator("[data-spot=hand]")
    await expect(hand.get_by_text("captures a card in the field")).to_be_visible()
    card = hand.get_by_role("button", name="Play cherry chaff 1, can capture the cherry scroll")
    await expect(card).to_be_visible()
    await card.click()
    await person.page.get_by_role("button", name="Continue").click()
    await expect(person.page.locator("#prompt").get_by_text("Stop ")).to_be_visible()
    assert person.errors == []


async def test_the_signs_of_sets_have_words_on_a_phone(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, phone=True)
    await person.visit("/learn/sakura/sets")
    mine = person.page.locator(".seat.own [data-spot=sets]")
    for word in ("Spring", "Drinking", "Red", "Blue", "Plain", "Summer", "Autumn", "Boar"):
        await expect(mine.get_by_text(word, exact=True)).to_be_visible()
    await person.page.get_by_role("button", name="Sets", exact=True).click()
    await expect(person.page.get_by_role("dialog")).to_contain_text(
        "Each completed set costs every opponent 50 points."
    )


async def test_what_a_set_costs_is_written_beside_the_field(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    await person.visit("/learn/sakura/sets")
    cost = "Each completed set costs every opponent 50 points."
    await expect(person.page.get_by_text(cost, exact=True)).to_be_visible()
    await expect(person.page.get_by_role("button", name="Show the sets")).to_have_accessible_description(cost)


async def test_the_note_about_the_wildcard_is_not_cut_off(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    page = person.page
    await person.visit("/learn/sakura/wildcard")
    await page.get_by_role("button", name="Play the fireworks").click()
    await page.get_by_role("button", name="Capture the moon").click()
    note = page.get_by_text("has the wildcard, paired with the moon").first
    await expect(note).to_be_in_viewport(ratio=1)
    await expect(page.get_by_text("Play your last card.")).to_be_visible()
    assert await page.locator(".notes-place").evaluate(CLIPPED) == []
    assert await page.locator(".stage-place").evaluate(CLIPPED) == []
