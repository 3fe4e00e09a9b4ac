"""A newcomer: quick games, the first game with its tips, help, and the way back to a table."""

from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Route, expect

from server_process import Player, Server
from web.people import PATIENCE, Person, against_bots, asked, introduced
from web.test_pages import found_by_axe

FRESH: dict[str, Any] = {"coach": "", "soundsAsked": False}
COVERED = """() => {
  const box = document.querySelector(".bubble").getBoundingClientRect();
  return [...document.querySelectorAll("#prompt, section.hand, [data-lit]")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
  }).length;
}"""
INSIDE = """() => {
  const { left, right, top, bottom } = document.querySelector(".bubble").getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def tip(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Tip")


async def stands_well(person: Person) -> None:
    """The card is on the screen, and covers neither the prompt, nor the hand, nor what it points at."""
    await expect(person.page.locator(".bubble.placed")).to_be_visible()
    await person.page.wait_for_function(INSIDE)
    assert await person.page.evaluate(COVERED) == 0


@pytest.mark.parametrize("phone", [False, True])
async def test_a_first_game_tells_the_goal_and_then_each_thing_once(
    phone: bool, server: Server, browser: Browser
) -> None:
    person = await Person.back(server, browser, phone=phone, **FRESH)
    page = person.page
    await person.play_now("hagakure")
    offer = page.get_by_role("region", name="Is this your first game of Hagakure?")
    await expect(offer.get_by_role("link", name="Take the lesson")).to_have_attribute("href", "/learn/hagakure/tricks")
    await stands_well(person)
    assert await page.locator("#drawer-panel").count() == 0, "a plain table at first"
    assert await found_by_axe(person) == []
    await offer.get_by_role("button", name="Show me while I play").click()
    goal = page.get_by_role("region", name="The goal")
    await expect(goal).to_contain_text("Win tricks")
    await stands_well(person)
    await goal.get_by_role("button", name="Got it").click()
    await page.wait_for_selector('[data-legal="true"]')
    await expect(tip(person)).to_contain_text("round begins with tokens")
    await expect(page.get_by_role("status").filter(has_text="round begins with tokens")).to_be_attached()
    await stands_well(person)
    assert await found_by_axe(person) == []
    await page.keyboard.press("1")
    assert await page.evaluate("document.activeElement.dataset.legal") == "true", "a tip does not take the focus"
    await page.keyboard.press("Escape")
    await expect(tip(person)).to_have_count(0)
    # Neither a reload nor another table brings it back.
    await page.reload()
    await page.wait_for_selector('[data-legal="true"]')
    await against_bots(person, game="hagakure")
    await page.wait_for_selector('[data-legal="true"]')
    await person.settled()
    await expect(page.locator(".bubble")).to_have_count(0)
    assert person.errors == []


def with_one_card(player: Player) -> bool:
    """Whether the player plays the last card of the round next."""
    view = player.view
    return view is not None and player.may_move() and view["board"]["players"][view["seat"]]["hand_count"] == 1


async def test_the_tally_of_a_round_brings_the_tips_about_it(server: Server, browser: Browser) -> None:
    """Behind a dialog nobody could read or close them."""
    person = await introduced(server, browser, "Aki", coach="hagakure")
    page = person.page
    await against_bots(person, game="hagakure", seats=3, options={"rounds": 2})
    await expect(tip(person)).to_contain_text("round begins with tokens")
    await page.get_by_role("button", name="Help and shortcuts").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await expect(page.locator(".bubble")).to_have_count(0)
    await page.get_by_role("dialog").get_by_role("button", name="Close").click()
    await expect(tip(person)).to_contain_text("round begins with tokens")
    await person.play_fast_until(with_one_card)
    await page.wait_for_selector('section.hand [data-legal="true"]')
    await page.keyboard.press("Escape")
    await person.move()
    tally = page.get_by_role("dialog", name="Round 1 is over")
    await expect(tally.locator(".tip", has_text="The round is counted")).to_be_visible(timeout=PATIENCE)
    await expect(page.locator(".bubble")).to_have_count(0)
    assert await found_by_axe(person) == []
    await tally.get_by_role("button", name="Continue").click()
    await expect(tally).to_be_hidden()
    await expect(page.locator(".bubble", has_text="The round is counted")).to_have_count(0)
    assert person.errors == []


async def test_looking_up_a_rule_moves_nothing_but_its_panel(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki")
    page = person.page
    await against_bots(person, game="hitohira")
    await page.wait_for_selector('[data-legal="true"]')
    await page.locator('[data-action][data-legal="false"]', has_text="Stop").click()
    await page.get_by_role("group", name="Why not").get_by_role("button", name="HT-3.1").click()
    await expect(page.locator('[id="HT-3.1"]')).to_be_focused()
    await expect(page.locator('[id="HT-3.1"]')).to_be_in_viewport()
    await expect(page.locator(".game-table > .bar")).to_be_in_viewport(ratio=1)
    assert await page.locator(".game-table").evaluate("(table) => table.scrollTop") == 0
    assert person.errors == []


@pytest.mark.parametrize("phone", [False, True])
async def test_a_tip_stands_beside_what_it_points_at(phone: bool, server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki", phone=phone, coach="hagakure")
    page = person.page
    spots = [
        {"action": None, "seat": 1, "place": None},
        {"action": None, "seat": 2, "place": None},
        {"action": None, "seat": None, "place": "hand"},
    ]

    async def course(route: Route) -> None:
        answer = await route.fetch()
        data = await answer.json()
        data["coach"] = [
            {"id": f"n{n}", "when": "prompt.token", "say": {"en": f"Tip {n}"}, "point": [spot], "rules": []}
            for n, spot in enumerate(spots)
        ]
        await route.fulfill(response=answer, json=data)

    await page.route("**/games/hagakure/course", course)
    await against_bots(person, game="hagakure")
    for n in range(len(spots)):
        await expect(tip(person)).to_contain_text(f"Tip {n}")
        await expect(page.locator("[data-lit]")).to_have_count(1)
        await stands_well(person)
        await tip(person).get_by_role("button", name="Got it").click()
    await expect(page.locator(".bubble, [data-lit]")).to_have_count(0)


async def test_who_knows_the_game_or_wants_no_tips_is_left_alone(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, **FRESH)
    page = person.page
    await person.play_now("hagakure")
    await page.get_by_role("button", name="I know this game").click()
    await expect(page.locator(".bubble")).to_have_count(0)
    await against_bots(person, game="hagakure")
    await expect(page.locator("#drawer-panel")).to_be_visible()
    # All of them at once, in the settings.
    await person.visit("/settings")
    await page.get_by_text("Tips for newcomers").dblclick()  # off, and on again
    await against_bots(person, game="hagakure")
    await page.get_by_role("button", name="Show me while I play").click()
    await page.get_by_role("button", name="Got it").click()
    await page.wait_for_selector('[data-legal="true"]')
    await tip(person).get_by_role("button", name="No more tips").click()
    await person.visit("/settings")
    await expect(page.get_by_label("Tips for newcomers")).not_to_be_checked()


async def test_whoever_simply_plays_is_not_asked_any_longer(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, **FRESH)
    await person.play_now("hagakure")
    await expect(person.page.get_by_role("button", name="Show me while I play")).to_be_visible()
    await person.move_and_see()
    await expect(person.page.get_by_role("button", name="Show me while I play")).to_have_count(0)


async def test_how_to_play_is_behind_the_question_mark(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki")
    page = person.page
    await against_bots(person, game="hagakure")
    await page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Help")
    for part in ("The goal", "Your turn", "The score"):
        await expect(help_.get_by_role("heading", name=part)).to_be_visible()
    assert await found_by_axe(person) == []
    await help_.get_by_role("tab", name="How to play").focus()
    await page.keyboard.press("ArrowRight")
    await expect(help_.get_by_role("tab", name="Keys")).to_be_focused()
    await expect(help_.get_by_text("You can play everything with the keyboard.")).to_be_visible()
    assert await found_by_axe(person) == []
    await person.visit("/learn/hagakure")
    await expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    assert await found_by_axe(person) == []
    assert person.errors == []


async def test_quick_games_are_short_unless_chosen_otherwise(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, **FRESH)
    page = person.page

    async def played() -> tuple[int, int]:
        answer = await person.context.request.get(f"/api/v1/tables/{person.table}")
        settings = (await answer.json())["settings"]
        return settings["seats"], settings["options"]["rounds"]

    await person.play_now("sakura")
    assert await played() == (2, 3)
    await person.visit("/")
    box = page.get_by_role("article", name="Sakura")
    await box.get_by_label("Length").select_option("12 rounds")
    await box.get_by_label("Players").select_option("3 players")
    await page.reload()
    await expect(box.get_by_label("Length")).to_have_value("usual")
    await person.play_now("sakura")
    assert await played() == (3, 12)


@pytest.mark.parametrize("phone", [False, True])
async def test_a_running_game_is_one_tap_away(phone: bool, server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki", phone=phone)
    page = person.page
    # Two people: bots alone would finish the game.
    other = await introduced(server, browser, "Ren")
    table = (await asked(person, "/tables", settings={"game": "hiroba", "seats": 2}))["id"]
    await asked(other, f"/tables/{table}/sit")
    await asked(person, f"/tables/{table}/start")
    for path in ("/", "/rules", "/settings"):
        await person.visit(path)
        back = page.get_by_role("banner").get_by_role("link", name="Hiroba")
        await expect(back).to_be_in_viewport(ratio=1)
        assert await found_by_axe(person) == []
        await back.click()
        await page.wait_for_url(f"**/table/{table}")
    # After leaving, too.
    await asked(person, f"/tables/{table}/leave")
    await person.visit("/")
    await page.get_by_role("link", name="Back to Hiroba").click()
    await page.wait_for_url(f"**/table/{table}")


async def test_sounds_are_offered_once_and_off_before(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, **FRESH)
    page = person.page
    sounds = "JSON.parse(localStorage['zashiki.settings']).sounds"
    await person.visit("/")
    assert not await page.evaluate(sounds)
    assert await found_by_axe(person) == []
    await page.get_by_role("group", name="Soft sounds?").get_by_role("button", name="Turn on").click()
    await page.wait_for_function(sounds)
    await page.reload()
    await expect(page.get_by_role("article", name="Sakura")).to_be_visible()
    await expect(page.get_by_role("group", name="Soft sounds?")).to_have_count(0)


SETTINGS = "JSON.parse(localStorage['zashiki.settings'])"


@pytest.mark.parametrize("phone", [False, True])
async def test_whoever_comes_by_a_link_is_asked_at_the_table(phone: bool, server: Server, browser: Browser) -> None:
    host = await introduced(server, browser, "Ren")
    table = (await asked(host, "/tables", settings={"game": "hagakure", "seats": 3}))["id"]
    newcomer: dict[str, Any] = {"soundsAsked": False, "animation": False}
    waits = await Person.at(server, browser, phone=phone, still=False, **newcomer)
    await waits.visit(f"/table/{table}")
    question = "Animation and soft sounds?"
    await expect(waits.page.get_by_role("group", name=question)).to_be_visible()
    person = await Person.at(server, browser, phone=phone, still=False, **newcomer)
    page = person.page
    await asked(person, "/guest", name="Aki")
    await against_bots(person, game="hagakure")
    await page.wait_for_selector('[data-legal="true"]')
    assert await page.evaluate(f"[{SETTINGS}.animation, {SETTINGS}.sounds]") == [False, False], "never before"
    if phone:  # there is no room in the bar: a dot says that there is a question
        assert await page.locator(".bar .dot").is_visible()
        await page.get_by_role("button", name="Speed and sounds").click()
    offer = page.get_by_role("group", name=question).locator("visible=true")
    await expect(offer).to_have_count(1)
    assert await found_by_axe(person) == []
    await offer.get_by_role("button", name="Animation only").click()
    await expect(offer).to_have_count(0)
    await expect(page.locator(".bar .dot")).to_have_count(0)
    assert await page.evaluate(f"[{SETTINGS}.animation, {SETTINGS}.sounds]") == [True, False]
    await page.reload()
    await page.wait_for_selector('[data-legal="true"]')
    await expect(page.get_by_role("group", name=question)).to_have_count(0)
    assert person.errors == []


async def test_a_level_shows_who_plays_there_and_moves_nothing(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    page = person.page
    for path, label in (("/", "Bots"), ("/new/hagakure", "Bots on empty seats")):
        await person.visit(path)
        level = page.get_by_label(label, exact=True)
        height = "document.documentElement.scrollHeight"
        before = await page.evaluate(height)
        for value, kind in (("1", "a child"), ("5", "an old master")):
            await level.select_option(value)
            await expect(page.locator(".faces p").get_by_text(kind).locator("visible=true")).to_have_count(1)
            assert await page.evaluate(height) == before
        assert await found_by_axe(person) == []
    await expect(page.locator(".faces")).to_contain_text("plays for the game rather than the trick")


DOUBLE = "Your points this round count double"


async def test_tips_appear_on_hover_and_focus_and_go_with_escape(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki")
    page = person.page
    await against_bots(person, game="hagakure")
    await page.wait_for_selector('[data-legal="true"]')
    bubble = page.locator(".tip-bubble")
    token = page.locator("section.hand .banner").first
    await token.hover()
    await expect(bubble).to_contain_text(DOUBLE)
    await bubble.hover()
    await expect(bubble).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(bubble).to_be_hidden()
    await page.mouse.move(640, 10)
    await page.keyboard.press("1")
    await expect(bubble).to_contain_text(DOUBLE)
    described = "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent"
    assert DOUBLE in await page.evaluate(described)
    await page.keyboard.press("Tab")
    await expect(bubble).not_to_contain_text(DOUBLE)


async def test_a_page_built_under_a_resting_pointer_shows_no_tip(server: Server, browser: Browser) -> None:
    """Whoever clicks "Play now" has the pointer where a token will be: its tip would lie over the first prompt."""
    person = await introduced(server, browser, "Aki")
    page = person.page
    table = await against_bots(person, game="hagakure")
    token = page.locator("section.hand .banner").first
    box = await token.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await person.visit("/learn")
    await page.mouse.move(x, y)
    await page.evaluate(
        "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }",
        f"/table/{table}",
    )
    await page.wait_for_selector('[data-legal="true"]')
    # Without a move of the pointer there is no event to wait for: a tip would be there after this time.
    await page.evaluate("new Promise((done) => setTimeout(done, 700))")
    await expect(page.locator(".tip-bubble:popover-open")).to_have_count(0)
    await page.mouse.move(x + 2, y + 2)
    await expect(page.locator(".tip-bubble")).to_contain_text(DOUBLE)


async def test_the_tip_of_a_card_in_the_hand_leaves_the_prompt_in_sight(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki", phone=True)
    page = person.page
    await against_bots(person, game="sakura")
    await page.wait_for_selector('[data-legal="true"]')
    await person.settled()
    await page.keyboard.press("1")
    await expect(page.locator(".tip-bubble:popover-open")).to_be_visible()
    tip_box = await page.locator(".tip-bubble").bounding_box()
    prompt = await page.locator("#prompt").bounding_box()
    assert tip_box is not None
    assert prompt is not None
    assert tip_box["y"] + tip_box["height"] <= prompt["y"] or tip_box["y"] >= prompt["y"] + prompt["height"]


async def test_a_long_press_shows_the_tip_and_makes_no_move(server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki", phone=True)
    page = person.page
    await against_bots(person, game="hagakure")
    await page.wait_for_selector('[data-legal="true"]')
    button = page.locator("section.hand .banner button").first
    box = await button.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = await page.context.new_cdp_session(page)
    await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    await expect(page.locator(".tip-bubble")).to_contain_text(DOUBLE)
    await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    await expect(button).to_have_attribute("aria-pressed", "false")
    assert person.moves_sent() == 0
    await expect(page.locator(".tip-bubble")).to_be_visible()
