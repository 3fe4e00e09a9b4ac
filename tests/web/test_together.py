"""Two people at one table: an invitation, a reload, a restart of the house; and what neither may see."""

import json

from playwright.async_api import Browser, Response, expect

import zashiki
from server_process import House
from web.people import PATIENCE, Person, all_move, finished, next_move


async def two_at_a_table(house: House, browser: Browser) -> tuple[Person, Person]:
    """One sets up a short game of Sakura for two and sends the link, the other follows it; the game has begun."""
    aki = await Person.at(house, browser, seed=1)
    ren = await Person.at(house, browser, seed=2)
    await aki.page.goto("/new/sakura")
    await aki.page.get_by_role("textbox", name="Your name").fill("Aki")
    await aki.page.get_by_role("group", name="Rounds").get_by_text("3", exact=True).click()
    await aki.page.get_by_role("button", name="Create table").click()
    await aki.page.wait_for_url("**/table/*")
    link = await aki.page.get_by_role("textbox", name="Invite with this link").input_value()
    await ren.page.goto(link)
    await ren.page.get_by_role("textbox", name="What's your name?").fill("Ren")
    await ren.page.get_by_role("button", name="Join").click()
    await expect(aki.page.get_by_text("Ren").first).to_be_visible()
    await aki.page.get_by_role("button", name="Start", exact=True).click()
    for person in (aki, ren):
        await person.page.wait_for_selector("#prompt")
    return aki, ren


async def test_an_invitation_a_reload_a_restart_and_no_secrets_in_one_game(own_house: House, browser: Browser) -> None:
    aki, ren = await two_at_a_table(own_house, browser)
    for _ in range(2):
        await next_move(aki, ren)
    await aki.page.reload()
    await aki.page.wait_for_selector("#prompt")
    before = (await aki.views())[-1]
    await own_house.stop()
    slip = aki.page.locator(".slip.lost")
    await expect(slip).to_be_visible()
    await own_house.start()
    await expect(slip).to_be_hidden(timeout=PATIENCE)  # it tries less and less often while the house is closed
    after = (await aki.views())[-1]
    assert after["ply"] >= before["ply"]
    answers: list[Response] = []
    aki.page.on("response", lambda answer: answers.append(answer))
    await all_move(aki, ren)
    await finished(aki, ren)
    assert (await aki.views())[-1]["scores"] == (await ren.views())[-1]["scores"]
    # While the house was closed the browser itself reported that it could not be reached; the page had no error.
    unreachable = ("WebSocket", "net::ERR_CONNECTION_REFUSED")
    assert [error for error in aki.errors if not any(word in error for word in unreachable)] == []
    await nothing_of_anothers_secrets_reached(aki, ren, answers)


async def nothing_of_anothers_secrets_reached(aki: Person, ren: Person, answers: list[Response]) -> None:
    """Neither a message nor an answer nor what the browser keeps had anything of Ren's for Aki: not before the reload
    and the restart, and not after them."""
    record = await (await aki.context.request.get(f"/api/v1/tables/{aki.table}/record")).json()
    whole = zashiki.replay(record)
    views, seat = await aki.views(), (await aki.views())[0]["seat"]
    theirs = {card["name"] for view in await ren.views() for card in view["board"]["players"][1 - seat]["hand"] or []}
    assert theirs, "there was something to hide"
    for view in views:
        assert view == zashiki.replay(record, view["ply"]).view(seat), "exactly the view of the seat, nothing beside it"
    allowed = whole.events(seat)
    for message in map(json.loads, aki.heard):
        for event in message.get("events", ()):
            assert event == allowed[event["n"]]
        assert set(message) <= KNOWN, "no message has a field that could carry more"
    running = [one for one in answers if "/api/" in one.url and "/record" not in one.url]
    for text in [await one.text() for one in running]:
        assert '"hand"' not in text
    kept = await stored(aki)
    assert not [name for name in theirs if name in kept]


KNOWN = {
    *("type", "id", "protocol", "now", "table", "seat", "view", "events", "chat"),
    *("version", "clocks", "code", "text", "rule", "facts", "player", "game", "deadline"),
}


async def stored(person: Person) -> str:
    """All that the page keeps in the browser."""
    text: str = await person.page.evaluate(
        """async () => {
          const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
          for (const one of await indexedDB.databases()) kept.push(String(one.name));
          for (const key of await caches.keys()) {
            for (const request of await (await caches.open(key)).keys()) kept.push(request.url);
          }
          return kept.join("\\n");
        }"""
    )
    return text
