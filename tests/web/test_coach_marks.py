"""Every coach mark stands beside what it is about, and a plain table shows less without moving anything."""

import json
from typing import Any

import pytest
from playwright.async_api import Browser, Route, expect

from server_process import Server
from web.people import PATIENCE, Person, against_bots, introduced

MOVES = 40
"""So many moves show every place that a mark points at."""
SEATS = {"hagakure": 4, "hijun": 4, "hiroba": 3, "hitohira": 3, "sakura": 2}
RECTS = """
  // What is folded away is not seen, and what has no box of its own is where its contents are.
  const rects = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (right === left && bottom === top) return [...one.children].flatMap(rects);
    if (!one.checkVisibility({ visibilityProperty: true })) return [];
    const strip = one.parentElement.closest(".before")?.getBoundingClientRect().bottom ?? innerHeight;
    return [{ left, right, top, bottom: Math.min(bottom, strip, innerHeight) }].filter((it) => it.bottom > it.top);
  };
"""
STANDS = f"""() => {{{RECTS}"""
STANDS += """
  const card = document.querySelector(".bubble.placed");
  if (card === null) return null;
  const box = card.getBoundingClientRect();
  const lit = [...document.querySelectorAll("[data-lit]")];
  const kept = [...document.querySelectorAll("#prompt, section.hand"), ...lit];
  const covered = kept.filter((one) => rects(one).some(
    ({ left, right, top, bottom }) => left < box.right && box.left < right && top < box.bottom && box.top < bottom,
  ));
  return {
    covered: covered.map((one) => one.dataset.place ?? one.dataset.spot ?? one.id ?? one.className),
    inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
    seen: lit.flatMap(rects).length,
  };
}"""
SEEN = f"""(marks) => {{{RECTS}"""
SEEN += """
  const common = { prompt: "#prompt", hand: "section.hand" };
  const named = (place) => common[place] ?? `[data-place="${place}"], [data-spot="${place}"]`;
  const selectors = ({ seat, place, action }) => [
    ...(seat === null ? [] : [`[data-seat="${seat}"]`]),
    ...(place === null ? [] : [named(place)]),
    ...(action === null ? [] : [`[data-action="${action}"]`]),
  ];
  const all = (selector) => [...document.querySelector(".stage").querySelectorAll(selector)];
  return marks.map((spots) => spots.flatMap(selectors).flatMap(all).some((one) => rects(one).length > 0));
}"""
PLACES = """(places) => Object.fromEntries(places.map((place) => {
  const all = [...document.querySelectorAll(`.stage [data-place="${place}"], .stage [data-spot="${place}"]`)];
  const laid = all.filter((one) => one.checkVisibility());
  const seen = laid.filter((one) => getComputedStyle(one).visibility === "visible");
  return [place, { laid: laid.length, seen: seen.length }];
}))"""
"""How many elements of each place have room on the page, and how many of those can be seen."""
WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      window.shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName)]);
    }
  }).observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("game", sorted(SEATS))
async def test_no_coach_mark_covers_what_it_is_about(game: str, phone: bool, server: Server, browser: Browser) -> None:
    """Each text at its places; only the moment is chosen here, since some come up once in 50 games."""
    person = await introduced(server, browser, "Aki", phone=phone, coach=game)
    page = person.page
    course = await (await page.context.request.get(f"/api/v1/games/{game}/course")).json()
    left: dict[str, dict[str, Any]] = {mark["id"]: mark for mark in course["coach"]}
    now: dict[str, Any] = {"prompt": "", "round": 0, "marks": []}

    async def told_now(route: Route) -> None:
        again = [{**mark, "id": f"{mark['id']}{now['round']}", "when": now["prompt"]} for mark in now["marks"]]
        await route.fulfill(json={**course, "coach": again, "plain": []})

    await page.route(f"**/games/{game}/course", told_now)
    settings = {"game": game, "seats": SEATS[game], "options": {"rounds": 3} if game == "sakura" else {}}
    await against_bots(person, **settings)
    problems: dict[str, Any] = {}
    for now["round"] in range(MOVES):
        now["prompt"] = await own_prompt(person)
        if now["prompt"] == "prompt.over":  # without stones, say: one seat has none (HB-1.3)
            await against_bots(person, **settings)
            continue
        # A place that is not on the table at the moment is looked at later.
        seen = await page.evaluate(SEEN, [mark["point"] for mark in left.values()])
        now["marks"] = [mark for mark, yes in zip(left.values(), seen, strict=True) if yes or not mark["point"]]
        if now["marks"]:
            await page.reload()
        for mark in now["marks"]:
            await expect(page.locator(".bubble.placed.settled")).to_be_visible(timeout=PATIENCE)
            stands = await page.evaluate(STANDS)
            if stands["seen"] > 0 or not mark["point"]:
                del left[mark["id"]]
                if stands["covered"] or not stands["inside"]:
                    problems[mark["id"]] = stands
            await page.get_by_role("region", name="Tip").get_by_role("button", name="Got it").click()
        if not left:
            break
        await person.move_and_see()
    assert problems == {}
    assert sorted(left) == [], "every mark was seen"
    assert person.errors == []


async def without_tips(server: Server, browser: Browser, game: str, phone: bool) -> tuple[Person, dict[str, set[str]]]:
    """A newcomer who gets no tips; and of each place that may be hidden, what needs it."""
    person = await introduced(server, browser, "Aki", phone=phone, coach=game)
    course = await (await person.context.request.get(f"/api/v1/games/{game}/course")).json()

    async def no_marks(route: Route) -> None:
        await route.fulfill(json={**course, "coach": []})

    await person.page.route(f"**/games/{game}/course", no_marks)
    return person, {item["place"]: set(item["until"]) for item in course["plain"]}


async def at_plain_table(
    server: Server, browser: Browser, game: str, *, phone: bool
) -> tuple[Person, dict[str, set[str]]]:
    """Such a newcomer, asked for the first move. If bots have needed everything before, another one tries."""
    while True:
        person, until = await without_tips(server, browser, game, phone)
        await against_bots(person, game=game, seats=SEATS[game], options={"rounds": 3} if game == "sakura" else {})
        prompt = await own_prompt(person)
        if any(not needed & {*codes(person.heard), prompt} for needed in until.values()):
            await person.page.wait_for_selector(".stage [data-unneeded]", state="attached")
            return person, until


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("game", sorted(SEATS))
async def test_a_plain_table_shows_each_thing_when_it_is_needed_and_moves_nothing(
    game: str, phone: bool, server: Server, browser: Browser
) -> None:
    person, until = await at_plain_table(server, browser, game, phone=phone)
    page = person.page
    await page.evaluate(WATCH_SHIFTS)
    room = await page.evaluate(PLACES, sorted(until))
    hidden = {place for place, found in room.items() if found["laid"] > found["seen"]}
    shown: set[str] = set()
    waiting = set(until)
    for _ in range(MOVES):
        await person.settled()
        happened = codes(person.heard)
        prompt = (await person.views())[-1]["prompt"]["code"]
        for place, found in (await page.evaluate(PLACES, sorted(waiting))).items():
            needed = until[place] & {*happened, prompt}
            if not needed:
                assert found["seen"] == 0, f"{place} is shown before it is needed"
            elif found["laid"] > 0:
                assert found["seen"] == found["laid"], f"{place} is needed ({needed}) and hidden"
                shown.add(place)
            if needed:
                waiting.discard(place)
        if not waiting:
            break
        await person.move_and_see()
        await person.ready()
    # A phone has no room for some of them, and shows them in dialogs.
    assert hidden or phone
    assert hidden & shown or not hidden, "something was hidden at first, and is shown now"
    assert await page.evaluate("window.shifts") == []
    assert person.errors == []


async def own_prompt(person: Person) -> str:
    """What the player is asked, once no move of the others is under way: the page may lie behind what it was sent."""
    while True:
        await person.ready()
        await person.settled()
        view = (await person.views())[-1]
        if view["over"] or view["seat"] in view["waiting"]:
            code: str = view["prompt"]["code"]
            return code


def codes(heard: list[str]) -> set[str]:
    """The codes of all events in these updates: bots may have moved before the table was drawn."""
    updates = [message for message in map(json.loads, heard) if message["type"] == "update"]
    return {event["code"] for message in updates for event in message["events"]}
