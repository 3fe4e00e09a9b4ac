"""Lessons in a browser: every course by clicking, and in Japanese on a phone; by keys alone; and for screen readers."""

import re

import pytest
from playwright.async_api import Browser, expect

from server_process import Server
from web.people import Person
from web.test_pages import found_by_axe
from zashiki import registry
from zashiki.lessons import Course, course

COURSES = [key for key, package in registry.packages().items() if package.built_in]

SETTLED = "() => (document.querySelector('.lesson-card')?.dataset.phase ?? 'showing') !== 'showing'"
"""Whether there is something to read or to do."""
FOCUSED = "(selector) => document.activeElement?.matches(selector) ?? false"
SHOW = ".lesson-card .doing .quiet"
"""To be shown what reaches the goal."""
ON = ".lesson-card .doing .primary"
"""On to what comes next."""
LIT = '[data-lit="move"]:not([aria-pressed="true"])'
TABS = 120
"""More than any lesson has places for the focus."""
STEPS = 40
"""More than lie between two squares of any board."""
TOWARDS = """(selector) => {
  const middle = (one) => { const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2]; };
  const [here, there] = [document.activeElement, document.querySelector(selector)].map(middle);
  const [x, y] = [there[0] - here[0], there[1] - here[1]];
  const keys = [x < 0 ? "ArrowLeft" : "ArrowRight", y < 0 ? "ArrowUp" : "ArrowDown"];
  return Math.abs(x) > Math.abs(y) ? keys : keys.reverse();
}"""
"""The arrow keys that lead from the focus to a thing, the longer way first."""
HERE = "document.activeElement.dataset.spot ?? document.activeElement.textContent"


def course_of(key: str) -> Course:
    found = course(key)
    assert found is not None
    return found


class Learner:
    """Somebody who takes lessons and does what is lit."""

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.seen: list[str] = []
        """All that was on the card."""

    async def phase(self) -> str:
        """Wait until there is something to do; what."""
        await self.page.wait_for_function(SETTLED)
        card = self.page.locator(".lesson-card")
        self.seen.append(await card.inner_text())
        assert await self.page.locator("[data-unlit]").get_attribute("data-unlit") == "0", self.seen[-1]
        return await card.get_attribute("data-phase") or ""

    async def take(self, *, keys: bool = False, until: str = "over") -> None:
        """Take the lesson that is open, to its end or until it asks for something."""
        while True:
            now = await self.phase()
            if now == until:
                return
            if now == "reading":
                await self.press(ON, keys)
            else:
                await self.move(keys)

    async def move(self, keys: bool) -> None:
        """Reach the goal: press what is lit until it is."""
        card = self.page.locator(".lesson-card")
        before = await card.get_attribute("data-done")
        if await self.page.locator(SHOW).count():
            await self.press(SHOW, keys)
        for _ in range(20):
            await self.press(ON if await self.page.locator(ON).count() else LIT, keys)
            await self.page.wait_for_function(SETTLED)
            if await card.get_attribute("data-done") != before:
                return
        raise AssertionError(f"the goal is not reached: {await card.inner_text()}")

    async def press(self, selector: str, keys: bool) -> None:
        if not keys:
            await self.page.locator(selector).first.click()
            return
        wanted = self.page.locator(selector).first
        await expect(wanted).to_be_visible()
        place = await wanted.get_attribute("data-place") or ""
        if place.startswith("side-"):  # of a pebble: its number chooses it
            await self.page.keyboard.press(place.removeprefix("side-"))
            return
        await self.reach(selector)
        await self.page.keyboard.press("Enter")

    async def reach(self, selector: str) -> None:
        """Take the focus there as somebody without a mouse does: a number key for a piece, Tab for all else."""
        on_board = self.page.locator(".squares " + LIT)
        if selector == LIT and await on_board.count():
            await self.walk(".squares " + LIT)
            return
        numbers = [str(n) for n in range(1, 10)] if selector == LIT else []
        for key in ["", *numbers, *["Tab"] * TABS]:
            if key:
                await self.page.keyboard.press(key)
            if await self.page.evaluate(FOCUSED, selector):
                return
        raise AssertionError(f"no key leads to {selector}")

    async def walk(self, selector: str) -> None:
        """Take the focus there by arrow keys: digits have a meaning of their own on a board."""
        for _ in range(STEPS):
            if await self.page.evaluate(FOCUSED, selector):
                return
            before = await self.page.evaluate(HERE)
            for key in await self.page.evaluate(TOWARDS, selector):
                await self.page.keyboard.press(key)
                if await self.page.evaluate(HERE) != before:
                    break
        raise AssertionError(f"the arrow keys do not lead to {selector}")


async def take_course(person: Person, key: str, *, keys: bool = False, axe: bool = False) -> Learner:
    """Take all lessons of a game, one after the other; with axe at the first goal of each, and at the end of each."""
    learner = Learner(person)
    lessons = list(course_of(key).lessons)
    await person.page.goto(f"/learn/{key}/{lessons[0]}")
    for lesson in lessons:
        await person.page.wait_for_url(f"**/learn/{key}/{lesson}")
        if axe:
            await learner.take(until="asking")
            assert await found_by_axe(person) == [], f"{lesson}, while a goal is asked"
        await learner.take(keys=keys)
        if axe:
            assert await found_by_axe(person) == [], f"{lesson}, at its end"
        if lesson != lessons[-1]:
            await learner.press(ON, keys)
    return learner


@pytest.mark.parametrize("key", COURSES)
async def test_a_whole_course_by_clicking(server: Server, browser: Browser, key: str) -> None:
    person = await Person.back(server, browser)
    await take_course(person, key, axe=True)
    await person.page.get_by_role("button", name="Play now").click()
    await person.page.wait_for_url("**/table/*")
    # The course knows what is done, also on the next visit.
    await person.page.goto(f"/learn/{key}")
    lessons = course_of(key).lessons
    await expect(person.page.locator(".lessons .ready")).to_have_count(len(lessons))
    assert await found_by_axe(person) == []
    assert person.errors == []


@pytest.mark.parametrize("key", COURSES)
async def test_a_course_by_keys_alone(server: Server, browser: Browser, key: str) -> None:
    person = await Person.back(server, browser)
    await take_course(person, key, keys=True)
    assert person.errors == []


@pytest.mark.parametrize("key", COURSES)
async def test_a_course_in_japanese_on_a_phone(server: Server, browser: Browser, key: str) -> None:
    person = await Person.back(server, browser, phone=True, language="ja")
    learner = await take_course(person, key, axe=key == "hitohira")
    assert not any("{seat" in text for text in learner.seen)
    assert all(any("\u3040" <= letter <= "\u9fff" for letter in text) for text in learner.seen)
    assert await person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert person.errors == []


async def at_goal(person: Person, key: str, lesson: str, number: int) -> Learner:
    """Somebody in a lesson who has reached this many goals, and is asked for the next."""
    learner = Learner(person)
    await person.page.goto(f"/learn/{key}/{lesson}")
    for _ in range(number):
        await learner.take(until="asking")
        await learner.move(keys=False)
    await learner.take(until="asking")
    return learner


async def test_the_focus_stays_in_the_lesson(server: Server, browser: Browser) -> None:
    """What was pressed is gone afterwards: a button, a card."""
    person = await Person.back(server, browser)
    lesson = course_of("hagakure").lessons["tricks"]
    learner = Learner(person)
    await person.page.goto(f"/learn/hagakure/{lesson.id}")
    await expect(person.page).to_have_title(re.compile(re.escape(lesson.title["en"])))
    await learner.take(until="asking")
    for goal in range(lesson.goals):
        await learner.take(keys=True, until="asking")
        assert await person.page.evaluate(FOCUSED, "#prompt, #prompt *"), f"before goal {goal}"
        if await person.page.locator(SHOW).count():
            await learner.press(SHOW, keys=True)
            assert await person.page.evaluate(FOCUSED, "#prompt"), "what was shown needs no button any more"
        await learner.move(keys=True)
    assert person.errors == []


async def test_a_move_that_misses_the_goal_is_answered(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    name, lesson = next(iter(course_of("hagakure").lessons.items()))
    step = next(step for step in lesson.steps if step.goal is not None)
    assert step.goal is not None
    await at_goal(person, "hagakure", name, 0)
    action, said = next(iter(step.goal.wrong.items()))
    await person.page.locator(f'[data-action="{action}"]').click()
    words = said["en"].split("{seat")[0].strip()
    await expect(person.page.locator(".answer.not-this")).to_contain_text(words)
    await expect(person.page.locator(".lesson-card")).to_have_attribute("data-done", "0")


async def test_an_illegal_move_is_refused_with_its_rule(server: Server, browser: Browser) -> None:
    """A samurai was led, and the learner holds one."""
    person = await Person.back(server, browser)
    await at_goal(person, "hagakure", "follow", 1)
    villager = registry.find("hagakure").parse(0, "play 9")
    await person.page.locator(f'[data-action="{villager}"]').click()
    refused = person.page.locator(".answer.illegal")
    await expect(refused).to_contain_text("samurai")
    await expect(refused.get_by_role("link")).to_have_attribute("href", "/rules/hagakure#HG-3.2")
    await expect(person.page.locator(".lesson-card")).to_have_attribute("data-done", "1")
    assert await found_by_axe(person) == []


async def test_an_unknown_lesson_leads_back_to_the_course(server: Server, browser: Browser) -> None:
    person = await Person.back(server, browser)
    await person.page.goto("/learn/hagakure/dancing")
    await person.page.locator('a[href="/learn/hagakure"]').click()
    await expect(person.page.locator(".lessons li")).to_have_count(len(course_of("hagakure").lessons))
    person.errors.clear()  # the browser logs the 404
