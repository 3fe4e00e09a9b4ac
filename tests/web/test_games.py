"""A whole game of all five against bots by clicking; one by keyboard alone, one on a phone."""

import json

import pytest
from playwright.async_api import Browser, expect

from server_process import Server
from web.people import Person, against_bots, introduced

SHIFTS = """() => {
  window.shifts = [];
  const name = ({ tagName, classList }) => [tagName.toLowerCase(), ...classList].join(".");
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push([value, sources.map(({ node, previousRect: from, currentRect: to }) => {
        const one = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
        const path = [one?.parentElement, one].map((part) => (part ? name(part) : "?")).join(" > ");
        return `${path} from ${from.x}, ${from.y} to ${to.x}, ${to.y}`;
      })]);
  }).observe({ type: "layout-shift" });
}"""
"""Records layout shifts, including those that the browser excuses because of a click."""
GAMES: dict[str, dict[str, int]] = {
    "sakura": {"rounds": 3},
    "hitohira": {},
    "hijun": {},
    "hagakure": {"rounds": 2},
    "hiroba": {},
}
"""With options for a short game if possible, but of several rounds, so that one ends and another begins."""


async def watch_shifts(person: Person) -> None:
    """Start recording once the table is complete."""
    await person.page.wait_for_selector('[data-legal="true"]')
    await person.settled()
    await person.page.evaluate(SHIFTS)


async def shifts_seen(person: Person) -> list[tuple[float, list[str]]]:
    """The recorded shifts and their elements, the worst first."""
    await person.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    found: list[tuple[float, list[str]]] = await person.page.evaluate("window.shifts")
    return sorted(found, reverse=True)


async def scores_shown(person: Person) -> list[int]:
    """The scores shown in the seats' panels, in seat order."""
    found: dict[str, str] = await person.page.evaluate(
        """Object.fromEntries([...document.querySelectorAll(".seat[data-seat]")].map(
          (seat) => [seat.dataset.seat, seat.querySelector(".score b").textContent]))"""
    )
    return [int(found[str(seat)].replace("−", "-")) for seat in range(len(found))]


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_by_clicking(game: str, server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki", phone=game == "sakura")
    await against_bots(person, game=game, options=GAMES[game])
    await watch_shifts(person)
    await person.play_on()
    answer = await person.context.request.get(f"/api/v1/tables/{person.table}")
    table = await answer.json()
    assert table["status"] == "over"
    assert await scores_shown(person) == table["scores"], "what is shown is what was played"
    await expect(person.page.get_by_role("dialog")).to_be_visible()
    await expect(person.page.get_by_role("dialog").get_by_role("heading", level=3)).to_be_visible()
    shifts = await shifts_seen(person)
    assert sum(value for value, _ in shifts) < 0.001, f"nothing moves but what glides: {shifts[:3]}"
    assert person.errors == []
    wide = await person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "nothing scrolls sideways"


async def reach(person: Person, name: str, box: str | None = None, key: str = "Tab") -> None:
    """Go to a button with Tab, or back with Shift and Tab."""
    for _ in range(60):
        await person.page.keyboard.press(key)
        text, where = await person.page.evaluate(
            "(({ activeElement: one }) => "
            "[one.textContent, one.closest('article')?.getAttribute('aria-labelledby')])(document)"
        )
        if name in text and box in (None, where):
            return
    pytest.fail(f"{name} cannot be reached with Tab")


async def test_a_whole_game_by_keyboard_alone(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, confirm=True)
    page = person.page
    await person.visit("/")
    await reach(person, "Play now", box="box-hijun")
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/table/*")
    for _ in range(400):
        await person.ready()
        if await page.locator('[data-over="true"]').count():
            break
        # Selected pieces are still highlighted: the digit goes to the first that is not selected.
        chosen = await page.locator('[data-legal="true"][aria-pressed="true"]').count()
        await page.keyboard.press(str(chosen + 1))
        assert await page.evaluate("document.activeElement.dataset.legal") == "true", "a digit goes to a legal move"
        await page.keyboard.press("Enter")
        if await page.locator("#prompt .primary:enabled").count():
            await reach(person, "Confirm", key="Shift+Tab")
            await page.keyboard.press("Enter")
        assert not await page.evaluate("document.activeElement === document.body"), "focus is never lost"
    await person.over()
    assert person.errors == []


async def test_arrows_reach_every_card_of_the_hand(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    await person.play_now("hijun")
    page = person.page
    await page.wait_for_selector('[data-legal="true"]')
    names = [await one.get_attribute("aria-label") for one in await page.locator('[data-legal="true"]').all()]
    await page.keyboard.press("1")
    seen = set()
    # A large hand has two rows.
    for key in [*["ArrowRight"] * len(names), "ArrowDown", *["ArrowLeft"] * len(names)]:
        seen.add(await page.evaluate("document.activeElement.getAttribute('aria-label')"))
        await page.keyboard.press(key)
    seen.add(await page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert seen >= set(names)


async def test_a_player_who_changes_seats_plays_from_the_new_one(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    page = person.page
    await page.goto("/new/hijun")
    await page.get_by_role("textbox", name="Your name").fill("Aki")
    await page.get_by_role("button", name="Create table").click()
    await page.wait_for_url("**/table/*")
    await page.get_by_role("button", name="Leave seat").click()
    await page.get_by_role("button", name="Sit here: Seat 2").click()
    await page.get_by_role("button", name="Move here: Seat 3").click()
    await expect(page.get_by_role("button", name="Move here: Seat 2")).to_be_visible()
    await page.get_by_role("button", name="Start with bots").click()
    await page.wait_for_selector('[data-legal="true"]')
    assert await page.locator(".seat.own").get_attribute("data-seat") == "2"
    assert await person.move()
    assert person.errors == []


async def test_an_illegal_click_shows_the_reason_and_its_rule(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    await person.play_now("hagakure")
    page = person.page
    await page.wait_for_selector('[data-legal="true"]')
    forbidden = page.locator('[data-action][data-legal="false"]:visible').first
    await forbidden.click()
    answer = page.locator("#prompt")
    await expect(answer.get_by_role("button", name="Read rule")).to_be_visible()
    no = json.loads([text for text in person.heard if '"no"' in text][-1])
    assert no["code"] == "illegal"
    await expect(answer).to_contain_text(no["rule"])
    await answer.get_by_role("button", name=f"Read rule {no['rule']}").click()
    await expect(page.locator(f'[id="{no["rule"]}"]')).to_be_in_viewport()


async def test_a_selection_can_be_undone_before_it_is_sent(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser, confirm=True)
    await person.play_now("hagakure")
    page = person.page
    lit = page.locator('[data-legal="true"]').first
    await lit.click()
    await expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Confirm")).to_be_hidden()
    answer = await person.context.request.get(f"/api/v1/tables/{person.table}")
    assert (await answer.json())["waiting"] == [0], "nothing was sent"
