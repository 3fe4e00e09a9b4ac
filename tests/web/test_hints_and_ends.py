"""What a new player is told: a hint with its reason, why a move is refused, and how the game ended for them."""

import re

import pytest
from playwright.async_api import Browser, expect

from server_process import Server
from web.people import Person, against_bots, introduced

INSIDE = """() => {
  const mark = [...document.querySelectorAll(".mark:has(.lamp)")].find((one) => one.checkVisibility());
  const { left, top, right, bottom } = mark.getBoundingClientRect();
  const points = [[left + 5, top + 5], [right - 5, top + 5], [left + 5, bottom - 5], [right - 5, bottom - 5]];
  return points.map(([x, y]) => {
    const found = document.elementFromPoint(x, y);
    return x >= 0 && x <= innerWidth && (mark.contains(found) || found === mark.closest("button"));
  });
}"""
"""Whether each corner of the mark is on the screen and nothing lies over it."""


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("game", ["hagakure", "hijun", "hiroba", "sakura", "hitohira"])
async def test_a_hint_marks_one_move_and_says_why(game: str, phone: bool, server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki", phone=phone)
    await against_bots(person, game=game)
    page = person.page
    await page.wait_for_selector('[data-legal="true"]')
    prompt = await page.locator("#prompt .sentence").inner_text()
    await page.get_by_role("button", name="Hint").click()
    panel = page.get_by_role("region", name="Hint")
    await expect(panel).to_contain_text("Best:")
    await expect(panel).to_contain_text(re.compile(r"(chance of winning|certain to win): \d+ %"))
    assert await panel.locator(".why p").count() >= 1, "it says why, or that another move is as good"
    assert "{" not in await panel.inner_text()
    assert await page.locator("#prompt .sentence").inner_text() == prompt, "the prompt stays"
    marks = page.locator(".mark:has(.lamp):visible")
    await expect(marks).to_have_count(1)
    assert await page.evaluate(INSIDE) == [True] * 4
    assert await page.locator('[aria-label*="chance of winning"]').count() <= 1
    box = await panel.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= (390 if phone else 1280)
    await panel.get_by_role("button", name="Close the hint").click()
    await expect(panel).to_be_hidden()
    await page.get_by_role("button", name="Hint").click()
    await expect(panel).to_be_visible()
    assert person.errors == []


async def test_a_refusal_gives_way_to_the_prompt(server: Server, browser: Browser) -> None:
    person = await Person.at(server, browser)
    await person.page.clock.install()
    await person.play_now("hagakure")
    page = person.page
    await page.wait_for_selector('[data-legal="true"]')
    prompt = await page.locator("#prompt .sentence").inner_text()
    refusal = page.get_by_role("group", name="Why not")
    await page.locator('section.hand [data-action][data-legal="false"]').first.click()
    await expect(refusal).to_contain_text("choose a token")
    assert await page.locator("#prompt .sentence").inner_text() == prompt, "the prompt stays"
    await expect(page.get_by_role("button", name="Hint")).to_be_visible()
    await page.mouse.move(5, 5)
    await page.clock.run_for(30_000)
    await expect(refusal).to_be_hidden()
    await page.locator('section.hand [data-action][data-legal="false"]').first.click()
    await expect(refusal).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(refusal).to_be_hidden()


async def test_playing_again_against_bots_begins_at_once(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki")
    table = await against_bots(person, game="hagakure", seats=3, options={"rounds": 1})
    await person.play_fast()
    await person.over()
    await person.page.get_by_role("button", name="Play again").click()
    await person.page.wait_for_url(lambda url: "/table/" in url and table not in url)
    await person.page.wait_for_selector('[data-legal="true"]')
    assert person.errors == []


async def test_the_end_is_about_me(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki")
    await person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = await against_bots(person, game="hagakure", options={"rounds": 2})
    await person.play_fast()
    page = person.page
    await person.over()
    end = page.get_by_role("dialog")
    await expect(end.get_by_role("heading", level=2)).to_have_text(re.compile("^(You win!|You share|You came [2-4])"))
    await expect(end.locator(".margin")).to_contain_text(re.compile("You finished|Level on points|share the victory"))
    rows = [await row.inner_text() for row in await end.locator(".places .hidden-text").all()]
    assert len(rows) == 4
    assert all(
        re.fullmatch(r"(1st|2nd|3rd|4th): (Aki|(Kuri|Hina|Sota), level 1), −?\d+ points?", row) for row in rows
    ), rows
    won = "You win" in await end.get_by_role("heading", level=2).inner_text()
    assert await page.locator(".petals").count() == 0 or won
    async with page.expect_download() as saved:
        await end.get_by_role("button", name="Save picture").click()
    assert (await saved.value).suggested_filename == f"hagakure-{table}.png"
    await end.get_by_role("button", name="Share").click()
    await expect(end.get_by_role("status")).to_have_text("Link copied.")
    assert await page.evaluate("navigator.clipboard.readText()") == f"{server.address}/replay/{table}"
    await expect(end.get_by_role("link", name="Next: Hijun")).to_have_attribute("href", "/new/hijun")
    await end.get_by_role("button", name="Change level").click()
    await end.get_by_role("combobox", name="Bots' level").select_option("2")
    await end.get_by_role("button", name="Play", exact=True).click()
    await page.wait_for_url(lambda url: "/table/" in url and table not in url)
    answer = await person.context.request.get(f"/api/v1/tables/{person.table}")
    seats = (await answer.json())["seats"]
    assert [seat["level"] for seat in seats if seat["kind"] == "bot"] == [2, 2, 2]
    assert person.errors == []
