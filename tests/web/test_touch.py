"""Everything that can be touched on a phone is at least 44 pixels wide and high."""

import pytest
from playwright.async_api import Browser, expect

from server_process import Server
from web.people import against_bots, introduced
from web.test_large_screen import SCROLLS

SMALL = """() => {
  const LEAST = 44;
  const controls = "a[href], button, input, select, textarea, summary, [role=button], [role=tab]";
  // A link within a sentence is as high as its line (WCAG 2.5.8).
  const inSentence = (one) => {
    const around = one.parentElement;
    if (!getComputedStyle(one).display.startsWith("inline")) return false;
    return [...around.childNodes].some((it) => it !== one && it.nodeType === 3 && it.textContent.trim() !== "");
  };
  const found = [];
  for (const one of document.querySelectorAll(controls)) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest("[inert]")) continue;
    if (one.disabled || one.getAttribute("aria-disabled") === "true" || inSentence(one)) continue;
    if (one.closest("#drawer-panel")) one.scrollIntoView({ block: "center", behavior: "instant" });
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.right <= 0 || box.left >= innerWidth) continue;
    const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
    const y = (box.top + box.bottom) / 2;
    if (y < 0 || y > innerHeight) continue;
    const hit = (left, top) => {
      const there = document.elementFromPoint(left, top);
      return there !== null && (one.contains(there) || there.closest("label")?.control === one);
    };
    if (!hit(x, y)) continue; // something lies over it
    const reach = (dx, dy) => {
      let far = 0;
      while (far < 60 && hit(x + dx * (far + 1), y + dy * (far + 1))) far += 1;
      return far;
    };
    const width = reach(-1, 0) + reach(1, 0) + 1;
    const height = reach(0, -1) + reach(0, 1) + 1;
    // Nine squares and the names of their rows share the width of the board, which is that of the phone.
    const least = one.matches(".cell") ? 41 : LEAST - 1;
    if (width < least || height < least) {
      const name = one.ariaLabel ?? one.textContent.trim();
      found.push(`${name.slice(0, 40)} (${one.className}): ${width}x${height}`);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("game", ["hagakure", "hijun", "hiroba", "hitohira", "sakura"])
async def test_nothing_at_a_table_is_smaller_than_a_finger(game: str, server: Server, browser: Browser) -> None:
    person = await introduced(server, browser, "Aki", phone=True)
    page = person.page
    await against_bots(person, game=game)
    small: dict[str, str] = {}
    for moves in range(6):
        await person.ready()
        assert await page.evaluate(SCROLLS) == [], "all of the table is on the screen"
        for one in await page.evaluate(SMALL):
            small.setdefault(one, f"after {moves} moves")
        await person.move_and_see()
    for number, tab in {0: "log", 1: "chat", 3: "scores"}.items():  # the rules are a text with its links
        await page.locator(".tabs .tab").nth(number).click()
        await expect(page.locator("#drawer-panel")).to_be_visible()
        await person.settled()
        for one in await page.evaluate(SMALL):
            small.setdefault(one, f"in {tab}")
        await page.keyboard.press("Escape")
    assert small == {}
