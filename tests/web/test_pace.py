"""What happens is shown at a pace that an eye can follow: held tricks, the tally of a round, a look back."""

import re

from playwright.async_api import Browser, Page, expect

from server_process import Server
from web.people import PATIENCE, Person, against_bots, introduced
from web.test_games import shifts_seen, watch_shifts

HAGAKURE = {"game": "hagakure", "seats": 3, "options": {"rounds": 2}}
HELD = "ol.trick li.done"
LAID = "ol.trick .laid"
READY = "() => document.querySelector('[data-legal=\"true\"]') !== null"


async def hand_count(person: Person) -> int:
    """How many cards this player holds."""
    view = (await person.views())[-1]
    count: int = view["board"]["players"][view["seat"]]["hand_count"]
    return count


async def choose_pace(page: Page, name: str) -> None:
    """Choose a speed without leaving the table."""
    await page.get_by_role("button", name="Speed and sounds").click()
    await page.locator("label", has_text=name).click()  # it covers its radio button
    await expect(page.get_by_role("radio", name=name)).to_be_checked()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("radio", name=name)).to_be_hidden()


async def next_scene(person: Person) -> None:
    """Move on with a key, in single steps."""
    await expect(person.page.get_by_role("button", name="Next")).to_be_visible(timeout=PATIENCE)
    await person.page.keyboard.press("Space")


async def test_a_round_ends_with_a_tally(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki")
    page = person.page
    table = await against_bots(person, **HAGAKURE)
    while await hand_count(person) > 1:
        await person.move_and_see()
    await choose_pace(page, "Fast")
    watcher = await Person.back(server, browser)
    await watcher.page.goto(f"/table/{table}")
    await expect(page.get_by_text("1 spectator")).to_be_attached()
    await watch_shifts(person)
    await person.move()
    tally = page.get_by_role("dialog", name="Round 1 is over")
    await expect(tally).to_be_visible(timeout=PATIENCE)
    await expect(page.get_by_role("button", name="Continue")).to_be_focused()
    lines = await (await person.context.request.get(f"/api/v1/tables/{table}/scores")).json()
    rows = tally.locator(".rows > li")
    await expect(rows).to_have_count(3)
    spoken = await tally.locator("#tally-spoken").text_content() or ""
    assert spoken.startswith("Aki: "), "one's own score is told first"
    for seat, name in enumerate(("Aki", "Kuri", "Hina")):
        own = [line for line in lines if line["seat"] == seat]
        total = str(sum(line["points"] for line in own)).replace("-", "−")
        row = rows.filter(has=page.locator(".name", has_text=name))
        await expect(row.locator(".why > li")).to_have_count(max(1, len(own)))
        await expect(row.locator(".total [aria-hidden]")).to_have_text(total)
        assert f"{name}: " in spoken
        assert f"total {total}." in spoken
    await expect(page.locator("header .round")).to_contain_text("Round 1 of 2")
    await page.keyboard.press("Enter")
    await expect(tally).to_be_hidden()
    await expect(page.locator("header .round")).to_contain_text("Round 2 of 2")
    assert not await page.evaluate("document.activeElement === document.body"), "focus is never lost"
    await page.wait_for_selector('[data-legal="true"]')
    assert await shifts_seen(person) == [], "nothing moves but what glides"
    assert person.errors == []


async def test_on_a_phone_the_button_to_move_on_moves_nothing(server: Server, browser: Browser) -> None:
    """It comes with the moves of the others and goes when the player is asked."""
    person = await introduced(server, browser, "Aki", phone=True)
    page = person.page
    await against_bots(person, **HAGAKURE)
    await choose_pace(page, "Slow")
    await watch_shifts(person)
    await person.move()
    await expect(page.get_by_role("button", name="Skip")).to_be_visible(timeout=PATIENCE)
    await page.get_by_role("button", name="Skip").click()
    await person.ready()
    assert await shifts_seen(person) == []
    assert person.errors == []


async def test_the_tally_of_another_round_may_follow_at_once(server: Server, browser: Browser) -> None:
    """Whoever reads a tally while the others play on finds the next one behind it."""
    person = await introduced(server, browser, "Aki")
    page = person.page
    await against_bots(person, game="hagakure", seats=3, options={"rounds": 3})
    tally = page.get_by_role("dialog", name="Round 1 is over")
    while not await tally.is_visible():
        await person.page.wait_for_function(f"() => ({READY})() || document.querySelector('dialog[open]') !== null")
        if not await tally.is_visible():
            await person.move()
    await person.play_fast()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="Round 2 is over")).to_be_visible(timeout=PATIENCE)
    await page.keyboard.press("Enter")
    await person.over()
    assert person.errors == []


async def test_a_trick_is_held_until_one_moves_on(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki", pace="step")
    page = person.page
    await against_bots(person, **HAGAKURE)
    mine = page.locator('[data-legal="true"]:not([aria-pressed="true"]):visible')
    onward = page.get_by_role("button", name="Next")
    # Up to the first trick that is complete, one step at a time.
    while not await page.locator(HELD).count():
        await expect(mine.first.or_(onward).or_(page.locator(HELD).first).first).to_be_visible(timeout=PATIENCE)
        if await page.locator(HELD).count():
            break
        if await onward.is_visible():
            await page.keyboard.press("Space")
        elif await mine.count():
            await person.move()
    await expect(page.locator(LAID)).to_have_count(3)
    view = (await person.views())[-1]
    if view["board"]["last_trick"] is not None and view["board"]["last_trick"]["winner"] == view["seat"]:
        await expect(page.locator('[data-legal="true"]').first).to_be_visible()  # the winner may lead at once
    else:
        await expect(page.locator("#prompt")).to_contain_text("wins the trick")
        await expect(page.locator(".seat.turn")).to_have_count(0)
        await next_scene(person)
    # It is gone, and the next one may have been led.
    await expect(page.locator(HELD)).to_have_count(0)
    assert person.errors == []


async def test_what_happened_since_my_last_move(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki")
    page = person.page
    await against_bots(person, **HAGAKURE)
    await person.move_and_see()
    await page.wait_for_selector('[data-legal="true"]')
    await page.reload()
    await page.wait_for_selector('[data-legal="true"]')
    prompt = await page.locator("#prompt .sentence").text_content() or ""
    await page.get_by_role("button", name="What happened?").click()
    look = page.get_by_role("group", name="What happened?")
    await expect(look).to_contain_text("after your last move")
    await expect(page.locator('[data-legal="true"]')).to_have_count(0)
    await page.keyboard.press("ArrowRight")
    await expect(look).to_contain_text("2 of ")
    await page.keyboard.press("ArrowLeft")
    await expect(look).to_contain_text("1 of ")
    await page.keyboard.press("Escape")
    await expect(look).to_be_hidden()
    await expect(page.locator("#prompt .sentence")).to_have_text(prompt)
    await expect(page.locator('[data-legal="true"]').first).to_be_visible()
    assert person.errors == []


async def test_the_prompt_follows_what_is_shown_and_the_hand_does_not_wait(server: Server, browser: Browser) -> None:
    """On a phone, where the button to move on must not lie on the round either."""
    person = await introduced(server, browser, "Aki", phone=True, pace="step")
    page = person.page
    await against_bots(person, game="sakura", options={"rounds": 3})
    onward = page.get_by_role("button", name="Next")
    mine = page.locator('[data-legal="true"]:visible')
    prompt = page.locator("#prompt .sentence")
    # A bot has played a card, and the one it flips is still to be seen: I may move, and read what it does.
    while not (await onward.is_visible() and await mine.count()):
        await expect(onward.or_(mine.first).first).to_be_visible(timeout=PATIENCE)
        if await onward.is_visible() and not await mine.count():
            await page.keyboard.press("Space")
        elif not await onward.is_visible():
            await person.move_and_see()
    await expect(prompt).to_contain_text(re.compile("^Kuri "))
    await expect(page.locator("header .round")).to_be_hidden()
    await page.keyboard.press("Space")
    await expect(prompt).not_to_contain_text(re.compile("^Kuri "), timeout=PATIENCE)
    await expect(onward).to_be_hidden()
    await expect(page.locator("header .round")).to_be_visible()
    assert person.errors == []
