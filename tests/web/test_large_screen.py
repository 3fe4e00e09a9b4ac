"""A large screen is used: things are larger, and nothing scrolls. What cannot be played is quiet."""

import pytest
from playwright.async_api import Browser, ViewportSize

from server_process import Server
from web.people import WIDE, against_bots, introduced

LARGE: ViewportSize = {"width": 1920, "height": 1080}
HUGE: ViewportSize = {"width": 2560, "height": 1440}
HELD = {
    "hagakure": "section.hand .cards .face",
    "hijun": "section.hand .face",
    "hiroba": ".board .cell",
    "hitohira": ".pouch",
    "sakura": "section.hand .held",
}
"""What a player looks at most: the cards in the hand, or the board."""
SCROLLS = """() => [document.documentElement, document.querySelector(".stage")].filter(
  (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1,
).map((one) => one.className)"""
EMPTY = """() => [...document.querySelectorAll(".stage .seat .pieces")].filter(
  (one) => ![...one.querySelectorAll("svg, [data-piece], b, li")].some((it) => it.checkVisibility()),
).length"""
LOOK = """(legal) => [...document.querySelectorAll(`section.hand .move-button[data-legal="${legal}"]`)].map((one) => {
  const styles = [one, ...one.querySelectorAll("*")].map((it) => getComputedStyle(it));
  return {
    glows: styles.some((it) => it.filter.includes("drop-shadow")),
    pale: styles.some((it) => it.opacity < 1 && it.filter.includes("saturate")),
  };
})"""
"""How each card of the hand looks that can be played, or that cannot."""


@pytest.mark.parametrize("game", sorted(HELD))
async def test_a_large_screen_is_used(game: str, server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki")
    page = person.page
    await against_bots(person, game=game)
    widths = []
    for size in (WIDE, LARGE, HUGE):
        await page.set_viewport_size(size)
        await page.wait_for_selector('[data-legal="true"]')
        await person.settled()
        box = await page.locator(HELD[game]).first.bounding_box()
        assert box is not None
        widths.append(box["width"])
        assert await page.evaluate(SCROLLS) == []
    assert widths[1] > 1.2 * widths[0]
    assert widths[2] > 1.2 * widths[1]
    await person.move_and_see()
    await person.ready()
    assert await page.evaluate(EMPTY) == 0
    assert person.errors == []


async def test_cards_that_cannot_be_played_are_quiet_and_the_others_lit(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki")
    page = person.page
    await against_bots(person, game="hijun")
    for _ in range(30):
        await person.ready()
        follows = (await person.views())[-1]["prompt"]["code"] == "prompt.follow"
        quiet = await page.evaluate(LOOK, "false")
        if follows and quiet:
            break
        await person.move_and_see()
    await page.mouse.move(5, 5)
    await page.evaluate("document.activeElement.blur()")
    lit, quiet = await page.evaluate(LOOK, "true"), await page.evaluate(LOOK, "false")
    assert lit
    assert quiet
    assert all(card["glows"] and not card["pale"] for card in lit), lit
    assert all(card["pale"] and not card["glows"] for card in quiet), quiet
