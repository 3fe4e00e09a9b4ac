"""Tips: at a real table of each game, every card, token, ability and set tells what it does."""

import re

import pytest
from playwright.async_api import Browser, Locator, expect

from server_process import Server
from web.people import Person, against_bots, introduced
from web.test_pages import found_by_axe

EFFECTS: dict[str, dict[str, str]] = {
    "hagakure": {
        "[data-spot=hand] .move-button": "wins the trick|last wins it",
        "section.hand .banner button": "points|score|Swap|See",
        "[data-spot=other-tokens] button": "Double: (available|in use this round). Your points this round count double",
        "[data-spot=other-tokens] li": "points|score|Swap|See",
        ".facts .tricks": "1 point each",
    },
    "hijun": {
        "[data-spot=hand] .move-button": "must play .* the highest one wins",
        "[data-spot=tokens] li": "[1-4] points? for exactly two tricks",
        ".seat .pile": "Exactly two tricks score",
    },
    "sakura": {
        "[data-spot=hand] .move-button": r"captures .* cards if the field has any\. (\d+ points|No points)",
        "[data-spot=field] .hana-stack": "captures all three",
        "[data-spot=field] .spot:not([data-place], .hana-stack *)": "captures .* cards",
        ".seat [data-spot=sets] li": r"\(\d of 3\): .* costs every opponent 50 points",
        ".sets-place li": "costs every opponent 50 points|nobody can complete it",
    },
    "hiroba": {
        "section.hand .side:not(.flip)": "on (the other|both sides).* win gardens",
        ".cell[aria-label*='with a koi']": "lowest sum beside this pond takes its koi",
        ".seat .won li": "closes an empty|highest sum|lowest sum",
        ".seat .left li": "pebbles? with [1-5] and [5-9] left",
    },
    "hitohira": {
        ".hitohira .move-button.whole": "Three of one colour|worst for you",
        ".move-button.field-line": "Points for 1 to 10 pieces|scores best",
        ".ability .move-button": r"(pieces?|colours?|field|screen).*\.",
        "[data-spot=screens]": "most red and yellow pieces behind a screen",
    },
}
"""What stands for pieces, tokens, abilities and sets, by selector; and what each of them says of its effect."""
TOLD = """(all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => {
  const own = [one, ...one.querySelectorAll("[aria-describedby]")].flatMap(
    (part) => (part.getAttribute("aria-describedby") ?? "").split(" "));
  const read = own.map((id) => document.getElementById(id)?.textContent ?? "");
  return [one.ariaLabel ?? one.textContent, ...read].join(" ").replace(/\\s+/g, " ");
})"""
"""The accessible names and descriptions of what is visible."""


async def at_table(
    server: Server, browser: Browser, game: str, *, phone: bool = False, seats: int | None = None
) -> Person:
    """Somebody at a table against bots, asked for a move; in Hitohira, with some pieces drawn."""
    person = await introduced(server, browser, "Aki", phone=phone)
    await against_bots(person, game=game, **({} if seats is None else {"seats": seats}))
    await person.page.wait_for_selector('[data-legal="true"]')
    if game == "hitohira":
        await person.page.get_by_role("button", name="Draw 1", exact=False).first.click()
        await person.page.wait_for_selector(".hitohira .move-button.whole")
    await person.settled()
    return person


@pytest.mark.parametrize("game", EFFECTS)
async def test_everything_on_the_table_tells_what_it_does(game: str, server: Server, browser: Browser) -> None:
    person = await at_table(server, browser, game)
    for selector, effect in EFFECTS[game].items():
        told = await person.page.locator(selector).evaluate_all(TOLD)
        assert told or selector.endswith(".hana-stack"), f"{selector}: not every deal has a stack"
        assert [one for one in told if not re.search(effect, one)] == [], selector
    assert await person.page.locator(".hand [title], .mat [title], .pieces [title]").count() == 0, (
        "touch meets no title"
    )
    assert await found_by_axe(person) == []
    assert person.errors == []


RENAMED = """async (all) => {
  const described = (one) => document.getElementById(one.getAttribute("aria-describedby"))?.textContent ?? "";
  const found = [];
  for (const one of all.filter(described)) {
    const [name, words] = [one.ariaLabel, described(one)];
    one.ariaLabel = words;
    await null;
    const twice = described(one) !== "";
    one.ariaLabel = name;
    await null;
    found.push([name, words, twice, described(one)]);
  }
  return found;
}"""


async def test_a_tip_is_read_out_exactly_when_the_name_does_not_say_it(server: Server, browser: Browser) -> None:
    """Also when the name changes: a token is called by what it does until it can be played."""
    person = await at_table(server, browser, "hagakure")
    found = await person.page.locator("section.hand .banner button").evaluate_all(RENAMED)
    assert found, "a token that can be played is described"
    assert [(name, again) for name, words, twice, again in found if twice or again != words] == []
    assert person.errors == []


@pytest.mark.parametrize(
    ("game", "seats"), [("sakura", 7), ("hijun", 6), ("hagakure", 5), ("hiroba", 4), ("hitohira", 4)]
)
async def test_a_seat_has_one_tab_stop_for_its_tips(game: str, seats: int, server: Server, browser: Browser) -> None:
    person = await at_table(server, browser, game, seats=seats)
    groups = person.page.locator(".seat [data-tip-group]")
    assert await groups.count() >= seats
    assert await person.page.locator("[data-tip-part][tabindex]").count() == 0
    assert await person.page.locator(".seat [data-tip-group][tabindex]").count() <= 2 * seats


async def test_the_focus_shows_all_tips_of_a_group_and_the_pointer_one(server: Server, browser: Browser) -> None:
    person = await at_table(server, browser, "sakura")
    page = person.page
    bubble = page.locator(".tip-bubble")
    sets = page.locator(".seat.own [data-spot=sets]")
    await page.keyboard.press("Tab")
    await sets.focus()
    await expect(bubble).to_contain_text("Drinking (")
    await expect(bubble).to_contain_text("of 3): the crane, the warbler and the curtain")
    assert (await bubble.inner_text()).count("costs every opponent") == 1
    await page.keyboard.press("Tab")
    await expect(bubble).to_be_hidden()
    await sets.locator("li").nth(1).hover()
    await expect(bubble).to_contain_text("Drinking (")
    await expect(bubble).not_to_contain_text("Spring")
    # In the strip, a set has a tip, and a click on it opens all of them.
    strip = page.locator(".sets-place li").first
    await strip.hover()
    await expect(bubble).to_contain_text("Spring: the crane")
    await strip.click()
    await expect(page.get_by_role("dialog", name="Sets")).to_be_visible()
    assert person.errors == []


PIECES = {
    "hagakure": "[data-spot=hand] .move-button[data-legal=true]",
    "hijun": "[data-spot=hand] .move-button[data-legal=true]",
    "sakura": "[data-spot=hand] .move-button[data-legal=true]",
    "hiroba": "section.hand .side[data-legal=true]",
    "hitohira": ".hitohira .move-button.whole",
}


async def long_press(person: Person, piece: Locator) -> None:
    """A finger rests on something until its tip is there, and leaves."""
    await piece.scroll_into_view_if_needed()
    box = await piece.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = await person.context.new_cdp_session(person.page)
    await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    await expect(person.page.locator(".tip-bubble")).to_be_visible()
    await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await person.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


@pytest.mark.parametrize("game", PIECES)
async def test_a_long_press_on_a_phone_shows_what_a_piece_does(game: str, server: Server, browser: Browser) -> None:
    person = await at_table(server, browser, game, phone=True)
    page = person.page
    if game == "hagakure":
        await page.get_by_role("button", name="No token").click()
        await page.wait_for_selector(PIECES[game])
        await person.settled()
    piece = page.locator(PIECES[game]).first
    told = (await page.locator(PIECES[game]).evaluate_all(TOLD))[0]
    before = person.moves_sent()
    assert before == (game in {"hagakure", "hitohira"})
    await long_press(person, piece)
    bubble = page.locator(".tip-bubble")
    assert " ".join((await bubble.inner_text()).split()) in told
    await expect(bubble).to_be_in_viewport(ratio=1)
    await expect(piece).to_have_attribute("aria-pressed", "false")
    assert person.moves_sent() == before, "a long press plays nothing"
    assert person.errors == []
